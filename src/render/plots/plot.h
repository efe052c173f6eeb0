// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plots of what a run, or several, measured over its frames: small charts side by side in one drawing.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "render/plots/chart.h"
#include "weir/cache/run_stats.h"

namespace weir::render {

// Which charts there are, and what is in them. One run: its time split by part; several: a colour a run. What is zero
// throughout, or missing, is left out.
std::vector<Chart> charts_of(std::span<const cache::RunStats> runs);

// Of a measure, and of what a probe reads, by their keys (weir/cache/run_stats.h); empty where there is none.
std::string unit_of_measure(const std::string& key);
std::string unit_of_probe(const std::string& key);

// As SVG.
std::string plot(std::span<const cache::RunStats> runs);

}  // namespace weir::render
