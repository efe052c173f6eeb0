// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random small scenes, a few steps each: whatever an artist writes, no number may stop being finite, nothing may escape
// and nothing may crash.

#include "random_scene.h"
#include "sph/sph_settings.h"
#include "weir/base/error.h"

namespace weir::run {

static void add_phases(Draw& draw, Scene& scene) {
  scene.phases.clear();
  for (int i = draw.below(3); i >= 0; --i) {
    Phase phase;
    phase.name = fmt::format("phase {}", i);
    phase.density = draw.scale(100, 1000);
    if (draw.maybe(50)) phase.viscosity = draw.scale(1e-3, 1e4);
    if (draw.maybe(30)) phase.surface_tension = draw.between(0, 2);
    scene.phases.push_back(phase);
  }
}

static void add_solids(Draw& draw, Shapes& shapes, Scene& scene) {
  for (int i = draw.below(4); i > 0; --i) {
    Solid& solid = add_solid(scene, shapes.any(1, 8));
    if (draw.maybe(40)) {
      shapes.make_move(solid.shape);
    } else if (draw.maybe(50)) {
      solid.rigid = Rigid{draw.scale(100, 3000), shapes.velocity(), {0, 0, draw.between(-2, 2)}};
    }
  }
}

static Scene random_scene(Draw& draw) {
  const double spacing = draw.scale(0.005, 0.5);
  Scene scene = sph_scene(2 + draw.below(2), spacing, static_cast<sph::PressureMethod>(draw.below(2)));
  sph(scene).xsph = draw.between(0, 0.2);
  sph(scene).wall_friction = draw.between(0, 2);
  scene.seed = static_cast<uint64_t>(draw.below(1000));
  if (draw.maybe(80)) {
    scene.domain = Domain{{}, kTank * spacing, draw.maybe(80) ? Walls::closed : Walls::open};
    if (scene.dimensions == 2) scene.domain->lower.z = -spacing;
  }
  add_phases(draw, scene);
  Shapes shapes(draw, scene);
  scene.gravity = shapes.velocity() / spacing * 0.4;
  add_flow(draw, shapes, scene);
  add_solids(draw, shapes, scene);
  scene.solver.max_particles = draw.maybe(20) ? 2000 + draw.below(1000) : 100000;
  // A frame is a few steps, whatever the size of the scene.
  scene.frames.rate = 60 / std::sqrt(spacing / 0.02);
  return scene;
}

// What goes wrong in the first frame of a scene, in words; empty when nothing does.
static std::string what_goes_wrong(const Scene& scene) {
  std::unique_ptr<Stage> stage;
  try {
    stage = std::make_unique<Stage>(scene);
  } catch (const InputError&) {
    return {};  // refused in words: no room for a liquid, say
  }
  stage->advance();
  const Particles& p = stage->solver().particles();
  if (p.size() > static_cast<size_t>(scene.solver.max_particles)) return "too many particles";
  return what_escaped(scene, p, stage->frame(), std::numeric_limits<double>::max());
}

TEST(SphRandom, ScenesDoNotGoWrong) { try_random_scenes(2, random_scene, what_goes_wrong); }

}  // namespace weir::run
