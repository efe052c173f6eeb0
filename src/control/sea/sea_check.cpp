// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/sea/sea_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "control/sea/sea_zone.h"
#include "sim/natural_time.h"
#include "weir/scene/node.h"
#include "weir/scene/reader.h"

namespace weir::sea {

namespace {

constexpr double kFewestSpacings = 16;  // of a wave's length: solvers do not carry shorter ones
constexpr double kOfThePeak = 1.5;      // how much longer than that the peak of a spectrum must be
constexpr double kNarrowest = 8;        // spacings, of a zone
constexpr double kShallowest = 8;       // spacings, of the water

// The node of a parameter, or the whole where it is not written.
const Node& part(const Node& node, const char* name) { return node.find(name) ? *node.find(name) : node; }

// Empty when the surroundings are such that there can be a sea.
std::string trouble(const Scene& scene) {
  if (!scene.domain || !scene.domain->walls.bottom.get<walls::Closed>()) {
    return "a sea needs a domain with a closed bottom: how fast waves are depends on the depth";
  }
  const Vec3d gravity = scene.gravity.keys[0].value;
  if (scene.gravity.moves() || gravity.x != 0 || gravity.z != 0 || gravity.y >= 0) {
    return "a sea needs gravity that points along -y and does not change";
  }
  if (!scene.solver.settings.empty() && scene.solver.kind() != "sph" && scene.solver.kind() != "flip") {
    return fmt::format(
        "a sea needs the sph or flip solver, but the scene has {}; write \"solver\": {{\"kind\": \"flip\", …}}",
        scene.solver.kind());
  }
  for (const DirectorSettings& other : scene.directors) {
    if (!other.settings.empty() && other.kind() == "guide")
      return "a sea does not go with a guide, which holds most of the liquid where it is";
  }
  if (scene.phases.size() > 1)
    return "a sea needs a scene with one phase, since what flows in must be known; leave the others out";
  return {};
}

void check_direction(const Node& node, const Scene& scene, double direction, Reader& reader) {
  if (scene.dimensions == 3 || direction == 0 || std::abs(direction) == 180) return;
  const Reader::Inside inside(reader, "direction");
  reader.complain(part(node, "direction"), fmt::format("must be 0 or 180 in 2D, but is {}", direction));
}

// Of several waves the crests meet somewhere.
void check_crests(const Node& node, const Scene& scene, const SeaSettings& sea, Reader& reader) {
  const Water water = water_of(scene, sea);
  double crest = sea.jonswap ? sea.jonswap->height : 0, slope = 0;
  for (const SeaWave& given : sea.waves) {
    if (given.length.has_value() == given.period.has_value()) return;  // said already
    const Wave wave = regular_wave(given, water);
    crest += wave.amplitude;
    slope += given.height / (breaking_steepness(wave.number, water) * wave.length());
  }
  if (sea.waves.size() > 1 && slope > 1) {
    const Reader::Inside inside(reader, "waves");
    reader.complain(part(node, "waves"),
                    fmt::format("where their crests meet they would break: they are {:.3g} times too high", slope));
  }
  const double room = scene.domain->upper.y - sea.level;
  if (crest < room) return;
  reader.complain(
      node, fmt::format("crests may be {:.3g} m high, but the domain ends {:.3g} m above the level", crest, room));
}

void check_steepness(const Node& node, const Wave& wave, double height, const Water& water, Reader& reader) {
  const double most = breaking_steepness(wave.number, water) * wave.length();
  if (height <= most) return;
  const Reader::Inside inside(reader, "height");
  reader.complain(part(node, "height"), fmt::format("must be at most {:.3g} m, where waves {:.3g} m long over {:.3g} m "
                                                    "of water break, but is {}",
                                                    most, wave.length(), water.depth, height));
}

void check_length(const Node& node, double length, const Water& water, const char* which, Reader& reader) {
  if (length >= water.shortest) return;
  reader.complain(node, fmt::format("the {} is {:.3g} m long, but with this spacing it must have {:.3g} m "
                                    "({} spacings)",
                                    which, length, water.shortest, kFewestSpacings));
}

void check_waves(const Node& node, const Scene& scene, const SeaSettings& sea, Reader& reader) {
  const Water water = water_of(scene, sea);
  for (size_t i = 0; i < sea.waves.size(); ++i) {
    const Reader::Inside list(reader, "waves"), entry(reader, i);
    const Node& own = node.find("waves")->items[i];
    if (sea.waves[i].length.has_value() == sea.waves[i].period.has_value()) continue;  // said already
    const Wave wave = regular_wave(sea.waves[i], water);
    check_direction(own, scene, sea.waves[i].direction, reader);
    check_steepness(own, wave, sea.waves[i].height, water, reader);
    check_length(own, wave.length(), water, "wave", reader);
  }
  if (!sea.jonswap) return;
  const Reader::Inside inside(reader, "jonswap");
  const Node& own = *node.find("jonswap");
  check_direction(own, scene, sea.jonswap->direction, reader);
  if (scene.dimensions == 2 && sea.jonswap->spread > 0) {
    const Reader::Inside spread(reader, "spread");
    reader.complain(part(own, "spread"), fmt::format("must be 0 in 2D, but is {}", sea.jonswap->spread));
  }
  SeaWave given;
  given.period = sea.jonswap->period;
  const Wave peak = regular_wave(given, water);
  check_steepness(own, peak, sea.jonswap->height, water, reader);
  check_length(own, peak.length() / kOfThePeak, water, "shortest wave that a spectrum needs", reader);
}

// Of the sides that the sea has, one behind which there is something else than a closed wall; empty when there is none.
std::string side_that_is_no_wall(const Scene& scene, const SeaSettings& sea) {
  const SeaZone zone(sea, {scene.domain->lower, scene.domain->upper}, scene.dimensions == 2);
  for (const SeaSide side : {SeaSide::lower_x, SeaSide::upper_x, SeaSide::lower_z, SeaSide::upper_z}) {
    const int axis = side == SeaSide::lower_x || side == SeaSide::upper_x ? 0 : 2;
    const bool upper = side == SeaSide::upper_x || side == SeaSide::upper_z;
    if (zone.is_open(side) && !scene.domain->walls.side(axis, upper).get<walls::Closed>()) {
      return Walls::name(axis, upper);
    }
  }
  return {};
}

void check_sides(const Node& node, const Scene& scene, const SeaSettings& sea, Reader& reader) {
  const auto listed = [&](SeaSide side) {
    return std::find(sea.sides.begin(), sea.sides.end(), side) != sea.sides.end();
  };
  const bool flat = scene.dimensions == 2;
  if (flat && (listed(SeaSide::lower_z) || listed(SeaSide::upper_z))) {
    const Reader::Inside inside(reader, "sides");
    reader.complain(part(node, "sides"), "a scene in 2D has only the sides -x and +x");
  }
  if (const std::string side = side_that_is_no_wall(scene, sea); !side.empty()) {
    const Reader::Inside inside(reader, "sides");
    return reader.complain(part(node, "sides"),
                           fmt::format("the wall {} of the domain must be closed: the zone stands before it", side));
  }
  const Vec3d size = scene.domain->upper - scene.domain->lower;
  const auto count = [&](SeaSide a, SeaSide b) { return sea.sides.empty() ? 2 : int{listed(a)} + int{listed(b)}; };
  const double free_x = size.x - sea.width * count(SeaSide::lower_x, SeaSide::upper_x);
  const double free_z = flat ? 1 : size.z - sea.width * count(SeaSide::lower_z, SeaSide::upper_z);
  const Reader::Inside inside(reader, "width");
  const double least = kNarrowest * scene.solver.spacing;
  if (sea.width < least) {
    return reader.complain(part(node, "width"), fmt::format("must be at least {:.3g} m ({} spacings), but is {}", least,
                                                            kNarrowest, sea.width));
  }
  if (free_x > 0 && free_z > 0) return;
  reader.complain(part(node, "width"),
                  fmt::format("zones of {} m leave no free water in a domain of {} x {} m", sea.width, size.x, size.z));
}

}  // namespace

Water water_of(const Scene& scene, const SeaSettings& settings) {
  return {strongest_gravity(scene), settings.level - scene.domain->lower.y, kFewestSpacings * scene.solver.spacing};
}

void check_sea(const Node& node, const Scene& scene, size_t index, Reader& reader) {
  const SeaSettings& sea = *scene.directors[index].get<SeaSettings>();
  if (const std::string why = trouble(scene); !why.empty()) return reader.complain(node, why);
  if (sea.level <= scene.domain->lower.y || sea.level >= scene.domain->upper.y) {
    const Reader::Inside inside(reader, "level");
    return reader.complain(part(node, "level"), fmt::format("must lie inside the domain, between {} and {}, but is {}",
                                                            scene.domain->lower.y, scene.domain->upper.y, sea.level));
  }
  if (sea.level - scene.domain->lower.y < kShallowest * scene.solver.spacing) {
    const Reader::Inside inside(reader, "level");
    return reader.complain(part(node, "level"),
                           fmt::format("must be at least {:.3g} m above the bottom of the domain ({} spacings)",
                                       kShallowest * scene.solver.spacing, kShallowest));
  }
  check_sides(node, scene, sea, reader);
  check_crests(node, scene, sea, reader);
  check_waves(node, scene, sea, reader);
}

}  // namespace weir::sea
