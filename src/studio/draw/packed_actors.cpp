// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/packed_actors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/pictures/shown_run.h"
#include "studio/draw/packed_overlay.h"
#include "studio/draw/packed_shapes.h"
#include "studio/draw/run_facts.h"
#include "studio/packed.h"
#include "weir/base/error.h"
#include "weir/geometry/shapes/transform.h"

namespace weir::studio {

namespace fs = std::filesystem;
using render::ShownRun;

namespace {

constexpr size_t kMostOpened = 8;

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

  // Made when they are first asked for: templates and rigs are read from their files.
  ShownDirectors& directors_of(const ShownRun& part) {
    std::unique_ptr<ShownDirectors>& known = directors_[&part];
    if (!known) known = std::make_unique<ShownDirectors>(part.scene, part.simulated_in());
    return *known;
  }

  void add_directors(const ShownRun& part, int frame, std::span<const cache::BodyPose> bodies, Packed& packed) {
    const fs::path file = folder.particles(frame);
    std::error_code error;
    const bool has_particles = fs::exists(file, error);
    const Particles particles = has_particles ? cache::read_particles(file, nullptr, part.scene.origin) : Particles{};
    std::vector<RigidPose> poses;
    for (const cache::BodyPose& body : bodies) poses.push_back({body.solid, body.pose, body.pose});
    directors_of(part).add(static_cast<int>(std::lround(part.scene_frame(frame))), particles, poses, packed);
  }

  std::mutex mutex_;
  ShownRun run_;
  std::string stats_;  // when the poses were read
  std::map<const ShownRun*, std::unique_ptr<ShownDirectors>> directors_;
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

// Scenes of live takes are edited many times: the directors of the last ones are kept.
std::shared_ptr<ShownDirectors> Actors::directors_of(const LiveFrame& live) {
  return live_.get(live.scene, [&] { return std::make_shared<ShownDirectors>(*live.scene, live.needs); });
}

Kept::Bytes Actors::get(const std::string& take, const LiveFrame& live, int frame, bool overlay) {
  return kept_.get(fmt::format("actors {} {} {} {}", take, frame, overlay, live.edition), [&] {
    Packed packed = begin(frame);
    for (const RigidPose& body : live.bodies) {
      packed.header["bodies"].push_back(body_json(*live.scene, body.solid, body.end));
    }
    if (overlay) directors_of(live)->add(frame, *live.particles, live.bodies, packed);
    return packed.bytes();
  });
}

}  // namespace weir::studio
