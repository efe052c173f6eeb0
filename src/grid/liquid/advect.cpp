// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/advect.h"

#include <algorithm>
#include <memory>

#include "grid/tiles/extended_block.h"
#include "grid/tiles/mac_rows.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 16;
constexpr int kAround = kFarthestTrace + 1;            // layers around a tile that its values may come from
constexpr int kAroundMiddle = kFarthestTrace / 2 + 1;  // the same half way

// Most of the smoke moves less than this many cells in a step: fewer values around a tile are then fetched.
constexpr int kNearTrace = 1;

template <int margin>
struct FieldBlocks {
  Block<margin> before, blurred;
};

constexpr Vec3f kMiddle{0.5f, 0.5f, 0.5f};

Rows within(const Rows& way, float most) {
  const Row low = simd::set(-most), high = simd::set(most);
  return {limited(way.x, low, high), limited(way.y, low, high), limited(way.z, low, high)};
}

// Fields whose values lie at the same point of their cells.
struct Quantity {
  Vec3f in_cell;
  int own_axis;  // of a component of the velocity; else -1
  std::span<std::vector<float>* const> fields;
  std::span<std::vector<float>> blurred, result;
  std::vector<std::vector<uint8_t>>
      anything{};  // of each field: 1 for tiles with a value other than 0 in or beside them

  bool needs(size_t tile) const {
    return std::any_of(anything.begin(), anything.end(), [&](const auto& a) { return a[tile] != 0; });
  }
};

// How far the values at the middles of cells come, in cells along each axis.
using Ways = std::array<std::vector<float>, 3>;

// Finds how far they come: the midpoint rule.
template <bool flat>
class Tracer {
 public:
  // `step`: cells that 1 m/s covers.
  explicit Tracer(float step) : step_(step) {}

  void load(const Tiles& tiles, size_t tile, const MacField& velocity) {
    load_extended(tiles, tile, velocity, velocity_);
  }

  Rows way(int y, int z) const {
    const Rows half = within(velocity_in_cells<flat>(velocity_, kMiddle, y, z) * (-0.5f * step_), kFarthestTrace / 2);
    const Rows at = row_of_cells(y, z, {}) + half;
    return within(Rows{component_at(0, at), component_at(1, at), flat ? Row{} : component_at(2, at)} * -step_,
                  kFarthestTrace);
  }

 private:
  Row component_at(int axis, const Rows& at) const {
    return sample_rows<flat>(velocity_.component[axis], at + (kMiddle - face_middle(axis)));
  }

  float step_;
  MacBlock<kAroundMiddle> velocity_;
};

// Where the values of a tile come from and go to.
template <bool flat>
class Paths {
 public:
  explicit Paths(float step) : step_(step) {}

  void load_ways(const Tiles& tiles, size_t tile, const Ways& ways) {
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      load_extended(tiles, tile, ways[static_cast<size_t>(axis)], -1, way_[axis]);
    }
  }
  // Only needed to look ahead.
  void load_velocity(const Tiles& tiles, size_t tile, const MacField& velocity) {
    load_extended(tiles, tile, velocity, velocity_);
  }

  // The way of a value on a face is the mean of those of the cells beside it.
  Rows from(const Quantity& q, int y, int z) const {
    constexpr int kSteps[3]{1, Block<1>::kSize, Block<1>::kSize * Block<1>::kSize};
    const int other = q.own_axis < 0 ? 0 : kSteps[q.own_axis];
    const auto mean = [&](int axis) {
      const float* own = way_[axis].values + Block<1>::index(0, y, z);
      return 0.5f * (simd::load(own) + simd::load(own - other));
    };
    return row_of_cells(y, z, {}) + Rows{mean(0), mean(1), flat ? Row{} : mean(2)};
  }

  // With the velocity half a step before and now, that half a step later is known to second order; so the way there is
  // what two steps of now's velocity leave beyond the way back.
  Rows to(const Quantity& q, const Rows& from, int y, int z) const {
    const Rows start = row_of_cells(y, z, {});
    const Rows both = velocity_in_cells<flat>(velocity_, q.in_cell, y, z) * (2 * step_);
    return start + within(from - start + both, kFarthestTrace);
  }

 private:
  float step_;
  Block<1> way_[3];
  MacBlock<1> velocity_;
};

// What a task needs to work on one tile.
template <bool flat>
struct TileWork {
  explicit TileWork(float step) : paths(step) {}
  Paths<flat> paths;
  FieldBlocks<kAround> far;
  FieldBlocks<kNearTrace + 1> near;
  Rows from[kTileRows], to[kTileRows];  // where the values of each row come from, and go to
};

// How far the values of a tile go at most along an axis, in cells.
template <bool flat>
float farthest(const Tiles& tiles, const Rows* reached) {
  Row most{};
  for (int row = 0; row < tiles.rows(); ++row) {
    const Rows way = reached[row] - row_of_cells(row % kTileSize, row / kTileSize, {});
    most = simd::max(most, simd::max(simd::abs(way.x), simd::abs(way.y)));
    if constexpr (!flat) most = simd::max(most, simd::abs(way.z));
  }
  return simd::greatest(most);
}

template <bool flat>
class Advection {
 public:
  Advection(const Tiles& tiles, const MacField& velocity, float step, Ways& ways)
      : tiles_(tiles), velocity_(velocity), step_(step), ways_(ways) {}

  // Where a field is 0 all around a tile it stays so.
  void carry(std::span<Quantity> quantities) const {
    for (Quantity& q : quantities) prepare(q);
    find_ways(quantities);
    for_tiles(quantities, false, [&](TileWork<flat>& at, size_t tile, const Quantity& q) {
      const bool near = q.needs(tile) && look_back(at, q) <= kNearTrace;
      for_fields(q, tile, q.blurred,
                 [&](size_t f) { near ? blur(at, at.near, tile, q, f) : blur(at, at.far, tile, q, f); });
    });
    for_tiles(quantities, true, [&](TileWork<flat>& at, size_t tile, const Quantity& q) {
      bool near = false;
      if (q.needs(tile)) {
        const float back = look_back(at, q);
        near = std::max(back, look_ahead(at, q)) <= kNearTrace;
      }
      for_fields(q, tile, q.result,
                 [&](size_t f) { near ? correct(at, at.near, tile, q, f) : correct(at, at.far, tile, q, f); });
    });
  }

 private:
  void prepare(Quantity& q) const {
    for (size_t f = 0; f < q.fields.size(); ++f) {
      q.blurred[f].resize(tiles_.field_size());
      q.result[f].resize(tiles_.field_size());
      fill_zero(tiles_.blank(), q.blurred[f]);
      fill_zero(tiles_.blank(), q.result[f]);
      q.anything.push_back(find_anything(*q.fields[f]));
    }
  }

  std::vector<uint8_t> find_anything(const std::vector<float>& field) const {
    const size_t cells = tiles_.cells_per_tile();
    std::vector<uint8_t> own(tiles_.size() + 1, 0), around(tiles_.size());
    parallel_for(
        tiles_.size(),
        [&](size_t t) {
          const float* values = field.data() + t * cells;
          own[t] = std::any_of(values, values + cells, [](float v) { return v != 0; });
        },
        kTilesAtOnce);
    parallel_for(tiles_.size(), [&](size_t t) {
      for (int k = 0; k < 27 && !around[t]; ++k) {
        around[t] = own[tiles_.neighbour(t, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1)];
      }
    });
    return around;
  }

  static bool any_needs(std::span<const Quantity> quantities, size_t tile) {
    return std::any_of(quantities.begin(), quantities.end(), [&](const Quantity& q) { return q.needs(tile); });
  }

  void find_ways(std::span<const Quantity> quantities) const {
    for (std::vector<float>& way : ways_) {
      way.resize(tiles_.field_size());
      fill_zero(tiles_.blank(), way);
    }
    parallel_for_blocks(
        tiles_.size(),
        [&](size_t begin, size_t end) {
          const auto tracer = std::make_unique<Tracer<flat>>(step_);
          for (size_t t = begin; t < end; ++t) {
            if (any_needs(quantities, t)) {
              find_ways(*tracer, t);
            } else {
              for (std::vector<float>& way : ways_) fill_zero(t, way);
            }
          }
        },
        kTilesAtOnce);
  }

  void find_ways(Tracer<flat>& tracer, size_t tile) const {
    tracer.load(tiles_, tile, velocity_);
    for (int row = 0; row < tiles_.rows(); ++row) {
      const Rows way = tracer.way(row % kTileSize, row / kTileSize);
      const size_t at = tile * tiles_.cells_per_tile() + static_cast<size_t>(kTileSize * row);
      simd::store(way.x, ways_[0].data() + at);
      simd::store(way.y, ways_[1].data() + at);
      simd::store(way.z, ways_[2].data() + at);
    }
  }

  template <class Work>
  void for_tiles(std::span<const Quantity> quantities, bool ahead, Work&& work) const {
    parallel_for_blocks(
        tiles_.size(),
        [&](size_t begin, size_t end) {
          const auto at = std::make_unique<TileWork<flat>>(step_);
          for (size_t t = begin; t < end; ++t) {
            if (any_needs(quantities, t)) {
              at->paths.load_ways(tiles_, t, ways_);
              if (ahead) at->paths.load_velocity(tiles_, t, velocity_);
            }
            for (const Quantity& q : quantities) work(*at, t, q);
          }
        },
        kTilesAtOnce);
  }

  template <class Work>
  void for_fields(const Quantity& q, size_t tile, std::span<std::vector<float>> to, Work&& work) const {
    for (size_t f = 0; f < q.fields.size(); ++f) q.anything[f][tile] ? work(f) : fill_zero(tile, to[f]);
  }

  void fill_zero(size_t tile, std::vector<float>& field) const {
    std::fill_n(field.data() + tile * tiles_.cells_per_tile(), tiles_.cells_per_tile(), 0.0f);
  }

  // Where the values come from; returns how far it is at most.
  float look_back(TileWork<flat>& at, const Quantity& q) const {
    for (int row = 0; row < tiles_.rows(); ++row) {
      at.from[row] = at.paths.from(q, row % kTileSize, row / kTileSize);
    }
    return farthest<flat>(tiles_, at.from);
  }
  // And where they go to.
  float look_ahead(TileWork<flat>& at, const Quantity& q) const {
    for (int row = 0; row < tiles_.rows(); ++row) {
      at.to[row] = at.paths.to(q, at.from[row], row % kTileSize, row / kTileSize);
    }
    return farthest<flat>(tiles_, at.to);
  }

  template <int margin>
  void blur(const TileWork<flat>& at, FieldBlocks<margin>& blocks, size_t tile, const Quantity& q, size_t f) const {
    load_extended(tiles_, tile, *q.fields[f], q.own_axis, blocks.before);
    float* to = q.blurred[f].data() + tile * tiles_.cells_per_tile();
    for (int row = 0; row < tiles_.rows(); ++row) {
      simd::store(sample_rows<flat>(blocks.before, at.from[row]), to + kTileSize * row);
    }
  }

  template <int margin>
  void correct(const TileWork<flat>& at, FieldBlocks<margin>& blocks, size_t tile, const Quantity& q, size_t f) const {
    load_extended(tiles_, tile, *q.fields[f], q.own_axis, blocks.before);
    load_extended(tiles_, tile, q.blurred[f], q.own_axis, blocks.blurred);
    float* to = q.result[f].data() + tile * tiles_.cells_per_tile();
    for (int row = 0; row < tiles_.rows(); ++row) {
      const int own = Block<margin>::index(0, row % kTileSize, row / kTileSize);
      const Surroundings<flat, margin> origin(blocks.before, at.from[row]);
      const Row back = sample_rows<flat>(blocks.blurred, at.to[row]);
      const Row first = simd::load(blocks.blurred.values + own);
      const Row value = first + 0.5f * (simd::load(blocks.before.values + own) - back);
      const RowMask within_limits = (value >= origin.least()) & (value <= origin.most());
      simd::store(within_limits ? value : first, to + kTileSize * row);
    }
  }

  const Tiles& tiles_;
  const MacField& velocity_;
  float step_;
  Ways& ways_;
};

void carry(const Tiles& tiles, const MacField& velocity, float step, std::span<Quantity> quantities, Ways& ways) {
  if (tiles.dimensions() == 2) {
    Advection<true>(tiles, velocity, step, ways).carry(quantities);
  } else {
    Advection<false>(tiles, velocity, step, ways).carry(quantities);
  }
}

// In the scratch, the first three slots are the components of the velocity.
constexpr size_t kFirstCellField = 3;

Quantity cell_fields(std::span<std::vector<float>* const> fields, AdvectionScratch& scratch) {
  const size_t slots = std::max(scratch.result.size(), kFirstCellField + fields.size());
  scratch.blurred.resize(slots);
  scratch.result.resize(slots);
  const auto own = [&](std::vector<std::vector<float>>& all) {
    return std::span(all).subspan(kFirstCellField, fields.size());
  };
  return {kMiddle, -1, fields, own(scratch.blurred), own(scratch.result)};
}

}  // namespace

void advect_cells(const Tiles& tiles, const MacField& velocity, float step, std::span<std::vector<float>* const> fields,
                  AdvectionScratch& scratch) {
  Quantity quantity = cell_fields(fields, scratch);
  carry(tiles, velocity, step, std::span(&quantity, 1), scratch.ways);
  for (size_t f = 0; f < fields.size(); ++f) fields[f]->swap(quantity.result[f]);
}

void advect(const Tiles& tiles, float step, std::span<std::vector<float>* const> fields, MacField& velocity,
            AdvectionScratch& scratch) {
  std::vector<Quantity> quantities{cell_fields(fields, scratch)};
  std::vector<float>* components[]{&velocity.face[0], &velocity.face[1], &velocity.face[2]};
  const auto axes = static_cast<size_t>(tiles.dimensions());
  for (size_t axis = 0; axis < axes; ++axis) {
    const int a = static_cast<int>(axis);
    quantities.push_back({face_middle(a), a, std::span(components).subspan(axis, 1),
                          std::span(scratch.blurred).subspan(axis, 1), std::span(scratch.result).subspan(axis, 1)});
  }
  carry(tiles, velocity, step, quantities, scratch.ways);
  for (size_t f = 0; f < fields.size(); ++f) fields[f]->swap(quantities[0].result[f]);
  for (size_t axis = 0; axis < axes; ++axis) velocity.face[axis].swap(scratch.result[axis]);
}

}  // namespace weir::grid
