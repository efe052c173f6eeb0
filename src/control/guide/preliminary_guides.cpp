// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/preliminary_guides.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "control/guide/animated_input.h"
#include "control/guide/guide_files.h"
#include "control/guide/guide_input.h"
#include "control/guide/guide_settings.h"
#include "grid/liquid/flip.h"
#include "scene/move_scene.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/base/version.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/sim/solver_kind.h"

namespace weir::guide {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr size_t kFramesAtOnce = 8;

// A frame of a run: volumes of a grid solver, or particles.
class CoarseRun {
 public:
  CoarseRun(const DirectorPart& part, const fs::path& folder) : folder_(folder) {
    if (!folder_.holds_a_run()) {
      throw InputError(part.location(".run"), fmt::format("there is no run in {}", folder_.path().string()));
    }
    record_ = cache::read_run_record(folder_.run_json());
    scene_ = cache::scene_of_run(folder_.run_json());
    check(part);
  }

  const cache::RunRecord& record() const { return record_; }

  GuideInput read(int frame) const {
    const fs::path file = folder_.volumes(frame);
    if (fs::exists(file)) {
      const std::vector<Volume> volumes = cache::read_volumes_vdb(file, scene_.origin);
      const auto find = [&](const char* name) {
        return std::find_if(volumes.begin(), volumes.end(), [&](const Volume& v) { return v.name == name; });
      };
      const auto surface = find("surface"), velocity = find("velocity");
      if (surface != volumes.end() && velocity != volumes.end()) {
        return input_of_volumes(*surface, *velocity, scene_.dimensions);
      }
    }
    return input_of_particles(cache::read_particles(folder_.particles(frame), nullptr, scene_.origin), space(),
                              scene_.solver.spacing);
  }

  // The grid that its liquid lies on, or would.
  grid::GridSpace space() const { return grid::flip_space(scene_); }

 private:
  void check(const DirectorPart& part) const {
    const Scene& scene = part.scene;
    const auto refuse = [&](const std::string& why) {
      throw InputError(part.location(), fmt::format("the run in {} {}", folder_.path().string(), why));
    };
    if (is_smoke(scene_)) refuse("is of smoke, which guides no liquid");
    if (scene_.dimensions != scene.dimensions) {
      refuse(fmt::format("is {}D and the scene is {}D", scene_.dimensions, scene.dimensions));
    }
    if (!(scene_.origin == scene.origin)) {
      const auto text = [](const Vec3d& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); };
      refuse(fmt::format("is counted from {} and the scene from {}; give both scenes the same \"origin\"",
                         text(scene_.origin), text(scene.origin)));
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

  cache::RunFolder folder_;
  cache::RunRecord record_;
  Scene scene_;
};

// Reads frames of what guides, on one thread at a time.
using ReadInput = std::function<GuideInput(int frame)>;

// What guides: how it is read, and where its grid lies.
struct Source {
  std::function<ReadInput()> reader;  // for every thread one
  grid::GridSpace space;
};

// The part must outlive it.
Source source_of(const DirectorPart& part) {
  const Scene& scene = part.scene;
  const auto& settings = part.settings<GuideSettings>();
  if (!settings.shape) {
    const auto run = std::make_shared<CoarseRun>(part, coarse_run_folder(part));
    return {[run]() -> ReadInput { return [run](int frame) { return run->read(frame); }; }, run->space()};
  }
  grid::GridSpace space = grid::flip_space(scene);
  space.cell = settings.cell.value_or(2 * space.cell);
  const auto reader = [&scene, index = part.index, space]() -> ReadInput {
    const auto input = std::make_shared<AnimatedInput>(scene, index, space);
    return [input](int frame) { return input->read(frame); };
  };
  return {reader, space};
}

// Several frames at a time, each on a thread of its own.
void make_frames(const DirectorPart& part, const Source& source, const std::vector<int>& frames,
                 const ProgressSink& sink) {
  const auto& settings = part.settings<GuideSettings>();
  const GuideShape shape = guide_shape(settings, source.space);
  struct Maker {
    std::unique_ptr<GuideSolids> solids;
    ReadInput read;
  };
  std::vector<Maker> makers(std::min(kFramesAtOnce, frames.size()));
  for (Maker& maker : makers) {
    maker = {std::make_unique<GuideSolids>(part.scene, settings.detailed, source.space), source.reader()};
  }
  Progress progress("finding the guide", "frame", frames.front(), frames.back(), sink);
  for (size_t begin = 0; begin < frames.size(); begin += kFramesAtOnce) {
    if (interrupted()) throw Interrupted("stopped");
    const size_t count = std::min(kFramesAtOnce, frames.size() - begin);
    parallel_alone(count, [&](size_t n) {
      const int frame = frames[begin + n];
      const GuideField guide = preliminary_guide(makers[n].read(frame), *makers[n].solids, frame, shape);
      cache::write_volumes_vdb(guide_file(part, frame), volumes_of(guide), part.scene.origin);
    });
    progress.done(frames[begin + count - 1], {});
  }
  progress.finish();
}

fs::path note_of(const DirectorPart& part) { return part.folder / guide_folder(part) / "made_from"; }

bool are_made_from(const DirectorPart& part, const std::string& made_from) {
  return fs::exists(note_of(part)) && read_file(note_of(part)) == made_from;
}

std::vector<int> missing_frames(const DirectorPart& part, bool same) {
  std::vector<int> missing;
  for (int frame = part.scene.frames.first; frame <= part.scene.frames.last; ++frame) {
    if (!same || !fs::exists(guide_file(part, frame))) missing.push_back(frame);
  }
  return missing;
}

void make_guides(const DirectorPart& part, const std::string& made_from, const ProgressSink& progress) {
  const Source source = source_of(part);
  make_folder(part.folder / "guides");
  make_folder(part.folder / guide_folder(part));
  const bool same = are_made_from(part, made_from);
  const std::vector<int> missing = missing_frames(part, same);
  if (missing.empty()) return;
  if (!same) {
    for (int frame : missing) remove_file(guide_file(part, frame));
    write_file(note_of(part), made_from);  // now that no frame is left that was made from anything else
  }
  make_frames(part, source, missing, progress);
}

// What decides whether preliminary guides must be made again; `source`: what guides.
std::string made_from(const DirectorPart& part, const Json& source) {
  const Json all = Json::parse(scene_text(part.scene));
  Json director = all["directors"][part.index], solids = all["solids"], files = Json::array();
  for (const char* later : {"name", "overlap", "strength", "reach", "run", "coarse"}) director.erase(later);
  for (Json& solid : solids) {
    for (const char* shown : {"colour", "visible"}) solid.erase(shown);
  }
  for (const cache::RunRecord::Input& file : cache::input_hashes(part.scene)) files.push_back(file.hash);
  const Json json{{"weir", kVersion}, {"source", source},        {"guide", director},
                  {"solids", solids}, {"domain", all["domain"]}, {"files", files}};
  return fmt::format("{:016x}", hash_bytes(json.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

// The scene without its guides: what a coarser run of it simulates.
Scene without_guides(const Scene& scene) {
  Scene result = scene;
  std::erase_if(result.directors, [](const DirectorSettings& director) { return director.get<GuideSettings>(); });
  return result;
}

// The scene that is run first; none when the guide names a run or a shape.
std::optional<Scene> coarse_scene(const DirectorPart& part) {
  const auto& settings = part.settings<GuideSettings>();
  if (settings.refine) {
    Scene coarse = without_guides(part.scene);
    coarse.solver.spacing *= *settings.refine;
    return coarse;
  }
  if (!settings.coarse) return {};
  const fs::path file = settings.coarse->path;
  if (!fs::exists(file)) {
    throw InputError(part.location(".coarse"), fmt::format("there is no file {}", file.string()));
  }
  Scene coarse = counted_from(load_scene(file), part.scene.origin);
  for (const DirectorSettings& director : coarse.directors) {
    if (director.get<GuideSettings>()) {
      throw InputError(part.location(".coarse"),
                       fmt::format("{} is guided itself; a coarse scene must not be", file.string()));
    }
  }
  return coarse;
}

}  // namespace

void plan_guides(const DirectorPart& part, PlanBuilder& plan) {
  const auto& settings = part.settings<GuideSettings>();
  std::vector<std::string> needs;
  Json source;
  if (std::optional<Scene> coarse = coarse_scene(part)) {
    needs.push_back(plan.add_run({.scene = std::move(*coarse),
                                  .folder = guide_folder(part) + "/run",
                                  .task = "simulating the coarse run",
                                  .follows = true}));
    source = plan.made_from(needs.back());
  } else if (settings.run) {
    source = fmt::format("{:016x}", CoarseRun(part, settings.run->folder).record().fingerprint());
  } else {
    source = {{"cell", settings.cell.value_or(2 * grid::flip_space(part.scene).cell)},
              {"last", part.scene.frames.last}};
  }
  const std::string from = made_from(part, source);
  plan.add({.name = guide_folder(part),
            .kind = "guide",
            .folder = part.folder / guide_folder(part),
            .needs = std::move(needs),
            .made_from = from,
            .measure = [] { return StepSize{}; },
            .is_made = [part, from] { return are_made_from(part, from) && missing_frames(part, true).empty(); },
            .make =
                [part, from](const ProgressSink& progress) {
                  make_guides(part, from, progress);
                  return std::string();
                }});
}

}  // namespace weir::guide
