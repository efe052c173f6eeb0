// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir bench studio: what the server of Studio takes to answer what is asked many times a second, without browser and
// network.

#pragma once

namespace weir::app {

// Prints two tables: frames of particles (a million, and fewer), and edits of all examples, from the changed text to
// what is drawn of it. As JSON, a line each, with `json`.
void bench_studio(bool json);

}  // namespace weir::app
