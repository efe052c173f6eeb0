// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What there is in a frame of a take besides its liquid (ActorsHeader in studio/src/link/protocol.ts): the solids that
// the liquid carries, where they are then, and, where it is asked for, what directors do there (weir/sim/overlay.h).
// All is as the take's own scene has it. Solids with keyframes are not part of it: the page shows those of the scene
// as it is now, since they go the same way whatever the liquid does.

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/kept_last.h"
#include "studio/draw/kept.h"
#include "studio/draw/packed_overlay.h"
#include "studio/takes.h"

namespace weir::studio {

class Actors {
 public:
  explicit Actors(Kept& kept);
  ~Actors();

  // InputError where the run does not tell (yet) where its bodies were at the frame.
  Kept::Bytes get(const std::filesystem::path& run, int frame, bool overlay);
  // Of a live take.
  Kept::Bytes get(const std::string& take, const LiveFrame& live, int frame, bool overlay);

 private:
  class Opened;
  std::shared_ptr<Opened> opened(const std::filesystem::path& run);
  std::shared_ptr<ShownDirectors> directors_of(const LiveFrame& live);

  Kept& kept_;
  std::mutex mutex_;
  std::map<std::filesystem::path, std::shared_ptr<Opened>> known_;
  KeptLast<std::shared_ptr<const Scene>, std::shared_ptr<ShownDirectors>> live_{4};
};

}  // namespace weir::studio
