// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/segment_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace weir {

namespace {

constexpr uint32_t kLeafSegments = 4;
constexpr size_t kDepth = 64;  // halving 2^32 segments never goes deeper

float squared_distance(const Segment2& s, float x, float y) {
  const float dx = s.bx - s.ax, dy = s.by - s.ay, px = x - s.ax, py = y - s.ay;
  const float along = dx * dx + dy * dy;
  const float t = along > 0 ? std::clamp((px * dx + py * dy) / along, 0.0f, 1.0f) : 0.0f;
  const float qx = px - t * dx, qy = py - t * dy;
  return qx * qx + qy * qy;
}

int crossing(const Segment2& s, float x, float y) {
  if ((s.ay <= y) == (s.by <= y)) return 0;
  const bool upward = s.ay <= y;
  const double side = (double{s.bx} - s.ax) * (double{y} - s.ay) - (double{x} - s.ax) * (double{s.by} - s.ay);
  return upward ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0);
}

// Where segment s is cut by t, as parameters along s: a crossing, or the ends of t that lie on s.
void add_cuts(const Segment2& s, const Segment2& t, std::vector<double>& cuts) {
  const double dx = double{s.bx} - s.ax, dy = double{s.by} - s.ay;
  const double ex = double{t.bx} - t.ax, ey = double{t.by} - t.ay;
  const double wx = double{t.ax} - s.ax, wy = double{t.ay} - s.ay;
  const double det = dx * ey - dy * ex;
  if (std::abs(det) > 1e-9 * std::sqrt((dx * dx + dy * dy) * (ex * ex + ey * ey))) {
    const double along_s = (wx * ey - wy * ex) / det, along_t = (wx * dy - wy * dx) / det;
    if (along_t >= 0 && along_t <= 1) cuts.push_back(along_s);
    return;
  }
  for (const auto& [px, py] : {std::pair{wx, wy}, std::pair{wx + ex, wy + ey}}) {
    cuts.push_back((px * dx + py * dy) / (dx * dx + dy * dy));
  }
}

bool boxes_touch(const Segment2& s, const Segment2& t) {
  return std::min(s.ax, s.bx) <= std::max(t.ax, t.bx) && std::min(t.ax, t.bx) <= std::max(s.ax, s.bx) &&
         std::min(s.ay, s.by) <= std::max(t.ay, t.by) && std::min(t.ay, t.by) <= std::max(s.ay, s.by);
}

}  // namespace

SegmentTree::SegmentTree(std::vector<Segment2> segments) : segments_(std::move(segments)) {
  if (!segments_.empty()) build(0, static_cast<uint32_t>(segments_.size()));
}

void SegmentTree::build(uint32_t first, uint32_t count) {
  constexpr float kHuge = std::numeric_limits<float>::max();
  Node node{kHuge, kHuge, -kHuge, -kHuge, first, count, 0};
  for (uint32_t i = first; i < first + count; ++i) {
    const Segment2& s = segments_[i];
    node.lower_x = std::min({node.lower_x, s.ax, s.bx});
    node.lower_y = std::min({node.lower_y, s.ay, s.by});
    node.upper_x = std::max({node.upper_x, s.ax, s.bx});
    node.upper_y = std::max({node.upper_y, s.ay, s.by});
  }
  const size_t index = nodes_.size();
  nodes_.push_back(node);
  if (count <= kLeafSegments) return;
  const bool wide = node.upper_x - node.lower_x > node.upper_y - node.lower_y;
  const auto begin = segments_.begin() + first, middle = begin + count / 2;
  std::nth_element(begin, middle, begin + count, [wide](const Segment2& s, const Segment2& t) {
    return wide ? s.ax + s.bx < t.ax + t.bx : s.ay + s.by < t.ay + t.by;
  });
  build(first, count / 2);
  nodes_[index].right = static_cast<uint32_t>(nodes_.size());
  build(first + count / 2, count - count / 2);
}

float SegmentTree::distance(float x, float y) const {
  const auto to_box = [&](uint32_t n) {
    const Node& node = nodes_[n];
    const float dx = std::max({node.lower_x - x, x - node.upper_x, 0.0f});
    const float dy = std::max({node.lower_y - y, y - node.upper_y, 0.0f});
    return dx * dx + dy * dy;
  };
  float best = std::numeric_limits<float>::max();
  std::array<uint32_t, kDepth> stack;
  size_t depth = 0;
  if (!nodes_.empty()) stack[depth++] = 0;
  while (depth > 0) {
    const uint32_t n = stack[--depth];
    if (to_box(n) >= best) continue;
    const Node& node = nodes_[n];
    if (node.right == 0) {
      for (uint32_t i = node.first; i < node.first + node.count; ++i) {
        best = std::min(best, squared_distance(segments_[i], x, y));
      }
      continue;
    }
    const bool left_first = to_box(n + 1) < to_box(node.right);
    stack[depth++] = left_first ? node.right : n + 1;
    stack[depth++] = left_first ? n + 1 : node.right;
  }
  return std::sqrt(best);
}

int SegmentTree::winding(float x, float y) const {
  int total = 0;
  std::array<uint32_t, kDepth> stack;
  size_t depth = 0;
  if (!nodes_.empty()) stack[depth++] = 0;
  while (depth > 0) {
    const uint32_t n = stack[--depth];
    const Node& node = nodes_[n];
    if (y < node.lower_y || y > node.upper_y || x > node.upper_x) continue;
    if (node.right == 0) {
      for (uint32_t i = node.first; i < node.first + node.count; ++i) total += crossing(segments_[i], x, y);
      continue;
    }
    stack[depth++] = node.right;
    stack[depth++] = n + 1;
  }
  return total;
}

std::vector<Segment2> segments_of(const Outline& outline) {
  std::vector<Segment2> segments;
  for (const Loop& loop : outline.loops) {
    for (size_t i = 0; i < loop.size(); ++i) {
      const Vec2d &a = loop[i], &b = loop[(i + 1) % loop.size()];
      const Segment2 s{static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(b.x),
                       static_cast<float>(b.y)};
      if (s.ax != s.bx || s.ay != s.by) segments.push_back(s);
    }
  }
  return segments;
}

std::vector<Segment2> boundary_of(const Outline& outline) {
  const std::vector<Segment2> all = segments_of(outline);
  const SegmentTree tree(all);
  float size = 0;
  for (const Segment2& s : all) size = std::max({size, std::abs(s.ax), std::abs(s.ay)});
  const double beside = 1e-5 * size;  // how far from a piece to look on which side the fill is

  std::vector<Segment2> result;
  std::vector<double> cuts;
  for (const Segment2& s : all) {
    cuts = {0, 1};
    for (const Segment2& t : all) {
      if (&s != &t && boxes_touch(s, t)) add_cuts(s, t, cuts);
    }
    std::sort(cuts.begin(), cuts.end());
    const double dx = double{s.bx} - s.ax, dy = double{s.by} - s.ay, along = std::sqrt(dx * dx + dy * dy);
    const auto at = [&](double t) { return std::pair{s.ax + t * dx, s.ay + t * dy}; };
    const auto filled = [&](double t, double offset) {
      const auto [x, y] = at(t);
      return tree.winding(static_cast<float>(x - offset * dy / along), static_cast<float>(y + offset * dx / along)) !=
             0;
    };
    for (size_t i = 0; i + 1 < cuts.size(); ++i) {
      const double from = std::clamp(cuts[i], 0.0, 1.0), to = std::clamp(cuts[i + 1], 0.0, 1.0);
      if ((to - from) * along < beside && to - from < 1) continue;
      const double middle = (from + to) / 2;
      if (filled(middle, beside) == filled(middle, -beside)) continue;
      const auto [ax, ay] = at(from);
      const auto [bx, by] = at(to);
      result.push_back(
          {static_cast<float>(ax), static_cast<float>(ay), static_cast<float>(bx), static_cast<float>(by)});
    }
  }
  return result;
}

}  // namespace weir
