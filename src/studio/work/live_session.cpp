// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/live_session.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/stopwatch.h"
#include "render/flat/template_picture.h"
#include "run/room_for_run.h"
#include "studio/work/take_scene.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/run/plan.h"
#include "weir/run/run.h"
#include "weir/sim/director_kind.h"

namespace weir::studio {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr double kMostParticles = 200'000;

void refuse_large(double particles) {
  if (particles <= kMostParticles) return;
  throw InputError("", fmt::format("this scene has {:.0f} thousand particles, too many to be simulated while it is "
                                   "edited (at most {:.0f} thousand); run a coarser or flat preview",
                                   particles / 1e3, kMostParticles / 1e3));
}

}  // namespace

void refuse_live(const Scene& scene) {
  if (frame_making_director(scene)) {
    throw InputError("",
                     "the frames of this scene are made from other runs, which cannot be done while it is edited; "
                     "run a coarser or flat preview");
  }
  refuse_large(run::rough_particles(scene));
}

LiveSession::LiveSession(std::string take, fs::path needs, TakeStore& store)
    : take_(std::move(take)), needs_(std::move(needs)), store_(store) {
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

LiveSession::~LiveSession() {
  const std::lock_guard lock(mutex_);
  newer_.request_stop();
}

void LiveSession::change(std::shared_ptr<const ReadScene> read) {
  const std::lock_guard lock(mutex_);
  orders_.scene = std::move(read);
  newer_.request_stop();
  changed_.notify_all();
}

void LiveSession::go(std::optional<int> frame) {
  const std::lock_guard lock(mutex_);
  orders_.go = true;
  orders_.pause = false;
  orders_.from = frame;
  newer_.request_stop();
  changed_.notify_all();
}

void LiveSession::pause() {
  const std::lock_guard lock(mutex_);
  orders_.go = false;
  orders_.pause = true;
  newer_.request_stop();
  changed_.notify_all();
}

// ---- on the thread

void LiveSession::work(const std::stop_token& stop) {
  const StopWith stopping(stop);
  while (!stop.stop_requested()) {
    try {
      wait_for_work(stop);
      if (stop.stop_requested()) return;
      take_orders();
      if (on_ && !halted_ && scene_) move_on();
    } catch (const Interrupted&) {
      stage_.reset();  // of no more use; what interrupted it is the next order
    } catch (const InputError& error) {
      halt(kFailed, without_file(error, scene_ ? scene_->scene.file : fs::path()));
    } catch (const std::exception& error) {
      halt(kFailed, error.what());
    }
  }
}

// For orders, or until the next frame is due.
void LiveSession::wait_for_work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto ordered = [&] { return has_orders(); };
  if (on_ && !halted_ && scene_ && !at_end()) {
    changed_.wait_until(lock, stop, next_frame_, ordered);
  } else {
    changed_.wait(lock, stop, ordered);
  }
}

void LiveSession::take_orders() {
  Orders orders;
  {
    const std::lock_guard lock(mutex_);
    std::swap(orders, orders_);
    newer_ = {};
  }
  if (orders.scene) latest_ = orders.scene;
  if (orders.pause) {
    on_ = false;
    tell(kStopped);
  }
  if (orders.go) {
    on_ = true;
    halted_ = false;
    next_frame_ = Clock::now();
    go_back_to(orders.from.value_or(std::numeric_limits<int>::min()));
  }
  if (on_ && latest_ && latest_ != scene_) adopt(latest_);
}

void LiveSession::halt(const char* state, const std::string& error) {
  halted_ = true;
  progress_ = nullptr;
  tell(state, error);
}

// Takes effect from the next frame.
void LiveSession::adopt(const std::shared_ptr<const ReadScene>& read) {
  if (!read->good()) return halt(kWaiting, "the scene has mistakes; it goes on when they are mended");
  const bool failed = halted_ && !stage_;
  const std::shared_ptr<const ReadScene> before = std::exchange(scene_, read);
  halted_ = false;
  if (!stage_ || failed) return;
  if (changes_only_looks(before->scene, read->scene)) return;
  if (changes_the_start(stage_->scene(), read->scene)) {
    stage_.reset();
    return;
  }
  if (at_end()) return;  // the page says from where
  if (const auto state = memory_.state_before(stage_->frame())) go_on_from(*state, read);
}

void LiveSession::go_on_from(const LiveMemory::State& state, const std::shared_ptr<const ReadScene>& read) {
  try {
    make_needs(*read);
    stage_ =
        std::make_unique<LiveStage>(read, needs_, memory_.state_file(state.frame), state.scene->scene, state.frame);
  } catch (const InputError&) {
    stage_.reset();  // from the first frame, which tells what is wrong if it is more than that
    return;
  }
  memory_.cut_after(state.frame);
  facts_ = facts_of(read->scene);
}

void LiveSession::go_back_to(int frame) {
  if (stage_ && scene_ == latest_ && stage_->frame() <= frame && !at_end()) return;  // it is on its way there
  const auto state = memory_.state_before(frame);
  if (!latest_ || !latest_->good()) return stage_.reset();
  // All frames are there, and anew they would be the same.
  const bool is_one = memory_.editions().size() == 1;
  if (!state && is_one && at_end() && changes_only_looks(stage_->scene(), latest_->scene)) return;
  stage_.reset();
  if (!state || state->frame >= latest_->scene.frames.last) return;
  if (changes_the_start(state->scene->scene, latest_->scene)) return;
  scene_ = latest_;
  go_on_from(*state, latest_);
}

// Only where there are any: recordings, coarse runs.
void LiveSession::make_needs(const ReadScene& read) {
  const run::Plan plan(read.scene, {.folder = needs_, .records_itself = false});
  if (plan.steps().empty() || plan.steps().front().name == run::kRunStep) return;
  make_folder(needs_);
  const auto told = [this](const ProgressReport& report) {
    progress_ = {{"task", report.task},
                 {"item", report.item},
                 {"current", report.current},
                 {"first", report.first},
                 {"last", report.last},
                 {"seconds", report.seconds},
                 {"left", report.seconds_left < 0 ? Json() : Json(report.seconds_left)},
                 {"numbers", Json::object()}};
    tell(kRunning);
  };
  std::stop_token newer;
  {
    const std::lock_guard lock(mutex_);
    newer = newer_.get_token();
  }
  run::make_needs(read.scene,
                  {.folder = needs_, .thumbnail = render::template_thumbnail, .progress = told, .stop = newer});
}

void LiveSession::begin_anew() {
  refuse_live(scene_->scene);
  make_needs(*scene_);
  stage_ = std::make_unique<LiveStage>(scene_, needs_);
  memory_.clear();
  facts_ = facts_of(scene_->scene);
  keep_frame({});
}

// One frame, and when the next is due.
void LiveSession::move_on() {
  const auto begun = Clock::now();
  if (!stage_) {
    begin_anew();
  } else if (at_end()) {
    return tell(kDone);
  } else if (begun < next_frame_) {
    return;  // it was woken by an order
  } else {
    keep_frame(stage_->advance());
  }
  next_frame_ =
      begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / scene_->scene.frames.rate));
}

void LiveSession::keep_frame(const run::Stage::FrameReport& report) {
  const int frame = stage_->frame();
  const Stopwatch watch;
  stage_->save(memory_.state_file(frame));
  LiveFrame current = stage_->current();
  current.needs = needs_;
  const auto particles = static_cast<double>(current.particles->size());
  refuse_large(particles / 2);  // emitters may bring some more
  if (!memory_.add(frame, std::move(current), stage_->lines(report, watch.milliseconds()), scene_)) {
    throw RunError("there is no more memory for frames of the live take; run the scene to keep them on the disk");
  }
  progress_ = {{"task", "simulating"},
               {"item", "frame"},
               {"current", frame},
               {"first", scene_->scene.frames.first},
               {"last", scene_->scene.frames.last},
               {"seconds", 1e-3 * report.milliseconds},
               {"left", nullptr},
               {"numbers", {{"particles", particles}, {"steps", report.steps}, {"frame_ms", report.milliseconds}}}};
  tell(at_end() ? kDone : kRunning);
}

void LiveSession::tell(const char* state, const std::string& error) {
  store_.change(take_, TakeStore::Keep::passing, [&](TakeRecord& record) {
    record.state = state;
    record.error = error;
    if (!facts_.empty()) record.facts = facts_;
    record.have = ranges_of(memory_.frames());
    record.editions = memory_.editions();
    record.progress = record.state == kRunning ? progress_ : Json();
    if (const std::vector<int> frames = memory_.frames(); !frames.empty()) {
      const LiveFrame last = memory_.frame(frames.back());
      record.particles = record.particles || last.particles->size() > 0;
      record.volumes.clear();
      for (const Volume& volume : *last.volumes) record.volumes.push_back(volume.name);
    }
  });
}

}  // namespace weir::studio
