// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string_view>

namespace weir {

namespace codec {

static std::string with_unit(double value, const Info& info) {
  return fmt::format("{}{}{}", value, *info.unit ? " " : "", info.unit);
}

static std::string allowed(const Info& info) {
  const bool from = std::isfinite(info.min), over = std::isfinite(info.above), to = std::isfinite(info.max);
  const std::string low = from   ? fmt::format("at least {}", with_unit(info.min, info))
                          : over ? fmt::format("above {}", with_unit(info.above, info))
                                 : "";
  const std::string high = to ? fmt::format("at most {}", with_unit(info.max, info)) : "";
  return low + (!low.empty() && !high.empty() ? " and " : "") + high;
}

// Far beyond any liquid an artist directs, and well within what floats can compute with: an exponent too many is told
// here and not by a simulation that breaks.
static double sane_limit(const Info& info) {
  static const std::map<std::string_view, double> limits{{"m", 1e5},     {"m/s", 1e4},   {"m/s2", 1e5},
                                                         {"kg/m3", 1e5}, {"1/s", 1e6},   {"degrees", 1e7},
                                                         {"frame", 1e9}, {"factor", 1e6}};
  const auto found = limits.find(info.unit);
  return found == limits.end() ? 1e9 : found->second;
}

static bool in_range(const Node& node, double value, const Info& info, Reader& reader) {
  if (value >= info.min && value <= info.max && value > info.above) return true;
  reader.complain(node, fmt::format("must be {}, but is {}", allowed(info), value));
  return false;
}

static bool is_sane(const Node& node, double value, const Info& info, Reader& reader) {
  const double limit = sane_limit(info);
  if (std::abs(value) <= limit) return true;
  reader.complain(node, fmt::format("must be {} {}, but is {}", value > 0 ? "at most" : "at least",
                                    with_unit(value > 0 ? limit : -limit, info), value));
  return false;
}

// "0.05" or "5 cm" in quotes.
static std::string number_meant(const std::string& text, const Info& info) {
  static const std::map<std::string_view, double> lengths{{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"km", 1000}};
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !std::isfinite(number)) return "";
  std::string_view unit(end);
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (unit.empty() || unit == info.unit) return fmt::format("; write {:g}, without quotes", number);
  const auto length = lengths.find(unit);
  if (length == lengths.end() || std::string_view(info.unit) != "m") return "";
  return fmt::format("; write {:g}, in metres and without quotes", number * length->second);
}

// [[1, …], [8, …]]: keyframes that lack what is around them.
static std::string keys_meant(const Node& node) {
  const auto is_key = [](const Node& item) { return item.type == Node::Type::list && item.items.size() == 2; };
  if (node.items.empty() || !std::all_of(node.items.begin(), node.items.end(), is_key)) return "";
  return "; keyframes are written {\"keys\": [[frame, value], …]}";
}

bool read_number(const Node& node, double& value, const Info& info, Reader& reader) {
  if (node.type != Node::Type::number) {
    const std::string meant = node.type == Node::Type::text ? number_meant(node.text, info) : keys_meant(node);
    reader.complain(node, fmt::format("must be a number{}, but is {}{}",
                                      *info.unit ? fmt::format(" ({})", info.unit) : "", node.summary(), meant));
    return false;
  }
  if (!in_range(node, node.number, info, reader) || !is_sane(node, node.number, info, reader)) return false;
  value = node.number;
  return true;
}

bool read_whole(const Node& node, double& value, const Info& info, Reader& reader) {
  if (node.type != Node::Type::number || node.number != std::floor(node.number)) {
    reader.complain(node, "must be a whole number, but is " + node.summary());
    return false;
  }
  return read_number(node, value, info, reader);
}

bool read_three(const Node& node, Vec3d& value, const Info& info, Reader& reader) {
  if (info.uniform && node.type == Node::Type::number) {
    double number = 0;
    if (!read_number(node, number, info, reader)) return false;
    value = {number, number, number};
    return true;
  }
  const std::string meant = keys_meant(node);
  if (node.type != Node::Type::list || node.items.size() != 3 || !meant.empty()) {
    reader.complain(node, fmt::format("must be three numbers [x, y, z]{}, but is {}{}",
                                      info.uniform ? " or one for all three" : "", node.summary(), meant));
    return false;
  }
  Vec3d result;
  bool good = true;
  for (size_t axis = 0; axis < 3; ++axis) {
    const Reader::Inside inside(reader, axis);
    good &= read_number(node.items[axis], result[static_cast<int>(axis)], info, reader);
  }
  if (good) value = result;
  return good;
}

bool read_text(const Node& node, std::string& value, Reader& reader) {
  if (node.type != Node::Type::text) {
    reader.complain(node, "must be a text in quotes, but is " + node.summary());
    return false;
  }
  value = node.text;
  return true;
}

int read_choice(const Node& node, const std::vector<std::string>& names, Reader& reader) {
  if (node.type == Node::Type::text) {
    const auto found = std::find(names.begin(), names.end(), node.text);
    if (found != names.end()) return static_cast<int>(found - names.begin());
  }
  const std::string meant = nearest_word(node.text, names);
  reader.complain(node, fmt::format("must be {}, but is {}{}", either(names), node.summary(),
                                    meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
  return -1;
}

bool is_keyframed(const Node& node) { return node.type == Node::Type::object; }

static bool read_key(const Node& item, double previous, KeyNode& key, Reader& reader) {
  if (item.type != Node::Type::list || item.items.size() != 2) {
    reader.complain(item, "a key must be [frame, value], but is " + item.summary());
    return false;
  }
  if (!read_number(item.items[0], key.frame, {.unit = "frame"}, reader)) return false;
  if (key.frame <= previous) {
    reader.complain(item, fmt::format("keys must be in order of their frames, but {} follows {}", key.frame, previous));
    return false;
  }
  key.value = &item.items[1];
  return true;
}

std::vector<KeyNode> read_keys(const Node& node, Interpolation& between, Reader& reader) {
  static const std::vector<std::string> known{"keys", "between"};
  for (size_t i = 0; i < node.keys.size(); ++i) {
    if (std::find(known.begin(), known.end(), node.keys[i]) == known.end()) {
      reader.complain(node.items[i],
                      fmt::format("\"{}\" is not a part of keyframes; they have keys or between", node.keys[i]));
    }
  }
  if (const Node* given = node.find("between")) {
    const Reader::Inside inside(reader, "between");
    Codec<Interpolation>::read(*given, between, {}, reader);
  }
  const Node* keys = node.find("keys");
  if (!keys || keys->type != Node::Type::list || keys->items.empty()) {
    reader.complain(node, "keyframes need \"keys\": [[frame, value], ...]");
    return {};
  }
  std::vector<KeyNode> result;
  double previous = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < keys->items.size(); ++i) {
    const Reader::Inside inside(reader, "keys"), entry(reader, i);
    KeyNode key{};
    if (!read_key(keys->items[i], previous, key, reader)) continue;
    previous = key.frame;
    result.push_back(key);
  }
  return result;
}

Json described(Json schema, const Info& info) {
  std::string text = info.help;
  if (*info.unit) text += fmt::format(" ({})", info.unit);
  if (!text.empty()) schema["description"] = text;
  // For programs that make panels of it.
  if (*info.unit) schema["unit"] = info.unit;
  if (info.place) schema["place"] = true;
  if (info.direction) schema["direction"] = true;
  if (*info.names) schema["names"] = info.names;
  return schema;
}

Json undescribed(Json schema) {
  for (const char* key : {"description", "unit", "place", "direction", "names"}) schema.erase(key);
  return schema;
}

Json number_schema(const Info& info, const char* type) {
  Json schema{{"type", type}};
  if (std::isfinite(info.min)) schema["minimum"] = info.min;
  if (std::isfinite(info.max)) schema["maximum"] = info.max;
  if (std::isfinite(info.above)) schema["exclusiveMinimum"] = info.above;
  return described(schema, info);
}

Json keyframed_schema(const Json& value) {
  const Json plain = undescribed(value);
  const Json key{{"type", "array"}, {"prefixItems", {{{"type", "number"}}, plain}}, {"minItems", 2}, {"maxItems", 2}};
  const Json keys{{"type", "array"}, {"minItems", 1}, {"items", key}};
  const Json between{{"enum", Codec<Interpolation>::names()}};
  const Json keyframes{{"type", "object"},
                       {"properties", {{"keys", keys}, {"between", between}}},
                       {"required", {"keys"}},
                       {"additionalProperties", false}};
  return {{"anyOf", {plain, keyframes}}, {"keyframes", true}};
}

Json optional_schema(const Json& value) {
  Json schema{{"anyOf", {undescribed(value), {{"type", "null"}}}}};
  if (value.contains("keyframes")) schema["keyframes"] = true;
  return schema;
}

Json keyframed_json(const std::vector<std::pair<double, Json>>& keys, Interpolation between) {
  Json list = Json::array();
  for (const auto& [frame, value] : keys) list.push_back(Json::array({frame, value}));
  return {{"keys", list}, {"between", Codec<Interpolation>::write(between)}};
}

Json block_reference(const Block& block) { return {{"$ref", "#/$defs/" + block.name}}; }

void collect(const Block& block, std::vector<const Block*>& blocks) {
  if (std::find(blocks.begin(), blocks.end(), &block) != blocks.end()) return;
  blocks.push_back(&block);
  for (const Block::Parameter& parameter : block.parameters) parameter.codec->blocks(blocks);
  for (const Block::Kind& kind : block.all_kinds()) {
    for (const Block::Parameter& parameter : kind.block->parameters) parameter.codec->blocks(blocks);
  }
}

}  // namespace codec

void Codec<uint64_t>::read(const Node& node, uint64_t& value, const Info&, Reader& reader) {
  if (node.type != Node::Type::number || !node.whole || node.number < 0) {
    return reader.complain(node, "must be a whole number from 0 on, but is " + node.summary());
  }
  value = node.unsigned_number;
}

void Codec<std::filesystem::path>::read(const Node& node, std::filesystem::path& value, const Info&, Reader& reader) {
  std::string text;
  if (!codec::read_text(node, text, reader)) return;
  if (text.empty()) return reader.complain(node, "must be a file name, but is empty");
  if (text.find('\0') != std::string::npos) return reader.complain(node, "must be a file name, but has a zero in it");
  const std::filesystem::path base = node.file ? node.file->parent_path() : std::filesystem::path();
  value = std::filesystem::absolute(base / text).lexically_normal();  // the same whatever folder weir is called from
}

Json Codec<Vec3d>::schema(const Info& info) {
  const Info number{.min = info.min, .max = info.max, .above = info.above};
  const Json one = codec::number_schema(number, "number");
  const Json three{{"type", "array"}, {"items", one}, {"minItems", 3}, {"maxItems", 3}};
  return codec::described(info.uniform ? Json{{"anyOf", {one, three}}} : three, info);
}

}  // namespace weir
