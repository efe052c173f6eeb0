// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Temporary particles (3.4): lent to the liquid where a template has more of it than there is, taken back when they are
// outside every template and enough other liquid is around them.

#pragma once

#include <span>
#include <vector>

#include "control/templates/director/instance.h"
#include "control/templates/director/templates_settings.h"
#include "weir/sim/director.h"

namespace weir::templates {

struct TemporaryChange {
  size_t added = 0, removed = 0;
};

// Algorithm 1 for the instances that act now and the particles (ids) where these miss liquid, and Algorithm 2.
// `patience` runs from 1 while templates play to 0 when all temporary particles should be gone: the threshold of
// removal falls with it.
TemporaryChange change_temporary(const Scene& scene, const TemplatesSettings& settings,
                                 std::span<const Instance* const> acting, std::vector<uint64_t> wanting,
                                 double patience, Population& population);

}  // namespace weir::templates
