// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the cache share: particles to write, comparing them to the bit, and damaging files.

#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <string>

#include "base/files.h"
#include "base/random.h"
#include "refusal.h"
#include "temp_folder.h"
#include "weir/sim/particles.h"

namespace weir::cache {

// Particles in a cube of 10 cm about (0.01, 0, 0), ids ascending with gaps.
inline Particles some_particles(size_t count, uint64_t seed = 1) {
  const Random random(seed);
  Particles p;
  p.resize(count);
  for (size_t i = 0; i < count; ++i) {
    p.position[i] = (random.unit_vec3(i) - Vec3f{0.4f, 0.5f, 0.5f}) * 0.1f;
    p.velocity[i] = (random.unit_vec3(i, 1) - Vec3f{0.5f, 0.5f, 0.5f}) * 6.0f;
    p.id[i] = 3 * i + 5;
    p.mass[i] = i % 5 == 0 ? 0.002f : 0.001f;
    p.phase[i] = static_cast<uint8_t>(i % 3);
    p.temporary[i] = i % 7 == 0;
  }
  return p;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

inline bool same_bits(const Particles& a, const Particles& b) {
  bool same = true;
  for_each_array([&](const char*, const auto& x, const auto& y) { same = same && same_bits(x, y); }, a, b);
  return same;
}

// The action must throw an InputError that names the file and says `what`.
inline void expect_refused(const std::filesystem::path& file, const std::string& what,
                           const std::function<void()>& action) {
  const std::string problem = refusal(action);
  EXPECT_NE(problem.find(file.string()), std::string::npos) << problem;
  EXPECT_NE(problem.find(what), std::string::npos) << problem;
}

// Reading damaged bytes may succeed, when the damage does not matter, or throw an InputError naming the file. Anything
// else fails the test, or ends it. Returns how many were refused.
inline int count_refused(const std::string& bytes, const std::filesystem::path& path, int flips, size_t step,
                         const std::function<void()>& read) {
  int refused = 0;
  const auto try_one = [&](const std::string& damaged) {
    dump(path, damaged);
    try {
      read();
    } catch (const InputError& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    }
  };
  for (size_t size = 0; size < bytes.size(); size += step) try_one(bytes.substr(0, size));
  const Random random(99);
  for (uint64_t n = 0; n < static_cast<uint64_t>(flips); ++n) {
    std::string damaged = bytes;
    for (uint32_t k = 0; k <= n % 3; ++k) {
      const size_t at = random.below(bytes.size(), n, 2 * k);
      const uint32_t bits = random.bits(n, 2 * k + 1)[0];
      damaged[at] =
          n % 2 ? static_cast<char>(damaged[at] ^ (1 << bits % 8)) : static_cast<char>(bits % 2 ? 0xff : bits);
    }
    try_one(damaged);
  }
  return refused;
}

}  // namespace weir::cache
