// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// All of Weir's library. A program that runs a scene as `weir run` does:
//
//   #include <weir/weir.h>
//
//   weir::run::register_built_in_kinds();                           // before the first scene is read
//   const weir::Scene scene = weir::load_scene("dam.json");         // InputError: all that is wrong with it
//   weir::run::run_scene(scene, {.folder = "out/dam", .progress = show});   // void show(const weir::ProgressReport&)
//
// or frame by frame, with the liquid in hand:
//
//   weir::run::Stage stage(scene);
//   while (stage.frame() < scene.frames.last) {
//     const weir::run::Stage::FrameReport report = stage.advance();
//     for (const weir::Vec3f& position : stage.solver().particles().position) ...
//   }
//
//   to                                   include                             and see
//   load, check, write a scene           weir/scene/scene.h                  load_scene, scene_text
//   run it, with progress and cancel     weir/run/run.h                      run_scene, RunOptions
//   run it frame by frame                weir/run/stage.h                    Stage
//   look it over, with warnings          weir/run/check.h                    check_scene, check_file
//   go on from another run's frame       weir/run/run.h                      RunOptions::from, BranchPoint
//   tell what scenes differ in           weir/scene/scene_changes.h          scene_changes
//   know what it needs                   weir/run/plan.h                     Plan
//   read and write particles             weir/cache/sequence.h               ParticleSequence, write_particles
//   read and write volumes               weir/cache/volumes_vdb.h            read_volumes_vdb, write_volumes_vdb
//   read the measures of a run           weir/cache/run_stats.h              read_run_stats
//   mesh                                 weir/surface/run_mesher.h           RunMesher; surface.h: one frame
//   render                               weir/render/pictures/run_renderer.h RunRenderer
//   make it slower, faster or backwards  weir/retime/retime.h               retime
//   add a director                       weir/sim/director_kind.h            register_director; director.h: its hooks
//   add a solver                         weir/sim/solver_kind.h              register_solver; solver.h
//   give it parameters                   weir/scene/codec.h                  BlockOf
//   list all parameters                  weir/scene/describe.h               scene_schema
//   know what can go wrong               weir/base/error.h                   InputError, RunError, Interrupted
//   stop long work                       weir/base/interrupt.h               StopWith, CatchInterrupts
//   limit its threads                    weir/base/parallel.h                ThreadLimit
//
// Units are metres, seconds, kilograms. Functions may be called from several threads at once on different objects;
// registering must be finished before. The library ends no process, prints nothing but progress, and handles no signals
// but those that a program asks it to. examples/library/ has whole programs, docs/programs.md tells more.

#pragma once

#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/base/progress.h"
#include "weir/base/version.h"
#include "weir/cache/run_stats.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/geometry/mesh/mesh_io.h"
#include "weir/render/pictures/run_renderer.h"
#include "weir/retime/retime.h"
#include "weir/run/branch_point.h"
#include "weir/run/built_in_kinds.h"
#include "weir/run/check.h"
#include "weir/run/plan.h"
#include "weir/run/run.h"
#include "weir/run/stage.h"
#include "weir/scene/codec.h"
#include "weir/scene/describe.h"
#include "weir/scene/scene.h"
#include "weir/scene/scene_changes.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/overlay.h"
#include "weir/sim/seeding.h"
#include "weir/sim/solver_kind.h"
#include "weir/surface/run_mesher.h"
