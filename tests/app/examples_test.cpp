// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every example runs as it stands, says what it shows, and so does the scene in README.md. Those that record another
// scene first (which is among the examples too) would take long here, and are only looked over.

#include <gtest/gtest.h>

#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

static std::vector<fs::path> examples() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(WEIR_SOURCE_DIR) / "examples")) {
    // The scenes of other programs may name directors that are theirs alone.
    const bool of_program = entry.path().parent_path().filename() == "library";
    if (entry.path().extension() == ".json" && !of_program) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Example : public ::testing::TestWithParam<fs::path> {};

TEST_P(Example, SaysWhatItShowsAndRuns) {
  const std::string text = read_file(GetParam());
  EXPECT_EQ(text.rfind("// ", 0), 0u) << "the first line must say what the scene shows";
  const TempFolder folder;
  const bool records = text.find("\"recordings\"") != std::string::npos;
  if (records) return;  // looked over below
  const Said said = weir({"run", GetParam().string(), "-o", (folder / "run").string(), "--frames", "1-2"});
  EXPECT_EQ(said.code, 0) << said.err;
}

TEST_P(Example, IsNotWarnedOf) {
  const Said said = weir({"check", GetParam().string()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out.find("warning: "), std::string::npos) << said.out;
  EXPECT_EQ(said.out.find("hint: "), std::string::npos) << said.out;
}

INSTANTIATE_TEST_SUITE_P(All, Example, ::testing::ValuesIn(examples()), [](const auto& example) {
  std::string name = example.param.parent_path().filename().string() + "_" + example.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace weir::app
