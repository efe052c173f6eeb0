// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/interrupt.h"

#include <csignal>
#include <mutex>
#include <utility>

namespace weir {

static constexpr int kSignals[] = {SIGINT, SIGTERM};
static volatile std::sig_atomic_t g_interrupted = 0;

static std::mutex g_mutex;  // for the next two
static int g_catching = 0;
static struct sigaction g_before[2];

static thread_local const StopWith* t_innermost = nullptr;

StopWith::StopWith(std::stop_token token) : StopWith(t_innermost, std::move(token)) {}

StopWith::StopWith(const StopWith* outer, std::stop_token token)
    : token_(std::move(token)), outer_(outer), before_(t_innermost) {
  t_innermost = this;
}

StopWith::~StopWith() { t_innermost = before_; }

const StopWith* StopWith::innermost() { return t_innermost; }

bool StopWith::stop_requested() const { return token_.stop_requested() || (outer_ && outer_->stop_requested()); }

static void on_signal(int) { g_interrupted = 1; }

CatchInterrupts::CatchInterrupts() {
  const std::lock_guard lock(g_mutex);
  if (g_catching++ > 0) return;
  struct sigaction ours {};
  ours.sa_handler = on_signal;
  ours.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (int i = 0; i < 2; ++i) {
    sigaction(kSignals[i], nullptr, &g_before[i]);
    // What runs in the background of a script has Ctrl-C ignored, and must go on doing so.
    if (g_before[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &ours, nullptr);
  }
}

CatchInterrupts::~CatchInterrupts() {
  const std::lock_guard lock(g_mutex);
  if (--g_catching > 0) return;
  for (int i = 0; i < 2; ++i) sigaction(kSignals[i], &g_before[i], nullptr);
  g_interrupted = 0;
}

bool interrupted() { return g_interrupted != 0 || (t_innermost && t_innermost->stop_requested()); }

}  // namespace weir
