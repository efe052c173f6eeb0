// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/library.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "template_testing.h"

namespace weir::templates {

class LibraryTest : public ::testing::Test {
 protected:
  void record(const std::string& name, std::vector<std::string> tags, int frames = 2) const {
    TemplateMetadata metadata = test_metadata(name, 2);
    metadata.tags = std::move(tags);
    write_swirl(library_.file_for(name), metadata, frames);
  }
  std::vector<std::string> names(const LibraryFilter& filter = {}) const {
    std::vector<std::string> result;
    for (const LibraryEntry& entry : library_.list(filter).entries) result.push_back(entry.name);
    return result;
  }
  using Names = std::vector<std::string>;

  TempFolder folder_;
  const Library library_{folder_ / "library"};
  const std::filesystem::path index_ = folder_ / "library/index.sqlite";
};

TEST_F(LibraryTest, FindsByNameAndTag) {
  EXPECT_EQ(names(), Names());  // not even a folder
  record("small splash", {"splash", "small"}, 5);
  record("crown", {"Splash", "drop"});
  record("wave_1", {"wave"});
  EXPECT_EQ(names(), (Names{"crown", "small splash", "wave_1"}));
  EXPECT_EQ(names({.text = "PLASH", .tag = {}, .name = {}}), (Names{"crown", "small splash"}));
  EXPECT_EQ(names({.text = {}, .tag = "splash", .name = {}}), (Names{"crown", "small splash"}));
  EXPECT_EQ(names({.text = {}, .tag = "splas", .name = {}}), Names());
  EXPECT_EQ(names({.text = "small", .tag = "splash", .name = {}}), Names{"small splash"});
  EXPECT_EQ(names({.text = "e_1", .tag = {}, .name = {}}), Names{"wave_1"});
  EXPECT_EQ(names({.text = "w_v", .tag = {}, .name = {}}), Names());  // no wildcards
  EXPECT_EQ(names({.text = "%", .tag = {}, .name = {}}), Names());
  const LibraryEntry entry = library_.find("small splash");
  EXPECT_EQ(entry.tags, (Names{"splash", "small"}));
  EXPECT_EQ(entry.frames, 5u);
  EXPECT_EQ(entry.dimensions, 2);
  EXPECT_EQ(entry.spacing, kTestSpacing);
  EXPECT_EQ(entry.bytes, std::filesystem::file_size(entry.file));
  EXPECT_EQ(library_.open("small splash")->frames(), 5u);
  EXPECT_EQ(library_.open("crown"), library_.open("crown"));
}

TEST_F(LibraryTest, MissingNamesAreToldWithTheNearest) {
  record("crown", {});
  EXPECT_NE(refusal([&] { library_.find("crwn"); }).find("holds no template \"crwn\"; did you mean \"crown\"?"),
            std::string::npos);
  EXPECT_NE(refusal([&] { library_.find(""); }).find("holds no template"), std::string::npos);
  EXPECT_NE(refusal([&] { library_.file_for("crown"); }).find("already"), std::string::npos);
  EXPECT_EQ(library_.file_for("crown", true), library_.find("crown").file);
  EXPECT_NE(refusal([&] { library_.file_for("../crown"); }).find("cannot be its name"), std::string::npos);
}

TEST_F(LibraryTest, FilesAreTheTruth) {
  record("crown", {"drop"});
  record("wave", {});
  EXPECT_EQ(names().size(), 2u);
  std::filesystem::remove(library_.find("wave").file);
  EXPECT_EQ(names(), Names{"crown"});
  std::filesystem::copy(library_.folder() / "crown.weirt", library_.folder() / "copy.weirt");
  EXPECT_NE(
      refusal([&] { library_.find("crown"); }).find("two templates are called \"crown\": copy.weirt and crown.weirt"),
      std::string::npos);
  write_swirl(library_.folder() / "copy.weirt", test_metadata("other", 2), 2);
  EXPECT_EQ(names(), (Names{"crown", "other"}));
}

TEST_F(LibraryTest, ADamagedIndexIsMadeAnew) {
  record("crown", {"drop"});
  EXPECT_EQ(names(), Names{"crown"});
  const std::string good = read_file(index_);
  for (const std::string& bad :
       {std::string("no database"), std::string(), good.substr(0, good.size() / 2), std::string(good.size(), '\0')}) {
    dump(index_, bad);
    EXPECT_EQ(names(), Names{"crown"});
    EXPECT_EQ(names({.text = {}, .tag = "drop", .name = {}}), Names{"crown"});
  }
  for (size_t at = 0; at < good.size(); at += 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(~bad[at]);
    dump(index_, bad);
    EXPECT_NO_THROW(library_.list()) << at;
  }
  std::filesystem::remove(index_);
  EXPECT_EQ(names(), Names{"crown"});
  std::filesystem::remove(index_);
  std::filesystem::create_directory(index_);  // cannot be one at all
  dump(index_ / "x", "");
  EXPECT_EQ(names(), Names{"crown"});
}

TEST_F(LibraryTest, UnreadableFilesAreToldNotHidden) {
  record("crown", {});
  dump(library_.folder() / "broken.weirt", "WEIRTMPL and then nothing");
  dump(library_.folder() / ".x.1.tmp.weirt", "still being written");
  const LibraryList list = library_.list();
  ASSERT_EQ(list.unreadable.size(), 1u);
  EXPECT_EQ(list.unreadable[0].location, (library_.folder() / "broken.weirt").string());
  EXPECT_EQ(list.entries.size(), 1u);
  EXPECT_NE(refusal([&] { library_.find("broken"); }).find("is damaged"), std::string::npos);
  dump(folder_ / "file", "");
  EXPECT_NE(refusal([&] { Library(folder_ / "file").list(); }).find("is not a folder"), std::string::npos);
}

TEST_F(LibraryTest, RemovesAndRenames) {
  record("crown", {"drop"});
  record("wave", {});
  library_.remove("wave");
  EXPECT_EQ(names(), Names{"crown"});
  library_.rename("crown", "king's crown");
  EXPECT_EQ(names(), Names{"king's crown"});
  EXPECT_EQ(library_.find("king's crown").tags, Names{"drop"});
  EXPECT_TRUE(std::filesystem::exists(library_.folder() / "king's crown.weirt"));
  EXPECT_FALSE(std::filesystem::exists(library_.folder() / "crown.weirt"));
}

TEST_F(LibraryTest, SeveralProcessesAtOnce) {
  record("crown", {});
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    const pid_t pid = fork();
    if (pid == 0) {
      int code = 0;
      try {
        for (int n = 0; n < 8; ++n) {
          const std::string name = "c" + std::to_string(child) + "-" + std::to_string(n);
          // Written without threads: only this one is alive in the copy of the process.
          std::filesystem::copy(library_.folder() / "crown.weirt", library_.folder() / (name + ".weirt"));
          if (library_.list().entries.size() < static_cast<size_t>(n) + 1) code = 1;
          if (n % 3 == child % 3) std::filesystem::remove(index_);
        }
      } catch (...) {
        code = 2;
      }
      _exit(code);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(names().size(), 33u);
}

}  // namespace weir::templates
