// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/containment.h"

#include <array>

#include "base/parallel.h"

namespace weir {

namespace {

constexpr size_t kPiece = 256;
constexpr float kClear = 0.01f;  // of a spacing, what a particle that was put back is away from the surface

struct Piece {
  std::array<uint32_t, kPiece> index;
  std::array<Vec3f, kPiece> position;
  size_t count = 0;
};

// Keeps those of the piece that are inside a solid, with their depth.
void keep_inside(const Solids& solids, Piece& piece, std::span<float, kPiece> depth) {
  static constexpr std::array<float, kPiece> kEnd = [] {
    std::array<float, kPiece> a{};
    a.fill(1);
    return a;
  }();
  static constexpr std::array<float, kPiece> kZero{};
  const size_t n = piece.count;
  std::array<float, kPiece> gap, time;
  solids.clearance({std::span(piece.position).first(n), std::span(kEnd).first(n), std::span(kZero).first(n),
                    std::span(kZero).first(n)},
                   0, std::span(gap).first(n), std::span(time).first(n));
  piece.count = 0;
  for (size_t i = 0; i < n; ++i) {
    if (gap[i] >= 0) continue;
    piece.index[piece.count] = piece.index[i];
    piece.position[piece.count] = piece.position[i];
    depth[piece.count++] = -gap[i];
  }
}

void put_back(const Solids& solids, Piece& piece, float spacing, std::span<Vec3f> position, std::span<Vec3f> velocity) {
  std::array<float, kPiece> depth, end;
  keep_inside(solids, piece, depth);
  if (piece.count == 0) return;
  end.fill(1);
  std::array<Vec3f, kPiece> normal, wall;
  const size_t n = piece.count;
  solids.contact(std::span(piece.position).first(n), std::span(end).first(n), std::span(normal).first(n),
                 std::span(wall).first(n));
  for (size_t k = 0; k < n; ++k) {
    const size_t i = piece.index[k];
    position[i] += normal[k] * (depth[k] + kClear * spacing);
    velocity[i] -= normal[k] * std::min(0.0f, dot(velocity[i] - wall[k], normal[k]));
  }
}

}  // namespace

size_t keep_outside(const Solids& solids, std::span<const float> near, float spacing, std::span<Vec3f> position,
                    std::span<Vec3f> velocity) {
  return parallel_reduce(
      near.size(), size_t{0},
      [&](size_t begin, size_t end) {
        Piece piece;
        size_t found = 0;
        const auto flush = [&] {
          put_back(solids, piece, spacing, position, velocity);
          found += piece.count;
          piece.count = 0;
        };
        for (size_t i = begin; i < end; ++i) {
          if (near[i] <= 0) continue;
          piece.index[piece.count] = static_cast<uint32_t>(i);
          piece.position[piece.count++] = position[i];
          if (piece.count == kPiece) flush();
        }
        flush();
        return found;
      },
      std::plus<>());
}

}  // namespace weir
