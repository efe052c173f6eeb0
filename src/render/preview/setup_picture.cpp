// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/preview/setup_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "render/flat/draw.h"
#include "render/flat/mesh_layer.h"
#include "weir/base/parallel.h"

namespace weir::render {

namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();

float extent(const Box3f& box) { return max_component(box.size()); }

// How dark the floor is under things that stand or hang above it: what is seen of them from below, blurred.
class FloorShadow {
 public:
  FloorShadow(std::span<const Mesh* const> meshes, const Setup& setup)
      : box_(setup.stage.padded(0.15f * extent(setup.stage))) {
    const float size = extent(box_), floor = setup.stage.lower.y;
    // From so far below that it sees without perspective.
    const Vec3f middle = box_.centre();
    constexpr float kFar = 200;
    Camera camera;
    camera.position = {middle.x, floor - kFar * size, middle.z};
    camera.right = {1, 0, 0};
    camera.up = {0, 0, 1};
    camera.forward = {0, 1, 0};
    camera.half_height = 0.5f / kFar;
    lower_ = {middle.x - 0.5f * size, 0, middle.z - 0.5f * size};
    size_ = size;
    Box3f above = setup.reach;
    above.lower.y = floor;
    const CutLayer layer = cut_layer(meshes, above, camera, kPixels, kPixels);
    dark_.resize(layer.front.depth.size());
    for (size_t i = 0; i < dark_.size(); ++i) {
      const float high = std::max(0.0f, layer.front.depth[i] - kFar * size);
      dark_[i] = std::isfinite(high) ? std::exp(-high / (0.12f * size)) : 0;
    }
    for (int pass = 0; pass < 3; ++pass) blur();
  }

  float at(const Vec3f& p) const {
    const float x = (p.x - lower_.x) / size_ * kPixels - 0.5f;
    const float y = (1 - (p.z - lower_.z) / size_) * kPixels - 0.5f;
    const float column = std::floor(x), row = std::floor(y);
    const auto pixel = [&](float i, float j) {
      if (i < 0 || j < 0 || i >= kPixels || j >= kPixels) return 0.0f;
      return dark_[static_cast<size_t>(j) * kPixels + static_cast<size_t>(i)];
    };
    return lerp(lerp(pixel(column, row), pixel(column + 1, row), x - column),
                lerp(pixel(column, row + 1), pixel(column + 1, row + 1), x - column), y - row);
  }

 private:
  static constexpr int kPixels = 256, kBlur = 3;

  void blur() {
    std::vector<float> other(dark_.size());
    for (const bool down : {false, true}) {
      const int step = down ? kPixels : 1, across = down ? 1 : kPixels;
      for (int line = 0; line < kPixels; ++line) {
        for (int i = 0; i < kPixels; ++i) {
          float sum = 0;
          for (int k = -kBlur; k <= kBlur; ++k) {
            sum += dark_[static_cast<size_t>(line * across + std::clamp(i + k, 0, kPixels - 1) * step)];
          }
          other[static_cast<size_t>(line * across + i * step)] = sum / (2 * kBlur + 1);
        }
      }
      dark_.swap(other);
    }
  }

  Box3f box_;
  Vec3f lower_;
  float size_ = 1;
  std::vector<float> dark_;
};

struct LookMeshes {
  std::vector<const Mesh*> meshes;
  std::vector<Vec3f> colours;

  LookMeshes(const Setup& setup, Setup::Look look) {
    for (const Setup::Body& body : setup.bodies) {
      if (body.look != look || body.mesh.triangles.empty()) continue;
      meshes.push_back(&body.mesh);
      colours.push_back(body.colour);
    }
  }
};

class Composer {
 public:
  Composer(const Setup& setup, const Camera& camera, int width, int height)
      : camera_(camera),
        width_(width),
        height_(height),
        size_(extent(setup.stage)),
        stage_(setup.stage),
        has_floor_(setup.domain.has_value()),
        step_(static_cast<float>(grid_step(setup))),
        solids_(setup, Setup::Look::solid),
        liquids_(setup, Setup::Look::liquid),
        wanted_(setup, Setup::Look::wanted),
        ghosts_(setup, Setup::Look::ghost),
        shadow_(solids_.meshes, setup) {
    floor_ = Box3f{{grid_below(stage_.lower.x), 0, grid_below(stage_.lower.z)},
                   {-grid_below(-stage_.upper.x), 0, -grid_below(-stage_.upper.z)}};
    const Box3f wet = has_floor_ ? stage_.padded(1e-4f * size_) : setup.reach;
    solid_ = cut_layer(solids_.meshes, setup.reach, camera, width, height);
    liquid_ = cut_layer(liquids_.meshes, wet, camera, width, height);
    wish_ = cut_layer(wanted_.meshes, setup.reach, camera, width, height);
    ghost_ = cut_layer(ghosts_.meshes, setup.reach, camera, width, height);
  }

  void draw(Image& image, std::vector<float>& depth, std::vector<uint8_t>& busy) const {
    parallel_for(
        static_cast<size_t>(height_),
        [&](size_t row) {
          for (int x = 0; x < width_; ++x) {
            const int y = static_cast<int>(row);
            const size_t at = row * static_cast<size_t>(width_) + static_cast<size_t>(x);
            float opaque = kInfinite;
            image.at(x, y) = pixel(x, y, at, opaque);
            depth[at] = opaque;
            busy[at] = std::isfinite(solid_.front.depth[at]) || std::isfinite(wish_.front.depth[at]) ? kBusy
                       : std::isfinite(liquid_.front.depth[at])                                      ? 1
                                                                                                     : 0;
          }
        },
        4);
  }

 private:
  float grid_below(float x) const { return std::floor(x / step_ - 0.5f) * step_; }

  Vec3f pixel(int x, int y, size_t at, float& opaque) const {
    Vec3f colour = preview_backdrop(static_cast<float>(y) / static_cast<float>(height_));
    const float floor = add_floor(colour, x, y);
    opaque = floor;
    if (solid_.front.depth[at] < opaque) {
      opaque = solid_.front.depth[at];
      colour = lit(solids_.colours[solid_.front.mesh[at]], solid_.front.normal[at]);
    }
    const float darkness = edge(solid_.front, x, y);
    if (darkness > 0 && nearest(solid_.front, x, y) <= floor * 1.001f) colour = lerp(colour, kEdge, 0.62f * darkness);
    add_liquid(colour, x, y, at, opaque);
    add_wanted(colour, x, y, at, opaque);
    add_ghost(colour, x, y, at, opaque);
    return colour;
  }

  // Paints the floor where the pixel's ray meets it, and gives the depth there.
  float add_floor(Vec3f& colour, int x, int y) const {
    const Vec3f direction =
        camera_.direction(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, width_, height_);
    const float high = camera_.position.y - stage_.lower.y;
    if (!(direction.y < -1e-4f) || high <= 0) return kInfinite;
    const float far = high / -direction.y;
    const Vec3f p = camera_.position + direction * far;
    const float depth = far * dot(direction, camera_.forward);
    if (p.x < floor_.lower.x || p.x > floor_.upper.x || p.z < floor_.lower.z || p.z > floor_.upper.z) return kInfinite;
    const bool inside =
        p.x >= stage_.lower.x && p.x <= stage_.upper.x && p.z >= stage_.lower.z && p.z <= stage_.upper.z;
    const float pixel = depth * 2 * camera_.half_height / static_cast<float>(height_);
    const float slant = std::max(0.12f, -direction.y);
    Vec3f ground = lerp(colour, inside && has_floor_ ? kInside : kOutside, inside ? 0.9f : 0.55f);
    ground = lerp(ground, kEdge, grid(p, pixel, slant, direction) * (inside ? 1.0f : 0.7f));
    colour = ground * (1 - 0.5f * shadow_.at(p));
    // Without a domain nothing stops at the floor: it is only there to see distances by.
    return has_floor_ ? depth : kInfinite;
  }

  // How much of a line of the grid is in the pixel.
  float grid(const Vec3f& p, float pixel, float slant, const Vec3f& direction) const {
    const Vec3f level = normalized(Vec3f{direction.x, 0, direction.z});
    float most = 0;
    for (const int axis : {0, 2}) {
      // As wide as the pixel is on the floor, across the lines.
      const float along = std::abs(axis == 0 ? level.x : level.z);
      const float wide = 1.3f * pixel * lerp(1.0f, 1 / slant, along);
      for (const bool strong : {false, true}) {
        const float step = strong ? 10 * step_ : step_, from = p[axis] / step;
        const float gap = std::abs(from - std::round(from)) * step;
        const float cover = std::clamp(1.2f - gap / wide, 0.0f, 1.0f) * std::clamp(0.25f * step / wide, 0.0f, 1.0f);
        most = std::max(most, cover * (strong ? 0.34f : 0.17f));
      }
    }
    return most;
  }

  void add_liquid(Vec3f& colour, int x, int y, size_t at, float opaque) const {
    const float front = liquid_.front.depth[at];
    if (front < opaque) {
      const Vec3f& n = liquid_.front.normal[at];
      const float thick = std::max(0.0f, std::min(liquid_.back[at], opaque) - front);
      const Vec3f own = liquids_.colours[liquid_.front.mesh[at]];
      const Vec3f body = lerp(own, Vec3f{1, 1, 1}, 0.1f) * (0.75f + 0.3f * std::max(0.0f, dot(n, kLight)));
      colour = lerp(colour, body, 0.3f + 0.45f * (1 - std::exp(-2.5f * thick / size_)));
      const float across = 1 - std::abs(dot(n, normalized(camera_.forward)));
      colour = lerp(colour, Vec3f{1, 1, 1}, 0.25f * across * across * across);
    }
    const float darkness = edge(liquid_.front, x, y);
    if (darkness > 0 && nearest(liquid_.front, x, y) < opaque * 1.001f) {
      colour = lerp(colour, nearest_colour(liquid_.front, liquids_, x, y) * 0.45f, 0.6f * darkness);
    }
  }

  // Seen through liquid, since it is to be there.
  void add_wanted(Vec3f& colour, int x, int y, size_t at, float opaque) const {
    if (wish_.front.depth[at] < opaque) {
      const float light = 0.7f + 0.4f * std::max(0.0f, dot(wish_.front.normal[at], kLight));
      colour = lerp(colour, wanted_.colours[wish_.front.mesh[at]] * light, 0.42f);
    }
    const float darkness = edge(wish_.front, x, y);
    if (darkness > 0 && nearest(wish_.front, x, y) < opaque * 1.001f) {
      colour = lerp(colour, nearest_colour(wish_.front, wanted_, x, y) * 0.6f, 0.7f * darkness);
    }
  }

  void add_ghost(Vec3f& colour, int x, int y, size_t at, float opaque) const {
    if (ghost_.front.depth[at] < opaque) {
      colour = lerp(colour, ghosts_.colours[ghost_.front.mesh[at]], 0.13f);
    }
    const float darkness = edge(ghost_.front, x, y);
    if (darkness > 0 && nearest(ghost_.front, x, y) < opaque * 1.001f) {
      colour = lerp(colour, nearest_colour(ghost_.front, ghosts_, x, y) * 0.8f, 0.5f * darkness);
    }
  }

  Vec3f lit(const Vec3f& colour, const Vec3f& n) const {
    const float light = 0.5f + 0.14f * n.y + 0.42f * std::max(0.0f, dot(n, kLight));
    return lerp(colour, Vec3f{1, 1, 1}, 0.02f) * light;
  }

  // Where a body ends or folds, as seen from the camera: 1, or 0.
  float edge(const MeshLayer& layer, int x, int y) const {
    if (x + 1 >= width_ || y + 1 >= height_) return 0;
    const size_t here = static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
    const size_t across = static_cast<size_t>(width_);
    return differs(layer, here, here + 1) || differs(layer, here, here + across) ||
                   differs(layer, here + 1, here + across)
               ? 1.0f
               : 0.0f;
  }
  bool differs(const MeshLayer& layer, size_t a, size_t b) const {
    if (layer.mesh[a] != layer.mesh[b]) return true;
    if (layer.mesh[a] == MeshLayer::kNone) return false;
    constexpr float kFold = 0.82f;  // cosine of about 35 degrees
    if (dot(layer.normal[a], layer.normal[b]) < kFold) return true;
    // More than a face has between two pixels that is seen at a slant.
    const float pixel = layer.depth[a] * 2 * camera_.half_height / static_cast<float>(height_);
    const float steep = 1 / std::max(0.05f, std::abs(dot(layer.normal[a], camera_.forward)));
    return std::abs(layer.depth[a] - layer.depth[b]) > 0.01f * size_ + 3 * pixel * steep;
  }

  // Of the pixel and the next ones, what is nearest.
  size_t nearest_pixel(const MeshLayer& layer, int x, int y) const {
    const size_t here = static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
    size_t best = here;
    for (const size_t next : {here + 1, here + static_cast<size_t>(width_)}) {
      if (next < layer.depth.size() && layer.depth[next] < layer.depth[best]) best = next;
    }
    return best;
  }
  float nearest(const MeshLayer& layer, int x, int y) const { return layer.depth[nearest_pixel(layer, x, y)]; }
  Vec3f nearest_colour(const MeshLayer& layer, const LookMeshes& bodies, int x, int y) const {
    const uint32_t mesh = layer.mesh[nearest_pixel(layer, x, y)];
    return mesh == MeshLayer::kNone ? kEdge : bodies.colours[mesh];
  }

  static inline const Vec3f kLight = normalized(Vec3f{-0.45f, 0.8f, 0.55f});
  static inline const Vec3f kEdge = colour_of(0x2c3742), kInside = colour_of(0xffffff), kOutside = colour_of(0xe6eaee);

  const Camera& camera_;
  int width_, height_;
  float size_;
  Box3f stage_;
  bool has_floor_;
  float step_;
  Box3f floor_;
  LookMeshes solids_, liquids_, wanted_, ghosts_;
  FloorShadow shadow_;
  CutLayer solid_, liquid_, wish_, ghost_;
};

}  // namespace

Vec3f preview_backdrop(float height_share) { return lerp(colour_of(0xf7f9fb), colour_of(0xd9e0e6), height_share); }

double grid_step(const Setup& setup) {
  const Vec3f size = setup.stage.size();
  const auto longest = static_cast<double>(setup.dimensions == 2 ? std::max(size.x, size.y) : std::max(size.x, size.z));
  return std::pow(10.0, std::floor(std::log10(std::max(longest, 1e-6) / 8)));
}

SetupPicture setup_picture(const Setup& setup, const Camera& camera, int width, int height) {
  // Four samples a pixel.
  constexpr int kScale = 2;
  const int wide = width * kScale, high = height * kScale;
  const size_t samples = static_cast<size_t>(wide) * static_cast<size_t>(high);
  Image fine(wide, high);
  std::vector<float> depth(samples);
  std::vector<uint8_t> busy(samples);
  Composer(setup, camera, wide, high).draw(fine, depth, busy);
  SetupPicture picture;
  picture.image = reduced(fine, width, height);
  const size_t pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
  picture.depth.resize(pixels);
  picture.busy.resize(pixels);
  for (size_t y = 0; y < static_cast<size_t>(height); ++y) {
    for (size_t x = 0; x < static_cast<size_t>(width); ++x) {
      const size_t from = y * kScale * static_cast<size_t>(wide) + x * kScale, to = y * static_cast<size_t>(width) + x;
      picture.depth[to] = depth[from];
      picture.busy[to] = busy[from];
    }
  }
  return picture;
}

}  // namespace weir::render
