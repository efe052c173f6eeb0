// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Checkpoints, and going on from one.

#pragma once

#include <optional>

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "weir/run/stage.h"

namespace weir::run {

// The fingerprint of the run comes first, since the state of another scene could look just like that of this one. When
// loading, the stage's state follows.
uint64_t fingerprint_in(Archive& archive);
void store_state(Archive& archive, uint64_t fingerprint, Stage& stage);

// On the disk, and in its place once put_in_place() is called.
Archive write_checkpoint(const cache::RunFolder& folder, const cache::RunRecord& record, Stage& stage);
// Of a run that has no stage: it tells only that all frames up to this one are there.
void save_finished(const cache::RunFolder& folder, const cache::RunRecord& record, int frame);

// The frame of the checkpoint, which is the last whole one, of the run that `stored` tells of; before its first frame
// when there is none. InputError when the checkpoint is damaged or another run's.
int finished_frame(const cache::RunFolder& folder, const cache::RunRecord& stored);

// Brings the stage to the last whole frame of the run in the folder; false when no frame was finished, and the run has
// to begin anew. `record` is that of the run to come; its first_written becomes what is right for the whole run, given
// the frame the user asked for, if any. InputError when the run in the folder is another one, or parts of it are gone.
bool resume_run(const cache::RunFolder& folder, std::optional<int> first_written, cache::RunRecord& record,
                Stage& stage);

}  // namespace weir::run
