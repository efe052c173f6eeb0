// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/solid_surface.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/in_scene.h"

namespace weir {

namespace {

using Corners = std::array<Vec3f, 3>;

// A triangle in n^2 alike ones.
void add_triangle(const Corners& c, float step, std::vector<SurfacePiece>& pieces) {
  const Vec3f across = cross(c[1] - c[0], c[2] - c[0]);
  const float area = 0.5f * length(across);
  if (!(area > 0)) return;
  const float longest = std::max({length(c[1] - c[0]), length(c[2] - c[1]), length(c[0] - c[2])});
  const int n = std::max(1, static_cast<int>(std::ceil(longest / step)));
  const Vec3f u = (c[1] - c[0]) / static_cast<float>(n), v = (c[2] - c[0]) / static_cast<float>(n);
  const auto add = [&](float i, float j) {
    pieces.push_back({c[0] + u * i + v * j, normalized(across), area / static_cast<float>(n * n)});
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; i + j < n; ++j) {
      const auto a = static_cast<float>(i), b = static_cast<float>(j);
      add(a + 1 / 3.0f, b + 1 / 3.0f);
      if (i + j < n - 1) add(a + 2 / 3.0f, b + 2 / 3.0f);
    }
  }
}

// In 2D, the line in which a triangle meets the plane z = 0. What lies in the plane itself counts to its upper side.
void add_cut(const Corners& c, float step, std::vector<SurfacePiece>& pieces) {
  std::array<Vec3f, 3> ends;
  int count = 0;
  for (size_t k = 0; k < 3; ++k) {
    const Vec3f &a = c[k], &b = c[(k + 1) % 3];
    if ((a.z >= 0) == (b.z >= 0)) continue;
    ends[static_cast<size_t>(count++)] = lerp(a, b, a.z / (a.z - b.z));
  }
  const Vec3f normal = cross(c[1] - c[0], c[2] - c[0]);
  if (count != 2 || (normal.x == 0 && normal.y == 0)) return;
  const float along = length(ends[1] - ends[0]);
  const int n = std::max(1, static_cast<int>(std::ceil(along / step)));
  for (int i = 0; i < n; ++i) {
    const Vec3f middle = lerp(ends[0], ends[1], (static_cast<float>(i) + 0.5f) / static_cast<float>(n));
    pieces.push_back(
        {{middle.x, middle.y, 0}, normalized(Vec3f{normal.x, normal.y, 0}), along / static_cast<float>(n)});
  }
}

}  // namespace

SolidSurface::SolidSurface(const Scene& scene, size_t solid, const std::string& path, ShapeBuilder& builder)
    : scene_(scene), solid_(solid), builder_(builder) {
  const Shape& shape = scene.solids[solid].shape;
  if (max_component(builder.field(shape, scene.frames.first)->bounds().size()) >= Field::kUnbounded) {
    throw InputError(location_in(scene, path), "names a solid that reaches without limit; give it a closed shape");
  }
  keeps_form_ = !deforms(shape) && !shape.transform.scale.moves();
  first_ = pieces_at(scene.frames.first);
}

std::vector<SurfacePiece> SolidSurface::pieces_at(double frame) const {
  const Mesh mesh = builder_.mesh(scene_.solids[solid_].shape, frame);
  const auto step = static_cast<float>(scene_.solver.spacing);
  std::vector<SurfacePiece> pieces;
  for (const Vec3i& t : mesh.triangles) {
    const auto corner = [&](int k) { return mesh.positions[static_cast<size_t>(t[k])]; };
    const Corners corners{corner(0), corner(1), corner(2)};
    scene_.dimensions == 2 ? add_cut(corners, step, pieces) : add_triangle(corners, step, pieces);
  }
  return pieces;
}

const std::vector<SurfacePiece>& SolidSurface::at(double frame, std::span<const RigidPose> rigid) {
  const Shape& shape = scene_.solids[solid_].shape;
  const auto pose = std::find_if(rigid.begin(), rigid.end(), [&](const RigidPose& p) { return p.solid == solid_; });
  if (pose == rigid.end() && !moves(shape)) return first_;
  if (pose == rigid.end() && !keeps_form_) return now_ = pieces_at(frame);
  const Affine map = pose != rigid.end() ? pose->end
                                         : affine_at(shape.transform, frame) *
                                               affine_at(shape.transform, scene_.frames.first).inverse();
  now_ = first_;
  for (SurfacePiece& piece : now_) {
    piece.middle = static_cast<Vec3f>(map.point(static_cast<Vec3d>(piece.middle)));
    piece.normal = static_cast<Vec3f>(map.linear * static_cast<Vec3d>(piece.normal));
  }
  return now_;
}

}  // namespace weir
