// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How the triangles of a closed surface hang together, in a form that can be changed bit by bit. Half-edge h = 3 t + k
// runs along side k of triangle t, from corner k to the next; its twin runs along the same edge in the neighbouring
// triangle, the other way. Every change leaves a closed, oriented surface in which the triangles around a vertex form
// one fan. What is taken away stays in its slot as dead, until compact() closes the gaps.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weir/base/archive.h"
#include "weir/base/vec.h"

namespace weir::tracked {

class HalfEdges {
 public:
  HalfEdges() = default;
  // InputError when the triangles are no closed, oriented surface with one fan at every vertex.
  HalfEdges(const std::vector<Vec3i>& triangles, size_t vertices);

  size_t half_edges() const { return corner_.size(); }
  size_t triangles() const { return corner_.size() / 3; }
  size_t vertices() const { return leaving_.size(); }

  int32_t from(int32_t h) const { return corner_[static_cast<size_t>(h)]; }
  int32_t to(int32_t h) const { return from(next(h)); }
  int32_t twin(int32_t h) const { return twin_[static_cast<size_t>(h)]; }
  static int32_t next(int32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
  static int32_t before(int32_t h) { return h % 3 == 0 ? h + 2 : h - 1; }
  // Some half-edge that starts at the vertex; -1 for a dead one.
  int32_t leaving(int32_t v) const { return leaving_[static_cast<size_t>(v)]; }
  bool alive(size_t triangle) const { return corner_[3 * triangle] >= 0; }
  Vec3i triangle(size_t t) const { return {corner_[3 * t], corner_[3 * t + 1], corner_[3 * t + 2]}; }

  // visit(h) for every half-edge that starts at the vertex, once round.
  template <class Visit>
  void around(int32_t v, Visit&& visit) const {
    const int32_t first = leaving(v);
    int32_t h = first;
    do {
      visit(h);
      h = twin(before(h));
    } while (h != first);
  }
  int valence(int32_t v) const;
  // The half-edge from one vertex to another; -1 when no edge joins them.
  int32_t between(int32_t a, int32_t b) const;

  int32_t add_vertex();
  // A triangle whose sides have no neighbours yet; returns its first half-edge.
  int32_t add_triangle(int32_t a, int32_t b, int32_t c);
  void join(int32_t h, int32_t g);
  void remove_triangle(size_t t);
  void remove_vertex(int32_t v) { leaving_[static_cast<size_t>(v)] = -1; }
  void set_leaving(int32_t v, int32_t h) { leaving_[static_cast<size_t>(v)] = h; }
  void set_from(int32_t h, int32_t v) { corner_[static_cast<size_t>(h)] = v; }
  void set_twin(int32_t h, int32_t g) { twin_[static_cast<size_t>(h)] = g; }

  // Puts the vertex m into the edge.
  void split(int32_t h, int32_t m);
  // Whether the end points of the edge can become one vertex and leave a sound surface.
  bool can_collapse(int32_t h) const;
  // The vertex that is joined to both ends of the edge without being one of its two triangles, where there is one: the
  // three stand around a neck (of liquid or air). Else -1.
  int32_t neck(int32_t h) const;
  // The end of the edge becomes its start.
  void collapse(int32_t h);
  bool can_flip(int32_t h) const;
  // The edge's triangles get the other diagonal.
  void flip(int32_t h);
  // Cuts along the three edges from h around the vertex `third` (see neck()), and closes both sides by a triangle.
  // Gives the three vertices (from(h), to(h), third) a copy each, `copies`, on the right of h.
  void cut(int32_t h, int32_t third, const int32_t (&copies)[3]);

  // Closes the gaps that dead triangles and vertices leave. vertex_was[i]: where the vertex that is now i was.
  void compact(std::vector<int32_t>& vertex_was);

  void state(Archive& archive);
  // Empty when all that the first comment says holds; else what does not.
  std::string validate() const;

 private:
  std::vector<int32_t> corner_, twin_, leaving_;
};

}  // namespace weir::tracked
