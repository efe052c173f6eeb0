// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The edges by which the form of a body is seen in a drawing.

#pragma once

#include <cstdint>
#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// Two vertices each: where triangles meet at more than an angle (degrees), and where a triangle ends.
std::vector<uint32_t> sharp_edges(const Mesh& mesh, double degrees = 32);

}  // namespace weir
