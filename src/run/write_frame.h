// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A frame of a run on disk: its files, its line of stats.jsonl and those of probes.jsonl.

#pragma once

#include <string>

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "weir/run/stage.h"
#include "weir/sim/plan_step.h"

namespace weir::run {

// Volumes and particles, then the lines of probes and stats, then the checkpoint: whatever a kill leaves, the
// checkpoint never runs ahead.
void write_frame(const cache::RunFolder& folder, const cache::RunRecord& record, const Scene& scene, Stage& stage,
                 const Stage::FrameReport& report);

// Its line of stats.jsonl alone (docs/files.md has its form), where writing the frame took `cache_ms`; and the lines of
// probes.jsonl for its steps, each with its end.
std::string stats_line(const Scene& scene, const Stage& stage, const Stage::FrameReport& report, double cache_ms);
std::string probe_lines(const Stage& stage, const Stage::FrameReport& report);

// The files of the stage's frame alone, as they were.
void write_frame_again(const cache::RunFolder& folder, const Scene& scene, Stage& stage);

// A frame that was made from other runs by a director of this kind, in `made_ms`. Without a checkpoint: such a run is
// made whole or not at all.
void write_made_frame(const cache::RunFolder& folder, const cache::RunRecord& record, const Scene& scene, int frame,
                      const FrameMaker::Frame& made, double made_ms);

}  // namespace weir::run
