// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/target_simulations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "grid/liquid/flip_settings.h"
#include "scene/mirror_time.h"
#include "sim/in_scene.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/seeding.h"
#include "weir/sim/solids.h"

namespace weir::reversal {

namespace {

constexpr float kClearance = 0.25f;  // spacings from solids within which no
                                     // particle starts, as liquids of any scene

const ReversalTarget& target_of(const DirectorPart& part, const TargetSimulation& simulation) {
  return part.settings<ReversalSettings>().targets[simulation.span.target];
}

std::string path_of(const DirectorPart& part, size_t target, const char* parameter) {
  return fmt::format("{}.targets[{}].{}", part.scene.director_path(part.index), target, parameter);
}

int frames_in(double seconds, const Scene& scene) { return static_cast<int>(std::lround(seconds * scene.frames.rate)); }

// The frames of a target: every so many, and the last.
std::vector<int> frames_of(const ReversalTarget& target) {
  std::vector<int> frames;
  for (int frame = target.frame; frame < target.last_frame(); frame += target.every) frames.push_back(frame);
  frames.push_back(target.last_frame());
  return frames;
}

// Full durations before the first frame and after the last, short ones in
// between (3.2), though never shorter than the way to the neighbour.
TargetSpan span_of(const DirectorPart& part, size_t index, const std::vector<int>& frames, size_t n) {
  const Scene& scene = part.scene;
  const ReversalTarget& target = part.settings<ReversalSettings>().targets[index];
  const int middle = std::max(frames_in(target.middle, scene), target.every);
  const int backward = n == 0 ? frames_in(target.backward, scene) : middle;
  const int forward = n + 1 == frames.size() ? frames_in(target.forward, scene) : middle;
  return {.frame = frames[n],
          .backward = std::clamp(backward, 0, frames[n] - scene.frames.first),
          .forward = std::max(0, std::min(forward, scene.frames.last - frames[n])),
          .target = index,
          .particles = 0,
          .is_last = n + 1 == frames.size()};
}

// What target simulations do not have: other liquid, what directs it, and
// bodies, whose way the source decides.
void strip(Scene& scene) {
  scene.directors.clear();
  scene.recordings.clear();
  scene.emitters.clear();
  scene.liquids.clear();
  std::erase_if(scene.solids, [](const Solid& solid) { return solid.rigid.has_value(); });
}

// Samples shapes where liquid may be.
class Sampler {
 public:
  explicit Sampler(const Scene& scene)
      : scene_(stripped(scene)),
        builder_(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate),
        solids_(scene_, builder_) {}

  void sample(const ReversalTarget& target, TargetSimulation& simulation) {
    const FieldPtr shape = simulation.shape = builder_.field(target.shape, simulation.span.frame);
    std::vector<Vec3f>& points = simulation.points;
    if (max_component(shape->bounds().size()) < 2 * simulation.lengths.spacing) {
      throw InputError("",
                       fmt::format("is too small: {:.3g} m, where particles have a spacing of {:.3g} m; scale it, or "
                                   "give the target a finer spacing",
                                   double{max_component(shape->bounds().size())}, double{simulation.lengths.spacing}));
    }
    points = sample_target(*shape, target, simulation.lengths, scene_.dimensions, simulation.seed);
    if (points.empty()) {
      throw InputError("", fmt::format("is too small to hold a particle at a spacing of {:.4g} m",
                                       double{simulation.lengths.spacing}));
    }
    keep_free(points, simulation);
    if (points.empty()) {
      throw InputError(
          "", fmt::format("at frame {} all of it lies inside solids or outside the domain", simulation.span.frame));
    }
    simulation.shape_points = points.size();
    if (!target.distractors) return;
    const auto count = static_cast<size_t>(std::lround(target.distractors->share * static_cast<double>(points.size())));
    std::vector<Vec3f> around =
        sample_distractors(*shape, simulation.lengths, count, scene_.dimensions, simulation.seed);
    keep_free(around, simulation);
    points.insert(points.end(), around.begin(), around.end());
  }

 private:
  static Scene stripped(Scene scene) {
    strip(scene);
    return scene;
  }

  void keep_free(std::vector<Vec3f>& points, const TargetSimulation& simulation) {
    std::vector<uint8_t> taken(points.size(), 0);
    solids_.move_to(simulation.span.frame, simulation.span.frame + 1);
    solids_.mark_inside(points, taken, kClearance * simulation.lengths.spacing);
    const Box3d domain = scene_.domain_box();
    size_t kept = 0;
    for (size_t i = 0; i < points.size(); ++i) {
      if (!taken[i] && domain.contains(static_cast<Vec3d>(points[i]))) points[kept++] = points[i];
    }
    points.resize(kept);
  }

  Scene scene_;
  ShapeBuilder builder_;
  Solids solids_;
};

}  // namespace

std::vector<TargetSimulation> sample_targets(const DirectorPart& part) {
  const Scene& scene = part.scene;
  const std::vector<ReversalTarget>& targets = part.settings<ReversalSettings>().targets;
  std::vector<TargetSimulation> simulations;
  std::vector<Problem> problems;
  Sampler sampler(scene);
  for (size_t t = 0; t < targets.size(); ++t) {
    const ReversalTarget& target = targets[t];
    const std::vector<int> frames = frames_of(target);
    in_scene(scene, path_of(part, t, "shape"), problems, [&] {
      for (size_t n = 0; n < frames.size(); ++n) {
        TargetSimulation simulation{.span = span_of(part, t, frames, n),
                                    .name = fmt::format("{}-{:04}", target.name, frames[n]),
                                    .shape = nullptr,
                                    .points = {},
                                    .lengths = lengths_of(target, scene.solver.spacing)};
        if (simulation.span.frame - simulation.span.backward > scene.frames.last) continue;
        simulation.seed = hash_bytes(simulation.name, mix_bits(scene.seed) + target.seed);
        sampler.sample(target, simulation);
        simulation.span.particles = simulation.points.size();
        simulations.push_back(std::move(simulation));
      }
    });
  }
  if (!problems.empty()) throw InputError(problems);
  return simulations;
}

Scene half_scene(const DirectorPart& part, const TargetSimulation& simulation, Half half,
                 const std::filesystem::path& start) {
  const Scene& scene = part.scene;
  const ReversalTarget& target = target_of(part, simulation);
  Scene result = scene;
  strip(result);
  if (const auto& solver = part.settings<ReversalSettings>().solver) result.solver = *solver;
  // A narrow band would let particles become part of a core, which has none to merge.
  if (auto* flip = result.solver.get<grid::FlipSettings>()) flip->band = 0;
  result.solver.spacing = target.spacing > 0 ? target.spacing : scene.solver.spacing;
  result.title = simulation.name;
  result.output.precision = Precision::exact;
  Liquid liquid;
  liquid.name = target.name;
  liquid.particles = start;
  liquid.speed = half == Half::forward ? 1 : -1;
  result.liquids = {liquid};
  const TargetSpan& span = simulation.span;
  result.frames.first = span.frame;
  result.frames.last = span.frame + (half == Half::forward ? span.forward : span.backward);
  if (half == Half::backward) mirror_time(result, span.frame);
  return result;
}

Particles start_particles(const DirectorPart& part, const TargetSimulation& simulation, const Particles& source) {
  const Scene& scene = part.scene;
  const ReversalTarget& target = target_of(part, simulation);
  ShapeBuilder builder(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate);
  const int frame = simulation.span.frame;
  std::vector<Problem> problems;
  FieldPtr region;
  in_scene(scene, path_of(part, simulation.span.target, "region"), problems, [&] {
    if (target.region) region = builder.field(*target.region, frame);
  });
  if (!problems.empty()) throw InputError(problems);
  const std::vector<Vec3f> eligible = eligible_velocities(source, region.get(), target.filters);
  if (eligible.empty()) {
    const size_t inside = eligible_velocities(source, region.get(), {}).size();
    throw InputError(location_in(scene, path_of(part, simulation.span.target, inside > 0 ? "filters" : "region")),
                     inside > 0 ? fmt::format("none of the {} particles of the source in "
                                              "the region passes them at frame {}; widen "
                                              "them, or choose another frame or region",
                                              inside, frame)
                                : fmt::format("no particle of the source is in it at frame "
                                              "{}; choose another frame or region",
                                              frame));
  }
  Particles start;
  start.position = simulation.points;
  start.resize(start.position.size());
  start.velocity = sample_velocities(start.position, eligible, target.fraction, simulation.seed);
  adjust_velocities(*simulation.shape, target, frame, start.position, start.velocity);
  Scene at_spacing = scene;
  at_spacing.solver.spacing = double{simulation.lengths.spacing};
  const size_t phase = scene.phase_index(target.phase);
  const float mass = particle_mass(at_spacing, phase);
  for (size_t i = 0; i < start.size(); ++i) {
    if (scene.dimensions == 2) start.velocity[i].z = 0;
    start.id[i] = i;
    start.mass[i] = mass;
    start.phase[i] = static_cast<uint8_t>(phase);
  }
  return start;
}

float merge_distance(const DirectorPart& part) {
  const double given = part.settings<ReversalSettings>().merge_distance;
  return static_cast<float>(given > 0 ? given : part.scene.solver.spacing);
}

}  // namespace weir::reversal
