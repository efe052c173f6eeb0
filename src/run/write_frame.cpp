// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/write_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "base/files.h"
#include "base/stopwatch.h"
#include "cache/body_poses.h"
#include "run/resume.h"
#include "tracked/tracked_surface.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/cache/particles_vdb.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir::run {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

Json measures_json(const Measures& measures) {
  Json json = Json::object();
  for (const auto& [name, value] : measures) json[name] = value;
  return json;
}

}  // namespace

std::string stats_line(const Scene& scene, const Stage& stage, const Stage::FrameReport& report, double cache_ms) {
  const Particles& particles = stage.solver().particles();
  double control_ms = 0;
  Json directors = Json::array();
  for (const Directors::Report& d : report.directors) {
    control_ms += d.milliseconds;
    Json entry{{"name", d.name}, {"kind", d.kind}, {"wall_ms", d.milliseconds}};
    entry.update(measures_json(d.measures));
    directors.push_back(std::move(entry));
  }
  const size_t temporary = std::accumulate(particles.temporary.begin(), particles.temporary.end(), size_t{0});
  Json line{{"frame", stage.frame()},
            {"time", stage.time()},
            {"steps", report.steps},
            {"particles", particles.size()},
            {"temporary", temporary},
            {"wall_ms",
             {{"total", report.milliseconds + cache_ms},
              {"simulation", report.milliseconds - control_ms},
              {"control", control_ms},
              {"cache", cache_ms}}},
            {"solver", measures_json(report.solver)},
            {"directors", directors}};
  if (!stage.solver().bodies().empty()) line["bodies"] = cache::json_of(stage.solver().bodies(), scene);
  return line.dump();
}

std::string probe_lines(const Stage& stage, const Stage::FrameReport& report) {
  std::string lines;
  for (const ProbeReading& reading : report.probes) {
    Json values = Json::object();
    auto value = reading.values.begin();
    for (const ProbeColumn& column : stage.probes().columns()) {
      Json& to = values[column.probe][column.measure];
      if (column.components == 1)
        to = *value;
      else
        to = Json(std::vector<double>(value, value + column.components));
      value += column.components;
    }
    lines += Json{{"frame", reading.frame}, {"time", reading.time}, {"values", std::move(values)}}.dump() + "\n";
  }
  return lines;
}

namespace {

using Parts = std::vector<std::function<void()>>;

// What writes the files of the frame. The volumes must outlive it.
Parts writers_of_frame(const cache::RunFolder& folder, const Scene& scene, Stage& stage, std::vector<Volume>& volumes) {
  const int frame = stage.frame();
  volumes = stage.volumes();
  Parts parts;
  parts.push_back([&, frame] {
    cache::write_particles_vdb(folder.particles(frame), stage.solver().particles(),
                               static_cast<float>(scene.solver.spacing), scene.output.precision, cache::Ids::written,
                               scene.origin);
  });
  if (!volumes.empty()) {
    make_folder(folder.path() / "volumes");
    parts.push_back([&, frame] { cache::write_volumes_vdb(folder.volumes(frame), volumes, scene.origin); });
  }
  if (const tracked::TrackedSurface* surface = stage.solver().surface()) {
    make_folder(folder.path() / "surface");
    parts.push_back([&, frame, surface] { write_ply(surface->mesh(), folder.surface(frame), scene.origin); });
  }
  return parts;
}

// Together, since most of each is compressing on one thread and waiting for the disk.
void write_all(const Parts& parts) {
  parallel_for(
      parts.size(), [&](size_t i) { parts[i](); }, 1);
}

}  // namespace

void write_frame_again(const cache::RunFolder& folder, const Scene& scene, Stage& stage) {
  std::vector<Volume> volumes;
  write_all(writers_of_frame(folder, scene, stage, volumes));
}

void write_frame(const cache::RunFolder& folder, const cache::RunRecord& record, const Scene& scene, Stage& stage,
                 const Stage::FrameReport& report) {
  const Stopwatch watch;
  std::vector<Volume> volumes;
  Parts parts;
  if (stage.frame() >= record.first_written) parts = writers_of_frame(folder, scene, stage, volumes);
  std::optional<Archive> checkpoint;
  parts.insert(parts.begin(), [&] { checkpoint.emplace(write_checkpoint(folder, record, stage)); });
  write_all(parts);
  if (!report.probes.empty()) folder.append_probes(probe_lines(stage, report));
  folder.append_stats(stats_line(scene, stage, report, watch.milliseconds()));
  checkpoint->put_in_place();
}

namespace {

// The same is in a file already.
void copy_frame(const fs::path& from, const fs::path& to) {
  AtomicFile file(to);
  std::error_code error;
  fs::copy_file(from, file.temporary(), fs::copy_options::overwrite_existing, error);
  if (error) throw RunError(fmt::format("{}: cannot be copied: {}", from.string(), error.message()));
  file.commit();
}

std::string made_stats_line(const Scene& scene, int frame, const FrameMaker::Frame& made, double made_ms,
                            double cache_ms) {
  Json director{{"name", made.director.name}, {"kind", made.director.kind}, {"wall_ms", made_ms}};
  for (const auto& [name, value] : made.measures) {
    if (value == std::floor(value)) {
      director[name] = static_cast<int64_t>(value);
    } else {
      director[name] = value;
    }
  }
  const std::vector<uint8_t>& temporary = made.particles.temporary;
  return Json{
      {"frame", frame},
      {"time", scene.frames.time(frame)},
      {"steps", 0},
      {"particles", made.particles.size()},
      {"temporary", std::count(temporary.begin(), temporary.end(), 1)},
      {"wall_ms", {{"total", made_ms + cache_ms}, {"simulation", 0}, {"control", made_ms}, {"cache", cache_ms}}},
      {"solver", Json::object()},
      {"directors", Json::array({director})}}
      .dump();
}

}  // namespace

void write_made_frame(const cache::RunFolder& folder, const cache::RunRecord& record, const Scene& scene, int frame,
                      const FrameMaker::Frame& made, double made_ms) {
  const Stopwatch watch;
  if (frame >= record.first_written && !made.volumes.empty()) {
    make_folder(folder.path() / "volumes");
    copy_frame(made.volumes, folder.volumes(frame));
  }
  if (frame >= record.first_written && !made.same.empty()) {
    copy_frame(made.same, folder.particles(frame));
  } else if (frame >= record.first_written) {
    // Exact: what the other runs have must come out as it went in.
    cache::write_particles_vdb(folder.particles(frame), made.particles, static_cast<float>(scene.solver.spacing),
                               Precision::exact, cache::Ids::written, scene.origin);
  }
  folder.append_stats(made_stats_line(scene, frame, made, made_ms, watch.milliseconds()));
}

}  // namespace weir::run
