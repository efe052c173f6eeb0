// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/particles_between.h"

#include <algorithm>

#include "base/hash.h"
#include "retime/hermite.h"
#include "weir/base/parallel.h"

namespace weir::retime {

namespace {

// When the particles go that leave no other trace of it: from 0 to 1, by their ids.
float end_of(uint64_t id) { return static_cast<float>(mix_bits(id + 1) >> 40) * 0x1p-24f; }

// All that is there at the moment, where it is.
struct Present {
  std::vector<uint32_t> pair;
  std::vector<Vec3f> position, velocity;
};

// Of the particles that go, by index in the first frame: whether they leave on their way.
std::vector<uint8_t> leaving(const Particles& before, const Pairs& pairs, const Moment& moment, const Leaves& leaves) {
  std::vector<uint32_t> gone;
  for (const Pairs::Pair& pair : pairs.pairs) {
    if (pair.after == Pairs::kNone) gone.push_back(pair.before);
  }
  std::vector<Vec3f> end(gone.size());
  for (size_t k = 0; k < gone.size(); ++k) {
    end[k] = before.position[gone[k]] + before.velocity[gone[k]] * static_cast<float>(moment.seconds);
  }
  std::vector<uint8_t> out(gone.size()), result(before.size());
  leaves(end, out);
  for (size_t k = 0; k < gone.size(); ++k) result[gone[k]] = out[k];
  return result;
}

Present present_at(const Particles& before, const Particles& after, const Pairs& pairs, const Moment& moment,
                   std::span<const uint8_t> leaving) {
  const auto t = static_cast<float>(moment.t), seconds = static_cast<float>(moment.seconds);
  Present present;
  for (size_t i = 0; i < pairs.pairs.size(); ++i) {
    const Pairs::Pair& pair = pairs.pairs[i];
    const bool born = pair.before == Pairs::kNone, gone = pair.after == Pairs::kNone;
    if (born && t < pair.appears) continue;
    if (gone && !leaving[pair.before] && t >= end_of(before.id[pair.before])) continue;
    present.pair.push_back(static_cast<uint32_t>(i));
  }
  present.position.resize(present.pair.size());
  present.velocity.resize(present.pair.size());
  parallel_for(present.pair.size(), [&](size_t n) {
    const Pairs::Pair& pair = pairs.pairs[present.pair[n]];
    Vec3f &at = present.position[n], &velocity = present.velocity[n];
    if (pair.before == Pairs::kNone) {
      velocity = after.velocity[pair.after];
      at = after.position[pair.after] - velocity * (seconds * (1 - t));
    } else if (pair.after == Pairs::kNone) {
      velocity = before.velocity[pair.before];
      at = before.position[pair.before] + velocity * (seconds * t);
    } else {
      const Hermite path(before.position[pair.before], after.position[pair.after],
                         before.velocity[pair.before] * seconds, after.velocity[pair.after] * seconds);
      at = path.at(t);
      velocity = path.change(t) / seconds;
    }
  });
  return present;
}

void leave_out(Present& present, std::span<const uint8_t> out) {
  size_t kept = 0;
  for (size_t n = 0; n < present.pair.size(); ++n) {
    if (out[n]) continue;
    present.pair[kept] = present.pair[n];
    present.position[kept] = present.position[n];
    present.velocity[kept++] = present.velocity[n];
  }
  present.pair.resize(kept);
  present.position.resize(kept);
  present.velocity.resize(kept);
}

template <class T>
T blend(const T& a, const T& b, float t) {
  return a == b ? a : a + (b - a) * t;
}
// Of what there is no half, that of the nearer frame.
uint8_t blend(uint8_t a, uint8_t b, float t) { return t < 0.5f ? a : b; }
uint64_t blend(uint64_t a, uint64_t, float) { return a; }

}  // namespace

Pairs pair_up(const Particles& before, const Particles& after) {
  Pairs result;
  result.pairs.reserve(std::max(before.size(), after.size()));
  std::vector<size_t> born;
  size_t a = 0, b = 0;
  while (a < before.size() || b < after.size()) {
    const bool has_a = a < before.size() && (b == after.size() || before.id[a] <= after.id[b]);
    const bool has_b = b < after.size() && (a == before.size() || after.id[b] <= before.id[a]);
    if (!has_a) born.push_back(result.pairs.size());
    result.pairs.push_back(
        {has_a ? static_cast<uint32_t>(a) : Pairs::kNone, has_b ? static_cast<uint32_t>(b) : Pairs::kNone, 0});
    a += has_a;
    b += has_b;
  }
  for (size_t k = 0; k < born.size(); ++k) {
    result.pairs[born[k]].appears = (static_cast<float>(k) + 0.5f) / static_cast<float>(born.size());
  }
  return result;
}

ParticlesBetween particles_between(const Particles& before, const Particles& after, const Pairs& pairs,
                                   const Moment& moment, const Leaves& leaves) {
  Present present = present_at(before, after, pairs, moment, leaving(before, pairs, moment, leaves));
  std::vector<uint8_t> out(present.pair.size());
  leaves(present.position, out);
  // Only of those that are about to go: what stays is in the liquid whatever the cubic does.
  for (size_t n = 0; n < out.size(); ++n) out[n] = out[n] && pairs.pairs[present.pair[n]].after == Pairs::kNone;
  leave_out(present, out);

  ParticlesBetween result;
  Particles& p = result.particles;
  p.resize(present.pair.size());
  p.carry(after.size() > 0 ? after.carries : before.carries);
  const auto t = static_cast<float>(moment.t);
  for_each_array(
      [&](const char*, auto& to, const auto& first, const auto& last) {
        parallel_for(present.pair.size(), [&](size_t n) {
          const Pairs::Pair& pair = pairs.pairs[present.pair[n]];
          const bool in_first = pair.before != Pairs::kNone && !first.empty();
          const bool in_last = pair.after != Pairs::kNone && !last.empty();
          if (in_first && in_last) {
            to[n] = blend(first[pair.before], last[pair.after], t);
          } else if (in_first) {
            to[n] = first[pair.before];
          } else if (in_last) {
            to[n] = last[pair.after];
          }
        });
      },
      p, before, after);
  p.position = std::move(present.position);
  p.velocity = std::move(present.velocity);
  result.pair = std::move(present.pair);
  return result;
}

}  // namespace weir::retime
