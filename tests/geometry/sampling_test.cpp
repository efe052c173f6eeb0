// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/sampling/sampling.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "geometry/sampling/point_grid.h"
#include "test_meshes.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

// The largest distance from any of the probes to its nearest point.
float largest_hole(const std::vector<Vec3f>& points, const std::vector<Vec3f>& probes, float at_most) {
  const PointGrid grid(points, at_most);
  return parallel_max<float>(probes.size(), 0.0f, [&](size_t i) {
    float nearest = std::numeric_limits<float>::infinity();
    grid.visit(probes[i], [&](size_t, float distance_squared) { nearest = std::min(nearest, distance_squared); });
    return std::sqrt(nearest);
  });
}

std::vector<Vec3f> random_inside(const Field& field, size_t count, float deepest, int dimensions) {
  const Random random(77);
  std::vector<Vec3f> points;
  const Box3f box = field.bounds();
  for (uint64_t i = 0; points.size() < count; ++i) {
    Vec3f p = box.lower + random.unit_vec3(i) * box.size();
    if (dimensions == 2) p.z = 0;
    const float d = distance_at(field, p);
    if (d < 0 && d > -deepest) points.push_back(p);
  }
  return points;
}

double smallest_distance(const std::vector<Vec3f>& points, float at_most) {
  const PointGrid grid(points, at_most);
  double smallest = 1e300;
  for (size_t i = 0; i < points.size(); ++i) {
    grid.visit(points[i], [&](size_t k, float) {
      if (k != i) smallest = std::min(smallest, length(static_cast<Vec3d>(points[k]) - static_cast<Vec3d>(points[i])));
    });
  }
  return smallest;
}

}  // namespace

TEST(SampleLattice, ABoxThatFitsIsFilledExactly) {
  const BoxField box({{0, 0, 0}, {1, 1, 1}});
  const std::vector<Vec3f> points = sample_lattice(box, 0.1f, Lattice::regular, 3);
  ASSERT_EQ(points.size(), 1000u);
  EXPECT_NEAR(length(points[0] - Vec3f{0.05f, 0.05f, 0.05f}), 0, 1e-6);
  EXPECT_NEAR(length(points[1] - Vec3f{0.15f, 0.05f, 0.05f}), 0, 1e-6);   // x fastest
  EXPECT_NEAR(length(points[10] - Vec3f{0.05f, 0.15f, 0.05f}), 0, 1e-6);  // then y
  EXPECT_NEAR(length(points[100] - Vec3f{0.05f, 0.05f, 0.15f}), 0, 1e-6);
  for (const float n : {3.0f, 7.0f, 30.0f, 77.0f}) {  // spacings that are no round binary numbers
    const size_t expected = static_cast<size_t>(n) * static_cast<size_t>(n) * static_cast<size_t>(n);
    EXPECT_EQ(sample_lattice(box, 1 / n, Lattice::regular, 3).size(), expected);
    const BoxField moved({{10.3f, -7.7f, 0.1f}, {11.3f, -6.7f, 1.1f}});
    EXPECT_EQ(sample_lattice(moved, 1 / n, Lattice::regular, 3).size(), expected);
  }
}

TEST(SampleLattice, ABoxThatDoesNotFitIsCentred) {
  const BoxField box({{0, 0, 0}, {1, 1, 1}});
  const std::vector<Vec3f> points = sample_lattice(box, 0.3f, Lattice::regular, 3);
  ASSERT_EQ(points.size(), 64u);
  EXPECT_NEAR(points.front().x, 0.05f, 1e-6);
  EXPECT_NEAR(points.back().x, 0.95f, 1e-6);
}

TEST(SampleLattice, CountsFollowTheVolume) {
  const SphereField sphere({0.3f, 0, 0}, 1);
  const double volume = 4 * kPi / 3;
  const std::vector<Vec3f> regular = sample_lattice(sphere, 0.05f, Lattice::regular, 3);
  EXPECT_NEAR(static_cast<double>(regular.size()) * std::pow(0.05, 3), volume, 0.01 * volume);
  // A body-centred cell of side a has two points and nearest neighbours a sqrt(3) / 2 apart.
  const std::vector<Vec3f> centred = sample_lattice(sphere, 0.05f, Lattice::body_centred, 3);
  EXPECT_NEAR(static_cast<double>(centred.size()) * std::pow(0.1 / std::sqrt(3.0), 3) / 2, volume, 0.01 * volume);
  for (const Vec3f& p : centred) ASSERT_LT(distance_at(sphere, p), 0);
}

TEST(SampleLattice, NeighboursAreOneSpacingApart) {
  const SphereField sphere({}, 1);
  for (const int dimensions : {2, 3}) {
    for (const Lattice lattice : {Lattice::regular, Lattice::body_centred}) {
      const std::vector<Vec3f> points = sample_lattice(sphere, 0.07f, lattice, dimensions);
      const SpacingReport spacing = measure_spacing(points);
      EXPECT_NEAR(spacing.min, 0.07, 1e-6);
      EXPECT_NEAR(spacing.mean, 0.07, 1e-6);
      // The number of neighbours tells the lattices: 4 and 6 in the plane, 6 and 8 in space.
      const PointGrid grid(points, 0.07f * 1.01f);
      size_t neighbours = 0;
      const Vec3f middle = *std::min_element(points.begin(), points.end(), [](const Vec3f& a, const Vec3f& b) {
        return length_squared(a) < length_squared(b);
      });
      grid.visit(middle, [&](size_t, float) { ++neighbours; });
      EXPECT_EQ(neighbours - 1,
                lattice == Lattice::regular ? (dimensions == 2 ? 4u : 6u) : (dimensions == 2 ? 6u : 8u));
    }
  }
}

TEST(SampleLattice, TwoDimensionsAreOneLayer) {
  const BoxField box({{0, 0, -0.5f}, {2, 1, 0.5f}});
  const std::vector<Vec3f> points = sample_lattice(box, 0.1f, Lattice::regular, 2);
  EXPECT_EQ(points.size(), 200u);
  for (const Vec3f& p : points) EXPECT_EQ(p.z, 0);
  const std::vector<Vec3f> hexagonal = sample_lattice(box, 0.02f, Lattice::body_centred, 2);
  EXPECT_NEAR(static_cast<double>(hexagonal.size()) * 0.02 * 0.02 * std::sqrt(0.75), 2, 0.04);
  EXPECT_TRUE(sample_lattice(BoxField({{0, 0, 1}, {1, 1, 2}}), 0.1f, Lattice::regular, 2).empty());
}

TEST(SampleLattice, LongRowsAreWhole) {
  const BoxField box({{0, 0, 0}, {100, 0.3f, 0.2f}});
  const std::vector<Vec3f> points = sample_lattice(box, 0.1f, Lattice::regular, 3);
  ASSERT_EQ(points.size(), 6000u);
  for (size_t i = 0; i < points.size(); ++i) {
    const Vec3d expected{static_cast<double>(i % 1000), static_cast<double>(i / 1000 % 3),
                         static_cast<double>(i / 3000)};
    ASSERT_NEAR(length(static_cast<Vec3d>(points[i]) - (expected + Vec3d{0.5, 0.5, 0.5}) * 0.1), 0, 1e-5) << i;
  }
}

TEST(SampleLattice, MoreThanAllowedAreRefusedBeforeTheyAreMade) {
  const BoxField box({{0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(sample_lattice(box, 0.05f, Lattice::regular, 3, 8000).size(), 8000u);
  try {
    sample_lattice(box, 0.05f, Lattice::regular, 3, 7999);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "would need about 8000 particles at a spacing of 0.05 m, more than the 7999 allowed");
  }
  // Of a ball of 1e9 points only a part is counted; it must stand for the whole.
  const SphereField sphere({}, 1);
  for (const float spacing : {1.0f / 512, 1.0f / 612.3f}) {
    try {
      sample_lattice(sphere, spacing, Lattice::regular, 3, 100);
      FAIL();
    } catch (const TooManyPoints& e) {
      const double truth = 4 * kPi / 3 / std::pow(static_cast<double>(spacing), 3);
      EXPECT_NEAR(static_cast<double>(e.about) / truth, 1, 0.02);
    }
  }
}

TEST(SampleLattice, AbsurdCountsAreRefusedWithTheNumber) {
  const BoxField box({{0, 0, 0}, {100, 100, 100}});
  try {
    sample_lattice(box, 0.001f, Lattice::regular, 3);
    FAIL();
  } catch (const InputError& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("1e+15 particles"), std::string::npos) << what;
    EXPECT_NE(what.find("0.001 m"), std::string::npos) << what;
  }
  const float far = Field::kUnbounded;
  const BoxField half_space({{-far, -far, -far}, {far, 0, far}});
  EXPECT_THROW(sample_lattice(half_space, 0.1f, Lattice::body_centred, 3), InputError);
  EXPECT_THROW(sample_poisson(half_space, 0.1f, {}, 3, 1), InputError);
  EXPECT_THROW(sample_outline(half_space, 0.1f), InputError);
  EXPECT_THROW(sample_surface(box_mesh({0, 0, 0}, {1000, 1000, 1000}), 0.001f, 1), InputError);
  for (const float spacing : {0.0f, -1.0f, std::nanf("")}) {
    EXPECT_THROW(sample_lattice(box, spacing, Lattice::regular, 3), InputError);
    EXPECT_THROW(sample_poisson(box, spacing, {}, 3, 1), InputError);
    EXPECT_THROW(sample_surface(Mesh{}, spacing, 1), InputError);
    EXPECT_THROW(sample_outline(box, spacing), InputError);
  }
}

TEST(SamplePoisson, KeepsTheDistanceAndLeavesNoHoles) {
  const SphereField sphere({0.1f, 0.2f, 0.3f}, 0.5f);
  const float spacing = 0.03f;
  for (const int dimensions : {2, 3}) {
    const float s = dimensions == 2 ? spacing / 4 : spacing;
    const SphereField shape({0.1f, 0.2f, dimensions == 2 ? 0 : 0.3f}, 0.5f);
    const std::vector<Vec3f> points = sample_poisson(shape, s, {}, dimensions, 5);
    for (const Vec3f& p : points) {
      ASSERT_LT(distance_at(shape, p), 0);
      if (dimensions == 2) {
        ASSERT_EQ(p.z, 0);
      }
    }
    EXPECT_GE(smallest_distance(points, 1.01f * s), static_cast<double>(s));
    EXPECT_LT(largest_hole(points, random_inside(shape, 200000, 1, dimensions), 2 * s), 1.02f * s);
  }
}

TEST(SamplePoisson, IsAsDenseAsRandomPackingsAre) {
  // Maximal Poisson-disc sets fill about 0.70 points a spacing^2 in the plane, 0.70 to 0.75 a spacing^3 in space.
  const BoxField box({{0, 0, -0.5f}, {1, 1, 0.5f}});
  const auto density = [&](float s, int dimensions) {
    const size_t count = sample_poisson(box, s, {}, dimensions, 3).size();
    return static_cast<double>(count) * std::pow(static_cast<double>(s), dimensions);
  };
  EXPECT_NEAR(density(0.005f, 2), 0.70, 0.02);
  EXPECT_NEAR(density(0.03f, 3), 0.74, 0.06);  // with the rim, where points crowd
}

TEST(SamplePoisson, AShellUnderTheSurface) {
  const SphereField sphere({}, 0.5f);
  const float spacing = 0.02f, shell = 0.06f;
  const std::vector<Vec3f> points = sample_poisson(sphere, spacing, {shell}, 3, 8);
  for (const Vec3f& p : points) {
    ASSERT_LT(distance_at(sphere, p), 0);
    ASSERT_GE(distance_at(sphere, p), -shell);
  }
  EXPECT_GE(smallest_distance(points, 0.021f), static_cast<double>(spacing));
  EXPECT_LT(largest_hole(points, random_inside(sphere, 100000, shell, 3), 0.04f), 1.02f * spacing);
}

TEST(SamplePoisson, SeedsDifferAndShapesOfNothingAreEmpty) {
  const SphereField sphere({}, 0.5f);
  EXPECT_EQ(sample_poisson(sphere, 0.05f, {}, 3, 1), sample_poisson(sphere, 0.05f, {}, 3, 1));
  EXPECT_NE(sample_poisson(sphere, 0.05f, {}, 3, 1), sample_poisson(sphere, 0.05f, {}, 3, 2));
  EXPECT_TRUE(sample_poisson(BoxField(Box3f{}), 0.05f, {}, 3, 1).empty());
  EXPECT_EQ(sample_poisson(sphere, 3, {}, 3, 1).size(), 1u);
}

TEST(SampleSurface, EvenOnASphereAndABox) {
  const float spacing = 0.04f;
  for (const Mesh& mesh : {sphere_mesh({}, 0.5f, 5), box_mesh({0, 0, 0}, {1, 0.5f, 0.7f}), sphere_mesh({}, 0.5f, 1)}) {
    const std::vector<Vec3f> points = sample_surface(mesh, spacing, 3);
    const double expected = area(mesh) / static_cast<double>(spacing * spacing);
    EXPECT_NEAR(static_cast<double>(points.size()), expected, 0.15 * expected);
    EXPECT_GE(smallest_distance(points, spacing), 0.8 * static_cast<double>(spacing) * (1 - 1e-6));
    // Probes on the surface: the same sampler at a far finer spacing.
    EXPECT_LT(largest_hole(points, sample_surface(mesh, spacing / 5, 4), 3 * spacing), 1.1f * spacing);
  }
}

TEST(SampleSurface, StaysOnTheSurface) {
  const BoxField box({{0, 0, 0}, {1, 1, 1}});
  for (const Vec3f& p : sample_surface(box_mesh({0, 0, 0}, {1, 1, 1}), 0.05f, 1)) {
    ASSERT_NEAR(distance_at(box, p), 0, 1e-6);
  }
  EXPECT_TRUE(sample_surface(Mesh{}, 0.1f, 1).empty());
  EXPECT_GE(sample_surface(box_mesh({0, 0, 0}, {1e-3f, 1e-3f, 1e-3f}), 0.1f, 1).size(), 1u);
}

TEST(SampleOutline, CircleIsEvenlyCovered) {
  const SphereField circle({0.2f, 0.1f, 0}, 0.5f);
  const float spacing = 0.02f;
  const std::vector<Vec3f> points = sample_outline(circle, spacing);
  EXPECT_EQ(points.size(), static_cast<size_t>(std::round(kPi / 0.02)));
  for (const Vec3f& p : points) {
    ASSERT_EQ(p.z, 0);
    ASSERT_NEAR(distance_at(circle, p), 0, 0.01f * spacing);
  }
  const SpacingReport report = measure_spacing(points);
  EXPECT_NEAR(report.min, 0.02, 2e-4);
  EXPECT_NEAR(report.max, 0.02, 2e-4);
}

TEST(SampleOutline, SquareWithAHole) {
  class Frame final : public Field {
   public:
    void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
      std::vector<float> hole(points.size());
      SphereField({0, 0, 0}, 0.25f).distance(points, hole);
      BoxField({{-0.5f, -0.5f, -1}, {0.5f, 0.5f, 1}}).distance(points, distance);
      for (size_t i = 0; i < points.size(); ++i) distance[i] = std::max(distance[i], -hole[i]);
    }
    Box3f bounds() const override { return {{-0.5f, -0.5f, -1}, {0.5f, 0.5f, 1}}; }
  };
  const Frame frame;
  const std::vector<Vec3f> points = sample_outline(frame, 0.01f);
  EXPECT_NEAR(static_cast<double>(points.size()), (4 + kPi / 2) * 100, 3);
  for (const Vec3f& p : points) ASSERT_NEAR(distance_at(frame, p), 0, 0.002f);
  const SpacingReport report = measure_spacing(points);
  EXPECT_GT(report.min, 0.008);  // steps are equal along the curve; around a corner they are cut short
  EXPECT_LT(report.max, 0.0102);
  // Another plane than z = 0 is not asked about.
  EXPECT_TRUE(sample_outline(SphereField({0, 0, 2}, 1), 0.1f).empty());
}

TEST(Sampling, DoesNotDependOnThreads) {
  const SphereField sphere({0.1f, 0, 0}, 0.5f);
  const Mesh mesh = sphere_mesh({}, 0.5f, 4);
  const auto all = [&](int threads) {
    const ThreadLimit limit(threads);
    std::vector<Vec3f> points = sample_lattice(sphere, 0.02f, Lattice::body_centred, 3);
    for (const std::vector<Vec3f>& more :
         {sample_lattice(sphere, 0.01f, Lattice::regular, 3), sample_poisson(sphere, 0.03f, {}, 3, 1),
          sample_poisson(sphere, 0.01f, {0.05f}, 2, 1), sample_surface(mesh, 0.01f, 1),
          sample_outline(sphere, 0.01f)}) {
      points.insert(points.end(), more.begin(), more.end());
    }
    points.push_back({static_cast<float>(measure_spacing(points).mean), 0, 0});
    return points;
  };
  EXPECT_EQ(all(1), all(2));
}

TEST(MeasureSpacing, OfKnownPoints) {
  const SpacingReport report = measure_spacing(std::vector<Vec3f>{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}});
  EXPECT_DOUBLE_EQ(report.min, 1);
  EXPECT_DOUBLE_EQ(report.max, 2);
  EXPECT_NEAR(report.mean, 4.0 / 3, 1e-12);
  EXPECT_EQ(measure_spacing({}).max, 0);
}

}  // namespace weir
