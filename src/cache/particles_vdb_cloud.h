// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cache/particle_cloud.h"

namespace weir::cache {

// Of a .vdb file; particles_vdb_read.cpp.
ParticleCloud read_particle_cloud_vdb(const std::filesystem::path& path, const std::string& by, const Vec3d& origin);

}  // namespace weir::cache
