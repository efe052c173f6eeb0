// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A scene that is simulated as it is edited, on a thread of its own, at most as fast as it plays. What is changed takes
// effect from the next frame: a stage of the changed scene goes on with the state of the one before (run/branch_fit.h
// says where that is possible; elsewhere, and where what was there from the start has changed, it begins anew). At its
// last frame it waits to be told from which frame to go on. While the scene has mistakes it waits too.

#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "studio/takes.h"
#include "studio/work/live_memory.h"
#include "studio/work/live_stage.h"
#include "studio/work/take_store.h"

namespace weir::studio {

// InputError, in a sentence, for scenes that are too large to be simulated while they are edited, and for those whose
// frames are made from other runs.
void refuse_live(const Scene& scene);

class LiveSession {
 public:
  // `needs`: the folder for what the scene needs to be made first. Waits for go().
  LiveSession(std::string take, std::filesystem::path needs, TakeStore& store);
  ~LiveSession();

  // The scene is another now.
  void change(std::shared_ptr<const ReadScene> read);
  // From that frame, or one before it whose state is kept; without a frame, or where there is none yet, anew.
  void go(std::optional<int> frame);
  // Its frames stay.
  void pause();
  LiveFrame frame(int frame) const { return memory_.frame(frame); }
  LiveLines lines() const { return memory_.lines(); }

 private:
  void work(const std::stop_token& stop);
  void wait_for_work(const std::stop_token& stop);
  void take_orders();
  void move_on();
  void adopt(const std::shared_ptr<const ReadScene>& read);
  void go_on_from(const LiveMemory::State& state, const std::shared_ptr<const ReadScene>& read);
  void begin_anew();
  void go_back_to(int frame);
  void make_needs(const ReadScene& read);
  void keep_frame(const run::Stage::FrameReport& report);
  void halt(const char* state, const std::string& error);
  void tell(const char* state, const std::string& error = {});
  bool at_end() const { return stage_ && stage_->frame() >= scene_->scene.frames.last; }
  bool has_orders() const { return orders_.scene || orders_.go || orders_.pause; }

  const std::string take_;
  const std::filesystem::path needs_;
  TakeStore& store_;

  // What is asked for, by other threads.
  struct Orders {
    std::shared_ptr<const ReadScene> scene = {};
    bool go = false, pause = false;
    std::optional<int> from = {};  // of go
  };
  std::mutex mutex_;
  std::condition_variable_any changed_;
  Orders orders_;
  std::stop_source newer_;  // stops what is made for a scene that is no longer wanted

  // Of the thread.
  bool on_ = false, halted_ = false;         // halted: until there is another scene
  std::shared_ptr<const ReadScene> latest_;  // maybe with mistakes
  std::shared_ptr<const ReadScene> scene_;   // the last good one
  std::unique_ptr<LiveStage> stage_;         // null: it begins anew
  std::chrono::steady_clock::time_point next_frame_ = {};
  Json facts_ = Json::object(), progress_ = nullptr;
  LiveMemory memory_;
  std::jthread thread_;  // the last
};

}  // namespace weir::studio
