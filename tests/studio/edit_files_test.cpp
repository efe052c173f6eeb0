// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The files of open scenes go away, are replaced and come back, by other hands than Studio's.

#include <gtest/gtest.h>

#include <thread>

#include "base/files.h"
#include "refusal.h"
#include "studio/documents.h"
#include "studio/edit_document.h"
#include "studio/heard.h"
#include "temp_folder.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

constexpr const char* kScene = R"({"dimensions": 2, "solver": {"kind": "ballistic", "spacing": 0.1},
  "liquids": [{"shape": {"kind": "sphere", "radius": 0.5}}]})";
constexpr const char* kOther = R"({"dimensions": 2, "solver": {"kind": "ballistic", "spacing": 0.2},
  "liquids": [{"shape": {"kind": "sphere", "radius": 0.5}}]})";

void dump_at(const fs::path& file, const std::string& text, fs::file_time_type::duration from_now) {
  dump(file, text);
  fs::last_write_time(file, fs::file_time_type::clock::now() + from_now);
}

class EditFiles : public ::testing::Test {
 protected:
  Json open(const std::string& scene) { return (*service_.verb("open"))({{"scene", scene}}); }
  bool comes_true(const std::function<bool()>& is) const {
    for (int i = 0; i < 500 && !is(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return is();
  }

  const TempFolder root_;
  const Folder folder_{root_.path(), {}};
  Service service_;
  Heard heard_{service_};
  Documents documents_{folder_, service_};
};

TEST_F(EditFiles, AnIncludedFileThatComesBackIsRead) {
  fs::create_directory(root_ / "sub");
  dump(root_ / "base.json", kScene);
  dump(root_ / "sub/drop.json", R"({"include": ["../base.json"]})");
  open("sub/drop.json");
  const auto finding = [&] {
    const Json findings = heard_.last("checked")["findings"];
    return findings.empty() ? std::string() : findings[0]["sentence"].get<std::string>();
  };
  EXPECT_EQ(finding(), "");
  fs::remove(root_ / "base.json");
  EXPECT_TRUE(comes_true([&] { return finding().find("no such file") != std::string::npos; })) << finding();
  fs::create_directory(root_ / "base.json");
  EXPECT_TRUE(comes_true([&] { return finding().find("is a folder") != std::string::npos; })) << finding();
  fs::remove(root_ / "base.json");
  dump(root_ / "base.json", kOther);
  EXPECT_TRUE(comes_true([&] { return finding().empty(); })) << finding();
  EXPECT_EQ(documents_.read("sub/drop.json")->scene.solver.spacing, 0.2);
}

TEST_F(EditFiles, AFolderInThePlaceOfTheFileIsNotTheSavedText) {
  dump(root_ / "drop.json", kScene);
  EXPECT_EQ(open("drop.json")["saved"], true);
  fs::remove(root_ / "drop.json");
  fs::create_directory(root_ / "drop.json");
  EXPECT_TRUE(
      comes_true([&] { return heard_.last("document").is_object() && heard_.last("document")["saved"] == false; }));
  const fs::path kept = autosave_of(root_ / "drop.json");
  EXPECT_TRUE(comes_true([&] { return fs::exists(kept); }));
  EXPECT_EQ(read_file(kept), kScene);
  fs::remove(root_ / "drop.json");
  dump(root_ / "drop.json", kScene);
  EXPECT_TRUE(comes_true([&] { return heard_.last("document")["saved"] == true; }));
  EXPECT_TRUE(comes_true([&] { return !fs::exists(kept); }));
}

// As after the clock was set back, or on the disk of a machine whose clock is ahead.
TEST_F(EditFiles, WhatIsFromTheFutureIsTakenOver) {
  const fs::path file = root_ / "drop.json";
  dump_at(file, kScene, seconds(3600));
  EditDocument document("drop.json", file, false);
  EXPECT_FALSE(document.see_file());
  dump_at(file, kOther, seconds(3600));
  EXPECT_TRUE(document.see_file());
  EXPECT_EQ(document.text(), kOther);
}

// A file is read again only when its time or size has changed.
TEST_F(EditFiles, AChangeIsSeenByItsTime) {
  const fs::path file = root_ / "drop.json";
  dump_at(file, kScene, seconds(-60));
  EditDocument document("drop.json", file, false);
  EXPECT_FALSE(document.see_file());
  dump_at(file, kOther, seconds(-50));  // as large
  EXPECT_TRUE(document.see_file());
  EXPECT_EQ(document.text(), kOther);
  EXPECT_FALSE(document.see_file());
  document.edit(document.version(), kScene, "back", "");
  document.save();
  EXPECT_FALSE(document.see_file());
  dump_at(file, kOther, seconds(-50));  // what it was before it was saved
  EXPECT_TRUE(document.see_file());
  EXPECT_EQ(document.text(), kOther);
}

}  // namespace
}  // namespace weir::studio
