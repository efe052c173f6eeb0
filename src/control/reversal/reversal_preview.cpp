// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/reversal_preview.h"

#include <fmt/format.h>

#include "control/reversal/reversal_overlay.h"
#include "control/reversal/reversal_settings.h"

namespace weir::reversal {

namespace {

std::string frames_of(const ReversalTarget& target) {
  return target.last ? frames_in_words(target.frame, target.last_frame()) : fmt::format("frame {}", target.frame);
}

}  // namespace

void preview(const DirectorPart& part, SetupMaker& maker) {
  const std::vector<ReversalTarget>& targets = part.settings<ReversalSettings>().targets;
  for (size_t n = 0; n < targets.size(); ++n) {
    const ReversalTarget& target = targets[n];
    const std::string path = fmt::format("{}.targets[{}]", part.scene.director_path(part.index), n);
    maker.add_shape({path + ".shape", target.name, "target", target_colour()}, target.shape,
                    {.look = Setup::Look::wanted,
                     .more = frames_of(target),
                     .first = static_cast<double>(target.frame),
                     .last = static_cast<double>(target.last_frame())});
    if (!target.region) continue;
    maker.try_to_add(path + ".region", [&] {
      maker.add_box(Box3d(maker.box_of(*target.region, target.frame)), {},
                    lerp(target_colour(), Vec3f{1, 1, 1}, 0.75f));
    });
  }
}

}  // namespace weir::reversal
