// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A film of pictures, by the program ffmpeg: H.264 in an mp4 file, in a form that every player takes.

#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "weir/render/pictures/image.h"

namespace weir::render {

class Film {
 public:
  // Pictures of this size, `rate` of them a second. RunError when ffmpeg is not there.
  Film(const std::filesystem::path& file, int width, int height, double rate);
  // Without finish() no file is left.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  void add(const Image& picture);
  // RunError with ffmpeg's own words when it failed.
  void finish();

 private:
  void start(double rate);
  int finish_pictures();  // the exit code of ffmpeg
  int wait();
  [[noreturn]] void fail();

  AtomicFile file_;
  std::string name_;
  int width_, height_;  // even
  pid_t pid_ = 0;
  int pictures_ = -1;                // what ffmpeg reads them from
  std::FILE* complaints_ = nullptr;  // what it says
};

}  // namespace weir::render
