// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/recordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/files.h"
#include "base/hash.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "control/templates/director/find_template.h"
#include "control/templates/director/templates_settings.h"
#include "control/templates/library/library.h"
#include "scene/blocks.h"
#include "scene/move_scene.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"

namespace weir::templates {

namespace fs = std::filesystem;

namespace {

fs::path note_file(const fs::path& run_folder, const std::string& name) {
  return run_folder / "recordings" / (name + ".json");
}

int first_of(const RecordingSettings& recording, const Scene& recorded) {
  return recording.first.value_or(recorded.frames.first);
}
int last_of(const RecordingSettings& recording, const Scene& recorded) {
  return recording.last.value_or(recorded.frames.last);
}

// What decides whether a template must be made again; `run`: the same of the run that is recorded.
std::string made_from(const RecordingSettings& recording, const std::string& run, int first, int last) {
  Json settings = block_of<RecordingSettings>().write(&recording);
  settings["first"] = first;
  settings["last"] = last;
  settings.erase("scene");  // what it simulates matters, not where it lies
  const Json json{{"recording", settings}, {"run", run}};
  return fmt::format("{:016x}", hash_bytes(json.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

// A template to be made: of which run, into which file.
struct Wanted {
  RecordingSettings recording;
  int first = 0, last = 0;  // frames of the run
  std::string made_from;
  fs::path run, file, note;
  Vec3d origin;  // of the run
  DrawTemplate thumbnail;

  // The note of a template that was made.
  std::string note_text(const Template& made) const {
    const Json json{{"made_from", made_from}, {"content", fmt::format("{:016x}", content_of(made))}};
    return json.dump(2) + "\n";
  }

  bool is_made() const {
    try {
      return fs::exists(file) && fs::exists(note) && read_file(note) == note_text(*open_template(file));
    } catch (const InputError&) {
      return false;
    }
  }

  // The note goes before and comes after: a kill in between leaves none.
  void make(const ProgressSink& progress) const {
    if (is_made()) return;
    remove_file(note);
    Recording wanted{.metadata = metadata_of_run(run),
                     .region = recording.region,
                     .frames = std::vector<int>(static_cast<size_t>(last - first) + 1),
                     .thumbnail = thumbnail,
                     .progress = progress};
    std::iota(wanted.frames.begin(), wanted.frames.end(), first);
    wanted.metadata.name = recording.name;
    wanted.metadata.tags = recording.tags;
    record_template(file, cache::ParticleSequence(run, origin), wanted);
    make_folder(note.parent_path());
    write_file(note, note_text(*open_template(file)));
  }
};

fs::path settled(const fs::path& file) {
  std::error_code ignored;
  const fs::path result = fs::weakly_canonical(file, ignored);
  return result.empty() ? file : result;
}

// What would only be found when the recording is made: whether the directors can use it.
void check_uses(const Scene& scene, const RecordingSettings& recording, const Scene& recorded,
                std::vector<Problem>& problems) {
  const std::string& name = recording.name;
  const int frames = last_of(recording, recorded) - first_of(recording, recorded) + 1;
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const auto* director = scene.directors[i].get<TemplatesSettings>();
    for (size_t n = 0; director && n < director->instances.size(); ++n) {
      const TemplateInstance& instance = director->instances[n];
      if (instance.source != name) continue;
      const std::string location = location_in(scene, fmt::format("directors[{}].instances[{}]", i, n));
      const double first = instance.first.value_or(1), last = instance.last.value_or(frames);
      if (recorded.dimensions != scene.dimensions) {
        problems.push_back({location, fmt::format("the recording \"{}\" is {}D and the scene is {}D", name,
                                                  recorded.dimensions, scene.dimensions)});
      } else if (first < 1 || last > frames || first >= last) {
        problems.push_back(
            {location, fmt::format("frames {} to {} are not in the recording \"{}\", which has frames 1 to "
                                   "{}",
                                   first, last, name, frames)});
      }
    }
  }
}

// Of a scene that is recorded for this one, read; InputError when that cannot be, or waits for this one.
Scene recorded_scene(const Scene& scene, size_t index, const std::vector<fs::path>& chain) {
  const fs::path& path = scene.recordings[index].scene->path;
  const std::string location = location_in(scene, fmt::format("recordings[{}].scene", index));
  const fs::path file = settled(path);
  const auto begin =
      std::find_if(chain.begin(), chain.end(), [&](const fs::path& earlier) { return settled(earlier) == file; });
  if (begin != chain.end()) {
    std::string way;
    for (auto at = begin; at != chain.end(); ++at) way += at->filename().string() + " records ";
    throw InputError(location,
                     fmt::format("a scene cannot wait for a recording of itself: {}{}; leave \"scene\" out to "
                                 "record this scene into the library when it is finished",
                                 way, file.filename().string()));
  }
  if (!fs::exists(file)) throw InputError(location, fmt::format("there is no file {}", file.string()));
  return counted_from(load_scene(path), scene.origin);
}

void plan_recording(const Scene& scene, size_t index, Scene recorded, const DrawTemplate& thumbnail,
                    PlanBuilder& plan) {
  const RecordingSettings& recording = scene.recordings[index];
  const std::string folder = "recordings/" + recording.name;
  Wanted wanted{.recording = recording,
                .first = first_of(recording, recorded),
                .last = last_of(recording, recorded),
                .made_from = {},
                .run = plan.folder() / folder,
                .file = recording_file(plan.folder(), recording.name),
                .note = note_file(plan.folder(), recording.name),
                .origin = scene.origin,
                .thumbnail = thumbnail};
  const std::string run = plan.add_run(
      {.scene = std::move(recorded), .folder = folder, .task = fmt::format("simulating \"{}\"", recording.name)});
  wanted.made_from = made_from(recording, plan.made_from(run), wanted.first, wanted.last);
  plan.add({.name = folder + kTemplateExtension,
            .kind = "recording",
            .folder = plan.folder() / "recordings",
            .needs = {run},
            .made_from = wanted.made_from,
            .summary = fmt::format("records    \"{}\" first: frames {} to {} of {}", recording.name, wanted.first,
                                   wanted.last, recording.scene->path.string()),
            .measure = [] { return StepSize{}; },
            .is_made = [wanted] { return wanted.is_made(); },
            .make =
                [wanted, &scene, index](const ProgressSink& progress) {
                  std::vector<Problem> problems;
                  in_scene(scene, fmt::format("recordings[{}]", index), problems, [&] { wanted.make(progress); });
                  if (!problems.empty()) throw InputError(problems);
                  return std::string();
                }});
}

// Into the library, as far as its frames are there.
std::string record_own(const Scene& scene, size_t index, const fs::path& run_folder, const DrawTemplate& thumbnail,
                       const ProgressSink& progress) {
  const RecordingSettings& recording = scene.recordings[index];
  const std::vector<int> frames = cache::RunFolder(run_folder).frames();
  const int from = recording.first.value_or(frames.front()), to = recording.last.value_or(frames.back());
  if (from < frames.front() || to > frames.back() || from > to) {
    return fmt::format("\"{}\" is not recorded: that needs frames {} to {}", recording.name, from, to);
  }
  const Library library(Library::default_folder());
  std::string said;
  std::vector<Problem> problems;
  in_scene(scene, fmt::format("recordings[{}]", index), problems, [&] {
    const cache::RunRecord record = cache::read_run_record(cache::RunFolder(run_folder).run_json());
    const Wanted wanted{.recording = recording,
                        .first = from,
                        .last = to,
                        .made_from = made_from(recording, fmt::format("{:016x}", record.fingerprint()), from, to),
                        .run = run_folder,
                        .file = library.file_for(recording.name, true),
                        .note = note_file(run_folder, recording.name),
                        .origin = scene.origin,
                        .thumbnail = thumbnail};
    wanted.make(progress);
    said = fmt::format("\"{}\" is in {}", recording.name, wanted.file.string());
  });
  if (!problems.empty()) throw InputError(problems);
  return said;
}

}  // namespace

void plan_recordings(const Scene& scene, const DrawTemplate& thumbnail, PlanBuilder& plan) {
  std::vector<Problem> problems;
  const auto plan_one = [&](size_t i) {
    const RecordingSettings& recording = scene.recordings[i];
    Scene recorded = recorded_scene(scene, i, plan.chain());
    const std::string problem = recording_problem(recording, recorded);
    if (!problem.empty()) throw InputError(location_in(scene, fmt::format("recordings[{}]", i)), problem);
    check_uses(scene, recording, recorded, problems);
    if (problems.empty()) plan_recording(scene, i, std::move(recorded), thumbnail, plan);
  };
  for (size_t i = 0; i < scene.recordings.size(); ++i) {
    if (!scene.recordings[i].scene) continue;
    try {
      plan_one(i);
    } catch (const InputError& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw InputError(problems);
}

void plan_own_recordings(const Scene& scene, const std::string& run, const DrawTemplate& thumbnail, PlanBuilder& plan) {
  for (size_t i = 0; i < scene.recordings.size(); ++i) {
    const RecordingSettings& recording = scene.recordings[i];
    if (recording.scene) continue;
    const int first = first_of(recording, scene), last = last_of(recording, scene);
    plan.add({.name = "library/" + recording.name + kTemplateExtension,
              .kind = "recording",
              .folder = Library::default_folder(),
              .needs = {run},
              .made_from = made_from(recording, plan.made_from(run), first, last),
              .summary = fmt::format("records    \"{}\" at the end: frames {} to {}, into the library {}",
                                     recording.name, first, last, Library::default_folder().string()),
              .measure = [] { return StepSize{}; },
              .is_made = [] { return false; },  // the step itself finds out: it depends on the frames there are
              .make = [&scene, i, folder = plan.folder(), thumbnail](
                          const ProgressSink& progress) { return record_own(scene, i, folder, thumbnail, progress); }});
  }
}

void check_room_in_library(const Scene& scene, const fs::path& run_folder) {
  const Library library(Library::default_folder());
  for (size_t i = 0; i < scene.recordings.size(); ++i) {
    const RecordingSettings& recording = scene.recordings[i];
    if (recording.scene || !library.has(recording.name)) continue;
    if (is_source_of_run(library.find(recording.name).source, run_folder)) continue;
    throw InputError(location_in(scene, fmt::format("recordings[{}]", i)),
                     fmt::format("the library {} holds a template \"{}\" that was not recorded in this folder; rename "
                                 "or remove that, or choose another name",
                                 library.folder().string(), recording.name));
  }
}

}  // namespace weir::templates
