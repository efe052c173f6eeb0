// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "scene/everyday_words.h"

namespace weir {

Json Block::Parameter::schema() const { return codec->schema(info); }

Json Block::Parameter::write(const void* object) const {
  return codec->write(static_cast<const char*>(object) + offset);
}

std::vector<std::string> Block::kind_names() const {
  std::vector<std::string> names;
  for (const Kind& kind : all_kinds()) names.push_back(kind.block->name);
  return names;
}

std::string Block::kind_of(const void* object) const {
  for (const Kind& kind : all_kinds()) {
    if (kind.get(object)) return kind.block->name;
  }
  return {};
}

namespace {

// The kind the node asks for; nothing, with a complaint, when there is none.
std::optional<Block::Kind> chosen_kind(const Block& block, const Node& node, Reader& reader) {
  const std::vector<std::string> names = block.kind_names();
  const Node* given = node.find("kind");
  if (names.empty()) {
    reader.complain(node, fmt::format("this version of weir has no {} yet", block.name));
    return std::nullopt;
  }
  if (!given) {
    reader.complain(node, fmt::format("lacks a \"kind\": {}", either(names)));
    return std::nullopt;
  }
  const Reader::Inside inside(reader, "kind");
  for (const Block::Kind& kind : block.all_kinds()) {
    if (given->type == Node::Type::text && kind.block->name == given->text) return kind;
  }
  const std::string meant = meant_word(given->text, names);
  reader.complain(*given, fmt::format("must be {}, but is {}{}", either(names), given->summary(),
                                      meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
  return std::nullopt;
}

// {"lower": …, "upper": …}: what an object of this block looks like. `said` stands in its place, and may name its kind.
std::string example_of(const Block& block, const std::string& said) {
  constexpr size_t kMostShown = 3;
  if (block.has_kinds()) {
    const std::vector<std::string> names = block.kind_names();
    const std::string meant = meant_word(said, names);
    const std::string kind = !meant.empty() ? meant : names.empty() ? "" : names.front();
    return fmt::format("{{\"kind\": \"{}\", …}}", kind);
  }
  const auto& all = block.parameters;
  const bool some_required = std::any_of(all.begin(), all.end(), [](const auto& p) { return p.info.required; });
  std::string shown;
  size_t count = 0;
  for (const Block::Parameter& p : all) {
    if (some_required && !p.info.required) continue;
    if (++count > kMostShown) break;
    shown += fmt::format("{}\"{}\": …", shown.empty() ? "" : ", ", p.name);
  }
  return "{" + shown + "}";
}

// The block that can stand in a parameter; none where it is a plain value.
const Block* block_in(const Block::Parameter& parameter) {
  std::vector<const Block*> blocks;
  parameter.codec->blocks(blocks);
  return blocks.empty() ? nullptr : blocks.front();
}

// " For example "solver": {"kind": "sph", …}", where that tells more than the help does.
std::string example_of(const Block::Parameter& parameter) {
  const Block* block = block_in(parameter);
  if (!block || !block->has_kinds()) return "";
  return fmt::format(" For example \"{}\": {}", parameter.name, example_of(*block, ""));
}

void read_parameters(const Block& block, const Node& node, void* object, Reader& reader) {
  for (const Block::Parameter& parameter : block.parameters) {
    const Node* value = node.find(parameter.name);
    if (value && value->type != Node::Type::null) {
      const Reader::Inside inside(reader, parameter.name);
      parameter.read(*value, object, reader);
    } else if (parameter.info.required) {
      reader.complain(node,
                      fmt::format("lacks \"{}\": {}{}", parameter.name, parameter.info.help, example_of(parameter)));
    }
  }
}

bool is_parameter_of(const Block& block, const std::string& key) {
  const auto has = [&](const Block& b) {
    return std::any_of(b.parameters.begin(), b.parameters.end(), [&](const auto& p) { return p.name == key; });
  };
  const std::vector<Block::Kind> kinds = block.all_kinds();
  return has(block) || std::any_of(kinds.begin(), kinds.end(), [&](const auto& kind) { return has(*kind.block); });
}

// "instances" for a key that was given beside them: the parameters into whose object it belongs.
std::vector<std::string> homes_of(const std::string& key, const Block& block) {
  std::vector<std::string> homes;
  for (const Block::Parameter& parameter : block.parameters) {
    const Block* inner = block_in(parameter);
    if (inner && is_parameter_of(*inner, key)) homes.push_back("\"" + parameter.name + "\"");
  }
  return homes;
}

// Those that have the key, where they are few.
std::vector<std::string> kinds_with(const std::string& key, const Block& block) {
  constexpr size_t kMost = 2;
  std::vector<std::string> names;
  for (const Block::Kind& other : block.all_kinds()) {
    const auto& all = other.block->parameters;
    if (std::any_of(all.begin(), all.end(), [&](const auto& p) { return p.name == key; })) {
      names.push_back(other.block->name);
    }
  }
  if (names.size() > kMost) names.clear();
  return names;
}

// What to do about a key that neither the block nor its kind has.
std::string advice_on(const std::string& key, const Block& block, const Block* kind,
                      const std::vector<std::string>& known) {
  constexpr size_t kMostHomes = 6;
  if (const std::string way = other_way(key, known); !way.empty()) return way;
  if (const std::vector<std::string> others = kinds_with(key, block); !others.empty()) {
    return fmt::format("only {} {} it", either(others), others.size() == 1 ? "has" : "have");
  }
  const std::string meant = meant_word(key, known);
  if (!meant.empty()) return fmt::format("did you mean \"{}\"?", meant);
  std::vector<std::string> homes = homes_of(key, block);
  if (kind) {
    for (std::string& home : homes_of(key, *kind)) homes.push_back(std::move(home));
  }
  if (!homes.empty() && homes.size() <= kMostHomes) return "it belongs in " + either(homes);
  return "it has " + either(known);
}

// Where nobody knows which kind is meant.
void complain_of_keys_of_no_kind(const Block& block, const Node& node, Reader& reader) {
  std::vector<std::string> known{"kind"};
  const auto add = [&](const Block& b) {
    for (const Block::Parameter& p : b.parameters) known.push_back(p.name);
  };
  add(block);
  for (const Block::Kind& kind : block.all_kinds()) add(*kind.block);
  for (size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& key = node.keys[i];
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string meant = meant_word(key, known);
    reader.complain(node.items[i], fmt::format("\"{}\" is not a parameter of {}{}", key, block.name,
                                               meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
  }
}

void complain_of_unknown_keys(const Block& block, const Block* kind, const Node& node, Reader& reader) {
  std::vector<std::string> known;
  for (const Block::Parameter& p : block.parameters) known.push_back(p.name);
  if (kind) {
    for (const Block::Parameter& p : kind->parameters) known.push_back(p.name);
  }
  if (block.has_kinds()) known.push_back("kind");
  for (size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& key = node.keys[i];
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    reader.complain(node.items[i], fmt::format("\"{}\" is not a parameter of {}; {}", key,
                                               kind ? kind->name : block.name, advice_on(key, block, kind, known)));
  }
}

}  // namespace

void Block::read(const Node& node, void* object, Reader& reader) const {
  if (node.type != Node::Type::object) {
    reader.complain(node, fmt::format("must be given as {}, but is {}", example_of(*this, node.text), node.summary()));
    return;
  }
  // A check of several parameters makes sense only when each of them is good.
  const size_t before = reader.problems();
  std::optional<Kind> kind;
  if (has_kinds()) {
    kind = chosen_kind(*this, node, reader);
    if (!kind) return complain_of_keys_of_no_kind(*this, node, reader);
    void* part = kind->make(object);
    read_parameters(*kind->block, node, part, reader);
    if (kind->block->check && reader.problems() == before) kind->block->check(node, part, reader);
  }
  read_parameters(*this, node, object, reader);
  complain_of_unknown_keys(*this, kind ? kind->block : nullptr, node, reader);
  if (check && reader.problems() == before) check(node, object, reader);
}

Json Block::write(const void* object) const {
  Json json = Json::object();
  for (const Kind& kind : all_kinds()) {
    const void* part = kind.get(object);
    if (!part) continue;
    json["kind"] = kind.block->name;
    for (const Parameter& p : kind.block->parameters) json[p.name] = p.write(part);
  }
  for (const Parameter& p : parameters) json[p.name] = p.write(object);
  return json;
}

double PlaceMove::operator()(double value, int axis) const {
  return by[axis] == 0 ? value : std::round((value + by[axis]) * grains) / grains;
}

Vec3d PlaceMove::operator()(const Vec3d& place) const {
  return {(*this)(place.x, 0), (*this)(place.y, 1), (*this)(place.z, 2)};
}

void Block::move(void* object, const PlaceMove& move) const {
  if (mover) return mover(object, move);
  for (const Kind& kind : all_kinds()) {
    if (const void* part = kind.get(object)) kind.block->move(const_cast<void*>(part), move);
  }
  for (const Parameter& p : parameters) p.move(object, move);
}

void Block::visit(void* object, const BlockVisit& visit) const {
  visit(*this, object);
  for (const Kind& kind : all_kinds()) {
    if (const void* part = kind.get(object)) kind.block->visit(const_cast<void*>(part), visit);
  }
  for (const Parameter& p : parameters) p.visit(object, visit);
}

void Block::files(const void* object, std::vector<std::filesystem::path>& files) const {
  for (const Kind& kind : all_kinds()) {
    const void* part = kind.get(object);
    if (!part) continue;
    for (const Parameter& p : kind.block->parameters) p.files(part, files);
  }
  for (const Parameter& p : parameters) p.files(object, files);
}

}  // namespace weir
