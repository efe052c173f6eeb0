// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every sample owns the three edges that leave it along x, y and z, and the cube above it; every block those of its
// samples. Blocks are gone over three times, on all threads: to find those that are cut, to count their vertices and
// triangles, and to write them where they belong.

#include "surface/march.h"

#include <fmt/format.h>

#include <bit>
#include <limits>

#include "geometry/mesh/cube_cases.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::surface {

namespace {

constexpr int kSide = kBlock + 1;
// A vertex stays so far from the samples, in cells, that the triangles around it do not collapse.
constexpr float kMargin = 0.05f;

constexpr size_t local_index(int x, int y, int z) { return static_cast<size_t>((x * kSide + y) * kSide + z); }

// The samples of a block and the first ones of the blocks after it.
using Local = std::array<float, kSide * kSide * kSide>;

// Blocks whose cubes or edges are cut.
struct Front {
  std::vector<Vec3i> block;                            // sorted
  std::vector<uint32_t> first_vertex, first_triangle;  // of every block, and the end
  std::vector<uint16_t> rank;                          // of every sample: cut edges of the block's samples before it
  std::vector<uint8_t> cut;  // of every sample: a bit for every axis along which its edge is cut
};

// False when all samples are on one side.
bool gather(const BlockGrid& grid, const Vec3i& block, Local& local) {
  bool some_inside = false, some_outside = false;
  for (int n = 0; n < 8; ++n) {
    const Vec3i step{n & 1, n >> 1 & 1, n >> 2};
    const size_t from = find_block(grid.block, block + step);
    const float constant = from != kNoBlock ? 0.0f : grid.is_inside(block + step) ? 1.0f : -1.0f;
    const float* values = from != kNoBlock ? &grid.value[from * kBlockSamples] : nullptr;
    const Vec3i size{step.x ? 1 : kBlock, step.y ? 1 : kBlock, step.z ? 1 : kBlock};
    for (int x = 0; x < size.x; ++x) {
      for (int y = 0; y < size.y; ++y) {
        for (int z = 0; z < size.z; ++z) {
          const float value = values ? values[sample_index(x, y, z)] : constant;
          local[local_index(x + step.x * kBlock, y + step.y * kBlock, z + step.z * kBlock)] = value;
          some_inside |= value > 0;
          some_outside |= !(value > 0);
        }
      }
    }
  }
  return some_inside && some_outside;
}

// A block that is not in the grid can be cut when one just after it is.
Front make_front(const BlockGrid& grid) {
  std::vector<Vec3i> candidates;
  candidates.reserve(8 * grid.block.size());
  for (const Vec3i& block : grid.block) {
    for (int n = 0; n < 8; ++n) candidates.push_back(block - Vec3i{n & 1, n >> 1 & 1, n >> 2});
  }
  sort_blocks(candidates);
  std::vector<uint8_t> is_cut(candidates.size());
  parallel_for(
      candidates.size(),
      [&](size_t b) {
        Local local;
        is_cut[b] = gather(grid, candidates[b], local);
      },
      16);
  Front front;
  for (size_t b = 0; b < candidates.size(); ++b) {
    if (is_cut[b]) front.block.push_back(candidates[b]);
  }
  front.first_vertex.assign(front.block.size() + 1, 0);
  front.first_triangle.assign(front.block.size() + 1, 0);
  front.rank.resize(front.block.size() * kBlockSamples);
  front.cut.resize(front.block.size() * kBlockSamples);
  return front;
}

template <class Visit>
void for_each_sample(Visit&& visit) {
  for (int x = 0; x < kBlock; ++x) {
    for (int y = 0; y < kBlock; ++y) {
      for (int z = 0; z < kBlock; ++z) visit(x, y, z);
    }
  }
}

size_t case_of(const Local& local, int x, int y, int z) {
  size_t inside = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const float value = local[local_index(x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2))];
    inside |= static_cast<size_t>(value > 0) << corner;
  }
  return inside;
}

float across(const Local& local, int x, int y, int z, int axis) {
  return local[local_index(x + (axis == 0), y + (axis == 1), z + (axis == 2))];
}

// Finds the cut edges of a block; first_vertex and first_triangle get the numbers of vertices and triangles.
void count_block(const BlockGrid& grid, Front& front, size_t b) {
  Local local;
  gather(grid, front.block[b], local);
  uint32_t vertices = 0, triangles = 0;
  for_each_sample([&](int x, int y, int z) {
    const size_t sample = b * kBlockSamples + sample_index(x, y, z);
    const bool inside = local[local_index(x, y, z)] > 0;
    front.rank[sample] = static_cast<uint16_t>(vertices);
    for (int axis = 0; axis < 3; ++axis) {
      if ((across(local, x, y, z, axis) > 0) == inside) continue;
      front.cut[sample] = static_cast<uint8_t>(front.cut[sample] | 1 << axis);
      ++vertices;
    }
    triangles += static_cast<uint32_t>(cube_cases()[case_of(local, x, y, z)].triangles.size());
  });
  front.first_vertex[b] = vertices;
  front.first_triangle[b] = triangles;
}

// From numbers to the sums of those before.
size_t accumulate(std::vector<uint32_t>& counts) {
  size_t sum = 0;
  for (uint32_t& count : counts) {
    const size_t before = sum;
    sum += count;
    count = static_cast<uint32_t>(before);
  }
  if (sum > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    throw InputError("", fmt::format("the surface has {} million triangles, too many for a mesh; choose a larger "
                                     "surface.cell",
                                     sum / 1'000'000));
  }
  return sum;
}

void write_vertices(const Local& local, const Front& front, size_t b, Mesh& mesh) {
  const Vec3d origin = static_cast<Vec3d>(front.block[b]) * double{kBlock};
  size_t vertex = front.first_vertex[b];
  for_each_sample([&](int x, int y, int z) {
    const uint8_t cut = front.cut[b * kBlockSamples + sample_index(x, y, z)];
    const float here = local[local_index(x, y, z)];
    for (int axis = 0; axis < 3; ++axis) {
      if ((cut >> axis & 1) == 0) continue;
      const float there = across(local, x, y, z, axis);
      Vec3d p = origin + static_cast<Vec3d>(Vec3i{x, y, z});
      p[axis] += static_cast<double>(std::clamp(here / (here - there), kMargin, 1 - kMargin));
      mesh.positions[vertex++] = static_cast<Vec3f>(p);
    }
  });
}

void write_triangles(const Local& local, const Front& front, size_t b, Mesh& mesh) {
  std::array<size_t, 8> around;
  for (int n = 0; n < 8; ++n) {
    around[static_cast<size_t>(n)] = find_block(front.block, front.block[b] + Vec3i{n & 1, n >> 1 & 1, n >> 2});
  }
  const auto vertex_of = [&](int x, int y, int z, int edge) {
    const int corner = edge_corner(edge);
    const Vec3i p{x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2)};
    const size_t owner = around[static_cast<size_t>((p.x >> 3) | (p.y >> 3) << 1 | (p.z >> 3) << 2)];
    const size_t sample = owner * kBlockSamples + sample_index(p.x & 7, p.y & 7, p.z & 7);
    const auto before = static_cast<uint8_t>(front.cut[sample] & ((1 << edge / 4) - 1));
    return static_cast<int32_t>(front.first_vertex[owner] + front.rank[sample] +
                                static_cast<uint32_t>(std::popcount(before)));
  };
  size_t triangle = front.first_triangle[b];
  for_each_sample([&](int x, int y, int z) {
    for (const auto& t : cube_cases()[case_of(local, x, y, z)].triangles) {
      mesh.triangles[triangle++] = {vertex_of(x, y, z, t[0]), vertex_of(x, y, z, t[1]), vertex_of(x, y, z, t[2])};
    }
  });
}

}  // namespace

Mesh march(const BlockGrid& grid) {
  Front front = make_front(grid);
  const size_t blocks = front.block.size();
  parallel_for(
      blocks, [&](size_t b) { count_block(grid, front, b); }, 16);
  Mesh mesh;
  mesh.positions.resize(accumulate(front.first_vertex));
  mesh.triangles.resize(accumulate(front.first_triangle));
  parallel_for(
      blocks,
      [&](size_t b) {
        Local local;
        gather(grid, front.block[b], local);
        write_vertices(local, front, b, mesh);
        write_triangles(local, front, b, mesh);
      },
      16);
  return mesh;
}

}  // namespace weir::surface
