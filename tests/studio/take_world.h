// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A folder with a scene, opened as Studio opens it, without the network: verbs are asked as pages ask them, and what is
// told to pages is kept.

#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/files.h"
#include "studio/takes.h"
#include "studio/work/work.h"
#include "temp_folder.h"

namespace weir::studio {

// A drop of some particles falls into a pool.
inline std::string drop_scene(int last_frame, double spacing, const std::string& more = "") {
  return fmt::format(R"({{
  // A small one.
  "dimensions": 2, "frames": {{"last": {}}},
  "domain": {{"lower": [-0.5, 0, -1], "upper": [0.5, 1, 1]}},
  "solver": {{"kind": "sph", "spacing": {}}},
  "liquids": [{{"name": "pool", "shape": {{"kind": "box", "lower": [-0.5, 0, -1], "upper": [0.5, 0.2, 1]}}}},
              {{"name": "drop", "shape": {{"kind": "sphere", "radius": 0.12, "transform": {{"translate": [0, 0.4, 0]}}}}}}]
  {}
}})",
                     last_frame, spacing, more);
}

class TakeWorld : public testing::Test {
 protected:
  TakeWorld() { open(); }

  void open() {
    service_ = std::make_unique<Service>();
    documents_ = std::make_unique<Documents>(folder_, *service_);
    takes_ = std::make_unique<Takes>(folder_, *service_, *documents_, WEIR_PROGRAM);
    work_ = std::make_unique<Work>(folder_, *service_, *takes_, WEIR_PROGRAM);
    service_->listen([this](const std::string& message) {
      const std::lock_guard lock(mutex_);
      events_.push_back(Json::parse(message));
    });
  }
  void close() {
    work_.reset();
    takes_.reset();
    documents_.reset();
    service_.reset();
  }

  void put(const std::string& name, const std::string& text) { write_file(temp_ / name, text); }
  Json ask(const std::string& verb, const Json& given) { return (*service_->verb(verb))(given); }
  // What was answered in place of something.
  std::string refusal(const std::string& verb, const Json& given) {
    try {
      return "answered " + ask(verb, given).dump();
    } catch (const std::exception& error) {
      return error.what();
    }
  }
  std::string run(const std::string& scene, Json more = Json::object()) {
    more["scene"] = scene;
    if (!more.contains("kind")) more["kind"] = "full";
    return ask("run", more).at("take").get<std::string>();
  }
  Json take(const std::string& name) {
    for (const std::string scene : {"drop.json", "slow.json", "small.json"}) {
      if (!std::filesystem::exists(temp_ / scene)) continue;
      const Json answer = ask("takes", {{"scene", scene}});
      for (const Json& take : answer.at("takes")) {
        if (take.at("take") == name) return take;
      }
    }
    return nullptr;
  }
  std::string state(const std::string& name) {
    const Json found = take(name);
    return found.is_null() ? "gone" : found.at("state").get<std::string>();
  }
  template <class Done>
  bool wait(Done&& done, double seconds = 60) {
    for (int round = 0; round < seconds * 100; ++round) {
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  // The take as it is then.
  Json wait_for(const std::string& name, const std::string& wanted) {
    EXPECT_TRUE(wait([&] { return state(name) == wanted; })) << name << " is " << take(name).dump();
    return take(name);
  }
  Json wait_until_it_has(const std::string& name, int frame) {
    EXPECT_TRUE(wait([&] { return last_frame(take(name)) >= frame; })) << take(name).dump();
    return take(name);
  }
  static int last_frame(const Json& take) {
    return take.is_null() || take.at("have").empty() ? 0 : take.at("have").back()[1].get<int>();
  }
  std::filesystem::path folder(const std::string& take) const { return temp_ / take; }
  std::string frame_bytes(const std::string& take, int frame) const {
    return read_file(folder(take) / fmt::format("particles/{:04}.vdb", frame));
  }
  std::deque<Json> events(const std::string& kind) {
    const std::lock_guard lock(mutex_);
    std::deque<Json> found;
    for (const Json& event : events_) {
      if (event.at("event") == kind) found.push_back(event);
    }
    return found;
  }

  TempFolder temp_;
  Folder folder_{temp_.path(), {}};
  std::mutex mutex_;
  std::deque<Json> events_;
  std::unique_ptr<Service> service_;
  std::unique_ptr<Documents> documents_;
  std::unique_ptr<Takes> takes_;
  std::unique_ptr<Work> work_;
};

}  // namespace weir::studio
