// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The same scene elsewhere: the text of a scene file with all its places moved. What a place is the Blocks declare
// (Info::place); a test of the scenes sees to it that they do. Only what the file says is changed.

#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "scene/blocks.h"
#include "weir/scene/parameter.h"

namespace weir {

inline void move_numbers(Json& json, const Vec3d& by) {
  if (json.is_number()) {
    json = json.get<double>() + by.y;  // a height
  } else if (json.is_object()) {
    for (Json& key : json["keys"]) move_numbers(key[1], by);
  } else if (json.is_array() && json.front().is_array()) {
    for (Json& item : json) move_numbers(item, by);
  } else {
    for (int axis = 0; axis < 3; ++axis) {
      Json& number = json[static_cast<size_t>(axis)];
      number = number.get<double>() + by[axis];
    }
  }
}

inline void move_places(Json& json, const Block& block, const Vec3d& by);

// By its path, or by its transform where it has one that moves it, else by its own numbers, else by a transform.
inline void move_shape(Json& shape, const Vec3d& by) {
  if (shape.contains("transform") && shape["transform"].contains("path")) {
    return move_places(shape["transform"]["path"], block_of<Path>(), by);
  }
  if (shape.contains("transform") && shape["transform"].contains("translate")) {
    return move_numbers(shape["transform"]["translate"], by);
  }
  for (const Block::Kind& kind : block_of<Shape>().all_kinds()) {
    if (shape["kind"] != kind.block->name) continue;
    const Json before = shape;
    move_places(shape, *kind.block, by);
    if (shape == before) shape["transform"]["translate"] = {by.x, by.y, by.z};
  }
}

inline void move_parameters(Json& json, const Block& block, const Vec3d& by) {
  for (const Block::Parameter& parameter : block.parameters) {
    const auto found = json.find(parameter.name);
    if (found == json.end()) continue;
    std::vector<const Block*> inside;
    parameter.codec->blocks(inside);
    if (inside.empty()) {
      if (parameter.info.place) move_numbers(*found, by);
    } else if (found->is_array()) {
      for (Json& item : *found) {
        if (item.is_object()) move_places(item, *inside.front(), by);
      }
    } else if (found->is_object()) {
      move_places(*found, *inside.front(), by);
    }
  }
}

inline void move_places(Json& json, const Block& block, const Vec3d& by) {
  if (&block == &block_of<Shape>()) return move_shape(json, by);
  if (json.contains("template")) return move_numbers(json["transform"]["translate"], by);
  move_parameters(json, block, by);
  for (const Block::Kind& kind : block.all_kinds()) {
    if (json.value("kind", "") == kind.block->name) move_parameters(json, *kind.block, by);
  }
}

inline std::string moved_scene(const std::string& text, const Vec3d& by) {
  Json json = Json::parse(text);
  if (!(by == Vec3d{})) move_places(json, block_of<Scene>(), by);
  return json.dump();
}

}  // namespace weir
