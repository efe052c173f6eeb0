// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particle files of any known format, one by one or as the frames of a sequence:
//
//   ParticleSequence sequence("runs/dam");             // a run's folder, or any folder of 0001.vdb, drop_12.bgeo, ...
//   ParticleSequence sequence("sim/drop_####.bgeo");   // a name with the frame number left open
//   for (int frame : sequence.frames()) use(sequence.read(frame));

#pragma once

#include <filesystem>
#include <map>
#include <vector>

#include "weir/cache/particles_vdb.h"
#include "weir/sim/particles.h"

namespace weir::cache {

// Choose the format by the extension: .vdb, .bgeo, .bgeo.gz or .ply. InputError for any other. `spacing` and
// `precision` concern .vdb alone; the others hold floats as they are. `has_ids` is told whether the file had ids; where
// it had none, particles are numbered from 0 as they come. `origin`: where in the world positions are counted from
// (Scene::origin). Files hold the places in the world: .vdb and, where the origin is not zero, .ply as doubles, .bgeo
// as floats.
Particles read_particles(const std::filesystem::path& path, bool* has_ids = nullptr, const Vec3d& origin = {});
void write_particles(const std::filesystem::path& path, const Particles& particles, float spacing,
                     Precision precision = Precision::compact, Ids ids = Ids::written, const Vec3d& origin = {});

// The origin that a .vdb file was written with; zero of any other.
Vec3d origin_of_particles(const std::filesystem::path& path);

class RunFolder;

class ParticleSequence {
 public:
  // A folder of a run (its particles/ is taken), a folder of particle files with one common name and format, a name
  // with a run of # where the frame number stands (#### for 0001, 0002, ...; a single # for any number), or a single
  // file, which is a sequence of one frame. InputError when there is nothing there, or no way to tell which files are
  // meant. Positions are counted from `origin`.
  explicit ParticleSequence(const std::filesystem::path& pattern_or_folder_or_file, const Vec3d& origin = {});

  std::vector<int> frames() const;  // ascending, never empty
  // InputError naming the frames there are when this one is missing.
  Particles read(int frame, bool* has_ids = nullptr) const;
  const std::filesystem::path& file(int frame) const;
  const Vec3d& origin() const { return origin_; }
  void count_from(const Vec3d& origin) { origin_ = origin; }

 private:
  void add(int frame, const std::filesystem::path& file);
  void find_in_folder(const std::filesystem::path& folder);
  void find_in_branch(const RunFolder& run);
  void find_by_pattern(const std::filesystem::path& pattern);

  std::filesystem::path path_;
  Vec3d origin_;
  std::map<int, std::filesystem::path> files_;
};

}  // namespace weir::cache
