// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

constexpr double kFinestCell = 2;           // spacings
constexpr int kSteps = 16;                  // into which the finest cell is cut: the smallest way to go
constexpr int kMostLevels = 6;              // of grids, each with cells twice as large
constexpr double kCellsAcross = 5;          // of a region, at least, on the coarsest grid
constexpr size_t kMostFramesTried = 48;     // on the coarsest grid
constexpr size_t kKept[] = {24, 12, 6, 3};  // best ones that are improved, from grid to grid

// A position, in smallest ways to go, and a frame.
struct Candidate {
  Vec3i way{};
  size_t frame = 0;
  FitScore score{};
};

class Search {
 public:
  explicit Search(const FitQuestion& question)
      : question_(question),
        dimensions_(question.liquid.dimensions),
        finest_(kFinestCell * question.liquid.spacing),
        region_(question.source->metadata().region.box()) {
    Box3d flat = region_;
    if (dimensions_ == 2) flat.lower.z = flat.upper.z = 0;
    const Box3d placed = question_.placed.box(flat);
    reach_ = {placed.lower - question_.within, placed.upper + question_.within};
    double narrowest = 1e30;
    for (int axis = 0; axis < dimensions_; ++axis) narrowest = std::min(narrowest, placed.size()[axis]);
    while (levels_ < kMostLevels && narrowest / cell_of(levels_) >= kCellsAcross) ++levels_;
  }

  FitAnswer best() {
    std::vector<Candidate> kept = everywhere();
    const size_t frames = question_.last - question_.first + 1;
    size_t frame_step = frame_step_of(frames);
    size_t round = 0;
    for (int level = levels_ - 1; level >= 0; --level) {
      int step = kSteps << level;
      // On the finest grid, down to the smallest way.
      for (const int last = level == 0 ? 1 : step / 2; step > last;) {
        step /= 2;
        frame_step = std::max<size_t>(1, (frame_step + 1) / 2);
        kept = best_of(level, around(kept, step, frame_step), kKept[std::min<size_t>(round++, std::size(kKept) - 1)]);
      }
    }
    const Candidate before = best_of(0, {{{}, question_.frame}}, 1).front();
    const bool better = !kept.empty() && kept.front().score.total() > before.score.total();
    const Candidate& found = better ? kept.front() : before;
    return {offset_of(found.way), found.frame, before.score, found.score};
  }

 private:
  double cell_of(int level) const { return finest_ * (1 << level); }
  Vec3d offset_of(const Vec3i& way) const { return Vec3d{1.0 * way.x, 1.0 * way.y, 1.0 * way.z} * (finest_ / kSteps); }
  static size_t frame_step_of(size_t frames) { return (frames + kMostFramesTried - 1) / kMostFramesTried; }

  bool allowed(const Candidate& c) const {
    const Vec3d offset = offset_of(c.way);
    for (int axis = 0; axis < 3; ++axis) {
      if (std::abs(offset[axis]) > question_.within[axis] * (1 + 1e-9)) return false;
    }
    return c.frame >= question_.first && c.frame <= question_.last;
  }

  // Every position and frame, on the coarsest grid.
  std::vector<Candidate> everywhere() {
    const int level = levels_ - 1, step = kSteps << level;
    Vec3i most{};
    for (int axis = 0; axis < dimensions_; ++axis) {
      most[axis] = static_cast<int>(question_.within[axis] / (finest_ / kSteps)) / step;
    }
    const size_t frame_step = frame_step_of(question_.last - question_.first + 1);
    std::vector<Candidate> all{{{}, question_.frame}};
    for (size_t frame = question_.first; frame <= question_.last; frame += frame_step) {
      for (int z = -most.z; z <= most.z; ++z) {
        for (int y = -most.y; y <= most.y; ++y) {
          for (int x = -most.x; x <= most.x; ++x) all.push_back({{x * step, y * step, z * step}, frame});
        }
      }
    }
    return best_of(level, std::move(all), kKept[0]);
  }

  std::vector<Candidate> around(const std::vector<Candidate>& kept, int step, size_t frame_step) const {
    std::vector<Candidate> all;
    const int deep = dimensions_ == 3 ? 1 : 0;
    for (const Candidate& c : kept) {
      for (int later = -1; later <= 1; ++later) {
        if (later < 0 && c.frame < frame_step) continue;
        const size_t frame = later < 0 ? c.frame - frame_step : c.frame + frame_step * static_cast<size_t>(later);
        for (int z = -deep; z <= deep; ++z) {
          for (int y = -1; y <= 1; ++y) {
            for (int x = -1; x <= 1; ++x) all.push_back({c.way + Vec3i{x * step, y * step, z * step}, frame});
          }
        }
      }
    }
    std::erase_if(all, [&](const Candidate& c) { return !allowed(c); });
    return all;
  }

  // How far from what was: decides between equals.
  auto rank(const Candidate& c) const {
    const int64_t way = int64_t{c.way.x} * c.way.x + int64_t{c.way.y} * c.way.y + int64_t{c.way.z} * c.way.z;
    const size_t later = c.frame > question_.frame ? c.frame - question_.frame : question_.frame - c.frame;
    return std::tuple(-c.score.total(), way, later, c.frame, c.way.x, c.way.y, c.way.z);
  }

  std::vector<Candidate> best_of(int level, std::vector<Candidate> all, size_t count) {
    const auto key = [](const Candidate& c) { return std::tuple(c.frame, c.way.z, c.way.y, c.way.x); };
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    all.erase(std::unique(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
              all.end());
    if (!grid_ || grid_->cell() != cell_of(level)) {
      grid_.emplace(question_.liquid, reach_, cell_of(level));
      clouds_.clear();
    }
    for (const Candidate& c : all) cloud(level, c.frame);
    parallel_for(
        all.size(),
        [&](size_t i) {
          all[i].score = grid_->compare(clouds_.at(all[i].frame), question_.placed, region_, offset_of(all[i].way));
        },
        1);
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    if (all.size() > count) all.resize(count);
    return all;
  }

  // A frame of the template in the scene, as coarse as the grid.
  void cloud(int level, size_t frame) {
    if (clouds_.contains(frame)) return;
    const std::shared_ptr<const Particles> particles = question_.source->frame(frame);
    const Mat3d& m = question_.placed.linear;
    const double grown =
        dimensions_ == 3 ? std::abs(m.determinant()) : std::abs(m.row[0].x * m.row[1].y - m.row[0].y * m.row[1].x);
    const auto volume = static_cast<float>(grown * std::pow(question_.source->metadata().spacing, dimensions_));
    FitCloud points;
    for (size_t i = 0; i < particles->size(); ++i) {
      points.position.push_back(Vec3f(question_.placed.point(Vec3d(particles->position[i]))));
      points.velocity.push_back(Vec3f(question_.placed.direction(Vec3d(particles->velocity[i])) * question_.play));
      points.volume.push_back(volume);
    }
    clouds_[frame] = level == 0 ? std::move(points) : merged(points, cell_of(level) / 2, dimensions_);
  }

  const FitQuestion& question_;
  int dimensions_;
  double finest_;  // m
  Box3d region_, reach_;
  int levels_ = 1;
  std::optional<FitGrid> grid_;        // of the level looked at
  std::map<size_t, FitCloud> clouds_;  // the same, by frame
};

}  // namespace

FitAnswer fit_template(const FitQuestion& question) { return Search(question).best(); }

}  // namespace weir::templates
