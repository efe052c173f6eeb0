// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir render DIR: pictures of a run, a film, a contact sheet, and two runs side by side.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "app/frame_list.h"
#include "app/picture_size.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "app/verbs.h"
#include "base/files.h"
#include "cache/run_record.h"
#include "render/flat/legend.h"
#include "render/pictures/film.h"
#include "render/pictures/made_from.h"
#include "render/pictures/sheet.h"
#include "render/pictures/shown_run.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/base/version.h"
#include "weir/render/pictures/run_renderer.h"
#include "weir/scene/reader.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string path, beside, scene, folder, frames, style, size, colour, look, sheet, progress = "auto";
  int samples = 0, threads = 0;
  double rate = 0;
  bool film = false, with_sheet = false, overlay = false;

  // A sheet alone needs only its own pictures.
  bool single_pictures() const { return film || !with_sheet; }
};

constexpr size_t kUsualSheet = 12, kLargestSheet = 400;

size_t sheet_count(const Options& options, size_t listed) {
  if (options.sheet.empty()) return options.frames.empty() ? kUsualSheet : listed;
  size_t count = 0;
  const char* end = options.sheet.data() + options.sheet.size();
  const auto [stop, error] = std::from_chars(options.sheet.data(), end, count);
  if (error != std::errc() || stop != end || count < 1 || count > kLargestSheet) {
    throw InputError("--sheet", fmt::format("must be a number of pictures from 1 to {}, but is \"{}\"", kLargestSheet,
                                            options.sheet));
  }
  return count;
}

render::RenderOptions render_options(const Options& options) {
  render::RenderOptions to_render{.scene = options.scene, .beside = options.beside, .overlay = options.overlay};
  if (!options.size.empty()) {
    const PictureSize size = picture_size(options.size);
    to_render.width = size.width;
    to_render.height = size.height;
  }
  if (options.samples > 0) to_render.samples = options.samples;
  if (options.style == "surface") to_render.style = PictureStyle::surface;
  if (options.style == "particles") to_render.style = PictureStyle::particles;
  if (options.colour == "speed") to_render.colour_by = ColourBy::speed;
  if (options.colour == "phase") to_render.colour_by = ColourBy::phase;
  if (options.colour == "role") to_render.colour_by = ColourBy::role;
  if (options.colour == "paint") to_render.colour_by = ColourBy::paint;
  if (options.colour == "heat") to_render.colour_by = ColourBy::heat;
  const std::vector<std::string> looks = look_names();
  const auto look = std::find(looks.begin(), looks.end(), options.look);
  if (look != looks.end()) to_render.look = static_cast<Look>(look - looks.begin());
  return to_render;
}

class Output {
 public:
  Output(const Options& options, const render::RunRenderer& show, size_t sheet_pictures)
      : folder_(options.folder.empty() ? default_folder(options, show) : fs::path(options.folder)),
        show_(show),
        provenance_(provenance_of(show.home())),
        rate_(options.rate > 0 ? options.rate : show.rate()),
        sheet_pictures_(sheet_pictures),
        single_(options.single_pictures()) {
    make_folder(single_ ? images() : folder_);
  }

  fs::path images() const { return folder_ / "images"; }
  fs::path image(int frame) const { return images() / fmt::format("{:04}.png", frame); }
  fs::path film() const { return folder_ / "preview.mp4"; }
  fs::path sheet() const { return folder_ / "sheet.png"; }

  // True where the picture is there already, as it would be made.
  bool is_up_to_date(int frame, const std::string& made_from) const {
    return single_ && !made_from.empty() && render::png_text(image(frame), render::kMadeFrom) == made_from;
  }
  render::Image read(int frame) const { return render::read_png(image(frame)); }

  void add(int frame, const render::Image& picture, const std::string& made_from) {
    if (!single_) return;
    render::PngText text = provenance_;
    if (!made_from.empty()) text.emplace_back(render::kMadeFrom, made_from);
    render::write_png(image(frame), picture, text);
  }
  void add_to_film(const render::Image& picture, int times) {
    if (!film_) film_.emplace(film(), picture.width, picture.height, rate_);
    for (int n = 0; n < times; ++n) film_->add(picture);
  }
  void add_to_sheet(int frame, const render::Image& picture) {
    if (!sheet_) {
      sheet_.emplace(show_.title(), sheet_pictures_, picture.width, picture.height, show_.legend());
    }
    sheet_->add(picture, show_.caption(frame));
  }
  void finish() {
    if (film_) film_->finish();
    if (sheet_) render::write_png(sheet(), sheet_->image(), provenance_);
  }

 private:
  static fs::path default_folder(const Options& options, const render::RunRenderer& show) {
    // A comparison is not to take the place of the run's own pictures.
    return options.beside.empty() ? show.home() : show.home() / "beside";
  }
  // What made a picture, so that scripts/gallery.sh can tell whether it is out of date.
  static render::PngText provenance_of(const fs::path& home) {
    const fs::path record = home / "run.json";
    const fs::path scene = fs::exists(record) ? fs::path(cache::read_run_record(record).scene_file) : fs::path();
    return {{"Software", std::string("weir ") + kVersion},
            {"Commit", kCommit},
            {"Source", (scene.empty() ? home : scene).filename().string()}};
  }

  fs::path folder_;
  const render::RunRenderer& show_;
  render::PngText provenance_;
  double rate_;
  size_t sheet_pictures_;
  bool single_;
  std::optional<render::Film> film_;
  std::optional<render::ContactSheet> sheet_;
};

void report(const Options& options, const Output& output, size_t pictures, size_t up_to_date) {
  if (!wants_sentences(options.progress)) return;
  if (options.single_pictures()) {
    say("{} {} in {}{}\n", pictures, pictures == 1 ? "picture" : "pictures", output.images().string(),
        up_to_date > 0
            ? fmt::format(", {} up to date already", up_to_date == pictures ? "all" : fmt::format("{}", up_to_date))
            : "");
  }
  if (options.film) say("a film in {}\n", output.film().string());
  if (options.with_sheet) say("a sheet in {}\n", output.sheet().string());
}

// A film keeps its speed when frames are left out: their pictures stand until the next one comes.
int frames_shown(const std::vector<int>& frames, size_t i) {
  if (i + 1 < frames.size()) return frames[i + 1] - frames[i];
  return i > 0 ? frames[i] - frames[i - 1] : 1;
}

// Makes the pictures of `frames`, those `on_sheet` for the sheet too, and tells how many were there already.
size_t make_pictures(const Options& options, render::RunRenderer& show, const std::vector<int>& frames,
                     const std::vector<int>& on_sheet, Output& output) {
  size_t up_to_date = 0;
  Progress progress("rendering", "picture", 1, static_cast<int>(frames.size()), progress_style(options.progress));
  for (size_t i = 0; i < frames.size(); ++i) {
    if (interrupted()) throw Interrupted("stopped; pictures written so far are whole");
    const int frame = frames[i];
    const bool for_sheet = std::find(on_sheet.begin(), on_sheet.end(), frame) != on_sheet.end();
    const std::string made_from = show.made_from(frame);
    // On a sheet they stand without their legends.
    const bool can_keep = (!for_sheet || show.legend().empty()) && output.is_up_to_date(frame, made_from);
    render::Image picture;
    if (!can_keep) picture = show.bare_picture(frame);
    if (can_keep && (for_sheet || options.film)) picture = output.read(frame);
    if (for_sheet) output.add_to_sheet(frame, picture);
    if (!can_keep) {
      show.add_legend(picture);
      output.add(frame, picture, made_from);
    }
    if (options.film) output.add_to_film(picture, frames_shown(frames, i));
    up_to_date += can_keep ? 1 : 0;
    progress.done(static_cast<int>(i) + 1, {{"frame", static_cast<double>(frame)}});
  }
  return up_to_date;
}

// `weir preview -o` takes a picture's name; here that would be a folder of such a name.
void refuse_picture_names(const Options& options) {
  const fs::path name = options.folder;
  if (name.extension() != ".png" && name.extension() != ".mp4") return;
  const fs::path folder = name.parent_path() / name.stem();
  throw InputError("--output",
                   fmt::format("names a folder, not a file: give \"{}\", and {} is made in it", folder.string(),
                               options.with_sheet ? "sheet.png"
                               : options.film     ? "preview.mp4"
                                                  : "images/"));
}

void render(const Options& options) {
  refuse_picture_names(options);
  const ThreadLimit limit(options.threads);
  render::RunRenderer show(options.path, render_options(options));
  const std::vector<int> listed = listed_frames(options.frames, show.frames());
  std::vector<int> on_sheet;
  if (options.with_sheet) on_sheet = render::evenly_chosen(listed, sheet_count(options, listed.size()));
  const std::vector<int>& frames = options.single_pictures() ? listed : on_sheet;
  Output output(options, show, on_sheet.size());
  const CatchInterrupts catching;
  const size_t up_to_date = make_pictures(options, show, frames, on_sheet, output);
  output.finish();
  report(options, output, frames.size(), up_to_date);
}

// In `--sheet DIR` the folder is not meant to be the number of pictures.
void sort_out_sheet(Options& options) {
  if (options.path.empty()) std::swap(options.path, options.sheet);
  if (options.path.empty()) throw InputError("", "DIR is required; weir render --help tells what can be given");
}

}  // namespace

void add_render(Verb& app) {
  Verb verb = app.verb("render", "Make pictures of a run: frames, a film, a contact sheet");
  auto options = std::make_shared<Options>();
  verb.option("DIR", options->path, "A run's folder, or particle files: a folder, a name with ####, or one file");
  verb.option("--style", options->style, "surface (lit water) or particles (fast); default: as the scene says")
      .one_of({"surface", "particles"});
  verb.option("--frames", options->frames, "Like 1-48, 1-48:5 or 1,10,20 (default: all)");
  verb.option("--size", options->size, "Of a picture, like 640x360");
  verb.option("--samples", options->samples, "Light paths a pixel of a surface picture").between(1, 65536);
  verb.option("--colour", options->colour, "What colours show: speed, phase, role, paint or heat")
      .one_of({"speed", "phase", "role", "paint", "heat"});
  verb.option("--look", options->look, "Light and ground of surface pictures: " + either(look_names()))
      .one_of(look_names());
  verb.flag("--overlay", options->overlay, "Show what templates and rigs do, over the liquid as particles")
      .excludes("--style");
  verb.option("--scene", options->scene, "A scene file whose camera, colours and other looks are taken instead");
  verb.flag("--film", options->film, "Also a film, DIR/preview.mp4");
  verb.option("--rate", options->rate, "Frames a second of the film (default: the scene's); more plays it faster")
      .between(0.1, 1000.0)
      .needs("--film");
  const Option sheet = verb.option("--sheet", options->sheet,
                                   "A contact sheet, DIR/sheet.png, of N pictures (default 12), instead of frames")
                           .value_optional("[N]");
  verb.option("--beside", options->beside, "Show this other run on the right, with the same camera");
  verb.option("-o,--output", options->folder, "Folder for images/, preview.mp4 and sheet.png (default: DIR)");
  verb.option("--threads", options->threads, "How many threads (default: all cores); the pictures are the same")
      .between(0, 4096);
  add_progress_option(verb, options->progress);
  verb.action([options, sheet] {
    options->with_sheet = sheet.given();
    sort_out_sheet(*options);
    render(*options);
  });
}

}  // namespace weir::app
