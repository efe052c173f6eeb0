// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/control_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "control/meshes/correspond.h"
#include "geometry/mesh/mesh_edges.h"
#include "geometry/mesh/mesh_sequence.h"
#include "geometry/mesh/triangle_tree.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

constexpr double kNever = 1e9;

// Turns every height about y through the middle of the mesh, the top by `degrees` more than the bottom.
void twist(double degrees, Mesh& mesh) {
  if (degrees == 0) return;
  const Box3f box = bounds(mesh);
  const Vec3d middle = static_cast<Vec3d>(box.centre());
  const double height = std::max(1e-9, static_cast<double>(box.size().y));
  for (Vec3f& p : mesh.positions) {
    const Vec3d from = static_cast<Vec3d>(p) - middle;
    const double angle = degrees * kPi / 180 * from.y / height, c = std::cos(angle), s = std::sin(angle);
    p = static_cast<Vec3f>(middle + Vec3d{c * from.x + s * from.z, from.y, c * from.z - s * from.x});
  }
}

}  // namespace

ControlMesh::ControlMesh(const ControlMeshSettings& settings, const Scene& scene, std::string location)
    : settings_(settings),
      location_(std::move(location)),
      builder_(static_cast<float>(scene.solver.spacing), scene.frames.rate),
      rate_(scene.frames.rate),
      flat_(scene.dimensions == 2) {
  const bool keyed = !settings.keys.empty();
  first_ = settings.first.value_or(keyed ? settings.keys.front().frame : -kNever);
  last_ = settings.last.value_or(keyed ? settings.keys.back().frame : kNever);
  if (keyed) make_morph(scene);
  const auto* file = keyed ? nullptr : std::get_if<shapes::MeshFile>(&settings.shape->kind);
  sequence_ = file && is_mesh_sequence(file->file);
  if (!keyed) in_files_ = {painted_on(*settings.shape)};
  const double begin = std::max(first_, static_cast<double>(scene.frames.first));
  const Mesh mesh = at(begin);
  check(mesh, fmt::format("the mesh at frame {:g}", begin));
  paint(mesh);
}

// Parts that pass through each other bound a volume too, as any mesh whose edges all have two sides.
void ControlMesh::check(const Mesh& mesh, const std::string& what) const {
  std::string problem = mesh.validate();
  if (problem.empty() && mesh.triangles.empty()) problem = "it has no triangles";
  if (problem.empty() && unbalanced_edges(mesh) > 0) {
    problem = fmt::format("it is not closed: {} edges do not join two triangles", unbalanced_edges(mesh));
  }
  if (problem.empty() && !(volume(mesh) > 0)) problem = "it has no volume, or its triangles face inward";
  if (!problem.empty()) throw InputError(location_, fmt::format("{}: {}", what, problem));
}

Mesh ControlMesh::build(const Shape& shape, double frame) {
  try {
    return builder_.mesh(shape, frame);
  } catch (const InputError& error) {
    throw InputError(location_, fmt::format("frame {:g}: {}", frame, error.problems().front().sentence()));
  }
}

std::vector<Mesh> ControlMesh::key_meshes() {
  std::vector<Mesh> meshes;
  for (const MeshKey& key : settings_.keys) {
    // Moved here: as it is scaled, a round body would be given more or fewer triangles.
    Shape own = key.shape;
    own.transform = {};
    meshes.push_back(build(own, key.frame));
    transform(meshes.back(), affine_at(key.shape.transform, key.frame));
    check(meshes.back(), fmt::format("the key at frame {:g}", key.frame));
  }
  const bool alike = std::all_of(meshes.begin(), meshes.end(), [&](const Mesh& mesh) {
    return mesh.triangles == meshes[0].triangles && mesh.positions.size() == meshes[0].positions.size();
  });
  for (const MeshKey& key : settings_.keys) in_files_.push_back(painted_on(key.shape));
  if (!alike) {
    const std::vector<Mesh> given = meshes;
    make_correspondence(meshes);
    for (size_t k = 0; k < meshes.size(); ++k) in_files_[k] = painted_at(in_files_[k], given[k], meshes[k].positions);
  }
  for (size_t k = 0; k < meshes.size(); ++k) twist(settings_.keys[k].twist, meshes[k]);
  return meshes;
}

void ControlMesh::make_morph(const Scene& scene) {
  try {
    const std::vector<Mesh> meshes = key_meshes();
    MorphTask task;
    task.triangles = meshes[0].triangles;
    task.flat = flat_;
    const auto vertices = static_cast<uint32_t>(meshes[0].positions.size());
    for (size_t k = 0; k < meshes.size(); ++k) {
      const MeshKey& key = settings_.keys[k];
      const int frame = static_cast<int>(key.frame);
      task.keys.push_back({frame, meshes[k].positions});
      for (uint32_t i = 0; key.velocity && k + 1 < meshes.size() && i < vertices; ++i) {
        task.holds.push_back({i, frame, MorphHold::velocity, static_cast<Vec3f>(*key.velocity / scene.frames.rate)});
      }
    }
    for (const MeshHold& hold : settings_.holds) {
      std::vector<float> distance(vertices);
      builder_.field(hold.region, hold.frame)->distance(meshes[0].positions, distance);
      for (uint32_t i = 0; i < vertices; ++i) {
        if (!(distance[i] < 0)) continue;
        const Vec3f value = hold.offset ? meshes[0].positions[i] + static_cast<Vec3f>(*hold.offset)
                                        : static_cast<Vec3f>(*hold.velocity / scene.frames.rate);
        const MorphHold::Kind kind = hold.offset ? MorphHold::position : MorphHold::velocity;
        task.holds.push_back({i, static_cast<int>(hold.frame), kind, value});
      }
    }
    morph_ = morph(task);
    triangles_ = meshes[0].triangles;
  } catch (const InputError& error) {
    const Problem& problem = error.problems().front();
    if (problem.location == location_) throw;
    throw InputError(location_, problem.sentence());
  }
}

void ControlMesh::paint(const Mesh& first) {
  if (settings_.paint.empty()) return;
  const double frame = std::max(first_, settings_.looseness.keys.front().frame);
  const double rest = std::max(1e-6, alpha(frame));
  kept_.assign(first.positions.size(), 1.0f);
  part_.assign(first.positions.size(), 0.0f);
  std::vector<float> distance(first.positions.size());
  for (const PaintedLooseness& part : settings_.paint) {
    builder_.field(part.region, frame)->distance(first.positions, distance);
    for (size_t i = 0; i < part_.size(); ++i) {
      const double far = static_cast<double>(distance[i]);
      const double fade = part.falloff > 0 ? std::clamp(1 - far / part.falloff, 0.0, 1.0) : far < 0 ? 1.0 : 0.0;
      kept_[i] *= static_cast<float>(1 - fade);
      part_[i] = static_cast<float>(lerp(static_cast<double>(part_[i]), (1 - part.looseness) / rest, fade));
    }
  }
}

// What is painted on the keys of a morph goes over from one to the next, evenly in time.
Painted ControlMesh::painted(const Mesh& mesh, double frame) const {
  size_t k = 0;
  while (k + 2 < in_files_.size() && frame >= settings_.keys[k + 1].frame) ++k;
  Painted painted = in_files_[k];
  if (k + 1 < in_files_.size()) {
    const double begin = settings_.keys[k].frame, end = settings_.keys[k + 1].frame;
    const double part = std::clamp((frame - begin) / (end - begin), 0.0, 1.0);
    painted = painted_between(in_files_[k], in_files_[k + 1], static_cast<float>(part));
  }
  const auto fits = [&](const std::vector<float>& n) { return n.empty() || n.size() == mesh.positions.size(); };
  if (!fits(painted.looseness) || !fits(painted.waves) || !fits(part_)) {
    throw InputError(location_, "what is painted needs a mesh whose vertices stay the same at all frames");
  }
  return painted;
}

std::vector<float> ControlMesh::tightness(const Mesh& mesh, double frame) const {
  const std::vector<float> looseness = painted(mesh, frame).looseness;
  if (part_.empty() && looseness.empty()) return {};
  // What a file says stands for `looseness` as it is at first, and goes with it where that has keyframes.
  const auto now = static_cast<float>(alpha(frame));
  const auto first = static_cast<float>(std::max(1e-6, alpha(settings_.looseness.keys.front().frame)));
  std::vector<float> result(mesh.positions.size());
  for (size_t i = 0; i < result.size(); ++i) {
    const float rest = looseness.empty() ? 1.0f : (1 - looseness[i]) / first;
    const float factor = part_.empty() ? rest : kept_[i] * rest + part_[i];
    result[i] = std::clamp(now * factor, 0.0f, 1.0f);
  }
  return result;
}

std::vector<float> ControlMesh::without_waves(const Mesh& mesh, double frame) const {
  std::vector<float> result = painted(mesh, frame).waves;
  if (result.empty()) return tightness(mesh, frame);
  for (float& value : result) value = 1 - value;
  return result;
}

// True where the file of a frame has neither velocities nor the vertices of the next one.
bool ControlMesh::lead_to_next(double whole) {
  if (led_frame_ == whole) return !way_.empty();
  led_frame_ = whole;
  led_ = build(*settings_.shape, whole);
  const Mesh next = build(*settings_.shape, whole + 1);
  way_.clear();
  if (!led_.velocities.empty()) return false;
  way_.resize(led_.positions.size());
  const TriangleTree tree(next);
  parallel_for(way_.size(), [&](size_t i) {
    const Vec3f& p = led_.positions[i];
    const Vec3i t = next.triangles[static_cast<size_t>(tree.closest(p).triangle)];
    const auto corner = [&](int c) { return next.positions[static_cast<size_t>(t[c])]; };
    const Vec3f weights = weights_of_closest(p, corner(0), corner(1), corner(2));
    way_[i] = corner(0) * weights.x + corner(1) * weights.y + corner(2) * weights.z - p;
  });
  return true;
}

Mesh ControlMesh::morphed_at(double frame) const {
  const std::vector<std::vector<Vec3f>>& frames = morph_->frames;
  const double along = std::clamp(frame - morph_->first_frame, 0.0, static_cast<double>(frames.size() - 1));
  const auto before = std::min(static_cast<size_t>(along), frames.size() - 2);
  const auto share = static_cast<float>(along - static_cast<double>(before));
  Mesh mesh{frames[before], triangles_, {}};
  parallel_for(mesh.positions.size(),
               [&](size_t i) { mesh.positions[i] = lerp(mesh.positions[i], frames[before + 1][i], share); });
  return mesh;
}

Mesh ControlMesh::at(double frame) {
  if (known_frame_ == frame) return known_;
  if (morph_) return morphed_at(frame);
  const double whole = std::floor(frame + 1e-9);
  if (!sequence_ || !lead_to_next(whole)) return build(*settings_.shape, frame);
  Mesh mesh = led_;
  mesh.velocities.resize(way_.size());
  const auto part = static_cast<float>(frame - whole), per_second = static_cast<float>(rate_);
  parallel_for(way_.size(), [&](size_t i) {
    mesh.positions[i] += way_[i] * part;
    mesh.velocities[i] = way_[i] * per_second;
  });
  return mesh;
}

Mesh ControlMesh::at(double frame, double next) {
  Mesh mesh = at(frame);
  known_ = at(next), known_frame_ = next;  // the next step begins there
  const Mesh& later = known_;
  mesh.velocities.resize(mesh.positions.size());
  if (later.positions.size() != mesh.positions.size() || later.triangles != mesh.triangles) return mesh;
  const auto per_second = static_cast<float>(rate_ / (next - frame));
  parallel_for(mesh.positions.size(),
               [&](size_t i) { mesh.velocities[i] = (later.positions[i] - mesh.positions[i]) * per_second; });
  return mesh;
}

double ControlMesh::speed(double frame) {
  const double whole = std::floor(frame + 1e-9);
  if (!known_speed_ || known_speed_->first != whole) {
    const Mesh mesh = at(whole, whole + 1);
    const double fastest = parallel_max(mesh.velocities.size(), 0.0,
                                        [&](size_t i) { return static_cast<double>(length(mesh.velocities[i])); });
    known_speed_ = {whole, fastest};
  }
  return known_speed_->second;
}

}  // namespace weir::meshes
