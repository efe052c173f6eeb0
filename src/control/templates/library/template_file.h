// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The file of a template, NAME.weirt:
//
//   8 bytes      "WEIRTMPL"
//   blocks       bytes one after the other; a block has a name and belongs to a frame or to the whole template:
//                  particles   of a frame, one each (frame_coding.h)
//                  repulsion   of a frame, what is found from its particles (repulsion.h)
//                  thumbnail   of the whole, a PNG picture
//                others may be there (what is derived from the particles); who does not know one passes over it
//   directory    version, header (template_metadata.h), frames, and the offset, length and checksum of every block
//   28 bytes     offset, length and checksum of the directory, "WEIR"
//
// So a file grows from front to back while a liquid is recorded, opening it reads only its end, and a frame is read by
// itself. Every byte but the first 8 and the last 28 is under a checksum.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "control/templates/library/template_metadata.h"

namespace weir::templates {

constexpr const char* kTemplateExtension = ".weirt";
constexpr int32_t kWholeTemplate = -1;

struct TemplateBlock {
  std::string name;
  uint32_t version = 1;  // of what is in the block
  int32_t frame = kWholeTemplate;
  uint64_t offset = 0, length = 0, checksum = 0;
};

struct TemplateDirectory {
  struct Frame {
    uint32_t particles = 0;
    bool key = false;  // can be read without the frame before it
  };

  TemplateMetadata metadata;
  std::vector<Frame> frames;
  std::vector<TemplateBlock> blocks;

  // Null when there is none.
  const TemplateBlock* find(std::string_view name, int32_t frame) const;
};

// Blocks to a new file; it takes its place when all is written. RunError when the disk is full. When it is destroyed
// before that, nothing remains.
class TemplateFileWriter {
 public:
  explicit TemplateFileWriter(std::filesystem::path path);
  ~TemplateFileWriter();
  TemplateFileWriter(const TemplateFileWriter&) = delete;
  TemplateFileWriter& operator=(const TemplateFileWriter&) = delete;

  // Fills in offset, length and checksum, and adds the block to the directory.
  void add(TemplateDirectory& directory, TemplateBlock block, std::string_view bytes);
  void finish(const TemplateDirectory& directory);

 private:
  void write(std::string_view bytes);

  std::filesystem::path path_;
  AtomicFile file_;
  int descriptor_;
  uint64_t written_ = 0;
};

// A file to be read. It stays what it was when another takes its name. Safe to use from several threads.
class TemplateFileReader {
 public:
  // InputError naming the file when it is missing, damaged, cut short, from a newer Weir or no template at all.
  explicit TemplateFileReader(std::filesystem::path path);
  ~TemplateFileReader();
  TemplateFileReader(const TemplateFileReader&) = delete;
  TemplateFileReader& operator=(const TemplateFileReader&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const TemplateDirectory& directory() const { return directory_; }
  uint64_t bytes() const { return size_; }
  // InputError naming the file when the bytes are not those that were written.
  std::string read(const TemplateBlock& block) const;
  // InputError: the file is damaged in this way.
  [[noreturn]] void damaged(const std::string& how) const;

 private:
  std::string read(uint64_t offset, uint64_t length) const;
  void read_directory();

  std::filesystem::path path_;
  int descriptor_;
  uint64_t size_ = 0;
  TemplateDirectory directory_;
};

}  // namespace weir::templates
