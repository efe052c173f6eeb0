// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_flow.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace weir {

namespace {

constexpr size_t kNone = static_cast<size_t>(-1);
constexpr float kReturn = 0.02f;       // s in which a surface comes back to the mesh
constexpr float kMostReturn = 0.3f;    // part of the way a step
constexpr float kVoid = -1;            // cells below the surface from which missing liquid is a void
constexpr double kMostGrowth = 0.1;    // of a cell's volume that a mesh grows by in a step
constexpr double kMostRefill = 2;      // 1/s: a form is never renewed faster, whatever runs off it
constexpr float kMostSinking = 0.5f;   // m/s that a refilled form is held up by; faster liquid is flung off
constexpr double kIntoVoid = 0.5;      // cells a step that liquid moves into a void, or out of one
constexpr double kMostExcess = 0.03;   // of a form's liquid, beyond which nothing is added to it
constexpr float kLeastWeight = 1e-3f;  // of a face that takes part in the correction of the net flow

struct ControlFace {
  size_t face;  // index of the cell whose lower face it is
  uint32_t axis, region;
  float outward;   // 1: towards higher coordinates
  float velocity;  // m/s along the axis: of the mesh, then of the flow
  float alpha, open;
};

class MeshFlow {
 public:
  MeshFlow(const MeshRaster& raster, const MeshWish& wish, GridFlow& flow)
      : raster_(raster), wish_(wish), flow_(flow) {}

  MeshFlowReport run() {
    find_cells();
    find_held();
    find_regions();
    collect_faces();
    collect_film();
    parallel_for(
        faces_.size(), [&](size_t i) { follow_mesh(faces_[i], around_[i]); }, 64);
    relax();
    add_sources();
    balance();
    for (const ControlFace& f : faces_) flow_.prescribe(static_cast<int>(f.axis), f.face, f.velocity);
    return report_;
  }

 private:
  // Index in the grid of every cell of the box, tile by tile.
  void find_cells() {
    const Tiles& tiles = flow_.tiles();
    grid_.assign(raster_.size(), kNone);
    const Vec3i last = raster_.lower() + raster_.counts() - Vec3i{1, 1, 1};
    const int depth = tiles.depth();
    const auto tile_z = [&](int z) { return depth == 1 ? z : tile_of(z); };
    for (int tz = tile_z(raster_.lower().z); tz <= tile_z(last.z); ++tz) {
      for (int ty = tile_of(raster_.lower().y); ty <= tile_of(last.y); ++ty) {
        for (int tx = tile_of(raster_.lower().x); tx <= tile_of(last.x); ++tx) {
          const size_t t = tiles.find({tx, ty, tz});
          if (t != tiles.blank()) enter_tile(t);
        }
      }
    }
  }
  void enter_tile(size_t t) {
    const Tiles& tiles = flow_.tiles();
    const Vec3i first = tiles.first_cell(t) - raster_.lower(), counts = raster_.counts();
    const Vec3i begin = max(first, Vec3i{0, 0, 0});
    const Vec3i end = min(first + Vec3i{kTileSize, kTileSize, tiles.depth()}, counts);
    for (int z = begin.z; z < end.z; ++z) {
      for (int y = begin.y; y < end.y; ++y) {
        for (int x = begin.x; x < end.x; ++x) {
          const int own = (x - first.x) + kTileSize * ((y - first.y) + kTileSize * (z - first.z));
          grid_[raster_.index(x, y, z)] = t * tiles.cells_per_tile() + static_cast<size_t>(own);
        }
      }
    }
  }

  bool is_liquid(size_t grid) const { return grid != kNone && flow_.distance()[grid] < -kNearestSurface; }
  bool is_open(size_t grid) const { return grid != kNone && flow_.solids().share[grid] > 0; }

  void find_held() {
    held_.assign(raster_.size(), 0);
    const std::vector<uint32_t>& cells = raster_.cells();
    parallel_for(cells.size(), [&](size_t n) {
      const size_t i = cells[n];
      held_[i] = raster_.body()[i] && is_liquid(grid_[i]) && is_open(grid_[i]);
    });
    report_.missing = parallel_sum<double>(cells.size(), [&](size_t n) {
      const size_t i = cells[n];
      if (!raster_.body()[i] || !is_open(grid_[i])) return grid_[i] == kNone ? raster_.wanted()[i] : 0.0f;
      return raster_.wanted()[i] * flow_.solids().room[grid_[i]] - flow_.volume()[grid_[i]];
    });
    report_.held = parallel_sum<double>(cells.size(), [&](size_t n) { return held_[cells[n]]; });
  }

  // The face between a cell and the next one up along an axis belongs to the upper one.
  float open_between(size_t upper, int axis) const {
    return upper == kNone ? 0.0f : flow_.solids().open.face[static_cast<size_t>(axis)][upper];
  }

  // Connected parts of the held liquid.
  void find_regions() {
    region_.assign(raster_.size(), -1);
    std::vector<size_t> stack;
    for (const size_t start : raster_.cells()) {
      if (!held_[start] || region_[start] >= 0) continue;
      const auto region = static_cast<int32_t>(regions_.size());
      regions_.push_back({});
      region_[start] = region;
      stack.assign(1, start);
      while (!stack.empty()) {
        const size_t i = stack.back();
        stack.pop_back();
        regions_.back().cells += 1;
        for (int axis = 0; axis < flow_.tiles().dimensions(); ++axis) {
          const size_t below = i - raster_.step(axis), above = i + raster_.step(axis);
          if (held_[below] && region_[below] < 0 && open_between(grid_[i], axis) > 0) {
            region_[below] = region, stack.push_back(below);
          }
          if (held_[above] && region_[above] < 0 && open_between(grid_[above], axis) > 0) {
            region_[above] = region, stack.push_back(above);
          }
        }
      }
    }
  }

  // Where held liquid meets what is not: all of it but voids deep inside.
  void collect_faces() {
    for (const size_t i : raster_.cells()) {
      if (!held_[i]) continue;
      for (int axis = 0; axis < flow_.tiles().dimensions(); ++axis) {
        for (const int way : {-1, 1}) {
          const size_t beyond = way < 0 ? i - raster_.step(axis) : i + raster_.step(axis);
          const size_t upper = way < 0 ? grid_[i] : grid_[beyond];
          const float open = open_between(upper, axis);
          if (held_[beyond] || open == 0) continue;
          const auto region = static_cast<uint32_t>(region_[i]);
          if (raster_.body()[beyond] && raster_.distance()[beyond] < kVoid) {
            regions_[region].into_void += static_cast<double>(open);
            continue;
          }
          faces_.push_back({upper, static_cast<uint32_t>(axis), region, static_cast<float>(way), 0, wish_.alpha, open});
          around_.push_back({i, beyond});
        }
      }
    }
  }

  // Faces between cells beside the mesh (up to kBand of the raster) that hold some particles but no liquid. No pressure
  // acts there, but what falls freely just below the surface would draw drop after drop out of it.
  void collect_film() {
    boundary_ = faces_.size();
    const std::vector<uint32_t>& cells = raster_.cells();
    std::vector<uint8_t> film(raster_.size(), 0);
    parallel_for(cells.size(), [&](size_t n) {
      const size_t i = cells[n];
      const bool near = raster_.distance()[i] > kVoid;
      film[i] = near && is_open(grid_[i]) && !is_liquid(grid_[i]) && flow_.volume()[grid_[i]] > 0;
    });
    const auto add = [&](size_t below, size_t above, int axis) {
      if (is_liquid(grid_[above]) || is_liquid(grid_[below]) || open_between(grid_[above], axis) == 0) return;
      faces_.push_back({grid_[above], static_cast<uint32_t>(axis), 0, 1, 0, wish_.alpha, 1});
      around_.push_back({above, below});
    };
    for (const size_t i : cells) {
      if (!film[i]) continue;
      for (int axis = 0; axis < flow_.tiles().dimensions(); ++axis) {
        const size_t below = i - raster_.step(axis), above = i + raster_.step(axis);
        add(below, i, axis);
        if (!film[above]) add(i, above, axis);
      }
    }
  }

  struct Sides {
    size_t inside, outside;  // in the box
  };

  void follow_mesh(ControlFace& f, const Sides& sides) const {
    const int axis = static_cast<int>(f.axis);
    const Vec3i c = raster_.place(std::max(sides.inside, sides.outside)) + raster_.lower();
    Vec3f g = static_cast<Vec3f>(c) + face_place(axis);
    if (flow_.tiles().dimensions() == 2) g.z = 0;
    const MeshRaster::Closest at = raster_.closest(g, sides.inside, sides.outside);
    f.velocity = raster_.velocity(at)[axis] + at.normal[axis] * way_back(sides);
    if (!wish_.painted.empty()) f.alpha = raster_.value(at, wish_.painted);
  }

  // m/s along the normal that bring the surface of the liquid to the mesh, where the liquid has a surface.
  float way_back(const Sides& sides) const {
    const size_t outside = grid_[sides.outside];
    if (outside == kNone || grid_[sides.inside] == kNone || is_liquid(outside)) return 0;
    const auto bounded = [](float d) { return std::clamp(d, -1.0f, 1.0f); };
    const float liquid = bounded(flow_.distance()[grid_[sides.inside]]) + bounded(flow_.distance()[outside]);
    const float mesh = bounded(raster_.distance()[sides.inside]) + bounded(raster_.distance()[sides.outside]);
    const float part = std::min(kMostReturn, flow_.step() / kReturn);
    return 0.5f * (liquid - mesh) * part * static_cast<float>(flow_.space().cell) / flow_.step();
  }

  // Eq. 9 on the faces; pressure carries the blend inward. A form that is refilled may lose liquid but does not sink:
  // what flows off below would otherwise leave a void at the highest place, and a head is soon empty. What is needed
  // for that comes from sources too. Only as fast as liquid sinks by its weight: a limb that swings leaves liquid
  // behind, and all of that put back in front would be a pump.
  void relax() {
    const bool exact = std::all_of(faces_.begin(), faces_.end(), [](const ControlFace& f) { return f.alpha >= 1; });
    if (exact || faces_.empty()) return;
    const MacField& free = flow_.free_velocity();
    // Less and less where the form is too full.
    const double fullness = 1 + report_.missing / (kMostExcess * std::max(1.0, report_.held));
    const float hold = wish_.refill > 0 ? static_cast<float>(std::clamp(fullness, 0.0, 1.0)) : 0.0f;
    for (size_t i = 0; i < faces_.size(); ++i) {
      ControlFace& f = faces_[i];
      const bool boundary = i < boundary_;
      const float blend = lerp((boundary ? free : flow_.velocity()).face[f.axis][f.face], f.velocity, f.alpha);
      const float sinking = std::min(f.outward * (f.velocity - blend), kMostSinking);
      const bool held_up = boundary && hold > 0 && sinking > 0 && !is_liquid(grid_[around_[i].outside]);
      f.velocity = blend;
      if (!held_up) continue;
      f.velocity += f.outward * hold * sinking;
      regions_[f.region].held_up += static_cast<double>(hold * sinking * f.open);
    }
  }

  // What the mesh grows by, and what of the missing liquid comes back: by all held cells alike (section 5.2).
  void add_sources() {
    if (report_.held == 0) return;
    const double a_step = static_cast<double>(flow_.step()) / flow_.space().cell;  // cells, from m/s times faces
    const double growth = std::clamp(wish_.growth / report_.held, -kMostGrowth, kMostGrowth);
    const double lost = std::max(0.0, report_.missing) * wish_.refill / report_.held;
    for (Region& region : regions_) {
      const double most = kMostRefill * static_cast<double>(flow_.step());
      region.share = static_cast<float>(growth + std::min(lost + region.held_up * a_step / region.cells, most));
      region.wanted = static_cast<double>(region.share) * region.cells / a_step;
      report_.source += static_cast<double>(region.share) * region.cells;
    }
    for (const size_t i : raster_.cells()) {
      if (held_[i]) flow_.add_source(grid_[i], regions_[static_cast<size_t>(region_[i])].share);
    }
  }

  // The net flow out of each region is what grows in it: the difference is spread over all its faces. Where a region
  // has voids it may fill them, but not faster than kIntoVoid: all that the faces of a leg differ by would else be a
  // jet through the one face towards a bubble in it.
  void balance() {
    const std::span<ControlFace> boundary = std::span(faces_).first(boundary_);
    for (const ControlFace& f : boundary) {
      Region& region = regions_[f.region];
      region.flux += static_cast<double>(f.outward * f.open * f.velocity);
      region.weight += static_cast<double>(f.open * std::max(f.alpha, kLeastWeight));
    }
    const double fastest = kIntoVoid * flow_.space().cell / static_cast<double>(flow_.step());
    for (Region& region : regions_) {
      const double most = fastest * region.into_void, difference = region.wanted - region.flux;
      region.correction = (difference - std::clamp(difference, -most, most)) / std::max(1e-9, region.weight);
    }
    for (ControlFace& f : boundary) {
      const auto correction = static_cast<float>(regions_[f.region].correction);
      f.velocity += f.outward * correction * std::max(f.alpha, kLeastWeight);
    }
  }

  struct Region {
    double cells = 0, flux = 0, wanted = 0, weight = 0, held_up = 0;  // flows in m/s times faces
    double into_void = 0;                                             // faces
    double correction = 0;                                            // m/s
    float share = 0;                                                  // of a cell's volume that grows in the step
  };

  const MeshRaster& raster_;
  const MeshWish& wish_;
  GridFlow& flow_;
  std::vector<size_t> grid_;
  std::vector<uint8_t> held_;
  std::vector<int32_t> region_;
  std::vector<Region> regions_;
  std::vector<ControlFace> faces_;  // first those of the boundary
  size_t boundary_ = 0;
  std::vector<Sides> around_;
  MeshFlowReport report_;
};

}  // namespace

MeshFlowReport direct_flow(const MeshRaster& raster, const MeshWish& wish, GridFlow& flow) {
  return MeshFlow(raster, wish, flow).run();
}

float alpha_of_step(double alpha, double step) {
  return static_cast<float>(alpha >= 1 ? 1 : 1 - std::pow(1 - alpha, step / kStepOfAlpha));
}

}  // namespace weir
