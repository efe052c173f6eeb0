// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The shapes of a Setup (weir/sim/setup.h) as they are built for showing. Whoever makes one Setup after the other,
// while an artist edits the scene, keeps them here: what did not change is not built again.
//
//   SetupShapes shapes({.for_drawing = true});
//   Setup before = run::set_up(scene, 1, folder, {}, &shapes);
//   shapes.forget_unused();

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"
#include "weir/geometry/shapes/shape.h"

namespace weir {

struct SetupDetail {
  // Few triangles and sharp edges, for a graphics card, also in 2D; without it as smooth as a large picture shows it.
  bool for_drawing = false;
  size_t most_triangles = 40000;  // of one body for drawing
  // Does in the background what takes too long for a picture that is made many times a second, so that the next one can
  // show it; of several for the same place, only the last one matters. Without it such things are left out.
  using Later = std::function<void(const std::string& place, std::function<void()> work)>;
  Later later = {};
};

class SetupShapes {
 public:
  struct Form {
    Mesh mesh;
    std::vector<uint32_t> edges;  // two vertices each
  };

  explicit SetupShapes(const SetupDetail& detail = {});
  ~SetupShapes();

  bool for_drawing() const { return detail_.for_drawing; }
  const SetupDetail& detail() const { return detail_; }
  void set_rate(double frames_per_second);  // forgets all where it is another one

  FieldPtr field(const Shape& shape, double frame, double resolution);
  // `share`: of the most triangles.
  Form form(const Shape& shape, double frame, double resolution, double share = 1);
  // The same of a mesh that was made elsewhere; with nothing kept.
  Form form(const Mesh& mesh) const;
  // In 2D, for drawing: what of it is in the plane z = 0 and in the box.
  Form section(const Shape& shape, double frame, const Box3f& box, double cell);

  void forget_unused();  // what nobody asked for since the last time
  void forget_all();

 private:
  struct Kept;
  SetupDetail detail_;
  std::unique_ptr<Kept> kept_;
};

}  // namespace weir
