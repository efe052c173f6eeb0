// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/packed_points.h"

#include <algorithm>
#include <cmath>

#include "studio/draw/packed_shapes.h"
#include "weir/base/colour.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::studio {

namespace {

constexpr float kSteps = 65535;

Box3f box_around(const std::vector<Vec3f>& positions) {
  const Box3f box = parallel_reduce(
      positions.size(), Box3f{},
      [&](size_t begin, size_t end) {
        Box3f own;
        for (size_t i = begin; i < end; ++i) {
          if (!is_finite(positions[i]))
            throw InputError("", "a particle of this frame has a position that is not finite");
          own.include(positions[i]);
        }
        return own;
      },
      [](Box3f a, const Box3f& b) {
        a.include(b);
        return a;
      },
      16384);
  return box.empty() ? Box3f{{0, 0, 0}, {0, 0, 0}} : box;
}

uint16_t encode_colour(const Vec3f& linear) {
  const auto part = [](float value, int most) {
    return static_cast<int>(std::lround(to_srgb(std::clamp(value, 0.0f, 1.0f)) * static_cast<float>(most)));
  };
  return static_cast<uint16_t>(part(linear.x, 31) << 11 | part(linear.y, 63) << 5 | part(linear.z, 31));
}

}  // namespace

PlaceCode::PlaceCode(const Box3f& around) : box(around) {}

void PlaceCode::encode(const Vec3f& place, uint16_t* to) const {
  for (int axis = 0; axis < 3; ++axis) {
    const float size = box.upper[axis] - box.lower[axis];
    const float share = size > 0 ? (place[axis] - box.lower[axis]) / size : 0;
    to[axis] = static_cast<uint16_t>(std::clamp(share, 0.0f, 1.0f) * kSteps + 0.5f);
  }
}

Vec3f PlaceCode::decode(const uint16_t* from) const {
  Vec3f place;
  for (int axis = 0; axis < 3; ++axis)
    place[axis] = lerp(box.lower[axis], box.upper[axis], static_cast<float>(from[axis]) / kSteps);
  return place;
}

uint16_t encode_value(double value, const ValueRange& range) {
  const double share = range.high > range.low ? (value - range.low) / (range.high - range.low) : 0;
  return std::isfinite(share) ? static_cast<uint16_t>(std::clamp(share, 0.0, 1.0) * 65535 + 0.5) : uint16_t{0};
}

PackedPoints pack_points(const cache::ParticleCloud& cloud, const ValueRange& range, size_t limit) {
  const size_t all = cloud.position.size(), step = limit > 0 ? (all + limit - 1) / limit : 1;
  const size_t count = step > 0 ? (all + step - 1) / step : 0;
  PackedPoints packed{box_around(cloud.position), {}};
  packed.points.resize(count * 4);
  const PlaceCode code(packed.box);
  parallel_for(count, [&](size_t n) {
    const size_t i = n * step;
    uint16_t* to = &packed.points[4 * n];
    code.encode(cloud.position[i], to);
    to[3] = cloud.colour.empty() ? encode_value(static_cast<double>(cloud.value[i]), range)
                                 : encode_colour(cloud.colour[i]);
  });
  return packed;
}

Packed packed_particles(const cache::ParticleCloud& cloud, const std::string& by, const ValueRange& range,
                        size_t limit) {
  const PackedPoints points = pack_points(cloud, range, limit);
  Packed packed;
  packed.header = {{"count", cloud.position.size()},
                   {"lower", json_of(points.box.lower)},
                   {"upper", json_of(points.box.upper)},
                   {"by", by},
                   {"low", range.low},
                   {"high", range.high},
                   {"unit", unit_of_value(by)},
                   {"can", cloud.can}};
  packed.header["points"] = packed.add(points.points, 4);
  return packed;
}

}  // namespace weir::studio
