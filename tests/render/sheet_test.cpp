// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Contact sheets, comparisons, labels and film.

#include "render/pictures/sheet.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "render/flat/colours.h"
#include "render/pictures/film.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir::render {

// What a shell command prints.
static std::string printed(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

static bool has_ink(const Image& image, int x0, int y0, int x1, int y1) {
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      if (image.at(x, y).x < 0.3f) return true;
    }
  }
  return false;
}

TEST(Lettering, InkIsWhereTheTextIs) {
  const Lettering letters(16);
  Image image(200, 40, {1, 1, 1});
  const int width = letters.width("Weir 12");
  EXPECT_GT(width, 40);
  EXPECT_LT(width, 80);
  letters.draw(image, 20, 30, "Weir 12", {0, 0, 0});
  EXPECT_TRUE(has_ink(image, 20, 17, 20 + width, 30));
  EXPECT_FALSE(has_ink(image, 0, 0, 19, 40));
  EXPECT_FALSE(has_ink(image, 21 + width, 0, 200, 40));
  EXPECT_FALSE(has_ink(image, 0, 0, 200, 14));
  EXPECT_FALSE(has_ink(image, 0, 31, 200, 40));
}

TEST(Lettering, AnyBytesCanBeDrawn) {
  const Lettering letters(12);
  Image image(30, 20, {1, 1, 1});
  for (const char* text : {"", "\xff\xfe", "\xe2\x82", "ä€", "\n\t", "a very long text that does not fit"}) {
    letters.draw(image, -5, 12, text, {0, 0, 0});
    EXPECT_GE(letters.width(text), 0);
  }
  EXPECT_EQ(letters.shortened("abc", 1000), "abc");
  const std::string cut = letters.shortened("a very long text", 60);
  EXPECT_LE(letters.width(cut), 60);
  EXPECT_TRUE(cut.starts_with("a") && cut.ends_with("..."));
}

TEST(ContactSheet, EveryPictureHasItsCell) {
  for (const size_t count : {size_t{1}, size_t{2}, size_t{5}, size_t{12}}) {
    ContactSheet sheet("title", count, 64, 36, {});
    for (size_t i = 0; i < count; ++i) {
      sheet.add(Image(64, 36, {static_cast<float>(i + 1) / 20, 0, 0}), "frame");
    }
    const Image& image = sheet.image();
    for (size_t i = 0; i < count; ++i) {
      const ContactSheet::Cell cell = sheet.cell(i);
      EXPECT_EQ(cell.width, 64);
      EXPECT_EQ(cell.height, 36);
      for (const auto& [x, y] : {std::pair{0, 0}, std::pair{63, 0}, std::pair{0, 35}, std::pair{63, 35}}) {
        EXPECT_NEAR(image.at(cell.x + x, cell.y + y).x, static_cast<double>(i + 1) / 20, 1e-5);
      }
      EXPECT_TRUE(has_ink(image, cell.x, cell.y + 36, cell.x + 40, std::min(cell.y + 54, image.height)));
      const ContactSheet::Cell next = sheet.cell(i + 1);
      EXPECT_TRUE(next.x >= cell.x + 64 || next.y >= cell.y + 36);
    }
  }
}

TEST(ContactSheet, LargePicturesAreMadeSmaller) {
  ContactSheet sheet("a title that is a good deal longer than what fits on top of the sheet", 9, 4000, 1000,
                     {.top_speed = 3, .entries = {}});
  EXPECT_LE(sheet.image().width, 1920);
  const ContactSheet::Cell cell = sheet.cell(4);
  EXPECT_NEAR(static_cast<double>(cell.width) / cell.height, 4, 0.1);
  // The fastest colour of the legend stands in the head, on the right.
  bool found = false;
  for (int x = sheet.image().width / 2; x < sheet.image().width; ++x) {
    found |= max_component(abs(sheet.image().at(x, 14) - speed_colour(1))) < 0.05f;
  }
  EXPECT_TRUE(found);
}

TEST(SideBySide, LeftIsLeft) {
  const Image both = side_by_side(Image(100, 50, {1, 0, 0}), "first", Image(100, 50, {0, 0, 1}), "second", "frame 3");
  EXPECT_GE(both.width, 200);
  const int y = both.height - 25;
  EXPECT_EQ(both.at(50, y), (Vec3f{1, 0, 0}));
  EXPECT_EQ(both.at(both.width - 50, y), (Vec3f{0, 0, 1}));
  EXPECT_TRUE(has_ink(both, 0, 0, 60, both.height - 50));
  EXPECT_TRUE(has_ink(both, both.width - 60, 0, both.width, both.height - 50));
}

TEST(Film, HasItsFramesRateAndSize) {
  const TempFolder folder;
  Film film(folder / "a.mp4", 65, 33, 12.5);
  for (int i = 0; i < 7; ++i) film.add(Image(65, 33, {static_cast<float>(i) / 7, 0.5f, 0}));
  film.finish();
  const std::string found = printed(
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
      "stream=codec_name,pix_fmt,width,height,r_frame_rate,nb_read_frames -of csv=p=0 " +
      (folder / "a.mp4").string());
  EXPECT_EQ(found, "h264,66,34,yuv420p,25/2,7\n");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Film, UnfinishedLeavesNothing) {
  const TempFolder folder;
  {
    Film film(folder / "a.mp4", 64, 32, 24);
    film.add(Image(64, 32));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Film, FailuresAreTold) {
  const TempFolder folder;
  // A program of this name that fails at once; pictures go nowhere, which must not end the process.
  write_file(folder / "ffmpeg", "#!/bin/sh\necho 'no such codec' >&2\nexit 3\n");
  std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.path().c_str(), 1);
  std::string said;
  try {
    Film film(folder / "a.mp4", 640, 640, 24);
    for (int i = 0; i < 5; ++i) film.add(Image(640, 640));
    film.finish();
  } catch (const RunError& error) {
    said = error.what();
  }
  std::filesystem::remove(folder / "ffmpeg");
  EXPECT_THROW(Film(folder / "a.mp4", 64, 32, 24), RunError);
  setenv("PATH", path.c_str(), 1);
  EXPECT_NE(said.find("ffmpeg could not make the film: no such codec"), std::string::npos) << said;
  EXPECT_FALSE(std::filesystem::exists(folder / "a.mp4"));
}

}  // namespace weir::render
