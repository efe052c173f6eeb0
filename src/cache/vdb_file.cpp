// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/vdb_file.h"

#include <fmt/format.h>
#include <openvdb/io/Archive.h>
#include <openvdb/io/GridDescriptor.h>
#include <openvdb/points/PointDataGrid.h>

#include <sstream>

#include "base/files.h"
#include "base/openvdb_grids.h"
#include "cache/crash_guard.h"
#include "cache/vdb_seal.h"
#include "weir/base/error.h"

namespace weir::cache {

namespace {

// What reading a file of another program may take.
constexpr size_t kGuardedMemory = size_t{4} << 30, kGuardedMemoryPerByte = 64, kGuardedBytesPerSecond = 1 << 20;

// OpenVDB's own File writes to a path and Stream leaves out the offsets by which other programs skip grids; the
// protected parts of their base class do what both do, in memory.
class MemoryArchive : public openvdb::io::Archive {
 public:
  std::string written(const openvdb::GridCPtrVec& grids) const {
    std::ostringstream out;
    Archive::write(out, grids, /*seekable=*/true);
    return std::move(out).str();
  }

  VdbGrids read(std::istream& in, const std::function<bool(const std::string&)>& wanted) {
    readHeader(in);
    openvdb::io::StreamMetadata::Ptr stream_metadata(new openvdb::io::StreamMetadata);
    openvdb::io::setStreamMetadataPtr(in, stream_metadata, /*transfer=*/false);
    setFormatVersion(in);
    setLibraryVersion(in);
    setDataCompression(in);
    openvdb::MetaMap().readMeta(in);
    VdbGrids grids;
    const int32_t count = readGridCount(in);
    for (int32_t i = 0; i < count; ++i) {
      openvdb::io::GridDescriptor descriptor;
      const openvdb::GridBase::Ptr grid = descriptor.read(in);
      all_.push_back(grid);
      // An instance shares the tree of another grid and has no values of its own.
      const bool use = wanted(descriptor.gridType()) && !descriptor.isInstance();
      if (!use && inputHasGridOffsets()) {
        if (descriptor.getEndPos() <= in.tellg()) throw std::runtime_error("a grid in it ends before it begins");
        descriptor.seekToEnd(in);
      } else {
        readGrid(grid, descriptor, in);
        if (use) grids.push_back(grid);
      }
    }
    openvdb::io::clearStreamMetadataPtr(in);
    return grids;
  }

 private:
  VdbGrids all_;  // those not wanted and those half read too, so that none dies before this does
};

template <class... Grid>
void clear_on_this_thread(openvdb::GridBase& grid) {
  ((grid.isType<Grid>() ? static_cast<Grid&>(grid).tree().root().clear() : void()), ...);
}

// Reads, uses and takes apart the grids as the real reading does, except that OpenVDB's destructor of a tree starts
// threads: what owns grids is never destroyed.
void read_under_guard(std::istream& in, size_t size, const std::function<bool(const std::string&)>& wanted,
                      const VdbUse& use) {
  MemoryArchive& archive = *new MemoryArchive;
  const VdbGrids& grids = *new VdbGrids(archive.read(in, wanted));
  use(grids, size, /*threads=*/false);
  for (const auto& grid : grids) {
    clear_on_this_thread<openvdb::points::PointDataGrid, openvdb::FloatGrid, openvdb::DoubleGrid, openvdb::Vec3SGrid,
                         openvdb::Vec3DGrid>(*grid);
  }
}

}  // namespace

void initialize_openvdb() { openvdb::initialize(); }

void write_vdb(const std::filesystem::path& path, const std::vector<std::shared_ptr<const openvdb::GridBase>>& grids) {
  std::string bytes = MemoryArchive().written(grids);
  seal_vdb(bytes);
  write_file(path, bytes);
}

// OpenVDB's words begin with the kind of its error: "IoError: not a VDB file".
static std::string what_is_wrong(std::string said) {
  if (const size_t colon = said.find("Error: "); colon != std::string::npos) said = said.substr(colon + 7);
  return said == "not a VDB file" ? "is " + said : "is not a VDB file that can be used here: " + said;
}

void read_vdb(const std::filesystem::path& path, const std::function<bool(const std::string&)>& wanted,
              const VdbUse& use) {
  initialize_openvdb();
  std::string bytes = read_file(path);
  const size_t size = bytes.size();
  const VdbSeal seal = check_vdb_seal(bytes);
  if (seal == VdbSeal::broken) {
    throw InputError(path.string(), "is damaged: its checksum does not match; delete it and simulate that frame again");
  }
  std::istringstream in(std::move(bytes));
  // OpenVDB does not look whether a read succeeded; without this a file cut short is an endless or absurd one.
  in.exceptions(std::ios::failbit | std::ios::badbit);
  try {
    if (seal == VdbSeal::none) {
      const GuardLimits limits{static_cast<unsigned>(60 + size / kGuardedBytesPerSecond),
                               kGuardedMemory + kGuardedMemoryPerByte * size};
      const std::string failure = failure_under_guard([&] { read_under_guard(in, size, wanted, use); }, limits);
      if (!failure.empty()) throw std::runtime_error(failure);
    }
    use(MemoryArchive().read(in, wanted), size, /*threads=*/true);
  } catch (const std::bad_alloc&) {
    throw RunError(fmt::format("{}: there is not enough memory to read it", path.string()));
  } catch (const std::exception& error) {
    throw InputError(path.string(), what_is_wrong(error.what()));
  }
}

}  // namespace weir::cache
