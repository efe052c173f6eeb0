// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a scene into a folder, as `weir run` does, and prints the measures of its last frame. Ctrl-C stops it after the
// current step; called again, it goes on from there.
//
//   run_and_measure SCENE FOLDER

#include <weir/weir.h>

#include <cstdio>

int main(int count, char** arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: run_and_measure SCENE FOLDER\n"), 2;
  try {
    weir::run::register_built_in_kinds();
    const weir::Scene scene = weir::load_scene(arguments[1]);
    const std::filesystem::path folder = arguments[2];
    const auto show = [](const weir::ProgressReport& report) {
      std::printf("%s: %s %d of %d, %.0f s left\n", report.task.c_str(), report.item.c_str(), report.current,
                  report.last, report.seconds_left);
    };
    weir::run::run_scene(scene, {.folder = folder, .resume = true, .progress = show, .catch_interrupts = true});

    for (const weir::cache::Measure& measure : weir::cache::read_run_stats(folder).measures) {
      std::printf("%-40s %g\n", measure.key.c_str(), measure.values.back());
    }
    return 0;
  } catch (const weir::Interrupted&) {
    return 130;
  } catch (const weir::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());  // all that is wrong with the scene
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
