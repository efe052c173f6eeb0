// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/scene_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/pictures/run_smoke.h"
#include "render/world/creases.h"
#include "render/world/looks.h"
#include "render/world/path_tracer.h"
#include "render/world/unseen_motion.h"
#include "sim/in_scene.h"
#include "sim/natural_time.h"

namespace weir::render {

namespace {

// Above it a liquid is thick, honey and not water: viscosity by density, in squared lengths of the stage in the natural
// time of that. On a stage of 1 m, 1 Pa s at the density of water.
constexpr double kViscous = 3.2e-4;
constexpr float kThickCloud = 0.25f;
constexpr float kGlow = 1.2f;  // radiance of a white liquid that glows

bool is_composed(const Shape& shape) {
  return std::holds_alternative<shapes::Union>(shape.kind) ||
         std::holds_alternative<shapes::Intersection>(shape.kind) ||
         std::holds_alternative<shapes::Difference>(shape.kind);
}

float longest(const Box3f& box) { return max_component(box.size()); }

// What there is to see at the start, and the domain where it has limits.
Box3f stage_of(const Scene& scene, ShapeBuilder& builder) {
  if (scene.domain) return Box3f(Box3d{scene.domain->lower, scene.domain->upper});
  Box3f box;
  const auto include = [&](const Shape& shape) {
    const Box3f b = Box3f(builder.field(shape, scene.frames.first)->bounds());
    if (!b.empty() && longest(b) < 1e4f) box.include(b);
  };
  for (const Liquid& liquid : scene.liquids) include(liquid.shape);
  for (const Emitter& emitter : scene.emitters) include(emitter.shape);
  return box.empty() || longest(box) <= 0 ? Box3f{{-1, -1, -1}, {1, 1, 1}} : box;
}

float cloudiness(Finish finish, bool thick, bool alone) {
  switch (finish) {
    case Finish::automatic:
      return thick ? kThickCloud : alone ? 0.0f : 0.2f;
    case Finish::clear:
      return 0;
    case Finish::cloudy:
      return kThickCloud;
    case Finish::opaque:
    case Finish::metal:
    case Finish::glowing:
      return 1;
  }
  return 0;
}

// A body of liquid 0.4 times as long as the stage turns white light to the phase's colour. Phases that have to be told
// apart, and thick ones, do so over a much shorter way and are a little cloudy.
Material liquid_material(const Phase& phase, bool alone, float stage, double natural) {
  const double squared = static_cast<double>(stage) * static_cast<double>(stage);
  const double viscosity = value_at(phase.viscosity, 1);
  const bool thick = viscosity / phase.density > kViscous * squared / natural, dense = thick || !alone;
  const float depth = static_cast<float>(phase.size.value_or(stage)) * (dense ? 0.15f : 0.4f);
  Material material{.colour = Vec3f(phase.colour.rgb), .liquid = true};
  material.index = thick ? 1.48f : 1.333f;
  material.cloudiness = cloudiness(phase.finish, thick, alone);
  material.metal = phase.finish == Finish::metal;
  material.glow = phase.finish == Finish::glowing ? kGlow : 0;
  for (int k = 0; k < 3; ++k) material.absorption[k] = -std::log(std::clamp(material.colour[k], 0.005f, 1.0f)) / depth;
  return material;
}

float round_tile(float stage) { return std::pow(10.0f, std::floor(std::log10(stage / 5))); }

}  // namespace

SceneWorld::SceneWorld(const Scene& scene)
    : scene_(scene),
      builder_(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate),
      stage_(stage_of(scene, builder_)),
      still_(scene.solids.size()) {}

World SceneWorld::at(SurfaceFrame frame) {
  World world;
  const float stage = longest(stage_);
  const double natural = natural_time(scene_, static_cast<double>(stage));
  world.sky = lighting_of(scene_.picture.look).sky;
  world.contact = static_cast<float>(scene_.solver.spacing);
  world.shutter = static_cast<float>(scene_.picture.motion_blur / scene_.frames.rate);
  for (const Phase& phase : scene_.phases) {
    world.materials.push_back(liquid_material(phase, scene_.phases.size() == 1, stage, natural));
  }
  add_ground(world);
  for (surface::SurfaceMesh& surface : frame.liquid) add_liquid(world, surface);
  std::vector<Problem> problems;
  for (size_t i = 0; i < scene_.solids.size(); ++i) {
    if (!scene_.solids[i].visible) continue;
    in_scene(scene_, fmt::format("solids[{}].shape", i), problems, [&] { add_solid(world, i, frame); });
  }
  if (!problems.empty()) throw InputError(problems);
  if (scene_.picture.look == Look::clay) turn_to_clay(world.materials);
  const float extinction = 30 / stage;
  for (Volume& volume : frame.volumes) {
    if (std::optional<Smoke> smoke = smoke_of(scene_, std::move(volume), extinction)) {
      world.smoke.push_back(std::move(*smoke));
    }
  }
  for (Smoke& smoke : frame.smoke) {
    smoke.extinction *= extinction;
    world.smoke.push_back(std::move(smoke));
  }
  return world;
}

Image SceneWorld::picture(SurfaceFrame frame, const Camera& camera) {
  const PictureSettings& settings = scene_.picture;
  const auto number = static_cast<uint32_t>(frame.frame);
  World world = at(std::move(frame));
  stop_unseen_motion(world, camera, settings.height);
  Image image =
      trace(world, camera,
            {.width = settings.width, .height = settings.height, .samples = settings.samples, .frame = number});
  tone_map(image, settings.exposure + lighting_of(settings.look).exposure);
  return image;
}

void SceneWorld::add_ground(World& world) const {
  Ground ground = scene_.picture.ground;
  if (!scene_.domain || ground == Ground::none) return;
  if (ground == Ground::automatic) ground = scene_.domain->walls.all_solid() ? Ground::tank : Ground::floor;
  const float stage = longest(stage_);
  world.ground = {.height = stage_.lower.y,
                  .colour = lighting_of(scene_.picture.look).ground,
                  .tile = round_tile(stage),
                  .centre = stage_.centre(),
                  .fade = 2 * stage};
  // The glass is around the liquid, not in its skin.
  if (ground == Ground::tank) world.tank = stage_.padded(1e-3f * stage);
}

void SceneWorld::add_liquid(World& world, surface::SurfaceMesh& surface) const {
  Mesh& mesh = surface.mesh;
  const auto material = static_cast<size_t>(surface.phase);
  if (mesh.triangles.empty() || material >= scene_.phases.size()) return;
  if (!scene_.domain || !scene_.domain->walls.any_solid()) {
    world.meshes.push_back(with_flat_parts(std::move(mesh), material, [](const Vec3i&) { return false; }));
    return;
  }
  const float close = 0.05f * world.contact;
  const auto is_solid = [&](int axis, bool upper) { return scene_.domain->walls.side(axis, upper).is_solid(); };
  const auto on_wall = [&](const Vec3i& t) {
    const auto side = [&](int k) {
      const Vec3f& p = mesh.positions[static_cast<size_t>(t[k])];
      unsigned walls = 0;
      for (int axis = 0; axis < 3; ++axis) {
        if (is_solid(axis, false) && std::abs(p[axis] - stage_.lower[axis]) < close) walls |= 1u << axis;
        if (is_solid(axis, true) && std::abs(p[axis] - stage_.upper[axis]) < close) walls |= 8u << axis;
      }
      return walls;
    };
    return (side(0) & side(1) & side(2)) != 0;
  };
  WorldMesh object = with_flat_parts(mesh, material, on_wall);
  // Liquid that lies on the ground reaches a little into it, or a film of air would be left between them.
  if (world.ground) {
    for (Vec3f& p : object.mesh.positions) {
      if (p.y < world.ground->height + close) p.y = world.ground->height - world.contact;
    }
  }
  world.meshes.push_back(std::move(object));
}

void SceneWorld::add_solid(World& world, size_t index, const SurfaceFrame& frame) {
  const Solid& solid = scene_.solids[index];
  const size_t material = world.materials.size();
  world.materials.push_back({.colour = Vec3f(solid.colour.rgb)});
  if (std::holds_alternative<shapes::Plane>(solid.shape.kind))
    return add_plane(world, solid.shape, material, frame.scene_frame(frame.frame));
  if (!still_[index]) {
    const std::optional<Mesh> mesh = solid_mesh(index, frame);
    if (!mesh) return;
    WorldMesh object = with_creases(*mesh, material);
    if (solid.rigid || moves(solid.shape)) {
      world.meshes.push_back(std::move(object));
      return;
    }
    still_[index] = std::move(object);
  }
  world.meshes.push_back(*still_[index]);
  world.meshes.back().material = material;
}

// A level one is the ground; any other is a square as large as the eye needs.
void SceneWorld::add_plane(World& world, const Shape& shape, size_t material, double frame) const {
  const auto& plane = std::get<shapes::Plane>(shape.kind);
  const Affine affine = affine_at(shape.transform, frame);
  const Vec3f normal = Vec3f(normalized(affine.linear.inverse().transposed() * plane.normal));
  const Vec3f point = Vec3f(affine.point(plane.point));
  const float stage = longest(stage_);
  if (normal.y > 0.9999f && scene_.picture.ground != Ground::none) {
    if (!world.ground || world.ground->height < point.y) {
      const Vec3f colour = world.materials[material].colour;
      world.ground = {
          .height = point.y, .colour = colour, .tile = round_tile(stage), .centre = stage_.centre(), .fade = 2 * stage};
    }
    return;
  }
  const Frame axes(normal);
  const Vec3f centre = stage_.centre() - normal * dot(stage_.centre() - point, normal);
  const Vec3f x = axes.x * (6 * stage), y = axes.y * (6 * stage);
  WorldMesh square;
  square.material = material;
  square.mesh.positions = {centre - x - y, centre + x - y, centre + x + y, centre - x + y};
  square.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  world.meshes.push_back(std::move(square));
}

std::optional<Mesh> SceneWorld::solid_mesh(size_t index, const SurfaceFrame& frame) {
  const Solid& solid = scene_.solids[index];
  const auto pose = [&](int number) -> const Affine* {
    if (!frame.bodies || !frame.bodies->contains(number)) return nullptr;
    for (const cache::BodyPose& body : frame.bodies->at(number)) {
      if (body.solid == index) return &body.pose;
    }
    return nullptr;
  };
  Mesh mesh, later;
  double seconds = 1 / scene_.frames.rate;
  if (solid.rigid) {
    const Affine* now = pose(frame.frame);
    if (!now) return std::nullopt;
    const Affine *before = pose(frame.frame - 1), *after = pose(frame.frame + 1);
    const Mesh start = keyframed_mesh(solid, scene_.frames.first);
    mesh = later = start;
    transform(mesh, *now);
    if (!before && !after) return mesh;
    transform(later, after ? *after : *now);
    Mesh earlier = start;
    transform(earlier, before ? *before : *now);
    if (before && after) seconds *= 2;
    for (size_t i = 0; i < mesh.positions.size(); ++i) {
      mesh.velocities.push_back((later.positions[i] - earlier.positions[i]) / static_cast<float>(seconds));
    }
    return mesh;
  }
  mesh = keyframed_mesh(solid, frame.scene_frame(frame.frame));
  if (!moves(solid.shape) || scene_.picture.motion_blur <= 0) return mesh;
  constexpr double kAhead = 0.25;  // frames
  later = keyframed_mesh(solid, frame.scene_frame(frame.frame + kAhead));
  mesh.velocities.clear();
  if (later.triangles != mesh.triangles || later.positions.size() != mesh.positions.size()) return mesh;
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    mesh.velocities.push_back((later.positions[i] - mesh.positions[i]) / static_cast<float>(kAhead * seconds));
  }
  return mesh;
}

Mesh SceneWorld::keyframed_mesh(const Solid& solid, double frame) {
  // Parts of a composed shape may reach without limit; what is far from the stage is not seen.
  if (!is_composed(solid.shape) || longest(Box3f(builder_.field(solid.shape, frame)->bounds())) < 1e4f) {
    return builder_.mesh(solid.shape, frame);
  }
  const float stage = longest(stage_);
  const Box3f limits = stage_.padded(stage);
  Shape box, cut;
  box.kind = shapes::Box{Vec3d(limits.lower), Vec3d(limits.upper)};
  cut.kind = shapes::Intersection{{solid.shape, box}};
  return ShapeBuilder(0.02f * stage, scene_.frames.rate).mesh(cut, frame);
}

}  // namespace weir::render
