// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/run/set_up.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "weir/base/colour.h"
#include "weir/cache/sequence.h"
#include "weir/sim/director_kind.h"

namespace weir::run {

namespace {

constexpr uint32_t kEmitter = 0x0284c7, kSink = 0x7e22ce, kForce = 0xd97706, kProbe = 0x0f766e, kWall = 0x0369a1,
                   kRecorded = 0x2b3a4a, kGravity = 0x4b5563;

// Bright enough to be told from shadows.
Vec3f seen(const Colour& colour) { return lerp(Vec3f(colour.rgb), Vec3f{1, 1, 1}, 0.03f); }

Vec3f colour_of_phase(const Scene& scene, const std::string& name) {
  const size_t index = scene.phase_index(name);
  return index < scene.phases.size() ? seen(scene.phases[index].colour) : seen(Phase().colour);
}

std::string phase_in_words(const Scene& scene, const std::string& name) {
  if (scene.phases.size() < 2) return "";
  return scene.phases[scene.phase_index(name)].name;
}

std::string speed_in_words(const Vec3d& velocity) { return fmt::format("{:.3g} m/s", length(velocity)); }

void add_word(std::string& text, const std::string& word) {
  if (!word.empty()) text += (text.empty() ? "" : ", ") + word;
}

Vec3f middle(const Box3f& box) { return box.centre(); }

class SceneParts {
 public:
  SceneParts(const Scene& scene, SetupMaker& maker, const Box3f& stage) : scene_(scene), maker_(maker), stage_(stage) {}

  void add() {
    add_gravity();
    add_all(scene_.solids, "solids");
    add_all(scene_.liquids, "liquids");
    add_all(scene_.emitters, "emitters");
    add_all(scene_.sinks, "sinks");
    for (int side = 0; scene_.domain && side < 6; ++side) add_wall(side / 2, side % 2 == 1);
    add_all(scene_.forces, "forces");
    add_all(scene_.probes, "probes");
    add_all(scene_.recordings, "recordings");
  }

 private:
  double frame() const { return maker_.frame(); }

  template <class Thing>
  void add_all(const std::vector<Thing>& things, const char* list) {
    for (size_t i = 0; i < things.size(); ++i) {
      const std::string path = fmt::format("{}[{}]", list, i);
      const SetupMaker::Of of(maker_, path);
      add(things[i], path);
    }
  }

  void add(const Solid& solid, const std::string& path) {
    const SetupThing thing{path + ".shape", solid.name, "solid", seen(solid.colour)};
    std::string more = solid.rigid ? fmt::format("rigid, {:g} kg/m\u00b3", solid.rigid->density) : "";
    if (!solid.visible) add_word(more, "not in pictures");
    maker_.add_shape(thing, solid.shape,
                     {.look = solid.visible ? Setup::Look::solid : Setup::Look::ghost, .more = more});
    if (solid.rigid && length(solid.rigid->velocity) > 0) {
      maker_.try_to_add(path, [&] {
        maker_.add_arrow(Vec3f(affine_at(solid.shape.transform, frame()).point({})), solid.rigid->velocity,
                         thing.colour);
      });
    }
  }

  void add(const Liquid& liquid, const std::string& path) {
    const Vec3f colour = liquid.colour ? seen(*liquid.colour) : colour_of_phase(scene_, liquid.phase);
    const std::string phase = phase_in_words(scene_, liquid.phase);
    const SetupThing thing{path + (liquid.particles ? ".particles" : ".shape"), liquid.name,
                           phase.empty() ? "liquid" : phase, colour};
    if (liquid.particles) {
      maker_.try_to_add(thing.path, [&] { add_particles(thing, *liquid.particles); });
      return;
    }
    std::string more = liquid.name.empty() || liquid.name == phase ? "" : phase;
    const Vec3d& drift = liquid.velocity.drift;
    if (length(drift) > 0) add_word(more, speed_in_words(drift));
    const Box3f box = maker_.add_shape(thing, liquid.shape, {.look = Setup::Look::liquid, .more = more, .way = false});
    if (!box.empty()) maker_.add_arrow(middle(box.intersected(stage_)), drift, colour_of(kEmitter));
  }

  void add_particles(const SetupThing& thing, const std::filesystem::path& file) {
    const Particles particles = cache::read_particles(file, nullptr, scene_.origin);
    maker_.explain(thing.what, thing.colour);
    Box3f box;
    for (const Vec3f& x : particles.position) box.include(x);
    if (box.empty()) return;
    maker_.add_points(particles.position, thing.colour, 0.5 * scene_.solver.spacing);
    maker_.add_label(thing, box.centre(),
                     fmt::format("{}, {} particles", size_in_words(box.size(), scene_.dimensions), particles.size()));
  }

  void add(const Emitter& emitter, const std::string& path) {
    const SetupThing thing{path + ".shape", emitter.name, "emitter", colour_of(kEmitter)};
    const double at = std::clamp(frame(), emitter.first, std::max(emitter.first, emitter.last));
    const Vec3d velocity = value_at(emitter.velocity, at);
    std::string more = emitter.name.empty() ? "" : phase_in_words(scene_, emitter.phase);
    add_word(more, speed_in_words(velocity));
    add_word(more, frames_in_words(emitter.first, emitter.last));
    const Box3f box =
        maker_.add_shape(thing, emitter.shape,
                         {.look = Setup::Look::wanted, .more = more, .first = emitter.first, .last = emitter.last});
    if (!box.empty()) maker_.add_arrow(box.centre(), velocity, thing.colour);
  }

  void add(const Sink& sink, const std::string& path) {
    maker_.add_shape({path + ".shape", sink.name, "sink", colour_of(kSink)}, sink.shape, {.look = Setup::Look::ghost});
  }

  void add_gravity() {
    const Vec3d gravity = value_at(scene_.gravity, frame());
    if (gravity.x == 0 && gravity.z == 0 && gravity.y < 0) return;
    const SetupThing thing{"gravity", "", "gravity", colour_of(kGravity)};
    const SetupMaker::Of of(maker_, thing.path);
    Vec3f at = stage_.centre();
    at.y = lerp(stage_.centre().y, stage_.upper.y, 0.8f);
    maker_.add_arrow(at, gravity, thing.colour);
    maker_.add_label(thing, at, length(gravity) > 0 ? fmt::format("{:.3g} m/s\u00b2", length(gravity)) : "none");
  }

  void add_wall(int axis, bool upper) {
    const Wall& wall = scene_.domain->walls.side(axis, upper);
    const auto* in = wall.get<walls::Inflow>();
    const auto* out = wall.get<walls::Outflow>();
    if (!in && !out) return;
    const SetupThing thing{fmt::format("domain.walls.{}", Walls::name(axis, upper)), "", in ? "inflow" : "outflow",
                           colour_of(kWall)};
    const SetupMaker::Of of(maker_, thing.path);
    Box3d wet{scene_.domain->lower, scene_.domain->upper};
    wet.upper.y = in ? in->level : out->level;
    (upper ? wet.lower : wet.upper)[axis] = (upper ? wet.upper : wet.lower)[axis];
    maker_.explain(thing.what, thing.colour);
    maker_.add_box(wet, {}, thing.colour);
    const Vec3f centre = Vec3f(wet.centre());
    std::string more = "to " + length_in_words(in ? in->level : out->level);
    if (in) {
      Vec3d inward{};
      inward[axis] = (upper ? -1 : 1) * value_at(in->speed, frame());
      maker_.add_arrow(centre, inward, thing.colour);
      more = speed_in_words(inward) + ", " + more;
    }
    maker_.add_label(thing, centre, more);
  }

  void add(const Force& force, const std::string& path) {
    const SetupThing thing{path, force.name, kind_of(force), colour_of(kForce)};
    Box3f box = stage_;
    maker_.explain("force", thing.colour);
    if (force.region) {
      maker_.try_to_add(path + ".region", [&] {
        const Box3f region = maker_.add_body(*force.region, frame(), thing.colour, Setup::Look::ghost);
        if (!region.empty()) box = region.intersected(stage_);
      });
    }
    maker_.try_to_add(
        path, [&] { std::visit([&](const auto& kind) { show(kind, thing, box, !force.region); }, force.kind); });
  }

  void show_along(const Vec3d& way, const char* unit, const SetupThing& thing, const Box3f& box, bool everywhere) {
    Vec3f at = box.centre();
    if (everywhere) at.y = lerp(box.lower.y, box.upper.y, 0.85f);
    maker_.add_arrow(at, way, thing.colour);
    maker_.add_label(thing, at, fmt::format("{:.3g} {}", length(way), unit));
  }
  void show(const forces::Push& push, const SetupThing& thing, const Box3f& box, bool everywhere) {
    show_along(value_at(push.acceleration, frame()), "m/s\u00b2", thing, box, everywhere);
  }
  void show(const forces::Wind& wind, const SetupThing& thing, const Box3f& box, bool everywhere) {
    show_along(value_at(wind.velocity, frame()), "m/s", thing, box, everywhere);
  }
  void show(const forces::Vortex& vortex, const SetupThing& thing, const Box3f& box, bool) {
    const Vec3d axis = normalized(vortex.axis), centre = value_at(vortex.centre, frame());
    const Vec3d x = normalized(cross(axis, std::abs(axis.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}));
    const Vec3d y = cross(axis, x);
    const Vec3f size = box.size();
    const double radius = 0.3 * static_cast<double>(maker_.flat() ? std::min(size.x, size.y) : min_component(size));
    const double turns = value_at(vortex.turns, frame());
    const auto at = [&](double angle) { return centre + (x * std::cos(angle) + y * std::sin(angle)) * radius; };
    std::vector<Vec3f> circle;
    constexpr int kParts = 48;
    for (int i = 0; i <= kParts; ++i) circle.push_back(Vec3f(at(2 * kPi * i / kParts)));
    maker_.add_line(std::move(circle), thing.colour);
    for (int i = 0; i < 4; ++i) {
      const Vec3d from = at(kPi / 2 * i);
      maker_.add_arrow(Vec3f(from), cross(axis, from - centre) * (2 * kPi * turns), thing.colour);
    }
    maker_.add_label(thing, Vec3f(centre), fmt::format("{:.3g} turns a second", turns));
  }
  void show(const forces::Attract& attract, const SetupThing& thing, const Box3f&, bool) {
    const Vec3d point = value_at(attract.point, frame());
    const double strength = value_at(attract.strength, frame());
    for (int axis = 0; axis < scene_.dimensions; ++axis) {
      for (const double sign : {-1.0, 1.0}) {
        Vec3d way{};
        way[axis] = sign;
        const Vec3d from = point + way * (0.22 * maker_.size());
        maker_.add_arrow(Vec3f(from), way * -strength, thing.colour);
      }
    }
    maker_.add_dot(Vec3f(point), thing.colour);
    maker_.add_label(thing, Vec3f(point), fmt::format("{:.3g} m/s\u00b2", strength));
  }

  void add(const Probe& probe, const std::string& path) {
    const SetupThing thing{path, probe.name, kind_of(probe), colour_of(kProbe)};
    if (const auto* gauge = probe.get<probes::Height>()) {
      maker_.explain("probe", thing.colour);
      const Vec3f foot = Vec3f(gauge->point), up = Vec3f(normalized(gauge->up));
      const float tall = std::max(0.1f * static_cast<float>(maker_.size()), dot(stage_.upper - foot, abs(up)));
      maker_.add_line({foot, foot + up * tall}, thing.colour);
      maker_.add_dot(foot, thing.colour);
      maker_.add_label(thing, foot + up * tall, "height", true);
    } else if (const auto* hole = probe.get<probes::Pressure>()) {
      maker_.explain("probe", thing.colour);
      maker_.add_dot(Vec3f(hole->point), thing.colour);
      maker_.add_label(thing, Vec3f(hole->point), "pressure", true);
    } else if (const auto* window = probe.get<probes::Flux>()) {
      maker_.explain("probe", thing.colour);
      add_window(thing, *window);
    }
  }

  // Width is level, or along x where the window lies flat (weir/scene/probe_settings.h).
  void add_window(const SetupThing& thing, const probes::Flux& window) {
    const Vec3d n = normalized(window.normal);
    const bool lies = std::abs(n.y) > 0.999;
    const Vec3d across = lies ? Vec3d{1, 0, 0} : normalized(cross(Vec3d{0, 1, 0}, n)), up = cross(n, across);
    const Vec3f size = stage_.size();
    const auto half = [&](const std::optional<double>& given, const Vec3d& way) {
      return 0.5 * given.value_or(static_cast<double>(dot(size, abs(Vec3f(way)))));
    };
    const Vec3d x = across * half(window.width, across), y = up * half(window.height, up);
    // Without limits it reaches through the whole stage, wherever its middle is.
    Vec3d c = window.centre;
    const Vec3d middle = Vec3d(stage_.centre());
    if (!window.width) c += across * dot(middle - c, across);
    if (!window.height) c += up * dot(middle - c, up);
    maker_.add_line({Vec3f(c - x - y), Vec3f(c + x - y), Vec3f(c + x + y), Vec3f(c - x + y), Vec3f(c - x - y)},
                    thing.colour);
    maker_.add_arrow(Vec3f(c), n * 1e-3, thing.colour);
    maker_.add_label(thing, Vec3f(c + y), "flux", true);
  }

  // Of other scenes, what is recorded is shown where it plays.
  void add(const RecordingSettings& recording, const std::string& path) {
    if (recording.scene || !recording.region) return;
    const SetupThing thing{path, recording.name, "recorded", colour_of(kRecorded)};
    maker_.explain(thing.what, thing.colour);
    maker_.add_box(recording.region->box(), recording.region->placed(), thing.colour);
    maker_.add_label(thing, Vec3f(recording.region->translate),
                     fmt::format("recorded, {}", frames_in_words(recording.first.value_or(scene_.frames.first),
                                                                 recording.last.value_or(scene_.frames.last))));
  }

  const Scene& scene_;
  SetupMaker& maker_;
  Box3f stage_;
};

void add_director(const DirectorPart& part, SetupMaker& maker) {
  if (part.entry().settings.empty()) return;  // of a scene with mistakes
  const DirectorKind& kind = kind_of(part.entry());
  if (kind.preview) maker.try_to_add(part.scene.director_path(part.index), [&] { kind.preview(part, maker); });
}

}  // namespace

Setup set_up(const Scene& scene, double frame, const std::filesystem::path& folder, const std::vector<Problem>& known,
             SetupShapes* shapes) {
  SetupMaker maker(scene, frame, folder, known, shapes);
  SceneParts(scene, maker, maker.stage()).add();
  for (size_t i = 0; i < scene.directors.size(); ++i) add_director({scene, i, folder}, maker);
  return std::move(maker).finish();
}

}  // namespace weir::run
