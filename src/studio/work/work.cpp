// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/work.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "studio/work/job_queue.h"
#include "studio/work/offers.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

struct Work::Inside {
  Inside(const Folder& where, Service& service, Takes& all, fs::path program)
      : folder(where), takes(all), queue(where, service, std::move(program)) {}

  // Where what is made of a take goes: "takes/drop/001" has "exports/drop/001".
  fs::path exports(const std::string& take, const std::string& kind) const {
    const std::string place = "exports" + take.substr(take.find('/')) + "/" + kind;
    return folder.writable(place);
  }

  JobOrder order(const Json& given, const std::string& what, const char* verb) const {
    const std::string take = text_of(given, "take");
    const std::string title = takes.title_of(take);  // refuses what is none
    if (Takes::is_live(take)) {
      throw InputError("", "a live take is not on the disk; run the scene first, and take that");
    }
    return {.what = fmt::format("{} of {}", what, title),
            .take = take,
            .arguments = {verb, takes.folder_of(take).string()}};
  }

  void add_look(const Json& given, JobOrder& order) const {
    constexpr int kLargest = 16384, kMostSamples = 65536;
    const int width = whole_of(given, "width", 16, kLargest), height = whole_of(given, "height", 16, kLargest);
    order.arguments.insert(order.arguments.end(), {"--size", fmt::format("{}x{}", width, height)});
    const std::string style = text_of(given, "style", "");
    refuse_other_style(takes.offers(order.take), style);
    if (style == "overlay") {
      order.arguments.push_back("--overlay");
    } else if (!style.empty()) {
      order.arguments.insert(order.arguments.end(), {"--style", style});
    }
    if (style == "particles" || style == "overlay") return;
    order.arguments.insert(order.arguments.end(),
                           {"--samples", std::to_string(whole_of(given, "samples", 1, kMostSamples))});
  }

  static void write_to(JobOrder& order, const fs::path& to) {
    order.arguments.insert(order.arguments.end(), {"-o", to.string(), "--progress", "json"});
  }

  std::string picture(const Json& given) {
    JobOrder made = order(given, "picture", "render");
    const int frame = frame_of(given, "frame");
    made.what += fmt::format(", frame {}", frame);
    made.quick = true;
    add_look(given, made);
    made.arguments.push_back(fmt::format("--frames={}", frame));
    const fs::path to = exports(made.take, "picture");
    write_to(made, to);
    made.results = [file = to / "images" / fmt::format("{:04}.png", frame)] { return std::vector{file}; };
    return queue.add(std::move(made));
  }

  // `kind`: the option of `weir render`, and the folder in which it makes the file.
  std::string of_all_frames(const Json& given, const char* what, const std::string& kind, const char* file) {
    JobOrder made = order(given, what, "render");
    add_look(given, made);
    made.arguments.push_back("--" + kind);
    const fs::path to = exports(made.take, kind);
    write_to(made, to);
    made.results = [made_file = to / file] { return std::vector{made_file}; };
    return queue.add(std::move(made));
  }
  std::string film(const Json& given) { return of_all_frames(given, "film", "film", "preview.mp4"); }
  std::string sheet(const Json& given) { return of_all_frames(given, "contact sheet", "sheet", "sheet.png"); }

  // Meshes are made around the particles; points are the particles themselves.
  std::string write_files(const Json& given) {
    const std::string format = text_of(given, "format");
    const bool points = is_format_of_points(format);
    JobOrder made = order(given, format, points ? "convert" : "mesh");
    refuse_other_format(takes.offers(made.take), format);
    const fs::path to = exports(made.take, format);
    const int first = frame_of(given, "first"), last = frame_of(given, "last");
    if (points) {
      made.arguments.push_back((to / ("####." + format.substr(format.find('-') + 1))).string());
      made.arguments.insert(made.arguments.end(), {"--progress", "json"});
    } else {
      made.arguments.insert(made.arguments.end(), {"--format", format});
      write_to(made, to);
    }
    made.arguments.push_back(fmt::format("--frames={}-{}", first, last));
    made.results = [to] { return files_in(to); };
    return queue.add(std::move(made));
  }

  void stop(const Json& given) {
    if (given.contains("job") && !given.at("job").is_null()) return queue.stop(text_of(given, "job"));
    takes.stop(text_of(given, "take"));
  }

  const Folder& folder;
  Takes& takes;
  JobQueue queue;
};

Work::Work(const Folder& folder, Service& service, Takes& takes, fs::path program)
    : inside_(std::make_unique<Inside>(folder, service, takes, std::move(program))) {
  Inside* const inside = inside_.get();
  service.on("jobs", [inside](const Json&) { return Json{{"jobs", inside->queue.all()}}; });
  service.on("picture", [inside](const Json& given) { return Json{{"job", inside->picture(given)}}; });
  service.on("film", [inside](const Json& given) { return Json{{"job", inside->film(given)}}; });
  service.on("sheet", [inside](const Json& given) { return Json{{"job", inside->sheet(given)}}; });
  service.on("offers", [inside](const Json& given) { return inside->takes.offers(text_of(given, "take")); });
  service.on("export", [inside](const Json& given) { return Json{{"job", inside->write_files(given)}}; });
  service.on("stop", [inside](const Json& given) {
    inside->stop(given);
    return Json::object();
  });
}

Work::~Work() = default;

std::string Work::start(JobOrder order) { return inside_->queue.add(std::move(order)); }

}  // namespace weir::studio
