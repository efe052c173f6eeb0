// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A control mesh over the frames of a scene: a shape as it is at any moment, or a morph between keys. Its velocities
// are those that bring it from one end of a step to the other (forward differences, section 5).

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "control/meshes/meshes_settings.h"
#include "control/meshes/morph.h"
#include "control/meshes/painted.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/build.h"
#include "weir/scene/scene.h"

namespace weir::meshes {

class ControlMesh {
 public:
  // `location` ("bending.json: directors[0].meshes[1]") leads the sentences about what is wrong. InputError when a key
  // or the first mesh is open or empty, or when a morph is not possible.
  ControlMesh(const ControlMeshSettings& settings, const Scene& scene, std::string location);

  double first_frame() const { return first_; }
  double last_frame() const { return last_; }
  bool acts(double frame) const { return frame >= first_ - 1e-9 && frame < last_ - 1e-9; }

  // With velocities over the way to `next`, which is later. Where the vertices do not stay the same (booleans of moving
  // shapes, files of different connectivity) they are those of the shape at `frame`; files that have none are led from
  // one to the next by signed distance: each vertex to the point of the next one that is closest.
  Mesh at(double frame, double next);
  // Without velocities.
  Mesh at(double frame);
  // m/s of its fastest vertex in the frame that `frame` is in.
  double speed(double frame);
  // Of every vertex of the mesh at a frame, 1 - looseness as it is painted; empty: all alike. InputError where
  // something is painted and the vertices do not stay the same.
  std::vector<float> tightness(const Mesh& mesh, double frame) const;
  // How much of its exact form every vertex wants (1: no waves there), as painted (6.3): the tightness where no waves
  // are. Empty where nothing is.
  std::vector<float> without_waves(const Mesh& mesh, double frame) const;
  // 1 - looseness at a frame, of vertices that nobody painted.
  double alpha(double frame) const { return 1 - value_at(settings_.looseness, frame); }

  const ControlMeshSettings& settings() const { return settings_; }
  const std::optional<MorphResult>& morphed() const { return morph_; }

 private:
  void make_morph(const Scene& scene);
  std::vector<Mesh> key_meshes();
  void paint(const Mesh& first);
  Painted painted(const Mesh& mesh, double frame) const;
  void check(const Mesh& mesh, const std::string& what) const;
  Mesh build(const Shape& shape, double frame);
  Mesh morphed_at(double frame) const;
  bool lead_to_next(double whole);

  const ControlMeshSettings& settings_;
  std::string location_;
  ShapeBuilder builder_;
  double rate_;
  bool flat_;
  double first_, last_;
  std::optional<MorphResult> morph_;
  std::vector<Vec3i> triangles_;   // of the morph
  std::vector<Painted> in_files_;  // one, or one a key
  // Painted parts: the alpha of a vertex is alpha(frame) * (kept_ * that of the rest + part_). Empty without any.
  std::vector<float> kept_, part_;
  // Files of different connectivity: how those of a whole frame get to the next one's surface.
  bool sequence_ = false;
  double led_frame_ = -1;
  Mesh led_;
  std::vector<Vec3f> way_;                                // m; empty where they have velocities, or the same vertices
  std::optional<std::pair<double, double>> known_speed_;  // frame, speed
  double known_frame_ = -1e9;
  Mesh known_;  // as it is there
};

}  // namespace weir::meshes
