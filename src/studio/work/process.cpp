// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "weir/base/error.h"

namespace weir::studio {

namespace {

// What the process finds open, and how it takes signals.
class Surroundings {
 public:
  explicit Surroundings(const Command& command) {
    posix_spawn_file_actions_init(&files_);
    posix_spawnattr_init(&attributes_);
    constexpr mode_t kMode = 0666;
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    open(STDOUT_FILENO, command.output, kMode);
    open(STDERR_FILENO, command.errors, kMode);
    // Sockets of pages would stay open as long as the process lives.
    posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
    posix_spawn_file_actions_addchdir_np(&files_, command.folder.c_str());
    sigset_t none, usual;
    sigemptyset(&none);
    sigfillset(&usual);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Surroundings() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  int spawn(pid_t& number, char* const* words) const {
    return posix_spawn(&number, words[0], &files_, &attributes_, words, environ);
  }

 private:
  void open(int descriptor, const std::filesystem::path& file, mode_t mode) {
    posix_spawn_file_actions_addopen(&files_, descriptor, file.c_str(), O_WRONLY | O_CREAT | O_APPEND, mode);
  }

  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

// The fields of /proc/N/stat behind the name, which may have spaces in it: the state is the first of them.
std::vector<std::string> facts_of(int number) {
  std::ifstream file(fmt::format("/proc/{}/stat", number));
  std::string line;
  std::getline(file, line);
  const size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::vector<std::string> facts;
  std::istringstream rest(line.substr(name_end + 1));
  for (std::string fact; rest >> fact;) facts.push_back(fact);
  return facts;
}

// 0 when there is no such process, or it has ended and nobody has asked how.
uint64_t began(int number) {
  constexpr size_t kBegan = 19;  // starttime is field 22, the state field 3
  const std::vector<std::string> facts = facts_of(number);
  if (facts.size() <= kBegan || facts[0] == "Z" || facts[0] == "X") return 0;
  return std::stoull(facts[kBegan]);
}

}  // namespace

Process Process::start(const Command& command) {
  std::vector<std::string> words = command.words;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t number = 0;
  if (const int error = Surroundings(command).spawn(number, pointers.data()); error != 0) {
    throw RunError(fmt::format("{} cannot be started: {}", words[0], std::strerror(error)));
  }
  if (command.nice != 0) setpriority(PRIO_PGRP, static_cast<id_t>(number), command.nice);
  return {{number, began(number)}, true};
}

std::optional<Process> Process::found(const Mark& mark) {
  if (mark.number <= 0 || mark.began == 0 || began(mark.number) != mark.began) return {};
  return Process(mark, false);
}

std::optional<Process::End> Process::ended() {
  if (end_) return end_;
  if (killed_at_ && std::chrono::steady_clock::now() > *killed_at_) signal(SIGKILL);
  if (!ours_) {
    if (began(mark_.number) != mark_.began) end_ = End{};
    return end_;
  }
  int status = 0;
  const pid_t got = waitpid(mark_.number, &status, WNOHANG);
  if (got == mark_.number) {
    end_ = WIFEXITED(status) ? End{WEXITSTATUS(status), 0} : End{{}, WTERMSIG(status)};
  } else if (got < 0) {
    end_ = End{};
  }
  return end_;
}

void Process::signal(int number) const {
  if (!end_ && (ours_ || began(mark_.number) == mark_.began)) ::kill(mark_.number, number);
}

void Process::ask_to_stop(std::chrono::seconds patience) {
  if (killed_at_) return;  // once more would end it at once
  killed_at_ = std::chrono::steady_clock::now() + patience;
  signal(SIGINT);
}

void Process::kill() { signal(SIGKILL); }

double Process::memory() const {
  std::ifstream file(fmt::format("/proc/{}/statm", mark_.number));
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::string signal_in_words(int number) { return fmt::format("signal {} ({})", number, strsignal(number)); }

}  // namespace weir::studio
