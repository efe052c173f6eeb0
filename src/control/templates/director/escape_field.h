// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// For liquid that is to leave a template's form: from anywhere inside, the vector to the nearest point outside of it
// that liquid can go to.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "weir/base/vec.h"

namespace weir::templates {

class EscapeField {
 public:
  // Cells are as wide as the support of the particles' kernel: none inside the form is empty by chance. `open` says
  // where liquid can go.
  EscapeField(std::span<const Vec3f> control, float support, int dimensions,
              const std::function<bool(const Vec3f&)>& open);

  // From x to the middle of the nearest empty cell; nothing outside of the form, or when none can be reached.
  Vec3f escape_from(const Vec3f& x) const;

 private:
  size_t index(const Vec3i& c) const {
    return (static_cast<size_t>(c.z) * static_cast<size_t>(cells_.y) + static_cast<size_t>(c.y)) *
               static_cast<size_t>(cells_.x) +
           static_cast<size_t>(c.x);
  }
  Vec3i cell(size_t index) const;
  Vec3i cell_of(const Vec3f& x) const;
  Vec3f middle(const Vec3i& c) const { return lower_ + (static_cast<Vec3f>(c) + Vec3f{0.5f, 0.5f, 0.5f}) * width_; }
  bool has(const Vec3i& c) const {
    return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < cells_.x && c.y < cells_.y && c.z < cells_.z;
  }
  void sweep(int direction);

  float width_;
  bool flat_;
  Vec3f lower_;
  Vec3i cells_;
  std::vector<Vec3i> escape_;  // from a cell to the nearest empty one, in cells
};

}  // namespace weir::templates
