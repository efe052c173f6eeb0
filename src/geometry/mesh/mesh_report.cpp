// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/mesh/mesh_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/files.h"
#include "geometry/mesh/ply.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

// A side of a triangle.
struct Side {
  int32_t low, high;
  bool forward;  // it runs from the lower vertex to the higher one
  bool operator<(const Side& b) const { return low != b.low ? low < b.low : high < b.high; }
  bool same_edge(const Side& b) const { return low == b.low && high == b.high; }
};

std::vector<Side> sorted_sides(const Mesh& mesh) {
  std::vector<Side> sides;
  for (const Vec3i& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const int32_t from = t[k], to = t[(k + 1) % 3];
      if (from != to) sides.push_back({std::min(from, to), std::max(from, to), from < to});
    }
  }
  std::stable_sort(sides.begin(), sides.end());
  return sides;
}

struct OpenEdge {
  int32_t ends[2];
  bool used = false;
};

// Edges of one triangle; others that do not join two triangles alike are counted.
std::vector<OpenEdge> open_edges_of(const Mesh& mesh, size_t& torn) {
  const std::vector<Side> sides = sorted_sides(mesh);
  std::vector<OpenEdge> open;
  for (size_t i = 0; i < sides.size();) {
    size_t end = i, forward = 0;
    while (end < sides.size() && sides[end].same_edge(sides[i])) forward += sides[end++].forward;
    const size_t count = end - i;
    if (count == 1) {
      open.push_back({{sides[i].low, sides[i].high}});
    } else if (2 * forward != count) {
      ++torn;
    }
    i = end;
  }
  return open;
}

MeshHole hole_of(const Mesh& mesh, const std::vector<int32_t>& loop, size_t edges) {
  MeshHole hole;
  hole.edges = edges;
  Vec3d sum{};
  for (size_t i = 0; i < loop.size(); ++i) {
    const Vec3f& p = mesh.positions[static_cast<size_t>(loop[i])];
    const Vec3f& q = mesh.positions[static_cast<size_t>(loop[(i + 1) % loop.size()])];
    hole.box.include(p);
    const double far = static_cast<double>(length(q - p));
    if (i + 1 < loop.size() || edges == loop.size()) hole.length += far;
    sum += Vec3d(p);
  }
  hole.centre = Vec3f(sum / static_cast<double>(loop.size()));
  return hole;
}

// Follows open edges from vertex to vertex.
std::vector<MeshHole> holes_of(const Mesh& mesh, std::vector<OpenEdge> open) {
  std::vector<std::pair<int32_t, size_t>> at;  // vertex, edge
  for (size_t e = 0; e < open.size(); ++e) {
    for (const int32_t end : open[e].ends) at.emplace_back(end, e);
  }
  std::sort(at.begin(), at.end());
  const auto next_edge = [&](int32_t vertex) -> OpenEdge* {
    for (auto it = std::lower_bound(at.begin(), at.end(), std::pair<int32_t, size_t>(vertex, 0));
         it != at.end() && it->first == vertex; ++it) {
      if (!open[it->second].used) return &open[it->second];
    }
    return nullptr;
  };
  std::vector<MeshHole> holes;
  for (OpenEdge& first : open) {
    if (first.used) continue;
    std::vector<int32_t> loop{first.ends[0]};
    size_t edges = 0;
    for (OpenEdge* edge = &first; edge; edge = next_edge(loop.back())) {
      edge->used = true;
      ++edges;
      const int32_t to = edge->ends[0] == loop.back() ? edge->ends[1] : edge->ends[0];
      if (to == loop.front()) break;
      loop.push_back(to);
    }
    holes.push_back(hole_of(mesh, loop, edges));
  }
  std::stable_sort(holes.begin(), holes.end(),
                   [](const MeshHole& a, const MeshHole& b) { return a.length > b.length; });
  return holes;
}

// For every triangle the number of its part: those that share a vertex are of one.
std::vector<size_t> parts_of(const Mesh& mesh, size_t& count) {
  std::vector<int32_t> root(mesh.positions.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int32_t v) {
    while (root[static_cast<size_t>(v)] != v) {
      v = root[static_cast<size_t>(v)] = root[static_cast<size_t>(root[static_cast<size_t>(v)])];
    }
    return v;
  };
  for (const Vec3i& t : mesh.triangles) {
    root[static_cast<size_t>(find(t.y))] = find(t.x);
    root[static_cast<size_t>(find(t.z))] = find(t.x);
  }
  std::vector<size_t> number(mesh.positions.size(), std::numeric_limits<size_t>::max()), part;
  count = 0;
  for (const Vec3i& t : mesh.triangles) {
    size_t& of_root = number[static_cast<size_t>(find(t.x))];
    if (of_root == std::numeric_limits<size_t>::max()) of_root = count++;
    part.push_back(of_root);
  }
  return part;
}

double volume_of(const Mesh& mesh, const Vec3i& t, const Vec3d& from) {
  const auto at = [&](int32_t v) { return Vec3d(mesh.positions[static_cast<size_t>(v)]) - from; };
  return dot(at(t.x), cross(at(t.y), at(t.z))) / 6;
}

void judge_parts(const Mesh& mesh, MeshReport& report) {
  const std::vector<size_t> part = parts_of(mesh, report.parts);
  const Vec3d from = Vec3d(report.bounds.centre());
  std::vector<double> volume(report.parts);
  for (size_t i = 0; i < part.size(); ++i) volume[part[i]] += volume_of(mesh, mesh.triangles[i], from);
  if (!report.closed()) return;
  for (const double v : volume) report.inside_out += v < 0;
  report.volume = std::accumulate(volume.begin(), volume.end(), 0.0);
}

// How far a ray goes until it meets a triangle; infinite when it meets none (Möller & Trumbore 1997).
double far_along(const Mesh& mesh, const Vec3d& from, const Vec3d& way, size_t without) {
  double nearest = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (i == without) continue;
    const Vec3i& t = mesh.triangles[i];
    const Vec3d a = Vec3d(mesh.positions[static_cast<size_t>(t.x)]);
    const Vec3d u = Vec3d(mesh.positions[static_cast<size_t>(t.y)]) - a,
                v = Vec3d(mesh.positions[static_cast<size_t>(t.z)]) - a;
    const Vec3d p = cross(way, v);
    const double whole = dot(u, p);
    if (whole == 0) continue;
    const Vec3d s = from - a;
    const double x = dot(s, p) / whole;
    if (x < 0 || x > 1) continue;
    const Vec3d q = cross(s, u);
    const double y = dot(way, q) / whole;
    if (y < 0 || x + y > 1) continue;
    const double far = dot(v, q) / whole;
    if (far > 0) nearest = std::min(nearest, far);
  }
  return nearest;
}

// Straight through from points of the surface that are spread evenly over its area.
std::optional<double> thickness_of(const Mesh& mesh, double area) {
  constexpr size_t kMostWork = 60'000'000;  // triangles looked at
  const size_t samples = std::clamp<size_t>(kMostWork / std::max<size_t>(1, mesh.triangles.size()), 8, 500);
  std::vector<size_t> chosen;
  double passed = 0;
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Vec3i& t = mesh.triangles[i];
    const Vec3d a = Vec3d(mesh.positions[static_cast<size_t>(t.x)]);
    passed += 0.5 * length(cross(Vec3d(mesh.positions[static_cast<size_t>(t.y)]) - a,
                                 Vec3d(mesh.positions[static_cast<size_t>(t.z)]) - a));
    while (static_cast<double>(chosen.size()) + 0.5 < passed / area * static_cast<double>(samples) &&
           chosen.size() < samples) {
      chosen.push_back(i);
    }
  }
  std::vector<double> through(chosen.size());
  parallel_for(
      chosen.size(),
      [&](size_t n) {
        const Vec3i& t = mesh.triangles[chosen[n]];
        const Vec3d a = Vec3d(mesh.positions[static_cast<size_t>(t.x)]),
                    b = Vec3d(mesh.positions[static_cast<size_t>(t.y)]),
                    c = Vec3d(mesh.positions[static_cast<size_t>(t.z)]);
        through[n] = far_along(mesh, (a + b + c) / 3, -normalized(cross(b - a, c - a)), chosen[n]);
      },
      1);
  std::erase_if(through, [](double far) { return !std::isfinite(far); });
  if (through.empty()) return {};
  std::sort(through.begin(), through.end());
  return through[through.size() / 10];
}

}  // namespace

MeshReport report_on(const Mesh& mesh) {
  MeshReport report;
  report.vertices = mesh.positions.size();
  report.triangles = mesh.triangles.size();
  report.bounds = bounds(mesh);
  report.area = area(mesh);
  report.holes = holes_of(mesh, open_edges_of(mesh, report.torn_edges));
  judge_parts(mesh, report);
  if (report.closed() && report.area > 0) report.thickness = thickness_of(mesh, report.area);
  return report;
}

std::vector<VertexNumbers> vertex_numbers(const std::filesystem::path& file) {
  constexpr std::array<std::string_view, 16> kKnown{"x",  "y",   "z",     "nx",   "ny",    "nz", "vx", "vy",
                                                    "vz", "red", "green", "blue", "alpha", "s",  "t",  "flags"};
  std::vector<VertexNumbers> found;
  if (file.extension() != ".ply") return found;
  const std::string bytes = read_file(file);
  PlyReader ply(bytes, file.string());
  for (const PlyElement& element : ply.elements()) {
    if (element.name != "vertex") {
      ply.skip(element);
      continue;
    }
    std::vector<int> number;  // in `found`, of every property; -1: passed over
    for (const PlyProperty& property : element.properties) {
      const bool known = property.length_type ||
                         std::find(kKnown.begin(), kKnown.end(), std::string_view(property.name)) != kKnown.end();
      number.push_back(known ? -1 : static_cast<int>(found.size()));
      if (!known)
        found.push_back(
            {property.name, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()});
    }
    for (uint64_t i = 0; i < element.count; ++i) {
      for (size_t p = 0; p < element.properties.size(); ++p) {
        if (number[p] < 0) {
          ply.skip(element.properties[p]);
          continue;
        }
        VertexNumbers& numbers = found[static_cast<size_t>(number[p])];
        const double value = ply.next(element.properties[p].type);
        numbers.least = std::min(numbers.least, value);
        numbers.most = std::max(numbers.most, value);
      }
    }
  }
  return found;
}

}  // namespace weir
