// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/record_template.h"

#include <fmt/format.h>

#include <algorithm>

#include "cache/followed_sequence.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "control/templates/library/template_writer.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir::templates {

namespace {

// A look at all frames, for what must be known before the first is written.
struct Survey {
  Box3f bounds;
  size_t phases = 1;
  bool has_mass = false, has_velocity = false;
};

Survey survey(const cache::ParticleSequence& sequence, const std::vector<int>& frames) {
  Survey result;
  for (const int frame : frames) {
    if (interrupted()) throw Interrupted("stopped; nothing was recorded");
    const Particles particles = sequence.read(frame);
    for (size_t i = 0; i < particles.size(); ++i) {
      result.bounds.include(particles.position[i]);
      result.phases = std::max(result.phases, size_t{particles.phase[i]} + 1);
      result.has_mass |= particles.mass[i] != 0;
      result.has_velocity |= particles.velocity[i] != Vec3f{};
    }
  }
  return result;
}

TemplateRegion region_around(const Box3f& bounds, double spacing) {
  if (bounds.empty()) throw InputError("the region", "there is not one particle in these frames");
  const Box3d box = Box3d(bounds).padded(0.5 * spacing);
  return {box.size(), box.centre(), {}};
}

int step_of(const std::vector<int>& frames) {
  const int step = frames.size() > 1 ? frames[1] - frames[0] : 1;
  for (size_t i = 1; i < frames.size(); ++i) {
    if (frames[i] - frames[i - 1] == step && step > 0) continue;
    throw InputError("--frames", fmt::format("must be equally far apart and ascending, but {} follows {}", frames[i],
                                             frames[i - 1]));
  }
  return step;
}

// The frames one by one, with what files of other programs may lack.
class Source {
 public:
  Source(const cache::ParticleSequence& sequence, const std::vector<int>& frames, const TemplateMetadata& metadata,
         const Survey& look)
      : sequence_(sequence, frames, metadata.rate), frames_(frames), metadata_(metadata), look_(look) {
    sequence_.require_certain();
  }

  Particles at(size_t index) const {
    Particles particles = sequence_.read(frames_[index]);
    if (!look_.has_mass) {
      for (size_t i = 0; i < particles.size(); ++i) {
        const TemplatePhase& phase = metadata_.phases[particles.phase[i]];
        particles.mass[i] = static_cast<float>(phase.density * std::pow(metadata_.spacing, metadata_.dimensions));
      }
    }
    if (!look_.has_velocity && frames_.size() > 1) sequence_.add_velocities(particles, frames_[index]);
    return particles;
  }

 private:
  cache::FollowedSequence sequence_;
  const std::vector<int>& frames_;
  const TemplateMetadata& metadata_;
  const Survey& look_;
};

[[noreturn]] void nothing_inside(const Recording& recording, const Box3d& bounds) {
  const std::string where = bounds.empty() ? "there is no liquid"
                                           : fmt::format(
                                                 "the liquid is between [{:.4g}, {:.4g}, {:.4g}] and [{:.4g}, "
                                                 "{:.4g}, {:.4g}]",
                                                 bounds.lower.x, bounds.lower.y, bounds.lower.z, bounds.upper.x,
                                                 bounds.upper.y, bounds.upper.z);
  throw InputError("the region", fmt::format("no particle is inside it in frames {} to {}; {}",
                                             recording.frames.front(), recording.frames.back(), where));
}

constexpr std::string_view kRun = "run ";
constexpr std::string_view kTitle = " of \"";

std::string source_of_run(const std::filesystem::path& run_folder) {
  return fmt::format("{}{}", kRun, std::filesystem::absolute(run_folder).lexically_normal().string());
}

// takes/SCENE/003: Studio gives each run of a scene such a folder.
bool is_take(const std::filesystem::path& run_folder) {
  const std::string name = run_folder.filename().string();
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
         std::find(run_folder.begin(), run_folder.end(), "takes") != run_folder.end();
}

}  // namespace

TemplateMetadata metadata_of_run(const std::filesystem::path& run_folder) {
  const cache::RunFolder folder(run_folder);
  const Scene scene = cache::scene_of_run(folder.run_json());
  TemplateMetadata metadata;
  metadata.dimensions = scene.dimensions;
  metadata.rate = scene.frames.rate;
  metadata.spacing = scene.solver.spacing;
  metadata.phases.clear();
  for (const Phase& phase : scene.phases) metadata.phases.push_back({phase.name, phase.density});
  metadata.source = source_of_run(run_folder) + (scene.title.empty() ? "" : fmt::format("{}{}\"", kTitle, scene.title));
  return metadata;
}

bool is_source_of_run(const std::string& source, const std::filesystem::path& run_folder) {
  const std::string whole = source_of_run(run_folder);
  if (source == whole || source.starts_with(fmt::format("{}{}", whole, kTitle))) return true;
  if (!source.starts_with(kRun)) return false;
  const std::filesystem::path own = whole.substr(kRun.size());
  const std::filesystem::path other = source.substr(0, source.find(kTitle)).substr(kRun.size());
  return is_take(own) && is_take(other) && own.parent_path() == other.parent_path();
}

TemplateMetadata metadata_of_sequence(const cache::ParticleSequence& sequence, const std::vector<int>& frames,
                                      double rate, double spacing, double density) {
  const Survey look = survey(sequence, frames);
  TemplateMetadata metadata;
  metadata.rate = rate;
  metadata.spacing = spacing;
  metadata.dimensions = !look.bounds.empty() && look.bounds.lower.z == 0 && look.bounds.upper.z == 0 ? 2 : 3;
  metadata.phases = {{"water", density}};
  for (size_t i = 1; i < look.phases; ++i) metadata.phases.push_back({fmt::format("phase {}", i), density});
  for (size_t i = 0; i < frames.size() && metadata.spacing == 0; ++i) {
    metadata.spacing = measure_spacing(sequence.read(frames[i]).position).mean;
  }
  if (metadata.spacing == 0) {
    throw InputError("--spacing", "must be given: there are no two particles whose distance could be measured");
  }
  metadata.source = std::filesystem::absolute(sequence.file(frames.front())).lexically_normal().string();
  return metadata;
}

void record_template(const std::filesystem::path& file, const cache::ParticleSequence& sequence, Recording recording) {
  const std::vector<int>& frames = recording.frames;
  TemplateMetadata& metadata = recording.metadata;
  metadata.first_frame = frames.front();
  metadata.frame_step = step_of(frames);
  metadata.rate /= metadata.frame_step;

  const Survey look = survey(sequence, frames);
  const TemplateRegion region = recording.region ? *recording.region : region_around(look.bounds, metadata.spacing);
  metadata.region = region;
  metadata.region.translate += sequence.origin();  // where it was recorded, in the world
  TemplateWriter writer(file, metadata);
  const Source source(sequence, frames, metadata, look);
  Progress progress("recording", "frame", frames.front(), frames.back(), recording.progress);
  Particles shown;  // from the middle, if there is something then
  size_t inside_in_all = 0;
  for (size_t i = 0; i < frames.size(); ++i) {
    if (interrupted()) throw Interrupted("stopped; nothing was recorded");
    Particles inside = particles_in_region(source.at(i), region, metadata.dimensions);
    writer.add_canonical_frame(inside);
    inside_in_all += inside.size();
    progress.done(frames[i], {{"particles", static_cast<double>(inside.size())}});
    if (inside.size() > 0 && (i <= frames.size() / 2 || shown.size() == 0)) shown = std::move(inside);
  }
  progress.finish();
  if (inside_in_all == 0) {
    const Box3d bounds(look.bounds);
    nothing_inside(recording, {bounds.lower + sequence.origin(), bounds.upper + sequence.origin()});
  }
  writer.finish(recording.thumbnail ? recording.thumbnail(shown, metadata) : std::string());
}

}  // namespace weir::templates
