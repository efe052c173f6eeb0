// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/shelf/shelf.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "base/files.h"
#include "control/templates/library/library.h"
#include "studio/shelf/fit_scene.h"
#include "studio/work/take_store.h"
#include "weir/base/error.h"
#include "weir/scene/recording_settings.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kBetweenLooks{1};

Json json_of(const Vec3d& v) { return {v.x, v.y, v.z}; }

Vec3d vec3_of(const Json& given, const char* name) {
  const Json& values = given.contains(name) ? given.at(name) : Json();
  const bool good = values.is_array() && values.size() == 3 && values[0].is_number() && values[1].is_number() &&
                    values[2].is_number();
  if (!good) throw InputError("", fmt::format("\"{}\" of the request must be three numbers", name));
  return {values[0].get<double>(), values[1].get<double>(), values[2].get<double>()};
}

std::vector<std::string> texts_of(const Json& given, const char* name) {
  std::vector<std::string> texts;
  if (!given.contains(name)) return texts;
  for (const Json& text : given.at(name)) {
    if (!text.is_string()) throw InputError("", fmt::format("\"{}\" of the request must be a list of texts", name));
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

Json told(const templates::LibraryEntry& entry) {
  const std::shared_ptr<const templates::Template> opened = templates::open_template(entry.file);
  const Box3d box = opened->metadata().region.box();
  return {{"name", entry.name},
          {"tags", entry.tags},
          {"about", entry.source},
          {"frames", entry.frames},
          {"rate", entry.rate},
          {"particles", entry.most_particles},
          {"flat", entry.dimensions == 2},
          {"picture", !opened->thumbnail().empty()},
          {"lower", json_of(box.lower)},
          {"upper", json_of(box.upper)},
          {"spacing", entry.spacing}};
}

// Changes when a template comes, goes or is replaced.
std::string state_of(const fs::path& folder) {
  std::string state;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".weirt") continue;
    std::error_code gone;
    state += fmt::format("{} {} {}\n", entry.path().filename().string(), entry.file_size(gone),
                         entry.last_write_time(gone).time_since_epoch().count());
  }
  return state;
}

}  // namespace

void use_library_of(const Folder& folder) {
  const fs::path library = fs::absolute(templates::Library::default_folder(folder.path()));
  setenv(templates::Library::kVariable, library.c_str(), 1);
}

struct Shelf::Inside {
  Inside(const Folder& where, Service& to, Documents& texts, Takes& all, Work& jobs)
      : folder(where), service(to), documents(texts), takes(all), work(jobs), state(state_of(library().folder())) {
    watcher = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  }

  templates::Library library() const { return templates::Library(templates::Library::default_folder(folder.path())); }

  Json list() const {
    const templates::Library shelf = library();
    Json all = Json::array();
    for (const templates::LibraryEntry& entry : shelf.list().entries) {
      try {
        all.push_back(told(entry));
      } catch (const InputError&) {
        // A file that is damaged, or was removed just now.
      }
    }
    return {{"templates", all}, {"folder", shelf.folder().string()}};
  }

  void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      changed.wait_for(lock, stop, kBetweenLooks, [] { return false; });
      try {
        look();
      } catch (const std::exception&) {
        // The folder cannot be looked at now.
      }
    }
  }

  // With the lock.
  void look() {
    std::string now = state_of(library().folder());
    if (now == state) return;
    state = std::move(now);
    service.tell("library", Json::object());
  }

  void look_at_once() {
    const std::lock_guard lock(mutex);
    look();
  }

  // ---- verbs

  std::string record(const Json& given) {
    const std::string take = text_of(given, "take"), name = text_of(given, "name");
    const std::vector<std::string> tags = texts_of(given, "tags");
    refuse_names(name, tags);
    if (Takes::is_live(take)) throw InputError("", "a live take is not on the disk; run the scene to record of it");
    const Vec3d lower = vec3_of(given, "lower"), upper = vec3_of(given, "upper");
    JobOrder order{.what = fmt::format("recording of {} from {}", name, takes.title_of(take)), .take = take};
    order.arguments = {"library", "record", takes.folder_of(take).string(), "--name", name, "--progress", "json"};
    order.arguments.insert(order.arguments.end(), {"--library", library().folder().string()});
    order.arguments.push_back(
        fmt::format("--box={},{},{},{},{},{}", lower.x, lower.y, lower.z, upper.x, upper.y, upper.z));
    order.arguments.push_back(fmt::format("--frames={}-{}", frame_of(given, "first"), frame_of(given, "last")));
    if (!tags.empty()) order.arguments.push_back(fmt::format("--tags={}", fmt::join(tags, ",")));
    order.quick = true;
    return work.start(std::move(order));
  }

  void refuse_names(const std::string& name, const std::vector<std::string>& tags) const {
    if (const std::string problem = template_name_problem(name); !problem.empty()) {
      throw InputError("", "this cannot be recorded: " + problem);
    }
    for (const std::string& tag : tags) {
      const std::string problem = template_tag_problem(tag);
      if (!problem.empty()) throw InputError("", "this cannot be recorded: " + problem);
    }
    if (library().has(name)) {
      throw InputError("", fmt::format("there is a template \"{}\" already; choose another name", name));
    }
  }

  // The answer of the job has where the template agrees best (docs/templates.md).
  std::string fit(const Json& given) {
    const std::string scene = text_of(given, "scene"), take = text_of(given, "take"), name = text_of(given, "template");
    const int frame = frame_of(given, "frame");
    const std::shared_ptr<const ReadScene> read = documents.read(scene);
    if (!read->good()) throw InputError("", "the scene has mistakes; a template can be fitted when they are mended");
    if (Takes::is_live(take)) throw InputError("", "a live take is not on the disk; run the scene to fit a template");
    const FitScene asked = fit_scene(read->scene, name, frame);
    // Recordings of the scene are made there, beside those for the live take.
    const fs::path place = folder.writable(TakeStore::place_of(scene)) / "live", file = place / "fit.json";
    make_folder(place);
    write_file(file, asked.text);
    JobOrder order{.what = fmt::format("places for {} in {}", name, takes.title_of(take)), .take = take};
    order.arguments = {
        "library", "fit",          file.string(), asked.instance, "--run", takes.folder_of(take).string(),
        "-o",      place.string(), "--progress",  "json"};
    order.quick = true;
    return work.start(std::move(order));
  }

  void remove(const std::string& name) {
    library().remove(name);
    look_at_once();
  }

  const Folder& folder;
  Service& service;
  Documents& documents;
  Takes& takes;
  Work& work;
  std::mutex mutex;
  std::condition_variable_any changed;
  std::string state;     // of the library, when it was last looked at
  std::jthread watcher;  // the last
};

Shelf::Shelf(const Folder& folder, Service& service, Documents& documents, Takes& takes, Work& work)
    : inside_(std::make_unique<Inside>(folder, service, documents, takes, work)) {
  Inside* const inside = inside_.get();
  service.on("library", [inside](const Json&) { return inside->list(); });
  service.on("record", [inside](const Json& given) { return Json{{"job", inside->record(given)}}; });
  service.on("fit", [inside](const Json& given) { return Json{{"job", inside->fit(given)}}; });
  service.on("remove_template", [inside](const Json& given) {
    inside->remove(text_of(given, "name"));
    return Json::object();
  });
}

Shelf::~Shelf() = default;

}  // namespace weir::studio
