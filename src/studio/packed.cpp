// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/packed.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace weir::studio {

namespace {

void pad(std::string& text, char with) { text.resize((text.size() + 7) / 8 * 8, with); }

}  // namespace

Json Packed::add(const void* values, size_t size, size_t numbers, size_t width, const char* type) {
  pad(arrays_, '\0');
  const std::string_view bytes(static_cast<const char*>(values), numbers > 0 ? size * numbers : 0);
  Json part{{"at", arrays_.size()}, {"count", numbers / width}, {"width", width}, {"type", type}};
  if (there_ && bytes.size() >= kNamed) {
    const std::string name = fmt::format("{:016x}", hash_bytes(bytes));
    part["name"] = name;
    if (there_->contains(name)) {
      part["at"] = nullptr;
      return part;
    }
  }
  arrays_.append(bytes);
  return part;
}

std::string Packed::bytes() const {
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  pad(text, ' ');
  const auto length = static_cast<uint32_t>(text.size());
  std::string all = "WEIR";
  all.append(reinterpret_cast<const char*>(&length), sizeof(length));
  all.reserve(8 + text.size() + arrays_.size());
  return all + text + arrays_;
}

Reply Packed::reply() && { return {"application/octet-stream", bytes(), {}}; }

}  // namespace weir::studio
