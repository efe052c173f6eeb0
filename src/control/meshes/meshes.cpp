// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/meshes.h"
#include "control/meshes/meshes_overlay.h"
#include "control/meshes/meshes_preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/random.h"
#include "control/meshes/control_mesh.h"
#include "control/meshes/mesh_flow.h"
#include "control/meshes/mesh_measures.h"
#include "control/meshes/mesh_population.h"
#include "control/meshes/mesh_raster.h"
#include "control/meshes/meshes_settings.h"
#include "control/meshes/surface_detail_control.h"
#include "grid/grid_director.h"
#include "sim/draw_of_step.h"
#include "sim/in_scene.h"
#include "sim/natural_time.h"
#include "sim/part_names.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/sim/look_over.h"

namespace weir::meshes {

namespace {

constexpr uint32_t kStream = 0x6d657368;     // of random numbers
constexpr int64_t kFewest = 8;               // particles that come or go at a time: looking for places takes a while,
constexpr double kSmallestPart = 1 / 128.0;  // so it is done for so large a part of the body
constexpr double kCellsAStep = 1;            // that a mesh may move
constexpr double kRefillShare = 3;           // of what is missing, e^-3 is left after the time of refilling
constexpr double kUsualRefill = 1.25;        // natural times of the form
constexpr double kSinking = 0.25;            // of the speed that liquid gains in falling through half of the form
constexpr double kShortestStep = 1.5e-3;     // natural times of a cell

grid::GridSpace space_of(const Scene& scene) {
  const bool flat = scene.dimensions == 2;
  const Vec3d origin = scene.domain ? scene.domain->lower : Vec3d{};
  return {{origin.x, origin.y, flat ? 0 : origin.z}, 2 * scene.solver.spacing, scene.dimensions};
}

class MeshesDirector final : public Director, public grid::GridDirector {
 public:
  MeshesDirector(const Scene& scene, size_t index)
      : scene_(scene),
        settings_(*scene.directors[index].get<MeshesSettings>()),
        space_(space_of(scene)),
        random_(scene.seed, kStream) {
    std::vector<Problem> problems;
    for (size_t i = 0; i < settings_.meshes.size(); ++i) {
      const std::string path = fmt::format("{}.meshes[{}]", scene.director_path(index), i);
      in_scene(scene, path, problems, [&] {
        Entry& entry = entries_.emplace_back();
        entry.mesh = std::make_unique<ControlMesh>(settings_.meshes[i], scene, location_in(scene, path));
        if (const auto& detail = settings_.meshes[i].detail) {
          entry.detail.emplace(*detail, static_cast<float>(space_.cell), natural_time(scene, space_.cell));
        }
      });
    }
    if (!problems.empty()) throw InputError(problems);
  }

  unsigned hooks() const override {
    const bool detailed = std::any_of(entries_.begin(), entries_.end(), [](const Entry& e) { return bool(e.detail); });
    return hook::pressure | hook::population | hook::frame_end | (detailed ? hook::surface : 0u);
  }

  // Fast meshes get steps in between, on which they are as they are there.
  double longest_step(const Clock& clock) const override {
    double longest = 1e30;
    for (const Entry& entry : entries_) {
      if (!entry.controls(clock.frame)) continue;
      longest = std::min(longest, kCellsAStep * space_.cell / std::max(1e-9, entry.mesh->speed(clock.frame)));
    }
    return std::max(longest, kShortestStep * natural_time(scene_, space_.cell));
  }

  void pressure(const Clock& clock, grid::GridFlow& flow) override {
    for (Entry& entry : entries_) {
      entry.directed = entry.controls(clock.frame);
      if (entry.directed) direct(clock, entry, flow);
    }
  }

  // The mesh at the end of the step, where the surface has already gone; painted parts are held as tight as they are
  // on the grid.
  void surface(const Clock& clock, tracked::TrackedSurface& surface) override {
    for (size_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (!entry.detail || !entry.controls(clock.frame)) continue;
      const Mesh mesh = entry.mesh->at(end_of(clock));
      put(entry, end_of(clock), mesh);  // the next step wants it there too
      ControlSurface control(mesh, entry.mesh->without_waves(mesh, clock.frame));
      control.use(entry.raster, space_);
      entry.detail->apply(clock.next_frame(), clock.step, control, surface, fmt::format("wave{}", i));
    }
  }

  void population(const Clock& clock, Population& population) override {
    for (size_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      const auto number = static_cast<int64_t>(entry.owed);
      const auto part = static_cast<int64_t>(kSmallestPart * per_cell() * entry.flow.held);
      if (!entry.directed || std::abs(number) < std::max(kFewest, part)) continue;
      const auto draw = draw_of_step(clock) * entries_.size() + i;
      entry.owed -= static_cast<double>(number);  // what finds no room is not owed for ever
      entry.traded +=
          static_cast<double>(trade_particles(entry.raster, {space_, per_cell(), random_, draw}, number, population));
    }
  }

  Measures frame_end(const Clock& clock, const Particles& particles) override {
    MeshFit fit;
    double missing = 0, traded = 0;
    bool any = false;
    for (Entry& entry : entries_) {
      missing += entry.flow.missing;
      traded += entry.traded;
      entry.flow = {}, entry.traded = 0;
      if (!entry.mesh->acts(clock.frame) && !entry.mesh->acts(clock.frame - 1)) continue;
      any = true;
      if (entry.raster_frame != begin_of(clock)) put(entry, begin_of(clock), entry.mesh->at(begin_of(clock)));
      const MeshFit own = measure_fit(entry.raster, space_, per_cell(), particles);
      fit.mesh += own.mesh, fit.liquid += own.liquid, fit.both += own.both, fit.area += own.area;
    }
    if (!any) return {};
    return {{"overlap", fit.overlap()},
            {"coverage", fit.coverage()},
            {"spill", fit.spill()},
            {"surface_distance", fit.surface_distance() / space_.cell},
            {"volume_drift", fit.volume_drift()},
            {"missing_cells", missing},
            {"refilled_particles", traded}};
  }

  void state(Archive& archive) override {
    archive.parts("meshes", part_names_of(settings_.meshes), [&](size_t i) {
      archive("owed", entries_[i].owed);
      const std::vector<std::string> detail(entries_[i].detail ? 1 : 0, "detail");
      archive.parts("details", detail, [&](size_t) { entries_[i].detail->state(archive); });
    });
  }

 private:
  struct Entry {
    std::unique_ptr<ControlMesh> mesh;
    MeshRaster raster;
    double raster_frame = -1;  // when it was put on the grid
    bool directed = false;     // in this step
    double owed = 0;           // particles that have still to come, or go
    MeshFlowReport flow;
    double traded = 0;
    std::optional<SurfaceDetailControl> detail;

    bool controls(double frame) const { return mesh->acts(frame) && mesh->alpha(frame) > 0; }
  };

  // Frames, so that the end of a step and the begin of the next one are the same number.
  static double begin_of(const Clock& clock) { return rounded(clock.frame); }
  static double end_of(const Clock& clock) { return rounded(clock.next_frame()); }
  static double rounded(double frame) {
    constexpr double kParts = 1u << 30;
    return std::round(frame * kParts) / kParts;
  }

  double per_cell() const { return scene_.dimensions == 2 ? 4 : 8; }

  void put(Entry& entry, double frame, const Mesh& mesh) const {
    if (entry.raster_frame == frame) return;
    entry.raster.put(mesh, space_);
    entry.raster_frame = frame;
  }

  void direct(const Clock& clock, Entry& entry, grid::GridFlow& flow) const {
    const Mesh mesh = entry.mesh->at(begin_of(clock), end_of(clock));
    put(entry, begin_of(clock), mesh);
    entry.raster.set_velocities(mesh.velocities);
    const double middle = clock.middle_frame(), alpha = entry.mesh->alpha(middle);
    const double cells = parallel_sum<double>(entry.raster.cells(), [&](size_t n) { return entry.raster.share()[n]; });
    const double size = space_.cell * std::pow(cells, 1.0 / scene_.dimensions), natural = natural_time(scene_, size);
    std::vector<float> painted = entry.mesh->tightness(mesh, middle);
    for (float& value : painted) value = alpha_of_step(static_cast<double>(value), clock.step / natural);
    const double refill = entry.mesh->settings().refill.value_or(kUsualRefill * natural);
    const double part = refill > 0 ? -std::expm1(-kRefillShare * clock.step / refill) : 0;
    const MeshWish wish{.alpha = alpha_of_step(alpha, clock.step / natural),
                        .painted = std::move(painted),
                        .growth = alpha * cells * growth_of(mesh, clock),
                        .refill = alpha * part,
                        .natural_of_cell = natural_time(scene_, space_.cell),
                        .natural = natural,
                        .sinking = kSinking * std::sqrt(strongest_gravity(scene_) * size)};
    entry.flow = direct_flow(entry.raster, wish, flow);
    entry.owed += entry.flow.source * per_cell();
  }

  // The share by which the mesh's volume grows in the step.
  static double growth_of(const Mesh& mesh, const Clock& clock) {
    const auto step = static_cast<float>(clock.step);
    const auto volume_after = [&](float time) {
      return parallel_sum<double>(mesh.triangles.size(), [&](size_t t) {
        const auto at = [&](int c) {
          const auto v = static_cast<size_t>(mesh.triangles[t][c]);
          return static_cast<Vec3d>(mesh.positions[v] + mesh.velocities[v] * time);
        };
        return dot(at(0), cross(at(1), at(2)));
      });
    };
    return volume_after(step) / volume_after(0) - 1;
  }

  const Scene& scene_;
  const MeshesSettings& settings_;
  grid::GridSpace space_;
  Random random_;
  std::vector<Entry> entries_;
};

std::unique_ptr<Director> make(const DirectorPart& part) {
  return std::make_unique<MeshesDirector>(part.scene, part.index);
}

// Where a form is, while it controls.
Box3d box_over_time(const ControlMeshSettings& mesh, double first, double last, ShapeBuilder& builder) {
  constexpr int kParts = 12;
  Box3d box;
  for (const MeshKey& key : mesh.keys) box.include(static_cast<Box3d>(bounds(builder.mesh(key.shape, key.frame))));
  for (int i = 0; mesh.shape && i <= kParts; ++i) {
    if (i > 0 && !moves(*mesh.shape)) break;
    box.include(static_cast<Box3d>(bounds(builder.mesh(*mesh.shape, first + (last - first) * i / kParts))));
  }
  return box;
}

void look_over(const DirectorPart& part, const LookOver& seen) {
  const Scene& scene = seen.scene;
  const auto& meshes = part.settings<MeshesSettings>().meshes;
  ShapeBuilder builder(static_cast<float>(scene.solver.spacing), scene.frames.rate);
  for (size_t i = 0; i < meshes.size(); ++i) {
    const ControlMeshSettings& mesh = meshes[i];
    const std::string path = seen.path(fmt::format("meshes[{}]", i));
    std::optional<double> first = mesh.first, last = mesh.last;
    if (!mesh.keys.empty() && !first) first = mesh.keys.front().frame;
    if (!mesh.keys.empty() && !last) last = mesh.keys.back().frame;
    warn_outside_run(first, last, path, seen);
    const double begin = std::max<double>(scene.frames.first, first.value_or(scene.frames.first));
    const double end = std::min<double>(scene.frames.last, last.value_or(scene.frames.last));
    if (begin >= end) continue;
    const Box3d all = box_over_time(mesh, begin, end, builder);
    warn_outside_domain(all, path, "no liquid can take its form", seen);
    if (!meets(all, scene.domain_box(), scene.dimensions)) continue;
    const Shape& shape = mesh.shape ? *mesh.shape : mesh.keys.front().shape;
    const auto at_first = static_cast<Box3d>(bounds(builder.mesh(shape, begin)));
    const double slack = scene.solver.spacing;
    warn_in_air({at_first.padded(slack), all.padded(slack)}, begin, end, path, seen);
  }
}

}  // namespace

DirectorKind director_kind() {
  return {.settings = kind_of_settings<MeshesSettings>(),
          .make = &make,
          .look_over = &look_over,
          .overlay = &make_overlay,
          .preview = &preview};
}

}  // namespace weir::meshes
