// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/kinds.h"

#include <algorithm>

#include "weir/scene/parameter.h"

namespace weir {

const std::string& Settings::kind() const { return block_->name; }

void KindList::add(KindOfSettings kind) {
  const auto same = std::find_if(kinds_.begin(), kinds_.end(),
                                 [&](const KindOfSettings& known) { return known.block->name == kind.block->name; });
  if (same != kinds_.end()) {
    *same = std::move(kind);
  } else {
    kinds_.push_back(std::move(kind));
  }
}

const KindOfSettings* KindList::find(const std::string& name) const {
  for (const KindOfSettings& kind : kinds_) {
    if (kind.block->name == name) return &kind;
  }
  return nullptr;
}

KindList& director_kinds() {
  static KindList kinds;
  return kinds;
}

KindList& solver_kinds() {
  static KindList kinds;
  return kinds;
}

std::vector<Block::Kind> open_kinds(const KindList& list, size_t offset) {
  std::vector<Block::Kind> kinds;
  for (const KindOfSettings& kind : list.all()) {
    const auto settings_in = [offset](const void* object) {
      return reinterpret_cast<const Settings*>(static_cast<const char*>(object) + offset);
    };
    kinds.push_back({kind.block,
                     [offset, &kind](void* object) {
                       auto* settings = reinterpret_cast<Settings*>(static_cast<char*>(object) + offset);
                       *settings = kind.defaults();
                       return settings->address();
                     },
                     [settings_in, block = kind.block](const void* object) -> const void* {
                       const Settings* settings = settings_in(object);
                       return !settings->empty() && &settings->block() == block ? settings->address() : nullptr;
                     }});
  }
  return kinds;
}

}  // namespace weir
