// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/live.h"

#include <fmt/format.h>

#include <optional>

#include "weir/base/error.h"

namespace weir::studio {

Live::Live(const Folder& folder, TakeStore& store, Documents& documents)
    : folder_(folder), store_(store), documents_(documents) {
  documents_.on_change([known = std::weak_ptr(sessions_)](const std::shared_ptr<const ReadScene>& read) {
    const std::shared_ptr<Sessions> sessions = known.lock();
    if (!sessions) return;
    const std::lock_guard lock(sessions->mutex);
    const auto found = sessions->all.find(TakeStore::place_of(read->name) + "/live");
    if (found != sessions->all.end()) found->second->change(read);
  });
}

std::string Live::ask(const Json& given) {
  const std::string scene = text_of(given, "scene"), take = TakeStore::place_of(scene) + "/live";
  if (!flag_of(given, "on", true)) {
    stop(take);
    return take;
  }
  const std::shared_ptr<const ReadScene> read = documents_.read(scene);
  if (read->good()) refuse_live(read->scene);
  const bool has_frame = given.contains("frame") && !given.at("frame").is_null();
  const std::optional<int> from = has_frame ? std::optional(frame_of(given, "frame")) : std::nullopt;
  const std::shared_ptr<LiveSession> session = make_session(*read);
  session->change(read);
  session->go(from);
  return take;
}

std::shared_ptr<LiveSession> Live::session(const std::string& take) const {
  const std::lock_guard lock(sessions_->mutex);
  const auto found = sessions_->all.find(take);
  return found == sessions_->all.end() ? nullptr : found->second;
}

std::shared_ptr<LiveSession> Live::make_session(const ReadScene& read) {
  const std::string place = TakeStore::place_of(read.name), take = place + "/live";
  const std::lock_guard lock(sessions_->mutex);
  std::shared_ptr<LiveSession>& session = sessions_->all[take];
  if (session) return session;
  store_.add({.take = take,
              .scene = read.name,
              .name = "live",
              .kind = "live",
              .state = kWaiting,
              .made = now_as_text(),
              .facts = facts_of(read.scene)});
  session = std::make_shared<LiveSession>(take, folder_.writable(place) / "live", store_);
  return session;
}

void Live::stop(const std::string& take) {
  if (const auto stopped = session(take)) stopped->pause();
}

void Live::forget(const std::string& take) {
  std::shared_ptr<LiveSession> forgotten;
  {
    const std::lock_guard lock(sessions_->mutex);
    if (const auto found = sessions_->all.find(take); found != sessions_->all.end()) {
      forgotten = found->second;
      sessions_->all.erase(found);
    }
  }
  forgotten.reset();  // waits for its thread
  store_.remove(take);
}

std::shared_ptr<LiveSession> Live::known_session(const std::string& take) const {
  if (auto found = session(take)) return found;
  throw InputError("", fmt::format("there is no live take \"{}\"", take));
}

LiveFrame Live::frame(const std::string& take, int frame) const { return known_session(take)->frame(frame); }

LiveLines Live::lines(const std::string& take) const { return known_session(take)->lines(); }

}  // namespace weir::studio
