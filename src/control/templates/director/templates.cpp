// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "control/templates/director/control_measures.h"
#include "control/templates/director/controlled_liquid.h"
#include "control/templates/director/escape_field.h"
#include "control/templates/director/find_template.h"
#include "control/templates/director/held_control.h"
#include "control/templates/director/instance.h"
#include "control/templates/director/template_overlay.h"
#include "control/templates/director/template_preview.h"
#include "control/templates/director/templates_settings.h"
#include "control/templates/director/temporary.h"
#include "control/templates/library/anchors.h"
#include "scene/scene_checks.h"
#include "sim/in_scene.h"
#include "sim/natural_time.h"
#include "sim/part_names.h"
#include "weir/base/parallel.h"
#include "weir/sim/look_over.h"

namespace weir::templates {

namespace {

struct Weights {
  float attraction = 0;   // m/s2
  float drag = 0;         // 1/s
  float repulsion = 0;    // m/s2
  float subtraction = 0;  // m/s2
};

// The paper's weights are for particles 5 cm apart (the usual size in its simulator), where a sum of kernels is
// 1 / kUsualSpacing^dimensions in the middle of liquid, and for regions of some metres. Sums here are 1 in the middle
// of liquid for particles of any size. Attraction and repulsion act in a layer as thin as the kernel is wide, so what
// they can lift or hold back goes with their strength times that width: with smaller particles they are stronger. And a
// scene that is the same but for its size behaves the same when accelerations are the same and times go with the root
// of lengths.
constexpr double kUsualSpacing = 0.05;  // m
constexpr double kUsualSize = 4;        // m, of a region
// A particle outside of the form feels only the few repulsion particles of one layer; with the same factor as
// attraction, these would not keep the trace of a blade open.
constexpr double kOneLayer = 4;

Weights weights_at(const Scene& scene, const Instance& instance, double frame) {
  const TemplateInstance& settings = instance.settings();
  const bool flat = scene.dimensions == 2;
  const auto value = [&](const std::optional<Animated<double>>& given, const UsualWeight& usual) {
    return given ? value_at(*given, frame) : flat ? usual.flat : usual.solid;
  };
  const double size = instance.size() / kUsualSize;
  const double strength = value_at(settings.strength, frame) / std::pow(kUsualSpacing, scene.dimensions);
  const double thinner = strength * kUsualSpacing / scene.solver.spacing;
  const double attraction = value(settings.attraction, kUsualAttraction);
  return {
      static_cast<float>(attraction * thinner * size),
      static_cast<float>(value(settings.velocity, kUsualVelocity) * strength / std::sqrt(size)),
      static_cast<float>(value(settings.repulsion, kUsualRepulsion) * thinner * size * kOneLayer),
      static_cast<float>(attraction * thinner)};  // the weight of the liquid around does not go with the form's size
}

// Eqs. 2, 4 and 5 at a particle.
HeldControl::Entry form(const Instance& instance, const Weights& weights, const Vec3f& x,
                        const ControlFrame::Pull& pull) {
  HeldControl::Entry entry;
  entry.push = instance.direction_in_scene(pull.attraction * weights.attraction + pull.repulsion * weights.repulsion);
  entry.velocity = instance.velocity_in_scene(pull.velocity, x);
  entry.drag = weights.drag * pull.velocity_sum;
  return entry;
}

// Out of the form instead, the nearest way; around it away from its control particles.
HeldControl::Entry subtract(const Instance& instance, const Weights& weights, const Vec3f& x,
                            const EscapeField& escape_field, const ControlFrame::Pull& pull) {
  const Vec3f way = escape_field.escape_from(x);
  const Vec3f out = way == Vec3f{} ? -pull.attraction : normalized(way) * std::min(1.0f, 2 * pull.missing);
  HeldControl::Entry entry;
  entry.push = instance.direction_in_scene(out) * weights.subtraction;
  entry.velocity = instance.velocity_in_scene(pull.velocity, x);
  return entry;
}

class TemplatesDirector final : public Director {
 public:
  explicit TemplatesDirector(const DirectorPart& part)
      : scene_(part.scene), settings_(part.settings<TemplatesSettings>()) {
    std::vector<Problem> problems;
    for (size_t i = 0; i < settings_.instances.size(); ++i) {
      const std::string path = fmt::format("{}.instances[{}]", scene_.director_path(part.index), i);
      in_scene(scene_, path, problems, [&] {
        const TemplateInstance& instance = settings_.instances[i];
        played_.push_back({std::make_unique<Instance>(scene_, instance, find_template(part, instance.source)), {}, {}});
      });
    }
    if (!problems.empty()) throw InputError(problems);
    for (const Played& played : played_) last_frame_ = std::max(last_frame_, played.instance->last_frame());
  }

  unsigned hooks() const override { return hook::frame_start | hook::population | hook::forces | hook::frame_end; }

  // After a resume what the end of the last frame found is not there.
  void frame_start(const Clock& clock, const Particles& particles) override {
    if (evaluated_ != clock.frame) evaluate(clock.frame, particles);
    new_frame_ = true;
  }

  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    for (const Played& played : played_) {
      played.control.apply(particles, (clock.frame - evaluated_) / clock.rate, clock.step, acceleration);
    }
  }

  // Once a frame, as in the paper.
  void population(const Clock& clock, Population& population) override {
    for (Played& played : played_) played.instance->carrier().follow(population.rigid, clock.step);
    if (!new_frame_) return;
    new_frame_ = false;
    std::vector<const Instance*> acting;
    std::vector<uint64_t> wanting;
    for (const Played& played : played_) {
      if (!played.instance->acts_at(clock.frame)) continue;
      acting.push_back(played.instance.get());
      wanting.insert(wanting.end(), played.wanting.begin(), played.wanting.end());
    }
    const double over = (clock.frame - last_frame_) / scene_.frames.rate;  // s since the last template
    const double patience = over <= 0 ? 1 : settings_.return_time > 0 ? 1 - over / settings_.return_time : 0;
    const TemporaryChange change =
        change_temporary(scene_, settings_, acting, std::move(wanting), patience, population);
    added_ += static_cast<double>(change.added);
    removed_ += static_cast<double>(change.removed);
  }

  // The end of a frame is the start of the next: what is found for the measures is also what acts then.
  Measures frame_end(const Clock& clock, const Particles& particles) override {
    Measures result = evaluate(clock.frame, particles).measures();
    result.push_back({"temporary_added", added_});
    result.push_back({"temporary_removed", removed_});
    return result;
  }

  void state(Archive& archive) override {
    archive("temporary_added", added_);
    archive("temporary_removed", removed_);
    archive.parts("instances", part_names_of(settings_.instances),
                  [&](size_t i) { played_[i].instance->carrier().state(archive); });
  }

 private:
  struct Played {
    std::unique_ptr<Instance> instance;
    HeldControl control;
    std::vector<uint64_t> wanting;  // ids of particles where the template has more liquid than there is
  };

  ControlMeasures evaluate(double frame, const Particles& particles) {
    ControlMeasures measures;
    for (Played& played : played_) {
      Instance& instance = *played.instance;
      played.control.clear();
      played.wanting.clear();
      if (!instance.acts_at(frame)) continue;
      instance.move_to(frame, 1);
      const ControlledLiquid liquid(instance, particles);
      instance.control().cover(liquid.cells(), instance.liquid_volume());
      measures += instance.subtracts() ? measure_subtraction(instance) : measure_control(instance, liquid);
      if (instance.subtracts()) instance.control().uncover();
      if (frame < instance.last_frame()) find_control(played, weights_at(scene_, instance, frame), liquid, particles);
    }
    evaluated_ = frame;
    return measures;
  }

  void find_control(Played& played, const Weights& weights, const ControlledLiquid& liquid,
                    const Particles& particles) {
    constexpr float kMissing = 0.05f;  // less than this and there is no room for another particle
    const Instance& instance = *played.instance;
    std::optional<EscapeField> escape_field;
    if (instance.subtracts()) {
      const auto domain = static_cast<Box3f>(scene_.domain_box());
      escape_field =
          instance.control().escape_field([&](const Vec3f& x) { return domain.contains(instance.to_world(x)); });
    }
    const std::span<HeldControl::Entry> entries = played.control.prepare(liquid.size());
    std::vector<uint8_t> wants(liquid.size(), 0);
    parallel_for(
        liquid.size(),
        [&](size_t slot) {
          const float influence = liquid.influence(slot);
          if (influence == 0) return;
          const Vec3f x = liquid.canonical(slot);
          const ControlFrame::Pull pull = instance.control().pull_at(x);
          HeldControl::Entry entry =
              escape_field ? subtract(instance, weights, x, *escape_field, pull) : form(instance, weights, x, pull);
          entry.push *= influence;
          entry.drag *= influence;
          entry.particle = liquid.particle(slot);
          entries[slot] = entry;
          wants[slot] = influence == 1 && pull.missing > kMissing;
        },
        128);
    if (instance.lends()) {
      for (size_t slot = 0; slot < liquid.size(); ++slot) {
        if (wants[slot]) played.wanting.push_back(particles.id[liquid.particle(slot)]);
      }
    }
    const double reach = static_cast<double>(instance.control().support()) * instance.scale();
    played.control.hold(particles, reach, reach * scene_.frames.rate, 1 / scene_.frames.rate);
  }

  const Scene& scene_;
  const TemplatesSettings& settings_;
  std::vector<Played> played_;
  double last_frame_ = -1e30;
  double evaluated_ = -1e30;  // frame that the control was found for
  bool new_frame_ = true;
  double added_ = 0, removed_ = 0;  // particles lent and taken back since the start
};

void check(const Node& node, const Scene& scene, size_t index, Reader& reader) {
  const auto& settings = *scene.directors[index].get<TemplatesSettings>();
  check_phases(node, "instances", settings.instances, scene, reader);
  for (size_t i = 0; i < settings.instances.size(); ++i) {
    const TemplateInstance& instance = settings.instances[i];
    if (instance.anchor.empty() || !find_recording(scene, instance.source)) continue;
    if (is_anchor_of_all(instance.anchor)) continue;
    // Found before anything is recorded.
    const Reader::Inside list(reader, "instances"), item(reader, i), key(reader, "anchor");
    reader.complain(*node.find("instances")->items[i].find("anchor"),
                    fmt::format("must be {}, but is \"{}\"; only templates of the library have others",
                                either(anchors_of_all()), instance.anchor));
  }
}

bool uses_a_recording(const DirectorPart& part) {
  const std::vector<TemplateInstance>& instances = part.settings<TemplatesSettings>().instances;
  return std::any_of(instances.begin(), instances.end(), [&](const TemplateInstance& instance) {
    return find_recording(part.scene, instance.source) != nullptr;
  });
}

// Recordings are steps of their own (recordings.h); what is in the library must be there before they are made.
void plan(const DirectorPart& part, PlanBuilder&) {
  const std::vector<TemplateInstance>& instances = part.settings<TemplatesSettings>().instances;
  std::vector<Problem> problems;
  for (size_t i = 0; i < instances.size(); ++i) {
    if (find_recording(part.scene, instances[i].source)) continue;
    in_scene(part.scene, fmt::format("{}.instances[{}]", part.scene.director_path(part.index), i), problems,
             [&] { Instance(part.scene, instances[i], find_template(part, instances[i].source)); });
  }
  if (!problems.empty()) throw InputError(problems);
}

std::unique_ptr<Director> make(const DirectorPart& part) { return std::make_unique<TemplatesDirector>(part); }

// `box`: of its region, with what is around it. What moves may come to liquid.
void look_at_place(const Box3d& box, const TemplateInstance& settings, double last, const std::string& path,
                   const LookOver& seen) {
  if (!settings.attach.empty() || (settings.transform && settings.transform->moves())) return;
  const Box3d domain = seen.scene.domain_box();
  if (!meets(box, domain, seen.scene.dimensions))
    return warn_outside_domain(box, path, "no liquid can take its form", seen);
  const std::optional<double> way = farthest_way(seen, last);
  if (!way || meets(seen.liquid_box().padded(*way), box, seen.scene.dimensions)) return;
  seen.findings.warn(path, fmt::format("plays until frame {:g} where no liquid comes by then", last),
                     "move its box to the liquid, or let it start later; pictures with --overlay show it");
}

void look_at_instance(const DirectorPart& part, const TemplateInstance& settings, const std::string& path,
                      const LookOver& seen) {
  Instance instance(seen.scene, settings, find_template(part, settings.source));
  const double first = std::max<double>(seen.scene.frames.first, settings.start);
  const double last = std::min<double>(seen.scene.frames.last, instance.last_frame());
  warn_outside_run(settings.start, instance.last_frame(), path, seen);
  if (first >= last) return;
  instance.move_to(first, 1);
  look_at_place(static_cast<Box3d>(instance.world_bounds()), settings, last, path, seen);
}

// It is not recorded yet: where its waterline is in its box is not known.
void look_at_planned(const RecordingSettings& recording, const TemplateInstance& settings, const std::string& path,
                     const LookOver& seen) {
  warn_outside_run(settings.start, {}, path, seen);
  if (!recording.region) return;
  Affine placed = recording.region->placed();
  placed.offset -= seen.scene.origin;
  if (settings.transform) placed = affine_at(*settings.transform, settings.start);
  const Vec3d canonical = recording.region->size * (settings.anchor.empty() ? 0.5 : 1.0);
  Vec3d reach;
  for (int axis = 0; axis < 3; ++axis) reach[axis] = dot(abs(placed.linear.row[axis]), canonical);
  look_at_place({placed.offset - reach, placed.offset + reach}, settings, seen.scene.frames.last, path, seen);
}

void look_over(const DirectorPart& part, const LookOver& seen) {
  const std::vector<TemplateInstance>& instances = part.settings<TemplatesSettings>().instances;
  for (size_t i = 0; i < instances.size(); ++i) {
    const std::string path = seen.path(fmt::format("instances[{}]", i));
    if (const RecordingSettings* recording = find_recording(seen.scene, instances[i].source)) {
      look_at_planned(*recording, instances[i], path, seen);
    } else {
      look_at_instance(part, instances[i], path, seen);
    }
  }
}

}  // namespace

DirectorKind director_kind() {
  return {.settings = kind_of_settings<TemplatesSettings>(&check),
          .make = &make,
          .plan = &plan,
          .waits = &uses_a_recording,
          .inputs = &used_templates,
          .look_over = &look_over,
          .overlay = &make_overlay,
          .preview = &preview};
}

}  // namespace weir::templates
