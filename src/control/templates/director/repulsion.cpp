// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/repulsion.h"

#include <algorithm>
#include <cmath>

#include "control/templates/director/points_in_cells.h"
#include "control/templates/library/bytes.h"
#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

constexpr float kLeastDistance = 0.9f;  // a, of h: closer to control particles there is no repulsion particle
constexpr float kTurn = 6.28318531f;

// A direction in one byte in 2D, its angle, and in two in 3D: folded onto a square as an octahedron is.
void put_direction(std::string& to, const Vec3f& n, int dimensions) {
  const auto byte = [](float share) { return static_cast<uint8_t>(std::lround(std::clamp(share, 0.0f, 1.0f) * 255)); };
  if (dimensions == 2) {
    const float turns = std::atan2(n.y, n.x) / kTurn;
    put_plain(to, static_cast<uint8_t>(std::lround(turns * 256) & 255));
    return;
  }
  const float size = std::abs(n.x) + std::abs(n.y) + std::abs(n.z);
  float u = n.x / size, v = n.y / size;
  if (n.z < 0) {
    const float folded = (1 - std::abs(v)) * (u < 0 ? -1.0f : 1.0f);
    v = (1 - std::abs(u)) * (v < 0 ? -1.0f : 1.0f);
    u = folded;
  }
  put_plain(to, byte(0.5f * u + 0.5f));
  put_plain(to, byte(0.5f * v + 0.5f));
}

Vec3f take_direction(ByteReader& from, int dimensions) {
  const auto byte = [&] { return static_cast<float>(from.plain<uint8_t>()); };
  if (dimensions == 2) {
    const float angle = byte() * (kTurn / 256);
    return {std::cos(angle), std::sin(angle), 0};
  }
  float u = byte() / 127.5f - 1;
  float v = byte() / 127.5f - 1;
  const float z = 1 - std::abs(u) - std::abs(v);
  if (z < 0) {
    const float folded = (1 - std::abs(v)) * (u < 0 ? -1.0f : 1.0f);
    v = (1 - std::abs(u)) * (v < 0 ? -1.0f : 1.0f);
    u = folded;
  }
  return normalized(Vec3f{u, v, z});
}

std::vector<RepulsionSeed> unpack_repulsion(std::string_view bytes, size_t particles, int dimensions) {
  ByteReader reader(bytes);
  const uint64_t count = reader.varint();
  if (count > particles) throw Damaged("it has more repulsion particles than particles");
  std::vector<RepulsionSeed> seeds(count);
  uint64_t parent = 0;
  for (RepulsionSeed& seed : seeds) {
    parent += reader.varint();
    if (parent >= particles) throw Damaged("a repulsion particle belongs to no particle");
    seed.parent = static_cast<uint32_t>(parent);
    seed.inward = take_direction(reader, dimensions);
  }
  return seeds;
}

}  // namespace

std::vector<RepulsionSeed> find_repulsion(std::span<const Vec3f> control, float spacing, int dimensions,
                                          const Box3f& region) {
  const float h = 2 * spacing;
  Box3f inside = region;
  if (dimensions == 2) inside.lower.z = -1, inside.upper.z = 1;
  PointsInCells cells(h);
  cells.build(control);
  std::vector<RepulsionSeed> seeds(control.size());
  std::vector<uint8_t> kept(control.size(), 0);
  parallel_for(
      control.size(),
      [&](size_t slot) {
        const Vec3f x = cells.position(slot);
        simd::Lanes gx = simd::zero(), gy = gx, gz = gx;
        cells.add_around(x, [&](size_t, auto dx, auto dy, auto dz, auto, auto rest) {
          const simd::Lanes steep = rest * rest;
          gx = simd::mul_add(dx, steep, gx), gy = simd::mul_add(dy, steep, gy), gz = simd::mul_add(dz, steep, gz);
        });
        const Vec3f gradient = simd::sums(gx, gy, gz);
        const float size = length(gradient);
        if (!(size > 1e-6f * h)) return;
        const Vec3f inward = gradient / size;
        const Vec3f candidate = x - inward * h;
        if (!inside.contains(candidate) || cells.nearest(candidate) < kLeastDistance * h) return;
        const uint32_t index = cells.index(slot);
        seeds[index] = {index, inward};
        kept[index] = 1;
      },
      256);
  std::vector<RepulsionSeed> result;
  for (size_t i = 0; i < seeds.size(); ++i) {
    if (kept[i]) result.push_back(seeds[i]);
  }
  return result;
}

std::string pack_repulsion(std::span<const RepulsionSeed> seeds, int dimensions) {
  std::string bytes;
  put_varint(bytes, seeds.size());
  uint32_t before = 0;
  for (const RepulsionSeed& seed : seeds) {
    put_varint(bytes, seed.parent - before);
    before = seed.parent;
    put_direction(bytes, seed.inward, dimensions);
  }
  return bytes;
}

std::vector<RepulsionSeed> repulsion_of(const Template& source, size_t frame) {
  const auto stored = source.block(kRepulsionBlock, kRepulsionVersion, static_cast<int32_t>(frame));
  const TemplateMetadata& metadata = source.metadata();
  if (!stored) {
    return find_repulsion(source.frame(frame)->position, static_cast<float>(metadata.spacing), metadata.dimensions,
                          static_cast<Box3f>(metadata.region.box()));
  }
  try {
    return unpack_repulsion(*stored, source.particles_in(frame), metadata.dimensions);
  } catch (const Damaged& damage) {
    source.file().damaged(damage.what());
  }
}

}  // namespace weir::templates
