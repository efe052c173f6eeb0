// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The user's wish to stop (Ctrl-C, or SIGTERM from a render farm). Long work that can stop tidily says so for as long
// as it goes on, asks interrupted() between its steps and throws Interrupted:
//
//   const CatchInterrupts catching;
//   for (...) { if (interrupted()) throw Interrupted("stopped"); ... }
//
// At all other times, and at the second Ctrl-C, the process ends at once. Such work may be part of other such work,
// also on several threads at once: the wish stands until the outermost is done.

#pragma once

namespace weir {

class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();  // of the outermost forgets the wish
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;
};

bool interrupted();

}  // namespace weir
