// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/loops.h"

#include <gtest/gtest.h>

#include <set>

#include "geometry/test_meshes.h"

namespace weir::tracked {

namespace {

// A sphere from which the triangles around some vertices are taken.
TriangleSurface pierced(const std::vector<int32_t>& vertices, std::vector<Loop>& loops) {
  const Mesh mesh = sphere_mesh({}, 1, 3);
  TriangleSurface surface;
  surface.net = HalfEdges(mesh.triangles, mesh.positions.size());
  surface.position = mesh.positions;
  surface.piece.assign(mesh.positions.size(), 0);
  for (const int32_t v : vertices) {
    Loop loop;
    std::vector<int32_t> fan;
    surface.net.around(v, [&](int32_t h) { fan.push_back(h); });
    for (const int32_t h : fan) loop.push_back(surface.net.twin(surface.net.next(h)));
    std::reverse(loop.begin(), loop.end());
    for (const int32_t h : loop) surface.net.set_twin(h, -1);
    for (const int32_t h : fan) surface.net.remove_triangle(static_cast<size_t>(h) / 3);
    surface.net.remove_vertex(v);
    for (const int32_t h : loop) surface.net.set_leaving(surface.net.from(h), h);
    if (surface.net.to(loop[0]) != surface.net.from(loop[1])) std::reverse(loop.begin(), loop.end());
    loops.push_back(loop);
  }
  return surface;
}

bool has_double_edges(const HalfEdges& net) {
  std::set<std::pair<int32_t, int32_t>> seen;
  for (size_t h = 0; h < net.half_edges(); ++h) {
    const auto e = static_cast<int32_t>(h);
    if (net.from(e) >= 0 && !seen.insert({net.from(e), net.to(e)}).second) return true;
  }
  return false;
}

int32_t nearest(const Vec3f& point) {
  const Mesh mesh = sphere_mesh({}, 1, 3);
  int32_t best = 0;
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    if (length(mesh.positions[v] - point) < length(mesh.positions[static_cast<size_t>(best)] - point)) {
      best = static_cast<int32_t>(v);
    }
  }
  return best;
}

TEST(Loops, ACapClosesAHole) {
  std::vector<Loop> loops;
  TriangleSurface surface = pierced({nearest({0.3f, 0.5f, 0.8f})}, loops);
  EXPECT_NE(surface.net.validate(), "");
  cap(surface, loops[0]);
  surface.compact();
  EXPECT_EQ(surface.net.validate(), "");
}

// A tube between two holes, however the loops lie to each other: sound, and no two edges join the same vertices.
TEST(Loops, AStripClosesTwoHoles) {
  for (const Vec3f& far :
       {Vec3f{1, 0.2f, 0.1f}, Vec3f{-0.8f, 0.6f, 0.2f}, Vec3f{0, 0, -1}, Vec3f{-0.3f, -0.5f, -0.8f}}) {
    for (const float moved : {0.0f, 3.0f}) {
      std::vector<Loop> loops;
      TriangleSurface surface = pierced({nearest({0.3f, 0.5f, 0.8f}), nearest(far)}, loops);
      for (const int32_t h : loops[1])
        surface.position[static_cast<size_t>(surface.net.from(h))] += Vec3f{moved, moved, 0};
      sew(surface, loops[0], loops[1]);
      EXPECT_FALSE(has_double_edges(surface.net));
      surface.compact();
      EXPECT_EQ(surface.net.validate(), "");
    }
  }
}

}  // namespace

}  // namespace weir::tracked
