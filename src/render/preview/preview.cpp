// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/render/preview/preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/flat/draw.h"
#include "render/flat/draw_overlay.h"
#include "render/flat/legend.h"
#include "render/preview/drawing.h"
#include "weir/base/error.h"

namespace weir::render {

namespace {

constexpr double kView = 32, kStraight = 1.5;  // degrees; the latter has next to no perspective
constexpr uint32_t kCamera = 0x374151, kWrong = 0xdc2626;

int letter_size(int height) { return std::clamp(height / 50, 11, 28); }

bool is_wrong(const Setup& setup, const std::string& path) {
  const std::string entry = entry_of(path);
  return std::any_of(setup.problems.begin(), setup.problems.end(),
                     [&](const Problem& problem) { return concerns(problem, entry); });
}

struct Margins {
  double left, right, top, bottom;  // shares of the picture
};

// Moves a camera sideways and back until the box just fits between the margins.
Camera fitted(Camera camera, const Box3f& box, const Margins& margins, int width, int height) {
  constexpr int kSteps = 6;  // each leaves a small part of the error
  for (int step = 0; step < kSteps; ++step) {
    Vec3f low{1e30f, 1e30f, 1e30f}, high = -low;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3f p = camera.project({corner & 1 ? box.upper.x : box.lower.x, corner & 2 ? box.upper.y : box.lower.y,
                                      corner & 4 ? box.upper.z : box.lower.z},
                                     width, height);
      low = min(low, p);
      high = max(high, p);
    }
    const double left = margins.left * width, right = (1 - margins.right) * width;
    const double top = margins.top * height, bottom = (1 - margins.bottom) * height;
    const auto middle = static_cast<double>(low.z + high.z) / 2;
    const double pixel = middle * 2 * static_cast<double>(camera.half_height) / height;
    const double aside = (static_cast<double>(low.x + high.x) - left - right) / 2 * pixel;
    const double below = (static_cast<double>(low.y + high.y) - top - bottom) / 2 * pixel;
    const double too_large = std::max(static_cast<double>(high.x - low.x) / (right - left),
                                      static_cast<double>(high.y - low.y) / (bottom - top));
    if (!std::isfinite(aside + below + too_large) || !(low.z > 0)) return camera;
    camera.position += Vec3f(Vec3d(camera.right) * aside - Vec3d(camera.up) * below);
    camera.position -= Vec3f(Vec3d(camera.forward) * (middle * (too_large - 1)));
  }
  return camera;
}

constexpr double kCornerAngle = 0.42, kCornerHeight = 0.45;  // radians to the right; m up for every metre away

Vec3d corner_direction(double angle) { return normalized(Vec3d{std::sin(angle), kCornerHeight, std::cos(angle)}); }

// Going round, the camera stays as far away as its farthest place.
Camera turned_camera(const Box3f& box, double degrees, const PreviewOptions& options) {
  constexpr int kPlaces = 24;
  const Vec3f middle = box.centre();
  float far = 0;
  for (int i = 0; i < kPlaces; ++i) {
    const Vec3d from = corner_direction(2 * std::numbers::pi * i / kPlaces);
    far = std::max(far, length(framing_camera(box, from, kView, options.width, options.height).position - middle));
  }
  const Vec3d from = corner_direction(kCornerAngle + degrees * std::numbers::pi / 180);
  Camera camera = framing_camera(box, from, kView, options.width, options.height);
  camera.position = middle + Vec3f(from) * (1.2f * far);
  return camera;
}

// A picture that has room for another one, of what the scene's camera sees.
bool has_inset(const Setup& setup, const Scene& scene, const PreviewOptions& options) {
  constexpr int kLeast = 800;  // pixels
  return scene.picture.camera && setup.dimensions == 3 && options.width >= kLeast &&
         options.view != PreviewView::camera;
}

Camera camera_of(const Setup& setup, const Scene& scene, const PreviewOptions& options) {
  if (options.view == PreviewView::camera) {
    if (!scene.picture.camera) throw InputError("--view camera", "the scene's picture has no camera");
    return scene_camera(*scene.picture.camera, setup.frame);
  }
  const Box3f& box = setup.bounds;
  // Room for names and sizes around what there is, and for what the camera sees.
  const Margins margins{
      .left = 0.12, .right = has_inset(setup, scene, options) ? 0.21 : 0.12, .top = 0.14, .bottom = 0.1};
  const auto framed = [&](const Vec3d& from, double view) {
    return fitted(framing_camera(box, from, view, options.width, options.height), box, margins, options.width,
                  options.height);
  };
  if (setup.dimensions == 2 || options.view == PreviewView::front) return framed({0, 0, 1}, kStraight);
  if (options.view == PreviewView::side) return framed({1, 0, 0}, kStraight);
  if (options.view == PreviewView::top) return framed({0, 1, 0}, kStraight);
  return options.turned ? turned_camera(box, *options.turned, options) : framed(corner_direction(kCornerAngle), kView);
}

// Nothing where the scene gives no camera, or is flat.
std::optional<SeenCamera> seen_camera(const Setup& setup, const Scene& scene) {
  if (!scene.picture.camera || setup.dimensions == 2) return {};
  const Camera camera = scene_camera(*scene.picture.camera, setup.frame);
  SeenCamera seen{.position = camera.position, .corners = {}, .way = {}};
  const float far = 0.12f * max_component(setup.stage.size()), up = far * camera.half_height;
  const float across = up * static_cast<float>(scene.picture.width) / static_cast<float>(scene.picture.height);
  for (int i = 0; i < 4; ++i) {
    const float x = i == 0 || i == 3 ? -across : across, y = i < 2 ? -up : up;
    seen.corners[i] = camera.position + camera.forward * far + camera.right * x + camera.up * y;
  }
  constexpr int kParts = 48;
  for (int i = 0; i <= kParts; ++i) {
    const double frame =
        lerp(static_cast<double>(scene.frames.first), static_cast<double>(scene.frames.last), i / double{kParts});
    seen.way.push_back(scene_camera(*scene.picture.camera, frame).position);
  }
  return seen;
}

std::vector<PictureLabel> labels_in(const Setup& setup, const Camera& camera, const Image& image) {
  std::vector<PictureLabel> labels;
  for (const Setup::Label& label : setup.labels) {
    const Vec3f at = camera.project(label.at, image.width, image.height);
    if (!(at.z > 0) || at.x < 0 || at.y < 0 || at.x > static_cast<float>(image.width) ||
        at.y > static_cast<float>(image.height)) {
      continue;
    }
    const bool wrong = is_wrong(setup, label.path);
    labels.push_back({at.x, at.y, wrong ? label.text + "  (wrong)" : label.text,
                      wrong ? colour_of(kWrong) : label.colour, label.minor});
  }
  return labels;
}

std::string facts(const Setup& setup, const Scene& scene) {
  const Frames& frames = scene.frames;
  std::string text =
      fmt::format("frame {:g} of {} to {}, {:.3g} s", setup.frame, frames.first, frames.last, frames.time(frames.last));
  if (!scene.solver.settings.empty()) text += fmt::format("   \u00b7   {}", scene.solver.kind());
  text += fmt::format("   \u00b7   spacing {}", length_in_words(scene.solver.spacing));
  const char* walls = !scene.domain                          ? "no domain"
                      : scene.domain->walls == Walls::closed ? "closed domain"
                      : scene.domain->walls == Walls::open   ? "open domain"
                                                             : "domain with open sides";
  return text + fmt::format("   \u00b7   {}   \u00b7   grid {}", walls, length_in_words(grid_step(setup)));
}

// The name of the scene and what else there is to say of it, in the upper left corner.
void draw_head(Image& image, const Setup& setup, const Scene& scene, const Lettering& letters, LabelLayout& layout) {
  const Lettering large(letters.size() * 3 / 2);
  const int left = letters.size(), room = image.width - 2 * left;
  const std::string title = scene.title.empty() ? scene.file.stem().string() : scene.title;
  int y = left + large.size();
  large.draw(image, left, y, large.shortened(title, room), colour_of(0x1f2933));
  y += letters.size() + letters.size() / 2;
  letters.draw(image, left, y, letters.shortened(facts(setup, scene), room), colour_of(0x46525e));
  if (!setup.problems.empty()) {
    y += letters.size() + letters.size() / 3;
    const size_t count = setup.problems.size();
    letters.draw(image, left, y,
                 fmt::format("{} {} wrong with this scene", count, count == 1 ? "thing is" : "things are"),
                 colour_of(kWrong));
  }
  const int width = std::max(large.width(title), letters.width(facts(setup, scene)));
  layout.keep_free({0, 0, std::min(left + width, image.width), y + letters.size() / 2});
}

// What the colours mean, in rows at the lower edge.
void draw_foot(Image& image, const Setup& setup, const Lettering& letters, LabelLayout& layout) {
  std::vector<Legend> rows;
  const int room = image.width * 7 / 10;
  for (const auto& entry : setup.legend) {
    if (rows.empty()) rows.emplace_back();
    rows.back().entries.push_back(entry);
    if (legend_width(rows.back(), letters) > room && rows.back().entries.size() > 1) {
      rows.back().entries.pop_back();
      rows.push_back({.entries = {entry}});
    }
  }
  const int margin = letters.size() / 2, height = legend_height(letters);
  int y = image.height - margin - static_cast<int>(rows.size()) * height;
  for (const Legend& row : rows) {
    draw_legend(image, margin, y, row, letters);
    layout.keep_free({margin, y, legend_width(row, letters), height});
    y += height;
  }
}

// Where it is in the picture.
void add_camera(Image& image, const Setup& setup, const Scene& scene, const Camera& camera,
                std::vector<PictureLabel>& labels) {
  const std::optional<SeenCamera> seen = seen_camera(setup, scene);
  if (!seen) return;
  const Vec3f at = camera.project(seen->position, image.width, image.height);
  if (!(at.z > 0) || at.x < 0 || at.y < 0 || at.x >= static_cast<float>(image.width) ||
      at.y >= static_cast<float>(image.height)) {
    return;
  }
  draw_camera(image, *seen, camera, colour_of(kCamera));
  labels.push_back({at.x, at.y, "camera", colour_of(kCamera), true});
}

SetupPicture bodies(const Setup& setup, const Camera& camera, int width, int height) {
  SetupPicture picture = setup.dimensions == 2 ? flat_setup_picture(setup, camera, width, height)
                                               : setup_picture(setup, camera, width, height);
  draw_domain(picture, setup, camera);
  return picture;
}

// What the scene's camera sees, small, in the lower right corner.
void add_inset(Image& image, const Setup& setup, const Scene& scene, const Lettering& letters, LabelLayout& layout) {
  const int margin = letters.size() / 2, width = image.width * 22 / 100;
  const int height = std::min(image.height / 3, width * scene.picture.height / scene.picture.width);
  const Camera camera = scene_camera(*scene.picture.camera, setup.frame);
  SetupPicture inset = bodies(setup, camera, width, height);
  draw_overlay(inset.image, setup.drawn, camera);
  const int x = image.width - margin - width, y = image.height - margin - height;
  draw_rectangle(image, x - 1, y - 1, width + 2, height + 2, colour_of(kCamera));
  paste(image, inset.image, x, y);
  letters.draw(image, x, y - letters.size() / 3, "through the camera", colour_of(kCamera));
  layout.keep_free({x - 1, y - letters.size() - 4, width + 2, height + letters.size() + 6});
}

}  // namespace

Preview::Preview(Setup setup, const Scene& scene) : setup_(std::move(setup)), scene_(scene) {}

Image Preview::picture(const PreviewOptions& options) const {
  const Camera camera = camera_of(setup_, scene_, options);
  SetupPicture picture = bodies(setup_, camera, options.width, options.height);
  Image& image = picture.image;
  draw_overlay(image, setup_.drawn, camera);
  draw_arrows(image, setup_.arrows, camera);
  const Lettering letters(letter_size(options.height));
  LabelLayout layout(options.width, options.height, picture.busy);
  std::vector<PictureLabel> labels = labels_in(setup_, camera, image);
  if (options.view != PreviewView::camera) {
    add_camera(image, setup_, scene_, camera, labels);
    if (has_inset(setup_, scene_, options)) add_inset(image, setup_, scene_, letters, layout);
    draw_sizes(image, setup_, camera, letters, layout);
  }
  draw_head(image, setup_, scene_, letters, layout);
  draw_foot(image, setup_, letters, layout);
  draw_labels(image, labels, letters, layout);
  return std::move(picture.image);
}

}  // namespace weir::render
