// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of surfaces and pictures.

#include "weir/scene/look.h"

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

Colour value_at(const Animated<Colour>& animated, double frame) {
  Animated<Vec3d> rgb;
  rgb.keys.clear();
  rgb.between = animated.between;
  for (const Key<Colour>& key : animated.keys) rgb.keys.push_back({key.frame, key.value.rgb});
  return {value_at(rgb, frame)};
}

template <>
struct EnumNames<PictureStyle> {
  static constexpr const char* names[] = {"automatic", "surface", "particles"};
};
template <>
struct EnumNames<ColourBy> {
  static constexpr const char* names[] = {"automatic", "speed", "phase", "role", "paint", "heat"};
};
template <>
struct EnumNames<Ground> {
  static constexpr const char* names[] = {"automatic", "none", "floor", "tank"};
};

template <>
struct EnumNames<Look> {
  static constexpr const char* names[] = {"studio", "daylight", "sunset", "night", "clay"};
};

std::vector<std::string> look_names() { return Codec<Look>::names(); }

template <>
const Block& block_of<SurfaceSettings>() {
  static const Block block =
      BlockOf<SurfaceSettings>("surface", "How particles become a surface.")
          .add(
              "cell", &SurfaceSettings::cell,
              {.help = "Size of the triangles; smaller is finer and slower.", .unit = "spacings", .min = 0.1, .max = 4})
          .add("smoothing", &SurfaceSettings::smoothing,
               {.help = "How far the bumps of single particles are taken out of the surface; waves and drops stay.",
                .min = 0,
                .max = 1})
          .add("stretch", &SurfaceSettings::stretch,
               {.help = "How many times longer than thick a particle may be drawn, to keep sheets and flat water flat; "
                        "1 leaves them round.",
                .min = 1,
                .max = 4});
  return block;
}

static void check_camera(const Node& node, const CameraSettings& camera, Reader& reader) {
  if (camera.path && camera.path->align && !camera.follow.empty()) {
    reader.complain(node, "either looks ahead along its path (align) or follows a solid; give one of them");
  }
  for (const char* key : {"attach", "follow"}) {
    const Node* at = node.find(key);
    const std::string& name = key == std::string("attach") ? camera.attach : camera.follow;
    if (!at || name.empty()) continue;
    const Reader::Inside inside(reader, key);
    reader.refer_to_solid(*at, name);
  }
}

template <>
const Block& block_of<CameraSettings>() {
  static const Block block =
      BlockOf<CameraSettings>("camera", "Where pictures are taken from.")
          .add("position", &CameraSettings::position, {.help = "Of the camera.", .unit = "m", .place = true})
          .add("target", &CameraSettings::target, {.help = "What it looks at.", .unit = "m", .place = true})
          .add("view", &CameraSettings::view,
               {.help = "Angle between the upper and the lower edge of the picture.",
                .unit = "degrees",
                .min = 1,
                .max = 150})
          .add("path", &CameraSettings::path,
               {.help =
                    "Curve that it goes along, in place of a position; with align it looks ahead along it, in place of "
                    "at a target."})
          .add("attach", &CameraSettings::attach,
               {.help = "Name of a solid that it rides on: position, path and target move with that.",
                .names = "solids"})
          .add("follow", &CameraSettings::follow,
               {.help = "Name of a solid whose middle it looks at, in place of a target.", .names = "solids"})
          .check(&check_camera);
  return block;
}

template <>
const Block& block_of<PictureSettings>() {
  static const Block block =
      BlockOf<PictureSettings>("picture", "How pictures of the run are made.")
          .add("style", &PictureSettings::style,
               {.help =
                    "automatic: surface in 3D, particles in 2D; surface: lit water; particles: fast, coloured dots."})
          .add("width", &PictureSettings::width, {.help = "Of the picture.", .unit = "pixels", .min = 16, .max = 8192})
          .add("height", &PictureSettings::height,
               {.help = "Of the picture.", .unit = "pixels", .min = 16, .max = 8192})
          .add("samples", &PictureSettings::samples,
               {.help = "Light paths a pixel of a surface picture; more is slower and less noisy.",
                .min = 1,
                .max = 65536})
          .add("camera", &PictureSettings::camera, {.help = "Without one, all that moves is in the picture."})
          .add("colour_by", &PictureSettings::colour_by,
               {.help =
                    "What colours show; automatic: paint where liquids or emitters have a colour, heat where a glowing "
                    "phase cools, the phase where there are several or one has a preset, else the speed. Paint and "
                    "heat colour surfaces too."})
          .add("ground", &PictureSettings::ground,
               {.help = "automatic: tank with closed walls, else floor; tank: a floor and glass walls."})
          .add("look", &PictureSettings::look,
               {.help = "Light and ground of surface pictures; clay shows the form alone, without water's clearness."})
          .add("exposure", &PictureSettings::exposure,
               {.help = "Brighter above 0, darker below.", .unit = "stops", .min = -20, .max = 20})
          .add("motion_blur", &PictureSettings::motion_blur,
               {.help = "Share of the time between two frames that the shutter is open.", .min = 0, .max = 1});
  return block;
}

}  // namespace weir
