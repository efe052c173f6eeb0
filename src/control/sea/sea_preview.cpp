// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/sea/sea_preview.h"

#include <fmt/format.h>

#include <cmath>

#include "control/sea/sea_settings.h"
#include "control/sea/sea_zone.h"
#include "weir/base/colour.h"

namespace weir::sea {

namespace {

constexpr uint32_t kSea = 0x0e7490;

Box3d at_level(Box3d box, double level) {
  box.lower.y = box.upper.y = level;
  return box;
}

void add_waves(const SetupThing& thing, double direction, double height, const Vec3f& from, SetupMaker& maker) {
  const double angle = direction * kPi / 180;
  maker.add_arrow(from, Vec3d{std::cos(angle), 0, maker.flat() ? 0 : std::sin(angle)}, thing.colour);
  maker.add_label({thing.path, "waves", thing.what, thing.colour}, from, length_in_words(height) + " high");
}

}  // namespace

void preview(const DirectorPart& part, SetupMaker& maker) {
  if (!part.scene.domain) return;
  const auto& sea = part.settings<SeaSettings>();
  const SetupThing thing{part.scene.director_path(part.index), part.entry().name, "sea", colour_of(kSea)};
  maker.explain(thing.what, thing.colour);
  const Box3d domain{part.scene.domain->lower, part.scene.domain->upper};
  Box3d inner = domain;
  const SeaZone zone(sea, domain, maker.flat());
  if (zone.is_open(SeaSide::lower_x)) inner.lower.x += sea.width;
  if (zone.is_open(SeaSide::upper_x)) inner.upper.x -= sea.width;
  if (zone.is_open(SeaSide::lower_z)) inner.lower.z += sea.width;
  if (zone.is_open(SeaSide::upper_z)) inner.upper.z -= sea.width;
  if (maker.flat()) {
    const auto height = static_cast<float>(sea.level);
    maker.add_line({{static_cast<float>(domain.lower.x), height, 0}, {static_cast<float>(domain.upper.x), height, 0}},
                   thing.colour);
    for (const double x : {inner.lower.x, inner.upper.x}) {
      const auto at = static_cast<float>(x);
      maker.add_line({{at, static_cast<float>(domain.lower.y), 0}, {at, height, 0}}, thing.colour);
    }
  } else {
    maker.add_box(at_level(domain, sea.level), {}, thing.colour);
    maker.add_box(at_level(inner, sea.level), {}, thing.colour);
  }
  const Vec3f corner{static_cast<float>(inner.lower.x), static_cast<float>(sea.level),
                     static_cast<float>(inner.upper.z)};
  maker.add_label(thing, maker.flat() ? Vec3f{corner.x, corner.y, 0} : corner,
                  fmt::format("level {}, driven within {} of the open sides", length_in_words(sea.level),
                              length_in_words(sea.width)));
  Vec3f from = Vec3f(at_level(domain, sea.level).centre());
  if (maker.flat()) from.z = 0;
  for (const SeaWave& wave : sea.waves) add_waves(thing, wave.direction, wave.height, from, maker);
  if (sea.jonswap) add_waves(thing, sea.jonswap->direction, sea.jonswap->height, from, maker);
}

}  // namespace weir::sea
