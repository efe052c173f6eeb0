// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/takes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "run/branch.h"
#include "studio/work/live.h"
#include "studio/work/offers.h"
#include "studio/work/outside_runs.h"
#include "studio/work/run_queue.h"
#include "studio/work/take_over.h"
#include "studio/work/take_scene.h"
#include "studio/work/take_store.h"
#include "weir/base/error.h"
#include "weir/scene/scene_changes.h"

namespace weir::studio {

namespace fs = std::filesystem;

struct Takes::Inside {
  Inside(const Folder& where, Service& service, Documents& texts, const fs::path& program)
      : folder(where),
        documents(texts),
        store(where, service),
        queue(store, program, where.path()),
        live(where, store, texts) {
    take_up_all();
  }

  void take_up_all() {
    for (const std::string& take : store.find()) queue.take_up(take);
  }

  // ---- run

  std::string run(const Json& given) {
    const std::string scene = text_of(given, "scene"), kind = text_of(given, "kind");
    ReadScene read = *documents.read(scene);
    refuse_mistakes(read);
    leave_out_directors(read.scene, given);
    TakeRecord record{.take = {}, .scene = scene, .name = text_of(given, "name", ""), .kind = kind};
    refuse_long(record.name);
    if (given.contains("from") && !given.at("from").is_null()) record.from = origin_of(given.at("from"), record);
    record.take = store.make_folder_for(scene);
    try {
      prepare(record, read);
      store.add(record);
    } catch (...) {
      std::error_code ignored;
      fs::remove_all(store.path_of(record.take), ignored);
      throw;
    }
    queue.add(record.take);
    return record.take;
  }

  static void refuse_mistakes(const ReadScene& read) {
    if (read.good()) return;
    if (!read.readable) throw InputError("", "the scene is no JSON that could be read; mend it first");
    throw InputError(
        "", "the scene has mistakes and cannot be run: " + without_file(InputError(read.problems), read.scene.file));
  }

  static void refuse_long(const std::string& name) {
    constexpr size_t kLongest = 200;
    if (name.size() > kLongest) throw InputError("", fmt::format("a take's name has at most {} bytes", kLongest));
  }

  // To see what they do: "without": ["directors[1]"].
  static void leave_out_directors(Scene& scene, const Json& given) {
    const auto without = given.find("without");
    if (without == given.end()) return;
    if (!without->is_array()) throw InputError("", "\"without\" of the request must be a list of directors");
    std::vector<DirectorSettings> kept;
    for (size_t i = 0; i < scene.directors.size(); ++i) {
      const bool stays = std::find(without->begin(), without->end(), scene.director_path(i)) == without->end();
      if (stays) kept.push_back(scene.directors[i]);
    }
    scene.directors = std::move(kept);
  }

  TakeRecord::From origin_of(const Json& from, const TakeRecord& record) {
    const TakeRecord origin = store.there(text_of(from, "take"));
    if (origin.kind == "live") {
      throw InputError("", "a live take has no checkpoints to go on from; run the scene to keep what it shows");
    }
    if (origin.kind != record.kind) {
      throw InputError("", fmt::format("{} is simulated {}, and so must be what goes on from it, but this is {}",
                                       origin.name, origin.kind, record.kind));
    }
    return {origin.take, frame_of(from, "frame")};
  }

  // Everything that the run needs is in its folder then.
  void prepare(TakeRecord& record, const ReadScene& read) const {
    const fs::path path = store.path_of(record.take);
    write_file(path / "written.json", read.text);
    const Scene scene = write_take_scene(read.scene, record.kind, path);
    if (record.kind != "full") write_file(path / "edited.json", edited_text(read.scene));
    if (record.name.empty()) record.name = usual_name(path);
    record.made = now_as_text();
    record.facts = facts_of(scene);
    record.changes = changes_since(before(record), read.scene);
    if (record.from) {
      refuse_branch(record, scene, path);
    } else {
      reuse_needs(record, scene, path);
    }
  }

  // The take after which it is made.
  std::optional<TakeRecord> before(const TakeRecord& record) const {
    if (record.from) return store.get(record.from->take);
    std::vector<TakeRecord> takes = store.of_scene(record.scene);
    std::erase_if(takes, [](const TakeRecord& take) { return !take.has_file(); });
    return takes.empty() ? std::nullopt : std::optional(takes.back());
  }

  std::vector<std::string> changes_since(const std::optional<TakeRecord>& before, const Scene& scene) const {
    std::vector<std::string> changes;
    if (!before) return changes;
    const fs::path path = store.path_of(before->take), edited = path / "edited.json";
    try {
      const std::string was = read_file(fs::exists(edited) ? edited : path / "scene.json");
      for (const SceneChange& change : scene_changes(was, edited_text(scene))) changes.push_back(change.sentence());
    } catch (const InputError&) {
      // That take has lost its scene: nothing can be told.
    }
    return changes;
  }

  void refuse_branch(const TakeRecord& record, const Scene& scene, const fs::path& path) const {
    try {
      run::Origin::for_branch(scene, {store.path_of(record.from->take), record.from->frame}, path, nullptr);
    } catch (const InputError& error) {
      std::string sentence = without_file(error, path / "scene.json");
      if (sentence.starts_with("--from: ")) sentence.erase(0, std::string_view("--from: ").size());
      throw InputError("", sentence);
    }
  }

  void reuse_needs(const TakeRecord& record, const Scene& scene, const fs::path& path) const {
    std::vector<TakeRecord> takes = store.of_scene(record.scene);
    std::reverse(takes.begin(), takes.end());
    for (const TakeRecord& take : takes) {
      const fs::path from = store.path_of(take.take);
      if (take.kind != record.kind || !fs::exists(from / "run.json")) continue;
      try {
        return take_over_needs(scene, from, path);
      } catch (const InputError&) {
        return;  // its plan cannot be made; the run says why
      }
    }
  }

  // ---- what is done with a take

  void stop(const std::string& take) {
    store.get(take);  // refuses what is none
    is_live(take) ? live.stop(take) : queue.stop(take);
  }

  void resume(const std::string& take) {
    const TakeRecord record = store.there(take);
    refuse_without_file(record);
    if (record.at_work()) throw InputError("", fmt::format("{} is at work already", record.name));
    if (record.state == kDone) throw InputError("", fmt::format("{} has all its frames", record.name));
    store.change(take, TakeStore::Keep::passing, [](TakeRecord& changed) {
      changed.state = kWaiting;
      changed.error.clear();
    });
    queue.add(take);
  }

  static void refuse_without_file(const TakeRecord& record) {
    if (record.outside)
      throw InputError("", fmt::format("{} was not made by Studio, which leaves it as it is", record.name));
    if (record.kind == "live") throw InputError("", "a live take is not on the disk; run the scene to keep it");
  }

  void rename(const std::string& take, const std::string& name) {
    if (name.empty()) throw InputError("", "a take needs a name");
    refuse_long(name);
    refuse_without_file(store.there(take));
    store.change(take, TakeStore::Keep::lasting, [&](TakeRecord& changed) { changed.name = name; });
  }

  void remove(const std::string& take) {
    const TakeRecord record = store.get(take);
    if (record.kind == "live") return live.forget(take);
    refuse_without_file(record);
    for (const TakeRecord& other : store.all()) {
      if (!other.from || other.from->take != take) continue;
      throw InputError("", fmt::format("{} goes on from {} and has its first frames from it; remove that first",
                                       other.name, record.name));
    }
    queue.end(take);
    std::error_code error;
    fs::remove_all(store.path_of(take), error);
    if (error) throw RunError(fmt::format("{}: cannot be removed: {}", store.path_of(take).string(), error.message()));
    store.remove(take);
  }

  int restore(const std::string& take) {
    const TakeRecord record = store.there(take);
    refuse_without_file(record);
    const std::string text = read_file(store.path_of(take) / "written.json");
    return documents.change(record.scene, text, fmt::format("Restore {}", record.name));
  }

  Json list(const std::string& scene) {
    take_up_all();
    find_outside_runs(folder, scene, store);
    Json takes = Json::array();
    for (const TakeRecord& record : store.of_scene(scene)) store.look_at(record);
    for (const TakeRecord& record : store.of_scene(scene)) takes.push_back(record.told());
    return takes;
  }

  const Folder& folder;
  Documents& documents;
  TakeStore store;
  RunQueue queue;
  Live live;
};

Takes::Takes(const Folder& folder, Service& service, Documents& documents, fs::path program)
    : inside_(std::make_unique<Inside>(folder, service, documents, program)) {
  const auto with = [](auto act) { return [act](const Json& given) { return act(given, text_of(given, "take")); }; };
  Inside* const inside = inside_.get();
  service.on("takes", [inside](const Json& given) { return Json{{"takes", inside->list(text_of(given, "scene"))}}; });
  service.on("run", [inside](const Json& given) { return Json{{"take", inside->run(given)}}; });
  service.on("resume", with([inside](const Json&, const std::string& take) {
               inside->resume(take);
               return Json::object();
             }));
  service.on("rename_take", with([inside](const Json& given, const std::string& take) {
               inside->rename(take, text_of(given, "name"));
               return Json::object();
             }));
  service.on("remove_take", with([inside](const Json&, const std::string& take) {
               inside->remove(take);
               return Json::object();
             }));
  service.on("restore_take", with([inside](const Json&, const std::string& take) {
               return Json{{"version", inside->restore(take)}};
             }));
  service.on("live", [inside](const Json& given) { return Json{{"take", inside->live.ask(given)}}; });
}

Takes::~Takes() = default;

fs::path Takes::folder_of(const std::string& take) const {
  inside_->store.there(take);
  return inside_->folder.resolve(take);
}

std::string Takes::title_of(const std::string& take) const {
  const TakeRecord record = inside_->store.get(take);
  return fmt::format("{} of {}", record.name, fs::path(record.scene).stem().string());
}

std::string Takes::scene_of(const std::string& take) const { return inside_->store.get(take).scene; }

size_t Takes::count(const std::string& scene) const { return inside_->store.count(scene); }

bool Takes::is_live(const std::string& take) { return take.ends_with("/live"); }

LiveFrame Takes::live_frame(const std::string& take, int frame) const { return inside_->live.frame(take, frame); }

LiveLines Takes::live_lines(const std::string& take) const { return inside_->live.lines(take); }

Json Takes::offers(const std::string& take) const {
  inside_->store.look_at(inside_->store.there(take));
  return offers_of(inside_->store.get(take), inside_->store.path_of(take));
}

void Takes::stop(const std::string& take) { inside_->stop(take); }

}  // namespace weir::studio
