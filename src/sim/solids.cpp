// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/shapes/fields.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"

namespace weir {

namespace {

// Points are handled in pieces that fit the stack, so that a pass over particles allocates nothing.
constexpr size_t kPiece = kFieldChunk;

template <class Body>
void in_pieces(size_t count, Body&& body) {
  for (size_t at = 0; at < count; at += kPiece) body(at, std::min(kPiece, count - at));
}

// Everything outside a box.
class Container final : public Field {
 public:
  explicit Container(const Box3d& box) : box_(box_field(box)) {}
  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    box_->distance(points, distance);
    for (float& d : distance) d = -d;
  }
  Box3f bounds() const override {
    constexpr float k = kUnbounded;
    return {{-k, -k, -k}, {k, k, k}};
  }

 private:
  FieldPtr box_;
};

float distance_to(const Box3f& box, const Vec3f& p) { return length(max(max(box.lower - p, p - box.upper), Vec3f{})); }

float distance_between(const Box3f& a, const Box3f& b) {
  return length(max(max(a.lower - b.upper, b.lower - a.upper), Vec3f{}));
}

Box3f box_around(std::span<const Vec3f> points) {
  Box3f box;
  for (const Vec3f& p : points) box.include(p);
  return box;
}

// Whether all of a box is farther from the points in another than these distances.
bool is_farther(const Box3f& box, const Box3f& around, std::span<const float> distance) {
  return distance_between(box, around) > std::max(0.0f, *std::max_element(distance.begin(), distance.end()));
}

// Where a solid is nearer to points of a piece than `best` (m), takes its distance instead and calls is_nearer(index).
// With `bounded`, points are not asked that its bounds are farther from.
template <class IsNearer>
void offer_distance(const MovingShape& solid, bool bounded, std::span<const Vec3f> points,
                    std::span<const float> moment, std::span<float> best, IsNearer&& is_nearer) {
  std::array<uint32_t, kPiece> index;
  std::array<Vec3f, kPiece> close;
  std::array<float, kPiece> moments, distance;
  size_t n = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    if (bounded && distance_to(solid.bounds(), points[i]) > std::max(best[i], 0.0f)) continue;
    index[n] = static_cast<uint32_t>(i);
    moments[n] = moment[i];
    close[n++] = points[i];
  }
  solid.distance(std::span(close).first(n), std::span(moments).first(n), std::span(distance).first(n));
  for (size_t k = 0; k < n; ++k) {
    if (distance[k] >= best[index[k]]) continue;
    best[index[k]] = distance[k];
    is_nearer(index[k]);
  }
}

// s until something at this speed (m/s) and acceleration (m/s2) can have covered `way` metres.
float time_to_cover(float way, float speed, float acceleration) {
  if (way <= 0) return 0;
  return 2 * way / (speed + std::sqrt(speed * speed + 2 * acceleration * way) + 1e-20f);
}

}  // namespace

Solids::Solids(const Scene& scene, ShapeBuilder& builder)
    : rate_(scene.frames.rate),
      normal_step_(static_cast<float>(0.05 * scene.solver.spacing)),
      near_(static_cast<float>(8 * scene.solver.spacing)),
      wall_box_(scene.solid_box()) {
  if (scene.domain && scene.domain->walls.any_solid()) walls_ = std::make_shared<Container>(wall_box_);
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    const std::string path = fmt::format("solids[{}].shape", i);
    in_scene(scene, path, problems, [&] {
      solids_.emplace_back(scene.solids[i].shape, location_in(scene, path), builder, scene.frames.first,
                           scene.frames.rate);
      is_rigid_.push_back(scene.solids[i].rigid.has_value());
    });
  }
  if (!problems.empty()) throw InputError(problems);
}

void Solids::move_to(double frame_begin, double frame_end, std::span<const RigidPose> rigid) {
  for (MovingShape& solid : solids_) solid.move_to(frame_begin, frame_end);
  for (const RigidPose& pose : rigid) {
    solids_[pose.solid].move_between(pose.begin, pose.end, (frame_end - frame_begin) / rate_);
  }
}

bool Solids::any_moves() const {
  for (size_t i = 0; i < solids_.size(); ++i) {
    if (solids_[i].moves() && !is_rigid_[i]) return true;
  }
  return false;
}

bool Solids::moves_near(const Box3f& box, float reach, RigidOnes rigid) const {
  for (size_t i = 0; i < solids_.size(); ++i) {
    if (!solids_[i].moves() || (is_rigid_[i] && rigid == RigidOnes::stand)) continue;
    if (distance_between(bounds(i), box) < reach) return true;
  }
  return false;
}

void Solids::clearance(const Travellers& t, float margin, std::span<float> gap, std::span<float> time) const {
  std::fill(gap.begin(), gap.end(), Field::kUnbounded);
  std::fill(time.begin(), time.end(), Field::kUnbounded);
  const auto offer = [&](size_t i, float distance, float approach) {
    gap[i] = std::min(gap[i], distance);
    time[i] = std::min(time[i], time_to_cover(distance - margin, t.speed[i] + approach, t.acceleration[i]));
  };
  in_pieces(t.position.size(), [&](size_t at, size_t count) {
    std::array<uint32_t, kPiece> index;
    std::array<Vec3f, kPiece> close;
    std::array<float, kPiece> moment, distance, approach;
    if (walls_) {
      walls_->distance(t.position.subspan(at, count), std::span(distance).first(count));
      for (size_t i = 0; i < count; ++i) offer(at + i, distance[i], 0);
    }
    for (const MovingShape& solid : solids_) {
      size_t n = 0;
      for (size_t i = at; i < at + count; ++i) {
        const float bound = distance_to(solid.bounds(), t.position[i]);
        if (bound > near_) {
          offer(i, bound, 0);
          continue;
        }
        index[n] = static_cast<uint32_t>(i);
        moment[n] = t.moment[i];
        close[n++] = t.position[i];
      }
      solid.approach(std::span(close).first(n), std::span(moment).first(n), std::span(distance).first(n),
                     std::span(approach).first(n));
      for (size_t i = 0; i < n; ++i) offer(index[i], distance[i], approach[i]);
    }
  });
}

void Solids::gaps(std::span<const Vec3f> points, float reach, std::span<float> gap) const {
  std::fill(gap.begin(), gap.end(), Field::kUnbounded);
  if (walls_) {
    in_pieces(points.size(),
              [&](size_t at, size_t count) { walls_->distance(points.subspan(at, count), gap.subspan(at, count)); });
  }
  find_nearer_solids(points, reach, gap);
}

void Solids::gaps_without_walls(std::span<const Vec3f> points, float reach, std::span<float> gap) const {
  std::fill(gap.begin(), gap.end(), Field::kUnbounded);
  find_nearer_solids(points, reach, gap);
}

// Than `gap` tells so far.
void Solids::find_nearer_solids(std::span<const Vec3f> points, float reach, std::span<float> gap) const {
  if (solids_.empty()) return;
  in_pieces(points.size(), [&](size_t at, size_t count) {
    const Box3f around = box_around(points.subspan(at, count));
    const float asked = std::min(reach, near_);
    std::array<uint32_t, kPiece> index;
    std::array<Vec3f, kPiece> close;
    std::array<float, kPiece> end, distance;
    end.fill(1);
    for (const MovingShape& solid : solids_) {
      if (distance_between(solid.bounds(), around) > reach) continue;
      size_t n = 0;
      for (size_t i = at; i < at + count; ++i) {
        const float bound = distance_to(solid.bounds(), points[i]);
        if (bound > asked) {
          gap[i] = std::min(gap[i], bound);
          continue;
        }
        index[n] = static_cast<uint32_t>(i);
        close[n++] = points[i];
      }
      solid.distance(std::span(close).first(n), std::span(end).first(n), std::span(distance).first(n));
      for (size_t i = 0; i < n; ++i) gap[index[i]] = std::min(gap[index[i]], distance[i]);
    }
  });
}

void Solids::contact(std::span<const Vec3f> points, std::span<const float> moment, std::span<Vec3f> normal,
                     std::span<Vec3f> velocity) const {
  std::fill(velocity.begin(), velocity.end(), Vec3f{});
  in_pieces(points.size(), [&](size_t at, size_t count) {
    std::array<float, kPiece> best;
    std::array<const MovingShape*, kPiece> nearest;  // null: the walls
    std::fill_n(best.begin(), count, Field::kUnbounded);
    std::fill_n(nearest.begin(), count, nullptr);
    const auto piece = points.subspan(at, count);
    const auto moments = moment.subspan(at, count);
    if (walls_) walls_->distance(piece, std::span(best).first(count));
    const Box3f around = box_around(piece);
    for (size_t s = 0; s < solids_.size(); ++s) {
      const MovingShape& solid = solids_[s];
      // There may be many rigid ones, and few of them near.
      if (is_rigid_[s] && is_farther(solid.bounds(), around, std::span(best).first(count))) continue;
      offer_distance(solid, is_rigid_[s], piece, moments, std::span(best).first(count),
                     [&](size_t i) { nearest[i] = &solid; });
    }
    for (size_t i = 0; i < count; ++i) {
      const auto one = piece.subspan(i, 1);
      if (nearest[i]) nearest[i]->velocity(one, moments.subspan(i, 1), velocity.subspan(at + i, 1));
      if (normal.empty()) continue;
      if (nearest[i]) {
        nearest[i]->normals(one, moments.subspan(i, 1), normal_step_, normal.subspan(at + i, 1));
      } else if (walls_) {
        normals(*walls_, one, normal_step_, normal.subspan(at + i, 1));
      }
    }
  });
}

void Solids::nearest(std::span<const Vec3f> points, std::span<const float> moment, std::span<int> solid) const {
  std::fill(solid.begin(), solid.end(), -1);
  in_pieces(points.size(), [&](size_t at, size_t count) {
    std::array<float, kPiece> best;
    std::fill_n(best.begin(), count, Field::kUnbounded);
    if (walls_) walls_->distance(points.subspan(at, count), std::span(best).first(count));
    const Box3f around = box_around(points.subspan(at, count));
    for (size_t s = 0; s < solids_.size(); ++s) {
      if (is_farther(bounds(s), around, std::span(best).first(count))) continue;
      offer_distance(solids_[s], true, points.subspan(at, count), moment.subspan(at, count),
                     std::span(best).first(count), [&](size_t i) { solid[at + i] = static_cast<int>(s); });
    }
  });
}

void Solids::mark_inside(std::span<const Vec3f> points, std::span<uint8_t> inside, float clearance,
                         float moment) const {
  in_pieces(points.size(), [&](size_t at, size_t count) {
    std::array<float, kPiece> distance, moments;
    moments.fill(moment);
    const auto mark = [&] {
      for (size_t i = 0; i < count; ++i) inside[at + i] |= distance[i] < clearance;
    };
    if (walls_) {
      walls_->distance(points.subspan(at, count), std::span(distance).first(count));
      mark();
    }
    for (const MovingShape& solid : solids_) {
      solid.distance(points.subspan(at, count), std::span(moments).first(count), std::span(distance).first(count));
      mark();
    }
  });
}

}  // namespace weir
