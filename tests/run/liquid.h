// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// For tests that run whole simulations: scenes in few words, and what can be measured of their liquid. Figures that a
// test found are kept with note(), and written by --gtest_output=xml.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/files.h"
#include "grid/liquid/flip_settings.h"
#include "sim/rigid_world.h"
#include "sph/sph_settings.h"
#include "temp_folder.h"
#include "weir/base/parallel.h"
#include "weir/run/stage.h"
#include "weir/sim/solids.h"

namespace weir::run {

inline void note(const std::string& what, double value) {
  ::testing::Test::RecordProperty(what, std::to_string(value));
}

inline Shape box(const Vec3d& lower, const Vec3d& upper) { return {shapes::Box{lower, upper}, {}}; }
inline Shape ball(const Vec3d& centre, double radius) { return {shapes::Sphere{centre, radius}, {}}; }

inline Scene sph_scene(int dimensions, double spacing, sph::PressureMethod method = sph::PressureMethod::dfsph) {
  Scene scene;
  scene.dimensions = dimensions;
  scene.solver.spacing = spacing;
  sph::SphSettings settings;
  settings.method = method;
  scene.solver.settings = settings;
  return scene;
}
inline sph::SphSettings& sph(Scene& scene) { return *scene.solver.get<sph::SphSettings>(); }

inline void add_liquid(Scene& scene, const Shape& shape, const Vec3d& velocity = {}, const std::string& phase = "") {
  Liquid liquid;
  liquid.shape = shape;
  liquid.velocity = velocity;
  liquid.phase = phase;
  scene.liquids.push_back(liquid);
}
inline Solid& add_solid(Scene& scene, const Shape& shape) {
  Solid solid;
  solid.shape = shape;
  scene.solids.push_back(solid);
  return scene.solids.back();
}

// A closed tank from the origin to `size`, with liquid in it up to `depth`; in 2D size.z does not matter.
inline Scene pool(int dimensions, double spacing, const Vec3d& size, double depth,
                  sph::PressureMethod method = sph::PressureMethod::dfsph) {
  Scene scene = sph_scene(dimensions, spacing, method);
  scene.domain = Domain{{0, 0, 0}, size, Walls::closed};
  if (dimensions == 2) scene.domain->lower.z = -1, scene.domain->upper.z = 1;
  add_liquid(scene, box(scene.domain->lower, {size.x, depth, scene.domain->upper.z}));
  return scene;
}

// The same for the grid solver.
inline Scene flip_pool(int dimensions, double spacing, const Vec3d& size, double depth) {
  Scene scene = pool(dimensions, spacing, size, depth);
  scene.solver.settings = grid::FlipSettings{};
  return scene;
}

// For scenes in which everything happens at once: a paddle that turns about z so many degrees in a second, a sink, and
// wind.
inline void add_paddle(Scene& scene, const Vec3d& half, const Vec3d& centre, double degrees) {
  Shape paddle = box(half * -1.0, half);
  paddle.transform.spin_axis = {0, 0, 1};
  paddle.transform.spin = Animated<double>({{1, 0}, {25, degrees}}, Interpolation::linear);
  paddle.transform.translate = centre;
  add_solid(scene, paddle);
}
inline void add_sink_and_wind(Scene& scene, const Shape& where) {
  Sink sink;
  sink.shape = where;
  scene.sinks = {sink};
  Force wind;
  wind.kind = forces::Wind{};
  scene.forces = {wind};
}

// Whole frames; returns the report on the last.
inline Stage::FrameReport advance(Stage& stage, int frames) {
  Stage::FrameReport report;
  for (int i = 0; i < frames; ++i) report = stage.advance();
  return report;
}

inline double measure(const Stage::FrameReport& report, const std::string& name) {
  for (const auto& [key, value] : report.solver) {
    if (key == name) return value;
  }
  ADD_FAILURE() << "no measure " << name;
  return 0;
}

// What the solver keeps of a run besides its particles. It has no accessors for these, so they are read from a
// checkpoint.
struct SphState {
  std::vector<float> pressure;  // Pa, of each particle
  std::vector<RigidState> bodies;
};

inline void save_state(Stage& stage, const std::filesystem::path& file) {
  Archive::save(file, [&](Archive& archive) { stage.state(archive); });
}

inline std::string state_bytes(Stage& stage) {
  const TempFolder folder;
  save_state(stage, folder / "state");
  return read_file(folder / "state");
}

inline void load_state(const std::string& bytes, Stage& stage) {
  const TempFolder folder;
  write_file(folder / "state", bytes);
  Archive archive = Archive::loading(folder / "state");
  stage.state(archive);
  archive.expect_end();
}

// The same bytes with any number of threads, and when stopped half way and resumed.
inline void expect_same_bytes(const Scene& scene, int half) {
  std::string first;
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    Stage stage(scene);
    advance(stage, 2 * half);
    const std::string bytes = state_bytes(stage);
    if (threads == 1) first = bytes;
    EXPECT_TRUE(bytes == first) << threads << " threads";
  }
  Stage begun(scene), resumed(scene);
  advance(begun, half);
  load_state(state_bytes(begun), resumed);
  advance(resumed, half);
  EXPECT_TRUE(state_bytes(resumed) == first);
}

inline SphState sph_state(Stage& stage) {
  const TempFolder folder;
  save_state(stage, folder / "state");
  Archive archive = Archive::loading(folder / "state");
  SphState state;
  int frame = 0;
  Particles particles;
  std::vector<float> other;
  std::vector<Vec3f> viscous_change;
  archive("frame", frame);
  particles.state(archive);
  archive("pressure", state.pressure);
  for (const char* name : {"pressure_correction", "divergence_pressure", "divergence_correction"}) archive(name, other);
  archive("viscous_change", viscous_change);
  archive.parts("emitters", {}, [](size_t) {});
  archive.parts("sinks", {}, [](size_t) {});
  std::vector<std::string> names;  // of bodies without names
  for (size_t i = 0; i < stage.solver().bodies().size(); ++i) names.push_back("#" + std::to_string(i + 1));
  state.bodies.resize(names.size());
  const std::vector<uint8_t> there = archive.parts("rigid", names, [&](size_t i) {
    RigidPose pose;
    RigidMotion held;
    archive("body", state.bodies[i]);
    archive("pose", pose);
    archive("held", held);
  });
  EXPECT_EQ(std::count(there.begin(), there.end(), 0), 0) << "a body has a name";
  return state;
}

template <class Value>
double mean_of(const Particles& particles, Value&& value) {
  double sum = 0;
  for (size_t i = 0; i < particles.size(); ++i) sum += static_cast<double>(value(i));
  return sum / static_cast<double>(particles.size());
}
inline double mean_height(const Particles& p) {
  return mean_of(p, [&](size_t i) { return p.position[i].y; });
}
inline double mean_speed(const Particles& p) {
  return mean_of(p, [&](size_t i) { return length(p.velocity[i]); });
}

// Height of the surface between two places: the mean of the highest particles of columns two spacings wide, and half a
// spacing.
inline double surface_between(const Particles& p, double from, double to, double spacing) {
  const auto columns = std::max<size_t>(1, static_cast<size_t>((to - from) / (2 * spacing)));
  std::vector<double> top(columns, 0);
  for (const Vec3f& x : p.position) {
    const double column = (static_cast<double>(x.x) - from) / (to - from) * static_cast<double>(columns);
    if (column < 0 || column >= static_cast<double>(columns)) continue;
    double& highest = top[static_cast<size_t>(column)];
    highest = std::max(highest, static_cast<double>(x.y));
  }
  double sum = 0;
  for (const double t : top) sum += t + 0.5 * spacing;
  return sum / static_cast<double>(columns);
}

}  // namespace weir::run
