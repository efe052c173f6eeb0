// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What can be written in a scene, told from the declarations of the parameters.

#pragma once

#include <string>

namespace weir {

// All blocks, a line each.
std::string describe_all();
// One block (or one kind of a block, like "sphere") with its parameters; InputError that suggests a name otherwise.
std::string describe_block(const std::string& name);
// JSON Schema (2020-12) of a scene file, for editors that complete and check while typing.
std::string scene_schema();

}  // namespace weir
