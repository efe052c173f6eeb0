// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/animated_input.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "grid/pressure/projection.h"
#include "grid/tiles/fractions.h"
#include "grid/tiles/visit_cells.h"
#include "sim/in_scene.h"
#include "weir/base/parallel.h"
#include "weir/sim/director_kind.h"

namespace weir::guide {

namespace {

constexpr float kFar = 3;        // cells from the surface where exact distances end
constexpr float kBeyond = 2.5f;  // cells outside in which velocities are known

float to_float(double v) { return static_cast<float>(v); }

}  // namespace

AnimatedInput::AnimatedInput(const Scene& scene, size_t index, const grid::GridSpace& space)
    : scene_(scene),
      settings_(*scene.directors[index].get<GuideSettings>()),
      space_(space),
      builder_(to_float(0.5 * space.cell), scene.frames.rate),
      shape_(*settings_.shape, DirectorPart{scene, index}.location(".shape"), builder_, scene.frames.first,
             scene.frames.rate) {}

// Those that the shape's box touches.
grid::Tiles AnimatedInput::find_tiles() const {
  const bool flat = space_.dimensions == 2;
  const Box3f& box = shape_.bounds();
  const Vec3f low = space_.to_grid(box.lower) - Vec3f{2, 2, 2}, high = space_.to_grid(box.upper) + Vec3f{2, 2, 2};
  const auto tile = [](float v) { return grid::tile_of(static_cast<int>(std::floor(v))); };
  std::vector<Vec3i> coordinates;
  for (int z = flat ? 0 : tile(low.z); z <= (flat ? 0 : tile(high.z)); ++z) {
    for (int y = tile(low.y); y <= tile(high.y); ++y) {
      for (int x = tile(low.x); x <= tile(high.x); ++x) coordinates.push_back({x, y, z});
    }
  }
  return grid::Tiles(std::move(coordinates), space_.dimensions);
}

// At one point of every cell, in cells; +-far in tiles without a surface.
std::vector<float> AnimatedInput::distances(const grid::Tiles& tiles, const Vec3f& in_cell, float far) const {
  std::vector<float> result(tiles.field_size(), far);
  const bool flat = tiles.depth() == 1;
  const auto cell = to_float(space_.cell);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const auto first = static_cast<Vec3f>(tiles.first_cell(t));
        std::array<Vec3f, 512> point;
        std::array<float, 512> moment;
        moment.fill(moment_);
        float middle = 0;
        point[0] = space_.to_world(first + Vec3f{4, 4, flat ? 0.0f : 4.0f});
        shape_.distance(std::span(point).first(1), std::span(moment).first(1), std::span(&middle, 1));
        const size_t count = tiles.cells_per_tile();
        const std::span<float> own = std::span(result).subspan(t * count, count);
        if (std::abs(middle / cell) > 7 + far) return std::fill(own.begin(), own.end(), middle < 0 ? -far : far);
        grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          const Vec3f in_tile{to_float(x), to_float(y), to_float(z)};
          point[i - t * count] = space_.to_world(first + in_tile + in_cell);
        });
        shape_.distance(std::span(point).first(count), std::span(moment).first(count), own);
        for (float& d : own) d /= cell;
      },
      1);
  return result;
}

// 3.3.1: the velocity of the nearest point of the surface, on wanted faces.
grid::MacField AnimatedInput::closest_velocities(const grid::Tiles& tiles, const grid::MacField& wanted) const {
  grid::MacField velocity;
  velocity.resize(tiles);
  const auto step = to_float(0.1 * space_.cell);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const auto first = static_cast<Vec3f>(tiles.first_cell(t));
        for (int axis = 0; axis < tiles.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
            if (wanted.face[a][i] == 0) return;
            Vec3f point =
                space_.to_world(first + Vec3f{to_float(x), to_float(y), to_float(z)} + grid::face_middle(axis));
            Vec3f normal, there;
            float distance;
            const std::span<const float> moment(&moment_, 1);
            // Twice: where the shape is stretched its distance is only a lower bound.
            for (int round = 0; round < 2; ++round) {
              shape_.distance(std::span(&point, 1), moment, std::span(&distance, 1));
              shape_.normals(std::span(&point, 1), moment, step, std::span(&normal, 1));
              point -= normal * distance;
            }
            shape_.velocity(std::span(&point, 1), moment, std::span(&there, 1));
            velocity.face[a][i] = there[axis];
          });
        }
      },
      1);
  return velocity;
}

GuideInput AnimatedInput::read(int frame) {
  const bool last = frame >= scene_.frames.last;
  shape_.move_to(last ? frame - 1 : frame, last ? frame : frame + 1);
  moment_ = last ? 1 : 0;
  GuideInput input{space_, find_tiles(), {}, {}, {}};
  const grid::Tiles& tiles = input.tiles;
  const bool flat = tiles.depth() == 1;
  input.distance = distances(tiles, {0.5f, 0.5f, flat ? 0.0f : 0.5f}, kFar);
  const std::vector<float> corner = distances(tiles, {0, 0, 0}, kFar);
  grid::MacField open;
  open.resize(tiles);
  input.known.resize(tiles);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        grid::Block<1> at;
        at.load(tiles, t, corner);
        grid::visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            const Vec3i u{axis == 0 ? 0 : 1, axis == 0 ? 1 : 0, 0}, v{0, axis == 2 ? 1 : 0, axis == 2 ? 0 : 1};
            const auto inside = [&](const Vec3i& c) { return -at.at(x + c.x, y + c.y, z + c.z); };
            const float share = flat ? grid::open_share(inside({}), inside(u))
                                     : grid::open_share(inside({}), inside(u), inside(v), inside(u + v));
            open.face[static_cast<size_t>(axis)][i] = share < 0.01f ? 0 : share > 0.99f ? 1 : share;
            const bool near = input.distance[i] < kBeyond;
            input.known.face[static_cast<size_t>(axis)][i] = near || share > 0 ? 1.0f : 0.0f;
          }
        });
      },
      4);
  input.velocity = closest_velocities(tiles, input.known);
  if (settings_.velocity == GuideVelocity::potential) {
    input.velocity = potential_flow(tiles, open, input.velocity);
    input.known = open;
    for (std::vector<float>& face : input.known.face) {
      for (float& share : face) share = share > 0 ? 1.0f : 0.0f;
    }
  }
  return input;
}

grid::MacField potential_flow(const grid::Tiles& tiles, const grid::MacField& open, const grid::MacField& surface) {
  // The liquid is at rest, its surface is a wall that moves, and pressure does the rest: what comes of it has no
  // curl, and no divergence.
  const std::vector<float> everywhere(tiles.field_size(), -1.0f);
  grid::MacField velocity;
  velocity.resize(tiles);
  std::vector<float> potential;
  float fastest = 0;
  for (const std::vector<float>& face : surface.face) {
    fastest = parallel_max(tiles.cells(), fastest, [&](size_t i) { return std::abs(face[i]); });
  }
  grid::Projection(tiles, everywhere, {&open, &surface})
      .solve({}, {.tolerance = 1e-4f * fastest, .max_iterations = 300}, velocity, potential);
  return velocity;
}

}  // namespace weir::guide
