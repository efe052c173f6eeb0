// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The processes that record for one scene and measure it, as their parent sees them.

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/bench_measure.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"

extern char** environ;

namespace weir::app {

namespace {

constexpr int kLookEvery = 100;  // ms: a signal between the look at interrupted() and the wait would not end the wait

// Runs this very program; its standard output comes here. Ended by force when it is not waited for to the end.
class Child {
 public:
  explicit Child(std::vector<std::string> words) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("a pipe cannot be made", errno);
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    // The link stands for the program that runs now, even when its file has been replaced meanwhile.
    const int error = posix_spawn(&pid_, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error == 0) return;
    close(output_);
    fail("a process cannot be started", error);
  }
  ~Child() {
    close(output_);
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // All that it says, until it has no more to say.
  std::string output() const {
    std::string text;
    for (;;) {
      if (interrupted()) throw Interrupted("stopped");
      pollfd ready{output_, POLLIN, 0};
      if (poll(&ready, 1, kLookEvery) <= 0) continue;
      char bytes[4096];
      const ssize_t count = read(output_, bytes, sizeof bytes);
      if (count > 0) text.append(bytes, static_cast<size_t>(count));
      if (count == 0) return text;
      if (count < 0 && errno != EINTR) fail("a pipe cannot be read", errno);
    }
  }

  struct End {
    int code = 0, signal = 0;  // one of them is 0
    double peak_mb = 0;
  };
  End wait() {
    int status = 0;
    rusage used{};
    while (wait4(pid_, &status, 0, &used) < 0) {
      if (errno != EINTR) fail("a process cannot be waited for", errno);
    }
    pid_ = 0;
    const double peak_mb = static_cast<double>(used.ru_maxrss) * 1024 / 1e6;  // it counts in KiB
    return WIFSIGNALED(status) ? End{0, WTERMSIG(status), peak_mb} : End{WEXITSTATUS(status), 0, peak_mb};
  }

 private:
  [[noreturn]] static void fail(const char* what, int error) {
    throw RunError(fmt::format("{}: {}", what, std::strerror(error)));
  }

  pid_t pid_ = 0;
  int output_ = -1;
};

void check_end(const Child::End& end, const std::filesystem::path& file) {
  if (end.signal == SIGINT || end.signal == SIGTERM) throw Interrupted("stopped");
  if (end.signal == SIGKILL) {
    throw RunError(fmt::format("{}: its process was killed; perhaps there is not enough memory", file.string()));
  }
  if (end.signal != 0) {
    throw RunError(fmt::format("{}: its process crashed ({})", file.string(), strsignal(end.signal)));
  }
  // It has told the reason by itself.
  if (end.code == 2) throw InputError(file.string(), "cannot be measured for the reason above");
  if (end.code != 0) throw RunError(fmt::format("{}: could not be measured for the reason above", file.string()));
}

}  // namespace

void record_in_child(const std::filesystem::path& file, int threads) {
  Child child({"weir", "bench", "--record", file.string(), "--threads", std::to_string(threads)});
  child.output();
  check_end(child.wait(), file);
}

nlohmann::ordered_json measure_in_child(const std::filesystem::path& file, int threads) {
  Child child({"weir", "bench", "--measure", file.string(), "--threads", std::to_string(threads)});
  const std::string output = child.output();
  const Child::End end = child.wait();
  check_end(end, file);
  nlohmann::ordered_json figures = nlohmann::ordered_json::parse(output, nullptr, false);
  if (!figures.is_object()) throw RunError(fmt::format("{}: its process gave no figures", file.string()));
  figures["peak_mb"] = end.peak_mb;
  return figures;
}

void end_with_parent() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A parent that ended before this does not count, but then nobody holds the other end of the pipe.
  pollfd reader{STDOUT_FILENO, 0, 0};
  if (poll(&reader, 1, 0) == 1 && (reader.revents & POLLERR) != 0) std::_Exit(1);
}

}  // namespace weir::app
