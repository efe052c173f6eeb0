// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "stage/emitters.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/parallel.h"
#include "stage/in_scene.h"
#include "stage/seeding.h"

namespace weir {

namespace {

void check_bounded(const Field& field) {
  if (max_component(abs(field.bounds().size())) >= Field::kUnbounded) {
    throw InputError("", "reaches without limit; an emitter needs a closed shape");
  }
}

// The points of the lattice (anchor + spacing * k) inside the box; in 2D those at z = 0.
std::vector<Vec3d> lattice_points(const Vec3d& anchor, double spacing, const Box3d& box, int dimensions) {
  std::vector<Vec3d> points;
  Vec3d first;
  for (int axis = 0; axis < 3; ++axis) {
    first[axis] = anchor[axis] + spacing * std::ceil((box.lower[axis] - anchor[axis]) / spacing);
  }
  const auto steps = [&](int axis) {
    return static_cast<int64_t>(std::floor((box.upper[axis] - first[axis]) / spacing)) + 1;
  };
  const int64_t layers = dimensions == 2 ? 1 : steps(2), rows = steps(1), columns = steps(0);
  for (int64_t k = 0; k < layers; ++k) {
    for (int64_t j = 0; j < rows; ++j) {
      for (int64_t i = 0; i < columns; ++i) {
        Vec3d p = first + Vec3d{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)} * spacing;
        if (dimensions == 2) p.z = 0;
        points.push_back(p);
      }
    }
  }
  return points;
}

// As parts of the way from `from` (outside) to `to` (inside), where each point enters the shape.
std::vector<float> entries(const Field& field, const std::vector<Vec3f>& from, const std::vector<Vec3f>& to) {
  std::vector<float> outside(from.size(), 0), inside(from.size(), 1), distance(from.size());
  std::vector<Vec3f> middle(from.size());
  for (int halving = 0; halving < 12; ++halving) {
    for (size_t i = 0; i < from.size(); ++i) middle[i] = lerp(from[i], to[i], 0.5f * (outside[i] + inside[i]));
    field.distance(middle, distance);
    for (size_t i = 0; i < from.size(); ++i) {
      (distance[i] < 0 ? inside : outside)[i] = 0.5f * (outside[i] + inside[i]);
    }
  }
  return inside;
}

}  // namespace

Emitters::Emitters(const Scene& scene, ShapeBuilder& builder) : scene_(scene), builder_(builder) {
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.emitters.size(); ++i) {
    in_scene(scene, fmt::format("emitters[{}].shape", i), problems, [&] {
      const FieldPtr field = builder.field(scene.emitters[i].shape, scene.frames.first);
      check_bounded(*field);
      const double half = 0.5 * scene.solver.spacing;
      anchor_.push_back(static_cast<Vec3d>(field->bounds().lower) + Vec3d{half, half, half});
    });
  }
  if (!problems.empty()) throw InputError(problems);
  travel_.resize(anchor_.size());
}

void Emitters::emit(const Clock& clock, const Vec3f& acceleration, Population& population) {
  const double spacing = scene_.solver.spacing;
  for (size_t n = 0; n < anchor_.size(); ++n) {
    const Emitter& emitter = scene_.emitters[n];
    const Vec3d velocity = value_at(emitter.velocity, clock.frame);
    const Vec3d moved = velocity * clock.step;
    travel_[n] += moved;
    if (clock.frame < emitter.first || clock.frame >= emitter.last) continue;
    const FieldPtr before = builder_.field(emitter.shape, clock.frame);
    const FieldPtr after = builder_.field(emitter.shape, clock.next_frame());
    const std::vector<Vec3d> points =
        lattice_points(anchor_[n] + travel_[n], spacing, static_cast<Box3d>(after->bounds()), scene_.dimensions);
    std::vector<Vec3f> now(points.size()), earlier(points.size());
    std::vector<float> inside_now(points.size()), inside_earlier(points.size());
    for (size_t i = 0; i < points.size(); ++i) {
      now[i] = static_cast<Vec3f>(points[i]);
      earlier[i] = static_cast<Vec3f>(points[i] - moved);
    }
    after->distance(now, inside_now);
    before->distance(earlier, inside_earlier);
    size_t entering = 0;
    for (size_t i = 0; i < points.size(); ++i) {
      if (inside_now[i] >= 0 || inside_earlier[i] < 0) continue;
      now[entering] = now[i];
      earlier[entering++] = earlier[i];
    }
    now.resize(entering);
    earlier.resize(entering);
    const std::vector<float> entered = entries(*after, earlier, now);
    const size_t phase = scene_.phase_index(emitter.phase);
    const float mass = particle_mass(scene_, phase);
    for (size_t i = 0; i < entering; ++i) {
      const float age = (1 - entered[i]) * static_cast<float>(clock.step);
      population.add(now[i] + acceleration * (0.5f * age * age), static_cast<Vec3f>(velocity) + acceleration * age,
                     mass, static_cast<uint8_t>(phase), false);
    }
  }
}

Sinks::Sinks(const Scene& scene, ShapeBuilder& builder) : scene_(scene), builder_(builder) {
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.sinks.size(); ++i) {
    in_scene(scene, fmt::format("sinks[{}].shape", i), problems,
             [&] { builder.field(scene.sinks[i].shape, scene.frames.first); });
  }
  if (!problems.empty()) throw InputError(problems);
}

void Sinks::mark(double frame, const Particles& particles, std::span<uint8_t> removed) const {
  std::vector<FieldPtr> fields;
  for (const Sink& sink : scene_.sinks) fields.push_back(builder_.field(sink.shape, frame));
  const bool open = scene_.domain && scene_.domain->walls == Walls::open;
  if (fields.empty() && !open) return;
  const Box3d box = scene_.domain_box();
  parallel_for_blocks(particles.size(), [&](size_t begin, size_t end) {
    const std::span piece(&particles.position[begin], end - begin);
    std::array<float, kBlockSize> distance;
    for (const FieldPtr& field : fields) {
      field->distance(piece, std::span(distance).first(piece.size()));
      for (size_t i = 0; i < piece.size(); ++i) removed[begin + i] |= distance[i] < 0;
    }
    for (size_t i = 0; open && i < piece.size(); ++i) {
      removed[begin + i] |= !box.contains(static_cast<Vec3d>(piece[i]));
    }
  });
}

}  // namespace weir
