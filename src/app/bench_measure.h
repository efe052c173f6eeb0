// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scene costs: simulated to its last frame, in a process of its own so that its peak of memory is its own, and
// without writing anything but the recordings that it needs, which are made before (bench_recordings.h). Figures are
// JSON, which is how they come from that process and what --json prints.

#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "weir/scene/scene.h"

namespace weir::app {

// In this process. Keys: title, solver, dimensions, spacing, threads (0: all cores), particles_start, particles_end,
// simulated_s, frames, steps, setup_s (reading and building the scene), wall_s (simulating), control_s (of it, by
// directors), ms_per_step, us_per_particle_step, measures (what the solver reports, over all steps); where templates
// direct, templates (bench_templates.h, and storage_mb of their files); where rigs do, rig (bench_rig.h).
nlohmann::ordered_json measure_scene(const std::filesystem::path& file, int threads);

// Of a scene with reversal, which is run into a folder that is removed afterwards. Keys: title, solver, spacing,
// threads, wall_s, reversal {simulations, source_particles, target_particles, source_frames, target_frames, source_s,
// prepare_s, targets_s, merge_s, write_s}.
nlohmann::ordered_json measure_reversal(const Scene& scene, int threads);

// Of a scene that director number `director` guides, and of the same scene unguided, by the time of all threads
// together. Keys: title, solver, dimensions, spacing, threads, wall_s, guide {prepare_s (the coarse run and preliminary
// guides); of a step: guided_ms, guide_ms (of it), guide_percent, particles, cells, unguided_ms, unguided_particles,
// unguided_cells; time_ratio; mean distance from the surface of what guides, in cells of that: distance,
// unguided_distance, distance_ratio}.
nlohmann::ordered_json measure_guide(const Scene& scene, size_t director, int threads);

// The same in a new process of this program, `weir bench --measure FILE`; adds peak_mb. Interrupted when the user wants
// to stop: the process is ended then.
nlohmann::ordered_json measure_in_child(const std::filesystem::path& file, int threads);

// make_bench_recordings() in a new process, `weir bench --record FILE`: memory that it takes is not the scene's.
void record_in_child(const std::filesystem::path& file, int threads);

// To be called by such a process: it must not outlive the one that asked for it.
void end_with_parent();

}  // namespace weir::app
