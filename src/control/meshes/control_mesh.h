// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A control mesh over the frames of a scene: a shape as it is at any moment, or a morph between keys. Its velocities
// are those that bring it from one end of a step to the other (forward differences, section 5).

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "control/meshes/morph.h"
#include "geometry/build.h"
#include "geometry/mesh.h"
#include "scene/scene.h"

namespace weir {

class ControlMesh {
 public:
  // `place` ("bending.json: directors[0].meshes[1]") leads the sentences about what is wrong. InputError when a key or
  // the first mesh is open or empty, or when a morph is not possible.
  ControlMesh(const ControlMeshSettings& settings, const Scene& scene, std::string place);

  double first_frame() const { return first_; }
  double last_frame() const { return last_; }
  bool acts(double frame) const { return frame >= first_ - 1e-9 && frame < last_ - 1e-9; }

  // With velocities over the way to `next`, which is later. Where the vertices do not stay the same (booleans of moving
  // shapes, files of different connectivity) they are those of the shape at `frame`.
  Mesh at(double frame, double next);
  // Without velocities.
  Mesh at(double frame);
  // m/s of its fastest vertex in the frame that `frame` is in.
  double speed(double frame);
  // Share of a step's alpha that every vertex keeps, times 1 - looseness: from the painted parts. Empty: all alike.
  const std::vector<float>& painted() const { return painted_; }
  // 0 to 1: 1 - looseness of the painted vertices; empty where nothing is painted.
  std::vector<float> painted_tightness(double frame) const;
  // 1 - looseness at a frame, of vertices that nobody painted.
  double alpha(double frame) const { return 1 - value_at(settings_.looseness, frame); }

  const ControlMeshSettings& settings() const { return settings_; }
  const std::optional<MorphResult>& morphed() const { return morph_; }

 private:
  void make_morph(const Scene& scene);
  std::vector<Mesh> key_meshes();
  void paint(const Mesh& first);
  void check(const Mesh& mesh, const std::string& what) const;
  Mesh build(const Shape& shape, double frame);

  const ControlMeshSettings& settings_;
  std::string place_;
  ShapeBuilder builder_;
  double rate_;
  bool flat_;
  double first_, last_;
  std::optional<MorphResult> morph_;
  std::vector<Vec3i> triangles_;  // of the morph
  std::vector<float> painted_;
  std::optional<std::pair<double, double>> known_speed_;  // frame, speed
};

}  // namespace weir
