// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The structs that have a Block, and the files that declare their parameters.

#pragma once

#include "weir/scene/parameter.h"
#include "weir/scene/scene.h"

namespace weir {

// shapes.cpp
template <>
const Block& block_of<Path>();
template <>
const Block& block_of<Transform>();
template <>
const Block& block_of<shapes::Box>();
template <>
const Block& block_of<shapes::Sphere>();
template <>
const Block& block_of<shapes::Cylinder>();
template <>
const Block& block_of<shapes::Capsule>();
template <>
const Block& block_of<shapes::Torus>();
template <>
const Block& block_of<shapes::Plane>();
template <>
const Block& block_of<shapes::Star>();
template <>
const Block& block_of<shapes::Text>();
template <>
const Block& block_of<shapes::Boat>();
template <>
const Block& block_of<shapes::Hand>();
template <>
const Block& block_of<shapes::Dolphin>();
template <>
const Block& block_of<shapes::Figure>();
template <>
const Block& block_of<shapes::MeshFile>();
template <>
const Block& block_of<shapes::Union>();
template <>
const Block& block_of<shapes::Intersection>();
template <>
const Block& block_of<shapes::Difference>();
template <>
const Block& block_of<Shape>();

// carried_parameters.cpp
template <>
const Block& block_of<HeatViscosity>();
template <>
const Block& block_of<Mixing>();

// phase_presets.cpp
template <>
const Block& block_of<Phase>();

// solver_settings.cpp
template <>
const Block& block_of<SolverSettings>();

// force_settings.cpp
template <>
const Block& block_of<forces::Push>();
template <>
const Block& block_of<forces::Wind>();
template <>
const Block& block_of<forces::Vortex>();
template <>
const Block& block_of<forces::Attract>();
template <>
const Block& block_of<Force>();

// probe_settings.cpp
template <>
const Block& block_of<probes::Height>();
template <>
const Block& block_of<probes::Pressure>();
template <>
const Block& block_of<probes::Flux>();
template <>
const Block& block_of<probes::Force>();
template <>
const Block& block_of<Probe>();

// velocity_field.cpp
template <>
const Block& block_of<velocities::Uniform>();
template <>
const Block& block_of<velocities::Spin>();
template <>
const Block& block_of<velocities::Shear>();
template <>
const Block& block_of<velocities::Strain>();
template <>
const Block& block_of<velocities::Vortices>();
template <>
const Block& block_of<velocities::File>();
template <>
const Block& block_of<VelocityField>();

// walls.cpp
template <>
const Block& block_of<walls::Closed>();
template <>
const Block& block_of<walls::Open>();
template <>
const Block& block_of<walls::Inflow>();
template <>
const Block& block_of<walls::Outflow>();
template <>
const Block& block_of<Wall>();
template <>
const Block& block_of<Walls>();

// look.cpp
template <>
const Block& block_of<SurfaceSettings>();
template <>
const Block& block_of<CameraSettings>();
template <>
const Block& block_of<PictureSettings>();

// template_region.cpp
template <>
const Block& block_of<TemplateRegion>();

// recording_settings.cpp
template <>
const Block& block_of<RecordingSettings>();

// scene.cpp
template <>
const Block& block_of<Frames>();
template <>
const Block& block_of<Domain>();
template <>
const Block& block_of<Liquid>();
template <>
const Block& block_of<Emitter>();
template <>
const Block& block_of<Sink>();
template <>
const Block& block_of<Rigid>();
template <>
const Block& block_of<Solid>();
template <>
const Block& block_of<DirectorSettings>();
template <>
const Block& block_of<Output>();
template <>
const Block& block_of<Scene>();

}  // namespace weir
