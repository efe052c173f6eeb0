// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The types a parameter can have, and how each is read, checked, written and described: numbers, switches, texts,
// choices, vectors, file names, keyframed values, lists, optional parts and blocks.

#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "weir/geometry/shapes/animated.h"
#include "weir/scene/linked_path.h"
#include "weir/scene/parameter.h"

namespace weir {

// Names of an enum's values in the scene file, in the order of the enum.
template <class E>
struct EnumNames;
template <>
struct EnumNames<Interpolation> {
  static constexpr const char* names[] = {"linear", "smooth", "step"};
};

namespace codec {
// The shared parts, in codec.cpp.
bool read_number(const Node& node, double& value, const Info& info, Reader& reader);
bool read_whole(const Node& node, double& value, const Info& info, Reader& reader);
bool read_three(const Node& node, Vec3d& value, const Info& info, Reader& reader);
bool read_text(const Node& node, std::string& value, Reader& reader);
int read_choice(const Node& node, const std::vector<std::string>& names, Reader& reader);  // -1: none
// Splits {"keys": [[frame, value], ...], "between": "smooth"}; false when node is not of this form.
bool is_keyframed(const Node& node);
struct KeyNode {
  double frame;
  const Node* value;
};
std::vector<KeyNode> read_keys(const Node& node, Interpolation& between, Reader& reader);
Json number_schema(const Info& info, const char* type);
Json described(Json schema, const Info& info);
Json undescribed(Json schema);
Json keyframed_schema(const Json& value);
Json optional_schema(const Json& value);
Json keyframed_json(const std::vector<std::pair<double, Json>>& keys, Interpolation between);
Json block_reference(const Block& block);
void collect(const Block& block, std::vector<const Block*>& blocks);
}  // namespace codec

// A type whose values hold no blocks, name no files and are no places.
struct PlainCodec {
  static void blocks(std::vector<const Block*>&) {}
  template <class T>
  static void files(const T&, std::vector<std::filesystem::path>&) {}
  template <class T>
  static void move(T&, const Info&, const PlaceMove&) {}
  template <class T>
  static void visit(T&, const BlockVisit&) {}
};

template <>
struct Codec<bool> : PlainCodec {
  static std::string type() { return "true or false"; }
  static void read(const Node& node, bool& value, const Info&, Reader& reader) {
    if (node.type != Node::Type::boolean)
      return reader.complain(node, "must be true or false, but is " + node.summary());
    value = node.boolean;
  }
  static Json write(bool value) { return value; }
  static Json schema(const Info& info) { return codec::described({{"type", "boolean"}}, info); }
};

template <>
struct Codec<double> : PlainCodec {
  static std::string type() { return "number"; }
  static void read(const Node& node, double& value, const Info& info, Reader& reader) {
    codec::read_number(node, value, info, reader);
  }
  static Json write(double value) { return value; }
  static Json schema(const Info& info) { return codec::number_schema(info, "number"); }
  static void move(double& value, const Info& info, const PlaceMove& move) {
    if (info.place) value = move(value, 1);
  }
};

template <>
struct Codec<int> : PlainCodec {
  static std::string type() { return "whole number"; }
  static void read(const Node& node, int& value, const Info& info, Reader& reader) {
    double number = 0;
    if (codec::read_whole(node, number, info, reader)) value = static_cast<int>(number);
  }
  static Json write(int value) { return value; }
  static Json schema(const Info& info) { return codec::number_schema(info, "integer"); }
};

template <>
struct Codec<uint64_t> : PlainCodec {
  static std::string type() { return "whole number"; }
  static void read(const Node& node, uint64_t& value, const Info& info, Reader& reader);
  static Json write(uint64_t value) { return value; }
  static Json schema(const Info& info) { return codec::number_schema(info, "integer"); }
};

template <>
struct Codec<std::string> : PlainCodec {
  static std::string type() { return "text"; }
  static void read(const Node& node, std::string& value, const Info&, Reader& reader) {
    codec::read_text(node, value, reader);
  }
  static Json write(const std::string& value) { return value; }
  static Json schema(const Info& info) { return codec::described({{"type", "string"}}, info); }
};

// Relative names are relative to the file they are written in.
template <>
struct Codec<std::filesystem::path> : PlainCodec {
  static std::string type() { return "file name"; }
  static void files(const std::filesystem::path& value, std::vector<std::filesystem::path>& files) {
    files.push_back(value);
  }
  static void read(const Node& node, std::filesystem::path& value, const Info&, Reader& reader);
  static Json write(const std::filesystem::path& value) { return value.string(); }
  static Json schema(const Info& info) { return codec::described({{"type", "string"}, {"file", true}}, info); }
};

template <>
struct Codec<LinkedPath> : PlainCodec {
  static std::string type() { return Codec<std::filesystem::path>::type(); }
  static void read(const Node& node, LinkedPath& value, const Info& info, Reader& reader) {
    Codec<std::filesystem::path>::read(node, value.path, info, reader);
  }
  static Json write(const LinkedPath& value) { return Codec<std::filesystem::path>::write(value.path); }
  static Json schema(const Info& info) { return Codec<std::filesystem::path>::schema(info); }
};

template <>
struct Codec<RunName> : PlainCodec {
  using Path = Codec<std::filesystem::path>;
  static std::string type() { return "folder of a run"; }
  static void files(const RunName& value, std::vector<std::filesystem::path>& files) {
    files.push_back(value.folder / "run.json");
  }
  static void read(const Node& node, RunName& value, const Info& info, Reader& reader) {
    Path::read(node, value.folder, info, reader);
  }
  static Json write(const RunName& value) { return Path::write(value.folder); }
  static Json schema(const Info& info) { return Path::schema(info); }
};

template <>
struct Codec<Vec3d> : PlainCodec {
  static std::string type() { return "3 numbers"; }
  static void read(const Node& node, Vec3d& value, const Info& info, Reader& reader) {
    codec::read_three(node, value, info, reader);
  }
  static Json write(const Vec3d& v) { return Json::array({v.x, v.y, v.z}); }
  static Json schema(const Info& info);
  static void move(Vec3d& value, const Info& info, const PlaceMove& move) {
    if (info.place) value = move(value);
  }
};

template <>
struct Codec<EulerDegrees> : PlainCodec {
  static std::string type() { return "3 numbers"; }
  static void read(const Node& node, EulerDegrees& value, const Info& info, Reader& reader) {
    codec::read_three(node, value.degrees, info, reader);
  }
  static Json write(const EulerDegrees& v) { return Codec<Vec3d>::write(v.degrees); }
  static Json schema(const Info& info) { return Codec<Vec3d>::schema(info); }
};

template <class E>
requires std::is_enum_v<E>
struct Codec<E> : PlainCodec {
  static std::vector<std::string> names() { return {std::begin(EnumNames<E>::names), std::end(EnumNames<E>::names)}; }
  static std::string type() { return either(names()); }
  static void read(const Node& node, E& value, const Info&, Reader& reader) {
    const int chosen = codec::read_choice(node, names(), reader);
    if (chosen >= 0) value = static_cast<E>(chosen);
  }
  static Json write(E value) { return names()[static_cast<size_t>(value)]; }
  static Json schema(const Info& info) { return codec::described({{"enum", names()}}, info); }
};

template <class T>
struct Codec<Animated<T>> : PlainCodec {
  static std::string type() { return Codec<T>::type() + ", or keyframes"; }
  static void read(const Node& node, Animated<T>& value, const Info& info, Reader& reader) {
    if (!codec::is_keyframed(node)) {
      T constant{};
      Codec<T>::read(node, constant, info, reader);
      value = Animated<T>(constant);
      return;
    }
    Animated<T> result;
    result.keys.clear();
    size_t index = 0;
    for (const codec::KeyNode& key : codec::read_keys(node, result.between, reader)) {
      const Reader::Inside keys(reader, "keys"), entry(reader, index++);
      T at_key{};
      Codec<T>::read(*key.value, at_key, info, reader);
      result.keys.push_back({key.frame, at_key});
    }
    if (!result.keys.empty()) value = std::move(result);
  }
  static Json write(const Animated<T>& value) {
    if (!value.moves()) return Codec<T>::write(value.keys[0].value);
    std::vector<std::pair<double, Json>> keys;
    for (const auto& key : value.keys) keys.emplace_back(key.frame, Codec<T>::write(key.value));
    return codec::keyframed_json(keys, value.between);
  }
  static Json schema(const Info& info) {
    return codec::described(codec::keyframed_schema(Codec<T>::schema(info)), info);
  }
  static void move(Animated<T>& value, const Info& info, const PlaceMove& move) {
    for (Key<T>& key : value.keys) Codec<T>::move(key.value, info, move);
  }
};

template <class T>
struct Codec<std::optional<T>> {
  static std::string type() { return Codec<T>::type(); }
  static void read(const Node& node, std::optional<T>& value, const Info& info, Reader& reader) {
    Codec<T>::read(node, value.emplace(), info, reader);
  }
  static Json write(const std::optional<T>& value) { return value ? Codec<T>::write(*value) : Json(nullptr); }
  static Json schema(const Info& info) {
    return codec::described(codec::optional_schema(Codec<T>::schema(info)), info);
  }
  static void blocks(std::vector<const Block*>& blocks) { Codec<T>::blocks(blocks); }
  static void files(const std::optional<T>& value, std::vector<std::filesystem::path>& files) {
    if (value) Codec<T>::files(*value, files);
  }
  static void move(std::optional<T>& value, const Info& info, const PlaceMove& move) {
    if (value) Codec<T>::move(*value, info, move);
  }
  static void visit(std::optional<T>& value, const BlockVisit& visit) {
    if (value) Codec<T>::visit(*value, visit);
  }
};

template <class T>
struct Codec<std::vector<T>> {
  static std::string type() { return "list of " + Codec<T>::type(); }
  static void read(const Node& node, std::vector<T>& values, const Info& info, Reader& reader) {
    if (node.type != Node::Type::list) return reader.complain(node, "must be a list in [ ], but is " + node.summary());
    values.assign(node.items.size(), T{});
    for (size_t i = 0; i < values.size(); ++i) {
      const Reader::Inside inside(reader, i);
      Codec<T>::read(node.items[i], values[i], info, reader);
    }
  }
  static Json write(const std::vector<T>& values) {
    Json json = Json::array();
    for (const T& value : values) json.push_back(Codec<T>::write(value));
    return json;
  }
  static Json schema(const Info& info) {
    return codec::described({{"type", "array"}, {"items", codec::undescribed(Codec<T>::schema(info))}}, info);
  }
  static void blocks(std::vector<const Block*>& blocks) { Codec<T>::blocks(blocks); }
  static void files(const std::vector<T>& values, std::vector<std::filesystem::path>& files) {
    for (const T& value : values) Codec<T>::files(value, files);
  }
  static void move(std::vector<T>& values, const Info& info, const PlaceMove& move) {
    for (T& value : values) Codec<T>::move(value, info, move);
  }
  static void visit(std::vector<T>& values, const BlockVisit& visit) {
    for (size_t i = 0; i < values.size(); ++i) {
      const BlockVisit::Inside inside(visit, i);
      Codec<T>::visit(values[i], visit);
    }
  }
};

// Everything else is a struct that has a Block.
template <class T>
struct Codec {
  static std::string type() { return block_of<T>().name; }
  static void read(const Node& node, T& value, const Info&, Reader& reader) {
    value = T{};
    block_of<T>().read(node, &value, reader);
  }
  static Json write(const T& value) { return block_of<T>().write(&value); }
  static Json schema(const Info& info) { return codec::described(codec::block_reference(block_of<T>()), info); }
  static void blocks(std::vector<const Block*>& blocks) { codec::collect(block_of<T>(), blocks); }
  static void files(const T& value, std::vector<std::filesystem::path>& files) { block_of<T>().files(&value, files); }
  static void move(T& value, const Info&, const PlaceMove& move) { block_of<T>().move(&value, move); }
  static void visit(T& value, const BlockVisit& visit) { block_of<T>().visit(&value, visit); }
};

}  // namespace weir
