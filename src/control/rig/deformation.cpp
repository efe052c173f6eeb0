// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/deformation.h"

#include <algorithm>
#include <cmath>

#include "control/rig/blend.h"
#include "control/rig/curl_noise.h"
#include "weir/base/parallel.h"

namespace weir::rig {

namespace {

constexpr double kRadians = kPi / 180;
const Vec3d kOutOfPlane{0, 0, 1};

// grad p x grad q (Eq. 6) of p = g e and q = g f (Eqs. 4, 5). In 2D e is z: blending it too would leave divergence in
// the plane. Then q has g twice, since it alone must bring the velocity to rest smoothly.
Vec3d blended(const Scalar& g, const Scalar& e, const Scalar& f, bool flat) {
  if (flat) {
    return cross(e.gradient, f.gradient * (g.value * g.value) + g.gradient * (2 * g.value * f.value));
  }
  return cross(e.gradient * g.value + g.gradient * e.value, f.gradient * g.value + g.gradient * f.value);
}

// Eq. 1 with u x w = v. Which of the directions across v is u makes no difference to Eq. 6.
Vec3d translation(const Vec3d& d, const Vec3d& velocity, const Scalar& g, bool flat) {
  const double speed = length(velocity);
  if (speed == 0 || (g.value == 0 && g.gradient == Vec3d{})) return {};
  const Vec3d v = velocity / speed;
  const Vec3d aside = std::abs(v.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d u = flat ? kOutOfPlane : normalized(cross(v, aside));
  const Vec3d w = cross(v, u);
  return blended(g, along(d, u), along(d, w), flat) * speed;
}

// Eq. 2, with the f that gives a rotation, about an axis of unit length.
Vec3d rotation(const Vec3d& d, const Vec3d& axis, double turn, const Scalar& g, bool flat) {
  const Vec3d across = d - axis * dot(d, axis);
  return blended(g, along(d, axis), {0.5 * length_squared(across), across}, flat) * turn;
}

// A moment, and what holds for all fields.
struct At {
  double frame, rate;  // frames a second
  bool flat;
  uint64_t seed;
};
using FieldNow = std::function<Vec3d(const Vec3d&)>;  // none when it is at rest

FieldNow flow(const rig::Move& move, const At& at) {
  const Vec3d by = value_at(move.by, at.frame);  // the region goes along with what it moves
  const Vec3d velocity = rate_at(move.by, at.frame);
  if (velocity == Vec3d{}) return {};
  return [=, &move, flat = at.flat](const Vec3d& x) {
    const Vec3d d = x - move.centre - by;
    const Scalar r = move.end ? distance_to_segment(x, move.centre + by, *move.end + by) : distance_to_point(d);
    return translation(d, velocity, reach(r, move.inner, move.outer), flat);
  };
}

FieldNow flow(const rig::Stamp& stamp, const At& at) {
  const Vec3d centre = stamp.centre + value_at(stamp.by, at.frame), velocity = rate_at(stamp.by, at.frame);
  if (velocity == Vec3d{}) return {};
  return [=, &stamp, flat = at.flat](const Vec3d& x) {
    const Scalar g = reach(in_half_sizes(x - centre, stamp.size * 0.5), 1, 1 + stamp.falloff);
    return translation(x - centre, velocity, g, flat);
  };
}

// The plane turns half as far as what is beyond it: it goes on halving the bend, however far that is.
FieldNow flow(const rig::Bend& bend, const At& at) {
  const double turn = rate_at(bend.degrees, at.frame) * kRadians;
  if (turn == 0) return {};
  const Vec3d axis = normalized(bend.axis);
  const double angle = value_at(bend.degrees, at.frame) * kRadians;
  const Vec3d normal = Quatd::from_axis_angle(axis, 0.5 * angle).matrix() * normalized(bend.normal);
  return [=, &bend, flat = at.flat](const Vec3d& x) {
    const Vec3d d = x - bend.centre;
    return rotation(d, axis, turn, reach(along(d, normal), bend.to, bend.from), flat);
  };
}

// p = integral of the turn over the way along the axis, q = f of Eq. 2: any turn that is the same all around the axis
// has no divergence. Blended as in Eqs. 4 and 5 it would go the other way round near the border, where g' e outweighs
// g.
FieldNow flow(const rig::Twist& twist, const At& at) {
  const double whole = rate_at(twist.degrees, at.frame) * kRadians;
  if (whole == 0) return {};
  const Vec3d axis = normalized(twist.axis);
  return [=, &twist](const Vec3d& x) {
    const Vec3d d = x - twist.centre;
    const Scalar height = along(d, axis);
    double turn = reach(height, twist.to, twist.from).value;
    if (twist.inner && twist.outer) {
      turn *= reach({length(d - axis * height.value), {}}, *twist.inner, *twist.outer).value;
    }
    turn *= turn;  // as smooth where it ends as the others
    return cross(axis, d) * (turn * whole);
  };
}

// Burgers' vortex core with a stream function of Stokes for rise, inflow and outflow: psi = W R^2 / 2 (1 - exp(-s))
// h(z) with s = (radius / R)^2 and h a bump over the height.
FieldNow flow(const rig::Tornado& tornado, const At& at) {
  const Vec3d axis = normalized(tornado.axis);
  const double turn = 2 * kPi * value_at(tornado.turns, at.frame), lift = value_at(tornado.lift, at.frame);
  return [=, &tornado, rate = at.rate](const Vec3d& x) {
    const Vec3d d = x - tornado.centre;
    const double height = dot(d, axis), share = height / tornado.height;
    const Vec3d across = d - axis * height;
    const double s = length_squared(across) / (tornado.radius * tornado.radius);
    const double core = s > 1e-8 ? -std::expm1(-s) / s : 1 - 0.5 * s;  // (1 - exp(-s)) / s
    const Ramp foot = smooth_ramp(share * 3), head = smooth_ramp((1 - share) * 3);
    const double bump = foot.value * head.value;
    const double slope = 3 * (foot.slope * head.value - foot.value * head.slope) / tornado.height;
    const Vec3d velocity = cross(axis, d) * (turn * core * bump) + axis * (lift * std::exp(-s) * bump) -
                           across * (0.5 * lift * core * slope);
    return velocity / rate;
  };
}

FieldNow flow(const rig::CurlNoise& noise, const At& at) {
  const double time = at.frame / at.rate * noise.change, speed = value_at(noise.speed, at.frame) / at.rate;
  return [=, &noise, seed = at.seed + static_cast<uint64_t>(noise.pattern), flat = at.flat](const Vec3d& x) {
    return curl_noise(x / noise.size, time, seed, flat) * speed;
  };
}

}  // namespace

RigFlow::RigFlow(std::span<const RigDeformation> deformations, int dimensions, double frames_per_second, uint64_t seed)
    : deformations_(deformations), flat_(dimensions == 2), rate_(frames_per_second), seed_(seed) {}

RigFlow::Moment RigFlow::at(double frame) const {
  Moment moment;
  moment.flat_ = flat_;
  for (const RigDeformation& deformation : deformations_) {
    const At when{frame, rate_, flat_, seed_};
    FieldNow field = std::visit([&](const auto& kind) { return flow(kind, when); }, deformation.kind);
    if (field) moment.fields_.push_back(std::move(field));
  }
  return moment;
}

Vec3d RigFlow::Moment::velocity(const Vec3d& x) const {
  Vec3d sum{};
  for (const auto& field : fields_) sum += field(x);
  if (flat_) sum.z = 0;
  return sum;
}

namespace {

struct Carried {
  Vec3d x;
  double error;  // m
};

// Dormand & Prince 1980, fifth order with an error of fourth order.
template <class Stages>
Carried dormand_prince(const Stages& at, const Vec3d& x, double step) {
  const Vec3d a = at[0].velocity(x);
  const Vec3d b = at[1].velocity(x + a * (step / 5));
  const Vec3d c = at[2].velocity(x + (a * (3.0 / 40) + b * (9.0 / 40)) * step);
  const Vec3d d = at[3].velocity(x + (a * (44.0 / 45) - b * (56.0 / 15) + c * (32.0 / 9)) * step);
  const Vec3d e = at[4].velocity(
      x + (a * (19372.0 / 6561) - b * (25360.0 / 2187) + c * (64448.0 / 6561) - d * (212.0 / 729)) * step);
  const Vec3d f = at[5].velocity(
      x +
      (a * (9017.0 / 3168) - b * (355.0 / 33) + c * (46732.0 / 5247) + d * (49.0 / 176) - e * (5103.0 / 18656)) * step);
  const Vec3d next =
      x + (a * (35.0 / 384) + c * (500.0 / 1113) + d * (125.0 / 192) - e * (2187.0 / 6784) + f * (11.0 / 84)) * step;
  const Vec3d g = at[5].velocity(next);
  const Vec3d error = a * (71.0 / 57600) - c * (71.0 / 16695) + d * (71.0 / 1920) - e * (17253.0 / 339200) +
                      f * (22.0 / 525) - g * (1.0 / 40);
  return {next, length(error) * std::abs(step)};
}

// Keys are often at the ends of the way: at the later one, what is beyond the key does not count.
double latest_of(double from, double to) { return std::max(from, to) - 1e-9; }

}  // namespace

RigFlow::Stages RigFlow::stages(double from, double step, double latest) const {
  Stages result;
  constexpr double kShare[]{0, 0.2, 0.3, 0.8, 8.0 / 9, 1};
  for (size_t i = 0; i < result.size(); ++i) result[i] = at(std::min(from + step * kShare[i], latest));
  return result;
}

// Each point takes steps of its own.
Vec3d RigFlow::carried(Vec3d x, double from, double to, double tolerance) const {
  if (!moves() || from == to) return x;
  const double whole = to - from;
  double done = 0, step = std::min(1.0, std::abs(whole)) * (whole < 0 ? -1 : 1);
  while (std::abs(done) < std::abs(whole)) {
    if (std::abs(done + step) > std::abs(whole)) step = whole - done;
    const auto [next, error] = dormand_prince(stages(from + done, step, latest_of(from, to)), x, step);
    constexpr double kShortest = 1e-5;  // frames: at a kink of keyframes nothing is gained by less
    if (error <= tolerance || std::abs(step) <= kShortest) {
      x = next;
      done = step == whole - done ? whole : done + step;
    }
    const double factor = error > 0 ? 0.9 * std::pow(tolerance / error, 0.2) : 4;
    step *= std::clamp(factor, 0.2, 4.0);
    if (std::abs(step) < kShortest) step = std::copysign(kShortest, whole);
  }
  return x;
}

// Mostly one step is enough for all points.
void RigFlow::carry(std::span<Vec3d> points, double from, double to, double tolerance) const {
  if (!moves() || from == to) return;
  const Stages all = stages(from, to - from, latest_of(from, to));
  const bool is_short = std::abs(to - from) <= 1;
  parallel_for(
      points.size(),
      [&](size_t i) {
        const Carried once = is_short ? dormand_prince(all, points[i], to - from) : Carried{{}, 2 * tolerance};
        points[i] = once.error <= tolerance ? once.x : carried(points[i], from, to, tolerance);
      },
      512);
}

std::string deformation_problem(const RigField& field, int dimensions) {
  if (dimensions != 2) return {};
  const auto leaves = [](const Vec3d& axis) { return axis.x != 0 || axis.y != 0; };
  if (std::holds_alternative<rig::Tornado>(field)) return "a tornado needs three dimensions";
  if (std::holds_alternative<rig::Twist>(field)) return "a twist needs three dimensions; in 2D use a bend";
  if (const auto* bend = std::get_if<rig::Bend>(&field); bend && leaves(bend->axis)) {
    return "in 2D a bend must turn about the z axis";
  }
  return {};
}

}  // namespace weir::rig
