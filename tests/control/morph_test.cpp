// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphs that keep volume (Raveendran et al. 2012, section 4): against a dense solve of Eq. 5, and what must hold for
// any of them.

#include "control/meshes/morph.h"

#include <gtest/gtest.h>

#include <cmath>

#include "control/meshes/morph_time.h"
#include "geometry/shapes/tessellate.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::meshes {
namespace {

constexpr int kFrames = 24;

template <class Map>
std::vector<Vec3f> mapped(const std::vector<Vec3f>& points, Map&& map) {
  std::vector<Vec3f> result;
  for (const Vec3f& p : points) result.push_back(static_cast<Vec3f>(map(static_cast<Vec3d>(p))));
  return result;
}

Mesh capsule() { return capsule_mesh({0, -0.5, 0}, {0, 0.5, 0}, 0.25, 0.08); }

std::vector<Vec3f> turned(const std::vector<Vec3f>& points, const Vec3d& axis, double degrees) {
  const Mat3d turn = Quatd::from_axis_angle(axis, degrees * kPi / 180).matrix();
  return mapped(points, [&](const Vec3d& p) { return turn * p; });
}

std::vector<Vec3f> squashed(const std::vector<Vec3f>& points, double up) {
  const double side = 1 / std::sqrt(up);
  return mapped(points, [&](const Vec3d& p) { return p * Vec3d{side, up, side}; });
}

double volume_at(const Mesh& mesh, const std::vector<Vec3f>& positions) {
  return volume(Mesh{positions, mesh.triangles, {}});
}

void expect_volume(const Mesh& mesh, const MorphResult& result, double share = 1e-3) {
  const double first = volume_at(mesh, result.frames.front()), last = volume_at(mesh, result.frames.back());
  for (size_t t = 0; t < result.frames.size(); ++t) {
    const double wanted = lerp(first, last, static_cast<double>(t) / static_cast<double>(result.frames.size() - 1));
    EXPECT_NEAR(volume_at(mesh, result.frames[t]) / wanted, 1, share) << "frame " << t;
  }
}

MorphTask task_of(const Mesh& mesh, std::vector<MorphKey> keys) {
  MorphTask task;
  task.triangles = mesh.triangles;
  task.keys = std::move(keys);
  return task;
}

TEST(Morph, OfEqualKeysStandsStill) {
  const Mesh mesh = capsule();
  const MorphResult result = morph(task_of(mesh, {{1, mesh.positions}, {20, mesh.positions}, {33, mesh.positions}}));
  ASSERT_EQ(result.frames.size(), 33u);
  for (const auto& frame : result.frames) {
    for (size_t i = 0; i < frame.size(); ++i) EXPECT_LT(length(frame[i] - mesh.positions[i]), 1e-5f);
  }
}

TEST(Morph, PassesThroughItsKeysAndKeepsTheVolume) {
  const Mesh mesh = capsule();
  const std::vector<MorphKey> keys{{3, mesh.positions},
                                   {15, squashed(turned(mesh.positions, {0, 0, 1}, 60), 0.5)},
                                   {30, squashed(mesh.positions, 1.8)},
                                   {50, turned(mesh.positions, {1, 0, 0}, 100)}};
  const MorphResult result = morph(task_of(mesh, keys));
  EXPECT_EQ(result.first_frame, 3);
  for (const MorphKey& key : keys) EXPECT_EQ(result.frames[static_cast<size_t>(key.frame - 3)], key.positions);
  expect_volume(mesh, result);
}

TEST(Morph, BetweenDifferentVolumesChangesItEvenly) {
  const Mesh mesh = capsule();
  const MorphResult result = morph(
      task_of(mesh, {{0, mesh.positions}, {kFrames, mapped(mesh.positions, [](const Vec3d& p) { return p * 1.5; })}}));
  expect_volume(mesh, result);
}

// Not rougher than straight motion that is scaled to keep its volume.
TEST(Morph, IsSmootherThanCorrectedStraightMotion) {
  const Mesh mesh = capsule();
  for (const double degrees : {30.0, 90.0, 150.0}) {
    const std::vector<Vec3f> end = squashed(turned(mesh.positions, {1, 0, 1}, degrees), 0.6);
    const MorphResult result = morph(task_of(mesh, {{0, mesh.positions}, {kFrames, end}}));
    const double wanted = volume(mesh);
    std::vector<std::vector<Vec3f>> straight;
    for (int t = 0; t <= kFrames; ++t) {
      std::vector<Vec3f> frame(end.size());
      for (size_t i = 0; i < end.size(); ++i) {
        frame[i] = lerp(mesh.positions[i], end[i], static_cast<float>(t) / static_cast<float>(kFrames));
      }
      const double scale = std::cbrt(wanted / volume_at(mesh, frame));
      straight.push_back(mapped(frame, [&](const Vec3d& p) { return p * scale; }));
    }
    expect_volume(mesh, result);
    EXPECT_LT(result.objective, morph_objective(straight)) << degrees;
  }
}

// Straight lines would shrink the body to a line half way.
TEST(Morph, TurnsByHalfATurn) {
  const Mesh mesh = capsule();
  const std::vector<Vec3f> end = turned(mesh.positions, {0, 0, 1}, 180);
  const MorphResult result = morph(task_of(mesh, {{0, mesh.positions}, {kFrames, end}}));
  expect_volume(mesh, result);
  std::vector<std::vector<Vec3f>> rigid;
  for (int t = 0; t <= kFrames; ++t) rigid.push_back(turned(mesh.positions, {0, 0, 1}, 180.0 * t / kFrames));
  EXPECT_LT(result.objective, 1.001 * morph_objective(rigid));
  const Vec3f size = bounds(Mesh{result.frames[kFrames / 2], mesh.triangles, {}}).size();  // still a body
  EXPECT_GT(min_component(size), 0.4f);
  EXPECT_LT(max_component(size), 2.0f);
}

// Eq. 5 as it stands: stationary for all positions of free frames and a multiplier a frame, for the slopes of the
// volume at the result. The dense system knows nothing of bands, rows or the Schur complement.
TEST(Morph, AgreesWithADenseSolve) {
  const Mesh mesh = box_mesh({{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}});
  const size_t vertices = mesh.positions.size();
  const std::vector<Vec3f> end = squashed(turned(mesh.positions, {0, 1, 1}, 70), 0.7);
  const int last = 8;
  MorphTask task = task_of(mesh, {{0, mesh.positions}, {last, end}});
  task.holds = {{2, 3, MorphHold::position, mesh.positions[2] + Vec3f{0.2f, 0.1f, 0}},
                {5, 5, MorphHold::velocity, {0.05f, 0, 0.02f}}};
  const MorphResult result = morph(task);
  const std::vector<float> mass = morph_masses(task);

  const size_t n = 3 * vertices, frames = last - 1, unknowns = n * frames;
  const auto at = [&](size_t t, size_t i, size_t c) { return (t - 1) * n + 3 * i + c; };  // frames 1 to last - 1
  const size_t all = unknowns + frames + 3 * task.holds.size();
  std::vector<std::vector<double>> kkt(all, std::vector<double>(all + 1, 0.0));
  const auto given = [&](size_t t, size_t i, size_t c) {
    return static_cast<double>((t == 0 ? mesh.positions : end)[i][static_cast<int>(c)]);
  };
  for (size_t i = 0; i < vertices; ++i) {
    const auto m = static_cast<double>(mass[i]);
    for (size_t c = 0; c < 3; ++c) {
      for (size_t t = 1; t < static_cast<size_t>(last); ++t) {  // |x(t-1) - 2 x(t) + x(t+1)|^2
        const std::pair<size_t, double> terms[] = {{t - 1, 1}, {t, -2}, {t + 1, 1}};
        for (const auto& [a, wa] : terms) {
          if (a == 0 || a == static_cast<size_t>(last)) continue;
          for (const auto& [b, wb] : terms) {
            if (b == 0 || b == static_cast<size_t>(last))
              kkt[at(a, i, c)][all] -= m * wa * wb * given(b, i, c);
            else
              kkt[at(a, i, c)][at(b, i, c)] += m * wa * wb;
          }
        }
      }
    }
  }
  for (size_t t = 1; t < static_cast<size_t>(last); ++t) {
    const std::vector<Vec3f>& x = result.frames[t];
    const size_t row = unknowns + t - 1;
    std::vector<Vec3d> slope(vertices);
    for (const Vec3i& triangle : mesh.triangles) {
      for (int c = 0; c < 3; ++c) {
        slope[static_cast<size_t>(triangle[c])] +=
            cross(static_cast<Vec3d>(x[static_cast<size_t>(triangle[(c + 1) % 3])]),
                  static_cast<Vec3d>(x[static_cast<size_t>(triangle[(c + 2) % 3])])) /
            6.0;
      }
    }
    kkt[row][all] = volume(mesh) - volume_at(mesh, x);
    for (size_t i = 0; i < vertices; ++i) {
      kkt[row][all] += dot(slope[i], static_cast<Vec3d>(x[i]));
      for (size_t c = 0; c < 3; ++c) {
        kkt[row][at(t, i, c)] = kkt[at(t, i, c)][row] = slope[i][static_cast<int>(c)];
      }
    }
  }
  for (size_t h = 0; h < task.holds.size(); ++h) {
    const MorphHold& hold = task.holds[h];
    for (size_t c = 0; c < 3; ++c) {
      const size_t row = unknowns + frames + 3 * h + c, i = hold.vertex, t = static_cast<size_t>(hold.frame);
      kkt[row][all] = static_cast<double>(hold.value[static_cast<int>(c)]);
      if (hold.kind == MorphHold::position) kkt[row][at(t, i, c)] = kkt[at(t, i, c)][row] = 1;
      if (hold.kind == MorphHold::velocity) {
        kkt[row][at(t + 1, i, c)] = kkt[at(t + 1, i, c)][row] = 1;
        kkt[row][at(t, i, c)] = kkt[at(t, i, c)][row] = -1;
      }
    }
  }
  for (size_t p = 0; p < all; ++p) {  // Gauss, with pivots
    size_t best = p;
    for (size_t r = p + 1; r < all; ++r) best = std::abs(kkt[r][p]) > std::abs(kkt[best][p]) ? r : best;
    std::swap(kkt[p], kkt[best]);
    for (size_t r = p + 1; r < all; ++r) {
      const double factor = kkt[r][p] / kkt[p][p];
      if (factor == 0) continue;
      for (size_t k = p; k <= all; ++k) kkt[r][k] -= factor * kkt[p][k];
    }
  }
  std::vector<double> solution(all);
  for (size_t p = all; p-- > 0;) {
    double sum = kkt[p][all];
    for (size_t k = p + 1; k < all; ++k) sum -= kkt[p][k] * solution[k];
    solution[p] = sum / kkt[p][p];
  }
  double worst = 0;
  for (size_t t = 1; t < static_cast<size_t>(last); ++t) {
    for (size_t i = 0; i < vertices; ++i) {
      for (size_t c = 0; c < 3; ++c) {
        worst = std::max(
            worst, std::abs(solution[at(t, i, c)] - static_cast<double>(result.frames[t][i][static_cast<int>(c)])));
      }
    }
  }
  EXPECT_LT(worst, 1e-3);
  for (const MorphHold& hold : task.holds) {
    const Vec3f x = result.frames[static_cast<size_t>(hold.frame)][hold.vertex];
    const Vec3f next = result.frames[static_cast<size_t>(hold.frame) + 1][hold.vertex];
    EXPECT_LT(length((hold.kind == MorphHold::position ? x : next - x) - hold.value), 1e-5f);
  }
}

TEST(Morph, MeetsAVelocityOfAllVerticesAtAKey) {
  const Mesh mesh = capsule();
  MorphTask task = task_of(mesh, {{0, mesh.positions}, {kFrames, squashed(mesh.positions, 0.5)}});
  for (uint32_t i = 0; i < mesh.positions.size(); ++i) task.holds.push_back({i, 0, MorphHold::velocity, {0, 0.02f, 0}});
  const MorphResult result = morph(task);
  expect_volume(mesh, result);
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    EXPECT_NEAR(result.frames[1][i].y - mesh.positions[i].y, 0.02f, 1e-5f);
  }
}

// A prism over a star whose points and dents change places (as Fig. 3): half way, straight lines make it a disc.
TEST(Morph, KeepsTheAreaOfFlatShapesWhereStraightLinesGainHalf) {
  const int points = 8, corners = 2 * points;
  Mesh mesh;
  const auto star = [&](bool swapped) {
    std::vector<Vec3f> result;
    for (const float z : {-0.5f, 0.5f}) {
      result.push_back({0, 0, z});
      for (int k = 0; k < corners; ++k) {
        const double r = (k % 2 == 0) != swapped ? 1 : 0.25, angle = 2 * kPi * k / corners;
        result.push_back(static_cast<Vec3f>(Vec3d{r * std::cos(angle), r * std::sin(angle), static_cast<double>(z)}));
      }
    }
    return result;
  };
  mesh.positions = star(false);
  for (int k = 0; k < corners; ++k) {
    const int a = 1 + k, b = 1 + (k + 1) % corners, top = corners + 1;
    mesh.triangles.insert(mesh.triangles.end(),
                          {{0, b, a}, {top, top + a, top + b}, {a, b, top + b}, {a, top + b, top + a}});
  }
  ASSERT_TRUE(is_closed(mesh));
  MorphTask task = task_of(mesh, {{0, mesh.positions}, {kFrames, star(true)}});
  task.flat = true;
  std::vector<Vec3f> straight(mesh.positions.size());
  for (size_t i = 0; i < straight.size(); ++i)
    straight[i] = lerp(task.keys[0].positions[i], task.keys[1].positions[i], 0.5f);
  EXPECT_GT(volume_at(mesh, straight), 1.5 * volume(mesh));
  const MorphResult result = morph(task);
  expect_volume(mesh, result);
  for (const auto& frame : result.frames) {
    for (size_t i = 0; i < frame.size(); ++i) EXPECT_EQ(std::abs(frame[i].z), 0.5f);
  }
}

TEST(Morph, IsTheSameForAnyThreads) {
  const Mesh mesh = sphere_mesh({}, 0.5, 0.03);
  const auto run = [&](int threads) {
    const ThreadLimit limit(threads);
    return morph(task_of(mesh, {{0, mesh.positions}, {40, squashed(mesh.positions, 0.4)}})).frames;
  };
  EXPECT_EQ(run(1), run(3));
}

TEST(Morph, RefusesWhatCannotBe) {
  const Mesh mesh = capsule();
  const auto refused = [&](MorphTask task) { EXPECT_THROW(morph(task), InputError); };
  refused(task_of(mesh, {{0, mesh.positions}}));
  refused(task_of(mesh, {{0, mesh.positions}, {0, mesh.positions}}));
  std::vector<Vec3f> fewer = mesh.positions;
  fewer.pop_back();
  refused(task_of(mesh, {{0, mesh.positions}, {9, fewer}}));
  std::vector<Vec3f> broken = mesh.positions;
  broken[3].y = std::nanf("");
  refused(task_of(mesh, {{0, mesh.positions}, {9, broken}}));
  refused(task_of(mesh, {{0, mesh.positions}, {9, mapped(mesh.positions, [](const Vec3d& p) {
                                                 return p * Vec3d{-1, 1, 1};
                                               })}}));
  Mesh open = mesh;
  open.triangles.pop_back();
  refused(task_of(open, {{0, mesh.positions}, {9, mesh.positions}}));
  MorphTask held = task_of(mesh, {{0, mesh.positions}, {9, mesh.positions}});
  held.holds = {{4, 5, MorphHold::position, {}}, {4, 5, MorphHold::position, {1, 0, 0}}};
  refused(held);
  held.holds = {{4, 0, MorphHold::position, {}}};
  refused(held);
}

}  // namespace
}  // namespace weir::meshes
