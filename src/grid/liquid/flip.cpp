// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/flip.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/pass_timer.h"
#include "grid/grid_director.h"
#include "grid/liquid/carried_liquid.h"
#include "grid/liquid/direct_liquid.h"
#include "grid/liquid/flip_bodies.h"
#include "grid/liquid/flip_settings.h"
#include "grid/liquid/flip_tally.h"
#include "grid/liquid/gather.h"
#include "grid/liquid/grid_flow.h"
#include "grid/liquid/held_layer.h"
#include "grid/liquid/inflow.h"
#include "grid/liquid/known_pressure.h"
#include "grid/liquid/liquid_now.h"
#include "grid/liquid/liquid_phases.h"
#include "grid/liquid/narrow_band.h"
#include "grid/liquid/near_solids.h"
#include "grid/liquid/scatter.h"
#include "grid/liquid/shake_apart.h"
#include "grid/pressure/solid_faces.h"
#include "grid/surface/liquid_shape.h"
#include "grid/surface/liquid_surface.h"
#include "grid/tiles/extrapolate.h"
#include "grid/wanted_step.h"
#include "sim/draw_of_step.h"
#include "sim/emitters.h"
#include "sim/natural_time.h"
#include "sim/remove_flagged.h"
#include "sim/reorder.h"
#include "sim/speed_percentile.h"
#include "weir/base/parallel.h"
#include "weir/sim/seeding.h"

namespace weir::grid {

namespace {

constexpr int kMargin = kFarthestMove + 1;     // cells around particles in which velocities are needed
constexpr uint32_t kStreamShake = 0x7368616b;  // of random numbers

class FlipSolver final : public Solver {
 public:
  explicit FlipSolver(const Scene& scene)
      : scene_(scene),
        settings_(*scene.solver.get<FlipSettings>()),
        builder_(static_cast<float>(scene.solver.spacing), scene.frames.rate),
        solids_(scene, builder_),
        bodies_(scene, builder_),
        emitters_(scene, builder_),
        sinks_(scene, builder_),
        particles_(seed_liquids(scene, builder_, solids_)),
        next_id_(particles_.size()),
        tiled_(flip_space(scene)),
        band_(scene, settings_.band),
        held_layer_(scene, builder_),
        phases_(scene),
        random_(scene.seed, kStreamShake) {
    gradient_.resize(particles_.size());
    if (settings_.tracked_surface) make_surface();
    find_wanted_step(length(value_at(scene.gravity, scene.frames.first)));
  }

  std::string kind() const override { return "flip"; }
  unsigned hooks() const override {
    return hook::population | hook::forces | hook::pressure | hook::after_projection |
           (settings_.tracked_surface ? unsigned{hook::surface} : 0u);
  }
  double wanted_step() const override { return wanted_step_; }
  const Particles& particles() const override { return particles_; }
  std::span<const RigidPose> bodies() const override { return bodies_.poses(); }
  double bytes_per_particle() const override { return 350; }
  PressurePoints pressure_in(const Box3f& box) const override { return known_pressure_.in(tiled_, box); }
  DeepLiquid deep_liquid() const override {
    return band_.is_on() ? DeepLiquid{band_.core_particles(tiled_.space()), static_cast<float>(cell())} : DeepLiquid{};
  }

  void begin(const Clock& clock, Directors& directors, Beginning) override {
    Population population(particles_);
    population.solids = &solids_;
    directors.begin(clock, population);
    apply(population);
  }

  std::vector<Volume> volumes() const override {
    Directors none;
    return volumes({}, none);
  }
  // From the particles as they are now; the fields of the last step are those of its start.
  std::vector<Volume> volumes(const Clock& clock, Directors& directors) const override {
    return volumes_of(liquid_now(directors), clock, directors);
  }
  const tracked::TrackedSurface* surface() const override { return surface_ ? &surface_->surface() : nullptr; }

  void step(const Clock& clock, Directors& directors) override {
    passes_.begin("sort");
    solids_.move_to(clock.frame, clock.next_frame(), bodies_.poses());
    sort(directors);
    passes_.begin("transfer");
    const double acceleration = apply_forces(clock, directors);
    scatter(tiled_, particles_.velocity, gradient_, per_cell(), scattered_, phases_.densities(particles_.phase));
    band_.join(static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame()) * clock.step), per_cell(), scattered_);
    passes_.begin("solids");
    // With a band they were found where bodies came to rest in the last step.
    find_solids(band_.is_on() ? Solids::RigidOnes::stand : Solids::RigidOnes::count);
    phases_.locate(tiled_, particles_.phase, carried_.step(clock, tiled_, solids_, faces_, particles_));
    CoupledBodies* coupled = bodies_.couple(solids_, tiled_.space(), tiled_.tiles(), faces_);
    passes_.begin("surface");
    MacField velocity = scattered_.velocity;
    GridFlow flow({tiled_.space(), tiled_.tiles(), faces_, static_cast<float>(clock.step), pressure_settings(clock),
                   &flow_memory_, phases_.lightness(scattered_), coupled},
                  velocity, scattered_.volume);
    fill(directors, clock, flow);
    flow.find_surface();
    phases_.complete(tiled_.tiles(), flow.distance(), scattered_);
    if (surface_) surface_->follow(LiquidSurface::liquid(tiled_.space(), tiled_.tiles(), faces_, flow.distance()));
    passes_.begin("viscosity");
    apply_viscosity(clock, flow, velocity);
    phases_.apply_tension(flow, scattered_, velocity);
    passes_.begin("pressure");
    project(clock, directors, flow, velocity);
    std::optional<MacField> spreading = flow.spreading();
    passes_.begin("motion");
    const MacField known = flow.known_faces(scattered_.weight);
    MacField continued = held_layer_.any() ? scattered_.velocity : MacField{};
    if (held_layer_.any()) extrapolate(tiled_.tiles(), 2, known, continued);
    const auto make_known = [&](MacField& field) {
      field = made_known(known, flow, std::move(field));
      if (held_layer_.any()) held_layer_.keep_shear(around(clock), continued, field);
    };
    make_known(velocity);
    const std::vector<Vec3f> directed =
        direct_velocities(clock, directors, {tiled_, particles_, band_, scattered_, static_cast<float>(settings_.flip)},
                          {[&] { tally_.iterations += flow.project_again().iterations; }, make_known}, velocity);
    if (spreading) continue_outwards(faces_, tiled_.tiles(), cell(), {known, 2}, SolidMotion::none, *spreading);
    phases_.slip(tiled_, flow, scattered_, velocity, clock.middle_frame(), particles_, spreading);
    gather_and_move(tiled_, scattered_.velocity, velocity, spreading ? &*spreading : nullptr,
                    {static_cast<float>(settings_.flip), static_cast<float>(clock.step)}, particles_.position,
                    particles_.velocity, gradient_);
    if (!directed.empty()) particles_.velocity = directed;
    shake_apart(tiled_, scattered_.volume, faces_.room, random_, static_cast<uint32_t>(draw_of_step(clock)),
                particles_.id, particles_.position);
    if (coupled) place_bodies(clock);
    std::vector<float> near = near_solids(clock);
    if (band_.is_on()) exchange_with_core(clock, flow, velocity, spreading ? &*spreading : nullptr, near);
    keep_out_of_solids(near);
    if (surface_) move_surface(clock, directors, velocity);
    change_population(clock, directors);
    find_wanted_step(acceleration);
    passes_.end();
    ++tally_.steps;
    tally_.tiles += static_cast<double>(tiled_.tiles().size());
  }

  Measures measures() override {
    Measures all = std::exchange(tally_, {}).measures();
    passes_.append_to(all);
    if (surface_) surface_->add_measures(all);
    return all;
  }

  void state(Archive& archive) override {
    particles_.state(archive);
    archive("gradient", gradient_);
    emitters_.state(archive);
    sinks_.state(archive);
    archive("next_id", next_id_);
    archive("wanted_step", wanted_step_);
    band_.state(archive);
    bodies_.state(archive);
    if (surface_) surface_->state(archive);
  }

 private:
  double cell() const { return tiled_.space().cell; }
  float per_cell() const { return particles_per_cell(scene_.dimensions); }

  LiquidNow liquid_now(const Directors& directors) const {
    return find_liquid_now({tiled_.space(), particles_, band_, phases_, solids_, known_solids(tiled_.tiles(), faces_)},
                           directors);
  }

  void make_surface() {
    surface_.emplace(tiled_.space(), settings_.thin_sheets);
    solids_.move_to(scene_.frames.first, scene_.frames.first);
    const LiquidNow now = liquid_now({});
    std::vector<float> distance;
    find_surface_distance(now.where.tiles(), now.scattered.volume, now.faces.room, distance);
    surface_->make(LiquidSurface::liquid(now.where.space(), now.where.tiles(), now.faces, distance));
  }

  // The mesh goes with the liquid, then directors move it.
  void move_surface(const Clock& clock, Directors& directors, const MacField& velocity) {
    surface_->move(tiled_.tiles(), velocity, static_cast<float>(clock.step));
    grid::move_surface(directors, clock, surface_->surface());
    keep_in_domain(scene_, surface_->surface().positions());
    surface_->tidy();
  }

  void sort(Directors& directors) {
    const std::span<const uint32_t> order = tiled_.sort(particles_.position);
    reorder_.apply(order, particles_);
    reorder_gradients(order, gradient_);
    const int margin = std::max(kMargin, band_.layers() + 1);
    tiled_.build(particles_.position, margin, band_.core().tiles_needed(margin),
                 [&](std::vector<Vec3i>& tiles) { drop_held_tiles(directors, tiled_.space(), tiles); });
    band_.move_to(tiled_.tiles());
  }

  static KnownSolids known_solids(const Tiles& tiles, const SolidFaces& faces) {
    return faces.share.empty() ? KnownSolids{} : KnownSolids{&tiles, &faces};
  }
  void find_solids(Solids::RigidOnes rigid) {
    std::swap(faces_, last_faces_);
    KnownSolids known = known_solids(last_tiles_, last_faces_);
    known.rigid = rigid;
    find_solid_faces(solids_, tiled_.space(), tiled_.tiles(), known, faces_);
    last_tiles_ = tiled_.tiles();
  }
  // The core has to know where they are at the end of the step.
  void place_bodies(const Clock& clock) {
    solids_.move_to(clock.frame, clock.next_frame(), bodies_.poses());
    if (band_.is_on()) find_solids(Solids::RigidOnes::count);
  }

  // Returns the greatest acceleration.
  double apply_forces(const Clock& clock, Directors& directors) {
    bodies_.accelerate(value_at(scene_.gravity, clock.middle_frame()), clock.step);
    acceleration_.assign(particles_.size(), static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame())));
    direct_forces(clock, directors, tiled_.space(), particles_, band_, acceleration_);
    const auto step = static_cast<float>(clock.step);
    held_layer_.adhere(around(clock), particles_, clock.step, bodies_, acceleration_);
    return std::sqrt(parallel_max(particles_.size(), 0.0, [&](size_t i) {
      if (scene_.dimensions == 2) acceleration_[i].z = 0;
      particles_.velocity[i] += acceleration_[i] * step;
      return static_cast<double>(length_squared(acceleration_[i]));
    }));
  }

  ProjectionSettings pressure_settings(const Clock& clock) const {
    return {static_cast<float>(settings_.divergence_error * 0.01 * cell() / clock.step), settings_.max_iterations};
  }

  HeldAround around(const Clock& clock) const {
    return {solids_, tiled_, faces_, scattered_, per_cell(), clock.next_frame()};
  }
  void apply_viscosity(const Clock& clock, const GridFlow& flow, MacField& velocity) {
    if (!phases_.is_viscous()) return;
    Viscosity viscosity = phases_.viscosity(tiled_.tiles(), flow.distance(), faces_, cell(), scattered_);
    if (held_layer_.any()) held_layer_.loosen(around(clock), viscosity);
    tally_.viscosity_iterations +=
        bodies_.solve_with(viscosity, phases_.spread(clock.step), tiled_.space(), faces_, velocity).iterations;
  }

  void project(const Clock& clock, Directors& directors, GridFlow& flow, MacField& velocity) {
    emitters_.find_outflow(clock, {particles_, static_cast<float>(scene_.solver.spacing)});
    prescribe_inflow(emitters_, clock, flow);
    prescribe_held(directors, clock, flow);
    prescribe_pressure(directors, clock, flow);
    const auto move_bodies = [&] { return bodies_.step(clock, tiled_.space(), faces_); };
    MacField before = held_layer_.any() ? velocity : MacField{};
    PoissonSolver::Result result = held_layer_.any() ? flow.project() : flow.project(move_bodies);
    tally_.iterations += result.iterations;
    if (held_layer_.any()) {
      const MacField after = made_known(flow.known_faces(scattered_.weight), flow, std::move(velocity));
      bodies_.pull(held_layer_.hold(around(clock), flow, bodies_.coupled(), after, before), tiled_.space(), faces_);
      velocity = std::move(before);
      result = flow.project_anew(move_bodies);
      tally_.iterations += result.iterations;
    }
    if (!scene_.probes.empty()) known_pressure_.keep(flow, scene_.phases.front().density);
    const double of_cell = std::pow(cell(), scene_.dimensions);
    tally_.volume = flow.liquid().inside * of_cell;
    tally_.spray = flow.liquid().spray * of_cell;
    tally_.amount = amount() * of_cell;
    tally_.divergence = std::max(tally_.divergence, result.residual * clock.step / cell() * 100);
  }

  // Cells that the liquid fills: its particles, and the core.
  double amount() const {
    return static_cast<double>(particles_.size()) / static_cast<double>(per_cell()) + band_.core().volume();
  }

  // For velocities that particles may meet.
  MacField made_known(const MacField& known, const GridFlow& flow, MacField velocity) const {
    continue_outwards(faces_, tiled_.tiles(), cell(), {known, kMargin}, SolidMotion::counts, velocity);
    flow.carry(velocity);
    return velocity;
  }

  // 1 for particles that may have come into a solid in the step. Keyframed solids may have come to any of them.
  std::vector<float> near_solids(const Clock& clock) const {
    if (solids_.any_moves()) return std::vector<float>(particles_.size(), 1.0f);
    const std::vector<float> moved = bodies_.moved(clock, solids_, tiled_.space(), tiled_.tiles());
    return grid::near_solids(tiled_, faces_.distance, particles_.position, moved);
  }

  void keep_out_of_solids(std::span<const float> near) {
    const bool only_bodies = bodies_.any() && !solids_.any_moves();
    const float fastest_wall = only_bodies ? static_cast<float>(bodies_.fastest(solids_)) : 1e30f;
    tally_.kept_out += static_cast<double>(
        put_out_of_solids(scene_, solids_, near, fastest_wall, particles_.position, particles_.velocity));
  }

  void exchange_with_core(const Clock& clock, const GridFlow& flow, const MacField& velocity, const MacField* spreading,
                          std::vector<float>& near) {
    MacField moving = velocity;
    for (size_t axis = 0; spreading && axis < 3; ++axis) {
      parallel_for(tiled_.tiles().cells(), [&](size_t i) { moving.face[axis][i] += spreading->face[axis][i]; });
    }
    Population population(particles_);
    const std::vector<uint8_t> left = cells_left_to_particles(emitters_, sinks_, clock, tiled_.space(), tiled_.tiles());
    band_.exchange({.space = tiled_.space(),
                    .scattered = scattered_,
                    .solids = faces_,
                    .velocity = velocity,
                    .moving = moving,
                    .distance = flow.distance(),
                    .crowding = flow.crowding(),
                    .step = static_cast<float>(clock.step),
                    .position = {},
                    .stays = {},
                    .left = left},
                   population);
    apply(population);
    remove_flagged(population.removed, near);
    near.resize(particles_.size(), 1.0f);  // new ones may be anywhere
    tally_.seam_rounding += band_.take_rounding() * std::pow(cell(), scene_.dimensions);
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
    population.solids = &solids_;
    population.rigid = bodies_.poses();
    emitters_.emit(clock, static_cast<Vec3f>(value_at(scene_.gravity, clock.middle_frame())), population);
    remove_blocked(population.added);
    sinks_.mark(clock, particles_, population.removed, population.rigid);
    directors.population(clock, population);
    apply(population);
    band_.drain(clock, tiled_.space(), sinks_);
  }

  // All but the fastest particles may cross `cfl` cells, and nothing of the core more than what the grid knows around.
  void find_wanted_step(double acceleration) {
    const double cells = std::min(settings_.cfl, static_cast<double>(kFarthestMove)), way = cells * cell();
    const Speeds speeds =
        find_speeds(particles_.size(), [&](size_t i) { return length_squared(particles_.velocity[i]); });
    const double core = band_.core().fastest() * cells / kFarthestMove;
    const double fastest = std::max({speeds.percentile, core, bodies_.fastest_outward(way)});
    wanted_step_ = grid::wanted_step(way, fastest, acceleration, {1 / scene_.frames.rate, natural_time(scene_, way)});
    wanted_step_ = std::min(wanted_step_, phases_.longest_step(cell()));
  }

  const Scene& scene_;
  FlipSettings settings_;
  ShapeBuilder builder_;
  Solids solids_;
  FlipBodies bodies_;
  Emitters emitters_;
  Sinks sinks_;
  Particles particles_;
  std::vector<Gradient> gradient_;
  uint64_t next_id_;
  TiledParticles tiled_;
  Reorder reorder_;
  Scattered scattered_;
  SolidFaces faces_, last_faces_;
  Tiles last_tiles_;  // that last_faces_ are of, once a step has begun; then those of faces_
  NarrowBand band_;
  HeldLayer held_layer_;
  LiquidPhases phases_;
  CarriedLiquid carried_{scene_};
  Random random_;
  std::optional<LiquidSurface> surface_;
  std::vector<Vec3f> acceleration_;
  GridFlow::Memory flow_memory_;
  KnownPressure known_pressure_;
  double wanted_step_ = 0;
  FlipTally tally_;
  PassTimer passes_;
};

}  // namespace

std::unique_ptr<Solver> make_flip_solver(const Scene& scene) { return std::make_unique<FlipSolver>(scene); }

}  // namespace weir::grid
