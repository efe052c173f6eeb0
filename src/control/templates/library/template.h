// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A template: the particles of a region of a liquid, frame by frame, in the region's own (canonical) space
// (Schoentgen et al. 2020, 3.2).
//
//   std::shared_ptr<const Template> splash = open_template("library/splash.weirt");
//   std::shared_ptr<const Particles> now = splash->frame(12);
//
// A frame is read when it is asked for. Frames are stored in groups that are told one frame from the other, so a whole
// group (8 frames) is unpacked at once; the groups used last stay in memory as long as they take no more than a limit.
// All of a large template would not fit (Table 1: a boat of 363k particles and about 340 frames would be 4.7 GB), and
// playing a template goes through its frames in order, forward or backward.

#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "control/templates/library/template_file.h"
#include "weir/sim/particles.h"

namespace weir::templates {

class Template {
 public:
  // Of unpacked frames, bytes; the two groups used last are kept in any case.
  static constexpr size_t kKeptBytes = size_t{512} << 20;

  // InputError naming the file when it is missing, damaged or no template.
  explicit Template(const std::filesystem::path& file, size_t kept_bytes = kKeptBytes);

  const TemplateMetadata& metadata() const { return file_.directory().metadata; }
  size_t frames() const { return file_.directory().frames.size(); }
  size_t particles_in(size_t frame) const { return file_.directory().frames[frame].particles; }
  size_t fewest_particles() const;
  size_t most_particles() const;
  uint64_t particle_frames() const;  // particles of all frames together
  // From its first frame to its last, s.
  double duration() const { return static_cast<double>(frames() - 1) / metadata().rate; }
  const std::filesystem::path& path() const { return file_.path(); }
  uint64_t bytes() const { return file_.bytes(); }

  // Frame 0 to frames() - 1, in canonical space, velocities in m/s; in the order of storage, which is the same from
  // frame to frame but for particles that come and go, and renewed with each group. InputError when the file is
  // damaged. Safe to call from several threads.
  std::shared_ptr<const Particles> frame(size_t index) const;

  // A block that belongs to a frame, or to the whole template (kWholeTemplate): what is derived from the particles and
  // was stored with them (template_rewrite.h). Nothing when there is none of this version.
  std::optional<std::string> block(std::string_view name, uint32_t version, int32_t frame) const;
  // A PNG picture, empty when there is none.
  std::string thumbnail() const;

  const TemplateFileReader& file() const { return file_; }

 private:
  struct Group {
    size_t first = 0;
    std::vector<Particles> frames;
    size_t bytes = 0;
  };
  size_t first_of_group(size_t frame) const;
  std::shared_ptr<const Group> known_group(size_t first) const;  // null when it is not in memory
  std::shared_ptr<const Group> unpacked_group(size_t first) const;
  void keep(const std::shared_ptr<const Group>& group) const;

  TemplateFileReader file_;
  size_t kept_bytes_;
  mutable std::mutex mutex_;
  mutable std::list<std::shared_ptr<const Group>> kept_;   // used last first
  mutable std::vector<std::weak_ptr<const Group>> alive_;  // by first frame: also those only their users hold
};

// The same object for the same file as long as somebody holds it, so that a template is in memory once however often it
// is used. A file that was replaced is another one.
std::shared_ptr<const Template> open_template(const std::filesystem::path& file);

}  // namespace weir::templates
