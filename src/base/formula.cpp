// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/formula.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>

#include "weir/base/error.h"
#include "weir/base/vec.h"

namespace weir {

namespace {

enum What : uint8_t {
  kNumber,
  kTime,
  kFrame,
  kNegate,
  kSin,
  kCos,
  kTan,
  kSqrt,
  kExp,
  kLog,
  kAbs,
  kFloor,
  kAdd,  // from here on of two operands
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kMin,
  kMax,
  kMod,
};

struct Function {
  const char* name;
  What what;
};
constexpr Function kFunctions[] = {{"sin", kSin}, {"cos", kCos}, {"tan", kTan}, {"sqrt", kSqrt},
                                   {"exp", kExp}, {"log", kLog}, {"abs", kAbs}, {"floor", kFloor},
                                   {"min", kMin}, {"max", kMax}, {"mod", kMod}};

constexpr size_t kLongest = 1000;  // characters
constexpr int kDeepest = 50;       // brackets in brackets

double of_one(uint8_t what, double a) {
  switch (what) {
    case kNegate:
      return -a;
    case kSin:
      return std::sin(a);
    case kCos:
      return std::cos(a);
    case kTan:
      return std::tan(a);
    case kSqrt:
      return std::sqrt(a);
    case kExp:
      return std::exp(a);
    case kLog:
      return std::log(a);
    case kAbs:
      return std::abs(a);
    default:
      return std::floor(a);
  }
}

double of_two(uint8_t what, double a, double b) {
  switch (what) {
    case kAdd:
      return a + b;
    case kSubtract:
      return a - b;
    case kMultiply:
      return a * b;
    case kDivide:
      return a / b;
    case kPower:
      return std::pow(a, b);
    case kMin:
      return std::min(a, b);
    case kMax:
      return std::max(a, b);
    default:
      return a - b * std::floor(a / b);  // what is left of a, with the sign of b
  }
}

}  // namespace

// sum = product {(+|-) product};  product = signed {(*|/) signed};  signed = -signed | power;
// power = value [^ signed];  value = number | name | name(sum[, sum]) | (sum)
class FormulaReader {
 public:
  FormulaReader(const std::string& text, std::vector<Formula::Instruction>& code) : text_(text), code_(code) {}

  void read() {
    if (text_.size() > kLongest) fail("is too long");
    sum();
    if (!at_end()) fail(fmt::format("has an unexpected '{}'", text_[position_]));
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("\"{}\"", text_.substr(0, 60)),
                     fmt::format("{} at character {}", what, position_ + 1));
  }
  bool at_end() {
    while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_]))) ++position_;
    return position_ == text_.size();
  }
  bool take(char c) {
    if (at_end() || text_[position_] != c) return false;
    ++position_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(fmt::format("needs a '{}'", c));
  }
  void emit(uint8_t what, double number = 0) { code_.push_back({what, number}); }

  void sum() {
    if (++depth_ > kDeepest) fail("has too many brackets");
    product();
    while (true) {
      if (take('+')) {
        product();
        emit(kAdd);
      } else if (take('-')) {
        product();
        emit(kSubtract);
      } else {
        break;
      }
    }
    --depth_;
  }
  void product() {
    with_sign();
    while (true) {
      if (take('*')) {
        with_sign();
        emit(kMultiply);
      } else if (take('/')) {
        with_sign();
        emit(kDivide);
      } else {
        return;
      }
    }
  }
  void with_sign() {
    bool negative = false;
    while (take('-')) negative = !negative;
    power();
    if (negative) emit(kNegate);
  }
  void power() {
    value();
    if (!take('^')) return;
    if (++depth_ > kDeepest) fail("has too many powers");
    with_sign();
    emit(kPower);
    --depth_;
  }
  void value() {
    if (at_end()) fail("ends too early");
    const auto c = static_cast<unsigned char>(text_[position_]);
    if (take('(')) {
      sum();
      expect(')');
    } else if (std::isdigit(c) || c == '.') {
      number();
    } else if (std::isalpha(c)) {
      name();
    } else {
      fail(fmt::format("has an unexpected '{}'", text_[position_]));
    }
  }
  void number() {
    double value = 0;
    const char* begin = text_.data() + position_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail("has a number that cannot be read");
    position_ += static_cast<size_t>(end - begin);
    emit(kNumber, value);
  }
  void name() {
    const size_t begin = position_;
    while (position_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[position_]))) ++position_;
    const std::string word = text_.substr(begin, position_ - begin);
    if (word == "t") return emit(kTime);
    if (word == "frame") return emit(kFrame);
    if (word == "pi") return emit(kNumber, kPi);
    for (const Function& function : kFunctions) {
      if (word != function.name) continue;
      expect('(');
      sum();
      if (function.what >= kAdd) {
        expect(',');
        sum();
      }
      expect(')');
      return emit(function.what);
    }
    position_ = begin;
    fail(fmt::format("has the unknown name \"{}\"", word));
  }

  const std::string& text_;
  std::vector<Formula::Instruction>& code_;
  size_t position_ = 0;
  int depth_ = 0;
};

Formula::Formula(const std::string& text) { FormulaReader(text, code_).read(); }

double Formula::at(double time, double frame) const {
  std::vector<double> stack;
  for (const Instruction& i : code_) {
    if (i.what == kNumber) {
      stack.push_back(i.number);
    } else if (i.what == kTime || i.what == kFrame) {
      stack.push_back(i.what == kTime ? time : frame);
    } else if (i.what < kAdd) {
      stack.back() = of_one(i.what, stack.back());
    } else {
      const double b = stack.back();
      stack.pop_back();
      stack.back() = of_two(i.what, stack.back(), b);
    }
  }
  return stack.back();
}

}  // namespace weir
