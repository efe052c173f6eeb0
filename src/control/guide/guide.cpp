// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>

#include "control/guide/coarse_liquid.h"
#include "control/guide/correspondence.h"
#include "control/guide/gaps.h"
#include "control/guide/guide_solids.h"
#include "control/guide/reseed.h"
#include "grid/grid_director.h"
#include "grid/liquid/flip.h"
#include "grid/liquid/grid_flow.h"
#include "grid/surface/level_set.h"
#include "grid/tiles/visit_cells.h"
#include "sim/in_scene.h"
#include "sim/remove_flagged.h"
#include "weir/base/archive.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/sim/seeding.h"

namespace weir::guide {

namespace {

constexpr uint32_t kStreamGuide = 0x67756964;  // of random numbers: positions of new particles

// Cells near the guide that miss more than this are filled up at once.
constexpr float kGap = 0.5f;
constexpr double kPaidBack = 0.3;  // in a step, of what is owed
constexpr double kLittle = 1e-5;   // of all liquid: so much too much is left alone

class GuideDirector final : public Director, public grid::GridDirector {
 public:
  GuideDirector(const Scene& scene, size_t index, const grid::GridSpace& space, ReadGuide read, GuideAmount amount)
      : scene_(scene),
        settings_(*scene.directors[index].get<GuideSettings>()),
        read_(std::move(read)),
        amount_(std::move(amount)),
        fine_(grid::flip_space(scene)),
        shape_(guide_shape(settings_, space)),
        solids_(scene, settings_.detailed, space),
        random_(scene.seed, kStreamGuide + static_cast<uint32_t>(index)) {
    guide_.space = space;
  }

  unsigned hooks() const override { return hook::population | hook::forces | hook::pressure; }

  // Algorithm 2 starts with the preliminary guide.
  void begin(const Clock& clock, Population& population) override {
    now_ = field_at(clock.frame);
    solid_ = cover(clock.frame, tiles_of_particles(now_->space, population.now.position));
    guide_ = {now_->space, now_->tiles, now_->distance, {}, {}};
    held_ = HeldCells(fine_, guide_.space, guide_.tiles, guide_.distance, solid_);
    remove_held(population);
    const auto left = static_cast<size_t>(std::count(population.removed.begin(), population.removed.end(), 0));
    excess_ = amount_(static_cast<int>(clock.frame)).value_or(0) - volume(left);
    removed_ = 0;
  }

  void population(const Clock& clock, Population& population) override {
    now_ = field_at(clock.next_frame());
    const std::vector<float>& solids = cover(clock.next_frame(), std::move(tiles_around_));
    const auto& [space, tiles, preliminary, velocity, input] = *now_;
    std::vector<float> advected = grid::moved_to(guide_.tiles, guide_.distance, tiles, kGuideBand);
    grid::advect_surface(tiles, velocity, static_cast<float>(clock.step / space.cell), advected, kGuideInside);
    const std::vector<float> liquid = coarse_liquid(space, tiles, population.now.position, particle_share());
    compute_final_guide(tiles, preliminary, advected, liquid, solids, shape_, final_);
    solid_ = solids;
    HeldCells after(fine_, space, tiles, final_.guide, solids);
    find_owed(clock, population.now.size());
    const ReseedStep step{fine_, *now_, held_, after, static_cast<float>(clock.step), random_, number_++};
    const Seeds given = given_off(step), filled = filled_up(step, gaps_.cell, gaps_.missing);
    seed(given, population, given_off_);
    seed(filled, population, filled_up_);
    guide_.tiles = tiles;
    guide_.distance.swap(final_.guide);
    held_ = std::move(after);
    remove_held(population);
    if (owed_ < -kLittle * volume(population.now.size())) thin_out(population);
  }

  void fill(const Clock&, grid::GridFlow& flow) override {
    flow.hold(held_.on(flow.tiles()));
    tiles_around_ = tiles_of_tiles(guide_.space, shape_.gap + 2, flow.space(), flow.tiles());
  }

  void prescribe_held(const Clock& clock, grid::GridFlow& flow) override {
    const std::shared_ptr<const GuideField> then = field_at(clock.next_frame());
    const GuideLookup lookup(then->space, then->tiles);
    flow.prescribe_held([&](size_t tile, int axis, std::span<float> velocity) {
      thread_local CoarseBlock block;
      block.load(lookup, then->velocity.face[static_cast<size_t>(axis)], grid::face_middle(axis), flow.space(),
                 flow.tiles().first_cell(tile));
      block.at_cells(grid::face_middle(axis), velocity);
    });
  }

  void pressure(const Clock&, grid::GridFlow& flow) override {
    if (final_.closed.empty()) return;
    gaps_ = find_gaps(flow, held_, guide_, final_.closed, static_cast<float>(settings_.overlap));
  }

  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    const auto strength = static_cast<float>(value_at(settings_.strength, clock.middle_frame()));
    if (strength <= 0) return;
    const std::shared_ptr<const GuideField> then = field_at(clock.middle_frame());
    const GuideLookup guide(guide_.space, guide_.tiles), lookup(then->space, then->tiles);
    const auto cell = static_cast<float>(guide_.space.cell), step = static_cast<float>(clock.step);
    const float reach = std::min(static_cast<float>(settings_.reach.value_or(settings_.depth)) / cell, kGuideBand);
    // Never more than takes on the velocity in this step.
    const float rate = step > 0 ? std::min(strength, 1 / step) : strength;
    parallel_for(particles.size(), [&](size_t i) {
      const Vec3f& x = particles.position[i];
      const float above = guide.value(guide_.distance, x);
      if (above >= reach) return;
      const float fade = std::min(1.0f, 1 - above / reach);
      acceleration[i] += (lookup.velocity(then->velocity, x) - particles.velocity[i]) * (rate * fade);
    });
  }

  void find_held_tiles(const grid::GridSpace& space, std::vector<Vec3i>& tiles) const override {
    const bool flat = space.dimensions == 2;
    const auto reach = static_cast<float>(0.5 + 4 * space.cell / guide_.space.cell);  // cells of the guide
    std::vector<std::vector<Vec3i>> found(guide_.tiles.size());
    parallel_for(
        guide_.tiles.size(),
        [&](size_t t) {
          const auto first = static_cast<Vec3f>(guide_.tiles.first_cell(t));
          grid::visit_cells(guide_.tiles, t, [&](int x, int y, int z, size_t i) {
            if (std::abs(guide_.distance[i]) > reach) return;
            const Vec3f in_tile{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
            const Vec3f low = space.to_grid(guide_.space.to_world(first + in_tile)),
                        high = space.to_grid(guide_.space.to_world(first + in_tile + Vec3f{1, 1, 1}));
            const auto tile = [](float v) { return grid::tile_of(static_cast<int>(std::floor(v))); };
            for (int k = flat ? 0 : tile(low.z); k <= (flat ? 0 : tile(high.z)); ++k) {
              for (int j = tile(low.y); j <= tile(high.y); ++j) {
                for (int n = tile(low.x); n <= tile(high.x); ++n) {
                  if (found[t].empty() || !(found[t].back() == Vec3i{n, j, k})) found[t].push_back({n, j, k});
                }
              }
            }
          });
        },
        4);
    for (const std::vector<Vec3i>& own : found) tiles.insert(tiles.end(), own.begin(), own.end());
    // Before the first step the guide goes on behind walls, where what it holds ends.
    if (!final_.closed.empty()) return;
    const Box3d box = closed_box();
    for (const Vec3i& tile : held_.tiles_near()) {
      if (!held_.is_deep(tile, box)) tiles.push_back(tile);
    }
  }

  void drop_held_tiles(const grid::GridSpace&, std::vector<Vec3i>& tiles) const override {
    const Box3d box = closed_box();
    std::vector<uint8_t> drop(tiles.size());
    parallel_for(
        tiles.size(), [&](size_t t) { drop[t] = held_.surrounds(tiles[t], box); }, 64);
    remove_flagged(drop, tiles);
  }

  Measures frame_end(const Clock& clock, const Particles& particles) override {
    Measures measures{
        {"given_off", given_off_}, {"removed", removed_}, {"filled_up", filled_up_}, {"gaps", gap_cells_}};
    given_off_ = removed_ = filled_up_ = gap_cells_ = 0;
    measures.emplace_back("guide_volume", held_.volume());
    if (final_.bulk.empty()) return measures;
    const std::shared_ptr<const GuideField> then = field_at(clock.frame);
    const std::vector<float> input = grid::moved_to(then->tiles, then->input, guide_.tiles, shape_.mask);
    measures.emplace_back("volume", volume(particles.size()));
    const Correspondence found = correspondence(guide_.tiles, final_.bulk, input, solid_);
    measures.emplace_back("surface_distance", found.distance);
    measures.emplace_back("surface_outside", found.outside);
    return measures;
  }

  void state(Archive& archive) override {
    std::vector<Vec3i> coordinates(guide_.tiles.coordinates().begin(), guide_.tiles.coordinates().end());
    archive("guide_tiles", coordinates);
    archive("guide", guide_.distance);
    archive("guide_solids", solid_);
    archive("guide_closed", final_.closed);
    archive("guide_number", number_);
    archive("guide_excess", excess_);
    if (!archive.is_loading()) return;
    guide_.tiles = grid::Tiles(std::move(coordinates), scene_.dimensions);
    held_ = HeldCells(fine_, guide_.space, guide_.tiles, guide_.distance, solid_);
  }

 private:
  // Between walls, or everywhere.
  Box3d closed_box() const {
    constexpr double kFar = 1e30;
    const bool closed = scene_.domain && scene_.domain->walls.any_solid();
    return closed ? scene_.solid_box() : Box3d{{-kFar, -kFar, -kFar}, {kFar, kFar, kFar}};
  }

  double cell_volume() const { return std::pow(guide_.space.cell, scene_.dimensions); }
  // Of a cell of the guide, what a particle fills.
  double particle_share() const { return std::pow(scene_.solver.spacing / guide_.space.cell, scene_.dimensions); }

  // What guides at any moment between frames.
  std::shared_ptr<const GuideField> field_at(double frame) {
    if (moment_ == frame) return field_;
    moment_ = frame;
    const int first = static_cast<int>(std::floor(frame + 1e-9));
    const auto part = static_cast<float>(std::max(0.0, frame - first));
    field_ = frame_at(first);
    if (part >= 1e-6f) field_ = std::make_shared<GuideField>(between(*field_, *frame_at(first + 1), part));
    return field_;
  }

  // The one after it is read meanwhile.
  std::shared_ptr<const GuideField> frame_at(int frame) {
    auto& slot = frames_[static_cast<size_t>(frame & 1)];
    if (!slot.second || slot.first != frame) {
      const bool is_read = ahead_.valid() && ahead_frame_ == frame;
      slot = {frame, is_read ? ahead_.get() : read_(frame)};
      ahead_frame_ = frame + 1;
      if (ahead_frame_ <= scene_.frames.last) ahead_ = std::async(std::launch::async, read_, ahead_frame_);
    }
    return slot.second;
  }

  // Puts now_ on tiles that cover the liquid, the last guide and what guides; gives the distance of solids on them.
  const std::vector<float>& cover(double frame, std::vector<Vec3i> wanted) {
    const auto join = [&](const grid::Tiles& more) {
      wanted.insert(wanted.end(), more.coordinates().begin(), more.coordinates().end());
    };
    join(now_->tiles);
    join(guide_.tiles);
    grid::Tiles tiles;
    const std::vector<float>& solids = solids_.distance(frame, std::move(wanted), tiles);
    if (tiles == now_->tiles) return solids;
    const auto moved = [&](const std::vector<float>& field, float blank) {
      return grid::moved_to(now_->tiles, field, tiles, blank);
    };
    const auto& face = now_->velocity.face;
    now_ = std::make_shared<GuideField>(GuideField{now_->space,
                                                   tiles,
                                                   moved(now_->distance, kGuideBand),
                                                   {{moved(face[0], 0), moved(face[1], 0), moved(face[2], 0)}},
                                                   moved(now_->input, shape_.mask)});
    return solids;
  }

  void remove_held(Population& population) {
    removed_ += static_cast<double>(held_.flag(population.now.position, population.removed));
  }

  void seed(const Seeds& seeds, Population& population, double& count) {
    std::vector<uint8_t> blocked(seeds.position.size(), 0);
    if (population.solids) population.solids->mark_inside(seeds.position, blocked, 0, 1);
    const float mass = particle_mass(scene_, 0);
    const GuideLookup lookup(now_->space, now_->tiles);
    parallel_for(blocked.size(), [&](size_t i) {
      // Behind a thin wall the guide may go on, but what guides does not.
      if (lookup.value(now_->input, seeds.position[i]) > 1) blocked[i] = 1;
    });
    for (size_t i = 0; i < seeds.position.size(); ++i) {
      if (blocked[i]) continue;
      population.add(seeds.position[i], seeds.velocity[i], mass, 0, false);
      ++count;
    }
  }

  double volume(size_t particles) const {
    return held_.volume() + static_cast<double>(particles) * std::pow(scene_.solver.spacing, scene_.dimensions);
  }

  // Particles that wander into the guide are lost, and nothing wanders out of it: so the liquid is counted, and what is
  // missing is owed to the cells beside the guide. Gaps are filled in any case; of the others, this share of what they
  // miss is.
  void find_owed(const Clock& clock, size_t particles) {
    const double frame = clock.next_frame(), of_cell = std::pow(fine_.cell, scene_.dimensions);
    const int first = static_cast<int>(std::floor(frame + 1e-9));
    const std::optional<double> before = amount_(first), after = amount_(first + 1);
    owed_ = 0;
    if (before) {
      const double wanted = *before + (frame - first) * (after.value_or(*before) - *before) - excess_;
      owed_ = kPaidBack * (wanted - volume(particles));
    }
    double missing = 0;
    for (const float share : gaps_.missing) {
      missing += static_cast<double>(share);
      gap_cells_ += share > kGap ? 1 : 0;
    }
    const double paid = std::clamp(owed_ / std::max(1e-30, missing * of_cell), 0.0, 1.0);
    for (float& share : gaps_.missing) share *= share > kGap ? 1.0f : static_cast<float>(paid);
  }

  // Takes away by chance of what is near the guide, where there is too much.
  void thin_out(Population& population) {
    const GuideLookup lookup(guide_.space, guide_.tiles);
    const auto overlap = static_cast<float>(settings_.overlap * fine_.cell / guide_.space.cell);
    std::vector<uint8_t> near(population.now.size());
    parallel_for(near.size(), [&](size_t i) {
      const Vec3f& x = population.now.position[i];
      near[i] = !population.removed[i] && held_.is_near(x) && lookup.value(guide_.distance, x) < overlap;
    });
    const auto count = static_cast<double>(std::count(near.begin(), near.end(), 1));
    const double all = -owed_ / std::pow(scene_.solver.spacing, scene_.dimensions);
    const auto chance = static_cast<float>(std::min(0.1, all / std::max(1.0, count)));
    parallel_for(near.size(), [&](size_t i) {
      if (near[i] && random_.unit(population.now.id[i], 2 * number_ + 1) < chance) population.removed[i] = 1;
    });
  }

  const Scene& scene_;
  const GuideSettings& settings_;
  ReadGuide read_;
  GuideAmount amount_;
  grid::GridSpace fine_;
  GuideShape shape_;
  GuideSolids solids_;
  Random random_;
  std::pair<int, std::shared_ptr<const GuideField>> frames_[2];
  double moment_ = -1e9;  // that field_ is of
  std::shared_ptr<const GuideField> field_;
  std::future<std::shared_ptr<const GuideField>> ahead_;  // of ahead_frame_
  int ahead_frame_ = 0;
  std::shared_ptr<const GuideField> now_;  // what guides, at the end of the last step
  GuideField guide_;                       // the guide then: its distance alone
  FinalGuide final_;                       // of the last step; its guide is memory only
  std::vector<float> solid_;               // on the guide's tiles
  std::vector<Vec3i> tiles_around_;        // of the guide's grid, where the liquid of this step may go
  HeldCells held_;                         // by the guide
  Gaps gaps_;                              // that are to be filled up
  uint32_t number_ = 0;                    // of the step
  double excess_ = 0;                      // m3 that what guides has more than the scene, from the start
  double owed_ = 0;                        // m3
  double given_off_ = 0, removed_ = 0, filled_up_ = 0;
  double gap_cells_ = 0;  // near the guide, filled up
};

}  // namespace

GuideShape guide_shape(const GuideSettings& settings, const grid::GridSpace& space) {
  return {static_cast<float>(settings.depth / space.cell), static_cast<float>(settings.gap),
          static_cast<float>(settings.air_pocket), static_cast<float>(settings.mask_width())};
}

std::unique_ptr<Director> make_guide_director(const Scene& scene, size_t index, const grid::GridSpace& space,
                                              ReadGuide read, GuideAmount amount) {
  return std::make_unique<GuideDirector>(scene, index, space, std::move(read), std::move(amount));
}

}  // namespace weir::guide
