// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/sph.h"

#include <algorithm>
#include <cmath>

#include "base/pass_timer.h"
#include "sim/containment.h"
#include "sim/emitters.h"
#include "sim/first_changes.h"
#include "sim/phase_values.h"
#include "sim/remove_flagged.h"
#include "sim/reorder.h"
#include "sim/rigid_bodies.h"
#include "sim/speed_percentile.h"
#include "sim/wall_clearance.h"
#include "sph/boundary.h"
#include "sph/calm.h"
#include "sph/carried_flow.h"
#include "sph/crowding.h"
#include "sph/flow.h"
#include "sph/pressure.h"
#include "sph/probed_solids.h"
#include "sph/slip.h"
#include "sph/solid_hold.h"
#include "sph/sph_settings.h"
#include "sph/sph_tally.h"
#include "sph/start.h"
#include "sph/step_length.h"
#include "sph/surface_tension.h"
#include "sph/viscosity.h"
#include "sph/wcsph.h"
#include "sph/xsph.h"
#include "weir/base/parallel.h"
#include "weir/scene/scene.h"
#include "weir/sim/seeding.h"
#include "weir/sim/solids.h"

namespace weir::sph {

namespace {

// With fewer neighbours than this (2D, 3D) a particle's divergence means little (Bender & Koschier 2015).
constexpr uint32_t kFewNeighbours[] = {7, 20};

// Of compression, what a step undoes at most. What it undoes becomes speed, 0.03 spacings a step, and speed shortens
// the next step: with ten times this share, liquid that was put too close together would explode.
constexpr float kMostUndone = 0.03f;

constexpr float kClearance = 0.25f;   // spacings from solids, within which no liquid starts or flows in
constexpr float kHeldWeight = 0.05f;  // of the inverse mass of particles inside an emitter: little pushes them back

class SphSolver final : public Solver, public KnowsSolidLoads {
 public:
  explicit SphSolver(const Scene& scene)
      : scene_(scene),
        settings_(*scene.solver.get<SphSettings>()),
        spacing_(static_cast<float>(scene.solver.spacing)),
        viscosities_(of_phases(scene, [](const Phase& p) { return greatest_viscosity(p); })),
        tensions_(of_phases(scene, [](const Phase& p) { return p.surface_tension; })),
        builder_(0.5f * spacing_, scene.frames.rate),
        solids_(scene, builder_),
        bodies_(scene, builder_),
        emitters_(scene, builder_),
        sinks_(scene, builder_),
        particles_(seed_liquids(scene, builder_, solids_, kClearance * spacing_)),
        next_id_(particles_.size()),
        flow_(Kernel(2 * spacing_, scene.dimensions, spacing_),
              static_cast<float>(std::pow(scene.solver.spacing, scene.dimensions))),
        boundary_(scene, builder_, bodies_, flow_.kernel),
        cells_(flow_.kernel.support()),
        density_solve_(flow_, bodies_),
        divergence_solve_(flow_, bodies_),
        hold_(scene, flow_, bodies_),
        viscosity_(flow_, bodies_, scene.dimensions),
        crowding_(flow_, cells_, boundary_, bodies_, spacing_),
        step_length_(scene, settings_, particles_),
        probed_solids_(std::make_unique<ProbedSolids>(scene, builder_, flow_.kernel)) {
    resize_carried();
    relax();
  }

  std::string kind() const override { return "sph"; }
  unsigned hooks() const override { return hook::population | hook::forces | hook::after_projection; }
  double wanted_step() const override { return step_length_.seconds(); }
  const Particles& particles() const override { return particles_; }
  std::span<const RigidPose> bodies() const override { return bodies_.poses(); }
  double bytes_per_particle() const override { return 560; }
  PressurePoints pressure_in(const Box3f& box) const override { return probed_pressure(box, probed(), spacing_); }
  SolidLoad load_on(size_t solid, const Clock& clock, const Vec3d& about) const override {
    return probed_solids_->load_on(solid, clock, about, bodies_.poses(), probed());
  }

  void begin(const Clock& clock, Directors& directors, Beginning beginning) override {
    if (make_first_changes(clock, directors, scene_, {&solids_, bodies_.poses()}, particles_, next_id_)) {
      resize_carried();
      if (beginning == Beginning::of_run) relax();
    }
    if (beginning == Beginning::of_run) settle();
  }

  void step(const Clock& clock, Directors& directors) override {
    emitters_.find_outflow(clock, {particles_, spacing_});
    find_neighbours_and_densities(clock);
    find_fixed();
    measure_compression();
    passes_.begin("divergence");
    if (settings_.method == PressureMethod::dfsph) make_divergence_free(clock);
    passes_.begin("forces");
    calm_.hold_back(static_cast<double>(length(gravity(clock))), clock.step, particles_.phase, particles_.velocity);
    directors.after_projection(clock, particles_, particles_.velocity);
    const double acceleration = apply_forces(clock, directors);
    carried_.mix(clock, solids_, particles_);
    apply_friction(clock);
    passes_.begin("density");
    settings_.method == PressureMethod::wcsph ? push_apart(clock) : keep_density(clock);
    slip_.apply(flow_, gravity(clock), particles_.phase, pressure_, particles_.velocity);
    passes_.begin("motion");
    const Speeds relative = look_ahead(clock);
    if (!scene_.probes.empty()) walls_ = flow_.boundary.gradient;
    move(clock);
    change_population(clock, directors);
    step_length_.find(particles_, {relative.percentile, acceleration, boundary_.greatest_speed(bodies_), pressure_});
    passes_.end();
    ++tally_.steps;
  }

  Measures measures() override {
    Measures all = std::exchange(tally_, {}).measures();
    passes_.append_to(all);
    return all;
  }

  void state(Archive& archive) override {
    particles_.state(archive);
    for_each_carried([&](const char* name, auto& array, bool) { archive(name, array); });
    if (archive.is_loading()) resize_carried();  // the scene may have changed
    emitters_.state(archive), sinks_.state(archive);
    bodies_.state(archive);
    archive("next_id", next_id_);
    step_length_.state(archive);
    calm_.state(archive);
  }

 private:
  Vec3f gravity(const Clock& clock) const { return static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame())); }

  ProbedLiquid probed() const { return {particles_.position, pressure_, divergence_pressure_, walls_, flow_.volume}; }

  // The one list of what a particle keeps besides what every solver has: visit(name, array, whether it is used here).
  template <class Visit>
  void for_each_carried(Visit&& visit) {
    visit("pressure", pressure_, true);
    visit("pressure_correction", pressure_correction_, true);
    visit("divergence_pressure", divergence_pressure_, true);
    visit("divergence_correction", divergence_correction_, true);
    visit("viscous_change", viscous_change_, any(viscosities_));
  }
  void resize_carried() {
    for_each_carried([&](const char*, auto& array, bool used) { array.resize(used ? particles_.size() : 0); });
  }

  void find_neighbours_and_densities(const Clock& clock) {
    passes_.begin("neighbours");
    sort(clock);
    flow_.neighbours.find(flow_.point, cells_, flow_.kernel.support());
    passes_.begin("boundary");
    boundary_.move_to(clock, bodies_);
    boundary_.sum(flow_.point, cells_, bodies_, flow_.boundary, flow_.contacts, any(viscosities_));
    find_densities(flow_);
  }

  // Particles of a file are where the file says.
  bool are_given() const {
    const auto given = [](const Liquid& liquid) { return liquid.points != nullptr; };
    return std::any_of(scene_.liquids.begin(), scene_.liquids.end(), given);
  }
  Start start() {
    const auto find = [this](const Clock& clock) { find_neighbours_and_densities(clock); };
    return {{scene_, 0.01 * settings_.density_error, settings_.max_iterations, particles_, cells_, flow_, solids_,
             bodies_, crowding_, density_solve_, pressure_, pressure_correction_, find},
            step_length_.seconds()};
  }
  void relax() {
    if (are_given()) return;
    start().relax();
    passes_ = {};
  }
  void settle() {
    if (are_given()) return;
    if (start().settle() && bodies_.size() == 0) calm_.stand();
    passes_ = {};
  }

  // Everything that belongs to a particle, in the order of the cells.
  void sort(const Clock& clock) {
    const std::span<const uint32_t> order = cells_.sort(particles_.position);
    reorder_.apply(order, particles_);
    for_each_carried([&](const char*, auto& array, bool) { reorder_.apply(order, array); });
    flow_.resize(particles_.size());
    parallel_for(flow_.size(), [&](size_t i) { flow_.inverse_mass[i] = 1 / particles_.mass[i]; });
    held_.clear();
    emitters_.visit_held(clock, particles_.position, [&](uint32_t i, const Vec3f& velocity) {
      held_.push_back({i, velocity});
      flow_.inverse_mass[i] = kHeldWeight / particles_.mass[i];
      particles_.velocity[i] = velocity;
    });
    parallel_for(flow_.size(),
                 [&](size_t i) { flow_.point[i] = float4(particles_.position[i], flow_.inverse_mass[i]); });
  }

  // Held particles are like walls and have no pressure of their own; in the divergence solve, neither has spray.
  void find_fixed() {
    const uint32_t few = kFewNeighbours[scene_.dimensions - 2];
    held_fixed_.assign(held_.empty() ? 0 : flow_.size(), 0);
    spray_fixed_.resize(flow_.size());
    parallel_for(flow_.size(), [&](size_t i) {
      spray_fixed_[i] = flow_.neighbours.count(i) < few && flow_.boundary.density[i] == 0;
    });
    for (const Held& held : held_) held_fixed_[held.particle] = spray_fixed_[held.particle] = 1;
    // Nor do they drag bodies along, with the weight of the whole stream behind them.
    if (!held_.empty()) {
      std::erase_if(flow_.contacts, [&](const BodyContact& c) { return held_fixed_[c.particle] != 0; });
    }
  }

  void measure_compression() {
    const size_t n = flow_.size();
    excess_.resize(n);
    parallel_for(n, [&](size_t i) { excess_[i] = std::min(flow_.density[i] - 1, kMostUndone); });
    const auto compression = [&](size_t i) { return static_cast<double>(std::max(0.0f, flow_.density[i] - 1)); };
    tally_.compression_mean += parallel_sum<double>(n, compression) / static_cast<double>(std::max<size_t>(n, 1));
    tally_.compression_max = std::max(tally_.compression_max, parallel_max(n, 0.0, compression));
  }

  void make_divergence_free(const Clock& clock) {
    const PressureResult r =
        divergence_solve_.solve({{}, spray_fixed_, divergence_pressure_, divergence_correction_, particles_.velocity},
                                clock.step, 0.01 * settings_.divergence_error, settings_.max_iterations);
    tally_.divergence_iterations += r.iterations;
  }

  void keep_density(const Clock& clock) {
    const PressureResult r =
        density_solve_.solve({excess_, held_fixed_, pressure_, pressure_correction_, particles_.velocity}, clock.step,
                             0.01 * settings_.density_error * calm_.share_of_tolerance(), settings_.max_iterations);
    tally_.density_iterations += r.iterations;
  }

  void push_apart(const Clock& clock) {
    find_tait_pressures(flow_, step_length_.sound(), pressure_);
    density_solve_.apply_pressure(pressure_, particles_.velocity, clock.step);
  }

  // Gravity, directors, surface tension. Returns the greatest acceleration.
  double apply_forces(const Clock& clock, Directors& directors) {
    acceleration_.assign(particles_.size(), gravity(clock));
    directors.forces(clock, particles_, acceleration_);
    if (any(tensions_)) add_surface_tension(flow_, scene_.dimensions, tensions_, particles_.phase, acceleration_);
    hold_.add_adhesion(clock.step, acceleration_);
    if (settings_.method == PressureMethod::wcsph) {
      add_artificial_viscosity(flow_, step_length_.sound(), particles_.velocity, acceleration_);
    }
    const auto dt = static_cast<float>(clock.step);
    parallel_for(particles_.size(), [&](size_t i) {
      Vec3f& v = particles_.velocity[i];
      v += acceleration_[i] * dt;
      if (scene_.dimensions == 2) v.z = 0;
    });
    for (const Held& held : held_) particles_.velocity[held.particle] = held.velocity;
    bodies_.accelerate(static_cast<Vec3d>(gravity(clock)), clock.step);
    return std::sqrt(parallel_max(particles_.size(), 0.0,
                                  [&](size_t i) { return static_cast<double>(length_squared(acceleration_[i])); }));
  }

  void apply_friction(const Clock& clock) {
    const float walls = boundary_.grips().viscous_share();
    if (settings_.xsph > 0) {
      apply_xsph(flow_, bodies_, static_cast<float>(settings_.xsph), walls, particles_.velocity);
    }
    hold_.apply({clock.step, pressure_, divergence_pressure_, acceleration_, particles_.phase, viscosities_},
                particles_.velocity);
    if (!any(viscosities_)) return;
    const ViscositySettings viscosity{clock.step, viscosities_, walls, carried_.viscosities(clock, particles_)};
    tally_.viscosity_iterations +=
        viscosity_.apply(viscosity, particles_.phase, particles_.velocity, viscous_change_).iterations;
  }

  void move(const Clock& clock) {
    const auto dt = static_cast<float>(clock.step);
    parallel_for(particles_.size(), [&](size_t i) { particles_.position[i] += particles_.velocity[i] * dt; });
    bodies_.step(clock);
    const auto wall_speed = static_cast<float>(boundary_.greatest_speed(bodies_));
    solids_.move_to(clock.frame, clock.next_frame(), bodies_.poses());
    // A particle that can get anywhere in a step may also have come from anywhere.
    const bool all = fastest_of(particles_.velocity) * clock.step > scene_.solver.spacing;
    if (all) std::fill(flow_.boundary.density.begin(), flow_.boundary.density.end(), 1.0f);
    tally_.kept_out += static_cast<double>(keep_outside(solids_, flow_.boundary.density,
                                                        {spacing_, scene_.dimensions == 2, wall_speed},
                                                        particles_.position, particles_.velocity));
    crowding_.relieve(scene_.dimensions == 2, particles_.position);
    keep_in_domain(scene_, particles_.position);
  }

  // Of what flows in, what would be in a solid; what would be right at it is moved off.
  void remove_blocked(Particles& added) {
    std::vector<uint8_t> blocked(added.size(), 0);
    keep_clear(solids_, kClearance * spacing_, scene_.dimensions == 2, added.position, blocked);
    added.remove(blocked);
    if (scene_.dimensions == 3) return;
    for (size_t i = 0; i < added.size(); ++i) added.position[i].z = added.velocity[i].z = 0;
  }

  void change_population(const Clock& clock, Directors& directors) {
    Population population(particles_);
    population.solids = &solids_;
    population.rigid = bodies_.poses();
    emitters_.emit(clock, {}, population);  // held until they leave the emitter, so without gravity
    remove_blocked(population.added);
    sinks_.mark(clock, particles_, population.removed, population.rigid);
    directors.population(clock, population);
    population.apply(particles_, next_id_, static_cast<size_t>(scene_.solver.max_particles));
    for_each_carried([&](const char*, auto& array, bool) { remove_flagged(population.removed, array); });
    if (!walls_.empty()) remove_flagged(population.removed, walls_);
    resize_carried();
  }

  // How fast particles move against those around them, or towards a wall: this is what a step gets density wrong by.
  Speeds look_ahead(const Clock& clock) {
    const auto dt = static_cast<float>(clock.step);
    const size_t n = flow_.size();
    relative_squared_.resize(n);
    crowding_.begin_step();
    parallel_for(n, [&](size_t i) { flow_.vector[i] = float4(particles_.velocity[i], 1); });
    for_each_particle<NearbyVectors>(flow_, [&](const NearbyVectors& near, size_t i) {
      const float closing = dot(particles_.velocity[i], normalized(flow_.boundary.gradient[i]));
      const Ahead ahead = look_ahead_at(flow_, near, dt, i);
      relative_squared_[i] = std::max(length_squared(ahead.relative_velocity), closing * closing);
      crowding_.foresee(i, particles_.velocity[i], ahead.density, dt);
    });
    return find_speeds(n, [&](size_t i) { return relative_squared_[i]; });
  }

  const Scene& scene_;
  const SphSettings settings_;
  const float spacing_;
  const std::vector<float> viscosities_, tensions_;  // of the phases
  ShapeBuilder builder_;
  Solids solids_;
  RigidBodies bodies_;
  Emitters emitters_;
  Sinks sinks_;
  Particles particles_;
  uint64_t next_id_;
  Flow flow_;
  Boundary boundary_;
  Cells cells_;
  PressureSolve density_solve_, divergence_solve_;
  SolidHold hold_;
  Viscosity viscosity_;
  CarriedFlow carried_{scene_, flow_};
  Crowding crowding_;
  StepLength step_length_;
  Slip slip_{scene_};
  Calm calm_{scene_};
  std::unique_ptr<ProbedSolids> probed_solids_;
  std::vector<Vec3f> walls_;  // for probes: the gradient that walls have at particles
  Reorder reorder_;
  // Of the last step, where the next one starts.
  std::vector<float> pressure_, pressure_correction_, divergence_pressure_, divergence_correction_;
  std::vector<Vec3f> viscous_change_;
  std::vector<float> excess_;            // density - 1, as much of it as a step undoes
  std::vector<float> relative_squared_;  // speeds against the neighbours
  struct Held {
    uint32_t particle;
    Vec3f velocity;
  };
  std::vector<Held> held_;  // particles inside emitters
  std::vector<uint8_t> held_fixed_, spray_fixed_;
  std::vector<Vec3f> acceleration_;
  SphTally tally_;
  PassTimer passes_;
};

}  // namespace

std::unique_ptr<Solver> make_sph_solver(const Scene& scene) { return std::make_unique<SphSolver>(scene); }

}  // namespace weir::sph
