// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in Houdini's classic .bgeo files ("BgeoV", version 5), the format that Partio and, through it, many
// simulators speak (SPlisHSPlasH: gzip'd, position, id and the attributes the user chose, "velocity" among them).
//
// The layout, big-endian throughout:
//   "BgeoV", then int32: version 5, points, primitives, point groups, primitive groups, attributes of points, of
//     vertices, of primitives, of the whole ("detail")
//   an attribute of points: uint16 length and name, uint16 size, int32 type (0 float, 1 int, 4 index into a list of
//     strings, 5 vector), then `size` default values of 4 bytes, or for type 4 int32 and that many strings
//   a point: x, y, z, w, then the attributes, every component 4 bytes
//   primitives, groups and detail attributes, which we have no use for; then 0x00 0xff.
// Learned from Partio's reader and writer (github.com/wdas/partio, src/lib/io/BGEO.cpp).

#pragma once

#include <filesystem>

#include "weir/cache/particles_vdb.h"
#include "weir/sim/particles.h"

namespace weir::cache {

// Gzip'd or plain. Reads the attributes v or velocity, id (and id_high), mass, phase, temporary; without one it is 0,
// ids are counted from 0. The particles come in the order of their ids. InputError naming the file for anything else.
Particles read_bgeo(const std::filesystem::path& path, bool* has_ids = nullptr);

// Attributes v, id, mass, phase, temporary. Ids have 32 bits in this format; where that is not enough, an attribute
// id_high has the rest. Gzip'd when asked. RunError naming the particle when a value is not finite.
void write_bgeo(const std::filesystem::path& path, const Particles& particles, bool packed = false,
                Ids ids = Ids::written);

}  // namespace weir::cache
