// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The program's verbs, one file each. A verb adds its options and help to the program and says what it does when it
// is called; errors leave it as exceptions, which main.cpp turns into a sentence and an exit code.

#pragma once

namespace CLI {
class App;
}

namespace weir::app {

void add_run(CLI::App& app);
void add_check(CLI::App& app);
void add_describe(CLI::App& app);
void add_info(CLI::App& app);
void add_convert(CLI::App& app);
void add_mesh(CLI::App& app);
void add_morph(CLI::App& app);
void add_render(CLI::App& app);
void add_plot(CLI::App& app);
void add_library(CLI::App& app);
void add_bench(CLI::App& app);

}  // namespace weir::app
