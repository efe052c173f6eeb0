// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir studio [SCENE|FOLDER]

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/say.h"
#include "app/shipped_examples.h"
#include "app/studio_page.h"
#include "app/verbs.h"
#include "studio/studio.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"

extern char** environ;

namespace weir::app {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string opened = ".";
  int port = 0;
  bool no_browser = false;
};

// Where there is a screen. Whether that works is no matter of Studio's: the address was printed.
pid_t open_browser(const std::string& address) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return 0;
  std::string program = "xdg-open", given = address;
  char* words[] = {program.data(), given.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
  }
  // In a group of its own, a browser that this starts outlives Ctrl-C.
  posix_spawnattr_t own_group;
  posix_spawnattr_init(&own_group);
  posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP);
  pid_t started = 0;
  posix_spawnp(&started, program.c_str(), &quiet, &own_group, words, environ);
  posix_spawnattr_destroy(&own_group);
  posix_spawn_file_actions_destroy(&quiet);
  return started;
}

void open_studio(const Options& given) {
  const CatchInterrupts catching;
  std::error_code unknown;
  studio::Assets page = studio_page();
  if (page.empty()) {
    throw RunError("this weir was built without the page of Studio; install nodejs and npm, and build it again");
  }
  const studio::Studio studio({.opened = given.opened,
                               .examples = shipped_examples(),
                               .starters = shipped_starters(),
                               .program = fs::read_symlink("/proc/self/exe", unknown),
                               .port = given.port},
                              std::move(page));
  say("Studio: {}\n", studio.address());
  std::fflush(stdout);
  const pid_t browser = given.no_browser ? 0 : open_browser(studio.address());
  while (!interrupted()) {
    if (browser > 0) waitpid(browser, nullptr, WNOHANG);  // once it has ended nothing of it is left in the machine
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

}  // namespace

void add_studio(Verb& app) {
  Verb verb = app.verb("studio", "Open a folder of scenes in the browser, to direct liquids by hand");
  auto options = std::make_shared<Options>();
  verb.option("SCENE|FOLDER", options->opened, "What to open (default: the current folder)");
  verb.option("--port", options->port, "Where it listens on this machine (default: 0, any port that is free)")
      .between(0, 65535);
  verb.flag("--no-browser", options->no_browser, "Only print the address");
  verb.action([options] { open_studio(*options); });
}

}  // namespace weir::app
