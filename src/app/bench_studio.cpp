// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_studio.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "app/say.h"
#include "app/shipped_examples.h"
#include "base/files.h"
#include "base/scratch_folder.h"
#include "base/stopwatch.h"
#include "cache/run_record.h"
#include "studio/draw/handles.h"
#include "studio/draw/packed_setup.h"
#include "studio/draw/particle_frames.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/cache/sequence.h"
#include "weir/scene/scene_of_text.h"

namespace weir::app {

namespace fs = std::filesystem;
using studio::Json;

namespace {

constexpr int kTimes = 7;

// The median of several times, in milliseconds.
double usual_time(const std::function<void()>& act) {
  std::vector<double> times;
  for (int i = 0; i < kTimes; ++i) {
    const Stopwatch watch;
    act();
    times.push_back(watch.milliseconds());
  }
  std::nth_element(times.begin(), times.begin() + kTimes / 2, times.end());
  return times[kTimes / 2];
}

// A pool in waves, its particles numbered in no order, as they are after a while.
Particles pool(size_t wide, size_t high, size_t deep, float spacing) {
  Particles p;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> off(-0.3f, 0.3f);
  const size_t count = wide * high * deep;
  p.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i % wide), y = static_cast<float>(i / wide % high),
               z = static_cast<float>(i / wide / high);
    p.position[i] = Vec3f{x + off(random), y + off(random), z + off(random)} * spacing;
    p.velocity[i] = {std::sin(0.05f * x) + off(random), std::cos(0.1f * y) + off(random), off(random)};
    p.id[i] = i * 7919 % 10000019;
    p.mass[i] = 1;
  }
  return p;
}

constexpr const char* kPool = R"({"solver": {"kind": "sph", "spacing": 0.01}, "frames": {"last": 9},
  "liquids": [{"shape": {"kind": "box"}}], "domain": {"lower": [0, 0, 0], "upper": [4, 4, 4]}})";

Json measure_frames(const std::string& name, const Particles& particles) {
  const ScratchFolder folder;
  std::vector<Problem> problems;
  const Scene scene = load_scene(folder.path() / "pool.json", kPool, problems);
  const cache::RunFolder run(folder.path() / "run");
  run.begin(cache::make_run_record(scene, 1, {}).text());
  cache::write_particles(run.particles(1), particles, 0.01f);
  studio::AllRunFacts facts;
  const studio::ParticleQuestion question{.run = run.path()};
  size_t bytes = 0;
  const double first = usual_time([&] {
    studio::Kept kept(studio::ParticleFrames::kBudget);
    bytes = studio::ParticleFrames(facts, kept).get(question)->size();
  });
  studio::Kept kept(studio::ParticleFrames::kBudget);
  studio::ParticleFrames frames(facts, kept);
  const double again = usual_time([&] { frames.get(question); });
  return {{"frames", name},
          {"particles", particles.size()},
          {"file_mb", static_cast<double>(fs::file_size(run.particles(1))) / 1e6},
          {"first_ms", first},
          {"again_ms", again},
          {"bytes_a_particle", static_cast<double>(bytes) / static_cast<double>(particles.size())}};
}

// The first thing is moved a little from time to time, as a gizmo does.
Json measure_edits(const fs::path& file, const fs::path& examples) {
  const Scene scene = load_scene(file);
  Json full = Json::parse(scene_text(scene));
  std::vector<Problem> problems;
  studio::Setups setups;
  const Stopwatch watch;
  size_t bytes = setups.at("scene", scene, scene.frames.first, {}, {}).bytes().size();
  const double opened = watch.milliseconds();
  double at = 0;
  Json* thing = nullptr;
  for (const char* list : {"solids", "liquids", "emitters"}) {
    Json& things = full[list];
    if (things.is_array() && !things.empty() && things[0]["shape"]["transform"].is_object()) {
      thing = &things[0]["shape"]["transform"]["translate"];
      break;
    }
  }
  std::string text = full.dump();
  double read_ms = 0;
  const double edit = usual_time([&] {
    if (thing) *thing = {at += 0.001, 0, 0};
    text = full.dump();
    const Stopwatch reading;
    const Scene edited = load_scene(file, text, problems);
    read_ms = reading.milliseconds();
    bytes = setups.at("scene", edited, edited.frames.first, {}, problems).bytes().size();
  });
  return {{"example", fs::relative(file, examples).string()},
          {"open_ms", opened},
          {"edit_ms", edit},
          {"of_it_reading_ms", read_ms},
          {"kb", static_cast<double>(bytes) / 1e3}};
}

std::vector<fs::path> scenes_in(const fs::path& examples) {
  std::vector<fs::path> scenes;
  for (const auto& entry : fs::recursive_directory_iterator(examples)) {
    const bool own = entry.path().parent_path().filename() != "library";  // names directors of other programs
    if (entry.path().extension() == ".json" && own) scenes.push_back(entry.path());
  }
  std::sort(scenes.begin(), scenes.end());
  return scenes;
}

void print_frames(const Json& figures) {
  say("{:<12} {:>10} {:>8.1f} {:>9.1f} {:>9.2f} {:>10.2f}\n", figures["frames"].get<std::string>(),
      figures["particles"].get<size_t>(), figures["file_mb"].get<double>(), figures["first_ms"].get<double>(),
      figures["again_ms"].get<double>(), figures["bytes_a_particle"].get<double>());
}

void print_edit(const Json& figures) {
  say("{:<40} {:>9.1f} {:>9.1f} {:>9.1f} {:>8.0f}\n", figures["example"].get<std::string>(),
      figures["open_ms"].get<double>(), figures["edit_ms"].get<double>(), figures["of_it_reading_ms"].get<double>(),
      figures["kb"].get<double>());
}

void print(const Json& figures, bool json, void (*row)(const Json&)) {
  if (json) {
    say("{}\n", figures.dump());
  } else {
    row(figures);
  }
  std::fflush(stdout);
}

}  // namespace

void bench_studio(bool json) {
  const CatchInterrupts catching;
  if (!json)
    say("{:<12} {:>10} {:>8} {:>9} {:>9} {:>10}\n", "a frame", "particles", "file MB", "first ms", "again ms",
        "bytes each");
  print(measure_frames("100k", pool(100, 20, 50, 0.01f)), json, &print_frames);
  print(measure_frames("1M", pool(200, 50, 100, 0.01f)), json, &print_frames);
  const fs::path examples = shipped_examples();
  if (examples.empty()) throw InputError("bench", "the examples, whose edits are timed, are not there");
  if (!json) say("\n{:<40} {:>9} {:>9} {:>9} {:>8}\n", "an edit of", "open ms", "edit ms", "reading", "kB");
  double slowest = 0;
  for (const fs::path& file : scenes_in(examples)) {
    if (interrupted()) throw Interrupted("stopped");
    const Json figures = measure_edits(file, examples);
    slowest = std::max(slowest, figures["edit_ms"].get<double>());
    print(figures, json, &print_edit);
  }
  if (!json) say("the slowest edit takes {:.1f} ms\n", slowest);
}

}  // namespace weir::app
