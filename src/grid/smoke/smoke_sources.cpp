// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/smoke/smoke_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "grid/smoke/smoke_settings.h"
#include "sim/emitters.h"
#include "sim/in_scene.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr double kMostTiles = 1 << 17;
constexpr size_t kMostCells = kTileSize * kTileRows;

void refuse_unlimited(const Box3f& bounds, double tile) {
  const Vec3d count = static_cast<Vec3d>(bounds.size()) / tile + Vec3d{1, 1, 1};
  if (count.x * count.y * count.z > kMostTiles) {
    throw InputError("", "is too large for smoke of this spacing; make it smaller, or the spacing larger");
  }
}

}  // namespace

// A shape with what it gives off.
struct SmokeSources::Source {
  std::function<void(std::span<const Vec3f>, std::span<float>)> distance;  // m, negative inside
  Box3f bounds;
  size_t phase;
  Vec3f velocity;
};

SmokeSources::SmokeSources(const Scene& scene, ShapeBuilder& builder, const GridSpace& space, const TileLimits& limits)
    : scene_(scene), builder_(builder), space_(space), limits_(limits), frame_(scene.frames.first) {
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.emitters.size(); ++i) {
    const std::string path = fmt::format("emitters[{}].shape", i);
    in_scene(scene, path, problems, [&] {
      MovingShape shape(scene.emitters[i].shape, location_in(scene, path), builder, scene.frames.first,
                        scene.frames.rate);
      refuse_unlimited(shape.bounds(), kTileSize * space.cell);
      emitters_.push_back(std::move(shape));
    });
  }
  if (!problems.empty()) throw InputError(problems);
}

SmokeSources::Source SmokeSources::source_of(const Emitter& emitter, const MovingShape& shape) const {
  const auto distance = [&shape](std::span<const Vec3f> points, std::span<float> result) {
    std::array<float, kMostCells> end;
    std::fill_n(end.begin(), points.size(), 1.0f);
    shape.distance(points, std::span(end).first(points.size()), result);
  };
  return {distance, shape.bounds(), scene_.phase_index(emitter.phase),
          static_cast<Vec3f>(stream_of(emitter, Ride(scene_, emitter.shape.transform.attach), frame_))};
}

SmokeSources::Source SmokeSources::source_of(const Liquid& liquid, const Field& field) const {
  const auto distance = [&field](std::span<const Vec3f> points, std::span<float> result) {
    field.distance(points, result);
  };
  return {distance, Box3f(field.bounds()), scene_.phase_index(liquid.phase), static_cast<Vec3f>(liquid.velocity.drift)};
}

void SmokeSources::begin(SmokeFields& smoke) {
  std::vector<FieldPtr> fields;
  std::vector<Source> sources;
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene_.liquids.size(); ++i) {
    in_scene(scene_, fmt::format("liquids[{}].shape", i), problems, [&] {
      fields.push_back(builder_.field(scene_.liquids[i].shape, scene_.frames.first));
      Source source = source_of(scene_.liquids[i], *fields.back());
      source.bounds = source.bounds.intersected(Box3f(scene_.domain_box()));
      refuse_unlimited(source.bounds, kTileSize * space_.cell);
      sources.push_back(std::move(source));
    });
  }
  if (!problems.empty()) throw InputError(problems);
  std::vector<Vec3i> tiles;
  for (const Source& source : sources) {
    const std::vector<Vec3i> own = tiles_of(source);
    tiles.insert(tiles.end(), own.begin(), own.end());
  }
  smoke.change_tiles(Tiles(std::move(tiles), space_.dimensions));
  for (const Source& source : sources) pour(source, smoke);
}

bool SmokeSources::runs(size_t emitter) const {
  return frame_ >= scene_.emitters[emitter].first && frame_ < scene_.emitters[emitter].last;
}

void SmokeSources::move_to(const Clock& clock) {
  frame_ = clock.frame;
  for (MovingShape& shape : emitters_) shape.move_to(clock.frame, clock.next_frame());
}

std::vector<Vec3i> SmokeSources::tiles() const {
  std::vector<Vec3i> tiles;
  for (size_t i = 0; i < emitters_.size(); ++i) {
    if (!runs(i)) continue;
    const std::vector<Vec3i> own = tiles_of(source_of(scene_.emitters[i], emitters_[i]));
    tiles.insert(tiles.end(), own.begin(), own.end());
  }
  return tiles;
}

std::vector<Vec3i> SmokeSources::tiles_of(const Source& source) const {
  const bool flat = space_.dimensions == 2;
  const Box3f box = source.bounds.padded(static_cast<float>(space_.cell));
  std::vector<Vec3i> tiles;
  if (source.bounds.empty()) return tiles;
  const auto tile_at = [&](const Vec3f& p) {
    const Vec3f g = space_.to_grid(p) / static_cast<float>(kTileSize);
    return Vec3i{static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
                 flat ? 0 : static_cast<int>(std::floor(g.z))};
  };
  const Vec3i first = max(tile_at(box.lower), limits_.lower), last = min(tile_at(box.upper), limits_.upper);
  const float reach = (std::sqrt(3.0f) * 0.5f * kTileSize + 1) * static_cast<float>(space_.cell);
  for (int z = first.z; z <= last.z; ++z) {
    for (int y = first.y; y <= last.y; ++y) {
      for (int x = first.x; x <= last.x; ++x) {
        constexpr float kHalf = 0.5f * kTileSize;
        const Vec3f corner = static_cast<Vec3f>(Vec3i{x, y, z} * kTileSize);
        const Vec3f middle = space_.to_world(corner + Vec3f{kHalf, kHalf, flat ? 0 : kHalf});
        float distance;
        source.distance(std::span(&middle, 1), std::span(&distance, 1));
        if (distance < reach) tiles.push_back({x, y, z});
      }
    }
  }
  return tiles;
}

void SmokeSources::emit(SmokeFields& smoke) const {
  for (size_t i = 0; i < emitters_.size(); ++i) {
    if (runs(i)) pour(source_of(scene_.emitters[i], emitters_[i]), smoke);
  }
}

void SmokeSources::pour(const Source& source, SmokeFields& smoke) const {
  const std::vector<Vec3i> touched = tiles_of(source);
  parallel_for(
      touched.size(),
      [&](size_t n) {
        const size_t tile = smoke.tiles.find(touched[n]);
        if (tile != smoke.tiles.blank()) pour_into(source, tile, smoke);
      },
      1);
}

void SmokeSources::pour_into(const Source& source, size_t tile, SmokeFields& smoke) const {
  const auto& settings = *scene_.solver.get<SmokeSettings>();
  const Tiles& tiles = smoke.tiles;
  const size_t cells = tiles.cells_per_tile(), first = tile * cells;
  std::array<Vec3f, kMostCells> point;
  std::array<float, kMostCells> distance;
  // Calls change(i, share of what surrounds the value that is in the source).
  const auto for_values = [&](const Vec3f& in_cell, auto&& change) {
    const Vec3f corner = static_cast<Vec3f>(tiles.first_cell(tile)) + in_cell;
    for (size_t i = 0; i < cells; ++i) {
      const Vec3i c{static_cast<int>(i % 8), static_cast<int>(i / 8 % 8), static_cast<int>(i / 64)};
      point[i] = space_.to_world(corner + static_cast<Vec3f>(c));
    }
    source.distance(std::span(point).first(cells), std::span(distance).first(cells));
    for (size_t i = 0; i < cells; ++i) {
      const float share = std::clamp(0.5f - distance[i] / static_cast<float>(space_.cell), 0.0f, 1.0f);
      if (share > 0) change(first + i, share);
    }
  };
  const auto density = static_cast<float>(value_at(settings.density, frame_));
  const auto temperature = static_cast<float>(value_at(settings.temperature, frame_));
  for_values({0.5f, 0.5f, 0.5f}, [&](size_t i, float share) {
    float& d = smoke.density[source.phase][i];
    float& t = smoke.temperature[i];
    d = std::max(d, share * density);
    t = temperature < 0 ? std::min(t, share * temperature) : std::max(t, share * temperature);
  });
  for (int axis = 0; axis < tiles.dimensions(); ++axis) {
    for_values(face_middle(axis), [&](size_t i, float share) {
      float& v = smoke.velocity.face[static_cast<size_t>(axis)][i];
      v += share * (source.velocity[axis] - v);
    });
  }
}

}  // namespace weir::grid
