// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/tracked_surface.h"

#include <algorithm>
#include <cmath>

#include "tracked/pieces.h"
#include "tracked/remesh.h"
#include "weir/base/error.h"

namespace weir::tracked {

namespace {

// Edges: how far a vertex moves to restore a volume, in one go. What tears or merges may take volume with it for good.
constexpr float kMostCorrection = 0.3f, kMostAfterChanges = 0.05f;
constexpr double kTinyPiece = 0.25;    // cubed edges: smaller pieces vanish
constexpr float kLeastHeight = 1e-4f;  // edges: lower triangles are degenerate

}  // namespace

TrackedSurface::TrackedSurface(float edge, const Vec3d& origin) : edge_(edge), origin_(origin) {}

TrackedSurface::TrackedSurface(const Mesh& mesh, float edge) : TrackedSurface(edge) {
  surface_.net = HalfEdges(mesh.triangles, mesh.positions.size());
  surface_.position = mesh.positions;
  surface_.piece.assign(mesh.positions.size(), 0);
  surface_.compact();  // vertices that no triangle uses
}

std::vector<Vec3f> TrackedSurface::normals() const {
  std::vector<Vec3f> normals(vertices());
  parallel_for(vertices(), [&](size_t v) { normals[v] = normalized(surface_.normal_at(static_cast<int32_t>(v))); });
  return normals;
}

double TrackedSurface::volume() const {
  return parallel_sum<double>(triangles(), [&](size_t t) {
    const Vec3i v = surface_.net.triangle(t);
    const auto at = [&](int32_t i) { return static_cast<Vec3d>(surface_.at(i)) - origin_; };
    return dot(at(v.x), cross(at(v.y), at(v.z))) / 6;
  });
}

std::vector<uint8_t> TrackedSurface::is_thin(float thickness) const {
  const Crossings crossings(surface_, lattice());
  std::vector<uint8_t> thin(vertices());
  parallel_for(vertices(), [&](size_t v) {
    const Vec3f normal = normalized(surface_.normal_at(static_cast<int32_t>(v)));
    const Vec3d g = lattice().to_lattice(surface_.position[v] - normal * thickness);
    thin[v] = crossings.winding(static_cast<Vec3i>(Vec3d{std::round(g.x), std::round(g.y), std::round(g.z)})) <= 0;
  });
  return thin;
}

std::span<float> TrackedSurface::channel(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return surface_.channels[static_cast<size_t>(found - names_.begin())];
  names_.push_back(name);
  surface_.channels.emplace_back(vertices(), 0.0f);
  return surface_.channels.back();
}

void TrackedSurface::move(const VelocityAt& velocity, float step) {
  parallel_for_blocks(vertices(), [&](size_t begin, size_t end) {
    const size_t count = end - begin;
    std::vector<Vec3f> k1(count), k2(count), k3(count), there(count);
    const std::span<Vec3f> here = positions().subspan(begin, count);
    velocity(here, k1);
    for (size_t i = 0; i < count; ++i) there[i] = here[i] + k1[i] * (0.5f * step);
    velocity(there, k2);
    for (size_t i = 0; i < count; ++i) there[i] = here[i] + k2[i] * (0.75f * step);
    velocity(there, k3);
    for (size_t i = 0; i < count; ++i) here[i] += (k1[i] * 2.0f + k2[i] * 3.0f + k3[i] * 4.0f) * (step / 9);
  });
}

void TrackedSurface::remesh() {
  const std::vector<double> volumes = find_pieces(surface_);
  tracked::remesh(surface_, edge_);
  restore_volumes(surface_, volumes, kMostCorrection * edge_);
  remove_tiny_pieces(surface_, kTinyPiece * std::pow(static_cast<double>(edge_), 3));
}

TopologyReport TrackedSurface::change_topology(bool keep_sheets) {
  const std::vector<double> volumes = find_pieces(surface_);
  const TopologyReport report =
      tracked::change_topology(surface_, {.lattice = lattice(), .keep_sheets = keep_sheets, .guide = nullptr});
  if (report.cells > 0) restore_volumes(surface_, volumes, kMostAfterChanges * edge_);
  return report;
}

TopologyReport TrackedSurface::follow(const GuideLevelSet& guide, bool keep_sheets) {
  return tracked::change_topology(surface_, {.lattice = lattice(), .keep_sheets = keep_sheets, .guide = &guide});
}

void TrackedSurface::remove_bubbles(std::span<const float> numbers, float limit) {
  tracked::remove_bubbles(surface_, numbers, limit);
}

void TrackedSurface::state(Archive& archive) {
  archive("surface_positions", surface_.position);
  surface_.net.state(archive);
  auto channels = static_cast<uint32_t>(names_.size());
  archive("surface_channels", channels);
  names_.resize(channels);
  surface_.channels.resize(channels);
  for (size_t i = 0; i < channels; ++i) {
    archive("surface_channel", names_[i]);
    archive("surface_values", surface_.channels[i]);
  }
  if (!archive.is_loading()) return;
  surface_.piece.assign(surface_.position.size(), 0);
  surface_.pieces_known = false;
  std::string problem = validate();
  if (!problem.empty()) throw InputError("", "the tracked surface of the checkpoint is damaged: " + problem);
}

std::string TrackedSurface::validate() const {
  if (surface_.position.size() != surface_.net.vertices()) return "it has other vertices than its triangles";
  for (const std::vector<float>& values : surface_.channels) {
    if (values.size() != surface_.position.size()) return "a channel does not fit its vertices";
  }
  std::string problem = surface_.net.validate();
  if (!problem.empty()) return problem;
  for (size_t v = 0; v < vertices(); ++v) {
    if (!is_finite(surface_.position[v])) return "a vertex is not at a finite point";
  }
  for (size_t t = 0; t < triangles(); ++t) {
    const auto h = static_cast<int32_t>(3 * t);
    float longest = 0;
    for (int32_t k = 0; k < 3; ++k) longest = std::max(longest, length(surface_.along(h + k)));
    if (!(length(surface_.normal_of_triangle(h)) > kLeastHeight * edge_ * longest)) return "a triangle is degenerate";
  }
  return {};
}

}  // namespace weir::tracked
