// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A scene brought to life: its solver and its directors, built, and the clock that takes them from frame to frame:
//
//   Stage stage(scene);
//   while (stage.frame() < scene.frames.last) {
//     const Stage::FrameReport report = stage.advance();
//     use(stage.solver().particles(), stage.volumes(), report.solver);
//   }

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weir/scene/scene.h"
#include "weir/sim/probes.h"
#include "weir/sim/solver.h"

namespace weir::run {

class Stage {
 public:
  // The scene must outlive the stage. InputError for what only building can find: meshes with holes, directors that
  // need a hook the solver lacks, no room for the particles.
  // What the scene needs and was made before it (make_needs), such as its recordings, is found in the folder of its
  // run. Scenes with a reversal have no stage: their frames are made from other runs.
  explicit Stage(const Scene& scene, const std::filesystem::path& run_folder = {});
  // The same step by step. Directors that wait for what the scene needs are built by open(), when all of that is made.
  // Then the stage begins, or loads a state.
  struct Unopened {};
  Stage(const Scene& scene, Unopened);
  void open(const std::filesystem::path& run_folder);
  void begin(Beginning beginning = Beginning::of_run);

  int frame() const { return frame_; }
  double time() const { return scene_.frames.time(frame_); }
  const Solver& solver() const { return *solver_; }
  const Directors& directors() const { return directors_; }
  const Probes& probes() const { return *probes_; }
  // Of a stage that is not opened: forces, then a director for each of the scene's, null for those that wait.
  std::vector<const Director*> all_directors() const;
  // What a frame is besides particles, with what directors hold.
  std::vector<Volume> volumes();

  struct FrameReport {
    int steps = 0;
    double milliseconds = 0;  // solver and directors together
    Measures solver;
    std::vector<Directors::Report> directors;
    std::vector<ProbeReading> probes;  // one a step
  };
  // To the next frame. Interrupted between two steps when the user wants to stop; the stage is then of no more use.
  FrameReport advance();

  // Goes on for so many seconds by the clock, and at least a few steps, or to the last frame, whichever comes first.
  // How fast that was says how long a run will take. The stage is then of no more use.
  struct Pace {
    int steps = 0;
    double simulated = 0, seconds = 0;            // s in the scene, and by the clock: all of it
    double late_simulated = 0, late_seconds = 0;  // the last half of that, which is likely to be as what follows
  };
  Pace try_out(double seconds);

  // What a later stage of the same scene needs to go on from this frame.
  void state(Archive& archive);
  // The frame in such a state, which is being loaded; the rest of it is passed over.
  static int frame_in(Archive& archive);
  static void store_frame(Archive& archive, int frame);

 private:
  void add(std::unique_ptr<Director> director, const std::string& path);
  void refuse_incompatible(const Director& director, const std::string& path) const;
  double next_step(const Clock& clock, double done, double whole) const;

  std::optional<Scene> read_;  // the scene with the files its liquids start from
  const Scene& scene_;
  std::unique_ptr<Solver> solver_;
  std::unique_ptr<Probes> probes_;
  Directors directors_;
  std::vector<std::unique_ptr<Director>> made_;  // before open(): those that do not wait
  int frame_;
  bool begun_ = false;
};

}  // namespace weir::run
