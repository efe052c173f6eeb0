// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir render, as a user calls it: pictures, sheet, film and comparison of tiny runs, and what it says to bad input.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

static const char* kScene = R"({
  "title": "drop", "frames": {"last": 8}, "solver": {"kind": "ballistic", "spacing": 0.1},
  "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
  "picture": {"style": "particles", "width": 96, "height": 54},
  "liquids": [{"shape": {"kind": "sphere", "radius": 0.4, "centre": [0, 1.2, 0]}, "velocity": [1, 0, 0]}],
  "solids": [{"shape": {"kind": "plane"}},
             {"shape": {"kind": "box", "lower": [-0.5, -0.05, -0.1], "upper": [0.5, 0.05, 0.1],
              "transform": {"translate": {"keys": [[1, [0, 0.2, 0]], [8, [0.2, 0.3, 0]]]}}}}]
})";

static std::string flat(std::string scene) {
  return scene.replace(scene.find("\"frames\""), 8, "\"dimensions\": 2, \"frames\"");
}

// Width and height from the header of a PNG file.
static std::pair<int, int> size_of(const fs::path& png) {
  const std::string bytes = read_file(png);
  const auto number = [&](size_t at) {
    int value = 0;
    for (size_t i = 0; i < 4; ++i) value = value * 256 + static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

static std::string pixels_of(const fs::path& png) {
  const std::string bytes = read_file(png);
  return bytes.substr(bytes.find("IDAT"));
}

static std::string probed(const fs::path& film) {
  const std::string command =
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
      "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames -of csv=p=0 '" +
      film.string() + "'";
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

class Render : public ::testing::Test {
 protected:
  Render() { make_run("a", kScene); }
  void make_run(const std::string& name, const std::string& scene) {
    write_file(folder_ / (name + ".json"), scene);
    const Said said = weir({"run", (folder_ / (name + ".json")).string(), "-o", (folder_ / name).string(), "--progress",
                            "none", "--overwrite"});
    ASSERT_EQ(said.code, 0) << said.err;
  }
  Said render(const std::string& name, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"render", (folder_ / name).string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return weir(arguments);
  }
  void expect_refused(const std::string& name, const std::vector<std::string>& more, const std::string& words) {
    const Said said = render(name, more);
    EXPECT_EQ(said.code, 2) << said.err;
    EXPECT_NE(said.err.find(words), std::string::npos) << said.err;
  }
  TempFolder folder_;
};

TEST_F(Render, AllFramesByDefault) {
  const Said said = render("a");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("8 pictures in " + (folder_ / "a" / "images").string()), std::string::npos) << said.out;
  const auto images = files_in(folder_ / "a" / "images");
  ASSERT_EQ(images.size(), 8u);
  EXPECT_EQ(images[0].first, "0001.png");
  EXPECT_EQ(size_of(folder_ / "a" / "images" / "0008.png"), std::pair(96, 54));
  EXPECT_NE(images[0].second, images[5].second);
  EXPECT_FALSE(fs::exists(folder_ / "a" / "sheet.png"));
  EXPECT_FALSE(fs::exists(folder_ / "a" / "preview.mp4"));
}

TEST_F(Render, SamePicturesForAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "5"}) {
    const std::string out = (folder_ / (std::string("t") + threads)).string();
    ASSERT_EQ(render("a", {"-o", out, "--threads", threads, "--frames", "1-8:3", "--size", "200x100"}).code, 0);
  }
  EXPECT_EQ(files_in(folder_ / "t1").size(), 3u);
  EXPECT_EQ(files_in(folder_ / "t1"), files_in(folder_ / "t2"));
  EXPECT_EQ(files_in(folder_ / "t1"), files_in(folder_ / "t5"));
}

TEST_F(Render, FilmHasAllItsFrames) {
  const Said said = render("a", {"--film", "--sheet", "4", "--size", "97x55"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(probed(folder_ / "a" / "preview.mp4"), "h264,98,56,yuv420p,24/1,8\n");
  EXPECT_EQ(files_in(folder_ / "a" / "images").size(), 8u);
  EXPECT_TRUE(fs::exists(folder_ / "a" / "sheet.png"));
}

TEST_F(Render, FilmsKeepTheirSpeedWhenFramesAreLeftOut) {
  ASSERT_EQ(render("a", {"--film", "--frames", "1-8:3"}).code, 0);
  EXPECT_EQ(probed(folder_ / "a" / "preview.mp4"), "h264,96,54,yuv420p,24/1,9\n");
  ASSERT_EQ(render("a", {"--film", "--rate", "12"}).code, 0);
  EXPECT_EQ(probed(folder_ / "a" / "preview.mp4"), "h264,96,54,yuv420p,12/1,8\n");
  expect_refused("a", {"--film", "--rate", "0"}, "--rate");
  expect_refused("a", {"--rate", "12"}, "--film");
}

// By what they show, not by the time of their files.
TEST_F(Render, PicturesThatAreUpToDateAreKept) {
  const fs::path picture = folder_ / "a" / "images" / "0003.png";
  const auto made_again = [&](const std::vector<std::string>& more) {
    const fs::file_time_type before = fs::last_write_time(picture);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const Said said = render("a", more);
    EXPECT_EQ(said.code, 0) << said.err;
    return fs::last_write_time(picture) != before;
  };
  ASSERT_EQ(render("a").code, 0);
  const auto images = files_in(folder_ / "a" / "images");
  fs::remove(folder_ / "a" / "images" / "0005.png");
  const Said said = render("a");
  EXPECT_NE(said.out.find("8 pictures in"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find(", 7 up to date already"), std::string::npos) << said.out;
  EXPECT_EQ(files_in(folder_ / "a" / "images"), images);
  EXPECT_FALSE(made_again({}));
  ASSERT_EQ(render("a", {"--film"}).code, 0);
  EXPECT_EQ(probed(folder_ / "a" / "preview.mp4"), "h264,96,54,yuv420p,24/1,8\n");
  EXPECT_TRUE(made_again({"--colour", "role"}));
  EXPECT_TRUE(made_again({}));
  write_file(folder_ / "a" / "particles" / "0003.vdb", read_file(folder_ / "a" / "particles" / "0004.vdb"));
  EXPECT_TRUE(made_again({}));
  EXPECT_FALSE(made_again({"--threads", "1"}));
  make_run("a", std::string(kScene).replace(std::string(kScene).find("0.4"), 3, "0.3"));
  EXPECT_TRUE(made_again({}));
}

TEST_F(Render, SheetIsMadeOfItsFramesAlone) {
  ASSERT_EQ(render("a", {"--sheet", "4"}).code, 0);
  EXPECT_FALSE(fs::exists(folder_ / "a" / "images"));
  const auto [width, height] = size_of(folder_ / "a" / "sheet.png");
  EXPECT_GE(width, 2 * 96);
  EXPECT_LT(width, 3 * 96);
  EXPECT_GE(height, 2 * 54);
  // The folder may stand behind the option.
  const Said said = weir({"render", "--sheet", (folder_ / "a").string()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_GE(size_of(folder_ / "a" / "sheet.png").first, 3 * 96);  // all eight frames
}

TEST_F(Render, TwoRunsSideBySide) {
  make_run("b", std::string(kScene).replace(std::string(kScene).find("[1, 0, 0]"), 9, "[0, 3, 0]"));
  const Said said = render("a", {"--beside", (folder_ / "b").string(), "--film", "--sheet", "--frames", "1-4"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(files_in(folder_ / "a" / "beside" / "images").size(), 4u);
  EXPECT_GE(size_of(folder_ / "a" / "beside" / "images" / "0002.png").first, 2 * 96);
  EXPECT_EQ(probed(folder_ / "a" / "beside" / "preview.mp4").back(), '\n');
  EXPECT_FALSE(fs::exists(folder_ / "a" / "images"));
  make_run("c", flat(kScene));
  expect_refused("a", {"--beside", (folder_ / "c").string()}, "one camera cannot show both");
}

TEST_F(Render, FlatRuns) {
  make_run("c", flat(kScene));
  for (const char* colour : {"speed", "phase", "role"}) {
    ASSERT_EQ(render("c", {"--colour", colour, "--frames", "5", "-o", (folder_ / colour).string()}).code, 0);
  }
  EXPECT_NE(files_in(folder_ / "speed"), files_in(folder_ / "role"));
}

TEST_F(Render, SurfaceStyle) {
  const Said said = render("a", {"--style", "surface", "--samples", "1", "--frames", "3", "--size", "48x32"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(size_of(folder_ / "a" / "images" / "0003.png"), std::pair(48, 32));
}

// A finished run is lit anew; its own pictures stay.
TEST_F(Render, LooksByName) {
  const auto lit = [&](const char* look) {
    const fs::path to = folder_ / look;
    const Said said = render("a", {"--style", "surface", "--samples", "1", "--frames", "3", "--size", "48x32", "--look",
                                   look, "-o", to.string()});
    EXPECT_EQ(said.code, 0) << said.err;
    return pixels_of(to / "images" / "0003.png");
  };
  EXPECT_NE(lit("studio"), lit("night"));
  EXPECT_FALSE(fs::exists(folder_ / "a" / "images"));
  const Said said = render("a", {"--look", "noon"});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("sunset"), std::string::npos) << said.err;
}

// Meshes that lie there are used when they are newer than the particles.
TEST_F(Render, SurfacesOfWeirMeshAreUsed) {
  const fs::path mesh = folder_ / "a" / "surface" / "0008.ply", picture = folder_ / "a" / "images" / "0008.png";
  const auto pictured = [&] {
    EXPECT_EQ(render("a", {"--style", "surface", "--samples", "1", "--frames", "8", "--size", "48x32"}).code, 0);
    return pixels_of(picture);
  };
  const std::string made = pictured();
  ASSERT_EQ(weir({"mesh", (folder_ / "a").string(), "--progress", "none"}).code, 0);
  EXPECT_EQ(pictured(), made);
  write_file(mesh, read_file(folder_ / "a" / "surface" / "0001.ply"));
  EXPECT_NE(pictured(), made);
  fs::last_write_time(mesh, fs::last_write_time(folder_ / "a" / "particles" / "0008.vdb") - std::chrono::seconds(5));
  EXPECT_EQ(pictured(), made);
}

TEST_F(Render, AnotherSceneGivesTheLook) {
  write_file(folder_ / "look.json", std::string(kScene).replace(std::string(kScene).find("96"), 2, "80"));
  ASSERT_EQ(render("a", {"--scene", (folder_ / "look.json").string(), "--frames", "2"}).code, 0);
  EXPECT_EQ(size_of(folder_ / "a" / "images" / "0002.png").first, 80);
  write_file(folder_ / "look.json", "{\"pictures\": {}}");
  expect_refused("a", {"--scene", (folder_ / "look.json").string()}, "look.json");
}

// Water as milk: a phase of another name takes the place of the run's.
TEST_F(Render, AnotherPresetGivesItsColour) {
  const std::string solver = R"("solver": {)";
  std::string milk = kScene;
  milk.insert(milk.find(solver), R"("phase": "milk", )");
  write_file(folder_ / "milk.json", milk);
  const auto picture = [&](const std::vector<std::string>& more) {
    std::vector<std::string> options{"--frames", "2", "--style", "surface", "--samples", "1", "--size", "48x32"};
    options.insert(options.end(), more.begin(), more.end());
    EXPECT_EQ(render("a", options).code, 0);
    return pixels_of(folder_ / "a" / "images" / "0002.png");
  };
  const std::string water = picture({});
  EXPECT_NE(picture({"--scene", (folder_ / "milk.json").string()}), water);
}

// Paint in the water leaves the honey clear; honey with a colour of its own is paint, though it is the same.
TEST_F(Render, PhasesWithoutPaintStayClear) {
  const auto picture = [&](const std::string& name, const std::string& colour) {
    make_run(name, R"({"frames": {"last": 1}, "solver": {"kind": "sph", "spacing": 0.1},
      "phases": [{"preset": "honey", "size": 0.2, "colour": [0.8, 0.4, 0.1]}, "water"],
      "liquids": [{"phase": "honey", "shape": {"kind": "sphere", "radius": 0.4})" +
                       colour + R"(},
                  {"phase": "water", "colour": [1, 0, 0], "shape": {"kind": "sphere", "radius": 0.3, "centre": [1, 0, 0]}}]})");
    EXPECT_EQ(render(name, {"--style", "surface", "--samples", "1", "--size", "48x32"}).code, 0);
    return pixels_of(folder_ / name / "images" / "0001.png");
  };
  EXPECT_NE(picture("clear", ""), picture("painted", R"(, "colour": [0.8, 0.4, 0.1])"));
}

// A solid that a branch brings in is not there before.
TEST_F(Render, EarlierFramesOfABranchShowTheirOwnSolids) {
  std::string with_ball = kScene;
  with_ball.insert(with_ball.find("{\"shape\": {\"kind\": \"plane\"}}"),
                   R"({"name": "ball", "shape": {"kind": "sphere", "radius": 0.3, "centre": [0, 0.5, 0.5]}}, )");
  write_file(folder_ / "b.json", with_ball);
  const Said run = weir({"run", (folder_ / "b.json").string(), "-o", (folder_ / "b").string(), "--from",
                         (folder_ / "a").string() + "@4", "--progress", "none"});
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* style : {"particles", "surface"}) {
    const std::vector<std::string> options{
        "--frames", "3-5",    "--style", style,     "--samples",
        "1",        "--size", "96x54",   "--scene", (folder_ / "fixed.json").string()};
    std::string fixed = kScene;
    fixed.insert(fixed.find("\"style\""),
                 R"("colour_by": "phase", "camera": {"position": [0, 1, 4], "target": [0, 0.8, 0]}, )");
    write_file(folder_ / "fixed.json", fixed);
    for (const char* name : {"a", "b"}) ASSERT_EQ(render(name, options).code, 0);
    const auto picture = [&](const char* name, const char* frame) {
      return pixels_of(folder_ / name / "images" / frame);
    };
    EXPECT_EQ(size_of(folder_ / "b/images/0003.png").first, 96);
    EXPECT_EQ(picture("a", "0004.png"), picture("b", "0004.png")) << style;
    EXPECT_NE(picture("a", "0005.png"), picture("b", "0005.png")) << style;
  }
}

TEST_F(Render, FilesOfOtherPrograms) {
  const std::string pattern = (folder_ / "points" / "p_####.ply").string();
  ASSERT_EQ(weir({"convert", (folder_ / "a").string(), pattern}).code, 0);
  for (const std::string& place :
       {(folder_ / "points").string(), pattern, (folder_ / "points" / "p_0004.ply").string()}) {
    const Said said = weir({"render", place, "--style", "particles", "--frames", "4", "--size", "64x64"});
    ASSERT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(size_of(folder_ / "points" / "images" / "0004.png"), std::pair(64, 64));
    EXPECT_EQ(weir({"info", place}).code, 0) << place;
    fs::remove_all(folder_ / "points" / "images");
  }
}

// Particles that are no liquid: none, one, and one that is not a number.
TEST_F(Render, OddFrames) {
  const auto ply = [](const std::string& points, int count) {
    return "ply\nformat ascii 1.0\nelement vertex " + std::to_string(count) +
           "\nproperty float x\nproperty float y\nproperty float z\nend_header\n" + points;
  };
  fs::create_directories(folder_ / "odd");
  write_file(folder_ / "odd" / "1.ply", ply("", 0));
  write_file(folder_ / "odd" / "2.ply", ply("0 1 0\n", 1));
  write_file(folder_ / "odd" / "3.ply", ply("nan nan nan\n0 1 0.5\n0.1 1 0\n", 3));
  for (const char* style : {"particles", "surface"}) {
    const Said said = render("odd", {"--style", style, "--size", "32x32", "--samples", "1"});
    EXPECT_EQ(said.code, 2);
    EXPECT_NE(said.err.find("3.ply: the position of particle 0 is not a finite number"), std::string::npos) << said.err;
    EXPECT_EQ(files_in(folder_ / "odd" / "images").size(), 2u) << style << said.err;
    fs::remove_all(folder_ / "odd" / "images");
  }
}

TEST_F(Render, BadInput) {
  expect_refused("a", {"--frames", "5-9"}, "frame 9 is not there");
  for (const char* frames : {"x", "3-1", "1-", "-3", "1,,2", "1-4:0", "2:3", "99999999999"}) {
    const Said said = render("a", {std::string("--frames=") + frames, "-o", (folder_ / "b").string()});
    EXPECT_EQ(said.code, frames == std::string("1-") ? 0 : 2) << frames << said.err;
  }
  for (const char* size : {"0x0", "640", "640x", "x360", "-5x10", "640x360x2", "99999x10", "8x8"}) {
    expect_refused("a", {std::string("--size=") + size}, "--size: must be like 640x360");
  }
  expect_refused("a", {"--sheet", "0"}, "--sheet");
  expect_refused("a", {"--sheet", "many"}, "--sheet");
  expect_refused("a", {"--sheet", "-o", (folder_ / "s.png").string()}, "and sheet.png is made in it");
  EXPECT_FALSE(fs::exists(folder_ / "s.png"));
  expect_refused("none", {}, "there is no such file or folder");
  fs::create_directories(folder_ / "empty");
  expect_refused("empty", {}, (folder_ / "empty").string());
  expect_refused("a", {"--beside", (folder_ / "empty").string()}, (folder_ / "empty").string());
  EXPECT_EQ(weir({"render"}).code, 2);
  write_file(folder_ / "a" / "run.json", "{}");
  expect_refused("a", {}, "run.json");
}

TEST_F(Render, WithoutFfmpegThereIsNoFilm) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.path().c_str(), 1);
  const Said said = render("a", {"--film", "--frames", "1-2"});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.err.find("films need the program ffmpeg, which is not installed"), std::string::npos) << said.err;
  for (const auto& [name, bytes] : files_in(folder_ / "a")) EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
}

TEST_F(Render, InterruptLeavesWholeFiles) {
  WeirProcess process({"render", (folder_ / "a").string(), "--size", "2000x2000", "--progress", "verbose", "--film"});
  for (int i = 0; i < 1000 && process.errors_so_far().find("picture 1/") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  process.send(SIGINT);
  const Said said = process.wait();
  EXPECT_EQ(said.code, 130) << said.err;
  for (const auto& [name, bytes] : files_in(folder_ / "a")) EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
  EXPECT_FALSE(fs::exists(folder_ / "a" / "preview.mp4"));
}

}  // namespace weir::app
