// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Named points of a template, in its canonical space, by which it is placed: its centre, its bottom, where its water
// lies when still, and those that somebody gave it.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "control/templates/library/template.h"

namespace weir::templates {

// Those that every template has.
const std::vector<std::string>& anchors_of_all();
bool is_anchor_of_all(const std::string& name);

// InputError naming the anchors that there are when this is none of them, or when it cannot be found.
Vec3d anchor_of(const Template& source, const std::string& name);

// Height of the still water in canonical space: the usual height of the liquid over the ground of the region, in the
// first frame. Nothing when there is no liquid over most of it, or when the region is tilted.
std::optional<double> still_level(const Template& source);

// Gives a template an anchor at a place where it was recorded (m, in the world), in place of one of the same name; in
// its file. InputError for names that all templates have.
void set_anchor(const Template& source, const std::string& name, const Vec3d& place);

}  // namespace weir::templates
