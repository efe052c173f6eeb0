// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A template in the scene (3.5): which of its frames plays when, where its canonical space is, how strong it is
// at a point, and the control particles of the moment.

#pragma once

#include <memory>

#include "control/templates/director/control_frame.h"
#include "control/templates/director/templates_settings.h"
#include "sim/ride.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"

namespace weir::templates {

// The transform of an instance with its anchor worked in: canonical space to the scene. Without one it is where it was
// recorded, counted from the origin of the scene.
Transform transform_of(const TemplateInstance& settings, const Template& source, const Vec3d& origin);
// Lets a transform place this point of canonical space, not its origin.
void put_anchor(const Vec3d& anchor, Transform& transform);

class Instance {
 public:
  // InputError when the template does not fit the scene.
  Instance(const Scene& scene, const TemplateInstance& settings, std::shared_ptr<const Template> source);

  const TemplateInstance& settings() const { return settings_; }
  const Template& source() const { return *source_; }
  uint8_t phase() const { return phase_; }
  bool subtracts() const { return settings_.effect == TemplateEffect::subtract; }
  bool lends() const { return settings_.temporary && !subtracts(); }  // temporary particles

  // Whether it acts at this frame of the scene.
  bool acts_at(double frame) const;
  double last_frame() const;  // of the scene, at which it acts
  // Of its template, counted from 0, played at a frame of the scene.
  double template_frame(double frame) const;

  // Finds where everything is at a frame, and how it moves until `held` frames later: velocities are those of the
  // middle.
  void move_to(double frame, double held);
  Ride& carrier() { return carrier_; }

  // How much it acts on a point (0 to 1): 1 in its region, less in the falloff around it, to the power of gamma.
  float influence(const Vec3f& canonical) const;
  const Box3f& world_bounds() const { return world_bounds_; }  // of region and falloff
  const Box3f& region() const { return region_; }              // canonical
  Vec3f to_canonical(const Vec3f& world) const { return apply(to_canonical_, world); }
  Vec3f to_world(const Vec3f& canonical) const { return apply(to_world_, canonical); }
  // A velocity of the template (canonical, as recorded) as it is in the scene, at a point.
  Vec3f velocity_in_scene(const Vec3f& recorded, const Vec3f& canonical) const;
  // A direction of canonical space in the scene, in its proportions, with the mean length kept.
  Vec3f direction_in_scene(const Vec3f& canonical) const { return rotate(shape_, canonical); }

  double scale() const { return scale_; }  // mean of the transform
  double size() const;                     // m, mean edge of its region in the scene
  // Of a liquid particle, in canonical space.
  float liquid_volume() const { return liquid_volume_; }

  ControlFrame& control() { return control_; }
  const ControlFrame& control() const { return control_; }

 private:
  struct Map {
    Vec3f row[3];
    Vec3f offset;
  };
  static Map map_of(const Affine& affine);
  static Vec3f rotate(const Map& m, const Vec3f& x) { return {dot(m.row[0], x), dot(m.row[1], x), dot(m.row[2], x)}; }
  static Vec3f apply(const Map& m, const Vec3f& x) { return rotate(m, x) + m.offset; }
  void find_control(double template_frame, double velocity_frame);

  const Scene& scene_;
  const TemplateInstance& settings_;
  std::shared_ptr<const Template> source_;
  Transform transform_;
  uint8_t phase_;
  double first_, last_;    // of the template's frames, from 0
  size_t most_particles_;  // in a frame of the template
  Box3f region_, world_bounds_;
  double scale_ = 1;
  float liquid_volume_ = 0;
  Map to_world_, to_canonical_, shape_, drift_;  // drift: m/s of its points by its own motion, by canonical position
  float play_ = 1;                               // speed and direction of time
  Ride carrier_;
  ControlPointsInTime points_;
  ControlFrame control_;
};

}  // namespace weir::templates
