// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/edit_keeper.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/files.h"
#include "studio/edit_document.h"

namespace weir::studio {

using std::chrono::milliseconds;

EditKeeper::EditKeeper(Calls calls)
    : calls_(std::move(calls)), thread_([this](std::stop_token token) { work(std::move(token)); }) {}

EditKeeper::~EditKeeper() {
  thread_.request_stop();
  thread_.join();
  keep_all();
}

void EditKeeper::wake() {
  const std::lock_guard lock(mutex_);
  awake_ = true;
  changed_.notify_one();
}

void EditKeeper::work(std::stop_token token) {
  constexpr milliseconds kGather{300}, kLook{1000};
  auto look = std::chrono::steady_clock::now() + kLook;
  while (!token.stop_requested()) {
    bool woken = false;
    {
      std::unique_lock lock(mutex_);
      woken = changed_.wait_until(lock, token, look, [this] { return awake_; });
      awake_ = false;
      // The edits of a drag come many times a second.
      if (woken) changed_.wait_for(lock, token, kGather, [] { return false; });
    }
    try {
      if (woken || complained_) keep_all();
      if (std::chrono::steady_clock::now() < look) continue;
      look = std::chrono::steady_clock::now() + kLook;
      calls_.every_second();
    } catch (const std::exception& error) {  // there is no memory, or what others write cannot be read now
      std::fputs(fmt::format("weir studio: keeping what is not saved: {}\n", error.what()).c_str(), stderr);
    }
  }
}

void EditKeeper::keep_all() {
  const std::lock_guard lock(files_);
  std::string trouble;
  for (const KeptText& text : calls_.texts()) {
    try {
      keep(text);
    } catch (const std::exception& error) {
      trouble = fmt::format("what is not saved cannot be kept safe: {}", error.what());
    }
  }
  // Once, not with every change; it is tried again until it works.
  if (!trouble.empty() && !complained_) calls_.complain(trouble);
  complained_ = !trouble.empty();
}

void EditKeeper::keep(const KeptText& text) {
  const auto known = kept_.find(text.file);
  if (text.saved) {
    if (known == kept_.end() || known->second != 0) remove_file(autosave_of(text.file));
    kept_[text.file] = 0;
  } else if (known == kept_.end() || known->second != text.version) {
    write_file(autosave_of(text.file), text.text);
    kept_[text.file] = text.version;
  }
}

}  // namespace weir::studio
