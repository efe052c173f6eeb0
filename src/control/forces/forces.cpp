// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/forces/forces.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "sim/in_scene.h"
#include "sim/ride.h"
#include "weir/base/parallel.h"
#include "weir/sim/moving_shape.h"

namespace weir::forces {

namespace {

// A pull towards a wanted velocity, as an acceleration that is right for any step: over the step the difference
// decays by exp(-drag * step), so a strong drag brings the liquid to that velocity and never beyond it.
float pull_of(double drag, double step) {
  return static_cast<float>(step > 0 ? -std::expm1(-drag * step) / step : drag);
}

// What each kind of force does to a particle at x with velocity v; everything that only depends on time is worked out
// before the loop, for the middle of the step.
auto at_moment(const forces::Push& push, const Clock& clock) {
  const Vec3f a = static_cast<Vec3f>(value_at(push.acceleration, clock.middle_frame()));
  return [a](const Vec3f&, const Vec3f&) { return a; };
}

auto at_moment(const forces::Wind& wind, const Clock& clock) {
  const Vec3f wanted = static_cast<Vec3f>(value_at(wind.velocity, clock.middle_frame()));
  const float pull = pull_of(value_at(wind.drag, clock.middle_frame()), clock.step);
  return [=](const Vec3f&, const Vec3f& v) { return (wanted - v) * pull; };
}

auto at_moment(const forces::Vortex& vortex, const Clock& clock) {
  const Vec3f axis = static_cast<Vec3f>(normalized(vortex.axis));
  const Vec3f centre = static_cast<Vec3f>(value_at(vortex.centre, clock.middle_frame()));
  const Vec3f spin = axis * static_cast<float>(2 * kPi * value_at(vortex.turns, clock.middle_frame()));
  const float pull = pull_of(value_at(vortex.drag, clock.middle_frame()), clock.step);
  return [=](const Vec3f& x, const Vec3f& v) {
    const Vec3f across = v - axis * dot(v, axis);  // the way along the axis stays free
    return (cross(spin, x - centre) - across) * pull;
  };
}

auto at_moment(const forces::Attract& attract, const Clock& clock) {
  const Vec3f point = static_cast<Vec3f>(value_at(attract.point, clock.middle_frame()));
  const float strength = static_cast<float>(value_at(attract.strength, clock.middle_frame()));
  return [=](const Vec3f& x, const Vec3f&) { return normalized(point - x) * strength; };
}

class ForceDirector final : public Director {
 public:
  ForceDirector(const Scene& scene, size_t index)
      : force_(scene.forces[index]),
        ride_(scene, force_.region ? force_.region->transform.attach : std::string()),
        builder_(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate) {
    name = force_.name;
    kind = kind_of(force_);
    if (!force_.region) return;
    const std::string path = fmt::format("forces[{}].region", index);
    std::vector<Problem> problems;
    in_scene(scene, path, problems, [&] {
      region_.emplace(*force_.region, location_in(scene, path), builder_, scene.frames.first, scene.frames.rate,
                      ride_.is_rigid());
    });
    if (!problems.empty()) throw InputError(problems);
  }

  unsigned hooks() const override { return ride_.is_rigid() ? hook::forces | hook::population : hook::forces; }

  void population(const Clock& clock, Population& population) override { ride_.follow(population.rigid, clock.step); }

  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    if (region_) region_->move_to(clock.frame, clock.next_frame(), ride_.end(), ride_.end());
    std::visit([&](const auto& force) { add(at_moment(force, clock), particles, acceleration); }, force_.kind);
  }

  void state(Archive& archive) override { ride_.state(archive); }

 private:
  template <class Acceleration>
  void add(const Acceleration& force, const Particles& particles, std::span<Vec3f> acceleration) const {
    parallel_for_blocks(particles.size(), [&](size_t begin, size_t end) {
      std::array<float, kBlockSize> middle, distance;
      if (region_) {
        middle.fill(0.5f);
        region_->distance(std::span(particles.position).subspan(begin, end - begin),
                          std::span(middle).first(end - begin), std::span(distance).first(end - begin));
      }
      for (size_t i = begin; i < end; ++i) {
        if (region_ && distance[i - begin] >= 0) continue;
        acceleration[i] += force(particles.position[i], particles.velocity[i]);
      }
    });
  }

  const Force& force_;
  Ride ride_;
  ShapeBuilder builder_;
  std::optional<MovingShape> region_;
};

}  // namespace

std::unique_ptr<Director> make_force(const Scene& scene, size_t index) {
  return std::make_unique<ForceDirector>(scene, index);
}

}  // namespace weir::forces
