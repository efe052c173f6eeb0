// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a frame: the exponent of its velocities, how many particles of the frame before are gone, then packed
// lists, each after its length: who is gone, velocities and positions of each axis, new ids, masses, phases.

#include "control/templates/library/frame_coding.h"

#include <algorithm>
#include <bit>

#include "control/templates/library/bytes.h"
#include "control/templates/library/integer_coding.h"
#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

using Integers = std::vector<int64_t>;

constexpr int kTravelBits = 20;
constexpr int64_t kMostVelocity = (int64_t{1} << 31) - 1;
constexpr auto kMostPosition = static_cast<int64_t>(FrameLattice::kMostSteps);

// What is expected along one axis of the particles that stayed.
struct Expectation {
  const std::vector<int32_t>* position;
  const std::vector<int32_t>* velocity;
  int shift;       // from steps of the velocity before to steps of the velocity now
  int64_t factor;  // half a step of velocity kept for a frame, in steps of position times 2^kTravelBits

  Expectation(const FrameLattice& lattice, const LatticeFrame& previous, int exponent, size_t axis)
      : position(&previous.position[axis]),
        velocity(&previous.velocity[axis]),
        shift(previous.velocity_exponent - exponent) {
    const double steps = std::ldexp(0.5, exponent) / (lattice.rate * lattice.step);
    factor = std::llround(std::min(std::ldexp(steps, kTravelBits), 9e15));
  }
  int64_t velocity_of(size_t i) const {
    const int64_t before = (*velocity)[i];
    if (shift > 30 || shift < -40) return 0;
    return shift >= 0 ? before * (int64_t{1} << shift) : (before + (int64_t{1} << (-shift - 1))) >> -shift;
  }
  int64_t position_of(size_t i, int64_t velocity_before, int64_t velocity_now) const {
    constexpr __int128 kFar = int64_t{1} << 40, kHalf = int64_t{1} << (kTravelBits - 1);
    const __int128 travel = (static_cast<__int128>(velocity_before + velocity_now) * factor + kHalf) >> kTravelBits;
    return (*position)[i] + static_cast<int64_t>(std::clamp(travel, -kFar, kFar));
  }
};

struct AxisLists {
  Integers velocity, position;
};

AxisLists axis_lists(const FrameLattice& lattice, const LatticeFrame& frame, const LatticeFrame* previous,
                     const std::vector<size_t>& stayed, size_t axis) {
  const std::vector<int32_t>&velocity = frame.velocity[axis], &position = frame.position[axis];
  AxisLists lists{Integers(frame.size()), Integers(frame.size())};
  if (previous != nullptr) {
    const Expectation expected(lattice, *previous, frame.velocity_exponent, axis);
    for (size_t i = 0; i < stayed.size(); ++i) {
      const int64_t before = expected.velocity_of(stayed[i]);
      lists.velocity[i] = velocity[i] - before;
      lists.position[i] = position[i] - expected.position_of(stayed[i], before, velocity[i]);
    }
  }
  for (size_t i = stayed.size(); i < frame.size(); ++i) {
    const bool first = i == stayed.size();
    lists.velocity[i] = static_cast<int64_t>(velocity[i]) - (first ? 0 : velocity[i - 1]);
    lists.position[i] = static_cast<int64_t>(position[i]) - (first ? 0 : position[i - 1]);
  }
  return lists;
}

int32_t within(int64_t value, int64_t least, int64_t most) {
  if (value < least || value > most) throw Damaged("a particle is out of bounds");
  return static_cast<int32_t>(value);
}

// Damaged files can hold any number: adding two of these does not overflow.
int64_t bounded(int64_t n) { return std::clamp(n, -(int64_t{1} << 61), int64_t{1} << 61); }

void from_axis_lists(const FrameLattice& lattice, const AxisLists& lists, const LatticeFrame* previous,
                     const std::vector<size_t>& stayed, size_t axis, LatticeFrame& frame) {
  std::vector<int32_t>&velocity = frame.velocity[axis], &position = frame.position[axis];
  velocity.resize(lists.velocity.size());
  position.resize(lists.position.size());
  if (previous != nullptr) {
    const Expectation expected(lattice, *previous, frame.velocity_exponent, axis);
    for (size_t i = 0; i < stayed.size(); ++i) {
      const int64_t before = expected.velocity_of(stayed[i]);
      velocity[i] = within(bounded(lists.velocity[i]) + before, -kMostVelocity, kMostVelocity);
      position[i] =
          within(bounded(lists.position[i]) + expected.position_of(stayed[i], before, velocity[i]), 0, kMostPosition);
    }
  }
  for (size_t i = stayed.size(); i < velocity.size(); ++i) {
    const bool first = i == stayed.size();
    velocity[i] = within(bounded(lists.velocity[i]) + (first ? 0 : velocity[i - 1]), -kMostVelocity, kMostVelocity);
    position[i] = within(bounded(lists.position[i]) + (first ? 0 : position[i - 1]), 0, kMostPosition);
  }
}

// Values that mostly stay: those of the particles that stayed told from before, the others each from its predecessor.
template <class T, class ToInteger>
Integers change_of(const std::vector<T>& now, const std::vector<T>* before, const std::vector<size_t>& stayed,
                   const ToInteger& integer) {
  Integers list(now.size());
  for (size_t i = 0; i < now.size(); ++i) {
    const int64_t expected = i < stayed.size() ? integer((*before)[stayed[i]]) : i > 0 ? integer(now[i - 1]) : 0;
    list[i] = integer(now[i]) - expected;
  }
  return list;
}

int64_t bits_of(float mass) { return std::bit_cast<int32_t>(mass); }

// Both in the order of storage: the particles that stayed come first, as they were.
Integers indices_of_gone(const LatticeFrame& previous, const LatticeFrame& frame) {
  Integers gone;
  size_t next = 0;
  for (size_t i = 0; i < previous.size(); ++i) {
    if (next < frame.size() && frame.id[next] == previous.id[i]) {
      ++next;
    } else {
      gone.push_back(static_cast<int64_t>(i));
    }
  }
  return gone;
}

std::vector<size_t> indices_of_stayed(const Integers& gone, const LatticeFrame* previous) {
  std::vector<size_t> stayed;
  const size_t count = previous != nullptr ? previous->size() : 0;
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    if (next < gone.size() && gone[next] == static_cast<int64_t>(i)) {
      ++next;
    } else {
      stayed.push_back(i);
    }
  }
  if (next != gone.size()) throw Damaged("its list of departed particles is wrong");
  return stayed;
}

}  // namespace

std::string encode_frame(const FrameLattice& lattice, const LatticeFrame& frame, const LatticeFrame* previous) {
  const Integers gone = previous != nullptr ? indices_of_gone(*previous, frame) : Integers();
  const std::vector<size_t> stayed = indices_of_stayed(gone, previous);

  std::vector<Integers> lists{gone};
  for (size_t axis = 0; axis < lattice.axes(); ++axis) {
    AxisLists both = axis_lists(lattice, frame, previous, stayed, axis);
    lists.push_back(std::move(both.velocity));
    lists.push_back(std::move(both.position));
  }
  Integers ids;
  for (size_t i = stayed.size(); i < frame.size(); ++i) ids.push_back(static_cast<int64_t>(frame.id[i]));
  lists.push_back(std::move(ids));
  lists.push_back(change_of(frame.mass, previous ? &previous->mass : nullptr, stayed, bits_of));
  lists.push_back(change_of(frame.phase, previous ? &previous->phase : nullptr, stayed,
                            [](uint8_t phase) { return static_cast<int64_t>(phase); }));

  std::vector<std::string> packed(lists.size());
  parallel_for(
      lists.size(), [&](size_t i) { packed[i] = pack_integers(lists[i]); }, 1);
  std::string bytes;
  put_varint(bytes, zigzag(frame.velocity_exponent));
  put_varint(bytes, gone.size());
  for (const std::string& list : packed) put_text(bytes, list);
  return bytes;
}

LatticeFrame decode_frame(const FrameLattice& lattice, std::string_view bytes, size_t count,
                          const LatticeFrame* previous) {
  ByteReader reader(bytes);
  LatticeFrame frame;
  const int64_t exponent = unzigzag(reader.varint());
  if (exponent < kLeastVelocityExponent || exponent > kMostVelocityExponent) throw Damaged("its velocities are wrong");
  frame.velocity_exponent = static_cast<int>(exponent);
  const uint64_t gone_count = reader.varint(), before = previous != nullptr ? previous->size() : 0;
  if (gone_count > before || before - gone_count > count) throw Damaged("its count of particles is wrong");
  const size_t new_count = count - (before - gone_count);
  const std::vector<size_t> stayed = indices_of_stayed(unpack_integers(reader.text(), gone_count), previous);

  std::vector<std::string_view> packed(2 * lattice.axes() + 3);
  for (std::string_view& list : packed) list = reader.text();
  if (reader.left() > 0) throw Damaged("a frame does not end where it should");
  const size_t ids = 2 * lattice.axes(), masses = ids + 1, phases = ids + 2;
  std::vector<Integers> lists(packed.size());
  parallel_for(
      packed.size(), [&](size_t i) { lists[i] = unpack_integers(packed[i], i == ids ? new_count : count); }, 1);

  for (size_t axis = 0; axis < lattice.axes(); ++axis) {
    from_axis_lists(lattice, {std::move(lists[2 * axis]), std::move(lists[2 * axis + 1])}, previous, stayed, axis,
                    frame);
  }
  frame.id.resize(count);
  frame.mass.resize(count);
  frame.phase.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const bool stays = i < stayed.size();
    frame.id[i] = stays ? previous->id[stayed[i]] : static_cast<uint64_t>(lists[ids][i - stayed.size()]);
    const int64_t mass_before = stays ? bits_of(previous->mass[stayed[i]]) : i > 0 ? bits_of(frame.mass[i - 1]) : 0;
    const int64_t phase_before = stays ? previous->phase[stayed[i]] : i > 0 ? frame.phase[i - 1] : 0;
    const int64_t mass = bounded(lists[masses][i]) + mass_before;
    frame.mass[i] = std::bit_cast<float>(static_cast<int32_t>(mass));
    frame.phase[i] = static_cast<uint8_t>(within(bounded(lists[phases][i]) + phase_before, 0, 255));
    if (mass != static_cast<int32_t>(mass) || !std::isfinite(frame.mass[i]))
      throw Damaged("a particle's mass is wrong");
  }
  return frame;
}

}  // namespace weir::templates
