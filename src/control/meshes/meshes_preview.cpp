// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/meshes_preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "control/meshes/meshes_overlay.h"
#include "control/meshes/meshes_settings.h"
#include "control/meshes/morphs_ahead.h"

namespace weir::meshes {

namespace {

// The form that it takes between two keys, where somebody makes the morph. In 2D keys tell enough.
std::optional<Mesh> between_keys(const std::string& path, const ControlMeshSettings& mesh, SetupMaker& maker) {
  const double frame = maker.frame();
  const bool inside = frame > mesh.keys.front().frame && frame < mesh.keys.back().frame;
  const auto is_at_key = [&](const MeshKey& key) { return key.frame == frame || key.shape.transform.carrier; };
  if (!maker.later() || maker.flat() || !inside || std::any_of(mesh.keys.begin(), mesh.keys.end(), is_at_key))
    return {};
  std::optional<Mesh> form = in_between(maker.scene(), mesh, path, frame, maker.later());
  if (!form) maker.set_unfinished();
  return form;
}

// The form between keys, or else the key that the mesh has left last, or its first one, as a body; other keys as
// outlines.
void add_keys(const std::string& path, const ControlMeshSettings& mesh, SetupMaker& maker) {
  size_t now = 0;
  for (size_t k = 0; k < mesh.keys.size(); ++k) {
    if (mesh.keys[k].frame <= maker.frame()) now = k;
  }
  maker.try_to_add(path + ".keys", [&] {
    const std::optional<Mesh> form = between_keys(path, mesh, maker);
    if (!form) return;
    now = mesh.keys.size();
    const SetupThing thing{path, mesh.name, "control mesh", mesh_colour()};
    maker.explain(thing.what, thing.colour);
    const Box3f box = maker.add_mesh(*form, thing.colour, Setup::Look::wanted);
    maker.add_label(thing, box.centre(), size_in_words(box.size(), 3));
  });
  std::vector<Vec3f> way;
  for (size_t k = 0; k < mesh.keys.size(); ++k) {
    const MeshKey& key = mesh.keys[k];
    const SetupThing thing{fmt::format("{}.keys[{}].shape", path, k), mesh.name, "control mesh", mesh_colour()};
    if (k == now) {
      const Box3f box = maker.add_shape(
          thing, key.shape,
          {.look = Setup::Look::wanted, .more = fmt::format("key at frame {:g}", key.frame), .way = false});
      if (!box.empty()) way.push_back(box.centre());
      continue;
    }
    maker.try_to_add(thing.path, [&] {
      const Box3f box = maker.add_body(key.shape, key.frame, thing.colour, Setup::Look::ghost);
      if (box.empty()) return;
      way.push_back(box.centre());
      maker.add_label({thing.path, fmt::format("frame {:g}", key.frame), thing.what, thing.colour}, box.centre(), "",
                      true);
    });
  }
  if (way.size() > 1) maker.add_line(std::move(way), mesh_colour() * 0.7f);
}

}  // namespace

void preview(const DirectorPart& part, SetupMaker& maker) {
  const std::vector<ControlMeshSettings>& meshes = part.settings<MeshesSettings>().meshes;
  for (size_t m = 0; m < meshes.size(); ++m) {
    const ControlMeshSettings& mesh = meshes[m];
    const std::string path = fmt::format("{}.meshes[{}]", part.scene.director_path(part.index), m);
    const SetupMaker::Of of(maker, path);
    if (!mesh.shape) {
      add_keys(path, mesh, maker);
      continue;
    }
    const double first = mesh.first.value_or(-1e9), last = mesh.last.value_or(1e9);
    maker.add_shape({path + ".shape", mesh.name, "control mesh", mesh_colour()}, *mesh.shape,
                    {.look = Setup::Look::wanted, .more = frames_in_words(first, last), .first = first, .last = last});
  }
}

}  // namespace weir::meshes
