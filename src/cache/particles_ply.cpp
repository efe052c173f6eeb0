// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/particles_ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "base/error.h"
#include "base/files.h"
#include "cache/arrange.h"
#include "cache/ply_header.h"

namespace weir {

namespace {

static_assert(std::endian::native == std::endian::little);

// The numbers after the header one by one. A double holds every value of every type of PLY.
class Values {
 public:
  Values(std::string_view data, PlyFormat format, const std::filesystem::path& file)
      : data_(data), format_(format), file_(file) {}

  double next(PlyType type) { return format_ == PlyFormat::ascii ? next_word() : next_binary(type); }
  void skip(PlyType type, uint64_t count) {
    if (format_ == PlyFormat::ascii) {
      for (uint64_t i = 0; i < count; ++i) next_word();
    } else {
      if (count > data_.size() / size_of(type)) damaged("it is cut short");
      data_.remove_prefix(count * size_of(type));
    }
  }
  // The most numbers that can follow.
  size_t left() const { return data_.size(); }
  [[noreturn]] void damaged(const std::string& how) const { throw InputError(file_.string(), "is damaged: " + how); }

 private:
  double next_word() {
    const size_t begin = data_.find_first_not_of(" \t\r\n");
    if (begin == data_.npos) damaged("it is cut short");
    data_.remove_prefix(begin);
    const size_t length = std::min(data_.find_first_of(" \t\r\n"), data_.size());
    std::string_view word = data_.substr(0, length);
    data_.remove_prefix(length);
    if (word.front() == '+') word.remove_prefix(1);
    double value = 0;
    const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
    if (result.ec != std::errc() || result.ptr != word.data() + word.size()) {
      damaged(fmt::format("'{}' is not a number", word.substr(0, 40)));
    }
    return value;
  }

  template <class T>
  double as() {
    char bytes[sizeof(T)];
    std::memcpy(bytes, data_.data(), sizeof(T));
    if (format_ == PlyFormat::big_endian) std::reverse(bytes, bytes + sizeof(T));
    data_.remove_prefix(sizeof(T));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return static_cast<double>(value);
  }
  double next_binary(PlyType type) {
    if (data_.size() < size_of(type)) damaged("it is cut short");
    switch (type) {
      case PlyType::int8:
        return as<int8_t>();
      case PlyType::uint8:
        return as<uint8_t>();
      case PlyType::int16:
        return as<int16_t>();
      case PlyType::uint16:
        return as<uint16_t>();
      case PlyType::int32:
        return as<int32_t>();
      case PlyType::uint32:
        return as<uint32_t>();
      case PlyType::float32:
        return as<float>();
      case PlyType::float64:
        break;
    }
    return as<double>();
  }

  std::string_view data_;
  PlyFormat format_;
  const std::filesystem::path& file_;
};

void skip_property(const PlyProperty& property, Values& values) {
  if (!property.is_list) return values.skip(property.type, 1);
  const double count = values.next(property.count_type);
  if (!(count >= 0) || count > static_cast<double>(values.left())) values.damaged("a list in it is cut short");
  values.skip(property.type, static_cast<uint64_t>(count));
}

void skip_element(const PlyElement& element, Values& values) {
  if (element.properties.empty()) return;  // however many there are
  for (uint64_t i = 0; i < element.count; ++i) {
    for (const PlyProperty& property : element.properties) skip_property(property, values);
  }
}

uint64_t whole_number(double value, uint64_t largest, const char* what, const Values& values) {
  if (!(value >= 0) || value > static_cast<double>(largest) || value != std::floor(value)) {
    values.damaged(fmt::format("a particle has the {} {}", what, value));
  }
  return static_cast<uint64_t>(value);
}

// Puts one number of vertex i where it belongs.
using Store = void (*)(Particles&, size_t, double, const Values&);
template <int axis>
void store_position(Particles& p, size_t i, double value, const Values&) {
  p.position[i][axis] = static_cast<float>(value);
}
template <int axis>
void store_velocity(Particles& p, size_t i, double value, const Values&) {
  p.velocity[i][axis] = static_cast<float>(value);
}

Store store_for(const std::string& name) {
  constexpr uint64_t k32Bits = 0xffffffff, k53Bits = (uint64_t{1} << 53) - 1;
  static constexpr std::pair<std::string_view, Store> stores[] = {
      {"x", store_position<0>},
      {"y", store_position<1>},
      {"z", store_position<2>},
      {"vx", store_velocity<0>},
      {"vy", store_velocity<1>},
      {"vz", store_velocity<2>},
      // Wider than 32 bits only when some program stores ids as doubles.
      {"id",
       [](Particles& p, size_t i, double v, const Values& all) { p.id[i] |= whole_number(v, k53Bits, "id", all); }},
      {"id_high", [](Particles& p, size_t i, double v,
                     const Values& all) { p.id[i] |= whole_number(v, k32Bits, "id_high", all) << 32; }},
      {"mass", [](Particles& p, size_t i, double v, const Values&) { p.mass[i] = static_cast<float>(v); }},
      {"phase", [](Particles& p, size_t i, double v,
                   const Values& all) { p.phase[i] = static_cast<uint8_t>(whole_number(v, 255, "phase", all)); }},
      {"temporary", [](Particles& p, size_t i, double v, const Values&) { p.temporary[i] = v != 0; }}};
  for (const auto& [known, store] : stores) {
    if (name == known) return store;
  }
  return nullptr;
}

bool has_property(const PlyElement& element, std::string_view name) {
  return std::any_of(element.properties.begin(), element.properties.end(),
                     [&](const PlyProperty& p) { return p.name == name && !p.is_list; });
}

Particles read_vertices(const PlyElement& element, Values& values) {
  for (const char* axis : {"x", "y", "z"}) {
    if (!has_property(element, axis)) values.damaged(fmt::format("its vertices have no {}", axis));
  }
  if (element.count > values.left()) values.damaged("it is cut short");
  std::vector<Store> stores;
  for (const PlyProperty& p : element.properties) stores.push_back(p.is_list ? nullptr : store_for(p.name));
  const bool have_ids = has_property(element, "id");
  Particles p;
  p.resize(element.count);
  for (size_t i = 0; i < p.size(); ++i) {
    for (size_t k = 0; k < stores.size(); ++k) {
      const PlyProperty& property = element.properties[k];
      if (stores[k]) {
        stores[k](p, i, values.next(property.type), values);
      } else {
        skip_property(property, values);
      }
    }
    if (!have_ids) p.id[i] = i;
  }
  return p;
}

template <class T>
void put(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

}  // namespace

Particles read_particles_ply(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  const PlyHeader header = read_ply_header(bytes, path);
  Values values(std::string_view(bytes).substr(header.size), header.format, path);
  for (const PlyElement& element : header.elements) {
    if (element.name == "vertex") return arranged(read_vertices(element, values), path);
    skip_element(element, values);
  }
  throw InputError(path.string(), "holds no points: it has no element called vertex");
}

void write_particles_ply(const std::filesystem::path& path, const Particles& p) {
  check_before_writing(p, path);
  const bool wide = std::any_of(p.id.begin(), p.id.end(), [](uint64_t id) { return id >> 32 != 0; });
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\n"
      "property float x\nproperty float y\nproperty float z\n"
      "property float vx\nproperty float vy\nproperty float vz\n"
      "property uint id\n{}property float mass\nproperty uchar phase\nproperty uchar temporary\nend_header\n",
      p.size(), wide ? "property uint id_high\n" : "");
  bytes.reserve(bytes.size() + p.size() * (wide ? 38 : 34));
  for (size_t i = 0; i < p.size(); ++i) {
    put(bytes, p.position[i]);
    put(bytes, p.velocity[i]);
    put(bytes, static_cast<uint32_t>(p.id[i]));
    if (wide) put(bytes, static_cast<uint32_t>(p.id[i] >> 32));
    put(bytes, p.mass[i]);
    put(bytes, p.phase[i]);
    put(bytes, p.temporary[i]);
  }
  write_file(path, bytes);
}

}  // namespace weir
