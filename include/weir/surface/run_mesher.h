// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid's surface in the frames of a run, or of particle files of any origin, as triangle meshes:
//
//   surface::RunMesher mesher("out/dam", {.formats = {"ply", "vdb"}});
//   mesher.write(ProgressStyle::automatic);      // out/dam/surface/0001.ply, ...; with further phases 0001-oil.ply
//   for (const surface::SurfaceMesh& surface : mesher.at(12)) use(surface.mesh);

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "weir/base/progress.h"
#include "weir/cache/sequence.h"
#include "weir/surface/surface.h"

namespace weir::surface {

struct MeshOptions {
  std::filesystem::path folder = {};           // for the meshes; default: surface/ beside the particles
  std::vector<std::string> formats = {"ply"};  // "ply" (with velocities), "obj", "vdb" (a level set)
  // A scene file whose surface settings are taken; for particles that are no run's, its spacing, walls and phases too.
  std::filesystem::path scene = {};
  double spacing = 0;  // of the particles, m; 0: the scene's, or else measured
  double cell = 0;     // size of the triangles, in spacings; 0: the scene's
};

class RunMesher {
 public:
  // InputError when there are no particles there.
  RunMesher(const std::filesystem::path& path, const MeshOptions& options = {});

  std::vector<int> frames() const { return sequence_.frames(); }
  float spacing() const { return surface_.spacing; }
  const std::string& spacing_is_from() const { return spacing_is_from_; }  // "as the run says"
  const std::filesystem::path& folder() const { return folder_; }
  const Vec3d& origin() const { return sequence_.origin(); }

  // One mesh a phase, counted from the origin of the particles (Scene::origin).
  std::vector<SurfaceMesh> at(int frame) const;
  // Writes the meshes of these frames, several frames at a time where they are small. Interrupted when it is to stop
  // (weir/base/interrupt.h): meshes written so far are whole.
  void write(const std::vector<int>& frames, const ProgressSink& progress) const;
  void write(const ProgressSink& progress) const { write(frames(), progress); }

 private:
  struct Frame;
  std::vector<Frame> next_frames(const std::vector<int>& frames, size_t from) const;
  std::vector<SurfaceMesh> surfaces(const Frame& frame) const;
  void write_frame(Frame& frame) const;

  cache::ParticleSequence sequence_;
  std::filesystem::path folder_;
  std::vector<std::string> formats_;
  std::optional<std::filesystem::path> run_;  // where there may be volumes of a grid liquid
  std::vector<Phase> phases_;
  SurfaceOptions surface_;
  std::string spacing_is_from_;
};

}  // namespace weir::surface
