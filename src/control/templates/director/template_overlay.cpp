// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/template_overlay.h"

#include <fmt/format.h>

#include "control/templates/director/controlled_liquid.h"
#include "control/templates/director/find_template.h"
#include "sim/in_scene.h"
#include "weir/base/colour.h"
#include "weir/base/error.h"

namespace weir::templates {

namespace {

constexpr double kControlRadius = 0.3, kRepulsionRadius = 0.2;  // spacings; liquid is seen between them
constexpr uint32_t kRegion = 0x2b3a4a, kFalloff = 0x9aa7b4;     // of the boxes

double spacing_of(const Instance& instance) {
  return static_cast<double>(instance.control().spacing()) * instance.scale();
}

void add_boxes(const Instance& instance, int dimensions, Overlay& overlay) {
  Box3d region = instance.source().metadata().region.box();
  Box3d outer = region.padded(instance.settings().falloff / instance.scale());
  if (dimensions == 2) region.lower.z = region.upper.z = outer.lower.z = outer.upper.z = 0;
  const Affine where = placed_in_scene(instance);
  if (instance.settings().falloff > 0) overlay.boxes.push_back({outer, where, colour_of(kFalloff)});
  overlay.boxes.push_back({region, where, colour_of(kRegion)});
}

void add_points(const Instance& instance, Overlay& overlay) {
  const ControlFrame& control = instance.control();
  const auto small = static_cast<float>(repulsion_radius(instance));
  for (const Vec3f& x : repulsion_places(instance)) overlay.points.push_back({x, repulsion_colour(), small});
  for (size_t i = 0; i < control.size(); ++i) {
    overlay.points.push_back({instance.to_world(control.position(i)), coverage_colour(control.coverage(i)),
                              static_cast<float>(kControlRadius * spacing_of(instance))});
  }
}

class TemplateOverlay final : public DirectorOverlay {
 public:
  explicit TemplateOverlay(const DirectorPart& part) : dimensions_(part.scene.dimensions) {
    const std::vector<TemplateInstance>& all = part.settings<TemplatesSettings>().instances;
    std::vector<Problem> problems;
    for (size_t n = 0; n < all.size(); ++n) {
      in_scene(part.scene, fmt::format("{}.instances[{}]", part.scene.director_path(part.index), n), problems, [&] {
        instances_.push_back(std::make_unique<Instance>(part.scene, all[n], find_template(part, all[n].source)));
      });
    }
    if (!problems.empty()) throw InputError(problems);
  }

  void add(int frame, const Particles& particles, std::span<const RigidPose> bodies, Overlay& overlay) override {
    for (const std::unique_ptr<Instance>& instance : instances_) {
      if (!instance->acts_at(frame)) continue;
      instance->carrier().follow(bodies, 1);
      instance->move_to(frame, 1);
      const ControlledLiquid liquid(*instance, particles);
      instance->control().cover(liquid.cells(), instance->liquid_volume());
      add_boxes(*instance, dimensions_, overlay);
      add_points(*instance, overlay);
    }
  }

  std::vector<std::pair<std::string, Vec3f>> legend() const override {
    return {
        {"control, covered", coverage_colour(1)}, {"uncovered", coverage_colour(0)}, {"repulsion", repulsion_colour()}};
  }

 private:
  int dimensions_;
  std::vector<std::unique_ptr<Instance>> instances_;
};

}  // namespace

Affine placed_in_scene(const Instance& instance) {
  const auto at = [&](const Vec3f& x) { return Vec3d(instance.to_world(x)); };
  Affine result;
  result.offset = at({0, 0, 0});
  const Mat3d columns{{at({1, 0, 0}) - result.offset, at({0, 1, 0}) - result.offset, at({0, 0, 1}) - result.offset}};
  result.linear = columns.transposed();
  return result;
}

Vec3f coverage_colour(float coverage) {
  const float inside = coverage > 0 ? std::min(coverage, 1.0f) : 0.0f;
  return from_srgb(srgb_of(0x2bd14a) * inside);
}

Vec3f repulsion_colour() { return colour_of(0xdd2222); }

std::vector<Vec3f> repulsion_places(const Instance& instance) {
  const PointsInCells& repulsion = instance.control().repulsion();
  std::vector<Vec3f> places(repulsion.size());
  for (size_t i = 0; i < places.size(); ++i) places[i] = instance.to_world(repulsion.position(i));
  return places;
}

double repulsion_radius(const Instance& instance) { return kRepulsionRadius * spacing_of(instance); }

std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part) {
  return std::make_unique<TemplateOverlay>(part);
}

}  // namespace weir::templates
