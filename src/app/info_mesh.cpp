// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/info_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/say.h"
#include "base/files.h"
#include "base/numbered_name.h"
#include "geometry/mesh/mesh_readers.h"
#include "geometry/mesh/mesh_sequence.h"
#include "geometry/mesh/ply.h"
#include "weir/base/error.h"
#include "weir/geometry/mesh/mesh_io.h"
#include "weir/geometry/mesh/mesh_report.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

std::string lower_extension(const fs::path& file) {
  std::string text = file.extension().string();
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool has_faces(const fs::path& file) {
  const std::string bytes = read_file(file);
  const PlyReader ply(bytes, file.string());
  return std::any_of(ply.elements().begin(), ply.elements().end(), [](const PlyElement& element) {
    return element.count > 0 && (element.name == "face" || element.name == "tristrips");
  });
}

// By its name alone; .ply files may hold particles.
bool is_mesh_name(const fs::path& file) {
  const std::string extension = lower_extension(file);
  return extension != ".ply" &&
         std::find(std::begin(kMeshExtensions), std::end(kMeshExtensions), extension) != std::end(kMeshExtensions);
}

std::string numbers(const Vec3f& v) { return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", v.x, v.y, v.z); }
std::string size_of(const Vec3f& v, double scale) {
  const auto one = [&](float x) { return fmt::format("{:.3g}", static_cast<double>(x) * scale); };
  return fmt::format("{} x {} x {}", one(v.x), one(v.y), one(v.z));
}

// What has a longest side of so many metres.
const char* as_large_as(double metres) {
  struct Known {
    double below;
    const char* what;
  };
  constexpr std::array<Known, 11> kKnown{{{0.002, "a grain of sand"},
                                          {0.01, "a drop"},
                                          {0.05, "a coin"},
                                          {0.15, "a cup"},
                                          {0.5, "a football"},
                                          {1.2, "a chair"},
                                          {2.5, "a person"},
                                          {6, "a car"},
                                          {25, "a house"},
                                          {120, "a ship"},
                                          {600, "a tower"}}};
  for (const Known& known : kKnown) {
    if (metres < known.below) return known.what;
  }
  return "a mountain";
}

struct Unit {
  const char* name;
  double metres;
};
constexpr std::array<Unit, 3> kOtherUnits{{{"centimetres", 0.01}, {"millimetres", 0.001}, {"inches", 0.0254}}};

void say_units(const Vec3f& size) {
  const auto longest = static_cast<double>(max_component(size));
  say("  units      as metres, it is as large as {}\n", as_large_as(longest));
  // Few shots are about what is larger than a ship.
  constexpr double kLarge = 25;
  if (longest < kLarge) return;
  for (const Unit& unit : kOtherUnits) {
    const double metres = longest * unit.metres;
    if (metres > kLarge || metres < 0.05) continue;
    say("             if it is in {}, write \"scale\": {}: {} m, as large as {}\n", unit.name, unit.metres,
        size_of(size, unit.metres), as_large_as(metres));
  }
}

std::string counted(size_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

void say_holes(const MeshReport& report) {
  constexpr size_t kMost = 8;
  if (report.closed()) {
    say("  closed     yes\n");
    return;
  }
  if (!report.holes.empty()) {
    say("  closed     no: {}; as a liquid, a solid or a target it must be closed\n",
        counted(report.holes.size(), "hole", "holes"));
  }
  for (size_t i = 0; i < std::min(kMost, report.holes.size()); ++i) {
    const MeshHole& hole = report.holes[i];
    say("  hole {:<5} around {}, {} large, {}\n", i + 1, numbers(hole.centre), size_of(hole.box.size(), 1),
        counted(hole.edges, "edge", "edges"));
  }
  if (report.holes.size() > kMost) say("             and {} smaller ones\n", report.holes.size() - kMost);
  if (report.torn_edges > 0) {
    say("  torn       at {} the triangles face opposite ways, or more than two meet\n",
        counted(report.torn_edges, "edge", "edges"));
  }
}

void say_parts(const MeshReport& report) {
  if (report.parts < 2 && report.inside_out == 0) return;
  say("  parts      {}", report.parts);
  if (report.inside_out > 0 && report.inside_out == report.parts) {
    say(", inside out: turn the faces round (flip normals), or it is a hole in nothing");
  } else if (report.inside_out > 0) {
    say(", {} of them inside out: cavities where they are inside another", report.inside_out);
  }
  say("\n");
}

void say_report(const MeshReport& report) {
  const Vec3f size = report.bounds.size();
  say("  mesh       {}, {}\n", counted(report.vertices, "vertex", "vertices"),
      counted(report.triangles, "triangle", "triangles"));
  say("  size       {}\n", size_of(size, 1));
  say("  from       {}\n", numbers(report.bounds.lower));
  say("  to         {}\n", numbers(report.bounds.upper));
  say_holes(report);
  say_parts(report);
  say("  area       {:.4g}\n", report.area);
  if (report.closed()) say("  volume     {:.4g}\n", report.volume);
  if (report.thickness) {
    say("  thickness  {:.3g} at its thinnest tenth; a spacing of {:.2g} puts three particles across\n",
        *report.thickness, *report.thickness / 3);
  }
  say_units(size);
}

void say_painted(const fs::path& file) {
  for (const VertexNumbers& painted : vertex_numbers(file)) {
    say("  painted    {}, {:.3g} to {:.3g}\n", painted.name, painted.least, painted.most);
  }
}

// Whether the files can be interpolated, and where all of them are.
void say_sequence(const fs::path& path, const std::vector<fs::path>& files) {
  const MeshSequence sequence(path, 1, 1);
  Box3f box;
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const fs::path& file : files) {
    const Mesh mesh = read_mesh(file);
    box.include(bounds(mesh));
    least = std::min(least, volume(mesh));
    most = std::max(most, volume(mesh));
  }
  say("  sequence   {} files, {} to {}\n", files.size(), files.front().filename().string(),
      files.back().filename().string());
  say("             {}\n", sequence.fixed_connectivity()
                               ? "the same vertices in all: interpolated between files, and the liquid feels its motion"
                               : "other vertices from file to file: each is shown at its own frame");
  say("             within {} to {}; volume {:.4g} to {:.4g}\n", numbers(box.lower), numbers(box.upper), least, most);
}

}  // namespace

bool is_mesh(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    for (const auto& entry : fs::directory_iterator(path)) {
      if (is_mesh_name(entry.path()) || (lower_extension(entry.path()) == ".ply" && has_faces(entry.path())))
        return true;
    }
    return false;
  }
  if (is_mesh_name(path)) return is_mesh_sequence(path) || fs::exists(path);
  if (lower_extension(path) != ".ply") return false;
  if (!is_mesh_sequence(path)) return fs::exists(path) && has_faces(path);
  const auto files = NumberedName(path).files();
  return !files.empty() && has_faces(files.front().second);
}

void show_mesh(const fs::path& path) {
  const std::vector<fs::path> files = mesh_files(path);
  say("{}: {}\n", path.string(), files.size() > 1 ? "meshes" : "a mesh");
  if (files.size() > 1) say_sequence(path, files);
  if (files.size() > 1) say("{}:\n", files.front().string());
  say_report(report_on(read_mesh(files.front())));
  say_painted(files.front());
}

}  // namespace weir::app
