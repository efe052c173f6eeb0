// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir, the program. Exit codes: 0 done, 1 failed while running, 2 bad input, 130 interrupted.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>

#include "app/verbs.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/version.h"

namespace weir {

static int run_program(int argc, char** argv) {
  CLI::App app("Weir directs liquids: say what the water should do, and simulate water that does it.", "weir");
  app.set_version_flag("--version", std::string("weir ") + kVersion);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("weir: {}\nweir --help tells what can be given.\n", error.what());
  });
  add_run(app);
  add_check(app);
  add_describe(app);
  add_info(app);
  add_convert(app);
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems()) fmt::print(stderr, "weir: {}\n", problem.sentence());
    return 2;
  } catch (const Interrupted& error) {
    fmt::print(stderr, "weir: {}\n", error.what());
    return 130;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "weir: there is not enough memory for this; a larger solver.spacing needs less\n");
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "weir: {}\n", error.what());
    return 1;
  }
}

}  // namespace weir

int main(int argc, char** argv) {
  weir::catch_interrupts();
  return weir::run_program(argc, argv);
}
