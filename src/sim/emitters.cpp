// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/emitters.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "sim/in_scene.h"
#include "weir/base/parallel.h"
#include "weir/sim/seeding.h"

namespace weir {

namespace {

constexpr size_t kPiece = 1024;

// An emitter looks at every point of its lattice in every step: more would hold up the simulation.
constexpr double kMostPoints = 1 << 22;

template <class Things>
std::vector<MovingShape> shapes_of(const Scene& scene, const char* list, const Things& things, ShapeBuilder& builder,
                                   void (*check)(const Scene&, const MovingShape&)) {
  std::vector<MovingShape> shapes;
  std::vector<Problem> problems;
  for (size_t i = 0; i < things.size(); ++i) {
    const std::string path = fmt::format("{}[{}].shape", list, i);
    in_scene(scene, path, problems, [&] {
      MovingShape shape(things[i].shape, location_in(scene, path), builder, scene.frames.first, scene.frames.rate);
      if (check) check(scene, shape);
      shapes.push_back(std::move(shape));
    });
  }
  if (!problems.empty()) throw InputError(problems);
  return shapes;
}

void check_emitter(const Scene& scene, const MovingShape& shape) {
  const Vec3d size = static_cast<Vec3d>(shape.bounds().size());
  if (max_component(size) >= Field::kUnbounded) {
    throw InputError("", "reaches without limit; an emitter needs a closed shape");
  }
  const double spacing = scene.solver.spacing;
  const double points =
      (size.x / spacing + 1) * (size.y / spacing + 1) * (scene.dimensions == 2 ? 1 : size.z / spacing + 1);
  if (points > kMostPoints) {
    throw InputError(
        "", fmt::format("is too large for an emitter at a spacing of {} m: make it thinner, or part it", spacing));
  }
}

// Calls visit(piece of points) for the points of the lattice (anchor + spacing * k) inside the box, a piece at a time;
// in 2D for those at z = 0.
template <class Visit>
void visit_lattice(const Vec3d& anchor, double spacing, const Box3d& box, int dimensions, Visit&& visit) {
  Vec3d first;
  Vec3i count{1, 1, 1};
  for (int axis = 0; axis < dimensions; ++axis) {
    first[axis] = anchor[axis] + spacing * std::ceil((box.lower[axis] - anchor[axis]) / spacing);
    count[axis] = static_cast<int32_t>(std::floor((box.upper[axis] - first[axis]) / spacing)) + 1;
  }
  std::array<Vec3d, kPiece> piece;
  size_t n = 0;
  for (int32_t k = 0; k < count.z; ++k) {
    for (int32_t j = 0; j < count.y; ++j) {
      for (int32_t i = 0; i < count.x; ++i) {
        piece[n++] = first + static_cast<Vec3d>(Vec3i{i, j, k}) * spacing;
        if (n == kPiece) visit(std::span<const Vec3d>(piece)), n = 0;
      }
    }
  }
  if (n > 0) visit(std::span<const Vec3d>(piece).first(n));
}

// The moments at which points that go from `from` (outside) to `to` (inside) during a step enter the shape.
std::vector<float> entries(const MovingShape& shape, const std::vector<Vec3f>& from, const std::vector<Vec3f>& to) {
  std::vector<float> outside(from.size(), 0), inside(from.size(), 1), middle(from.size()), distance(from.size());
  std::vector<Vec3f> at(from.size());
  for (int halving = 0; halving < 12; ++halving) {
    for (size_t i = 0; i < from.size(); ++i) {
      middle[i] = 0.5f * (outside[i] + inside[i]);
      at[i] = lerp(from[i], to[i], middle[i]);
    }
    shape.distance(at, middle, distance);
    for (size_t i = 0; i < from.size(); ++i) (distance[i] < 0 ? inside : outside)[i] = middle[i];
  }
  return inside;
}

}  // namespace

Emitters::Emitters(const Scene& scene, ShapeBuilder& builder)
    : scene_(scene), shapes_(shapes_of(scene, "emitters", scene.emitters, builder, check_emitter)) {
  const double half = 0.5 * scene.solver.spacing;
  for (const MovingShape& shape : shapes_) {
    anchor_.push_back(static_cast<Vec3d>(shape.bounds().lower) + Vec3d{half, half, half});
  }
  travel_.resize(shapes_.size());
}

bool Emitters::runs(size_t emitter, const Clock& clock) const {
  const Emitter& e = scene_.emitters[emitter];
  return clock.frame >= e.first && clock.frame < e.last && value_at(e.velocity, clock.frame) != Vec3d{};
}

std::vector<uint32_t> Emitters::inside_of(size_t emitter, const Clock& clock, std::span<const Vec3f> position) {
  std::vector<uint32_t> index;
  if (!runs(emitter, clock)) return index;
  MovingShape& shape = shapes_[emitter];
  shape.move_to(clock.frame, clock.next_frame());
  std::vector<Vec3f> close;
  for (size_t i = 0; i < position.size(); ++i) {
    if (!shape.bounds().contains(position[i])) continue;
    index.push_back(static_cast<uint32_t>(i));
    close.push_back(position[i]);
  }
  std::vector<float> begin(close.size(), 0), distance(close.size());
  shape.distance(close, begin, distance);
  size_t kept = 0;
  for (size_t i = 0; i < index.size(); ++i) {
    if (distance[i] < 0) index[kept++] = index[i];
  }
  index.resize(kept);
  return index;
}

void Emitters::emit(const Clock& clock, const Vec3f& acceleration, Population& population) {
  for (size_t n = 0; n < shapes_.size(); ++n) {
    const Emitter& emitter = scene_.emitters[n];
    const Vec3d velocity = value_at(emitter.velocity, clock.frame);
    travel_[n] += velocity * clock.step;
    if (!runs(n, clock)) continue;
    shapes_[n].move_to(clock.frame, clock.next_frame());
    const Entering points = entering(n, clock, velocity);
    const size_t phase = scene_.phase_index(emitter.phase);
    const float mass = particle_mass(scene_, phase);
    for (size_t i = 0; i < points.position.size(); ++i) {
      const float age = points.age[i];
      population.add(points.position[i] + acceleration * (0.5f * age * age),
                     static_cast<Vec3f>(velocity) + acceleration * age, mass, static_cast<uint8_t>(phase), false);
    }
  }
}

Emitters::Entering Emitters::entering(size_t emitter, const Clock& clock, const Vec3d& velocity) const {
  const MovingShape& shape = shapes_[emitter];
  std::vector<Vec3f> now, earlier;
  const auto look = [&](std::span<const Vec3d> points) {
    std::array<Vec3f, kPiece> after, before;
    std::array<float, kPiece> begin{}, end, distance_after, distance_before;
    const size_t n = points.size();
    end.fill(1);
    // In doubles: where a point is at the end of one step and at the start of the next must be the same float, or it
    // could slip in between.
    for (size_t i = 0; i < n; ++i) {
      after[i] = static_cast<Vec3f>(points[i]);
      before[i] = static_cast<Vec3f>(points[i] - velocity * clock.step);
    }
    shape.distance(std::span(after).first(n), std::span(end).first(n), std::span(distance_after).first(n));
    shape.distance(std::span(before).first(n), std::span(begin).first(n), std::span(distance_before).first(n));
    for (size_t i = 0; i < n; ++i) {
      if (distance_after[i] >= 0 || distance_before[i] < 0) continue;
      now.push_back(after[i]);
      earlier.push_back(before[i]);
    }
  };
  visit_lattice(anchor_[emitter] + travel_[emitter], scene_.solver.spacing, static_cast<Box3d>(shape.bounds()),
                scene_.dimensions, look);
  std::vector<float> age = entries(shape, earlier, now);
  for (float& a : age) a = (1 - a) * static_cast<float>(clock.step);
  return {std::move(now), std::move(age)};
}

Sinks::Sinks(const Scene& scene, ShapeBuilder& builder)
    : scene_(scene), shapes_(shapes_of(scene, "sinks", scene.sinks, builder, nullptr)) {}

void Sinks::mark(const Clock& clock, const Particles& particles, std::span<uint8_t> removed) {
  const bool open = scene_.domain && scene_.domain->walls == Walls::open;
  if (shapes_.empty() && !open) return;
  for (MovingShape& shape : shapes_) shape.move_to(clock.frame, clock.next_frame());
  const Box3d box = scene_.domain_box();
  parallel_for_blocks(particles.size(), [&](size_t begin, size_t end) {
    const std::span piece(&particles.position[begin], end - begin);
    std::array<float, kBlockSize> distance, last;
    last.fill(1);
    for (const MovingShape& shape : shapes_) {
      shape.distance(piece, std::span(last).first(piece.size()), std::span(distance).first(piece.size()));
      for (size_t i = 0; i < piece.size(); ++i) removed[begin + i] |= distance[i] < 0;
    }
    for (size_t i = 0; open && i < piece.size(); ++i) {
      removed[begin + i] |= !box.contains(static_cast<Vec3d>(piece[i]));
    }
  });
}

}  // namespace weir
