// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/net/file_range.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <map>

#include "weir/base/error.h"

namespace weir::studio {

OpenFile::OpenFile(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  struct stat about {};
  if (descriptor_ < 0) throw InputError(file.filename().string(), "there is no such file, or it cannot be read");
  if (fstat(descriptor_, &about) != 0 || !S_ISREG(about.st_mode)) {
    close(descriptor_);
    throw InputError(file.filename().string(), "is no file");
  }
  size_ = static_cast<uint64_t>(about.st_size);
  tag_ = fmt::format("\"{:x}-{:x}-{:x}-{:x}\"", about.st_ino, size_, about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
}

OpenFile::~OpenFile() { close(descriptor_); }

std::string OpenFile::read(uint64_t from, size_t count) const {
  std::string bytes(count, '\0');
  size_t have = 0;
  while (have < count) {
    const ssize_t got = pread(descriptor_, bytes.data() + have, count - have, static_cast<off_t>(from + have));
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw RunError("a file could not be read to its end");
    have += static_cast<size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

static std::optional<uint64_t> whole_number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

AskedRange parse_range(std::string_view header, uint64_t size) {
  constexpr std::string_view kUnit = "bytes=";
  const size_t dash = header.find('-');
  if (!header.starts_with(kUnit) || dash == std::string_view::npos) return {};
  const std::string_view begin = header.substr(kUnit.size(), dash - kUnit.size()), end = header.substr(dash + 1);
  const auto first = whole_number(begin), last = whole_number(end);
  if (begin.empty() && last) {  // so many from the end
    const uint64_t count = std::min(*last, size);
    if (count == 0) return {.possible = false};
    return {.range = ByteRange{size - count, count}};
  }
  if (!first || (!end.empty() && !last) || (last && *last < *first)) return {};
  if (*first >= size) return {.possible = false};
  return {.range = ByteRange{*first, std::min(last.value_or(size - 1), size - 1) - *first + 1}};
}

std::string type_of_file(const std::filesystem::path& file) {
  static const std::map<std::string, std::string> types{
      {".png", "image/png"},    {".jpg", "image/jpeg"},        {".jpeg", "image/jpeg"},
      {".webp", "image/webp"},  {".gif", "image/gif"},         {".mp4", "video/mp4"},
      {".webm", "video/webm"},  {".json", "application/json"}, {".txt", "text/plain; charset=utf-8"},
      {".svg", "image/svg+xml"}};
  std::string end = file.extension().string();
  std::transform(end.begin(), end.end(), end.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const auto found = types.find(end);
  return found == types.end() ? "application/octet-stream" : found->second;
}

}  // namespace weir::studio
