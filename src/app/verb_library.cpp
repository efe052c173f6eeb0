// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir library: the templates that there are, found, looked at, taken out and removed. library_record.cpp makes them.

#include "app/library_verbs.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/say.h"
#include "app/verbs.h"
#include "base/files.h"
#include "control/templates/library/anchors.h"
#include "control/templates/library/template_writer.h"
#include "scene/move_scene.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/progress.h"
#include "weir/cache/sequence.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

std::string in_metres(const Vec3d& size, int dimensions) {
  return dimensions == 2 ? fmt::format("{:.3g} x {:.3g} m", size.x, size.y)
                         : fmt::format("{:.3g} x {:.3g} x {:.3g} m", size.x, size.y, size.z);
}

std::string range(uint64_t least, uint64_t most) {
  const std::string text = short_count(static_cast<double>(most));
  return least == most ? text : short_count(static_cast<double>(least)) + "-" + text;
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

// ---- list

void list(const templates::Library& library, const templates::LibraryFilter& filter) {
  const templates::LibraryList found = library.list(filter);
  // Beside the answer, not in it.
  for (const Problem& problem : found.unreadable) std::fputs(("weir: " + problem.sentence() + "\n").c_str(), stderr);
  if (found.entries.empty()) {
    const bool all = filter.text.empty() && filter.tag.empty();
    say("{}: {}\n", library.folder().string(),
        all ? "no templates; weir library record makes one" : "no template is like that");
    return;
  }
  size_t width = 4;
  for (const templates::LibraryEntry& entry : found.entries) width = std::max(width, entry.name.size());
  say("{:<{}}  {:>2}  {:>6}  {:>5}  {:>13}  {:>9}  {:<22}  {}\n", "name", width, "", "frames", "rate", "particles",
      "disk", "region", "tags");
  for (const templates::LibraryEntry& entry : found.entries) {
    say("{:<{}}  {}D  {:>6}  {:>5.4g}  {:>13}  {:>9}  {:<22}  {}\n", entry.name, width, entry.dimensions, entry.frames,
        entry.rate, range(entry.fewest_particles, entry.most_particles), in_bytes(entry.bytes),
        in_metres(entry.size, entry.dimensions), joined(entry.tags));
  }
}

void add_list(Verb& verbs) {
  Verb verb = verbs.verb("list", "Tell which templates there are");
  auto text = std::make_shared<std::string>(), tag = std::make_shared<std::string>();
  verb.option("TEXT", *text, "Only those with this in their name, a tag or their source");
  verb.option("--tag", *tag, "Only those with this tag");
  const auto folder = add_library_option(verb);
  verb.action([=] { list(chosen_library(*folder), {.text = *text, .tag = *tag, .name = {}}); });
}

// ---- show

void show(const templates::Template& shown) {
  const templates::TemplateMetadata& metadata = shown.metadata();
  const Vec3d &at = metadata.region.translate, &turn = metadata.region.rotate.degrees;
  say("{}: a {}D template\n", metadata.name, metadata.dimensions);
  say("  tags       {}\n", metadata.tags.empty() ? "none" : joined(metadata.tags));
  say("  frames     {}, {:.4g} a second: {:.4g} s\n", shown.frames(), metadata.rate, shown.duration());
  say("  particles  {} a frame, {:.4g} m apart\n", range(shown.fewest_particles(), shown.most_particles()),
      metadata.spacing);
  std::vector<std::string> phases;
  for (const templates::TemplatePhase& phase : metadata.phases)
    phases.push_back(fmt::format("{} ({:.4g} kg/m3)", phase.name, phase.density));
  say("  phases     {}\n", joined(phases));
  say("  region     {}, recorded at [{:.4g}, {:.4g}, {:.4g}] m", in_metres(metadata.region.size, metadata.dimensions),
      at.x, at.y, at.z);
  if (turn != Vec3d{}) say(", turned by [{:.4g}, {:.4g}, {:.4g}] degrees", turn.x, turn.y, turn.z);
  std::vector<std::string> anchors{"centre", "bottom"};
  if (templates::still_level(shown)) anchors.push_back("waterline");
  for (const templates::TemplateAnchor& anchor : metadata.anchors) anchors.push_back(anchor.name);
  say("\n  anchors    {}", joined(anchors));
  say("\n  source     {}, from frame {}", metadata.source, metadata.first_frame);
  say("{}\n", metadata.frame_step > 1 ? fmt::format(", every {} frames", metadata.frame_step) : "");
  say("  disk       {}, {:.3g} bytes a particle and frame\n", in_bytes(shown.bytes()),
      static_cast<double>(shown.bytes()) / static_cast<double>(shown.particle_frames()));
  say("  file       {}\n", shown.path().string());
}

void write_picture(const templates::Template& shown, const fs::path& file) {
  if (file.extension() != ".png")
    throw InputError(file.string(), "the picture is a PNG file; the name must end in .png");
  const std::string picture = shown.thumbnail();
  if (picture.empty()) throw InputError(shown.path().string(), "holds no picture");
  if (file.has_parent_path()) make_folder(file.parent_path());
  write_file(file, picture);
}

void add_show(Verb& verbs) {
  Verb verb = verbs.verb("show", "Tell everything about one template");
  auto name = std::make_shared<std::string>(), picture = std::make_shared<std::string>();
  verb.option("NAME", *name, "Its name").required();
  verb.option("--picture", *picture, "Write its little picture to this PNG file as well");
  const auto folder = add_library_option(verb);
  verb.action([=] {
    const auto shown = chosen_library(*folder).open(*name);
    if (!picture->empty()) write_picture(*shown, *picture);
    show(*shown);
  });
}

// ---- export

void export_frames(const templates::Template& taken, const fs::path& folder, const std::string& format) {
  make_folder(folder);
  const templates::TemplateMetadata& metadata = taken.metadata();
  // One that was recorded far from zero is counted from its own middle.
  const Vec3d middle = metadata.region.translate;
  const bool far = length(middle) > kFarthestSpacings * metadata.spacing;
  const Vec3d origin = far ? middle : Vec3d{};
  TemplateRegion near = metadata.region;
  near.translate -= origin;
  const CatchInterrupts catching;
  const int frames = static_cast<int>(taken.frames());
  Progress progress("exporting", "frame", 1, frames, ProgressStyle::automatic);
  for (int i = 0; i < frames; ++i) {
    if (interrupted()) throw Interrupted("stopped; files written so far are whole");
    const Particles placed = templates::placed_back(*taken.frame(static_cast<size_t>(i)), near);
    const int number = metadata.first_frame + i * metadata.frame_step;
    cache::write_particles(folder / fmt::format("{:04}.{}", number, format), placed,
                           static_cast<float>(metadata.spacing), Precision::compact, cache::Ids::written, origin);
    progress.done(i + 1, {{"particles", static_cast<double>(placed.size())}});
  }
  progress.finish();
  say("{} {} in {}\n", frames, frames == 1 ? "frame is" : "frames are", folder.string());
}

void add_export(Verb& verbs) {
  Verb verb = verbs.verb("export", "Write a template's particles as files, where they were recorded");
  auto name = std::make_shared<std::string>(), to = std::make_shared<std::string>();
  auto format = std::make_shared<std::string>("vdb");
  verb.option("NAME", *name, "Its name").required();
  verb.option("DIR", *to, "Folder for the files, 0001.vdb and so on").required();
  verb.option("--format", *format, "vdb, ply or bgeo (default: vdb)").one_of({"vdb", "ply", "bgeo"});
  const auto folder = add_library_option(verb);
  verb.action([=] { export_frames(*chosen_library(*folder).open(*name), *to, *format); });
}

// ---- remove, rename

void add_remove(Verb& verbs) {
  Verb verb = verbs.verb("remove", "Remove a template for good");
  auto name = std::make_shared<std::string>();
  verb.option("NAME", *name, "Its name").required();
  const auto folder = add_library_option(verb);
  verb.action([=] {
    chosen_library(*folder).remove(*name);
    say("\"{}\" is removed\n", *name);
  });
}

void add_rename(Verb& verbs) {
  Verb verb = verbs.verb("rename", "Give a template another name");
  auto from = std::make_shared<std::string>(), to = std::make_shared<std::string>();
  verb.option("NAME", *from, "Its name").required();
  verb.option("NEW", *to, "The new name").required();
  const auto folder = add_library_option(verb);
  verb.action([=] {
    chosen_library(*folder).rename(*from, *to);
    say("\"{}\" is called \"{}\" now\n", *from, *to);
  });
}

// ---- anchor

void add_anchor(Verb& verbs) {
  Verb verb = verbs.verb("anchor", "Give a template a named point by which scenes place it");
  auto name = std::make_shared<std::string>(), anchor = std::make_shared<std::string>();
  auto at = std::make_shared<Vec3d>();
  verb.option("NAME", *name, "The template's name").required();
  verb.option("ANCHOR", *anchor, "The point's name").required();
  verb.option("X", at->x, "Where it is in the scene that was recorded, in m").required();
  verb.option("Y", at->y, "").required();
  verb.option("Z", at->z, "").required();
  const auto folder = add_library_option(verb);
  verb.action([=] {
    templates::set_anchor(*chosen_library(*folder).open(*name), *anchor, *at);
    say("\"{}\" has the anchor \"{}\" now\n", *name, *anchor);
  });
}

}  // namespace

std::shared_ptr<std::string> add_library_option(Verb& verb) {
  auto folder = std::make_shared<std::string>();
  verb.option("--library", *folder, "Folder of the library (default: $WEIR_LIBRARY, or else library)");
  return folder;
}

templates::Library chosen_library(const std::string& given) { return templates::Library::chosen(fs::path(given)); }

std::string in_bytes(uint64_t bytes) {
  const auto count = static_cast<double>(bytes);
  return count < 1e6 ? fmt::format("{:.1f} kB", count / 1e3) : fmt::format("{:.2f} MB", count / 1e6);
}

void add_library(Verb& app) {
  Verb library = app.verb("library", "Templates, recorded pieces of liquid: list, show, record, import, fit");
  library.require_verb();
  add_list(library);
  add_show(library);
  add_library_record(library);
  add_library_import(library);
  add_library_fit(library);
  add_export(library);
  add_anchor(library);
  add_rename(library);
  add_remove(library);
}

}  // namespace weir::app
