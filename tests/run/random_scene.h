// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes that nobody would write: parts in random places, of random sizes, for tests that no solver goes wrong.
// WEIR_RANDOM_SCENES=10000 tries more of them.

#pragma once

#include <rapidcheck.h>

#include <cstdlib>
#include <exception>

#include "base/random.h"
#include "contained.h"

namespace weir::run {

// Draws from RapidCheck, moved on by the round: RapidCheck starts every check() from the same seed.
class Draw {
 public:
  explicit Draw(uint64_t round) : random_(round) {}
  int below(int count) {
    const auto ahead = static_cast<int>(random_.below(static_cast<uint64_t>(count), index_++));
    return (*rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, count)) + ahead) % count;
  }
  bool maybe(int percent) { return below(100) < percent; }
  double between(double low, double high) { return low + (high - low) * below(1001) / 1000; }
  double scale(double low, double high) { return low * std::pow(high / low, between(0, 1)); }
  Vec3d inside(const Vec3d& low, const Vec3d& high) {
    return {between(low.x, high.x), between(low.y, high.y), between(low.z, high.z)};
  }

 private:
  Random random_;
  uint64_t index_ = 0;
};

// Lengths in spacings, in a tank of 20 x 16 (x 10) of them. Flat shapes are upright on the plane z = 0.
inline constexpr Vec3d kTank{20, 16, 10};

class Shapes {
 public:
  Shapes(Draw& draw, const Scene& scene) : draw_(draw), spacing_(scene.solver.spacing), flat_(scene.dimensions == 2) {}

  // Somewhere in the tank, at least `margin` from its walls.
  Vec3d place(double margin) {
    const Vec3d p = draw_.inside(Vec3d{1, 1, 1} * margin, kTank - Vec3d{1, 1, 1} * margin) * spacing_;
    return flat_ ? Vec3d{p.x, p.y, 0} : p;
  }
  Shape any(double smallest, double largest, double margin = 0) {
    Vec3d half = draw_.inside({smallest, smallest, smallest}, {largest, largest, largest}) * (0.5 * spacing_);
    Shape shape = ball({}, half.x);
    if (draw_.maybe(20)) shape.kind = shapes::Capsule{{-half.x, 0, 0}, {half.x, 0, 0}, half.y};
    if (flat_) half.z = 100 * spacing_;
    if (draw_.maybe(60)) shape = box(-half, half);
    shape.transform.translate = place(margin);
    if (draw_.maybe(40)) shape.transform.rotate = EulerDegrees{{0, 0, draw_.between(0, 90)}};
    return shape;
  }
  // Of a few spacings a frame at most.
  Vec3d velocity() {
    const Vec3d v = draw_.inside({-50, -50, -50}, {50, 50, 50}) * spacing_;
    return flat_ ? Vec3d{v.x, v.y, 0} : v;
  }
  void make_move(Shape& shape) {
    const double frames = draw_.scale(2, 50);
    shape.transform.translate =
        Animated<Vec3d>({{1, value_at(shape.transform.translate, 1)}, {1 + frames, place(0)}}, Interpolation::linear);
    shape.transform.spin_axis = {0, 0, 1};
    shape.transform.spin = Animated<double>({{1, 0}, {25, draw_.between(-720, 720)}}, Interpolation::linear);
  }

 private:
  Draw& draw_;
  double spacing_;
  bool flat_;
};

inline void add_flow(Draw& draw, Shapes& shapes, Scene& scene) {
  const auto any_phase = [&] { return scene.phases[static_cast<size_t>(draw.below(100)) % scene.phases.size()].name; };
  for (int i = draw.below(3); i >= 0; --i) {
    add_liquid(scene, shapes.any(3, 12), shapes.velocity(), any_phase());
    scene.liquids.back().lattice = static_cast<Lattice>(draw.below(2));
  }
  for (int i = draw.below(3); i > 0; --i) {
    Emitter emitter;
    emitter.shape = shapes.any(2, 3, 4);
    emitter.velocity = shapes.velocity();
    emitter.phase = any_phase();
    scene.emitters.push_back(emitter);
  }
  if (draw.maybe(30)) {
    Sink sink;
    sink.shape = shapes.any(2, 6);
    scene.sinks.push_back(sink);
  }
}

// Tries `hundreds` of a hundred scenes each, or as many as WEIR_RANDOM_SCENES asks for. make(Draw&) gives a scene,
// wrong(scene) says in words what goes wrong with it; empty when nothing does.
template <class Make, class Wrong>
void try_random_scenes(int hundreds, Make&& make, Wrong&& what_goes_wrong) {
  const char* wanted = std::getenv("WEIR_RANDOM_SCENES");
  const int rounds = wanted ? (std::atoi(wanted) + 99) / 100 : hundreds;
  for (int round = 0; round < rounds; ++round) {
    ASSERT_TRUE(rc::check([&] {
      Draw draw(static_cast<uint64_t>(round));
      const Scene scene = make(draw);
      std::string wrong;
      try {
        wrong = what_goes_wrong(scene);
      } catch (const std::exception& error) {
        wrong = error.what();
      }
      if (!wrong.empty()) RC_FAIL(wrong + "\n" + scene_text(scene));
    })) << "in round "
        << round;
  }
}

}  // namespace weir::run
