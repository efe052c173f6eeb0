// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/forces/forces.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/parallel.h"
#include "geometry/build.h"
#include "stage/in_scene.h"

namespace weir {

namespace {

// A pull towards a wanted velocity, as an acceleration that is right for any step: over the step the difference
// decays by exp(-drag * step), so a strong drag brings the liquid to that velocity and never beyond it.
float pull_of(double drag, double step) {
  return static_cast<float>(step > 0 ? -std::expm1(-drag * step) / step : drag);
}

// What each kind of force does to a particle at x with velocity v; everything that only depends on time is
// worked out before the loop.
auto at_moment(const forces::Push& push, const Clock& clock) {
  const Vec3f a = static_cast<Vec3f>(value_at(push.acceleration, clock.frame));
  return [a](const Vec3f&, const Vec3f&) { return a; };
}

auto at_moment(const forces::Wind& wind, const Clock& clock) {
  const Vec3f wanted = static_cast<Vec3f>(value_at(wind.velocity, clock.frame));
  const float pull = pull_of(value_at(wind.drag, clock.frame), clock.step);
  return [=](const Vec3f&, const Vec3f& v) { return (wanted - v) * pull; };
}

auto at_moment(const forces::Vortex& vortex, const Clock& clock) {
  const Vec3f axis = static_cast<Vec3f>(normalized(vortex.axis));
  const Vec3f centre = static_cast<Vec3f>(value_at(vortex.centre, clock.frame));
  const Vec3f spin = axis * static_cast<float>(2 * kPi * value_at(vortex.turns, clock.frame));
  const float pull = pull_of(value_at(vortex.drag, clock.frame), clock.step);
  return [=](const Vec3f& x, const Vec3f& v) {
    const Vec3f across = v - axis * dot(v, axis);  // the way along the axis stays free
    return (cross(spin, x - centre) - across) * pull;
  };
}

auto at_moment(const forces::Attract& attract, const Clock& clock) {
  const Vec3f point = static_cast<Vec3f>(value_at(attract.point, clock.frame));
  const float strength = static_cast<float>(value_at(attract.strength, clock.frame));
  return [=](const Vec3f& x, const Vec3f&) { return normalized(point - x) * strength; };
}

class ForceDirector final : public Director {
 public:
  ForceDirector(const Scene& scene, size_t index)
      : force_(scene.forces[index]), builder_(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate) {
    name = force_.name;
    std::vector<Problem> problems;
    in_scene(scene, fmt::format("forces[{}].region", index), problems, [&] { region_at(scene.frames.first); });
    if (!problems.empty()) throw InputError(problems);
  }

  std::string kind() const override {
    static constexpr const char* names[] = {"push", "wind", "vortex", "attract"};
    return names[force_.kind.index()];
  }
  unsigned places() const override { return place::forces; }

  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    const FieldPtr region = region_at(clock.frame);
    std::visit([&](const auto& kind) { add(at_moment(kind, clock), region.get(), particles, acceleration); },
               force_.kind);
  }

 private:
  FieldPtr region_at(double frame) { return force_.region ? builder_.field(*force_.region, frame) : nullptr; }

  template <class Acceleration>
  static void add(const Acceleration& force, const Field* region, const Particles& particles,
                  std::span<Vec3f> acceleration) {
    parallel_for_blocks(particles.size(), [&](size_t begin, size_t end) {
      std::array<float, kBlockSize> distance;
      if (region) {
        region->distance(std::span(particles.position).subspan(begin, end - begin),
                         std::span(distance).first(end - begin));
      }
      for (size_t i = begin; i < end; ++i) {
        if (region && distance[i - begin] >= 0) continue;
        acceleration[i] += force(particles.position[i], particles.velocity[i]);
      }
    });
  }

  const Force& force_;
  ShapeBuilder builder_;
};

}  // namespace

std::unique_ptr<Director> make_force(const Scene& scene, size_t index) {
  return std::make_unique<ForceDirector>(scene, index);
}

}  // namespace weir
