// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Drawing what an Overlay holds.

#pragma once

#include "render/flat/draw.h"
#include "weir/sim/overlay.h"

namespace weir::render {

void draw_overlay(Image& image, const Overlay& overlay, const Camera& camera);

// The twelve edges; those of a flat box only once.
void draw_box(Image& image, const Box3d& box, const Affine& placed, const Camera& camera, const Pen& pen,
              std::span<const float> depth = {});

// Edges between triangles that face the camera and triangles that do not, and edges of a single triangle.
void draw_outline(Image& image, const Mesh& mesh, const Camera& camera, const Pen& pen);

}  // namespace weir::render
