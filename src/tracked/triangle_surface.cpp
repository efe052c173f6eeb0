// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/triangle_surface.h"

#include <cmath>

namespace weir::tracked {

Vec3f TriangleSurface::middle(int32_t h) const {
  constexpr float kMostBulge = 0.15f;  // of the edge: where normals are far apart they say nothing of what is between
  const Vec3f edge = along(h);
  const Vec3f n0 = normalized(normal_at(net.from(h))), n1 = normalized(normal_at(net.to(h)));
  Vec3f bulge = (n1 * dot(edge, n1) - n0 * dot(edge, n0)) * 0.125f;
  const float most = kMostBulge * length(edge), size = length(bulge);
  if (size > most || dot(n0, n1) < 0.2f) bulge = bulge * (dot(n0, n1) < 0.2f ? 0.0f : most / size);
  return (at(net.from(h)) + at(net.to(h))) * 0.5f + bulge;
}

int32_t TriangleSurface::add_middle(int32_t h) {
  const auto a = static_cast<size_t>(net.from(h)), b = static_cast<size_t>(net.to(h));
  const Vec3f point = middle(h);
  position.push_back(point);
  piece.push_back(piece[a]);
  for (std::vector<float>& values : channels) {
    const float mean = 0.5f * (values[a] + values[b]);
    values.push_back(mean);
  }
  return net.add_vertex();
}

int32_t TriangleSurface::add_copy(int32_t v) {
  const auto from = static_cast<size_t>(v);
  const Vec3f point = position[from];
  const int32_t own = piece[from];
  position.push_back(point);
  piece.push_back(own);
  for (std::vector<float>& values : channels) {
    const float value = values[from];
    values.push_back(value);
  }
  return net.add_vertex();
}

void TriangleSurface::mix_into(int32_t v, int32_t other) {
  for (std::vector<float>& values : channels) {
    float& value = values[static_cast<size_t>(v)];
    value = 0.5f * (value + values[static_cast<size_t>(other)]);
  }
}

void TriangleSurface::compact() {
  std::vector<int32_t> was;
  net.compact(was);
  const auto gathered = [&](auto& values) {
    auto kept = values;
    kept.resize(was.size());
    parallel_for(was.size(), [&](size_t i) { kept[i] = values[static_cast<size_t>(was[i])]; });
    values.swap(kept);
  };
  gathered(position);
  gathered(piece);
  for (std::vector<float>& values : channels) gathered(values);
}

Mesh TriangleSurface::mesh() const {
  Mesh result{.positions = position, .triangles = std::vector<Vec3i>(net.triangles()), .velocities = {}};
  parallel_for(net.triangles(), [&](size_t t) { result.triangles[t] = net.triangle(t); });
  return result;
}

}  // namespace weir::tracked
