// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The user's wish to stop (Ctrl-C, or SIGTERM from a render farm). Long work asks interrupted() between its steps and
// throws Interrupted; a second Ctrl-C ends the process at once.

#pragma once

namespace weir {

void catch_interrupts();
bool interrupted();
void request_interrupt();  // as if the user had pressed Ctrl-C

}  // namespace weir
