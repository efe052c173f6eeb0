// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/advect.h"

#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "grid/extended_block.h"
#include "grid/mac_rows.h"

namespace weir {

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

Row within(const Row& way, float most) { return limited(way, row_of(-most), row_of(most)); }

// Fields whose values lie at the same place in their cells.
struct Quantity {
  Vec3f place;
  int own_axis;  // of a component of the velocity; else -1
  std::span<std::vector<float>* const> fields;
  std::span<std::vector<float>> blurred, result;
  std::vector<std::vector<uint8_t>>
      anything{};  // of each field: 1 for tiles with a value other than 0 in or beside them

  bool needs(size_t tile) const {
    return std::any_of(anything.begin(), anything.end(), [&](const auto& a) { return a[tile] != 0; });
  }
};

// Finds where the values of a tile come from and go to.
template <bool flat>
class Tracer {
 public:
  // `step`: cells that 1 m/s covers.
  explicit Tracer(float step) : step_(step) {}

  void load(const Tiles& tiles, size_t tile, const MacField& velocity) {
    for (int axis = 0; axis < tiles.dimensions(); ++axis) {
      load_extended(tiles, tile, velocity.face[static_cast<size_t>(axis)], axis, velocity_.component[axis]);
    }
  }

  // Of the eight values of a row at `place` in their cells, forwards (1) or backwards (-1) by a step: the midpoint
  // rule.
  Rows trace(const Vec3f& place, int y, int z, float direction) const {
    const Rows start = row_of_cells(y, z, {});
    const float step = direction * step_;
    const Rows half = move(start, velocity_in_cells<flat>(velocity_, place, y, z), 0.5f * step, kFarthestTrace / 2);
    return move(start, velocity_at(place, half), step, kFarthestTrace);
  }

 private:
  static Rows move(const Rows& start, const Rows& velocity, float step, float most) {
    return {start.x + within(velocity.x * step, most), start.y + within(velocity.y * step, most),
            flat ? start.z : start.z + within(velocity.z * step, most)};
  }

  Row component_at(int axis, const Vec3f& place, const Rows& at) const {
    const Vec3f d = place - face_place(axis);
    return sample_rows<flat>(velocity_.component[axis], {at.x + d.x, at.y + d.y, flat ? at.z : at.z + d.z});
  }
  Rows velocity_at(const Vec3f& place, const Rows& at) const {
    return {component_at(0, place, at), component_at(1, place, at), flat ? Row{} : component_at(2, place, at)};
  }

  float step_;
  MacBlock<kAroundMiddle> velocity_;
};

// What a task needs to work on one tile.
template <bool flat>
struct Workplace {
  explicit Workplace(float step) : tracer(step) {}
  Tracer<flat> tracer;
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
    most = larger(most, larger(absolute(way.x), absolute(way.y)));
    if constexpr (!flat) most = larger(most, absolute(way.z));
  }
  return largest_in(most);
}

template <bool flat>
class Advection {
 public:
  Advection(const Tiles& tiles, const MacField& velocity, float step)
      : tiles_(tiles), velocity_(velocity), step_(step) {}

  // Where a field is 0 all around a tile it stays so.
  void carry(std::span<Quantity> quantities) const {
    for (Quantity& q : quantities) prepare(q);
    for_tiles(quantities, [&](Workplace<flat>& at, size_t tile, const Quantity& q) {
      const bool near = q.needs(tile) && trace(at, q.place, -1, at.from) <= kNearTrace;
      for_fields(q, tile, q.blurred,
                 [&](size_t f) { near ? blur(at, at.near, tile, q, f) : blur(at, at.far, tile, q, f); });
    });
    for_tiles(quantities, [&](Workplace<flat>& at, size_t tile, const Quantity& q) {
      const bool near =
          q.needs(tile) && std::max(trace(at, q.place, -1, at.from), trace(at, q.place, 1, at.to)) <= kNearTrace;
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

  template <class Work>
  void for_tiles(std::span<const Quantity> quantities, Work&& work) const {
    parallel_for_blocks(
        tiles_.size(),
        [&](size_t begin, size_t end) {
          const auto at = std::make_unique<Workplace<flat>>(step_);
          for (size_t t = begin; t < end; ++t) {
            const auto needed = [&](const Quantity& q) { return q.needs(t); };
            if (std::any_of(quantities.begin(), quantities.end(), needed)) at->tracer.load(tiles_, t, velocity_);
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

  // Returns how far the values go at most.
  float trace(const Workplace<flat>& at, const Vec3f& place, float direction, Rows* reached) const {
    for (int row = 0; row < tiles_.rows(); ++row) {
      reached[row] = at.tracer.trace(place, row % kTileSize, row / kTileSize, direction);
    }
    return farthest<flat>(tiles_, reached);
  }

  template <int margin>
  void blur(const Workplace<flat>& at, FieldBlocks<margin>& blocks, size_t tile, const Quantity& q, size_t f) const {
    load_extended(tiles_, tile, *q.fields[f], q.own_axis, blocks.before);
    float* to = q.blurred[f].data() + tile * tiles_.cells_per_tile();
    for (int row = 0; row < tiles_.rows(); ++row) {
      store_row(sample_rows<flat>(blocks.before, at.from[row]), to + kTileSize * row);
    }
  }

  template <int margin>
  void correct(const Workplace<flat>& at, FieldBlocks<margin>& blocks, size_t tile, const Quantity& q, size_t f) const {
    load_extended(tiles_, tile, *q.fields[f], q.own_axis, blocks.before);
    load_extended(tiles_, tile, q.blurred[f], q.own_axis, blocks.blurred);
    float* to = q.result[f].data() + tile * tiles_.cells_per_tile();
    for (int row = 0; row < tiles_.rows(); ++row) {
      const int own = Block<margin>::index(0, row % kTileSize, row / kTileSize);
      const Surroundings<flat, margin> origin(blocks.before, at.from[row]);
      const Row back = sample_rows<flat>(blocks.blurred, at.to[row]);
      const Row first = load_row(blocks.blurred.values + own);
      const Row value = first + 0.5f * (load_row(blocks.before.values + own) - back);
      const RowMask within_limits = (value >= origin.least()) & (value <= origin.most());
      store_row(within_limits ? value : first, to + kTileSize * row);
    }
  }

  const Tiles& tiles_;
  const MacField& velocity_;
  float step_;
};

void carry(const Tiles& tiles, const MacField& velocity, float step, std::span<Quantity> quantities) {
  if (tiles.dimensions() == 2) {
    Advection<true>(tiles, velocity, step).carry(quantities);
  } else {
    Advection<false>(tiles, velocity, step).carry(quantities);
  }
}

// In the scratch, the first three places are the components of the velocity.
constexpr size_t kFirstCellField = 3;

Quantity cell_fields(std::span<std::vector<float>* const> fields, AdvectionScratch& scratch) {
  const size_t places = std::max(scratch.result.size(), kFirstCellField + fields.size());
  scratch.blurred.resize(places);
  scratch.result.resize(places);
  const auto own = [&](std::vector<std::vector<float>>& all) {
    return std::span(all).subspan(kFirstCellField, fields.size());
  };
  return {{0.5f, 0.5f, 0.5f}, -1, fields, own(scratch.blurred), own(scratch.result)};
}

}  // namespace

void advect_cells(const Tiles& tiles, const MacField& velocity, float step, std::span<std::vector<float>* const> fields,
                  AdvectionScratch& scratch) {
  Quantity quantity = cell_fields(fields, scratch);
  carry(tiles, velocity, step, std::span(&quantity, 1));
  for (size_t f = 0; f < fields.size(); ++f) fields[f]->swap(quantity.result[f]);
}

void advect(const Tiles& tiles, float step, std::span<std::vector<float>* const> fields, MacField& velocity,
            AdvectionScratch& scratch) {
  std::vector<Quantity> quantities{cell_fields(fields, scratch)};
  std::vector<float>* components[]{&velocity.face[0], &velocity.face[1], &velocity.face[2]};
  const auto axes = static_cast<size_t>(tiles.dimensions());
  for (size_t axis = 0; axis < axes; ++axis) {
    const int a = static_cast<int>(axis);
    quantities.push_back({face_place(a), a, std::span(components).subspan(axis, 1),
                          std::span(scratch.blurred).subspan(axis, 1), std::span(scratch.result).subspan(axis, 1)});
  }
  carry(tiles, velocity, step, quantities);
  for (size_t f = 0; f < fields.size(); ++f) fields[f]->swap(quantities[0].result[f]);
  for (size_t axis = 0; axis < axes; ++axis) velocity.face[axis].swap(scratch.result[axis]);
}

}  // namespace weir
