// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/template_overlay.h"

#include <fmt/format.h>

#include "control/templates/director/controlled_liquid.h"
#include "render/flat/colours.h"
#include "run/scene_templates.h"
#include "sim/in_scene.h"

namespace weir::render {

namespace {

constexpr double kControlRadius = 0.3, kRepulsionRadius = 0.2;  // spacings; liquid is seen between them
constexpr uint32_t kRegion = 0x2b3a4a, kFalloff = 0x9aa7b4;     // of the boxes

Affine placed(const templates::Instance& instance) {
  const auto at = [&](const Vec3f& x) { return Vec3d(instance.to_world(x)); };
  Affine result;
  result.offset = at({0, 0, 0});
  const Mat3d columns{{at({1, 0, 0}) - result.offset, at({0, 1, 0}) - result.offset, at({0, 0, 1}) - result.offset}};
  result.linear = columns.transposed();
  return result;
}

void add_boxes(const templates::Instance& instance, int dimensions, Overlay& overlay) {
  Box3d region = instance.source().about().region.box();
  Box3d outer = region.padded(instance.settings().falloff / instance.scale());
  if (dimensions == 2) region.lower.z = region.upper.z = outer.lower.z = outer.upper.z = 0;
  const Affine where = placed(instance);
  if (instance.settings().falloff > 0) overlay.boxes.push_back({outer, where, colour_of(kFalloff)});
  overlay.boxes.push_back({region, where, colour_of(kRegion)});
}

void add_points(const templates::Instance& instance, Overlay& overlay) {
  const templates::ControlFrame& control = instance.control();
  const double spacing = static_cast<double>(control.spacing()) * instance.scale();
  for (size_t i = 0; i < control.repulsion().size(); ++i) {
    overlay.points.push_back({instance.to_world(control.repulsion().position(i)), repulsion_colour(),
                              static_cast<float>(kRepulsionRadius * spacing)});
  }
  for (size_t i = 0; i < control.size(); ++i) {
    overlay.points.push_back({instance.to_world(control.position(i)), coverage_colour(control.coverage(i)),
                              static_cast<float>(kControlRadius * spacing)});
  }
}

std::vector<RigidPose> poses_at(const ShownRun& run, int frame) {
  std::vector<RigidPose> poses;
  const auto found = run.bodies.find(frame);
  if (found == run.bodies.end()) return poses;
  for (const run::BodyPose& body : found->second) poses.push_back({body.solid, body.pose, body.pose});
  return poses;
}

}  // namespace

TemplateOverlay::TemplateOverlay(const ShownRun& run) : run_(run) {
  std::vector<Problem> problems;
  for (size_t i = 0; i < run.scene.directors.size(); ++i) {
    const auto* director = std::get_if<TemplatesSettings>(&run.scene.directors[i].kind);
    for (size_t n = 0; director && n < director->instances.size(); ++n) {
      in_scene(run.scene, fmt::format("directors[{}].instances[{}]", i, n), problems, [&] {
        const TemplateInstance& settings = director->instances[n];
        instances_.push_back(std::make_unique<templates::Instance>(
            run.scene, settings, run::find_template(run.scene, *director, settings.source, run.home)));
      });
    }
  }
  if (!problems.empty()) throw InputError(problems);
}

Overlay TemplateOverlay::at(int frame, const Particles& particles) {
  Overlay overlay;
  for (const std::unique_ptr<templates::Instance>& instance : instances_) {
    if (!instance->acts_at(frame)) continue;
    instance->carrier().follow(poses_at(run_, frame), 1);
    instance->move_to(frame, 1);
    const templates::ControlledLiquid liquid(*instance, particles);
    instance->control().cover(liquid.cells(), instance->liquid_volume());
    add_boxes(*instance, run_.scene.dimensions, overlay);
    add_points(*instance, overlay);
  }
  return overlay;
}

void TemplateOverlay::explain(Legend& legend) {
  legend.entries.emplace_back("control, covered", coverage_colour(1));
  legend.entries.emplace_back("uncovered", coverage_colour(0));
  legend.entries.emplace_back("repulsion", repulsion_colour());
}

}  // namespace weir::render
