// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a path-traced picture is made of: meshes with a material each, smoke, ground, a glass tank, and the sky. Made
// from a scene by scene_world.h, turned into a picture by path_tracer.h.

#pragma once

#include <optional>
#include <vector>

#include "render/world/sky.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::render {

struct Material {
  Vec3f colour{0.6f, 0.6f, 0.6f};  // of a solid, or of the cloudy part of a liquid: share of the light sent back
  bool liquid = false;             // clear, and closed: its mesh is the boundary of a body
  float index = 1.333f;            // refractive, of a liquid
  Vec3f absorption{};              // 1/m, of a liquid: Beer's law
  float cloudiness = 0;            // share of the light that enters a liquid but is sent back at once, as by paint
  bool metal = false;              // of a liquid: a mirror in its colour, that no light enters
  float glow = 0;                  // radiance of an opaque liquid, times its colour
};

constexpr size_t kMaxLiquids = 32;  // materials that are liquids, in one world

struct WorldMesh {
  Mesh mesh;                   // velocities blur it; triangles with a NaN or an index out of range are left out
  std::vector<Vec3f> normals;  // unit, one a vertex; empty leaves the triangles flat
  size_t material = 0;
};

struct Smoke {
  Volume density;
  float extinction = 1;  // 1/m where the density is 1
  Vec3f colour{0.85f, 0.85f, 0.85f};
};

// A level floor without end, with lines on it to see refraction by, that fades into the horizon.
struct GroundPlane {
  float height = 0;
  Vec3f colour{0.48f, 0.475f, 0.465f};
  float tile = 0.1f;  // m between lines; every fifth is stronger
  Vec3f centre{};     // it begins to fade `fade` m from here
  float fade = 1e30f;
};

struct World {
  std::vector<Material> materials;
  std::vector<WorldMesh> meshes;
  std::vector<Smoke> smoke;
  std::optional<GroundPlane> ground;
  std::optional<Box3f> tank;  // four upright walls of thin glass
  Sky sky;
  float contact = 0;  // m: a liquid this close to a solid or to another liquid touches it
  float shutter = 0;  // s that it is open, half of it before the moment of the meshes
};

}  // namespace weir::render
