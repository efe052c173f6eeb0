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

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <new>

#include "app/verbs.h"
#include "weir/base/error.h"
#include "weir/base/version.h"
#include "weir/run/built_in_kinds.h"

namespace weir::app {

namespace {

// Whatever happens to standard error, the exit code still tells.
void print_error(const std::string& sentence) { std::fputs(("weir: " + sentence + "\n").c_str(), stderr); }

// Without this the first file that is opened would get the number of a closed standard output, and its text.
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
// again; released pages of files come back by themselves when they are.
void release_symbol_name_pages() {
  const auto release = [](dl_phdr_info* library, size_t, void*) {
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
  dl_iterate_phdr(release, nullptr);
}

// True when what was said has arrived, or nobody wants it any more: the reader of a pipe (head) may leave early.
bool output_was_written() {
  const bool flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return flushed || (poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0);
}

int run_verb(int argc, char** argv) {
  CommandLine line("weir", "Weir directs liquids: say what the water should do, and simulate water that does it.",
                   fmt::format("weir {}\ncommit {}\nbuild  {}", kVersion, kCommit, kBuildOptions));
  Verb program = line.root();
  program.require_verb();
  add_run(program);
  add_check(program);
  add_preview(program);
  add_studio(program);
  add_describe(program);
  add_info(program);
  add_convert(program);
  add_mesh(program);
  add_morph(program);
  add_render(program);
  add_retime(program);
  add_plot(program);
  add_library(program);
  add_bench(program);
  return line.carry_out(argc, argv);
}

int run_program(int argc, char** argv) {
  try {
    return run_verb(argc, argv);
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems()) print_error(problem.sentence());
    return 2;
  } catch (const std::filesystem::filesystem_error& error) {
    print_error(fmt::format("{}: cannot be used: {}", error.path1().string(), error.code().message()));
    return 2;
  } catch (const Interrupted& error) {
    print_error(error.what());
    return 130;
  } catch (const std::bad_alloc&) {
    print_error("there is not enough memory for this; a larger solver.spacing needs less");
    return 1;
  } catch (const std::exception& error) {
    print_error(error.what());
    return 1;
  }
}

}  // namespace

}  // namespace weir::app

int main(int argc, char** argv) {
  weir::app::open_standard_streams();
  weir::app::keep_freed_memory();
  weir::app::release_symbol_name_pages();
  weir::run::register_built_in_kinds();
  // Whoever stops listening to a run must not end it.
  std::signal(SIGPIPE, SIG_IGN);
  const int code = weir::app::run_program(argc, argv);
  if (weir::app::output_was_written()) return code;
  weir::app::print_error("standard output cannot be written");
  return code == 0 ? 1 : code;
}
