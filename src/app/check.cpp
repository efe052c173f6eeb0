// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir check SCENE

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/verbs.h"
#include "base/progress.h"
#include "geometry/build.h"
#include "run/stage.h"

namespace weir {

static void check(const std::string& file) {
  const Scene scene = load_scene(file);
  const Stage stage(scene);
  const Particles& particles = stage.solver().particles();
  const Frames& frames = scene.frames;
  fmt::print("{}: good{}\n", file, scene.title.empty() ? "" : fmt::format(" (\"{}\")", scene.title));
  fmt::print("  frames     {} to {}, {} a second: {:.4g} s in {}D\n", frames.first, frames.last, frames.rate,
             frames.time(frames.last), scene.dimensions);
  fmt::print("  solver     {}, spacing {} m\n", stage.solver().kind(), scene.solver.spacing);
  fmt::print("  particles  {} at the start{}\n", short_count(static_cast<double>(particles.size())),
             scene.emitters.empty() ? ""
                                    : fmt::format(", {} emitters add more, up to {}", scene.emitters.size(),
                                                  short_count(scene.solver.max_particles)));
  for (size_t phase = 0; phase < scene.phases.size() && scene.phases.size() > 1; ++phase) {
    const auto count = std::count(particles.phase.begin(), particles.phase.end(), phase);
    fmt::print("             {} of {}\n", short_count(static_cast<double>(count)), scene.phases[phase].name);
  }
  const auto moving =
      std::count_if(scene.solids.begin(), scene.solids.end(), [](const Solid& s) { return moves(s.shape); });
  fmt::print("  solids     {}, {} of them moving{}\n", scene.solids.size(), moving,
             scene.domain ? fmt::format("; {} domain", scene.domain->walls == Walls::closed ? "closed" : "open") : "");
  for (size_t i = 0; i < stage.directors().size(); ++i) {
    const Director& director = stage.directors()[i];
    fmt::print("  acts       {}{}\n", director.kind(),
               director.name.empty() ? "" : fmt::format(" \"{}\"", director.name));
  }
  fmt::print("  memory     about {:.0f} MB\n",
             static_cast<double>(particles.size()) * stage.solver().bytes_per_particle() / 1e6 + 30);
  fmt::print("  disk       about {:.0f} MB\n",
             static_cast<double>(particles.size()) * 20e-6 * (frames.last - frames.first + 1));
}

void add_check(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("check", "Look a scene over and say what would be simulated");
  auto file = std::make_shared<std::string>();
  verb->add_option("SCENE", *file, "The scene file")->required();
  verb->callback([file] { check(*file); });
}

}  // namespace weir
