// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The camera of a picture: a pinhole that looks from a position at a target, upright (2D runs: straight at the xy
// plane). The scene gives it, or it frames by itself all that moves.

#pragma once

#include <optional>
#include <span>

#include "weir/base/vec.h"
#include "weir/scene/scene.h"

namespace weir::render {

struct Camera {
  Vec3f position;
  Vec3f right, up, forward;  // unit, right-handed seen from behind: right x up = -forward
  float half_height = 0.3f;  // of the picture at distance 1 along forward; half_width = half_height * width / height

  // Direction (unit) through a point of a picture, in pixels from the top left corner.
  Vec3f direction(float x, float y, int width, int height) const;
  // Pixels from the top left corner, and distance along forward as z (behind the camera: not above 0).
  Vec3f project(const Vec3f& point, int width, int height) const;
};

Camera look(const Vec3d& position, const Vec3d& target, double view_degrees);

// The scene's camera at a frame. `carried`: how far what it is attached to has gone since the first frame; `followed`:
// where the middle of the solid is that it looks at.
Camera scene_camera(const CameraSettings& settings, double frame, const Affine& carried = {},
                    const std::optional<Vec3d>& followed = {});

// A camera that has the box in the picture, a little from above and from the right; straight from the front in 2D.
Camera framing_camera(const Box3f& box, int dimensions, int width, int height);
// The same from any side: `from` (unit) leads from the box to the camera.
Camera framing_camera(const Box3f& box, const Vec3d& from, double view_degrees, int width, int height);

}  // namespace weir::render
