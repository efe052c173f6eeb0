// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The wish to stop long work. It comes from a std::stop_token (a button, another thread), or from Ctrl-C and SIGTERM in
// programs that want to stop tidily then. Long work asks interrupted() between its steps and throws Interrupted:
//
//   const StopWith stopping(token);        // or: const CatchInterrupts catching;
//   for (...) { if (interrupted()) throw Interrupted("stopped"); ... }
//
// Weir itself never changes how a process treats signals: only CatchInterrupts does.

#pragma once

#include <stop_token>

namespace weir {

// While it lives, work on this thread stops when the token says so; inside another one, when either does.
class StopWith {
 public:
  explicit StopWith(std::stop_token token);
  // The same as all of `outer`, which may belong to another thread and must outlive it; null: nothing.
  StopWith(const StopWith* outer, std::stop_token token);
  ~StopWith();
  StopWith(const StopWith&) = delete;
  StopWith& operator=(const StopWith&) = delete;

  bool stop_requested() const;
  // That of this thread; null: there is none.
  static const StopWith* innermost();

 private:
  std::stop_token token_;
  const StopWith *outer_, *before_;  // whom it asks as well; that of this thread before
};

// While it lives, the first Ctrl-C or SIGTERM is a wish to stop, for all work in the process, and the same signal once
// more ends the process. Such work may be part of other such work, also on several threads at once: the wish stands
// until the outermost is done.
class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();  // of the outermost forgets the wish
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;
};

bool interrupted();

}  // namespace weir
