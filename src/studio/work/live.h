// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The live takes: one for each scene that is simulated while it is edited (live_session.h).

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "studio/takes.h"
#include "studio/work/live_session.h"
#include "studio/work/take_store.h"

namespace weir::studio {

class Live {
 public:
  Live(const Folder& folder, TakeStore& store, Documents& documents);

  // The verb: gives the name of the take.
  std::string ask(const Json& given);
  void stop(const std::string& take);
  // Also frees what is in memory.
  void forget(const std::string& take);
  LiveFrame frame(const std::string& take, int frame) const;
  LiveLines lines(const std::string& take) const;

 private:
  // By take. Documents may still tell of changes when the takes are gone.
  struct Sessions {
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<LiveSession>> all;
  };
  std::shared_ptr<LiveSession> session(const std::string& take) const;
  std::shared_ptr<LiveSession> known_session(const std::string& take) const;
  std::shared_ptr<LiveSession> make_session(const ReadScene& read);

  const Folder& folder_;
  TakeStore& store_;
  Documents& documents_;
  std::shared_ptr<Sessions> sessions_ = std::make_shared<Sessions>();
};

}  // namespace weir::studio
