// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/meshes_overlay.h"

#include <fmt/format.h>

#include "control/meshes/control_mesh.h"
#include "sim/in_scene.h"
#include "weir/base/colour.h"
#include "weir/base/error.h"

namespace weir::meshes {

namespace {

constexpr uint32_t kMesh = 0xea580c;

// Where its triangles cut the plane z = 0.
void add_cut(const Mesh& mesh, Overlay& overlay) {
  for (const Vec3i& triangle : mesh.triangles) {
    std::vector<Vec3f> ends;
    for (int k = 0; k < 3; ++k) {
      const Vec3f& a = mesh.positions[static_cast<size_t>(triangle[k])];
      const Vec3f& b = mesh.positions[static_cast<size_t>(triangle[(k + 1) % 3])];
      if ((a.z < 0) != (b.z < 0)) ends.push_back(lerp(a, b, a.z / (a.z - b.z)));
    }
    if (ends.size() == 2) overlay.lines.push_back({std::move(ends), mesh_colour()});
  }
}

class MeshesOverlay final : public DirectorOverlay {
 public:
  explicit MeshesOverlay(const DirectorPart& part) : flat_(part.scene.dimensions == 2) {
    const std::vector<ControlMeshSettings>& all = part.settings<MeshesSettings>().meshes;
    std::vector<Problem> problems;
    for (size_t m = 0; m < all.size(); ++m) {
      const std::string path = fmt::format("{}.meshes[{}]", part.scene.director_path(part.index), m);
      in_scene(part.scene, path, problems, [&] {
        meshes_.push_back(std::make_unique<ControlMesh>(all[m], part.scene, location_in(part.scene, path)));
      });
    }
    if (!problems.empty()) throw InputError(problems);
  }

  void add(int frame, const Particles&, std::span<const RigidPose>, Overlay& overlay) override {
    for (const std::unique_ptr<ControlMesh>& mesh : meshes_) {
      if (!mesh->acts(frame)) continue;
      Mesh form = mesh->at(frame);
      flat_ ? add_cut(form, overlay) : overlay.meshes.push_back({std::move(form), mesh_colour()});
    }
  }

  std::vector<std::pair<std::string, Vec3f>> legend() const override { return {{"control mesh", mesh_colour()}}; }

 private:
  bool flat_;
  std::vector<std::unique_ptr<ControlMesh>> meshes_;
};

}  // namespace

Vec3f mesh_colour() { return colour_of(kMesh); }

std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part) {
  return std::make_unique<MeshesOverlay>(part);
}

}  // namespace weir::meshes
