// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/template_preview.h"

#include <fmt/format.h>

#include <cmath>

#include "control/templates/director/find_template.h"
#include "control/templates/director/instance.h"
#include "control/templates/director/template_overlay.h"
#include "weir/base/colour.h"

namespace weir::templates {

namespace {

constexpr uint32_t kBox = 0x2b3a4a, kForm = 0x15803d, kSubtract = 0xb91c1c;
constexpr int kPartsOfWay = 32;

SetupThing thing_of(const DirectorPart& part, size_t number) {
  const TemplateInstance& settings = part.settings<TemplatesSettings>().instances[number];
  return {fmt::format("{}.instances[{}]", part.scene.director_path(part.index), number),
          settings.name.empty() ? settings.source : settings.name, "template", colour_of(kBox)};
}

void add_way(const TemplateInstance& settings, double last, SetupMaker& maker) {
  if (!settings.transform || !settings.transform->moves()) return;
  std::vector<Vec3f> way;
  for (int i = 0; i <= kPartsOfWay; ++i) {
    way.push_back(Vec3f(affine_at(*settings.transform, lerp(settings.start, last, i / double{kPartsOfWay})).offset));
  }
  maker.add_line(std::move(way), colour_of(kBox));
}

// What will hold the liquid in its form.
void add_repulsion(const Instance& instance, SetupMaker& maker) {
  std::vector<Vec3f> positions = repulsion_places(instance);
  if (positions.empty()) return;
  maker.explain("repulsion", repulsion_colour());
  maker.add_points(std::move(positions), repulsion_colour(), repulsion_radius(instance));
}

void add_recorded(const DirectorPart& part, size_t number, const std::shared_ptr<const Template>& source,
                  SetupMaker& maker) {
  const TemplateInstance& settings = part.settings<TemplatesSettings>().instances[number];
  const SetupThing thing = thing_of(part, number);
  Instance instance(part.scene, settings, source);
  const double at = std::clamp(maker.frame(), settings.start, instance.last_frame());
  instance.move_to(at, 1);
  const Box3d region = source->metadata().region.box();
  const Affine placed = placed_in_scene(instance);
  maker.add_placed(thing, thing.path + ".transform", transform_of(settings, *source, part.scene.origin));
  maker.add_box(region, placed, thing.colour);
  const auto recorded = static_cast<size_t>(std::lround(instance.template_frame(at)));
  const std::shared_ptr<const Particles> particles = source->frame(std::min(recorded, source->frames() - 1));
  std::vector<Vec3f> positions;
  for (const Vec3f& x : particles->position) positions.push_back(instance.to_world(x));
  const Vec3f colour = colour_of(instance.subtracts() ? kSubtract : kForm);
  maker.explain(instance.subtracts() ? "recorded, pushes out" : "recorded", colour);
  maker.add_points(std::move(positions), colour, 0.35 * source->metadata().spacing * instance.scale());
  add_repulsion(instance, maker);
  maker.add_label(thing, Vec3f(placed.offset),
                  fmt::format("{}, {}", size_in_words(Vec3f(region.size() * instance.scale()), part.scene.dimensions),
                              frames_in_words(settings.start, std::floor(instance.last_frame()))));
  add_way(settings, instance.last_frame(), maker);
}

// Where its box will be, as far as the scene tells: of the anchors, a recording that is still to be made has its centre
// and its bottom.
void add_planned(const DirectorPart& part, size_t number, const RecordingSettings& recording, SetupMaker& maker) {
  const TemplateInstance& settings = part.settings<TemplatesSettings>().instances[number];
  const SetupThing thing = thing_of(part, number);
  Affine placed;
  Transform transform;
  std::string known_later;
  if (settings.transform) {
    transform = *settings.transform;
    const bool at_bottom = settings.anchor == "bottom" && recording.region;
    if (at_bottom) put_anchor({0, recording.region->box().lower.y, 0}, transform);
    if (!at_bottom && !settings.anchor.empty() && settings.anchor != "centre") {
      known_later = fmt::format("; shown by its centre, since its {} is known once it is recorded", settings.anchor);
    }
    placed = affine_at(transform, std::max(maker.frame(), settings.start));
  } else if (recording.region) {
    placed = recording.region->placed();
    placed.offset -= part.scene.origin;
    transform.translate = placed.offset;
    transform.rotate = recording.region->rotate;
  }
  maker.add_placed(thing, thing.path + ".transform", transform);
  if (recording.region) maker.add_box(recording.region->box(), placed, thing.colour);
  maker.add_label(
      thing, Vec3f(placed.offset),
      fmt::format("{}, recorded when the scene is run{}", frames_in_words(settings.start, 1e9), known_later));
  add_way(settings, part.scene.frames.last, maker);
}

}  // namespace

void preview(const DirectorPart& part, SetupMaker& maker) {
  const std::vector<TemplateInstance>& instances = part.settings<TemplatesSettings>().instances;
  for (size_t n = 0; n < instances.size(); ++n) {
    maker.explain("template", colour_of(kBox));
    maker.try_to_add(thing_of(part, n).path, [&] {
      const RecordingSettings* recording = find_recording(part.scene, instances[n].source);
      if (recording && !std::filesystem::exists(recording_file(part.folder, recording->name))) {
        add_planned(part, n, *recording, maker);
      } else {
        add_recorded(part, n, find_template(part, instances[n].source), maker);
      }
    });
  }
}

}  // namespace weir::templates
