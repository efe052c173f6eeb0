// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/correspond.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/mesh/triangle_tree.h"
#include "geometry/shapes/mesh_field.h"
#include "geometry/shapes/surface_of.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

constexpr float kVoxels = 64;      // along the longest side of a body
constexpr int kBlends = 32;        // steps from one body to the next
constexpr int kDraws = 2;          // of the vertices to the surface, in each
constexpr float kSpread = 0.5f;    // part of the way to the middle of their neighbours that vertices go
constexpr float kFarthest = 0.1f;  // of a body's size, by which it may stay uncovered

float size_of(const Mesh& mesh) { return max_component(bounds(mesh).size()); }

// Where the box around one mesh becomes that around another.
struct BoxMap {
  Vec3f from, to, scale;
  Vec3f ahead(const Vec3f& p) const { return to + (p - from) * scale; }
  Vec3f back(const Vec3f& p) const { return from + (p - to) / scale; }
};

BoxMap map_between(const Mesh& a, const Mesh& b) {
  const Box3f from = bounds(a), to = bounds(b);
  return {from.centre(), to.centre(), to.size() / from.size()};
}

// The body between two others, one of them seen through a map.
class Blend {
 public:
  Blend(const Field& a, const Field& b, const BoxMap& map, float share) : a_(a), b_(b), map_(map), share_(share) {}
  // Distance, and towards where it grows.
  void look(std::span<const Vec3f> points, float step, std::span<float> distance, std::span<Vec3f> slope) const {
    const size_t n = points.size();
    std::vector<Vec3f> own(n), slope_a(n);
    std::vector<float> distance_a(n);
    for (size_t i = 0; i < n; ++i) own[i] = map_.back(points[i]);
    const float scale = min_component(map_.scale);
    a_.distance(own, distance_a);
    gradients(a_, own, step / scale, slope_a);
    b_.distance(points, distance);
    gradients(b_, points, step, slope);
    for (size_t i = 0; i < n; ++i) {
      distance[i] = lerp(distance_a[i] * scale, distance[i], share_);
      slope[i] = lerp(slope_a[i] / map_.scale * scale, slope[i], share_);
    }
  }

 private:
  const Field &a_, &b_;
  BoxMap map_;
  float share_;
};

void draw_to(const Blend& blend, float voxel, std::vector<Vec3f>& points, std::vector<Vec3f>& normals) {
  parallel_for_blocks(points.size(), [&](size_t begin, size_t end) {
    std::vector<float> distance(end - begin);
    const auto own = std::span(points).subspan(begin, end - begin);
    const auto slope = std::span(normals).subspan(begin, end - begin);
    blend.look(own, 0.5f * voxel, distance, slope);
    for (size_t i = 0; i < own.size(); ++i) {
      const float steep = std::max(0.2f, length(slope[i]));
      slope[i] = normalized(slope[i]);
      own[i] -= slope[i] * std::clamp(distance[i] / steep, -2 * voxel, 2 * voxel);
    }
  });
}

void spread(const Mesh& mesh, std::vector<Vec3f>& points, std::span<const Vec3f> normals) {
  std::vector<Vec3f> sum(points.size());
  std::vector<float> count(points.size(), 0.0f);
  for (const Vec3i& t : mesh.triangles) {
    for (int c = 0; c < 3; ++c) {
      const auto i = static_cast<size_t>(t[c]);
      sum[i] += points[static_cast<size_t>(t[(c + 1) % 3])];
      count[i] += 1;
    }
  }
  parallel_for(points.size(), [&](size_t i) {
    if (count[i] == 0) return;
    const Vec3f way = sum[i] / count[i] - points[i];
    points[i] += (way - normals[i] * dot(way, normals[i])) * kSpread;
  });
}

// How far a vertex of one mesh is from the surface of the other, at most.
float farthest_from(const Mesh& surface, const std::vector<Vec3f>& points) {
  const TriangleTree tree(surface);
  return std::sqrt(
      parallel_max(points.size(), 0.0f, [&](size_t i) { return tree.closest(points[i]).distance_squared; }));
}

// The middles of triangles: a hole in the body that they span shows there.
std::vector<Vec3f> middles_of(const Mesh& mesh) {
  std::vector<Vec3f> middles;
  for (const Vec3i& t : mesh.triangles) {
    Vec3f sum;
    for (int c = 0; c < 3; ++c) sum += mesh.positions[static_cast<size_t>(t[c])];
    middles.push_back(sum / 3.0f);
  }
  return middles;
}

// Draws a mesh on the body `from` over the next body.
std::vector<Vec3f> drawn_over(const Mesh& mesh, const Mesh& from, const Mesh& to) {
  const float voxel_a = size_of(from) / kVoxels, voxel_b = size_of(to) / kVoxels;
  const FieldPtr a = mesh_field(from, voxel_a), b = mesh_field(to, voxel_b);
  const BoxMap map = map_between(from, to);
  std::vector<Vec3f> points, normals(mesh.positions.size());
  for (const Vec3f& p : mesh.positions) points.push_back(map.ahead(p));
  for (int step = 1; step <= kBlends; ++step) {
    const Blend blend(*a, *b, map, static_cast<float>(step) / kBlends);
    for (int i = 0; i < kDraws; ++i) draw_to(blend, voxel_b, points, normals);
    spread(mesh, points, normals);
    draw_to(blend, voxel_b, points, normals);
  }
  return points;
}

}  // namespace

void make_correspondence(std::vector<Mesh>& meshes) {
  const float voxel = size_of(meshes[0]) / kVoxels;
  Mesh drawn = mesh_of_field(*mesh_field(meshes[0], voxel), voxel);
  Mesh before = meshes[0];
  meshes[0] = drawn;
  for (size_t k = 1; k < meshes.size(); ++k) {
    drawn.positions = drawn_over(drawn, before, meshes[k]);
    const float size = size_of(meshes[k]);
    const float off = std::max(farthest_from(drawn, meshes[k].positions), farthest_from(meshes[k], middles_of(drawn)));
    if (!(off < kFarthest * size) || !(volume(drawn) > 0.7 * volume(meshes[k]))) {
      throw InputError(
          "", fmt::format("key {} cannot be matched with the one before it: it would be off by {:.0f} % of its "
                          "size; put a key between them that is like both, or give meshes with the same "
                          "vertices",
                          k + 1, 100 * off / size));
    }
    before = meshes[k];
    meshes[k] = drawn;
  }
}

}  // namespace weir::meshes
