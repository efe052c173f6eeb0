// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "ballistic/ballistic.h"

#include "ballistic/ballistic_settings.h"
#include "ballistic/flight.h"
#include "sim/emitters.h"
#include "weir/base/parallel.h"
#include "weir/scene/scene.h"
#include "weir/sim/look_over.h"
#include "weir/sim/seeding.h"
#include "weir/sim/solids.h"

namespace weir::ballistic {

namespace {

class BallisticSolver final : public Solver {
 public:
  explicit BallisticSolver(const Scene& scene)
      : scene_(scene),
        settings_(*scene.solver.get<BallisticSettings>()),
        builder_(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate),
        solids_(scene, builder_),
        emitters_(scene, builder_),
        sinks_(scene, builder_),
        particles_(seed_liquids(scene, builder_, solids_)),
        next_id_(particles_.size()) {}

  std::string kind() const override { return "ballistic"; }
  unsigned hooks() const override { return hook::population | hook::forces | hook::after_projection; }
  double wanted_step() const override { return 1 / (scene_.frames.rate * settings_.steps); }
  const Particles& particles() const override { return particles_; }
  // Its arrays are 51 of them; the rest is needed while a frame is written. Measured from 0.5 to 2 million particles.
  double bytes_per_particle() const override { return 160; }

  void step(const Clock& clock, Directors& directors) override {
    solids_.move_to(clock.frame, clock.next_frame());
    accelerate(clock, directors);
    collisions_ += fly(particles_.position, particles_.velocity, acceleration_, solids_, flight(clock));
    directors.after_projection(clock, particles_, particles_.velocity);
    change_population(clock, directors);
  }

  Measures measures() override {
    Measures result{{"collisions", static_cast<double>(collisions_)}};
    collisions_ = 0;
    return result;
  }

  void state(Archive& archive) override {
    particles_.state(archive);
    emitters_.state(archive);
    archive("next_id", next_id_);
  }

 private:
  FlightSettings flight(const Clock& clock) const {
    return {.step = static_cast<float>(clock.step),
            .bounce = static_cast<float>(settings_.bounce),
            .friction = static_cast<float>(settings_.friction),
            .touch = static_cast<float>(0.02 * scene_.solver.spacing),
            .flat = scene_.dimensions == 2};
  }

  // Of the middle of the step: exact for a gravity that changes evenly.
  Vec3f gravity(const Clock& clock) const { return static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame())); }

  void accelerate(const Clock& clock, Directors& directors) {
    acceleration_.assign(particles_.size(), gravity(clock));
    directors.forces(clock, particles_, acceleration_);
    if (scene_.dimensions == 3) return;
    parallel_for(particles_.size(), [&](size_t i) { particles_.velocity[i].z = acceleration_[i].z = 0; });
  }

  void change_population(const Clock& clock, Directors& directors) {
    Population population(particles_);
    emitters_.emit(clock, gravity(clock), population);
    sinks_.mark(clock, particles_, population.removed);
    directors.population(clock, population);
    population.apply(particles_, next_id_, static_cast<size_t>(scene_.solver.max_particles));
  }

  const Scene& scene_;
  BallisticSettings settings_;
  ShapeBuilder builder_;
  Solids solids_;
  Emitters emitters_;
  Sinks sinks_;
  Particles particles_;
  uint64_t next_id_;
  std::vector<Vec3f> acceleration_;
  size_t collisions_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_ballistic_solver(const Scene& scene) { return std::make_unique<BallisticSolver>(scene); }

static void look_over(const LookOver& seen) {
  warn_of_phases({"viscosity", "viscosity_by_heat", "surface_tension"},
                 "drops of the ballistic solver do not feel each other", "use the sph or flip solver for the final run",
                 seen);
}

SolverKind solver_kind() {
  return {.settings = kind_of_settings<BallisticSettings>(),
          .make = &make_ballistic_solver,
          .hooks = hook::population | hook::forces | hook::after_projection,
          .look_over = &look_over};
}

}  // namespace weir::ballistic
