// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the directors of a scene find their templates: a name is first looked for among the recordings that the scene
// makes of other scenes, which lie in the folder of its run (recordings.h), then in the library.

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "control/templates/director/templates_settings.h"
#include "control/templates/library/template.h"
#include "weir/sim/director_kind.h"

namespace weir::templates {

// RUN/recordings/NAME.weirt
std::filesystem::path recording_file(const std::filesystem::path& run_folder, const std::string& name);

// Null when the scene makes no recording of another scene by this name.
const RecordingSettings* find_recording(const Scene& scene, const std::string& name);

// By the name that an instance of this director gives it; InputError, with all that there are, when there is none.
std::shared_ptr<const Template> find_template(const DirectorPart& part, const std::string& name);

// Of the particles and how they are to be understood, wherever the template lies and whatever it is called.
uint64_t content_of(const Template& source);

// Of the director, each once.
std::vector<DirectorInput> used_templates(const DirectorPart& part);

}  // namespace weir::templates
