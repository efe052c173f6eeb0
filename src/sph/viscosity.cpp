// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/viscosity.h"

#include <functional>
#include <utility>

#include "base/conjugate_gradients.h"

namespace weir::sph {

namespace {

template <class Term>
double sum_over(size_t count, Term&& term) {
  return parallel_reduce(
      count, 0.0,
      [&](size_t begin, size_t end) {
        double sum = 0;
        for (size_t i = begin; i < end; ++i) sum += static_cast<double>(term(i));
        return sum;
      },
      std::plus<>(), Neighbours::kBlock);
}

// Of a vector of neighbours, for their strains: what does not depend on velocities.
struct Pairs {
  simd::Lanes dx, dy, dz, weight;

  WEIR_INLINE Pairs(const Flow& flow, const Float4& p, simd::Lanes mu, simd::Lanes their_mu, const simd::Quad& q) {
    const float h = flow.kernel.support();
    dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    const simd::Lanes tiny = simd::set(flow.kernel.tiny());
    const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, simd::mul_add(dz, dz, tiny)));
    const simd::Lanes below = (r2 + simd::set(0.01f * h * h)) * (mu + their_mu);
    weight = flow.kernel.steepness(r2) * their_mu * simd::inverse(below);
  }
};

// sum_j w_ij mu_j / (mu_i + mu_j) ((u_i - u_j) . x_ij) x_ij, but for a constant factor.
struct Strain {
  simd::Lanes x = simd::zero(), y = x, z = x;

  WEIR_INLINE void add(const Pairs& pairs, const Float4& own, const simd::Quad& u) {
    const simd::Lanes ux = own.x - u.x, uy = own.y - u.y;
    const simd::Lanes uz = own.z - u.z;
    const simd::Lanes along = simd::mul_add(ux, pairs.dx, simd::mul_add(uy, pairs.dy, uz * pairs.dz));
    const simd::Lanes s = pairs.weight * along;
    x = simd::mul_add(s, pairs.dx, x), y = simd::mul_add(s, pairs.dy, y), z = simd::mul_add(s, pairs.dz, z);
  }
  Vec3f sum(const Flow& flow) const { return simd::sums(x, y, z) * -flow.kernel.steepness_scale(); }
};

// Velocities, with the viscosities in w, around a block of particles; and others.
struct NearbyVelocities : NearbyPoints {
  NearbyVelocities(const Flow& flow, size_t i, std::span<const Float4> velocity)
      : NearbyPoints(flow, i), u(copy<1>(velocity)) {}
  const Float4* u;
};
struct NearbyTwoVelocities : NearbyVelocities {
  NearbyTwoVelocities(const Flow& flow, size_t i, std::span<const Float4> velocity, std::span<const Float4> second)
      : NearbyVelocities(flow, i, velocity), other(copy<2>(second)) {}
  const Float4* other;
};

// `u` is the particle's own.
WEIR_INLINE Vec3f sum_of_strains(const Flow& flow, const NearbyVelocities& near, const Float4& u, size_t i) {
  Strain strain;
  const std::span<const uint16_t> list = near.of(i);
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad v = simd::pick(near.u, &list[k]);
    strain.add(Pairs(flow, flow.point[i], simd::set(u.w), v.w, simd::pick(near.point, &list[k])), u, v);
  }
  return strain.sum(flow);
}

struct TwoStrains {
  Vec3f first, second;
};
WEIR_INLINE TwoStrains sums_of_strains(const Flow& flow, const NearbyTwoVelocities& near, const Float4& u,
                                       const Float4& other, size_t i) {
  Strain first, second;
  const std::span<const uint16_t> list = near.of(i);
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad v = simd::pick(near.u, &list[k]);
    const Pairs pairs(flow, flow.point[i], simd::set(u.w), v.w, simd::pick(near.point, &list[k]));
    first.add(pairs, u, v);
    second.add(pairs, other, simd::pick(near.other, &list[k]));
  }
  return {first.sum(flow), second.sum(flow)};
}

}  // namespace

ViscosityResult Viscosity::apply(const ViscositySettings& settings, std::span<const uint8_t> phase,
                                 std::span<Vec3f> velocity, std::span<Vec3f> change) {
  begin(settings, phase, velocity, change);
  const double plain = begin_residual();
  const double allowed = settings.tolerance * settings.tolerance * plain;
  double left = try_change(change);
  const auto apply_friction = [&] {
    find_friction();
    return curvature();
  };
  const GradientsOutcome outcome =
      conjugate_gradients(LinearSystem{.is_solved = [&] { return !(left > allowed); },
                                       .precondition = [&] { return left; },
                                       .turn = [&](double keep) { turn(keep); },
                                       .apply = apply_friction,
                                       .advance = [&](double length) { left = advance(length, change); }},
                          settings.max_iterations);
  finish(velocity, change);
  return {outcome.iterations, plain > 0 ? std::sqrt(left / plain) : 0};
}

// The direction is the change of the last step, and what friction does to it is found together with what it does to the
// velocity itself, since both want the same neighbours. The latter is the residual of no change at all.
void Viscosity::begin(const ViscositySettings& settings, std::span<const uint8_t> phase,
                      std::span<const Vec3f> velocity, std::span<const Vec3f> change) {
  pair_ = static_cast<float>(settings.step) * factor_ * flow_.volume * flow_.volume;
  wall_ = static_cast<float>(settings.step) * factor_ * flow_.volume * settings.wall_friction;
  const size_t n = flow_.size();
  direction_.resize(n);
  start_.resize(n);
  friction_.resize(n);
  residual_.resize(n);
  parallel_for(n, [&](size_t i) {
    const float mu = settings.own.empty() ? settings.viscosity[phase[i]] : settings.own[i];
    start_[i] = float4(velocity[i], mu);
    direction_[i] = float4(change[i], mu);
  });
  const std::vector<Stress>& stress = flow_.boundary.stress;
  const auto find = [&](const NearbyTwoVelocities& near, size_t i) {
    const float mu = start_[i].w;
    if (mu == 0) {
      residual_[i] = friction_[i] = {};
      return;
    }
    const TwoStrains strains = sums_of_strains(flow_, near, start_[i], direction_[i], i);
    residual_[i] = strains.first * (2 * mu * pair_);
    friction_[i] = strains.second * (2 * mu * pair_);
    if (stress.empty()) return;
    residual_[i] += stress[i] * xyz(start_[i]) * (mu * wall_);
    friction_[i] += stress[i] * xyz(direction_[i]) * (mu * wall_);
  };
  for_each_block(n, [&](size_t first, size_t last) {
    const NearbyTwoVelocities near(flow_, first, start_, direction_);
    for (size_t i = first; i < last; ++i) find(near, i);
  });
}

// Turns the friction of the velocity into the residual. Returns r . M^-1 r, as advance() does.
double Viscosity::begin_residual() {
  body_.clear();
  for (size_t b = 0; b < bodies_.size(); ++b) {
    body_.push_back(
        {bodies_.mass(b), bodies_.inverse_inertia(b), bodies_.centre(b), bodies_.motion(b), {}, {}, {}, {}});
  }
  find_friction_of_bodies(start_, residual_);
  for (Body& body : body_) {
    body.residual = {-body.friction.force, -body.friction.torque};
    body.direction = {};
  }
  const std::vector<Vec3f>& pull = flow_.boundary.pull;
  const double sum = sum_over(flow_.size(), [&](size_t i) {
    residual_[i] = -residual_[i];
    if (!pull.empty()) residual_[i] += pull[i] * (wall_ * start_[i].w);
    return length_squared(residual_[i]) * flow_.inverse_mass[i];
  });
  return sum + advance_bodies(0);
}

// Goes along the change of the last step as far as it pays. Returns r . M^-1 r.
double Viscosity::try_change(std::span<Vec3f> change) {
  find_friction_of_bodies(direction_, friction_);
  const double along = sum_over(flow_.size(), [&](size_t i) {
    change[i] = {};
    return dot(xyz(direction_[i]), residual_[i]);
  });
  return advance(along > 0 ? along / curvature() : 0, change);
}

void Viscosity::find_friction() {
  const std::vector<Stress>& stress = flow_.boundary.stress;
  for_each_block(flow_.size(), [&](size_t first, size_t last) {
    const NearbyVelocities near(flow_, first, direction_);
    for (size_t i = first; i < last; ++i) {
      const float mu = direction_[i].w;
      friction_[i] = mu > 0 ? sum_of_strains(flow_, near, direction_[i], i) * (2 * mu * pair_) : Vec3f{};
      if (mu > 0 && !stress.empty()) friction_[i] += stress[i] * xyz(direction_[i]) * (mu * wall_);
    }
  });
  find_friction_of_bodies(direction_, friction_);
}

// Of the direction d, d_i . (m_i d_i + friction_i) summed up: how steeply the energy to be minimised is curved.
double Viscosity::curvature() const {
  double sum = sum_over(flow_.size(), [&](size_t i) {
    const Vec3f d = xyz(direction_[i]);
    return dot(d, d / flow_.inverse_mass[i] + friction_[i]);
  });
  for (const Body& body : body_) {
    const RigidMotion& d = body.direction;
    sum += dot(d.velocity, body.momentum.force + body.friction.force);
    sum += dot(d.angular_velocity, body.momentum.torque + body.friction.torque);
  }
  return sum;
}

void Viscosity::find_friction_of_bodies(const std::vector<Float4>& direction, std::vector<Vec3f>& friction) {
  for (Body& body : body_) body.friction = {};
  for (const BodyContact& c : flow_.contacts) {
    Body& body = body_[c.body];
    const Float4& d = direction[c.particle];
    const Vec3d arm = static_cast<Vec3d>(xyz(flow_.point[c.particle])) - body.centre;
    const Vec3d at_body = body.direction.velocity + cross(body.direction.angular_velocity, arm);
    const Vec3f drag = c.stress * (xyz(d) - static_cast<Vec3f>(at_body)) * (d.w * wall_);
    friction[c.particle] += drag;
    body.friction.force -= static_cast<Vec3d>(drag);
    body.friction.torque -= cross(arm, static_cast<Vec3d>(drag));
  }
}

// Along the direction by a multiple of it. Returns r . M^-1 r of what is left then.
double Viscosity::advance(double length, std::span<Vec3f> change) {
  const auto by = static_cast<float>(length);
  const double liquid = sum_over(flow_.size(), [&](size_t i) {
    const Vec3f d = xyz(direction_[i]);
    change[i] += d * by;
    residual_[i] -= (d / flow_.inverse_mass[i] + friction_[i]) * by;
    return length_squared(residual_[i]) * flow_.inverse_mass[i];
  });
  return liquid + advance_bodies(length);
}

double Viscosity::advance_bodies(double length) {
  double sum = 0;
  for (Body& body : body_) {
    Load& r = body.residual;
    body.change.velocity += body.direction.velocity * length;
    body.change.angular_velocity += body.direction.angular_velocity * length;
    r.force -= (body.momentum.force + body.friction.force) * length;
    r.torque -= (body.momentum.torque + body.friction.torque) * length;
    sum += length_squared(r.force) / body.mass + dot(r.torque, body.inverse_inertia * r.torque);
  }
  return sum;
}

// The next direction, conjugate to the last ones.
void Viscosity::turn(double beta) {
  const auto keep = static_cast<float>(beta);
  parallel_for(flow_.size(), [&](size_t i) {
    const Vec3f d = residual_[i] * flow_.inverse_mass[i] + xyz(direction_[i]) * keep;
    direction_[i] = float4(d, direction_[i].w);
  });
  for (Body& body : body_) {
    body.momentum.force = body.residual.force + body.momentum.force * beta;
    body.momentum.torque = body.residual.torque + body.momentum.torque * beta;
    body.direction = {body.momentum.force / body.mass, body.inverse_inertia * body.momentum.torque};
  }
}

// Friction between particles cancels in the sum of all residuals: what is left in it is momentum that the start brought
// in and that no solid has taken up. The liquid gets it back.
Vec3f Viscosity::unaccounted_velocity() const {
  struct Sum {
    Vec3d momentum{};
    double mass = 0;
  };
  Sum sum = parallel_reduce(
      flow_.size(), Sum{},
      [&](size_t begin, size_t end) {
        Sum s;
        for (size_t i = begin; i < end; ++i) {
          if (direction_[i].w == 0) continue;
          s.momentum += static_cast<Vec3d>(residual_[i]);
          s.mass += static_cast<double>(1 / flow_.inverse_mass[i]);
        }
        return s;
      },
      [](const Sum& a, const Sum& b) {
        return Sum{a.momentum + b.momentum, a.mass + b.mass};
      },
      Neighbours::kBlock);
  for (const Body& body : body_) sum.momentum += body.residual.force;
  return sum.mass > 0 ? static_cast<Vec3f>(sum.momentum / sum.mass) : Vec3f{};
}

void Viscosity::finish(std::span<Vec3f> velocity, std::span<Vec3f> change) {
  const Vec3f shift = unaccounted_velocity();
  parallel_for(flow_.size(), [&](size_t i) {
    if (direction_[i].w > 0) change[i] += shift;
    velocity[i] += change[i];
  });
  for (size_t b = 0; b < body_.size(); ++b) {
    RigidMotion motion = bodies_.motion(b);
    motion.velocity += body_[b].change.velocity;
    motion.angular_velocity += body_[b].change.angular_velocity;
    bodies_.set_motion(b, motion);
  }
}

}  // namespace weir::sph
