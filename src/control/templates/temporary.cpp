// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/temporary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "control/templates/points_in_cells.h"
#include "control/templates/poly6.h"
#include "sim/solids.h"

namespace weir {

namespace {

// The liquid around the places that matter, and its density as a share of that at rest.
class NearLiquid {
 public:
  NearLiquid(const Scene& scene, const Particles& particles, const Box3f& near)
      : particles_(particles),
        spacing_(static_cast<float>(scene.solver.spacing)),
        volume_(std::pow(spacing_, static_cast<float>(scene.dimensions))),
        kernel_(2 * spacing_, scene.dimensions, spacing_),
        cells_(2 * spacing_) {
    std::vector<Vec3f> position;
    for (uint32_t i = 0; i < particles.size(); ++i) {
      if (!near.contains(particles.position[i])) continue;
      index_.push_back(i);
      position.push_back(particles.position[i]);
    }
    cells_.build(position);
  }

  float support() const { return 2 * spacing_; }
  size_t size() const { return cells_.size(); }
  uint32_t particle(size_t place) const { return index_[cells_.index(place)]; }
  const Vec3f& position(size_t place) const { return cells_.position()[place]; }
  Vec3f gradient(const Vec3f& x) const {
    Vec3f sum{};
    cells_.visit(x, [&](uint32_t, const Vec3f& way, float r2) { sum -= way * kernel_.gradient_factor(r2); });
    return sum;
  }
  float density(const Vec3f& x) const {
    float sum = 0;
    cells_.visit(x, [&](uint32_t, const Vec3f&, float r2) { sum += kernel_(r2); });
    return sum * volume_;
  }
  float lasting_density(const Vec3f& x) const {
    float sum = 0;
    cells_.visit(x, [&](uint32_t place, const Vec3f&, float r2) {
      if (!particles_.temporary[particle(place)]) sum += kernel_(r2);
    });
    return sum * volume_;
  }
  float nearest(const Vec3f& x) const { return std::sqrt(cells_.nearest_squared(x)); }

 private:
  const Particles& particles_;
  float spacing_, volume_;
  Poly6 kernel_;
  PointsInCells cells_;
  std::vector<uint32_t> index_;
};

struct Candidate {
  Vec3f position;
  uint32_t particle;
};

// Keeps candidates in the order of their particles' ids, none closer than `distance` to one that was kept.
std::vector<Candidate> apart(std::vector<Candidate> candidates, const Particles& particles, float distance) {
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    return particles.id[a.particle] < particles.id[b.particle];
  });
  std::vector<Vec3f> position;
  for (const Candidate& c : candidates) position.push_back(c.position);
  PointsInCells cells(distance);
  cells.build(position);
  std::vector<uint32_t> place_of(candidates.size());
  for (uint32_t place = 0; place < cells.size(); ++place) place_of[cells.index(place)] = place;
  std::vector<uint8_t> kept(candidates.size(), 0);
  std::vector<Candidate> result;
  for (uint32_t i = 0; i < candidates.size(); ++i) {
    bool free = true;
    cells.visit(position[i], [&](uint32_t place, const Vec3f&, float) { free = free && !kept[cells.index(place)]; });
    if (!free) continue;
    kept[i] = 1;
    result.push_back(candidates[i]);
  }
  return result;
}

std::vector<Candidate> collect(std::vector<std::vector<Candidate>>& pieces) {
  std::vector<Candidate> all;
  for (const std::vector<Candidate>& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}

// Algorithm 1.
std::vector<Candidate> seeds(const TemplatesSettings& settings, std::span<const Instance* const> acting,
                             const NearLiquid& liquid, const Particles& particles) {
  const float distance = static_cast<float>(settings.seed_distance) * liquid.support();  // d_tp
  const auto missing = static_cast<float>(settings.seed_below);                          // eta
  const auto candidate_at = [&](size_t place, Candidate& candidate) {
    const uint32_t i = liquid.particle(place);
    for (const Instance* instance : acting) {
      if (!instance->settings().temporary || instance->phase() != particles.phase[i]) continue;
      if (instance->influence(instance->to_canonical(liquid.position(place))) < 1) continue;
      const Vec3f gradient = liquid.gradient(liquid.position(place));
      if (!(length(gradient) > 0)) return false;
      const Vec3f x = liquid.position(place) - normalized(gradient) * distance;
      if (liquid.nearest(x) < 0.99f * distance) return false;
      const Vec3f canonical = instance->to_canonical(x);
      if (instance->influence(canonical) < 1) continue;
      if (instance->control().density(canonical) - liquid.density(x) <= missing) continue;
      candidate = {x, i};
      return true;
    }
    return false;
  };
  constexpr size_t kPiece = 512;
  std::vector<std::vector<Candidate>> pieces((liquid.size() + kPiece - 1) / kPiece);
  parallel_for(
      pieces.size(),
      [&](size_t n) {
        for (size_t place = n * kPiece; place < std::min(liquid.size(), (n + 1) * kPiece); ++place) {
          if (Candidate c; candidate_at(place, c)) pieces[n].push_back(c);
        }
      },
      1);
  return apart(collect(pieces), particles, distance);
}

// Algorithm 2.
std::vector<Candidate> leaving(const TemplatesSettings& settings, std::span<const Instance* const> acting,
                               double patience, const NearLiquid& liquid, const Particles& particles) {
  const float distance = static_cast<float>(settings.seed_distance) * liquid.support();
  const auto enough = static_cast<float>(settings.remove_above * patience);  // tau
  std::vector<Candidate> candidates;
  for (uint32_t i = 0; i < particles.size(); ++i) {
    if (!particles.temporary[i]) continue;
    const Vec3f& x = particles.position[i];
    const auto acts = [&](const Instance* instance) { return instance->influence(instance->to_canonical(x)) > 0; };
    if (std::any_of(acting.begin(), acting.end(), acts)) continue;
    if (patience <= 0 || liquid.lasting_density(x) > enough) candidates.push_back({x, i});
  }
  return patience <= 0 ? candidates : apart(std::move(candidates), particles, distance);
}

Box3f around(std::span<const Instance* const> acting, const Particles& particles, float margin) {
  Box3f box;
  for (const Instance* instance : acting) box.include(instance->world_bounds());
  for (size_t i = 0; i < particles.size(); ++i) {
    if (particles.temporary[i]) box.include(particles.position[i]);
  }
  return box.padded(margin);
}

}  // namespace

TemporaryChange change_temporary(const Scene& scene, const TemplatesSettings& settings,
                                 std::span<const Instance* const> acting, double patience, Population& population) {
  const Particles& particles = population.now;
  const auto spacing = static_cast<float>(scene.solver.spacing);
  const Box3f near = around(acting, particles, 4 * spacing);
  if (near.empty()) return {};
  const NearLiquid liquid(scene, particles, near);
  std::vector<Candidate> added = seeds(settings, acting, liquid, particles);
  if (population.solids && !added.empty()) {
    std::vector<Vec3f> position;
    for (const Candidate& c : added) position.push_back(c.position);
    std::vector<uint8_t> near_solid(added.size(), 0);
    population.solids->mark_inside(position, near_solid, spacing, 1);
    size_t n = 0;
    std::erase_if(added, [&](const Candidate&) { return near_solid[n++] != 0; });
  }
  for (const Candidate& c : added) {
    population.add(c.position, particles.velocity[c.particle], particles.mass[c.particle], particles.phase[c.particle],
                   true);
  }
  const std::vector<Candidate> removed = leaving(settings, acting, patience, liquid, particles);
  for (const Candidate& c : removed) population.removed[c.particle] = 1;
  return {added.size(), removed.size()};
}

}  // namespace weir
