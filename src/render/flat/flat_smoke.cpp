// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/flat_smoke.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::render {

namespace {

constexpr int kTile = 8;  // voxels

// The voxels at z = 0 as one array.
class Sheet {
 public:
  explicit Sheet(const Smoke& smoke) : smoke_(smoke) {
    const Volume& volume = smoke.density;
    if (volume.tile.empty()) return;
    Vec3i last = first_ = volume.tile.front();
    for (const Vec3i& tile : volume.tile) {
      first_ = min(first_, tile);
      last = max(last, tile);
    }
    first_ = first_ * kTile - Vec3i{1, 1, 0};  // a frame of nothing around it
    width_ = (last.x + 1) * kTile - first_.x + 1;
    height_ = (last.y + 1) * kTile - first_.y + 1;
    values_.assign(static_cast<size_t>(width_) * static_cast<size_t>(height_), 0.0f);
    for (size_t t = 0; t < volume.tile.size(); ++t) {
      if (volume.tile[t].z != 0) continue;
      const Vec3i corner = volume.tile[t] * kTile - first_;
      for (int x = 0; x < kTile; ++x) {
        for (int y = 0; y < kTile; ++y) {
          const float value = volume.values[t * kVoxelsPerTile + static_cast<size_t>(64 * x + 8 * y)];
          values_[index(corner.x + x, corner.y + y)] = std::isfinite(value) ? std::max(0.0f, value) : 0.0f;
        }
      }
    }
  }

  const Smoke& smoke() const { return smoke_; }

  // Between voxels: linear.
  float density(const Vec3f& point) const {
    const Vec3f p = (point - smoke_.density.origin) / smoke_.density.voxel_size - Vec3f(first_);
    if (!(p.x >= 0 && p.y >= 0 && p.x < static_cast<float>(width_ - 1) && p.y < static_cast<float>(height_ - 1)))
      return 0;
    const int x = static_cast<int>(p.x), y = static_cast<int>(p.y);
    const float a = p.x - static_cast<float>(x), b = p.y - static_cast<float>(y);
    return std::lerp(std::lerp(values_[index(x, y)], values_[index(x + 1, y)], a),
                     std::lerp(values_[index(x, y + 1)], values_[index(x + 1, y + 1)], a), b);
  }

 private:
  size_t index(int x, int y) const {
    return static_cast<size_t>(x) + static_cast<size_t>(y) * static_cast<size_t>(width_);
  }

  const Smoke& smoke_;
  Vec3i first_{};
  int width_ = 0, height_ = 0;
  std::vector<float> values_;
};

}  // namespace

void draw_flat_smoke(Image& image, std::span<const Smoke> smoke, const Camera& camera) {
  std::vector<Sheet> sheets;
  for (const Smoke& s : smoke) sheets.emplace_back(s);
  if (sheets.empty()) return;
  parallel_for(
      static_cast<size_t>(image.height),
      [&](size_t row) {
        const auto y = static_cast<int>(row);
        for (int x = 0; x < image.width; ++x) {
          const Vec3f way =
              camera.direction(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, image.width, image.height);
          const Vec3f point = camera.position - way * (camera.position.z / way.z);
          float depth = 0;
          Vec3f colour{};
          for (const Sheet& sheet : sheets) {
            const float own = sheet.density(point) * sheet.smoke().extinction;
            depth += own;
            colour += sheet.smoke().colour * own;
          }
          if (depth > 0) image.at(x, y) = lerp(colour / depth, image.at(x, y), std::exp(-depth));
        }
      },
      4);
}

}  // namespace weir::render
