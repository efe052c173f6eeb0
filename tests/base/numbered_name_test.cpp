// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/numbered_name.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir {

TEST(NumberedName, NamesAndNumbers) {
  const NumberedName name("a/horse_###.obj");
  EXPECT_EQ(name.file(7), "a/horse_007.obj");
  EXPECT_EQ(name.file(1234), "a/horse_1234.obj");
  EXPECT_FALSE(NumberedName::has_number("a#/horse.obj"));
  EXPECT_THROW(NumberedName("a_#_#.obj"), InputError);
}

TEST(NumberedName, FilesComeByNumber) {
  const TempFolder folder;
  for (const char* file : {"p2.ply", "p10.ply", "p1.ply", "q3.ply"}) write_file(folder / file, "");
  const auto files = NumberedName(folder / "p#.ply").files();
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[2].first, 10);
  EXPECT_EQ(files[2].second, folder / "p10.ply");
}

TEST(NumberedName, OtherFilesAreLeftOut) {
  const TempFolder folder;
  for (const char* file : {"horse_012.obj", "horse_1234.obj", "horse_12.obj", "horse_01x.obj", "cow_012.obj",
                           "horse_012.ply", "horse_99999999999.obj", "horse_.obj"}) {
    write_file(folder / file, "");
  }
  const auto files = NumberedName(folder / "horse_###.obj").files();
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].second, folder / "horse_012.obj");
  EXPECT_EQ(files[1].second, folder / "horse_1234.obj");
}

}  // namespace weir
