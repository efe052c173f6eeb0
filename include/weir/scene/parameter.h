// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A parameter is declared once, in a Block, and everything else follows from that declaration: reading the scene,
// its error messages, `weir describe`, the JSON Schema, writing the scene back.
//
//   template <> const Block& block_of<shapes::Sphere>() {
//     static const Block block = BlockOf<shapes::Sphere>("sphere", "A ball.")
//         .add("radius", &shapes::Sphere::radius, {.help = "From centre to surface.", .unit = "m", .above = 0});
//     return block;
//   }
//
// Defaults are those of the C++ struct. A parameter can be keyframed when its type is Animated<...>. What can stand in
// a parameter is known by its type: codec.h has the types.

#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "weir/base/vec.h"
#include "weir/scene/reader.h"

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
  // A point of the world, or a single number that is a height (y); not a way or a size. It changes when all of the
  // scene is moved.
  bool place = false;
  // A way through the world, such as a velocity or the normal of a window: an arrow shows it.
  bool direction = false;
  const char* names = "";  // what a text is the name of: "solids", "phases", "templates"
};

// How places change when a scene is counted from another origin (scene/move_scene.h).
struct PlaceMove {
  Vec3d by{};
  double grains = 1e9;  // a metre: moved places are rounded to these, since the digits below are those of the sum

  double operator()(double value, int axis) const;
  Vec3d operator()(const Vec3d& place) const;
};

class Block;

// Called with an object and its Block; for every one in it too, after it. Knows where each is: "solids[0].shape".
class BlockVisit {
 public:
  using Call = std::function<void(const Block& block, void* object)>;

  template <class Visitor>
  requires std::is_invocable_v<Visitor, const Block&, void*> BlockVisit(Visitor&& visitor)
      : call_(std::forward<Visitor>(visitor)) {}  // NOLINT: a function is a visit
  // With the path of the object, from the one that the visit began with.
  template <class Visitor>
  requires std::is_invocable_v<Visitor, const Block&, void*, const std::string&> BlockVisit(
      Visitor&& visitor)  // NOLINT
      : call_([this, visitor = std::forward<Visitor>(visitor)](const Block& block, void* object) {
          visitor(block, object, path_);
        }) {}
  BlockVisit(const BlockVisit&) = delete;
  BlockVisit& operator=(const BlockVisit&) = delete;

  void operator()(const Block& block, void* object) const { call_(block, object); }

  // While it lives, what is visited is in this parameter, or in this entry of a list.
  class Inside {
   public:
    Inside(const BlockVisit& visit, const std::string& name) : visit_(visit), size_(visit.path_.size()) {
      if (!visit.path_.empty()) visit.path_ += '.';
      visit.path_ += name;
    }
    Inside(const BlockVisit& visit, size_t index) : visit_(visit), size_(visit.path_.size()) {
      visit.path_ += '[' + std::to_string(index) + ']';
    }
    ~Inside() { visit_.path_.resize(size_); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    const BlockVisit& visit_;
    size_t size_;
  };

 private:
  Call call_;
  mutable std::string path_;
};

// What can be done with values of one type, wherever they stand: made from Codec<T> (codec.h).
struct ValueCodec {
  std::string (*type)();  // "number", "3 numbers, keyframes", ...
  void (*read)(const Node&, void* value, const Info&, Reader&);
  Json (*write)(const void* value);
  Json (*schema)(const Info&);
  void (*blocks)(std::vector<const Block*>&);                                   // that can stand inside it
  void (*files)(const void* value, std::vector<std::filesystem::path>& files);  // that the value names
  void (*move)(void* value, const Info&, const PlaceMove&);                     // the places in it
  void (*visit)(void* value, const BlockVisit& visit);                          // the objects in it
};

class Block {
 public:
  struct Parameter {
    std::string name;
    Info info;
    const ValueCodec* codec;
    size_t offset;  // of the value in its object

    std::string type() const { return codec->type(); }
    Json schema() const;
    void read(const Node& node, void* object, Reader& reader) const {
      codec->read(node, static_cast<char*>(object) + offset, info, reader);
    }
    Json write(const void* object) const;
    void files(const void* object, std::vector<std::filesystem::path>& files) const {
      codec->files(static_cast<const char*>(object) + offset, files);
    }
    void move(void* object, const PlaceMove& move) const {
      codec->move(static_cast<char*>(object) + offset, info, move);
    }
    void visit(void* object, const BlockVisit& visit) const {
      const BlockVisit::Inside inside(visit, name);
      codec->visit(static_cast<char*>(object) + offset, visit);
    }
  };
  // One of several things an object can be, told by its "kind"; its parameters stand beside the common ones.
  struct Kind {
    const Block* block;
    std::function<void*(void* object)> make;             // turns the object into this kind, with defaults
    std::function<const void*(const void* object)> get;  // nullptr when the object is of another kind
  };

  std::string name, help;
  std::vector<Parameter> parameters;
  // The kinds there are now: an open set (kinds.h) may have grown since the last call. Empty: it has none.
  std::function<std::vector<Kind>()> kinds;
  std::function<void(const Node&, const void* object, Reader&)> check;  // what concerns several parameters
  std::function<Json()> defaults;                                       // a default object, written
  std::function<void(void* object, const PlaceMove&)> mover;            // where parameters cannot be moved one by one

  void read(const Node& node, void* object, Reader& reader) const;
  Json write(const void* object) const;
  void files(const void* object, std::vector<std::filesystem::path>& files) const;
  void move(void* object, const PlaceMove& move) const;  // all places in it
  void visit(void* object, const BlockVisit& visit) const;
  bool has_kinds() const { return static_cast<bool>(kinds); }
  std::vector<Kind> all_kinds() const { return kinds ? kinds() : std::vector<Kind>(); }
  std::vector<std::string> kind_names() const;
  std::string kind_of(const void* object) const;
};

template <class T>
const Block& block_of();

// Reads, writes and describes a value of type T: specialised in codec.h; a struct with a Block needs nothing more.
template <class T>
struct Codec;

template <class T>
const ValueCodec& value_codec() {
  static constexpr ValueCodec codec{
      &Codec<T>::type,
      [](const Node& node, void* value, const Info& info, Reader& reader) {
        Codec<T>::read(node, *static_cast<T*>(value), info, reader);
      },
      [](const void* value) { return Codec<T>::write(*static_cast<const T*>(value)); },
      &Codec<T>::schema,
      [](std::vector<const Block*>& blocks) { Codec<T>::blocks(blocks); },
      [](const void* value, std::vector<std::filesystem::path>& files) {
        Codec<T>::files(*static_cast<const T*>(value), files);
      },
      [](void* value, const Info& info, const PlaceMove& move) { Codec<T>::move(*static_cast<T*>(value), info, move); },
      [](void* value, const BlockVisit& visit) { Codec<T>::visit(*static_cast<T*>(value), visit); }};
  return codec;
}

class KindList;  // kinds.h
class Settings;
std::vector<Block::Kind> open_kinds(const KindList& list, size_t offset);

template <class T>
class BlockOf {
 public:
  BlockOf(const char* name, const char* help) {
    block_.name = name;
    block_.help = help;
    block_.defaults = [] { return block_of<T>().write(&default_object()); };
  }

  template <class M>
  BlockOf&& add(const char* name, M T::*member, const Info& info) && {
    block_.parameters.push_back({name, info, &value_codec<M>(), offset_of(member)});
    return std::move(*this);
  }

  template <class... K>
  BlockOf&& kinds(std::variant<K...> T::*member) && {
    block_.kinds = [offset = offset_of(member)] {
      std::vector<Block::Kind> kinds;
      (add_kind<K, K...>(kinds, offset), ...);
      return kinds;
    };
    return std::move(*this);
  }
  // An open set of kinds, in a member of type Settings.
  BlockOf&& kinds(Settings T::*member, KindList& (*list)()) && {
    block_.kinds = [offset = offset_of(member), list] { return open_kinds(list(), offset); };
    return std::move(*this);
  }
  // A parameter that is read into more than one member.
  BlockOf&& add(const char* name, const ValueCodec& codec, const Info& info) && {
    block_.parameters.push_back({name, info, &codec, 0});
    return std::move(*this);
  }

  BlockOf&& check(void (*rule)(const Node&, const T&, Reader&)) && {
    block_.check = [rule](const Node& node, const void* object, Reader& reader) {
      rule(node, *static_cast<const T*>(object), reader);
    };
    return std::move(*this);
  }

  BlockOf&& moved_by(void (*mover)(T&, const PlaceMove&)) && {
    block_.mover = [mover](void* object, const PlaceMove& move) { mover(*static_cast<T*>(object), move); };
    return std::move(*this);
  }

  operator Block() && { return std::move(block_); }  // NOLINT: ends the chain

 private:
  static const T& default_object() {
    static const T object{};
    return object;
  }
  template <class M>
  static size_t offset_of(M T::*member) {
    const T& object = default_object();
    return static_cast<size_t>(reinterpret_cast<const char*>(&(object.*member)) -
                               reinterpret_cast<const char*>(&object));
  }
  template <class K, class... All>
  static void add_kind(std::vector<Block::Kind>& kinds, size_t offset) {
    using Variant = std::variant<All...>;
    kinds.push_back({&block_of<K>(),
                     [offset](void* object) -> void* {
                       auto* value = reinterpret_cast<Variant*>(static_cast<char*>(object) + offset);
                       return &value->template emplace<K>();
                     },
                     [offset](const void* object) -> const void* {
                       return std::get_if<K>(
                           reinterpret_cast<const Variant*>(static_cast<const char*>(object) + offset));
                     }});
  }

  Block block_;
};

}  // namespace weir
