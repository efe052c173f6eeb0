// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/fill_shape.h"

#include <gtest/gtest.h>

#include "geometry/sampling/measure_shape.h"
#include "test_meshes.h"
#include "weir/base/error.h"

namespace weir {

namespace {

constexpr double kNoLimit = 1e30;

Filling at(float spacing, Lattice lattice = Lattice::regular, int dimensions = 3) {
  Filling filling;
  filling.spacing = spacing;
  filling.lattice = lattice;
  filling.dimensions = dimensions;
  return filling;
}

}  // namespace

TEST(MeasureShape, ABoxIsFoundToBeOne) {
  const BoxField box({{0.1f, 0, 0}, {0.7f, 1, 0.5f}});
  const ShapeMeasure measure = measure_shape(box, 0.04f, 3, kNoLimit);
  EXPECT_NEAR(measure.volume, 0.3, 1e-5);
  EXPECT_TRUE(measure.is_box(3));
  EXPECT_NEAR(measure.box.lower.x, 0.1, 1e-6);
  EXPECT_NEAR(measure.box.upper.y, 1, 1e-6);
}

TEST(MeasureShape, ABallIsFoundToHaveNoFaces) {
  const SphereField ball({0.3f, 0.2f, 0.1f}, 0.5f);
  for (const int dimensions : {2, 3}) {
    const ShapeMeasure measure = measure_shape(ball, 0.04f, dimensions, kNoLimit);
    const double volume = dimensions == 2 ? kPi * 0.24 : kPi / 6;
    EXPECT_NEAR(measure.volume / volume, 1, 1e-3) << dimensions;
    EXPECT_FALSE(measure.is_box(dimensions));
    for (int axis = 0; axis < dimensions; ++axis) EXPECT_FALSE(measure.flat[static_cast<size_t>(axis)]);
  }
}

// Also where faces are off the cells, as of what a solid leaves of a box.
TEST(MeasureShape, FacesAreFoundWhereTheyAre) {
  class Cut final : public Field {
   public:
    void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
      for (size_t i = 0; i < points.size(); ++i) {
        const Vec3f p = points[i];
        distance[i] = std::max({0.2137f - p.x, p.x - 1, -p.y, p.y - 1, -p.z, p.z - 0.871f});
      }
    }
    Box3f bounds() const override { return {{0, 0, 0}, {1, 1, 1}}; }
  };
  const ShapeMeasure measure = measure_shape(Cut(), 0.1f, 3, kNoLimit);
  EXPECT_TRUE(measure.is_box(3));
  EXPECT_NEAR(measure.box.lower.x, 0.2137, 1e-3);
  EXPECT_NEAR(measure.box.upper.z, 0.871, 1e-3);
}

TEST(MeasureShape, EnoughIsEstimated) {
  const BoxField box({{0, 0, 0}, {1, 1, 1}});
  const ShapeMeasure measure = measure_shape(box, 0.004f, 3, 1e-3);
  EXPECT_FALSE(measure.whole);
  EXPECT_NEAR(measure.volume, 1, 0.02);
}

TEST(FillShape, ABoxThatFitsHasTheRegularLattice) {
  const BoxField box({{0, 0, 0}, {1, 0.5f, 0.3f}});
  EXPECT_EQ(fill_shape(box, at(0.1f)), sample_lattice(box, 0.1f, Lattice::regular, 3));
}

TEST(FillShape, PointsOfABoxAreFlushWithItsFaces) {
  const BoxField box({{0, 0, 0}, {1.05f, 1, 1.02f}});
  const std::vector<Vec3f> points = fill_shape(box, at(0.1f));
  EXPECT_NEAR(static_cast<double>(points.size()), 1071, 5.4);
  float highest = 0, farthest = 0;
  for (const Vec3f& p : points) {
    highest = std::max(highest, p.y);
    farthest = std::max(farthest, p.x);
    EXPECT_LT(distance_at(box, p), -0.04f);
  }
  EXPECT_NEAR(highest, 0.95f, 0.006f);
  EXPECT_NEAR(farthest, 1.0f, 0.01f);
}

// A ball's points are inside it but for the few that make up the number.
TEST(FillShape, PointsKeepToTheShape) {
  for (const Lattice lattice : {Lattice::regular, Lattice::body_centred}) {
    for (const int dimensions : {2, 3}) {
      const SphereField ball({0, 0, 0}, 0.5f);
      const std::vector<Vec3f> points = fill_shape(ball, at(0.05f, lattice, dimensions));
      const double wanted = dimensions == 2 ? kPi * 100 : kPi / 6 * 8000;
      EXPECT_NEAR(static_cast<double>(points.size()), wanted, 0.005 * wanted);
      for (const Vec3f& p : points) EXPECT_LT(distance_at(ball, p), 0.02f);
    }
  }
}

TEST(FillShape, BlockedPointsAreMadeUpForElsewhere) {
  const SphereField ball({0, 0, 0}, 0.5f);
  Filling filling = at(0.05f);
  filling.make_room = [](std::span<Vec3f> points, std::span<uint8_t> blocked) {
    for (size_t i = 0; i < points.size(); ++i) blocked[i] = points[i].y > 0.44f;
  };
  const std::vector<Vec3f> points = fill_shape(ball, filling);
  EXPECT_NEAR(static_cast<double>(points.size()), kPi / 6 * 8000, 40);
  for (const Vec3f& p : points) EXPECT_LE(p.y, 0.44f);
}

TEST(FillShape, TooManyAreRefusedWithTheirNumber) {
  const BoxField box({{0, 0, 0}, {1, 1, 1}});
  Filling filling = at(0.05f);
  filling.most = 8000;
  EXPECT_EQ(fill_shape(box, filling).size(), 8000u);
  filling.most = 7999;
  EXPECT_THROW(fill_shape(box, filling), TooManyPoints);
  EXPECT_EQ(count_filling(box, filling), 8000u);
}

}  // namespace weir
