// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Templates from particle files: of a run, or of any other particle-based simulator (Schoentgen et al. 2020, 3.2).

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "control/templates/library/template_metadata.h"
#include "weir/base/progress.h"
#include "weir/cache/sequence.h"
#include "weir/control/templates/library/draw_template.h"

namespace weir::templates {

struct Recording {
  TemplateMetadata metadata;  // region: see below; first_frame, frame_step and the frame rate are filled in
  // Counted from the origin of the sequence, as its particles are; without it, a box around the liquid of all frames.
  std::optional<TemplateRegion> region;
  std::vector<int> frames;  // of the source, equally far apart
  DrawTemplate thumbnail;   // no picture when it is not set
  ProgressSink progress = {};
};

// What a run's record tells of a template made from it: rate (of the run's frames), spacing, dimensions, phases,
// source.
TemplateMetadata metadata_of_run(const std::filesystem::path& run_folder);

// Whether a template with this source was recorded from the run in this folder, whatever its title was, or from another
// take of the same scene (takes/SCENE/001, takes/SCENE/002).
bool is_source_of_run(const std::string& source, const std::filesystem::path& run_folder);

// The same of files without a record, as far as it can be measured: dimensions, phases (each of this density, kg/m3),
// and the spacing where it is given as 0.
TemplateMetadata metadata_of_sequence(const cache::ParticleSequence& sequence, const std::vector<int>& frames,
                                      double rate, double spacing, double density);

// Writes the template. Particles of files without velocities get those of their motion from frame to frame, without
// masses that of the space they take at rest. InputError when no particle is inside the region or the frames are not
// equally far apart; Interrupted when the user wants to stop, and then nothing is left behind.
void record_template(const std::filesystem::path& file, const cache::ParticleSequence& sequence, Recording recording);

}  // namespace weir::templates
