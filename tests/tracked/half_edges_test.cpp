// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/half_edges.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "geometry/test_meshes.h"
#include "weir/base/error.h"

namespace weir::tracked {

namespace {

// Vertices minus edges plus triangles: 2 for every sphere, less 2 for every handle.
long euler(const HalfEdges& net) {
  long vertices = 0, triangles = 0;
  for (size_t v = 0; v < net.vertices(); ++v) vertices += net.leaving(static_cast<int32_t>(v)) >= 0;
  for (size_t t = 0; t < net.triangles(); ++t) triangles += net.alive(t);
  return vertices - triangles / 2;
}

TEST(HalfEdges, RefusesWhatIsNotClosed) {
  Mesh mesh = sphere_mesh({}, 1, 1);
  mesh.triangles.pop_back();
  EXPECT_THROW(HalfEdges(mesh.triangles, mesh.positions.size()), InputError);
  mesh = sphere_mesh({}, 1, 1);
  std::swap(mesh.triangles[3].x, mesh.triangles[3].y);
  EXPECT_THROW(HalfEdges(mesh.triangles, mesh.positions.size()), InputError);
}

TEST(HalfEdges, StaySoundThroughRandomChanges) {
  const Mesh mesh = sphere_mesh({}, 1, 2);
  HalfEdges net(mesh.triangles, mesh.positions.size());
  const Random random(7);
  int collapsed = 0, flipped = 0;
  for (uint32_t i = 0; i < 4000; ++i) {
    const auto h = static_cast<int32_t>(random.below(net.half_edges(), i));
    if (!net.alive(static_cast<size_t>(h) / 3)) continue;
    const uint64_t what = random.below(3, i, 1);
    if (what == 0) net.split(h, net.add_vertex());
    if (what == 1 && net.can_collapse(h)) net.collapse(h), ++collapsed;
    if (what == 2 && net.can_flip(h)) net.flip(h), ++flipped;
    ASSERT_EQ(net.validate(), "") << "at change " << i << " of kind " << what;
  }
  EXPECT_GT(collapsed, 100);
  EXPECT_GT(flipped, 100);
  EXPECT_EQ(euler(net), 2);
  std::vector<int32_t> was;
  net.compact(was);
  EXPECT_EQ(net.validate(), "");
  EXPECT_EQ(was.size(), net.vertices());
  EXPECT_EQ(euler(net), 2);
}

// A tube of triangles with three corners all along: cut in the middle it becomes two.
TEST(HalfEdges, ANeckIsCut) {
  constexpr int32_t rings = 5;
  std::vector<Vec3i> triangles{{0, 2, 1}};
  for (int32_t r = 0; r + 1 < rings; ++r) {
    for (int32_t k = 0; k < 3; ++k) {
      const int32_t a = 3 * r + k, b = 3 * r + (k + 1) % 3;
      triangles.push_back({a, b, a + 3});
      triangles.push_back({b, b + 3, a + 3});
    }
  }
  triangles.push_back({3 * rings - 3, 3 * rings - 2, 3 * rings - 1});
  HalfEdges net(triangles, 3 * rings);
  ASSERT_EQ(euler(net), 2);
  const int32_t h = net.between(6, 7);
  ASSERT_FALSE(net.can_collapse(h));
  ASSERT_EQ(net.neck(h), 8);
  const int32_t copies[3] = {net.add_vertex(), net.add_vertex(), net.add_vertex()};
  net.cut(h, 8, copies);
  EXPECT_EQ(net.validate(), "");
  EXPECT_EQ(euler(net), 4);
}

}  // namespace

}  // namespace weir::tracked
