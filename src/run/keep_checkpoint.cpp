// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/keep_checkpoint.h"

#include <algorithm>
#include <cmath>

#include "base/files.h"

namespace weir::run {

namespace fs = std::filesystem;

namespace {

// What they may cost in all, in sizes of the frame that was written last.
constexpr double kFrames = 5;

double bytes_of(const fs::path& file) {
  std::error_code gone;
  const uintmax_t size = fs::file_size(file, gone);
  return gone ? 0 : static_cast<double>(size);
}

// One at least: a run from which nothing can be gone on with would have to be simulated again as a whole.
int count_to_keep(const cache::RunFolder& folder, int frame) {
  const double written =
      bytes_of(folder.particles(frame)) + bytes_of(folder.volumes(frame)) + bytes_of(folder.surface(frame));
  if (written == 0) return static_cast<int>(kFrames);  // nothing to compare with
  const double checkpoint = std::max(1.0, bytes_of(folder.checkpoint()));
  return static_cast<int>(std::clamp(std::round(kFrames * written / checkpoint), 1.0, 1e6));
}

// It is written once and has two names then.
void link(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (!error || fs::exists(to)) return;
  AtomicFile copy(to);  // on a file system without links
  fs::copy_file(from, copy.temporary(), fs::copy_options::overwrite_existing, error);
  if (!error) copy.commit();  // without it the run goes on all the same
}

}  // namespace

int kept_stride(int first, int frame, int count) {
  const auto below = [](int number, int stride) { return (number - (number % stride + stride) % stride) / stride; };
  int stride = 1;
  while (stride < (1 << 29) && below(frame, stride) - below(first, stride) > count) stride *= 2;
  return stride;
}

void keep_checkpoint(const cache::RunFolder& folder, const Scene& scene, int frame) {
  const std::optional<int>& wanted = scene.output.checkpoints;
  if (wanted == 0 || frame <= scene.frames.first) return;
  const int stride = wanted ? *wanted : kept_stride(scene.frames.first, frame, count_to_keep(folder, frame));
  if (frame % stride == 0) link(folder.checkpoint(), folder.checkpoint(frame));
  if (wanted) return;
  for (const int kept : folder.kept_checkpoints()) {
    if (kept % stride != 0) remove_file(folder.checkpoint(kept));
  }
}

}  // namespace weir::run
