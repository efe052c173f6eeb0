// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/cache/sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/numbered_files.h"
#include "base/numbered_name.h"
#include "cache/bgeo.h"
#include "cache/particles_ply.h"
#include "cache/run_folder.h"
#include "geometry/mesh/text_scanner.h"
#include "weir/base/error.h"

namespace weir::cache {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExtensions[] = {".vdb", ".bgeo", ".bgeo.gz", ".ply"};
constexpr const char* kNoFrames = "this run has no frames yet; weir run makes them";

std::string_view known_extension_of(const fs::path& path) {
  const std::string_view extension = number_of_file(path, kExtensions).extension;
  if (extension.empty()) {
    throw InputError(path.string(),
                     fmt::format("is not of a format for particles; {} are known", fmt::join(kExtensions, ", ")));
  }
  return extension;
}

bool looks_like_a_scene(const fs::path& path) {
  std::error_code error;
  if (path.extension() != ".json" || !fs::is_regular_file(path, error)) return false;
  if (path.filename() == "run.json") return false;  // it holds the scene of its run
  const std::string text = read_file(path);
  return text.find("\"solver\"") != std::string::npos || text.find("\"include\"") != std::string::npos;
}

// The file that an artist has at hand is the scene.
std::string_view extension_to_read(const fs::path& path) {
  if (looks_like_a_scene(path)) {
    throw InputError(path.string(),
                     fmt::format("that is a scene, not what came of it; run it (weir run {}), then name the folder of "
                                 "its run",
                                 path.string()));
  }
  return known_extension_of(path);
}

// For a name that no file has: what there is instead.
std::string numbered_files_there(const fs::path& folder) {
  try {
    const fs::path first = numbered_files_in(folder, kExtensions, "particle files").front().second;
    return fmt::format("; the folder holds {}", first.filename().string());
  } catch (const InputError&) {
    return "";
  }
}

}  // namespace

static void move(Particles& particles, const Vec3d& by) {
  if (by == Vec3d{}) return;
  for (Vec3f& p : particles.position) p = static_cast<Vec3f>(static_cast<Vec3d>(p) + by);
}

Particles read_particles(const fs::path& path, bool* has_ids, const Vec3d& origin) {
  const std::string_view extension = extension_to_read(path);
  if (extension == ".vdb") return read_particles_vdb(path, has_ids, origin);
  if (extension == ".ply") return read_particles_ply(path, has_ids, origin);
  Particles particles = read_bgeo(path, has_ids);
  move(particles, -origin);
  return particles;
}

void write_particles(const fs::path& path, const Particles& particles, float spacing, Precision precision, Ids ids,
                     const Vec3d& origin) {
  const std::string_view extension = known_extension_of(path);
  if (extension == ".vdb") return write_particles_vdb(path, particles, spacing, precision, ids, origin);
  if (extension == ".ply") return write_particles_ply(path, particles, ids, origin);
  const bool packed = extension == ".bgeo.gz";
  if (origin == Vec3d{}) return write_bgeo(path, particles, packed, ids);
  Particles in_world = particles;
  move(in_world, origin);
  write_bgeo(path, in_world, packed, ids);
}

Vec3d origin_of_particles(const fs::path& path) {
  return known_extension_of(path) == ".vdb" ? origin_of_vdb(path) : Vec3d{};
}

ParticleSequence::ParticleSequence(const fs::path& path, const Vec3d& origin) : path_(path), origin_(origin) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    const fs::path of_a_run = path / "particles";
    if (const RunFolder run(path); run.branched_from()) {
      find_in_branch(run);
    } else if (run.holds_a_run() && run.frames().empty()) {
      throw InputError(path.string(), kNoFrames);
    } else {
      find_in_folder(fs::is_directory(of_a_run, error) ? of_a_run : path);
    }
  } else if (fs::exists(path, error)) {
    extension_to_read(path);
    add(number_of_file(path, kExtensions).number.value_or(1), path);
  } else if (NumberedName::has_number(path)) {
    find_by_pattern(path);
  } else {
    throw InputError(path.string(), "there is no such file or folder");
  }
}

void ParticleSequence::add(int frame, const fs::path& file) {
  const auto [there, is_new] = files_.emplace(frame, file);
  if (!is_new) {
    throw InputError(path_.string(), fmt::format("has frame {} twice: {} and {}", frame,
                                                 there->second.filename().string(), file.filename().string()));
  }
}

void ParticleSequence::find_in_folder(const fs::path& folder) {
  for (const auto& [frame, file] : numbered_files_in(folder, kExtensions, "particle files")) add(frame, file);
}

void ParticleSequence::find_in_branch(const RunFolder& run) {
  for (const int frame : run.frames()) add(frame, run.particles(frame));
  if (files_.empty()) throw InputError(path_.string(), kNoFrames);
}

void ParticleSequence::find_by_pattern(const fs::path& pattern) {
  known_extension_of(pattern);
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) throw InputError(folder.string(), "there is no such folder");
  for (const auto& [frame, file] : NumberedName(pattern).files()) {
    if (!file.filename().string().starts_with('.')) add(frame, file);
  }
  if (files_.empty()) throw InputError(pattern.string(), "no file has such a name" + numbered_files_there(folder));
}

std::vector<int> ParticleSequence::frames() const {
  std::vector<int> frames;
  for (const auto& [frame, file] : files_) frames.push_back(frame);
  return frames;
}

const fs::path& ParticleSequence::file(int frame) const {
  const auto found = files_.find(frame);
  if (found == files_.end()) {
    throw InputError(path_.string(), fmt::format("has no frame {}; it has {}", frame, in_ranges(frames())));
  }
  return found->second;
}

Particles ParticleSequence::read(int frame, bool* has_ids) const {
  return read_particles(file(frame), has_ids, origin_);
}

}  // namespace weir::cache
