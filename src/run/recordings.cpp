// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/recordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/files.h"
#include "control/templates/library/library.h"
#include "run/guides.h"
#include "run/run_folder.h"
#include "run/run_record.h"
#include "run/scene_templates.h"
#include "run/source_run.h"
#include "run/stage.h"
#include "scene/blocks.h"
#include "sim/in_scene.h"

namespace weir::run {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const fs::path& run_folder, const RecordingSettings& recording) {
  return run_folder / "recordings" / recording.name;
}

fs::path made_from_file(const fs::path& run_folder, const RecordingSettings& recording) {
  return run_folder / "recordings" / (recording.name + ".json");
}

// What decides whether a template must be made again.
std::string made_from(const RecordingSettings& recording, const RunRecord& run, int first, int last) {
  Json settings = block_of<RecordingSettings>().write(&recording);
  settings["first"] = first;
  settings["last"] = last;
  settings.erase("scene");  // what it simulates matters, not where it lies
  const Json json{{"recording", settings}, {"run", fmt::format("{:016x}", run.fingerprint())}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

// The same, of a template that was made.
std::string made_text(const std::string& from, const templates::Template& made) {
  return fmt::format("{}\n{:016x}\n", from, content_of(made));
}

bool is_made(const fs::path& file, const fs::path& note, const std::string& from) {
  try {
    return fs::exists(file) && fs::exists(note) && read_file(note) == made_text(from, *templates::open_template(file));
  } catch (const InputError&) {
    return false;
  }
}

// Records a finished run, unless that is done already. The note goes before and comes after: a kill in between leaves
// none.
void record(const RecordingSettings& recording, const fs::path& run, int first, int last, const fs::path& file,
            const fs::path& note, const RecordingOptions& options) {
  const std::string from = made_from(recording, read_run_record(RunFolder(run).run_json()), first, last);
  if (is_made(file, note, from)) return;
  remove_file(note);
  Recording wanted{.about = about_run(run),
                   .region = recording.region,
                   .frames = std::vector<int>(static_cast<size_t>(last - first) + 1),
                   .thumbnail = options.thumbnail,
                   .progress = options.progress};
  std::iota(wanted.frames.begin(), wanted.frames.end(), first);
  wanted.about.name = recording.name;
  wanted.about.tags = recording.tags;
  record_template(file, cache::ParticleSequence(run), wanted);
  make_folder(note.parent_path());
  write_file(note, made_text(from, *templates::open_template(file)));
}

int first_of(const RecordingSettings& recording, const Scene& recorded) {
  return recording.first.value_or(recorded.frames.first);
}
int last_of(const RecordingSettings& recording, const Scene& recorded) {
  return recording.last.value_or(recorded.frames.last);
}

fs::path settled(const fs::path& file) {
  std::error_code ignored;
  const fs::path result = fs::weakly_canonical(file, ignored);
  return result.empty() ? file : result;
}

// What would only be found when the recording is made: whether the directors can use it.
void check_uses(const Scene& scene, const RecordedScene& recorded, std::vector<Problem>& problems) {
  const std::string& name = recorded.recording->name;
  const int frames = last_of(*recorded.recording, recorded.scene) - first_of(*recorded.recording, recorded.scene) + 1;
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const auto* director = std::get_if<TemplatesSettings>(&scene.directors[i].kind);
    for (size_t n = 0; director && n < director->instances.size(); ++n) {
      const TemplateInstance& instance = director->instances[n];
      if (instance.source != name) continue;
      const std::string place = place_in(scene, fmt::format("directors[{}].instances[{}]", i, n));
      const double first = instance.first.value_or(1), last = instance.last.value_or(frames);
      if (recorded.scene.dimensions != scene.dimensions) {
        problems.push_back({place, fmt::format("the recording \"{}\" is {}D and the scene is {}D", name,
                                               recorded.scene.dimensions, scene.dimensions)});
      } else if (first < 1 || last > frames || first >= last) {
        problems.push_back({place, fmt::format("frames {} to {} are not in the recording \"{}\", which has frames 1 to "
                                               "{}",
                                               first, last, name, frames)});
      }
    }
  }
}

// `chain`: the files of the scenes that led here, this one last.
std::vector<RecordedScene> recorded_scenes(const Scene& scene, std::vector<fs::path>& chain) {
  std::vector<RecordedScene> result;
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.recordings.size(); ++i) {
    const RecordingSettings& recording = scene.recordings[i];
    if (!recording.scene) continue;
    const std::string path = fmt::format("recordings[{}]", i);
    const fs::path file = settled(recording.scene->path);
    if (const auto begin = std::find(chain.begin(), chain.end(), file); begin != chain.end()) {
      std::string way;
      for (auto at = begin; at != chain.end(); ++at) way += at->filename().string() + " records ";
      throw InputError(place_in(scene, path + ".scene"),
                       fmt::format("a scene cannot wait for a recording of itself: {}{}; leave \"scene\" out to "
                                   "record this scene into the library when it is finished",
                                   way, file.filename().string()));
    }
    if (!fs::exists(file)) {
      throw InputError(place_in(scene, path + ".scene"), fmt::format("there is no file {}", file.string()));
    }
    Scene recorded = load_scene(recording.scene->path);
    chain.push_back(file);
    recorded_scenes(recorded, chain);
    chain.pop_back();
    const std::string problem = recording_problem(recording, recorded);
    if (!problem.empty()) problems.push_back({place_in(scene, path), problem});
    result.push_back({&recording, std::move(recorded)});
    if (problem.empty()) check_uses(scene, result.back(), problems);
  }
  if (!problems.empty()) throw InputError(problems);
  return result;
}

}  // namespace

std::vector<RecordedScene> recorded_scenes(const Scene& scene) {
  std::vector<fs::path> chain{settled(scene.file)};
  return recorded_scenes(scene, chain);
}

Scene without_recorded(const Scene& scene) {
  Scene result = scene;
  for (DirectorSettings& director : result.directors) {
    if (auto* templates = std::get_if<TemplatesSettings>(&director.kind)) {
      std::erase_if(templates->instances,
                    [&](const TemplateInstance& instance) { return find_recording(scene, instance.source); });
    }
  }
  return result;
}

bool recordings_are_made(const Scene& scene, const fs::path& run_folder) {
  const std::vector<RecordedScene> all = recorded_scenes(scene);
  return std::all_of(all.begin(), all.end(), [&](const RecordedScene& recorded) {
    const RecordingSettings& recording = *recorded.recording;
    const fs::path run = folder_of(run_folder, recording);
    if (how_to_provide(recorded.scene, run) != Provided::reused) return false;
    const std::string from = made_from(recording, read_run_record(RunFolder(run).run_json()),
                                       first_of(recording, recorded.scene), last_of(recording, recorded.scene));
    return is_made(recording_file(run_folder, recording.name), made_from_file(run_folder, recording), from);
  });
}

void make_recordings(const Scene& scene, const fs::path& run_folder, const RecordingOptions& options) {
  const std::vector<RecordedScene> all = recorded_scenes(scene);
  if (all.empty()) return;
  // Before hours are spent on a recording, the scene that wants it must be fit to run.
  if (!recordings_are_made(scene, run_folder)) const Stage trial(without_guides(without_recorded(scene)));
  const RunLock lock(run_folder / "recordings");
  for (const RecordedScene& recorded : all) {
    const RecordingSettings& recording = *recorded.recording;
    const fs::path run = folder_of(run_folder, recording);
    provide_run(recorded.scene, run,
                {.task = fmt::format("simulating \"{}\"", recording.name),
                 .progress = options.progress,
                 .thumbnail = options.thumbnail});
    std::vector<Problem> problems;
    const auto index = static_cast<size_t>(&recording - scene.recordings.data());
    in_scene(scene, fmt::format("recordings[{}]", index), problems, [&] {
      record(recording, run, first_of(recording, recorded.scene), last_of(recording, recorded.scene),
             recording_file(run_folder, recording.name), made_from_file(run_folder, recording), options);
    });
    if (!problems.empty()) throw InputError(problems);
  }
}

void check_room_in_library(const Scene& scene, const fs::path& run_folder) {
  const templates::Library library(templates::Library::default_folder());
  for (size_t i = 0; i < scene.recordings.size(); ++i) {
    const RecordingSettings& recording = scene.recordings[i];
    if (recording.scene || !library.has(recording.name)) continue;
    if (is_source_of_run(library.find(recording.name).source, run_folder)) continue;
    throw InputError(place_in(scene, fmt::format("recordings[{}]", i)),
                     fmt::format("the library {} holds a template \"{}\" that was not recorded in this folder; rename "
                                 "or remove that, or choose another name",
                                 library.folder().string(), recording.name));
  }
}

std::vector<std::string> record_own_run(const Scene& scene, const fs::path& run_folder, int first, int last,
                                        const RecordingOptions& options) {
  std::vector<std::string> said;
  const templates::Library library(templates::Library::default_folder());
  for (size_t i = 0; i < scene.recordings.size(); ++i) {
    const RecordingSettings& recording = scene.recordings[i];
    if (recording.scene) continue;
    const int from = recording.first.value_or(first), to = recording.last.value_or(last);
    if (from < first || to > last || from > to) {
      said.push_back(fmt::format("\"{}\" is not recorded: that needs frames {} to {}", recording.name, from, to));
      continue;
    }
    std::vector<Problem> problems;
    in_scene(scene, fmt::format("recordings[{}]", i), problems, [&] {
      const fs::path file = library.file_for(recording.name, true);
      record(recording, run_folder, from, to, file, made_from_file(run_folder, recording), options);
      said.push_back(fmt::format("\"{}\" is in {}", recording.name, file.string()));
    });
    if (!problems.empty()) throw InputError(problems);
  }
  return said;
}

}  // namespace weir::run
