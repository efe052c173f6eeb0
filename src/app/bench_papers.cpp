// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_papers.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

namespace weir::app {

using Json = nlohmann::ordered_json;

namespace {

// Schoentgen et al. 2020, "Particle-based Liquid Control using Animation Templates", 5.3.
const PaperTable& templates_table() {
  static const PaperTable table{
      .group = "templates",
      .part = "templates",
      .source = "Schoentgen et al. 2020, Table 1",
      .machine = "8 cores i9-9900K",
      .cores = 8,
      .columns = {{"liquid", "liquid", "particles", 0},
                  {"control", "control", "particles", 0},
                  {"repulsion", "repulsion", "particles", 0},
                  {"temporary", "temporary", "particles", 0},
                  {"simulation_ms", "simulation", "ms a frame", 1},
                  {"control_ms", "control", "ms a frame", 2},
                  {"control_percent", "control", "%", 2},
                  {"peak_mb", "memory", "MB", 0},
                  {"storage_mb", "template", "MB", 2}},
      .rows = {{"drop-2d", "2D Rectangular drop", {6700, 1300, 88, 36, 190.2, 5.6, 2.9, 330, 3.87}},
               {"wave-2d", "2D Wave machine", {6700, 2300, 130, 14, 128.7, 13.7, 10.6, 340, 7.44}},
               {"blade-2d", "2D Rotating blade", {2200, 1300, 79, 0, 32.4, 6.7, 20.7, 240, 12.0}},
               {"jet-2d", "2D Water jet", {6700, 1300, 217, 138, 96.7, 3.9, 4.0, 350, 4.19}},
               {"zero-gravity-2d", "2D Zero gravity", {6700, 600, 209, 0, 116.5, 3.4, 2.9, 460, 3.02}},
               {"double-dam-2d", "2D Double dam", {6700, 1000, 92, 43, 143.1, 4.0, 2.8, 460, 3.50}},
               {"viscous", "3D Viscous", {298700, 1300, 713, 76, 6566.5, 53.2, 0.8, 5810, 5.11}},
               {"blade", "3D Rotating blade", {56200, 20000, 2300, 0, 807.2, 135.4, 16.8, 2400, 82.7}},
               {"letters", "3D Letters", {298700, 39800, 8200, 329, 5207.5, 474.8, 9.1, 7400, 274.1}},
               {"multiphase", "3D Multiphase", {106400, 2600, 1400, 74, 2274.5, 125.7, 5.5, 3200, 5.12}},
               {"boat", "3D Boat", {2490000, 363300, 30100, 994, 44585.2, 3921.6, 8.8, 80600, 3488.0}},
               {"composition", "3D Composition", {298700, 12200, 1700, 43, 4900.1, 112.4, 2.3, 7800, 90.0}}},
      .goals = {{.key = "simulation_ms", .share = 0.1, .by_cores = true, .only_3d = true},
                {.key = "control_percent", .share = 0.5, .by_cores = false, .only_3d = false},
                {.key = "peak_mb", .share = 0.2, .by_cores = false, .only_3d = false}}};
  return table;
}

// Lu et al. 2019, "A Rigging-Skinning Scheme to Control Fluid Simulation", 4.6. Their particles ran on the graphics
// card. Milliseconds a step; what control is of it they do not tell.
const PaperTable& rig_table() {
  static const PaperTable table{
      .group = "rig",
      .part = "rig",
      .source = "Lu et al. 2019, Table 2",
      .machine = "E5-2650 v2 and GTX 1080 Ti",
      .cores = 8,
      .columns = {{"points", "rig", "points", 0}, {"ms_per_step", "time", "ms a step", 1}},
      .rows = {{"waterfall", "Waterfall", {21000, 47}},
               {"waterfall-skin", "Waterfall, skin", {21000, 122}},
               {"letters-2d", "Letters", {2376, 1730}},
               {"letters-2d-skin", "Letters, skin", {2376, 7800}},
               {"twisted-smoke", "Twisted smoke", {225, 12000}},
               {"waterspout-vapour", "Waterspout (vapor)", {16000, 90000}}},
      .goals = {{.key = "ms_per_step", .share = 0.1, .by_cores = false, .only_3d = false, .only_solver = "smoke"}}};
  return table;
}

// Raveendran et al. 2012, "Controlling Liquids Using Meshes", 7: what it says of all its scenes.
const PaperTable& meshes_table() {
  static const PaperTable table{
      .group = "meshes",
      .part = "meshes",
      .source = "Raveendran et al. 2012, section 7",
      .machine = "8 cores Xeon 2.4 GHz",
      .cores = 8,
      .columns = {{"frame_ms", "frame", "ms", 0},
                  {"control_percent", "control", "%", 1},
                  {"morph_unknowns", "morph", "unknowns", 0},
                  {"morph_ms", "morph", "ms a million", 1}},
      .rows = {{"bending", "Water bending, under 10 s, 15 to 30 %", {10000, 30, -1, -1}},
               {"dancer-drippy", "Dancer, under 10 s, 15 to 30 %", {10000, 30, -1, -1}},
               {"dancer-waves", "Dancer with waves, under 10 s, 15 to 30 %", {10000, 30, -1, -1}},
               {"morph", "Morph, under 30 s", {-1, -1, 1e6, 30000}}},
      .goals = {{.key = "frame_ms", .share = 0.2, .by_cores = false, .only_3d = true},
                {.key = "control_percent", .share = 0.5, .by_cores = false, .only_3d = false},
                {.key = "morph_ms", .share = 1, .by_cores = false, .only_3d = false, .limit = 100}}};
  return table;
}

// Nielsen & Bridson 2011, "Guide Shapes for High Resolution Naturalistic Liquid Simulation", Table 2. Their boat is
// compared with shallow water: the deep one did not fit into memory. What they time has loading and saving in it.
const PaperTable& guide_table() {
  static const PaperTable table{
      .group = "guide",
      .part = "guide",
      .source = "Nielsen & Bridson 2011, Table 2",
      .machine = "8 cores Xeon 2.66 GHz",
      .cores = 8,
      .columns = {{"guided_ms", "guided", "ms a step", 0},
                  {"guide_percent", "guide", "% of it", 1},
                  {"particles", "guided", "particles", 0},
                  {"cells", "guided", "cells", 0},
                  {"unguided_ms", "unguided", "ms a step", 0},
                  {"unguided_particles", "unguided", "particles", 0},
                  {"unguided_cells", "unguided", "cells", 0},
                  {"time_ratio", "time", "ratio", 3},
                  {"distance", "from coarse", "cells", 3},
                  {"unguided_distance", "unguided", "cells", 3},
                  {"distance_ratio", "distance", "ratio", 2}},
      .rows = {{"boat", "Emerging boat", {93900, 24.6, 10.3e6, 2.63e6, 149000, 19.7e6, 4.8e6, 0.630, -1, -1, -1}},
               {"slosh-15", "Container, 0.15 m", {6440, 11.0, 623e3, 439e3, 13900, 1.67e6, 659e3, 0.463, -1, -1, -1}},
               {"slosh-20", "Container, 0.20 m", {8660, 8.1, 855e3, 490e3, 13900, 1.67e6, 659e3, 0.623, -1, -1, -1}},
               {"slosh-25", "Container, 0.25 m", {9930, 7.0, 1.01e6, 530e3, 13900, 1.67e6, 659e3, 0.714, -1, -1, -1}},
               {"slosh-30", "Container, 0.30 m", {10700, 6.9, 1.13e6, 553e3, 13900, 1.67e6, 659e3, 0.770, -1, -1, -1}},
               {"sailing",
                "Sailing boat, deep",
                {91100, 10.1, 12e6, 4.65e6, 649000, 70.3e6, 12.3e6, 0.140, -1, -1, -1}},
               {"slide",
                "Water slide, potential flow",
                {209000, 15.2, 7.83e6, 22.8e6, 482000, 49e6, 29.5e6, 0.434, -1, -1, -1}},
               {"slide-extrapolation",
                "Water slide, extrapolation",
                {209000, 15.2, 7.83e6, 22.8e6, 482000, 49e6, 29.5e6, 0.434, -1, -1, -1}}},
      .goals = {{.key = "time_ratio", .share = 1, .by_cores = false, .only_3d = false},
                {.key = "guide_percent", .share = 0, .by_cores = false, .only_3d = false, .limit = 10},
                {.key = "distance_ratio", .share = 0, .by_cores = false, .only_3d = false, .limit = 0.5}}};
  return table;
}

int cores_used(const Json& figures) {
  const int threads = figures["threads"].get<int>();
  return threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace

const PaperTable* paper_table(const std::string& group) {
  for (const PaperTable* table : {&templates_table(), &rig_table(), &meshes_table(), &guide_table()}) {
    if (group == table->group) return table;
  }
  return nullptr;
}

double our_figure(const PaperTable& table, const std::string& key, const Json& figures) {
  const Json& part = figures.at(table.part);
  return (part.contains(key) ? part : figures).at(key).get<double>();
}

void add_paper(const PaperTable& table, const std::string& scene, Json& figures) {
  const auto row = std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& r) { return r.scene == scene; });
  if (row == table.rows.end() || !figures.contains(table.part)) return;
  Json paper{{"source", table.source}, {"machine", table.machine}, {"cores", table.cores}, {"scene", row->title}};
  for (size_t i = 0; i < table.columns.size(); ++i) paper[table.columns[i].key] = row->values[i];
  Json wanted = Json::object();
  for (const PaperTable::Goal& goal : table.goals) {
    if (goal.only_3d && figures["dimensions"] != 3) continue;
    if (goal.only_solver && figures["solver"] != goal.only_solver) continue;
    if (goal.limit == 0 && paper[goal.key].get<double>() < 0) continue;  // the paper does not tell
    const double cores = goal.by_cores ? static_cast<double>(table.cores) / cores_used(figures) : 1;
    const double at_most = goal.limit > 0 ? goal.limit : paper[goal.key].get<double>() * cores * goal.share;
    wanted[goal.key] = {{"at_most", at_most}, {"met", our_figure(table, goal.key, figures) <= at_most}};
  }
  figures["paper"] = std::move(paper);
  figures["wanted"] = std::move(wanted);
}

}  // namespace weir::app
