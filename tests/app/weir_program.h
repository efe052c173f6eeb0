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

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files.h"
#include "temp_folder.h"

extern char** environ;

namespace weir::app {

struct Said {
  int code = -1;  // exit code, or minus the signal that ended it
  std::string out, err;
};

// Where the program's words go: a file to be looked at afterwards, unless it is named here; "closed" is no file at all.
struct Streams {
  std::string out, err;
};

class WeirProcess {
 public:
  explicit WeirProcess(const std::vector<std::string>& arguments, const Streams& streams = {}) {
    std::vector<std::string> words{WEIR_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    redirect(actions, STDOUT_FILENO, streams.out, folder_ / "out");
    redirect(actions, STDERR_FILENO, streams.err, folder_ / "err");
    // Whatever started the tests may ignore signals, which would be inherited.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&usual, signal);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawn(&pid_, WEIR_PROGRAM, &actions, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    // Without a process, send() would reach the tests themselves.
    if (error != 0) throw std::runtime_error(std::string(WEIR_PROGRAM) + " cannot be started");
  }
  void send(int signal) const { kill(pid_, signal); }
  std::string errors_so_far() const { return text("err"); }
  Said wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return {code, text("out"), text("err")};
  }

 private:
  static void redirect(posix_spawn_file_actions_t& actions, int stream, const std::string& where,
                       const std::filesystem::path& file) {
    if (where == "closed") {
      posix_spawn_file_actions_addclose(&actions, stream);
    } else {
      const std::string path = where.empty() ? file.string() : where;
      posix_spawn_file_actions_addopen(&actions, stream, path.c_str(), O_WRONLY | O_CREAT, 0644);
    }
  }
  std::string text(const char* name) const {
    return std::filesystem::exists(folder_ / name) ? read_file(folder_ / name) : std::string();
  }

  TempFolder folder_;
  pid_t pid_ = 0;
};

inline Said weir(const std::vector<std::string>& arguments, const Streams& streams = {}) {
  return WeirProcess(arguments, streams).wait();
}

// Names and bytes of all files under the folder, in order of their names.
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

}  // namespace weir::app
