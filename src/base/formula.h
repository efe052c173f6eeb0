// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A number as a formula of time: "0.3 * sin(2*pi*t) + min(frame, 10)".
//
// Numbers, t (s), frame, pi; + - * / ^ and brackets; sin, cos, tan (of radians), sqrt, exp, log, abs, floor of one,
// min, max, mod of two. Nothing else: a formula cannot read, write, call or loop.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weir {

class Formula {
 public:
  // InputError with the location of the mistake.
  explicit Formula(const std::string& text);

  // Not a finite number where the formula has none (sqrt(-1), 1/0).
  double at(double time, double frame) const;

 private:
  friend class FormulaReader;
  // For a machine with a stack: each takes its operands from it and leaves its value there.
  struct Instruction {
    uint8_t what;
    double number;
  };
  std::vector<Instruction> code_;
};

}  // namespace weir
