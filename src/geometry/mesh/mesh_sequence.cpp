// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/mesh_sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbered_files.h"
#include "base/numbered_name.h"
#include "geometry/mesh/mesh_readers.h"
#include "weir/base/error.h"

namespace weir {

namespace fs = std::filesystem;

namespace {

constexpr size_t kFilesKept = 4;

std::vector<std::pair<int, fs::path>> numbered_files_of(const fs::path& path) {
  if (NumberedName::has_number(path)) return NumberedName(path).files();
  auto files = numbered_files_in(path, kMeshExtensions, "mesh files");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

bool is_mesh_sequence(const fs::path& path) {
  std::error_code error;
  return NumberedName::has_number(path) || fs::is_directory(path, error);
}

std::vector<fs::path> mesh_files(const fs::path& path) {
  if (!is_mesh_sequence(path)) return {path};
  std::vector<fs::path> files;
  int next = 0;
  for (const auto& [number, file] : numbered_files_of(path)) {
    if (files.empty()) next = number;
    if (number < next) throw InputError(path.string(), fmt::format("two files have the number {}", number));
    if (number > next) {
      throw InputError(path.string(),
                       fmt::format("file {} of the sequence is missing, before {}", next, file.filename().string()));
    }
    files.push_back(file);
    ++next;
  }
  if (files.empty()) throw InputError(path.string(), "there is no file of this name with digits in place of #");
  return files;
}

MeshSequence::MeshSequence(const fs::path& path, double scale, double first_frame, const Vec3d& offset)
    : files_(mesh_files(path)),
      scale_(scale),
      origin_(offset == Vec3d{} ? Vec3d{} : offset / -scale),
      first_frame_(first_frame) {
  first_ = read_polygons(files_[0], origin_);
  topology_ = topology_of(first_);
  if (topology_.triangles.empty())
    throw InputError(files_[0].string(), "has no triangles: all its faces are collapsed");
}

MeshSequence::Loaded MeshSequence::read(size_t file) const {
  const Polygons polygons = file == 0 ? first_ : read_polygons(files_[file], origin_);
  const bool like_first = polygons.same_faces(first_);
  Loaded loaded{file, mesh_of(polygons, like_first ? topology_ : topology_of(polygons)), like_first};
  const auto to_metres = [this](std::vector<Vec3f>& values) {
    for (Vec3f& v : values) v = static_cast<Vec3f>(static_cast<Vec3d>(v) * scale_);
  };
  to_metres(loaded.mesh.positions);
  to_metres(loaded.mesh.velocities);
  if (scale_ < 0) {
    for (Vec3i& t : loaded.mesh.triangles) std::swap(t.y, t.z);
  }
  return loaded;
}

const MeshSequence::Loaded& MeshSequence::load(size_t file) {
  const auto known = std::find_if(recent_.begin(), recent_.end(), [&](const Loaded& l) { return l.file == file; });
  if (known != recent_.end()) {
    recent_.splice(recent_.begin(), recent_, known);
  } else {
    recent_.push_front(read(file));
    if (recent_.size() > kFilesKept) recent_.pop_back();
  }
  return recent_.front();
}

Mesh MeshSequence::at(double frame, double frames_per_second) {
  const auto last = static_cast<double>(files_.size() - 1);
  const double position = std::clamp(frame - first_frame_, 0.0, last);
  const auto file = static_cast<size_t>(position);
  const double part = position - static_cast<double>(file);
  const bool held = frame < first_frame_ || position == last;
  const Loaded& before = load(file);
  if (held) {
    Mesh mesh = before.mesh;
    mesh.velocities.clear();  // what the file has of them is over
    if (moves() && before.like_first) mesh.velocities.resize(mesh.positions.size());
    return mesh;
  }
  const Loaded& after = load(file + 1);
  if (!before.like_first || !after.like_first) return part < 0.5 ? before.mesh : after.mesh;
  Mesh mesh = before.mesh;
  mesh.velocities.resize(mesh.positions.size());
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    const Vec3d p = static_cast<Vec3d>(before.mesh.positions[i]), q = static_cast<Vec3d>(after.mesh.positions[i]);
    mesh.positions[i] = static_cast<Vec3f>(lerp(p, q, part));
    mesh.velocities[i] = static_cast<Vec3f>((q - p) * frames_per_second);
  }
  return mesh;
}

bool MeshSequence::fixed_connectivity() const {
  if (!fixed_) {
    fixed_ = true;
    for (size_t file = 1; file < files_.size() && *fixed_; ++file) {
      fixed_ = read_polygons(files_[file]).same_faces(first_);
    }
  }
  return *fixed_;
}

}  // namespace weir
