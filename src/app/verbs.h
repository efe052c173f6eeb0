// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The program's verbs, one file each. A verb adds its options and help to the program and says what it does when it
// is called; errors leave it as exceptions, which main.cpp turns into a sentence and an exit code.

#pragma once

#include "app/command_line.h"

namespace weir::app {

void add_run(Verb& program);
void add_check(Verb& program);
void add_preview(Verb& program);
void add_describe(Verb& program);
void add_info(Verb& program);
void add_convert(Verb& program);
void add_mesh(Verb& program);
void add_morph(Verb& program);
void add_render(Verb& program);
void add_retime(Verb& program);
void add_plot(Verb& program);
void add_library(Verb& program);
void add_bench(Verb& program);
void add_studio(Verb& program);

}  // namespace weir::app
