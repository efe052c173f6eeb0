// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/temporary.h"

#include <algorithm>
#include <cmath>

#include "control/templates/director/id_table.h"
#include "control/templates/director/points_in_cells.h"
#include "control/templates/director/poly6.h"
#include "weir/base/parallel.h"
#include "weir/sim/solids.h"

namespace weir::templates {

namespace {

// The liquid around the points that matter with what is being added to it, and its density as a share of that at rest.
class NearLiquid {
 public:
  NearLiquid(const Scene& scene, const Particles& particles, const Box3f& near)
      : spacing_(static_cast<float>(scene.solver.spacing)),
        kernel_(2 * spacing_, scene.dimensions, spacing_),
        scale_(kernel_.scale() * std::pow(spacing_, static_cast<float>(scene.dimensions))),
        there_(2 * spacing_),
        added_(2 * spacing_) {
    std::vector<Vec3f> position;
    std::vector<float> lasting;
    for (size_t i = 0; i < particles.size(); ++i) {
      if (!near.contains(particles.position[i])) continue;
      position.push_back(particles.position[i]);
      lasting.push_back(particles.temporary[i] ? 0.0f : 1.0f);
    }
    there_.build(position);
    lasting_ = there_.by_slot<float>([&](uint32_t i) { return lasting[i]; });
  }
  void set_added(std::span<const Vec3f> position) { added_.build(position); }

  float support() const { return 2 * spacing_; }
  Vec3f towards_less(const Vec3f& x) const {  // unit, or nothing when the density is the same all around
    simd::Lanes gx = simd::zero(), gy = gx, gz = gx;
    const auto add = [&](size_t, auto dx, auto dy, auto dz, auto, auto rest) {
      const simd::Lanes steep = rest * rest;
      gx = simd::mul_add(dx, steep, gx), gy = simd::mul_add(dy, steep, gy), gz = simd::mul_add(dz, steep, gz);
    };
    there_.add_around(x, add);
    added_.add_around(x, add);
    const Vec3f gradient = simd::sums(gx, gy, gz);
    return length(gradient) > 1e-6f * spacing_ ? -normalized(gradient) : Vec3f{};
  }
  float density(const Vec3f& x) const {
    simd::Lanes sum = simd::zero();
    const auto add = [&](size_t, auto, auto, auto, auto, auto rest) { sum = simd::mul_add(rest, rest * rest, sum); };
    there_.add_around(x, add);
    added_.add_around(x, add);
    return simd::sum(sum) * scale_;
  }
  // Of particles that are not temporary.
  float lasting_density(const Vec3f& x) const {
    simd::Lanes sum = simd::zero();
    there_.add_around(x, [&](size_t k, auto, auto, auto, auto, auto rest) {
      const simd::Lanes counts = simd::load(&lasting_[k]);
      sum = simd::mul_add(counts * rest, rest * rest, sum);
    });
    return simd::sum(sum) * scale_;
  }
  float nearest(const Vec3f& x) const { return std::min(there_.nearest(x), added_.nearest(x)); }

 private:
  float spacing_;
  Poly6 kernel_;
  float scale_;
  PointsInCells there_, added_;
  std::vector<float> lasting_;
};

struct Candidate {
  Vec3f position;
  uint32_t particle;  // that it comes from
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
  std::vector<uint8_t> kept(candidates.size(), 0);
  std::vector<Candidate> result;
  for (uint32_t i = 0; i < candidates.size(); ++i) {
    bool free = true;
    cells.visit(position[i], [&](uint32_t slot, float) { free = free && !kept[cells.index(slot)]; });
    if (!free) continue;
    kept[i] = 1;
    result.push_back(candidates[i]);
  }
  return result;
}

// Algorithm 1: those that the particles or candidates of `from` emit. `round` counts from 0; see seeds().
std::vector<Candidate> emitted(const Scene& scene, const TemplatesSettings& settings,
                               std::span<const Instance* const> acting, const std::vector<Candidate>& from, int round,
                               const NearLiquid& liquid, const Particles& particles) {
  const float distance = static_cast<float>(settings.seed_distance) * liquid.support();  // d_tp
  const auto missing = static_cast<float>(settings.seed_below);                          // eta
  const auto frame_seconds = static_cast<float>(1 / scene.frames.rate);
  const auto emits = [&](const Candidate& parent, Vec3f& x) {
    for (const Instance* instance : acting) {
      if (!instance->lends() || instance->phase() != particles.phase[parent.particle]) continue;
      if (instance->influence(instance->to_canonical(parent.position)) < 1) continue;
      const Vec3f way = liquid.towards_less(parent.position);
      if (way == Vec3f{}) return false;
      x = parent.position + way * distance;
      if (liquid.nearest(x) < 0.99f * distance) return false;
      const Vec3f canonical = instance->to_canonical(x);
      if (instance->influence(canonical) < 1) continue;
      const ControlFrame::Flow wanted = instance->control().flow_at(canonical);
      if (wanted.density - liquid.density(x) <= missing) continue;
      const float reach = length(instance->velocity_in_scene(wanted.velocity, canonical)) * frame_seconds;
      if (reach >= static_cast<float>(round) * distance) return true;
    }
    return false;
  };
  std::vector<Vec3f> position(from.size());
  std::vector<uint8_t> found(from.size(), 0);
  parallel_for(
      from.size(), [&](size_t n) { found[n] = emits(from[n], position[n]); }, 128);
  std::vector<Candidate> candidates;
  for (size_t n = 0; n < from.size(); ++n) {
    if (found[n]) candidates.push_back({position[n], from[n].particle});
  }
  return apart(std::move(candidates), particles, distance);
}

void keep_off_solids(const Solids& solids, float distance, std::vector<Candidate>& candidates) {
  std::vector<Vec3f> position;
  for (const Candidate& c : candidates) position.push_back(c.position);
  std::vector<uint8_t> near(candidates.size(), 0);
  solids.mark_inside(position, near, distance, 1);
  size_t n = 0;
  std::erase_if(candidates, [&](const Candidate&) { return near[n++] != 0; });
}

// Temporary particles emit others. One generation a frame, as in the paper, cannot keep up with a jet that flows many
// particles far in a frame: there are as many generations as the template's liquid flows distances d_tp in a frame.
std::vector<Candidate> seeds(const Scene& scene, const TemplatesSettings& settings,
                             std::span<const Instance* const> acting, const std::vector<uint32_t>& wanting,
                             NearLiquid& liquid, const Population& population) {
  constexpr int kMostRounds = 32;
  std::vector<Candidate> front, all;
  for (const uint32_t i : wanting) front.push_back({population.now.position[i], i});
  std::vector<Vec3f> position;
  for (int round = 0; round < kMostRounds && !front.empty(); ++round) {
    front = emitted(scene, settings, acting, front, round, liquid, population.now);
    if (population.solids) keep_off_solids(*population.solids, static_cast<float>(scene.solver.spacing), front);
    all.insert(all.end(), front.begin(), front.end());
    for (const Candidate& c : front) position.push_back(c.position);
    liquid.set_added(position);
  }
  return all;
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

std::vector<uint32_t> particles_with(std::vector<uint64_t> ids, const Particles& particles) {
  std::vector<uint32_t> found;
  if (ids.empty()) return found;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  IdTable wanted;
  wanted.build(ids);
  for (uint32_t i = 0; i < particles.size(); ++i) {
    if (wanted.find(particles.id[i]) != IdTable::kNone) found.push_back(i);
  }
  return found;
}

}  // namespace

TemporaryChange change_temporary(const Scene& scene, const TemplatesSettings& settings,
                                 std::span<const Instance* const> acting, std::vector<uint64_t> wanting,
                                 double patience, Population& population) {
  const Particles& particles = population.now;
  const auto spacing = static_cast<float>(scene.solver.spacing);
  const std::vector<uint32_t> parents = particles_with(std::move(wanting), particles);
  Box3f near;
  for (const uint32_t i : parents) near.include(particles.position[i]);
  for (size_t i = 0; i < particles.size(); ++i) {
    if (particles.temporary[i]) near.include(particles.position[i]);
  }
  if (near.empty()) return {};
  NearLiquid liquid(scene, particles, near.padded(4 * spacing));
  const std::vector<Candidate> removed = leaving(settings, acting, patience, liquid, particles);
  const std::vector<Candidate> added = seeds(scene, settings, acting, parents, liquid, population);
  for (const Candidate& c : added) {
    population.add(c.position, particles.velocity[c.particle], particles.mass[c.particle], particles.phase[c.particle],
                   true);
  }
  for (const Candidate& c : removed) population.removed[c.particle] = 1;
  return {added.size(), removed.size()};
}

}  // namespace weir::templates
