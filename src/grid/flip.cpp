// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/flip.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/stopwatch.h"
#include "grid/extrapolate.h"
#include "grid/gather.h"
#include "grid/liquid_shape.h"
#include "grid/projection.h"
#include "grid/scatter.h"
#include "grid/solid_faces.h"
#include "sim/containment.h"
#include "sim/emitters.h"
#include "sim/order.h"
#include "sim/remove_flagged.h"
#include "sim/seeding.h"

namespace weir {

namespace {

constexpr int kMargin = kFarthestMove + 1;  // cells around particles in which velocities are needed

GridSpace space_of(const Scene& scene) {
  const bool flat = scene.dimensions == 2;
  const Vec3d origin = scene.domain ? scene.domain->lower : Vec3d{};
  return {{origin.x, origin.y, flat ? 0 : origin.z}, 2 * scene.solver.spacing, scene.dimensions};
}

struct Tally {
  double steps = 0, iterations = 0, divergence = 0, kept_out = 0, tiles = 0, liquid_volume = 0;
  double sort_ms = 0, transfer_ms = 0, solids_ms = 0, pressure_ms = 0, motion_ms = 0;

  Measures measures() const {
    const double n = std::max(1.0, steps);
    return {{"pressure_iterations", iterations / n},
            {"divergence", divergence},
            {"tiles", tiles / n},
            {"kept_out", kept_out},
            {"sort_ms", sort_ms},
            {"transfer_ms", transfer_ms},
            {"solids_ms", solids_ms},
            {"pressure_ms", pressure_ms},
            {"motion_ms", motion_ms}};
  }
};

class FlipSolver final : public Solver {
 public:
  explicit FlipSolver(const Scene& scene)
      : scene_(scene),
        settings_(std::get<FlipSettings>(scene.solver.kind)),
        builder_(static_cast<float>(scene.solver.spacing), scene.frames.rate),
        solids_(scene, builder_),
        emitters_(scene, builder_),
        sinks_(scene, builder_),
        particles_(seed_liquids(scene, builder_, solids_)),
        next_id_(particles_.size()),
        where_(space_of(scene)) {
    gradient_.resize(particles_.size());
    find_wanted_step(length(value_at(scene.gravity, scene.frames.first)));
  }

  std::string kind() const override { return "flip"; }
  unsigned places() const override { return place::population | place::forces | place::after_projection; }
  double wanted_step() const override { return wanted_step_; }
  const Particles& particles() const override { return particles_; }
  double bytes_per_particle() const override { return 300; }

  void step(const Clock& clock, Directors& directors) override {
    PartTimer timer;
    solids_.move_to(clock.frame, clock.next_frame());
    sort();
    timer.mark(tally_.sort_ms);
    const double acceleration = apply_forces(clock, directors);
    scatter(where_, particles_.velocity, gradient_, scene_.dimensions == 2 ? 4 : 8, scattered_);
    timer.mark(tally_.transfer_ms);
    find_solid_faces(solids_, where_.space(), where_.tiles(), faces_);
    timer.mark(tally_.solids_ms);
    MacField velocity = scattered_.velocity;
    project(clock, velocity);
    timer.mark(tally_.pressure_ms);
    continue_outwards(velocity);
    gather_and_move(where_, scattered_.velocity, velocity,
                    {static_cast<float>(settings_.flip), static_cast<float>(clock.step)}, particles_.position,
                    particles_.velocity, gradient_);
    keep_out_of_solids();
    directors.after_projection(clock, particles_, particles_.velocity);
    change_population(clock, directors);
    find_wanted_step(acceleration);
    timer.mark(tally_.motion_ms);
    ++tally_.steps;
    tally_.tiles += static_cast<double>(where_.tiles().size());
  }

  Measures measures() override { return std::exchange(tally_, {}).measures(); }

  void state(Archive& archive) override {
    particles_.state(archive);
    archive("gradient", gradient_);
    emitters_.state(archive);
    archive("next_id", next_id_);
    archive("wanted_step", wanted_step_);
  }

 private:
  double cell() const { return where_.space().cell; }

  void sort() {
    const std::span<const uint32_t> order = where_.sort(particles_.position);
    for_each_array([&](const char*, auto& array) { reorder_.apply(order, array); }, particles_);
    reorder_gradients(order);
    where_.build(particles_.position, kMargin);
  }

  void reorder_gradients(std::span<const uint32_t> order) {
    std::vector<Gradient> sorted(gradient_.size());
    parallel_for(order.size(), [&](size_t i) { sorted[i] = gradient_[order[i]]; });
    gradient_.swap(sorted);
  }

  // Returns the greatest acceleration.
  double apply_forces(const Clock& clock, Directors& directors) {
    acceleration_.assign(particles_.size(), static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame())));
    directors.forces(clock, particles_, acceleration_);
    const auto step = static_cast<float>(clock.step);
    return std::sqrt(parallel_max(particles_.size(), 0.0, [&](size_t i) {
      if (scene_.dimensions == 2) acceleration_[i].z = 0;
      particles_.velocity[i] += acceleration_[i] * step;
      return static_cast<double>(length_squared(acceleration_[i]));
    }));
  }

  void project(const Clock& clock, MacField& velocity) {
    const Tiles& tiles = where_.tiles();
    const auto step = static_cast<float>(clock.step), width = static_cast<float>(cell());
    find_surface_distance(tiles, scattered_.volume, faces_.room, distance_);
    find_volume_sources(tiles, scattered_.volume, faces_.room, distance_, width, step, sources_);
    Projection projection(tiles, distance_, {&faces_.open, &faces_.velocity});
    std::vector<float> pressure;
    const PoissonSolver::Result result = projection.solve(
        sources_, {static_cast<float>(settings_.divergence_error) * 0.01f * width / step, settings_.max_iterations},
        velocity, pressure);
    tally_.iterations += result.iterations;
    tally_.divergence = std::max(tally_.divergence, static_cast<double>(result.residual * step / width * 100));
  }

  // Velocities are known where particles are; in the air and in solids they go on as beside it.
  void continue_outwards(MacField& velocity) {
    const Tiles& tiles = where_.tiles();
    for (size_t axis = 0; axis < static_cast<size_t>(scene_.dimensions); ++axis) {
      std::vector<float> known(tiles.field_size(), 0.0f);
      parallel_for(tiles.cells(), [&](size_t i) {
        known[i] = scattered_.weight.face[axis][i] > 1e-6f && faces_.open.face[axis][i] > 0 ? 1.0f : 0.0f;
      });
      extrapolate(tiles, kMargin, known, velocity.face[axis]);
    }
    slip_along(faces_, tiles, velocity);
  }

  void keep_out_of_solids() {
    std::vector<float> near(particles_.size(), 1.0f);
    tally_.kept_out += static_cast<double>(
        keep_outside(solids_, near, {static_cast<float>(scene_.solver.spacing), scene_.dimensions == 2, 1e30f},
                     particles_.position, particles_.velocity));
  }

  void change_population(const Clock& clock, Directors& directors) {
    Population population(particles_);
    emitters_.emit(clock, static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame())), population);
    sinks_.mark(clock, particles_, population.removed);
    directors.population(clock, population);
    population.apply(particles_, next_id_, static_cast<size_t>(scene_.solver.max_particles));
    remove_flagged(population.removed, gradient_);
    gradient_.resize(particles_.size());
  }

  // Particles may cross `cfl` cells, and no more than what the grid knows around them.
  void find_wanted_step(double acceleration) {
    const double fastest = std::sqrt(parallel_max(
        particles_.size(), 0.0, [&](size_t i) { return static_cast<double>(length_squared(particles_.velocity[i])); }));
    const double way = std::min(settings_.cfl, static_cast<double>(kFarthestMove)) * cell();
    // From v and a: way = v t + a t^2.
    wanted_step_ = 2 * way / (fastest + std::sqrt(fastest * fastest + 4 * acceleration * way) + 1e-12);
    wanted_step_ = std::clamp(wanted_step_, 1e-5, 1 / scene_.frames.rate);
  }

  const Scene& scene_;
  FlipSettings settings_;
  ShapeBuilder builder_;
  Solids solids_;
  Emitters emitters_;
  Sinks sinks_;
  Particles particles_;
  std::vector<Gradient> gradient_;
  uint64_t next_id_;
  TiledParticles where_;
  Reorder reorder_;
  Scattered scattered_;
  SolidFaces faces_;
  std::vector<Vec3f> acceleration_;
  std::vector<float> distance_, sources_;
  double wanted_step_ = 0;
  Tally tally_;
};

}  // namespace

std::unique_ptr<Solver> make_flip_solver(const Scene& scene) { return std::make_unique<FlipSolver>(scene); }

}  // namespace weir
