// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/interrupt.h"

#include <csignal>

namespace weir {

static volatile std::sig_atomic_t g_interrupted = 0;

static void on_signal(int signal) {
  g_interrupted = 1;
  std::signal(signal, SIG_DFL);
}

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupted() { return g_interrupted != 0; }

void request_interrupt() { g_interrupted = 1; }

}  // namespace weir
