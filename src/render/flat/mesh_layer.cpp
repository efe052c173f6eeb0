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

std::vector<Piece> pieces_of(std::span<const Mesh* const> meshes, const Camera& camera, int width, int height) {
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
      if (dot(n, corner[0]) > 0) n = -n;
      const Vec3f normal = camera.right * n.x + camera.up * n.y + camera.forward * n.z;
      const float near = kNear * std::max({corner[0].z, corner[1].z, corner[2].z});
      if (!(near > 0)) continue;
      const std::vector<Vec3f> kept = cut_near(corner, near);
      const auto seen = [&](const Vec3f& p) {
        return Corner{0.5f * static_cast<float>(width) + p.x * scale / p.z,
                      0.5f * static_cast<float>(height) - p.y * scale / p.z, 1 / p.z};
      };
      for (size_t i = 2; i < kept.size(); ++i) {
        pieces.push_back({{seen(kept[0]), seen(kept[i - 1]), seen(kept[i])}, normal, static_cast<uint32_t>(m)});
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

void put(MeshLayer& layer, const Piece& piece, int first_row, int last_row, int width) {
  const auto& [a, b, c] = piece.corner;
  const float whole = side(a, b, c.x, c.y);
  if (whole == 0) return;
  const auto [low, high] = std::minmax({a.x, b.x, c.x});
  const int first = static_cast<int>(std::clamp(std::floor(low), 0.0f, static_cast<float>(width)));
  const int last = static_cast<int>(std::clamp(std::floor(high), -1.0f, static_cast<float>(width - 1)));
  for (int y = first_row; y <= last_row; ++y) {
    for (int x = first; x <= last; ++x) {
      const float px = static_cast<float>(x) + 0.5f, py = static_cast<float>(y) + 0.5f;
      const float u = side(b, c, px, py) / whole, v = side(c, a, px, py) / whole, w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const float depth = 1 / (u * a.inverse_depth + v * b.inverse_depth + w * c.inverse_depth);
      const size_t pixel = static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x);
      if (!(depth < layer.depth[pixel])) continue;
      layer.depth[pixel] = depth;
      layer.mesh[pixel] = piece.mesh;
      layer.normal[pixel] = piece.normal;
    }
  }
}

}  // namespace

MeshLayer mesh_layer(std::span<const Mesh* const> meshes, const Camera& camera, int width, int height) {
  const size_t pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
  MeshLayer layer{std::vector<uint32_t>(pixels, MeshLayer::kNone),
                  std::vector<float>(pixels, std::numeric_limits<float>::infinity()), std::vector<Vec3f>(pixels)};
  const std::vector<Piece> pieces = pieces_of(meshes, camera, width, height);
  std::vector<Rows> rows(pieces.size());
  for (size_t i = 0; i < pieces.size(); ++i) rows[i] = rows_of(pieces[i], height);
  Bands(rows, height).draw([&](std::span<const uint32_t> items, int first, int end) {
    for (const uint32_t i : items) {
      put(layer, pieces[i], std::max(rows[i].first, first), std::min(rows[i].last, end - 1), width);
    }
  });
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
