// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquids that start with the particles of a file, or of a folder that holds it.

#include "run/liquid_files.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "refusal.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/cache/sequence.h"

namespace weir::run {

TEST(LiquidFiles, AFolderIsTakenWhereItHoldsOneFile) {
  const TempFolder folder;
  Particles p;
  p.resize(3);
  p.id = {1, 2, 3};
  make_folder(folder / "start");
  cache::write_particles(folder / "start" / "0007.ply", p, 0.1f);
  write_file(folder / "scene.json", R"({"solver": {"kind": "ballistic"}, "liquids": [{"particles": "start"}]})");
  const Scene scene = load_scene(folder / "scene.json");
  EXPECT_EQ(with_files_read(scene)->liquids[0].points->position.size(), 3u);
  cache::write_particles(folder / "start" / "0008.ply", p, 0.1f);
  const std::string said = refusal([&] { with_files_read(scene); });
  EXPECT_NE(said.find("is a folder of 2 frames"), std::string::npos) << said;
  EXPECT_NE(said.find("0008.ply"), std::string::npos) << said;
}

}  // namespace weir::run
