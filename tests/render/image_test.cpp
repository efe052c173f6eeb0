// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures in files, and reduced ones.

#include "weir/render/pictures/image.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/files.h"
#include "render/flat/draw.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir::render {

TEST(Image, PngRoundTripKeepsEveryByte) {
  const TempFolder folder;
  Image image(256, 3);
  for (int x = 0; x < 256; ++x) {
    const float value = from_srgb(static_cast<float>(x) / 255);
    image.at(x, 0) = {value, 0, 1};
    image.at(x, 1) = {0, value, value};
    image.at(x, 2) = {1, 1, value};
  }
  write_png(folder / "a.png", image);
  const Image back = read_png(folder / "a.png");
  ASSERT_EQ(back.width, 256);
  ASSERT_EQ(back.height, 3);
  for (size_t i = 0; i < image.pixels.size(); ++i) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(back.pixels[i][c], image.pixels[i][c], 1e-6);
  }
}

TEST(Image, TextIsStoredBesideThePixels) {
  const TempFolder folder;
  const Image image(3, 2, {0.5f, 0.2f, 0.1f});
  write_png(folder / "plain.png", image);
  write_png(folder / "text.png", image, {{"Commit", "unknown"}, {"Source", "drop.json"}});
  EXPECT_EQ(read_png(folder / "text.png").pixels, read_png(folder / "plain.png").pixels);
  const std::string bytes = read_file(folder / "text.png");
  using namespace std::string_literals;
  // The length and the checksum of a chunk are those of the standard (ISO/IEC 15948, 11.3.4.3).
  EXPECT_EQ(bytes.substr(33, 8 + 14), "\0\0\0\x0etEXtCommit\0unknown"s);
  EXPECT_NE(bytes.find("tEXtSource\0drop.json"s), std::string::npos);
  EXPECT_EQ(png_text(folder / "text.png", "Source"), "drop.json");
  EXPECT_EQ(png_text(folder / "text.png", "Sour"), "");
  EXPECT_EQ(png_text(folder / "plain.png", "Source"), "");
  EXPECT_EQ(png_text(folder / "none.png", "Source"), "");
  for (const size_t cut : {0, 20, 33, 45, 60}) {
    write_file(folder / "cut.png", bytes.substr(0, cut));
    EXPECT_EQ(png_text(folder / "cut.png", "Source"), "") << cut;
  }
  write_file(folder / "cut.png", bytes.substr(0, 33) + "\xff\xff\xff\xfftEXt and no more");
  EXPECT_EQ(png_text(folder / "cut.png", "Source"), "");
  EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND");
}

TEST(Image, SrgbIsTheStandardCurve) {
  EXPECT_NEAR(to_srgb(0.2140411f), 0.5f, 1e-4);  // IEC 61966-2-1
  EXPECT_NEAR(to_srgb(0.001f), 0.01292f, 1e-6);
  for (float x = 0; x <= 1; x += 0.01f) EXPECT_NEAR(from_srgb(to_srgb(x)), x, 1e-5);
}

TEST(Image, WhatIsNoColourIsCutOff) {
  const TempFolder folder;
  Image image(2, 1);
  image.at(0, 0) = {std::numeric_limits<float>::quiet_NaN(), -3, 7};
  image.at(1, 0) = {std::numeric_limits<float>::infinity(), 0.5f, -std::numeric_limits<float>::infinity()};
  write_png(folder / "a.png", image);
  const Image back = read_png(folder / "a.png");
  EXPECT_EQ(back.at(0, 0), (Vec3f{0, 0, 1}));
  EXPECT_EQ(back.at(1, 0).x, 1);
  EXPECT_EQ(back.at(1, 0).z, 0);
}

TEST(Image, DamagedFilesAreRefused) {
  const TempFolder folder;
  EXPECT_THROW(read_png(folder / "none.png"), InputError);
  write_png(folder / "a.png", Image(20, 20, {0.5f, 0.2f, 0.1f}));
  const std::string whole = read_file(folder / "a.png");
  for (size_t size = 0; size + 20 < whole.size(); size += 7) {  // the last bytes only say that it ends
    write_file(folder / "b.png", whole.substr(0, size));
    EXPECT_THROW(read_png(folder / "b.png"), InputError) << size;
  }
}

TEST(Image, ReducedKeepsTheMean) {
  Image image(7, 5);
  Vec3d sum{};
  for (size_t i = 0; i < image.pixels.size(); ++i) {
    image.pixels[i] = {static_cast<float>(i % 3), static_cast<float>(i % 5), static_cast<float>(i)};
    sum += Vec3d(image.pixels[i]) / static_cast<double>(image.pixels.size());
  }
  EXPECT_EQ(reduced(image, 7, 5).pixels, image.pixels);
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{3, 2}, std::pair{5, 5}, std::pair{7, 1}}) {
    const Image small = reduced(image, width, height);
    Vec3d mean{};
    for (const Vec3f& p : small.pixels) mean += Vec3d(p) / static_cast<double>(small.pixels.size());
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(mean[c], sum[c], 1e-4 * (1 + sum[c])) << width;
  }
}

TEST(Draw, LineCoversItsLengthTimesItsThickness) {
  for (const auto& [x, y] : {std::pair{90.5f, 20.25f}, std::pair{30.0f, 95.0f}, std::pair{80.0f, 80.0f}}) {
    Image image(100, 100);
    draw_line(image, ScreenPoint{10.5f, 10.25f, 1}, ScreenPoint{x, y, 1}, Pen{3, {1, 1, 1}});
    double area = 0;
    for (const Vec3f& p : image.pixels) area += p.x;
    EXPECT_NEAR(area, 3 * std::hypot(x - 10.5, y - 10.25) + 7, 7);  // round ends
  }
}

TEST(Draw, LinesFarOutsideAreNoTrouble) {
  Image image(20, 10);
  draw_line(image, ScreenPoint{-1e9f, 5, 1}, ScreenPoint{1e9f, 5, 1}, Pen{1, {1, 1, 1}});
  EXPECT_NEAR(image.at(10, 4).x + image.at(10, 5).x, 1, 0.02);
  draw_line(image, ScreenPoint{-50, -50, 1}, ScreenPoint{-20, 400, 1}, Pen{1, {1, 1, 1}});
  draw_line(image, ScreenPoint{std::nanf(""), 0, 1}, ScreenPoint{5, 5, 1}, Pen{1, {1, 1, 1}});
  EXPECT_EQ(image.at(3, 0), Vec3f{});
}

TEST(Draw, LinesAreHiddenByWhatIsNearer) {
  Image image(20, 1);
  std::vector<float> depth(20, 10.0f);
  for (size_t x = 10; x < 20; ++x) depth[x] = 1;
  draw_line(image, ScreenPoint{0, 0.5f, 5}, ScreenPoint{20, 0.5f, 5}, Pen{1, {1, 1, 1}}, depth);
  EXPECT_GT(image.at(5, 0).x, 0.9f);
  EXPECT_EQ(image.at(15, 0).x, 0);
}

}  // namespace weir::render
