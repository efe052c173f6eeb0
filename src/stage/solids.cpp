// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "stage/solids.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.h"
#include "geometry/fields.h"
#include "stage/in_scene.h"

namespace weir {

namespace {

// Points are handled in pieces that fit the stack, so that a pass over particles allocates nothing.
constexpr size_t kPiece = 256;

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

}  // namespace

static float distance_to(const Box3f& box, const Vec3f& p) {
  return length(max(max(box.lower - p, p - box.upper), Vec3f{}));
}

Solids::Solids(const Scene& scene, ShapeBuilder& builder)
    : builder_(builder),
      normal_step_(static_cast<float>(0.05 * scene.solver.spacing)),
      near_(static_cast<float>(8 * scene.solver.spacing)) {
  const double frame = scene.frames.first;
  const auto add = [&](const Shape* shape, bool moving, bool deforming, const FieldPtr& field) {
    solids_.push_back({shape, moving, deforming, field, field, frame, frame, 0, 1, field->bounds()});
  };
  if (scene.domain && scene.domain->walls == Walls::closed) {
    add(nullptr, false, false, std::make_shared<Container>(scene.domain_box()));
  }
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    const Shape& shape = scene.solids[i].shape;
    in_scene(scene, fmt::format("solids[{}].shape", i), problems,
             [&] { add(&shape, moves(shape), deforms(shape), builder.field(shape, frame)); });
  }
  if (!problems.empty()) throw InputError(problems);
}

void Solids::move_to(double frame_begin, double frame_end) {
  for (Entry& solid : solids_) {
    if (!solid.moves) continue;
    if (solid.deforms) {
      const double whole = std::floor(frame_begin + 1e-6);
      place(solid, whole, whole + 1);
      solid.step_begin = static_cast<float>(frame_begin - whole);
      solid.step_end = static_cast<float>(frame_end - whole);
    } else {
      place(solid, frame_begin, frame_end);
    }
    solid.bounds = solid.begin->bounds();
    solid.bounds.include(solid.end->bounds());
  }
}

void Solids::place(Entry& solid, double frame_begin, double frame_end) const {
  if (solid.begin_frame == frame_begin && solid.end_frame == frame_end) return;
  solid.begin = solid.end_frame == frame_begin ? solid.end : builder_.field(*solid.shape, frame_begin);
  solid.end = frame_end == frame_begin ? solid.begin : builder_.field(*solid.shape, frame_end);
  solid.begin_frame = frame_begin;
  solid.end_frame = frame_end;
}

void Solids::distance(std::span<const Vec3f> points, std::span<float> at_begin, std::span<float> change) const {
  std::fill(at_begin.begin(), at_begin.end(), Field::kUnbounded);
  std::fill(change.begin(), change.end(), 0.0f);
  // The nearest over the whole step: a solid that will arrive counts before one that merely is closer now.
  const auto offer = [&](size_t i, float begin, float grow) {
    if (begin + std::min(grow, 0.0f) < at_begin[i] + std::min(change[i], 0.0f)) {
      at_begin[i] = begin;
      change[i] = grow;
    }
  };
  in_pieces(points.size(), [&](size_t at, size_t count) {
    std::array<uint32_t, kPiece> index;
    std::array<Vec3f, kPiece> close;
    std::array<float, kPiece> begin, end;
    for (const Entry& solid : solids_) {
      size_t n = 0;
      for (size_t i = at; i < at + count; ++i) {
        const float bound = distance_to(solid.bounds, points[i]);
        if (bound > near_) {
          offer(i, bound, 0);
          continue;
        }
        index[n] = static_cast<uint32_t>(i);
        close[n++] = points[i];
      }
      solid.begin->distance(std::span(close).first(n), std::span(begin).first(n));
      if (solid.moves) solid.end->distance(std::span(close).first(n), std::span(end).first(n));
      for (size_t i = 0; i < n; ++i) {
        const float whole = solid.moves ? end[i] - begin[i] : 0;
        offer(index[i], begin[i] + whole * solid.step_begin, whole * (solid.step_end - solid.step_begin));
      }
    }
  });
}

void Solids::contact(std::span<const Vec3f> points, std::span<Vec3f> normal, std::span<Vec3f> velocity) const {
  in_pieces(points.size(), [&](size_t at, size_t count) {
    std::array<float, kPiece> best, distance;
    std::array<const Entry*, kPiece> nearest;
    std::fill_n(best.begin(), count, Field::kUnbounded);
    std::fill_n(nearest.begin(), count, nullptr);
    const auto piece = points.subspan(at, count);
    for (const Entry& solid : solids_) {
      solid.end->distance(piece, std::span(distance).first(count));
      for (size_t i = 0; i < count; ++i) {
        if (distance[i] >= best[i]) continue;
        best[i] = distance[i];
        nearest[i] = &solid;
      }
    }
    std::array<uint32_t, kPiece> index;
    std::array<Vec3f, kPiece> its_points, its_normals, its_velocities;
    for (const Entry& solid : solids_) {
      size_t n = 0;
      for (size_t i = 0; i < count; ++i) {
        if (nearest[i] != &solid) continue;
        index[n] = static_cast<uint32_t>(at + i);
        its_points[n++] = piece[i];
      }
      if (n == 0) continue;
      normals(*solid.end, std::span(its_points).first(n), normal_step_, std::span(its_normals).first(n));
      std::fill_n(its_velocities.begin(), n, Vec3f{});
      if (solid.moves) solid.end->velocity(std::span(its_points).first(n), std::span(its_velocities).first(n));
      for (size_t i = 0; i < n; ++i) {
        normal[index[i]] = its_normals[i];
        velocity[index[i]] = its_velocities[i];
      }
    }
  });
}

}  // namespace weir
