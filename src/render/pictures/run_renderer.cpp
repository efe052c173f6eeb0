// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/render/pictures/run_renderer.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/pictures/made_from.h"
#include "render/pictures/run_pictures.h"
#include "render/pictures/sheet.h"
#include "weir/base/error.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::render {

struct RunRenderer::Shown {
  ShownRun run;
  std::optional<ShownRun> other = {};
  Survey survey = {};
  bool overlay = false;
  std::optional<RunPictures> pictures = {}, other_pictures = {};
};

namespace {

PictureSettings picture_with(const RenderOptions& options, const Scene& scene) {
  PictureSettings picture = scene.picture;
  if (options.overlay && !is_smoke(scene)) {  // liquid must not hide it; smoke has no particles to show
    picture.style = PictureStyle::particles;
    picture.colour_by = ColourBy::role;
  }
  picture.style = options.style.value_or(picture.style);
  picture.colour_by = options.colour_by.value_or(picture.colour_by);
  picture.look = options.look.value_or(picture.look);
  picture.width = options.width.value_or(picture.width);
  picture.height = options.height.value_or(picture.height);
  picture.samples = options.samples.value_or(picture.samples);
  return picture;
}

void check_range(const char* what, const std::optional<int>& value, int smallest, int largest) {
  if (value && (*value < smallest || *value > largest)) {
    throw InputError(what, fmt::format("must be from {} to {}, but is {}", smallest, largest, *value));
  }
}

// As the scene file's own are.
void check(const RenderOptions& options) {
  check_range("width", options.width, 16, 8192);
  check_range("height", options.height, 16, 8192);
  check_range("samples", options.samples, 1, 65536);
}

bool has_something_over_it(const Scene& scene) {
  return std::any_of(scene.directors.begin(), scene.directors.end(),
                     [](const DirectorSettings& director) { return kind_of(director).overlay != nullptr; });
}

}  // namespace

RunRenderer::RunRenderer(const std::filesystem::path& path, const RenderOptions& options)
    : shown_(new Shown{open_shown_run(path, options.scene)}) {
  check(options);
  shown_->overlay = options.overlay;
  ShownRun& run = shown_->run;
  std::optional<ShownRun>& other = shown_->other;
  set_picture(run, picture_with(options, run.scene));
  if (options.overlay && !has_something_over_it(run.scene)) {
    throw InputError(path.string(), "nothing directs this run that could be shown, so there is no overlay");
  }
  shown_->survey = survey(run);
  if (!options.beside.empty()) {
    other = open_shown_run(options.beside, options.scene);
    if (other->scene.dimensions != run.scene.dimensions) {
      throw InputError(options.beside.string(),
                       fmt::format("is {}D and {} is {}D; one camera cannot show both", other->scene.dimensions,
                                   path.string(), run.scene.dimensions));
    }
    set_picture(*other, run.scene.picture);
    shown_->survey = united(shown_->survey, survey(*other));
    shown_->other_pictures.emplace(*other, shown_->survey, options.overlay);
  }
  shown_->pictures.emplace(run, shown_->survey, options.overlay);
}

RunRenderer::~RunRenderer() = default;

std::vector<int> RunRenderer::frames() const {
  const std::vector<int> mine = shown_->run.particles.frames();
  if (!shown_->other) return mine;
  const std::vector<int> theirs = shown_->other->particles.frames();
  std::vector<int> both;
  std::set_intersection(mine.begin(), mine.end(), theirs.begin(), theirs.end(), std::back_inserter(both));
  if (both.empty()) {
    throw InputError(shown_->other->home.string(), "has no frame that " + shown_->run.home.string() + " has too");
  }
  return both;
}

Image RunRenderer::picture(int frame) {
  Image picture = bare_picture(frame);
  add_legend(picture);
  return picture;
}

std::string RunRenderer::made_from(int frame) const {
  if (shown_->overlay) return "";  // it shows files that directors know of
  const Camera camera =
      camera_at(shown_->run.scene, shown_->survey, shown_->run.scene_frame(frame), shown_->run.bodies_at(frame));
  const std::string mine = render::made_from(shown_->run, shown_->survey, camera, frame);
  return shown_->other ? mine + "-" + render::made_from(*shown_->other, shown_->survey, camera, frame) : mine;
}

void RunRenderer::add_legend(Image& picture) const {
  put_legend(picture, legend(), shown_->other ? kSideBySideHead : 0);
}

Image RunRenderer::bare_picture(int frame) {
  const Camera camera =
      camera_at(shown_->run.scene, shown_->survey, shown_->run.scene_frame(frame), shown_->run.bodies_at(frame));
  Image picture = shown_->pictures->at(frame, camera);
  if (!shown_->other) return picture;
  return side_by_side(picture, shown_->run.title, shown_->other_pictures->at(frame, camera), shown_->other->title,
                      caption(frame));
}

const Legend& RunRenderer::legend() const { return shown_->pictures->legend(); }

std::string RunRenderer::title() const {
  return shown_->other ? fmt::format("{}  |  {}", shown_->run.title, shown_->other->title) : shown_->run.title;
}

std::string RunRenderer::caption(int frame) const {
  return fmt::format("frame {}, {:.2f} s", frame, shown_->run.scene.frames.time(frame));
}

double RunRenderer::rate() const { return shown_->run.scene.frames.rate; }

const std::filesystem::path& RunRenderer::home() const { return shown_->run.home; }

}  // namespace weir::render
