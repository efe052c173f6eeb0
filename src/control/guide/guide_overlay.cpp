// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_overlay.h"

#include <algorithm>

#include "control/guide/guide_files.h"
#include "geometry/shapes/section.h"
#include "geometry/shapes/surface_of.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/colour.h"

namespace weir::guide {

namespace {

constexpr uint32_t kGuide = 0x4338ca;

// The inside of a guide, as a body. Guides go on behind the walls of the domain: there is no liquid.
class GuideBody final : public Field {
 public:
  GuideBody(const GuideField& guide, const Box3f& domain)
      : guide_(guide), domain_(domain), lookup_(guide.space, guide.tiles) {
    for (size_t t = 0; t < guide.tiles.size(); ++t) {
      const auto first = static_cast<Vec3f>(guide.tiles.first_cell(t));
      grid::visit_cells(guide.tiles, t, [&](int x, int y, int z, size_t i) {
        if (guide.distance[i] >= 0) return;
        const Vec3f cell = first + Vec3f{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
        inside_.include(guide.space.to_world(cell));
        inside_.include(guide.space.to_world(cell + Vec3f{1, 1, 1}));
      });
    }
    inside_ = inside_.intersected(domain);
  }

  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    const auto cell = static_cast<float>(guide_.space.cell);
    for (size_t i = 0; i < points.size(); ++i) {
      distance[i] = cell * lookup_.value(guide_.distance, points[i]);
      for (int axis = 0; axis < guide_.space.dimensions; ++axis) {
        const float x = points[i][axis];
        distance[i] = std::max({distance[i], domain_.lower[axis] - x, x - domain_.upper[axis]});
      }
    }
  }
  Box3f bounds() const override { return inside_; }

 private:
  const GuideField& guide_;
  Box3f domain_;
  GuideLookup lookup_;
  Box3f inside_;
};

class GuideOverlay final : public DirectorOverlay {
 public:
  explicit GuideOverlay(const DirectorPart& part) : part_(part) {}

  void add(int frame, const Particles&, std::span<const RigidPose>, Overlay& overlay) override {
    // Of a run whose guides were removed there is nothing to show.
    std::error_code error;
    if (!std::filesystem::exists(guide_file(part_, frame), error)) return;
    const GuideField guide = read_guide(part_, frame);
    const GuideBody body(guide, Box3f(part_.scene.domain_box()));
    if (body.bounds().empty()) return;
    if (part_.scene.dimensions == 3) {
      overlay.meshes.push_back({mesh_of_field(body, static_cast<float>(guide.space.cell)), guide_colour()});
      return;
    }
    const Section section = section_of(body, body.bounds(), guide.space.cell);
    for (size_t i = 0; i + 1 < section.edges.size(); i += 2) {
      const std::vector<Vec3f>& points = section.mesh.positions;
      overlay.lines.push_back({{points[section.edges[i]], points[section.edges[i + 1]]}, guide_colour()});
    }
  }

  std::vector<std::pair<std::string, Vec3f>> legend() const override { return {{"guided liquid", guide_colour()}}; }

 private:
  DirectorPart part_;
};

}  // namespace

Vec3f guide_colour() { return colour_of(kGuide); }

std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part) { return std::make_unique<GuideOverlay>(part); }

}  // namespace weir::guide
