// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/kernels.h"

#include "weir/base/parallel.h"

namespace weir::surface {

namespace {

constexpr float kBallVolume = 1.5666814f;  // 315 / (64 pi): a kernel of radius 1 times this holds a volume of 1
// Weighted variance of the neighbours along any axis in full liquid: that of 1 - (r / kNeighbourhood)^2.
constexpr float kFullSpread = kNeighbourhood * kNeighbourhood / 7;

constexpr size_t kLanes = 8;

// Points around a bin, as arrays that the processor's wide registers take; padded with points too far to count.
struct Crowd {
  std::vector<float> x, y, z;

  void clear() {
    for (auto* list : {&x, &y, &z}) list->clear();
  }
  void add(const Vec3f& p) {
    x.push_back(p.x);
    y.push_back(p.y);
    z.push_back(p.z);
  }
  void pad() {
    while (x.size() % kLanes != 0) add({1e30f, 1e30f, 1e30f});
  }
};

float sum_of(const float (&lanes)[kLanes]) {
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

// Covariance of the crowd about its weighted mean, seen from p: weights 1 - (r / kNeighbourhood)^2.
Symmetric3f spread(const Crowd& crowd, const Vec3f& p) {
  float w[kLanes] = {}, mx[kLanes] = {}, my[kLanes] = {}, mz[kLanes] = {}, xx[kLanes] = {}, yy[kLanes] = {},
        zz[kLanes] = {}, xy[kLanes] = {}, xz[kLanes] = {}, yz[kLanes] = {};
  constexpr float kPerRadius2 = 1 / (kNeighbourhood * kNeighbourhood);
  for (size_t i = 0; i < crowd.x.size(); i += kLanes) {
    for (size_t k = 0; k < kLanes; ++k) {
      const float dx = crowd.x[i + k] - p.x, dy = crowd.y[i + k] - p.y, dz = crowd.z[i + k] - p.z;
      const float weight = std::max(0.0f, 1 - (dx * dx + dy * dy + dz * dz) * kPerRadius2);
      const float wx = weight * dx, wy = weight * dy, wz = weight * dz;
      w[k] += weight;
      mx[k] += wx;
      my[k] += wy;
      mz[k] += wz;
      xx[k] += wx * dx;
      yy[k] += wy * dy;
      zz[k] += wz * dz;
      xy[k] += wx * dy;
      xz[k] += wx * dz;
      yz[k] += wy * dz;
    }
  }
  const float per_weight = 1 / sum_of(w);
  const Vec3f mean = Vec3f{sum_of(mx), sum_of(my), sum_of(mz)} * per_weight;
  Symmetric3f c{sum_of(xx) * per_weight, sum_of(yy) * per_weight, sum_of(zz) * per_weight,
                sum_of(xy) * per_weight, sum_of(xz) * per_weight, sum_of(yz) * per_weight};
  c.add(mean, -1);
  return c;
}

// A thread or a drop cut out of so few cells loses a part of its volume; more weight makes up for it. `lack` is how far
// the kernel is from the widest along each axis, 1 for as far as it can be: surfaces have that along one axis, threads
// along two, drops along all.
float weight_of_thin(const Vec3f& lack) {
  const float least = min_component(lack), most = max_component(lack);
  const float middle = lack.x + lack.y + lack.z - least - most;
  const auto steep = [](float x) { return x * x * x * x; };
  return 1 + 0.4f * steep(middle) + 0.5f * steep(least);
}

Kernel shaped(const Vec3f& centre, const Symmetric3f& covariance, float stretch) {
  const Eigen3f eigen = eigen_of(covariance);
  Vec3f radius2, per_radius2, lack;
  float weight = kBallVolume;
  for (int k = 0; k < 3; ++k) {
    const float share = std::clamp(eigen.value[k] / kFullSpread, 1 / stretch, 1.0f), radius = kWidest * share;
    radius2[k] = radius * radius;
    per_radius2[k] = 1 / radius2[k];
    weight /= radius;
    lack[k] = stretch > 1 ? (1 - share) / (1 - 1 / stretch) : 0;
  }
  weight *= weight_of_thin(lack);
  const Symmetric3f box = eigen.with(radius2);
  return {centre, {std::sqrt(box.xx), std::sqrt(box.yy), std::sqrt(box.zz)}, eigen.with(per_radius2), weight};
}

}  // namespace

Kernel ball(const Vec3f& centre, float radius) {
  const float per_radius2 = 1 / (radius * radius);
  return {centre,
          {radius, radius, radius},
          {per_radius2, per_radius2, per_radius2, 0, 0, 0},
          kBallVolume / (radius * radius * radius)};
}

Kernels::Kernels(const Bins& bins, float stretch) : index_(bins.points().size(), kDeep) {
  uint32_t count = 0;
  std::vector<size_t> shallow;  // bins
  for (size_t bin = 0; bin < bins.count(); ++bin) {
    if (bins.is_deep(bin)) continue;
    shallow.push_back(bin);
    for (size_t i = bins.begin(bin); i < bins.end(bin); ++i) index_[i] = count++;
  }
  kernels_.resize(count);
  parallel_for_blocks(
      shallow.size(),
      [&](size_t begin, size_t end) {
        Crowd crowd;
        for (size_t b = begin; b < end; ++b) {
          crowd.clear();
          bins.visit_around(shallow[b], [&](size_t from, size_t to) {
            for (size_t i = from; i < to; ++i) crowd.add(bins.points()[i]);
          });
          crowd.pad();
          for (size_t i = bins.begin(shallow[b]); i < bins.end(shallow[b]); ++i) {
            const Vec3f& p = bins.points()[i];
            kernels_[index_[i]] = shaped(p, spread(crowd, p), stretch);
          }
        }
      },
      64);
}

}  // namespace weir::surface
