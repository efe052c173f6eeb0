// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/colours.h"

#include <array>

#include "weir/base/parallel.h"
#include "weir/render/pictures/image.h"

namespace weir::render {

namespace {

// Between the stops colours are mixed as sRGB, in which steps look more even than in linear light.
constexpr std::array<uint32_t, 7> kSpeedStops{0x163a8f, 0x1e5fbe, 0x2890df, 0x45c2e4, 0x84dccb, 0xc4e78e, 0xffe135};

constexpr std::array<uint32_t, 6> kSparePhases{0x2f7fd0, 0xe08a2e, 0x3fa65a, 0xb0548f, 0x8a6d3b, 0x6c6fd1};

constexpr std::array<uint32_t, 7> kHeatStops{0x1d1a1c, 0x4a1512, 0x8f1f0f, 0xd0410f, 0xf5801a, 0xffbe3c, 0xfff0a8};

using Table = std::array<Vec3f, 256>;

Table table_of(const std::array<uint32_t, 7>& stops) {
  Table table;
  for (size_t i = 0; i < table.size(); ++i) {
    const float at = static_cast<float>(i) / 255 * static_cast<float>(stops.size() - 1);
    const size_t stop = std::min(static_cast<size_t>(at), stops.size() - 2);
    table[i] = from_srgb(lerp(srgb_of(stops[stop]), srgb_of(stops[stop + 1]), at - static_cast<float>(stop)));
  }
  return table;
}

// What is not a number is shown as the least.
Vec3f at_share(const Table& table, float share) {
  const float inside = share > 0 ? std::min(share, 1.0f) : 0.0f;
  return table[static_cast<size_t>(inside * 255 + 0.5f)];
}

}  // namespace

Vec3f speed_colour(float share) {
  static const Table kTable = table_of(kSpeedStops);
  return at_share(kTable, share);
}

Vec3f heat_colour(float share) {
  static const Table kTable = table_of(kHeatStops);
  return at_share(kTable, share);
}

Vec3f liquid_colour() { return colour_of(0x4aa3e8); }
Vec3f temporary_colour() { return colour_of(0xf58a1f); }

Vec3f phase_colour(const std::vector<Phase>& phases, size_t phase) {
  if (phase >= phases.size()) return colour_of(kSparePhases[phase % kSparePhases.size()]);
  const Vec3f colour(phases[phase].colour.rgb);
  // Scenes give what light becomes on its way through water: dark where the liquid is deep. Dots have no depth.
  const float brightest = max_component(colour);
  constexpr float kBright = 0.75f;
  return brightest > 0.02f && brightest < kBright ? colour * (kBright / brightest) : colour;
}

std::vector<Vec3f> particle_colours(const Particles& particles, ColourBy by, const std::vector<Phase>& phases,
                                    float top_speed, const HeatRange& heat) {
  if (by == ColourBy::paint && particles.colour.size() == particles.size()) return particles.colour;
  const bool hot = by == ColourBy::heat && particles.heat.size() == particles.size();
  std::vector<Vec3f> colours(particles.size());
  std::array<Vec3f, 256> of_phase;
  for (size_t phase = 0; phase < of_phase.size(); ++phase) of_phase[phase] = phase_colour(phases, phase);
  const float per_speed = top_speed > 0 ? 1 / top_speed : 0;
  parallel_for(particles.size(), [&](size_t i) {
    switch (by) {
      case ColourBy::automatic:
      case ColourBy::speed:
        colours[i] = speed_colour(length(particles.velocity[i]) * per_speed);
        break;
      case ColourBy::heat:
      case ColourBy::paint:
      case ColourBy::phase:
        colours[i] = hot ? heat_colour(heat.share(particles.heat[i])) : of_phase[particles.phase[i]];
        break;
      case ColourBy::role:
        colours[i] = particles.temporary[i] ? temporary_colour() : liquid_colour();
        break;
    }
  });
  return colours;
}

}  // namespace weir::render
