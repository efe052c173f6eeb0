// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/control_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "control/meshes/correspond.h"
#include "geometry/mesh_edges.h"

namespace weir {

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

ControlMesh::ControlMesh(const ControlMeshSettings& settings, const Scene& scene, std::string place)
    : settings_(settings),
      place_(std::move(place)),
      builder_(static_cast<float>(scene.solver.spacing), scene.frames.rate),
      rate_(scene.frames.rate),
      flat_(scene.dimensions == 2) {
  const bool keyed = !settings.keys.empty();
  first_ = settings.first.value_or(keyed ? settings.keys.front().frame : -kNever);
  last_ = settings.last.value_or(keyed ? settings.keys.back().frame : kNever);
  if (keyed) make_morph(scene);
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
  if (!problem.empty()) throw InputError(place_, fmt::format("{}: {}", what, problem));
}

Mesh ControlMesh::build(const Shape& shape, double frame) {
  try {
    return builder_.mesh(shape, frame);
  } catch (const InputError& error) {
    throw InputError(place_, fmt::format("frame {:g}: {}", frame, error.problems().front().sentence()));
  }
}

std::vector<Mesh> ControlMesh::key_meshes() {
  std::vector<Mesh> meshes;
  for (const MeshKey& key : settings_.keys) {
    // Placed here: as it is scaled, a round body would be given more or fewer triangles.
    Shape own = key.shape;
    own.transform = {};
    meshes.push_back(build(own, key.frame));
    transform(meshes.back(), affine_at(key.shape.transform, key.frame));
    check(meshes.back(), fmt::format("the key at frame {:g}", key.frame));
  }
  const bool alike = std::all_of(meshes.begin(), meshes.end(), [&](const Mesh& mesh) {
    return mesh.triangles == meshes[0].triangles && mesh.positions.size() == meshes[0].positions.size();
  });
  if (!alike) make_correspondence(meshes);
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
    if (problem.place == place_) throw;
    throw InputError(place_, problem.sentence());
  }
}

void ControlMesh::paint(const Mesh& first) {
  if (settings_.paint.empty()) return;
  const double frame = std::max(first_, settings_.looseness.keys.front().frame);
  const double rest = std::max(1e-6, alpha(frame));
  painted_.assign(first.positions.size(), 1.0f);
  std::vector<float> distance(first.positions.size());
  for (const PaintedLooseness& part : settings_.paint) {
    builder_.field(part.region, frame)->distance(first.positions, distance);
    for (size_t i = 0; i < painted_.size(); ++i) {
      const double far = static_cast<double>(distance[i]);
      const double fade = part.falloff > 0 ? std::clamp(1 - far / part.falloff, 0.0, 1.0) : far < 0 ? 1.0 : 0.0;
      painted_[i] = static_cast<float>(lerp(static_cast<double>(painted_[i]), (1 - part.looseness) / rest, fade));
    }
  }
}

std::vector<float> ControlMesh::painted_tightness(double frame) const {
  std::vector<float> result = painted_;
  for (float& value : result) value = std::clamp(value * static_cast<float>(alpha(frame)), 0.0f, 1.0f);
  return result;
}

Mesh ControlMesh::at(double frame) {
  if (!morph_) return build(*settings_.shape, frame);
  const std::vector<std::vector<Vec3f>>& frames = morph_->frames;
  const double along = std::clamp(frame - morph_->first_frame, 0.0, static_cast<double>(frames.size() - 1));
  const auto before = std::min(static_cast<size_t>(along), frames.size() - 2);
  const auto share = static_cast<float>(along - static_cast<double>(before));
  Mesh mesh{frames[before], triangles_, {}};
  parallel_for(mesh.positions.size(),
               [&](size_t i) { mesh.positions[i] = lerp(mesh.positions[i], frames[before + 1][i], share); });
  return mesh;
}

Mesh ControlMesh::at(double frame, double next) {
  Mesh mesh = at(frame);
  const Mesh later = at(next);
  if (later.positions.size() != mesh.positions.size() || later.triangles != mesh.triangles) {
    mesh.velocities.resize(mesh.positions.size());
    return mesh;
  }
  mesh.velocities.resize(mesh.positions.size());
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

}  // namespace weir
