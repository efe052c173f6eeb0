// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scene with reversal costs, part by part.

#include "app/bench_measure.h"
#include "app/scratch_folder.h"
#include "base/parallel.h"
#include "run/reversal_run.h"

namespace weir::app {

nlohmann::ordered_json measure_reversal(const Scene& scene, int threads) {
  const ThreadLimit limit(threads);
  const ScratchFolder scratch;
  run::ReversalTimes times;
  run::run_reversal(scene, {.folder = scratch.path() / "run", .progress = ProgressStyle::none}, &times);
  return {{"title", scene.title},
          {"spacing", scene.solver.spacing},
          {"threads", threads},
          {"wall_s",
           times.source.wall_s + times.prepare.wall_s + times.targets.wall_s + times.merge.wall_s + times.write.wall_s},
          {"reversal",
           {{"simulations", times.simulations},
            {"source_particles", times.source_particles},
            {"target_particles", times.target_particles},
            {"source_frames", times.source_frames},
            {"target_frames", times.target_frames},
            {"source_s", times.source.wall_s},
            {"prepare_s", times.prepare.wall_s},
            {"targets_s", times.targets.wall_s},
            {"merge_s", times.merge.wall_s},
            {"write_s", times.write.wall_s},
            {"source_cpu_s", times.source.cpu_s},
            {"prepare_cpu_s", times.prepare.cpu_s},
            {"targets_cpu_s", times.targets.cpu_s},
            {"merge_cpu_s", times.merge.cpu_s},
            {"write_cpu_s", times.write.cpu_s}}}};
}

}  // namespace weir::app
