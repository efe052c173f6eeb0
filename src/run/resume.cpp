// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/resume.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "weir/base/error.h"

namespace weir::run {

namespace {

constexpr const char* kFingerprint = "fingerprint";

// With the stage's state to come.
Archive open_checkpoint(const cache::RunFolder& folder, const cache::RunRecord& stored) {
  Archive archive = Archive::loading(folder.checkpoint());
  if (fingerprint_in(archive) != stored.fingerprint()) {
    throw InputError(folder.checkpoint().string(),
                     "is the checkpoint of another run than that of run.json; start again with --overwrite");
  }
  return archive;
}

void load_checkpoint(const cache::RunFolder& folder, const cache::RunRecord& stored, Stage& stage) {
  Archive archive = open_checkpoint(folder, stored);
  const std::string location = folder.checkpoint().string();
  stage.state(archive);
  archive.expect_end();
  std::string problem = stage.solver().particles().validate();
  if (stage.frame() < stored.first_frame() || stage.frame() > stored.last_frame()) {
    problem = fmt::format("frame {} is not one of the run's", stage.frame());
  }
  if (!problem.empty()) {
    throw InputError(location, fmt::format("is damaged: {}; start again with --overwrite", problem));
  }
}

// Where writing starts when a run that wrote from frame `stored` and has come to frame `done` is to write from
// `wanted`.
int settle_first_written(int stored, int wanted, int done) {
  if (done < std::min(stored, wanted)) return wanted;
  if (wanted >= stored) return stored;  // earlier frames are there already; leaving some out now would make a gap
  throw InputError("--frames",
                   fmt::format("frames {} to {} were simulated already but not written, since the run in this folder "
                               "was begun with --frames {}-; to get them, start again with --overwrite",
                               wanted, std::min(stored - 1, done), stored));
}

void check_frames_are_there(const cache::RunFolder& folder, int first, int last) {
  const std::vector<int> frames = folder.frames();
  for (int frame = first; frame <= last; ++frame) {
    if (std::binary_search(frames.begin(), frames.end(), frame)) continue;
    throw InputError(
        folder.particles(frame).string(),
        "this frame of the run is missing; make it anew with --mend, put it back, or start again with --overwrite");
  }
}

}  // namespace

uint64_t fingerprint_in(Archive& archive) {
  uint64_t fingerprint = 0;
  archive(kFingerprint, fingerprint);
  return fingerprint;
}

void store_state(Archive& archive, uint64_t fingerprint, Stage& stage) {
  archive(kFingerprint, fingerprint);
  stage.state(archive);
}

Archive write_checkpoint(const cache::RunFolder& folder, const cache::RunRecord& record, Stage& stage) {
  const uint64_t fingerprint = record.fingerprint();
  return Archive::saved(folder.checkpoint(), [&](Archive& archive) { store_state(archive, fingerprint, stage); });
}

void save_finished(const cache::RunFolder& folder, const cache::RunRecord& record, int frame) {
  uint64_t fingerprint = record.fingerprint();
  Archive::save(folder.checkpoint(), [&](Archive& archive) {
    archive(kFingerprint, fingerprint);
    Stage::store_frame(archive, frame);
  });
}

int finished_frame(const cache::RunFolder& folder, const cache::RunRecord& stored) {
  if (!std::filesystem::exists(folder.checkpoint())) return stored.first_frame() - 1;
  Archive archive = open_checkpoint(folder, stored);
  return Stage::frame_in(archive);
}

bool resume_run(const cache::RunFolder& folder, std::optional<int> first_written, cache::RunRecord& record,
                Stage& stage) {
  const cache::RunRecord stored = cache::read_run_record(folder.run_json());
  cache::check_same_run(stored, record, folder.path());
  const bool begun = std::filesystem::exists(folder.checkpoint());
  if (begun) load_checkpoint(folder, stored, stage);
  const int done = begun ? stage.frame() : stored.first_frame() - 1;
  const int first = settle_first_written(stored.first_written, first_written.value_or(stored.first_written), done);
  record.first_written = first;
  if (std::max(record.last_frame(), done) < first) {
    throw InputError("--frames",
                     fmt::format("the run in this folder writes from frame {} on, and so nothing up to frame "
                                 "{}; say with --frames which frames are wanted",
                                 first, record.last_frame()));
  }
  if (!begun) return false;
  check_frames_are_there(folder, first, done);
  folder.forget_after(done);
  if (done < record.last_frame()) write_file(folder.run_json(), record.text());
  return true;
}

}  // namespace weir::run
