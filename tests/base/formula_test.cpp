// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "weir/base/error.h"

namespace weir {
namespace {

double value_of(const std::string& text, double time = 0, double frame = 0) { return Formula(text).at(time, frame); }

TEST(Formula, CalculatesAsItIsWritten) {
  EXPECT_EQ(value_of("1 + 2 * 3"), 7);
  EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
  EXPECT_EQ(value_of("8 - 3 - 2"), 3);
  EXPECT_EQ(value_of("8 / 4 / 2"), 1);
  EXPECT_EQ(value_of("2^3^2"), 512);
  EXPECT_EQ(value_of("-2^2"), -4);
  EXPECT_EQ(value_of("2^-1"), 0.5);
  EXPECT_EQ(value_of("--3"), 3);
  EXPECT_EQ(value_of("2*-3"), -6);
  EXPECT_EQ(value_of(" 1.5e-1*2 "), 0.3);
  EXPECT_EQ(value_of("min(3, 2) + max(3, 2) * 10"), 32);
  EXPECT_EQ(value_of("mod(7.5, 2) + mod(-1, 4) + floor(-0.5) + abs(-3)"), 1.5 + 3 - 1 + 3);
}

TEST(Formula, KnowsTimeFrameAndFunctions) {
  EXPECT_DOUBLE_EQ(value_of("0.3*sin(2*pi*t) + frame", 0.2, 5), 0.3 * std::sin(0.4 * 3.14159265358979323846) + 5);
  EXPECT_DOUBLE_EQ(value_of("cos(t)^2 + sin(t)^2", 1.7), 1);
  EXPECT_DOUBLE_EQ(value_of("log(exp(t)) - sqrt(t*t) + tan(0)", 1.3), 0);
}

TEST(Formula, MistakesAreToldWithTheirPlace) {
  const auto problem = [](const std::string& text) -> std::string {
    try {
      const Formula formula(text);
    } catch (const InputError& error) {
      return error.problems().front().what;
    }
    return "none";
  };
  EXPECT_EQ(problem(""), "ends too early at character 1");
  EXPECT_EQ(problem("1 + "), "ends too early at character 5");
  EXPECT_EQ(problem("2 * system(1)"), "has the unknown name \"system\" at character 5");
  EXPECT_EQ(problem("sin 3"), "needs a '(' at character 5");
  EXPECT_EQ(problem("(1"), "needs a ')' at character 3");
  EXPECT_EQ(problem("min(1)"), "needs a ',' at character 6");
  EXPECT_EQ(problem("1 2"), "has an unexpected '2' at character 3");
  EXPECT_EQ(problem("1e999"), "has a number that cannot be read at character 1");
  EXPECT_NE(problem(std::string(900, '(')).find("too many brackets"), std::string::npos);
  EXPECT_NE(problem(std::string(2000, '1')).find("too long"), std::string::npos);
  std::string powers = "2";
  for (int i = 0; i < 200; ++i) powers += "^2";
  EXPECT_NE(problem(powers).find("too many powers"), std::string::npos);
}

}  // namespace
}  // namespace weir
