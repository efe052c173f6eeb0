// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/smoke_field.h"

#include <algorithm>

#include "weir/base/parallel.h"

namespace weir::render {

namespace {

constexpr int kTile = 8;  // voxels
constexpr int kBrick = kTile + 1;
constexpr size_t kBrickValues = kBrick * kBrick * kBrick;
constexpr size_t kMaxSlots = size_t{1} << 28;

size_t slot_of(const Vec3i& tile, const Vec3i& tiles) {
  return (static_cast<size_t>(tile.x) * static_cast<size_t>(tiles.y) + static_cast<size_t>(tile.y)) *
             static_cast<size_t>(tiles.z) +
         static_cast<size_t>(tile.z);
}

bool within(const Vec3i& tile, const Vec3i& tiles) {
  return tile.x >= 0 && tile.y >= 0 && tile.z >= 0 && tile.x < tiles.x && tile.y < tiles.y && tile.z < tiles.z;
}

}  // namespace

SmokeField::SmokeField(const Smoke& smoke) : smoke_(&smoke) {
  const Volume& volume = smoke.density;
  if (volume.tile.empty() || volume.channels != 1) return;
  Vec3i last = first_ = volume.tile.front();
  for (const Vec3i& tile : volume.tile) {
    first_ = min(first_, tile);
    last = max(last, tile);
  }
  // A margin of one tile: between voxels the density reaches half a voxel further.
  first_ = first_ - Vec3i{1, 1, 1};
  tiles_ = last - first_ + Vec3i{2, 2, 2};
  const Vec3d count = Vec3d(tiles_);
  if (count.x * count.y * count.z > static_cast<double>(kMaxSlots)) {
    tiles_ = {};
    return;
  }
  std::vector<int32_t> slot(slot_of(tiles_ - Vec3i{1, 1, 1}, tiles_) + 1, -1);  // index of a tile in the volume
  std::vector<uint8_t> smoky(slot.size(), 0);
  for (size_t i = 0; i < volume.tile.size(); ++i) {
    const Vec3i here = volume.tile[i] - first_;
    slot[slot_of(here, tiles_)] = static_cast<int32_t>(i);
    const auto first = volume.values.begin() + static_cast<std::ptrdiff_t>(i * kVoxelsPerTile);
    if (std::none_of(first, first + kVoxelsPerTile, [](float value) { return value > 0; })) continue;
    for (int n = 0; n < 27; ++n) {
      const Vec3i near = here + Vec3i{n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1};
      if (within(near, tiles_)) smoky[slot_of(near, tiles_)] = 1;
    }
  }
  brick_.assign(slot.size(), -1);
  int32_t bricks = 0;
  for (size_t i = 0; i < slot.size(); ++i) {
    if (smoky[i]) brick_[i] = bricks++;
  }
  values_.resize(static_cast<size_t>(bricks) * kBrickValues);
  parallel_for(
      slot.size(),
      [&](size_t i) {
        if (brick_[i] < 0) return;
        const auto along = [](size_t v, int32_t many) { return static_cast<int32_t>(v % static_cast<size_t>(many)); };
        const size_t row = i / static_cast<size_t>(tiles_.z);
        const Vec3i tile{static_cast<int32_t>(row / static_cast<size_t>(tiles_.y)), along(row, tiles_.y),
                         along(i, tiles_.z)};
        build_brick(slot, tile, values_.data() + static_cast<size_t>(brick_[i]) * kBrickValues);
      },
      16);
}

void SmokeField::build_brick(std::span<const int32_t> slot, const Vec3i& tile, float* brick) const {
  for (int x = 0; x < kBrick; ++x) {
    for (int y = 0; y < kBrick; ++y) {
      for (int z = 0; z < kBrick; ++z, ++brick) {
        const Vec3i owner = tile + Vec3i{x / kTile, y / kTile, z / kTile};
        const int32_t own = within(owner, tiles_) ? slot[slot_of(owner, tiles_)] : -1;
        const auto voxel = static_cast<size_t>(64 * (x % kTile) + 8 * (y % kTile) + z % kTile);
        const float value = own < 0 ? 0.0f : smoke_->density.values[static_cast<size_t>(own) * kVoxelsPerTile + voxel];
        *brick = std::isfinite(value) ? std::max(0.0f, value) : 0.0f;
      }
    }
  }
}

float SmokeField::density(const Vec3f& point) const {
  const Volume& volume = smoke_->density;
  const Vec3f p = (point - volume.origin) / volume.voxel_size - Vec3f(first_ * kTile);
  if (!(min_component(p) >= 0)) return 0;
  const Vec3i base{static_cast<int>(p.x), static_cast<int>(p.y), static_cast<int>(p.z)};
  const Vec3i tile{base.x / kTile, base.y / kTile, base.z / kTile};
  if (!within(tile, tiles_)) return 0;
  const int32_t brick = brick_[slot_of(tile, tiles_)];
  if (brick < 0) return 0;
  const Vec3i in_tile = base - tile * kTile;
  const float* v = values_.data() + static_cast<size_t>(brick) * kBrickValues +
                   static_cast<size_t>(kBrick * (kBrick * in_tile.x + in_tile.y) + in_tile.z);
  const Vec3f w = p - Vec3f(base);
  const auto along_z = [&](int offset) { return v[offset] + w.z * (v[offset + 1] - v[offset]); };
  const auto along_y = [&](int offset) { return lerp(along_z(offset), along_z(offset + kBrick), w.y); };
  return lerp(along_y(0), along_y(kBrick * kBrick), w.x);
}

template <class Visit>
void SmokeField::walk(const Ray& ray, float length, Visit&& visit) const {
  if (brick_.empty()) return;
  // In tiles, from the lower corner of the first: the centre of its first voxel is at 0.
  const float size = smoke_->density.voxel_size * kTile;
  const Vec3f start = (ray.origin - smoke_->density.origin) / size - Vec3f(first_);
  const Vec3f way = ray.direction / size;
  float enter = 0, leave = length;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(way[axis]) < 1e-20f) {
      if (start[axis] < 0 || start[axis] > static_cast<float>(tiles_[axis])) return;
      continue;
    }
    const float a = -start[axis] / way[axis], b = (static_cast<float>(tiles_[axis]) - start[axis]) / way[axis];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  if (!(enter < leave)) return;

  Vec3i tile, step;
  Vec3f next;
  for (int axis = 0; axis < 3; ++axis) {
    const float at = start[axis] + way[axis] * enter;
    tile[axis] = std::clamp(static_cast<int>(std::floor(at)), 0, tiles_[axis] - 1);
    step[axis] = way[axis] < 0 ? -1 : 1;
    next[axis] = std::abs(way[axis]) < 1e-20f
                     ? std::numeric_limits<float>::infinity()
                     : (static_cast<float>(tile[axis] + (way[axis] > 0)) - start[axis]) / way[axis];
  }
  while (within(tile, tiles_)) {
    const int axis = next.x < next.y ? (next.x < next.z ? 0 : 2) : (next.y < next.z ? 1 : 2);
    const float to = std::min(next[axis], leave);
    if (brick_[slot_of(tile, tiles_)] >= 0 && to > enter && !visit(enter, to)) return;
    if (next[axis] >= leave) return;
    enter = std::max(enter, to);
    tile[axis] += step[axis];
    next[axis] += static_cast<float>(step[axis]) / way[axis];
  }
}

float SmokeField::flight(const Ray& ray, float length, float u) const {
  float left = -std::log(1 - u), found = std::numeric_limits<float>::infinity();  // left: optical depth still to go
  walk(ray, length, [&](float from, float to) {
    const int steps = std::max(1, static_cast<int>(std::ceil((to - from) / smoke_->density.voxel_size)));
    const float step = (to - from) / static_cast<float>(steps);
    for (int i = 0; i < steps; ++i) {
      const float start = from + step * static_cast<float>(i);
      const float extinction = density(ray.origin + ray.direction * (start + 0.5f * step)) * smoke_->extinction;
      if (left < extinction * step) {
        found = start + left / extinction;
        return false;
      }
      left -= extinction * step;
    }
    return true;
  });
  return found;
}

float SmokeField::passing(const Ray& ray, float length) const {
  constexpr float kOpaque = 10;
  float depth = 0;  // optical
  walk(ray, length, [&](float from, float to) {
    const int steps = std::max(1, static_cast<int>(std::ceil((to - from) / smoke_->density.voxel_size)));
    const float step = (to - from) / static_cast<float>(steps);
    for (int i = 0; i < steps && depth < kOpaque; ++i) {
      const float middle = from + step * (static_cast<float>(i) + 0.5f);
      depth += density(ray.origin + ray.direction * middle) * smoke_->extinction * step;
    }
    return depth < kOpaque;
  });
  return depth < kOpaque ? std::exp(-depth) : 0.0f;
}

}  // namespace weir::render
