// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/mesh/mesh_io.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <functional>

#include "base/files.h"
#include "base/random.h"
#include "temp_folder.h"
#include "test_meshes.h"
#include "weir/base/error.h"

// assimp itself loses some memory on damaged files; the address sanitizer must only speak of ours.
extern "C" const char* __lsan_default_suppressions() { return "leak:libassimp\n"; }

namespace weir {

namespace {

// A unit tetrahedron in the ways other programs write one. Its volume is 1/6.
const std::vector<std::string> kCorner{"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
const std::vector<Vec3i> kFace{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

std::string ascii_stl() {
  std::string text = "solid a vertex of trouble\n";
  for (const Vec3i& f : kFace) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (int k = 0; k < 3; ++k) text += "      vertex " + kCorner[static_cast<size_t>(f[k])] + "\n";
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid a vertex of trouble\n";
}

void put_float(std::string& bytes, float value) { bytes.append(reinterpret_cast<const char*>(&value), 4); }

std::string binary_stl() {
  std::string bytes = "solid but binary all the same";
  bytes.resize(80, ' ');
  const uint32_t count = 4;
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (const Vec3i& f : kFace) {
    for (int i = 0; i < 3; ++i) put_float(bytes, 0);
    for (int k = 0; k < 3; ++k) {
      for (int axis = 0; axis < 3; ++axis) put_float(bytes, axis + 1 == f[k] ? 1.0f : 0.0f);
    }
    bytes.append(2, '\0');
  }
  return bytes;
}

std::string ascii_ply() {
  return "ply\r\nformat ascii 1.0\r\ncomment made elsewhere\r\nelement vertex 4\r\nproperty float x\r\nproperty float "
         "y\r\n"
         "property float z\r\nproperty uchar red\r\nelement face 4\r\nproperty list uchar int vertex_index\r\n"
         "property float quality\r\nend_header\r\n0 0 0 255\r\n1 0 0 255\r\n0 1 0 9\r\n0 0 1 1\r\n"
         "3 0 2 1 0.5\r\n3 0 1 3 0.5\r\n3 0 3 2 1e-3\r\n3 1 2 3 -1\r\n";
}

std::string big_endian_ply() {
  std::string bytes =
      "ply\nformat binary_big_endian 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty double z\n"
      "element face 4\nproperty list uchar ushort vertex_indices\nend_header\n";
  const std::string one("\x3f\xf0\0\0\0\0\0\0", 8), zero(8, '\0');
  for (int i = 0; i < 4; ++i) {
    for (int axis = 0; axis < 3; ++axis) bytes += axis + 1 == i ? one : zero;
  }
  for (const Vec3i& f : kFace) {
    bytes.push_back(3);
    for (int k = 0; k < 3; ++k) bytes += {'\0', static_cast<char>(f[k])};
  }
  return bytes;
}

// With velocities, before the positions and of another type.
std::string moving_ply(const std::string& last_velocity) {
  return "ply\nformat ascii 1.0\nelement vertex 4\nproperty double vx\nproperty double vy\nproperty double vz\n"
         "property float x\nproperty float y\nproperty float z\nelement face 4\n"
         "property list uchar int vertex_index\nend_header\n1 2 3 0 0 0\n4 5 6 1 0 0\n7 8 9 0 1 0\n" +
         last_velocity + " 0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
}

// A cube of quads with normals, texture coordinates, groups, negative indices and a joined line.
std::string quad_obj() {
  return "# from elsewhere\nmtllib none.mtl\no cube\n"
         "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 1\nv 1 -1 1 1.0\nv -1 1 1\nv 1 1 +1\n"
         "vn 0 0 1\nvt 0 0\ng sides\ns off\nusemtl grey\n"
         "f 1/1/1 3/1/1 4/1/1 2/1/1\nf 5//1 6//1 8//1 7//1\nf 1/1 2/1 6/1 5/1 # bottom\nf -6 -2 -1 -5\n"
         "f 1 5 \\\n7 3\nf 2 4 8 6\nl 1 2\n";
}

std::string base64(const std::string& bytes) {
  const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t value = 0;
    for (size_t k = 0; k < 3; ++k) value = value << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? digits[value >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

// One tetrahedron, placed twice by nodes: moved by (10, 0, 0), and at twice the size, mirrored.
std::string gltf() {
  std::string buffer;
  for (int i = 0; i < 4; ++i) {
    for (int axis = 0; axis < 3; ++axis) put_float(buffer, axis + 1 == i ? 1.0f : 0.0f);
  }
  for (const Vec3i& f : kFace) {
    for (int k = 0; k < 3; ++k) buffer += {static_cast<char>(f[k]), '\0'};
  }
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"children":[1,2]},{"mesh":0,"translation":[10,0,0]},{"mesh":0,"scale":[-2,2,2]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},
{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],
"buffers":[{"byteLength":72,"uri":"data:application/octet-stream;base64,)" +
         base64(buffer) + "\"}]}";
}

class MeshIo : public testing::Test {
 protected:
  Mesh read(const std::string& name, const std::string& bytes) {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::remove(path);  // writing over an old file would wait for the disk
    std::ofstream(path, std::ios::binary) << bytes;
    return read_mesh(path);
  }
  // The sentence the user gets, which must begin with the file's name.
  std::string complaint(const std::string& name, const std::string& bytes) {
    try {
      read(name, bytes);
    } catch (const InputError& e) {
      const std::string location = (folder_ / name).string() + ": ", what = e.what();
      EXPECT_EQ(what.substr(0, location.size()), location);
      return what.substr(std::min(location.size(), what.size()));
    }
    return "was read";
  }
  TempFolder folder_;
};

}  // namespace

TEST_F(MeshIo, ReadsWhatOthersWrite) {
  const std::vector<std::pair<std::string, std::string>> files{
      {"a.stl", ascii_stl()}, {"b.stl", binary_stl()}, {"c.ply", ascii_ply()}, {"d.PLY", big_endian_ply()}};
  for (const auto& [name, bytes] : files) {
    const Mesh mesh = read(name, bytes);
    EXPECT_EQ(mesh.validate(), "");
    EXPECT_EQ(mesh.positions.size(), 4u) << name;
    EXPECT_TRUE(is_closed(mesh)) << name;
    EXPECT_NEAR(volume(mesh), 1.0 / 6, 1e-7) << name;
  }
}

TEST_F(MeshIo, ReadsQuadsAndNegativeIndices) {
  const Mesh mesh = read("cube.obj", quad_obj());
  EXPECT_EQ(mesh.positions.size(), 8u);
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(volume(mesh), 8, 1e-6);
}

TEST_F(MeshIo, CutsConcaveFacesAlongTheInside) {
  // An L of six corners, once from each side, and an arrow-shaped quad.
  const Mesh l = read("l.obj", "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5 6\n");
  EXPECT_EQ(l.triangles.size(), 4u);
  EXPECT_NEAR(area(l), 3, 1e-6);  // a fan from a wrong corner would cover more
  for (int turn = 0; turn < 4; ++turn) {
    const auto corner = [&](int i) { return (i + turn) % 4 + 1; };
    const Mesh arrow = read("arrow.obj", fmt::format("v 0 0 0\nv 2 -1 0\nv 1 0 0\nv 2 1 0\nf {} {} {} {}\n", corner(0),
                                                     corner(1), corner(2), corner(3)));
    EXPECT_NEAR(area(arrow), 1, 1e-6);
  }
}

TEST_F(MeshIo, AppliesTheNodesOfAScene) {
  const Mesh mesh = read("two.gltf", gltf());
  EXPECT_EQ(mesh.positions.size(), 8u);
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(volume(mesh), 1.0 / 6 + 8.0 / 6, 1e-5);
  EXPECT_NEAR(bounds(mesh).lower.x, -2, 1e-6);
  EXPECT_NEAR(bounds(mesh).upper.x, 11, 1e-6);
}

TEST_F(MeshIo, WeldKeepsTheOrderOfFirstAppearance) {
  const Mesh mesh = read("b.stl", binary_stl());
  EXPECT_EQ(mesh.positions, (std::vector<Vec3f>{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(mesh.triangles[0], (Vec3i{0, 1, 2}));
  // -0 is the same as 0.
  EXPECT_EQ(read("zero.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -0 0 0\nf 1 2 3\nf 4 3 2\n").positions.size(), 3u);
}

TEST_F(MeshIo, RoundTripsExactly) {
  Mesh mesh = sphere_mesh({0.1f, 1e-20f, 12345.678f}, 0.3f, 4);
  const std::filesystem::path ply = folder_ / "s.ply", obj = folder_ / "s.obj";
  write_ply(mesh, ply);
  EXPECT_EQ(read_mesh(ply).positions, mesh.positions);
  EXPECT_EQ(read_mesh(ply).triangles, mesh.triangles);
  write_obj(mesh, obj);
  EXPECT_EQ(read_mesh(obj).positions, mesh.positions);
  EXPECT_EQ(read_mesh(obj).triangles, mesh.triangles);
  EXPECT_TRUE(read_mesh(ply).velocities.empty());
  const Random random(3);
  for (uint64_t i = 0; i < mesh.positions.size(); ++i) mesh.velocities.push_back(random.unit_vec3(i) * 1e-3f);
  write_ply(mesh, ply);
  EXPECT_EQ(read_mesh(ply).positions, mesh.positions);
  EXPECT_EQ(read_mesh(ply).velocities, mesh.velocities);
  EXPECT_EQ(read_mesh(ply).triangles, mesh.triangles);
  const std::string bytes = read_file(ply);
  EXPECT_NE(bytes.find("property float vx\nproperty float vy\nproperty float vz\n"), std::string::npos);
  EXPECT_EQ(bytes.size(), bytes.find("end_header\n") + 11 + 24 * mesh.positions.size() + 13 * mesh.triangles.size());
}

TEST_F(MeshIo, ReadsVelocitiesWhereAllThreeAreThere) {
  const Mesh mesh = read("m.ply", moving_ply("-1 0.5 1e-3"));
  EXPECT_EQ(mesh.velocities, (std::vector<Vec3f>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {-1, 0.5f, 1e-3f}}));
  EXPECT_EQ(mesh.positions[3], (Vec3f{0, 0, 1}));
  EXPECT_EQ(complaint("nan.ply", moving_ply("0 nan 0")), "the velocity of vertex 4 is not a finite number");
  std::string two = moving_ply("0 0 0");
  two.replace(two.find("double vz"), 9, "double vw");
  EXPECT_TRUE(read("two.ply", two).velocities.empty());
  // A second list of vertices, without velocities: these are at rest.
  std::string more = moving_ply("0 0 0");
  more.insert(more.find("element face"), "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n");
  more.insert(more.find("3 0 2 1"), "5 5 5\n");
  EXPECT_EQ(read("more.ply", more).velocities.size(), 5u);
  EXPECT_EQ(read("more.ply", more).velocities[4], Vec3f{});
}

TEST_F(MeshIo, MendsTrianglesThatAreTurned) {
  std::string turned = ascii_ply();
  turned.replace(turned.find("3 0 2 1"), 7, "3 0 1 2");
  const Mesh mesh = read("t.ply", turned);
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(volume(mesh), 1.0 / 6, 1e-7);
}

TEST_F(MeshIo, SaysWhatIsWrong) {
  EXPECT_THROW(read_mesh(folder_ / "none.obj"), InputError);
  EXPECT_THROW(read_mesh(folder_ / ""), InputError);  // a folder
  for (const char* name : {"e.obj", "e.ply", "e.stl", "e.gltf", "e.glb", "e.fbx"})
    EXPECT_EQ(complaint(name, ""), "is empty");
  EXPECT_NE(complaint("a.txt", "v 0 0 0").find("must end with .obj"), std::string::npos);
  EXPECT_EQ(complaint("t.obj", "this is no mesh\n"), "has no triangles");
  EXPECT_EQ(complaint("t.ply", "this is no mesh\n"), "is not a PLY file");
  EXPECT_EQ(complaint("t.stl", "this is no mesh\n"), "is not an STL file");
  for (const char* name : {"t.gltf", "t.glb", "t.fbx"}) {
    EXPECT_NE(complaint(name, "this is no mesh\n").find("not such a file"), std::string::npos);
  }
  EXPECT_EQ(complaint("points.ply",
                      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                      "property float z\nend_header\n1 2 3\n"),
            "has no triangles");
  EXPECT_EQ(complaint("nan.obj", "v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n"),
            "the position of vertex 3 is not a finite number");
  EXPECT_EQ(complaint("word.obj", "v 0 0 0\nv 1 x 0\n"), "line 2: the coordinate 'x' is not a number");
  EXPECT_EQ(complaint("far.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n"),
            "line 3: a face refers to vertex 3, but there are 2 vertices so far");
  EXPECT_EQ(complaint("two.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n"), "line 3: a face has 2 corners; it needs three or more");
  EXPECT_EQ(complaint("flat.obj", "v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n"),
            "has no triangles: all its faces are collapsed");
  std::string nan = binary_stl();
  std::memset(nan.data() + 84 + 12, 0xff, 4);
  EXPECT_EQ(complaint("nan.stl", nan), "the position of vertex 1 is not a finite number");
}

TEST_F(MeshIo, CutShortIsNoticed) {
  for (const auto& [name, bytes] : {std::pair{"c.ply", ascii_ply()}, std::pair{"d.ply", big_endian_ply()},
                                    std::pair{"a.stl", ascii_stl()}, std::pair{"b.stl", binary_stl()}}) {
    for (size_t size = 1; size + 30 < bytes.size(); size += 3) {
      const std::string what = complaint(name, bytes.substr(0, size));
      ASSERT_NE(what, "was read") << name << " at " << size;
    }
    EXPECT_NE(complaint(name, bytes.substr(0, bytes.size() - 40)).find("cut short"), std::string::npos);
  }
}

TEST_F(MeshIo, DamageNeverCrashes) {
  const Random random(2);
  for (const auto& [name, bytes] :
       {std::pair{"o.obj", quad_obj()}, std::pair{"c.ply", ascii_ply()}, std::pair{"d.ply", big_endian_ply()},
        std::pair{"m.ply", moving_ply("0 0 0")}, std::pair{"a.stl", ascii_stl()}, std::pair{"b.stl", binary_stl()},
        std::pair{"g.gltf", gltf()}}) {
    for (uint64_t variant = 0; variant < 300; ++variant) {
      std::string damaged = bytes;
      const uint64_t flips = 1 + random.below(4, variant);
      for (uint32_t k = 0; k < flips; ++k) {
        damaged[random.below(bytes.size(), variant, 3 * k + 1)] =
            static_cast<char>(random.below(256, variant, 3 * k + 2));
      }
      if (variant % 3 == 0) damaged.resize(random.below(bytes.size(), variant, 99));
      try {
        const Mesh mesh = read(name, damaged);
        ASSERT_EQ(mesh.validate(), "") << name << " variant " << variant;
      } catch (const InputError& e) {
        ASSERT_FALSE(e.problems().front().location.empty());
      }
    }
  }
}

}  // namespace weir
