// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of a template to bytes and back. A frame is told from the frame before it: a particle that was there is
// expected to have kept its velocity, and to have moved by the mean of the two velocities; what remains are small
// numbers (integer_coding.h). Particles that were not there, in a key frame all, are each told from the one before.
// The arithmetic is on whole numbers, so that every machine reads what another wrote.

#pragma once

#include <string>
#include <string_view>

#include "control/templates/library/lattice_frame.h"

namespace weir::templates {

// `frame` as to_lattice() made it with the same `previous`; null makes a key frame.
std::string encode_frame(const FrameLattice& lattice, const LatticeFrame& frame, const LatticeFrame* previous);

// A frame of `count` particles; throws Damaged.
LatticeFrame decode_frame(const FrameLattice& lattice, std::string_view bytes, size_t count,
                          const LatticeFrame* previous);

}  // namespace weir::templates
