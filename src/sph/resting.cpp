// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/resting.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/phase_values.h"
#include "sim/wall_clearance.h"
#include "weir/base/parallel.h"

namespace weir::sph {

namespace {

constexpr float kInside = 0.95f;  // of the rest density, from which on a particle has no air beside it
// Spacings. Air is where nothing is within `kAir` of a place that is one spacing from a particle. Places no more than
// `kBelow` under the highest particle do not count: the top layer of what solids cut is not full.
constexpr float kAir = 0.75f, kBelow = 0.3f;
constexpr float kInterface = 1.5f;  // between phases, by which particles may lie the wrong way round

// Particles within each other's support, one set for each body of liquid: a name for each particle, the lowest index.
std::vector<uint32_t> bodies_of_liquid(const Flow& flow) {
  std::vector<uint32_t> parent(flow.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (uint32_t i = 0; i < flow.size(); ++i) {
    for (const uint32_t j : flow.neighbours.of(i)) {
      const uint32_t a = root(i), b = root(j);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  for (uint32_t i = 0; i < flow.size(); ++i) parent[i] = parent[parent[i]];
  return parent;
}

bool is_liquid_near(const Cells& cells, const Flow& flow, const Vec3f& place, float reach) {
  const Cells::Around around = cells.around(cells.coordinates_of(place));
  for (size_t r = 0; r < around.count; ++r) {
    for (uint32_t j = around.range[r].begin; j < around.range[r].end; ++j) {
      if (length_squared(xyz(flow.point[j]) - place) < reach * reach) return true;
    }
  }
  return false;
}

// Whether the densities of phases never grow with height: `height` in spacings, of one body of liquid.
bool is_layered(const std::vector<float>& height, const std::vector<float>& density) {
  struct Range {
    float least = 1e30f, greatest = 0;
  };
  const auto [lowest, highest] = std::minmax_element(height.begin(), height.end());
  std::vector<Range> layer(static_cast<size_t>((*highest - *lowest) / kInterface) + 1);
  for (size_t i = 0; i < height.size(); ++i) {
    Range& range = layer[static_cast<size_t>((height[i] - *lowest) / kInterface)];
    range.least = std::min(range.least, density[i]);
    range.greatest = std::max(range.greatest, density[i]);
  }
  float above = 0;  // the heaviest two layers above and higher
  for (size_t k = layer.size(); k-- > 0;) {
    if (k + 2 < layer.size()) above = std::max(above, layer[k + 2].greatest);
    if (layer[k].least < above) return false;
  }
  return true;
}

}  // namespace

std::vector<uint8_t> find_resting(const Scene& scene, const Vec3f& gravity, const Particles& particles,
                                  const Cells& cells, const Flow& flow, const Solids& solids) {
  const size_t n = particles.size();
  const auto spacing = static_cast<float>(scene.solver.spacing);
  const Vec3f up = normalized(gravity) * -1.0f;
  const std::vector<uint32_t> body = bodies_of_liquid(flow);
  const auto height = [&](size_t i) { return dot(particles.position[i], up); };
  std::vector<float> top(n, -1e30f);  // of each body
  for (size_t i = 0; i < n; ++i) top[body[i]] = std::max(top[body[i]], height(i));

  std::vector<uint8_t> moves(n, 0);
  parallel_for(n, [&](size_t i) {
    if (particles.velocity[i] != Vec3f{}) moves[i] = 1;
    if (flow.density[i] > kInside) return;
    for (int side = 0; side < 2 * scene.dimensions; ++side) {
      Vec3f place = particles.position[i];
      place[side / 2] += side % 2 == 0 ? spacing : -spacing;
      if (dot(place, up) > top[body[i]] - kBelow * spacing || is_liquid_near(cells, flow, place, kAir * spacing))
        continue;
      float gap = 0;
      solid_gaps(solids, {&place, 1}, {&gap, 1});
      if (gap > kAir * spacing) moves[i] = 1;
    }
  });
  std::vector<uint8_t> body_rests(n, 1);
  for (size_t i = 0; i < n; ++i) body_rests[body[i]] &= moves[i] == 0;

  if (scene.phases.size() > 1) {
    const std::vector<float> densities = of_phases(scene, [](const Phase& p) { return p.density; });
    std::vector<std::vector<float>> heights(n), heavy(n);
    for (size_t i = 0; i < n; ++i) {
      heights[body[i]].push_back(height(i) / spacing);
      heavy[body[i]].push_back(densities[particles.phase[i]]);
    }
    for (size_t b = 0; b < n; ++b) body_rests[b] &= heights[b].empty() || is_layered(heights[b], heavy[b]);
  }
  std::vector<uint8_t> rests(n);
  for (size_t i = 0; i < n; ++i) rests[i] = body_rests[body[i]];
  return rests;
}

}  // namespace weir::sph
