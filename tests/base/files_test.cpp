// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir {

namespace fs = std::filesystem;

TEST(Files, AnUncommittedFileLeavesTheOldOne) {
  const TempFolder folder;
  write_file(folder / "f.txt", "old");
  {
    const AtomicFile file(folder / "f.txt");
    write_file(file.temporary(), "half");
  }
  EXPECT_EQ(read_file(folder / "f.txt"), "old");
  write_file(folder / "f.txt", "");
  EXPECT_EQ(read_file(folder / "f.txt"), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, MissingThingsAreNamed) {
  const TempFolder folder;
  EXPECT_THROW(read_file(folder / "none"), InputError);
  EXPECT_THROW(read_file(folder.path()), InputError);
  write_file(folder / "file", "x");
  EXPECT_THROW(read_file(folder / "file" / "below"), InputError);
  EXPECT_THROW(make_folder(folder / "file"), InputError);
  EXPECT_THROW(make_folder(folder / std::string(300, 'x')), InputError);
  EXPECT_THROW(write_file(folder / "no" / "where", "x"), RunError);
  EXPECT_THROW(append_to_file(folder / "no" / "where", "x"), RunError);
}

TEST(Files, APipeIsRefusedAndNotWaitedFor) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(read_file(folder / "pipe"), InputError);
  EXPECT_THROW(read_file("/dev/zero"), InputError);
}

// A regular file that opens, but whose first page cannot be read: nothing is mapped there.
TEST(Files, AReadErrorIsNotTakenForTheEnd) { EXPECT_THROW(read_file("/proc/self/mem"), InputError); }

TEST(Files, OfAnySizeComeBackWhole) {
  const TempFolder folder;
  for (const size_t size : {size_t{1}, size_t{4096}, size_t{4097}, size_t{3} << 20}) {
    std::string bytes(size, 'a');
    for (size_t i = 0; i < size; i += 7) bytes[i] = static_cast<char>(i);
    write_file(folder / "f", {bytes.substr(0, size / 3), "", bytes.substr(size / 3)});
    EXPECT_EQ(read_file(folder / "f"), bytes) << size;
  }
  EXPECT_GT(read_file("/proc/self/status").size(), 100u);  // says that its size is 0
}

TEST(Files, AppendedLinesStandBehindEachOther) {
  const TempFolder folder;
  append_to_file(folder / "f", "one\n");
  append_to_file(folder / "f", "two\n");
  EXPECT_EQ(read_file(folder / "f"), "one\ntwo\n");
}

TEST(Files, TemporariesAreKnownByTheirNames) {
  for (const char* name : {"0003.vdb", "state", "run.json", "a.b.ply", ".hidden"}) {
    EXPECT_EQ(name_behind_temporary(AtomicFile(fs::path("x") / name).temporary().filename().string()), name);
  }
  for (const char* name : {"", ".", "state", ".state", ".tmp", ".1.tmp", ".state.tmp", ".state.12a.tmp", ".state..tmp",
                           "state.12.tmp", ".state.12.tmpx", ".state.12.temp"}) {
    EXPECT_EQ(name_behind_temporary(name), "") << name;
  }
}

TEST(Files, RemovingWhatIsNotThereIsFine) {
  const TempFolder folder;
  remove_file(folder / "none");
  write_file(folder / "f", "x");
  remove_file(folder / "f");
  EXPECT_FALSE(fs::exists(folder / "f"));
}

}  // namespace weir
