// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/repulsion.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "control/templates/bytes.h"
#include "control/templates/points_in_cells.h"

namespace weir {

namespace {

constexpr float kLeastDistance = 0.9f;  // a, of h: closer to control particles there is no repulsion particle
constexpr float kSteps = 127;           // of a direction's components

int8_t packed(float component) { return static_cast<int8_t>(std::lround(component * kSteps)); }

std::vector<RepulsionSeed> unpack_repulsion(std::string_view bytes, size_t particles) {
  ByteReader reader(bytes);
  const uint64_t count = reader.varint();
  if (count > particles) throw Damaged("it has more repulsion particles than particles");
  std::vector<RepulsionSeed> seeds(count);
  uint64_t parent = 0;
  for (RepulsionSeed& seed : seeds) {
    parent += reader.varint();
    if (parent >= particles) throw Damaged("a repulsion particle belongs to no particle");
    seed.parent = static_cast<uint32_t>(parent);
    const Vec3f way{static_cast<float>(reader.plain<int8_t>()), static_cast<float>(reader.plain<int8_t>()),
                    static_cast<float>(reader.plain<int8_t>())};
    if (!(length(way) > 0.5f * kSteps)) throw Damaged("a repulsion particle has no direction");
    seed.inward = normalized(way);
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
      [&](size_t place) {
        const Vec3f x = cells.position(place);
        simd::Lanes gx = simd::zero(), gy = gx, gz = gx;
        cells.add_around(x, [&](size_t, auto dx, auto dy, auto dz, auto, auto rest) {
          const simd::Lanes steep = hn::Mul(rest, rest);
          gx = hn::MulAdd(dx, steep, gx), gy = hn::MulAdd(dy, steep, gy), gz = hn::MulAdd(dz, steep, gz);
        });
        const Vec3f gradient = simd::sums(gx, gy, gz);
        const float size = length(gradient);
        if (!(size > 1e-6f * h)) return;
        const Vec3f inward = gradient / size;
        const Vec3f candidate = x - inward * h;
        if (!inside.contains(candidate) || cells.nearest(candidate) < kLeastDistance * h) return;
        const uint32_t index = cells.index(place);
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

std::string pack_repulsion(std::span<const RepulsionSeed> seeds) {
  std::string bytes;
  put_varint(bytes, seeds.size());
  uint32_t before = 0;
  for (const RepulsionSeed& seed : seeds) {
    put_varint(bytes, seed.parent - before);
    before = seed.parent;
    for (const float component : {seed.inward.x, seed.inward.y, seed.inward.z}) put_plain(bytes, packed(component));
  }
  return bytes;
}

std::vector<RepulsionSeed> repulsion_of(const Template& source, size_t frame) {
  const auto stored = source.block(kRepulsionBlock, kRepulsionVersion, static_cast<int32_t>(frame));
  const TemplateAbout& about = source.about();
  if (!stored) {
    return find_repulsion(source.frame(frame)->position, static_cast<float>(about.spacing), about.dimensions,
                          static_cast<Box3f>(about.region.box()));
  }
  try {
    return unpack_repulsion(*stored, source.particles_in(frame));
  } catch (const Damaged& damage) {
    source.file().damaged(damage.what());
  }
}

}  // namespace weir
