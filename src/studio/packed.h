// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Large answers for the page: a header as JSON, and behind it arrays as they lie in memory, which the page looks at
// without copying (studio/src/link/packed.ts).
//
//   "WEIR", length of the header in bytes (u32), the header padded by spaces to a multiple of 8, the arrays, each at a
//   multiple of 8 from where the first begins
//
//   Packed packed;
//   packed.header["frame"] = 12;
//   packed.header["points"] = packed.add(points, 4);      // {"at": 0, "count": 1000, "width": 4, "type": "u16"}
//   return packed.bytes();
//
// Arrays that the page may still have from earlier answers are not sent again:
//
//   packed.leave_out({"93ab..."});                        // what the page says it has
//   packed.add(corners, 3);                               // {"at": null, "count": 9000, ..., "name": "93ab..."}

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "studio/service.h"

namespace weir::studio {

class Packed {
 public:
  static constexpr size_t kNamed = 4096;  // bytes of an array from which on it has a name

  Json header = Json::object();

  // From here on large arrays are named by what they hold, and those of these names are left out.
  void leave_out(std::set<std::string> names) { there_ = std::move(names); }

  // `width`: numbers an item.
  template <class T>
  Json add(const std::vector<T>& values, size_t width) {
    return add(values.data(), sizeof(T), values.size(), width, type_name(T{}));
  }
  Reply reply() &&;
  std::string bytes() const;

 private:
  static const char* type_name(uint8_t) { return "u8"; }
  static const char* type_name(int8_t) { return "i8"; }
  static const char* type_name(uint16_t) { return "u16"; }
  static const char* type_name(uint32_t) { return "u32"; }
  static const char* type_name(float) { return "f32"; }
  Json add(const void* values, size_t size, size_t numbers, size_t width, const char* type);

  std::string arrays_;
  std::optional<std::set<std::string>> there_;
};

}  // namespace weir::studio
