// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// An animated mesh from files, one a frame: `horse_####.obj` stands for horse_0001.obj, horse_0002.obj, ..., and so
// does the folder that holds them (base/numbered_name.h). Any other name is one mesh that stands still. Files are read
// when they are needed, and a few are kept. Use a sequence from one thread at a time.

#pragma once

#include <filesystem>
#include <list>
#include <optional>
#include <vector>

#include "geometry/shapes/polygons.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir {

// True of a folder and of a name with #, whether or not there are such files.
bool is_mesh_sequence(const std::filesystem::path& path);
// The files that a name stands for, by number. InputError when there is none, or when one between the first and the
// last is missing or there twice.
std::vector<std::filesystem::path> mesh_files(const std::filesystem::path& path);

class MeshSequence {
 public:
  // `scale`: metres per unit of the files; `offset`, in metres, is added then. The first file plays at `first_frame`,
  // and before; the last one also after. InputError as of mesh_files.
  MeshSequence(const std::filesystem::path& path, double scale, double first_frame, const Vec3d& offset = {});

  // In metres. Where neighbouring files join the same vertices: positions between them are interpolated, and velocities
  // are those of this motion just after the frame. Otherwise the nearest file, with the velocities it has. Before the
  // first file, and from the last one on, it is at rest.
  Mesh at(double frame, double frames_per_second);

  bool moves() const { return files_.size() > 1; }
  // All files join the same vertices. The first call reads every file.
  bool fixed_connectivity() const;
  int file_count() const { return static_cast<int>(files_.size()); }

 private:
  struct Loaded {
    size_t file;
    Mesh mesh;
    bool like_first;  // has the first file's faces, hence the same vertices and triangles
  };
  Loaded read(size_t file) const;
  const Loaded& load(size_t file);

  std::vector<std::filesystem::path> files_;
  double scale_;
  Vec3d origin_;  // that positions of the files are counted from, in their units
  double first_frame_;
  Polygons first_;
  Topology topology_;         // of the first file, used for all that have its faces
  std::list<Loaded> recent_;  // the latest used in front
  mutable std::optional<bool> fixed_;
};

}  // namespace weir
