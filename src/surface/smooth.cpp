// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/smooth.h"

#include <cstdint>

#include "weir/base/parallel.h"

namespace weir::surface {

namespace {

constexpr float kStep = 0.7f;  // of the way; the mesh would swing to and fro with more

struct Neighbours {
  std::vector<uint32_t> begin, end;  // for every vertex, in the list below
  std::vector<int32_t> vertex;
};

// Around a vertex of a closed mesh every neighbour follows it in exactly one triangle.
Neighbours neighbours_of(const Mesh& mesh) {
  Neighbours n;
  n.begin.assign(mesh.positions.size(), 0);
  for (const Vec3i& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) ++n.begin[static_cast<size_t>(t[k])];
  }
  uint32_t sum = 0;
  for (uint32_t& b : n.begin) b = sum += b;
  n.end = n.begin;
  n.vertex.resize(sum);
  for (const Vec3i& t : mesh.triangles) {  // moves the begins from the ends to where they belong
    for (int k = 0; k < 3; ++k) n.vertex[--n.begin[static_cast<size_t>(t[k])]] = t[(k + 1) % 3];
  }
  return n;
}

bool in_wall(const Vec3f& p, const Box3f& walls) {
  for (int axis = 0; axis < 3; ++axis) {
    if (p[axis] <= walls.lower[axis] || p[axis] >= walls.upper[axis]) return true;
  }
  return false;
}

// Vertices that lie in walls with all their neighbours.
std::vector<uint8_t> amid_walls(const std::vector<Vec3f>& positions, const Box3f& walls, const Neighbours& neighbours) {
  std::vector<uint8_t> wall(positions.size()), amid(positions.size());
  parallel_for(positions.size(), [&](size_t i) { wall[i] = in_wall(positions[i], walls); });
  parallel_for(positions.size(), [&](size_t i) {
    amid[i] = wall[i];
    for (uint32_t k = neighbours.begin[i]; k < neighbours.end[i]; ++k) {
      amid[i] = amid[i] && wall[static_cast<size_t>(neighbours.vertex[k])];
    }
  });
  return amid;
}

// The neighbours that are not amid walls, of those vertices that are not: looking only at them, the edge where the
// liquid's surface meets a wall stays sharp.
Neighbours without_walls(Neighbours neighbours, const std::vector<uint8_t>& amid) {
  parallel_for(amid.size(), [&](size_t i) {
    const auto first = neighbours.vertex.begin() + neighbours.begin[i];
    const auto last = std::remove_if(first, neighbours.vertex.begin() + neighbours.end[i],
                                     [&](int32_t j) { return amid[static_cast<size_t>(j)] != 0; });
    neighbours.end[i] = amid[i] ? neighbours.begin[i] : static_cast<uint32_t>(last - neighbours.vertex.begin());
  });
  return neighbours;
}

// Every value a way towards the mean of its neighbours' ones.
void step(const Neighbours& neighbours, std::span<const float> strength, const std::vector<Vec3f>& from,
          std::vector<Vec3f>& to) {
  parallel_for(from.size(), [&](size_t i) {
    Vec3f sum{};
    const uint32_t begin = neighbours.begin[i], end = neighbours.end[i];
    for (uint32_t k = begin; k < end; ++k) sum += from[static_cast<size_t>(neighbours.vertex[k])];
    const float count = static_cast<float>(std::max(1u, end - begin));
    to[i] = from[i] + (end > begin ? sum / count - from[i] : Vec3f{}) * (kStep * strength[i]);
  });
}

void repeat(const Neighbours& neighbours, std::span<const float> strength, int steps, std::vector<Vec3f>& values) {
  std::vector<Vec3f> other(values.size());
  for (int n = 0; n < steps; ++n) {
    step(neighbours, strength, values, other);
    values.swap(other);
  }
}

// What lies in a wall stays in it, and nothing passes it.
Vec3f within_walls(const Vec3f& from, const Vec3f& to, const Box3f& walls) {
  Vec3f p = from;
  for (int axis = 0; axis < 3; ++axis) {
    if (p[axis] <= walls.lower[axis] || p[axis] >= walls.upper[axis]) continue;
    p[axis] = std::clamp(to[axis], walls.lower[axis], walls.upper[axis]);
  }
  return p;
}

// Vertices amid walls make way for those at their edge, which have moved, lest triangles fold over.
void follow_in_walls(const Neighbours& neighbours, const std::vector<uint8_t>& amid, const Box3f& walls,
                     std::vector<Vec3f>& positions) {
  constexpr int kSteps = 10;
  std::vector<uint32_t> movable;
  for (size_t i = 0; i < amid.size(); ++i) {
    if (amid[i]) movable.push_back(static_cast<uint32_t>(i));
  }
  std::vector<Vec3f> next(movable.size());
  for (int n = 0; n < kSteps; ++n) {
    parallel_for(movable.size(), [&](size_t k) {
      const size_t i = movable[k];
      Vec3f sum{};
      for (uint32_t j = neighbours.begin[i]; j < neighbours.end[i]; ++j) {
        sum += positions[static_cast<size_t>(neighbours.vertex[j])];
      }
      const Vec3f mean = sum / static_cast<float>(neighbours.end[i] - neighbours.begin[i]);
      next[k] = within_walls(positions[i], mean, walls);
    });
    for (size_t k = 0; k < movable.size(); ++k) positions[movable[k]] = next[k];
  }
}

}  // namespace

void smooth(Mesh& mesh, int steps, std::span<const float> strength, const Box3f& walls) {
  if (steps <= 0 || mesh.positions.empty()) return;
  const Neighbours all = neighbours_of(mesh);
  const std::vector<uint8_t> amid = amid_walls(mesh.positions, walls, all);
  const Neighbours neighbours = without_walls(all, amid);
  std::vector<Vec3f> smoothed = mesh.positions;
  repeat(neighbours, strength, steps, smoothed);
  std::vector<Vec3f> move(mesh.positions.size());
  for (size_t i = 0; i < move.size(); ++i) move[i] = smoothed[i] - mesh.positions[i];
  repeat(neighbours, strength, steps, move);
  parallel_for(mesh.positions.size(),
               [&](size_t i) { mesh.positions[i] = within_walls(mesh.positions[i], smoothed[i] - move[i], walls); });
  follow_in_walls(all, amid, walls, mesh.positions);
}

}  // namespace weir::surface
