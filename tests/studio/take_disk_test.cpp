// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes on a disk that gets full, where the machine lets a test make one.

#include <sys/mount.h>

#include "studio/take_world.h"

namespace weir::studio {

// Of three megabytes, in memory.
class SmallDisk : public TakeWorld {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(temp_ / "takes");
    mounted_ = mount("none", (temp_ / "takes").c_str(), "tmpfs", 0, "size=3m") == 0;
    if (!mounted_) GTEST_SKIP() << "a small disk can be mounted by root alone";
  }
  void TearDown() override {
    close();
    if (mounted_) umount((temp_ / "takes").c_str());
  }

 private:
  bool mounted_ = false;
};

TEST_F(SmallDisk, ARunThatFillsItSaysSoAndKeepsItsFrames) {
  put("slow.json", drop_scene(400, 0.014));
  const std::string name = run("slow.json");
  const Json failed = wait_for(name, "failed");
  const std::string error = failed.at("error");
  EXPECT_NE(error.find("No space left on device"), std::string::npos) << error;
  EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 0) << error;
  const int had = last_frame(failed);
  ASSERT_GT(had, 2);
  ask("resume", {{"take", name}});
  wait_for(name, "failed");
  EXPECT_GE(last_frame(take(name)), had);
}

TEST_F(SmallDisk, ATakeThatCannotBeWrittenIsRefusedAndLeavesNothing) {
  put("drop.json", drop_scene(2, 0.03));
  put("takes/filler", std::string(size_t{3} << 20, ' ').substr(0, (size_t{3} << 20) - 8192));
  const std::string said = refusal("run", {{"scene", "drop.json"}, {"kind", "full"}});
  EXPECT_NE(said.find("No space left on device"), std::string::npos) << said;
  EXPECT_FALSE(std::filesystem::exists(temp_ / "takes/drop/001"));
}

}  // namespace weir::studio
