// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/packed.h"

namespace weir::studio {

namespace {

void pad(std::string& text, char with) { text.resize((text.size() + 7) / 8 * 8, with); }

}  // namespace

Json Packed::add(const void* values, size_t size, size_t numbers, size_t width, const char* type) {
  pad(arrays_, '\0');
  const size_t at = arrays_.size();
  if (numbers > 0) arrays_.append(static_cast<const char*>(values), size * numbers);
  return {{"at", at}, {"count", numbers / width}, {"width", width}, {"type", type}};
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
