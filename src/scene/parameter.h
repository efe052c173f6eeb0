// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A parameter is declared once, in a Block, and everything else follows from that declaration: reading the scene,
// its error messages, `weir describe`, the JSON Schema, writing the scene back.
//
//   template <> const Block& block_of<shapes::Sphere>() {
//     static const Block block = BlockOf<shapes::Sphere>("sphere", "A ball.")
//         .add("radius", &shapes::Sphere::radius, {.help = "From the centre to the surface.", .unit = "m", .above =
//         0});
//     return block;
//   }
//
// Defaults are those of the C++ struct. A parameter can be keyframed when its type is Animated<...>. What can stand in
// a parameter is known by its type: codec.h has the types.

#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "scene/reader.h"

namespace weir {

using Json = nlohmann::ordered_json;

// What is said of a parameter besides its name and its type.
struct Info {
  const char* help = "";
  const char* unit = "";
  double min = -std::numeric_limits<double>::infinity();    // allowed
  double max = std::numeric_limits<double>::infinity();     // allowed
  double above = -std::numeric_limits<double>::infinity();  // not allowed itself
  bool required = false;
  bool uniform = false;  // one number may stand for three equal ones
};

class Block {
 public:
  struct Parameter {
    std::string name;
    Info info;
    std::function<std::string()> type;  // "number", "3 numbers, keyframes", ...
    std::function<void(const Node&, void* object, Reader&)> read;
    std::function<Json(const void* object)> write;
    std::function<Json()> schema;
    std::function<void(std::vector<const Block*>&)> blocks;  // those that can stand inside it
    std::function<void(const void* object, std::vector<std::filesystem::path>&)> files;  // that its value names
  };
  // One of several things an object can be, told by its "kind"; its parameters stand beside the common ones.
  struct Kind {
    const Block* block;
    std::function<void*(void* object)> make;             // turns the object into this kind, with defaults
    std::function<const void*(const void* object)> get;  // nullptr when the object is of another kind
  };

  std::string name, help;
  std::vector<Parameter> parameters;
  std::vector<Kind> kinds;
  bool has_kinds = false;
  std::function<void(const Node&, const void* object, Reader&)> check;  // what concerns several parameters
  std::function<Json()> defaults;                                       // a default object, written

  void read(const Node& node, void* object, Reader& reader) const;
  Json write(const void* object) const;
  void files(const void* object, std::vector<std::filesystem::path>& files) const;
  std::vector<std::string> kind_names() const;
  std::string kind_of(const void* object) const;
};

template <class T>
const Block& block_of();

// Reads, writes and describes a value of type T: specialised in codec.h; a struct with a Block needs nothing more.
template <class T>
struct Codec;

template <class T>
class BlockOf {
 public:
  BlockOf(const char* name, const char* help) {
    block_.name = name;
    block_.help = help;
    block_.defaults = [name] { return block_of<T>().write(&default_object()); };
  }

  template <class M>
  BlockOf&& add(const char* name, M T::*member, const Info& info) && {
    block_.parameters.push_back(
        {name, info, [] { return Codec<M>::type(); },
         [member, info](const Node& node, void* object, Reader& reader) {
           Codec<M>::read(node, static_cast<T*>(object)->*member, info, reader);
         },
         [member](const void* object) { return Codec<M>::write(static_cast<const T*>(object)->*member); },
         [info] { return Codec<M>::schema(info); }, [](std::vector<const Block*>& blocks) { Codec<M>::blocks(blocks); },
         [member](const void* object, std::vector<std::filesystem::path>& files) {
           Codec<M>::files(static_cast<const T*>(object)->*member, files);
         }});
    return std::move(*this);
  }

  template <class... K>
  BlockOf&& kinds(std::variant<K...> T::*member) && {
    block_.has_kinds = true;
    (add_kind<K>(member), ...);
    return std::move(*this);
  }

  BlockOf&& check(void (*rule)(const Node&, const T&, Reader&)) && {
    block_.check = [rule](const Node& node, const void* object, Reader& reader) {
      rule(node, *static_cast<const T*>(object), reader);
    };
    return std::move(*this);
  }

  operator Block() && { return std::move(block_); }  // NOLINT: ends the chain

 private:
  static const T& default_object() {
    static const T object{};
    return object;
  }
  template <class K, class... All>
  void add_kind(std::variant<All...> T::*member) {
    if constexpr (!std::is_same_v<K, std::monostate>) {
      block_.kinds.push_back(
          {&block_of<K>(),
           [member](void* object) -> void* { return &(static_cast<T*>(object)->*member).template emplace<K>(); },
           [member](const void* object) -> const void* {
             return std::get_if<K>(&(static_cast<const T*>(object)->*member));
           }});
    }
  }

  Block block_;
};

}  // namespace weir
