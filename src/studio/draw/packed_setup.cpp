// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/packed_setup.h"

#include <array>

#include "render/pictures/shown_run.h"
#include "studio/draw/handles.h"
#include "studio/draw/packed_shapes.h"
#include "studio/draw/run_facts.h"
#include "weir/run/set_up.h"

namespace weir::studio {

namespace {

constexpr size_t kMostScenes = 8;  // whose shapes are kept

const char* name_of(Setup::Look look) {
  switch (look) {
    case Setup::Look::solid:
      return "solid";
    case Setup::Look::liquid:
      return "liquid";
    case Setup::Look::wanted:
      return "wanted";
    case Setup::Look::ghost:
      return "ghost";
  }
  return "";
}

const char* name_of(Handle::Kind kind) {
  return kind == Handle::Kind::transform ? "transform" : kind == Handle::Kind::place ? "place" : "direction";
}

template <class Box>
Json box_json(const Box& box) {
  return {{"lower", json_of(box.lower)}, {"upper", json_of(box.upper)}};
}

class Packer {
 public:
  Packer(const Scene& scene, const Setup& setup, std::set<std::string> has) : scene_(scene), setup_(setup) {
    packed_.leave_out(std::move(has));
  }

  Packed packed() && {
    Json& header = packed_.header;
    header = {{"frame", setup_.frame}, {"dimensions", setup_.dimensions}, {"origin", json_of(scene_.origin)}};
    header["domain"] = setup_.domain ? box_json(*setup_.domain) : Json(nullptr);
    header["stage"] = box_json(setup_.stage);
    header["reach"] = box_json(setup_.reach);
    header["unfinished"] = setup_.unfinished;
    add_bodies();
    add_drawn();
    for (const char* list : {"arrows", "labels", "legend", "handles", "problems"}) header[list] = Json::array();
    add_words();
    for (const Handle& handle : handles_of(scene_, setup_, setup_.frame))
      header["handles"].push_back(handle_json(handle));
    header["camera"] = camera();
    return std::move(packed_);
  }

 private:
  void add_bodies() {
    Json& bodies = packed_.header["bodies"] = Json::array();
    for (const Setup::Body& body : setup_.bodies) {
      if (body.mesh.triangles.empty()) continue;
      Json entry{{"path", body.path}, {"look", name_of(body.look)}, {"colour", json_of(body.colour)}};
      entry["positions"] = add_places(body.mesh.positions, packed_);
      entry["triangles"] = add_triangles(body.mesh.triangles, packed_);
      entry["edges"] = packed_.add(body.edges, 2);
      bodies.push_back(std::move(entry));
    }
  }

  void add_drawn() {
    Json &points = packed_.header["points"] = Json::array(), lines = Json::array();
    Setup::Owner done;
    for (const Setup::Owner& owner : setup_.owners) {
      for (; done.points < owner.points;) points.push_back(cloud(owner, done.points));
      for (; done.boxes < owner.boxes; ++done.boxes) add_box(owner.path, setup_.drawn.boxes[done.boxes], lines);
      for (; done.lines < owner.lines; ++done.lines) {
        const Overlay::Polyline& line = setup_.drawn.lines[done.lines];
        std::vector<Vec3f> along = line.points;
        if (line.closed && !along.empty()) along.push_back(along.front());
        lines.push_back(
            {{"path", owner.path}, {"colour", json_of(line.colour)}, {"positions", add_places(along, packed_)}});
      }
    }
    packed_.header["lines"] = std::move(lines);
  }

  // Of one colour and size, from `next` on, which is moved behind them.
  Json cloud(const Setup::Owner& owner, size_t& next) {
    const std::vector<Overlay::Point>& all = setup_.drawn.points;
    const Overlay::Point& first = all[next];
    std::vector<Vec3f> positions;
    for (; next < owner.points && all[next].colour == first.colour && all[next].radius == first.radius; ++next) {
      positions.push_back(all[next].position);
    }
    Json entry{{"path", owner.path}, {"colour", json_of(first.colour)}, {"radius", first.radius}};
    entry["positions"] = add_places(positions, packed_);
    return entry;
  }

  // Once around below, up, once around above, and the three edges that are left.
  void add_box(const std::string& path, const Overlay::Box& box, Json& lines) {
    const auto corner = [&](int n) {
      return Vec3f(
          box.placed.point({n & 1 ? box.box.upper.x : box.box.lower.x, n & 2 ? box.box.upper.y : box.box.lower.y,
                            n & 4 ? box.box.upper.z : box.box.lower.z}));
    };
    const auto add = [&](std::initializer_list<int> corners) {
      std::vector<Vec3f> along;
      for (const int n : corners) along.push_back(corner(n));
      lines.push_back({{"path", path}, {"colour", json_of(box.colour)}, {"positions", add_places(along, packed_)}});
    };
    if (box.box.lower.z == box.box.upper.z) return add({0, 1, 3, 2, 0});
    if (box.box.lower.y == box.box.upper.y) return add({0, 1, 5, 4, 0});
    if (box.box.lower.x == box.box.upper.x) return add({0, 2, 6, 4, 0});
    add({0, 1, 5, 4, 0, 2, 3, 7, 6, 2});
    add({1, 3});
    add({5, 7});
    add({4, 6});
  }

  void add_words() {
    Json& header = packed_.header;
    for (const Setup::Arrow& arrow : setup_.arrows) {
      header["arrows"].push_back({{"path", arrow.path},
                                  {"colour", json_of(arrow.colour)},
                                  {"from", json_of(arrow.from)},
                                  {"to", json_of(arrow.to)}});
    }
    for (const Setup::Label& label : setup_.labels) {
      header["labels"].push_back({{"path", entry_of(label.path)},
                                  {"at", json_of(label.at)},
                                  {"text", label.text},
                                  {"colour", json_of(label.colour)},
                                  {"minor", label.minor}});
    }
    for (const auto& [what, colour] : setup_.legend) {
      header["legend"].push_back({{"what", what}, {"colour", json_of(colour)}});
    }
    for (const Problem& problem : setup_.problems) header["problems"].push_back(problem.sentence());
  }

  static Json handle_json(const Handle& handle) {
    return {{"path", handle.path},
            {"edits", handle.edits},
            {"kind", name_of(handle.kind)},
            {"can", handle.can},
            {"pivot", json_of(handle.pivot)},
            {"matrix", matrix_of(handle.placed)},
            {"parent", matrix_of(handle.parent)},
            {"about", json_of(handle.about)},
            {"translate", json_of(handle.translate)},
            {"rotate", json_of(handle.rotate)},
            {"scale", json_of(handle.scale)}};
  }

  Json camera() const {
    if (!scene_.picture.camera) return nullptr;
    const render::Camera camera = render::camera_at(scene_, {}, setup_.frame);
    // As far as what it looks at.
    const Vec3d target = value_at(scene_.picture.camera->target, setup_.frame);
    const double far = std::max(1e-3, length(target - Vec3d(camera.position)));
    return {{"from", json_of(camera.position)},
            {"to", json_of(Vec3d(camera.position) + Vec3d(camera.forward) * far)},
            {"up", json_of(camera.up)},
            {"angle", 2 * std::atan(static_cast<double>(camera.half_height)) * 180 / kPi}};
  }

  const Scene& scene_;
  const Setup& setup_;
  Packed packed_;
};

// When the files that a scene names were written.
std::string stamp_of_files(const Scene& scene) {
  std::string stamps;
  for (const std::filesystem::path& file : input_files(scene)) stamps += stamp_of(file) + '\n';
  return stamps;
}

}  // namespace

Packed packed_setup(const Scene& scene, const Setup& setup, std::set<std::string> has) {
  return Packer(scene, setup, std::move(has)).packed();
}

std::shared_ptr<Setups::OfScene> Setups::of(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (!scenes_.contains(name) && scenes_.size() >= kMostScenes) scenes_.clear();
  std::shared_ptr<OfScene>& scene = scenes_[name];
  if (!scene) {
    scene = std::make_shared<OfScene>([this, name](const std::string& place, std::function<void()> work) {
      background_.later(name + " " + place, std::move(work));
    });
  }
  return scene;
}

Packed Setups::at(const std::string& name, const Scene& scene, double frame, const std::filesystem::path& folder,
                  const std::vector<Problem>& known, std::set<std::string> has) {
  const std::shared_ptr<OfScene> kept = of(name);
  const std::lock_guard lock(kept->mutex);
  std::string files = stamp_of_files(scene);
  if (files != kept->files) {
    kept->shapes.forget_all();
    kept->files = std::move(files);
  }
  const Setup setup = run::set_up(scene, frame, folder, known, &kept->shapes);
  kept->shapes.forget_unused();
  return packed_setup(scene, setup, std::move(has));
}

}  // namespace weir::studio
