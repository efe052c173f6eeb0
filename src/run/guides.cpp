// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/guides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/numbered_name.h"
#include "base/parallel.h"
#include "base/version.h"
#include "cache/sequence.h"
#include "cache/volumes_vdb.h"
#include "control/guide/animated_input.h"
#include "control/guide/coarse_liquid.h"
#include "control/guide/correspondence.h"
#include "control/guide/guide.h"
#include "control/guide/guide_input.h"
#include "grid/liquid/flip.h"
#include "grid/surface/redistance.h"
#include "grid/tiles/visit_cells.h"
#include "run/run_folder.h"
#include "run/run_record.h"
#include "run/source_run.h"
#include "run/stage.h"
#include "sim/in_scene.h"

namespace weir::run {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr size_t kFramesAtOnce = 8;

const GuideSettings* guide_settings(const Scene& scene, size_t index) {
  return std::get_if<GuideSettings>(&scene.directors[index].kind);
}

std::string place_of(const Scene& scene, size_t index, const char* key = "") {
  return place_in(scene, fmt::format("directors[{}]{}", index, key));
}

fs::path home_of(const fs::path& run_folder, size_t index) { return run_folder / "guides" / std::to_string(index); }

fs::path frame_file(const fs::path& home, int frame) { return home / fmt::format("{:04}.vdb", frame); }

fs::path coarse_run(const Scene& scene, size_t index, const fs::path& run_folder) {
  const GuideSettings& settings = *guide_settings(scene, index);
  return settings.run ? settings.run->folder : home_of(run_folder, index) / "run";
}

std::vector<fs::path> files_behind(const fs::path& file) {
  if (!NumberedName::has_number(file)) return {file};
  std::vector<fs::path> files;
  for (const auto& [number, numbered] : NumberedName(file).files()) files.push_back(numbered);
  return files;
}

// A frame of a run: volumes of a grid solver, or particles.
class CoarseRun {
 public:
  CoarseRun(const Scene& scene, size_t index, const fs::path& folder) : folder_(folder) {
    if (!folder_.holds_a_run()) {
      throw InputError(place_of(scene, index, ".run"), fmt::format("there is no run in {}", folder_.path().string()));
    }
    record_ = read_run_record(folder_.run_json());
    scene_ = scene_of_run(folder_.run_json());
    check(scene, index);
  }

  const RunRecord& record() const { return record_; }

  guide::GuideInput read(int frame) const {
    const fs::path file = folder_.volumes(frame);
    if (fs::exists(file)) {
      const std::vector<Volume> volumes = cache::read_volumes_vdb(file);
      const auto find = [&](const char* name) {
        return std::find_if(volumes.begin(), volumes.end(), [&](const Volume& v) { return v.name == name; });
      };
      const auto surface = find("surface"), velocity = find("velocity");
      if (surface != volumes.end() && velocity != volumes.end()) {
        return guide::input_of_volumes(*surface, *velocity, scene_.dimensions);
      }
    }
    return guide::input_of_particles(cache::read_particles(folder_.particles(frame)), space(), scene_.solver.spacing);
  }

  // The grid that its liquid lies on, or would.
  grid::GridSpace space() const { return grid::flip_space(scene_); }

 private:
  void check(const Scene& scene, size_t index) const {
    const auto refuse = [&](const std::string& why) {
      throw InputError(place_of(scene, index), fmt::format("the run in {} {}", folder_.path().string(), why));
    };
    if (std::holds_alternative<SmokeSettings>(scene_.solver.kind)) refuse("is of smoke, which guides no liquid");
    if (scene_.dimensions != scene.dimensions) {
      refuse(fmt::format("is {}D and the scene is {}D", scene_.dimensions, scene.dimensions));
    }
    if (scene_.frames.rate != scene.frames.rate) {
      refuse(fmt::format("has {} frames a second and the scene {}", scene_.frames.rate, scene.frames.rate));
    }
    const std::vector<int> frames = folder_.frames();
    for (int frame = scene.frames.first; frame <= scene.frames.last; ++frame) {
      if (std::binary_search(frames.begin(), frames.end(), frame)) continue;
      refuse(fmt::format("has no frame {}; the scene needs frames {} to {}", frame, scene.frames.first,
                         scene.frames.last));
    }
  }

  RunFolder folder_;
  RunRecord record_;
  Scene scene_;
};

// Reads frames of what guides, on one thread at a time.
using ReadInput = std::function<guide::GuideInput(int frame)>;

// What guides: how it is read, where its grid lies, and what tells whether it is still the same.
struct Source {
  std::function<ReadInput()> reader;  // for every thread one
  grid::GridSpace space;
  Json identity;
};

Source source_of(const Scene& scene, size_t index, const fs::path& run_folder) {
  const GuideSettings& settings = *guide_settings(scene, index);
  if (!settings.shape) {
    const auto run = std::make_shared<CoarseRun>(scene, index, coarse_run(scene, index, run_folder));
    return {[run]() -> ReadInput { return [run](int frame) { return run->read(frame); }; }, run->space(),
            fmt::format("{:016x}", run->record().fingerprint())};
  }
  grid::GridSpace space = grid::flip_space(scene);
  space.cell = settings.cell.value_or(2 * space.cell);
  const auto reader = [&scene, index, space]() -> ReadInput {
    const auto input = std::make_shared<guide::AnimatedInput>(scene, index, space);
    return [input](int frame) { return input->read(frame); };
  };
  return {reader, space, {{"cell", space.cell}, {"last", scene.frames.last}}};
}

// What decides whether preliminary guides must be made again.
std::string made_from(const Scene& scene, size_t index, const Json& identity) {
  const Json all = Json::parse(scene_text(scene));
  Json director = all["directors"][index], solids = all["solids"], files = Json::array();
  for (const char* later : {"name", "overlap", "strength", "reach", "run", "coarse"}) director.erase(later);
  for (Json& solid : solids) {
    for (const char* shown : {"colour", "visible"}) solid.erase(shown);
  }
  for (const fs::path& named : input_files(scene)) {
    for (const fs::path& file : files_behind(named))
      files.push_back(fmt::format("{:016x}", hash_bytes(read_file(file))));
  }
  const Json json{{"weir", kVersion}, {"source", identity},      {"guide", director},
                  {"solids", solids}, {"domain", all["domain"]}, {"files", files}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Several frames at a time, each on a thread of its own.
void make_frames(const Scene& scene, size_t index, const Source& source, const fs::path& home,
                 const std::vector<int>& frames, ProgressStyle style) {
  const GuideSettings& settings = *guide_settings(scene, index);
  const guide::GuideShape shape = guide::guide_shape(settings, source.space);
  struct Maker {
    std::unique_ptr<guide::GuideSolids> solids;
    ReadInput read;
  };
  std::vector<Maker> makers(std::min(kFramesAtOnce, frames.size()));
  for (Maker& maker : makers) {
    maker = {std::make_unique<guide::GuideSolids>(scene, settings.detailed, source.space), source.reader()};
  }
  const CatchInterrupts catching;
  Progress progress("finding the guide", "frame", frames.front(), frames.back(), style);
  for (size_t begin = 0; begin < frames.size(); begin += kFramesAtOnce) {
    if (interrupted()) throw Interrupted("stopped");
    const size_t count = std::min(kFramesAtOnce, frames.size() - begin);
    parallel_alone(count, [&](size_t n) {
      const int frame = frames[begin + n];
      const guide::GuideField guide = guide::preliminary_guide(makers[n].read(frame), *makers[n].solids, frame, shape);
      cache::write_volumes_vdb(frame_file(home, frame), guide::volumes_of(guide));
    });
    progress.done(frames[begin + count - 1], {});
  }
  progress.finish();
}

// By the stats of a coarse run; a shape that moves has any volume.
guide::GuideAmount amount_of(const Scene& scene, size_t index, const fs::path& run_folder) {
  std::map<int, double> amounts;
  if (!guide_settings(scene, index)->shape) {
    const RunFolder folder(coarse_run(scene, index, run_folder));
    const double spacing = read_run_record(folder.run_json()).scene["solver"]["spacing"].get<double>();
    for (const std::string& line : folder.read_stats()) {
      const Json stats = Json::parse(line, nullptr, false);
      const auto is_number = [&](const char* key) { return stats.contains(key) && stats[key].is_number(); };
      if (!stats.is_object() || !is_number("frame") || !is_number("particles")) continue;
      const double counted = stats["particles"].get<double>() * std::pow(spacing, scene.dimensions);
      const double amount = stats.contains("solver") ? stats["solver"].value("amount", 0.0) : 0.0;
      amounts[stats["frame"].get<int>()] = std::max(counted, amount);
    }
  }
  return [amounts](int frame) -> std::optional<double> {
    const auto found = amounts.find(frame);
    return found == amounts.end() ? std::nullopt : std::optional(found->second);
  };
}

void make_guide(const Scene& scene, size_t index, const fs::path& run_folder, ProgressStyle progress) {
  if (const std::optional<Scene> coarse = coarse_scene(scene, index)) {
    provide_run(*coarse, coarse_run(scene, index, run_folder),
                {.task = "simulating the coarse run", .progress = progress});
  }
  const Source source = source_of(scene, index, run_folder);
  const fs::path home = home_of(run_folder, index), note = home / "made.json";
  make_folder(home);
  const std::string from = made_from(scene, index, source.identity);
  const bool same = fs::exists(note) && read_file(note) == from;
  std::vector<int> missing;
  for (int frame = scene.frames.first; frame <= scene.frames.last; ++frame) {
    if (!same || !fs::exists(frame_file(home, frame))) missing.push_back(frame);
  }
  if (missing.empty()) return;
  if (!same) {
    for (int frame : missing) remove_file(frame_file(home, frame));
    write_file(note, from);  // now that no frame is left that was made from anything else
  }
  make_frames(scene, index, source, home, missing, progress);
}

}  // namespace

std::optional<Scene> coarse_scene(const Scene& scene, size_t index) {
  const GuideSettings& settings = *guide_settings(scene, index);
  if (settings.refine) {
    Scene coarse = without_guides(scene);
    coarse.solver.spacing *= *settings.refine;
    return coarse;
  }
  if (!settings.coarse) return {};
  const fs::path file = settings.coarse->path;
  if (!fs::exists(file)) {
    throw InputError(place_of(scene, index, ".coarse"), fmt::format("there is no file {}", file.string()));
  }
  Scene coarse = load_scene(file);
  for (const DirectorSettings& director : coarse.directors) {
    if (std::holds_alternative<GuideSettings>(director.kind)) {
      throw InputError(place_of(scene, index, ".coarse"),
                       fmt::format("{} is guided itself; a coarse scene must not be", file.string()));
    }
  }
  return coarse;
}

Scene without_guides(const Scene& scene) {
  Scene result = scene;
  std::erase_if(result.directors,
                [](const DirectorSettings& director) { return std::holds_alternative<GuideSettings>(director.kind); });
  return result;
}

void make_guides(const Scene& scene, const fs::path& run_folder, ProgressStyle progress) {
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    if (!guide_settings(scene, i)) continue;
    make_folder(run_folder / "guides");
    const RunLock lock(run_folder / "guides");
    make_guide(scene, i, run_folder, progress);
  }
}

std::unique_ptr<Director> open_guide(const Scene& scene, size_t index, const fs::path& run_folder) {
  const fs::path home = home_of(run_folder, index);
  const int dimensions = scene.dimensions;
  guide::ReadGuide read = [home, dimensions](int frame) {
    const fs::path file = frame_file(home, frame);
    if (!fs::exists(file)) throw InputError(file.string(), "is missing; run the scene again with --overwrite");
    return std::make_shared<const guide::GuideField>(guide::guide_of(cache::read_volumes_vdb(file), dimensions));
  };
  const grid::GridSpace space = read(scene.frames.first)->space;
  return guide::make_guide_director(scene, index, space, std::move(read), amount_of(scene, index, run_folder));
}

double distance_from_input(const Scene& scene, size_t index, const fs::path& run_folder, int frame,
                           const Particles& liquid) {
  const fs::path file = frame_file(home_of(run_folder, index), frame);
  const guide::GuideField guide = guide::guide_of(cache::read_volumes_vdb(file), scene.dimensions);
  guide::GuideSolids solids(scene, guide_settings(scene, index)->detailed, guide.space);
  std::vector<Vec3i> coordinates = guide::tiles_of_particles(guide.space, liquid.position);
  coordinates.insert(coordinates.end(), guide.tiles.coordinates().begin(), guide.tiles.coordinates().end());
  grid::Tiles tiles;
  const std::vector<float> solid = solids.distance(frame, std::move(coordinates), tiles);
  const double share = std::pow(scene.solver.spacing / guide.space.cell, scene.dimensions);
  std::vector<float> surface = guide::coarse_liquid(guide.space, tiles, liquid.position, share);
  grid::march_distance(tiles, 1, 2, surface);
  const float far = guide::guide_shape(*guide_settings(scene, index), guide.space).mask;
  return guide::correspondence(tiles, surface, grid::moved_to(guide.tiles, guide.input, tiles, far), solid).distance;
}

double guide_divergence(const Scene& scene, size_t index, const fs::path& run_folder, int frame) {
  const guide::GuideField guide =
      guide::guide_of(cache::read_volumes_vdb(frame_file(home_of(run_folder, index), frame)), scene.dimensions);
  const grid::Tiles& tiles = guide.tiles;
  double made = 0, flow = 0;
  for (size_t t = 0; t < tiles.size(); ++t) {
    grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
      if (guide.distance[i] > -1) return;
      const Vec3i cell = tiles.first_cell(t) + Vec3i{x, y, z};
      float sum = 0;
      for (int axis = 0; axis < scene.dimensions; ++axis) {
        const std::vector<float>& face = guide.velocity.face[static_cast<size_t>(axis)];
        const size_t above = tiles.cell(cell + Vec3i{axis == 0, axis == 1, axis == 2});
        sum += face[above] - face[i];
        flow += 0.5 * static_cast<double>(std::abs(face[above]) + std::abs(face[i]));
      }
      made += static_cast<double>(std::abs(sum));
    });
  }
  return made / std::max(flow, 1e-30);
}

std::vector<UsedGuide> used_guides(const Scene& scene, const fs::path& run_folder) {
  std::vector<UsedGuide> used;
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const GuideSettings* settings = guide_settings(scene, i);
    if (!settings || !settings->coarse) continue;
    const fs::path run = coarse_run(scene, i, run_folder);
    used.push_back(
        {fmt::format("directors[{}]: coarse run", i), read_run_record(RunFolder(run).run_json()).fingerprint()});
  }
  return used;
}

}  // namespace weir::run
