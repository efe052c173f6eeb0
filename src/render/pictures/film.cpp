// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/pictures/film.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include "weir/base/error.h"

extern char** environ;

namespace weir::render {

namespace {

std::vector<std::string> command(int width, int height, double rate, const std::filesystem::path& file) {
  return {"ffmpeg", "-nostdin", "-loglevel", "error", "-y",
          // what comes in
          "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt::format("{}x{}", width, height), "-r",
          fmt::format("{}", rate), "-i", "pipe:0",
          // what goes out: 4:2:0, which every player takes, and colours that are said to be what they are
          "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_primaries", "bt709",
          "-color_trc", "bt709", "-color_range", "tv", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18",
          "-movflags", "+faststart", "-f", "mp4", file.string()};
}

std::string last_line(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

Film::Film(const std::filesystem::path& file, int width, int height, double rate)
    : file_(file), name_(file.string()), width_(width + width % 2), height_(height + height % 2) {
  complaints_ = std::tmpfile();
  if (!complaints_) throw RunError(fmt::format("{}: no temporary file can be made: {}", name_, std::strerror(errno)));
  try {
    start(rate);
  } catch (...) {
    std::fclose(complaints_);
    throw;
  }
}

void Film::start(double rate) {
  // A socket, not a pipe: writing to it when ffmpeg is gone can be told not to raise a signal.
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw RunError(fmt::format("{}: no connection to ffmpeg can be made: {}", name_, std::strerror(errno)));
  }
  pictures_ = ends[0];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(complaints_), STDERR_FILENO);
  // In a group of its own: Ctrl-C is for weir, which then ends it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> words = command(width_, height_, rate, file_.temporary());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = posix_spawnp(&pid_, "ffmpeg", &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error == 0) return;
  pid_ = 0;
  close(pictures_);
  if (error == ENOENT) throw RunError(fmt::format("{}: films need the program ffmpeg, which is not installed", name_));
  throw RunError(fmt::format("{}: ffmpeg cannot be started: {}", name_, std::strerror(error)));
}

Film::~Film() {
  if (pictures_ >= 0) close(pictures_);
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    wait();
  }
  std::fclose(complaints_);
}

int Film::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void Film::fail() {
  const std::string said = last_line(complaints_);
  throw RunError(fmt::format("{}: ffmpeg could not make the film{}", name_, said.empty() ? "" : ": " + said));
}

void Film::add(const Image& picture) {
  std::vector<unsigned char> bytes = srgb_bytes(picture, width_, height_);
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = send(pictures_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      finish_pictures();
      fail();
    }
    sent += static_cast<size_t>(count);
  }
}

int Film::finish_pictures() {
  close(pictures_);
  pictures_ = -1;
  return wait();
}

void Film::finish() {
  if (finish_pictures() != 0) fail();
  file_.commit();
}

}  // namespace weir::render
