// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/crash_guard.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "weir/base/error.h"

namespace weir::cache {

namespace {

constexpr char kPassed = 'p', kFailed = 'f';

void limit(decltype(RLIMIT_AS) resource, size_t value) {
  rlimit limits{};
  if (getrlimit(resource, &limits) != 0) return;
  limits.rlim_cur = std::min<rlim_t>(limits.rlim_max, value);
  setrlimit(resource, &limits);
}

size_t memory_of_this_process() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

[[noreturn]] void run_in_child(const std::function<void()>& action, const GuardLimits& limits, int answer) {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  // A crash must end the child, whatever the parent does on such signals.
  for (const int fatal : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) signal(fatal, SIG_DFL);
  alarm(limits.seconds);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, memory_of_this_process() + limits.bytes);
  std::string message(1, kPassed);
  try {
    action();
  } catch (const std::exception& error) {
    message = kFailed + std::string(error.what()).substr(0, 4000);
  }
  const bool written = write(answer, message.data(), message.size()) == static_cast<ssize_t>(message.size());
  _exit(written ? 0 : 1);
}

}  // namespace

std::string failure_under_guard(const std::function<void()>& action, const GuardLimits& limits) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw RunError(std::string("no pipe can be made: ") + std::strerror(errno));
  const pid_t child = fork();
  if (child == 0) run_in_child(action, limits, ends[1]);
  const int reason = errno;
  close(ends[1]);
  std::string answer;
  char buffer[4096];
  while (child > 0) {
    const ssize_t count = read(ends[0], buffer, sizeof(buffer));
    if (count > 0) answer.append(buffer, static_cast<size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) break;
  }
  close(ends[0]);
  if (child < 0) throw RunError(std::string("no process can be started: ") + std::strerror(reason));
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (answer.empty()) return "reading it takes too long, too much memory, or fails without a reason";
  return answer[0] == kPassed ? std::string() : answer.substr(1);
}

}  // namespace weir::cache
