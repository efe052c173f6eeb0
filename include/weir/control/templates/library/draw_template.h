// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How a recorded template is drawn. Pictures are made in a folder below this one, so whoever records brings the
// function.

#pragma once

#include <functional>
#include <string>

namespace weir {
struct Particles;
}

namespace weir::templates {

struct TemplateMetadata;

// A PNG picture of particles in canonical space.
using DrawTemplate = std::function<std::string(const Particles&, const TemplateMetadata&)>;

}  // namespace weir::templates
