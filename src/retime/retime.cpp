// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/retime/retime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/files.h"
#include "base/hash.h"
#include "base/stopwatch.h"
#include "cache/run_folder.h"
#include "retime/clock.h"
#include "retime/made_frame.h"
#include "retime/source.h"
#include "run/companions.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/base/version.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir::retime {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Frames that are written together, since most of writing is compressing on one thread and waiting for the disk.
constexpr size_t kTogether = 4;

std::string name_of(const fs::path& path) { return fs::absolute(path).lexically_normal().string(); }

// The run's record, up to the clip's last frame. With the run among what it stands on, it is not gone on with as a run.
std::string run_json_text(const Source& source, int last_frame) {
  cache::RunRecord record = source.record();
  auto scene = std::make_shared<Json>(*record.scene);
  (*scene)["frames"]["last"] = last_frame;
  record.scene = scene;
  record.first_written = source.frames().front();
  record.branched_from.reset();  // all frames of the clip are its own
  const fs::path run_json = cache::RunFolder(source.path()).run_json();
  record.inputs.push_back({name_of(run_json), fmt::format("{:016x}", hash_bytes(read_file(run_json)))});
  return record.text();
}

void check_may_hold(const cache::RunFolder& folder, const std::string& clip, const RetimeOptions& options) {
  if (options.overwrite) return;
  const std::optional<ClipRecord> there = read_clip_record(folder.path());
  if (there && there->text() == clip) return;
  if (there) {
    throw InputError(
        folder.path().string(),
        fmt::format("holds {} at another speed; replace it with --overwrite, or choose another folder with "
                    "-o",
                    there->from));
  }
  if (folder.holds_a_run() || folder.has_files_of_a_run()) {
    throw InputError(folder.path().string(),
                     "holds a run; replace it with --overwrite, or choose another folder with -o");
  }
}

class Writer {
 public:
  Writer(Source& source, Clip clip, const RetimeOptions& options)
      : source_(source), clip_(std::move(clip)), options_(options), folder_(options.folder) {
    clip_text_ = ClipRecord{name_of(source.path()), clip_.clock, source.rate()}.text();
    check_may_hold(folder_, clip_text_, options);
  }

  RetimeSummary write() {
    const cache::RunLock lock(options_.folder, "retiming " + name_of(source_.path()));
    check_may_hold(folder_, clip_text_, options_);
    begin();
    const std::vector<int>& frames = clip_.frames;
    RetimeSummary summary{.first_frame = frames.front(), .last_frame = frames.back(), .missing = missing()};
    Progress progress("retiming", "frame", frames.front(), frames.back(), options_.progress);
    std::vector<MadeFrame> waiting;
    for (const int frame : frames) {
      if (interrupted()) throw Interrupted("stopped; frames written so far are whole");
      const std::string made_from = made_from_of(frame);
      if (is_there(frame, made_from)) {
        progress.done(frame, {});
        continue;
      }
      waiting.push_back(make_frame(source_, clip_.clock, frame));
      waiting.back().made_from = made_from;
      if (waiting.size() == kTogether) write(waiting, progress);
      ++summary.made;
    }
    write(waiting, progress);
    progress.finish();
    put_stats_in_order();
    return summary;
  }

 private:
  void begin() {
    folder_.remove_temporaries();
    const std::optional<ClipRecord> there = read_clip_record(folder_.path());
    const int last = clip_.frames.back();
    if (there && there->text() == clip_text_) {
      folder_.forget_after(last);
      for (const std::string& line : folder_.read_stats()) note_line(line);
    } else {
      folder_.begin("{}\n");  // no run yet, whatever there was
    }
    if (source_.is_run()) {
      write_file(folder_.run_json(), run_json_text(source_, last));
    } else {
      remove_file(folder_.run_json());
    }
    write_file(clip_record(folder_.path()), clip_text_);
  }

  std::vector<int> missing() const {
    std::vector<int> result;
    const std::vector<int>& there = source_.frames();
    if (!source_.is_run()) return result;  // files may be every second frame
    for (int frame = there.front(); frame < there.back(); ++frame) {
      if (!std::binary_search(there.begin(), there.end(), frame)) result.push_back(frame);
    }
    return result;
  }

  void note_line(const std::string& line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || !json.value("frame", Json()).is_number_integer()) return;
    lines_[json["frame"].get<int>()] = line;
  }

  // The frames of the run that it is made from, and all else that it depends on.
  std::string made_from_of(int frame) const {
    const double moment = clip_.clock.moment(frame);
    const auto [before, after] = frames_around(source_.frames(), moment);
    std::string text = fmt::format("{} {}\n{}{}\n", kVersion, kCommit, clip_text_, moment);
    text += source_.files_of(before) + source_.files_of(after);
    if (source_.is_run()) text += source_.record().text();
    return fmt::format("{:016x}", hash_bytes(text));
  }

  bool is_there(int frame, const std::string& made_from) const {
    const auto line = lines_.find(frame);
    if (line == lines_.end() || !fs::exists(folder_.particles(frame))) return false;
    return Json::parse(line->second, nullptr, false).value("made_from", "") == made_from;
  }

  void write(std::vector<MadeFrame>& frames, Progress& progress) {
    if (frames.empty()) return;
    const Stopwatch watch;
    const Precision precision = source_.is_run() ? source_.scene().output.precision : Precision::compact;
    std::vector<std::function<void()>> parts;
    for (const MadeFrame& made : frames) {
      const int frame = made.frame;
      parts.push_back([&, frame] {
        cache::write_particles_vdb(folder_.particles(frame), made.particles, source_.spacing(), precision,
                                   cache::Ids::written, source_.origin());
      });
      if (!made.volumes.empty()) {
        make_folder(folder_.path() / "volumes");
        parts.push_back(
            [&, frame] { cache::write_volumes_vdb(folder_.volumes(frame), made.volumes, source_.origin()); });
      }
    }
    parallel_for(
        parts.size(), [&](size_t i) { parts[i](); }, 1);
    // After the particles: pictures take a surface that is newer.
    for (const MadeFrame& made : frames) {
      if (!made.surface) continue;
      make_folder(folder_.path() / "surface");
      write_ply(*made.surface, folder_.surface(made.frame), source_.origin());
    }
    const double each = watch.milliseconds() / static_cast<double>(frames.size());
    for (const MadeFrame& made : frames) {
      const std::string line = stats_line(made, each);
      folder_.append_stats(line);
      note_line(line);
      progress.done(made.frame, {{"particles", static_cast<double>(made.particles.size())}});
    }
    frames.clear();
  }

  std::string stats_line(const MadeFrame& made, double cache_ms) const {
    const std::vector<uint8_t>& temporary = made.particles.temporary;
    const double seconds = (made.frame - clip_.frames.front()) / source_.rate();
    const double time = source_.is_run() ? source_.scene().frames.time(made.frame) : seconds;
    Json line{{"frame", made.frame},
              {"time", time},
              {"steps", 0},
              {"particles", made.particles.size()},
              {"temporary", std::accumulate(temporary.begin(), temporary.end(), size_t{0})},
              {"wall_ms",
               {{"total", made.milliseconds + cache_ms},
                {"simulation", 0},
                {"control", made.milliseconds},
                {"cache", cache_ms}}},
              {"shows", made.moment},
              {"speed", clip_.clock.speed_at(made.frame)},
              {"made_from", made.made_from}};
    if (!made.bodies.empty()) {
      std::vector<RigidPose> poses;
      for (const cache::BodyPose& body : made.bodies) poses.push_back({body.solid, body.pose, body.pose});
      line["bodies"] = cache::json_of(poses, source_.scene());
    }
    return line.dump();
  }

  // Frames that were made again stand behind the others.
  void put_stats_in_order() {
    std::string text;
    for (const int frame : clip_.frames) text += lines_.at(frame) + "\n";
    write_file(folder_.stats(), text);
  }

  Source& source_;
  Clip clip_;
  RetimeOptions options_;
  cache::RunFolder folder_;
  std::string clip_text_;
  std::map<int, std::string> lines_;  // of stats, by frame
};

// Runs that are shown in its pictures.
void retime_companions(const Source& source, const RetimeOptions& options) {
  if (!source.is_run()) return;
  for (const LinkedPath& other : source.scene().companions) {
    const std::string name = other.path.stem().string();
    const cache::RunFolder there(run::companion_folder(source.path(), name));
    if (!there.holds_a_run() || there.frames().empty()) continue;
    RetimeOptions its = options;
    its.folder = run::companion_folder(options.folder, name);
    retime(there.path(), its);
  }
}

}  // namespace

RetimeSummary retime(const fs::path& path, const RetimeOptions& options) {
  if (options.folder.empty()) throw InputError("", "the retimed run needs a folder of its own: -o FOLDER");
  std::error_code none;
  if (fs::equivalent(path, options.folder, none)) {
    throw InputError(options.folder.string(), "is what is to be retimed; choose another folder with -o");
  }
  Source source(path, options.rate);
  Clip clip = make_clip(options.speed, source.frames().front(), source.frames().back());
  Writer writer(source, std::move(clip), options);
  const RetimeSummary summary = writer.write();
  retime_companions(source, options);
  return summary;
}

}  // namespace weir::retime
