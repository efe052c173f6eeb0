// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// No name leads out of the folder.

#include "studio/folder.h"
#include "studio/folder_lock.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "refusal.h"
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
    FolderLock first(folder().path());
    const FolderLock elsewhere(fs::canonical(root_ / "outside"));
    const std::string opening = refusal([&] { FolderLock(folder().path()); });
    EXPECT_NE(opening.find(fmt::format("another Studio has this folder open (process {})", getpid())),
              std::string::npos)
        << opening;
    first.tell_address("http://127.0.0.1:80/?token=1");
    const std::string open = refusal([&] { FolderLock(folder().path()); });
    EXPECT_NE(open.find(fmt::format("(process {}, http://127.0.0.1:80/?token=1); use its page", getpid())),
              std::string::npos)
        << open;
  }
  EXPECT_NO_THROW(FolderLock(folder().path()));
}

TEST_F(FolderTest, IsOpenWithAllThatLiesInIt) {
  const fs::path outer = folder().path(), inner = outer / "shots", beside = outer / "shipped";
  {
    const FolderLock first(inner);
    const FolderLock second(beside);  // in nobody's way
    const std::string said = refusal([&] { FolderLock locked(outer); });
    EXPECT_NE(said.find(", which lies in this folder, open"), std::string::npos) << said;
    EXPECT_THROW(FolderLock(outer.parent_path()), InputError);
  }
  const FolderLock first(outer);
  const std::string said = refusal([&] { FolderLock locked(inner); });
  EXPECT_NE(said.find(fmt::format("another Studio has {}, which this folder lies in, open", outer.string())),
            std::string::npos)
      << said;
  fs::create_directories(inner / "deep");
  EXPECT_THROW(FolderLock(inner / "deep"), InputError);
  EXPECT_NO_THROW(FolderLock(fs::canonical(root_ / "outside")));
}

// A refused Studio leaves nothing locked.
TEST_F(FolderTest, IsFreeWhenWhoWasRefusedIsGone) {
  const fs::path outer = folder().path(), inner = outer / "shots";
  {
    const FolderLock first(outer);
    EXPECT_THROW(FolderLock second(inner), InputError);
  }
  EXPECT_NO_THROW(FolderLock{inner});
  EXPECT_NO_THROW(FolderLock{outer});
}

TEST_F(FolderTest, WorksWithoutExamples) {
  const Folder bare(root_ / "open", {});
  EXPECT_THROW(bare.resolve("examples:drop.json"), InputError);
  EXPECT_EQ(bare.writable("shipped/drop.json"), bare.path() / "shipped/drop.json");
  EXPECT_THROW(Folder(root_ / "none", {}), InputError);
}

}  // namespace
}  // namespace weir::studio
