// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/director_kind.h"

#include <fmt/format.h>

#include <map>

#include "weir/scene/parameter.h"

namespace weir {

namespace {

std::map<std::string, DirectorKind>& registered() {
  static std::map<std::string, DirectorKind> kinds;
  return kinds;
}

}  // namespace

std::string DirectorPart::location(const std::string& inside) const {
  return fmt::format("{}: {}{}", scene.file.string(), scene.director_path(index), inside);
}

const std::string& DirectorKind::name() const { return settings.block->name; }

void register_director(const DirectorKind& kind) {
  director_kinds().add(kind.settings);
  registered()[kind.name()] = kind;
}

const DirectorKind& kind_of(const DirectorSettings& director) { return registered().at(director.kind()); }

std::unique_ptr<Director> make_director(const DirectorPart& part) {
  const DirectorKind& kind = kind_of(part.entry());
  std::unique_ptr<Director> director = kind.make ? kind.make(part) : nullptr;
  if (!director) return nullptr;
  director->name = part.entry().name;
  director->kind = kind.name();
  return director;
}

std::optional<size_t> frame_making_director(const Scene& scene) {
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    if (kind_of(scene.directors[i]).makes_frames) return i;
  }
  return std::nullopt;
}

bool waits_for_plan(const DirectorPart& part) {
  const DirectorKind& kind = kind_of(part.entry());
  return kind.waits ? kind.waits(part) : kind.plan != nullptr;
}

}  // namespace weir
