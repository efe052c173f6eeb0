// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_flow.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

constexpr size_t kNone = static_cast<size_t>(-1);
constexpr double kReturn = 0.42;       // natural times of a cell in which a surface comes back to the mesh
constexpr float kMostReturn = 0.3f;    // part of the way a step
constexpr float kVoid = -1;            // cells below the surface from which missing liquid is a void
constexpr double kMostGrowth = 0.1;    // of a cell's volume that a mesh grows by in a step
constexpr double kMostRefill = 0.4;    // in a natural time: a form is never renewed faster, whatever runs off it
constexpr double kIntoVoid = 0.5;      // cells a step that liquid moves into a void, or out of one
constexpr double kMostExcess = 0.03;   // of a form's liquid, beyond which nothing is added to it
constexpr float kLeastWeight = 1e-3f;  // of a face that takes part in the correction of the net flow

struct ControlFace {
  size_t face;  // index of the cell whose lower face it is
  uint32_t axis, region;
  std::array<uint32_t, 2> cell;  // numbers of the cells inside and outside
  std::array<size_t, 2> grid;    // and their indices
  Vec3f middle;                  // in cells
  float outward;                 // 1: towards higher coordinates
  bool into_void;
  float alpha, open;
  float velocity = 0;  // m/s along the axis: of the mesh, then of the flow
  float free = 0;      // m/s without control
};

struct FilmFace {
  size_t face;
  int axis;
  float velocity;
};

class MeshFlow {
 public:
  MeshFlow(const MeshRaster& raster, const MeshWish& wish, grid::GridFlow& flow)
      : raster_(raster), wish_(wish), flow_(flow) {}

  MeshFlowReport run() {
    find_cells();
    find_held();
    find_regions();
    collect_faces();
    parallel_for(
        faces_.size(), [&](size_t i) { follow_mesh(faces_[i]); }, 64);
    relax();
    add_sources();
    balance();
    lead_film();
    for (const ControlFace& f : faces_) flow_.prescribe(static_cast<int>(f.axis), f.face, f.velocity);
    for (const FilmFace& f : film_) flow_.prescribe(f.axis, f.face, f.velocity);
    return report_;
  }

 private:
  // Index in the grid of every cell with a number.
  void find_cells() {
    const grid::Tiles& tiles = flow_.tiles();
    grid_.resize(raster_.cells());
    grid_[0] = kNone;
    parallel_for_blocks(raster_.cells() - 1, [&](size_t begin, size_t end) {
      Vec3i known{};
      size_t t = tiles.blank();
      for (size_t n = begin + 1; n < end + 1; ++n) {
        const Vec3i c = raster_.cell(n);
        const Vec3i tile{grid::tile_of(c.x), grid::tile_of(c.y), tiles.depth() == 1 ? c.z : grid::tile_of(c.z)};
        if (n == begin + 1 || tile != known) known = tile, t = tiles.find(tile);
        const int own =
            grid::in_tile(c.x) +
            grid::kTileSize * (grid::in_tile(c.y) + (tiles.depth() == 1 ? 0 : grid::kTileSize * grid::in_tile(c.z)));
        grid_[n] = t == tiles.blank() ? kNone : t * tiles.cells_per_tile() + static_cast<size_t>(own);
      }
    });
  }
  // Index of the cell next to one, by -1 or 1 along an axis.
  size_t next(size_t grid, int axis, int way) const {
    const grid::Tiles& tiles = flow_.tiles();
    const int shift = 3 * axis, tile_shift = tiles.depth() == 1 ? 6 : 9;
    const size_t step = size_t{1} << shift, own = grid >> shift & 7, last = grid::kTileSize - 1;
    if (own != (way > 0 ? last : 0)) return way > 0 ? grid + step : grid - step;
    const size_t tile = tiles.neighbour(grid >> tile_shift, way * (axis == 0), way * (axis == 1), way * (axis == 2));
    if (tile == tiles.blank()) return kNone;
    return (tile << tile_shift) + (grid & ((size_t{1} << tile_shift) - 1)) + last * step - 2 * own * step;
  }

  bool is_liquid(size_t grid) const { return grid != kNone && flow_.distance()[grid] < -grid::kNearestSurface; }
  bool is_open(size_t grid) const { return grid != kNone && flow_.solids().share[grid] > 0; }

  void find_held() {
    held_.assign(raster_.cells(), 0);
    struct Sums {
      double missing = 0, held = 0;
    };
    const Sums sums = parallel_reduce(
        raster_.cells(), Sums{},
        [&](size_t begin, size_t end) {
          Sums own;
          for (size_t n = begin; n < end; ++n) {
            if (!raster_.body()[n]) continue;
            const size_t g = grid_[n];
            held_[n] = is_liquid(g) && is_open(g);
            own.held += held_[n];
            if (g == kNone) own.missing += static_cast<double>(raster_.wanted()[n]);
            if (!is_open(g)) continue;
            own.missing += static_cast<double>(raster_.wanted()[n] * flow_.solids().room[g] - flow_.volume()[g]);
          }
          return own;
        },
        [](const Sums& x, const Sums& y) {
          return Sums{x.missing + y.missing, x.held + y.held};
        });
    report_.missing = sums.missing, report_.held = sums.held;
  }

  // The face between a cell and the next one up along an axis belongs to the upper one.
  float open_between(size_t upper, int axis) const {
    return upper == kNone ? 0.0f : flow_.solids().open.face[static_cast<size_t>(axis)][upper];
  }

  // Connected parts of the held liquid.
  void find_regions() {
    region_.assign(raster_.cells(), -1);
    std::vector<uint32_t> stack;
    for (uint32_t start = 1; start < raster_.cells(); ++start) {
      if (!held_[start] || region_[start] >= 0) continue;
      const auto region = static_cast<int32_t>(regions_.size());
      regions_.push_back({});
      region_[start] = region;
      stack.assign(1, start);
      while (!stack.empty()) {
        const uint32_t n = stack.back();
        stack.pop_back();
        regions_.back().cells += 1;
        for (int axis = 0; axis < flow_.tiles().dimensions(); ++axis) {
          const auto join = [&](uint32_t other, uint32_t upper) {
            if (!held_[other] || region_[other] >= 0 || open_between(grid_[upper], axis) == 0) return;
            region_[other] = region, stack.push_back(other);
          };
          join(raster_.beside(n, axis, -1), n);
          const uint32_t up = raster_.beside(n, axis, 1);
          join(up, up);
        }
      }
    }
  }

  // visit(number of a cell, faces) for all cells, several at a time; what they add comes in their order.
  template <class Face, class Visit>
  std::vector<Face> collect(const Visit& visit) const {
    constexpr size_t kCells = 1024;
    std::vector<std::vector<Face>> parts((raster_.cells() + kCells - 1) / kCells);
    parallel_for_blocks(
        raster_.cells(),
        [&](size_t begin, size_t end) {
          for (size_t n = begin; n < end; ++n) visit(static_cast<uint32_t>(n), parts[begin / kCells]);
        },
        kCells);
    std::vector<Face> all;
    for (const std::vector<Face>& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

  // The face of a cell towards the next one, with that as its outside.
  ControlFace face_at(uint32_t n, int axis, int way) const {
    const size_t own = grid_[n], other = next(own, axis, way), upper = way < 0 ? own : other;
    Vec3f middle = static_cast<Vec3f>(raster_.cell(n)) + grid::face_middle(axis);
    if (way > 0) middle[axis] += 1;
    if (flow_.tiles().dimensions() == 2) middle.z = 0;
    return {.face = upper,
            .axis = static_cast<uint32_t>(axis),
            .region = 0,
            .cell = {n, raster_.beside(n, axis, way)},
            .grid = {own, other},
            .middle = middle,
            .outward = static_cast<float>(way),
            .into_void = false,
            .alpha = wish_.alpha,
            .open = open_between(upper, axis)};
  }

  // Where held liquid meets what is not: all of it but voids deep inside.
  void collect_faces() {
    faces_ = collect<ControlFace>([&](uint32_t n, std::vector<ControlFace>& faces) {
      if (!held_[n]) return;
      for (int axis = 0; axis < flow_.tiles().dimensions(); ++axis) {
        for (const int way : {-1, 1}) {
          const uint32_t beyond = raster_.beside(n, axis, way);
          if (held_[beyond]) continue;
          ControlFace f = face_at(n, axis, way);
          if (f.open == 0) continue;
          f.region = static_cast<uint32_t>(region_[n]);
          f.into_void = raster_.body()[beyond] && raster_.distance()[beyond] < kVoid;
          faces.push_back(f);
        }
      }
    });
    for (const ControlFace& f : faces_) regions_[f.region].into_void += f.into_void ? static_cast<double>(f.open) : 0;
    std::erase_if(faces_, [](const ControlFace& f) { return f.into_void; });
  }

  // Faces of cells beside the mesh (up to kBand of the raster) that hold some particles but no liquid. No pressure acts
  // there, but what falls freely just below the surface would draw drop after drop out of it. They are many, so all
  // faces of a cell go with one point of the mesh.
  void lead_film() {
    std::vector<uint8_t> film(raster_.cells());
    parallel_for(raster_.cells(), [&](size_t n) {
      const size_t g = grid_[n];
      const float far = raster_.distance()[n];
      film[n] = far > kVoid && far < MeshRaster::kBand && is_open(g) && !is_liquid(g) && flow_.volume()[g] > 0;
    });
    film_ = collect<FilmFace>([&](uint32_t n, std::vector<FilmFace>& faces) {
      if (!film[n]) return;
      const MeshRaster::Closest at = raster_.middle_of_closest(n);
      const Vec3f velocity = raster_.velocity(at);
      const float alpha = wish_.painted.empty() ? wish_.alpha : raster_.value(at, wish_.painted);
      for (int axis = 0; axis < flow_.tiles().dimensions(); ++axis) {
        for (const int way : {-1, 1}) {
          const uint32_t other = raster_.beside(n, axis, way);
          if (way > 0 && film[other]) continue;  // that has it as its lower face
          const size_t beyond = next(grid_[n], axis, way), upper = way < 0 ? grid_[n] : beyond;
          if (open_between(upper, axis) == 0 || is_liquid(beyond)) continue;
          const float wish = velocity[axis] + at.normal[axis] * way_back({n, other}, {grid_[n], beyond});
          const float now = flow_.velocity().face[static_cast<size_t>(axis)][upper];
          faces.push_back({upper, axis, lerp(now, wish, alpha)});
        }
      }
    });
  }

  void follow_mesh(ControlFace& f) const {
    const MeshRaster::Closest at = raster_.closest(f.middle, f.cell[0], f.cell[1]);
    const auto axis = static_cast<int>(f.axis);
    f.velocity = raster_.velocity(at)[axis] + at.normal[axis] * way_back(f.cell, f.grid);
    if (!wish_.painted.empty()) f.alpha = raster_.value(at, wish_.painted);
  }

  // m/s along the normal that bring the surface of the liquid to the mesh, where the liquid has a surface.
  float way_back(const std::array<uint32_t, 2>& cell, const std::array<size_t, 2>& grid) const {
    if (grid[1] == kNone || is_liquid(grid[1])) return 0;
    const auto bounded = [](float d) { return std::clamp(d, -1.0f, 1.0f); };
    const float liquid = bounded(flow_.distance()[grid[0]]) + bounded(flow_.distance()[grid[1]]);
    const float mesh = bounded(raster_.distance()[cell[0]]) + bounded(raster_.distance()[cell[1]]);
    const float part = std::min(kMostReturn, flow_.step() / static_cast<float>(kReturn * wish_.natural_of_cell));
    return 0.5f * (liquid - mesh) * part * static_cast<float>(flow_.space().cell) / flow_.step();
  }

  // Eq. 9 on the faces; pressure carries the blend inward. A form that is refilled may lose liquid but does not sink:
  // what flows off below would otherwise leave a void at the highest point, and a head is soon empty. What is needed
  // for that comes from sources too. Only as fast as liquid sinks by its weight: a limb that swings leaves liquid
  // behind, and all of that put back in front would be a pump.
  void relax() {
    const bool exact = std::all_of(faces_.begin(), faces_.end(), [](const ControlFace& f) { return f.alpha >= 1; });
    if (exact || faces_.empty()) return;
    // Less and less where the form is too full.
    const double fullness = 1 + report_.missing / (kMostExcess * std::max(1.0, report_.held));
    const float hold = wish_.refill > 0 ? static_cast<float>(std::clamp(fullness, 0.0, 1.0)) : 0.0f;
    flow_.find_free_flow();
    parallel_for(faces_.size(), [&](size_t i) {
      const ControlFace& f = faces_[i];
      faces_[i].free = flow_.free_velocity(f.axis, f.face, f.outward > 0 ? f.grid[0] : f.grid[1]);
    });
    for (ControlFace& f : faces_) {
      const float blend = lerp(f.free, f.velocity, f.alpha);
      const float sinking = std::min(f.outward * (f.velocity - blend), static_cast<float>(wish_.sinking));
      const bool held_up = hold > 0 && sinking > 0 && !is_liquid(f.grid[1]);
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
      const double most = kMostRefill * static_cast<double>(flow_.step()) / wish_.natural;
      region.share = static_cast<float>(growth + std::min(lost + region.held_up * a_step / region.cells, most));
      region.wanted = static_cast<double>(region.share) * region.cells / a_step;
      report_.source += static_cast<double>(region.share) * region.cells;
    }
    for (size_t n = 1; n < raster_.cells(); ++n) {
      if (held_[n]) flow_.add_source(grid_[n], regions_[static_cast<size_t>(region_[n])].share);
    }
  }

  // The net flow out of each region is what grows in it: the difference is spread over all its faces. Where a region
  // has voids it may fill them, but not faster than kIntoVoid: all that the faces of a leg differ by would else be a
  // jet through the one face towards a bubble in it.
  void balance() {
    for (const ControlFace& f : faces_) {
      Region& region = regions_[f.region];
      region.flux += static_cast<double>(f.outward * f.open * f.velocity);
      region.weight += static_cast<double>(f.open * std::max(f.alpha, kLeastWeight));
    }
    const double fastest = kIntoVoid * flow_.space().cell / static_cast<double>(flow_.step());
    for (Region& region : regions_) {
      const double most = fastest * region.into_void, difference = region.wanted - region.flux;
      region.correction = (difference - std::clamp(difference, -most, most)) / std::max(1e-9, region.weight);
    }
    for (ControlFace& f : faces_) {
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
  grid::GridFlow& flow_;
  std::vector<size_t> grid_;
  std::vector<uint8_t> held_;
  std::vector<int32_t> region_;
  std::vector<Region> regions_;
  std::vector<ControlFace> faces_;
  std::vector<FilmFace> film_;
  MeshFlowReport report_;
};

}  // namespace

MeshFlowReport direct_flow(const MeshRaster& raster, const MeshWish& wish, grid::GridFlow& flow) {
  return MeshFlow(raster, wish, flow).run();
}

float alpha_of_step(double alpha, double step) {
  return static_cast<float>(alpha >= 1 ? 1 : 1 - std::pow(1 - alpha, step / kStepOfAlpha));
}

}  // namespace weir::meshes
