// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/template.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <map>

#include "control/templates/library/bytes.h"
#include "control/templates/library/frame_coding.h"
#include "weir/base/error.h"

namespace weir::templates {

namespace {

size_t bytes_of(const Particles& particles) {
  size_t bytes = 0;
  for_each_array([&](const char*, const auto& array) { bytes += array.size() * sizeof(array[0]); }, particles);
  return bytes;
}

FrameLattice lattice_of(const TemplateMetadata& metadata) {
  return {metadata.dimensions, metadata.region.box(), metadata.spacing, metadata.rate};
}

}  // namespace

Template::Template(const std::filesystem::path& file, size_t kept_bytes)
    : file_(file), kept_bytes_(kept_bytes), alive_(frames()) {
  if (!lattice_of(metadata()).fits()) file_.damaged("its region, spacing and rate do not go together");
}

size_t Template::fewest_particles() const {
  size_t fewest = particles_in(0);
  for (size_t i = 1; i < frames(); ++i) fewest = std::min(fewest, particles_in(i));
  return fewest;
}

size_t Template::most_particles() const {
  size_t most = 0;
  for (size_t i = 0; i < frames(); ++i) most = std::max(most, particles_in(i));
  return most;
}

uint64_t Template::particle_frames() const {
  uint64_t sum = 0;
  for (size_t i = 0; i < frames(); ++i) sum += particles_in(i);
  return sum;
}

size_t Template::first_of_group(size_t frame) const {
  while (!file_.directory().frames[frame].key) --frame;  // frame 0 is one
  return frame;
}

std::shared_ptr<const Particles> Template::frame(size_t index) const {
  if (index >= frames()) {
    throw InputError(path().string(), fmt::format("has {} frames, but number {} was asked for", frames(), index + 1));
  }
  const size_t first = first_of_group(index);
  std::shared_ptr<const Group> group = known_group(first);
  if (!group) {
    // Without the lock: unpacking uses parallel loops, and a thread that waits in one may be given work that asks for
    // a frame. Two threads that ask at once both unpack, and the first one's is kept.
    group = unpacked_group(first);
    const std::lock_guard lock(mutex_);
    if (std::shared_ptr<const Group> other = alive_[first].lock()) {
      group = other;
    } else {
      alive_[first] = group;
      keep(group);
    }
  }
  return {group, &group->frames[index - first]};
}

std::shared_ptr<const Template::Group> Template::known_group(size_t first) const {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const Group> group = alive_[first].lock();
  if (group) keep(group);
  return group;
}

void Template::keep(const std::shared_ptr<const Group>& group) const {
  kept_.remove(group);
  kept_.push_front(group);
  size_t bytes = 0, count = 0;
  const auto too_much = std::find_if(kept_.begin(), kept_.end(), [&](const std::shared_ptr<const Group>& g) {
    bytes += g->bytes;
    return ++count > 2 && bytes > kept_bytes_;
  });
  kept_.erase(too_much, kept_.end());
}

std::shared_ptr<const Template::Group> Template::unpacked_group(size_t first) const {
  const FrameLattice lattice = lattice_of(metadata());
  auto group = std::make_shared<Group>();
  group->first = first;
  LatticeFrame previous;
  for (size_t i = first; i < frames() && (i == first || !file_.directory().frames[i].key); ++i) {
    const TemplateBlock* block = file_.directory().find("particles", static_cast<int32_t>(i));
    if (block == nullptr) file_.damaged(fmt::format("frame {} is missing", i + 1));
    const std::string bytes = file_.read(*block);
    try {
      previous = decode_frame(lattice, bytes, particles_in(i), i == first ? nullptr : &previous);
    } catch (const Damaged& how) {
      file_.damaged(fmt::format("frame {}: {}", i + 1, how.what()));
    }
    group->frames.push_back(from_lattice(lattice, previous));
    group->bytes += bytes_of(group->frames.back());
  }
  return group;
}

std::optional<std::string> Template::block(std::string_view name, uint32_t version, int32_t frame) const {
  const TemplateBlock* found = file_.directory().find(name, frame);
  if (found == nullptr || found->version != version) return std::nullopt;
  return file_.read(*found);
}

std::string Template::thumbnail() const { return block("thumbnail", 1, kWholeTemplate).value_or(""); }

std::shared_ptr<const Template> open_template(const std::filesystem::path& file) {
  using Identity = std::array<uint64_t, 5>;
  static std::mutex mutex;
  static std::map<Identity, std::weak_ptr<const Template>> open;

  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw InputError(file.string(), "there is no such file");
  const Identity identity{status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size),
                          static_cast<uint64_t>(status.st_mtim.tv_sec), static_cast<uint64_t>(status.st_mtim.tv_nsec)};
  const std::lock_guard lock(mutex);
  std::erase_if(open, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<const Template>& known = open[identity];
  std::shared_ptr<const Template> result = known.lock();
  if (!result) known = result = std::make_shared<const Template>(file);
  return result;
}

}  // namespace weir::templates
