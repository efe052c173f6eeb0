// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What directors and emitters prescribe to the liquid on the grid.

#include <algorithm>
#include <functional>

#include "grid/grid_director.h"
#include "grid/liquid/flip.h"
#include "grid/liquid/flip_settings.h"
#include "grid/liquid/grid_flow.h"
#include "grid/tiles/visit_cells.h"
#include "liquid.h"

namespace weir::run {

// A director made of two functions.
struct Prescriber final : Director, grid::GridDirector {
  unsigned hooks() const override { return hook::pressure | hook::population; }
  void fill(const Clock& clock, grid::GridFlow& flow) override {
    if (on_fill) on_fill(clock, flow);
  }
  void pressure(const Clock& clock, grid::GridFlow& flow) override {
    if (on_pressure) on_pressure(clock, flow);
  }
  void population(const Clock& clock, Population& population) override {
    if (on_population) on_population(clock, population);
  }
  std::function<void(const Clock&, grid::GridFlow&)> on_fill, on_pressure;
  std::function<void(const Clock&, Population&)> on_population;
};

// A solver with such a director, for some time in steps of one length.
static std::unique_ptr<Solver> directed(const Scene& scene, const Prescriber& prescriber, double seconds, double step) {
  std::unique_ptr<Solver> solver = grid::make_flip_solver(scene);
  Directors directors;
  directors.add(std::make_unique<Prescriber>(prescriber));
  Clock clock;
  clock.step = step;
  for (; clock.time < seconds - 0.5 * step; clock.time += step, clock.frame += step * clock.rate) {
    solver->step(clock, directors);
  }
  return solver;
}

template <class Visit>
static void for_each_face(const grid::GridFlow& flow, Visit&& visit) {
  const grid::Tiles& tiles = flow.tiles();
  for (size_t t = 0; t < tiles.size(); ++t) {
    grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
      const auto cell = static_cast<Vec3f>(tiles.first_cell(t) + Vec3i{x, y, z});
      for (int axis = 0; axis < tiles.dimensions(); ++axis) {
        visit(axis, i, flow.space().to_world(cell + grid::face_middle(axis)));
      }
    });
  }
}

// A drop without weight whose middle is prescribed to fly: all of it must, by pressure alone.
TEST(FlipHooks, PressureCarriesTheLiquidAroundPrescribedFaces) {
  Scene scene;
  scene.dimensions = 2;
  scene.gravity = Vec3d{};
  scene.solver.spacing = 0.01;
  scene.solver.settings = grid::FlipSettings{};
  add_liquid(scene, ball({0, 0, 0}, 0.2));
  Prescriber fly;
  fly.on_pressure = [](const Clock& clock, grid::GridFlow& flow) {
    const auto middle = static_cast<float>(clock.time);  // at 1 m/s
    for_each_face(flow, [&](int axis, size_t i, const Vec3f& x) {
      if (length(x - Vec3f{middle, 0, 0}) < 0.1f) flow.prescribe(axis, i, axis == 0 ? 1.0f : 0.0f);
    });
  };
  const auto solver = directed(scene, fly, 0.25, 0.01);
  const Particles& p = solver->particles();
  double inside = 0, velocity = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    if (length(p.position[i] - Vec3f{0.25f, 0, 0}) > 0.09f) continue;
    ++inside;
    velocity += static_cast<double>(p.velocity[i].x);
  }
  EXPECT_GT(inside, 200);
  EXPECT_NEAR(velocity / inside, 1, 0.02);
  EXPECT_GT(mean_of(p, [&](size_t i) { return p.velocity[i].x; }), 0.4);  // much of the rim stays behind
}

// Eq. 9 of Raveendran et al. 2012: prescribing the blend of the free and the wanted velocity gives the blend of both
// flows.
TEST(FlipHooks, ABlendOfPrescribedVelocitiesBlendsTheWholeFlow) {
  Scene scene = flip_pool(2, 0.0125, {0.6, 0.6, 0}, 0.3);
  add_liquid(scene, box({0, 0.3, -1}, {0.2, 0.5, 1}));
  scene.solver.get<grid::FlipSettings>()->divergence_error = 1e-4;
  const auto velocities = [&](float alpha) {
    Prescriber relaxed;
    relaxed.on_pressure = [=](const Clock&, grid::GridFlow& flow) {
      flow.find_free_flow();
      for_each_face(flow, [&](int axis, size_t i, const Vec3f& x) {
        // A ball that turns: no flow through it at all.
        const Vec3f r = x - Vec3f{0.3f, 0.15f, 0};
        if (length(r) > 0.1f) return;
        const float wanted = axis == 0 ? -3 * r.y : 3 * r.x;
        const Vec3f below =
            x - Vec3f{axis == 0 ? 0.5f : 0, axis == 1 ? 0.5f : 0, 0} * static_cast<float>(flow.space().cell);
        const Vec3f g = flow.space().to_grid(below);
        const size_t beneath =
            flow.tiles().cell({static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)), 0});
        const float free = flow.free_velocity(static_cast<size_t>(axis), i, beneath);
        flow.prescribe(axis, i, (1 - alpha) * free + alpha * wanted);
      });
    };
    return directed(scene, relaxed, 0.01, 0.01)->particles().velocity;
  };
  const std::vector<Vec3f> none = velocities(0), half = velocities(0.5f), whole = velocities(1);
  double error = 0, change = 0;
  for (size_t i = 0; i < half.size(); ++i) {
    error = std::max(error, static_cast<double>(length(half[i] - 0.5f * (none[i] + whole[i]))));
    change = std::max(change, static_cast<double>(length(whole[i] - none[i])));
  }
  EXPECT_GT(change, 0.1);
  EXPECT_LT(error, 1e-3 * change);
  const std::vector<Vec3f> free = directed(scene, {}, 0.01, 0.01)->particles().velocity;
  for (size_t i = 0; i < free.size(); ++i) EXPECT_NEAR(length(none[i] - free[i]), 0, 2e-4);
}

TEST(FlipHooks, SourcesRaiseTheWater) {
  const Scene scene = flip_pool(2, 0.0125, {0.6, 0.8, 0}, 0.3);
  // 0.1 m2/s grow in a region of 0.04 m2 near the floor: the surface, 0.6 m wide, rises by 0.167 m/s.
  Prescriber grow;
  grow.on_pressure = [](const Clock& clock, grid::GridFlow& flow) {
    for_each_face(flow, [&](int axis, size_t i, const Vec3f& x) {
      const bool inside = x.x > 0.19f && x.x < 0.39f && x.y > 0.05f && x.y < 0.25f;
      if (axis == 0 && inside) flow.add_source(i, static_cast<float>(0.1 * clock.step / 0.04));
    });
  };
  const auto solver = directed(scene, grow, 0.005, 0.005);
  const Particles& p = solver->particles();
  double top = 0, velocity = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    if (p.position[i].y < 0.285f) continue;
    ++top;
    velocity += static_cast<double>(p.velocity[i].y);
  }
  EXPECT_NEAR(velocity / top, 0.1 / 0.6, 0.01);
}

// Deep water without particles: a director fills its cells and says they rest. The rest must stay at rest.
TEST(FlipHooks, FilledCellsCarryTheWaterAboveThem) {
  const Scene scene = flip_pool(2, 0.0125, {0.6, 0.6, 0}, 0.3);
  const auto is_deep = [](const Vec3f& x) { return x.y < 0.2f; };
  Prescriber bed;
  bed.on_fill = [&](const Clock&, grid::GridFlow& flow) {
    for_each_face(flow, [&](int axis, size_t i, const Vec3f& x) {
      if (axis != 0) return;
      const float y = x.y / static_cast<float>(flow.space().cell);  // of the middle of the cell
      // What the hat of the cell has below 0.2 m, which is a border of cells.
      const float below = 8 - y;
      const float share = below > 1    ? 1
                          : below > 0  ? 1 - 0.5f * (1 - below) * (1 - below)
                          : below > -1 ? 0.5f * (1 + below) * (1 + below)
                                       : 0;
      if (x.x > 0 && x.x < 0.6f && x.y > 0) flow.fill(i, share * flow.solids().room[i]);
    });
  };
  bed.on_pressure = [&](const Clock&, grid::GridFlow& flow) {
    for_each_face(flow, [&](int axis, size_t i, const Vec3f& x) {
      if (x.y < 0.2f + 1e-4f) flow.prescribe(axis, i, 0);
    });
  };
  bed.on_population = [&](const Clock&, Population& population) {
    for (size_t i = 0; i < population.now.size(); ++i) population.removed[i] |= is_deep(population.now.position[i]);
  };
  const auto solver = directed(scene, bed, 0.5, 0.01);
  const Particles& p = solver->particles();
  EXPECT_NEAR(static_cast<double>(p.size()), 48 * 8, 1);
  EXPECT_LT(mean_speed(p), 0.02);
  EXPECT_NEAR(mean_height(p), 0.25, 0.003);
}

// A jet deep in a pool: what comes out of the emitter displaces the water, and leaves with the emitter's velocity.
TEST(FlipHooks, AnEmitterUnderWaterPushesTheWaterAway) {
  Scene scene = flip_pool(2, 0.0125, {1, 1, 0}, 0.5);
  Emitter emitter;
  emitter.shape = box({0, 0.15, -1}, {0.1, 0.25, 1});
  emitter.velocity = Vec3d{1, 0, 0};
  scene.emitters.push_back(emitter);
  Stage stage(scene);
  const size_t before = stage.solver().particles().size();
  advance(stage, 24);
  const Particles& p = stage.solver().particles();
  // 0.1 m2/s for a second, in particles of (1/80 m)^2.
  EXPECT_NEAR(static_cast<double>(p.size() - before), 640, 20);
  EXPECT_NEAR(surface_between(p, 0.1, 0.9, 0.0125), 0.6, 0.04);
  double inside = 0, velocity = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3f& x = p.position[i];
    if (x.x < 0.03f || x.x > 0.07f || x.y < 0.17f || x.y > 0.23f) continue;
    ++inside;
    velocity += static_cast<double>(p.velocity[i].x);
  }
  EXPECT_NEAR(velocity / inside, 1, 0.05);
}

// Sets all velocities once they are free of divergence.
struct Skinner final : Director {
  explicit Skinner(const Vec3f& wanted) : velocity_wanted(wanted) {}
  unsigned hooks() const override { return hook::after_projection; }
  void after_projection(const Clock&, const Particles&, std::span<Vec3f> velocity) override {
    std::fill(velocity.begin(), velocity.end(), velocity_wanted);
  }
  Vec3f velocity_wanted;
};

// Algorithm 1 of Lu et al. 2019: advection with skinned velocity. With a narrow band, the core goes too.
TEST(FlipHooks, LiquidMovesWithTheVelocityThatDirectorsGaveIt) {
  for (const int band : {0, 3}) {
    Scene scene;
    scene.dimensions = 2;
    scene.gravity = Vec3d{};
    scene.solver.spacing = 0.01;
    scene.solver.settings = grid::FlipSettings{.band = band};
    add_liquid(scene, ball({0, 0, 0}, 0.2));
    const std::unique_ptr<Solver> solver = grid::make_flip_solver(scene);
    Directors directors;
    directors.add(std::make_unique<Skinner>(Vec3f{1, 0.5f, 0}));
    Clock clock;
    clock.step = 0.01;
    const auto centre = [&] {  // of all the liquid
      Vec3d sum{};
      double amount = 0;
      const std::vector<Volume> volumes = solver->volumes();
      const Volume& surface = volumes.front();
      for (size_t t = 0; t < surface.tile.size(); ++t) {
        for (size_t n = 0; n < kVoxelsPerTile; ++n) {
          const Vec3i voxel = surface.tile[t] * 8 +
                              Vec3i{static_cast<int>(n >> 6), static_cast<int>(n >> 3 & 7), static_cast<int>(n & 7)};
          const double distance = static_cast<double>(surface.values[kVoxelsPerTile * t + n] / surface.voxel_size);
          const double share = std::clamp(0.5 - distance, 0.0, 1.0);
          if (voxel.z != 0) continue;
          sum += static_cast<Vec3d>(surface.origin + static_cast<Vec3f>(voxel) * surface.voxel_size) * share;
          amount += share;
        }
      }
      return sum / amount;
    };
    const auto mean_position = [&] {
      const Particles& p = solver->particles();
      return Vec3d{mean_of(p, [&](size_t i) { return p.position[i].x; }),
                   mean_of(p, [&](size_t i) { return p.position[i].y; }), 0};
    };
    const Vec3d particles = mean_position(), all = centre();
    for (int n = 0; n < 2; ++n, clock.time += clock.step, clock.frame += clock.step * clock.rate) {
      solver->step(clock, directors);
    }
    const Vec3d moved = centre() - all;
    EXPECT_NEAR(moved.x, 0.02, 0.001) << band;
    EXPECT_NEAR(moved.y, 0.01, 0.001) << band;
    if (band == 0) {  // otherwise it is not the same particles
      EXPECT_LT(length(mean_position() - particles - Vec3d{0.02, 0.01, 0}), 1e-4);
    }
    for (const Vec3f& v : solver->particles().velocity) ASSERT_LT(length(v - Vec3f{1, 0.5f, 0}), 0.01f);
  }
}

}  // namespace weir::run
