// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The matrices of a morph that only know of frames, not of vertices. F of Eq. 1 is |D x|^2 for every coordinate, with D
// the second differences over all frames, so A = D^T D without the rows and columns of keys: five bands (section 4).
// A vertex with holds C^T x = d has their multipliers eliminated beforehand: its rows are found by
//
//   x = from_keys * keys + from_holds * d - inverse * (its part of B lambda)
//
// with inverse = A^-1 - A^-1 C (C^T A^-1 C)^-1 C^T A^-1. Vertices with holds at the same frames share these matrices.

#pragma once

#include <string>
#include <vector>

namespace weir::meshes {

// Doubles by rows.
struct DenseMatrix {
  size_t rows = 0, columns = 0;
  std::vector<double> value;

  DenseMatrix() = default;
  DenseMatrix(size_t r, size_t c) : rows(r), columns(c), value(r * c, 0.0) {}
  double& operator()(size_t r, size_t c) { return value[r * columns + c]; }
  double operator()(size_t r, size_t c) const { return value[r * columns + c]; }
};

// Solves a x = b for all columns of b by Cholesky's factors. Rows whose pivot is below `least` times their diagonal
// take no part (their x is 0); returns how many.
size_t solve_positive(DenseMatrix a, double least, DenseMatrix& b);

struct FrameHold {
  int frame;      // from 0
  bool velocity;  // x(frame + 1) - x(frame), else x(frame)
  bool operator==(const FrameHold&) const = default;
  bool operator<(const FrameHold& o) const { return frame != o.frame ? frame < o.frame : velocity < o.velocity; }
};

// What holds for vertices with the same holds.
struct MorphTimeSolution {
  DenseMatrix from_keys;   // free frames x keys
  DenseMatrix from_holds;  // free frames x holds
  DenseMatrix inverse;     // free frames x free frames, symmetric
};

class MorphTime {
 public:
  // Frames 0 to `last`; keys: at least two, increasing, 0 and `last` among them.
  MorphTime(std::vector<int> keys);

  const std::vector<int>& free_frames() const { return free_; }
  const std::vector<int>& keys() const { return keys_; }
  // InputError when the holds contradict each other or the keys.
  MorphTimeSolution solution(const std::vector<FrameHold>& holds) const;

 private:
  std::vector<int> keys_, free_;
  std::vector<int> slot_;  // of a frame: its index in free_, or -1 - its index in keys_
  MorphTimeSolution plain_;
};

}  // namespace weir::meshes
