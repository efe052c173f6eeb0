// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Records a template, frame by frame, from any source of particles: a run's files, another simulator's, or a liquid
// that is being simulated.
//
//   TemplateWriter writer(library.file_for("splash"), about);
//   for (...) writer.add_frame(particles);      // the whole liquid: what is outside of the region is left out
//   writer.finish(thumbnail);
//
// The file takes its place at the end. Before that there is only a hidden file beside it, which goes away with the
// writer, so a library never holds half a template.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "control/templates/library/lattice_frame.h"
#include "control/templates/library/template_file.h"
#include "weir/sim/particles.h"

namespace weir::templates {

// The particles inside the region, in its canonical space. Temporary particles are liquid like the others there.
Particles particles_in_region(const Particles& particles, const TemplateRegion& region, int dimensions);

// Back to where they were recorded.
Particles placed_back(const Particles& canonical, const TemplateRegion& region);

class TemplateWriter {
 public:
  static constexpr size_t kFramesInGroup = 8;  // from one key frame to the next

  // InputError when `about` cannot be the header of a template.
  TemplateWriter(const std::filesystem::path& file, const TemplateMetadata& metadata);

  const TemplateMetadata& metadata() const { return directory_.metadata; }
  size_t frames() const { return directory_.frames.size(); }
  // Returns how many of the particles are inside. RunError when the disk is full.
  size_t add_frame(const Particles& particles);
  // Particles that are in canonical space and inside already.
  void add_canonical_frame(const Particles& particles);
  // With a PNG picture, or none. InputError when there is not one particle in all frames.
  void finish(const std::string& thumbnail = {});

 private:
  TemplateDirectory directory_;
  FrameLattice lattice_;
  TemplateFileWriter file_;
  LatticeFrame previous_;
  size_t since_key_ = 0;
};

}  // namespace weir::templates
