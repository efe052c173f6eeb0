// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The file: magic, payload size, payload, checksum of the payload. A field of the payload: length of the tag, tag,
// size of an element, number of elements, elements. A list of parts: the same with 0 for the size of an element, and
// for each part the length of its name, name, size, fields. Little-endian, as every machine we run on.

#include "weir/base/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/files.h"
#include "base/hash.h"
#include "weir/base/error.h"

namespace weir {

static constexpr std::string_view kMagic = "WEIRARC3";
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
  archive.end_ = bytes.size();
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
  if (loading_ && position_ != end_) damaged("it holds more than this version knows");
}

void Archive::damaged(const std::string& how) const {
  throw InputError(file_name_, "this checkpoint is damaged or from another version of weir: " + how);
}

void Archive::take(char* to, size_t bytes) {
  if (bytes > end_ - position_) damaged("it is cut short");
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
  if (length > end_ - position_) damaged("it is cut short");
  const std::string found(&bytes_[position_], length);
  position_ += length;
  if (found != tag) damaged(fmt::format("it has '{}' where '{}' is wanted", found, tag));
  take(reinterpret_cast<char*>(&size), 4);
  take(reinterpret_cast<char*>(&elements), 8);
  if (size != element_size) damaged(fmt::format("'{}' has another size", tag));
  if (elements > (end_ - position_) / std::max<size_t>(element_size, 1)) damaged("it is cut short");
  return elements;
}

void Archive::begin_parts(const char* tag, const std::vector<std::string>& names) {
  if (loading_) return read_parts(begin_loading(tag, 0));
  begin_storing(tag, 0, names.size());
}

void Archive::read_parts(size_t count) {
  Stored& stored = lists_.emplace_back();
  for (size_t i = 0; i < count; ++i) {
    uint32_t length = 0;
    uint64_t size = 0;
    take(reinterpret_cast<char*>(&length), 4);
    if (length > end_ - position_) damaged("it is cut short");
    std::string name = bytes_.substr(position_, length);
    position_ += length;
    take(reinterpret_cast<char*>(&size), 8);
    if (size > end_ - position_) damaged("it is cut short");
    stored.parts.push_back({std::move(name), position_, position_ + size});
    position_ += size;
  }
  stored.end = position_;
}

Archive::Ends Archive::begin_part(const std::string& name) {
  if (loading_) {
    const std::vector<Stored::Part>& parts = lists_.back().parts;
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.name == name; });
    if (found == parts.end()) return {.there = false};
    Ends around{.begin = found->begin, .outer = end_};
    position_ = found->begin;
    end_ = found->end;
    return around;
  }
  const auto length = static_cast<uint32_t>(name.size());
  give(reinterpret_cast<const char*>(&length), 4);
  give(name.data(), length);
  const size_t number = saving_ ? next_part_++ : part_sizes_.size();
  if (!saving_) part_sizes_.push_back(0);
  const uint64_t size = part_sizes_[number];
  give(reinterpret_cast<const char*>(&size), 8);
  return {.begin = position_, .number = number};
}

void Archive::end_part(const Ends& around) {
  if (!around.there) return;
  if (!loading_) {
    if (!saving_) part_sizes_[around.number] = position_ - around.begin;
    return;
  }
  expect_end();
  end_ = around.outer;
}

void Archive::end_parts() {
  if (!loading_) return;
  position_ = lists_.back().end;
  lists_.pop_back();
}

}  // namespace weir
