// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields that deform rigs: no divergence, also across the borders of regions, and no change of volume.

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "control/rig/blend.h"
#include "control/rig/curl_noise.h"
#include "control/rig/deformation.h"
#include "geometry/shapes/tessellate.h"

namespace weir::rig {
namespace {

const Animated<double> kTurn({{1, 0}, {25, 360}}, Interpolation::linear);
const Animated<Vec3d> kWay({{1, {}}, {25, {0.6, 0.3, 0}}}, Interpolation::linear);

void note(const std::string& what, double value) { ::testing::Test::RecordProperty(what, std::to_string(value)); }

struct Named {
  const char* name;
  RigField field;
};

std::vector<Named> fields() {
  rig::Move ball{kWay, {0.1, 0, 0}, {}, 0.2, 0.5};
  rig::Move egg{kWay, {-0.2, 0, 0}, Vec3d{0.2, 0.1, 0}, 0.1, 0.4};
  rig::Stamp stamp{kWay, {}, {0.4, 0.5, 0.6}, 0.8};
  rig::Bend bend{kTurn, {0, 0, 1}, {}, {0.2, 1, 0}, -0.2, 0.3};
  rig::Twist twist{kTurn, {0.1, 1, 0}, {}, -0.3, 0.3, 0.3, 0.6};
  rig::Tornado tornado{{0, 1, 0}, {0, -0.6, 0}, 0.2, 1.2, 1.0, 1.0};
  rig::CurlNoise noise{0.3, 1.0, 1, 3};
  return {{"ball", ball},   {"egg", egg},         {"stamp", stamp},     {"bend", bend},
          {"twist", twist}, {"tornado", tornado}, {"curl_noise", noise}};
}

// Central differences of fourth order.
Mat3d gradient(const RigFlow& flow, const Vec3d& x, double frame, double h) {
  Mat3d columns;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3d e{};
    e[axis] = h;
    columns.row[static_cast<size_t>(axis)] = ((flow.velocity(x + e, frame) - flow.velocity(x - e, frame)) * 8.0 -
                                              (flow.velocity(x + e * 2.0, frame) - flow.velocity(x - e * 2.0, frame))) /
                                             (12 * h);
  }
  return columns;
}

double norm(const Mat3d& m) {
  return std::sqrt(length_squared(m.row[0]) + length_squared(m.row[1]) + length_squared(m.row[2]));
}

TEST(RigFields, HaveNoDivergenceAnywhere) {
  const Random random(7);
  for (const int dimensions : {3, 2}) {
    for (const Named& named : fields()) {
      if (!deformation_problem(named.field, dimensions).empty()) continue;
      const std::vector<RigDeformation> one{{named.field}};
      const RigFlow flow(one, dimensions, 24, 1);
      double worst = 0, steepest = 0;
      for (uint64_t i = 0; i < 20000; ++i) {
        Vec3d x = static_cast<Vec3d>(random.unit_vec3(i)) * 1.6 - Vec3d{0.8, 0.8, 0.8};
        if (dimensions == 2) x.z = 0;
        const Mat3d g = gradient(flow, x, 7, 2e-4);
        steepest = std::max(steepest, norm(g));
        worst = std::max(worst, std::abs(g.row[0].x + g.row[1].y + (dimensions == 3 ? g.row[2].z : 0)));
      }
      EXPECT_GT(steepest, 0.01) << named.name;
      EXPECT_LT(worst, 1e-4 * steepest) << named.name << " in " << dimensions << "D";
    }
  }
}

// The gradient itself has no jumps: along random lines it changes in proportion to the way.
TEST(RigFields, AreSmoothAcrossTheBordersOfRegions) {
  const Random random(8);
  for (const Named& named : fields()) {
    const std::vector<RigDeformation> one{{named.field}};
    const RigFlow flow(one, 3, 24, 1);
    double jump = 0, finer_jump = 0;
    for (uint64_t line = 0; line < 20; ++line) {
      const Vec3d from = static_cast<Vec3d>(random.unit_vec3(line)) * 0.4 - Vec3d{0.2, 0.2, 0.2};
      const Vec3d way = static_cast<Vec3d>(random.direction(line, 1)) * 0.8;
      for (const int pieces : {800, 1600}) {
        double& largest = pieces == 800 ? jump : finer_jump;
        Mat3d last = gradient(flow, from, 7, 1e-5);
        for (int i = 1; i <= pieces; ++i) {
          const Mat3d now = gradient(flow, from + way * (double(i) / pieces), 7, 1e-5);
          Mat3d change;
          for (size_t k = 0; k < 3; ++k) change.row[k] = now.row[k] - last.row[k];
          largest = std::max(largest, norm(change));
          last = now;
        }
      }
    }
    EXPECT_LT(finer_jump, 0.6 * jump) << named.name;
  }
}

TEST(RigFields, MoveTakesItsInsideAlongExactly) {
  const std::vector<RigDeformation> one{{rig::Move{kWay, {}, {}, 0.3, 0.5}}};
  const RigFlow flow(one, 3, 24, 1);
  EXPECT_LT(length(flow.carried({0.1, 0.1, 0.1}, 1, 25, 1e-8) - Vec3d{0.7, 0.4, 0.1}), 1e-6);
  EXPECT_LT(length(flow.carried({-0.9, 0, 0}, 1, 25, 1e-8) - Vec3d{-0.9, 0, 0}), 1e-12);
}

TEST(RigFields, BendTurnsWhatIsBeyondItRigidly) {
  const std::vector<RigDeformation> one{
      {rig::Bend{Animated<double>({{1, 0}, {25, 90}}, Interpolation::smooth), {0, 0, 1}, {}, {0, 1, 0}, -0.2, 0.2}}};
  const RigFlow flow(one, 3, 24, 1);
  EXPECT_LT(length(flow.carried({0.1, 0.9, 0.2}, 1, 25, 1e-9) - Vec3d{-0.9, 0.1, 0.2}), 1e-5);
  EXPECT_LT(length(flow.carried({0.1, -0.9, 0.2}, 1, 25, 1e-9) - Vec3d{0.1, -0.9, 0.2}), 1e-12);
}

// In closed form: every height turns as a whole.
TEST(RigFields, TwistIsExact) {
  const rig::Twist twist{kTurn, {0, 1, 0}, {}, -0.5, 0.5, {}, {}};
  const std::vector<RigDeformation> one{{twist}};
  const RigFlow flow(one, 3, 24, 1);
  for (const double y : {-0.4, -0.1, 0.2, 0.6}) {
    const double angle = 2 * kPi * std::pow(1 - bernstein_ramp(0.5 - y).value, 2);
    const Vec3d exact = Quatd::from_axis_angle({0, 1, 0}, angle).matrix() * Vec3d{0.3, y, 0.1};
    EXPECT_LT(length(flow.carried({0.3, y, 0.1}, 1, 25, 1e-8) - exact), 1e-6) << y;
  }
  // And back again.
  const Vec3d there = flow.carried({0.3, 0.1, 0.1}, 1, 25, 1e-8);
  EXPECT_LT(length(flow.carried(there, 25, 1, 1e-8) - Vec3d{0.3, 0.1, 0.1}), 1e-6);
}

double volume(const Mesh& mesh, std::span<const Vec3d> position) {
  double sum = 0;
  const auto corner = [&](int32_t i) { return position[static_cast<size_t>(i)]; };
  for (const Vec3i& t : mesh.triangles) sum += dot(corner(t.x), cross(corner(t.y), corner(t.z))) / 6;
  return sum;
}

// The exact change of volume around a point: the determinant of how its surroundings are carried.
TEST(RigFields, KeepVolumeEverywhere) {
  const Random random(10);
  for (const Named& named : fields()) {
    const std::vector<RigDeformation> one{{named.field}};
    const RigFlow flow(one, 3, 24, 1);
    const double last = named.name == std::string("twist") ? 25 : 7, h = 2e-6;
    double worst = 0;
    for (uint64_t i = 0; i < 200; ++i) {
      const Vec3d x = static_cast<Vec3d>(random.unit_vec3(i)) - Vec3d{0.5, 0.5, 0.5};
      Mat3d m;
      for (int axis = 0; axis < 3; ++axis) {
        Vec3d e{};
        e[axis] = h;
        m.row[static_cast<size_t>(axis)] =
            (flow.carried(x + e, 1, last, 1e-12) - flow.carried(x - e, 1, last, 1e-12)) / (2 * h);
      }
      worst = std::max(worst, std::abs(m.determinant() - 1));
    }
    note(std::string("volume_drift_") + named.name, worst);
    EXPECT_LT(worst, 1e-3) << named.name;
  }
}

// A closed mesh that is twisted by a whole turn, or bent by a quarter, at the tolerance that rigs have.
TEST(RigFields, KeepTheVolumeOfAMesh) {
  const rig::Twist twist{kTurn, {0, 1, 0}, {}, -0.5, 0.5, {}, {}};
  const rig::Bend bend{
      Animated<double>({{1, 0}, {25, 90}}, Interpolation::linear), {0, 0, 1}, {}, {0, 1, 0}, -0.3, 0.3};
  const Mesh mesh = sphere_mesh({0.05, 0.1, 0}, 0.3, 0.008);
  std::vector<Vec3d> before, after;
  for (const Vec3f& p : mesh.positions) before.push_back(static_cast<Vec3d>(p));
  for (const RigField& field : {RigField{twist}, RigField{bend}}) {
    const std::vector<RigDeformation> one{{field}};
    const RigFlow flow(one, 3, 24, 1);
    after.clear();
    for (const Vec3d& p : before) after.push_back(flow.carried(p, 1, 25, 1e-6));
    const double drift = volume(mesh, after) / volume(mesh, before) - 1;
    note("mesh_volume_drift_" + std::to_string(field.index()), drift);
    EXPECT_LT(std::abs(drift), 1e-3) << field.index();
  }
}

TEST(RigFields, CurlNoiseHasTheSpeedItIsAskedFor) {
  const Random random(9);
  for (const bool flat : {false, true}) {
    for (const double time : {0.0, 0.5}) {
      double sum = 0;
      const int count = 20000;
      for (int i = 0; i < count; ++i) {
        const Vec3d x = static_cast<Vec3d>(random.unit_vec3(static_cast<uint64_t>(i))) * 100.0;
        sum += length_squared(curl_noise({x.x, x.y, flat ? 0 : x.z}, time, 4, flat));
      }
      EXPECT_NEAR(std::sqrt(sum / count), 1, 0.05) << flat << " " << time;
    }
  }
}

TEST(RigFields, InTwoDimensionsWhatLeavesThePlaneIsRefused) {
  EXPECT_NE(deformation_problem(rig::Twist{}, 2), "");
  EXPECT_NE(deformation_problem(rig::Tornado{}, 2), "");
  EXPECT_EQ(deformation_problem(rig::Bend{}, 2), "");
  EXPECT_EQ(deformation_problem(rig::Twist{}, 3), "");
}

}  // namespace
}  // namespace weir::rig
