// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Packed answers taken apart, as the page does (studio/src/link/packed.ts).

#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "studio/service.h"

namespace weir::studio {

class PackedReader {
 public:
  explicit PackedReader(const std::string& bytes) : bytes_(bytes) {
    uint32_t length = 0;
    if (bytes.size() < 8 || bytes.compare(0, 4, "WEIR") != 0) {
      ADD_FAILURE() << "not a packed answer";
      return;
    }
    std::memcpy(&length, bytes.data() + 4, 4);
    EXPECT_EQ(length % 8, 0u);
    header = Json::parse(bytes.substr(8, length));
    arrays_ = 8 + length;
  }

  size_t size() const { return bytes_.size(); }
  template <class T>
  std::vector<T> part(const Json& part) const {
    const size_t at = arrays_ + part["at"].get<size_t>();
    std::vector<T> values(part["count"].get<size_t>() * part["width"].get<size_t>());
    EXPECT_EQ(at % 8, 0u);
    EXPECT_LE(at + values.size() * sizeof(T), bytes_.size());
    if (!values.empty()) std::memcpy(values.data(), bytes_.data() + at, values.size() * sizeof(T));
    return values;
  }
  template <class T>
  std::vector<T> part(const char* name) const {
    return part<T>(header.at(name));
  }

  Json header;

 private:
  std::string bytes_;
  size_t arrays_ = 0;
};

}  // namespace weir::studio
