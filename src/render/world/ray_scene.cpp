// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/ray_scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::render {

namespace {

struct PassContext {
  RTCIntersectContext base;  // first, so that the filter finds the rest behind it
  const World* world;
  Passage* passage;
};

bool usable(const Mesh& mesh, const Vec3i& triangle) {
  const int count = static_cast<int>(mesh.positions.size());
  for (int k = 0; k < 3; ++k) {
    if (triangle[k] < 0 || triangle[k] >= count) return false;
    // Embree passes over coordinates beyond 1.8e18; moved by their velocity they must stay below.
    const Vec3f& p = mesh.positions[static_cast<size_t>(triangle[k])];
    if (!is_finite(p) || max_component(abs(p)) > 1e9f) return false;
  }
  return true;
}

// Collects a boundary of a liquid and lets the ray go on; stops it at a solid.
void note_boundary(const RTCFilterFunctionNArguments* arguments) {
  const auto* context = reinterpret_cast<const PassContext*>(arguments->context);
  const auto* hit = reinterpret_cast<const RTCHit*>(arguments->hit);
  const auto* ray = reinterpret_cast<const RTCRay*>(arguments->ray);
  Passage& passage = *context->passage;
  const auto material = static_cast<uint32_t>(context->world->meshes[hit->geomID].material);
  if (!context->world->materials[material].liquid || passage.count == passage.boundary.size()) return;
  const Vec3f normal = normalized(Vec3f{hit->Ng_x, hit->Ng_y, hit->Ng_z});
  passage.boundary[passage.count++] = {ray->tfar, dot(normal, Vec3f{ray->dir_x, ray->dir_y, ray->dir_z}), material,
                                       hit->primID};
  arguments->valid[0] = 0;
}

RTCRay ray_of(const Ray& ray) {
  return {ray.origin.x,
          ray.origin.y,
          ray.origin.z,
          0.0f,
          ray.direction.x,
          ray.direction.y,
          ray.direction.z,
          ray.time,
          ray.length,
          0xFFFFFFFFu,
          0,
          0};
}

}  // namespace

struct RayScene::Impl {
  const World* world;
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  std::vector<std::vector<Vec3i>> triangles;  // those of each mesh that can be used

  ~Impl() {
    if (scene) rtcReleaseScene(scene);
    if (device) rtcReleaseDevice(device);
  }

  void check() const {
    if (rtcGetDeviceError(device) != RTC_ERROR_NONE)
      throw RunError("the ray tracer Embree failed; is there enough memory?");
  }

  void add(const WorldMesh& object) {
    const Mesh& mesh = object.mesh;
    std::vector<Vec3i>& kept = triangles.emplace_back();
    std::copy_if(mesh.triangles.begin(), mesh.triangles.end(), std::back_inserter(kept),
                 [&](const Vec3i& t) { return usable(mesh, t); });
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    const bool blurred = world->shutter > 0 && mesh.velocities.size() == mesh.positions.size() && !kept.empty();
    rtcSetGeometryTimeStepCount(geometry, blurred ? 2 : 1);
    for (unsigned step = 0; step < (blurred ? 2u : 1u); ++step) {
      const float time = blurred ? world->shutter * (static_cast<float>(step) - 0.5f) : 0.0f;
      auto* vertices =
          static_cast<Vec3f*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, step, RTC_FORMAT_FLOAT3,
                                                      sizeof(Vec3f), std::max<size_t>(1, mesh.positions.size())));
      check();
      for (size_t i = 0; i < mesh.positions.size(); ++i) {
        vertices[i] = mesh.positions[i];
        if (blurred && is_finite(mesh.velocities[i])) vertices[i] += mesh.velocities[i] * time;
      }
    }
    auto* corners = static_cast<Vec3i*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                sizeof(Vec3i), std::max<size_t>(1, kept.size())));
    check();
    if (kept.empty()) corners[0] = {0, 0, 0};
    std::copy(kept.begin(), kept.end(), corners);
    rtcSetGeometryOccludedFilterFunction(geometry, note_boundary);
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, static_cast<unsigned>(triangles.size() - 1));
    rtcReleaseGeometry(geometry);
    check();
  }

  Vec3f smooth_normal(const RTCHit& hit) const {
    const WorldMesh& object = world->meshes[hit.geomID];
    if (object.normals.size() != object.mesh.positions.size()) return {hit.Ng_x, hit.Ng_y, hit.Ng_z};
    const Vec3i& t = triangles[hit.geomID][hit.primID];
    const auto at = [&](int k) { return object.normals[static_cast<size_t>(t[k])]; };
    return at(0) * (1 - hit.u - hit.v) + at(1) * hit.u + at(2) * hit.v;
  }

  void find_paint(const RTCHit& hit, SurfaceHit& result) const {
    const Mesh& mesh = world->meshes[hit.geomID].mesh;
    result.painted = !mesh.colours.empty() && mesh.colours.size() == mesh.positions.size();
    if (!result.painted) return;
    const Vec3i& t = triangles[hit.geomID][hit.primID];
    const auto at = [&](int k) { return mesh.colours[static_cast<size_t>(t[k])]; };
    const Vec3f colour = at(0) * (1 - hit.u - hit.v) + at(1) * hit.u + at(2) * hit.v;
    result.colour = max(Vec3f{}, min(Vec3f{1, 1, 1}, colour));
  }
};

RayScene::RayScene(const World& world) : impl_(std::make_unique<Impl>()) {
  impl_->world = &world;
  impl_->device = rtcNewDevice(nullptr);
  if (!impl_->device) throw RunError("the ray tracer Embree cannot be started on this machine");
  impl_->scene = rtcNewScene(impl_->device);
  rtcSetSceneFlags(impl_->scene, RTC_SCENE_FLAG_ROBUST);
  for (const WorldMesh& object : world.meshes) impl_->add(object);
  // One thread: the order of Embree's tree decides which of two triangles is met on their common edge.
  const ThreadLimit one(1);
  rtcCommitScene(impl_->scene);
  impl_->check();
}

RayScene::~RayScene() = default;

SurfaceHit RayScene::first_hit(const Ray& ray) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit query{ray_of(ray), {}};
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(impl_->scene, &context, &query);
  SurfaceHit result;
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return result;
  result.distance = query.ray.tfar;
  result.normal = normalized(Vec3f{query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z});
  result.shading = normalized(impl_->smooth_normal(query.hit));
  result.material = static_cast<uint32_t>(impl_->world->meshes[query.hit.geomID].material);
  result.outside = dot(result.normal, ray.direction) < 0;
  impl_->find_paint(query.hit, result);
  return result;
}

void RayScene::pass(const Ray& ray, Passage& passage) const {
  PassContext context{{}, impl_->world, &passage};
  rtcInitIntersectContext(&context.base);
  passage.count = 0;
  RTCRay query = ray_of(ray);
  rtcOccluded1(impl_->scene, &context.base, &query);
  passage.blocked = query.tfar < 0;
  const auto end = passage.boundary.begin() + static_cast<std::ptrdiff_t>(passage.count);
  std::sort(passage.boundary.begin(), end, [](const Passage::Boundary& a, const Passage::Boundary& b) {
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.material != b.material ? a.material < b.material : a.triangle < b.triangle;
  });
}

}  // namespace weir::render
