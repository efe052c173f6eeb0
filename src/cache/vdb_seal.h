// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A .vdb file opens with an identifier (UUID) that OpenVDB draws at random and nobody else reads. Ours is a mark and a
// checksum of all other bytes of the file. So the same frame gives the same bytes in every run, and damage is noticed
// before OpenVDB, which trusts what it reads, sees the file. Other programs see an ordinary UUID (version 8 of
// RFC 9562: "custom").

#pragma once

#include <string>
#include <string_view>

namespace weir::cache {

enum class VdbSeal {
  none,   // written by another program
  whole,  // ours, every byte as it was written
  broken  // ours, but damaged
};

// Replaces the identifier of a complete file of OpenVDB (file format 212 and later).
void seal_vdb(std::string& bytes);
VdbSeal check_vdb_seal(std::string_view bytes);

}  // namespace weir::cache
