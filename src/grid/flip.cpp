// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/flip.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "grid/extrapolate.h"
#include "grid/gather.h"
#include "grid/grid_flow.h"
#include "grid/inflow.h"
#include "grid/liquid_core.h"
#include "grid/liquid_shape.h"
#include "grid/liquid_volumes.h"
#include "grid/scatter.h"
#include "grid/solid_faces.h"
#include "grid/viscosity.h"
#include "sim/containment.h"
#include "sim/emitters.h"
#include "sim/in_scene.h"
#include "sim/order.h"
#include "sim/remove_flagged.h"
#include "sim/seeding.h"

namespace weir {

namespace {

constexpr int kMargin = kFarthestMove + 1;  // cells around particles in which velocities are needed

constexpr uint32_t kStreamCore = 0x636f7265;  // of random numbers: places of particles that leave the core

GridSpace space_of(const Scene& scene) {
  const bool flat = scene.dimensions == 2;
  const Vec3d origin = scene.domain ? scene.domain->lower : Vec3d{};
  return {{origin.x, origin.y, flat ? 0 : origin.z}, 2 * scene.solver.spacing, scene.dimensions};
}

struct Tally {
  double steps = 0, iterations = 0, viscosity_iterations = 0, divergence = 0, kept_out = 0, tiles = 0;
  double volume = 0, amount = 0;  // m3: inside the surface; of particles and core
  double sort_ms = 0, transfer_ms = 0, solids_ms = 0, viscosity_ms = 0, pressure_ms = 0, motion_ms = 0;

  Measures measures() const {
    const double n = std::max(1.0, steps);
    return {{"pressure_iterations", iterations / n},
            {"viscosity_iterations", viscosity_iterations / n},
            {"divergence", divergence},
            {"volume", volume},
            {"amount", amount},
            {"tiles", tiles / n},
            {"kept_out", kept_out},
            {"sort_ms", sort_ms},
            {"transfer_ms", transfer_ms},
            {"solids_ms", solids_ms},
            {"viscosity_ms", viscosity_ms},
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
    if (settings_.band > 0 && scene.phases.size() > 1) {
      throw InputError(place_in(scene, "solver.band"),
                       "works with one phase only; set it to 0 or leave the other phases out");
    }
    gradient_.resize(particles_.size());
    wanted_amount_ = amount();
    find_wanted_step(length(value_at(scene.gravity, scene.frames.first)));
  }

  std::string kind() const override { return "flip"; }
  unsigned places() const override {
    return place::population | place::forces | place::pressure | place::after_projection;
  }
  double wanted_step() const override { return wanted_step_; }
  const Particles& particles() const override { return particles_; }
  double bytes_per_particle() const override { return 350; }

  // From the particles as they are now; the fields of the last step are those of its start.
  std::vector<Volume> volumes() const override {
    TiledParticles where(where_.space());
    const std::span<const uint32_t> order = where.sort(particles_.position);
    std::vector<Vec3f> position(order.size()), velocity(order.size());
    parallel_for(order.size(), [&](size_t i) {
      position[i] = particles_.position[order[i]];
      velocity[i] = particles_.velocity[order[i]];
    });
    constexpr int margin = static_cast<int>(kSurfaceBand) + 1;
    where.build(position, margin, core_.tiles_needed(margin));
    Scattered scattered;
    scatter(where, velocity, {}, per_cell(), scattered);
    if (settings_.band > 0) {
      LiquidCore core = core_;
      core.move_to(where.tiles());
      add_core(core, {}, per_cell(), scattered);
    }
    SolidFaces faces;
    find_solid_faces(solids_, where.space(), where.tiles(), known_solids(where_.tiles(), faces_), faces);
    std::vector<float> distance;
    find_surface_distance(where.tiles(), scattered.volume, faces.room, distance);
    std::vector<Volume> result;
    result.push_back(surface_volume(where.space(), where.tiles(), faces, std::move(distance)));
    result.push_back(velocity_volume(where.space(), where.tiles(), scattered.velocity, scattered.weight));
    return result;
  }

  void step(const Clock& clock, Directors& directors) override {
    PartTimer timer;
    solids_.move_to(clock.frame, clock.next_frame());
    sort();
    timer.mark(tally_.sort_ms);
    const double acceleration = apply_forces(clock, directors);
    scatter(where_, particles_.velocity, gradient_, per_cell(), scattered_);
    if (settings_.band > 0) {
      const Vec3d gravity = value_at(scene_.gravity, clock.middle_frame());
      add_core(core_, static_cast<Vec3f>(gravity * clock.step), per_cell(), scattered_);
    }
    timer.mark(tally_.transfer_ms);
    find_solids();
    timer.mark(tally_.solids_ms);
    MacField velocity = scattered_.velocity;
    GridFlow flow({where_.space(), where_.tiles(), faces_, static_cast<float>(clock.step), pressure_settings(clock)},
                  velocity, scattered_.volume);
    directors.fill(clock, flow);
    flow.find_surface();
    thicken(clock, flow, velocity);
    timer.mark(tally_.viscosity_ms);
    project(clock, directors, flow);
    timer.mark(tally_.pressure_ms);
    continue_outwards(flow, velocity);
    gather_and_move(where_, scattered_.velocity, velocity,
                    {static_cast<float>(settings_.flip), static_cast<float>(clock.step)}, particles_.position,
                    particles_.velocity, gradient_);
    if (settings_.band > 0) change_core(clock, flow, velocity);
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
    archive("number", number_);
    archive("wanted_amount", wanted_amount_);
    core_.state(archive);
  }

 private:
  double cell() const { return where_.space().cell; }
  float per_cell() const { return scene_.dimensions == 2 ? 4 : 8; }

  void sort() {
    const std::span<const uint32_t> order = where_.sort(particles_.position);
    for_each_array([&](const char*, auto& array) { reorder_.apply(order, array); }, particles_);
    reorder_gradients(order);
    const int margin = std::max(kMargin, settings_.band + 1);
    where_.build(particles_.position, margin, core_.tiles_needed(margin));
    if (settings_.band > 0) core_.move_to(where_.tiles());
  }

  // What was found in the step before holds as long as no solid moves.
  KnownSolids known_solids(const Tiles& tiles, const SolidFaces& faces) const {
    return solids_.any_moves() || faces.share.empty() ? KnownSolids{} : KnownSolids{&tiles, &faces};
  }
  void find_solids() {
    std::swap(faces_, last_faces_);
    find_solid_faces(solids_, where_.space(), where_.tiles(), known_solids(last_tiles_, last_faces_), faces_);
    last_tiles_ = where_.tiles();
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

  ProjectionSettings pressure_settings(const Clock& clock) const {
    return {static_cast<float>(settings_.divergence_error * 0.01 * cell() / clock.step), settings_.max_iterations};
  }

  void thicken(const Clock& clock, const GridFlow& flow, MacField& velocity) {
    const Phase& phase = scene_.phases.front();
    if (phase.viscosity == 0) return;
    Viscosity viscosity(where_.tiles(), flow.distance(), faces_, static_cast<float>(cell()));
    const double spread = phase.viscosity * clock.step / phase.density;
    tally_.viscosity_iterations += viscosity.solve(static_cast<float>(spread), {}, velocity).iterations;
  }

  void project(const Clock& clock, Directors& directors, GridFlow& flow) {
    if (settings_.band > 0) add_core_sources(clock, flow);
    prescribe_inflow(emitters_, clock, flow);
    directors.pressure(clock, flow);
    const PoissonSolver::Result result = flow.project();
    tally_.volume = liquid_volume(flow.distance());
    tally_.amount = amount() * std::pow(cell(), scene_.dimensions);
    tally_.iterations += result.iterations;
    tally_.divergence = std::max(tally_.divergence, result.residual * clock.step / cell() * 100);
  }

  // Cells that the liquid fills: its particles, and the core.
  double amount() const {
    return static_cast<double>(particles_.size()) / static_cast<double>(per_cell()) + core_.volume();
  }

  // Particles enter the core a little more crowded than they come out of it: what is missing grows in the core again.
  void add_core_sources(const Clock& clock, GridFlow& flow) const {
    constexpr double kTime = 0.02;  // s in which it comes back
    constexpr double kMost = 0.02;  // share by which the core grows in a step
    const double share = (wanted_amount_ - amount()) / std::max(1.0, core_.volume());
    const double growth = std::clamp(share * std::min(1.0, clock.step / kTime), -kMost, kMost);
    parallel_for(where_.tiles().cells(),
                 [&](size_t i) { flow.add_source(i, core_.full[i] * static_cast<float>(growth)); });
  }

  // m3 inside the surface and outside solids, at the start of the step; in 2D of a metre of depth.
  double liquid_volume(std::span<const float> distance) const {
    const auto width = static_cast<float>(cell());
    const double cells = parallel_sum<double>(where_.tiles().cells(), [&](size_t i) {
      const float gap = faces_.distance[i] / width;
      return std::clamp(0.5f - (gap < 1 ? std::max(distance[i], -gap) : distance[i]), 0.0f, 1.0f);
    });
    return cells * std::pow(cell(), scene_.dimensions);
  }

  // Velocities are known where particles are or one is prescribed; in the air and in solids they go on as beside it.
  void continue_outwards(GridFlow& flow, MacField& velocity) {
    const Tiles& tiles = where_.tiles();
    for (size_t axis = 0; axis < static_cast<size_t>(scene_.dimensions); ++axis) {
      std::vector<float> known(tiles.field_size(), 0.0f);
      parallel_for(tiles.cells(), [&](size_t i) {
        const bool moved = scattered_.weight.face[axis][i] > 1e-6f && faces_.open.face[axis][i] > 0;
        known[i] = moved || flow.is_prescribed(static_cast<int>(axis), i) ? 1.0f : 0.0f;
      });
      extrapolate(tiles, kMargin, known, velocity.face[axis]);
    }
    slip_along(faces_, tiles, velocity);
    flow.carry();
  }

  void keep_out_of_solids() {
    tally_.kept_out += static_cast<double>(
        keep_outside(solids_, near_solids(), {static_cast<float>(scene_.solver.spacing), scene_.dimensions == 2, 1e30f},
                     particles_.position, particles_.velocity));
    keep_in_domain(scene_, particles_.position);
  }

  // 1 for particles that may be in a solid now: none was before the step, so the others have not come far enough.
  std::vector<float> near_solids() const {
    std::vector<float> near(particles_.size(), 1.0f);
    if (settings_.band > 0 || solids_.any_moves()) return near;  // some are new, or the solids have come to them
    const Tiles& tiles = where_.tiles();
    parallel_for(
        tiles.size(),
        [&](size_t t) {
          const Vec3i first = tiles.first_cell(t);
          for (uint32_t i = where_.in(t).begin; i < where_.in(t).end; ++i) {
            const Vec3f g = where_.grid_position()[i];
            const Vec3i c{static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
                          tiles.depth() == 1 ? 0 : static_cast<int>(std::floor(g.z))};
            const Vec3i own = c - first;
            const size_t at =
                t * tiles.cells_per_tile() + static_cast<size_t>(own.x + kTileSize * (own.y + kTileSize * own.z));
            const float way = length(particles_.position[i] - where_.space().to_world(g));
            near[i] = faces_.distance[at] < way + static_cast<float>(2 * cell()) ? 1.0f : 0.0f;
          }
        },
        4);
    return near;
  }

  // Particles that the flow leads into the core go; those it leads out of it come.
  void change_core(const Clock& clock, const GridFlow& flow, const MacField& velocity) {
    const CoreChange change = advance_core(core_, {.space = where_.space(),
                                                   .scattered = scattered_,
                                                   .solids = faces_,
                                                   .velocity = velocity,
                                                   .distance = flow.distance(),
                                                   .step = static_cast<float>(clock.step),
                                                   .band = settings_.band,
                                                   .random = Random(scene_.seed, kStreamCore),
                                                   .number = number_++});
    Population population(particles_);
    mark_in_core(core_, where_.space(), particles_.position, population.removed);
    parallel_for(particles_.size(), [&](size_t i) { population.removed[i] &= !particles_.temporary[i]; });
    const float mass = particle_mass(scene_, 0);
    for (size_t i = 0; i < change.position.size(); ++i) {
      population.add(change.position[i], change.velocity[i], mass, 0, false);
    }
    apply(population);
  }

  void apply(const Population& population) {
    population.apply(particles_, next_id_, static_cast<size_t>(scene_.solver.max_particles));
    remove_flagged(population.removed, gradient_);
    gradient_.resize(particles_.size());
  }

  // Emitters may reach into solids: nothing comes out there.
  void remove_blocked(Particles& added) const {
    std::vector<uint8_t> blocked(added.size(), 0);
    solids_.mark_inside(added.position, blocked, 0, 1);
    added.remove(blocked);
  }

  void change_population(const Clock& clock, Directors& directors) {
    emitters_.visit_held(clock, particles_.position,
                         [&](uint32_t i, const Vec3f& velocity) { particles_.velocity[i] = velocity; });
    Population population(particles_);
    emitters_.emit(clock, static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame())), population);
    remove_blocked(population.added);
    sinks_.mark(clock, particles_, population.removed);
    directors.population(clock, population);
    const double before = amount();
    apply(population);
    if (settings_.band > 0) drain_core(clock);
    wanted_amount_ += amount() - before;
  }

  // Sinks and open walls take from the core what they would take from particles.
  void drain_core(const Clock& clock) {
    if (scene_.sinks.empty() && !(scene_.domain && scene_.domain->walls == Walls::open)) return;
    const std::vector<LiquidCore::Cell> cells = core_.cells(where_.space());
    Particles middles;
    middles.resize(cells.size());
    for (size_t i = 0; i < cells.size(); ++i) middles.position[i] = cells[i].middle;
    std::vector<uint8_t> removed(cells.size(), 0);
    sinks_.mark(clock, middles, removed);
    for (size_t i = 0; i < cells.size(); ++i) {
      if (removed[i]) core_.full[cells[i].index] = 0;
    }
  }

  // Particles may cross `cfl` cells, and no more than what the grid knows around them.
  void find_wanted_step(double acceleration) {
    const double of_particles = std::sqrt(parallel_max(
        particles_.size(), 0.0, [&](size_t i) { return static_cast<double>(length_squared(particles_.velocity[i])); }));
    const double fastest = std::max(of_particles, core_.fastest());
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
  SolidFaces faces_, last_faces_;
  Tiles last_tiles_;          // that last_faces_ are of, once a step has begun; then those of faces_
  LiquidCore core_;           // of narrow-band FLIP: the liquid without particles
  double wanted_amount_ = 0;  // cells that the liquid should fill
  uint64_t number_ = 0;       // of the step
  std::vector<Vec3f> acceleration_;
  double wanted_step_ = 0;
  Tally tally_;
};

}  // namespace

std::unique_ptr<Solver> make_flip_solver(const Scene& scene) { return std::make_unique<FlipSolver>(scene); }

}  // namespace weir
