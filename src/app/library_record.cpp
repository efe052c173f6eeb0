// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir library record and import: templates from a run's particles, or from those of another simulator.

#include <fmt/format.h>

#include <charconv>

#include "app/frame_list.h"
#include "app/library_verbs.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "control/templates/library/record_template.h"
#include "render/flat/template_picture.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string path, name, region, box, frames, library, progress = "auto";
  std::vector<std::string> tags;
  double rate = 24, spacing = 0, density = 1000;
  bool overwrite = false;
};

// "x0,y0,z0,x1,y1,z1": two opposite corners.
TemplateRegion region_of_box(const std::string& text) {
  double number[6];
  const char* at = text.data();
  const char* end = at + text.size();
  size_t count = 0;
  for (; count < 6; ++count) {
    while (at != end && *at == ' ') ++at;
    const auto [stop, error] = std::from_chars(at, end, number[count]);
    if (error != std::errc() || (count < 5 && (stop == end || *stop != ','))) break;
    at = count < 5 ? stop + 1 : stop;
  }
  if (count < 6 || at != end) {
    throw InputError("--box", fmt::format("must be two corners like 0,0,0,1,1,1, but is \"{}\"", text));
  }
  Box3d box;
  box.include(Vec3d{number[0], number[1], number[2]});
  box.include(Vec3d{number[3], number[4], number[5]});
  TemplateRegion region{box.size(), box.centre(), {}};
  // Flat liquid has no depth that could be given.
  if (region.size.z == 0) region.size.z = 1;
  if (!(min_component(region.size) > 0)) throw InputError("--box", "its corners must not lie in one plane");
  return region;
}

std::optional<TemplateRegion> chosen_region(const Options& given, const Vec3d& origin) {
  std::optional<TemplateRegion> region;
  if (!given.region.empty()) region = parse_template_region(given.region, "--region");
  if (!given.box.empty()) region = region_of_box(given.box);
  if (region) region->translate -= origin;
  return region;
}

void record(const Options& given, const cache::ParticleSequence& sequence, templates::TemplateMetadata metadata,
            const std::vector<int>& frames) {
  const templates::Library library = chosen_library(given.library);
  metadata.name = given.name;
  metadata.tags = given.tags;
  const fs::path file = library.file_for(given.name, given.overwrite);
  const CatchInterrupts catching;
  templates::record_template(file, sequence,
                             {.metadata = metadata,
                              .region = chosen_region(given, sequence.origin()),
                              .frames = frames,
                              .thumbnail = render::template_thumbnail,
                              .progress = progress_style(given.progress)});
  if (!wants_sentences(given.progress)) return;
  const auto made = library.open(given.name);
  say("\"{}\": {} {} of at most {} particles, {}, in {}\n", given.name, made->frames(),
      made->frames() == 1 ? "frame" : "frames", made->most_particles(), in_bytes(made->bytes()), made->path().string());
}

void record_run(const Options& given) {
  const cache::RunFolder folder{fs::path(given.path)};
  if (!folder.holds_a_run()) {
    throw InputError(given.path, "is not the folder of a run; weir library import takes other particle files");
  }
  const cache::ParticleSequence sequence(folder.path(), cache::scene_of_run(folder.run_json()).origin);
  record(given, sequence, templates::metadata_of_run(folder.path()), listed_frames(given.frames, sequence.frames()));
}

void import_files(const Options& given) {
  cache::ParticleSequence sequence{fs::path(given.path)};
  sequence.count_from(cache::origin_of_particles(sequence.file(sequence.frames().front())));
  const std::vector<int> frames = listed_frames(given.frames, sequence.frames());
  record(given, sequence, templates::metadata_of_sequence(sequence, frames, given.rate, given.spacing, given.density),
         frames);
}

void add_options(Verb& verb, Options& options) {
  verb.option("--name", options.name, "Name of the template").required();
  verb.option("--tags", options.tags, "Words to find it by, like splash,small").separated_by(',');
  verb.option(
      "--region", options.region,
      R"(The box to record, as in scenes: '{"size": [1, 1, 1], "translate": [0, 0.5, 0], "rotate": [0, 45, 0]}')");
  verb.option("--box", options.box, "The same by two corners, x0,y0,z0,x1,y1,z1 (default: all of the liquid)")
      .excludes("--region");
  verb.option("--frames", options.frames, "Frames to record, like 10-48 or 1-96:2 (default: all)");
  verb.flag("--overwrite", options.overwrite, "Replace a template of this name");
  verb.option("--library", options.library, "Folder of the library (default: $WEIR_LIBRARY, or else library)");
  add_progress_option(verb, options.progress);
}

}  // namespace

void add_library_record(Verb& library) {
  Verb verb = library.verb("record", "Record a region of a run as a template");
  auto options = std::make_shared<Options>();
  verb.option("DIR", options->path, "A run's folder").required();
  add_options(verb, *options);
  verb.action([options] { record_run(*options); });
}

void add_library_import(Verb& library) {
  Verb verb = library.verb("import", "Make a template of another simulator's .vdb, .bgeo or .ply files");
  auto options = std::make_shared<Options>();
  verb.option("PATH", options->path, "A folder of particle files, a name with ####, or one file").required();
  add_options(verb, *options);
  verb.option("--rate", options->rate, "Frames a second of the files (default: 24)").positive();
  verb.option("--spacing", options->spacing, "Distance of the particles, in m (default: measured)").positive();
  verb.option("--density", options->density, "Of the liquid, in kg/m3 (default: 1000)").positive();
  verb.action([options] { import_files(*options); });
}

}  // namespace weir::app
