// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Templates as the page shows them: particles and pictures, of the library and of recordings.

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "control/templates/library/template_writer.h"
#include "packed_reader.h"
#include "refusal.h"
#include "studio/draw/drawn_templates.h"
#include "temp_folder.h"
#include "weir/render/pictures/image.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;

// Four frames of nine particles that rise by 0.1 m a frame.
void write_template(const fs::path& file, const std::string& name) {
  fs::create_directories(file.parent_path());
  templates::TemplateMetadata metadata;
  metadata.name = name;
  metadata.dimensions = 2;
  metadata.spacing = 0.1;
  metadata.region.size = {1, 1, 1};
  templates::TemplateWriter writer(file, metadata);
  for (int frame = 0; frame < 4; ++frame) {
    Particles p;
    for (int i = 0; i < 9; ++i) {
      p.push_back({.position = {0.1f * static_cast<float>(i % 3), 0.1f * static_cast<float>(i / 3 + frame) - 0.3f, 0},
                   .velocity = {0, 2.4f, 0},
                   .id = static_cast<uint64_t>(i),
                   .mass = 1});
    }
    writer.add_frame(p);
  }
  writer.finish();
}

class DrawTemplates : public ::testing::Test {
 protected:
  DrawTemplates() {
    if (const char* library = std::getenv("WEIR_LIBRARY")) outer_ = library;
    unsetenv("WEIR_LIBRARY");
    write_template(folder_ / "library/splash.weirt", "splash");
    write_template(folder_ / "takes/shots/drop/002/recordings/rise.weirt", "rise");
    fs::create_directories(folder_ / "takes/shots/drop/003");
  }
  ~DrawTemplates() override {
    if (!outer_.empty()) setenv("WEIR_LIBRARY", outer_.c_str(), 1);
  }

  PackedReader frame(const std::string& name, const std::string& number) {
    return PackedReader(templates_.frame({{{"name", name}, {"frame", number}}}).bytes);
  }
  render::Image picture(const std::string& name, const std::string& number) {
    Query query{{{"template", name}}};
    if (!number.empty()) query.values["frame"] = number;
    const Reply reply = templates_.thumbnail(query);
    EXPECT_EQ(reply.type, "image/png");
    write_file(folder_ / "picture.png", reply.bytes);
    return render::read_png(folder_ / "picture.png");
  }

  TempFolder folder_;
  std::string outer_;
  Folder opened_{folder_.path(), {}};
  Kept kept_{1 << 20};
  DrawnTemplates templates_{opened_, kept_};
};

TEST_F(DrawTemplates, FramesCountFromOneAndStopAtTheEnds) {
  const PackedReader first = frame("splash", "1"), last = frame("splash", "4");
  EXPECT_EQ(first.header["count"], 9);
  EXPECT_NEAR(first.header["radius"].get<double>(), 0.05, 1e-9);
  EXPECT_NEAR(last.header["lower"][1].get<double>() - first.header["lower"][1].get<double>(), 0.3, 1e-3);
  EXPECT_EQ(frame("splash", "99").header["frame"], 4);
  EXPECT_EQ(frame("splash", "-3").header["frame"], 1);
  EXPECT_EQ(first.header["high"], 3);
}

TEST_F(DrawTemplates, RecordingsAreFoundInTheTakesOfTheirScene) {
  EXPECT_EQ(frame("recording:shots/drop.json:rise", "2").header["count"], 9);
  EXPECT_EQ(run_with_recordings(opened_, "shots/drop.json"), folder_.path() / "takes/shots/drop/002");
  EXPECT_EQ(run_with_recordings(opened_, "other.json"), fs::path());
}

TEST_F(DrawTemplates, PicturesPlay) {
  EXPECT_EQ(picture("splash", "").width, 160);
  EXPECT_NE(picture("splash", "1").pixels, picture("splash", "4").pixels);
  const render::Image strip = picture("splash", "strip");
  EXPECT_EQ(strip.width, 12 * 160);
  EXPECT_EQ(strip.height, 120);
  EXPECT_NE(strip.at(80, 70), strip.at(0, 0));
}

TEST_F(DrawTemplates, WhatIsNotThereIsToldInASentence) {
  EXPECT_NE(refusal([&] { frame("splosh", "1"); }).find("splosh"), std::string::npos);
  EXPECT_EQ(refusal([&] { frame("recording:shots/drop.json:fall", "1"); }),
            "\"fall\" is a recording that is not made yet; running the scene makes it");
  EXPECT_EQ(refusal([&] { frame("recording:x", "1"); }), "a recording is named like this: recording:SCENE:NAME");
  EXPECT_NE(refusal([&] { frame("recording:shots/drop.json:../../../splash", "1"); }), "");
  EXPECT_NE(refusal([&] { frame("recording:../../drop.json:rise", "1"); }), "");
  EXPECT_NE(refusal([&] { frame("../../secret", "1"); }), "");
}

}  // namespace
}  // namespace weir::studio
