// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How well liquid fills a control mesh, half cell by half cell: in the mesh and up to kNear cells around it. Liquid
// around it that goes on straight away from the mesh, beyond kNear, is not the mesh's own (a pool that it stands in, or
// what has left it for good): it does not count.

#pragma once

#include "control/meshes/mesh_raster.h"
#include "weir/sim/director.h"

namespace weir::meshes {

struct MeshFit {
  double mesh = 0, liquid = 0, both = 0;  // m3 (2D: m2)
  double area = 0;                        // m2 (2D: m) of the mesh's surface, as the half cells show it

  double overlap() const { return both / std::max(1e-30, mesh + liquid - both); }  // intersection over union
  double coverage() const { return both / std::max(1e-30, mesh); }
  double spill() const { return liquid > 0 ? (liquid - both) / liquid : 0; }
  double volume_drift() const { return (liquid - mesh) / std::max(1e-30, mesh); }
  // m: what is between the surfaces, over the mesh's surface.
  double surface_distance() const { return (mesh + liquid - 2 * both) / std::max(1e-30, area); }
};

constexpr float kNear = MeshRaster::kBand;  // cells

MeshFit measure_fit(const MeshRaster& raster, const grid::GridSpace& space, double per_cell,
                    const Particles& particles);

}  // namespace weir::meshes
