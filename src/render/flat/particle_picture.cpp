// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/particle_picture.h"

#include <algorithm>
#include <cmath>

#include "render/flat/ball_layer.h"
#include "render/flat/colours.h"
#include "render/flat/draw.h"
#include "render/flat/draw_overlay.h"
#include "render/flat/flat_smoke.h"
#include "render/flat/mesh_layer.h"
#include "weir/base/parallel.h"

namespace weir::render {

namespace {

Vec3f backdrop(float height_share) { return lerp(colour_of(0xf7f9fb), colour_of(0xdfe5ea), height_share); }
Vec3f line_colour() { return colour_of(0x6b7782); }

// ---- 3D -------------------------------------------------------------------------------------------------------------

// Everything that shows at the pixels of a picture, by what is nearest of its kind.
struct Layers {
  BallLayer liquid;
  MeshLayer solids;
};

// How much nearer the surroundings of a pixel are: 0 in the open, up to 1 in a deep notch.
float sunken(const BallLayer& layer, int x, int y, int width, int height, int reach, float radius) {
  constexpr int kAround[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
  const auto depth = [&](int i, int j) {
    return layer.depth[static_cast<size_t>(j) * static_cast<size_t>(width) + static_cast<size_t>(i)];
  };
  float sum = 0;
  for (const auto& way : kAround) {
    const int i = std::clamp(x + way[0] * reach, 0, width - 1), j = std::clamp(y + way[1] * reach, 0, height - 1);
    sum += std::clamp((depth(x, y) - depth(i, j) - 1.5f * radius) / (12 * radius), 0.0f, 1.0f);
  }
  return sum / 8;
}

Vec3f lit_ball(const Vec3f& colour, const Vec3f& normal, float sunk) {
  constexpr Vec3f kLight{-0.37f, 0.66f, 0.65f};  // over the left shoulder of the camera
  const float light = 0.62f + 0.42f * std::max(0.0f, dot(normal, kLight));
  return colour * (light * (1 - 0.75f * sunk));
}

Vec3f lit_solid(const Vec3f& colour, const Vec3f& normal) {
  constexpr Vec3f kLight{-0.32f, 0.83f, 0.46f};
  const float light = 0.68f + 0.32f * std::max(0.0f, dot(normal, kLight));
  return lerp(colour, Vec3f{1, 1, 1}, 0.25f) * light;
}

// The floor of the domain, where the pixel's ray meets it.
std::optional<float> floor_depth(const Box3f& domain, const Camera& camera, const Vec3f& direction) {
  if (!(direction.y < 0) || camera.position.y <= domain.lower.y) return {};
  const Vec3f hit = camera.position + direction * ((domain.lower.y - camera.position.y) / direction.y);
  if (hit.x < domain.lower.x || hit.x > domain.upper.x || hit.z < domain.lower.z || hit.z > domain.upper.z) return {};
  return dot(hit - camera.position, camera.forward);
}

class Composer {
 public:
  Composer(const ParticleView& view, const Camera& camera, int width, int height, int scale)
      : view_(view), camera_(camera), width_(width), height_(height), scale_(scale) {
    layers_.liquid = ball_layer(view.positions, view.radius, camera, width, height);
    std::vector<const Mesh*> meshes;
    for (const ShownSolid& solid : view.solids) meshes.push_back(&solid.mesh);
    if (!meshes.empty()) layers_.solids = mesh_layer(meshes, camera, width, height);
  }

  Image picture() const {
    Image image(width_, height_);
    parallel_for(
        static_cast<size_t>(height_),
        [&](size_t y) {
          for (int x = 0; x < width_; ++x) image.at(x, static_cast<int>(y)) = pixel(x, static_cast<int>(y));
        },
        4);
    return image;
  }
  std::span<const float> depth() const { return layers_.liquid.depth; }

 private:
  Vec3f pixel(int x, int y) const {
    const size_t at = static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
    Vec3f colour = backdrop(static_cast<float>(y) / static_cast<float>(height_));
    const float liquid = layers_.liquid.depth[at];
    if (std::isfinite(liquid)) {
      const float sunk = sunken(layers_.liquid, x, y, width_, height_, 2 * scale_, view_.radius);
      colour = lit_ball(view_.colours[layers_.liquid.ball[at]], layers_.liquid.normal[at], sunk);
    } else if (view_.domain) {
      const Vec3f direction =
          camera_.direction(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, width_, height_);
      if (floor_depth(*view_.domain, camera_, direction)) colour = colour * 0.9f;
    }
    return layers_.solids.mesh.empty() ? colour : behind_solid(colour, x, y, at, liquid);
  }

  // A solid is opaque where nothing is behind it, and clear where there is liquid; its edges are always seen.
  Vec3f behind_solid(const Vec3f& colour, int x, int y, size_t at, float liquid) const {
    const uint32_t solid = layers_.solids.mesh[at];
    const bool in_front = layers_.solids.depth[at] < liquid, edge = on_edge(layers_.solids, x, y, width_, height_);
    Vec3f result = colour;
    if (solid != MeshLayer::kNone && in_front) {
      const float opacity = std::isfinite(liquid) ? 0.25f : 0.85f;
      result = lerp(colour, lit_solid(view_.solids[solid].colour, layers_.solids.normal[at]), opacity);
    }
    return edge && (in_front || !std::isfinite(liquid)) ? lerp(result, line_colour(), 0.55f) : result;
  }

  const ParticleView& view_;
  const Camera& camera_;
  int width_, height_, scale_;
  Layers layers_;
};

Image picture_3d(const ParticleView& view, const Camera& camera, int width, int height) {
  // Four samples a pixel, unless the picture is so large that nobody sees single pixels, and memory counts.
  const int scale = static_cast<int64_t>(width) * height <= int64_t{4096} * 2304 ? 2 : 1;
  const Composer composer(view, camera, width * scale, height * scale, scale);
  Image image = composer.picture();
  if (view.domain) {
    const Pen pen{0.9f * static_cast<float>(scale), line_colour(), 0.55f};
    draw_box(image, Box3d(*view.domain), Affine{}, camera, pen, composer.depth());
  }
  return scale == 1 ? image : reduced(image, width, height);
}

// ---- 2D -------------------------------------------------------------------------------------------------------------

// Where the ray through the middle of a pixel meets z = 0.
Vec3f on_plane(const Camera& camera, float x, float y, int width, int height) {
  const Vec3f direction = camera.direction(x, y, width, height);
  return camera.position - direction * (camera.position.z / direction.z);
}

// Fills what is inside the field at z = 0, with a darker rim.
void draw_section(Image& image, const ShownSolid& solid, const Camera& camera) {
  const Vec3f corner = on_plane(camera, 0, 0, image.width, image.height);
  const float pixel = std::abs(on_plane(camera, 1, 0, image.width, image.height).x - corner.x);
  if (!is_finite(corner) || !(pixel > 0)) return;
  const Vec3f fill = lerp(solid.colour, Vec3f{1, 1, 1}, 0.15f), rim = fill * 0.55f;
  parallel_for(
      static_cast<size_t>(image.height),
      [&](size_t row) {
        std::vector<Vec3f> points(static_cast<size_t>(image.width));
        std::vector<float> distance(points.size());
        for (size_t x = 0; x < points.size(); ++x) {
          points[x] = {corner.x + (static_cast<float>(x) + 0.5f) * pixel,
                       corner.y - (static_cast<float>(row) + 0.5f) * pixel, 0};
        }
        solid.field->distance(points, distance);
        for (size_t x = 0; x < points.size(); ++x) {
          const float inside = -distance[x] / pixel;
          Vec3f& colour = image.at(static_cast<int>(x), static_cast<int>(row));
          colour = lerp(colour, inside < 1.5f ? rim : fill, std::clamp(inside + 0.5f, 0.0f, 1.0f));
        }
      },
      4);
}

Image picture_2d(const ParticleView& view, const Camera& camera, int width, int height) {
  Image image(width, height, backdrop(0.8f));
  if (view.domain) {
    const Vec3f low = camera.project({view.domain->lower.x, view.domain->lower.y, 0}, width, height);
    const Vec3f high = camera.project({view.domain->upper.x, view.domain->upper.y, 0}, width, height);
    const auto pixel = [](float at, int size) {
      return static_cast<int>(std::lround(std::clamp(at, -1.0f, static_cast<float>(size) + 1)));
    };
    const int left = pixel(low.x, width), top = pixel(high.y, height);
    draw_rectangle(image, left, top, pixel(high.x, width) - left, pixel(low.y, height) - top, colour_of(0xfbfcfd));
  }
  draw_flat_smoke(image, view.smoke, camera);
  for (const ShownSolid& solid : view.solids) draw_section(image, solid, camera);
  constexpr float kClosing = 0.4f;  // pixels more, or the light ground shows between discs that touch
  std::vector<Disc> discs(view.positions.size());
  parallel_for(discs.size(), [&](size_t i) {
    const Vec3f p = camera.project(view.positions[i], width, height);
    const float scale = 0.5f * static_cast<float>(height) / (camera.half_height * p.z);
    if (p.z > 0) discs[i] = {p.x, p.y, std::max(view.radius * scale, 0.6f) + kClosing, view.colours[i]};
  });
  draw_discs(image, discs);
  if (view.domain) {
    Box3d flat(*view.domain);
    flat.lower.z = flat.upper.z = 0;
    draw_box(image, flat, Affine{}, camera, {1, line_colour(), 0.4f});
  }
  return image;
}

}  // namespace

Image particle_picture(const ParticleView& view, const Camera& camera, int width, int height) {
  Image image =
      view.dimensions == 2 ? picture_2d(view, camera, width, height) : picture_3d(view, camera, width, height);
  if (view.overlay) draw_overlay(image, *view.overlay, camera);
  return image;
}

}  // namespace weir::render
