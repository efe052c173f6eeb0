// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/archive.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/random.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/base/vec.h"

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
  Archive::save(file, [&](Archive& archive) { thing.state(archive); });
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

// Long lists and short ones between them: written in other pieces than they are handed over in.
TEST(Archive, ManySizesRoundTrip) {
  const TempFolder folder;
  std::vector<std::vector<char>> lists(40), found(lists.size());
  for (size_t i = 0; i < lists.size(); ++i) lists[i].assign(i % 7 == 3 ? 30000 * i : i, static_cast<char>(i));
  Archive::save(folder / "a", [&](Archive& archive) {
    for (auto& list : lists) archive("list", list);
  });
  Archive loading = Archive::loading(folder / "a");
  for (auto& list : found) loading("list", list);
  loading.expect_end();
  EXPECT_EQ(found, lists);
}

// The parts of a thing by name; one of them has parts of its own.
struct Parted {
  std::vector<std::string> names;
  std::vector<double> values;
  std::vector<std::string> inner = {"a", "b"};
  std::vector<int> inside = {1, 2};
  double after = 7;
  std::vector<uint8_t> there = {};
  void state(Archive& archive) {
    there = archive.parts("parts", names, [&](size_t i) {
      archive("value", values[i]);
      if (names[i] != "whole") return;
      archive.parts("inner", inner, [&](size_t k) { archive("inside", inside[k]); });
    });
    archive("after", after);
  }
};

TEST(Archive, PartsAreFoundByName) {
  const TempFolder folder;
  Parted stored{{"tap", "whole", "rain"}, {1, 2, 3}};
  Archive::save(folder / "a", [&](Archive& archive) { stored.state(archive); });
  Parted changed{{"rain", "new", "whole"}, {-1, -2, -3}, {"c", "b"}, {-4, -5}, 0};
  Archive archive = Archive::loading(folder / "a");
  changed.state(archive);
  archive.expect_end();
  EXPECT_EQ(changed.values, (std::vector<double>{3, -2, 2}));
  EXPECT_EQ(changed.inside, (std::vector<int>{-4, 2}));
  EXPECT_EQ(changed.there, (std::vector<uint8_t>{1, 0, 1}));
  EXPECT_EQ(changed.after, 7);
}

TEST(Archive, APartKeepsToItself) {
  const TempFolder folder;
  Parted stored{{"tap"}, {1}};
  Archive::save(folder / "a", [&](Archive& archive) { stored.state(archive); });
  double value = 0;
  Archive more = Archive::loading(folder / "a");
  EXPECT_THROW(more.parts("parts", {"tap"},
                          [&](size_t) {
                            more("value", value);
                            more("after", value);
                          }),
               InputError);
  Archive less = Archive::loading(folder / "a");
  EXPECT_THROW(less.parts("parts", {"tap"}, [](size_t) {}), InputError);
}

}  // namespace weir
