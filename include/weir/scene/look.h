// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How a run is shown: the surface that is put around its particles, and the pictures made of it. Nothing here changes
// the simulation, so a run can be shown again in another way.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weir/geometry/shapes/animated.h"
#include "weir/geometry/shapes/path.h"

namespace weir {

// Linear RGB, 0 to 1.
struct Colour {
  Vec3d rgb{1, 1, 1};
  bool operator==(const Colour&) const = default;
};
Colour value_at(const Animated<Colour>& animated, double frame);

// Particles to a triangle mesh, after Yu & Turk 2013 (surface/). Lengths in particle spacings.
struct SurfaceSettings {
  double cell = 0.5;     // of the grid the surface is found on
  double smoothing = 1;  // 0 to 1: how far the bumps of single particles are taken out
  double stretch = 2;    // how many times longer than thick a particle's kernel may become
};

struct CameraSettings {
  Animated<Vec3d> position{Vec3d{2, 1.5, 4}};
  Animated<Vec3d> target{Vec3d{0, 0.5, 0}};
  Animated<double> view{35.0};  // degrees between the upper and the lower edge of the picture
  std::optional<Path> path;     // that it goes along, in place of its position; aligned, it looks ahead
  std::string attach;           // name of a solid that it rides on
  std::string follow;           // name of a solid that it looks at, in place of its target
};

enum class PictureStyle {
  automatic,  // surface in 3D, particles in 2D
  surface,
  particles
};
enum class ColourBy {
  automatic,  // paint where there is any, phase where there are several, else speed
  speed,
  phase,
  role,
  paint,  // the colours that particles carry
  heat
};
enum class Ground {
  automatic,  // tank when the domain has closed walls, else floor
  none,
  floor,
  tank  // the floor and glass walls
};

// The light and the ground of surface pictures (render/world/looks.cpp).
enum class Look {
  studio,    // an overcast sky and a large soft lamp, on grey ground
  daylight,  // a blue sky and the sun, on sand
  sunset,    // a low red sun
  night,     // the moon
  clay       // even light; everything is of white clay, so that only its form is seen
};

// Their names in scene files, in the order of the enum.
std::vector<std::string> look_names();

struct PictureSettings {
  PictureStyle style = PictureStyle::automatic;
  int width = 640, height = 360;
  int samples = 32;                      // paths a pixel of a surface picture
  std::optional<CameraSettings> camera;  // without one, all that moves is in the picture
  ColourBy colour_by = ColourBy::automatic;
  Ground ground = Ground::automatic;
  Look look = Look::studio;
  double exposure = 0;       // stops
  double motion_blur = 0.5;  // share of the time between two frames that the shutter is open
};

}  // namespace weir
