// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/grid_flow.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "grid/pressure/cell_room.h"
#include "grid/surface/liquid_shape.h"
#include "grid/surface/redistance.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// Of the free velocity, which is only ever a wish: project() has the last word. On the faces of a control mesh it is
// off by one hundredth of what it differs from the mesh's (docs/notes/performance.md).
constexpr float kRoughness = 64;
// A cell in the air that is not further from the surface than this has some of the liquid below the surface in it.
constexpr float kSurfaceInCell = 0.5f;
constexpr float kFarthestSpread = 2;  // cells in a step

// A copy in memory that may be there already, made by all threads.
void copy_to(std::span<const float> from, std::vector<float>& to) {
  to.resize(from.size());
  parallel_for_blocks(
      from.size(), [&](size_t begin, size_t end) { std::copy(&from[begin], &from[begin] + (end - begin), &to[begin]); },
      1 << 16);
}

}  // namespace

GridFlow::~GridFlow() {
  if (!given_.memory) return;
  if (prescribed_)
    *given_.memory = {
        std::move(prescribed_->open), std::move(prescribed_->passing), std::move(prescribed_->carried), {}, {}};
  if (with_held_) {
    if (!prescribed_) given_.memory->open = std::move(with_held_->open);
    given_.memory->share = std::move(with_held_->share);
    given_.memory->room = std::move(with_held_->room);
  }
}

void GridFlow::hold(std::span<const CellBits> held) {
  if (!with_held_) {
    Memory memory = given_.memory ? std::move(*given_.memory) : Memory{};
    with_held_.emplace(
        SolidFaces{std::move(memory.open), {}, {}, std::move(memory.share), std::move(memory.room), solids().walls});
    for (size_t axis = 0; axis < 3; ++axis) copy_to(solids().open.face[axis], with_held_->open.face[axis]);
    copy_to(solids().share, with_held_->share);
    copy_to(solids().room, with_held_->room);
    if (given_.memory) *given_.memory = {{}, std::move(memory.passing), std::move(memory.carried), {}, {}};
    held_.assign(tiles().size() + 1, CellBits{});
    held_faces_.resize(tiles().size());
  }
  for (size_t t = 0; t < tiles().size(); ++t) {
    for (size_t z = 0; z < held_[t].size(); ++z) held_[t][z] |= held[t][z];
  }
  std::vector<uint8_t> beside(tiles().size(), 0);
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        close_held(t);
        beside[t] = touches_held(t);
      },
      8);
  find_room(tiles(), beside, *with_held_);
}

// Whether a cell of a tile is held or touches one that is.
bool GridFlow::touches_held(size_t t) const {
  uint64_t any = 0;
  for (int n = 0; n < 27; ++n) {
    const Vec3i way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    const CellBits& there = held_[tiles().neighbour(t, way.x, way.y, way.z)];
    for (int z = 0; z < tiles().depth(); ++z) any |= there[static_cast<size_t>(z)] & touched_from(way, z);
  }
  return any != 0;
}

// A face is that of a held cell when its own is one or the one below it.
void GridFlow::close_held(size_t t) {
  const auto beside = [&](int x, int y, int z) -> const CellBits& { return held_[tiles().neighbour(t, -x, -y, -z)]; };
  const CellBits &own = held_[t], &left = beside(1, 0, 0), &below = beside(0, 1, 0), &behind = beside(0, 0, 1);
  std::array<CellBits, 3>& faces = held_faces_[t];
  for (size_t z = 0; z < static_cast<size_t>(tiles().depth()); ++z) {
    faces[0][z] = own[z] | moved_along_x(left[z], own[z], 0, 1);
    faces[1][z] = own[z] | moved_along_y(below[z], own[z], 0, 1);
    if (tiles().dimensions() == 3) faces[2][z] = own[z] | (z > 0 ? own[z - 1] : behind[kTileSize - 1]);
  }
  const auto clear = [&](const CellBits& where, std::vector<float>& field) {
    if (!has_any(where)) return;
    visit_rows(tiles(), t, [&](int y, int z, size_t i) {
      const uint32_t bits = row_bits(where, y, z);
      if (bits != 0) simd::store(simd::mask_of(bits) ? simd::set(0) : simd::load(&field[i]), &field[i]);
    });
  };
  clear(own, with_held_->share);
  for (size_t axis = 0; axis < 3; ++axis) clear(faces[axis], with_held_->open.face[axis]);
}

void GridFlow::deepen_held(std::vector<float>& distance) const {
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        if (!has_any(held_[t])) return;
        visit_rows(tiles(), t, [&](int y, int z, size_t i) {
          const RowMask held = simd::mask_of(row_bits(held_[t], y, z));
          simd::store(held ? simd::set(-1) : simd::load(&distance[i]), &distance[i]);
        });
      },
      16);
}

void GridFlow::find_surface() {
  const SolidFaces& around = with_held_ ? *with_held_ : solids();
  find_surface_distance(tiles(), volume_, around.room, distance_);
  if (with_held_) deepen_held(distance_);
  const std::vector<float> holes = close_holes(tiles(), around, distance_);
  liquid_ = liquid_volume(tiles(), volume_, distance_, around.share);
  find_volume_sources(tiles(), volume_, around, distance_, holes, liquid_, static_cast<float>(space().cell), step(),
                      crowding_);
  sources_.assign(tiles().field_size(), 0.0f);
}

void GridFlow::find_free_flow() {
  if (free_projection_) return;
  ProjectionSettings rough = given_.pressure;
  rough.tolerance *= kRoughness;
  free_projection_.emplace(tiles(), distance_, FaceConditions{&solids().open, &solids().velocity, given_.lightness},
                           given_.bodies);
  free_projection_->find_pressure(sources_, rough, velocity_, free_pressure_);
}

float GridFlow::free_velocity(size_t axis, size_t cell, size_t below) const {
  return velocity_.face[axis][cell] - free_projection_->rise_at(axis, cell, below, free_pressure_);
}

void GridFlow::start_prescribing() {
  if (prescribed_) return;
  Memory memory = given_.memory ? std::move(*given_.memory) : Memory{};
  prescribed_.emplace(Prescribed{with_held_ ? std::move(with_held_->open) : solids().open, std::move(memory.passing),
                                 std::move(memory.carried), std::vector<uint8_t>(tiles().size(), 0)});
  for (size_t axis = 0; axis < 3; ++axis) {
    copy_to(solids().velocity.face[axis], prescribed_->passing.face[axis]);
    std::vector<float>& carried = prescribed_->carried.face[axis];
    carried.resize(tiles().field_size());
    parallel_for_blocks(
        carried.size(),
        [&](size_t begin, size_t end) { std::fill(&carried[begin], &carried[begin] + (end - begin), kFree); }, 1 << 16);
  }
}

void GridFlow::prescribe(int axis, size_t cell, float velocity, float passing) {
  start_prescribing();
  prescribed_->tiles[cell / tiles().cells_per_tile()] = 1;
  const auto a = static_cast<size_t>(axis);
  const float open = solids().open.face[a][cell];
  prescribed_->open.face[a][cell] = 0;
  prescribed_->passing.face[a][cell] = open * passing + (1 - open) * solids().velocity.face[a][cell];
  prescribed_->carried.face[a][cell] = velocity;
}

// Those that no solid covers, and that nothing else has prescribed.
void GridFlow::prescribe_held(const HeldVelocity& find) {
  if (!with_held_) return;
  start_prescribing();
  const size_t cells = tiles().cells_per_tile();
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        alignas(64) std::array<float, kTileSize * kTileRows> velocity;
        for (size_t axis = 0; axis < static_cast<size_t>(tiles().dimensions()); ++axis) {
          const CellBits& faces = held_faces_[t][axis];
          if (!has_any(faces)) continue;
          prescribed_->tiles[t] = 1;
          find(t, static_cast<int>(axis), velocity);
          float *passing = prescribed_->passing.face[axis].data(), *carried = prescribed_->carried.face[axis].data();
          visit_rows(tiles(), t, [&](int y, int z, size_t i) {
            const uint32_t bits = row_bits(faces, y, z);
            if (bits == 0) return;
            const Row open = simd::load(&solids().open.face[axis][i]), v = simd::load(&velocity[i - t * cells]);
            const Row wall = simd::load(passing + i), before = simd::load(carried + i);
            const RowMask held = simd::mask_of(bits) & (open > 0) & (before == kFree);
            simd::store(held ? open * v + (1 - open) * wall : wall, passing + i);
            simd::store(held ? v : before, carried + i);
          });
        }
      },
      4);
}

FaceConditions GridFlow::faces() const {
  return prescribed_ ? FaceConditions{&prescribed_->open, &prescribed_->passing, given_.lightness}
                     : FaceConditions{&solids().open, &solids().velocity, given_.lightness};
}

PoissonSolver::Result GridFlow::project(const MoveBodies& move_bodies) {
  projection_.emplace(tiles(), distance_, faces(), given_.bodies);
  pressure_ = free_pressure_;
  return solve(move_bodies);
}

PoissonSolver::Result GridFlow::project_anew(const MoveBodies& move_bodies) {
  if (given_.bodies) {
    pass_bodies();
    projection_->renew_bodies(*given_.bodies);
  }
  return solve(move_bodies);
}

PoissonSolver::Result GridFlow::solve(const MoveBodies& move_bodies) {
  ProjectionSettings settings = given_.pressure;
  if (given_.bodies) settings.tolerance *= given_.bodies->roughness;
  PoissonSolver::Result result = projection_->find_pressure(sources_, settings, velocity_, pressure_);
  if (const BodyCoupling* bodies = projection_->bodies()) {
    given_.bodies->seen = bodies->motions(pressure_, BodyCoupling::Pressed::no);
    given_.bodies->motion = bodies->motions(pressure_, BodyCoupling::Pressed::yes);
    const std::vector<float> before = body_velocities();
    if (move_bodies && move_bodies()) {
      pass_bodies();
      const int first = result.iterations;
      result = projection_->find_pressure_past_bodies(given_.bodies->faces, before, given_.pressure, pressure_);
      result.iterations += first;
    }
  }
  projection_->apply(pressure_, velocity_);
  carry(velocity_);
  return result;
}

// Of what closes their faces, one body after the other.
std::vector<float> GridFlow::body_velocities() const {
  const MacField& velocity = *faces().velocity;
  std::vector<float> result;
  for (const std::vector<BodyFace>& faces : given_.bodies->faces) {
    for (const BodyFace& face : faces) result.push_back(velocity.face[face.axis][face.cell]);
  }
  return result;
}

// Faces of bodies pass what solids() has by now, but where something is prescribed.
void GridFlow::pass_bodies() {
  if (!prescribed_) return;
  for (const std::vector<BodyFace>& faces : given_.bodies->faces) {
    for (const BodyFace& face : faces) {
      if (is_prescribed(face.axis, face.cell)) continue;
      prescribed_->passing.face[face.axis][face.cell] = solids().velocity.face[face.axis][face.cell];
    }
  }
}

PoissonSolver::Result GridFlow::project_again() {
  if (!given_.bodies) return project();
  pass_bodies();
  std::vector<float> change;
  const PoissonSolver::Result result = projection_->solve_past_bodies(sources_, given_.pressure, velocity_, change);
  parallel_for(tiles().cells(), [&](size_t i) { pressure_[i] += change[i]; });
  carry(velocity_);
  return result;
}

template <class Visit>
void GridFlow::visit_prescribed(const Visit& visit) const {
  if (!prescribed_) return;
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        if (!prescribed_->tiles[t]) return;
        for (size_t axis = 0; axis < static_cast<size_t>(tiles().dimensions()); ++axis) {
          visit_rows(tiles(), t, [&](int, int, size_t i) {
            visit(axis, i, simd::load(&prescribed_->carried.face[axis][i]) != kFree);
          });
        }
      },
      4);
}

void GridFlow::carry(MacField& velocity) const {
  visit_prescribed([&](size_t axis, size_t i, const RowMask& is) {
    float* to = &velocity.face[axis][i];
    simd::store(is ? simd::load(&prescribed_->carried.face[axis][i]) : simd::load(to), to);
  });
}

std::vector<float> GridFlow::plain_distance() const {
  std::vector<float> distance;
  find_surface_distance(tiles(), volume_, with_held_ ? with_held_->room : solids().room, distance);
  if (!with_held_) return distance;
  // Between held cells and walls there is little room, and few particles tell nothing: no holes are shown there.
  deepen_held(distance);
  close_holes(tiles(), *with_held_, distance);
  // The blank tile holds nothing, but what is beyond the tiles beside held cells is held too.
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        const auto is_missing = [&](int x, int y, int z) { return tiles().neighbour(t, x, y, z) == tiles().blank(); };
        const auto ends = [&](int n, int last) { return n == 0 ? -1 : n == last ? 1 : 0; };
        visit_cells(tiles(), t, [&](int x, int y, int z, size_t i) {
          if (!(row_bits(held_[t], y, z) >> x & 1)) return;
          const int dx = ends(x, 7), dy = ends(y, 7), dz = tiles().depth() == 1 ? 0 : ends(z, 7);
          const bool at_end = is_missing(dx, 0, 0) || is_missing(0, dy, 0) || is_missing(0, 0, dz);
          distance[i] = at_end ? kNoDistance : -1;
        });
      },
      4);
  return distance;
}

void GridFlow::show_prescribed(MacField& velocity, MacField& weight) const {
  carry(velocity);
  visit_prescribed([&](size_t axis, size_t i, const RowMask& is) {
    float* to = &weight.face[axis][i];
    simd::store(is ? simd::max(simd::load(to), simd::set(1)) : simd::load(to), to);
  });
}

MacField GridFlow::known_faces(const MacField& weight) const {
  MacField known;
  known.resize(tiles());
  const size_t cells = tiles().cells_per_tile();
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        const auto own = std::span(distance_).subspan(t * cells, cells);
        const bool deep = std::all_of(own.begin(), own.end(), [](float d) { return d < -kSurfaceInCell; });
        Block<2> liquid, distance;
        if (!deep) {
          liquid.load(tiles(), t, projection_->liquid());
          distance.load(tiles(), t, distance_);
        }
        for (int axis = 0; axis < tiles().dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          visit_cells(tiles(), t, [&](int x, int y, int z, size_t i) {
            const auto along = [&](const Block<2>& block, int way) {
              return block.at(x + (axis == 0 ? way : 0), y + (axis == 1 ? way : 0), z + (axis == 2 ? way : 0));
            };
            const auto hangs = [&] {
              return along(liquid, -1) + along(liquid, 0) == 0 &&
                     ((along(liquid, -2) > 0 && along(distance, -1) < kSurfaceInCell) ||
                      (along(liquid, 1) > 0 && along(distance, 0) < kSurfaceInCell));
            };
            const bool moves = weight.face[a][i] > 1e-6f && solids().open.face[a][i] > 0 && (deep || !hangs());
            known.face[a][i] = moves || is_prescribed(axis, i) ? 1.0f : 0.0f;
          });
        }
      },
      4);
  return known;
}

std::optional<MacField> GridFlow::spreading() {
  const auto most_of = [&](std::span<const float> field, float most) {
    return parallel_max(tiles().cells(), most, [&](size_t i) { return std::abs(field[i]); });
  };
  const ProjectionSettings settings = given_.pressure;
  if (most_of(crowding_, 0) <= settings.tolerance) return {};
  MacField way;
  way.resize(tiles());
  std::vector<float> pressure;
  projection_->spread(crowding_, settings, way, pressure);
  // All alike: cut off face by face it would crowd particles elsewhere.
  const float limit = kFarthestSpread * static_cast<float>(space().cell) / step();
  float farthest = 0;
  for (const std::vector<float>& face : way.face) farthest = most_of(face, farthest);
  const float share = std::min(1.0f, limit / std::max(farthest, 1e-30f));
  for (std::vector<float>& face : way.face) {
    parallel_for(tiles().cells(), [&](size_t i) { face[i] *= share; });
  }
  return way;
}

}  // namespace weir::grid
