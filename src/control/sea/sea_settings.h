// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// An open sea (docs/sea.md): what the artist writes. What each parameter means is in its help: sea_settings.cpp.

#pragma once

#include <optional>
#include <vector>

#include "weir/geometry/shapes/animated.h"
#include "weir/scene/block_of.h"

namespace weir::sea {

// A regular wave: one of length and period is given.
struct SeaWave {
  double height = 0.1;           // m, from trough to crest
  std::optional<double> length;  // m
  std::optional<double> period;  // s
  double direction = 0;          // degrees from +x towards +z
  double phase = 0;              // degrees
};

// The spectrum of Hasselmann et al. 1973 for a sea that the wind still drives.
struct SeaSpectrum {
  double height = 0.1;   // m, significant
  double period = 1;     // s, of the peak
  double gamma = 3.3;    // how sharp the peak is
  double direction = 0;  // degrees from +x towards +z
  double spread = 0;     // degrees, standard deviation
  int components = 32;
};

enum class SeaSide { lower_x, upper_x, lower_z, upper_z };

enum class SeaStart {
  waves,  // the scene's still liquid is put where the waves have it
  still,
};

struct SeaSettings {
  double level = 0;  // m
  double width = 1;  // m
  std::vector<SeaSide> sides;
  std::vector<SeaWave> waves;
  std::optional<SeaSpectrum> jonswap;
  Animated<double> scale{1.0};
  double strength = 6;  // in sqrt(g / width)
  SeaStart start = SeaStart::waves;
};

}  // namespace weir::sea

namespace weir {
template <>
const Block& block_of<sea::SeaWave>();
template <>
const Block& block_of<sea::SeaSpectrum>();
template <>
const Block& block_of<sea::SeaSettings>();
}  // namespace weir
