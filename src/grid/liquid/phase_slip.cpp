// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/phase_slip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "grid/liquid/tile_sums.h"
#include "sim/lone_drop.h"
#include "sim/particle_viscosity.h"
#include "sim/phase_values.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kLeastOthers = 0.5f;   // share of others around the cell of a particle that can be on its own
constexpr float kSameSquared = 1e-8f;  // variance over squared mean of densities that are alike
constexpr float kOffSolid = 0.25f;     // cells: no drop comes nearer to a solid by itself,
constexpr float kOffSurface = 0.5f;    // or to the free surface
constexpr float kFarthestSlip = 1;     // cells in a step
constexpr float kMostContrast = 1;     // nothing starts to fall faster than by gravity
constexpr float kLeastWeight = 1e-6f;

// As much of a way as does not lead nearer than `least` to what is `distance` away; `slope` of that distance.
Vec3f kept_off(const Vec3f& way, float distance, const Vec3f& slope, float least) {
  const float steep = length(slope);
  if (steep == 0) return way;
  const Vec3f away = slope * (1 / steep);
  const float too_far = -dot(way, away) - std::max(0.0f, distance - least);
  return too_far > 0 ? way + away * too_far : way;
}

float at_middles(const Block<1>& block, const Vec3f& g) { return block.sample(g.x - 0.5f, g.y - 0.5f, g.z - 0.5f); }

Vec3f slope_at(const Block<1>& block, const Vec3f& g, bool flat) {
  Vec3f slope{};
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    Vec3f half{};
    half[axis] = 0.5f;
    slope[axis] = at_middles(block, g + half) - at_middles(block, g - half);
  }
  return slope;
}

// What a particle gives itself, where the weights of what is around it are added up around the middles of cells.
float own_weight(const Vec3f& g, bool flat) {
  float weight = 1;
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    const float part = Stencil(g[axis] - 0.5f).part;
    weight *= part * part + (1 - part) * (1 - part);
  }
  return weight;
}

bool differ(const std::vector<float>& of_phases) {
  return std::any_of(of_phases.begin(), of_phases.end(), [&](float v) { return v != of_phases[0]; });
}

// What is around a point or the middle of a cell, seen from a particle of a density: of the particles there the count,
// and what sets their densities apart from its own, also squared. Where `others` have one density, these are
//
//   others d, others d^2,   so   d = squares / sum,   others = sum^2 / squares.
//
// Where they have several, there are more of them than that; where they lie on both sides of its own, many more: then
// there is no way for it to go.
struct Apart {
  float count, sum, squares;
  Apart(float all, float first, float second, float density)
      : count(all), sum(first - density * all), squares(second + density * (density * all - 2 * first)) {}
  bool has_others(float share) const { return squares > 0 && sum * sum > share * squares * count; }
  float others() const { return sum * sum / squares; }
  float difference() const { return squares / sum; }
};

}  // namespace

PhaseSlip::PhaseSlip(const Scene& scene)
    : scene_(scene),
      spacing_(static_cast<float>(scene.solver.spacing)),
      density_(of_phases(scene, [](const Phase& p) { return p.density; })),
      viscosity_(of_phases(scene, [](const Phase& p) { return greatest_viscosity(p); })),
      densities_differ_(differ(density_)),
      viscosities_differ_(differ(viscosity_)) {}

// The mean of the phases that are no part of the drop.
float PhaseSlip::viscosity_around(const PhaseShares& shares, size_t cell, float density) const {
  if (!viscosities_differ_) return viscosity_[0];
  float sum = 0, all = 0;
  for (size_t p = 0; p < density_.size(); ++p) {
    if (density_[p] == density) continue;
    sum += shares.around(p, cell) * viscosity_[p];
    all += shares.around(p, cell);
  }
  return all > 0 ? sum / all : 0;
}

// Looks for drops in one tile.
class PhaseSlip::Search {
 public:
  Search(const PhaseSlip& slip, const SlipStep& step, size_t tile)
      : slip_(slip),
        step_(step),
        tile_(tile),
        first_(tile * step.where.tiles().cells_per_tile()),
        flat_(step.where.tiles().depth() == 1),
        cell_(static_cast<float>(step.where.space().cell)) {}

  // Where particles can be on their own. Whether there are such cells.
  bool find_cells() {
    const Scattered::Densities& in = step_.scattered.around;
    for (size_t i = 0; i < step_.where.tiles().cells_per_tile(); ++i) {
      const float count = in.count[first_ + i], sum = in.sum[first_ + i], squares = in.squares[first_ + i];
      cells_[i] = 0;
      if (squares * count <= (1 + kSameSquared) * sum * sum) continue;
      for (size_t p = 0; p < slip_.density_.size(); ++p) {
        if (Apart(count, sum, squares, relative(p)).has_others(kLeastOthers)) cells_[i] |= bit(p);
      }
    }
    const auto end = cells_.begin() + static_cast<ptrdiff_t>(step_.where.tiles().cells_per_tile());
    return std::any_of(cells_.begin(), end, [](uint8_t bits) { return bits; });
  }
  // `g`: in cells from the tile.
  bool can_be(const Vec3f& g, uint8_t phase) const { return cells_[cell_at(g)] & bit(phase); }

  // The way of a particle that can be, in cells; zero unless it is.
  Vec3f way_of(const Vec3f& g, uint8_t phase) {
    if (!densities_) load_densities();
    Apart around(at_middles(densities_->count, g), at_middles(densities_->sum, g), at_middles(densities_->squares, g),
                 relative(phase));
    const float all = around.count;
    around.count -= own_weight(g, flat_);
    if (!around.has_others(1 - kMostOwnAround)) return {};
    if (!flow_) load_flow();
    const float depth = -at_middles(flow_->distance, g);
    if (depth < kOffSurface) return {};
    // As it takes part in making way for itself, it has to go that much farther.
    const Vec3f way =
        free_way(g, slip_.density_[phase], relative(phase) + around.difference()) * (all / around.others());
    const Vec3f off_surface = kept_off(way, depth, slope_at(flow_->distance, g, flat_) * -1.0f, kOffSurface);
    return kept_off(off_surface, at_middles(flow_->solid, g) / cell_, slope_at(flow_->solid, g, flat_), kOffSolid);
  }

 private:
  struct Densities {
    Block<1> count, sum, squares;
  };
  struct Flow {
    MacBlock<1> before, after;
    Block<1> distance, solid;
  };

  // Of phases, beside the density of the first.
  float relative(size_t phase) const { return slip_.density_[phase] / slip_.density_[0]; }
  // Phases that share one are looked at more closely more often.
  static uint8_t bit(size_t phase) { return static_cast<uint8_t>(1u << (phase & 7)); }

  size_t cell_at(const Vec3f& g) const {
    const auto in = [](float v) { return static_cast<size_t>(static_cast<int>(v)); };
    return in(g.x) + kTileSize * (in(g.y) + (flat_ ? 0 : kTileSize * in(g.z)));
  }

  void load_densities() {
    const Tiles& tiles = step_.where.tiles();
    densities_ = std::make_unique<Densities>();
    densities_->count.load(tiles, tile_, step_.scattered.around.count);
    densities_->sum.load(tiles, tile_, step_.scattered.around.sum);
    densities_->squares.load(tiles, tile_, step_.scattered.around.squares);
  }
  void load_flow() {
    const Tiles& tiles = step_.where.tiles();
    flow_ = std::make_unique<Flow>();
    flow_->before.load(tiles, tile_, step_.scattered.velocity);
    flow_->after.load(tiles, tile_, step_.velocity);
    flow_->distance.load(tiles, tile_, step_.distance);
    flow_->solid.load(tiles, tile_, step_.solids.distance);
  }

  // Of a drop far from solids and the surface; `beside`: density of what is around beside that of the first phase.
  Vec3f free_way(const Vec3f& g, float density, float beside) const {
    const AroundDrop around{beside * slip_.density_[0],
                            slip_.viscosity_around(step_.shares, first_ + cell_at(g), density)};
    const float contrast = 1 - density / around.density;
    const Vec3f push = (flow_->after.sample(g) - flow_->before.sample(g)) * (1 / step_.seconds);
    const float strength = length(push);
    if (std::abs(contrast) < kLeastDropContrast || strength == 0) return {};
    const float reduced = std::min(std::abs(contrast), kMostContrast) * std::min(strength, slip_.gravity_);
    const float far = std::min(kFarthestSlip, drop_speed(slip_.spacing_, reduced, around) * step_.seconds / cell_);
    return push * ((contrast > 0 ? far : -far) / strength);
  }

  const PhaseSlip& slip_;
  const SlipStep& step_;
  size_t tile_, first_;
  bool flat_;
  float cell_;                                        // m
  std::array<uint8_t, kTileSize * kTileRows> cells_;  // bits of the phases that can be on their own there
  std::unique_ptr<Densities> densities_;
  std::unique_ptr<Flow> flow_;
};

// Whether there are any.
bool PhaseSlip::find_drops(const SlipStep& step, std::span<const uint8_t> phase) {
  const Tiles& tiles = step.where.tiles();
  drops_.resize(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        drops_[t].clear();
        Search search(*this, step, t);
        if (!search.find_cells()) return;
        const Vec3i first = tiles.first_cell(t);
        for (uint32_t i = step.where.in(t).begin; i < step.where.in(t).end; ++i) {
          const Vec3f g = in_its_tile(step.where.grid_position()[i], first);
          if (!search.can_be(g, phase[i])) continue;
          const Vec3f way = search.way_of(g, phase[i]);
          if (way != Vec3f{}) drops_[t].push_back({i, g, way});
        }
      },
      1);
  return std::any_of(drops_.begin(), drops_.end(), [](const std::vector<Drop>& drops) { return !drops.empty(); });
}

// What a drop, `offset` cells away, adds to the faces of a tile.
void PhaseSlip::add_way(const Drop& drop, const Vec3i& offset, bool flat, float (&way)[3][kTileSize * kTileRows]) {
  const Vec3f at = drop.in_tile + static_cast<Vec3f>(offset);
  for (int axis = 0; axis < 3; ++axis) {
    if (at[axis] <= -1 || at[axis] >= kTileSize + 1) return;
  }
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    const Vec3f g = at - face_middle(axis);
    const Stencil x(g.x), y(g.y), z = flat ? Stencil(0, 0) : Stencil(g.z);
    for (int n = 0; n < (flat ? 4 : 8); ++n) {
      const int cx = x.base + (n & 1), cy = y.base + (n >> 1 & 1), cz = z.base + (n >> 2);
      if (std::min({cx, cy, cz}) < 0 || std::max({cx, cy, cz}) >= kTileSize) continue;
      const float weight =
          (n & 1 ? x.part : 1 - x.part) * (n & 2 ? y.part : 1 - y.part) * (n & 4 ? z.part : 1 - z.part);
      way[axis][cx + kTileSize * (cy + kTileSize * cz)] += weight * drop.way[axis];
    }
  }
}

// To the flow of every face, minus the mean way of all particles around it: the sum of the ways of all, those that slip
// and those that are carried by this, is zero.
void PhaseSlip::give_way(const SlipStep& step, MacField& spread) const {
  const Tiles& tiles = step.where.tiles();
  const float speed = static_cast<float>(step.where.space().cell) / step.seconds;
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        float way[3][kTileSize * kTileRows];
        bool any = false;
        for (int n = 0; n < 27; ++n) {
          const Vec3i offset{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
          const size_t other = tiles.neighbour(t, offset.x, offset.y, offset.z);
          if (other == tiles.blank() || drops_[other].empty()) continue;
          if (!std::exchange(any, true)) std::fill_n(way[0], 3 * kTileSize * kTileRows, 0.0f);
          for (const Drop& drop : drops_[other]) add_way(drop, offset * kTileSize, tiles.depth() == 1, way);
        }
        if (!any) return;
        const size_t first = t * tiles.cells_per_tile();
        for (size_t axis = 0; axis < static_cast<size_t>(tiles.dimensions()); ++axis) {
          for (size_t i = 0; i < tiles.cells_per_tile(); ++i) {
            const float weight = step.scattered.weight.face[axis][first + i];
            if (way[axis][i] != 0 && weight > kLeastWeight && step.solids.open.face[axis][first + i] > 0)
              spread.face[axis][first + i] -= way[axis][i] / weight * speed;
          }
        }
      },
      4);
}

void PhaseSlip::move(const SlipStep& step, std::span<const uint8_t> phase, std::span<Vec3f> position,
                     std::optional<MacField>& spread) {
  if (!densities_differ_) return;
  gravity_ = static_cast<float>(length(value_at(scene_.gravity, step.frame)));
  if (gravity_ == 0 || !find_drops(step, phase)) return;
  if (!spread) spread.emplace().resize(step.where.tiles());
  give_way(step, *spread);
  const auto cell = static_cast<float>(step.where.space().cell);
  for (const std::vector<Drop>& drops : drops_) {
    for (const Drop& drop : drops) position[drop.particle] += drop.way * cell;
  }
}

}  // namespace weir::grid
