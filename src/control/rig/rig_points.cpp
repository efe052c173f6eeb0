// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/rig_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/files.h"
#include "geometry/sampling/point_grid.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::rig {

namespace {

// Points across the thin parts, and the paper's limits. Below the lower one a rig moves the liquid like a solid.
constexpr double kAcross = 2, kDensest = 4, kSparsest = 8;

// Points whose ball is not nearly inside that of a neighbour: only these are needed to cover the shape.
std::vector<uint32_t> ridge_of(std::span<const Vec3f> point, std::span<const float> depth, float apart) {
  constexpr float kUphill = 0.8f;
  const PointGrid grid(point, 1.8f * apart);
  std::vector<uint8_t> covered(point.size(), 0);
  parallel_for(point.size(), [&](size_t i) {
    grid.visit(point[i], [&](size_t j, float distance_squared) {
      if (j != i && depth[j] - depth[i] > kUphill * std::sqrt(distance_squared)) covered[i] = 1;
    });
  });
  std::vector<uint32_t> ridge;
  for (uint32_t i = 0; i < point.size(); ++i) {
    if (!covered[i]) ridge.push_back(i);
  }
  return ridge;
}

}  // namespace

double usual_thickness(const Field& field, double resolution, int dimensions) {
  const Vec3f size = field.bounds().size();
  const double extent = static_cast<double>(std::max(size.x, size.y));
  const auto apart = static_cast<float>(std::max(resolution, extent / 60));
  const std::vector<Vec3f> point = sample_lattice(field, apart, Lattice::regular, dimensions);
  if (point.empty()) return 0;
  std::vector<float> depth(point.size());
  field.distance(point, depth);
  float deepest = 0;
  for (float& d : depth) deepest = std::max(deepest, d = -d);
  const std::vector<uint32_t> ridge = ridge_of(point, depth, apart);
  std::vector<Vec3f> centre;
  for (const uint32_t i : ridge) centre.push_back(point[i]);
  const PointGrid balls(centre, deepest);
  std::vector<float> thickness(point.size());
  parallel_for(point.size(), [&](size_t i) {
    float widest = depth[i];
    balls.visit(point[i], [&](size_t j, float distance_squared) {
      const float radius = depth[ridge[j]];
      if (radius > widest && distance_squared < radius * radius) widest = radius;
    });
    thickness[i] = 2 * widest;
  });
  const auto tenth = thickness.begin() + static_cast<ptrdiff_t>(thickness.size() / 10);
  std::nth_element(thickness.begin(), tenth, thickness.end());
  // The middle of the shape is between points of the lattice: at most half a step away, a quarter on average.
  return static_cast<double>(*tenth + 0.5f * apart);
}

RigPoints sample_rig(const Field& field, RigSampling sampling, std::optional<double> given, double sparsest,
                     double solver_spacing, int dimensions, uint64_t seed) {
  RigPoints rig;
  const double apart = given ? *given
                             : std::clamp(usual_thickness(field, solver_spacing, dimensions) / kAcross / solver_spacing,
                                          kDensest, std::max(kDensest, std::min(kSparsest, sparsest)));
  rig.spacing = apart * solver_spacing;
  const auto spacing = static_cast<float>(rig.spacing);
  const std::vector<Vec3f> points = sampling == RigSampling::lattice
                                        ? sample_lattice(field, spacing, Lattice::body_centred, dimensions)
                                        : sample_poisson(field, spacing, {}, dimensions, seed);
  for (const Vec3f& p : points) rig.position.push_back(static_cast<Vec3d>(p));
  if (rig.position.empty()) {
    throw InputError("rig", fmt::format("no point is inside the shape at {:.3g} m apart; make the spacing smaller or "
                                        "the shape larger",
                                        rig.spacing));
  }
  return rig;
}

RigPoints read_rig_points(const std::filesystem::path& file, const Vec3d& origin) {
  std::istringstream text(read_file(file));
  RigPoints rig;
  std::vector<Vec3f> points;
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r,") == std::string::npos) continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Vec3d p;
    std::string rest;
    if (!(words >> p.x >> p.y >> p.z) || (words >> rest) || !is_finite(p)) {
      throw InputError(file.string(), fmt::format("line {} must be three numbers, x y z", number));
    }
    p -= origin;
    rig.position.push_back(p);
    points.push_back(static_cast<Vec3f>(p));
  }
  if (points.empty()) throw InputError(file.string(), "has no points");
  rig.spacing = measure_spacing(points).mean;
  return rig;
}

}  // namespace weir::rig
