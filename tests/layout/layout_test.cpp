// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rules of docs/architecture.md that can be read off the source text: a folder includes only itself and what it
// declares in src/CMakeLists.txt, public headers include only public ones, heavy libraries stay in .cpp files, every
// file has its licence and a name of its own.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace weir {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPublic = "include/weir";

std::vector<fs::path> sources_in(const char* folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(WEIR_SOURCE_DIR) / folder)) {
    const fs::path extension = entry.path().extension();
    if (extension == ".h" || extension == ".cpp") files.push_back(entry.path());
  }
  return files;
}

// Of the program and the library: the public headers of a folder are in include/weir, the rest is in src.
std::vector<fs::path> all_sources() {
  std::vector<fs::path> files = sources_in("src");
  for (fs::path& file : sources_in(kPublic)) files.push_back(std::move(file));
  return files;
}

bool is_public(const fs::path& file) { return file.string().find(kPublic) != std::string::npos; }

// "sim/particles.h" of a file in either folder.
fs::path inside(const fs::path& file) {
  return fs::relative(file, fs::path(WEIR_SOURCE_DIR) / (is_public(file) ? kPublic : "src"));
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The folders of src/ with those each may include, from "base: ,geometry: base,..."; src/app may include all.
std::map<std::string, std::set<std::string>> allowed_includes() {
  std::map<std::string, std::set<std::string>> allowed;
  std::istringstream folders(WEIR_FOLDER_INCLUDES);
  for (std::string declared; std::getline(folders, declared, ',');) {
    const size_t colon = declared.find(':');
    const std::string name = declared.substr(0, colon);
    std::istringstream names(declared.substr(colon + 1));
    for (std::string included = name; !included.empty(); included.clear(), names >> included) {
      allowed[name].insert(included);
    }
    allowed["app"].insert(name);
  }
  allowed["app"].insert("app");
  return allowed;
}

}  // namespace

TEST(Layout, FoldersIncludeOnlyWhatTheyDeclare) {
  const auto allowed = allowed_includes();
  ASSERT_TRUE(allowed.count("base") && allowed.at("scene").count("base"));
  for (const fs::path& file : all_sources()) {
    if (inside(file) == "weir.h") continue;  // all of the library
    const std::string folder = inside(file).begin()->string();
    ASSERT_TRUE(allowed.count(folder)) << file << ": src/CMakeLists.txt declares no folder " << folder;
    for (const std::string& line : lines_of(file)) {
      if (line.rfind("#include \"", 0) != 0) continue;
      const size_t begin = line.rfind("#include \"weir/", 0) == 0 ? 15 : 10;
      const std::string included = line.substr(begin, line.find('/', begin) - begin);
      EXPECT_TRUE(allowed.at(folder).count(included)) << file << ": " << line;
    }
  }
}

TEST(Layout, PublicHeadersIncludeOnlyPublicOnes) {
  ASSERT_GT(sources_in(kPublic).size(), 10u);
  for (const fs::path& file : sources_in(kPublic)) {
    EXPECT_EQ(file.extension(), ".h") << file;
    for (const std::string& line : lines_of(file)) {
      if (line.rfind("#include \"", 0) != 0) continue;
      EXPECT_EQ(line.rfind("#include \"weir/", 0), 0u) << file << ": " << line;
    }
  }
}

TEST(Layout, HeavyLibrariesStayOutOfHeaders) {
  for (const fs::path& file : all_sources()) {
    if (file.extension() != ".h" || file.filename() == "openvdb_grids.h") continue;
    for (const std::string& line : lines_of(file)) {
      if (line.find("<openvdb/version.h>") != std::string::npos) continue;  // a few names only
      for (const char* heavy : {"<openvdb", "<assimp", "<tbb", "<ft2build", "<CLI", "<embree", "<boost"}) {
        EXPECT_EQ(line.find(std::string("#include ") + heavy), std::string::npos) << file << ": " << line;
      }
    }
  }
}

// Its templates cost half a minute in every file that includes them.
TEST(Layout, OneFileIncludesTheParserOfCommandLines) {
  for (const fs::path& file : all_sources()) {
    if (file.filename() == "command_line.cpp") continue;
    for (const std::string& line : lines_of(file)) {
      EXPECT_EQ(line.find("#include <CLI"), std::string::npos) << file << ": app/command_line.h is for this";
    }
  }
}

TEST(Layout, EveryFileOpensWithItsLicence) {
  for (const char* folder : {"src", kPublic, "tests"}) {
    for (const fs::path& file : sources_in(folder)) {
      const std::vector<std::string> lines = lines_of(file);
      ASSERT_GE(lines.size(), 2u) << file;
      EXPECT_EQ(lines[0], "// Copyright 2026 The Weir Authors") << file;
      EXPECT_EQ(lines[1], "// SPDX-License-Identifier: Apache-2.0") << file;
    }
  }
}

// A name is enough to tell of which file somebody speaks; a header and its source have the same.
TEST(Layout, NoTwoFilesHaveTheSameName) {
  std::map<std::string, fs::path> known;
  for (const fs::path& file : all_sources()) {
    const fs::path pair = inside(file).replace_extension();
    const auto [other, is_new] = known.emplace(pair.filename().string(), pair);
    EXPECT_EQ(other->second, pair) << "are two files of one name";
  }
}

// rc::check only returns whether the property holds: a bare call is a test that cannot fail.
TEST(Layout, PropertiesCanFail) {
  for (const fs::path& file : sources_in("tests")) {
    if (file.filename() == "layout_test.cpp") continue;
    for (const std::string& line : lines_of(file)) {
      if (line.find("rc::check(") == std::string::npos) continue;
      EXPECT_NE(line.find("_TRUE(rc::check("), std::string::npos) << file << ": " << line;
    }
  }
}

TEST(Layout, FilesStayShort) {
  for (const fs::path& file : all_sources()) EXPECT_LT(lines_of(file).size(), 410u) << file << ": time to part it";
}

// The page of Studio, which CMake builds with packages of npm in a folder of its own.
TEST(Layout, FilesOfThePageOpenWithTheirLicenceAndStayShort) {
  size_t files = 0;
  for (const char* folder : {"studio/src", "studio/tests", "studio/journeys"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(WEIR_SOURCE_DIR) / folder)) {
      const fs::path& file = entry.path();
      if (file.extension() != ".ts" && file.extension() != ".tsx" && file.extension() != ".css") continue;
      const std::vector<std::string> lines = lines_of(file);
      ASSERT_GE(lines.size(), 2u) << file;
      EXPECT_NE(lines[0].find("Copyright 2026 The Weir Authors"), std::string::npos) << file;
      EXPECT_NE(lines[1].find("SPDX-License-Identifier: Apache-2.0"), std::string::npos) << file;
      EXPECT_LT(lines.size(), 410u) << file << ": time to part it";
      ++files;
    }
  }
  EXPECT_GT(files, 40u);
}

}  // namespace weir
