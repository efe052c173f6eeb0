// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/carried.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "weir/base/parallel.h"

namespace weir {

namespace {

template <class List, class Is>
bool any_of(const List& list, Is&& is) {
  return std::any_of(list.begin(), list.end(), is);
}

// Of a file where it has it, else what is given.
template <class T>
void set(std::vector<T>& array, size_t count, const std::vector<T>* file, bool is_given, T given) {
  if (is_given) {
    array.assign(count, given);
  } else if (file && file->size() == count) {
    array = *file;
  }
}

}  // namespace

std::shared_ptr<const CarriedKinds> carried_kinds(const Scene& scene) {
  const double usual = Phase().heat;
  CarriedKinds kinds;
  kinds.heat = scene.mixing.heat > 0 || any_of(scene.solids, [](const Solid& s) { return s.heat.has_value(); }) ||
               any_of(scene.phases, [&](const Phase& p) { return p.heat != usual || !p.viscosity_by_heat.empty(); });
  kinds.colour = scene.mixing.paint > 0;
  const auto look = [&](const auto& source) {
    kinds.heat = kinds.heat || source.heat;
    kinds.thickness = kinds.thickness || source.thickness;
    kinds.colour = kinds.colour || source.colour;
  };
  std::for_each(scene.liquids.begin(), scene.liquids.end(), look);
  std::for_each(scene.emitters.begin(), scene.emitters.end(), look);
  if (!kinds.heat && !kinds.thickness && !kinds.colour) return nullptr;
  for (const Phase& phase : scene.phases) {
    kinds.of_phase.push_back({.heat = static_cast<float>(phase.heat), .colour = Vec3f(phase.colour.rgb)});
  }
  return std::make_shared<const CarriedKinds>(std::move(kinds));
}

void carry(const Scene& scene, const Liquid& liquid, Particles& particles) {
  const std::shared_ptr<const CarriedKinds> kinds = carried_kinds(scene);
  if (!kinds) return;
  const LiquidPoints* file = liquid.points.get();
  const auto number = [](const std::optional<double>& value) { return static_cast<float>(value.value_or(0)); };
  set(particles.heat, particles.size(), file ? &file->heat : nullptr, liquid.heat.has_value(), number(liquid.heat));
  set(particles.thickness, particles.size(), file ? &file->thickness : nullptr, liquid.thickness.has_value(),
      number(liquid.thickness));
  set(particles.colour, particles.size(), file ? &file->colour : nullptr, liquid.colour.has_value(),
      Vec3f(liquid.colour.value_or(Colour{}).rgb));
  particles.carry(kinds);
}

Carried carried_by(const Emitter& emitter, const Carried& of_phase, double frame) {
  Carried carried = of_phase;
  if (emitter.heat) carried.heat = static_cast<float>(value_at(*emitter.heat, frame));
  if (emitter.thickness) carried.thickness = static_cast<float>(value_at(*emitter.thickness, frame));
  if (emitter.colour) carried.colour = Vec3f(value_at(*emitter.colour, frame).rgb);
  return carried;
}

bool HotSolids::any() const {
  return any_of(scene_.solids, [](const Solid& solid) { return solid.heat.has_value(); });
}

void HotSolids::find(const Solids& solids, double frame, float reach, std::span<const Vec3f> points,
                     std::span<float> gap, std::span<float> heat) const {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> of_solid;
  for (const Solid& solid : scene_.solids) {
    of_solid.push_back(solid.heat ? static_cast<float>(value_at(*solid.heat, frame)) : kNone);
  }
  parallel_for_blocks(
      points.size(),
      [&](size_t begin, size_t end) {
        const auto piece = points.subspan(begin, end - begin);
        solids.gaps(piece, reach, gap.subspan(begin, end - begin));
        std::vector<Vec3f> near;
        std::vector<size_t> index;
        for (size_t i = begin; i < end; ++i) {
          heat[i] = kNone;
          if (gap[i] >= reach) continue;
          near.push_back(points[i]);
          index.push_back(i);
        }
        const std::vector<float> moment(near.size(), 1.0f);
        std::vector<int> solid(near.size());
        solids.nearest(near, moment, solid);
        for (size_t n = 0; n < near.size(); ++n) {
          if (solid[n] >= 0) heat[index[n]] = of_solid[static_cast<size_t>(solid[n])];
        }
      },
      512);
}

}  // namespace weir
