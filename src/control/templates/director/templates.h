// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The director that makes liquid repeat recorded liquid (Schoentgen et al. 2020, "Particle-based Liquid Control using
// Animation Templates"). Start at TemplatesDirector in templates.cpp; instance.h is a template placed in the scene,
// control_frame.h has the sums of Eqs. 2 to 5, temporary.h Algorithms 1 and 2.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "control/templates/library/template.h"
#include "scene/scene.h"
#include "sim/director.h"

namespace weir::templates {

// Finds a template by the name that an instance gives it; InputError when there is none.
using FindTemplate = std::function<std::shared_ptr<const Template>(const std::string& name)>;

// Number `index` of scene.directors. The scene must outlive it.
std::unique_ptr<Director> make_templates_director(const Scene& scene, size_t index, const FindTemplate& find);

}  // namespace weir::templates
