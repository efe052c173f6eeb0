// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plots: which charts there are, and that the drawing shows the numbers.

#include "render/plots/plot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir::render {

static const char* kLines =
    R"({"frame":1,"time":0,"steps":0,"particles":100,"temporary":0,"wall_ms":{"total":10,"simulation":8,"control":0,"cache":2},"solver":{},"directors":[]}
{"frame":2,"time":0.04,"steps":5,"particles":110,"temporary":0,"wall_ms":{"total":20,"simulation":15,"control":3,"cache":2},"solver":{"density_iterations":4.5,"viscosity_iterations":0,"compression_mean":0.1,"compression_max":3,"pressure_ms":10,"neighbours_ms":2},"directors":[{"name":"","kind":"vortex","wall_ms":1},{"name":"letters","kind":"template","wall_ms":2,"coverage":0.25},{"name":"letters","kind":"template","wall_ms":2,"coverage":0.5}]}
{"frame":4,"time":0.12,"steps":6,"particles":null,"temporary":0,"wall_ms":{"total":30,"simulation":25,"control":3,"cache":2},"solver":{"density_iterations":6,"viscosity_iterations":0,"pressure_ms":20,"neighbours_ms":2},"bodies":[{"solid":0}]}
)";

class Plot : public ::testing::Test {
 protected:
  cache::RunStats stats(const std::string& name, const std::string& lines) {
    std::filesystem::create_directories(folder_ / name);
    write_file(folder_ / name / "stats.jsonl", lines);
    return cache::read_run_stats(folder_ / name);
  }
  TempFolder folder_;
};

static const Chart* find(const std::vector<Chart>& charts, const std::string& title) {
  for (const Chart& chart : charts) {
    if (chart.title == title) return &chart;
  }
  return nullptr;
}

TEST_F(Plot, EveryNumberIsRead) {
  const cache::RunStats run = stats("a", kLines);
  EXPECT_EQ(run.frames, (std::vector<double>{1, 2, 4}));
  EXPECT_EQ(run.find("steps")->values, (std::vector<double>{0, 5, 6}));
  EXPECT_TRUE(std::isnan(run.find("particles")->values[2]));
  EXPECT_TRUE(std::isnan(run.find("solver.density_iterations")->values[0]));
  EXPECT_EQ(run.find("directors.letters.coverage")->values[1], 0.25);
  EXPECT_EQ(run.find("directors.letters 2.coverage")->values[1], 0.5);
  EXPECT_EQ(run.find("frame"), nullptr);
  EXPECT_EQ(run.name, "a");
}

TEST_F(Plot, OneRunIsSplitByPart) {
  const std::vector<cache::RunStats> runs{stats("a", kLines)};
  const std::vector<Chart> charts = charts_of(runs);
  const Chart* time = find(charts, "Time a frame");
  ASSERT_TRUE(time);
  EXPECT_TRUE(time->stacked);
  std::vector<std::string> parts;
  double sum = 0;
  for (const Series& s : time->series) {
    parts.push_back(s.name);
    sum += s.values[1];
  }
  EXPECT_EQ(parts, (std::vector<std::string>{"pressure", "neighbours", "other simulation", "control", "cache"}));
  EXPECT_EQ(sum, 20);                                               // the parts of frame 2 are its total
  EXPECT_EQ(find(charts, "Iterations a step")->series.size(), 1u);  // none of viscosity
  EXPECT_EQ(find(charts, "Particles")->series.size(), 1u);
  EXPECT_EQ(find(charts, "Compression, max")->unit, "%");
  EXPECT_EQ(find(charts, "Coverage")->series.size(), 2u);
  EXPECT_EQ(find(charts, "Time of directors")->series.size(), 3u);
}

TEST_F(Plot, SeveralRunsAreToldApart) {
  const std::vector<cache::RunStats> runs{
      stats("a", kLines),
      stats("b", "{\"frame\":3,\"steps\":9,\"wall_ms\":{\"total\":5},\"solver\":{\"density_iterations\":1}}\n")};
  const std::vector<Chart> charts = charts_of(runs);
  const Chart* time = find(charts, "Time a frame");
  ASSERT_EQ(time->series.size(), 2u);
  EXPECT_FALSE(time->stacked);
  EXPECT_EQ(time->series[0].name, "a");
  EXPECT_EQ(time->series[1].name, "b");
  const Chart* steps = find(charts, "Steps a frame");
  ASSERT_EQ(steps->series.size(), 2u);
  EXPECT_NE(steps->series[0].colour, steps->series[1].colour);
  EXPECT_EQ(find(charts, "Particles")->series.size(), 1u);
}

TEST_F(Plot, DamagedLinesAreNamed) {
  for (const char* line : {"{\"frame\":", "[]", "{\"steps\":3}", "{\"frame\":\"x\"}", "\xff"}) {
    try {
      stats("a", "{\"frame\":1}\n" + std::string(line) + "\n{\"frame\":3}\n");
      ADD_FAILURE() << line;
    } catch (const InputError& error) {
      EXPECT_NE(error.problems()[0].what.find("line 2 is damaged"), std::string::npos);
    }
  }
  EXPECT_THROW(stats("b", ""), InputError);
  EXPECT_THROW(cache::read_run_stats(folder_ / "none"), InputError);
  EXPECT_THROW(cache::read_run_stats(folder_.path()), InputError);
}

// Probes have a value a step, between frames.
TEST_F(Plot, WhatProbesReadHasChartsOfItsOwn) {
  std::filesystem::create_directories(folder_ / "a");
  write_file(
      folder_ / "a/probes.jsonl",
      R"({"frame":1.5,"time":0.02,"values":{"H.1":{"height":0.4,"depth":0.3},"load":{"force":[1,-2,0],"torque":[0,0,0]}}}
{"frame":2.0,"time":0.04,"values":{"H.1":{"height":0.5,"depth":0.3},"Q":{"volume":0.1,"mass":100}}}
{"frame":2.)");
  const cache::RunStats run = stats("a", kLines);
  EXPECT_EQ(run.probes.frames, (std::vector<double>{1.5, 2}));
  EXPECT_EQ(run.probes.times, (std::vector<double>{0.02, 0.04}));
  const std::vector<Chart> charts = charts_of(std::span(&run, 1));
  const Chart* heights = find(charts, "Height at gauges");
  ASSERT_TRUE(heights);
  EXPECT_EQ(heights->unit, "m");
  ASSERT_EQ(heights->series.size(), 1u);
  EXPECT_EQ(heights->series[0].name, "H 1");
  EXPECT_EQ(heights->series[0].frames, (std::vector<double>{1.5, 2}));
  EXPECT_EQ(heights->series[0].values, (std::vector<double>{0.4, 0.5}));
  const Chart* forces = find(charts, "Force on solids");
  ASSERT_TRUE(forces);
  ASSERT_EQ(forces->series.size(), 2u);  // nothing acts along z
  EXPECT_EQ(forces->series[1].name, "load, y");
  EXPECT_TRUE(std::isnan(forces->series[1].values[1]));
  EXPECT_FALSE(find(charts, "Torque on solids"));
  EXPECT_TRUE(std::isnan(find(charts, "Flux through windows")->series[0].values[0]));
  write_file(folder_ / "a/probes.jsonl", "{\"frame\":1}\n");
  EXPECT_THROW(stats("a", kLines), InputError);
}

TEST(Chart, TicksAreRoundAndReachAround) {
  EXPECT_EQ(ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ticks(0, 87, 4), (std::vector<double>{0, 50, 100}));
  EXPECT_EQ(ticks(3, 3, 4), (std::vector<double>{3}));
  for (const double high : {1e-7, 0.3, 7.0, 123456.0, 9e15}) {
    const std::vector<double> found = ticks(-high, high, 4);
    EXPECT_LE(found.front(), -high);
    EXPECT_GE(found.back(), high);
    EXPECT_LE(found.size(), 8u);
  }
}

// One straight line from corner to corner of the field, wherever that is.
TEST(Chart, LineFollowsItsValues) {
  Svg svg(400, 300);
  Chart chart{"t", "", false, {{"s", {1, 2, 3, 4, 5}, {0, 25, 50, std::nan(""), 100}, 0, 0}}};
  draw_chart(svg, chart, {0, 0, 400, 300}, 1, 5);
  const std::string text = svg.finish();
  const size_t begin = text.find("<polyline points=\"") + 18;
  double x[3], y[3];
  ASSERT_EQ(std::sscanf(text.c_str() + begin, "%lf,%lf %lf,%lf %lf,%lf", x, y, x + 1, y + 1, x + 2, y + 2), 6);
  EXPECT_NEAR(x[1] - x[0], x[2] - x[1], 0.02);
  EXPECT_NEAR(y[1] - y[0], y[2] - y[1], 0.02);
  EXPECT_LT(y[2], y[0]);
  EXPECT_NE(text.find("<polyline", begin), std::string::npos);  // the gap parts it
}

}  // namespace weir::render
