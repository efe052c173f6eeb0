// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The scene of a take, as a file that needs no other: as the artist has it, or a version of it that is simulated in a
// fraction of the time.
//
// half, quarter: two or four times the spacing, also of the scenes that it stands on: recordings, coarse runs, sources.
// flat: a slice of it, through the middle of its domain.
// ballistic: every particle flies by itself, without pressure and directors.
//
// None of these records templates for the library, or is run together with others.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "weir/scene/scene.h"

namespace weir::studio {

// In world coordinates, as take.json's changes compare it.
std::string edited_text(const Scene& scene);

// Writes scene.json into the folder, and the scenes that it stands on as far as they have to be others too. InputError,
// with a sentence for the artist, when the scene cannot be run so. Gives the scene as it will be run.
Scene write_take_scene(const Scene& scene, const std::string& kind, const std::filesystem::path& folder);

// InputError in one sentence: where it is in the scene, without the name of a file that the artist has never seen.
std::string without_file(const InputError& error, const std::filesystem::path& scene_file);

}  // namespace weir::studio
