// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/smoke/smoke.h"

#include <algorithm>
#include <cmath>

#include "base/pass_timer.h"
#include "grid/grid_director.h"
#include "grid/liquid/advect.h"
#include "grid/smoke/smoke_air.h"
#include "grid/smoke/smoke_forces.h"
#include "grid/smoke/smoke_particles.h"
#include "grid/smoke/smoke_settings.h"
#include "grid/smoke/smoke_sources.h"
#include "grid/smoke/smoke_volumes.h"
#include "grid/tiles/reach_tiles.h"
#include "grid/wanted_step.h"
#include "sim/emitters.h"
#include "sim/natural_time.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/sim/look_over.h"

namespace weir::grid {

namespace {

constexpr float kLeastShare = 1e-3f;  // of a source's density and temperature: less is not seen
constexpr int32_t kFarthestTile = 1 << 19;

GridSpace space_of(const Scene& scene) {
  const Vec3d origin = scene.domain ? scene.domain->lower : Vec3d{};
  return {{origin.x, origin.y, scene.dimensions == 2 ? 0 : origin.z}, 2 * scene.solver.spacing, scene.dimensions};
}

bool has_walls(const Scene& scene) { return scene.domain && scene.domain->walls.all_solid(); }

// Tiles that touch the domain; one more around an open one, so that smoke leaves it freely.
TileLimits limits_of(const Scene& scene) {
  Vec3i lower{-kFarthestTile, -kFarthestTile, -kFarthestTile}, upper = -lower;
  if (scene.domain) {
    constexpr double kSliver = 1e-3;  // cells
    const Vec3d size = (scene.domain->upper - scene.domain->lower) / (2 * scene.solver.spacing);
    const int more = has_walls(scene) ? 0 : 1;
    for (int axis = 0; axis < 3; ++axis) {
      const double cells = std::min(std::ceil(size[axis] - kSliver), 8.0 * kFarthestTile);
      lower[axis] = -more;
      upper[axis] = tile_of(std::max(1, static_cast<int>(cells)) - 1) + more;
    }
  }
  if (scene.dimensions == 2) lower.z = upper.z = 0;
  return {lower, upper};
}

struct Tally {
  double steps = 0, iterations = 0, divergence = 0, tiles = 0, smoke = 0;

  Measures measures() const {
    const double n = std::max(1.0, steps);
    return {
        {"pressure_iterations", iterations / n}, {"divergence", divergence}, {"tiles", tiles / n}, {"smoke", smoke}};
  }
};

class SmokeSolver final : public Solver {
 public:
  explicit SmokeSolver(const Scene& scene)
      : scene_(scene),
        settings_(*scene.solver.get<SmokeSettings>()),
        space_(space_of(scene)),
        limits_(limits_of(scene)),
        builder_(static_cast<float>(scene.solver.spacing), scene.frames.rate),
        solids_(scene, builder_),
        solids_move_(
            std::any_of(scene.solids.begin(), scene.solids.end(), [](const Solid& s) { return moves(s.shape); })),
        sources_(scene, builder_, space_, limits_),
        sinks_(scene, builder_),
        smoke_(scene.dimensions, scene.phases.size()),
        air_(space_, limits_, has_walls(scene)) {
    solids_frame_[0] = solids_frame_[1] = scene.frames.first;
    sources_.begin(smoke_);
    change_tiles({});
    air_.build(solids_, smoke_.tiles);
    clear_solids();
    project(1 / scene.frames.rate);
    find_wanted_step(0);
  }

  std::string kind() const override { return "smoke"; }
  unsigned hooks() const override { return hook::forces | hook::after_projection; }
  double wanted_step() const override { return wanted_step_; }
  const Particles& particles() const override { return none_; }
  double bytes_per_particle() const override { return 0; }

  void step(const Clock& clock, Directors& directors) override {
    passes_.begin("tiles");
    sources_.move_to(clock);
    if (change_tiles(needed_tiles(clock, directors))) air_.build(solids_, smoke_.tiles);
    passes_.begin("advection");
    const std::vector<double> before = amounts();
    advect(clock);
    passes_.begin("solids");
    move_solids(clock);
    passes_.begin("forces");
    fade(clock, before);
    if (smoke_.tiles.cells() < static_cast<size_t>(scene_.solver.max_particles)) sources_.emit(smoke_);
    remove_what_left(clock);
    clear_solids();
    const double acceleration = apply_forces(clock, directors);
    passes_.begin("pressure");
    project(clock.step);
    passes_.begin("outwards");
    direct_after_projection(clock, directors);
    air_.continue_velocity(smoke_.velocity);
    passes_.end();
    find_wanted_step(acceleration);
    ++tally_.steps;
    tally_.tiles += static_cast<double>(smoke_.tiles.size());
  }

  using Solver::volumes;
  std::vector<Volume> volumes() const override {
    std::vector<std::string> names;
    for (const Phase& phase : scene_.phases) names.push_back(phase.name);
    return smoke_volumes(smoke_, space_, names);
  }

  Measures measures() override {
    tally_.smoke = 0;
    for (const std::vector<float>& d : smoke_.density) {
      tally_.smoke += parallel_sum<double>(smoke_.tiles.cells(), [&](size_t i) { return d[i]; });
    }
    tally_.smoke *= std::pow(space_.cell, scene_.dimensions);
    Measures all = std::exchange(tally_, {}).measures();
    passes_.append_to(all);
    return all;
  }

  void state(Archive& archive) override {
    smoke_.state(archive);
    archive("solids_frame", solids_frame_);
    archive("pressure_step", pressure_step_);
    archive("wanted_step", wanted_step_);
    if (!archive.is_loading()) return;
    const std::string problem = smoke_.validate();
    if (!problem.empty()) throw InputError("checkpoint", "is damaged: " + problem);
    if (solids_frame_[1] > solids_frame_[0]) solids_.move_to(solids_frame_[0], solids_frame_[1]);
    air_.build(solids_, smoke_.tiles);
  }

 private:
  float cell() const { return static_cast<float>(space_.cell); }
  float least(const Animated<double>& of_source) const {
    return kLeastShare * static_cast<float>(std::abs(value_at(of_source, scene_.frames.first)));
  }
  float least_density() const { return least(settings_.density); }
  float least_temperature() const { return least(settings_.temperature); }

  std::vector<Vec3i> needed_tiles(const Clock& clock, const Directors& directors) const {
    std::vector<Vec3i> tiles = sources_.tiles();
    const std::vector<Vec3i> reached = tiles_within(reach_of(directors, clock), space_, limits_);
    tiles.insert(tiles.end(), reached.begin(), reached.end());
    return tiles;
  }

  // What directors see: smoke, and the air that they reach.
  SmokeParticles directed_cells(const Clock& clock, const Directors& directors) const {
    const std::vector<Vec3i> reached = tiles_within(reach_of(directors, clock), space_, limits_);
    return smoke_particles(smoke_, space_, least_density(), least_temperature(), flag_tiles(smoke_.tiles, reached));
  }

  bool change_tiles(std::vector<Vec3i> sources) {
    std::optional<Tiles> tiles =
        find_smoke_tiles(smoke_, {least_density(), least_temperature(), limits_, std::move(sources)});
    if (tiles) smoke_.change_tiles(std::move(*tiles));
    return tiles.has_value();
  }

  void advect(const Clock& clock) {
    const auto step = static_cast<float>(clock.step) / cell();
    std::vector<std::vector<float>*> fields{&smoke_.temperature};
    for (std::vector<float>& d : smoke_.density) fields.push_back(&d);
    for (std::vector<float>* field : fields) air_.continue_into_solids(*field);
    grid::advect(smoke_.tiles, step, fields, smoke_.velocity, scratch_);
  }

  std::vector<double> amounts() const {
    std::vector<double> result;
    for (const std::vector<float>& d : smoke_.density) result.push_back(air_.sum(d));
    return result;
  }

  // Smoke cools and vanishes. Advection keeps values, not amounts: what all of them together won or lost since there
  // were the amounts `before` is taken back from all alike.
  void fade(const Clock& clock, const std::vector<double>& before) {
    constexpr double kMost = 0.05;  // in a step; more is no matter of accuracy
    const auto left = [&](double rate) { return std::exp(-rate * clock.step); };
    const std::vector<double> after = amounts();
    scale(smoke_.temperature, left(settings_.cooling));
    for (size_t n = 0; n < after.size(); ++n) {
      const bool some = before[n] > 0 && after[n] > 0;
      const double correction = some ? std::clamp(before[n] / after[n], 1 - kMost, 1 + kMost) : 1;
      scale(smoke_.density[n], left(settings_.dissipation) * correction);
    }
  }

  // Nothing becomes denser than a source by it: a little too much each step would add up where smoke stands still.
  void scale(std::vector<float>& field, double factor) const {
    if (factor == 1) return;
    const auto by = static_cast<float>(factor);
    const float most = factor > 1 ? parallel_max(smoke_.tiles.cells(), 0.0f, [&](size_t i) { return field[i]; }) : 0;
    parallel_for(smoke_.tiles.cells(),
                 [&](size_t i) { field[i] = factor > 1 ? std::min(field[i] * by, most) : field[i] * by; });
  }

  void move_solids(const Clock& clock) {
    if (!solids_move_) return;
    solids_frame_[0] = clock.frame;
    solids_frame_[1] = clock.next_frame();
    solids_.move_to(solids_frame_[0], solids_frame_[1]);
    air_.build(solids_, smoke_.tiles);
  }

  // Into sinks, or out of an open domain.
  void remove_what_left(const Clock& clock) {
    if (scene_.sinks.empty() && (!scene_.domain || has_walls(scene_))) return;
    const SmokeParticles cells = smoke_particles(smoke_, space_, 0, 0);
    std::vector<uint8_t> removed(cells.cell.size(), 0);
    sinks_.mark(clock, cells.particles, removed);
    parallel_for(removed.size(), [&](size_t n) {
      if (!removed[n]) return;
      smoke_.temperature[cells.cell[n]] = 0;
      for (std::vector<float>& d : smoke_.density) d[cells.cell[n]] = 0;
    });
  }

  void clear_solids() {
    air_.clear_solids(smoke_.temperature);
    for (std::vector<float>& d : smoke_.density) air_.clear_solids(d);
  }

  // Returns the greatest acceleration.
  double apply_forces(const Clock& clock, Directors& directors) {
    const double frame = clock.middle_frame();
    const Vec3d gravity = value_at(scene_.gravity, frame);
    for (std::vector<float>& a : acceleration_) a.assign(smoke_.tiles.field_size(), 0.0f);
    add_buoyancy(smoke_.tiles, smoke_.density, smoke_.temperature,
                 static_cast<Vec3f>(gravity * value_at(settings_.weight, frame)),
                 static_cast<Vec3f>(-gravity * value_at(settings_.buoyancy, frame)), acceleration_);
    add_confinement(smoke_.tiles, smoke_.velocity, static_cast<float>(value_at(settings_.confinement, frame)),
                    acceleration_);
    if (directors.size() > 0) {
      const SmokeParticles cells = directed_cells(clock, directors);
      std::vector<Vec3f> added(cells.cell.size());
      directors.forces(clock, cells.particles, added);
      add_to_cells(cells.cell, added, acceleration_);
    }
    add_to_faces(smoke_.tiles, acceleration_, static_cast<float>(clock.step), smoke_.velocity);
    return parallel_max(smoke_.tiles.cells(), 0.0, [&](size_t i) {
      return std::max({std::abs(acceleration_[0][i]), std::abs(acceleration_[1][i]), std::abs(acceleration_[2][i])});
    });
  }

  void project(double step) {
    // Pressures are velocities: those of a longer step are larger.
    if (pressure_step_ > 0) {
      const auto scale = static_cast<float>(step / pressure_step_);
      parallel_for(smoke_.tiles.cells(), [&](size_t i) { smoke_.pressure[i] *= scale; });
    }
    pressure_step_ = step;
    const double share = cell() / step;  // m/s that empty a cell in a step
    const PoissonSolver::Result result =
        air_.project({static_cast<float>(0.01 * settings_.divergence_error * share), settings_.max_iterations},
                     smoke_.velocity, smoke_.pressure);
    tally_.iterations += result.iterations;
    tally_.divergence = std::max(tally_.divergence, 100 * result.residual / share);
  }

  void direct_after_projection(const Clock& clock, Directors& directors) {
    if (directors.size() == 0) return;
    const SmokeParticles cells = directed_cells(clock, directors);
    std::vector<Vec3f> velocity = cells.particles.velocity;
    directors.after_projection(clock, cells.particles, velocity);
    if (velocity == cells.particles.velocity) return;
    CellVectors change = no_vectors(smoke_.tiles);
    for (size_t n = 0; n < velocity.size(); ++n) velocity[n] -= cells.particles.velocity[n];
    add_to_cells(cells.cell, velocity, change);
    add_to_faces(smoke_.tiles, change, 1, smoke_.velocity);
  }

  // The air may cross `cfl` cells, and no more than advection looks at.
  void find_wanted_step(double acceleration) {
    const double fastest = parallel_max(smoke_.tiles.cells(), 0.0, [&](size_t i) {
      const auto& face = smoke_.velocity.face;
      return std::max({std::abs(face[0][i]), std::abs(face[1][i]), std::abs(face[2][i])});
    });
    const double way = std::min(settings_.cfl, static_cast<double>(kFarthestTrace)) * cell();
    wanted_step_ = grid::wanted_step(way, fastest, acceleration, {1 / scene_.frames.rate, natural_time(scene_, way)});
  }

  const Scene& scene_;
  SmokeSettings settings_;
  GridSpace space_;
  TileLimits limits_;
  ShapeBuilder builder_;
  Solids solids_;
  bool solids_move_;
  SmokeSources sources_;
  Sinks sinks_;
  SmokeFields smoke_;
  SmokeAir air_;
  Particles none_;
  AdvectionScratch scratch_;
  CellVectors acceleration_;
  std::array<double, 2> solids_frame_{};  // the step that the solids are prepared for
  double pressure_step_ = 0;              // s of the step that the pressure is of
  double wanted_step_ = 0;
  Tally tally_;
  PassTimer passes_;
};

// Smoke counts from a tenth of what sources give.
double least_mass(const Scene& scene) {
  return 0.1 * value_at(scene.solver.get<SmokeSettings>()->density, scene.frames.first) *
         std::pow(2 * scene.solver.spacing, scene.dimensions);
}

}  // namespace

std::unique_ptr<Solver> make_smoke_solver(const Scene& scene) { return std::make_unique<SmokeSolver>(scene); }

static void look_over(const LookOver& seen) {
  warn_of_phases({"viscosity", "viscosity_by_heat", "surface_tension", "density"}, "phases of smoke are colours",
                 "leave it out", seen);
}

SolverKind smoke_kind() {
  return {.settings = kind_of_settings<SmokeSettings>(),
          .make = &make_smoke_solver,
          .is_smoke = true,
          .sampling = 2,
          .least_mass = &least_mass,
          .hooks = hook::forces | hook::after_projection,
          .look_over = &look_over};
}

}  // namespace weir::grid
