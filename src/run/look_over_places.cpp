// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/look_over_scene.h"
#include "weir/geometry/sampling/sampling.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/solids.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

namespace {

// Frames at which moving parts are looked at: enough to meet one that passes through the domain.
std::vector<double> frames_to_look_at(const Scene& scene, const Shape& shape) {
  constexpr int kMost = 24;
  if (!moves(shape)) return {static_cast<double>(scene.frames.first)};
  std::vector<double> frames;
  const double length = scene.frames.last - scene.frames.first;
  for (int i = 0; i <= kMost; ++i) frames.push_back(scene.frames.first + length * i / kMost);
  return frames;
}

class Places {
 public:
  explicit Places(const LookOver& seen)
      : seen_(seen),
        scene_(seen.scene),
        spacing_(seen.scene.solver.spacing),
        builder_(static_cast<float>(spacing_), seen.scene.frames.rate) {}

  void look() {
    for (size_t i = 0; i < scene_.solids.size(); ++i) {
      const Solid& solid = scene_.solids[i];
      if (!solid.rigid && !moves(solid.shape) && solid.visible) continue;  // scenery
      look_outside(solid.shape, fmt::format("solids[{}]", i), "no liquid ever touches it");
    }
    for (size_t i = 0; i < scene_.sinks.size(); ++i) {
      look_outside(scene_.sinks[i].shape, fmt::format("sinks[{}]", i), "it takes nothing");
    }
    for (size_t i = 0; i < scene_.forces.size(); ++i) {
      const auto& region = scene_.forces[i].region;
      if (region) look_outside(*region, fmt::format("forces[{}].region", i), "there is no liquid to act on");
    }
    look_at_gravity();
    look_at_probes();
    look_at_view();
    look_at_camera();
    look_at_emitters();
  }

 private:
  // Of a part that never is in the domain.
  void look_outside(const Shape& shape, const std::string& path, const std::string& so) {
    if (!scene_.domain) return;
    Box3d first;
    for (const double frame : frames_to_look_at(scene_, shape)) {
      const auto box = static_cast<Box3d>(builder_.field(shape, frame)->bounds());
      if (meets(box, scene_.domain_box(), scene_.dimensions)) return;
      if (first.empty()) first = box;
    }
    warn_outside_domain(first, path, so, seen_);
  }

  void look_at_probes() {
    for (size_t i = 0; i < scene_.probes.size(); ++i) {
      std::optional<Vec3d> at;
      if (const auto* height = scene_.probes[i].get<probes::Height>()) at = height->point;
      if (const auto* pressure = scene_.probes[i].get<probes::Pressure>()) at = pressure->point;
      if (!at || scene_.domain_box().padded(1e-6).contains(*at)) continue;
      warn_outside_domain({*at, *at}, fmt::format("probes[{}]", i), "it never measures anything", seen_);
    }
  }

  void look_at_gravity() {
    const auto& keys = scene_.gravity.keys;
    if (!std::all_of(keys.begin(), keys.end(), [](const auto& key) { return key.value.y > 0; })) return;
    seen_.findings.warn("gravity", "points up: the liquid falls upwards",
                        fmt::format("write {:g} for its second number", -keys.front().value.y));
  }

  void look_at_view() {
    const auto& camera = scene_.picture.camera;
    if (!camera || scene_.dimensions == 2 || camera->path || !camera->attach.empty() || !camera->follow.empty()) return;
    const double first = scene_.frames.first;
    if (length(value_at(camera->position, first) - value_at(camera->target, first)) > 1e-6) return;
    seen_.findings.warn("picture.camera.target", "is where the camera is: it looks nowhere",
                        "let the target be in the liquid, and the position away from it");
  }

  void look_at_camera() {
    if (!scene_.picture.camera) return;
    const Frames& frames = scene_.frames;
    for (const double frame : {double(frames.first), 0.5 * (frames.first + frames.last), double(frames.last)}) {
      const auto eye = static_cast<Vec3f>(value_at(scene_.picture.camera->position, frame));
      for (size_t i = 0; i < scene_.solids.size(); ++i) {
        const Solid& solid = scene_.solids[i];
        if (scene_.dimensions == 2 || !solid.visible || solid.rigid) continue;
        if (distance_at(*builder_.field(solid.shape, frame), eye) >= 0) continue;
        const std::string name =
            solid.name.empty() ? fmt::format("solids[{}]", i) : fmt::format("the solid \"{}\"", solid.name);
        return seen_.findings.warn("picture.camera.position",
                                   fmt::format("is inside {} at frame {:g}: pictures show nothing else", name, frame),
                                   "move the camera out, or give the solid \"visible\": false");
      }
    }
  }

  // Walls and those solids that stay where they are: what moves may make way.
  const Solids& still_solids() {
    if (!still_) {
      still_scene_ = scene_;
      std::erase_if(still_scene_.solids, [](const Solid& s) { return s.rigid || moves(s.shape); });
      still_.emplace(still_scene_, builder_);
    }
    return *still_;
  }
  std::vector<uint8_t> blocked(const std::vector<Vec3f>& points) {
    std::vector<uint8_t> inside(points.size(), 0);
    still_solids().mark_inside(points, inside);
    const Box3d domain = scene_.domain_box();
    for (size_t i = 0; i < points.size(); ++i) inside[i] |= !domain.contains(static_cast<Vec3d>(points[i]));
    return inside;
  }

  // The strongest flow while it runs; nothing where there is none.
  Vec3d flow_of(const Emitter& emitter) const {
    Vec3d strongest{};
    const Frames& frames = scene_.frames;
    const double first = std::max<double>(frames.first, emitter.first),
                 last = std::min<double>(frames.last, emitter.last);
    for (int i = 0; i <= 24; ++i) {
      const Vec3d v = value_at(emitter.velocity, first + (last - first) * i / 24);
      if (length(v) > length(strongest)) strongest = v;
    }
    return strongest;
  }

  void look_at_emitters() {
    for (size_t i = 0; i < scene_.emitters.size(); ++i) {
      const Emitter& emitter = scene_.emitters[i];
      const std::string path = fmt::format("emitters[{}]", i);
      if (emitter.first >= scene_.frames.last || emitter.last <= scene_.frames.first) continue;  // said elsewhere
      const Vec3d flow = flow_of(emitter);
      if (is_smoke(scene_)) continue;  // sources of smoke need neither flow nor room
      if (flow == Vec3d{}) {
        seen_.findings.warn(path + ".velocity", "is 0 while the emitter runs: no liquid comes out of it",
                            "give it the velocity of the stream");
        continue;
      }
      const FieldPtr field = builder_.field(emitter.shape, std::max<double>(scene_.frames.first, emitter.first));
      look_along(*field, normalized(flow), path);
    }
  }

  void look_along(const Field& field, const Vec3d& way, const std::string& path) {
    constexpr double kShortest = 2;  // spacings: solvers with pressure hold the liquid inside to its velocity
    const auto size = static_cast<Vec3d>(field.bounds().size());
    const double along = dot(abs(way), size);
    if (kind_of(scene_.solver)->has_pressure && along < kShortest * spacing_ * (1 - 1e-6)) {
      seen_.findings.warn(path + ".shape",
                          fmt::format("is {:.3g} m long in the direction of its stream, less than two spacings: the "
                                      "stream is not held to its velocity",
                                      along),
                          fmt::format("make it at least {:.3g} m long", kShortest * spacing_));
    }
    std::vector<Vec3f> points = points_in(field, size);
    const std::vector<uint8_t> inside = blocked(points);
    std::vector<Vec3f> free;
    for (size_t i = 0; i < points.size(); ++i) {
      if (!inside[i]) free.push_back(points[i]);
    }
    if (points.empty()) return;
    if (free.empty()) {
      seen_.findings.warn(path + ".shape", "lies inside solids or outside the domain: no liquid comes out of it",
                          "move it to where liquid may be");
      return;
    }
    look_ahead(field, static_cast<Vec3f>(way), std::move(free), path);
  }

  // Whether anything can leave the shape with the stream: right before it there must be room somewhere.
  void look_ahead(const Field& field, const Vec3f& way, std::vector<Vec3f> points, const std::string& path) {
    const auto step = static_cast<float>(spacing_);
    const float reach = length(field.bounds().size()) + 2 * step;
    std::vector<Vec3f> ahead;
    for (Vec3f p : points) {
      for (float gone = 0; gone < reach && distance_at(field, p) < 0.5f * step; gone += step) p += way * step;
      ahead.push_back(p);
    }
    std::vector<uint8_t> inside(ahead.size(), 0);  // beyond an open side it may leave
    still_solids().mark_inside(ahead, inside);
    if (std::find(inside.begin(), inside.end(), 0) != inside.end()) return;
    seen_.findings.warn(path, "points into a wall or a solid right before it: no liquid comes out",
                        "turn its velocity, or move it away");
  }

  std::vector<Vec3f> points_in(const Field& field, const Vec3d& size) const {
    constexpr double kMostAcross = 24;
    double largest = 0;
    for (int axis = 0; axis < scene_.dimensions; ++axis) largest = std::max(largest, size[axis]);
    const double apart = std::max(0.5 * spacing_, largest / kMostAcross);
    return sample_lattice(field, static_cast<float>(apart), Lattice::regular, scene_.dimensions);
  }

  const LookOver& seen_;
  const Scene& scene_;
  const double spacing_;
  ShapeBuilder builder_;
  Scene still_scene_;
  std::optional<Solids> still_;
};

}  // namespace

void look_over_places(const LookOver& seen) { Places(seen).look(); }

}  // namespace weir::run
