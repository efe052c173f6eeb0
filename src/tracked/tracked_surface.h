// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A liquid's surface as a closed, oriented triangle mesh, finer than the grid that moves it (Raveendran et al. 2012,
// section 6):
//
//   TrackedSurface surface(mesh, edge);                    // edge: length of its edges, m
//   surface.move([&](auto points, auto velocity) { ... }, step);
//   surface.change_topology({});                           // merges what meets, parts what has become thin
//   surface.remesh();
//
// It knows nothing of solvers: velocities and level sets are callables that take many points at a time. Numbers of
// vertices (channels) are carried through all changes of the mesh. The same bits whatever the number of threads.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tracked/guide_level_set.h"
#include "tracked/topology.h"
#include "tracked/triangle_surface.h"
#include "weir/base/archive.h"

namespace weir::tracked {

// Velocities (m/s) at points. Called from several threads at a time.
using VelocityAt = std::function<void(std::span<const Vec3f>, std::span<Vec3f>)>;

class TrackedSurface {
 public:
  // Without triangles; `edge`: length (m) that edges will have; `origin`: a corner of its lattice.
  explicit TrackedSurface(float edge, const Vec3d& origin = {});
  // InputError when the mesh is no closed, oriented surface.
  TrackedSurface(const Mesh& mesh, float edge);

  float edge() const { return edge_; }
  size_t vertices() const { return surface_.position.size(); }
  size_t triangles() const { return surface_.net.triangles(); }
  std::span<Vec3f> positions() { return surface_.position; }
  std::span<const Vec3f> positions() const { return surface_.position; }
  // How vertices hang together; none is dead.
  const HalfEdges& net() const { return surface_.net; }
  std::vector<Vec3f> normals() const;  // unit, outward, weighted by area
  Mesh mesh() const { return surface_.mesh(); }
  double volume() const;

  // 1 for vertices below which the liquid is thinner than that (m), along the normal.
  std::vector<uint8_t> is_thin(float thickness) const;

  // Numbers of vertices under a name; zeros when it is new. Valid until the mesh changes.
  std::span<float> channel(const std::string& name);

  // Every vertex goes with the flow for `step` s (Ralston's Runge-Kutta method of third order).
  void move(const VelocityAt& velocity, float step);
  // Edges get about the wanted length again, triangles a good shape. Volumes of pieces stay.
  void remesh();
  // Merges and splits. Volumes stay as long as pieces are whole.
  TopologyReport change_topology(bool keep_sheets);
  // The same, and makes the surface anew where it and the level set disagree.
  TopologyReport follow(const GuideLevelSet& guide, bool keep_sheets);

  // Removes bubbles of air of which every vertex has a lower number than `limit`.
  void remove_bubbles(std::span<const float> numbers, float limit);

  void state(Archive& archive);
  // Empty when it is closed, oriented, finite and has no degenerate triangles; else what is wrong.
  std::string validate() const;

 private:
  CornerLattice lattice() const { return {origin_, static_cast<double>(edge_)}; }

  float edge_;
  Vec3d origin_;
  TriangleSurface surface_;
  std::vector<std::string> names_;  // of channels
};

}  // namespace weir::tracked
