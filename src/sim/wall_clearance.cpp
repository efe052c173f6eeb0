// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/wall_clearance.h"

#include <algorithm>
#include <array>

namespace weir {

namespace {

constexpr size_t kPiece = 256;

// Of the clearance, what is enough: normals by differences are a little off.
constexpr float kEnough = 0.9f;

// A corner of three walls takes three moves, and more where two are equally near.
constexpr int kMostMoves = 8;

bool move_off(const Solids& solids, float clearance, float gap, bool flat, Vec3f& point) {
  constexpr float kStart = 0;
  Vec3f moved = point;
  for (int n = 0; n < kMostMoves && gap < kEnough * clearance; ++n) {
    Vec3f normal, velocity;
    solids.contact({&moved, 1}, {&kStart, 1}, {&normal, 1}, {&velocity, 1});
    if (flat) normal = normalized(Vec3f{normal.x, normal.y, 0});
    moved += normal * (clearance - gap);
    solid_gaps(solids, {&moved, 1}, {&gap, 1});
  }
  if (gap < kEnough * clearance) return false;
  point = moved;
  return true;
}

}  // namespace

void solid_gaps(const Solids& solids, std::span<const Vec3f> points, std::span<float> gap) {
  std::array<float, kPiece> zero, time;
  zero.fill(0);
  for (size_t at = 0; at < points.size(); at += kPiece) {
    const size_t n = std::min(kPiece, points.size() - at);
    const auto still = std::span<const float>(zero).first(n);
    solids.clearance({points.subspan(at, n), still, still, still}, 0, gap.subspan(at, n), std::span(time).first(n));
  }
}

void keep_clear(const Solids& solids, float clearance, bool flat, std::span<Vec3f> points, std::span<uint8_t> blocked) {
  std::array<float, kPiece> gap;
  for (size_t at = 0; at < points.size(); at += kPiece) {
    const size_t n = std::min(kPiece, points.size() - at);
    solid_gaps(solids, points.subspan(at, n), std::span(gap).first(n));
    for (size_t i = 0; i < n; ++i) {
      if (gap[i] >= clearance) continue;
      blocked[at + i] |= gap[i] < 0 || !move_off(solids, clearance, gap[i], flat, points[at + i]);
    }
  }
}

}  // namespace weir
