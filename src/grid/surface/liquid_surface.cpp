// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/surface/liquid_surface.h"

#include <algorithm>
#include <cmath>

#include "base/cell_set.h"
#include "grid/tiles/extrapolate.h"
#include "grid/tiles/field_sampler.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kEdge = 1.0f / 3;  // cells: length of the mesh's edges
// Cells that the mesh may be inside and outside the particles' surface. A sheet one cell thick is no deeper than 0.5.
constexpr float kLacking = 0.4f, kSurplus = 0.75f;
constexpr float kDrawnBack = 0.5f;  // share of what is beyond, a step
constexpr float kLevelled = 0.1f;   // share of the mean distance in a region, a step: keeps the volume
constexpr float kSmoothedAtWalls = 0.4f;
constexpr int kFirstRounds = 6;  // of drawing back, when the mesh is new
constexpr float kFar = 2;        // cells: further solids do not matter
constexpr Vec3f kMiddle{0.5f, 0.5f, 0.5f};

// Cells beside the surface and the first ones that are further away than it can tell.
std::vector<Vec3i> cells_near_surface(const Tiles& tiles, std::span<const float> distance) {
  std::vector<std::vector<Vec3i>> found(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        Halo halo;
        halo.load(tiles, t, distance);
        const Vec3i first = tiles.first_cell(t);
        const auto near = [&](int x, int y, int z) { return std::abs(halo.row(y, z)[x]) < 1; };
        visit_cells(tiles, t, [&](int x, int y, int z, size_t) {
          if (near(x, y, z) || near(x - 1, y, z) || near(x + 1, y, z) || near(x, y - 1, z) || near(x, y + 1, z) ||
              near(x, y, z - 1) || near(x, y, z + 1)) {
            found[t].push_back(first + Vec3i{x, y, z});
          }
        });
      },
      4);
  std::vector<Vec3i> all;
  for (const std::vector<Vec3i>& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

struct SurfaceAt {
  float distance, gap;  // cells from the surface, which ends at solids, and from the nearest solid
  Vec3f slope;          // of the distance
};

// Edges between the open surface and solids stay sharp: the two are joined at the point, not in cells.
SurfaceAt distance_at(const LiquidSurface::Liquid& liquid, FieldSampler& sampler, const Vec3f& point) {
  SurfaceAt there;
  Vec3f slope;
  there.distance = sampler.sample(liquid.distance, point, kMiddle, there.slope);
  there.gap = sampler.sample(liquid.gap, point, kMiddle, slope);
  if (-there.gap > there.distance) {
    there.distance = std::min(1.0f, -there.gap);
    there.slope = -slope;
  }
  return there;
}

// The mean of numbers at points over the points of the same region, some cells wide: it changes smoothly with the
// point.
class RegionalMean {
 public:
  // In cells.
  void add(const Vec3f& point, float value) {
    visit(point, [&](const Vec3i& region, float weight) {
      const auto i = static_cast<size_t>(regions_.add(region));
      if (i == sum_.size()) sum_.push_back(0), weight_.push_back(0);
      sum_[i] += static_cast<double>(weight * value);
      weight_[i] += static_cast<double>(weight);
    });
  }
  float at(const Vec3f& point) const {
    double sum = 0, weights = 0;
    visit(point, [&](const Vec3i& region, float weight) {
      const int32_t i = regions_.find(region);
      if (i < 0) return;
      sum += static_cast<double>(weight) * sum_[static_cast<size_t>(i)];
      weights += static_cast<double>(weight) * weight_[static_cast<size_t>(i)];
    });
    return weights > 0 ? static_cast<float>(sum / weights) : 0;
  }

 private:
  static constexpr float kWidth = 4;

  template <class Visit>
  static void visit(const Vec3f& point, Visit&& visit) {
    const Vec3f p = point / kWidth;
    const Vec3i base{static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)),
                     static_cast<int>(std::floor(p.z))};
    const Vec3f t = p - static_cast<Vec3f>(base);
    for (int n = 0; n < 8; ++n) {
      const Vec3i step{n & 1, n >> 1 & 1, n >> 2};
      visit(base + step, (step.x ? t.x : 1 - t.x) * (step.y ? t.y : 1 - t.y) * (step.z ? t.z : 1 - t.z));
    }
  }

  CellSet regions_;
  std::vector<double> sum_, weight_;
};

}  // namespace

LiquidSurface::LiquidSurface(const GridSpace& space, bool keep_sheets)
    : space_(space), keep_sheets_(keep_sheets), surface_(static_cast<float>(space.cell) * kEdge, space.origin) {}

LiquidSurface::Liquid LiquidSurface::liquid(const GridSpace& space, const Tiles& tiles, const SolidFaces& solids,
                                            std::span<const float> distance) {
  Liquid result{tiles, std::vector<float>(distance.begin(), distance.end()),
                std::vector<float>(tiles.field_size(), kFar)};
  std::vector<float> is_open(tiles.field_size(), 1.0f);
  const auto cell = static_cast<float>(space.cell);
  parallel_for(tiles.cells(), [&](size_t i) {
    // Only close to solids is their distance exact.
    const float gap = solids.distance[i] / cell;
    result.gap[i] = std::min(gap, kFar);
    is_open[i] = gap > 0 ? 1.0f : 0.0f;
  });
  extrapolate(tiles, 2, is_open, result.distance);
  return result;
}

tracked::GuideLevelSet LiquidSurface::guide(const Liquid& liquid) const {
  const auto cell = static_cast<float>(space_.cell);
  tracked::GuideLevelSet guide;
  guide.cells = {space_.origin, space_.cell};
  guide.lacking = kLacking * cell;
  guide.surplus = kSurplus * cell;
  guide.distance = [&liquid, this, cell](std::span<const Vec3f> points, std::span<float> distance) {
    FieldSampler sampler(liquid.tiles);
    for (size_t i = 0; i < points.size(); ++i) {
      distance[i] = cell * distance_at(liquid, sampler, space_.to_grid(points[i])).distance;
    }
  };
  std::vector<float> distance(liquid.distance);
  parallel_for(distance.size(), [&](size_t i) { distance[i] = std::max(distance[i], -liquid.gap[i]); });
  guide.where = cells_near_surface(liquid.tiles, distance);
  return guide;
}

void LiquidSurface::make(const Liquid& liquid) {
  surface_ = tracked::TrackedSurface(surface_.edge(), space_.origin);
  tracked::GuideLevelSet from_nothing = guide(liquid);
  from_nothing.lacking = from_nothing.surplus = 0;
  surface_.follow(from_nothing, true);
  for (int i = 0; i < kFirstRounds; ++i) {
    draw_back(liquid);
    surface_.remesh();
  }
}

void LiquidSurface::follow(const Liquid& liquid) {
  const tracked::TopologyReport report = surface_.follow(guide(liquid), keep_sheets_);
  changes_.cells += report.cells;
  changes_.forced += report.forced;
  draw_back(liquid);
}

void LiquidSurface::add_measures(Measures& measures) {
  measures.emplace_back("surface_triangles", static_cast<double>(surface_.triangles()));
  measures.emplace_back("surface_volume", surface_.volume());
  measures.emplace_back("surface_cells_remade", static_cast<double>(changes_.cells));
  measures.emplace_back("surface_cells_forced", static_cast<double>(changes_.forced));
  changes_ = {};
}

void LiquidSurface::draw_back(const Liquid& liquid) {
  const std::vector<Vec3f> normals = surface_.normals();
  const std::span<Vec3f> positions = surface_.positions();
  std::vector<Vec3f> inward(positions.size());  // where to, from outside
  std::vector<float> distance(positions.size()), gap(positions.size());
  parallel_for_blocks(positions.size(), [&](size_t begin, size_t end) {
    FieldSampler sampler(liquid.tiles);
    for (size_t i = begin; i < end; ++i) {
      const Vec3f g = space_.to_grid(positions[i]);
      const SurfaceAt there = distance_at(liquid, sampler, g);
      distance[i] = there.distance;
      gap[i] = there.gap;
      const float steep = length(there.slope);
      inward[i] = steep > 0.3f ? there.slope / -steep : -normals[i];
    }
  });
  RegionalMean mean;
  for (size_t i = 0; i < positions.size(); ++i) {
    if (std::abs(distance[i]) < 1 && gap[i] > 1) mean.add(space_.to_grid(positions[i]), distance[i]);
  }
  const auto cell = static_cast<float>(space_.cell);
  parallel_for(positions.size(), [&](size_t i) {
    const float beyond = distance[i] - std::clamp(distance[i], -kLacking, kSurplus);
    const float wall = std::clamp(1.5f - gap[i], 0.0f, 1.0f);
    const float level = kLevelled * mean.at(space_.to_grid(positions[i])) * (1 - wall);
    const float way = kDrawnBack * (std::abs(beyond) > std::abs(wall * distance[i]) ? beyond : wall * distance[i]);
    positions[i] += inward[i] * (way * cell) - normals[i] * (level * cell);
  });
  smooth_at_walls(gap);
  surface_.remove_bubbles(distance, -kLacking);  // air that the particles know nothing of
}

// Where the open surface meets a wall, marching cubes leave teeth.
void LiquidSurface::smooth_at_walls(std::span<const float> gap) {
  const std::span<Vec3f> positions = surface_.positions();
  const std::vector<int32_t> near =
      tracked::where(positions.size(), [&](int32_t v) { return gap[static_cast<size_t>(v)] < 0.5f; });
  std::vector<Vec3f> moved(near.size());
  parallel_for(near.size(), [&](size_t i) {
    Vec3f sum;
    float count = 0;
    surface_.net().around(near[i], [&](int32_t h) {
      sum += positions[static_cast<size_t>(surface_.net().to(h))];
      ++count;
    });
    moved[i] = lerp(positions[static_cast<size_t>(near[i])], sum / count, kSmoothedAtWalls);
  });
  for (size_t i = 0; i < near.size(); ++i) positions[static_cast<size_t>(near[i])] = moved[i];
}

void LiquidSurface::move(const Tiles& tiles, const MacField& velocity, float step) {
  surface_.move(
      [&](std::span<const Vec3f> points, std::span<Vec3f> at_points) {
        FieldSampler sampler(tiles);
        for (size_t i = 0; i < points.size(); ++i) at_points[i] = sampler.sample(velocity, space_.to_grid(points[i]));
      },
      step);
}

}  // namespace weir::grid
