// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/containment.h"

#include <array>

#include "weir/base/parallel.h"

namespace weir {

namespace {

constexpr size_t kPiece = 256;
constexpr int kRounds = 4;
constexpr float kClear = 0.01f;  // of a spacing, what a particle that was put back is away from the surface

struct Piece {
  std::array<uint32_t, kPiece> index;
  std::array<Vec3f, kPiece> position;
  size_t count = 0;
};

// Keeps those of the piece that are inside a solid (and its margin), with their depth.
void keep_inside(const Solids& solids, float margin, Piece& piece, std::span<float, kPiece> depth) {
  const size_t n = piece.count;
  std::array<float, kPiece> gap;
  solids.gaps(std::span(piece.position).first(n), margin, std::span(gap).first(n));
  piece.count = 0;
  for (size_t i = 0; i < n; ++i) {
    if (gap[i] >= margin) continue;
    piece.index[piece.count] = piece.index[i];
    piece.position[piece.count] = piece.position[i];
    depth[piece.count++] = margin - gap[i];
  }
}

// Returns how many of the piece were inside. Out of one solid can be into another, so it looks again.
size_t put_back(const Solids& solids, Piece& piece, const Containment& settings, std::span<Vec3f> position,
                std::span<Vec3f> velocity) {
  size_t found = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::array<float, kPiece> depth, end;
    std::array<Vec3f, kPiece> normal, wall;
    keep_inside(solids, settings.margin, piece, depth);
    const size_t n = piece.count;
    if (round == 0) found = n;
    if (n == 0) break;
    end.fill(1);
    solids.contact(std::span(piece.position).first(n), std::span(end).first(n), std::span(normal).first(n),
                   std::span(wall).first(n));
    for (size_t k = 0; k < n; ++k) {
      const size_t i = piece.index[k];
      if (settings.flat) normal[k] = normalized(Vec3f{normal[k].x, normal[k].y, 0});
      wall[k] *= std::min(1.0f, settings.fastest_wall / std::max(length(wall[k]), 1e-20f));
      position[i] += normal[k] * (depth[k] + kClear * settings.spacing);
      velocity[i] -= normal[k] * std::min(0.0f, dot(velocity[i] - wall[k], normal[k]));
      piece.position[k] = position[i];
    }
  }
  return found;
}

}  // namespace

size_t keep_outside(const Solids& solids, std::span<const float> near, const Containment& settings,
                    std::span<Vec3f> position, std::span<Vec3f> velocity) {
  return parallel_reduce(
      near.size(), size_t{0},
      [&](size_t begin, size_t end) {
        Piece piece;
        size_t found = 0;
        const auto flush = [&] {
          found += put_back(solids, piece, settings, position, velocity);
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

void keep_in_domain(const Scene& scene, std::span<Vec3f> position) {
  if (!scene.domain || !scene.domain->walls.any_solid()) return;
  const auto box = static_cast<Box3f>(scene.solid_box());
  parallel_for(position.size(), [&](size_t i) { position[i] = max(box.lower, min(box.upper, position[i])); });
}

}  // namespace weir
