// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/bgeo.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "base/files.h"
#include "cache/arrange.h"
#include "cache/byte_source.h"
#include "weir/base/error.h"

namespace weir::cache {

namespace {

constexpr int32_t kFloat = 0, kInt = 1, kString = 4, kVector = 5;
constexpr int32_t kVersion = 5;
// More than this cannot be meant, even of a file that was packed well.
constexpr uint64_t kMostPointsPerByte = 100;
constexpr int32_t kMostAttributes = 10000;

// ---- reading

// What is done with the values of a run of components of every point.
enum class Use { skip, velocity, id, id_high, mass, phase, temporary, heat, thickness, colour };

struct Attribute {
  Use use = Use::skip;
  uint16_t size = 0;
  bool is_int = false;
};

std::string take_string(ByteSource& source) {
  std::string text(source.take_big_endian<uint16_t>(), '\0');
  source.take(text.data(), text.size());
  return text;
}

Use use_of(const std::string& name, uint16_t size, int32_t type) {
  const bool number = size == 1 && (type == kFloat || type == kInt), whole = size == 1 && type == kInt;
  if ((name == "v" || name == "velocity") && size == 3 && (type == kFloat || type == kVector)) return Use::velocity;
  if (name == "id" && whole) return Use::id;
  if (name == "id_high" && whole) return Use::id_high;
  if (name == "mass" && number) return Use::mass;
  if (name == "phase" && whole) return Use::phase;
  if (name == "temporary" && whole) return Use::temporary;
  if (name == "heat" && size == 1 && type == kFloat) return Use::heat;
  if (name == "thickness" && size == 1 && type == kFloat) return Use::thickness;
  if (name == "Cd" && size == 3 && (type == kFloat || type == kVector)) return Use::colour;
  return Use::skip;
}

Attribute take_attribute(ByteSource& source) {
  const std::string name = take_string(source);
  const uint16_t size = source.take_big_endian<uint16_t>();
  const int32_t type = source.take_big_endian<int32_t>();
  if (type == kString) {
    const int32_t strings = source.take_big_endian<int32_t>();
    for (int32_t i = 0; i < strings; ++i) source.skip(source.take_big_endian<uint16_t>());
  } else if (type == kFloat || type == kInt || type == kVector) {
    source.skip(uint64_t{4} * size);
  } else {
    source.damaged(fmt::format("its attribute '{}' has the unknown type {}", name, type));
  }
  return {use_of(name, size, type), size, type == kInt};
}

Vec3f take_vec(ByteSource& source) {
  Vec3f v;
  for (int axis = 0; axis < 3; ++axis) v[axis] = source.take_big_endian<float>();
  return v;
}

void take_value(ByteSource& source, const Attribute& attribute, Particles& p, size_t i) {
  switch (attribute.use) {
    case Use::skip:
      return source.skip(uint64_t{4} * attribute.size);
    case Use::velocity:
      p.velocity[i] = take_vec(source);
      return;
    // Programs count ids in 32 bits without a sign and store them as int.
    case Use::id:
      p.id[i] |= source.take_big_endian<uint32_t>();
      return;
    case Use::id_high:
      p.id[i] |= uint64_t{source.take_big_endian<uint32_t>()} << 32;
      return;
    case Use::mass:
      p.mass[i] =
          attribute.is_int ? static_cast<float>(source.take_big_endian<int32_t>()) : source.take_big_endian<float>();
      return;
    case Use::phase: {
      const int32_t phase = source.take_big_endian<int32_t>();
      if (phase < 0 || phase > 255) source.damaged(fmt::format("a particle has the phase {}", phase));
      p.phase[i] = static_cast<uint8_t>(phase);
      return;
    }
    case Use::temporary:
      p.temporary[i] = source.take_big_endian<int32_t>() != 0;
      return;
    case Use::heat:
      p.heat[i] = source.take_big_endian<float>();
      return;
    case Use::thickness:
      p.thickness[i] = source.take_big_endian<float>();
      return;
    case Use::colour:
      p.colour[i] = take_vec(source);
      return;
  }
}

// The number of points and their attributes; the source then stands at the first point.
std::pair<size_t, std::vector<Attribute>> take_header(ByteSource& source) {
  char magic[5] = {};
  source.take(magic, 4);
  if (std::string_view(magic) == "\x7fNSJ") source.damaged("it is of the new kind; save it as .bhclassic in Houdini");
  source.take(magic + 4, 1);
  if (std::string_view(magic, 5) != "BgeoV") source.damaged("it does not begin as a .bgeo file");
  const int32_t version = source.take_big_endian<int32_t>();
  if (version != kVersion) source.damaged(fmt::format("it has version {}; only version 5 is known", version));
  const int32_t points = source.take_big_endian<int32_t>();
  source.skip(3 * 4);
  const int32_t count = source.take_big_endian<int32_t>();
  source.skip(3 * 4);
  if (points < 0 || static_cast<uint64_t>(points) > kMostPointsPerByte * source.file_size()) {
    source.damaged(fmt::format("it claims {} points in {} bytes", points, source.file_size()));
  }
  if (count < 0 || count > kMostAttributes) source.damaged(fmt::format("it claims {} attributes", count));
  std::vector<Attribute> attributes;
  for (int32_t i = 0; i < count; ++i) attributes.push_back(take_attribute(source));
  return {static_cast<size_t>(points), std::move(attributes)};
}

// ---- writing

template <class T>
void put(std::string& to, T value) {
  const auto bits = static_cast<uint32_t>(std::bit_cast<std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>>(value));
  for (int shift = 8 * (static_cast<int>(sizeof(T)) - 1); shift >= 0; shift -= 8) {
    to.push_back(static_cast<char>(bits >> shift & 255));
  }
}

void put_attribute(std::string& to, std::string_view name, uint16_t size, int32_t type) {
  put(to, static_cast<uint16_t>(name.size()));
  to += name;
  put(to, size);
  put(to, type);
  for (int i = 0; i < size; ++i) put(to, int32_t{0});
}

std::string to_bytes(const Particles& p, Ids ids) {
  const bool with_ids = ids == Ids::written, wide = with_ids && has_wide_ids(p);
  int32_t attributes = 4 + (with_ids ? 1 : 0) + (wide ? 1 : 0);
  for_each_carried([&](const char*, const auto&) { ++attributes; }, p);
  std::string bytes = "BgeoV";
  for (const int32_t n : {kVersion, static_cast<int32_t>(p.size()), 0, 0, 0, attributes, 0, 0, 0}) put(bytes, n);
  put_attribute(bytes, "v", 3, kVector);
  if (with_ids) put_attribute(bytes, "id", 1, kInt);
  if (wide) put_attribute(bytes, "id_high", 1, kInt);
  put_attribute(bytes, "mass", 1, kFloat);
  put_attribute(bytes, "phase", 1, kInt);
  put_attribute(bytes, "temporary", 1, kInt);
  if (!p.heat.empty()) put_attribute(bytes, "heat", 1, kFloat);
  if (!p.thickness.empty()) put_attribute(bytes, "thickness", 1, kFloat);
  if (!p.colour.empty()) put_attribute(bytes, "Cd", 3, kFloat);
  bytes.reserve(bytes.size() + p.size() * (wide ? 48 : 44) + 2);
  for (size_t i = 0; i < p.size(); ++i) {
    for (const float f : {p.position[i].x, p.position[i].y, p.position[i].z, 1.0f}) put(bytes, f);
    for (const float f : {p.velocity[i].x, p.velocity[i].y, p.velocity[i].z}) put(bytes, f);
    if (with_ids) put(bytes, static_cast<uint32_t>(p.id[i]));
    if (wide) put(bytes, static_cast<uint32_t>(p.id[i] >> 32));
    put(bytes, p.mass[i]);
    put(bytes, int32_t{p.phase[i]});
    put(bytes, int32_t{p.temporary[i]});
    if (!p.heat.empty()) put(bytes, p.heat[i]);
    if (!p.thickness.empty()) put(bytes, p.thickness[i]);
    for (int k = 0; k < 3 && !p.colour.empty(); ++k) put(bytes, p.colour[i][k]);
  }
  bytes += '\x00';
  bytes += '\xff';
  return bytes;
}

}  // namespace

Particles read_bgeo(const std::filesystem::path& path, bool* has_ids) {
  ByteSource source(path);
  const auto [count, attributes] = take_header(source);
  const auto& uses = attributes;
  const auto has = [&](Use use) {
    return std::any_of(uses.begin(), uses.end(), [&](const Attribute& a) { return a.use == use; });
  };
  const bool have_ids = has(Use::id);
  if (has_ids) *has_ids = have_ids;
  Particles p;
  p.carries = std::make_shared<const CarriedKinds>(
      CarriedKinds{.heat = has(Use::heat), .thickness = has(Use::thickness), .colour = has(Use::colour)});
  // What is not in the file is never made room for: the arrays grow with what was read.
  constexpr size_t kBlock = 1 << 14;
  for (size_t i = 0; i < count; ++i) {
    if (i % kBlock == 0) p.resize(std::min(count, i + kBlock));
    p.position[i] = take_vec(source);
    source.skip(4);
    for (const Attribute& attribute : attributes) take_value(source, attribute, p, i);
  }
  source.finish();
  return arranged(std::move(p), have_ids, path);
}

void write_bgeo(const std::filesystem::path& path, const Particles& particles, bool packed, Ids ids) {
  check_before_writing(particles, path);
  if (particles.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    throw RunError(fmt::format("{}: a .bgeo file cannot hold {} particles", path.string(), particles.size()));
  }
  const std::string bytes = to_bytes(particles, ids);
  write_file(path, packed ? gzip(bytes) : bytes);
}

}  // namespace weir::cache
