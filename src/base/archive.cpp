// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The file: magic, payload size, payload, checksum of the payload. A field of the payload: length of the tag, tag,
// size of an element, number of elements, elements. Little-endian, as every machine we run on.

#include "weir/base/archive.h"

#include <fmt/format.h>

#include <cstring>

#include "base/files.h"
#include "base/hash.h"
#include "weir/base/error.h"

namespace weir {

static constexpr std::string_view kMagic = "WEIRARC2";
static constexpr size_t kHeaderSize = 8 + 8, kChecksumSize = 8;

static std::string_view bytes_of(const uint64_t& number) { return {reinterpret_cast<const char*>(&number), 8}; }

struct Archive::Saving {
  Saving(const std::filesystem::path& path, size_t size) : file(path), hash(size) {}
  FileWriter file;
  ByteHash hash;
};

Archive::Archive() = default;
Archive::Archive(Archive&&) noexcept = default;
Archive::~Archive() = default;

Archive Archive::loading(const std::filesystem::path& file) {
  Archive archive;
  archive.loading_ = true;
  archive.file_name_ = file.string();
  archive.bytes_ = read_file(file);
  std::string& bytes = archive.bytes_;
  uint64_t size = 0, hash = 0;
  if (bytes.size() < kHeaderSize || std::string_view(bytes).substr(0, 8) != kMagic) {
    throw InputError(archive.file_name_, "is not a checkpoint of this version of weir");
  }
  std::memcpy(&size, &bytes[8], 8);
  if (bytes.size() < kHeaderSize + kChecksumSize || bytes.size() - kHeaderSize - kChecksumSize != size) {
    archive.damaged("it is cut short");
  }
  std::memcpy(&hash, &bytes[kHeaderSize + size], kChecksumSize);
  bytes.resize(kHeaderSize + size);
  if (hash_bytes(std::string_view(bytes).substr(kHeaderSize)) != hash) archive.damaged("its checksum does not match");
  archive.position_ = kHeaderSize;
  return archive;
}

void Archive::begin_saving(const std::filesystem::path& file) {
  const uint64_t size = position_;
  saving_ = std::make_unique<Saving>(file, size);
  saving_->file.write(kMagic);
  saving_->file.write(bytes_of(size));
}

void Archive::end_saving() {
  const uint64_t hash = saving_->hash.value();
  saving_->file.write(bytes_of(hash));
  saving_->file.finish();
}

void Archive::put_in_place() { saving_->file.commit(); }

void Archive::expect_end() const {
  if (loading_ && position_ != bytes_.size()) damaged("it holds more than this version knows");
}

void Archive::damaged(const std::string& how) const {
  throw InputError(file_name_, "this checkpoint is damaged or from another version of weir: " + how);
}

void Archive::take(char* to, size_t bytes) {
  if (bytes > bytes_.size() - position_) damaged("it is cut short");
  if (bytes > 0) std::memcpy(to, &bytes_[position_], bytes);
  position_ += bytes;
}

void Archive::give(const char* from, size_t bytes) {
  if (!saving_) {
    position_ += bytes;
    return;
  }
  saving_->hash.add({from, bytes});
  saving_->file.write({from, bytes});
}

void Archive::begin_storing(const char* tag, size_t element_size, size_t count) {
  const uint32_t length = static_cast<uint32_t>(std::strlen(tag)), size = static_cast<uint32_t>(element_size);
  const uint64_t elements = count;
  give(reinterpret_cast<const char*>(&length), 4);
  give(tag, length);
  give(reinterpret_cast<const char*>(&size), 4);
  give(reinterpret_cast<const char*>(&elements), 8);
}

size_t Archive::begin_loading(const char* tag, size_t element_size) {
  uint32_t length = 0, size = 0;
  uint64_t elements = 0;
  take(reinterpret_cast<char*>(&length), 4);
  if (length > bytes_.size() - position_) damaged("it is cut short");
  const std::string found(&bytes_[position_], length);
  position_ += length;
  if (found != tag) damaged(fmt::format("it has '{}' where '{}' is wanted", found, tag));
  take(reinterpret_cast<char*>(&size), 4);
  take(reinterpret_cast<char*>(&elements), 8);
  if (size != element_size) damaged(fmt::format("'{}' has another size", tag));
  if (elements > (bytes_.size() - position_) / element_size) damaged("it is cut short");
  return elements;
}

}  // namespace weir
