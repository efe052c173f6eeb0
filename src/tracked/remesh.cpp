// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/remesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/mesh/triangle_tree.h"

namespace weir::tracked {

namespace {

constexpr float kLong = 1.5f, kShort = 0.5f;  // of the wanted length
constexpr float kNeck = 1.0f;                 // edges around a neck that is cut are no longer
constexpr float kSliver = 0.12f;              // of the wanted length: triangles lower than that are mended in any case
constexpr float kBadCosine = 0.92f;           // corners sharper than 23 degrees are bad

class Remesher {
 public:
  Remesher(TriangleSurface& surface, float edge) : surface_(surface), net_(surface.net), edge_(edge) {}

  void run() {
    while (split_long()) {
    }
    collapse_short();
    find_cosines();
    flip_bad();
    mend_slivers();
    slide();
    if (changed_) surface_.compact();
  }

 private:
  float length_of(int32_t h) const { return length(surface_.along(h)); }
  bool is_first(int32_t h) const { return net_.from(h) >= 0 && h < net_.twin(h); }

  // Edges shorter or longer than a limit, the worst first.
  template <class Wanted>
  std::vector<int32_t> edges_by_length(bool longest_first, Wanted&& wanted) const {
    std::vector<int32_t> edges =
        where(net_.half_edges(), [&](int32_t h) { return is_first(h) && wanted(length_squared(surface_.along(h))); });
    std::vector<std::pair<float, int32_t>> order;
    for (const int32_t h : edges) order.emplace_back((longest_first ? -1.0f : 1.0f) * length_of(h), h);
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i < edges.size(); ++i) edges[i] = order[i].second;
    return edges;
  }

  // True when some edges were so long that their halves may be too.
  bool split_long() {
    const float limit = kLong * edge_;
    const std::vector<int32_t> edges = edges_by_length(true, [&](float squared) { return squared > limit * limit; });
    const bool again = !edges.empty() && length_of(edges.front()) > 1.9f * limit;
    for (const int32_t h : edges) {
      if (length_of(h) <= limit) continue;
      net_.split(h, surface_.add_middle(h));
      changed_ = true;
    }
    return again;
  }

  void collapse_short() {
    const float limit = kShort * edge_;
    for (const int32_t h : edges_by_length(false, [&](float squared) { return squared < limit * limit; })) {
      if (net_.from(h) >= 0 && length_of(h) < limit) collapse_or_cut(h);
    }
  }

  bool collapse_or_cut(int32_t h) {
    if (net_.can_collapse(h)) return collapse(h);
    const int32_t third = net_.neck(h);
    if (third < 0) return false;
    const float limit = kNeck * edge_;
    const auto far = [&](int32_t v) { return length(surface_.at(v) - surface_.at(third)) > limit; };
    if (far(net_.from(h)) || far(net_.to(h))) return false;
    const int32_t a = net_.from(h), b = net_.to(h);
    const int32_t copies[3] = {surface_.add_copy(a), surface_.add_copy(b), surface_.add_copy(third)};
    net_.cut(h, third, copies);
    if (!cosine_.empty()) cosine_.resize(net_.half_edges(), 0.0f);  // of the two triangles that close it
    surface_.pieces_known = false;
    changed_ = true;
    return true;
  }

  bool collapse(int32_t h) {
    const int32_t a = net_.from(h), b = net_.to(h);
    const Vec3f points[3] = {surface_.middle(h), surface_.at(a), surface_.at(b)};
    for (const Vec3f& point : points) {
      if (!may_move(a, b, point) || !may_move(b, a, point)) continue;
      surface_.mix_into(a, b);
      net_.collapse(h);
      changed_ = true;
      surface_.position[static_cast<size_t>(a)] = point;
      return true;
    }
    return false;
  }

  // Whether the triangles around v, but those with `other`, stay as they look and no edge becomes too long.
  bool may_move(int32_t v, int32_t other, const Vec3f& point) const {
    bool good = true;
    net_.around(v, [&](int32_t h) {
      const int32_t p = net_.to(h), q = net_.from(net_.before(h));
      if (p == other) return;
      const Vec3f to_p = surface_.at(p) - point;
      good = good && length_squared(to_p) < kLong * kLong * edge_ * edge_;
      if (q == other) return;
      const Vec3f before = surface_.normal_of_triangle(h), after = cross(to_p, surface_.at(q) - point);
      const float size = length(after);
      good = good && size > 0.02f * edge_ * edge_ && dot(before, after) > 0.3f * length(before) * size;
    });
    return good;
  }

  // The cosine of the angle opposite to the edge, in its triangle.
  float opposite_cosine(int32_t h) const {
    const Vec3f apex = surface_.start(net_.before(h));
    const Vec3f p = surface_.start(h) - apex, q = surface_.at(net_.to(h)) - apex;
    return dot(p, q) / std::max(1e-30f, length(p) * length(q));
  }

  // Of the angle opposite to every half-edge, all at once.
  void find_cosines() {
    cosine_.resize(net_.half_edges());
    parallel_for(net_.triangles(), [&](size_t t) {
      const auto h = static_cast<int32_t>(3 * t);
      if (!net_.alive(t)) return;
      const Vec3f side[3] = {surface_.along(h), surface_.along(h + 1), surface_.along(h + 2)};
      const float size[3] = {length(side[0]), length(side[1]), length(side[2])};
      for (size_t k = 0; k < 3; ++k) {
        const size_t p = (k + 1) % 3, q = (k + 2) % 3;
        cosine_[3 * t + k] = -dot(side[p], side[q]) / std::max(1e-30f, size[p] * size[q]);
      }
    });
  }

  void set_cosines(int32_t h) {
    for (int k = 0; k < 3; ++k, h = net_.next(h)) cosine_[static_cast<size_t>(h)] = opposite_cosine(h);
  }

  // Delaunay: the two angles opposite to the edge together are less than 180 degrees.
  bool wants_flip(int32_t h) const { return opposite_cosine(h) + opposite_cosine(net_.twin(h)) < -0.05f; }

  float height(int32_t h) const {  // of the triangle above the edge
    return length(surface_.normal_of_triangle(h)) / std::max(1e-30f, length_of(h));
  }

  // Edges around one that was flipped are looked at again, once.
  void flip_bad() {
    std::vector<int32_t> edges = where(net_.half_edges(), [&](int32_t h) {
      return is_first(h) && cosine_[static_cast<size_t>(h)] + cosine_[static_cast<size_t>(net_.twin(h))] < -0.05f;
    });
    for (int round = 0; round < 2; ++round) {
      std::vector<int32_t> again;
      for (const int32_t h : edges) {
        if (!wants_flip(h) || !flip(h)) continue;
        const int32_t u = net_.twin(h);
        again.insert(again.end(), {net_.next(h), net_.before(h), net_.next(u), net_.before(u)});
      }
      edges.swap(again);
    }
  }

  bool flip(int32_t h) {
    if (!net_.can_flip(h)) return false;
    const int32_t u = net_.twin(h);
    const Vec3f n = surface_.normal_of_triangle(h), m = surface_.normal_of_triangle(u);
    const bool flat = dot(n, m) > 0.9f * length(n) * length(m);
    const bool sliver = std::min(height(h), height(u)) < 0.25f * edge_;
    if (!flat && !sliver) return false;
    const Vec3f &a = surface_.start(h), &b = surface_.start(u);
    const Vec3f &c = surface_.start(net_.before(h)), &d = surface_.start(net_.before(u));
    const Vec3f first = cross(d - a, c - a), second = cross(c - b, d - b), sum = n + m;
    const float limit = 0.5f * length(sum);
    if (dot(first, sum) < limit * length(first) || dot(second, sum) < limit * length(second)) return false;
    if (length_squared(d - c) > kLong * kLong * edge_ * edge_ && !sliver) return false;
    net_.flip(h);
    set_cosines(h);
    set_cosines(u);
    return true;
  }

  // Triangles with hardly any height: of a needle the short side collapses, of a cap the long side gets the apex.
  void mend_slivers() {
    const auto low = [&](int32_t h) { return net_.from(h) >= 0 && height(longest_side(h)) < kSliver * edge_; };
    for (const int32_t t : bad_triangles(0.97f)) {
      if (!low(3 * t)) continue;
      const int32_t base = longest_side(3 * t);
      if (flip(base)) continue;
      const int32_t p = net_.next(base), q = net_.before(base);
      const int32_t side = length_of(p) < length_of(q) ? p : q;
      net_.can_collapse(side) ? collapse_anyway(side) : collapse_or_cut(side);
    }
  }

  // Those that had a corner sharper than the cosine says when cosines were last found.
  std::vector<int32_t> bad_triangles(float cosine) const {
    return where(net_.triangles(), [&](int32_t t) {
      const float* c = &cosine_[static_cast<size_t>(3 * t)];
      return net_.alive(static_cast<size_t>(t)) && std::max({c[0], c[1], c[2]}) > cosine;
    });
  }

  // As collapse(), when the triangles are so bad that what they look like says little.
  bool collapse_anyway(int32_t h) {
    if (collapse(h)) return true;
    if (length_of(h) > kShort * edge_) return false;
    const int32_t a = net_.from(h), b = net_.to(h);
    const Vec3f point = (surface_.at(a) + surface_.at(b)) * 0.5f;
    surface_.mix_into(a, b);
    net_.collapse(h);
    changed_ = true;
    surface_.position[static_cast<size_t>(a)] = point;
    return true;
  }

  int32_t longest_side(int32_t h) const {
    int32_t best = h;
    for (int32_t g = net_.next(h); g != h; g = net_.next(g)) {
      if (length_of(g) > length_of(best)) best = g;
    }
    return best;
  }

  // Vertices of bad triangles go towards the middle of their neighbours, along the surface.
  void slide() {
    std::vector<int32_t> bad;
    for (const int32_t t : bad_triangles(kBadCosine)) {
      const Vec3i v = net_.triangle(static_cast<size_t>(t));
      bad.insert(bad.end(), {v.x, v.y, v.z});
    }
    std::sort(bad.begin(), bad.end());
    bad.erase(std::unique(bad.begin(), bad.end()), bad.end());
    std::vector<Vec3f> moved(bad.size());
    parallel_for(
        bad.size(), [&](size_t i) { moved[i] = slid(bad[i]); }, 64);
    for (size_t i = 0; i < bad.size(); ++i) {  // one after the other: each looks at where the others are by now
      if (!may_move(bad[i], -1, moved[i])) continue;
      if (!surface_.channels.empty()) take_values_at(bad[i], moved[i]);
      surface_.position[static_cast<size_t>(bad[i])] = moved[i];
    }
  }

  // A vertex that slides gets the numbers of where it goes.
  void take_values_at(int32_t v, const Vec3f& point) {
    int32_t best = -1;
    Vec3f weights;
    float nearest = std::numeric_limits<float>::max();
    net_.around(v, [&](int32_t h) {
      const Vec3f &p = surface_.at(v), &q = surface_.at(net_.to(h)), &r = surface_.start(net_.before(h));
      const Vec3f w = weights_of_closest(point, p, q, r);
      const float away = length_squared(p * w.x + q * w.y + r * w.z - point);
      if (away < nearest) nearest = away, best = h, weights = w;
    });
    for (std::vector<float>& values : surface_.channels) {
      const auto value = [&](int32_t vertex) { return values[static_cast<size_t>(vertex)]; };
      values[static_cast<size_t>(v)] =
          weights.x * value(v) + weights.y * value(net_.to(best)) + weights.z * value(net_.from(net_.before(best)));
    }
  }

  Vec3f slid(int32_t v) const {
    Vec3f sum, normal;
    float weight = 0;
    net_.around(v, [&](int32_t h) {
      const Vec3f n = surface_.normal_of_triangle(h);
      const float area = length(n);
      sum += (surface_.at(net_.to(h)) + surface_.start(net_.before(h)) + surface_.at(v)) * (area / 3);
      normal += n;
      weight += area;
    });
    normal = normalized(normal);
    Vec3f way = weight > 0 ? sum / weight - surface_.at(v) : Vec3f{};
    way -= normal * dot(way, normal);
    const float far = length(way), most = 0.2f * edge_;
    return surface_.at(v) + way * (far > most ? most / far : 1.0f);
  }

  TriangleSurface& surface_;
  HalfEdges& net_;
  float edge_;
  std::vector<float> cosine_;
  bool changed_ = false;  // vertices or triangles are new or dead
};

}  // namespace

void remesh(TriangleSurface& surface, float edge) { Remesher(surface, edge).run(); }

}  // namespace weir::tracked
