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

std::array<Vec3f, 256> speed_table() {
  std::array<Vec3f, 256> table;
  for (size_t i = 0; i < table.size(); ++i) {
    const float at = static_cast<float>(i) / 255 * static_cast<float>(kSpeedStops.size() - 1);
    const size_t stop = std::min(static_cast<size_t>(at), kSpeedStops.size() - 2);
    table[i] =
        from_srgb(lerp(srgb_of(kSpeedStops[stop]), srgb_of(kSpeedStops[stop + 1]), at - static_cast<float>(stop)));
  }
  return table;
}

}  // namespace

Vec3f speed_colour(float share) {
  static const std::array<Vec3f, 256> kTable = speed_table();
  // A speed that is not a number is shown as the slowest.
  const float inside = share > 0 ? std::min(share, 1.0f) : 0.0f;
  return kTable[static_cast<size_t>(inside * 255 + 0.5f)];
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
                                    float top_speed) {
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
      case ColourBy::phase:
        colours[i] = of_phase[particles.phase[i]];
        break;
      case ColourBy::role:
        colours[i] = particles.temporary[i] ? temporary_colour() : liquid_colour();
        break;
    }
  });
  return colours;
}

}  // namespace weir::render
