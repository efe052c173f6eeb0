// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "control/rig/drag.h"
#include "control/rig/moving_rig.h"
#include "control/rig/neighbourhood.h"
#include "control/rig/rig_overlay.h"
#include "control/rig/rig_preview.h"
#include "control/rig/rig_settings.h"
#include "control/rig/skinning.h"
#include "grid/grid_director.h"
#include "grid/liquid/flip_settings.h"
#include "scene/scene_checks.h"
#include "sim/natural_time.h"
#include "weir/base/parallel.h"
#include "weir/sim/look_over.h"
#include "weir/sim/seeding.h"
#include "weir/sim/solver_kind.h"

namespace weir::rig {

namespace {

constexpr double kMemory = 1.1;  // natural times of a spacing

// Steps that are far shorter than anything takes that a rig sees (those of wcsph, which sound makes short) are waited
// out and made up for at once: until something has moved by so many spacings, or drag takes this share of a difference,
// or so many natural times of a spacing have gone by. A skin waits for as far as other solvers go in a step, so that
// the same factors do about as much with all of them.
constexpr double kMoved = 0.2, kSkinMoved = 0.4, kDragged = 0.1;
constexpr double kLongestWait = 0.09;

constexpr double kPatterns = 0.1;  // of turbulence, one after the other, in the natural time of an eddy

SkinOn skin_on(const Scene& scene) { return is_smoke(scene) ? SkinOn::lattice : SkinOn::particles; }

// Waiting takes it that all else acts evenly meanwhile: another director that waits does not.
bool acts_alone(const Scene& scene, size_t index) {
  const auto& own = *scene.directors[index].get<RigSettings>();
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const auto* other = scene.directors[i].get<RigSettings>();
    if (i != index && (!other || (other->first < own.last && own.first < other->last))) return false;
  }
  return true;
}

float least_mass(const Scene& scene) {
  const SolverKind* solver = kind_of(scene.solver);
  return solver && solver->least_mass ? static_cast<float>(solver->least_mass(scene)) : 0;
}

float least_core_mass(const Scene& scene) {
  const auto* flip = scene.solver.get<grid::FlipSettings>();
  return flip && flip->band > 0 ? 2 * particle_mass(scene, 0) : 0;
}

class RigDirector final : public Director, public grid::GridDirector {
 public:
  RigDirector(const Scene& scene, size_t index)
      : settings_(*scene.directors[index].get<RigSettings>()),
        unit_(rig_unit(scene)),
        natural_(natural_time(scene, unit_)),
        least_mass_(least_mass(scene)),
        core_mass_(least_core_mass(scene)),
        may_wait_(acts_alone(scene, index)),
        rig_(scene, index),
        near_(static_cast<float>(settings_.radius * unit_)),
        memory_(rig_.size()),
        pushed_(rig_.size()) {
    if (!settings_.phase.empty()) phase_ = static_cast<uint8_t>(scene.phase_index(settings_.phase));
    if (!settings_.skin) return;
    skinning_.emplace(*settings_.skin, unit_, scene.dimensions, skin_on(scene), scene.seed);
    patterns_ = kPatterns / natural_time(scene, settings_.skin->turbulence_size);
  }

  unsigned hooks() const override {
    return hook::forces | hook::frame_end | (skinning_ ? unsigned{hook::after_projection} : 0u);
  }

  void after_projection(const Clock& clock, const Particles& particles, std::span<Vec3f> velocity) override {
    if (!acts_at(clock.frame)) return;
    skin_wait_.waited += clock.step;
    if (skin_wait_.waited < skin_wait_.patience) return;
    skin_wait_.waited = 0;
    rig_.move_to(clock.frame);
    near_.find(rig_.positions(), seen(particles));
    found_ = {clock.frame, particles.size()};
    const std::vector<uint8_t> free = near_.near_rig(), coarse = core_cells(particles);
    tally_.iterations += skinning_->apply(clock.frame, clock.time * patterns_, {particles.position, free, coarse},
                                          original_flow(velocity), velocity);
    tally_.skinnings += 1;
    std::fill(pushed_.begin(), pushed_.end(), Vec3f{});
  }

  // A cell more, so that what ends at the radius ends beside air and not beside nothing.
  grid::Reach reach(const Clock& clock) const override {
    if (!acts_at(clock.frame)) return {};
    return {rig_.positions(), static_cast<float>((settings_.radius + 1) * unit_)};
  }

  std::string summary() const {
    return fmt::format("{} points, {:.3g} m apart ({:.3g} spacings{})", rig_.size(), rig_.spacing(),
                       rig_.spacing() / unit_,
                       settings_.points || settings_.spacing ? "" : ", chosen by the shape's thickness");
  }

  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    if (!acts_at(clock.frame)) return;
    const Span span{clock.step, wait_.waited};
    wait_.waited = span.whole();
    if (wait_.waited < wait_.patience) return;
    wait_.waited = 0;
    const size_t count = rig_.size();
    rig_.move_to(clock.frame);
    const std::vector<Vec3f> position(rig_.positions().begin(), rig_.positions().end());
    std::vector<Vec3d> begin(count), end(count);
    rig_.velocities(true, begin);
    rig_.move_to(clock.next_frame());
    rig_.velocities(false, end);
    // Where skinning comes first in a step (sph), neither rig nor liquid has moved since.
    if (found_ != std::pair{clock.frame, particles.size()}) near_.find(position, seen(particles));
    found_ = {};
    const std::vector<Neighbourhood::Means> means = near_.average(particles.velocity, acceleration);
    measure(means, begin);
    const Drag drag = drag_at(clock.middle_frame());
    find_patience(drag, begin, means);
    std::vector<Vec3f> force = drag_at_points(span, drag, begin, end, means);
    for (size_t i = 0; i < count; ++i) pushed_[i] += force[i] * static_cast<float>(span.whole());
    // What the liquid does against its own mean is dragged as well as the mean: the sum of both is stable as either is.
    // It is found for the end of the step: what directors before this one did counts, so that several add up to no more
    // than one.
    const double hold = value_at(settings_.hold, clock.middle_frame());
    const auto keep = static_cast<float>(hold * drag.viscous / (1 + drag.viscous * span.whole()));
    const auto step = static_cast<float>(clock.step), times = static_cast<float>(span.whole() / clock.step);
    for (size_t i = 0; i < count; ++i) {
      force[i] += static_cast<Vec3f>(means[i].first + means[i].second * clock.step) * keep;
    }
    near_.spread(force, [&](size_t i, const Vec3f& mean, float share) {
      acceleration[i] += (mean - (particles.velocity[i] + acceleration[i] * step) * keep) * (share * times);
    });
  }

  Measures frame_end(const Clock&, const Particles&) override {
    Measures result{{"rig_points", static_cast<double>(rig_.size())}, {"rig_spacing", rig_.spacing()}};
    if (tally_.points > 0) result.push_back({"coverage", tally_.covered / tally_.points});
    if (tally_.speed > 0) result.push_back({"velocity_match", std::sqrt(tally_.difference / tally_.speed)});
    if (tally_.skinnings > 0) result.push_back({"skin_iterations", tally_.iterations / tally_.skinnings});
    tally_ = {};
    return result;
  }

  void state(Archive& archive) override {
    rig_.state(archive);
    archive("rig_memory", memory_);
    archive("rig_pushed", pushed_);
    if (memory_.size() != rig_.size() || pushed_.size() != rig_.size()) {  // of a rig that was another
      memory_.assign(rig_.size(), {});
      pushed_.assign(rig_.size(), {});
    }
    archive("rig_wait", wait_);
    archive("rig_skin_wait", skin_wait_);
  }

 private:
  bool acts_at(double frame) const { return frame >= rig_.start() - 1e-9 && frame < settings_.last - 1e-9; }

  Neighbourhood::Liquid seen(const Particles& particles) const {
    return {particles.position, particles.phase, phase_, particles.mass, least_mass_};
  }

  // Of the liquid around a rig point, from the step before.
  struct Memory {
    Vec3d expected{};     // m/s, its velocity if there were no pressure
    double applied = -1;  // m/s2, the size of what acted on it; negative when it is not known
    double step = 0;      // s
    Vec3d pressure{};     // m/s2, what pressure did lately,
    double watched = 0;   // s, for so long
  };
  // s that drag acts for in one step: those of the step, and those that were waited for before it.
  struct Span {
    double step, waited;
    double whole() const { return step + waited; }
  };
  // s since it acted, and how long these may become.
  struct Wait {
    double waited = 0, patience = 0;
  };
  struct Tally {
    double points = 0, covered = 0, difference = 0, speed = 0, iterations = 0, skinnings = 0;
  };

  Drag drag_at(double frame) const {
    const double strength = value_at(settings_.strength, frame);
    return {strength * value_at(settings_.viscous, frame), strength * value_at(settings_.turbulent, frame),
            strength * value_at(settings_.inertial, frame)};
  }

  void find_patience(const Drag& drag, std::span<const Vec3d> rig, std::span<const Neighbourhood::Means> means) {
    double speed = 1e-9, difference = 0;
    for (size_t i = 0; i < rig.size(); ++i) {
      speed = std::max({speed, length(rig[i]), length(means[i].first)});
      if (means[i].has_liquid) difference = std::max(difference, length(means[i].first - rig[i]));
    }
    const double strength = drag.viscous + drag.turbulent * difference;
    wait_.patience =
        may_wait_ ? std::min({kLongestWait * natural_, kMoved * unit_ / speed, kDragged / std::max(strength, 1e-9)})
                  : 0;
    skin_wait_.patience = std::min(kLongestWait * natural_, kSkinMoved * unit_ / speed);
  }

  std::vector<Vec3f> drag_at_points(const Span& span, const Drag& drag, std::span<const Vec3d> begin,
                                    std::span<const Vec3d> end, std::span<const Neighbourhood::Means> means) {
    std::vector<Vec3f> force(begin.size());
    for (size_t i = 0; i < begin.size(); ++i) {
      Memory& memory = memory_[i];
      const Vec3d velocity = means[i].first, others = means[i].second;
      if (!means[i].has_liquid) {
        memory = {};
        continue;
      }
      const Vec3d known = others - (end[i] - begin[i]) / span.step;
      // As long as nothing is known of pressure, it may carry all there is.
      memory.step += span.waited;
      const Vec3d pressure = memory.applied < 0 ? -known : pressure_at(memory, velocity - others * span.waited);
      // As it was before the time that was waited, in which all but the drag has acted already.
      const RelativeMotion motion{velocity - begin[i] - known * span.waited, known, pressure};
      const Vec3d found = drag_of(drag, motion, span.whole());
      const Vec3d applied = others + found;
      const double watched = memory.applied < 0 ? 0 : memory.watched + memory.step;
      const Vec3d expected = velocity + others * span.step + found * span.whole();
      memory = {expected, length(applied), span.step, pressure, watched};
      force[i] = static_cast<Vec3f>(found);
    }
    return force;
  }

  // What pressure did in the last steps. It answers to what acts and is no larger than that; a larger change of the
  // mean velocity is other liquid that came near. Single steps are noisy, and inertial drag would put the noise into
  // the liquid: what counts is the mean over about kMemory.
  Vec3d pressure_at(const Memory& memory, const Vec3d& velocity) const {
    const Vec3d found = (velocity - memory.expected) / memory.step;
    const double size = length(found);
    const Vec3d likely = size > memory.applied ? found * (memory.applied / size) : found;
    return memory.pressure +
           (likely - memory.pressure) * (memory.step / std::min(kMemory * natural_, memory.watched + memory.step));
  }

  // A cell in the core of a narrow band is seen as one particle with the mass of four (2D) or eight (3D).
  std::vector<uint8_t> core_cells(const Particles& particles) const {
    std::vector<uint8_t> coarse(core_mass_ > 0 ? particles.size() : 0);
    parallel_for(coarse.size(), [&](size_t i) { coarse[i] = particles.mass[i] > core_mass_; });
    return coarse;
  }

  // v_A: the flow without what the rig did to it since it was skinned last.
  std::vector<Vec3f> original_flow(std::span<const Vec3f> velocity) const {
    if (!skinning_->needs_original()) return {};
    std::vector<Vec3f> pushed(velocity.begin(), velocity.end());
    near_.spread(pushed_, [&](size_t i, const Vec3f& mean, float share) { pushed[i] -= mean * share; });
    return pushed;
  }

  void measure(std::span<const Neighbourhood::Means> means, std::span<const Vec3d> rig) {
    const auto near = static_cast<float>(2 * unit_);
    for (size_t i = 0; i < rig.size(); ++i) {
      tally_.points += 1;
      if (means[i].nearest <= near) tally_.covered += 1;
      if (!means[i].has_liquid) continue;
      tally_.difference += length_squared(means[i].first - rig[i]);
      tally_.speed += length_squared(rig[i]);
    }
  }

  const RigSettings& settings_;
  double unit_;                   // m
  double natural_;                // s, of a unit
  double patterns_ = 0;           // 1/s
  std::optional<uint8_t> phase_;  // that follows; all without one
  float least_mass_;              // kg of what covers rig points
  float core_mass_;               // kg above which a particle stands for a cell of a core; 0: there is none
  bool may_wait_;
  MovingRig rig_;
  Neighbourhood near_;
  std::optional<Skinning> skinning_;
  std::vector<Memory> memory_;  // of each rig point
  std::vector<Vec3f> pushed_;   // m/s, what each did to the liquid around it since the last skinning
  Wait wait_, skin_wait_;
  std::pair<double, size_t> found_{};  // when near_ was found last by skinning, of so many particles
  Tally tally_;                        // of the frame
};

void check(const Node& node, const Scene& scene, size_t index, Reader& reader) {
  const std::vector<std::string> known = names_of(scene.phases);
  const std::string& phase = scene.directors[index].get<RigSettings>()->phase;
  if (phase.empty() || std::find(known.begin(), known.end(), phase) != known.end()) return;
  const Reader::Inside inside(reader, "phase");
  reader.complain(*node.find("phase"), fmt::format("must be {}, but is \"{}\"", either(known), phase));
}

std::unique_ptr<Director> make(const DirectorPart& part) {
  return std::make_unique<RigDirector>(part.scene, part.index);
}

std::string summary(const DirectorPart&, const Director* built) {
  return dynamic_cast<const RigDirector&>(*built).summary();
}

// Of the points of a rig at a frame, the share that is outside the domain.
double share_outside(const MovingRig& rig, const Box3d& domain) {
  const auto points = rig.positions();
  const auto out = std::count_if(points.begin(), points.end(),
                                 [&](const Vec3f& p) { return !domain.contains(static_cast<Vec3d>(p)); });
  return static_cast<double>(out) / static_cast<double>(points.size());
}

void look_at_places(const RigSettings& settings, MovingRig& rig, const LookOver& seen) {
  constexpr double kMostOutside = 0.5;
  const Box3d domain = seen.scene.domain_box();
  const double last = std::min<double>(seen.scene.frames.last, settings.last);
  std::vector<Box3d> reach;  // of its points, at every frame
  for (double frame = rig.start(); frame <= last; frame += 1) {
    rig.move_to(frame);
    Box3d& box = reach.emplace_back();
    for (const Vec3f& p : rig.positions()) box.include(static_cast<Vec3d>(p));
    box = box.padded(settings.radius * rig_unit(seen.scene));
    const double outside = share_outside(rig, domain);
    if (outside <= kMostOutside) continue;
    seen.findings.warn(
        seen.own,
        fmt::format("leaves the domain: at frame {:g}, {:.0f} % of its points are outside, where no liquid "
                    "can follow",
                    frame, 100 * outside),
        "let it end or turn back before, or make the domain larger");
    return;
  }
  // A rig moves all the air of a scene with smoke.
  if (!reach.empty() && !is_smoke(seen.scene)) warn_in_air(reach, rig.start(), last, seen.own, seen);
}

void look_over(const DirectorPart& part, const LookOver& seen) {
  constexpr size_t kFewest[]{4, 24};  // in 2D and 3D: fewer hold no form
  const auto& settings = part.settings<RigSettings>();
  warn_outside_run(settings.first, settings.last, seen.own, seen);
  if (settings.first >= seen.scene.frames.last) return;
  MovingRig rig(seen.scene, part.index);
  const double unit = rig_unit(seen.scene);
  if (rig.size() < kFewest[seen.scene.dimensions - 2]) {
    seen.findings.warn(seen.own,
                       fmt::format("has only {} rig point{}, {:.3g} m apart, which hold no form", rig.size(),
                                   rig.size() == 1 ? "" : "s", rig.spacing()),
                       "make its \"spacing\" or that of the solver smaller, or the shape larger");
  } else if (rig.spacing() > settings.radius * unit) {
    seen.findings.warn(
        seen.own,
        fmt::format("has its points {:.3g} m apart, but each moves liquid only within {:.3g} m: there are "
                    "gaps between them",
                    rig.spacing(), settings.radius * unit),
        "make its \"spacing\" smaller, or \"radius\" larger");
  }
  look_at_places(settings, rig, seen);
}

}  // namespace

DirectorKind director_kind() {
  return {.settings = kind_of_settings<RigSettings>(&check),
          .make = &make,
          .summary = &summary,
          .look_over = &look_over,
          .overlay = &make_overlay,
          .preview = &preview};
}

}  // namespace weir::rig
