// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of what templates do: control particles where the template has liquid, coloured by what covers them.

#include "control/templates/director/template_overlay.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "base/files.h"
#include "control/templates/director/find_template.h"
#include "render/flat/colours.h"
#include "render/pictures/run_pictures.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/run/run.h"

namespace weir::render {

// A block of water flies to the right, at 0.1 m a frame.
static const char* kFlight = R"({"dimensions": 2, "frames": {"last": 6}, "gravity": [0, 0, 0],
  "solver": {"kind": "ballistic", "spacing": 0.05},
  "liquids": [{"velocity": [2.4, 0, 0], "shape": {"kind": "box", "lower": [0, 0, -1], "upper": [1, 0.5, 1]}}])";

class TemplateOverlayTest : public ::testing::Test {
 protected:
  // The same flight, looked at by a template of itself that does nothing.
  ShownRun shown(const std::string& instance) {
    write_file(folder_ / "flight.json", std::string(kFlight) + "}");
    write_file(folder_ / "s.json", kFlight + fmt::format(R"(, "picture": {{"width": 160, "height": 90}},
        "recordings": [{{"name": "it", "scene": "flight.json", "region": {{"size": [2, 1, 1], "translate": [1, 0.25, 0]}}}}],
        "directors": [{{"kind": "templates", "instances": [{{"template": "it", "strength": 0, "temporary": false,
                       "start": 2, "first": 2, "last": 5, {}}}]}}]}})",
                                                         instance));
    run::run_scene(load_scene(folder_ / "s.json"), {.folder = folder_ / "run", .progress = ProgressStyle::none});
    return open_shown_run(folder_ / "run", {});
  }
  static Overlay overlay_at(const ShownRun& run, int frame) {
    Overlay overlay;
    templates::make_overlay({run.scene, 0, run.home})->add(frame, run.particles.read(frame), {}, overlay);
    return overlay;
  }
  TempFolder folder_;
};

TEST_F(TemplateOverlayTest, LiquidCoversATemplateOfItself) {
  const ShownRun run = shown(R"("falloff": 0.1)");
  for (const int frame : {1, 6}) {  // before and after it acts
    const Overlay nothing = overlay_at(run, frame);
    EXPECT_TRUE(nothing.points.empty() && nothing.boxes.empty()) << frame;
  }
  const Overlay seen = overlay_at(run, 3);
  ASSERT_EQ(seen.boxes.size(), 2u);
  const Box3d outer = seen.boxes[0].placed.box(seen.boxes[0].box), region = seen.boxes[1].placed.box(seen.boxes[1].box);
  EXPECT_NEAR(region.lower.x, 0, 1e-6);
  EXPECT_NEAR(region.upper.y, 0.75, 1e-6);
  EXPECT_NEAR(outer.lower.x, -0.1, 1e-6);
  EXPECT_NEAR(outer.upper.y, 0.85, 1e-6);
  size_t control = 0, repulsion = 0;
  for (const Overlay::Point& point : seen.points) {
    if (point.colour == templates::repulsion_colour()) {
      ++repulsion;
      continue;
    }
    ++control;
    EXPECT_TRUE(Box3f({0.19f, -0.01f, -1}, {1.21f, 0.51f, 1}).contains(point.position));  // the block at frame 3
    // Fewer neighbours cover the outermost.
    const bool inner = Box3f({0.25f, 0.05f, -1}, {1.15f, 0.45f, 1}).contains(point.position);
    EXPECT_GT(point.colour.y, (inner ? 0.9f : 0.2f) * templates::coverage_colour(1).y);
  }
  EXPECT_EQ(control, 20u * 10u);
  EXPECT_GT(repulsion, 20u);
}

TEST_F(TemplateOverlayTest, WhereThereIsNoLiquidNothingIsCovered) {
  const ShownRun run = shown(R"("transform": {"translate": [1, 5, 0]})");
  const Overlay seen = overlay_at(run, 3);
  size_t control = 0;
  for (const Overlay::Point& point : seen.points) {
    if (point.colour == templates::repulsion_colour()) continue;
    EXPECT_EQ(point.colour, templates::coverage_colour(0));
    EXPECT_GT(point.position.y, 4.5f);
    ++control;
  }
  EXPECT_EQ(control, 200u);
}

TEST_F(TemplateOverlayTest, IsSeenInThePicture) {
  ShownRun run = shown(R"("falloff": 0.1)");
  run.scene.picture.colour_by = ColourBy::role;
  const Survey look = survey(run);
  const Camera camera = camera_at(run.scene, look, 3);
  RunPictures plain(run, look), with(run, look, true);
  EXPECT_EQ(plain.at(1, camera).pixels, with.at(1, camera).pixels);  // does not act yet
  EXPECT_NE(plain.at(3, camera).pixels, with.at(3, camera).pixels);
  EXPECT_EQ(with.legend().entries.size(), plain.legend().entries.size() + 3);
}

TEST_F(TemplateOverlayTest, AMissingTemplateIsNamed) {
  const ShownRun run = shown(R"("falloff": 0.1)");
  std::filesystem::remove(templates::recording_file(folder_ / "run", "it"));
  EXPECT_THROW(templates::make_overlay({run.scene, 0, run.home}), InputError);
}

}  // namespace weir::render
