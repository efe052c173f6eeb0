// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// No name leads out of the folder.

#include "studio/folder.h"
#include "studio/folder_lock.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;

class FolderTest : public ::testing::Test {
 protected:
  FolderTest() {
    for (const char* name : {"open", "open/shots", "open/shipped", "outside"}) fs::create_directory(root_ / name);
    write_file(root_ / "outside/secret.json", "{}");
    write_file(root_ / "open/shots/drop.json", "{}");
    write_file(root_ / "open/shipped/drop.json", "{}");
    folder_.emplace(root_ / "open", root_ / "open/shipped");
  }
  const Folder& folder() const { return *folder_; }

  TempFolder root_;
  std::optional<Folder> folder_;
};

TEST_F(FolderTest, NamesAreBelowIt) {
  EXPECT_EQ(folder().resolve("shots/drop.json"), folder().path() / "shots/drop.json");
  EXPECT_EQ(folder().resolve("new/not there.json"), folder().path() / "new/not there.json");
  EXPECT_EQ(folder().resolve("examples:drop.json"), folder().examples() / "drop.json");
  EXPECT_EQ(folder().name_of(folder().path() / "shots/drop.json"), "shots/drop.json");
  EXPECT_EQ(folder().name_of(folder().examples() / "drop.json"), "examples:drop.json");
  EXPECT_EQ(folder().name_of("/dev/null"), "/dev/null");
}

TEST_F(FolderTest, OthersAreRefused) {
  for (const std::string name : {"",
                                 "/",
                                 "/etc/passwd",
                                 "..",
                                 "../outside/secret.json",
                                 "shots/../../outside/secret.json",
                                 "shots/..",
                                 ".",
                                 "./shots/drop.json",
                                 "shots//drop.json",
                                 "shots/",
                                 "shots/.hidden",
                                 ".git/config",
                                 "shots/.drop.json.autosave",
                                 "a\nb",
                                 "a\x7f",
                                 "examples:",
                                 "examples:../shots/drop.json",
                                 "examples:/etc/passwd",
                                 "examples:.hidden"}) {
    EXPECT_THROW(folder().resolve(name), InputError) << name;
  }
  EXPECT_THROW(folder().resolve(std::string("a\0b", 3)), InputError);
  EXPECT_THROW(folder().resolve(std::string(5000, 'a')), InputError);
}

TEST_F(FolderTest, LinksThatLeadOutAreRefused) {
  fs::create_symlink(root_ / "outside", root_ / "open/way_out");
  fs::create_symlink(root_ / "outside/secret.json", root_ / "open/shots/link.json");
  fs::create_symlink("loop", root_ / "open/loop");
  fs::create_symlink("shots", root_ / "open/same");
  EXPECT_THROW(folder().resolve("way_out/secret.json"), InputError);
  EXPECT_THROW(folder().resolve("way_out/not there.json"), InputError);
  EXPECT_THROW(folder().resolve("shots/link.json"), InputError);
  EXPECT_THROW(folder().resolve("loop/a.json"), InputError);
  EXPECT_EQ(folder().resolve("same/drop.json"), folder().path() / "shots/drop.json");
}

TEST_F(FolderTest, ExamplesAreNotWritten) {
  EXPECT_EQ(folder().writable("shots/drop.json"), folder().path() / "shots/drop.json");
  EXPECT_THROW(folder().writable("examples:drop.json"), InputError);
  EXPECT_THROW(folder().writable("shipped/drop.json"), InputError) << "also not by their place";
  EXPECT_TRUE(folder().is_readonly("shipped/drop.json"));
  EXPECT_FALSE(folder().is_readonly("shots/drop.json"));
  EXPECT_THROW(Folder(root_ / "open/shipped", root_ / "open/shipped"), InputError);
}

TEST_F(FolderTest, IsOpenInOneStudioAtATime) {
  {
    const FolderLock first(root_ / "open");
    EXPECT_THROW(FolderLock(root_ / "open"), InputError);
    const FolderLock elsewhere(root_ / "outside");
  }
  EXPECT_NO_THROW(FolderLock(root_ / "open"));
}

TEST_F(FolderTest, WorksWithoutExamples) {
  const Folder bare(root_ / "open", {});
  EXPECT_THROW(bare.resolve("examples:drop.json"), InputError);
  EXPECT_EQ(bare.writable("shipped/drop.json"), bare.path() / "shipped/drop.json");
  EXPECT_THROW(Folder(root_ / "none", {}), InputError);
}

}  // namespace
}  // namespace weir::studio
