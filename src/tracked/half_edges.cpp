// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/half_edges.h"

#include <algorithm>
#include <utility>

#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::tracked {

namespace {

size_t at(int32_t i) { return static_cast<size_t>(i); }

}  // namespace

// Half-edges are sorted into bins by the lower vertex of their edge; in a bin, few are left to compare.
HalfEdges::HalfEdges(const std::vector<Vec3i>& triangles, size_t vertices) {
  corner_.resize(3 * triangles.size());
  twin_.assign(corner_.size(), -1);
  leaving_.assign(vertices, -1);
  std::vector<uint32_t> begin(vertices + 1, 0);
  for (size_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) corner_[3 * t + static_cast<size_t>(k)] = triangles[t][k];
    for (int k = 0; k < 3; ++k) ++begin[at(std::min(triangles[t][k], triangles[t][(k + 1) % 3]))];
  }
  uint32_t sum = 0;
  for (uint32_t& b : begin) b = std::exchange(sum, sum + b);
  std::vector<int32_t> in_bin(corner_.size());
  std::vector<uint32_t> fill(begin.begin(), begin.end() - 1);
  for (size_t h = 0; h < corner_.size(); ++h) {
    const auto edge = static_cast<int32_t>(h);
    in_bin[fill[at(std::min(from(edge), to(edge)))]++] = edge;
    leaving_[at(from(edge))] = edge;
  }
  parallel_for(vertices, [&](size_t v) {
    for (uint32_t i = begin[v]; i < begin[v + 1]; ++i) {
      for (uint32_t j = begin[v]; j < begin[v + 1]; ++j) {
        if (from(in_bin[i]) == to(in_bin[j]) && to(in_bin[i]) == from(in_bin[j])) twin_[at(in_bin[i])] = in_bin[j];
      }
    }
  });
  const std::string problem = validate();
  if (!problem.empty()) throw InputError("", problem);
}

int HalfEdges::valence(int32_t v) const {
  int count = 0;
  around(v, [&](int32_t) { ++count; });
  return count;
}

int32_t HalfEdges::between(int32_t a, int32_t b) const {
  int32_t found = -1;
  around(a, [&](int32_t h) {
    if (to(h) == b) found = h;
  });
  return found;
}

int32_t HalfEdges::add_vertex() {
  leaving_.push_back(-1);
  return static_cast<int32_t>(leaving_.size()) - 1;
}

int32_t HalfEdges::add_triangle(int32_t a, int32_t b, int32_t c) {
  const auto h = static_cast<int32_t>(corner_.size());
  corner_.insert(corner_.end(), {a, b, c});
  twin_.insert(twin_.end(), {-1, -1, -1});
  leaving_[at(a)] = h;
  leaving_[at(b)] = h + 1;
  leaving_[at(c)] = h + 2;
  return h;
}

void HalfEdges::join(int32_t h, int32_t g) {
  twin_[at(h)] = g;
  twin_[at(g)] = h;
}

void HalfEdges::remove_triangle(size_t t) {
  for (size_t k = 0; k < 3; ++k) corner_[3 * t + k] = twin_[3 * t + k] = -1;
}

// Triangles abc and bad become mbc, amc and bmd, mad.
void HalfEdges::split(int32_t h, int32_t m) {
  const int32_t u = twin(h), to_c = before(h), from_a = next(u);
  const int32_t a = from(h), c = from(to_c), d = to(from_a);
  const int32_t beyond_c = twin(to_c), beyond_d = twin(from_a);
  set_from(h, m);
  set_from(from_a, m);
  const int32_t e = add_triangle(a, m, c), f = add_triangle(m, a, d);
  join(e + 1, to_c);
  join(e + 2, beyond_c);
  join(f + 1, beyond_d);
  join(f + 2, from_a);
  join(e, f);
}

bool HalfEdges::can_collapse(int32_t h) const {
  const int32_t a = from(h), b = to(h), c = to(next(h)), d = to(next(twin(h)));
  int edges = 0;  // between the two
  around(a, [&](int32_t g) { edges += to(g) == b; });
  if (c == d || edges != 1 || neck(h) >= 0) return false;
  return valence(c) > 3 && valence(d) > 3 && valence(a) + valence(b) > 6;
}

int32_t HalfEdges::neck(int32_t h) const {
  const int32_t b = to(h), c = to(next(h)), d = to(next(twin(h)));
  int32_t found = -1;
  around(from(h), [&](int32_t g) {
    const int32_t v = to(g);
    if (found < 0 && v != b && v != c && v != d && between(v, b) >= 0) found = v;
  });
  return found;
}

void HalfEdges::collapse(int32_t h) {
  const int32_t u = twin(h), a = from(h), b = to(h);
  const int32_t c = from(before(h)), d = from(before(u));
  const int32_t c_to_b = twin(next(h)), a_to_c = twin(before(h)), d_to_a = twin(next(u)), b_to_d = twin(before(u));
  for (int32_t g = twin(before(u)); g != u; g = twin(before(g))) set_from(g, a);  // the fan of b
  join(c_to_b, a_to_c);
  join(d_to_a, b_to_d);
  remove_triangle(at(h) / 3);
  remove_triangle(at(u) / 3);
  leaving_[at(a)] = a_to_c;
  leaving_[at(c)] = c_to_b;
  leaving_[at(d)] = d_to_a;
  leaving_[at(b)] = -1;
}

bool HalfEdges::can_flip(int32_t h) const {
  const int32_t a = from(h), b = to(h), c = to(next(h)), d = to(next(twin(h)));
  return c != d && valence(a) > 3 && valence(b) > 3 && between(c, d) < 0;
}

// Triangles abc and bad become adc and bcd.
void HalfEdges::flip(int32_t h) {
  const int32_t u = twin(h), a = from(h), b = to(h), c = to(next(h)), d = to(next(u));
  const int32_t beyond_bc = twin(next(h)), beyond_ad = twin(next(u));
  set_from(next(h), d);
  set_from(next(u), c);
  join(h, beyond_ad);
  join(u, beyond_bc);
  join(next(h), next(u));
  leaving_[at(a)] = h;
  leaving_[at(b)] = u;
  leaving_[at(c)] = next(u);
  leaving_[at(d)] = next(h);
}

void HalfEdges::cut(int32_t h, int32_t third, const int32_t (&copies)[3]) {
  const int32_t a = from(h), b = to(h);
  const int32_t left[3] = {h, between(b, third), between(third, a)};
  const int32_t right[3] = {twin(left[0]), twin(left[1]), twin(left[2])};
  const int32_t own[3] = {a, b, third};
  const int32_t left_cap = add_triangle(a, third, b);   // a to third, third to b, b to a
  const int32_t right_cap = add_triangle(a, b, third);  // a to b, b to third, third to a
  join(left_cap, left[2]);
  join(left_cap + 1, left[1]);
  join(left_cap + 2, left[0]);
  join(right_cap, right[0]);
  join(right_cap + 1, right[1]);
  join(right_cap + 2, right[2]);
  for (int32_t k = 0; k < 3; ++k) {  // the fan of the cap's corner k becomes that of the copy
    leaving_[at(copies[k])] = right_cap + k;
    std::vector<int32_t> fan;
    around(copies[k], [&](int32_t g) { fan.push_back(g); });
    for (const int32_t g : fan) set_from(g, copies[k]);
    leaving_[at(own[k])] = left[k];
  }
}

void HalfEdges::compact(std::vector<int32_t>& vertex_was) {
  vertex_was.clear();
  std::vector<int32_t> name(leaving_.size(), -1);
  for (size_t v = 0; v < leaving_.size(); ++v) {
    if (leaving_[v] < 0) continue;
    name[v] = static_cast<int32_t>(vertex_was.size());
    vertex_was.push_back(static_cast<int32_t>(v));
  }
  std::vector<int32_t> slot(triangles(), -1);
  int32_t count = 0;
  for (size_t t = 0; t < triangles(); ++t) {
    if (alive(t)) slot[t] = count++;
  }
  const auto moved = [&](int32_t h) { return 3 * slot[at(h) / 3] + h % 3; };
  std::vector<int32_t> corner(3 * at(count)), twin(3 * at(count)), leaving(vertex_was.size());
  parallel_for(triangles(), [&](size_t t) {
    if (slot[t] < 0) return;
    for (size_t k = 0; k < 3; ++k) {
      corner[3 * at(slot[t]) + k] = name[at(corner_[3 * t + k])];
      twin[3 * at(slot[t]) + k] = moved(twin_[3 * t + k]);
    }
  });
  parallel_for(vertex_was.size(), [&](size_t v) { leaving[v] = moved(leaving_[at(vertex_was[v])]); });
  corner_.swap(corner);
  twin_.swap(twin);
  leaving_.swap(leaving);
}

void HalfEdges::state(Archive& archive) {
  archive("surface_corners", corner_);
  archive("surface_twins", twin_);
  archive("surface_leaving", leaving_);
}

std::string HalfEdges::validate() const {
  std::vector<int32_t> count(vertices(), 0);
  if (corner_.size() % 3 != 0 || twin_.size() != corner_.size()) return "it has parts of triangles";
  for (size_t t = 0; t < triangles(); ++t) {
    if (!alive(t)) continue;
    for (size_t k = 0; k < 3; ++k) {
      const auto h = static_cast<int32_t>(3 * t + k);
      if (from(h) < 0 || at(from(h)) >= vertices() || to(h) < 0 || at(to(h)) >= vertices())
        return "a triangle has a vertex that does not exist";
      if (from(h) == to(h)) return "a triangle has the same vertex twice";
      const int32_t g = twin(h);
      if (g < 0 || at(g) >= half_edges() || !alive(at(g) / 3)) return "a triangle has no neighbour";
      if (twin(g) != h || from(g) != to(h) || to(g) != from(h)) return "more than two triangles meet at an edge";
      ++count[at(from(h))];
    }
  }
  for (size_t v = 0; v < vertices(); ++v) {
    if (leaving_[v] < 0) {
      if (count[v] > 0) return "a triangle has a vertex that was taken away";
      continue;
    }
    if (at(leaving_[v]) >= half_edges() || from(leaving_[v]) != static_cast<int32_t>(v))
      return "a vertex does not know its triangles";
    int32_t reached = 0, h = leaving_[v];
    do {
      ++reached;
      h = twin(before(h));
    } while (h != leaving_[v] && reached <= count[v]);
    if (reached != count[v]) return "two fans of triangles meet at a vertex";
    if (reached < 3) return "fewer than three triangles meet at a vertex";
  }
  return {};
}

}  // namespace weir::tracked
