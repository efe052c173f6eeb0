// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/probes.h"

#include <fmt/format.h>

#include "sim/in_scene.h"
#include "sim/liquid_gauges.h"
#include "sim/pressure_fit.h"
#include "sim/solid_surface.h"
#include "weir/base/parallel.h"
#include "weir/sim/solid_loads.h"
#include "weir/sim/solver_kind.h"

namespace weir {

namespace {

// What a probe sees after a step.
struct Moment {
  const Clock& clock;
  const Solver& solver;
  const Solver::DeepLiquid& deep;
  float spacing;

  template <class Use>
  void for_liquid(const Use& use) const {
    use(LiquidPieces{solver.particles(), spacing});
    if (deep.cells.size() > 0) use(LiquidPieces{deep.cells, deep.spacing});
  }
};

class ProbeReader {
 public:
  virtual ~ProbeReader() = default;
  virtual void read(const Moment& now, std::vector<double>& values) = 0;
};

class HeightReader final : public ProbeReader {
 public:
  HeightReader(const Scene& scene, const probes::Height& settings) : gauge_(scene, settings) {}
  void read(const Moment& now, std::vector<double>& values) override {
    gauge_.clear();
    now.for_liquid([&](const LiquidPieces& liquid) { gauge_.add(liquid); });
    const HeightGauge::Reading reading = gauge_.read();
    values.insert(values.end(), {reading.height, reading.depth});
  }

 private:
  HeightGauge gauge_;
};

class FluxReader final : public ProbeReader {
 public:
  FluxReader(const Scene& scene, const probes::Flux& settings) : gauge_(scene, settings) {}
  void read(const Moment& now, std::vector<double>& values) override {
    FluxGauge::Reading sum;
    now.for_liquid([&](const LiquidPieces& liquid) { sum = sum + gauge_.read(liquid); });
    values.insert(values.end(), {sum.volume, sum.mass});
  }

 private:
  FluxGauge gauge_;
};

// As far around as a solver's points can be apart and still tell of a place.
constexpr float kFarthestPoint = 2 * PressureFit::kReach;  // spacings of the solver

class PressureReader final : public ProbeReader {
 public:
  explicit PressureReader(const probes::Pressure& settings) : point_(settings.point) {}
  void read(const Moment& now, std::vector<double>& values) override {
    const Box3f around = Box3f{point_, point_}.padded(kFarthestPoint * now.spacing);
    values.push_back(PressureFit(now.solver.pressure_in(around)).at(point_));
  }

 private:
  Vec3f point_;
};

// The integral of -p n over the surface, unless the solver knows better.
class ForceReader final : public ProbeReader {
 public:
  ForceReader(const Scene& scene, const probes::Force& settings, size_t solid, const std::string& path,
              ShapeBuilder& builder)
      : surface_(scene, solid, path, builder), solid_(solid), about_(settings.about) {}

  void read(const Moment& now, std::vector<double>& values) override {
    const auto* knows = dynamic_cast<const KnowsSolidLoads*>(&now.solver);
    const SolidLoad load = knows ? knows->load_on(solid_, now.clock, about_) : load_on_surface(now);
    for (const Vec3d& v : {load.force, load.torque}) values.insert(values.end(), {v.x, v.y, v.z});
  }

 private:
  SolidLoad load_on_surface(const Moment& now) {
    const std::vector<SurfacePiece>& pieces = surface_.at(now.clock.next_frame(), now.solver.bodies());
    Box3f box;
    for (const SurfacePiece& piece : pieces) box.include(piece.middle);
    const PressureFit pressure(now.solver.pressure_in(box.padded(kFarthestPoint * now.spacing)));
    return parallel_reduce(
        pieces.size(), SolidLoad{},
        [&](size_t begin, size_t end) {
          SolidLoad sum;
          for (size_t i = begin; i < end; ++i) {
            const SurfacePiece& piece = pieces[i];
            const double push = pressure.at(piece.middle, piece.normal) * static_cast<double>(piece.area);
            const Vec3d force = static_cast<Vec3d>(piece.normal) * -push;
            sum = sum + SolidLoad{force, cross(static_cast<Vec3d>(piece.middle) - about_, force)};
          }
          return sum;
        },
        std::plus<>());
  }

  SolidSurface surface_;
  size_t solid_;
  Vec3d about_;
};

void refuse_unfit(const Scene& scene, const Probe& probe, const std::string& path) {
  const SolverKind* kind = kind_of(scene.solver);
  if (!kind) return;
  if (kind->is_smoke) {
    throw InputError(location_in(scene, path),
                     fmt::format("probes measure liquid, which the {} solver has none of", scene.solver.kind()));
  }
  if (kind->has_pressure || probe.get<probes::Flux>()) return;
  throw InputError(location_in(scene, path),
                   fmt::format("the {} solver has no pressure, and its drops take no room: only a flux can be measured",
                               scene.solver.kind()));
}

}  // namespace

struct Probes::Impl {
  explicit Impl(const Scene& s) : scene(s), builder(static_cast<float>(0.5 * s.solver.spacing), s.frames.rate) {}

  std::unique_ptr<ProbeReader> reader_of(const Probe& probe, const std::string& path) {
    refuse_unfit(scene, probe, path);
    if (const auto* height = probe.get<probes::Height>()) return std::make_unique<HeightReader>(scene, *height);
    if (const auto* flux = probe.get<probes::Flux>()) return std::make_unique<FluxReader>(scene, *flux);
    if (const auto* pressure = probe.get<probes::Pressure>()) return std::make_unique<PressureReader>(*pressure);
    const auto& force = *probe.get<probes::Force>();
    for (size_t i = 0; i < scene.solids.size(); ++i) {
      if (scene.solids[i].name == force.solid)
        return std::make_unique<ForceReader>(scene, force, i, path + ".solid", builder);
    }
    throw InputError(location_in(scene, path + ".solid"), fmt::format("no solid is named \"{}\"", force.solid));
  }

  const Scene& scene;
  ShapeBuilder builder;
  std::vector<std::unique_ptr<ProbeReader>> readers;
};

static void add_columns(const Probe& probe, std::vector<ProbeColumn>& columns) {
  if (probe.get<probes::Height>()) {
    columns.insert(columns.end(), {{probe.name, "height"}, {probe.name, "depth"}});
  } else if (probe.get<probes::Pressure>()) {
    columns.push_back({probe.name, "pressure"});
  } else if (probe.get<probes::Flux>()) {
    columns.insert(columns.end(), {{probe.name, "volume"}, {probe.name, "mass"}});
  } else {
    columns.insert(columns.end(), {{probe.name, "force", 3}, {probe.name, "torque", 3}});
  }
}

Probes::Probes(const Scene& scene) : impl_(std::make_unique<Impl>(scene)) {
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.probes.size(); ++i) {
    const std::string path = fmt::format("probes[{}]", i);
    in_scene(scene, path, problems, [&] { impl_->readers.push_back(impl_->reader_of(scene.probes[i], path)); });
    add_columns(scene.probes[i], columns_);
  }
  if (!problems.empty()) throw InputError(problems);
}

Probes::~Probes() = default;

ProbeReading Probes::read(const Clock& clock, const Solver& solver) {
  ProbeReading reading{clock.next_frame(), clock.time + clock.step, {}};
  const Solver::DeepLiquid deep = solver.deep_liquid();
  const Moment now{clock, solver, deep, static_cast<float>(impl_->scene.solver.spacing)};
  for (const std::unique_ptr<ProbeReader>& reader : impl_->readers) reader->read(now, reading.values);
  return reading;
}

}  // namespace weir
