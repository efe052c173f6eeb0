// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/packed_actors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "render/pictures/shown_run.h"
#include "studio/draw/packed_points.h"
#include "studio/draw/run_facts.h"
#include "studio/packed.h"
#include "weir/base/colour.h"
#include "weir/base/error.h"
#include "weir/geometry/shapes/transform.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/overlay.h"

namespace weir::studio {

namespace fs = std::filesystem;
using render::ShownRun;

namespace {

constexpr size_t kMostOpened = 8;
constexpr uint32_t kTemporary = 0xf5a642;  // particles that directors have lent, as the page colours them by their role
constexpr double kTemporaryRadius = 0.45;  // spacings

Json add_places(const std::vector<Vec3f>& places, Packed& packed) {
  std::vector<float> numbers;
  numbers.reserve(3 * places.size());
  for (const Vec3f& p : places) numbers.insert(numbers.end(), {p.x, p.y, p.z});
  return packed.add(numbers, 3);
}

Json legend_entry(const std::string& what, const Vec3f& colour) {
  return {{"what", what}, {"colour", json_of(colour)}};
}

// Where the space in which the body's shape is written has been carried.
Json body_json(const Scene& scene, size_t solid, const Affine& pose) {
  const Solid& body = scene.solids[solid];
  return {{"path", fmt::format("solids[{}]", solid)},
          {"name", body.name},
          {"matrix", matrix_of(pose * affine_at(body.shape.transform, scene.frames.first))}};
}

size_t count_of_bodies(const Scene& scene) {
  return static_cast<size_t>(std::count_if(scene.solids.begin(), scene.solids.end(),
                                           [](const Solid& solid) { return solid.rigid.has_value(); }));
}

Packed begin(int frame) {
  Packed packed;
  packed.header["frame"] = frame;
  for (const char* list : {"bodies", "points", "lines", "meshes", "legend"}) packed.header[list] = Json::array();
  return packed;
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
  std::vector<uint32_t> triangles;
  triangles.reserve(3 * outlined.mesh.triangles.size());
  for (const Vec3i& t : outlined.mesh.triangles) {
    for (int k = 0; k < 3; ++k) triangles.push_back(static_cast<uint32_t>(t[k]));
  }
  Json entry{{"colour", json_of(outlined.colour)}};
  entry["positions"] = add_places(outlined.mesh.positions, packed);
  entry["triangles"] = packed.add(triangles, 3);
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

// A run whose scene, folders and directors were looked up once.
class Actors::Opened {
 public:
  explicit Opened(const fs::path& run)
      : stamp(stamp_of(run / "run.json")), folder(run), run_(render::open_shown_run(run, {})) {}

  std::string pack(int frame, bool overlay) {
    const std::lock_guard lock(mutex_);
    read_poses();
    const ShownRun& part = part_of(frame);
    Packed packed = begin(frame);
    const std::span<const cache::BodyPose> bodies = part.bodies_at(frame);
    if (bodies.size() < count_of_bodies(part.scene)) {
      throw InputError("", fmt::format("frame {} of this take does not tell where its floating bodies are", frame));
    }
    for (const cache::BodyPose& body : bodies) {
      packed.header["bodies"].push_back(body_json(part.scene, body.solid, body.pose));
    }
    if (overlay) add_directors(part, frame, bodies, packed);
    return packed.bytes();
  }

  const std::string stamp;  // of run.json
  const cache::RunFolder folder;

 private:
  // Of a branch, that one of the runs before it which has the frame.
  const ShownRun& part_of(int frame) const {
    const ShownRun* part = &run_;
    while (part->earlier && part->scene_frame(frame) <= part->last_earlier) part = part->earlier.get();
    return *part;
  }

  // Every frame adds a line to it.
  void read_poses() {
    std::string now;
    for (const cache::RunFolder* own = &folder; own; own = own->branched_from() ? &own->origin() : nullptr) {
      now += stamp_of(own->stats()) + "\n";
    }
    if (now == stats_) return;
    for (ShownRun* part = &run_; part; part = part->earlier.get()) {
      part->bodies = cache::read_body_poses(folder, part->scene);
    }
    stats_ = std::move(now);
  }

  using Directors = std::vector<std::unique_ptr<DirectorOverlay>>;
  // Made when they are first asked for: templates and rigs are read from their files.
  const Directors& directors_of(const ShownRun& part) {
    const auto known = directors_.find(&part);
    if (known != directors_.end()) return known->second;
    Directors made;
    for (size_t i = 0; i < part.scene.directors.size(); ++i) {
      const DirectorKind& kind = kind_of(part.scene.directors[i]);
      if (kind.overlay) made.push_back(kind.overlay({part.scene, i, part.simulated_in()}));
    }
    return directors_.emplace(&part, std::move(made)).first->second;
  }

  void add_directors(const ShownRun& part, int frame, std::span<const cache::BodyPose> bodies, Packed& packed) {
    const fs::path file = folder.particles(frame);
    std::error_code error;
    const bool has_particles = fs::exists(file, error);
    const Particles particles = has_particles ? cache::read_particles(file, nullptr, part.scene.origin) : Particles{};
    std::vector<RigidPose> poses;
    for (const cache::BodyPose& body : bodies) poses.push_back({body.solid, body.pose, body.pose});
    Overlay overlay;
    add_temporary(particles, part.scene.solver.spacing, overlay);
    if (!overlay.points.empty()) {
      packed.header["legend"].push_back(legend_entry("temporary", colour_of(kTemporary)));
    }
    std::set<std::string> told;
    for (const std::unique_ptr<DirectorOverlay>& director : directors_of(part)) {
      director->add(static_cast<int>(std::lround(part.scene_frame(frame))), particles, poses, overlay);
      for (const auto& [what, colour] : director->legend()) {
        if (told.insert(what).second) packed.header["legend"].push_back(legend_entry(what, colour));
      }
    }
    add_overlay(overlay, packed);
  }

  std::mutex mutex_;
  ShownRun run_;
  std::string stats_;  // when the poses were read
  std::map<const ShownRun*, Directors> directors_;
};

Actors::Actors(Kept& kept) : kept_(kept) {}
Actors::~Actors() = default;

std::shared_ptr<Actors::Opened> Actors::opened(const fs::path& run) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Opened>& known = known_[run];
  if (known && known->stamp == stamp_of(run / "run.json")) return known;
  known.reset();
  auto made = std::make_shared<Opened>(run);
  if (known_.size() > kMostOpened) known_.clear();
  known_[run] = made;
  return made;
}

Kept::Bytes Actors::get(const fs::path& run, int frame, bool overlay) {
  const std::shared_ptr<Opened> opened_run = opened(run);
  const std::string key =
      fmt::format("actors {} {} {} {} {} {}", run.string(), frame, overlay, opened_run->stamp,
                  stamp_of(opened_run->folder.particles(frame)), stamp_of(opened_run->folder.volumes(frame)));
  return kept_.get(key, [&] { return opened_run->pack(frame, overlay); });
}

std::string packed_live_actors(const LiveFrame& live, int frame) {
  Packed packed = begin(frame);
  for (const RigidPose& body : live.bodies) {
    packed.header["bodies"].push_back(body_json(*live.scene, body.solid, body.end));
  }
  return packed.bytes();
}

}  // namespace weir::studio
