// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/particles_ply.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <utility>

#include "base/files.h"
#include "cache/arrange.h"
#include "geometry/mesh/ply.h"

namespace weir::cache {

namespace {

uint64_t whole_number(double value, uint64_t largest, const char* what, const PlyReader& ply) {
  if (!(value >= 0) || value > static_cast<double>(largest) || value != std::floor(value)) {
    ply.damaged(fmt::format("a particle has the {} {}", what, value));
  }
  return static_cast<uint64_t>(value);
}

// Puts one number of vertex i where it belongs.
using Store = void (*)(Particles&, size_t, double, const PlyReader&);
template <int axis>
void store_position(Particles& p, size_t i, double value, const PlyReader&) {
  p.position[i][axis] = static_cast<float>(value);
}
template <int axis>
void store_velocity(Particles& p, size_t i, double value, const PlyReader&) {
  p.velocity[i][axis] = static_cast<float>(value);
}

template <int channel>
void store_colour(Particles& p, size_t i, double value, const PlyReader&) {
  p.colour[i][channel] = static_cast<float>(value);
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
       [](Particles& p, size_t i, double v, const PlyReader& ply) { p.id[i] |= whole_number(v, k53Bits, "id", ply); }},
      {"id_high", [](Particles& p, size_t i, double v,
                     const PlyReader& ply) { p.id[i] |= whole_number(v, k32Bits, "id_high", ply) << 32; }},
      {"mass", [](Particles& p, size_t i, double v, const PlyReader&) { p.mass[i] = static_cast<float>(v); }},
      {"phase", [](Particles& p, size_t i, double v,
                   const PlyReader& ply) { p.phase[i] = static_cast<uint8_t>(whole_number(v, 255, "phase", ply)); }},
      {"temporary", [](Particles& p, size_t i, double v, const PlyReader&) { p.temporary[i] = v != 0; }},
      {"heat", [](Particles& p, size_t i, double v, const PlyReader&) { p.heat[i] = static_cast<float>(v); }},
      {"thickness", [](Particles& p, size_t i, double v, const PlyReader&) { p.thickness[i] = static_cast<float>(v); }},
      {"red", store_colour<0>},
      {"green", store_colour<1>},
      {"blue", store_colour<2>}};
  for (const auto& [known, store] : stores) {
    if (name == known) return store;
  }
  return nullptr;
}

// Colours of whole numbers are for the eye, and of another scale: only those of floats are what particles carry.
bool is_taken(const PlyProperty& property, bool coloured) {
  const bool colour = property.name == "red" || property.name == "green" || property.name == "blue";
  return !property.length_type && (!colour || coloured);
}
bool has_colours(const PlyElement& element) {
  int channels = 0;
  for (const PlyProperty& p : element.properties) {
    const bool colour = p.name == "red" || p.name == "green" || p.name == "blue";
    channels += colour && !p.length_type && p.type == PlyType::float32 ? 1 : 0;
  }
  return channels == 3;
}

Particles read_vertices(const PlyElement& element, const Vec3d& origin, PlyReader& ply) {
  std::vector<Store> stores;
  std::vector<double> zero;  // that a value is counted from
  const bool coloured = has_colours(element);
  for (const PlyProperty& p : element.properties) {
    stores.push_back(is_taken(p, coloured) ? store_for(p.name) : nullptr);
    zero.push_back(p.name == "x" ? origin.x : p.name == "y" ? origin.y : p.name == "z" ? origin.z : 0);
  }
  Particles p;
  p.carries = std::make_shared<const CarriedKinds>(
      CarriedKinds{.heat = element.has("heat"), .thickness = element.has("thickness"), .colour = coloured});
  p.resize(element.count);
  for (size_t i = 0; i < p.size(); ++i) {
    for (size_t k = 0; k < stores.size(); ++k) {
      const PlyProperty& property = element.properties[k];
      if (stores[k]) {
        const double value = ply.next(property.type);
        stores[k](p, i, zero[k] == 0 ? value : value - zero[k], ply);
      } else {
        ply.skip(property);
      }
    }
  }
  return p;
}

template <class T>
void put(std::string& to, const T& value) {
  static_assert(std::endian::native == std::endian::little);
  to.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

}  // namespace

Particles read_particles_ply(const std::filesystem::path& path, bool* has_ids, const Vec3d& origin) {
  const std::string bytes = read_file(path);
  PlyReader ply(bytes, path.string());
  auto element = ply.elements().begin();
  for (; element->name != "vertex"; ++element) ply.skip(*element);
  if (has_ids) *has_ids = element->has("id");
  return arranged(read_vertices(*element, origin, ply), element->has("id"), path);
}

void write_particles_ply(const std::filesystem::path& path, const Particles& p, Ids ids, const Vec3d& origin) {
  check_before_writing(p, path);
  const bool with_ids = ids == Ids::written, wide = with_ids && has_wide_ids(p), far = !(origin == Vec3d{});
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {1}\n"
      "property {0} x\nproperty {0} y\nproperty {0} z\n"
      "property float vx\nproperty float vy\nproperty float vz\n"
      "{2}{3}property float mass\nproperty uchar phase\nproperty uchar temporary\n{4}{5}{6}end_header\n",
      far ? "double" : "float", p.size(), with_ids ? "property uint id\n" : "", wide ? "property uint id_high\n" : "",
      p.heat.empty() ? "" : "property float heat\n", p.thickness.empty() ? "" : "property float thickness\n",
      p.colour.empty() ? "" : "property float red\nproperty float green\nproperty float blue\n");
  bytes.reserve(bytes.size() + p.size() * ((wide ? 38 : 34) + (far ? 12 : 0)));
  for (size_t i = 0; i < p.size(); ++i) {
    if (far) {
      put(bytes, static_cast<Vec3d>(p.position[i]) + origin);
    } else {
      put(bytes, p.position[i]);
    }
    put(bytes, p.velocity[i]);
    if (with_ids) put(bytes, static_cast<uint32_t>(p.id[i]));
    if (wide) put(bytes, static_cast<uint32_t>(p.id[i] >> 32));
    put(bytes, p.mass[i]);
    put(bytes, p.phase[i]);
    put(bytes, p.temporary[i]);
    if (!p.heat.empty()) put(bytes, p.heat[i]);
    if (!p.thickness.empty()) put(bytes, p.thickness[i]);
    if (!p.colour.empty()) put(bytes, p.colour[i]);
  }
  write_file(path, bytes);
}

}  // namespace weir::cache
