// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Grids of OpenVDB to and from a file: sealed (vdb_seal.h), whole or not at all, without delayed loading, and every
// failure told as an error of ours. Only for the .cpp files that build and take apart grids; the forward declaration
// keeps OpenVDB's heavy headers out of here.

#pragma once

#include <openvdb/version.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace openvdb {
OPENVDB_USE_VERSION_NAMESPACE
namespace OPENVDB_VERSION_NAME {
class GridBase;
}
}  // namespace openvdb

namespace weir::cache {

// Of the half floats that OpenVDB can store instead of floats.
constexpr float kLargestHalf = 65504;

// OpenVDB must know its own types before the first grid is made or read. Cheap when done already.
void initialize_openvdb();

void write_vdb(const std::filesystem::path& path, const std::vector<std::shared_ptr<const openvdb::GridBase>>& grids);

using VdbGrids = std::vector<std::shared_ptr<openvdb::GridBase>>;
// use(grids, size of the file, whether threads may be used)
using VdbUse = std::function<void(const VdbGrids&, size_t, bool)>;

// Reads the grids whose type (GridBase::gridType()) is wanted, in the order of the file, and hands them to `use`.
// Whatever `use` or OpenVDB throw because the file makes no sense becomes an InputError naming the file. A file that
// another program wrote is read and used under a guard (crash_guard.h) first, without threads.
void read_vdb(const std::filesystem::path& path, const std::function<bool(const std::string& type)>& wanted,
              const VdbUse& use);

}  // namespace weir::cache
