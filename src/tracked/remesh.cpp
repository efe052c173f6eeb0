// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/remesh.h"

#include <algorithm>
#include <cmath>

namespace weir {

namespace {

constexpr float kLong = 1.5f, kShort = 0.5f;  // of the wanted length
constexpr float kNeck = 1.0f;                 // edges around a neck that is cut are no longer
constexpr float kSliver = 0.12f;              // of the wanted length: triangles lower than that are mended in any case
constexpr float kBadCosine = 0.92f;           // corners sharper than 23 degrees are bad

class Remesher {
 public:
  Remesher(TriangleSurface& surface, float edge) : surface_(surface), net_(surface.net), edge_(edge) {}

  void run() {
    for (int round = 0; round < 3 && split_long() > 0; ++round) {
    }
    for (int round = 0; round < 3 && collapse_short() > 0; ++round) {
    }
    flip_bad();
    if (mend_slivers() > 0) flip_bad();
    slide();
    surface_.compact();
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

  size_t split_long() {
    const float limit = kLong * edge_;
    size_t done = 0;
    for (const int32_t h : edges_by_length(true, [&](float squared) { return squared > limit * limit; })) {
      if (length_of(h) <= limit) continue;
      net_.split(h, surface_.add_middle(h));
      ++done;
    }
    return done;
  }

  size_t collapse_short() {
    const float limit = kShort * edge_;
    size_t done = 0;
    for (const int32_t h : edges_by_length(false, [&](float squared) { return squared < limit * limit; })) {
      if (net_.from(h) >= 0 && length_of(h) < limit) done += collapse_or_cut(h);
    }
    return done;
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
    return true;
  }

  bool collapse(int32_t h) {
    const int32_t a = net_.from(h), b = net_.to(h);
    const Vec3f places[3] = {surface_.middle(h), surface_.at(a), surface_.at(b)};
    for (const Vec3f& place : places) {
      if (!may_move(a, b, place) || !may_move(b, a, place)) continue;
      surface_.mix_into(a, b);
      net_.collapse(h);
      surface_.position[static_cast<size_t>(a)] = place;
      return true;
    }
    return false;
  }

  // Whether the triangles around v, but those with `other`, stay as they look and no edge becomes too long.
  bool may_move(int32_t v, int32_t other, const Vec3f& place) const {
    bool good = true;
    net_.around(v, [&](int32_t h) {
      const int32_t p = net_.to(h), q = net_.from(net_.before(h));
      if (p == other) return;
      const Vec3f to_p = surface_.at(p) - place;
      good = good && length_squared(to_p) < kLong * kLong * edge_ * edge_;
      if (q == other) return;
      const Vec3f before = surface_.normal_of_triangle(h), after = cross(to_p, surface_.at(q) - place);
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

  // Delaunay: the two angles opposite to the edge together are less than 180 degrees.
  bool wants_flip(int32_t h) const { return opposite_cosine(h) + opposite_cosine(net_.twin(h)) < -0.05f; }

  float height(int32_t h) const {  // of the triangle above the edge
    return length(surface_.normal_of_triangle(h)) / std::max(1e-30f, length_of(h));
  }

  size_t flip_bad() {
    size_t done = 0;
    for (int round = 0; round < 2; ++round) {
      for (const int32_t h : where(net_.half_edges(), [&](int32_t e) { return is_first(e) && wants_flip(e); })) {
        if (wants_flip(h)) done += flip(h);
      }
    }
    return done;
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
    return true;
  }

  // Triangles with hardly any height: of a needle the short side collapses, of a cap the long side gets the apex.
  size_t mend_slivers() {
    size_t done = 0;
    const auto low = [&](int32_t h) { return net_.from(h) >= 0 && height(longest_side(h)) < kSliver * edge_; };
    for (const int32_t t : where(net_.triangles(), [&](int32_t i) { return low(3 * i); })) {
      if (!low(3 * t)) continue;
      const int32_t base = longest_side(3 * t);
      if (flip(base)) {
        ++done;
        continue;
      }
      const int32_t p = net_.next(base), q = net_.before(base);
      const int32_t side = length_of(p) < length_of(q) ? p : q;
      done += net_.can_collapse(side) ? collapse_anyway(side) : collapse_or_cut(side);
    }
    return done;
  }

  // As collapse(), when the triangles are so bad that what they look like says little.
  bool collapse_anyway(int32_t h) {
    if (collapse(h)) return true;
    if (length_of(h) > kShort * edge_) return false;
    const int32_t a = net_.from(h), b = net_.to(h);
    const Vec3f place = (surface_.at(a) + surface_.at(b)) * 0.5f;
    surface_.mix_into(a, b);
    net_.collapse(h);
    surface_.position[static_cast<size_t>(a)] = place;
    return true;
  }

  int32_t longest_side(int32_t h) const {
    int32_t best = h;
    for (int32_t g = net_.next(h); g != h; g = net_.next(g)) {
      if (length_of(g) > length_of(best)) best = g;
    }
    return best;
  }

  bool has_bad_corner(int32_t v) const {
    bool bad = false;
    net_.around(v, [&](int32_t h) {
      for (int k = 0; k < 3; ++k, h = net_.next(h)) bad = bad || opposite_cosine(h) > kBadCosine;
    });
    return bad;
  }

  // Vertices of bad triangles go towards the middle of their neighbours, along the surface.
  void slide() {
    const std::vector<int32_t> bad = where(net_.vertices(), [&](int32_t v) {
      return net_.leaving(v) >= 0 && has_bad_corner(v);
    });
    std::vector<Vec3f> moved(bad.size());
    parallel_for(bad.size(), [&](size_t i) { moved[i] = slid(bad[i]); }, 64);
    for (size_t i = 0; i < bad.size(); ++i) {  // one after the other: each looks at where the others are by now
      if (may_move(bad[i], -1, moved[i])) surface_.position[static_cast<size_t>(bad[i])] = moved[i];
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
};

}  // namespace

void remesh(TriangleSurface& surface, float edge) { Remesher(surface, edge).run(); }

}  // namespace weir
