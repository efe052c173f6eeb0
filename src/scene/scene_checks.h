// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What must hold between the parts of a scene, and what the checks of directors (kinds.h) are made of.

#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "scene/phase_presets.h"
#include "weir/scene/node.h"
#include "weir/scene/reader.h"
#include "weir/scene/scene.h"

namespace weir {

template <class T>
std::vector<std::string> names_of(const std::vector<T>& things) {
  std::vector<std::string> names;
  for (const T& thing : things) names.push_back(thing.name);
  return names;
}

// Overrides and messages tell things apart by their names.
template <class T>
void check_names(const Node& scene, const char* list, const std::vector<T>& things, Reader& reader) {
  const std::vector<std::string> names = names_of(things);
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty() && std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
                                 names.begin() + static_cast<std::ptrdiff_t>(i)) {
      const Reader::Inside inside(reader, list), entry(reader, i);
      reader.complain(scene.find(list)->items[i],
                      fmt::format("the name \"{}\" is taken by an earlier entry", names[i]));
    }
  }
}

// Liquids, emitters and so on name phases.
template <class T>
void check_phases(const Node& node, const char* list, const std::vector<T>& things, const Scene& scene,
                  Reader& reader) {
  const std::vector<std::string> known = names_of(scene.phases);
  for (size_t i = 0; i < things.size(); ++i) {
    if (things[i].phase.empty() || std::find(known.begin(), known.end(), things[i].phase) != known.end()) continue;
    const Reader::Inside inside(reader, list), entry(reader, i), phase(reader, "phase");
    const Node& item = node.find(list)->items[i];
    const Node* at = item.find("phase");
    reader.complain(at ? *at : item, fmt::format("must be {}, but is \"{}\"{}", either(known), things[i].phase,
                                                 preset_meant(things[i].phase, known)));
  }
}

// Complains of what concerns several parts; told together with what is wrong inside the parts.
void check_scene(const Node& node, const Scene& scene, Reader& reader);

}  // namespace weir
