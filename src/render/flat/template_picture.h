// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The little picture by which a template is known in its library: its particles at one frame in the box of its region.

#pragma once

#include <string>

#include "control/templates/library/template_metadata.h"
#include "weir/render/pictures/image.h"
#include "weir/sim/particles.h"

namespace weir::render {

// Of particles in canonical space; coloured by speed, or by phase where there are several.
Image template_picture(const Particles& particles, const templates::TemplateMetadata& metadata, int width = 160,
                       int height = 120);

// The same as the bytes of a PNG file.
std::string template_thumbnail(const Particles& particles, const templates::TemplateMetadata& metadata);

}  // namespace weir::render
