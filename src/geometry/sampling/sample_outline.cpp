// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Marching squares on z = 0, the pieces joined to closed curves, points at equal steps along each.

#include <array>
#include <cmath>
#include <unordered_map>

#include "geometry/sampling/sampling_limits.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir {

namespace {

constexpr int kCellsPerSpacing = 4;

// The outline crosses an edge of the grid: the one to the right of node (i, j) or the one above it.
using EdgeId = uint64_t;

// A piece of outline through one cell. Pieces of neighbouring cells run on into each other.
struct Piece {
  EdgeId from, to;
};

struct OutlineGrid {
  Vec3d lower;
  double cell;
  int64_t nodes_x, nodes_y;

  Vec3f node(int64_t i, int64_t j) const {
    return {static_cast<float>(lower.x + static_cast<double>(i) * cell),
            static_cast<float>(lower.y + static_cast<double>(j) * cell), 0};
  }
  EdgeId right(int64_t i, int64_t j) const { return static_cast<EdgeId>(j * nodes_x + i) * 2; }
  EdgeId above(int64_t i, int64_t j) const { return right(i, j) + 1; }
};

OutlineGrid grid_for(const Box3d& box, float spacing) {
  const double cell = static_cast<double>(spacing) / kCellsPerSpacing;
  const double nodes_x = std::ceil(box.size().x / cell) + 4, nodes_y = std::ceil(box.size().y / cell) + 4;
  check_candidates(nodes_x * nodes_y, box.size(), spacing);
  // Two cells beyond the bounds, and off the sides of a box whose size is a multiple of the cell.
  const Vec3d extent{(nodes_x - 1) * cell, (nodes_y - 1) * cell, 0};
  const Vec3d lower = box.centre() - extent * 0.5 + Vec3d{cell, cell, 0} * 0.0137;
  return {lower, cell, static_cast<int64_t>(nodes_x), static_cast<int64_t>(nodes_y)};
}

void add_pieces(const OutlineGrid& grid, int64_t i, int64_t j, const std::array<float, 4>& d,
                std::vector<Piece>& pieces) {
  // Corners and sides counter-clockwise from the lower left; side k runs from corner k to corner k + 1.
  const std::array<EdgeId, 4> edge{grid.right(i, j), grid.above(i + 1, j), grid.right(i, j + 1), grid.above(i, j)};
  // Where two opposite corners are inside, the mean tells whether they are joined.
  const bool joined = d[0] + d[1] + d[2] + d[3] < 0;
  for (size_t k = 0; k < 4; ++k) {
    const bool starts = d[k] < 0 && !(d[(k + 1) % 4] < 0);
    if (!starts) continue;
    // The rim leaves the inside here. The piece ends where the rim comes back: after the outside corners that it cuts
    // off or, around a lone inside corner, before that corner.
    size_t other = k;
    const auto returns = [&](size_t side) { return !(d[side] < 0) && d[(side + 1) % 4] < 0; };
    if (joined) {
      do other = (other + 1) % 4;
      while (!returns(other));
    } else {
      do other = (other + 3) % 4;
      while (!returns(other));
    }
    pieces.push_back({edge[k], edge[other]});
  }
}

std::vector<Piece> find_pieces(const Field& field, const OutlineGrid& grid) {
  constexpr size_t kRows = 16;
  const auto rows = static_cast<size_t>(grid.nodes_y - 1), nodes = static_cast<size_t>(grid.nodes_x);
  std::vector<std::vector<Piece>> part((rows + kRows - 1) / kRows);
  parallel_for_blocks(
      rows,
      [&](size_t begin, size_t end) {
        std::vector<Vec3f> point(nodes);
        std::vector<float> low(nodes), high(nodes);
        const auto evaluate = [&](size_t row, std::vector<float>& distance) {
          for (size_t i = 0; i < nodes; ++i) point[i] = grid.node(static_cast<int64_t>(i), static_cast<int64_t>(row));
          field.distance(point, distance);
        };
        evaluate(begin, low);
        for (size_t row = begin; row < end; ++row) {
          evaluate(row + 1, high);
          for (size_t i = 0; i + 1 < nodes; ++i) {
            add_pieces(grid, static_cast<int64_t>(i), static_cast<int64_t>(row),
                       {low[i], low[i + 1], high[i + 1], high[i]}, part[begin / kRows]);
          }
          std::swap(low, high);
        }
      },
      kRows);
  std::vector<Piece> pieces;
  for (const std::vector<Piece>& p : part) pieces.insert(pieces.end(), p.begin(), p.end());
  return pieces;
}

// Where the outline crosses an edge, by halving: the field may be bent between the nodes.
Vec3d crossing(const Field& field, const OutlineGrid& grid, EdgeId edge) {
  const auto node = static_cast<int64_t>(edge / 2), i = node % grid.nodes_x, j = node / grid.nodes_x;
  Vec3d inside = static_cast<Vec3d>(grid.node(i, j));
  Vec3d outside = static_cast<Vec3d>(edge % 2 == 0 ? grid.node(i + 1, j) : grid.node(i, j + 1));
  if (!(distance_at(field, static_cast<Vec3f>(inside)) < 0)) std::swap(inside, outside);
  for (int step = 0; step < 12; ++step) {
    const Vec3d middle = (inside + outside) * 0.5;
    (distance_at(field, static_cast<Vec3f>(middle)) < 0 ? inside : outside) = middle;
  }
  return (inside + outside) * 0.5;
}

void resample(const std::vector<Vec3d>& curve, double spacing, std::vector<Vec3f>& points) {
  double total = 0;
  for (size_t i = 0; i < curve.size(); ++i) total += length(curve[(i + 1) % curve.size()] - curve[i]);
  const double count = std::max(1.0, std::round(total / spacing)), step = total / count;
  double walked = 0, next = 0;
  double left = count;
  for (size_t i = 0; i < curve.size(); ++i) {
    const Vec3d &a = curve[i], &b = curve[(i + 1) % curve.size()];
    const double size = length(b - a);
    while (left > 0 && next < walked + size) {
      points.push_back(static_cast<Vec3f>(lerp(a, b, (next - walked) / size)));
      next += step;
      --left;
    }
    walked += size;
  }
}

}  // namespace

std::vector<Vec3f> sample_outline(const Field& field, float spacing) {
  check_spacing(spacing);
  const Box3d box = sampling_bounds(field, 2);
  if (box.empty()) return {};
  const OutlineGrid grid = grid_for(box, spacing);
  const std::vector<Piece> pieces = find_pieces(field, grid);
  std::vector<Vec3d> start(pieces.size());
  parallel_for(
      pieces.size(), [&](size_t i) { start[i] = crossing(field, grid, pieces[i].from); }, 64);
  std::unordered_map<EdgeId, size_t> starting_at;
  for (size_t i = 0; i < pieces.size(); ++i) starting_at.emplace(pieces[i].from, i);

  std::vector<Vec3f> points;
  std::vector<uint8_t> used(pieces.size());
  for (size_t first = 0; first < pieces.size(); ++first) {
    std::vector<Vec3d> curve;
    for (size_t at = first; !used[at];) {
      used[at] = 1;
      curve.push_back(start[at]);
      const auto next = starting_at.find(pieces[at].to);
      if (next == starting_at.end()) break;  // at the rim of the grid: a field that reaches beyond its bounds
      at = next->second;
    }
    if (!curve.empty()) resample(curve, static_cast<double>(spacing), points);
  }
  return points;
}

}  // namespace weir
