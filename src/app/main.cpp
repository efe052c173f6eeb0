// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir, the program. Exit codes: 0 done, 1 failed while running, 2 bad input, 130 interrupted.

#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <malloc.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <new>

#include "app/verbs.h"
#include "base/error.h"
#include "base/version.h"
#include "run/built_in_kinds.h"
#include "scene/reader.h"

namespace weir::app {

namespace {

// Whatever happens to standard error, the exit code still tells.
void complain(const std::string& sentence) { std::fputs(("weir: " + sentence + "\n").c_str(), stderr); }

// Without this the first file that is opened would take the place of a closed standard output, and get its text.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    if (open("/dev/null", O_RDWR) != stream) std::_Exit(1);
  }
}

// Every step asks for large arrays and gives them back. Handed to the system each time, they would come back as pages
// that must be cleared first: a tenth of a step of the grid solver.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

// To find its symbols, the loader has read all names in the libraries, 20 MB in OpenVDB alone. They are not needed
// again; pages of files that are let go of come back by themselves when they are.
void let_go_of_symbol_names() {
  const auto let_go = [](dl_phdr_info* library, size_t, void*) {
    for (size_t k = 0; k < library->dlpi_phnum; ++k) {
      const ElfW(Phdr)& part = library->dlpi_phdr[k];
      if (part.p_type != PT_LOAD || part.p_flags != PF_R) continue;
      const ElfW(Addr) page = static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE));
      const ElfW(Addr) begin = (library->dlpi_addr + part.p_vaddr) / page * page;
      const ElfW(Addr) end = library->dlpi_addr + part.p_vaddr + part.p_memsz;
      madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
    }
    return 0;
  };
  dl_iterate_phdr(let_go, nullptr);
}

// True when what was said has arrived, or nobody wants it any more: the reader of a pipe (head) may leave early.
bool output_arrived() {
  const bool flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return flushed || (poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0);
}

// CLI11 would only say that it did not expect the word.
void check_verb(const CLI::App& app, int argc, char** argv, int at = 1) {
  if (argc <= at || argv[at][0] == '-') return;
  const std::string word = argv[at];
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands(nullptr)) {
    verbs.push_back(verb->get_name());
    if (verb->get_name() != word) continue;
    if (!verb->get_subcommands(nullptr).empty()) check_verb(*verb, argc, argv, at + 1);
    return;
  }
  const std::string nearest = nearest_word(word, verbs);
  throw InputError(
      "", fmt::format("there is no verb \"{}\"; {}", word,
                      nearest.empty() ? "choose " + either(verbs) : fmt::format("did you mean \"{}\"?", nearest)));
}

int run_verb(int argc, char** argv) {
  CLI::App app("Weir directs liquids: say what the water should do, and simulate water that does it.", "weir");
  app.set_version_flag("--version", std::string("weir ") + kVersion);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("weir: {}\nweir --help tells what can be given.\n", error.what());
  });
  add_run(app);
  add_check(app);
  add_describe(app);
  add_info(app);
  add_convert(app);
  add_mesh(app);
  add_morph(app);
  add_render(app);
  add_plot(app);
  add_library(app);
  add_bench(app);
  check_verb(app, argc, argv);
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
}

int run_program(int argc, char** argv) {
  try {
    return run_verb(argc, argv);
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems()) complain(problem.sentence());
    return 2;
  } catch (const std::filesystem::filesystem_error& error) {
    complain(fmt::format("{}: cannot be used: {}", error.path1().string(), error.code().message()));
    return 2;
  } catch (const Interrupted& error) {
    complain(error.what());
    return 130;
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory for this; a larger solver.spacing needs less");
    return 1;
  } catch (const std::exception& error) {
    complain(error.what());
    return 1;
  }
}

}  // namespace

}  // namespace weir::app

int main(int argc, char** argv) {
  weir::app::open_standard_streams();
  weir::app::keep_freed_memory();
  weir::app::let_go_of_symbol_names();
  weir::run::register_built_in_kinds();
  // Whoever stops listening to a run must not end it.
  std::signal(SIGPIPE, SIG_IGN);
  const int code = weir::app::run_program(argc, argv);
  if (weir::app::output_arrived()) return code;
  weir::app::complain("standard output cannot be written");
  return code == 0 ? 1 : code;
}
