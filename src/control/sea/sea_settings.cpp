// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/sea/sea_settings.h"

#include <fmt/format.h>

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

using namespace sea;

template <>
struct EnumNames<SeaSide> {
  static constexpr const char* names[] = {"-x", "+x", "-z", "+z"};
};
template <>
struct EnumNames<SeaStart> {
  static constexpr const char* names[] = {"waves", "still"};
};

static void check_wave(const Node& node, const SeaWave& wave, Reader& reader) {
  if (wave.length.has_value() == wave.period.has_value()) {
    reader.complain(
        node, fmt::format("must have one of \"length\" and \"period\", but has {}", wave.length ? "both" : "neither"));
  }
}

template <>
const Block& block_of<SeaWave>() {
  using W = SeaWave;
  static const Block block =
      BlockOf<W>("sea_wave", "A regular wave of a sea (Airy).")
          .add("height", &W::height, {.help = "From trough to crest.", .unit = "m", .above = 0})
          .add("length", &W::length, {.help = "From crest to crest.", .unit = "m", .above = 0})
          .add("period", &W::period, {.help = "From crest to crest at one place.", .unit = "s", .above = 0})
          .add("direction", &W::direction,
               {.help = "Where it goes: 0 is +x, 90 is +z.", .unit = "degrees", .min = -360, .max = 360})
          .add("phase", &W::phase, {.help = "At x = z = 0 at the first frame; 0 is a crest.", .unit = "degrees"})
          .check(check_wave);
  return block;
}

template <>
const Block& block_of<SeaSpectrum>() {
  using S = SeaSpectrum;
  static const Block block =
      BlockOf<S>("jonswap", "Waves of many lengths, as wind makes them (JONSWAP, Hasselmann et al. 1973).")
          .add("height", &S::height,
               {.help = "Significant height: that of the highest third, 4 times the root of the variance of the level.",
                .unit = "m",
                .above = 0})
          .add("period", &S::period, {.help = "Of the waves with most energy.", .unit = "s", .above = 0})
          .add("gamma", &S::gamma, {.help = "How sharp the peak is; 1 is a fully grown sea.", .min = 1, .max = 20})
          .add("direction", &S::direction,
               {.help = "Where they go: 0 is +x, 90 is +z.", .unit = "degrees", .min = -360, .max = 360})
          .add("spread", &S::spread,
               {.help = "Standard deviation of the directions; 0: all crests are parallel.",
                .unit = "degrees",
                .min = 0,
                .max = 60})
          .add("components", &S::components, {.help = "Regular waves that it is made of.", .min = 1, .max = 256});
  return block;
}

template <>
const Block& block_of<SeaSettings>() {
  using S = SeaSettings;
  static const Block block =
      BlockOf<S>(
          "sea",
          "Open water: along sides of the domain the liquid is led over to given waves, which come in there, and "
          "all other waves leave (relaxation zones, Jacobsen et al. 2012).")
          .add("level", &S::level,
               {.help = "Height (y) of the still surface.", .unit = "m", .required = true, .place = true})
          .add("width", &S::width,
               {.help = "Of the zone along the sides. Waves that are not longer than it leave.",
                .unit = "m",
                .above = 0,
                .required = true})
          .add("sides", &S::sides, {.help = "Sides of the domain that are open; all of them without any."})
          .add("waves", &S::waves, {.help = "Regular waves that come in."})
          .add("jonswap", &S::jonswap, {.help = "A spectrum of waves that comes in, besides `waves`."})
          .add("scale", &S::scale, {.help = "Heights of all waves times this.", .min = 0, .max = 1})
          .add("strength", &S::strength,
               {.help = "How fast the liquid is led over at the sides, in sqrt(gravity / width).",
                .min = 0.1,
                .max = 1000})
          .add("start", &S::start,
               {.help = "waves: the liquid, which the scene gives as still water, starts in waves; still: it starts as "
                        "it is."});
  return block;
}

}  // namespace weir
