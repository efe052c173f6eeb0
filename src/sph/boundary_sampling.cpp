// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/boundary_sampling.h"

#include <fmt/format.h>

#include <cmath>

#include "geometry/shapes/fields.h"
#include "geometry/shapes/surface_of.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir::sph {

namespace {

constexpr double kMostWallPoints = 4e7;

}  // namespace

double boundary_spacing(const Scene& scene) { return 0.5 * scene.solver.spacing; }

std::vector<Vec3f> sample_walls(const Scene& scene) {
  const double spacing = boundary_spacing(scene);
  const Box3d box = scene.domain_box().padded(0.5 * scene.solver.spacing);
  const bool flat = scene.dimensions == 2;
  Vec3i last{0, 0, 0};
  Vec3d step{};
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    last[axis] = static_cast<int32_t>(std::clamp(std::round(box.size()[axis] / spacing), 1.0, 1e9));
    step[axis] = box.size()[axis] / last[axis];
  }
  const Vec3d n = static_cast<Vec3d>(last);
  const double about = flat ? 2 * (n.x + n.y) : 2 * (n.x * n.y + n.y * n.z + n.z * n.x);
  if (about > kMostWallPoints) {
    throw InputError(location_in(scene, "domain"),
                     fmt::format("its walls need about {:.0f} million boundary particles at a spacing of {} m; make it "
                                 "smaller, open its walls, or raise solver.spacing",
                                 about / 1e6, scene.solver.spacing));
  }
  const Walls& walls = scene.domain->walls;
  const auto on_solid_side = [&](const Vec3i& at) {
    for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
      if (at[axis] == 0 && walls.side(axis, false).is_solid()) return true;
      if (at[axis] == last[axis] && walls.side(axis, true).is_solid()) return true;
    }
    return false;
  };
  std::vector<Vec3f> points;
  for (int32_t k = 0; k <= last.z; ++k) {
    for (int32_t j = 0; j <= last.y; ++j) {
      const bool rim = j == 0 || j == last.y || (!flat && (k == 0 || k == last.z));
      for (int32_t i = 0; i <= last.x; i += rim ? 1 : last.x) {
        if (!on_solid_side({i, j, k})) continue;
        Vec3d p = box.lower + static_cast<Vec3d>(Vec3i{i, j, k}) * step;
        if (flat) p.z = 0;
        points.push_back(static_cast<Vec3f>(p));
      }
    }
  }
  return points;
}

namespace {

// Of a part cut out of a solid without limits, what lies on the cuts.
void remove_off_surface(std::vector<Vec3f>& points, const Field& field, float spacing) {
  std::vector<float> distance(points.size());
  field.distance(points, distance);
  size_t kept = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    if (std::abs(distance[i]) < 0.5f * spacing) points[kept++] = points[i];
  }
  points.resize(kept);
}

// Half a spacing below the surface; where the solid is too thin for that, to its middle. Near an edge the way in is
// found in several steps; shorter ones then close in on the middle of a thin plate.
void sink(std::vector<Vec3f>& points, const Field& field, float spacing) {
  const float wanted = -0.5f * spacing;
  std::vector<Vec3f> normal(points.size()), deeper(points.size());
  std::vector<float> distance(points.size()), after(points.size());
  float most = 0.25f * spacing;
  for (int round = 0; round < 8; ++round, most *= round < 3 ? 1.0f : 0.5f) {
    field.distance(points, distance);
    normals(field, points, 0.05f * spacing, normal);
    for (size_t i = 0; i < points.size(); ++i) {
      deeper[i] = points[i] - normal[i] * std::clamp(distance[i] - wanted, 0.0f, most);
    }
    field.distance(deeper, after);
    for (size_t i = 0; i < points.size(); ++i) points[i] = after[i] < distance[i] ? deeper[i] : points[i];
  }
}

}  // namespace

std::vector<Vec3f> sample_solid(const Scene& scene, size_t solid, ShapeBuilder& builder, double frame) {
  const Shape& shape = scene.solids[solid].shape;
  const auto spacing = static_cast<float>(scene.solver.spacing);
  const FieldPtr field = builder.field(shape, frame);
  const Box3f reach = static_cast<Box3f>(scene.domain_box().padded(2 * spacing));
  const Box3f part = field->bounds().intersected(reach);
  const bool limited = max_component(field->bounds().size()) < Field::kUnbounded;
  if (!limited && !scene.domain) {
    throw InputError(location_in(scene, fmt::format("solids[{}].shape", solid)),
                     "reaches without limit; give the scene a domain, so that only what lies in it is needed");
  }
  if (part.empty()) return {};
  const FieldPtr sampled = limited ? field : intersection_field({field, box_field(static_cast<Box3d>(part))}, 0);
  const auto close = static_cast<float>(boundary_spacing(scene));
  std::vector<Vec3f> points;
  if (scene.dimensions == 2) {
    points = sample_outline(*sampled, close);
  } else {
    const Mesh mesh = limited ? builder.mesh(shape, frame) : mesh_of_field(*sampled, spacing);
    points = sample_surface(mesh, close, scene.seed + solid);
  }
  if (!limited) remove_off_surface(points, *field, spacing);
  sink(points, *field, spacing);
  std::erase_if(points, [&](const Vec3f& p) { return !reach.contains(p); });
  return points;
}

}  // namespace weir::sph
