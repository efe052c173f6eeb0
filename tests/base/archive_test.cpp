// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/archive.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "base/vec.h"
#include "temp_folder.h"

namespace weir {

struct Thing {
  double time = 0;
  std::vector<Vec3f> points;
  std::string name;
  void state(Archive& archive) {
    archive("time", time);
    archive("points", points);
    archive("name", name);
  }
};

static void save_sample(const std::filesystem::path& file) {
  Thing thing{1.5, {{1, 2, 3}, {4, 5, 6}}, "pool"};
  Archive archive = Archive::storing();
  thing.state(archive);
  archive.save(file);
}

TEST(Archive, RoundTrip) {
  const TempFolder folder;
  save_sample(folder / "a");
  Archive archive = Archive::loading(folder / "a");
  Thing thing;
  thing.state(archive);
  archive.expect_end();
  EXPECT_EQ(thing.time, 1.5);
  EXPECT_EQ(thing.points, (std::vector<Vec3f>{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(thing.name, "pool");
}

TEST(Archive, NoDamageGetsThrough) {
  const TempFolder folder;
  save_sample(folder / "a");
  const std::string whole = read_file(folder / "a");
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
    write_file(folder / "b", flipped);
    EXPECT_THROW(Archive::loading(folder / "b"), InputError) << i;
    write_file(folder / "b", whole.substr(0, i));
    EXPECT_THROW(Archive::loading(folder / "b"), InputError) << i;
  }
}

TEST(Archive, AnotherLayoutIsRefusedByName) {
  const TempFolder folder;
  save_sample(folder / "a");
  Archive archive = Archive::loading(folder / "a");
  float half = 0;
  EXPECT_THROW(archive("time", half), InputError);
  Archive again = Archive::loading(folder / "a");
  double time = 0;
  try {
    again("clock", time);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("'clock' is wanted"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find((folder / "a").string()), std::string::npos);
  }
  Archive shorter = Archive::loading(folder / "a");
  shorter("time", time);
  EXPECT_THROW(shorter.expect_end(), InputError);
}

// A checkpoint takes its own size of memory and no more.
TEST(Archive, CountedFirstIsTheSame) {
  const TempFolder folder;
  save_sample(folder / "a");
  Thing thing{1.5, {{1, 2, 3}, {4, 5, 6}}, "pool"};
  int calls = 0;
  const Archive archive = Archive::storing([&](Archive& storing) {
    ++calls;
    thing.state(storing);
  });
  archive.save(folder / "b");
  EXPECT_EQ(read_file(folder / "a"), read_file(folder / "b"));
  EXPECT_EQ(calls, 2);
}

}  // namespace weir
