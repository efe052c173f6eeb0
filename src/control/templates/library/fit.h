// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Help with placing templates, which Schoentgen et al. (2020, 6) name as the hard part: where, and with which of its
// frames, a template agrees best with the liquid that is there already. Agreement is measured on a grid (fit_score.h);
// the search goes from coarse grids, on which every position and frame is tried, to fine ones, on which those are
// improved that agree better than all beside them: each leads to a place of its own.

#pragma once

#include "control/templates/library/fit_score.h"
#include "control/templates/library/template.h"

namespace weir::templates {

struct FitQuestion {
  const Template* source = nullptr;
  Affine placed{};             // from canonical space, as it is now
  double play = 1;             // how fast it is played; negative in reverse
  FitLiquid liquid;            // that it is to agree with
  Vec3d within{};              // m, how far it may be moved along each axis; never to where there is no liquid
  size_t frame = 0;            // of the template, from 0, with which it begins now
  size_t first = 0, last = 0;  // of its frames, with which it may begin
};

struct FitPlace {
  Vec3d offset{};    // m, by which it is to be moved
  size_t frame = 0;  // with which it is to begin
  FitScore score;
};

struct FitAnswer {
  FitScore before;
  // The best first, which is never worse than what was; where several are equally good, the one nearest to what was.
  // The others are good as well, and differ from it and from each other by a good part of the template's region or of
  // its frames.
  std::vector<FitPlace> places;
};
constexpr size_t kMostFitPlaces = 5;

FitAnswer fit_template(const FitQuestion& question);

}  // namespace weir::templates
