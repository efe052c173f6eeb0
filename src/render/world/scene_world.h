// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From a scene and what a run made of it at a frame to the world that a picture is traced of, and to the picture:
//
//   SceneWorld stage(scene);
//   Image picture = stage.picture({.frame = 12, .liquid = surface_of_particles(...)}, camera);

#pragma once

#include <map>
#include <optional>
#include <vector>

#include "cache/body_poses.h"
#include "render/world/camera.h"
#include "render/world/world.h"
#include "retime/clock.h"
#include "weir/geometry/shapes/build.h"
#include "weir/render/pictures/image.h"
#include "weir/scene/scene.h"
#include "weir/surface/surface.h"

namespace weir::render {

struct SurfaceFrame {
  int frame = 1;
  std::vector<surface::SurfaceMesh> liquid{};
  // Where bodies were that the liquid moves, by frame: this one, and those beside it for motion blur. May be null.
  const std::map<int, std::vector<cache::BodyPose>>* bodies = nullptr;
  std::vector<Volume> volumes{};               // those named "density" or "density-<phase>" are smoke
  std::vector<Smoke> smoke{};                  // of other scenes; extinction 1 is that of this scene's smoke
  const retime::ClipClock* retimed = nullptr;  // at which frame solids are shown, where it is another

  double scene_frame(double at) const { return retimed ? retimed->moment(at) : at; }
};

class SceneWorld {
 public:
  // The scene must outlive it. What does not move is built once.
  explicit SceneWorld(const Scene& scene);

  // InputError, with the location in the scene, for a solid that cannot be built.
  World at(SurfaceFrame frame);
  // Of the size and with the samples, exposure and motion blur that the scene asks for; as it goes into a file.
  Image picture(SurfaceFrame frame, const Camera& camera);

 private:
  void add_ground(World& world) const;
  void add_liquid(World& world, surface::SurfaceMesh& surface) const;
  void add_solid(World& world, size_t index, const SurfaceFrame& frame);
  void add_plane(World& world, const Shape& shape, size_t material, double frame) const;
  std::optional<Mesh> solid_mesh(size_t index, const SurfaceFrame& frame);
  Mesh keyframed_mesh(const Solid& solid, double frame);

  const Scene& scene_;
  ShapeBuilder builder_;
  Box3f stage_;  // around what there is at the start: how large the scene is, whatever its resolution
  std::vector<std::optional<WorldMesh>> still_;
};

}  // namespace weir::render
