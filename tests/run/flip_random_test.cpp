// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random small scenes of the grid solver, two frames each: liquid stays finite, in its tank and out of solids, and as
// much as it must be; smoke stays finite and no denser than its sources. Both are the same bytes with any number of
// threads.

#include "grid/liquid/flip_settings.h"
#include "grid/smoke/smoke_settings.h"
#include "random_scene.h"
#include "weir/base/error.h"

namespace weir::run {

static constexpr int kFrames = 2;

static void add_solids(Draw& draw, Shapes& shapes, Scene& scene) {
  for (int i = draw.below(4); i > 0; --i) {
    Solid& solid = add_solid(scene, shapes.any(1, 8));
    if (draw.maybe(50)) shapes.make_move(solid.shape);
  }
}

static void add_force(Draw& draw, Shapes& shapes, Scene& scene) {
  Force force;
  const Vec3d velocity = shapes.velocity();
  switch (draw.below(4)) {
    case 0:
      force.kind = forces::Push{velocity / scene.solver.spacing * 0.4};
      break;
    case 1:
      force.kind = forces::Wind{velocity, draw.scale(0.1, 1000)};
      break;
    case 2:
      force.kind = forces::Vortex{{0, 0, 1}, shapes.place(0), draw.between(-5, 5), draw.scale(0.1, 1000)};
      break;
    default:
      force.kind = forces::Attract{shapes.place(0), draw.between(-20, 20)};
      break;
  }
  if (draw.maybe(50)) force.region = shapes.any(3, 12);
  scene.forces.push_back(force);
}

// All but the solver's own settings and the phases.
static Scene scene_without_solver(Draw& draw) {
  Scene scene;
  scene.dimensions = 2 + draw.below(2);
  const double spacing = scene.solver.spacing = draw.scale(0.005, 0.5);
  scene.seed = static_cast<uint64_t>(draw.below(1000));
  if (draw.maybe(80)) {
    scene.domain = Domain{{}, kTank * spacing, draw.maybe(80) ? Walls::closed : Walls::open};
    if (scene.dimensions == 2) scene.domain->lower.z = -spacing;
  }
  scene.frames.rate = 60 / std::sqrt(spacing / 0.02);
  return scene;
}

static void fill(Draw& draw, Scene& scene) {
  Shapes shapes(draw, scene);
  scene.gravity = shapes.velocity() / scene.solver.spacing * 0.4;
  add_flow(draw, shapes, scene);
  add_solids(draw, shapes, scene);
  for (int i = draw.below(3); i > 0; --i) add_force(draw, shapes, scene);
  scene.solver.max_particles = draw.maybe(20) ? 2000 + draw.below(1000) : 100000;
}

static Scene random_liquid(Draw& draw) {
  Scene scene = scene_without_solver(draw);
  grid::FlipSettings settings;
  settings.flip = draw.maybe(30) ? draw.below(2) : draw.between(0, 1);
  settings.cfl = draw.scale(0.5, 4);
  if (draw.maybe(30)) settings.band = 1 + draw.below(7);
  scene.solver.settings = settings;
  if (draw.maybe(30)) scene.phases.front().viscosity = draw.scale(1e-3, 1e4);
  const double tension = 1000 * scene.solver.spacing * scene.solver.spacing;
  if (draw.maybe(20)) scene.phases.front().surface_tension = tension * draw.scale(0.1, 30);
  for (const char* name : {"second", "third"}) {
    if (settings.band > 0 || !draw.maybe(30)) continue;
    Phase& other = scene.phases.emplace_back(Phase{.name = name});
    if (draw.maybe(60)) other.density = draw.scale(1, 1e4);
    if (draw.maybe(30)) other.viscosity = draw.scale(1e-3, 1e4);
    if (draw.maybe(30)) other.surface_tension = tension * draw.scale(0.1, 30);
  }
  fill(draw, scene);
  return scene;
}

static Scene random_smoke(Draw& draw) {
  Scene scene = scene_without_solver(draw);
  grid::SmokeSettings settings;
  settings.buoyancy = draw.between(-1, 1);
  settings.weight = draw.between(0, 0.5);
  settings.confinement = draw.between(0, 20);
  settings.density = draw.scale(0.1, 10);
  settings.temperature = draw.between(-2, 2);
  settings.cooling = draw.between(0, 5);
  settings.dissipation = draw.between(0, 5);
  settings.cfl = draw.scale(0.5, 4);
  scene.solver.settings = settings;
  if (draw.maybe(30)) scene.phases.push_back({.name = "second"});
  fill(draw, scene);
  return scene;
}

// What may flow in during the frames: velocity x cross-section, at most that of the emitter's bounds, and a layer.
static double most_emitted(const Scene& scene) {
  double sum = 0;
  ShapeBuilder builder(static_cast<float>(scene.solver.spacing), scene.frames.rate);
  for (const Emitter& emitter : scene.emitters) {
    const Vec3d size = static_cast<Vec3d>(builder.field(emitter.shape, 1)->bounds().size()) / scene.solver.spacing;
    const double way = length(value_at(emitter.velocity, 1)) * kFrames / scene.frames.rate / scene.solver.spacing;
    const double across = length(Vec3d{size.x, size.y, 0}) + 1, deep = scene.dimensions == 2 ? 1 : size.z + 1;
    sum += (way + 1) * (across + deep) * (scene.dimensions == 2 ? 1 : across + deep);
  }
  return sum;
}

static std::string what_is_wrong_with_amount(const Scene& scene, const Particles& p, size_t at_start) {
  if (p.size() > static_cast<size_t>(scene.solver.max_particles)) return "too many particles";
  if (scene.solver.get<grid::FlipSettings>()->band > 0) return {};
  const bool can_leave = !scene.sinks.empty() || (scene.domain && scene.domain->walls == Walls::open);
  if (!can_leave && p.size() < at_start) return fmt::format("{} particles of {} left", p.size(), at_start);
  if (static_cast<double>(p.size()) > static_cast<double>(at_start) + most_emitted(scene)) {
    return fmt::format("{} particles became {}", at_start, p.size());
  }
  return {};
}

// Solids may overlap, or sweep against a wall, and squeeze what is between them, so that a particle finds no way out;
// most must.
static std::string what_is_in_solids(const Scene& scene, const Particles& p, double frame) {
  ShapeBuilder builder(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate);
  std::vector<float> distance(p.size());
  const Box3d clear_of_walls = scene.domain_box().padded(-scene.solver.spacing);
  size_t inside = 0;
  for (const Solid& solid : scene.solids) {
    builder.field(solid.shape, frame)->distance(p.position, distance);
    for (size_t i = 0; i < p.size(); ++i) {
      inside += static_cast<double>(distance[i]) < -0.2 * scene.solver.spacing &&
                clear_of_walls.contains(static_cast<Vec3d>(p.position[i]));
    }
  }
  if (inside <= 2 + p.size() / 50) return {};
  return fmt::format("{} of {} particles are inside solids", inside, p.size());
}

// Runs the scene with one thread, with look(stage) after every frame until it finds something wrong, and then with two.
template <class Look>
static std::string what_goes_wrong(const Scene& scene, Look&& look) {
  std::string bytes;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    std::unique_ptr<Stage> stage;
    try {
      stage = std::make_unique<Stage>(scene);
    } catch (const InputError&) {
      return {};  // refused in words: no room for a liquid, say
    }
    const size_t at_start = stage->solver().particles().size();
    for (int frame = 0; frame < kFrames; ++frame) {
      stage->advance();
      if (threads > 1) continue;
      if (const std::string wrong = look(*stage, at_start); !wrong.empty()) return wrong;
    }
    if (threads == 1) bytes = state_bytes(*stage);
    if (threads == 2 && bytes != state_bytes(*stage)) return "another result with two threads";
  }
  return {};
}

TEST(FlipRandom, ScenesDoNotGoWrong) {
  try_random_scenes(1, random_liquid, [](const Scene& scene) {
    return what_goes_wrong(scene, [&](const Stage& stage, size_t at_start) {
      const Particles& p = stage.solver().particles();
      std::string wrong = what_is_wrong_with_amount(scene, p, at_start);
      if (wrong.empty()) wrong = what_escaped(scene, p, stage.frame(), std::numeric_limits<double>::max());
      return wrong.empty() ? what_is_in_solids(scene, p, stage.frame()) : wrong;
    });
  });
}

TEST(SmokeRandom, ScenesDoNotGoWrong) {
  try_random_scenes(1, random_smoke, [](const Scene& scene) {
    const double densest = value_at(scene.solver.get<grid::SmokeSettings>()->density, 1);
    return what_goes_wrong(scene, [&](const Stage& stage, size_t) -> std::string {
      for (const Volume& volume : stage.solver().volumes()) {
        if (const std::string wrong = volume.validate(); !wrong.empty()) return volume.name + ": " + wrong;
        if (!volume.name.starts_with("density")) continue;
        for (const float value : volume.values) {
          if (!(value >= 0 && static_cast<double>(value) <= 1.001 * densest)) {
            return fmt::format("{} is {} where sources have {}", volume.name, value, densest);
          }
        }
      }
      return {};
    });
  });
}

}  // namespace weir::run
