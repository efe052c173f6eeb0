// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/describe.h"

#include <fmt/format.h>

#include <cmath>

#include "scene/blocks.h"
#include "weir/base/error.h"
#include "weir/scene/codec.h"

namespace weir {

namespace {

std::vector<const Block*> all_blocks() {
  std::vector<const Block*> blocks;
  codec::collect(block_of<Scene>(), blocks);
  return blocks;
}

std::string range_words(const Info& info) {
  std::string text;
  if (std::isfinite(info.min)) text += fmt::format(", at least {}", info.min);
  if (std::isfinite(info.above)) text += fmt::format(", above {}", info.above);
  if (std::isfinite(info.max)) text += fmt::format(", at most {}", info.max);
  return text;
}

std::string default_words(const Block::Parameter& parameter, const Json& defaults) {
  if (parameter.info.required) return "required";
  const std::string text = defaults.at(parameter.name).dump();
  return text.size() > 60 || text == "null" || text == "\"\"" ? "" : "default " + text;
}

std::string parameter_lines(const Block& block, const Json& defaults) {
  std::string text;
  for (const Block::Parameter& p : block.parameters) {
    std::string facts = p.type();
    if (*p.info.unit) facts += fmt::format(" ({})", p.info.unit);
    facts += range_words(p.info);
    const std::string value = default_words(p, defaults);
    if (!value.empty()) facts += "; " + value;
    text += fmt::format("  {:<16} {}\n  {:<16} {}\n", p.name, p.info.help, "", facts);
  }
  return text;
}

std::string block_text(const Block& block) {
  std::string text = fmt::format("{}: {}\n", block.name, block.help);
  if (block.has_kinds()) {
    text += block.all_kinds().empty() ? "  (no kinds in this version yet)\n"
                                      : "  one of these kinds, with its own parameters beside the ones below:\n";
    for (const Block::Kind& kind : block.all_kinds()) {
      text += fmt::format("    \"kind\": \"{}\"{:{}} {}\n", kind.block->name, "",
                          std::max<int>(0, 13 - static_cast<int>(kind.block->name.size())), kind.block->help);
    }
  }
  return text + parameter_lines(block, block.defaults());
}

// The definition of a block, or of one of its kinds with the common parameters worked in.
Json object_schema(const Block& block, const Block::Kind* kind) {
  Json properties = Json::object();
  Json required = Json::array();
  const auto add = [&](const Block& from) {
    const Json defaults = from.defaults();
    for (const Block::Parameter& p : from.parameters) {
      properties[p.name] = p.schema();
      if (!p.info.required && !defaults.at(p.name).is_null()) properties[p.name]["default"] = defaults.at(p.name);
      if (p.info.required) required.push_back(p.name);
    }
  };
  if (kind) {
    properties["kind"] = {{"const", kind->block->name}};
    required.push_back("kind");
    add(*kind->block);
  }
  add(block);
  return {{"type", "object"},
          {"description", kind ? kind->block->help : block.help},
          {"properties", properties},
          {"required", required},
          {"additionalProperties", false}};
}

}  // namespace

std::string describe_all() {
  std::string text = "A scene is a JSON file with comments. Its parts (weir describe NAME tells more):\n";
  for (const Block* block : all_blocks()) text += fmt::format("  {:<12} {}\n", block->name, block->help);
  text +=
      "\nA number or vector with keyframes is written as\n"
      "  {\"keys\": [[frame, value], ...], \"between\": \"linear\", \"smooth\" or \"step\"}\n"
      "\nA scene can build on another one:\n"
      "  \"include\": \"base.json\"                         everything else in the file is laid over it\n"
      "  \"set\": {\"liquids[0].shape.radius\": 0.2}        changes single values; an entry of a list\n"
      "                                                  is named by its number or its \"name\"\n";
  return text;
}

std::string describe_block(const std::string& name) {
  std::vector<std::string> names;
  for (const Block* block : all_blocks()) {
    if (block->name == name) return block_text(*block);
    names.push_back(block->name);
    for (const Block::Kind& kind : block->all_kinds()) {
      names.push_back(kind.block->name);
      // A kind may have the name of a block: probe.force.
      if (kind.block->name != name && block->name + "." + kind.block->name != name) continue;
      return fmt::format("{} (a {}): {}\n{}", name, block->name, kind.block->help,
                         parameter_lines(*kind.block, kind.block->defaults())) +
             (block->parameters.empty()
                  ? ""
                  : fmt::format("and of every {}:\n", block->name) + parameter_lines(*block, block->defaults()));
    }
  }
  const std::string meant = nearest_word(name, names);
  throw InputError("describe", fmt::format("there is nothing called \"{}\"; {}", name,
                                           meant.empty() ? "weir describe lists all names"
                                                         : fmt::format("did you mean \"{}\"?", meant)));
}

std::string scene_schema() {
  Json definitions = Json::object();
  for (const Block* block : all_blocks()) {
    if (!block->has_kinds()) {
      definitions[block->name] = object_schema(*block, nullptr);
      continue;
    }
    Json kinds = Json::array(), by_name = Json::object();
    for (const Block::Kind& kind : block->all_kinds()) {
      const std::string name = block->name + "." + kind.block->name;
      definitions[name] = object_schema(*block, &kind);
      kinds.push_back({{"$ref", "#/$defs/" + name}});
      by_name[kind.block->name] = name;
    }
    definitions[block->name] = kinds.empty() ? Json{{"not", Json::object()}}
                                             : Json{{"description", block->help}, {"oneOf", kinds}, {"kinds", by_name}};
  }
  // A file that includes another may leave out what is required, and says so by these two keys.
  Json& scene = definitions["scene"];
  const Json file{{"type", "string"}, {"file", true}};
  scene["properties"]["include"] = {{"anyOf", {file, {{"type", "array"}, {"items", file}}}},
                                    {"description", "The scene that this one is laid over, or several."}};
  scene["properties"]["set"] = {
      {"type", "object"},
      {"description", "Single values deep inside of what is included: their paths, and what they are."}};
  scene.erase("required");
  const Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                    {"title", "Weir scene"},
                    {"$ref", "#/$defs/scene"},
                    {"$defs", definitions}};
  return schema.dump(2);
}

}  // namespace weir
