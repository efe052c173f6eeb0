// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/rigid_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/in_scene.h"
#include "sim/part_names.h"
#include "sim/rigid_mass.h"
#include "weir/base/error.h"

namespace weir {

namespace {

// A rigid solid before its collision shape is made: that needs the size of all of them.
struct Draft {
  size_t solid;
  Mesh mesh;
  MassProperties mass;
};

Draft draft_of(const Scene& scene, size_t solid, ShapeBuilder& builder) {
  const Shape& shape = scene.solids[solid].shape;
  if (moves(shape)) {
    throw InputError("", "the liquid moves a rigid solid, so its shape cannot have keyframes or be a mesh sequence");
  }
  builder.field(shape, scene.frames.first);  // says what is wrong with a mesh that has no inside
  Draft draft{solid, builder.mesh(shape, scene.frames.first), {}};
  const double density = scene.solids[solid].rigid->density;
  const bool flat = scene.dimensions == 2;
  draft.mass = flat ? mass_properties(cut_at_z0(draft.mesh), density) : mass_properties(draft.mesh, density);
  if (draft.mass.mass < 0) {  // inside out
    for (Vec3i& t : draft.mesh.triangles) std::swap(t.y, t.z);
    draft.mass.mass = -draft.mass.mass;
    for (Vec3d& row : draft.mass.inertia.row) row = -row;
  }
  if (!(draft.mass.mass > 0)) {
    throw InputError("", flat ? "has no area in the plane z = 0, where a 2D scene is" : "has no volume");
  }
  return draft;
}

// m: how far from the centre normals of the surface pass at most. Turning moves the surface out of its place no faster
// than that times the angular velocity: a ball not at all.
double lever_of(const Draft& draft) {
  double lever = 0;
  for (const Vec3i& t : draft.mesh.triangles) {
    const auto at = [&](int i) {
      return static_cast<Vec3d>(draft.mesh.positions[static_cast<size_t>(i)]) - draft.mass.centre;
    };
    const Vec3d normal = normalized(cross(at(t.y) - at(t.x), at(t.z) - at(t.x)));
    for (const int i : {t.x, t.y, t.z}) lever = std::max(lever, length(cross(at(i), normal)));
  }
  return lever;
}
double flat_lever_of(const Draft& draft) {
  double lever = 0;
  for (const Segment& s : cut_at_z0(draft.mesh)) {
    const Vec3d along = normalized(s.to - s.from);
    for (const Vec3d& p : {s.from, s.to}) lever = std::max(lever, std::abs(dot(p - draft.mass.centre, along)));
  }
  return lever;
}

double size_of(const Draft& draft, bool flat) {
  Vec3f size = bounds(draft.mesh).upper - bounds(draft.mesh).lower;
  if (flat) size.z = 0;
  return max_component(size);
}

// The radius of a body that Bullet can take for a sphere; 0 for all others.
double radius_of_sphere(const Shape& shape, double frame) {
  const auto* sphere = std::get_if<shapes::Sphere>(&shape.kind);
  if (!sphere) return 0;
  const Vec3d scale = abs(value_at(shape.transform.scale, frame));
  return max_component(scale) - min_component(scale) < 1e-6 * scale.x ? sphere->radius * scale.x : 0;
}

// Then its collision shape has to be made anew every step.
bool changes_form(const Shape& shape) { return deforms(shape) || shape.transform.scale.moves(); }

bool keeps_z(const Affine& rigid) {
  return length(rigid.linear.row[2] - Vec3d{0, 0, 1}) < 1e-9 && std::abs(rigid.offset.z) < 1e-9;
}

}  // namespace

struct RigidBodies::Impl {
  const Scene& scene;
  ShapeBuilder& builder;
  bool flat = scene.dimensions == 2;
  RigidUnits units{};
  double reach = 1;  // m; how far planes and walls extend
  std::vector<RigidBody> bodies{};
  std::vector<RigidState> states{};
  std::vector<RigidPose> poses{};
  std::vector<RigidMotion> held{};
  std::vector<size_t> solids{};            // those that are not rigid
  std::vector<RigidShape> first_shapes{};  // theirs at the first frame, of those that keep their form
  std::vector<RigidObstacle> obstacles{};  // one for each of these, then the walls
  std::unique_ptr<RigidWorld> world{};

  void build();
  void add_body(const Draft& draft);
  void add_walls();
  RigidShape shape_of(const Shape& shape, double frame) const;
  RigidShape plane_of(const Shape& shape, double frame) const;
  Box3d reached(double seconds) const;
  void check_finite() const;
  void move_obstacle(size_t obstacle, const Clock& clock);
  void move_obstacles(const Clock& clock);
  Affine pose(size_t body) const;
};

void RigidBodies::Impl::build() {
  std::vector<Draft> drafts;
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (!scene.solids[i].rigid) continue;
    in_scene(scene, fmt::format("solids[{}].rigid", i), problems,
             [&] { drafts.push_back(draft_of(scene, i, builder)); });
  }
  if (!problems.empty()) throw InputError(problems);
  if (drafts.empty()) return;

  std::vector<double> sizes;
  for (const Draft& draft : drafts) sizes.push_back(size_of(draft, flat));
  std::sort(sizes.begin(), sizes.end());
  const double typical = sizes[sizes.size() / 2];
  units = {.scale = 1 / typical,
           .depth = flat ? 2 * sizes.back() : 0,
           .detail = 0.25 * scene.solver.spacing,
           .margin = std::min(0.02 * scene.solver.spacing, 0.002 * typical)};
  reach = 1000 * sizes.back();
  if (scene.domain) reach = std::max(reach, 10 * length(scene.domain->upper - scene.domain->lower));
  world = std::make_unique<RigidWorld>(units, typical);

  for (const Draft& draft : drafts) add_body(draft);
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (scene.solids[i].rigid) continue;
    in_scene(scene, fmt::format("solids[{}].shape", i), problems, [&] {
      solids.push_back(i);
      const Shape& shape = scene.solids[i].shape;
      first_shapes.push_back(changes_form(shape) ? nullptr : shape_of(shape, scene.frames.first));
      obstacles.push_back({first_shapes.back()});
    });
  }
  if (!problems.empty()) throw InputError(problems);
  add_walls();
}

void RigidBodies::Impl::add_body(const Draft& draft) {
  const Solid& solid = scene.solids[draft.solid];
  RigidBody body{draft.solid, draft.mass.mass, draft.mass.inertia, {}, draft.mass.centre, 0, 0, nullptr};
  for (const Vec3f& p : draft.mesh.positions) {
    body.radius = std::max(body.radius, length(static_cast<Vec3d>(p) - body.first_centre));
  }
  body.lever = flat ? flat_lever_of(draft) : lever_of(draft);
  body.axes = principal_axes(body.inertia);
  const Mat3d to_axes = body.axes.turn.conjugate().matrix();
  const double radius = flat ? 0 : radius_of_sphere(solid.shape, scene.frames.first);
  body.shape = radius > 0 ? sphere_shape(radius, units)
                          : body_shape(draft.mesh, *builder.field(solid.shape, scene.frames.first),
                                       {to_axes, -(to_axes * body.first_centre)}, units);
  // The scene counts turns a second.
  RigidState state{body.first_centre, {}, solid.rigid->velocity, solid.rigid->angular_velocity * (2 * kPi)};
  if (flat) {
    state.velocity.z = 0;
    state.angular_velocity = {0, 0, state.angular_velocity.z};
  }
  bodies.push_back(std::move(body));
  states.push_back(state);
  poses.push_back({draft.solid, {}, {}});
  held.emplace_back();
}

// Every wall is a block outside the domain.
void RigidBodies::Impl::add_walls() {
  if (!scene.domain) return;
  const Domain& domain = *scene.domain;
  for (int axis = 0; axis < scene.dimensions; ++axis) {
    Vec3d inward{};
    inward[axis] = 1;
    const auto add = [&](bool at_upper) {
      if (!domain.walls.side(axis, at_upper).is_solid()) return;
      const Vec3d& corner = at_upper ? domain.upper : domain.lower;
      obstacles.push_back({plane_shape(corner, at_upper ? -inward : inward, reach, units)});
    };
    add(false);
    add(true);
  }
}

RigidShape RigidBodies::Impl::shape_of(const Shape& shape, double frame) const {
  if (std::holds_alternative<shapes::Plane>(shape.kind)) return plane_of(shape, frame);
  return solid_shape(builder.mesh(shape, frame), *builder.field(shape, frame), units);
}

RigidShape RigidBodies::Impl::plane_of(const Shape& shape, double frame) const {
  const auto& plane = std::get<shapes::Plane>(shape.kind);
  const Affine pose = affine_at(shape.transform, frame);
  Vec3d point = pose.point(plane.point), normal = pose.linear.inverse().transposed() * plane.normal;
  if (flat) {
    const Vec3d in_plane{normal.x, normal.y, 0};
    if (in_plane == Vec3d{}) return nullptr;
    point += in_plane * (normal.z * point.z / length_squared(in_plane));
    normal = in_plane;
  }
  return plane_shape(point, normal, reach, units);
}

// A box around all bodies during a step.
Box3d RigidBodies::Impl::reached(double seconds) const {
  Box3d box;
  for (size_t i = 0; i < bodies.size(); ++i) {
    const double way = 1.1 * bodies[i].radius + length(states[i].velocity) * seconds;
    box.include(states[i].centre - Vec3d{way, way, way});
    box.include(states[i].centre + Vec3d{way, way, way});
  }
  return box;
}

// A solid that only moves keeps its collision shape; one that changes its form (2D: its cut with the plane) gets a new
// one each step, which meets bodies with the velocity of its placement.
void RigidBodies::Impl::move_obstacle(size_t obstacle, const Clock& clock) {
  const Shape& shape = scene.solids[solids[obstacle]].shape;
  const Affine first = affine_at(shape.transform, scene.frames.first);
  const Affine begin = affine_at(shape.transform, clock.frame), end = affine_at(shape.transform, clock.next_frame());
  RigidObstacle moved{first_shapes[obstacle], begin * first.inverse(), end * first.inverse()};
  const bool in_plane = !flat || (keeps_z(moved.begin) && keeps_z(moved.end));
  if (changes_form(shape) || !in_plane) {
    const bool is_plane = std::holds_alternative<shapes::Plane>(shape.kind);
    moved = {is_plane ? plane_of(shape, clock.frame)
                      : triangle_shape(builder.mesh(shape, clock.frame), reached(clock.step), units)};
    if (!shape.transform.scale.moves() && in_plane) moved.end = end * begin.inverse();
  }
  obstacles[obstacle] = moved;
}

void RigidBodies::Impl::move_obstacles(const Clock& clock) {
  std::vector<Problem> problems;
  for (size_t i = 0; i < solids.size(); ++i) {
    if (!moves(scene.solids[solids[i]].shape)) continue;
    in_scene(scene, fmt::format("solids[{}].shape", solids[i]), problems, [&] { move_obstacle(i, clock); });
  }
  if (!problems.empty()) throw InputError(problems);
}

void RigidBodies::Impl::check_finite() const {
  for (size_t i = 0; i < bodies.size(); ++i) {
    const Vec3d sum = states[i].centre + states[i].velocity + states[i].angular_velocity;
    if (std::isfinite(sum.x + sum.y + sum.z)) continue;
    throw RunError(fmt::format("the motion of solids[{}] is no longer a finite number", bodies[i].solid));
  }
}

Affine RigidBodies::Impl::pose(size_t body) const {
  const Mat3d turn = states[body].turn.matrix();
  return {turn, states[body].centre - turn * bodies[body].first_centre};
}

RigidBodies::RigidBodies(const Scene& scene, ShapeBuilder& builder) : impl_(new Impl{scene, builder}) {
  impl_->build();
}

RigidBodies::~RigidBodies() = default;

size_t RigidBodies::size() const { return impl_->bodies.size(); }
size_t RigidBodies::solid(size_t body) const { return impl_->bodies[body].solid; }
double RigidBodies::mass(size_t body) const { return impl_->bodies[body].mass; }
Vec3d RigidBodies::centre(size_t body) const { return impl_->states[body].centre; }
double RigidBodies::lever(size_t body) const { return impl_->bodies[body].lever; }
Affine RigidBodies::pose(size_t body) const { return impl_->pose(body); }
std::span<const RigidPose> RigidBodies::poses() const { return impl_->poses; }

const RigidMotion& RigidBodies::held(size_t body) const { return impl_->held[body]; }

Mat3d RigidBodies::inertia(size_t body) const {
  const Mat3d inertia = impl_->bodies[body].inertia_at(impl_->states[body].turn);
  return impl_->flat ? Mat3d::diagonal({0, 0, inertia.row[2].z}) : inertia;
}

Mat3d RigidBodies::inverse_inertia(size_t body) const {
  const Mat3d inverse = impl_->bodies[body].inverse_inertia_at(impl_->states[body].turn);
  return impl_->flat ? Mat3d::diagonal({0, 0, inverse.row[2].z}) : inverse;
}

RigidMotion RigidBodies::motion(size_t body) const {
  return {impl_->states[body].velocity, impl_->states[body].angular_velocity};
}

void RigidBodies::set_motion(size_t body, const RigidMotion& motion) {
  RigidState& state = impl_->states[body];
  state.velocity = motion.velocity;
  state.angular_velocity = motion.angular_velocity;
  if (!impl_->flat) return;
  state.velocity.z = 0;
  state.angular_velocity = {0, 0, state.angular_velocity.z};
}

void RigidBodies::accelerate(const Vec3d& gravity, double seconds) {
  const Vec3d change = Vec3d{gravity.x, gravity.y, impl_->flat ? 0 : gravity.z} * seconds;
  for (RigidState& state : impl_->states) state.velocity += change;
}

void RigidBodies::step(const Clock& clock) {
  if (impl_->bodies.empty() || !(clock.step > 0)) return;
  impl_->check_finite();
  for (size_t i = 0; i < size(); ++i) impl_->poses[i].begin = pose(i);
  impl_->move_obstacles(clock);
  impl_->world->step(impl_->bodies, impl_->obstacles, clock.step, impl_->states, impl_->held);
  for (size_t i = 0; i < size(); ++i) impl_->poses[i].end = pose(i);
}

void RigidBodies::state(Archive& archive) {
  std::vector<std::string> names;
  for (const RigidBody& body : impl_->bodies) names.push_back(impl_->scene.solids[body.solid].name);
  archive.parts("rigid", part_names(std::move(names)), [&](size_t i) {
    archive("body", impl_->states[i]);
    archive("pose", impl_->poses[i]);
    archive("held", impl_->held[i]);
    impl_->poses[i].solid = solid(i);
  });
}

}  // namespace weir
