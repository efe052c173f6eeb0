// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which part of every target particle's trajectory is seen (Gowthaman et al. 2022, 3.1.2 and 3.2).
//
// Time t of a trajectory p_{s,i,t} counts frames from the target frame of its simulation S^(s): below 0 in the backward
// half, above 0 in the forward one. Hiding at m > 0 hides all t >= m, at m < 0 all t <= m, so what is seen of a
// trajectory is one piece around its target frame. At m = 0 nothing is hidden: that frame is the artist's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weir::reversal {

// One target simulation.
struct TargetSpan {
  int frame = 0;                  // the target frame
  int backward = 0, forward = 0;  // frames it has before and after
  size_t target = 0;              // which of the artist's targets it is a frame of
  size_t particles = 0;           // ids are below this
  bool is_last = true;            // of its target's frames
  int time(int at_frame) const { return at_frame - frame; }
  bool covers(int at_frame) const { return time(at_frame) >= -backward && time(at_frame) <= forward; }
};

// Of two target trajectories that collide at their times u and v, whether the first has priority; `first` and `second`
// are the numbers of their simulations. (The source always has priority over both.)
//   - different signs: the positive one;
//   - same sign: the one closer to its target frame, |u| < |v|, and of equally close ones that of the later simulation.
// A trajectory at its very target frame, t = 0, counts as either sign: it is the closer one.
bool has_priority(int u, size_t first, int v, size_t second);

class Visibility {
 public:
  explicit Visibility(const std::vector<TargetSpan>& simulations);

  enum class By { target, source };
  void hide(size_t simulation, uint64_t particle, int time, By by = By::target);
  bool sees(size_t simulation, uint64_t particle, int time) const {
    const Piece& piece = pieces_[simulation][particle];
    return time >= piece.first && time <= piece.last;
  }
  // Whether what is seen of a trajectory begins in the source, or ends in it: at a collision with it, or where the
  // simulation ends because nothing of its target follows. (Mode interact: it is given away, or taken in, there.)
  bool begins_in_source(size_t simulation, uint64_t particle, int time) const {
    const Piece& piece = pieces_[simulation][particle];
    return time == piece.first && piece.begins_in_source;
  }
  bool ends_in_source(size_t simulation, uint64_t particle, int time) const {
    const Piece& piece = pieces_[simulation][particle];
    return time == piece.last && piece.ends_in_source;
  }

 private:
  struct Piece {
    int first, last;  // times between which it is seen
    bool begins_in_source, ends_in_source;
  };
  std::vector<std::vector<Piece>> pieces_;
};

}  // namespace weir::reversal
