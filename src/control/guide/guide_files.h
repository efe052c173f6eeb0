// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of a guide in the folder of the run, N being the number of the director:
//   guides/N/run/           the coarse run, unless the scene names one
//   guides/N/0001.vdb       the preliminary guide of a frame, with velocities
//   guides/N/made_from      what these were made from: they are made again when that is different

#pragma once

#include <filesystem>
#include <optional>

#include "control/guide/guide.h"
#include "control/guide/guide_field.h"
#include "weir/sim/director_kind.h"

namespace weir::guide {

// Of a guide inside the folder of the run: "guides/0".
std::string guide_folder(const DirectorPart& part);
std::filesystem::path guide_file(const DirectorPart& part, int frame);
GuideField read_guide(const DirectorPart& part, int frame);

// Where the coarse run is that guides; not for a shape.
std::filesystem::path coarse_run_folder(const DirectorPart& part);

// By the stats of a coarse run; a shape that moves has any volume.
GuideAmount guide_amount(const DirectorPart& part);

}  // namespace weir::guide
