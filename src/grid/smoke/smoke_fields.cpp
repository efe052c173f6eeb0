// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/smoke/smoke_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grid/liquid/advect.h"
#include "grid/tiles/move_field.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 16;
// Tiles must be there when smoke comes this close (cells): in a step it gets no further.
constexpr int kReach = kFarthestTrace + 2;
// Air counts as moving above this share of the greatest speed.
constexpr float kNotable = 0.2f;
// New tiles are made when more than this share of the old ones has become useless.
constexpr double kUseless = 0.25;

Vec3i way(int k) { return {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1}; }

size_t beside(const Tiles& tiles, size_t tile, int k) {
  const Vec3i w = way(k);
  return tiles.neighbour(tile, w.x, w.y, w.z);
}

// What there is in a tile.
struct Contents {
  Box3<int32_t> smoke;  // around the cells that have some
  float speed = 0;
};

Contents look_into(const SmokeFields& smoke, const SmokeTilesNeeded& needed, size_t tile) {
  const Tiles& tiles = smoke.tiles;
  Contents contents;
  const size_t first = tile * tiles.cells_per_tile();
  for (int row = 0; row < tiles.rows(); ++row) {
    for (int x = 0; x < kTileSize; ++x) {
      const size_t i = first + static_cast<size_t>(kTileSize * row + x);
      float density = 0;
      for (const std::vector<float>& d : smoke.density) density = std::max(density, d[i]);
      if (density > needed.least_density || std::abs(smoke.temperature[i]) > needed.least_temperature) {
        contents.smoke.include(Vec3i{x, row % kTileSize, row / kTileSize});
      }
      for (const std::vector<float>& f : smoke.velocity.face) contents.speed = std::max(contents.speed, std::abs(f[i]));
    }
  }
  return contents;
}

// Whether the smoke in a tile comes close to its neighbour k.
bool reaches(const Contents& contents, int k, int depth) {
  if (contents.smoke.empty()) return false;
  const Vec3i w = way(k), size{kTileSize, kTileSize, depth};
  for (int axis = 0; axis < 3; ++axis) {
    if (w[axis] < 0 && contents.smoke.lower[axis] >= kReach) return false;
    if (w[axis] > 0 && contents.smoke.upper[axis] < size[axis] - kReach) return false;
  }
  return true;
}

}  // namespace

SmokeFields::SmokeFields(int dimensions, size_t phases) : tiles({}, dimensions), density(phases) {
  for_each_field([&](std::vector<float>& field) { field.assign(tiles.field_size(), 0.0f); });
}

void SmokeFields::change_tiles(Tiles to) {
  for_each_field([&](std::vector<float>& field) { field = moved_to(tiles, field, to, 0); });
  tiles = std::move(to);
}

void SmokeFields::state(Archive& archive) {
  std::vector<Vec3i> coordinates(tiles.coordinates().begin(), tiles.coordinates().end());
  archive("tiles", coordinates);
  if (archive.is_loading()) tiles = Tiles(std::move(coordinates), tiles.dimensions());
  for_each_field([&](std::vector<float>& field) { archive("field", field); });
}

std::string SmokeFields::validate() const {
  const auto sound = [&](const std::vector<float>& field) {
    return field.size() == tiles.field_size() &&
           std::all_of(field.begin(), field.end(), [](float v) { return std::isfinite(v); });
  };
  bool all = sound(pressure) && sound(temperature);
  for (const std::vector<float>& f : velocity.face) all = all && sound(f);
  for (const std::vector<float>& d : density) all = all && sound(d);
  return all ? std::string() : "a field of the smoke has the wrong size, or a value that is no number";
}

std::optional<Tiles> find_smoke_tiles(const SmokeFields& smoke, const SmokeTilesNeeded& needed) {
  const Tiles& tiles = smoke.tiles;
  const int depth = tiles.depth(), first = depth == 1 ? 9 : 0, last = depth == 1 ? 18 : 27;  // neighbours that may be
  std::vector<Contents> contents(tiles.size());
  parallel_for(
      tiles.size(), [&](size_t t) { contents[t] = look_into(smoke, needed, t); }, kTilesAtOnce);
  float fastest = 0;
  for (const Contents& c : contents) fastest = std::max(fastest, c.speed);

  const auto missing = [&](const Vec3i& c) { return needed.limits.contain(c) && tiles.find(c) == tiles.blank(); };
  bool too_few = std::any_of(needed.sources.begin(), needed.sources.end(), missing);
  std::vector<uint8_t> core(tiles.size() + 1, 0);  // 1: with a tile more around it; the blank one is none
  for (size_t t = 0; t < tiles.size(); ++t) {
    core[t] = !contents[t].smoke.empty() || (contents[t].speed > kNotable * fastest);
    for (int k = first; k < last && !too_few; ++k) {
      too_few = reaches(contents[t], k, depth) && beside(tiles, t, k) == tiles.blank() &&
                needed.limits.contain(tiles.coordinate(t) + way(k));
    }
  }
  for (const Vec3i& c : needed.sources) {
    if (const size_t t = tiles.find(c); t != tiles.blank()) core[t] = 1;
  }
  size_t useless = 0;
  std::vector<Vec3i> wanted;
  for (size_t t = 0; t < tiles.size(); ++t) {
    bool useful = false;
    for (int k = first; k < last; ++k) {
      useful = useful || core[beside(tiles, t, k)] != 0;
      const Vec3i c = tiles.coordinate(t) + way(k);
      if (core[t] && beside(tiles, t, k) == tiles.blank() && needed.limits.contain(c)) wanted.push_back(c);
    }
    useful ? wanted.push_back(tiles.coordinate(t)) : static_cast<void>(++useless);
  }
  if (!too_few && static_cast<double>(useless) <= kUseless * static_cast<double>(tiles.size())) return {};
  for (const Vec3i& c : needed.sources) {
    for (int k = first; k < last; ++k) {
      if (needed.limits.contain(c + way(k))) wanted.push_back(c + way(k));
    }
  }
  return Tiles(std::move(wanted), tiles.dimensions());
}

}  // namespace weir::grid
