// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/integer_coding.h"

#include <algorithm>
#include <array>
#include <bit>

#include "control/templates/library/bytes.h"

namespace weir::templates {

namespace {

// ---- numbers as symbols

constexpr uint64_t kSmall = 16;  // numbers (after zigzag) below it have a symbol each
// A larger number's symbol tells its width in bits (5 to 64) and the bit after the leading one.
constexpr size_t kSymbols = kSmall + 2 * 60;

struct Symbol {
  uint8_t symbol;
  uint8_t extra;  // bits that stand beside it
};

Symbol symbol_of(uint64_t u) {
  if (u < kSmall) return {static_cast<uint8_t>(u), 0};
  const int width = static_cast<int>(std::bit_width(u));
  const uint64_t second = u >> (width - 2) & 1;
  return {static_cast<uint8_t>(kSmall + 2 * static_cast<uint64_t>(width - 5) + second),
          static_cast<uint8_t>(width - 2)};
}

int extra_bits(size_t symbol) { return symbol < kSmall ? 0 : static_cast<int>((symbol - kSmall) / 2) + 3; }

uint64_t number_of(size_t symbol, uint64_t extra) {
  if (symbol < kSmall) return symbol;
  return ((2 | ((symbol - kSmall) & 1)) << extra_bits(symbol)) | extra;
}

// ---- bits

class BitWriter {
 public:
  void put(uint64_t value, int bits) {
    for (; bits > 32; bits -= 32, value >>= 32) put(value & 0xffffffff, 32);
    held_ |= (value & ((uint64_t{1} << bits) - 1)) << count_;
    for (count_ += bits; count_ >= 8; count_ -= 8, held_ >>= 8) bytes_.push_back(static_cast<char>(held_));
  }
  std::string finish() {
    if (count_ > 0) bytes_.push_back(static_cast<char>(held_));
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
  uint64_t held_ = 0;
  int count_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}
  uint64_t take(int bits) {
    if (bits > 32) {
      const uint64_t low = take(32);
      return low | take(bits - 32) << 32;
    }
    while (count_ < bits) {
      if (at_ == bytes_.size()) throw Damaged("it is cut short");
      held_ |= static_cast<uint64_t>(static_cast<unsigned char>(bytes_[at_++])) << count_;
      count_ += 8;
    }
    const uint64_t value = held_ & ((uint64_t{1} << bits) - 1);
    held_ >>= bits;
    count_ -= bits;
    return value;
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  uint64_t held_ = 0;
  int count_ = 0;
};

// ---- symbols as bytes

constexpr int kScaleBits = 12;
constexpr uint32_t kScale = 1u << kScaleBits;  // the frequencies of a list add up to it
constexpr uint32_t kLowest = 1u << 23;         // the coder's state stays from here to 256 times as much

struct Frequencies {
  std::array<uint32_t, kSymbols> of{};
  std::array<uint32_t, kSymbols> before{};  // sum of the frequencies of lower symbols

  void sum_up() {
    uint32_t sum = 0;
    for (size_t s = 0; s < kSymbols; ++s) {
      before[s] = sum;
      sum += of[s];
    }
  }
};

Frequencies frequencies_of(std::span<const Symbol> symbols) {
  std::array<uint64_t, kSymbols> count{};
  for (const Symbol& s : symbols) ++count[s.symbol];
  Frequencies result;
  int64_t missing = kScale;
  for (size_t s = 0; s < kSymbols; ++s) {
    if (count[s] == 0) continue;
    result.of[s] = std::max<uint32_t>(1, static_cast<uint32_t>(count[s] * kScale / symbols.size()));
    missing -= result.of[s];
  }
  // What rounding left over goes to the most frequent, where it matters least.
  for (; missing != 0; missing += missing > 0 ? -1 : 1) {
    uint32_t& most = *std::max_element(result.of.begin(), result.of.end());
    most = missing > 0 ? most + 1 : most - 1;
  }
  result.sum_up();
  return result;
}

void put_frequencies(std::string& to, const Frequencies& frequencies) {
  size_t first = 0, last = kSymbols - 1;
  while (frequencies.of[first] == 0) ++first;
  while (frequencies.of[last] == 0) --last;
  to.push_back(static_cast<char>(first));
  to.push_back(static_cast<char>(last));
  for (size_t s = first; s <= last; ++s) put_varint(to, frequencies.of[s]);
}

Frequencies take_frequencies(ByteReader& reader) {
  const size_t first = reader.plain<uint8_t>(), last = reader.plain<uint8_t>();
  if (last >= kSymbols || first > last) throw Damaged("a table of frequencies is wrong");
  Frequencies result;
  uint64_t sum = 0;
  for (size_t s = first; s <= last; ++s) {
    const uint64_t frequency = reader.varint();
    if (frequency > kScale) throw Damaged("a table of frequencies is wrong");
    result.of[s] = static_cast<uint32_t>(frequency);
    sum += frequency;
  }
  if (sum != kScale) throw Damaged("a table of frequencies is wrong");
  result.sum_up();
  return result;
}

std::string code_symbols(std::span<const Symbol> symbols, const Frequencies& frequencies) {
  std::string bytes;
  uint32_t state = kLowest;
  const auto push = [&] {
    bytes.push_back(static_cast<char>(state));
    state >>= 8;
  };
  for (size_t i = symbols.size(); i-- > 0;) {  // the last in is the first out
    const uint32_t frequency = frequencies.of[symbols[i].symbol];
    while (state >= ((kLowest >> kScaleBits) << 8) * frequency) push();
    state = ((state / frequency) << kScaleBits) + state % frequency + frequencies.before[symbols[i].symbol];
  }
  for (int i = 0; i < 4; ++i) push();
  std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

// Calls use(symbol) `count` times.
template <class Use>
void decode_symbols(std::string_view bytes, const Frequencies& frequencies, size_t count, Use&& use) {
  std::array<uint8_t, kScale> symbol_at;
  for (size_t s = 0; s < kSymbols; ++s) {
    std::fill_n(symbol_at.begin() + frequencies.before[s], frequencies.of[s], static_cast<uint8_t>(s));
  }
  size_t at = 0;
  uint32_t state = 0;
  const auto pull = [&] {
    if (at == bytes.size()) throw Damaged("it is cut short");
    state = state << 8 | static_cast<unsigned char>(bytes[at++]);
  };
  for (int i = 0; i < 4; ++i) pull();
  for (size_t i = 0; i < count; ++i) {
    const uint32_t slot = state & (kScale - 1);
    const size_t symbol = symbol_at[slot];
    state = frequencies.of[symbol] * (state >> kScaleBits) + slot - frequencies.before[symbol];
    while (state < kLowest) pull();
    use(symbol);
  }
  if (state != kLowest || at != bytes.size()) throw Damaged("a list of numbers does not end where it should");
}

// ---- lists

// Differences wrap around, so that any two numbers have one.
int64_t minus(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
int64_t plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }

// What a number is told from: the mean of all, the one before, or a running mean of those before.
enum class Form : uint8_t { mean, previous, recent };

class Base {
 public:
  Base(Form form, int64_t first) : form_(form), value_(first), sum_(kRecent * bounded(first)) {}
  int64_t value() const { return value_; }
  void next(int64_t number) {
    if (form_ == Form::previous) value_ = number;
    if (form_ != Form::recent) return;
    sum_ += bounded(number) - sum_ / kRecent;
    value_ = sum_ / kRecent;
  }

 private:
  static constexpr int64_t kRecent = 6;
  static int64_t bounded(int64_t n) { return std::clamp(n, -(int64_t{1} << 50), int64_t{1} << 50); }

  Form form_;
  int64_t value_, sum_;  // the sum is kRecent times the running mean
};

std::string pack(std::span<const int64_t> values, Form form, int64_t first) {
  std::vector<Symbol> symbols(values.size());
  BitWriter beside;
  Base base(form, first);
  for (size_t i = 0; i < values.size(); ++i) {
    const uint64_t u = zigzag(minus(values[i], base.value()));
    symbols[i] = symbol_of(u);
    beside.put(u, symbols[i].extra);
    base.next(values[i]);
  }
  const Frequencies frequencies = frequencies_of(symbols);
  std::string bytes(1, static_cast<char>(form));
  put_varint(bytes, zigzag(first));
  put_frequencies(bytes, frequencies);
  put_text(bytes, code_symbols(symbols, frequencies));
  return bytes + beside.finish();
}

int64_t mean_of(std::span<const int64_t> values) {
  double sum = 0;
  for (const int64_t v : values) sum += static_cast<double>(v);
  const double mean = sum / static_cast<double>(values.size());
  return std::abs(mean) < 9e18 ? static_cast<int64_t>(mean < 0 ? mean - 0.5 : mean + 0.5) : 0;
}

}  // namespace

std::string pack_integers(std::span<const int64_t> values) {
  if (values.empty()) return {};
  std::string best = pack(values, Form::mean, mean_of(values));
  for (const Form form : {Form::previous, Form::recent}) {
    std::string other = pack(values, form, values[0]);
    if (other.size() < best.size()) best = std::move(other);
  }
  return best;
}

std::vector<int64_t> unpack_integers(std::string_view bytes, size_t count) {
  std::vector<int64_t> values;
  if (count == 0) return values;
  ByteReader reader(bytes);
  const auto form = static_cast<Form>(reader.plain<uint8_t>());
  if (form > Form::recent) throw Damaged("a list of numbers has an unknown form");
  Base base(form, unzigzag(reader.varint()));
  const Frequencies frequencies = take_frequencies(reader);
  const std::string_view coded = reader.text();
  BitReader beside(reader.take(reader.left()));
  values.reserve(count);
  decode_symbols(coded, frequencies, count, [&](size_t symbol) {
    const int64_t value = plus(base.value(), unzigzag(number_of(symbol, beside.take(extra_bits(symbol)))));
    values.push_back(value);
    base.next(value);
  });
  return values;
}

}  // namespace weir::templates
