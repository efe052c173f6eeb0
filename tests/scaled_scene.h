// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The same scene in another size (Froude's law): lengths times s, times and speeds times the root of s, accelerations
// and densities as they are. What a number of a scene file is, the unit tells that its Block declares, so this holds
// for every kind of solver, director and shape. Only what the file says is changed: defaults have to scale by
// themselves.
//
// With s a power of 4 the roots are powers of 2, and the numbers of both runs differ by exponents only: the same
// operations give the same digits, and the slightest constant in metres or seconds shows.

#pragma once

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "scene/blocks.h"
#include "weir/scene/parameter.h"

namespace weir {

// The power of s by which numbers of this unit are multiplied.
inline double power_of_size(const std::string& unit) {
  static const std::map<std::string, double> powers{
      {"", 0},       {"frame", 0}, {"degrees", 0}, {"spacings", 0}, {"cells", 0}, {"%", 0},
      {"pixels", 0}, {"stops", 0}, {"m", 1},       {"m2", 2},       {"1/m", -1},  {"s", 0.5},
      {"1/s", -0.5}, {"m/s", 0.5}, {"m/s2", 0},    {"kg/m3", 0},    {"Pa s", 1.5}};
  const auto found = powers.find(unit);
  if (found == powers.end()) throw std::runtime_error("no rule for the unit " + unit);
  return found->second;
}

inline void scale_numbers(Json& json, double factor) {
  if (json.is_number() && factor != 1) json = json.get<double>() * factor;
  if (json.is_array()) {
    for (Json& item : json) scale_numbers(item, factor);
  }
  if (json.is_object() && json.contains("keys")) {
    for (Json& key : json["keys"]) scale_numbers(key[1], factor);
  }
}

inline void scale_block(Json& json, const Block& block, double s);

inline void scale_parameters(Json& json, const Block& block, double s) {
  for (const Block::Parameter& parameter : block.parameters) {
    const auto found = json.find(parameter.name);
    if (found == json.end()) continue;
    std::vector<const Block*> inside;
    parameter.codec->blocks(inside);
    const bool list = found->is_array() && !found->empty() && found->front().is_object();
    if (!inside.empty() && list) {
      for (Json& item : *found) scale_block(item, *inside.front(), s);
    } else if (!inside.empty() && found->is_object()) {
      scale_block(*found, *inside.front(), s);
    } else {  // numbers, also as the short form of a block
      scale_numbers(*found, std::pow(s, power_of_size(parameter.info.unit)));
    }
  }
}

inline void scale_block(Json& json, const Block& block, double s) {
  scale_parameters(json, block, s);
  for (const Block::Kind& kind : block.all_kinds()) {
    if (json.value("kind", "") == kind.block->name) scale_parameters(json, *kind.block, s);
  }
}

// The text of a scene file, without comments, in another size.
inline std::string scaled_scene(const std::string& text, double s) {
  Json json = Json::parse(text);
  scale_block(json, block_of<Scene>(), s);
  return json.dump();
}

}  // namespace weir
