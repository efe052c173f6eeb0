// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Open sets of kinds. A scene says {"kind": "rig", …} for a director or a solver, and which kinds there are is not
// known here: whoever brings one registers it, before the scene is read (weir/sim/director_kind.h,
// weir/sim/solver_kind.h).
//
//   director_kinds().add(kind_of_settings<RigSettings>(check));
//   const RigSettings* rig = scene.directors[0].get<RigSettings>();

#pragma once

#include <any>
#include <deque>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "weir/scene/block_of.h"

namespace weir {

class Reader;
struct Node;
struct Scene;

// Settings of one kind: a struct that has a Block, whichever that may be.
class Settings {
 public:
  Settings() = default;
  template <class T>
  requires(!std::is_same_v<std::remove_cvref_t<T>, Settings>) Settings(T settings)  // NOLINT: as std::any
      : block_(&block_of<T>()), value_(std::move(settings)), address_(&address_of<T>) {}

  bool empty() const { return !value_.has_value(); }
  const std::string& kind() const;  // as the scene names it
  const Block& block() const { return *block_; }
  // nullptr when they are of another kind.
  template <class T>
  const T* get() const {
    return std::any_cast<T>(&value_);
  }
  template <class T>
  T* get() {
    return std::any_cast<T>(&value_);
  }
  void* address() { return address_(value_); }
  const void* address() const { return address_(const_cast<std::any&>(value_)); }

 private:
  template <class T>
  static void* address_of(std::any& value) {
    return std::any_cast<T>(&value);
  }

  const Block* block_ = nullptr;
  std::any value_;
  void* (*address_)(std::any&) = nullptr;
};

// What a scene must know of a kind to read and check its settings.
struct KindOfSettings {
  const Block* block = nullptr;
  std::function<Settings()> defaults;
  // What concerns the settings and the rest of the scene, once all of it is read. `node`: where they stand; the reader
  // is inside them. `index`: of the director in the scene; 0 for a solver.
  using Check = void(const Node& node, const Scene& scene, size_t index, Reader& reader);
  Check* check = nullptr;
  // Whether the scene needs no liquid of its own.
  bool (*brings_liquid)(const Settings&) = nullptr;
  // The key by which a scene may give it alone, outside of the list; empty: none.
  std::string key = {};
  // Of a solver: the surface tension of a phase is a strength, about 1, and not in N/m.
  bool tension_is_strength = false;
};

template <class T>
KindOfSettings kind_of_settings(KindOfSettings::Check* check = nullptr) {
  return {.block = &block_of<T>(), .defaults = [] { return Settings(T{}); }, .check = check};
}

class KindList {
 public:
  // A kind of the same name is replaced.
  void add(KindOfSettings kind);
  const std::deque<KindOfSettings>& all() const { return kinds_; }
  const KindOfSettings* find(const std::string& name) const;  // nullptr: there is none

 private:
  std::deque<KindOfSettings> kinds_;  // in the order of registration
};

KindList& director_kinds();
KindList& solver_kinds();

}  // namespace weir
