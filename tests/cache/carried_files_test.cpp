// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What particles carry, in files of all kinds.

#include <gtest/gtest.h>

#include "cache/bgeo.h"
#include "cache/particles_ply.h"
#include "cache_testing.h"
#include "weir/cache/particles_vdb.h"

namespace weir::cache {

static Particles carrying(const CarriedKinds& kinds) {
  Particles p = some_particles(300);
  p.carry(std::make_shared<const CarriedKinds>(kinds));
  for (size_t i = 0; i < p.size(); ++i) {
    const auto n = static_cast<float>(i);
    if (kinds.heat) p.heat[i] = 0.1f * n - 3;
    if (kinds.thickness) p.thickness[i] = 1 + n;
    if (kinds.colour) p.colour[i] = {n / 300, 0.3f, 1 - n / 300};
  }
  return p;
}

TEST(CarriedFiles, KeepWhatParticlesCarry) {
  for (int which = 0; which < 8; ++which) {
    const Particles p = carrying({.heat = (which & 1) != 0, .thickness = (which & 2) != 0, .colour = (which & 4) != 0});
    const TempFolder folder;
    write_particles_vdb(folder / "a.vdb", p, 0.005f, Precision::exact);
    write_bgeo(folder / "a.bgeo", p, false);
    write_particles_ply(folder / "a.ply", p);
    for (const Particles& q :
         {read_particles_vdb(folder / "a.vdb"), read_bgeo(folder / "a.bgeo"), read_particles_ply(folder / "a.ply")}) {
      EXPECT_TRUE(same_bits(p, q)) << which;
      EXPECT_TRUE(same_bits(q, p)) << which;
    }
  }
}

}  // namespace weir::cache
