// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/emitters.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/random.h"
#include "sim/carried.h"
#include "sim/in_scene.h"
#include "sim/part_names.h"
#include "weir/base/parallel.h"
#include "weir/sim/seeding.h"

namespace weir {

namespace {

constexpr size_t kPiece = 1024;

// An emitter looks at every point of its lattice in every step: more would hold up the simulation.
constexpr double kMostPoints = 1 << 22;

// Which shapes, each with its path in the scene.
struct Placed {
  const Shape* shape;
  std::string path;
};

// What each is attached to; scenes that were loaded name only solids that there are.
std::vector<Ride> rides_of(const Scene& scene, const std::vector<Placed>& placed) {
  std::vector<Ride> rides;
  for (const Placed& one : placed) rides.emplace_back(scene, one.shape->transform.attach);
  rides.emplace_back(scene, "");
  return rides;
}

std::vector<MovingShape> shapes_of(const Scene& scene, const std::vector<Placed>& placed,
                                   const std::vector<Ride>& rides, ShapeBuilder& builder,
                                   void (*check)(const Scene&, const MovingShape&)) {
  std::vector<MovingShape> shapes;
  std::vector<Problem> problems;
  for (size_t n = 0; n < placed.size(); ++n) {
    const Placed& one = placed[n];
    in_scene(scene, one.path, problems, [&] {
      MovingShape shape(*one.shape, location_in(scene, one.path), builder, scene.frames.first, scene.frames.rate,
                        rides[n].is_rigid());
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

// A slab along a side of the domain, up to the level of what flows in.
Emitter emitter_at(const Scene& scene, int axis, bool upper, const walls::Inflow& inflow) {
  // Spacings: two cells of a grid, half a spacing away from the wall, as particles are.
  constexpr double kThickness = 4, kAway = 0.5;
  Box3d box = scene.domain_box();
  const double spacing = scene.solver.spacing, side = (upper ? box.upper : box.lower)[axis], way = upper ? -1 : 1;
  (upper ? box.upper : box.lower)[axis] = side + way * kAway * spacing;
  (upper ? box.lower : box.upper)[axis] = side + way * (kAway + kThickness) * spacing;
  box.upper.y = inflow.level;
  if (scene.dimensions == 2) box.lower.z = -1, box.upper.z = 1;
  Emitter emitter;
  emitter.name = Walls::name(axis, upper);
  emitter.shape.kind = shapes::Box{box.lower, box.upper};
  emitter.velocity.keys.clear();
  emitter.velocity.between = inflow.speed.between;
  for (const Key<double>& key : inflow.speed.keys) {
    Vec3d velocity{};
    velocity[axis] = upper ? -key.value : key.value;
    emitter.velocity.keys.push_back({key.frame, velocity});
  }
  return emitter;
}

template <class Kind, class Visit>
void visit_sides(const Scene& scene, const Visit& visit) {
  for (int axis = 0; scene.domain && axis < scene.dimensions; ++axis) {
    for (const bool upper : {false, true}) {
      if (const auto* side = scene.domain->walls.side(axis, upper).get<Kind>()) visit(axis, upper, *side);
    }
  }
}

std::vector<Emitter> all_emitters(const Scene& scene) {
  std::vector<Emitter> all = scene.emitters;
  visit_sides<walls::Inflow>(scene, [&](int axis, bool upper, const walls::Inflow& inflow) {
    all.push_back(emitter_at(scene, axis, upper, inflow));
  });
  return all;
}

std::vector<Outflow> all_outflows(const Scene& scene) {
  std::vector<Outflow> all;
  visit_sides<walls::Outflow>(scene, [&](int axis, bool upper, const walls::Outflow& outflow) {
    all.emplace_back(scene, axis, upper, outflow.level);
  });
  return all;
}

std::vector<Placed> placed(const Scene& scene, const std::vector<Emitter>& emitters) {
  std::vector<Placed> all;
  for (size_t i = 0; i < emitters.size(); ++i) {
    all.push_back({&emitters[i].shape, i < scene.emitters.size() ? fmt::format("emitters[{}].shape", i)
                                                                 : "domain.walls." + emitters[i].name});
  }
  return all;
}

std::vector<Placed> placed(const std::vector<Sink>& sinks) {
  std::vector<Placed> all;
  for (size_t i = 0; i < sinks.size(); ++i) all.push_back({&sinks[i].shape, fmt::format("sinks[{}].shape", i)});
  return all;
}

constexpr uint32_t kStreamOffset = 0x656d6974;  // of random numbers: where a lattice starts

Vec3d thin_axis(const Vec3d& size) {
  Vec3d axis{};
  axis[size.x <= std::min(size.y, size.z) ? 0 : size.y <= size.z ? 1 : 2] = 1;
  return axis;
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

// The moment at which a point that is outside at both ends of a step is inside, or 2: it goes on as far as the surface
// is away, by times.
float passage(const MovingShape& shape, const Vec3f& from, const Vec3f& to, float step) {
  constexpr int kMostLooks = 256;
  constexpr float kLeast = 1.0f / kMostLooks;
  const float speed = length(to - from) / step;
  float moment = 0;
  while (moment < 1) {
    const Vec3f at = lerp(from, to, moment);
    float distance, approach;
    shape.approach({&at, 1}, {&moment, 1}, {&distance, 1}, {&approach, 1});
    if (distance < 0) return moment;
    moment += std::max(kLeast, distance / ((speed + approach) * step));
  }
  return 2;
}

}  // namespace

Vec3d stream_of(const Emitter& emitter, const Ride& ride, double frame) {
  const Transform& transform = emitter.shape.transform;
  Vec3d velocity = value_at(emitter.velocity, frame);
  if (transform.path && transform.path->align) velocity = affine_at(*transform.path, frame).direction(velocity);
  if (!ride.carries()) return velocity;
  const Ride::Motion motion = ride.at(frame);
  const Vec3d placed = middle_of(emitter.shape, frame);
  const Vec3d uncarried = ride.is_rigid() ? placed : motion.pose.inverse().point(placed);
  return motion.pose.direction(velocity) + motion.rate.point(uncarried);
}

Emitters::Emitters(const Scene& scene, ShapeBuilder& builder)
    : scene_(scene),
      emitters_(all_emitters(scene)),
      outflows_(all_outflows(scene)),
      rides_(rides_of(scene, placed(scene, emitters_))),
      shapes_(shapes_of(scene, placed(scene, emitters_), rides_, builder, check_emitter)) {
  const Random random(scene.seed, kStreamOffset);
  for (size_t n = 0; n < shapes_.size(); ++n) {
    const Box3d box = static_cast<Box3d>(shapes_[n].bounds());
    lattice_.emplace_back(scene.solver.spacing, scene.dimensions, first_stream(n), thin_axis(box.size()));
    Vec3d offset = static_cast<Vec3d>(random.unit_vec3(n)) * scene.solver.spacing;
    anchor_.push_back(box.centre() + offset);
    if (scene.dimensions == 2) anchor_.back().z = 0;
  }
  travel_.resize(shapes_.size());
  for (const Outflow& outflow : outflows_) {
    shapes_.emplace_back(outflow.slab(), location_in(scene, "domain.walls"), builder, scene.frames.first,
                         scene.frames.rate);
  }
}

void Emitters::state(Archive& archive) {
  archive.parts("emitters", part_names_of(emitters_), [&](size_t n) {
    archive("anchor", anchor_[n]);  // which is drawn by the place in the list
    archive("travel", travel_[n]);
    rides_[n].state(archive);
  });
  for (Outflow& outflow : outflows_) outflow.state(archive);
}

Vec3f Emitters::velocity_of(size_t shape, const Clock& clock) const {
  if (shape >= emitters_.size()) return outflows_[shape - emitters_.size()].velocity();
  return static_cast<Vec3f>(stream_of(shape, clock.frame));
}

Vec3d Emitters::stream_of(size_t emitter, double frame) const {
  return weir::stream_of(emitters_[emitter], rides_[emitter], frame);
}

// The way an emitter's stream goes at first; up, where it never flows.
Vec3d Emitters::first_stream(size_t emitter) const {
  const double first = std::max<double>(scene_.frames.first, emitters_[emitter].first);
  const double last = std::min<double>(scene_.frames.last, emitters_[emitter].last);
  for (double frame = first; frame <= last; frame += 1) {
    Vec3d velocity = stream_of(emitter, frame);
    if (scene_.dimensions == 2) velocity.z = 0;
    if (velocity != Vec3d{}) return velocity;
  }
  return {0, 1, 0};
}

bool Emitters::runs(size_t emitter, const Clock& clock) const {
  if (emitter >= emitters_.size()) return true;
  const Emitter& e = emitters_[emitter];
  return clock.frame >= e.first && clock.frame < e.last && value_at(e.velocity, clock.frame) != Vec3d{};
}

std::vector<uint32_t> Emitters::inside_of(size_t emitter, const Clock& clock, std::span<const Vec3f> position) {
  std::vector<uint32_t> index;
  if (!runs(emitter, clock)) return index;
  MovingShape& shape = shapes_[emitter];
  shape.move_to(clock.frame, clock.next_frame(), ride_of(emitter), ride_of(emitter));
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
  for (size_t n = 0; n < emitters_.size(); ++n) {
    const Emitter& emitter = emitters_[n];
    rides_[n].follow(population.rigid, clock.step);
    const Vec3d velocity = stream_of(n, clock.frame);
    const Vec3d before = anchor_[n] + travel_[n];
    travel_[n] += velocity * clock.step;
    if (!runs(n, clock)) continue;
    shapes_[n].move_to(clock.frame, clock.next_frame(), rides_[n].begin(), rides_[n].end());
    const Entering points = entering(n, clock, before);
    const size_t phase = scene_.phase_index(emitter.phase);
    const float mass = particle_mass(scene_, phase);
    const CarriedKinds* carries = population.added.carries.get();
    const Carried own = carried_by(emitter, carries ? carries->of(phase) : Carried{}, clock.frame);
    for (size_t i = 0; i < points.position.size(); ++i) {
      const float age = points.age[i];
      population.add({.position = points.position[i] + acceleration * (0.5f * age * age),
                      .velocity = static_cast<Vec3f>(velocity) + acceleration * age,
                      .mass = mass,
                      .phase = static_cast<uint8_t>(phase),
                      .heat = own.heat,
                      .thickness = own.thickness,
                      .colour = own.colour});
    }
  }
}

Emitters::Entering Emitters::entering(size_t emitter, const Clock& clock, const Vec3d& origin_before) const {
  const MovingShape& shape = shapes_[emitter];
  const Vec3d origin = anchor_[emitter] + travel_[emitter], way = origin - origin_before;
  const auto step = static_cast<float>(clock.step), reach = static_cast<float>(length(way));
  Entering entering;
  std::vector<Vec3f> now, earlier;
  std::array<Vec3f, kPiece> after, before;
  size_t n = 0;
  const auto look = [&] {
    std::array<float, kPiece> begin{}, end, distance_after, distance_before;
    end.fill(1);
    shape.distance(std::span(after).first(n), std::span(end).first(n), std::span(distance_after).first(n));
    shape.distance(std::span(before).first(n), std::span(begin).first(n), std::span(distance_before).first(n));
    for (size_t i = 0; i < n; ++i) {
      if (distance_before[i] < 0) continue;
      if (distance_after[i] < 0) {
        now.push_back(after[i]);
        earlier.push_back(before[i]);
      } else if (shape.moves() || distance_before[i] + distance_after[i] < reach) {
        const float moment = passage(shape, before[i], after[i], step);
        if (moment < 1) entering.add(after[i], (1 - moment) * step);
      }
    }
    n = 0;
  };
  Box3d box = static_cast<Box3d>(shape.bounds());
  box.include(Box3d{box.lower + way, box.upper + way});
  lattice_[emitter].visit_in({box.lower - origin, box.upper - origin}, [&](const Vec3d& point) {
    // Where a point is at the end of one step and at the start of the next must be the same float, or it could slip
    // in between.
    after[n] = static_cast<Vec3f>(origin + point);
    before[n] = static_cast<Vec3f>(origin_before + point);
    if (scene_.dimensions == 2) after[n].z = before[n].z = 0;
    if (++n == kPiece) look();
  });
  if (n > 0) look();
  const std::vector<float> moment = entries(shape, earlier, now);
  for (size_t i = 0; i < now.size(); ++i) entering.add(now[i], (1 - moment[i]) * step);
  return entering;
}

Sinks::Sinks(const Scene& scene, ShapeBuilder& builder)
    : scene_(scene),
      rides_(rides_of(scene, placed(scene.sinks))),
      shapes_(shapes_of(scene, placed(scene.sinks), rides_, builder, nullptr)) {}

void Sinks::state(Archive& archive) {
  archive.parts("sinks", part_names_of(scene_.sinks), [&](size_t n) { rides_[n].state(archive); });
}

// The domain at its sides that are no solid, without limits at others.
static Box3d leaving_box(const Scene& scene) {
  const Box3d domain = scene.domain_box();
  Box3d box = Scene().domain_box();
  for (int axis = 0; axis < scene.dimensions; ++axis) {
    if (!scene.domain->walls.side(axis, false).is_solid()) box.lower[axis] = domain.lower[axis];
    if (!scene.domain->walls.side(axis, true).is_solid()) box.upper[axis] = domain.upper[axis];
  }
  return box;
}

void Sinks::mark(const Clock& clock, const Particles& particles, std::span<uint8_t> removed,
                 std::span<const RigidPose> rigid) {
  const bool open = scene_.domain && !scene_.domain->walls.all_solid();
  if (shapes_.empty() && !open) return;
  for (size_t n = 0; n < shapes_.size(); ++n) {
    rides_[n].follow(rigid, clock.step);
    shapes_[n].move_to(clock.frame, clock.next_frame(), rides_[n].begin(), rides_[n].end());
  }
  const Box3d box = open ? leaving_box(scene_) : Box3d{};
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
