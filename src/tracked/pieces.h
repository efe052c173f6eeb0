// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The connected pieces of a surface, and the volume that each encloses. Changes of the mesh lose or gain a little of
// it; to put that right, all vertices of a piece move by the same small way along their normals.

#pragma once

#include "tracked/triangle_surface.h"

namespace weir::tracked {

// Numbers the pieces (surface.piece) and returns the volume of each, m3; negative for bubbles of air.
std::vector<double> find_pieces(TriangleSurface& surface);

// Moves vertices so that the pieces have the volumes again that find_pieces() found, by at most `most` m. Pieces that
// have grown together since, or have parted, share what they had.
void restore_volumes(TriangleSurface& surface, const std::vector<double>& volumes, float most);

// Removes pieces of less volume (m3) than `least`, and those with fewer than eight triangles.
void remove_tiny_pieces(TriangleSurface& surface, double least);

// Removes bubbles of air of which every vertex has a lower number than `limit`.
void remove_bubbles(TriangleSurface& surface, std::span<const float> numbers, float limit);

}  // namespace weir::tracked
