// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/packed_overlay.h"

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "studio/draw/packed_shapes.h"
#include "weir/base/colour.h"
#include "weir/sim/director_kind.h"

namespace weir::studio {

namespace {

constexpr uint32_t kTemporary = 0xf5a642;  // particles that directors have lent, as the page colours them by their role
constexpr double kTemporaryRadius = 0.45;  // spacings

Json legend_entry(const std::string& what, const Vec3f& colour) {
  return {{"what", what}, {"colour", json_of(colour)}};
}

using Lines = std::map<std::array<float, 3>, std::vector<Vec3f>>;  // by colour, two ends a piece

std::vector<Vec3f>& of_colour(Lines& lines, const Vec3f& colour) { return lines[{colour.x, colour.y, colour.z}]; }

void add_box(const Overlay::Box& box, Lines& lines) {
  std::vector<Vec3f>& pieces = of_colour(lines, box.colour);
  const auto corner = [&](int n) {
    const Box3d& b = box.box;
    return Vec3f(box.placed.point(
        {n & 1 ? b.upper.x : b.lower.x, n & 2 ? b.upper.y : b.lower.y, n & 4 ? b.upper.z : b.lower.z}));
  };
  const bool flat = box.box.lower.z == box.box.upper.z;
  for (int n = 0; n < (flat ? 4 : 8); ++n) {
    for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
      if (!(n & 1 << axis)) pieces.insert(pieces.end(), {corner(n), corner(n | 1 << axis)});
    }
  }
}

void add_line(const Overlay::Polyline& line, Lines& lines) {
  std::vector<Vec3f>& pieces = of_colour(lines, line.colour);
  const size_t count = line.points.size();
  for (size_t i = 0; i + 1 < count; ++i) pieces.insert(pieces.end(), {line.points[i], line.points[i + 1]});
  if (line.closed && count > 2) pieces.insert(pieces.end(), {line.points.back(), line.points.front()});
}

void add_mesh(const Overlay::Outlined& outlined, Packed& packed) {
  Json entry{{"colour", json_of(outlined.colour)}};
  entry["positions"] = add_places(outlined.mesh.positions, packed);
  entry["triangles"] = add_triangles(outlined.mesh.triangles, packed);
  packed.header["meshes"].push_back(std::move(entry));
}

void add_temporary(const Particles& particles, double spacing, Overlay& overlay) {
  for (size_t i = 0; i < particles.temporary.size(); ++i) {
    if (!particles.temporary[i]) continue;
    overlay.points.push_back(
        {particles.position[i], colour_of(kTemporary), static_cast<float>(kTemporaryRadius * spacing)});
  }
}

// Points of one look together, lines of one colour as separate pieces. Points have as many shades as there are degrees
// of what they show: rounded to those that can be told apart.
void add_overlay(const Overlay& overlay, Packed& packed) {
  using Appearance = std::tuple<int, int, int, float>;
  constexpr float kShades = 32;
  std::map<Appearance, std::vector<Vec3f>> clouds;
  const auto shade = [](float linear) { return static_cast<int>(std::lround(to_srgb(linear) * kShades)); };
  for (const Overlay::Point& p : overlay.points) {
    clouds[{shade(p.colour.x), shade(p.colour.y), shade(p.colour.z), p.radius}].push_back(p.position);
  }
  for (const auto& [look, positions] : clouds) {
    const auto& [r, g, b, radius] = look;
    const Vec3f srgb{static_cast<float>(r), static_cast<float>(g), static_cast<float>(b)};
    Json entry{{"colour", json_of(from_srgb(srgb / kShades))}, {"radius", radius}};
    entry["positions"] = add_places(positions, packed);
    packed.header["points"].push_back(std::move(entry));
  }
  Lines lines;
  for (const Overlay::Box& box : overlay.boxes) add_box(box, lines);
  for (const Overlay::Polyline& line : overlay.lines) add_line(line, lines);
  for (const auto& [colour, pieces] : lines) {
    Json entry{{"colour", colour}};
    entry["positions"] = add_places(pieces, packed);
    packed.header["lines"].push_back(std::move(entry));
  }
  for (const Overlay::Outlined& mesh : overlay.meshes) add_mesh(mesh, packed);
}

}  // namespace

ShownDirectors::ShownDirectors(const Scene& scene, const std::filesystem::path& folder) : scene_(scene) {
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const DirectorKind& kind = kind_of(scene.directors[i]);
    if (kind.overlay) directors_.push_back(kind.overlay({scene, i, folder}));
  }
}

void ShownDirectors::add(int frame, const Particles& particles, std::span<const RigidPose> bodies, Packed& packed) {
  const std::lock_guard lock(mutex_);
  Overlay overlay;
  add_temporary(particles, scene_.solver.spacing, overlay);
  if (!overlay.points.empty()) {
    packed.header["legend"].push_back(legend_entry("temporary", colour_of(kTemporary)));
  }
  std::set<std::string> told;
  for (const std::unique_ptr<DirectorOverlay>& director : directors_) {
    director->add(frame, particles, bodies, overlay);
    for (const auto& [what, colour] : director->legend()) {
      if (told.insert(what).second) packed.header["legend"].push_back(legend_entry(what, colour));
    }
  }
  add_overlay(overlay, packed);
}

}  // namespace weir::studio
