// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Things that cover some rows of a picture, sorted into bands of rows: a band is drawn by one thread, with its things
// in their own order, so the picture is the same for any number of threads.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weir/base/parallel.h"

namespace weir::render {

// Rows [first, last] that a thing covers; nothing when first > last.
struct Rows {
  int first = 0, last = -1;
};

class Bands {
 public:
  static constexpr int kRows = 16;  // of one band

  Bands(std::span<const Rows> rows, int height) : height_(height), begin_(static_cast<size_t>(count(height)) + 1) {
    const auto for_each_band = [&](const Rows& r, const auto& visit) {
      const int first = std::max(r.first, 0), last = std::min(r.last, height - 1);
      if (first > last) return;
      for (int band = first / kRows; band <= last / kRows; ++band) visit(static_cast<size_t>(band));
    };
    for (const Rows& r : rows) for_each_band(r, [&](size_t band) { ++begin_[band + 1]; });
    for (size_t band = 1; band < begin_.size(); ++band) begin_[band] += begin_[band - 1];
    items_.resize(begin_.back());
    std::vector<size_t> next(begin_.begin(), begin_.end() - 1);
    for (size_t i = 0; i < rows.size(); ++i) {
      for_each_band(rows[i], [&](size_t band) { items_[next[band]++] = static_cast<uint32_t>(i); });
    }
  }

  // draw(items of the band, first row, row after the last), in parallel over bands.
  template <class Draw>
  void draw(const Draw& body) const {
    parallel_for(
        begin_.size() - 1,
        [&](size_t band) {
          const int first = static_cast<int>(band) * kRows;
          body(std::span(items_).subspan(begin_[band], begin_[band + 1] - begin_[band]), first,
               std::min(first + kRows, height_));
        },
        1);
  }

 private:
  static int count(int height) { return (height + kRows - 1) / kRows; }

  int height_;
  std::vector<size_t> begin_;
  std::vector<uint32_t> items_;
};

}  // namespace weir::render
