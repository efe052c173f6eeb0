// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/rigid_shape.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMesh.h>

#include "sim/rigid_mass.h"
#include "sim/rigid_pieces.h"

namespace weir {

namespace {

using Points = std::vector<Vec3d>;

btVector3 bullet(const Vec3d& v) { return {v.x, v.y, v.z}; }

std::unique_ptr<btConvexHullShape> convex_shape(const Points& corners, const RigidUnits& units) {
  auto shape = std::make_unique<btConvexHullShape>();
  for (const Vec3d& corner : corners) shape->addPoint(bullet(corner * units.scale), false);
  shape->recalcLocalAabb();
  shape->setMargin(units.margin * units.scale);
  shape->initializePolyhedralFeatures();  // its faces: with them, all corners of a contact are found at once
  return shape;
}

// One or more convex shapes, each in its pose.
struct Pieces {
  std::vector<std::unique_ptr<btConvexHullShape>> convex;
  btCompoundShape all;
  void add(std::unique_ptr<btConvexHullShape> shape, const btTransform& pose) {
    all.addChildShape(pose, shape.get());
    convex.push_back(std::move(shape));
  }
};

// What is collided of a mesh: itself, or in 2D the wall along its outline at z = 0.
Mesh collided_part(const Mesh& mesh, double depth) {
  if (depth == 0) return mesh;
  Mesh wall;
  for (const Segment& segment : cut_at_z0(mesh)) {
    const int32_t first = static_cast<int32_t>(wall.positions.size());
    for (const double z : {-depth, depth}) {
      wall.positions.push_back(static_cast<Vec3f>(segment.from + Vec3d{0, 0, z}));
      wall.positions.push_back(static_cast<Vec3f>(segment.to + Vec3d{0, 0, z}));
    }
    wall.triangles.push_back({first, first + 1, first + 3});
    wall.triangles.push_back({first, first + 3, first + 2});
  }
  return wall;
}

RigidShape shape_of_pieces(const Mesh& mesh, const Field& field, const Affine& to_body, const RigidUnits& units,
                           const PieceSettings& settings) {
  std::vector<Points> corners = convex_pieces(mesh, field, settings);
  for (Points& piece : corners) {
    for (Vec3d& p : piece) p = to_body.point(p);
  }
  if (corners.size() == 1) return convex_shape(corners.front(), units);
  const auto pieces = std::make_shared<Pieces>();
  for (const Points& piece : corners) pieces->add(convex_shape(piece, units), btTransform::getIdentity());
  return {pieces, &pieces->all};
}

// Metres, the longer way in the plane in 2D.
double size_of(const Mesh& mesh, const RigidUnits& units) {
  const Vec3d size = static_cast<Vec3d>(bounds(mesh).size());
  return units.depth > 0 ? std::max(size.x, size.y) : max_component(size);
}

}  // namespace

RigidShape sphere_shape(double radius, const RigidUnits& units) {
  return std::make_shared<btSphereShape>(radius * units.scale);
}

RigidShape body_shape(const Mesh& mesh, const Field& field, const Affine& to_body, const RigidUnits& units) {
  const Mesh collided = collided_part(mesh, units.depth);
  const double size = size_of(collided, units);
  return shape_of_pieces(collided, field, to_body, units,
                         {.tolerance = std::max(units.detail, 0.01 * size),
                          .smallest = std::max(units.detail, size / 10),
                          .flat = units.depth > 0});
}

RigidShape solid_shape(const Mesh& mesh, const Field& field, const RigidUnits& units) {
  const Mesh collided = collided_part(mesh, units.depth);
  if (collided.triangles.empty()) return nullptr;
  const double size = size_of(collided, units);
  return shape_of_pieces(
      collided, field, {}, units,
      {.tolerance = units.detail, .smallest = std::max(units.detail, size / 50), .flat = units.depth > 0});
}

RigidShape triangle_shape(const Mesh& mesh, const Box3d& near, const RigidUnits& units) {
  struct Triangles {
    btTriangleMesh mesh;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
  };
  const Mesh collided = collided_part(mesh, units.depth);
  const auto triangles = std::make_shared<Triangles>();
  for (const Vec3i& t : collided.triangles) {
    Box3d box;
    btVector3 corner[3];
    for (int i = 0; i < 3; ++i) {
      const Vec3d p = static_cast<Vec3d>(collided.positions[static_cast<size_t>(t[i])]);
      box.include(p);
      corner[i] = bullet(p * units.scale);
    }
    if (!box.intersected(near).empty()) triangles->mesh.addTriangle(corner[0], corner[1], corner[2]);
  }
  if (triangles->mesh.getNumTriangles() == 0) return nullptr;
  triangles->shape = std::make_unique<btBvhTriangleMeshShape>(&triangles->mesh, true);
  triangles->shape->setMargin(units.margin * units.scale);
  return {triangles, triangles->shape.get()};
}

// Upright in a space of its own, because Bullet rounds the faces of slanted pieces by a part of their size.
RigidShape plane_shape(const Vec3d& point, const Vec3d& normal, double reach, const RigidUnits& units) {
  const Vec3d up = normalized(normal);
  const Vec3d aside = normalized(cross(up, std::abs(up.x) < 0.5 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
  const Vec3d across = cross(aside, up);
  Points corners;
  for (int corner = 0; corner < 8; ++corner) {
    corners.push_back({corner & 1 ? reach : -reach, corner & 2 ? -reach : 0, corner & 4 ? reach : -reach});
  }
  const auto pieces = std::make_shared<Pieces>();
  const btMatrix3x3 axes(aside.x, up.x, across.x, aside.y, up.y, across.y, aside.z, up.z, across.z);
  pieces->add(convex_shape(corners, units), btTransform(axes, bullet(point * units.scale)));
  return {pieces, &pieces->all};
}

}  // namespace weir
