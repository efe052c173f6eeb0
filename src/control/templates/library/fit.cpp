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

constexpr double kFinestCell = 2;             // spacings
constexpr int kSteps = 16;                    // into which the finest cell is cut: the smallest way to go
constexpr int kMostLevels = 6;                // of grids, each with cells twice as large
constexpr double kCellsAcross = 5;            // of a region, at least, on the coarsest grid
constexpr size_t kMostTried = 200'000;        // positions and frames on the coarsest grid, but for
constexpr size_t kFewestFrames = 12;          // each position, at least, and
constexpr size_t kMostFrames = 48;            // at most
constexpr double kMostPositions = 100'000;    // there, and
constexpr double kMostCells = 1 << 25;        // on the finest grid: nearer places are looked at where there were more
constexpr double kApart = 0.25;               // of the region, or of the frames: what is nearer is the same place
constexpr double kWorthwhile = 0.5;           // of the best agreement: others that agree less are not told
constexpr size_t kPlaces[] = {8, 6, 5, 5};    // that are improved, from grid to grid
constexpr size_t kOfAPlace[] = {6, 3, 2, 1};  // candidates from which each of them is

// A position, in smallest ways to go, and a frame.
struct Candidate {
  Vec3i way{};
  size_t frame = 0;
  size_t place = 0;  // to which it leads; 0: that which is there now
  FitScore score{};
};

// Positions, as multiples of a step, and frames.
struct Lattice {
  int step = 1;
  size_t frame_step = 1;
  Vec3i lower{}, size{};
  size_t first = 0, frames = 0;

  size_t positions() const {
    return static_cast<size_t>(size.x) * static_cast<size_t>(size.y) * static_cast<size_t>(size.z);
  }
  size_t count() const { return positions() * frames; }
  Candidate at(size_t n) const {
    const auto cell = static_cast<int>(n % positions());
    const Vec3i index{cell % size.x, cell / size.x % size.y, cell / size.x / size.y};
    const Vec3i from = lower + index;
    return {{from.x * step, from.y * step, from.z * step}, first + n / positions() * frame_step, n + 1};
  }
  // Calls with the numbers of those beside number n.
  template <class Call>
  void visit_beside(size_t n, const Call& call) const {
    const auto cell = static_cast<int>(n % positions());
    const int index[] = {cell % size.x, cell / size.x % size.y, cell / size.x / size.y,
                         static_cast<int>(n / positions())};
    const int sizes[] = {size.x, size.y, size.z, static_cast<int>(frames)};
    for (int beside = 0; beside < 81; ++beside) {
      size_t number = 0, stride = 1;
      bool inside = beside != 40;  // itself
      for (int axis = 0, rest = beside; axis < 4; ++axis, rest /= 3) {
        const int at = index[axis] + rest % 3 - 1;
        inside = inside && at >= 0 && at < sizes[axis];
        number += static_cast<size_t>(std::max(at, 0)) * stride;
        stride *= static_cast<size_t>(sizes[axis]);
      }
      if (inside) call(number);
    }
  }
};

class Search {
 public:
  explicit Search(const FitQuestion& question)
      : question_(question),
        dimensions_(question.liquid.dimensions),
        finest_(kFinestCell * question.liquid.spacing),
        region_(question.source->metadata().region.box()) {
    Box3d flat = region_, liquid;
    if (dimensions_ == 2) flat.lower.z = flat.upper.z = 0;
    for (const Vec3f& x : question_.liquid.position) liquid.include(Vec3d(x));
    const Box3d placed = question_.placed.box(flat);
    double narrowest = 1e30;
    for (int axis = 0; axis < dimensions_; ++axis) {
      size_[axis] = placed.size()[axis];
      narrowest = std::min(narrowest, size_[axis]);
      if (liquid.empty()) continue;
      least_[axis] = std::max(-question_.within[axis], liquid.lower[axis] - placed.upper[axis]);
      most_[axis] = std::min(question_.within[axis], liquid.upper[axis] - placed.lower[axis]);
    }
    while (levels_ < kMostLevels && narrowest / cell_of(levels_) >= kCellsAcross) ++levels_;
    while (has_too_many_ways()) look_nearer();
    const double margin = cell_of(levels_ - 1);
    const Box3d swept = Box3d{placed.lower + least_, placed.upper + most_}.padded(margin);
    reach_ = liquid.empty() ? placed : swept.intersected(liquid.padded(margin));
  }

  FitAnswer best() {
    const Lattice lattice = coarsest();
    std::vector<Candidate> kept = everywhere(lattice);
    size_t frame_step = lattice.frame_step;
    size_t round = 0;
    for (int level = levels_ - 1; level >= 0; --level) {
      int step = kSteps << level;
      // On the finest grid, down to the smallest way.
      for (const int last = level == 0 ? 1 : step / 2; step > last;) {
        step /= 2;
        frame_step = std::max<size_t>(1, (frame_step + 1) / 2);
        const size_t quota = std::min(++round, std::size(kPlaces) - 1);
        kept = chosen(scored(level, around(kept, step, frame_step)), quota);
      }
    }
    return answer(kept);
  }

 private:
  double cell_of(int level) const { return finest_ * (1 << level); }
  Vec3d offset_of(const Vec3i& way) const { return Vec3d{1.0 * way.x, 1.0 * way.y, 1.0 * way.z} * (finest_ / kSteps); }

  // A single drop that has fallen far makes the box of the liquid as large as one likes.
  bool has_too_many_ways() const {
    double positions = 1, cells = 1, widest = 0;
    for (int axis = 0; axis < dimensions_; ++axis) {
      const double way = most_[axis] - least_[axis];
      positions *= 1 + way / cell_of(levels_ - 1);
      cells *= 1 + (way + size_[axis]) / finest_;
      widest = std::max(widest, way);
    }
    return widest > 0 && (positions > kMostPositions || cells > kMostCells);
  }

  // What is nearest to where it is now.
  void look_nearer() {
    double widest = 0;
    for (int axis = 0; axis < dimensions_; ++axis) widest = std::max(widest, most_[axis] - least_[axis]);
    const double reach = widest > cell_of(0) ? 0.4 * widest : 0;
    for (int axis = 0; axis < dimensions_; ++axis) {
      const double nearest = std::min(std::max(0.0, least_[axis]), most_[axis]);
      least_[axis] = std::max(least_[axis], nearest - reach);
      most_[axis] = std::min(most_[axis], nearest + reach);
    }
  }

  bool allowed(const Candidate& c) const {
    const Vec3d offset = offset_of(c.way);
    for (int axis = 0; axis < 3; ++axis) {
      const double slack = 1e-9 * size_[axis];
      if (c.way[axis] != 0 && (offset[axis] < least_[axis] - slack || offset[axis] > most_[axis] + slack)) return false;
    }
    return c.frame >= question_.first && c.frame <= question_.last;
  }

  // How far from what was: decides between equals.
  auto rank(const Candidate& c) const {
    const int64_t way = int64_t{c.way.x} * c.way.x + int64_t{c.way.y} * c.way.y + int64_t{c.way.z} * c.way.z;
    const size_t later = c.frame > question_.frame ? c.frame - question_.frame : question_.frame - c.frame;
    return std::tuple(-c.score.total(), way, later, c.frame, c.way.x, c.way.y, c.way.z);
  }

  Lattice coarsest() const {
    Lattice lattice{.step = kSteps << (levels_ - 1), .size = {1, 1, 1}, .first = question_.first};
    const double way = lattice.step * finest_ / kSteps;
    for (int axis = 0; axis < dimensions_; ++axis) {
      lattice.lower[axis] = static_cast<int>(std::ceil(least_[axis] / way - 1e-9));
      lattice.size[axis] =
          std::max(0, static_cast<int>(std::floor(most_[axis] / way + 1e-9)) - lattice.lower[axis] + 1);
    }
    const size_t frames = question_.last - question_.first + 1;
    const size_t tried = std::clamp(kMostTried / std::max<size_t>(1, lattice.positions()), kFewestFrames, kMostFrames);
    lattice.frame_step = (frames + tried - 1) / tried;
    lattice.frames = (frames + lattice.frame_step - 1) / lattice.frame_step;
    return lattice;
  }

  // Of every position and frame, on the coarsest grid, those that agree better than all beside them; and what is now.
  std::vector<Candidate> everywhere(const Lattice& lattice) {
    std::vector<Candidate> all(lattice.count());
    for (size_t n = 0; n < all.size(); ++n) all[n] = lattice.at(n);
    all = scored(levels_ - 1, std::move(all));
    std::vector<uint8_t> is_peak(all.size());
    parallel_for(all.size(), [&](size_t n) {
      bool best = all[n].score.total() > 0;
      lattice.visit_beside(n, [&](size_t other) { best = best && rank(all[n]) < rank(all[other]); });
      is_peak[n] = best;
    });
    std::vector<Candidate> peaks = scored(levels_ - 1, {{.frame = question_.frame}});
    for (size_t n = 0; n < all.size(); ++n) {
      if (is_peak[n]) peaks.push_back(all[n]);
    }
    return chosen(std::move(peaks), 0);
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
            for (int x = -1; x <= 1; ++x) {
              all.push_back({c.way + Vec3i{x * step, y * step, z * step}, frame, c.place});
            }
          }
        }
      }
    }
    std::erase_if(all, [&](const Candidate& c) { return !allowed(c); });
    const auto key = [](const Candidate& c) { return std::tuple(c.place, c.frame, c.way.z, c.way.y, c.way.x); };
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    all.erase(std::unique(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
              all.end());
    return all;
  }

  bool same_place(const Candidate& a, const Candidate& b) const {
    const Vec3d way = offset_of(a.way - b.way);
    for (int axis = 0; axis < dimensions_; ++axis) {
      if (std::abs(way[axis]) >= kApart * size_[axis]) return false;
    }
    const size_t later = std::max(a.frame, b.frame) - std::min(a.frame, b.frame);
    return static_cast<double>(later) < kApart * static_cast<double>(question_.source->frames());
  }

  // The best ones of the best places, the very best first. Places that have come together become one.
  std::vector<Candidate> chosen(std::vector<Candidate> all, size_t quota) const {
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    std::vector<Candidate> best, kept;  // the best of each place; all
    std::map<size_t, size_t> count;     // by place; none of those that are left out
    for (const Candidate& c : all) {
      const auto [of_place, is_new] = count.try_emplace(c.place, 0);
      if (is_new) {
        const bool known = std::any_of(best.begin(), best.end(), [&](const auto& b) { return same_place(b, c); });
        if (known || best.size() == kPlaces[quota]) {
          of_place->second = kOfAPlace[quota];
          continue;
        }
        best.push_back(c);
      }
      if (of_place->second++ < kOfAPlace[quota]) kept.push_back(c);
    }
    return kept;
  }

  std::vector<Candidate> scored(int level, std::vector<Candidate> all) {
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
    return all;
  }

  FitAnswer answer(std::vector<Candidate> kept) {
    const Candidate before = scored(0, {{.frame = question_.frame}}).front();
    const bool better = !kept.empty() && kept.front().score.total() > before.score.total();
    if (!better) {
      std::erase_if(kept, [&](const Candidate& c) { return same_place(c, before); });
      kept.insert(kept.begin(), before);
    }
    FitAnswer answer{.before = before.score, .places = {}};
    for (const Candidate& c : kept) {
      const bool poor = c.score.total() < kWorthwhile * kept.front().score.total();
      if (poor || answer.places.size() == kMostFitPlaces) break;
      answer.places.push_back({offset_of(c.way), c.frame, c.score});
    }
    return answer;
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
  Vec3d size_{}, least_{}, most_{};  // of the region as placed; how far it may be moved
  int levels_ = 1;
  std::optional<FitGrid> grid_;        // of the level looked at
  std::map<size_t, FitCloud> clouds_;  // the same, by frame
};

}  // namespace

FitAnswer fit_template(const FitQuestion& question) { return Search(question).best(); }

}  // namespace weir::templates
