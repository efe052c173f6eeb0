// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists of whole numbers, mostly small, in about as many bits as their distribution needs.
//
// A number becomes a symbol (small ones each their own, large ones by size) and, when large, some bits beside it. The
// symbols are coded by a range variant of asymmetric numeral systems (Duda 2013, "Asymmetric numeral systems"), with
// the frequencies of this one list: a fraction of a bit where nothing happens, quick to unpack.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weir::templates {

// Of the numbers less their mean, less the one before or less a running mean, whichever is shorter.
std::string pack_integers(std::span<const int64_t> values);

// `count` numbers, exactly as many as were packed. Throws Damaged for bytes that pack_integers() did not make; it may
// also give wrong numbers then, but never runs out of bounds or out of memory.
std::vector<int64_t> unpack_integers(std::string_view bytes, size_t count);

}  // namespace weir::templates
