// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parallel loops whose results do not depend on the number of threads.
//
//   parallel_for(n, [&](size_t i) { y[i] = f(x[i]); });
//   double sum = parallel_sum<double>(n, [&](size_t i) { return x[i]; });
//
// Work is cut into blocks by the number of items alone, never by the number of threads, and partial results are
// combined in the order of the blocks: the same rounding whatever runs where. oneTBB stays behind parallel.cpp.

#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace weir {

// Limits every parallel loop, ours and the libraries', to n threads while it lives; 0 means all cores.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  void* control_;
};

namespace detail {
// Calls run(context, block) for every block in [0, blocks), in any order, on any thread.
void run_blocks(size_t blocks, void (*run)(void*, size_t), void* context);
// Calls run(context) with every parallel loop inside it on the calling thread alone.
void run_alone(void (*run)(void*), void* context);
}  // namespace detail

// Items of one block: enough work to pay for its scheduling, few enough to balance.
constexpr size_t kBlockSize = 1024;

// body(begin, end) on consecutive ranges of at most block_size items. For loops that keep scratch between items.
template <class Body>
void parallel_for_blocks(size_t count, Body&& body, size_t block_size = kBlockSize) {
  const size_t blocks = (count + block_size - 1) / block_size;
  if (blocks <= 1) {
    if (count > 0) body(size_t{0}, count);
    return;
  }
  struct Context {
    std::remove_reference_t<Body>* body;
    size_t count, block_size;
  } context{&body, count, block_size};
  detail::run_blocks(
      blocks,
      [](void* opaque, size_t block) {
        const Context& c = *static_cast<Context*>(opaque);
        const size_t begin = block * c.block_size;
        const size_t end = begin + c.block_size < c.count ? begin + c.block_size : c.count;
        (*c.body)(begin, end);
      },
      &context);
}

// body(i) for every i in [0, count).
template <class Body>
void parallel_for(size_t count, Body&& body, size_t block_size = kBlockSize) {
  parallel_for_blocks(
      count,
      [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) body(i);
      },
      block_size);
}

// body(i) for every i in [0, count), several at the same time, each on one thread from its beginning to its end: for
// whole simulations that are too small to be cut.
template <class Body>
void parallel_alone(size_t count, Body&& body) {
  parallel_for(
      count,
      [&](size_t i) {
        struct Context {
          std::remove_reference_t<Body>* body;
          size_t i;
        } context{&body, i};
        detail::run_alone(
            [](void* opaque) {
              const Context& c = *static_cast<Context*>(opaque);
              (*c.body)(c.i);
            },
            &context);
      },
      1);
}

// combine(... combine(combine(identity, block 0), block 1) ..., last block), where a block's value is
// reduce(begin, end). Deterministic for any combine, associative or not.
template <class T, class Reduce, class Combine>
T parallel_reduce(size_t count, T identity, Reduce&& reduce, Combine&& combine, size_t block_size = kBlockSize) {
  std::vector<T> partial((count + block_size - 1) / block_size, identity);
  parallel_for_blocks(
      count, [&](size_t begin, size_t end) { partial[begin / block_size] = reduce(begin, end); }, block_size);
  T result = identity;
  for (const T& p : partial) result = combine(result, p);
  return result;
}

template <class T, class Term>
T parallel_sum(size_t count, Term&& term) {
  return parallel_reduce(
      count, T{},
      [&](size_t begin, size_t end) {
        T sum{};
        for (size_t i = begin; i < end; ++i) sum += static_cast<T>(term(i));
        return sum;
      },
      [](const T& a, const T& b) { return a + b; });
}

template <class T, class Term>
T parallel_max(size_t count, T identity, Term&& term) {
  return parallel_reduce(
      count, identity,
      [&](size_t begin, size_t end) {
        T best = identity;
        for (size_t i = begin; i < end; ++i) {
          const T value = static_cast<T>(term(i));
          if (best < value) best = value;
        }
        return best;
      },
      [](const T& a, const T& b) { return a < b ? b : a; });
}

}  // namespace weir
