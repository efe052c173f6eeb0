// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/solid_faces.h"

#include <algorithm>
#include <array>

#include "grid/pressure/cell_room.h"
#include "grid/tiles/extrapolate.h"
#include "grid/tiles/fractions.h"
#include "grid/tiles/mac_rows.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr int kCorners = kTileSize + 1;
constexpr float kFlush = 1e-4f;         // cells
constexpr float kReached = 2.5f;        // cells into a solid in which velocities are ever asked for
constexpr float kAsked = kReached + 2;  // with what is beside them
// Cells from solids up to which distances are told: farther out, what moves does not change anything.
constexpr float kTold = kTileSize;
// Cells from a tile within which a solid changes what is told in it: that, and from the tile's middle to its corners.
constexpr float kFelt = kTold + 3;
// Cells from a tile within which a solid may close some of it: the values at all corners of a cell that it cuts are
// those of points so near to it.
constexpr float kCutting = 2;

// Shares below 1 in 100 count as closed, as many above it as open.
float rounded(float share) {
  constexpr float kLittle = 0.01f;
  return share < kLittle ? 0.0f : share > 1 - kLittle ? 1.0f : share;
}

// Distances (m) of solids, without the walls, at the lower corners of a tile's cells and one layer more: 9 x 9 x 9, in
// 2D 9 x 9.
struct Corners {
  std::array<float, kCorners * kCorners * kCorners> distance;
  bool flat;
  float at(int x, int y, int z) const {
    return distance[static_cast<size_t>(x + kCorners * (y + (flat ? 0 : kCorners * z)))];
  }
  // Of the cells of a row.
  bool row_is_open(int y, int z) const {
    float least = 0;
    for (int n = 0; n < (flat ? 2 : 4); ++n) {
      const float* row = &distance[static_cast<size_t>(kCorners * (y + n % 2 + kCorners * (z + n / 2)))];
      for (int x = 0; x < kCorners; ++x) least = std::min(least, row[x]);
    }
    return least >= 0;
  }
  // Of the corners of a face, as share above zero.
  float open_face(int axis, int x, int y, int z) const {
    if (flat) {
      return axis == 0 ? open_share(at(x, y, 0), at(x, y + 1, 0)) : open_share(at(x, y, 0), at(x + 1, y, 0));
    }
    if (axis == 0) return open_share(at(x, y, z), at(x, y + 1, z), at(x, y, z + 1), at(x, y + 1, z + 1));
    if (axis == 1) return open_share(at(x, y, z), at(x + 1, y, z), at(x, y, z + 1), at(x + 1, y, z + 1));
    return open_share(at(x, y, z), at(x + 1, y, z), at(x, y + 1, z), at(x + 1, y + 1, z));
  }
  // Of a cell: twelve tetrahedra, from the middle of the cell, at its own distance, to two triangles of each face.
  float open_cell(int x, int y, int z, float middle) const {
    if (flat) return open_share(at(x, y, 0), at(x + 1, y, 0), at(x, y + 1, 0), at(x + 1, y + 1, 0));
    std::array<float, 8> corner;
    for (int n = 0; n < 8; ++n) corner[static_cast<size_t>(n)] = at(x + (n & 1), y + (n >> 1 & 1), z + (n >> 2));
    const auto [least, most] = std::minmax_element(corner.begin(), corner.end());
    if (*least >= 0 || *most < 0) return *most < 0 ? 0.0f : 1.0f;
    float sum = 0;
    for (const size_t side : {1u, 2u, 4u}) {
      const size_t u = side == 1 ? 2 : 1, v = side == 4 ? 2 : 4;
      for (const size_t first : {size_t{0}, side}) {
        const float a = corner[first], b = corner[first + u], c = corner[first + v], d = corner[first + u + v];
        sum += open_share_of_tetrahedron(middle, a, b, d) + open_share_of_tetrahedron(middle, a, c, d);
      }
    }
    return sum / 12;
  }
};

class TileBuilder {
 public:
  TileBuilder(const Solids& solids, const GridSpace& space, const Tiles& tiles, SolidFaces& result)
      : solids_(solids), space_(space), tiles_(tiles), result_(result) {}

  // `what`: all of it, or only distances: nothing that moves is near enough to close anything.
  enum class What { all, distances };
  void build(size_t tile, What what) {
    tile_ = tile;
    const auto first = static_cast<Vec3f>(tiles_.first_cell(tile));
    const Vec3f half = Vec3f{1, 1, tiles_.depth() == 1 ? 0.0f : 1.0f} * (0.5f * kTileSize);
    const Vec3f middle = space_.to_world(first + half);
    float gap;
    solids_.gaps(std::span(&middle, 1), 2 * kTold * static_cast<float>(space_.cell), std::span(&gap, 1));
    const float reach = (length(half) + 1) * static_cast<float>(space_.cell);
    if (gap > reach) return fill_open(gap);
    find_distances(first);
    if (what == What::distances) return;
    find_corners(first);
    find_walls();
    find_shares();
    find_faces(first);
  }

 private:
  float told() const { return kTold * static_cast<float>(space_.cell); }  // m

  void fill_open(float gap) {
    const size_t cells = tiles_.cells_per_tile();
    // A lower bound is enough where no solid is near.
    const auto cell = static_cast<float>(space_.cell);
    const float bound = gap - 0.5f * std::sqrt(3.0f) * kTileSize * cell;
    std::fill_n(result_.distance.begin() + static_cast<ptrdiff_t>(tile_ * cells), cells,
                std::clamp(bound, cell, kTold * cell));
  }

  void find_corners(const Vec3f& first) {
    corners_.flat = tiles_.depth() == 1;
    std::array<Vec3f, kCorners * kCorners * kCorners> points;
    size_t count = 0;
    for (int z = 0; z < (corners_.flat ? 1 : kCorners); ++z) {
      for (int y = 0; y < kCorners; ++y) {
        for (int x = 0; x < kCorners; ++x) {
          points[count++] =
              space_.to_world(first + Vec3f{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
        }
      }
    }
    solids_.gaps_without_walls(std::span(points).first(count), kCutting * static_cast<float>(space_.cell),
                               std::span(corners_.distance).first(count));
    // A side that runs along the border of cells closes the faces in it: rounding must not open them.
    for (float& d : std::span(corners_.distance).first(count)) d -= kFlush * static_cast<float>(space_.cell);
  }

  void find_walls() {
    const Vec3i first = tiles_.first_cell(tile_);
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) walls_[axis] = result_.walls.across(axis, first[axis]);
    if (tiles_.dimensions() == 2) walls_[2].part.fill(1), walls_[2].face.fill(1);
  }
  bool walls_open_row(int y, int z) const {
    bool open = walls_[1].is_open(y) && walls_[2].is_open(z);
    for (int x = 0; x < kTileSize; ++x) open = open && walls_[0].is_open(x);
    return open;
  }
  // What walls leave open of a cell, or of its lower face along an axis.
  float open_between_walls(const Vec3i& at, int face_axis = -1) const {
    float share = 1;
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
      const auto n = static_cast<size_t>(at[axis]);
      share *= axis == face_axis ? static_cast<float>(walls_[axis].face[n]) : walls_[axis].part[n];
    }
    return share;
  }

  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    size_t i = tile_ * tiles_.cells_per_tile();
    for (int z = 0; z < tiles_.depth(); ++z) {
      for (int y = 0; y < kTileSize; ++y) {
        for (int x = 0; x < kTileSize; ++x) visit(x, y, z, i++);
      }
    }
  }

  // Cells of rows that are not all open.
  template <class Visit>
  void for_each_cut(Visit&& visit) const {
    size_t i = tile_ * tiles_.cells_per_tile();
    for (int z = 0; z < tiles_.depth(); ++z) {
      for (int y = 0; y < kTileSize; ++y, i += kTileSize) {
        if (corners_.row_is_open(y, z) && walls_open_row(y, z)) continue;
        for (int x = 0; x < kTileSize; ++x) visit(x, y, z, i + static_cast<size_t>(x));
      }
    }
  }

  void find_distances(const Vec3f& first) {
    std::array<Vec3f, kTileSize * kTileRows> middle;
    size_t count = 0;
    for_each_cell([&](int x, int y, int z, size_t) {
      const Vec3f in_tile{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
      middle[count++] = space_.to_world(first + in_tile + Vec3f{0.5f, 0.5f, 0.5f});
    });
    solids_.gaps_without_walls(std::span(middle).first(count), told(), std::span(to_solids_).first(count));
    for_each_cell([&, n = size_t{0}](int x, int y, int z, size_t i) mutable {
      const Vec3f in_tile{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
      const float to_walls = result_.walls.gap(first + in_tile + Vec3f{0.5f, 0.5f, 0.5f});
      result_.distance[i] = std::min({to_solids_[n++], to_walls * static_cast<float>(space_.cell), told()});
    });
  }

  void find_shares() {
    for_each_cut([&](int x, int y, int z, size_t i) {
      const float beside_solids = corners_.open_cell(x, y, z, to_solids_[i - tile_ * tiles_.cells_per_tile()]);
      result_.share[i] = rounded(beside_solids * open_between_walls({x, y, z}));
    });
  }

  void find_faces(const Vec3f& first) {
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
      const auto a = static_cast<size_t>(axis);
      std::array<Vec3f, kTileSize * kTileRows> point, velocity;
      std::array<size_t, kTileSize * kTileRows> face;
      size_t count = 0;
      for_each_cut([&](int x, int y, int z, size_t i) {
        const float share = rounded(corners_.open_face(axis, x, y, z) * open_between_walls({x, y, z}, axis));
        result_.open.face[a][i] = share;
        if (share == 1 || result_.distance[i] < -kAsked * static_cast<float>(space_.cell)) return;
        const Vec3f in_tile{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
        point[count] = space_.to_world(first + in_tile + face_middle(axis));
        face[count++] = i;
      });
      std::array<float, kTileSize * kTileRows> end;
      std::fill_n(end.begin(), count, 1.0f);
      solids_.contact(std::span(point).first(count), std::span(end).first(count), {}, std::span(velocity).first(count));
      for (size_t n = 0; n < count; ++n) result_.velocity.face[a][face[n]] = velocity[n][axis];
    }
  }

  const Solids& solids_;
  const GridSpace& space_;
  const Tiles& tiles_;
  SolidFaces& result_;
  size_t tile_ = 0;
  std::array<float, kTileSize * kTileRows> to_solids_;  // m, from the middles of cells
  Corners corners_;
  WallBox::Row walls_[3];
};

// All but the distances.
void copy_shares(const SolidFaces& from, size_t tile, const Tiles& tiles, size_t to_tile, SolidFaces& to) {
  const size_t cells = tiles.cells_per_tile();
  const auto copy = [&](const std::vector<float>& a, std::vector<float>& b) {
    std::copy_n(a.begin() + static_cast<ptrdiff_t>(tile * cells), cells,
                b.begin() + static_cast<ptrdiff_t>(to_tile * cells));
  };
  for (size_t axis = 0; axis < 3; ++axis) {
    copy(from.open.face[axis], to.open.face[axis]);
    copy(from.velocity.face[axis], to.velocity.face[axis]);
  }
  copy(from.share, to.share);
}

void copy_distances(const SolidFaces& from, size_t tile, const Tiles& tiles, size_t to_tile, SolidFaces& to) {
  const auto cells = static_cast<ptrdiff_t>(tiles.cells_per_tile());
  const auto begin = from.distance.begin() + static_cast<ptrdiff_t>(tile) * cells;
  std::copy(begin, begin + cells, to.distance.begin() + static_cast<ptrdiff_t>(to_tile) * cells);
}

}  // namespace

void find_solid_faces(const Solids& solids, const GridSpace& space, const Tiles& tiles, const KnownSolids& known,
                      SolidFaces& result) {
  result.open.resize(tiles, 1);
  result.velocity.resize(tiles, 0);
  result.distance.assign(tiles.field_size(), static_cast<float>(kTileSize * space.cell));
  result.share.assign(tiles.field_size(), 1);
  result.room.assign(tiles.field_size(), 1);
  result.walls = WallBox(solids.walls(), space);
  const auto moves_near = [&](size_t t, float reach) {
    const auto low = static_cast<Vec3f>(tiles.first_cell(t));
    const Vec3f size{kTileSize, kTileSize, static_cast<float>(tiles.depth())};
    return solids.moves_near({space.to_world(low), space.to_world(low + size)}, reach * static_cast<float>(space.cell),
                             known.rigid);
  };
  using What = TileBuilder::What;
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const size_t before = known.tiles ? known.tiles->find(tiles.coordinate(t)) : 0;
        const bool keeps_shares = known.tiles && before != known.tiles->blank() && !moves_near(t, kCutting + 1);
        if (keeps_shares) copy_shares(*known.faces, before, tiles, t, result);
        if (keeps_shares && !moves_near(t, kFelt)) return copy_distances(*known.faces, before, tiles, t, result);
        TileBuilder(solids, space, tiles, result).build(t, keeps_shares ? What::distances : What::all);
      },
      1);
  find_room(tiles, result);
}

namespace {

// What velocities go on as in the closed faces of one tile.
class SlippingTile {
 public:
  SlippingTile(const SolidFaces& solids, const Tiles& tiles, size_t tile, const MacField& velocity, bool solids_move)
      : flat_(tiles.depth() == 1), solids_move_(solids_move) {
    around_.load(tiles, tile, velocity);
    if (solids_move) wall_.load(tiles, tile, solids.velocity);
    distance_.load(tiles, tile, solids.distance);
    share_.load(tiles, tile, solids.share);
  }

  Row distance(int y, int z) const { return simd::load(distance_.values + Block<1>::index(0, y, z)); }

  // Component `axis` of a row.
  Row component(int axis, int y, int z) const {
    const auto share = [&](int dx, int dy, int dz) {
      return simd::load(share_.values + Block<1>::index(-dx, y - dy, z - dz));
    };
    const Row own_wall =
        solids_move_ ? simd::load(wall_.component[axis].values + Block<1>::index(0, y, z)) : simd::set(0);
    // A face of an open cell lies in the wall itself; the normal below could be that of another wall.
    const RowMask flush = (share(0, 0, 0) == 1) | (share(axis == 0, axis == 1, axis == 2) == 1);
    const Rows at = row_of_cells(y, z, face_middle(axis));
    const Rows normal = normal_at(at - Vec3f{0.5f, 0.5f, flat_ ? at.z[0] : 0.5f});
    const Rows own = sample<false>(around_, at);
    const Rows against = solids_move_ ? own - sample<false>(wall_, at) : own;
    const Row into = against.x * normal.x + against.y * normal.y + against.z * normal.z;
    const Row slipping = along(own, axis) - along(normal, axis) * into;
    return flush ? own_wall : slipping;
  }

 private:
  static const Row& along(const Rows& rows, int axis) { return axis == 0 ? rows.x : axis == 1 ? rows.y : rows.z; }

  Rows normal_at(const Rows& at) const {
    Rows slope;
    Surroundings<false, 1>(distance_, within_block<1>(at)).linear(slope);
    const Row squared = slope.x * slope.x + slope.y * slope.y + slope.z * slope.z;
    const Row inverse = simd::inverse_or_zero(simd::sqrt(squared));
    return {slope.x * inverse, slope.y * inverse, flat_ ? Row{} : slope.z * inverse};
  }

  bool flat_, solids_move_;
  MacBlock<1> around_, wall_;
  Block<1> distance_, share_;
};

// Whether velocities are asked for in solids there.
bool is_at_solid(const SolidFaces& solids, float cell, size_t begin, size_t cells) {
  const float* distance = solids.distance.data() + begin;
  const auto [least, most] = std::minmax_element(distance, distance + cells);
  return *least < 2 * cell && *most >= -kReached * cell;
}

}  // namespace

void slip_along(const SolidFaces& solids, const Tiles& tiles, float cell, SolidMotion motion, MacField& velocity) {
  const MacField before = velocity;
  const size_t cells = tiles.cells_per_tile();
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (!is_at_solid(solids, cell, t * cells, cells)) return;
        const SlippingTile tile(solids, tiles, t, before, motion == SolidMotion::counts);
        for (int row = 0; row < tiles.rows(); ++row) {
          const int y = row % kTileSize, z = row / kTileSize;
          const size_t i = t * cells + static_cast<size_t>(kTileSize * row);
          const RowMask reached = tile.distance(y, z) >= -kReached * cell;
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            const auto a = static_cast<size_t>(axis);
            const RowMask closed = (simd::load(solids.open.face[a].data() + i) <= 0) & reached;
            if (simd::none(closed)) continue;
            float* result = velocity.face[a].data() + i;
            simd::store(closed ? tile.component(axis, y, z) : simd::load(result), result);
          }
        }
      },
      4);
}

void continue_outwards(const SolidFaces& solids, const Tiles& tiles, double cell, const KnownFaces& from,
                       SolidMotion motion, MacField& velocity) {
  extrapolate(tiles, from.layers, from.known, velocity);
  slip_along(solids, tiles, static_cast<float>(cell), motion, velocity);
}

}  // namespace weir::grid
