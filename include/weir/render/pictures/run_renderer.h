// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of a finished or running run, as its scene asks for them; or of two runs side by side, with one camera:
//
//   render::RunRenderer renderer("out/dam", {.samples = 64});
//   for (int frame : renderer.frames()) render::write_png(file(frame), renderer.picture(frame));

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weir/render/pictures/image.h"
#include "weir/scene/look.h"

namespace weir::render {

struct Legend;  // for Weir's own contact sheets

// What is not given is as the scene says.
struct RenderOptions {
  std::filesystem::path scene = {};   // a scene file whose camera, colours and other looks are taken instead
  std::filesystem::path beside = {};  // another run, shown on the right
  std::optional<PictureStyle> style = {};
  std::optional<ColourBy> colour_by = {};
  std::optional<Look> look = {};
  std::optional<int> width = {}, height = {};  // pixels, 16 to 8192
  std::optional<int> samples = {};             // light paths a pixel of a surface picture, 1 to 65536
  bool overlay = false;                        // also what directors do, over the liquid as particles
};

class RunRenderer {
 public:
  // The run: its folder, or particle files of any origin (cache::ParticleSequence). InputError when there is nothing to
  // show.
  RunRenderer(const std::filesystem::path& run, const RenderOptions& options = {});
  ~RunRenderer();

  // Those that can be shown: of two runs, frames that both have; InputError when there are none.
  std::vector<int> frames() const;
  // InputError when there is no such frame.
  Image picture(int frame);

  // A checksum of all that the picture is made from: one that was made from the same need not be made again. Empty
  // where that is not known.
  std::string made_from(int frame) const;

  // For those who compose pictures themselves, such as contact sheets: without the legend, and what goes with it.
  Image bare_picture(int frame);
  void add_legend(Image& picture) const;
  const Legend& legend() const;
  std::string title() const;
  std::string caption(int frame) const;  // "frame 12, 0.46 s"
  double rate() const;                   // frames a second
  // The run's folder, or the one of its files.
  const std::filesystem::path& home() const;

 private:
  struct Shown;
  std::unique_ptr<Shown> shown_;
};

}  // namespace weir::render
