// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/parallel.h"
#include "control/templates/control_measures.h"
#include "control/templates/controlled_liquid.h"
#include "control/templates/instance.h"
#include "control/templates/temporary.h"
#include "sim/in_scene.h"

namespace weir {

namespace {

// The paper's weights are for particles of the usual size in its simulator (radius 2.5 cm): there a sum of kernels is
// 1 / kUsualSpacing^dimensions in the middle of liquid. Sums here are 1 there for particles of any size, so the weights
// are divided by that volume. Attraction and repulsion act in a layer as thin as the kernel is wide, so what they can
// lift or hold back goes with their strength times that width: thinner layers pull harder.
constexpr double kUsualSpacing = 0.05;  // m

struct Weights {
  float attraction = 0;  // m/s2
  float drag = 0;        // 1/s
  float repulsion = 0;   // m/s2
};

Weights weights_at(const Scene& scene, const TemplateInstance& settings, double frame) {
  const bool flat = scene.dimensions == 2;
  const auto value = [&](const std::optional<Animated<double>>& given, double in_2d, double in_3d) {
    return given ? value_at(*given, frame) : flat ? in_2d : in_3d;
  };
  const double strength = value_at(settings.strength, frame);
  const double usual = strength / std::pow(kUsualSpacing, scene.dimensions);
  const double thinner = kUsualSpacing / scene.solver.spacing;
  return {static_cast<float>(value(settings.attraction, 0.2, 0.06) * usual * thinner),
          static_cast<float>(value(settings.velocity, 0.03, 0.01) * usual),
          static_cast<float>(value(settings.repulsion, 0.1, 0.04) * usual * thinner)};
}

class TemplatesDirector final : public Director {
 public:
  TemplatesDirector(const Scene& scene, size_t index, const FindTemplate& find)
      : scene_(scene), settings_(std::get<TemplatesSettings>(scene.directors[index].kind)) {
    std::vector<Problem> problems;
    for (size_t i = 0; i < settings_.instances.size(); ++i) {
      const std::string path = fmt::format("directors[{}].instances[{}]", index, i);
      in_scene(scene, path, problems, [&] {
        instances_.push_back(
            std::make_unique<Instance>(scene, settings_.instances[i], find(settings_.instances[i].source)));
      });
    }
    if (!problems.empty()) throw InputError(problems);
    for (const auto& instance : instances_) last_frame_ = std::max(last_frame_, instance->last_frame());
  }

  std::string kind() const override { return "templates"; }
  unsigned places() const override { return place::frame_start | place::population | place::forces | place::frame_end; }

  void frame_start(const Clock&, const Particles&) override { new_frame_ = true; }

  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    for (const auto& instance : instances_) {
      if (!instance->acts_at(clock.frame)) continue;
      const Weights weights = weights_at(scene_, instance->settings(), clock.frame);
      instance->move_to(clock.frame, {}, {}, clock.step);
      const ControlledLiquid liquid(*instance, particles);
      instance->control().cover(liquid.cells(), instance->liquid_volume());
      pull(*instance, weights, static_cast<float>(clock.step), liquid, particles, acceleration);
    }
  }

  // Once a frame, as in the paper.
  void population(const Clock& clock, Population& population) override {
    if (!new_frame_) return;
    new_frame_ = false;
    std::vector<const Instance*> acting;
    for (const auto& instance : instances_) {
      if (instance->acts_at(clock.frame)) acting.push_back(instance.get());
    }
    const double over = (clock.frame - last_frame_) / scene_.frames.rate;  // s since the last template
    const double patience = over <= 0 ? 1 : settings_.return_time > 0 ? 1 - over / settings_.return_time : 0;
    const TemporaryChange change = change_temporary(scene_, settings_, acting, patience, population);
    added_ += static_cast<double>(change.added);
    removed_ += static_cast<double>(change.removed);
  }

  Measures frame_end(const Clock& clock, const Particles& particles) override {
    ControlMeasures sum;
    for (const auto& instance : instances_) {
      if (!instance->acts_at(clock.frame)) continue;
      instance->move_to(clock.frame, {}, {}, 1 / clock.rate);
      const ControlledLiquid liquid(*instance, particles);
      instance->control().cover(liquid.cells(), instance->liquid_volume());
      sum += measure_control(*instance, liquid, particles);
    }
    Measures result = sum.measures();
    result.push_back({"temporary_added", added_});
    result.push_back({"temporary_removed", removed_});
    return result;
  }

  void state(Archive& archive) override {
    archive("temporary_added", added_);
    archive("temporary_removed", removed_);
  }

 private:
  static void pull(const Instance& instance, const Weights& weights, float step, const ControlledLiquid& liquid,
                   const Particles& particles, std::span<Vec3f> acceleration) {
    const bool subtracts = instance.settings().effect == TemplateEffect::subtract;
    parallel_for(
        liquid.size(),
        [&](size_t place) {
          const float influence = liquid.influence(place);
          if (influence == 0) return;
          const Vec3f& x = liquid.canonical(place);
          const uint32_t i = liquid.particle(place);
          const ControlFrame::Pull p = instance.control().pull_at(x);
          if (subtracts) {
            acceleration[i] += instance.direction_in_scene(p.outward) * (influence * weights.attraction);
            return;
          }
          const Vec3f pulled = p.attraction * weights.attraction + p.repulsion * weights.repulsion;
          Vec3f sum = instance.direction_in_scene(pulled);
          if (p.velocity_sum > 0) {
            // Eq. 4 as a drag that is solved for the end of the step: however strong, it never overshoots.
            const Vec3f wanted = instance.velocity_in_scene(p.velocity / p.velocity_sum, x);
            const float drag = weights.drag * p.velocity_sum;
            sum += (wanted - particles.velocity[i]) * (drag / (1 + drag * step));
          }
          acceleration[i] += sum * influence;
        },
        128);
  }

  const Scene& scene_;
  const TemplatesSettings& settings_;
  std::vector<std::unique_ptr<Instance>> instances_;
  double last_frame_ = -1e30;
  bool new_frame_ = true;
  double added_ = 0, removed_ = 0;  // particles lent and taken back since the start
};

}  // namespace

std::unique_ptr<Director> make_templates_director(const Scene& scene, size_t index, const FindTemplate& find) {
  return std::make_unique<TemplatesDirector>(scene, index, find);
}

}  // namespace weir
