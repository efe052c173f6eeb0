// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scene sets up is seen in its preview, where it is and in its colour.

#include "weir/render/preview/preview.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "refusal.h"
#include "render/preview/label_layout.h"
#include "temp_folder.h"
#include "weir/base/parallel.h"
#include "weir/run/set_up.h"

namespace weir::render {
namespace {

constexpr PreviewOptions kSmall{.width = 400, .height = 300};

class PreviewOf {
 public:
  // `parts`: more keys of a scene whose domain is 4 m wide and 3 m high.
  explicit PreviewOf(const std::string& parts, int dimensions = 3) {
    std::string text = "{\"dimensions\": " + std::to_string(dimensions) +
                       R"(, "domain": {"lower": [-2, 0, -1], "upper": [2, 3, 1]}, "frames": {"last": 24},
                          "solver": {"kind": "ballistic", "spacing": 0.1}, )";
    if (parts.find("\"liquids\"") == std::string::npos) {
      text += R"("liquids": [{"shape": {"kind": "sphere", "radius": 0.1, "centre": [-1.8, 0.2, 0]}}], )";
    }
    write_file(folder_ / "scene.json", text + parts + "}");
    scene_ = load_scene(folder_ / "scene.json");
  }
  Image picture(const PreviewOptions& options = kSmall) const {
    return Preview(run::set_up(scene_, 1, folder_.path()), scene_).picture(options);
  }

 private:
  TempFolder folder_;
  Scene scene_;
};

enum Channel { red, green, blue };

// Where pixels in which a colour is far stronger than the others are: how many, and the middle of them, as shares of
// the picture.
struct Patch {
  size_t pixels = 0;
  double x = 0, y = 0;
};
Patch patch_of(const Image& image, Channel channel) {
  Patch patch;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const Vec3f& p = image.at(x, y);
      const float other = std::max(p[(channel + 1) % 3], p[(channel + 2) % 3]);
      if (p[channel] < 0.15f || p[channel] < 2.5f * other) continue;
      ++patch.pixels;
      patch.x += (x + 0.5) / image.width;
      patch.y += (y + 0.5) / image.height;
    }
  }
  patch.x /= static_cast<double>(std::max<size_t>(1, patch.pixels));
  patch.y /= static_cast<double>(std::max<size_t>(1, patch.pixels));
  return patch;
}

const char* kRedBall =
    R"("solids": [{"colour": [1, 0, 0], "shape": {"kind": "sphere", "radius": 0.4, "centre": [1, 1.5, 0]}}])";

TEST(Preview, SolidIsSeenWhereItIs) {
  const Patch none = patch_of(PreviewOf("\"title\": \"\"").picture(), red);
  EXPECT_LT(none.pixels, 20u);
  for (const int dimensions : {2, 3}) {
    const Patch ball = patch_of(PreviewOf(kRedBall, dimensions).picture(), red);
    EXPECT_GT(ball.pixels, 500u) << dimensions;
    EXPECT_GT(ball.x, 0.55) << dimensions;
    EXPECT_LT(ball.x, 0.8) << dimensions;
  }
}

TEST(Preview, ViewsLookFromWhereTheySay) {
  const PreviewOf scene(
      R"("solids": [{"colour": [1, 0, 0], "shape": {"kind": "sphere", "radius": 0.2, "centre": [1, 1.5, -0.6]}},
                    {"colour": [0, 0.8, 0], "shape": {"kind": "sphere", "radius": 0.2, "centre": [-1, 2.6, 0.6]}}])");
  PreviewOptions options = kSmall;
  options.view = PreviewView::front;
  Image image = scene.picture(options);
  EXPECT_GT(patch_of(image, red).x, 0.6);
  EXPECT_LT(patch_of(image, green).y, patch_of(image, red).y);
  options.view = PreviewView::top;  // -z is up
  image = scene.picture(options);
  EXPECT_LT(patch_of(image, red).y, patch_of(image, green).y);
  options.view = PreviewView::side;  // from the right: -z is on the right
  image = scene.picture(options);
  EXPECT_GT(patch_of(image, red).x, patch_of(image, green).x);
}

TEST(Preview, TurntableGoesRound) {
  const PreviewOf scene(kRedBall);
  PreviewOptions options = kSmall;
  options.turned = 1e-3;
  const double right = patch_of(scene.picture(options), red).x;
  options.turned = 180;
  EXPECT_LT(patch_of(scene.picture(options), red).x, right - 0.1);
}

TEST(Preview, LiquidIsClearAndCutToTheDomain) {
  const auto pool = [](const char* upper) {
    return PreviewOf(std::string(R"("phases": [{"name": "ink", "colour": [0, 0, 1]}],
      "liquids": [{"shape": {"kind": "box", "lower": [-9, -9, -9], "upper": )") +
                     upper + R"(}}], "solids": [{"colour": [1, 0, 0], "shape": {"kind": "sphere", "radius": 0.6,
      "centre": [0, 0.7, 0]}}])");
  };
  const Image within = pool("[2, 1.5, 1]").picture(), beyond = pool("[9, 1.5, 9]").picture();
  size_t bluish = 0, different = 0;
  for (size_t i = 0; i < within.pixels.size(); ++i) {
    bluish += within.pixels[i].z > 1.3f * within.pixels[i].x;
    different += length(within.pixels[i] - beyond.pixels[i]) > 0.1f;
  }
  EXPECT_GT(bluish, within.pixels.size() / 10);
  // The same body of liquid, but for the edges of what is cut off.
  EXPECT_LT(different, within.pixels.size() / 50);
}

TEST(Preview, ThroughTheCameraOfTheScene) {
  const std::string camera = R"(, "picture": {"camera": {"position": [1, 1.5, 6], "target": [1, 1.5, 0]}})";
  PreviewOptions options = kSmall;
  options.view = PreviewView::camera;
  const Patch ball = patch_of(PreviewOf(kRedBall + camera).picture(options), red);
  EXPECT_GT(ball.pixels, 500u);
  EXPECT_NEAR(ball.x, 0.5, 0.02);
  EXPECT_NEAR(ball.y, 0.5, 0.04);
  EXPECT_NE(refusal([&] { PreviewOf(kRedBall).picture(options); }).find("has no camera"), std::string::npos);
}

TEST(Preview, SameBytesForAnyNumberOfThreads) {
  const PreviewOf scene(kRedBall);
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    return scene.picture().pixels;
  };
  EXPECT_EQ(with(1), with(3));
}

TEST(LabelLayout, NamesNeverLieOnEachOther) {
  std::vector<uint8_t> busy(200 * 200, 0);
  LabelLayout layout(200, 200, busy);
  std::vector<PixelBox> placed;
  for (int i = 0; i < 30; ++i) {
    PixelBox box{0, 0, 40, 12};
    if (!layout.place(100, 100, true, box)) continue;
    for (const PixelBox& other : placed) EXPECT_FALSE(box.meets(other));
    EXPECT_GE(std::min(box.x, box.y), 0);
    placed.push_back(box);
  }
  EXPECT_GT(placed.size(), 10u);
}

TEST(LabelLayout, FreeGroundIsTaken) {
  std::vector<uint8_t> busy(200 * 200, 0);
  for (size_t i = 0; i < busy.size(); ++i) busy[i] = i % 200 > 100;  // the right half
  LabelLayout layout(200, 200, busy);
  PixelBox box{0, 0, 40, 12};
  ASSERT_TRUE(layout.place(100, 100, true, box));
  EXPECT_LT(box.x + box.width, 104);
}

}  // namespace
}  // namespace weir::render
