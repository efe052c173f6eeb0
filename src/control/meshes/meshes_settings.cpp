// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of control meshes.

#include "control/meshes/meshes_settings.h"

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

using namespace meshes;

namespace {

void check_keys(const Node& node, const ControlMeshSettings& mesh, Reader& reader) {
  if (mesh.shape.has_value() == !mesh.keys.empty()) {
    reader.complain(node, "needs either a \"shape\" (that may move) or \"keys\" to morph between");
  }
  if (mesh.keys.size() == 1) reader.complain(node, "needs at least two \"keys\"; for one form give a \"shape\"");
  for (size_t i = 1; i < mesh.keys.size(); ++i) {
    if (!(mesh.keys[i].frame >= mesh.keys[i - 1].frame + 1)) {
      reader.complain(node, "needs keys in the order of their frames, at least one frame apart");
    }
  }
  for (const MeshKey& key : mesh.keys) {
    if (key.frame != static_cast<int>(key.frame)) reader.complain(node, "needs keys at whole frames");
  }
  if (!mesh.holds.empty() && mesh.keys.empty())
    reader.complain(node, "has \"holds\", which only a morph of \"keys\" can have");
  for (const MeshHold& hold : mesh.holds) {
    if (hold.offset.has_value() == hold.velocity.has_value()) {
      reader.complain(node, "needs in every hold either an \"offset\" or a \"velocity\"");
    }
    if (mesh.keys.empty()) continue;
    const bool inside = hold.frame == static_cast<int>(hold.frame) && hold.frame >= mesh.keys.front().frame &&
                        hold.frame < mesh.keys.back().frame;
    if (!inside) reader.complain(node, "needs holds at whole frames, from the first key to before the last");
  }
  if (mesh.first && mesh.last && *mesh.last < *mesh.first) reader.complain(node, "has a \"last\" before its \"first\"");
}

}  // namespace

template <>
const Block& block_of<MeshKey>() {
  using K = MeshKey;
  static const Block block =
      BlockOf<K>("mesh_key", "A form that a control mesh has at a frame.")
          .add("frame", &K::frame, {.help = "When, a whole frame.", .unit = "frame", .required = true})
          .add("shape", &K::shape, {.help = "The form.", .required = true})
          .add("twist", &K::twist, {.help = "Turns its top about y against its bottom.", .unit = "degrees"})
          .add("velocity", &K::velocity,
               {.help = "How fast all of it moves just after the frame; free without one.", .unit = "m/s"});
  return block;
}

template <>
const Block& block_of<MeshHold>() {
  using H = MeshHold;
  static const Block block =
      BlockOf<H>("mesh_hold", "Where some vertices of a morph must be at a frame, or how fast.")
          .add("region", &H::region, {.help = "Vertices of the first key that are in it.", .required = true})
          .add("frame", &H::frame, {.help = "When, a whole frame.", .unit = "frame", .required = true})
          .add("offset", &H::offset, {.help = "Where they must be, from their position in the first key.", .unit = "m"})
          .add("velocity", &H::velocity,
               {.help = "How fast they must be just after the frame.", .unit = "m/s", .direction = true});
  return block;
}

template <>
const Block& block_of<PaintedLooseness>() {
  using P = PaintedLooseness;
  static const Block block =
      BlockOf<P>("painted_looseness", "Part of a mesh that is held looser or tighter than the rest.")
          .add("region", &P::region,
               {.help = "Vertices in it at the mesh's first frame; it stays with them.", .required = true})
          .add("looseness", &P::looseness, {.help = "Of this part.", .min = 0, .max = 1})
          .add("falloff", &P::falloff,
               {.help = "Width around the region over which it fades to that of the rest.", .unit = "m", .min = 0});
  return block;
}

template <>
const Block& block_of<ControlMeshSettings>() {
  using M = ControlMeshSettings;
  static const Block block =
      BlockOf<M>("control_mesh", "A form that the liquid takes, and its motion.")
          .add("name", &M::name, {.help = "For messages and overrides."})
          .add("shape", &M::shape, {.help = "A mesh for every frame: a body, a file or sequence of files, any shape."})
          .add("keys", &M::keys, {.help = "Forms at some frames, between which it is morphed, keeping its volume."})
          .add("holds", &M::holds, {.help = "Further wishes for the morph."})
          .add("first", &M::first,
               {.help = "Controls from this frame on; without one from the first key or frame.", .unit = "frame"})
          .add("last", &M::last,
               {.help = "Lets go at this frame; without one at the last key, or never.", .unit = "frame"})
          .add("looseness", &M::looseness,
               {.help = "1 - alpha: 0 follows the mesh exactly, 1 is free.", .min = 0, .max = 1})
          .add("paint", &M::paint, {.help = "Parts with a looseness of their own."})
          .add("detail", &M::detail,
               {.help = "What the solver's tracked surface (solver.tracked_surface) does beside the mesh."})
          .add("refill", &M::refill,
               {.help = "Time in which most of what the form has lost comes back; 0: never; without one by its size "
                        "(0.25 s for a form of 0.06 m3).",
                .unit = "s",
                .min = 0})
          .check(check_keys);
  return block;
}

template <>
const Block& block_of<MeshesSettings>() {
  using S = MeshesSettings;
  static const Block block =
      BlockOf<S>("meshes", "Liquid that takes the forms of meshes and moves with them (Raveendran et al. 2012).")
          .add("meshes", &S::meshes, {.help = "Which forms, when and how tight.", .required = true});
  return block;
}

}  // namespace weir
