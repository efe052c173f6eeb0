// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/viscosity.h"

#include <functional>
#include <utility>

namespace weir {

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

// sum_j w_ij mu_j / (mu_i + mu_j) ((u_i - u_j) . x_ij) x_ij, for u with the viscosities in w.
HWY_INLINE Vec3f sum_of_strains(const Flow& flow, const Float4* u, size_t i) {
  const Float4 p = flow.point[i], own = u[i];
  const simd::Lanes px = simd::set(p.x), py = simd::set(p.y), pz = simd::set(p.z);
  const simd::Lanes ux = simd::set(own.x), uy = simd::set(own.y), uz = simd::set(own.z), mu = simd::set(own.w);
  const simd::Lanes softening = simd::set(0.01f * flow.kernel.support() * flow.kernel.support());
  simd::Lanes x = simd::zero(), y = x, z = x;
  const std::span<const uint32_t> list = flow.neighbours.of(i);
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad q = simd::pick(flow.point.data(), &list[k]);
    const simd::Quad v = simd::pick(u, &list[k]);
    const simd::Lanes dx = hn::Sub(px, q.x), dy = hn::Sub(py, q.y), dz = hn::Sub(pz, q.z);
    const simd::Lanes r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
    const simd::Lanes along =
        hn::MulAdd(hn::Sub(ux, v.x), dx, hn::MulAdd(hn::Sub(uy, v.y), dy, hn::Mul(hn::Sub(uz, v.z), dz)));
    const simd::Lanes weight = hn::Mul(hn::Mul(flow.kernel.gradient_factors(r2), v.w), along);
    const simd::Lanes s = hn::Div(weight, hn::Mul(hn::Add(r2, softening), hn::Add(mu, v.w)));
    x = hn::NegMulAdd(s, dx, x), y = hn::NegMulAdd(s, dy, y), z = hn::NegMulAdd(s, dz, z);
  }
  return simd::sums(x, y, z);
}

}  // namespace

ViscosityResult Viscosity::apply(const ViscositySettings& settings, std::span<const uint8_t> phase,
                                 std::span<Vec3f> velocity, std::span<Vec3f> change) {
  begin(settings, phase, velocity);
  const double plain = begin_residual();
  const double allowed = settings.tolerance * settings.tolerance * plain;
  double left = try_direction(change), beta = 0;
  ViscosityResult result;
  for (; left > allowed && result.iterations < settings.max_iterations; ++result.iterations) {
    turn(beta);
    const double before = left;
    left = advance(before / find_friction(), change);
    beta = left / before;
  }
  finish(velocity, change);
  if (plain > 0) result.error = std::sqrt(left / plain);
  return result;
}

// The first direction is the velocity itself: what friction does to it is the residual of no change at all.
void Viscosity::begin(const ViscositySettings& settings, std::span<const uint8_t> phase,
                      std::span<const Vec3f> velocity) {
  pair_ = static_cast<float>(settings.step) * factor_ * flow_.volume * flow_.volume;
  wall_ = static_cast<float>(settings.step) * factor_ * flow_.volume * settings.wall_friction;
  direction_.resize(flow_.size());
  friction_.resize(flow_.size());
  residual_.resize(flow_.size());
  parallel_for(flow_.size(), [&](size_t i) { direction_[i] = float4(velocity[i], settings.viscosity[phase[i]]); });
  body_.clear();
  for (size_t b = 0; b < bodies_.size(); ++b) {
    body_.push_back(
        {bodies_.mass(b), bodies_.inverse_inertia(b), bodies_.centre(b), bodies_.motion(b), {}, {}, {}, {}});
  }
}

// Returns r . M^-1 r, as advance() does.
double Viscosity::begin_residual() {
  find_friction();
  const std::vector<Vec3f>& pull = flow_.boundary.pull;
  const double sum = sum_over(flow_.size(), [&](size_t i) {
    residual_[i] = -friction_[i];
    if (!pull.empty()) residual_[i] += pull[i] * (wall_ * direction_[i].w);
    return length_squared(residual_[i]) * flow_.inverse_mass[i];
  });
  for (Body& body : body_) {
    body.residual = {-body.friction.force, -body.friction.torque};
    body.direction = {};
  }
  return sum + advance_bodies(0);
}

// Goes along the change of the last step as far as it pays. Returns r . M^-1 r.
double Viscosity::try_direction(std::span<Vec3f> change) {
  const double along = sum_over(flow_.size(), [&](size_t i) {
    const Vec3f last = std::exchange(change[i], {});
    direction_[i] = float4(last, direction_[i].w);
    return dot(last, residual_[i]);
  });
  return advance(along > 0 ? along / find_friction() : 0, change);
}

// Of the direction d, d_i . (m_i d_i + friction_i) summed up: how steeply the energy to be minimised is curved.
double Viscosity::find_friction() {
  const std::vector<Stress>& stress = flow_.boundary.stress;
  const double liquid = sum_over(flow_.size(), [&](size_t i) {
    const float mu = direction_[i].w;
    const Vec3f d = xyz(direction_[i]);
    friction_[i] = mu > 0 ? sum_of_strains(flow_, direction_.data(), i) * (2 * mu * pair_) : Vec3f{};
    if (mu > 0 && !stress.empty()) friction_[i] += stress[i] * d * (mu * wall_);
    return dot(d, d / flow_.inverse_mass[i] + friction_[i]);
  });
  return liquid + find_friction_of_bodies();
}

double Viscosity::find_friction_of_bodies() {
  for (Body& body : body_) body.friction = {};
  double sum = 0;
  for (const BodyContact& c : flow_.contacts) {
    Body& body = body_[c.body];
    const Float4& d = direction_[c.particle];
    const Vec3d arm = static_cast<Vec3d>(xyz(flow_.point[c.particle])) - body.centre;
    const Vec3d at_body = body.direction.velocity + cross(body.direction.angular_velocity, arm);
    const Vec3f slip = xyz(d) - static_cast<Vec3f>(at_body);
    const Vec3f friction = c.stress * slip * (d.w * wall_);
    friction_[c.particle] += friction;
    body.friction.force -= static_cast<Vec3d>(friction);
    body.friction.torque -= cross(arm, static_cast<Vec3d>(friction));
    sum += static_cast<double>(dot(slip, friction));
  }
  for (const Body& body : body_) {
    sum +=
        dot(body.direction.velocity, body.momentum.force) + dot(body.direction.angular_velocity, body.momentum.torque);
  }
  return sum;
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

}  // namespace weir
