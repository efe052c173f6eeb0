// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/ply.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "geometry/mesh/mesh_readers.h"
#include "weir/base/error.h"

namespace weir {

namespace {

const std::string kXyz = "property float x\nproperty float y\nproperty float z\n";

std::string file_of(const std::string& format, const std::string& header, const std::string& values) {
  return "ply\nformat " + format + " 1.0\n" + header + "end_header\n" + values;
}

// What is wrong when everything is read.
std::string problem_in(const std::string& bytes) {
  try {
    PlyReader ply(bytes, "a.ply");
    for (const PlyElement& element : ply.elements()) ply.skip(element);
  } catch (const InputError& error) {
    EXPECT_EQ(error.problems().front().location, "a.ply");
    return error.problems().front().what;
  }
  return {};
}

template <class T>
void put(std::string& to, T value, bool big) {
  std::string bytes(reinterpret_cast<const char*>(&value), sizeof(T));
  if (big) std::reverse(bytes.begin(), bytes.end());
  to += bytes;
}

}  // namespace

TEST(Ply, EveryTypeInBothByteOrdersKeepsItsLimits) {
  const std::string header =
      "element vertex 1\nproperty char x\nproperty uint8 y\nproperty short z\nproperty uint16 a\nproperty int b\n"
      "property uint32 c\nproperty float d\nproperty float64 e\n";
  for (const bool big : {false, true}) {
    std::string values;
    put(values, int8_t{-128}, big), put(values, uint8_t{255}, big), put(values, int16_t{-32768}, big);
    put(values, uint16_t{65535}, big), put(values, std::numeric_limits<int32_t>::min(), big);
    put(values, std::numeric_limits<uint32_t>::max(), big), put(values, 0.1f, big), put(values, 0.1, big);
    const std::string bytes = file_of(big ? "binary_big_endian" : "binary_little_endian", header, values);
    PlyReader ply(bytes, "a.ply");
    ASSERT_EQ(ply.elements().size(), 1u);
    std::vector<double> read;
    for (const PlyProperty& p : ply.elements()[0].properties) read.push_back(ply.next(p.type));
    EXPECT_EQ(read, (std::vector<double>{-128, 255, -32768, 65535, -2147483648.0, 4294967295.0, double{0.1f}, 0.1}));
    EXPECT_EQ(problem_in(bytes), "");
    for (size_t size = 0; size < bytes.size(); ++size) EXPECT_NE(problem_in(bytes.substr(0, size)), "") << size;
  }
}

TEST(Ply, ReadsTextAcrossLinesAndPassesOverWhatIsNotWanted) {
  const std::string bytes =
      file_of("ascii",
              "comment a b c\nelement nothing 18446744073709551615\nelement tag 2\nproperty list uchar int values\n" +
                  std::string("property float w\nelement vertex 1\n") + kXyz,
              "2 7\n8 0.5\n0 1\n+1.5 -2\t3e2\r\n");
  PlyReader ply(bytes, "a.ply");
  ASSERT_EQ(ply.elements().size(), 2u);  // what has no properties takes no bytes
  const PlyElement &tag = ply.elements()[0], &vertex = ply.elements()[1];
  EXPECT_EQ(tag.name, "tag");
  EXPECT_FALSE(tag.has("values"));
  EXPECT_TRUE(tag.has("w"));
  EXPECT_EQ(ply.next_length(tag.properties[0]), 2u);
  EXPECT_EQ(ply.next(PlyType::int32), 7);
  EXPECT_EQ(ply.next(PlyType::int32), 8);
  ply.skip(tag.properties[1]);
  for (const PlyProperty& p : tag.properties) ply.skip(p);
  std::vector<double> read;
  for (const PlyProperty& p : vertex.properties) read.push_back(ply.next(p.type));
  EXPECT_EQ(read, (std::vector<double>{1.5, -2, 300}));
  EXPECT_THROW(ply.next(PlyType::float32), InputError);
}

TEST(Ply, MeshesPassOverEveryListButTheCorners) {
  const Polygons polygons = read_ply(
      file_of("ascii",
              "element vertex 3\nproperty list uchar float weights\n" + kXyz +
                  "element face 2\nproperty list uchar float texcoord\nproperty list uchar uint vertex_index\n" +
                  "element edge 1\nproperty list uchar int vertex_index\n",
              "2 9 9 1 2 3\n0 4 5 6\n1 9 7 8 9\n3 9 9 9 3 2 1 0\n0 4 0 1 2 1\n2 77 78\n"));
  EXPECT_EQ(polygons.positions, (std::vector<Vec3f>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
  EXPECT_EQ(polygons.corners, (std::vector<int32_t>{2, 1, 0, 0, 1, 2, 1}));
  EXPECT_EQ(polygons.face_end, (std::vector<int32_t>{3, 7}));
}

TEST(Ply, AbsurdCountsAreRefusedBeforeAnybodyTrustsThem) {
  for (const std::string format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    const std::string point(12, '0');
    for (const std::string count : {"2000000", "18446744073709551615"}) {
      const std::string bytes = file_of(format, "element vertex " + count + "\n" + kXyz, point);
      EXPECT_THROW(PlyReader(bytes, ""), InputError);
      EXPECT_EQ(problem_in(bytes), "is damaged: it is cut short");
    }
    const std::string list = "element vertex 1\nproperty list int double l\n" + kXyz;
    const std::string four = format == "ascii" ? "2000000000 " : std::string(4, '\x77');
    EXPECT_EQ(problem_in(file_of(format, list, four + point)), "is damaged: a list in it is cut short");
    const std::string minus = format == "ascii" ? "-1 " : std::string(4, '\xff');
    EXPECT_EQ(problem_in(file_of(format, list, minus + point)), "is damaged: a list in it is cut short");
  }
}

TEST(Ply, AHeaderWithoutEndIsNotSearchedForEver) {
  EXPECT_EQ(problem_in("ply\n" + std::string(1 << 21, 'x') + "\nend_header\n"), "is damaged: its header does not end");
  std::string lines = "ply\n";
  for (int i = 0; i < 100000; ++i) lines += "comment more and more\n";
  EXPECT_EQ(problem_in(lines + "end_header\n"), "is damaged: its header does not end");
}

TEST(Ply, VerticesNeedThreeCoordinates) {
  EXPECT_EQ(problem_in(file_of("ascii", "element vertex 1\nproperty float x\nproperty list uchar int y\n", "1 0")),
            "is damaged: its vertices have no y");
  EXPECT_EQ(problem_in(file_of("ascii", "element face 0\nproperty list uchar int vertex_index\n", "")),
            "has no vertices: there is no element called vertex in it");
}

}  // namespace weir
