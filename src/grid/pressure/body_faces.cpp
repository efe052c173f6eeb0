// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/body_faces.h"

#include <algorithm>
#include <array>

#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// A face of a tile and the body that closes it.
struct Found {
  uint32_t body;
  BodyFace face;
};

class Finder {
 public:
  Finder(const Solids& solids, const RigidBodies& bodies, const GridSpace& space, const Tiles& tiles,
         const SolidFaces& faces)
      : solids_(solids), bodies_(bodies), space_(space), tiles_(tiles), faces_(faces) {
    for (size_t b = 0; b < bodies.size(); ++b) {
      body_of_.resize(std::max(body_of_.size(), bodies.solid(b) + 1), -1);
      body_of_[bodies.solid(b)] = static_cast<int>(b);
    }
  }

  void find_in_tile(size_t tile, std::vector<Found>& found) const {
    if (!is_near(tile)) return;
    const auto first = static_cast<Vec3f>(tiles_.first_cell(tile));
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) find_along(axis, tile, first, found);
  }

 private:
  static constexpr size_t kCells = kTileSize * kTileRows;

  // A body closes faces within its bounds and one cell around them.
  bool is_near(size_t tile) const {
    const auto low = static_cast<Vec3f>(tiles_.first_cell(tile));
    const Vec3f one{1, 1, 1}, size{kTileSize, kTileSize, static_cast<float>(tiles_.depth())};
    const Box3f box{space_.to_world(low - one), space_.to_world(low + size + one)};
    for (size_t b = 0; b < bodies_.size(); ++b) {
      const Box3f& bounds = solids_.bounds(bodies_.solid(b));
      bool meets = true;
      for (int a = 0; a < tiles_.dimensions(); ++a) {
        meets = meets && bounds.lower[a] <= box.upper[a] && bounds.upper[a] >= box.lower[a];
      }
      if (meets) return true;
    }
    return false;
  }

  void find_along(int axis, size_t tile, const Vec3f& first, std::vector<Found>& found) const {
    std::array<Vec3f, kCells> middle, point;
    std::array<uint32_t, kCells> cell;
    std::array<float, kCells> end;
    std::array<int, kCells> solid;
    size_t count = 0;
    const std::vector<float>& open = faces_.open.face[static_cast<size_t>(axis)];
    visit_cells(tiles_, tile, [&](int x, int y, int z, size_t i) {
      if (open[i] == 1) return;
      const Vec3f in_tile{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
      middle[count] = first + in_tile + face_middle(axis);
      point[count] = space_.to_world(middle[count]);
      cell[count++] = static_cast<uint32_t>(i);
    });
    std::fill_n(end.begin(), count, 1.0f);
    solids_.nearest(std::span(point).first(count), std::span(end).first(count), std::span(solid).first(count));
    for (size_t n = 0; n < count; ++n) {
      const int body = solid[n] < 0 || static_cast<size_t>(solid[n]) >= body_of_.size()
                           ? -1
                           : body_of_[static_cast<size_t>(solid[n])];
      if (body < 0) continue;
      found.push_back(
          {static_cast<uint32_t>(body), {cell[n], static_cast<uint8_t>(axis), 1 - open[cell[n]], middle[n]}});
    }
  }

  const Solids& solids_;
  const RigidBodies& bodies_;
  const GridSpace& space_;
  const Tiles& tiles_;
  const SolidFaces& faces_;
  std::vector<int> body_of_;  // by solid; -1: not rigid
};

}  // namespace

BodyFaces find_body_faces(const Solids& solids, const RigidBodies& bodies, const GridSpace& space, const Tiles& tiles,
                          const SolidFaces& faces) {
  const Finder finder(solids, bodies, space, tiles, faces);
  std::vector<std::vector<Found>> of_tile(tiles.size());
  parallel_for(
      tiles.size(), [&](size_t t) { finder.find_in_tile(t, of_tile[t]); }, 4);
  BodyFaces result(bodies.size());
  for (const std::vector<Found>& found : of_tile) {
    for (const Found& f : found) result[f.body].push_back(f.face);
  }
  return result;
}

void set_body_velocities(const RigidBodies& bodies, const BodyFaces& body_faces, const GridSpace& space,
                         MacField& velocity) {
  parallel_for(
      bodies.size(),
      [&](size_t b) {
        const RigidMotion motion = bodies.motion(b);
        for (const BodyFace& face : body_faces[b]) {
          const Vec3d arm = arm_to(face.middle, bodies.centre(b), space);
          const Vec3d there = motion.velocity + cross(motion.angular_velocity, arm);
          velocity.face[face.axis][face.cell] = static_cast<float>(there[face.axis]);
        }
      },
      1);
}

}  // namespace weir::grid
