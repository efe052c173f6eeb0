// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Poisson-disc sampling by darts into cells that shrink (Ebeida et al. 2012, "A Simple Algorithm for Maximal
// Poisson-Disk Sampling in High Dimensions"). A cell's diagonal is the spacing, so it holds at most one sample. A round
// throws one dart into every cell that is still open; then open cells are halved along every axis, and the parts that a
// sample covers or that lie outside the region are dropped. What is open shrinks towards the holes.
//
// For threads, cells are grouped into blocks of 8 a side. Blocks of one colour (odd or even along each axis) are too
// far apart to hinder each other: the colours take turns, the blocks of a colour run at the same time, a block runs in
// order.

#include <array>

#include "base/random.h"
#include "geometry/sampling/sampling_limits.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir {

namespace {

constexpr int kSide = 8;   // cells along a block's side
constexpr int kReach = 2;  // cells over which two samples can be too close
constexpr int kWide = kSide + 2 * kReach;
constexpr uint32_t kRounds = 6;  // the last open parts are 1/32 of a cell
constexpr uint32_t kStream = 0x706f6973;
constexpr float kRounding = 1e-6f;  // of squared distances in float, relative; more than they are off

// What a cell without a sample has instead: infinitely far from everything.
constexpr Vec3f kEmpty{std::numeric_limits<float>::infinity(), 0, 0};
bool is_sample(const Vec3f& p) { return p.x != kEmpty.x; }

// A part of a cell that no sample covers yet: in round r, one of 2^r along each axis.
struct OpenPart {
  uint16_t cell;  // in its block
  std::array<uint8_t, 3> part;
};

struct Block {
  Vec3i coordinates;               // among all blocks
  std::array<int32_t, 27> around;  // neighbours' indices, -1 where there is none; itself in the middle
  std::vector<OpenPart> open;      // parts of one cell follow each other
};

class PoissonSampler {
 public:
  PoissonSampler(const Field& field, float spacing, PoissonRegion region, int dimensions, uint64_t seed);
  std::vector<Vec3f> run();

 private:
  void find_blocks();
  void open_cells(Block& block) const;
  void throw_darts(size_t block, uint32_t round);
  void halve(size_t block, uint32_t round);

  Vec3i cell_in_block(uint16_t cell) const { return {cell % kSide, cell / kSide % kSide, cell / (kSide * kSide)}; }
  Vec3d corner_of(const Block& block, const OpenPart& open, double part_size) const;
  Vec3f dart(const Block& block, const OpenPart& open, uint32_t round) const;
  std::vector<Vec3f> surroundings(const Block& block) const;
  size_t slot_in_surroundings(const Vec3i& cell) const {
    return static_cast<size_t>(cell.x + kReach + kWide * (cell.y + kReach + kWide * (cell.z + reach_z_)));
  }
  bool is_free(const Vec3f& p, const Vec3f* cell) const;
  bool is_covered(const Vec3f& centre, float half, const std::vector<Vec3f>& samples) const;
  size_t first_cell(size_t block) const { return block * static_cast<size_t>(cells_per_block_); }
  double half_diagonal(double size) const { return size * std::sqrt(static_cast<double>(dimensions_)) / 2; }
  // Whether a part of this half diagonal around a point of this distance may hold a point of the region.
  bool may_hold(float distance, double half) const {
    const auto d = static_cast<double>(distance);
    return d < half && d > -shell_ - half;
  }

  const Field& field_;
  double spacing_, shell_, cell_;
  int dimensions_;
  Random random_;
  Box3d box_;
  Vec3i blocks_along_{1, 1, 1};
  int cells_per_block_;
  std::vector<Block> blocks_;
  std::vector<Vec3f> sample_;  // one a cell of every block
  int reach_z_;
  std::vector<int32_t> reach_;  // from a cell to those that matter, nearest first, in steps of surroundings()
};

PoissonSampler::PoissonSampler(const Field& field, float spacing, PoissonRegion region, int dimensions, uint64_t seed)
    : field_(field),
      spacing_(static_cast<double>(spacing)),
      shell_(static_cast<double>(region.shell)),
      // A hair smaller than the diagonal allows, so that rounding never puts two samples into one cell.
      cell_(spacing_ / std::sqrt(static_cast<double>(dimensions)) * (1 - 1e-6)),
      dimensions_(dimensions),
      random_(seed, kStream),
      box_(sampling_bounds(field, dimensions)),
      cells_per_block_(dimensions == 3 ? kSide * kSide * kSide : kSide * kSide),
      reach_z_(dimensions == 3 ? kReach : 0) {
  if (box_.empty()) return;
  Vec3d blocks{1, 1, 1};
  for (int axis = 0; axis < dimensions; ++axis) {
    blocks[axis] = std::max(1.0, std::ceil(box_.size()[axis] / (cell_ * kSide)));
  }
  check_candidates(blocks.x * blocks.y * blocks.z * cells_per_block_, box_.size(), spacing);
  blocks_along_ = static_cast<Vec3i>(blocks);
  std::vector<std::pair<int32_t, int32_t>> reach;  // squared distance, step
  for (int z = -reach_z_; z <= reach_z_; ++z) {
    for (int y = -kReach; y <= kReach; ++y) {
      for (int x = -kReach; x <= kReach; ++x) {
        const Vec3i gap = max(Vec3i{std::abs(x), std::abs(y), std::abs(z)} - Vec3i{1, 1, 1}, Vec3i{});
        if (length_squared(gap) < dimensions) reach.emplace_back(x * x + y * y + z * z, x + kWide * (y + kWide * z));
      }
    }
  }
  std::sort(reach.begin(), reach.end());
  for (const auto& [distance, step] : reach) reach_.push_back(step);
}

void PoissonSampler::find_blocks() {
  const auto along = [](int32_t n) { return static_cast<size_t>(n); };
  const size_t all = along(blocks_along_.x) * along(blocks_along_.y) * along(blocks_along_.z);
  std::vector<int32_t> number(all);
  const auto coordinates_of = [&](size_t i) {
    return Vec3i{static_cast<int32_t>(i % along(blocks_along_.x)),
                 static_cast<int32_t>(i / along(blocks_along_.x) % along(blocks_along_.y)),
                 static_cast<int32_t>(i / along(blocks_along_.x) / along(blocks_along_.y))};
  };
  parallel_for(all, [&](size_t i) {
    const double size = cell_ * kSide;
    Vec3d centre = box_.lower + (static_cast<Vec3d>(coordinates_of(i)) + Vec3d{0.5, 0.5, 0.5}) * size;
    if (dimensions_ == 2) centre.z = 0;
    number[i] = may_hold(distance_at(field_, static_cast<Vec3f>(centre)), half_diagonal(size)) ? 0 : -1;
  });
  for (size_t i = 0; i < all; ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<int32_t>(blocks_.size());
    blocks_.push_back({coordinates_of(i), {}, {}});
  }
  for (Block& block : blocks_) {
    for (int32_t k = 0; k < 27; ++k) {
      const Vec3i p = block.coordinates + Vec3i{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
      const bool exists = min_component(p) >= 0 && min_component(blocks_along_ - p) > 0;
      block.around[static_cast<size_t>(k)] =
          exists ? number[along(p.x) + along(blocks_along_.x) * (along(p.y) + along(blocks_along_.y) * along(p.z))]
                 : -1;
    }
  }
  sample_.assign(blocks_.size() * static_cast<size_t>(cells_per_block_), kEmpty);
}

// All cells of the block in random order: in reading order the samples would lean one way.
void PoissonSampler::open_cells(Block& block) const {
  for (int cell = 0; cell < cells_per_block_; ++cell) block.open.push_back({static_cast<uint16_t>(cell), {}});
  const auto index = static_cast<uint64_t>(&block - blocks_.data());
  for (uint32_t i = static_cast<uint32_t>(cells_per_block_) - 1; i > 0; --i) {
    std::swap(block.open[i], block.open[random_.below(i + 1, index, i | 1u << 31)]);
  }
}

Vec3d PoissonSampler::corner_of(const Block& block, const OpenPart& open, double part_size) const {
  const Vec3i cell = block.coordinates * kSide + cell_in_block(open.cell);
  const Vec3d part{static_cast<double>(open.part[0]), static_cast<double>(open.part[1]),
                   static_cast<double>(open.part[2])};
  Vec3d corner = box_.lower + static_cast<Vec3d>(cell) * cell_ + part * part_size;
  if (dimensions_ == 2) corner.z = 0;
  return corner;
}

Vec3f PoissonSampler::dart(const Block& block, const OpenPart& open, uint32_t round) const {
  const auto index =
      static_cast<uint64_t>(&block - blocks_.data()) * static_cast<uint64_t>(cells_per_block_) + open.cell;
  const uint32_t draw = round << 24 | uint32_t{open.part[0]} << 16 | uint32_t{open.part[1]} << 8 | open.part[2];
  const double size = std::ldexp(cell_, -static_cast<int>(round));
  Vec3d p = corner_of(block, open, size) + static_cast<Vec3d>(random_.unit_vec3(index, draw)) * size;
  if (dimensions_ == 2) p.z = 0;
  return static_cast<Vec3f>(p);
}

// The samples of the block's cells and of those in reach around it, in one array.
std::vector<Vec3f> PoissonSampler::surroundings(const Block& block) const {
  std::vector<Vec3f> found;
  found.reserve(static_cast<size_t>(kWide * kWide * (dimensions_ == 3 ? kWide : 1)));
  const auto along = [](int32_t shifted) { return std::pair{shifted / kSide, shifted % kSide}; };  // block and cell
  const int32_t first = kSide - kReach, end = 2 * kSide + kReach;
  for (int32_t z = dimensions_ == 3 ? first : kSide; z < (dimensions_ == 3 ? end : kSide + 1); ++z) {
    for (int32_t y = first; y < end; ++y) {
      for (int32_t x = first; x < end; ++x) {
        const auto [bx, cx] = along(x);
        const auto [by, cy] = along(y);
        const auto [bz, cz] = along(z);
        const int32_t neighbour = block.around[static_cast<size_t>(bx + 3 * by + 9 * bz)];
        const int32_t cell = cx + kSide * (cy + kSide * cz);
        found.push_back(
            neighbour < 0 ? kEmpty : sample_[first_cell(static_cast<size_t>(neighbour)) + static_cast<size_t>(cell)]);
      }
    }
  }
  return found;
}

bool PoissonSampler::is_free(const Vec3f& p, const Vec3f* cell) const {
  const float limit = static_cast<float>(spacing_ * spacing_) * (1 + kRounding);
  for (const int32_t step : reach_) {
    if (length_squared(cell[step] - p) < limit) return false;
  }
  return true;
}

bool PoissonSampler::is_covered(const Vec3f& centre, float half, const std::vector<Vec3f>& samples) const {
  const float limit = static_cast<float>(spacing_ * spacing_);
  const Vec3f corner{half, half, dimensions_ == 3 ? half : 0};
  for (const Vec3f& s : samples) {
    if (length_squared(abs(s - centre) + corner) < limit) return true;
  }
  return false;
}

void PoissonSampler::throw_darts(size_t index, uint32_t round) {
  Block& block = blocks_[index];
  if (block.open.empty()) return;
  std::vector<Vec3f> darts(block.open.size());
  std::vector<float> distance(block.open.size());
  for (size_t i = 0; i < darts.size(); ++i) darts[i] = dart(block, block.open[i], round);
  field_.distance(darts, distance);
  std::vector<Vec3f> around = surroundings(block);
  for (size_t i = 0; i < darts.size(); ++i) {
    if (!(distance[i] < 0) || static_cast<double>(distance[i]) < -shell_) continue;
    Vec3f& own = around[slot_in_surroundings(cell_in_block(block.open[i].cell))];
    if (is_free(darts[i], &own)) own = sample_[first_cell(index) + block.open[i].cell] = darts[i];
  }
}

// Replaces the open parts of a block by those of their halves that are still open.
void PoissonSampler::halve(size_t index, uint32_t round) {
  Block& block = blocks_[index];
  if (block.open.empty()) return;
  const double size = std::ldexp(cell_, -static_cast<int>(round) - 1);
  const Vec3d to_centre{size / 2, size / 2, dimensions_ == 3 ? size / 2 : 0};
  const std::vector<Vec3f> around = surroundings(block);
  std::vector<OpenPart> halves;
  std::vector<Vec3f> centres, near;
  int known_cell = -1;
  for (const OpenPart& open : block.open) {
    const Vec3f* own = &around[slot_in_surroundings(cell_in_block(open.cell))];
    if (is_sample(*own)) continue;
    if (open.cell != known_cell) {
      known_cell = open.cell;
      near.clear();
      for (const int32_t step : reach_) {
        if (is_sample(own[step])) near.push_back(own[step]);
      }
    }
    for (int child = 0; child < (dimensions_ == 3 ? 8 : 4); ++child) {
      OpenPart half{open.cell, {}};
      for (size_t axis = 0; axis < 3; ++axis)
        half.part[axis] = static_cast<uint8_t>(2 * open.part[axis] + (child >> axis & 1));
      const Vec3f centre = static_cast<Vec3f>(corner_of(block, half, size) + to_centre);
      if (is_covered(centre, static_cast<float>(size / 2), near)) continue;
      halves.push_back(half);
      centres.push_back(centre);
    }
  }
  std::vector<float> distance(centres.size());
  field_.distance(centres, distance);
  block.open.clear();
  for (size_t i = 0; i < halves.size(); ++i) {
    if (may_hold(distance[i], half_diagonal(size))) block.open.push_back(halves[i]);
  }
}

std::vector<Vec3f> PoissonSampler::run() {
  if (box_.empty()) return {};
  find_blocks();
  std::array<std::vector<size_t>, 8> of_colour;
  for (size_t i = 0; i < blocks_.size(); ++i) {
    const Vec3i& p = blocks_[i].coordinates;
    of_colour[static_cast<size_t>((p.x & 1) | (p.y & 1) << 1 | (p.z & 1) << 2)].push_back(i);
  }
  parallel_for(
      blocks_.size(), [&](size_t i) { open_cells(blocks_[i]); }, 16);
  for (uint32_t round = 0; round < kRounds; ++round) {
    for (const std::vector<size_t>& colour : of_colour) {
      parallel_for(
          colour.size(), [&](size_t i) { throw_darts(colour[i], round); }, 1);
    }
    if (round + 1 < kRounds)
      parallel_for(
          blocks_.size(), [&](size_t i) { halve(i, round); }, 4);
  }
  std::erase_if(sample_, [](const Vec3f& s) { return !is_sample(s); });
  return std::move(sample_);
}

}  // namespace

std::vector<Vec3f> sample_poisson(const Field& field, float spacing, PoissonRegion region, int dimensions,
                                  uint64_t seed) {
  check_spacing(spacing);
  return PoissonSampler(field, spacing, region, dimensions, seed).run();
}

}  // namespace weir
