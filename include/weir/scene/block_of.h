// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The Block of a struct (parameter.h), for headers that only declare that there is one.

#pragma once

namespace weir {

class Block;

template <class T>
const Block& block_of();

}  // namespace weir
