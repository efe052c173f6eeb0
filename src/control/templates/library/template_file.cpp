// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/template_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/hash.h"
#include "control/templates/library/bytes.h"
#include "weir/base/error.h"

namespace weir::templates {

namespace {

constexpr std::string_view kFirstBytes = "WEIRTMPL", kLastBytes = "WEIR";
constexpr size_t kFooter = 28;
constexpr uint64_t kVersion = 1;
constexpr size_t kMostFrames = 10'000'000;

std::string to_bytes(const TemplateDirectory& directory) {
  std::string bytes;
  put_varint(bytes, kVersion);
  put_text(bytes, to_text(directory.metadata));
  put_varint(bytes, directory.frames.size());
  for (const TemplateDirectory::Frame& frame : directory.frames) {
    put_varint(bytes, uint64_t{frame.particles} << 1 | (frame.key ? 1 : 0));
  }
  put_varint(bytes, directory.blocks.size());
  for (const TemplateBlock& block : directory.blocks) {
    put_text(bytes, block.name);
    put_varint(bytes, block.version);
    put_varint(bytes, zigzag(block.frame));
    put_varint(bytes, block.offset);
    put_varint(bytes, block.length);
    put_plain(bytes, block.checksum);
  }
  return bytes;
}

template <class T>
T take_number(ByteReader& reader) {
  const uint64_t value = reader.varint();
  if (value > std::numeric_limits<T>::max()) throw Damaged("its directory is wrong");
  return static_cast<T>(value);
}

TemplateBlock take_block(ByteReader& reader, uint64_t end_of_blocks, size_t frames) {
  TemplateBlock block;
  block.name = reader.text();
  block.version = take_number<uint32_t>(reader);
  const int64_t frame = unzigzag(reader.varint());
  block.offset = reader.varint();
  block.length = reader.varint();
  block.checksum = reader.plain<uint64_t>();
  if (frame < kWholeTemplate || frame >= static_cast<int64_t>(frames) || block.offset > end_of_blocks ||
      block.length > end_of_blocks - block.offset) {
    throw Damaged("its directory is wrong");
  }
  block.frame = static_cast<int32_t>(frame);
  return block;
}

TemplateDirectory from_bytes(std::string_view bytes, uint64_t end_of_blocks) {
  ByteReader reader(bytes);
  const uint64_t version = reader.varint();
  if (version != kVersion) {
    throw Damaged(fmt::format("it is of version {}, and this weir knows version {} only", version, kVersion));
  }
  TemplateDirectory directory;
  directory.metadata = metadata_from_text(reader.text());
  const uint64_t frames = reader.varint();
  if (frames == 0 || frames > kMostFrames) throw Damaged("its number of frames is wrong");
  for (uint64_t i = 0; i < frames; ++i) {
    const uint64_t both = reader.varint();
    if (both >> 33 != 0) throw Damaged("its number of particles is wrong");
    directory.frames.push_back({static_cast<uint32_t>(both >> 1), (both & 1) != 0});
  }
  if (!directory.frames.front().key) throw Damaged("its first frame is not told by itself");
  for (uint64_t left = reader.varint(); left > 0; --left) {
    directory.blocks.push_back(take_block(reader, end_of_blocks, directory.frames.size()));
  }
  if (reader.left() > 0) throw Damaged("its directory does not end where it should");
  return directory;
}

}  // namespace

const TemplateBlock* TemplateDirectory::find(std::string_view name, int32_t frame) const {
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [&](const TemplateBlock& b) { return b.frame == frame && b.name == name; });
  return found == blocks.end() ? nullptr : &*found;
}

// ---- writing

TemplateFileWriter::TemplateFileWriter(std::filesystem::path path) : path_(std::move(path)), file_(path_) {
  descriptor_ = ::open(file_.temporary().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw RunError(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
  write(kFirstBytes);
}

TemplateFileWriter::~TemplateFileWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void TemplateFileWriter::write(std::string_view bytes) {
  written_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) {
      throw RunError(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
    }
    if (count > 0) bytes.remove_prefix(static_cast<size_t>(count));
  }
}

void TemplateFileWriter::add(TemplateDirectory& directory, TemplateBlock block, std::string_view bytes) {
  block.offset = written_;
  block.length = bytes.size();
  block.checksum = hash_bytes(bytes);
  write(bytes);
  directory.blocks.push_back(std::move(block));
}

void TemplateFileWriter::finish(const TemplateDirectory& directory) {
  const std::string bytes = to_bytes(directory);
  std::string footer;
  put_plain(footer, written_);
  put_plain(footer, uint64_t{bytes.size()});
  put_plain(footer, hash_bytes(bytes));
  footer += kLastBytes;
  write(bytes);
  write(footer);
  file_.commit();
}

// ---- reading

TemplateFileReader::TemplateFileReader(std::filesystem::path path) : path_(std::move(path)) {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) {
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    throw InputError(path_.string(),
                     missing ? "there is no such file" : fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  try {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
      throw InputError(path_.string(), "is not a regular file");
    }
    size_ = static_cast<uint64_t>(status.st_size);
    read_directory();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

TemplateFileReader::~TemplateFileReader() { ::close(descriptor_); }

void TemplateFileReader::damaged(const std::string& how) const {
  throw InputError(path_.string(), "is damaged: " + how);
}

std::string TemplateFileReader::read(uint64_t offset, uint64_t length) const {
  std::string bytes(length, '\0');
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::pread(descriptor_, &bytes[done], bytes.size() - done, static_cast<off_t>(offset + done));
    if (count == 0) damaged("it is cut short");
    if (count < 0 && errno != EINTR) {
      throw InputError(path_.string(), fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    if (count > 0) done += static_cast<size_t>(count);
  }
  return bytes;
}

std::string TemplateFileReader::read(const TemplateBlock& block) const {
  std::string bytes = read(block.offset, block.length);
  if (hash_bytes(bytes) != block.checksum) {
    damaged(fmt::format("its block \"{}\"{} is not what was written", block.name,
                        block.frame == kWholeTemplate ? "" : fmt::format(" of frame {}", block.frame + 1)));
  }
  return bytes;
}

void TemplateFileReader::read_directory() {
  if (size_ < kFirstBytes.size() || read(0, kFirstBytes.size()) != kFirstBytes) {
    throw InputError(path_.string(), "is not a template of Weir");
  }
  if (size_ < kFirstBytes.size() + kFooter) damaged("it is cut short");
  const std::string footer = read(size_ - kFooter, kFooter);
  ByteReader reader(footer);
  const auto offset = reader.plain<uint64_t>(), length = reader.plain<uint64_t>(), checksum = reader.plain<uint64_t>();
  if (!footer.ends_with(kLastBytes) || offset > size_ - kFooter || length != size_ - kFooter - offset) {
    damaged("it is cut short");
  }
  const std::string bytes = read(offset, length);
  if (hash_bytes(bytes) != checksum) damaged("its directory is not what was written");
  try {
    directory_ = from_bytes(bytes, offset);
  } catch (const Damaged& how) {
    damaged(how.what());
  }
}

}  // namespace weir::templates
