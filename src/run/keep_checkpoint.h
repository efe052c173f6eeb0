// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Checkpoints of earlier frames, from which branches (branch.h) and mended frames (mend.h) go on. What is kept depends
// on nothing but the files that are there, so that a run that was stopped and resumed keeps the same as one that was
// not.

#pragma once

#include "cache/run_folder.h"
#include "weir/scene/scene.h"

namespace weir::run {

// Keeps the checkpoint of the frame that was just finished, if it is one to keep, and removes those that are no longer.
void keep_checkpoint(const cache::RunFolder& folder, const Scene& scene, int frame);

// Frames between those that are kept, where as many may be kept after `first` up to `frame`: the smallest power of two
// that will do. It is frames whose number it divides.
int kept_stride(int first, int frame, int count);

}  // namespace weir::run
