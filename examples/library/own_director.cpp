// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A director of one's own: it turns the liquid around a vertical axis. Scenes use it as they use those of Weir, see
// whirl.json; wrong parameters are answered in the same way, and it has its place in describe_all() and scene_schema().
//
//   own_director whirl.json

#include <weir/weir.h>

#include <cstdio>

struct Whirl {
  weir::Vec3d centre{0, 0, 0};
  weir::Animated<double> turns{1.0};
};

template <>
const weir::Block& weir::block_of<Whirl>() {
  static const Block block =
      BlockOf<Whirl>("whirl", "Turns the liquid around a vertical axis.")
          .add("centre", &Whirl::centre, {.help = "A point of the axis.", .unit = "m"})
          .add("turns", &Whirl::turns, {.help = "How often.", .unit = "1/s", .min = -5, .max = 5});
  return block;
}

class WhirlDirector final : public weir::Director {
 public:
  explicit WhirlDirector(const weir::DirectorPart& part) : whirl_(part.settings<Whirl>()) {}
  unsigned hooks() const override { return weir::hook::forces; }

  // Draws every particle towards the velocity of a turning body within a tenth of a second.
  void forces(const weir::Clock& clock, const weir::Particles& liquid, std::span<weir::Vec3f> acceleration) override {
    const auto spin = static_cast<float>(6.2832 * weir::value_at(whirl_.turns, clock.middle_frame()));
    weir::parallel_for(liquid.size(), [&](size_t i) {
      const weir::Vec3f from_axis = liquid.position[i] - weir::Vec3f(whirl_.centre);
      acceleration[i].x += (spin * from_axis.z - liquid.velocity[i].x) / 0.1f;
      acceleration[i].z += (-spin * from_axis.x - liquid.velocity[i].z) / 0.1f;
    });
  }

 private:
  Whirl whirl_;
};

int main(int count, char** arguments) try {
  if (count != 2) return std::fprintf(stderr, "usage: own_director SCENE\n"), 2;
  weir::run::register_built_in_kinds();
  weir::register_director({.settings = weir::kind_of_settings<Whirl>(),
                           .make = [](const weir::DirectorPart& part) -> std::unique_ptr<weir::Director> {
                             return std::make_unique<WhirlDirector>(part);
                           }});
  const weir::Scene scene = weir::load_scene(arguments[1]);
  weir::run::Stage stage(scene);
  while (stage.frame() < scene.frames.last) {
    stage.advance();
    const weir::Particles& liquid = stage.solver().particles();
    double turning = 0;  // angular momentum around the y axis, of all particles alike
    for (size_t i = 0; i < liquid.size(); ++i) {
      turning += double(liquid.position[i].z * liquid.velocity[i].x - liquid.position[i].x * liquid.velocity[i].z);
    }
    std::printf("frame %d: %zu particles turn with %.4f m2/s\n", stage.frame(), liquid.size(),
                turning / double(liquid.size()));
  }
} catch (const std::exception& error) {  // weir::InputError: all that is wrong with the scene
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
