// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Bullet resolves contacts by sequential impulses (Catto 2005) and pushes apart what overlaps without giving it speed
// (split impulses). It knows no torque-free precession that keeps the angular momentum, so that part is ours: Bullet
// turns a body by its angular velocity of the middle of the step, and the momentum, not the velocity, is carried over.

#include "sim/rigid_world.h"

#include <btBulletDynamicsCommon.h>

namespace weir {

namespace {

// Bullet multiplies the coefficients of the two that touch.
const double kFriction = std::sqrt(0.5);
const double kRestitution = std::sqrt(0.15);

constexpr int kIterations = 150;  // without a warm start, piles creep with fewer
// Bodies at rest overlap by this part of their size, so that all corners of their contact are found every time.
constexpr double kSlop = 1e-3;

btVector3 bullet(const Vec3d& v) { return {v.x, v.y, v.z}; }
btQuaternion bullet(const Quatd& q) { return {q.v.x, q.v.y, q.v.z, q.w}; }
Vec3d weir_vector(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
Quatd weir_quaternion(const btQuaternion& q) { return {q.w(), {q.x(), q.y(), q.z()}}; }

btTransform bullet(const Affine& rigid, double scale) {
  const auto& r = rigid.linear.row;
  return btTransform({r[0].x, r[0].y, r[0].z, r[1].x, r[1].y, r[1].z, r[2].x, r[2].y, r[2].z},
                     bullet(rigid.offset * scale));
}

Quatd normalized(const Quatd& q) {
  const double s = 1 / std::sqrt(q.w * q.w + dot(q.v, q.v));
  return {q.w * s, q.v * s};
}

// Axis times angle of a rotation of less than half a turn.
Vec3d rotation_vector(const Mat3d& m) {
  const Vec3d s = Vec3d{m.row[2].y - m.row[1].z, m.row[0].z - m.row[2].x, m.row[1].x - m.row[0].y} * 0.5;
  const double sine = length(s), cosine = 0.5 * (m.row[0].x + m.row[1].y + m.row[2].z - 1);
  return sine > 0 ? s * (std::atan2(sine, cosine) / sine) : s;
}

Mat3d turned(const Mat3d& matrix, const Quatd& turn) {
  const Mat3d r = turn.matrix();
  return r * matrix * r.transposed();
}

// Euler's equations without torque, half a step on.
Vec3d middle_angular_velocity(const RigidBody& body, const RigidState& state, double seconds) {
  const Vec3d w = state.angular_velocity;
  const Vec3d momentum = body.inertia_at(state.turn) * w;
  return w - body.inverse_inertia_at(state.turn) * cross(w, momentum) * (0.5 * seconds);
}

}  // namespace

Mat3d RigidBody::inertia_at(const Quatd& turn) const { return turned(inertia, turn); }
Mat3d RigidBody::inverse_inertia_at(const Quatd& turn) const { return turned(inertia.inverse(), turn); }

PrincipalAxes principal_axes(const Mat3d& inertia) {
  btMatrix3x3 diagonal = bullet({inertia, {}}, 1).getBasis(), axes;
  diagonal.diagonalize(axes, 1e-14, 100);
  btQuaternion turn;
  axes.getRotation(turn);
  return {normalized(weir_quaternion(turn)), {diagonal[0][0], diagonal[1][1], diagonal[2][2]}};
}

// What may outlive a step: tables of algorithms and pools of memory.
struct RigidWorld::Impl {
  RigidUnits units;
  double slowest_bounce;  // units a second
  btDefaultCollisionConfiguration configuration;
};

RigidWorld::RigidWorld(const RigidUnits& units, double size)
    // A body that falls through 1/800 of its size does not bounce: the speed one gains in a step is no impact.
    : impl_(new Impl{units, 0.05 * std::sqrt(9.81 * size) * units.scale, {}}) {
  // Against single triangles Bullet finds one corner of a contact at a time; nudging the body finds the others.
  impl_->configuration.setConvexConvexMultipointIterations(3, 3);
}

RigidWorld::~RigidWorld() = default;

namespace {

class OneStep {
 public:
  OneStep(btCollisionConfiguration& configuration, const RigidUnits& units, double slowest_bounce)
      : units_(units), dispatcher_(&configuration), world_(&dispatcher_, &pairs_, &solver_, &configuration) {
    world_.setGravity({0, 0, 0});
    btContactSolverInfo& settings = world_.getSolverInfo();
    settings.m_numIterations = kIterations;
    // A world that lasts one step has nothing to start from, but Bullet tells impulses in this mode only.
    settings.m_solverMode = SOLVER_SIMD | SOLVER_USE_2_FRICTION_DIRECTIONS | SOLVER_USE_WARMSTARTING;
    settings.m_splitImpulse = 1;
    settings.m_splitImpulsePenetrationThreshold = 0;
    settings.m_linearSlop = kSlop;
    settings.m_restitutionVelocityThreshold = slowest_bounce;
  }
  ~OneStep() {
    for (const auto& object : objects_) world_.removeRigidBody(object.get());
  }

  void add(const RigidObstacle& obstacle, double seconds) {
    btRigidBody& object = create(0, obstacle.shape.get(), {0, 0, 0});
    object.setWorldTransform(bullet(obstacle.begin, units_.scale));
    if (!(obstacle.begin == obstacle.end)) {
      const Mat3d turn = obstacle.end.linear * obstacle.begin.linear.transposed();
      object.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
      object.setLinearVelocity(bullet((obstacle.end.offset - obstacle.begin.offset) * (units_.scale / seconds)));
      object.setAngularVelocity(bullet(rotation_vector(turn) / seconds));
      object.setActivationState(ISLAND_SLEEPING);  // or Bullet would make velocities of its own
    }
    world_.addRigidBody(&object);
  }

  btRigidBody& add(const RigidBody& body, const RigidState& state) {
    const double s = units_.scale;
    btRigidBody& object = create(body.mass, body.shape.get(), bullet(body.axes.moments * (s * s)));
    object.setCenterOfMassTransform(btTransform(bullet(state.turn * body.axes.turn), bullet(state.centre * s)));
    object.setLinearVelocity(bullet(state.velocity * s));
    object.setAngularVelocity(bullet(state.angular_velocity));
    object.setActivationState(DISABLE_DEACTIVATION);
    object.setFlags(0);  // no gyroscopic forces of Bullet's
    stop_at_walls(object);
    if (units_.depth > 0) {
      object.setLinearFactor({1, 1, 0});
      object.setAngularFactor({0, 0, 1});
    }
    world_.addRigidBody(&object);
    return object;
  }

  void run(double seconds) { world_.stepSimulation(seconds, 0); }

  // Adds up the impulses that contacts gave to an object, and their moments about its centre, in kg m2/s and the like.
  void add_impulses(const btRigidBody& object, Vec3d& impulse, Vec3d& moment) {
    const double per_metre = 1 / units_.scale;
    for (int m = 0; m < dispatcher_.getNumManifolds(); ++m) {
      const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(m);
      const bool first = manifold.getBody0() == &object;
      if (!first && manifold.getBody1() != &object) continue;
      for (int n = 0; n < manifold.getNumContacts(); ++n) {
        const btManifoldPoint& point = manifold.getContactPoint(n);
        const double size = (first ? 1 : -1) * double{point.getAppliedImpulse()} * per_metre;
        const Vec3d push = weir_vector(point.m_normalWorldOnB) * size;
        const btVector3 at = first ? point.getPositionWorldOnA() : point.getPositionWorldOnB();
        impulse += push;
        moment += cross(weir_vector(at - object.getCenterOfMassPosition()) * per_metre, push);
      }
    }
  }

 private:
  // A body that moves by more than half its least size in a step is swept as a ball, and cannot pass through a plate.
  static void stop_at_walls(btRigidBody& object) {
    btVector3 lower, upper;
    object.getCollisionShape()->getAabb(btTransform::getIdentity(), lower, upper);
    const btVector3 half = (upper - lower) * 0.5;
    object.setCcdMotionThreshold(half[half.minAxis()]);
    object.setCcdSweptSphereRadius(0.5 * half[half.minAxis()]);
  }

  btRigidBody& create(double mass, btCollisionShape* shape, const btVector3& moments) {
    btRigidBody::btRigidBodyConstructionInfo about(mass, nullptr, shape, moments);
    about.m_friction = kFriction;
    about.m_restitution = kRestitution;
    objects_.push_back(std::make_unique<btRigidBody>(about));
    return *objects_.back();
  }

  RigidUnits units_;
  btDbvtBroadphase pairs_;
  btCollisionDispatcher dispatcher_;
  btSequentialImpulseConstraintSolver solver_;
  std::vector<std::unique_ptr<btRigidBody>> objects_;
  btDiscreteDynamicsWorld world_;
};

RigidState moved(const RigidBody& body, const RigidState& before, const Vec3d& given_angular_velocity,
                 const btRigidBody& object, const RigidUnits& units) {
  RigidState after;
  after.centre = weir_vector(object.getCenterOfMassPosition()) / units.scale;
  after.velocity = weir_vector(object.getLinearVelocity()) / units.scale;
  after.turn = normalized(weir_quaternion(object.getOrientation()) * body.axes.turn.conjugate());
  const Vec3d change = weir_vector(object.getAngularVelocity()) - given_angular_velocity;
  const Vec3d momentum = body.inertia_at(before.turn) * (before.angular_velocity + change);
  after.angular_velocity = body.inverse_inertia_at(after.turn) * momentum;
  if (units.depth > 0) {
    after.centre.z = before.centre.z;
    after.velocity.z = 0;
    after.turn = normalized(Quatd{after.turn.w, {0, 0, after.turn.v.z}});
    after.angular_velocity = {0, 0, after.angular_velocity.z};
  }
  return after;
}

}  // namespace

void RigidWorld::step(std::span<const RigidBody> bodies, std::span<const RigidObstacle> obstacles, double seconds,
                      std::span<RigidState> states, std::span<RigidMotion> held) const {
  OneStep world(impl_->configuration, impl_->units, impl_->slowest_bounce);
  for (const RigidObstacle& obstacle : obstacles) {
    if (obstacle.shape) world.add(obstacle, seconds);
  }
  std::vector<Vec3d> given(bodies.size());
  std::vector<btRigidBody*> objects(bodies.size());
  for (size_t i = 0; i < bodies.size(); ++i) {
    given[i] = middle_angular_velocity(bodies[i], states[i], seconds);
    RigidState turning = states[i];
    turning.angular_velocity = given[i];
    objects[i] = &world.add(bodies[i], turning);
  }
  world.run(seconds);
  for (size_t i = 0; i < bodies.size(); ++i) {
    Vec3d impulse{}, moment{};
    world.add_impulses(*objects[i], impulse, moment);
    if (impl_->units.depth > 0) impulse.z = 0, moment = {0, 0, moment.z};
    held[i] = {impulse / bodies[i].mass, bodies[i].inverse_inertia_at(states[i].turn) * moment};
    states[i] = moved(bodies[i], states[i], given[i], *objects[i], impl_->units);
  }
}

}  // namespace weir
