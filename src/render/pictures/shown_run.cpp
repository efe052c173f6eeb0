// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/pictures/shown_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cache/run_record.h"
#include "render/pictures/run_smoke.h"
#include "render/pictures/shown_solids.h"
#include "run/companions.h"
#include "scene/move_scene.h"
#include "sim/carried.h"
#include "weir/base/error.h"
#include "weir/geometry/sampling/sampling.h"
#include "weir/geometry/shapes/build.h"

namespace weir::render {

namespace {

namespace fs = std::filesystem;

constexpr size_t kFramesLookedAt = 17;
constexpr double kOutliers = 0.004;  // share of particles, in each direction, that do not count
constexpr double kFastest = 0.02;    // share of particles that are faster than the scale of speeds

// A frame that cannot be used shows nothing here; whoever wants its picture is told why.
Particles read_if_sound(const cache::ParticleSequence& particles, int frame) {
  try {
    Particles some = particles.read(frame);
    return some.what_is_not_finite().empty() ? some : Particles{};
  } catch (const InputError&) {
    return {};
  }
}

Box3f smoke_if_sound(const ShownRun& run, int frame) {
  try {
    return smoke_bounds(read_smoke(run, frame));
  } catch (const InputError&) {
    return {};
  }
}

// The value below which all but a share of them lie. Changes their order.
float quantile(std::vector<float>& values, double share) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The box around nearly all of the particles: a drop that flies off to the horizon must not shrink the rest.
Box3f usual_bounds(const Particles& particles) {
  Box3f box;
  if (particles.size() == 0) return box;
  std::vector<float> values;
  for (int axis = 0; axis < 3; ++axis) {
    values.clear();
    for (const Vec3f& p : particles.position) values.push_back(p[axis]);
    box.lower[axis] = quantile(values, kOutliers);
    box.upper[axis] = quantile(values, 1 - kOutliers);
  }
  return box;
}

// A scene for particles of which nothing else is known.
Scene scene_of_files(const cache::ParticleSequence& particles) {
  Scene scene;
  scene.origin = particles.origin();
  scene.frames.first = particles.frames().front();
  scene.frames.last = particles.frames().back();
  for (const int frame : particles.frames()) {
    const Particles some = read_if_sound(particles, frame);
    if (some.size() < 2) continue;
    const Box3f box = usual_bounds(some);
    scene.dimensions = box.size().z <= 1e-6f * max_component(box.size()) ? 2 : 3;
    std::vector<Vec3f> usual;
    std::copy_if(some.position.begin(), some.position.end(), std::back_inserter(usual),
                 [&](const Vec3f& p) { return box.contains(p); });
    const double spacing = usual.size() > 1 ? measure_spacing(usual).mean : 0;
    if (spacing > 0) scene.solver.spacing = spacing;
    break;
  }
  return scene;
}

// Things of both scenes are matched by name, or by position in their list where they have none.
template <class T, class Take>
void take_from(std::vector<T>& to, const std::vector<T>& from, const Take& take) {
  for (size_t i = 0; i < to.size(); ++i) {
    const auto same = std::find_if(from.begin(), from.end(),
                                   [&](const T& other) { return !other.name.empty() && other.name == to[i].name; });
    if (same != from.end()) {
      take(to[i], *same);
    } else if (to[i].name.empty() && i < from.size()) {
      take(to[i], from[i]);
    }
  }
}

// Water may be milk in the other scene: a phase of another name takes its place unless it is one of the run's as well.
void take_look_of_phases(std::vector<Phase>& phases, const std::vector<Phase>& look) {
  const auto named = [](const std::vector<Phase>& all, const std::string& name) {
    return std::find_if(all.begin(), all.end(), [&](const Phase& phase) { return phase.name == name; });
  };
  for (size_t i = 0; i < phases.size(); ++i) {
    auto other = named(look, phases[i].name);
    if (other == look.end() && i < look.size() && named(phases, look[i].name) == phases.end()) {
      other = look.begin() + static_cast<ptrdiff_t>(i);
    }
    if (other == look.end()) continue;
    phases[i].colour = other->colour;
    phases[i].finish = other->finish;
  }
}

void take_look_of_solids(Scene& scene, const Scene& look) {
  take_from(scene.solids, look.solids, [](Solid& solid, const Solid& other) {
    solid.colour = other.colour;
    solid.visible = other.visible;
  });
}

void take_look(Scene& scene, const Scene& look) {
  scene.picture = look.picture;
  scene.surface = look.surface;
  take_look_of_phases(scene.phases, look.phases);
  take_look_of_solids(scene, look);
}

// The runs that a branch goes on from, one after the other.
void add_earlier(ShownRun& run, const Scene* look) {
  cache::RunFolder folder(run.simulated_in());
  for (ShownRun* later = &run; folder.branched_from() && folder.origin().holds_a_run();) {
    auto earlier = std::make_shared<ShownRun>(*later);
    Scene scene = cache::scene_of_run(folder.origin().run_json());
    earlier->scene.solids = std::move(scene.solids);
    earlier->scene.directors = std::move(scene.directors);
    if (look) take_look_of_solids(earlier->scene, *look);
    earlier->bodies = cache::read_body_poses(cache::RunFolder(run.home), earlier->scene);
    later->last_earlier = folder.branched_from()->frame;
    later->earlier = earlier;
    later = earlier.get();
    folder = cache::RunFolder(folder.origin());
  }
}

bool same(const SurfaceSettings& a, const SurfaceSettings& b) {
  return a.cell == b.cell && a.smoothing == b.smoothing && a.stretch == b.stretch;
}

float usual_top_speed(const Particles& particles) {
  std::vector<float> speeds;
  for (const Vec3f& v : particles.velocity) speeds.push_back(length(v));
  return speeds.empty() ? 0 : quantile(speeds, 1 - kFastest);
}

float rounded_up(float speed) {
  if (!(speed > 1e-6f)) return 1;
  const float unit = std::pow(10.0f, std::floor(std::log10(speed)));
  for (const float step : {1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 8.0f}) {
    if (speed <= step * unit * 1.001f) return step * unit;
  }
  return 10 * unit;
}

// All but the few hottest and coldest.
void include(std::vector<float> heat, HeatRange& range) {
  if (heat.empty()) return;
  const float low = std::floor(quantile(heat, kOutliers)), high = std::ceil(quantile(heat, 1 - kOutliers));
  range = range == HeatRange{} ? HeatRange{low, high}
                               : HeatRange{std::min(low, range.coldest), std::max(high, range.hottest)};
}

Box3f cut_to_domain(const Box3f& box, const Scene& scene) {
  if (!scene.domain || box.empty()) return box;
  const Box3f cut = box.intersected(Box3f(scene.domain_box()));
  return cut.empty() ? box : cut;
}

// What tells most of a liquid: paint where there is any, the heat of what glows and cools, the colours of phases where
// there are several or a preset names one.
ColourBy telling_colours(const Scene& scene) {
  const auto any = [&](auto is) { return std::any_of(scene.phases.begin(), scene.phases.end(), is); };
  const auto carried = carried_kinds(scene);
  if (carried && carried->colour) return ColourBy::paint;
  if (scene.mixing.heat > 0 && any([](const Phase& p) { return p.finish == Finish::glowing; })) return ColourBy::heat;
  const bool named = any([](const Phase& p) { return p.preset && p.preset != PhasePreset::water; });
  return named || scene.phases.size() > 1 ? ColourBy::phase : ColourBy::speed;
}

}  // namespace

ShownRun open_shown_run(const fs::path& path, const fs::path& look) {
  const cache::RunFolder folder(path);
  const bool is_run = fs::is_directory(path) && folder.holds_a_run();
  if (is_run && folder.frames().empty()) {
    throw InputError(path.string(), "this run has no frames yet; weir run makes them");
  }
  cache::ParticleSequence particles(path);
  if (!is_run) particles.count_from(cache::origin_of_particles(particles.file(particles.frames().front())));
  Scene scene = is_run ? cache::scene_of_run(folder.run_json()) : scene_of_files(particles);
  particles.count_from(scene.origin);
  const SurfaceSettings as_run = scene.surface;
  std::optional<Scene> given_look;
  if (!look.empty()) {
    given_look = counted_from(load_scene(look), scene.origin);
    take_look(scene, *given_look);
  }
  if (scene.picture.colour_by == ColourBy::automatic) scene.picture.colour_by = telling_colours(scene);
  const fs::path home = fs::is_directory(path) ? path : path.parent_path();
  const fs::path named = fs::absolute(path).lexically_normal();
  std::string title =
      scene.title.empty() ? (named.has_filename() ? named : named.parent_path()).filename().string() : scene.title;
  std::map<int, std::vector<cache::BodyPose>> bodies;
  if (is_run) bodies = cache::read_body_poses(folder, scene);
  fs::path surfaces = is_run && same(as_run, scene.surface) ? home / "surface" : fs::path();
  std::vector<ShownRun> companions;
  for (const LinkedPath& other : scene.companions) {
    const cache::RunFolder there(run::companion_folder(home, other.path.stem().string()));
    if (there.holds_a_run() && !there.frames().empty()) companions.push_back(open_shown_run(there.path(), {}));
  }
  ShownRun run{home,
               std::move(title),
               std::move(scene),
               std::move(particles),
               std::move(bodies),
               std::move(surfaces),
               std::move(companions),
               is_run ? retime::read_clip_record(path) : std::nullopt};
  if (is_run) add_earlier(run, given_look ? &*given_look : nullptr);
  return run;
}

void set_picture(ShownRun& run, const PictureSettings& picture) {
  for (ShownRun* part = &run; part; part = part->earlier.get()) part->scene.picture = picture;
}

fs::path surfaces_of_frame(const ShownRun& run, int frame) {
  const cache::RunFolder folder(run.home);
  const auto& from = folder.branched_from();
  if (!from || frame > from->frame || fs::exists(run.surfaces / fmt::format("{:04}.ply", frame))) return run.surfaces;
  const cache::RunFolder& owner = folder.owner(frame);
  const bool looks_alike = same(cache::scene_of_run(owner.run_json()).surface, run.scene.surface);
  return looks_alike ? owner.path() / "surface" : run.surfaces;
}

std::vector<int> evenly_chosen(const std::vector<int>& frames, size_t count) {
  if (frames.size() <= count) return frames;
  if (count == 1) return {frames.back()};
  std::vector<int> chosen;
  for (size_t i = 0; i < count; ++i) chosen.push_back(frames[i * (frames.size() - 1) / (count - 1)]);
  return chosen;
}

Survey survey(const ShownRun& run) {
  Survey found;
  float fastest = 0;
  ShownSolids solids(run);
  for (const int frame : evenly_chosen(run.particles.frames(), kFramesLookedAt)) {
    const Particles particles = read_if_sound(run.particles, frame);
    const Box3f liquid = usual_bounds(particles), moving = solids.moving_bounds(frame);
    if (!liquid.empty()) found.action.include(liquid);
    if (!moving.empty()) found.action.include(moving);
    if (const Box3f smoke = smoke_if_sound(run, frame); !smoke.empty()) found.action.include(smoke);
    fastest = std::max(fastest, usual_top_speed(particles));
    include(particles.heat, found.heat);
  }
  found.action = cut_to_domain(found.action, run.scene);
  if (found.action.empty()) found.action = cut_to_domain({{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}}, run.scene);
  found.action = found.action.padded(static_cast<float>(run.scene.solver.spacing));
  if (run.scene.dimensions == 2) found.action.lower.z = found.action.upper.z = 0;
  found.top_speed = rounded_up(fastest);
  for (const ShownRun& other : run.companions) found = united(found, survey(other));
  return found;
}

Survey united(const Survey& a, const Survey& b) {
  Survey both = a;
  both.action.include(b.action);
  both.top_speed = std::max(a.top_speed, b.top_speed);
  if (a.heat == HeatRange{}) both.heat = b.heat;
  if (a.heat != HeatRange{} && b.heat != HeatRange{}) {
    both.heat = {std::min(a.heat.coldest, b.heat.coldest), std::max(a.heat.hottest, b.heat.hottest)};
  }
  return both;
}

// How far a solid has gone since the first frame.
static Affine motion_of(const Scene& scene, size_t solid, double frame, std::span<const cache::BodyPose> bodies) {
  const Solid& given = scene.solids[solid];
  if (!given.rigid) return Carrier{given.shape.transform, static_cast<double>(scene.frames.first)}.at(frame);
  const auto body =
      std::find_if(bodies.begin(), bodies.end(), [&](const cache::BodyPose& one) { return one.solid == solid; });
  return body == bodies.end() ? Affine{} : body->pose;
}

std::span<const cache::BodyPose> ShownRun::bodies_at(int frame) const {
  const auto known = bodies.find(frame);
  return known == bodies.end() ? std::span<const cache::BodyPose>{} : known->second;
}

Camera camera_at(const Scene& scene, const Survey& survey, double frame, std::span<const cache::BodyPose> bodies) {
  const PictureSettings& picture = scene.picture;
  if (picture.camera) {
    Affine carried;
    std::optional<Vec3d> followed;
    for (size_t i = 0; i < scene.solids.size(); ++i) {
      const Solid& solid = scene.solids[i];
      if (solid.name.empty()) continue;
      if (solid.name == picture.camera->attach) carried = motion_of(scene, i, frame, bodies);
      if (solid.name != picture.camera->follow) continue;
      followed = motion_of(scene, i, frame, bodies).point(middle_of(solid.shape, scene.frames.first));
    }
    const Camera camera = scene_camera(*picture.camera, frame, carried, followed);
    if (scene.dimensions != 2) return camera;
    // In 2D only one direction makes sense: straight at the plane, in front of what it follows.
    Vec3d at(camera.position);
    if (followed) at.x = followed->x, at.y = followed->y;
    return look(at, {at.x, at.y, 0}, value_at(picture.camera->view, frame));
  }
  return framing_camera(survey.action, scene.dimensions, picture.width, picture.height);
}

}  // namespace weir::render
