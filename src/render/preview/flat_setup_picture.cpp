// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>

#include "render/flat/draw.h"
#include "render/preview/setup_picture.h"
#include "weir/base/parallel.h"

namespace weir::render {

namespace {

// Pixels to places at z = 0 and back; the camera looks straight at them.
class Plane {
 public:
  Plane(const Camera& camera, int width, int height) : camera_(camera), width_(width), height_(height) {
    const Vec3f first = at(0, 0);
    pixel_ = std::abs(at(1, 0).x - first.x);
  }
  Vec3f at(float x, float y) const {
    const Vec3f direction = camera_.direction(x, y, width_, height_);
    return camera_.position - direction * (camera_.position.z / direction.z);
  }
  float pixel() const { return pixel_; }  // m
  struct Rows {
    int left, top, right, bottom;
  };
  // Pixels that a box covers.
  Rows pixels_of(const Box3f& box) const {
    const Vec3f low = camera_.project({box.lower.x, box.lower.y, 0}, width_, height_);
    const Vec3f high = camera_.project({box.upper.x, box.upper.y, 0}, width_, height_);
    const auto cut = [](float p, int size) {
      return static_cast<int>(std::clamp(std::round(p), 0.0f, static_cast<float>(size)));
    };
    return {cut(low.x - 2, width_), cut(high.y - 2, height_), cut(high.x + 2, width_), cut(low.y + 2, height_)};
  }

 private:
  const Camera& camera_;
  int width_, height_;
  float pixel_ = 1;
};

void draw_section(SetupPicture& picture, const Setup::Body& body, const Box3f& within, const Plane& plane) {
  const Plane::Rows rows = plane.pixels_of(body.field->bounds().intersected(within));
  const bool ghost = body.look == Setup::Look::ghost, wanted = body.look == Setup::Look::wanted;
  const bool liquid = body.look == Setup::Look::liquid;
  const Vec3f fill = lerp(body.colour, Vec3f{1, 1, 1}, liquid ? 0.42f : 0.05f), rim = body.colour * 0.5f;
  const float opacity = ghost ? 0.12f : wanted ? 0.4f : 1.0f;
  if (rows.right <= rows.left || rows.bottom <= rows.top) return;
  parallel_for(
      static_cast<size_t>(rows.bottom - rows.top),
      [&](size_t row) {
        const int y = rows.top + static_cast<int>(row);
        std::vector<Vec3f> points;
        for (int x = rows.left; x < rows.right; ++x) {
          Vec3f p = plane.at(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
          p.z = 0;
          points.push_back(p);
        }
        std::vector<float> distance(points.size());
        body.field->distance(points, distance);
        for (size_t i = 0; i < points.size(); ++i) {
          // Cut to what it may fill, with a sharp edge.
          const Vec3f below = within.lower - points[i], above = points[i] - within.upper;
          const float d = std::max({distance[i], below.x, below.y, above.x, above.y});
          const float inside = -d / plane.pixel();
          if (inside < -1) continue;
          const int x = rows.left + static_cast<int>(i);
          Vec3f& colour = picture.image.at(x, y);
          colour = lerp(colour, fill, opacity * std::clamp(inside + 0.5f, 0.0f, 1.0f));
          const float line = std::clamp(1.2f - std::abs(inside - 0.7f), 0.0f, 1.0f);
          colour = lerp(colour, ghost ? body.colour * 0.8f : rim, line * (ghost ? 0.6f : 0.75f));
          if (!ghost && inside > 0) {
            picture.busy[static_cast<size_t>(y) * static_cast<size_t>(picture.image.width) + static_cast<size_t>(x)] =
                1;
          }
        }
      },
      4);
}

void draw_grid(Image& image, const Setup& setup, const Camera& camera) {
  const auto step = static_cast<float>(grid_step(setup));
  const Box3f& box = setup.stage;
  for (const int axis : {0, 1}) {
    const auto first = static_cast<int>(std::ceil(box.lower[axis] / step - 1e-3f));
    const auto last = static_cast<int>(std::floor(box.upper[axis] / step + 1e-3f));
    for (int i = first; i <= last; ++i) {
      Vec3f from = box.lower, to = box.upper;
      from.z = to.z = 0;
      from[axis] = to[axis] = static_cast<float>(i) * step;
      draw_line(image, from, to, camera, {1, colour_of(0x6b7782), i % 10 == 0 ? 0.30f : 0.14f});
    }
  }
}

}  // namespace

SetupPicture flat_setup_picture(const Setup& setup, const Camera& camera, int width, int height) {
  SetupPicture picture{Image(width, height, preview_backdrop(0.8f)),
                       {},
                       std::vector<uint8_t>(static_cast<size_t>(width) * static_cast<size_t>(height))};
  const Plane plane(camera, width, height);
  const Plane::Rows stage = plane.pixels_of(setup.stage);
  draw_rectangle(picture.image, stage.left + 2, stage.top + 2, stage.right - stage.left - 4,
                 stage.bottom - stage.top - 4, colour_of(0xfbfcfd));
  const auto draw = [&](Setup::Look look, const Box3f& within) {
    // Where liquids overlap, the earlier one has the place.
    for (auto body = setup.bodies.rbegin(); body != setup.bodies.rend(); ++body) {
      if (body->look == look && body->field) draw_section(picture, *body, within, plane);
    }
  };
  draw(Setup::Look::liquid, setup.domain ? setup.stage : setup.reach);
  draw_grid(picture.image, setup, camera);
  draw(Setup::Look::solid, setup.reach);
  draw(Setup::Look::wanted, setup.reach);
  draw(Setup::Look::ghost, setup.reach);
  return picture;
}

}  // namespace weir::render
