// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// glTF, GLB and FBX through assimp: every mesh where the nodes of the file's scene put it, joined into one.

#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <string>

#include "geometry/mesh/mesh_readers.h"
#include "weir/base/error.h"

namespace weir {

namespace {

// Deeper trees than any real scene has are damage that would end in a stack overflow.
constexpr int kMostLevels = 1000;

void add_mesh(const aiMesh& mesh, const aiMatrix4x4& transform, Polygons& polygons) {
  const auto base = static_cast<int32_t>(polygons.positions.size());
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const aiVector3D p = transform * mesh.mVertices[i];
    polygons.positions.push_back({p.x, p.y, p.z});
  }
  const bool mirrored = transform.Determinant() < 0;
  std::vector<int32_t> face;
  for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
    face.clear();
    for (unsigned k = 0; k < mesh.mFaces[i].mNumIndices; ++k) {
      const unsigned corner = mesh.mFaces[i].mIndices[mirrored ? mesh.mFaces[i].mNumIndices - 1 - k : k];
      if (corner >= mesh.mNumVertices) throw InputError("", "a face refers to a vertex that does not exist");
      face.push_back(base + static_cast<int32_t>(corner));
    }
    polygons.add_face(face);
  }
}

void add_node(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent, int level, Polygons& polygons) {
  if (level > kMostLevels) throw InputError("", "its scene is nested too deeply");
  const aiMatrix4x4 transform = parent * node.mTransformation;
  for (unsigned i = 0; i < node.mNumMeshes; ++i) add_mesh(*scene.mMeshes[node.mMeshes[i]], transform, polygons);
  for (unsigned i = 0; i < node.mNumChildren; ++i) {
    add_node(scene, *node.mChildren[i], transform, level + 1, polygons);
  }
}

}  // namespace

Polygons read_scene_file(const std::filesystem::path& path) {
  Assimp::Importer importer;
  const aiScene* scene = nullptr;
  try {
    scene = importer.ReadFile(path.string(), 0);
  } catch (const std::exception& e) {
    throw InputError("", std::string("is damaged: ") + e.what());
  }
  if (scene == nullptr || scene->mRootNode == nullptr) {
    throw InputError("", std::string("is damaged or not such a file: ") + importer.GetErrorString());
  }
  Polygons polygons;
  add_node(*scene, *scene->mRootNode, aiMatrix4x4(), 0, polygons);
  return polygons;
}

}  // namespace weir
