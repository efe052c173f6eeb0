// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/triangle_tree.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir {

namespace {

constexpr float kTiny = 1e-37f;  // keeps the sides of collapsed triangles from dividing by zero

float clamp01(float t) { return t < 0 ? 0.0f : t > 1 ? 1.0f : t; }

// How far along the side from `a` the closest point to the origin is, 0 to 1.
float closest_on_side(const Vec3f& a, const Vec3f& side) {
  return clamp01(-dot(a, side) / std::max(length_squared(side), kTiny));
}

// Squared distance of the origin to the triangle (a, a + ab, a + ac): the least of those to its sides and, if the
// origin is above the triangle, to its plane. Always that of a real point of the triangle, so a sliver whose plane is
// lost in rounding does no harm. No branches: it is compiled for eight triangles at once.
float distance_squared(const Vec3f& a, const Vec3f& ab, const Vec3f& ac) {
  const Vec3f b = a + ab, bc = ac - ab;
  float best = length_squared(a + ab * closest_on_side(a, ab));
  best = std::min(best, length_squared(a + ac * closest_on_side(a, ac)));
  best = std::min(best, length_squared(b + bc * closest_on_side(b, bc)));
  const Vec3f normal = cross(ab, ac);
  const float scale = 1 / std::max(length_squared(normal), kTiny);
  const float v = -dot(cross(a, ac), normal) * scale, w = -dot(cross(ab, a), normal) * scale;
  const float above = length_squared(a + ab * v + ac * w);
  const bool inside = (v >= 0) & (w >= 0) & (v + w <= 1);
  return inside ? std::min(best, above) : best;
}

}  // namespace

Vec3f weights_of_closest(const Vec3f& p, const Vec3f& a, const Vec3f& b, const Vec3f& c) {
  const Vec3f ab = b - a, ac = c - a, from = a - p;
  const float scale = 1 / std::max(length_squared(cross(ab, ac)), kTiny);
  const float v = -dot(cross(from, ac), cross(ab, ac)) * scale, w = -dot(cross(ab, from), cross(ab, ac)) * scale;
  Vec3f best{1, 0, 0};
  float least = std::numeric_limits<float>::infinity();
  const auto consider = [&](const Vec3f& weights) {
    const float d = length_squared(from + ab * weights.y + ac * weights.z);
    if (d < least) least = d, best = weights;
  };
  const float on_ab = closest_on_side(from, ab), on_ac = closest_on_side(from, ac),
              on_bc = closest_on_side(b - p, c - b);
  if (v >= 0 && w >= 0 && v + w <= 1) consider({1 - v - w, v, w});
  consider({1 - on_ab, on_ab, 0});
  consider({1 - on_ac, 0, on_ac});
  consider({0, 1 - on_bc, on_bc});
  return best;
}

void EightTriangles::set(int lane, const Vec3f& corner, const Vec3f& second, const Vec3f& third) {
  for (int axis = 0; axis < 3; ++axis) {
    a[axis][lane] = corner[axis];
    ab[axis][lane] = second[axis] - corner[axis];
    ac[axis][lane] = third[axis] - corner[axis];
  }
}

void EightTriangles::distances_squared(const Vec3f& p, std::array<float, kWidth>& d) const {
  for (size_t i = 0; i < kWidth; ++i) {
    d[i] = distance_squared({a[0][i] - p.x, a[1][i] - p.y, a[2][i] - p.z}, {ab[0][i], ab[1][i], ab[2][i]},
                            {ac[0][i], ac[1][i], ac[2][i]});
  }
}

struct TriangleTree::Builder {
  const Mesh& mesh;
  TriangleTree& tree;
  std::vector<int32_t> order{};  // the triangles; a part of the tree has a range of it
  std::vector<Vec3f> centre{};

  struct Range {
    int32_t begin, end;
    int32_t size() const { return end - begin; }
  };

  Vec3f corner(int32_t triangle, int k) const {
    return mesh.positions[static_cast<size_t>(mesh.triangles[static_cast<size_t>(triangle)][k])];
  }

  int32_t split(const Range& range) {
    Box3f box;
    for (int32_t i = range.begin; i < range.end; ++i)
      box.include(centre[static_cast<size_t>(order[static_cast<size_t>(i)])]);
    const Vec3f size = box.size();
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    // Halves of whole leaves, so that few of them are partly empty.
    const int32_t leaves = (range.size() + kWidth - 1) / kWidth;
    const int32_t middle = range.begin + leaves / 2 * kWidth;
    std::nth_element(order.begin() + range.begin, order.begin() + middle, order.begin() + range.end,
                     [&](int32_t s, int32_t t) {
                       const float u = centre[static_cast<size_t>(s)][axis], v = centre[static_cast<size_t>(t)][axis];
                       return u != v ? u < v : s < t;
                     });
    return middle;
  }

  int32_t build_leaf(const Range& range) {
    Leaf& leaf = tree.leaves_.emplace_back();
    // A partly empty leaf has its last triangle several times.
    for (int lane = 0; lane < kWidth; ++lane) {
      leaf.triangle[lane] = order[static_cast<size_t>(range.begin + std::min(lane, range.size() - 1))];
    }
    for (int lane = 0; lane < kWidth; ++lane) {
      leaf.set(lane, corner(leaf.triangle[lane], 0), corner(leaf.triangle[lane], 1), corner(leaf.triangle[lane], 2));
    }
    return ~static_cast<int32_t>(tree.leaves_.size() - 1);
  }

  int32_t build(const Range& range) {
    if (range.size() <= kWidth) return build_leaf(range);
    std::array<Range, kWidth> part{range};
    size_t parts = 1;
    while (parts < kWidth) {
      Range& largest = *std::max_element(part.begin(), part.begin() + parts,
                                         [](const Range& a, const Range& b) { return a.size() < b.size(); });
      if (largest.size() <= kWidth) break;
      const int32_t middle = split(largest);
      part[parts++] = {middle, largest.end};
      largest.end = middle;
    }
    const size_t self = tree.nodes_.size();
    tree.nodes_.emplace_back();
    for (size_t lane = 0; lane < kWidth; ++lane) {
      const int32_t child = lane < parts ? build(part[lane]) : kNone;
      tree.nodes_[self].child[lane] = child;
    }
    return static_cast<int32_t>(self);
  }
};

TriangleTree::TriangleTree(const Mesh& mesh) {
  Builder builder{mesh, *this};
  const auto count = static_cast<int32_t>(mesh.triangles.size());
  if (count == 0) return;
  for (int32_t i = 0; i < count; ++i) {
    builder.order.push_back(i);
    builder.centre.push_back((builder.corner(i, 0) + builder.corner(i, 1) + builder.corner(i, 2)) / 3.0f);
  }
  builder.build({0, count});
  find_boxes();
}

// Children come after their node, so from the last one on all boxes within a node are known.
void TriangleTree::find_boxes() {
  for (size_t n = nodes_.size(); n-- > 0;) {
    Node& node = nodes_[n];
    for (int lane = 0; lane < kWidth; ++lane) {
      const Box3f box = box_of(node.child[lane]);
      for (int axis = 0; axis < 3; ++axis) {
        node.lower[axis][lane] = box.lower[axis];
        node.upper[axis][lane] = box.upper[axis];
      }
    }
  }
}

Box3f TriangleTree::box_of(int32_t child) const {
  Box3f box;
  if (child == kNone) return box;
  for (int axis = 0; axis < 3; ++axis) {
    float low = box.lower[axis], high = box.upper[axis];
    if (child < 0) {
      const Leaf& leaf = leaves_[static_cast<size_t>(~child)];
      for (int lane = 0; lane < kWidth; ++lane) {
        const float a = leaf.a[axis][lane], b = a + leaf.ab[axis][lane], c = a + leaf.ac[axis][lane];
        low = std::min(std::min(low, a), std::min(b, c)), high = std::max(std::max(high, a), std::max(b, c));
      }
    } else {
      const Node& node = nodes_[static_cast<size_t>(child)];
      for (int lane = 0; lane < kWidth; ++lane) {
        low = std::min(low, node.lower[axis][lane]), high = std::max(high, node.upper[axis][lane]);
      }
    }
    box.lower[axis] = low, box.upper[axis] = high;
  }
  return box;
}

void TriangleTree::look_at(int32_t index, const Vec3f& p, Hit& best) const {
  const Leaf& leaf = leaves_[static_cast<size_t>(index)];
  std::array<float, kWidth> d;
  leaf.distances_squared(p, d);
  float least = d[0];
  for (size_t i = 1; i < kWidth; ++i) least = std::min(least, d[i]);
  if (least > best.distance_squared) return;
  for (size_t i = 0; i < kWidth; ++i) {
    if (d[i] > best.distance_squared) continue;
    if (d[i] == best.distance_squared && best.triangle >= 0 && best.triangle <= leaf.triangle[i]) continue;
    best = {d[i], leaf.triangle[i], index};
  }
}

TriangleTree::Hit TriangleTree::closest(const Vec3f& p, const Hit& near, float most_squared) const {
  struct Waiting {
    int32_t child;
    float distance_squared;
  };
  // A level leaves seven of its eight children waiting, and a tree of 2^31 triangles has fewer than 16 levels.
  std::array<Waiting, 16 * kWidth> stack;
  size_t top = 0;
  Hit best{most_squared};
  if (near.leaf >= 0) look_at(near.leaf, p, best);
  if (!leaves_.empty()) stack[top++] = {nodes_.empty() ? ~0 : 0, 0.0f};
  while (top > 0) {
    const Waiting next = stack[--top];
    if (next.distance_squared > best.distance_squared) continue;  // an equal one may hold a lower index
    if (next.child < 0) {
      if (~next.child != near.leaf) look_at(~next.child, p, best);
      continue;
    }
    const Node& node = nodes_[static_cast<size_t>(next.child)];
    std::array<float, kWidth> d;
    for (size_t i = 0; i < kWidth; ++i) {
      float sum = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const float out = std::max(std::max(node.lower[axis][i] - p[axis], p[axis] - node.upper[axis][i]), 0.0f);
        sum += out * out;
      }
      d[i] = sum;
    }
    size_t nearest = top;
    for (size_t i = 0; i < kWidth; ++i) {
      if (node.child[i] == kNone || d[i] > best.distance_squared) continue;
      if (top == nearest || d[i] < stack[nearest].distance_squared) nearest = top;
      stack[top++] = {node.child[i], d[i]};
    }
    if (nearest < top) std::swap(stack[nearest], stack[top - 1]);  // the most promising one next
  }
  return best;
}

}  // namespace weir
