// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rules of the house that can be read off the source text: a room includes only itself and rooms above it, heavy
// libraries stay behind .cpp files, every file says whose it is.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace weir {

namespace fs = std::filesystem;

// From top to bottom, as in docs/architecture.md.
static const std::vector<std::string> kRooms{"base", "geometry", "tracked", "scene", "sim",     "ballistic", "sph",
                                             "grid", "cache",    "control", "run",   "surface", "render",    "app"};

static std::vector<fs::path> sources() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(WEIR_SOURCE_DIR) / "src")) {
    const fs::path extension = entry.path().extension();
    if (extension == ".h" || extension == ".cpp") files.push_back(entry.path());
  }
  return files;
}

static std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

static size_t rank_of(const std::string& room) {
  return static_cast<size_t>(std::find(kRooms.begin(), kRooms.end(), room) - kRooms.begin());
}

TEST(House, RoomsKnowOnlyRoomsAbove) {
  for (const fs::path& file : sources()) {
    const std::string room = fs::relative(file, fs::path(WEIR_SOURCE_DIR) / "src").begin()->string();
    ASSERT_LT(rank_of(room), kRooms.size()) << file << ": a new room needs its place in the order";
    for (const std::string& line : lines_of(file)) {
      if (line.rfind("#include \"", 0) != 0) continue;
      const std::string included = line.substr(10, line.find('/') - 10);
      EXPECT_LE(rank_of(included), rank_of(room)) << file << ": " << line;
    }
  }
}

TEST(House, HeavyLibrariesStayOutOfHeaders) {
  for (const fs::path& file : sources()) {
    if (file.extension() != ".h") continue;
    for (const std::string& line : lines_of(file)) {
      if (line.find("<openvdb/version.h>") != std::string::npos) continue;  // a few names only
      for (const char* heavy : {"<openvdb", "<assimp", "<tbb", "<ft2build", "<CLI", "<embree"}) {
        EXPECT_EQ(line.find(std::string("#include ") + heavy), std::string::npos) << file << ": " << line;
      }
    }
  }
}

TEST(House, EveryFileOpensWithItsLicence) {
  for (const fs::path& file : sources()) {
    const std::vector<std::string> lines = lines_of(file);
    ASSERT_GE(lines.size(), 2u) << file;
    EXPECT_EQ(lines[0], "// Copyright 2026 The Weir Authors") << file;
    EXPECT_EQ(lines[1], "// SPDX-License-Identifier: Apache-2.0") << file;
  }
}

// rc::check only returns whether the property holds: a bare call is a test that cannot fail.
TEST(House, PropertiesCanFail) {
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(WEIR_SOURCE_DIR) / "tests")) {
    if (entry.path().extension() != ".cpp" || entry.path().filename() == "rooms_test.cpp") continue;
    for (const std::string& line : lines_of(entry.path())) {
      if (line.find("rc::check(") == std::string::npos) continue;
      EXPECT_NE(line.find("_TRUE(rc::check("), std::string::npos) << entry.path() << ": " << line;
    }
  }
}

TEST(House, FilesStayShort) {
  for (const fs::path& file : sources()) EXPECT_LT(lines_of(file).size(), 500u) << file << ": time to part it";
}

}  // namespace weir
