// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/held_layer.h"

#include <fmt/format.h>

#include <algorithm>

#include "grid/tiles/visit_cells.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kNearest = 0.25f;             // cells
constexpr float kWhole = 0.5f, kNone = 1.5f;  // cells from a solid up to which, and from which on, it holds a face

Vec3i along(int axis) { return {axis == 0, axis == 1, axis == 2}; }
float at(const Block<1>& block, const Vec3i& c) { return block.at(c.x, c.y, c.z); }

// Part of the tile is as near to a solid as `cells`.
bool is_near(const SolidFaces& faces, const Tiles& tiles, size_t tile, float reach) {
  const float* first = faces.distance.data() + tile * tiles.cells_per_tile();
  return std::any_of(first, first + tiles.cells_per_tile(), [&](float d) { return d < reach; });
}

// All that tiles found, one after the other.
template <class T>
std::vector<T> joined(const std::vector<std::vector<T>>& parts) {
  std::vector<T> all;
  for (const std::vector<T>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// A face of the layer.
struct Face {
  size_t cell;  // that it is the lower face of
  int axis;
  float distance;  // to the solid, in cells
  float pressure;  // beside it, m/s
  Vec3f velocity, before;
  Vec3f point;  // in the world
};

// The velocity at the middle of a lower face: its own component, and the means of the four others around it.
Vec3f velocity_at(const MacBlock<1>& block, int axis, const Vec3i& c, int dimensions) {
  Vec3f v;
  for (int b = 0; b < dimensions; ++b) {
    const Block<1>& own = block.component[b];
    const Vec3i back = along(axis), on = along(b);
    v[b] = b == axis ? at(own, c) : 0.25f * (at(own, c) + at(own, c - back) + at(own, c + on) + at(own, c - back + on));
  }
  return v;
}

// Those of liquid that no director prescribes.
std::vector<Face> faces_near_solids(const HeldLayer::Around& around, const GridFlow& flow, const MacField& before,
                                    const MacField& velocity) {
  const Tiles& tiles = around.tiles();
  const auto cell = static_cast<float>(around.space().cell);
  std::vector<std::vector<Face>> found(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (!is_near(around.faces, tiles, t, kNone * cell)) return;
        Block<1> gap, pressure, liquid;
        MacBlock<1> now, then;
        gap.load(tiles, t, around.faces.distance);
        pressure.load(tiles, t, flow.pressure());
        liquid.load(tiles, t, flow.has_pressure());
        now.load(tiles, t, velocity);
        then.load(tiles, t, before);
        const auto first = static_cast<Vec3f>(tiles.first_cell(t));
        for (int axis = 0; axis < tiles.dimensions(); ++axis) {
          visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
            const Vec3i c{x, y, z}, below = c - along(axis);
            const float distance = 0.5f * (at(gap, c) + at(gap, below)) / cell;
            const float own = at(liquid, c), other = at(liquid, below);
            if (distance >= kNone || own + other == 0) return;
            if (around.faces.open.face[static_cast<size_t>(axis)][i] == 0 || flow.is_prescribed(axis, i)) return;
            const float mean = (own * at(pressure, c) + other * at(pressure, below)) / (own + other);
            found[t].push_back({i, axis, distance, mean, velocity_at(now, axis, c, tiles.dimensions()),
                                velocity_at(then, axis, c, tiles.dimensions()),
                                around.space().to_world(first + static_cast<Vec3f>(c) + face_middle(axis))});
          });
        }
      },
      4);
  return joined(found);
}

}  // namespace

HeldLayer::HeldLayer(const Scene& scene, ShapeBuilder& builder)
    : grips_(scene), builder_(builder), spacing_(static_cast<float>(scene.solver.spacing)) {
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    const SolidGrip& grip = grips_.of_solid(i);
    if (!scene.solids[i].rigid || !(grip.friction > 0 || grip.stickiness)) continue;
    throw InputError(location_in(scene, fmt::format("solids[{}]", i)),
                     "the flip solver has no friction or stickiness of solids that the liquid moves");
  }
}

// Of the nearest solids.
std::vector<SolidGrip> HeldLayer::grips_at(const Around& around, std::span<const Vec3f> points) const {
  std::vector<int> nearest(points.size());
  const std::vector<float> end(points.size(), 1.0f);
  parallel_for_blocks(
      points.size(),
      [&](size_t begin, size_t stop) {
        const size_t n = stop - begin;
        around.solids.nearest(points.subspan(begin, n), std::span(end).subspan(begin, n),
                              std::span(nearest).subspan(begin, n));
      },
      256);
  std::vector<SolidGrip> grips(points.size());
  std::vector<std::vector<size_t>> painted(grips_.size());
  for (size_t i = 0; i < points.size(); ++i) {
    const auto solid = static_cast<size_t>(nearest[i]);
    grips[i] = nearest[i] < 0 ? grips_.of_walls() : grips_.of_solid(solid);
    if (nearest[i] >= 0 && grips_.is_painted(solid)) painted[solid].push_back(i);
  }
  for (size_t solid = 0; solid < painted.size(); ++solid) {
    std::vector<Vec3f> own;
    for (const size_t i : painted[solid]) own.push_back(points[i]);
    if (own.empty()) continue;
    const std::vector<SolidGrip> found = grips_.of_solid(solid, own, builder_, around.frame);
    for (size_t n = 0; n < own.size(); ++n) grips[painted[solid][n]] = found[n];
  }
  return grips;
}

void HeldLayer::loosen(const Around& around, Viscosity& viscosity) const {
  if (!grips_.any()) return;
  struct Edge {
    size_t edge, cell;
    Vec3f point;
  };
  const Tiles& tiles = around.tiles();
  const auto cell = static_cast<float>(around.space().cell);
  std::vector<std::vector<Edge>> found(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (!is_near(around.faces, tiles, t, 1.5f * cell)) return;
        Block<1> gap;
        gap.load(tiles, t, around.faces.distance);
        const auto first = static_cast<Vec3f>(tiles.first_cell(t));
        for (int e = 0; e < (tiles.dimensions() == 2 ? 1 : 3); ++e) {
          const Vec3i a = along(e), b = along((e + 1) % 3);  // as Viscosity has its edges
          visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
            const Vec3i c{x, y, z};
            const float mean = 0.25f * (at(gap, c) + at(gap, c - a) + at(gap, c - b) + at(gap, c - a - b));
            if (std::abs(mean) > 0.501f * cell) return;
            const Vec3f to_edge = static_cast<Vec3f>(along((e + 2) % 3)) * 0.5f;
            found[t].push_back(
                {static_cast<size_t>(e), i, around.space().to_world(first + static_cast<Vec3f>(c) + to_edge)});
          });
        }
      },
      4);
  const std::vector<Edge> edges = joined(found);
  std::vector<Vec3f> points;
  for (const Edge& edge : edges) points.push_back(edge.point);
  const std::vector<SolidGrip> grips = grips_at(around, points);
  for (size_t i = 0; i < edges.size(); ++i) {
    if (grips[i].stickiness) viscosity.weaken(edges[i].edge, edges[i].cell, *grips[i].stickiness);
  }
}

void HeldLayer::note_viscous(float spread, const MacField& velocity) {
  if (!grips_.any()) return;
  spread_ = spread;
  viscous_ = velocity;
}

int HeldLayer::hold(const Around& around, const MacField& before, const MakeKnown& make_known, GridFlow& flow,
                    MacField& velocity) const {
  if (!grips_.any()) return 0;
  slow_down(around, flow, spread_ > 0 ? viscous_ : before, velocity);
  const int iterations = flow.project_again().iterations;
  make_known(velocity);
  return iterations;
}

void HeldLayer::slow_down(const Around& around, const GridFlow& flow, const MacField& before,
                          MacField& velocity) const {
  const std::vector<Face> faces = faces_near_solids(around, flow, before, velocity);
  std::vector<Vec3f> points;
  for (const Face& face : faces) points.push_back(face.point);
  const std::vector<SolidGrip> grips = grips_at(around, points);
  const std::vector<float> end(points.size(), 1.0f);
  const auto strength = 2 * spread_ / static_cast<float>(around.space().cell * around.space().cell);
  parallel_for_blocks(
      faces.size(),
      [&](size_t begin, size_t stop) {
        for (size_t i = begin; i < stop; ++i) {
          const SolidGrip& grip = grips[i];
          const float stickiness = grip.stickiness.value_or(0);
          if (!(grip.friction > 0 || stickiness > 0)) continue;
          const Face& face = faces[i];
          Vec3f normal, solid;
          around.solids.contact(std::span(points).subspan(i, 1), std::span(end).subspan(i, 1), std::span(&normal, 1),
                                std::span(&solid, 1));
          const float layer = std::clamp(kNone - face.distance, 0.0f, 1.0f) / (kNone - kWhole);
          const Vec3f against = face.velocity - solid;
          const Vec3f slip = against - normal * dot(against, normal);
          const float speed = length(slip);
          if (!(speed > 0)) continue;
          // The solid bears the pressure at the face, what stops the liquid in between, and what viscosity does across
          // the surface, where velocities change from the solid's to the face's: 2 viscosity step / density du/dn.
          const float closing = std::max(0.0f, dot(solid - face.before, normal));
          const float stops = closing * (std::max(0.0f, face.distance) + strength / std::max(kNearest, face.distance));
          const float limit = grip.friction * layer * std::max(0.0f, face.pressure + stops);
          const float slowed =
              std::max(0.0f, speed / (1 + sticky_drag(stickiness * layer, speed * flow.step() / spacing_)) - limit);
          velocity.face[static_cast<size_t>(face.axis)][face.cell] += slip[face.axis] * (slowed / speed - 1);
        }
      },
      256);
}

}  // namespace weir::grid
