// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/pieces.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weir::tracked {

namespace {

size_t at(int32_t i) { return static_cast<size_t>(i); }

// A forest in which the root of every tree is its lowest member.
class Groups {
 public:
  explicit Groups(size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), 0); }
  int32_t root(int32_t i) {
    while (above_[at(i)] != i) i = above_[at(i)] = above_[at(above_[at(i)])];
    return i;
  }
  void join(int32_t a, int32_t b) {
    const int32_t p = root(a), q = root(b);
    above_[at(std::max(p, q))] = std::min(p, q);
  }

 private:
  std::vector<int32_t> above_;
};

// Sums over the triangles of every group: value(t) of group_of(vertex).
template <class Value>
std::vector<double> sums_of(const TriangleSurface& surface, size_t groups, const std::vector<int32_t>& group_of,
                            Value&& value) {
  std::vector<double> term(surface.net.triangles());
  parallel_for(term.size(), [&](size_t t) { term[t] = surface.net.alive(t) ? value(static_cast<int32_t>(3 * t)) : 0; });
  std::vector<double> sum(groups, 0);
  for (size_t t = 0; t < term.size(); ++t) {
    if (surface.net.alive(t)) sum[at(group_of[at(surface.net.from(static_cast<int32_t>(3 * t)))])] += term[t];
  }
  return sum;
}

// Six times that of the tetrahedron to `origin`.
double six_volumes(const TriangleSurface& surface, int32_t h, const Vec3d& origin) {
  const Vec3d a = static_cast<Vec3d>(surface.start(h)) - origin;
  const Vec3d b = static_cast<Vec3d>(surface.at(surface.net.to(h))) - origin;
  const Vec3d c = static_cast<Vec3d>(surface.start(surface.net.before(h))) - origin;
  return dot(a, cross(b, c));
}

std::vector<double> volumes_of(const TriangleSurface& surface, size_t groups, const std::vector<int32_t>& group_of) {
  const Vec3d origin = surface.position.empty() ? Vec3d{} : static_cast<Vec3d>(surface.position.front());
  std::vector<double> sum =
      sums_of(surface, groups, group_of, [&](int32_t h) { return six_volumes(surface, h, origin); });
  for (double& v : sum) v /= 6;
  return sum;
}

void number_pieces(TriangleSurface& surface) {
  const HalfEdges& net = surface.net;
  surface.piece.assign(net.vertices(), -1);
  int32_t count = 0;
  std::vector<int32_t> waiting;
  for (size_t v = 0; v < net.vertices(); ++v) {
    if (surface.piece[v] >= 0 || net.leaving(static_cast<int32_t>(v)) < 0) continue;
    surface.piece[v] = count;
    waiting.push_back(static_cast<int32_t>(v));
    while (!waiting.empty()) {
      const int32_t next = waiting.back();
      waiting.pop_back();
      net.around(next, [&](int32_t h) {
        int32_t& piece = surface.piece[at(net.to(h))];
        if (piece >= 0) return;
        piece = count;
        waiting.push_back(net.to(h));
      });
    }
    ++count;
  }
  surface.pieces_known = true;
}

}  // namespace

std::vector<double> find_pieces(TriangleSurface& surface) {
  if (!surface.pieces_known) number_pieces(surface);
  int32_t count = 0;
  for (const int32_t piece : surface.piece) count = std::max(count, piece + 1);
  return volumes_of(surface, at(count), surface.piece);
}

void restore_volumes(TriangleSurface& surface, const std::vector<double>& volumes, float most) {
  Groups groups(volumes.size());
  const HalfEdges& net = surface.net;
  for (size_t h = 0; h < net.half_edges(); ++h) {
    const auto edge = static_cast<int32_t>(h);
    if (net.from(edge) < 0) continue;
    const int32_t a = surface.piece[at(net.from(edge))], b = surface.piece[at(net.to(edge))];
    if (a != b && a >= 0 && b >= 0) groups.join(a, b);
  }
  std::vector<int32_t> group(surface.piece.size());
  for (size_t v = 0; v < group.size(); ++v) group[v] = groups.root(std::max(0, surface.piece[v]));
  std::vector<double> wanted(volumes.size(), 0);
  for (size_t p = 0; p < volumes.size(); ++p) wanted[at(groups.root(static_cast<int32_t>(p)))] += volumes[p];
  const std::vector<double> now = volumes_of(surface, volumes.size(), group);
  const std::vector<double> area = sums_of(surface, volumes.size(), group, [&](int32_t h) {
    return 0.5 * static_cast<double>(length(surface.normal_of_triangle(h)));
  });
  std::vector<float> way(volumes.size(), 0);
  for (size_t p = 0; p < volumes.size(); ++p) {
    if (area[p] > 0) way[p] = std::clamp(static_cast<float>((wanted[p] - now[p]) / area[p]), -most, most);
  }
  std::vector<Vec3f> moved(surface.position);
  parallel_for(moved.size(), [&](size_t v) {
    const float far = way[at(group[v])];
    if (far == 0 || net.leaving(static_cast<int32_t>(v)) < 0) return;
    moved[v] += normalized(surface.normal_at(static_cast<int32_t>(v))) * far;
  });
  surface.position.swap(moved);
}

namespace {

// `is_gone`: of every piece.
void remove_pieces(TriangleSurface& surface, const std::vector<uint8_t>& is_gone) {
  if (std::find(is_gone.begin(), is_gone.end(), 1) == is_gone.end()) return;
  const auto gone = [&](int32_t v) { return surface.piece[at(v)] >= 0 && is_gone[at(surface.piece[at(v)])]; };
  for (size_t t = 0; t < surface.net.triangles(); ++t) {
    if (surface.net.alive(t) && gone(surface.net.from(static_cast<int32_t>(3 * t)))) surface.net.remove_triangle(t);
  }
  for (size_t v = 0; v < surface.net.vertices(); ++v) {
    if (gone(static_cast<int32_t>(v))) surface.net.remove_vertex(static_cast<int32_t>(v));
  }
  surface.compact();
}

}  // namespace

void remove_tiny_pieces(TriangleSurface& surface, double least) {
  const std::vector<double> volume = find_pieces(surface);
  const std::vector<double> triangles = sums_of(surface, volume.size(), surface.piece, [](int32_t) { return 1.0; });
  std::vector<uint8_t> tiny(volume.size());
  for (size_t p = 0; p < tiny.size(); ++p) tiny[p] = std::abs(volume[p]) < least || triangles[p] < 8;
  remove_pieces(surface, tiny);
}

void remove_bubbles(TriangleSurface& surface, std::span<const float> numbers, float limit) {
  const std::vector<double> volume = find_pieces(surface);
  std::vector<uint8_t> gone(volume.size());
  for (size_t p = 0; p < gone.size(); ++p) gone[p] = volume[p] < 0;
  for (size_t v = 0; v < numbers.size(); ++v) {
    if (surface.piece[v] >= 0 && !(numbers[v] < limit)) gone[at(surface.piece[v])] = 0;
  }
  remove_pieces(surface, gone);
}

}  // namespace weir::tracked
