// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the program as a user would, and keeps what it said.

#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "temp_folder.h"

extern char** environ;

namespace weir {

struct Said {
  int code = -1;  // exit code, or minus the signal that ended it
  std::string out, err;
};

class WeirProcess {
 public:
  explicit WeirProcess(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{WEIR_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const std::string out = (folder_ / "out").string(), err = (folder_ / "err").string();
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT, 0644);
    posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT, 0644);
    posix_spawn(&pid_, WEIR_PROGRAM, &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  void send(int signal) const { kill(pid_, signal); }
  std::string errors_so_far() const { return read_file(folder_ / "err"); }
  Said wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return {code, read_file(folder_ / "out"), read_file(folder_ / "err")};
  }

 private:
  TempFolder folder_;
  pid_t pid_ = 0;
};

inline Said weir(const std::vector<std::string>& arguments) { return WeirProcess(arguments).wait(); }

// Names and bytes of all files under the folder whose path has `part`, in order of their names.
inline std::vector<std::pair<std::string, std::string>> files_in(const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      files.emplace_back(std::filesystem::relative(entry.path(), folder).string(), read_file(entry.path()));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace weir
