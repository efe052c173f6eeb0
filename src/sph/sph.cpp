// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/sph.h"

#include <algorithm>
#include <cmath>

#include "base/pass_timer.h"
#include "sim/containment.h"
#include "sim/emitters.h"
#include "sim/natural_time.h"
#include "sim/remove_flagged.h"
#include "sim/reorder.h"
#include "sim/rigid_bodies.h"
#include "sim/speed_percentile.h"
#include "sph/boundary.h"
#include "sph/crowding.h"
#include "sph/flow.h"
#include "sph/pressure.h"
#include "sph/sph_settings.h"
#include "sph/sph_tally.h"
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

// With fewer neighbours than this (2D, 3D) a particle is spray, or the very surface, and its divergence means little
// (Bender & Koschier 2015).
constexpr uint32_t kFewNeighbours[] = {7, 20};

// How much speeds count. That against the mean of neighbours counts more, since two particles can come at each other. A
// jet that moves as one may take longer steps, though not so long that it is deep in another before they meet. Both are
// those of all but one in a thousand particles; the fastest spray may go farther. Pressure rearranges particles at up
// to sqrt(p / rho); at twice the step, a lattice at rest under pressure breaks up with a jerk.
constexpr double kPairSpeed = 1.5, kBulkSpeed = 0.6, kSpraySpeed = 0.25, kRearrangement = 0.5;

// Of compression, what a step undoes at most. What it undoes becomes speed, 0.03 spacings a step, and speed shortens
// the next step: with ten times this share, liquid that was put too close together would explode.
constexpr float kMostUndone = 0.03f;

// Steps where the scene does not bound them, in natural times of a spacing: at the usual 2 cm, 10 us and 5 ms.
constexpr double kShortestStep = 2.2e-4, kLongestStep = 0.11;

constexpr float kClearance = 0.25f;   // spacings from solids, within which no liquid starts or flows in
constexpr float kHeldWeight = 0.05f;  // of the inverse mass of particles inside an emitter: little pushes them back

template <class Get>
std::vector<float> of_phases(const Scene& scene, Get&& get) {
  std::vector<float> values;
  for (const Phase& phase : scene.phases) values.push_back(static_cast<float>(get(phase)));
  return values;
}

bool any(const std::vector<float>& values) {
  return std::any_of(values.begin(), values.end(), [](float v) { return v > 0; });
}

class SphSolver final : public Solver {
 public:
  explicit SphSolver(const Scene& scene)
      : scene_(scene),
        settings_(*scene.solver.get<SphSettings>()),
        spacing_(static_cast<float>(scene.solver.spacing)),
        max_step_(
            settings_.max_step.value_or(std::max(kLongestStep * natural_time(scene), settings_.min_step.value_or(0)))),
        min_step_(settings_.min_step.value_or(std::min(kShortestStep * natural_time(scene), max_step_))),
        viscosities_(of_phases(scene, [](const Phase& p) { return p.viscosity; })),
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
        viscosity_(flow_, bodies_, scene.dimensions),
        crowding_(flow_, cells_, boundary_, bodies_, spacing_) {
    resize_carried();
    const Vec3d gravity = value_at(scene.gravity, scene.frames.first);
    pressure_scale_ = length(gravity) * depth_along(gravity);
    find_wanted_step(0, length(gravity));
  }

  std::string kind() const override { return "sph"; }
  unsigned hooks() const override { return hook::population | hook::forces | hook::after_projection; }
  double wanted_step() const override { return wanted_step_; }
  const Particles& particles() const override { return particles_; }
  std::span<const RigidPose> bodies() const override { return bodies_.poses(); }
  double bytes_per_particle() const override { return 560; }

  void step(const Clock& clock, Directors& directors) override {
    passes_.begin("neighbours");
    sort(clock);
    flow_.neighbours.find(flow_.point, cells_, flow_.kernel.support());
    passes_.begin("boundary");
    boundary_.move_to(clock, bodies_);
    const bool friction = any(viscosities_) && settings_.wall_friction > 0;
    boundary_.sum(flow_.point, cells_, bodies_, flow_.boundary, flow_.contacts, friction);
    find_densities(flow_);
    find_fixed();
    measure_compression();
    passes_.begin("divergence");
    if (settings_.method == PressureMethod::dfsph) make_divergence_free(clock);
    passes_.begin("forces");
    directors.after_projection(clock, particles_, particles_.velocity);
    const double acceleration = apply_forces(clock, directors);
    apply_friction(clock);
    passes_.begin("density");
    settings_.method == PressureMethod::wcsph ? push_apart(clock) : keep_density(clock);
    passes_.begin("motion");
    const Speeds relative = look_ahead(clock);
    move(clock);
    change_population(clock, directors);
    find_wanted_step(relative.percentile, acceleration);
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
    emitters_.state(archive);
    bodies_.state(archive);
    archive("next_id", next_id_);
    archive("wanted_step", wanted_step_);
    archive("pressure_scale", pressure_scale_);
    archive("sound", sound_);
  }

 private:
  Vec3f gravity(const Clock& clock) const { return static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame())); }

  // The one list of what a particle keeps from step to step besides what every solver has: visit(name, array, whether
  // this scene uses it; otherwise it is empty).
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
                             0.01 * settings_.density_error, settings_.max_iterations);
    tally_.density_iterations += r.iterations;
  }

  void push_apart(const Clock& clock) {
    find_tait_pressures(flow_, sound_, pressure_);
    density_solve_.apply_pressure(pressure_, particles_.velocity, clock.step);
  }

  // Gravity, directors, surface tension. Returns the greatest acceleration.
  double apply_forces(const Clock& clock, Directors& directors) {
    acceleration_.assign(particles_.size(), gravity(clock));
    directors.forces(clock, particles_, acceleration_);
    if (any(tensions_)) add_surface_tension(flow_, scene_.dimensions, tensions_, particles_.phase, acceleration_);
    if (settings_.method == PressureMethod::wcsph) {
      add_artificial_viscosity(flow_, sound_, particles_.velocity, acceleration_);
    }
    const auto dt = static_cast<float>(clock.step);
    const bool flat = scene_.dimensions == 2;
    parallel_for(particles_.size(), [&](size_t i) {
      Vec3f& v = particles_.velocity[i];
      v += acceleration_[i] * dt;
      if (flat) v.z = 0;
    });
    for (const Held& held : held_) particles_.velocity[held.particle] = held.velocity;
    bodies_.accelerate(static_cast<Vec3d>(gravity(clock)), clock.step);
    return std::sqrt(parallel_max(particles_.size(), 0.0,
                                  [&](size_t i) { return static_cast<double>(length_squared(acceleration_[i])); }));
  }

  void apply_friction(const Clock& clock) {
    const auto walls = static_cast<float>(settings_.wall_friction);
    if (settings_.xsph > 0) {
      apply_xsph(flow_, bodies_, static_cast<float>(settings_.xsph), walls, particles_.velocity);
    }
    if (!any(viscosities_)) return;
    const ViscositySettings viscosity{.step = clock.step, .viscosity = viscosities_, .wall_friction = walls};
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
    const bool all = fastest() * clock.step > scene_.solver.spacing;
    if (all) std::fill(flow_.boundary.density.begin(), flow_.boundary.density.end(), 1.0f);
    tally_.kept_out += static_cast<double>(keep_outside(solids_, flow_.boundary.density,
                                                        {spacing_, scene_.dimensions == 2, wall_speed},
                                                        particles_.position, particles_.velocity));
    crowding_.relieve(scene_.dimensions == 2, particles_.position);
    keep_in_domain(scene_, particles_.position);
  }

  // Of what flows in, what would be in a solid or right at it.
  void remove_blocked(Particles& added) {
    std::vector<uint8_t> blocked(added.size(), 0);
    solids_.mark_inside(added.position, blocked, kClearance * spacing_);
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
    sinks_.mark(clock, particles_, population.removed);
    directors.population(clock, population);
    population.apply(particles_, next_id_, static_cast<size_t>(scene_.solver.max_particles));
    for_each_carried([&](const char*, auto& array, bool) { remove_flagged(population.removed, array); });
    resize_carried();
  }

  // How fast particles move against those around them, or towards a wall: this is what a step gets density wrong by.
  Speeds look_ahead(const Clock& clock) {
    const auto dt = static_cast<float>(clock.step);
    const size_t n = flow_.size();
    relative_squared_.resize(n);
    crowding_.begin_step();
    parallel_for(n, [&](size_t i) { flow_.vector[i] = float4(particles_.velocity[i], 1); });
    for_each_particle(flow_.size(), [&](size_t i) {
      const float closing = dot(particles_.velocity[i], normalized(flow_.boundary.gradient[i]));
      const Ahead ahead = look_ahead_at(flow_, dt, i);
      relative_squared_[i] = std::max(length_squared(ahead.relative_velocity), closing * closing);
      crowding_.foresee(i, particles_.velocity[i], ahead.density, dt);
    });
    return find_speeds(n, [&](size_t i) { return relative_squared_[i]; });
  }

  double fastest() const {
    return std::sqrt(parallel_max(
        particles_.size(), 0.0, [&](size_t i) { return static_cast<double>(length_squared(particles_.velocity[i])); }));
  }

  // So that particles move at most `cfl` spacings against their neighbours, by their speed or from rest.
  void find_wanted_step(double relative_speed, double acceleration) {
    const double way = settings_.cfl * scene_.solver.spacing;
    const Speeds bulk =
        find_speeds(particles_.size(), [&](size_t i) { return length_squared(particles_.velocity[i]); });
    const double speed =
        std::max({kPairSpeed * relative_speed, kBulkSpeed * bulk.percentile, kSpraySpeed * bulk.fastest,
                  boundary_.greatest_speed(bodies_), kRearrangement * std::sqrt(find_pressure_scale())});
    double step = std::min(way / std::max(speed, 1e-12), std::sqrt(2 * way / std::max(acceleration, 1e-12)));
    if (settings_.method == PressureMethod::wcsph) {
      const Vec3d gravity = value_at(scene_.gravity, scene_.frames.first);
      const double fall = std::sqrt(2 * length(gravity) * depth_along(gravity));
      const double slow = 0.01 * scene_.solver.spacing / natural_time(scene_);  // as good as at rest
      const double fastest_expected = std::max({bulk.fastest, fall, slow});
      // No faster than the shortest step can follow.
      const double most = longest_wcsph_step(scene_.solver.spacing, 1) / min_step_;
      sound_ = std::min(most, std::max(sound_, speed_of_sound(fastest_expected, 0.01 * settings_.compression)));
      step = std::min(step, longest_wcsph_step(scene_.solver.spacing, sound_));
    }
    wanted_step_ = std::clamp(step, min_step_, max_step_);
  }

  // m2/s2, twice the mean of pressure / density, which is p / rho at the bottom of still liquid. Its root is the speed
  // at which pressure rearranges particles. It is forgotten slowly, since pressure varies from step to step.
  double find_pressure_scale() {
    const double mean =
        parallel_sum<double>(
            particles_.size(),
            [&](size_t i) { return static_cast<double>(pressure_[i] * flow_.volume / particles_.mass[i]); }) /
        static_cast<double>(std::max<size_t>(particles_.size(), 1));
    return pressure_scale_ = std::max(2 * mean, 0.9 * pressure_scale_);
  }

  // m from the highest to the lowest particle.
  double depth_along(const Vec3d& gravity) const {
    const Vec3f down = static_cast<Vec3f>(normalized(gravity));
    const auto height = [&](float sign) {
      return parallel_max(particles_.size(), -1e30f,
                          [&](size_t i) { return sign * dot(particles_.position[i], down); });
    };
    return particles_.size() > 0 ? static_cast<double>(height(1) + height(-1)) : 0;
  }

  const Scene& scene_;
  const SphSettings settings_;
  const float spacing_;
  const double max_step_, min_step_;                 // s
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
  Viscosity viscosity_;
  Crowding crowding_;
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
  double wanted_step_ = 0;
  double pressure_scale_ = 0;
  double sound_ = 0;  // m/s, of wcsph
  SphTally tally_;
  PassTimer passes_;
};

}  // namespace

std::unique_ptr<Solver> make_sph_solver(const Scene& scene) { return std::make_unique<SphSolver>(scene); }

SolverKind solver_kind() {
  return {.settings = kind_of_settings<SphSettings>(), .make = &make_sph_solver, .moves_solids = true};
}

}  // namespace weir::sph
