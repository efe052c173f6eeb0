// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/vdb_seal.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "weir/base/error.h"

namespace weir::cache {

namespace {

// Magic number (8 bytes), file format, library version (3 x 4), a flag (1), then the identifier as text.
constexpr size_t kUuidOffset = 21, kUuidSize = 36;

// "weirvd" in hexadecimal, the version nibble 8 with our layout number, the variant nibble 8; 15 digits of hash follow.
constexpr std::string_view kMark = "77656972-7664-8001-8";

std::string identifier_of(std::string_view bytes) {
  const uint64_t head = hash_bytes(bytes.substr(0, kUuidOffset));
  const uint64_t hash = hash_bytes(bytes.substr(kUuidOffset + kUuidSize), head);
  const std::string digits = fmt::format("{:016x}", hash).substr(1);
  return fmt::format("{}{}-{}", kMark, digits.substr(0, 3), digits.substr(3));
}

}  // namespace

void seal_vdb(std::string& bytes) {
  if (bytes.size() < kUuidOffset + kUuidSize) throw RunError("OpenVDB wrote a file without a header");
  bytes.replace(kUuidOffset, kUuidSize, identifier_of(bytes));
}

VdbSeal check_vdb_seal(std::string_view bytes) {
  if (bytes.size() < kUuidOffset + kMark.size() || bytes.substr(kUuidOffset, kMark.size()) != kMark) {
    return VdbSeal::none;
  }
  if (bytes.size() < kUuidOffset + kUuidSize) return VdbSeal::broken;
  return bytes.substr(kUuidOffset, kUuidSize) == identifier_of(bytes) ? VdbSeal::whole : VdbSeal::broken;
}

}  // namespace weir::cache
