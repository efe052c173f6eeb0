// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/mesh_layer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/flat/bands.h"

namespace weir::render {

namespace {

struct Corner {
  float x, y, inverse_depth;  // 1 / depth is linear on the screen
};

// A part of a triangle in front of the camera.
struct Piece {
  std::array<Corner, 3> corner;
  Vec3f normal;
  uint32_t mesh;
  bool facing;  // the camera sees its front
};

// Cuts away what is nearer than `near` (Sutherland & Hodgman 1974); corners in camera axes, z forward.
std::vector<Vec3f> cut_near(const std::array<Vec3f, 3>& triangle, float near) {
  std::vector<Vec3f> kept;
  for (size_t i = 0; i < 3; ++i) {
    const Vec3f &a = triangle[i], &b = triangle[(i + 1) % 3];
    if (a.z >= near) kept.push_back(a);
    if ((a.z >= near) != (b.z >= near)) kept.push_back(lerp(a, b, (near - a.z) / (b.z - a.z)));
  }
  return kept;
}

// What is nearer than `nearest` (m) is left out.
std::vector<Piece> pieces_of(std::span<const Mesh* const> meshes, const Camera& camera, int width, int height,
                             float nearest = 0) {
  const float scale = 0.5f * static_cast<float>(height) / camera.half_height;
  constexpr float kNear = 1e-4f;  // of the depth of the farthest corner
  std::vector<Piece> pieces;
  for (size_t m = 0; m < meshes.size(); ++m) {
    for (const Vec3i& t : meshes[m]->triangles) {
      std::array<Vec3f, 3> corner;
      for (int k = 0; k < 3; ++k) {
        const Vec3f way = meshes[m]->positions[static_cast<size_t>(t[k])] - camera.position;
        corner[static_cast<size_t>(k)] = {dot(way, camera.right), dot(way, camera.up), dot(way, camera.forward)};
      }
      // In camera axes; turned to the camera, then to the world.
      Vec3f n = normalized(cross(corner[1] - corner[0], corner[2] - corner[0]));
      if (!is_finite(n) || n == Vec3f{}) continue;
      const bool facing = dot(n, corner[0]) > 0;  // these axes are left-handed
      if (facing) n = -n;
      const Vec3f normal = camera.right * n.x + camera.up * n.y + camera.forward * n.z;
      const float near = std::max(nearest, kNear * std::max({corner[0].z, corner[1].z, corner[2].z}));
      if (!(near > 0)) continue;
      const std::vector<Vec3f> kept = cut_near(corner, near);
      const auto seen = [&](const Vec3f& p) {
        return Corner{0.5f * static_cast<float>(width) + p.x * scale / p.z,
                      0.5f * static_cast<float>(height) - p.y * scale / p.z, 1 / p.z};
      };
      for (size_t i = 2; i < kept.size(); ++i) {
        pieces.push_back({{seen(kept[0]), seen(kept[i - 1]), seen(kept[i])}, normal, static_cast<uint32_t>(m), facing});
      }
    }
  }
  return pieces;
}

Rows rows_of(const Piece& piece, int height) {
  const auto [low, high] = std::minmax({piece.corner[0].y, piece.corner[1].y, piece.corner[2].y});
  const float first = std::max(std::floor(low), 0.0f),
              last = std::min(std::floor(high), static_cast<float>(height - 1));
  return first <= last ? Rows{static_cast<int>(first), static_cast<int>(last)} : Rows{};
}

float side(const Corner& a, const Corner& b, float x, float y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

// A little beside the middle of a pixel no two triangles share a ray, so that crossings can be counted.
constexpr float kBeside = 1.37e-3f;

// Calls hit(pixel, x, y, depth) where the piece is seen through the middle of a pixel, or a little beside it.
template <class Hit>
void scan(const Piece& piece, int first_row, int last_row, int width, float beside, const Hit& hit) {
  const auto& [a, b, c] = piece.corner;
  const float whole = side(a, b, c.x, c.y);
  if (whole == 0) return;
  const auto [low, high] = std::minmax({a.x, b.x, c.x});
  const int first = static_cast<int>(std::clamp(std::floor(low), 0.0f, static_cast<float>(width)));
  const int last = static_cast<int>(std::clamp(std::floor(high), -1.0f, static_cast<float>(width - 1)));
  for (int y = first_row; y <= last_row; ++y) {
    for (int x = first; x <= last; ++x) {
      const float px = static_cast<float>(x) + 0.5f + beside, py = static_cast<float>(y) + 0.5f + 0.61f * beside;
      const float u = side(b, c, px, py) / whole, v = side(c, a, px, py) / whole, w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const float depth = 1 / (u * a.inverse_depth + v * b.inverse_depth + w * c.inverse_depth);
      hit(static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x), x, y, depth);
    }
  }
}

MeshLayer empty_layer(size_t pixels) {
  return {std::vector<uint32_t>(pixels, MeshLayer::kNone),
          std::vector<float>(pixels, std::numeric_limits<float>::infinity()), std::vector<Vec3f>(pixels)};
}

void put(MeshLayer& layer, const Piece& piece, size_t pixel, float depth) {
  if (!(depth < layer.depth[pixel])) return;
  layer.depth[pixel] = depth;
  layer.mesh[pixel] = piece.mesh;
  layer.normal[pixel] = piece.normal;
}

// put_piece(piece, first row, last row) for every piece, in parallel over bands of rows.
template <class Put>
void put_pieces(const std::vector<Piece>& pieces, int height, const Put& put_piece) {
  std::vector<Rows> rows(pieces.size());
  for (size_t i = 0; i < pieces.size(); ++i) rows[i] = rows_of(pieces[i], height);
  Bands(rows, height).draw([&](std::span<const uint32_t> items, int first, int end) {
    for (const uint32_t i : items) {
      put_piece(pieces[i], std::max(rows[i].first, first), std::min(rows[i].last, end - 1));
    }
  });
}

// Of the corner of a box that is nearest to the camera.
float nearest_depth(const Box3f& box, const Camera& camera) {
  float nearest = std::numeric_limits<float>::infinity();
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3f p{corner & 1 ? box.upper.x : box.lower.x, corner & 2 ? box.upper.y : box.lower.y,
                  corner & 4 ? box.upper.z : box.lower.z};
    nearest = std::min(nearest, dot(p - camera.position, camera.forward));
  }
  return nearest;
}

// Where rays through pixels enter and leave a box, as depths.
class BoxOnScreen {
 public:
  BoxOnScreen(const Box3f& box, const Camera& camera, int width, int height)
      : box_(box), camera_(camera), width_(width), height_(height) {}

  struct Way {
    float enter, leave;  // enter > leave: the ray misses the box
    int axis;            // of the side that it enters by
  };
  Way way(int x, int y) const {
    const float scale = 2 * camera_.half_height / static_cast<float>(height_);
    const float across = (static_cast<float>(x) + 0.5f - 0.5f * static_cast<float>(width_)) * scale;
    const float upward = (0.5f * static_cast<float>(height_) - static_cast<float>(y) - 0.5f) * scale;
    const Vec3f direction = camera_.forward + camera_.right * across + camera_.up * upward;
    Way way{0, std::numeric_limits<float>::infinity(), -1};
    for (int axis = 0; axis < 3; ++axis) {
      if (direction[axis] == 0) continue;
      float near = (box_.lower[axis] - camera_.position[axis]) / direction[axis];
      float far = (box_.upper[axis] - camera_.position[axis]) / direction[axis];
      if (near > far) std::swap(near, far);
      if (near > way.enter) {
        way.enter = near;
        way.axis = axis;
      }
      way.leave = std::min(way.leave, far);
    }
    return way;
  }
  // Of the side that a ray enters by, towards the camera.
  Vec3f normal(int axis) const {
    Vec3f n{};
    if (axis >= 0) n[axis] = camera_.position[axis] > box_.centre()[axis] ? 1.0f : -1.0f;
    return n;
  }

 private:
  const Box3f& box_;
  const Camera& camera_;
  int width_, height_;
};

}  // namespace

MeshLayer mesh_layer(std::span<const Mesh* const> meshes, const Camera& camera, int width, int height) {
  MeshLayer layer = empty_layer(static_cast<size_t>(width) * static_cast<size_t>(height));
  put_pieces(pieces_of(meshes, camera, width, height), height, [&](const Piece& piece, int first, int last) {
    scan(piece, first, last, width, 0, [&](size_t pixel, int, int, float depth) { put(layer, piece, pixel, depth); });
  });
  return layer;
}

CutLayer cut_layer(std::span<const Mesh* const> meshes, const Box3f& box, const Camera& camera, int width, int height) {
  const size_t pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
  CutLayer layer{empty_layer(pixels), std::vector<float>(pixels, -std::numeric_limits<float>::infinity())};
  const BoxOnScreen cut(box, camera, width, height);
  // How many meshes a ray is in where it enters the box and where it leaves it: those that it leaves later without
  // having entered them. So the camera may be in one itself.
  struct Within {
    int16_t entering = 0, leaving = 0;
    uint32_t mesh = MeshLayer::kNone;  // that is left first
    float left = std::numeric_limits<float>::infinity();
  };
  std::vector<Within> within(pixels);
  // What lies before the box does not matter, and beside the camera it would be too large for floats.
  const float nearest = 0.999f * nearest_depth(box, camera);
  const std::vector<Piece> pieces = pieces_of(meshes, camera, width, height, nearest);
  put_pieces(pieces, height, [&](const Piece& piece, int first, int last) {
    scan(piece, first, last, width, kBeside, [&](size_t pixel, int x, int y, float depth) {
      const BoxOnScreen::Way way = cut.way(x, y);
      if (depth < way.enter) return;
      Within& here = within[pixel];
      const auto change = static_cast<int16_t>(piece.facing ? -1 : 1);
      here.entering = static_cast<int16_t>(here.entering + change);
      if (!piece.facing && depth < here.left) {
        here.left = depth;
        here.mesh = piece.mesh;
      }
      if (depth > way.leave) {
        here.leaving = static_cast<int16_t>(here.leaving + change);
      } else {
        // Where faces of two lie on each other, the earlier one shows.
        constexpr float kSame = 2e-5f;
        const bool other = layer.front.mesh[pixel] != piece.mesh;
        if (!other || depth < (1 - kSame) * layer.front.depth[pixel]) put(layer.front, piece, pixel, depth);
        layer.back[pixel] = std::max(layer.back[pixel], depth);
      }
    });
  });
  parallel_for(
      static_cast<size_t>(height),
      [&](size_t row) {
        for (int x = 0; x < width; ++x) {
          const size_t pixel = row * static_cast<size_t>(width) + static_cast<size_t>(x);
          if (within[pixel].entering <= 0 && within[pixel].leaving <= 0) continue;
          const BoxOnScreen::Way way = cut.way(x, static_cast<int>(row));
          if (way.enter > way.leave) continue;
          if (within[pixel].entering > 0 && within[pixel].mesh != MeshLayer::kNone) {
            layer.front.depth[pixel] = way.enter;
            layer.front.mesh[pixel] = within[pixel].mesh;
            layer.front.normal[pixel] = cut.normal(way.axis);
          }
          if (within[pixel].leaving > 0) layer.back[pixel] = way.leave;
        }
      },
      8);
  return layer;
}

bool on_edge(const MeshLayer& layer, int x, int y, int width, int height) {
  const auto at = [&](int i, int j) {
    return static_cast<size_t>(j) * static_cast<size_t>(width) + static_cast<size_t>(i);
  };
  const size_t here = at(x, y);
  const auto differs = [&](size_t there) {
    if (layer.mesh[here] != layer.mesh[there]) return true;
    if (layer.mesh[here] == MeshLayer::kNone) return false;
    constexpr float kFold = 0.85f;  // cosine of about 30 degrees
    constexpr float kJump = 0.02f;  // of the depth: far more than a face that is not seen edge-on has in a pixel
    return dot(layer.normal[here], layer.normal[there]) < kFold ||
           std::abs(layer.depth[here] - layer.depth[there]) > kJump * layer.depth[here];
  };
  return (x + 1 < width && differs(at(x + 1, y))) || (y + 1 < height && differs(at(x, y + 1)));
}

}  // namespace weir::render
