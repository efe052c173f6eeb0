// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the world around the program can do to it: full disks, closed streams, signals, odd files.

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

static const char* kDrop = R"({"frames": {"last": 3}, "solver": {"kind": "ballistic", "spacing": 0.1},
                               "liquids": [{"shape": {"kind": "box"}}]})";

class Trouble : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return (folder_ / name).string();
  }
  TempFolder folder_;
  std::string drop_ = file("drop.json", kDrop);
  std::string out_ = (folder_ / "run").string();
};

// A tmpfs of a few pages.
class TinyDisk {
 public:
  explicit TinyDisk(const fs::path& at) : at_(at), good_(mount("none", at.c_str(), "tmpfs", 0, "size=200k") == 0) {}
  ~TinyDisk() {
    if (good_) umount(at_.c_str());
  }
  bool good() const { return good_; }

 private:
  fs::path at_;
  bool good_;
};

TEST_F(Trouble, AFullDiskLosesNoFinishedFrame) {
  make_folder(folder_ / "disk");
  const TinyDisk disk(folder_ / "disk");
  if (!disk.good()) GTEST_SKIP() << "mounting is not permitted";
  const std::string long_drop = file("long.json", std::string(kDrop).replace(std::string(kDrop).find("3}"), 2, "30}"));
  const fs::path out = folder_ / "disk" / "run";
  const Said said = weir({"run", long_drop, "-o", out.string(), "--progress", "none"});
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.err.find("cannot be written: No space left on device"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("go on with: weir run"), std::string::npos) << said.err;
  // Room is made, and the run goes on as if nothing had been.
  fs::copy(out, out_, fs::copy_options::recursive);
  ASSERT_EQ(weir({"run", long_drop, "-o", out_, "--resume"}).code, 0);
  ASSERT_EQ(weir({"run", long_drop, "-o", (folder_ / "whole").string()}).code, 0);
  EXPECT_EQ(files_in(folder_ / "run" / "particles"), files_in(folder_ / "whole" / "particles"));
}

TEST_F(Trouble, ARunDoesNotNeedAnybodyToListen) {
  for (const char* style : {"plain", "bar", "none"}) {
    for (const char* err : {"/dev/full", "closed"}) {
      const Said said = weir({"run", drop_, "-o", out_, "--overwrite", "--progress", style}, {.out = "", .err = err});
      EXPECT_EQ(said.code, 0) << style << " " << err;
      EXPECT_TRUE(fs::exists(folder_ / "run" / "particles" / "0003.vdb"));
    }
  }
  EXPECT_EQ(weir({"run", drop_, "-o", out_, "--overwrite"}, {.out = "closed", .err = "closed"}).code, 0);
  EXPECT_EQ(weir({"run", drop_, "-o", out_}, {.out = "closed", .err = "closed"}).code, 2);  // complains in vain
  EXPECT_EQ(weir({"check", "nowhere"}, {.out = "", .err = "/dev/full"}).code, 2);
}

TEST_F(Trouble, LostOutputIsTold) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"check", drop_}, {"describe"}, {"describe", "--schema"}, {"--help"}, {"--version"}}) {
    const Said said = weir(words, {.out = "/dev/full", .err = ""});
    EXPECT_EQ(said.code, 1) << words[0];
    EXPECT_EQ(said.err, "weir: standard output cannot be written\n") << words[0];
  }
  const Said said = weir({"run", drop_, "-o", out_, "--progress", "json"}, {.out = "/dev/full", .err = ""});
  EXPECT_EQ(said.code, 1);
  EXPECT_TRUE(fs::exists(folder_ / "run" / "particles" / "0003.vdb"));
}

TEST_F(Trouble, AReaderMayLeaveEarly) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"describe", "--schema"}, {"run", drop_, "-o", out_, "--progress", "json"}}) {
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    WeirProcess process(words, {.out = pipe.string(), .err = ""});
    close(reader);
    const Said said = process.wait();
    EXPECT_EQ(said.code, 0) << words[0];
    EXPECT_EQ(said.err, "") << words[0];
  }
}

TEST_F(Trouble, BuildingCanBeInterrupted) {
  const std::string slow = file("slow.json", R"({"solver": {"kind": "ballistic", "spacing": 0.005},
    "liquids": [{"shape": {"kind": "sphere"}}], "solids": [{"shape": {"kind": "figure", "height": 3}}]})");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"check", slow}, {"run", slow, "-o", out_}}) {
    for (const int signal : {SIGINT, SIGTERM}) {
      WeirProcess process(words);
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      const auto begin = std::chrono::steady_clock::now();
      process.send(signal);
      EXPECT_EQ(process.wait().code, -signal) << words[0];
      EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2)) << words[0];
    }
  }
  EXPECT_FALSE(fs::exists(out_));
}

TEST_F(Trouble, OddFilesAreRefusedInWords) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  fs::create_symlink(folder_ / "loop", folder_ / "loop");
  const std::string loop = (folder_ / "loop").string(), long_name = (folder_ / std::string(300, 'x')).string();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"check", (folder_ / "pipe").string()},
                                             {"check", "/dev/zero"},
                                             {"check", loop},
                                             {"check", long_name},
                                             {"run", drop_, "-o", loop},
                                             {"run", drop_, "-o", long_name},
                                             {"info", loop},
                                             {"info", long_name},
                                             {"convert", loop, "x.ply"},
                                             {"convert", long_name, "x.ply"}}) {
    const Said said = weir(words);
    EXPECT_EQ(said.code, 2) << words[0] << " " << words.back() << said.err;
    EXPECT_EQ(said.err.find("filesystem error"), std::string::npos) << said.err;
    EXPECT_EQ(said.err.rfind("weir: ", 0), 0u) << said.err;
  }
  EXPECT_NE(weir({"check", (folder_ / "pipe").string()}).err.find("is a pipe or a device"), std::string::npos);
}

}  // namespace weir::app
