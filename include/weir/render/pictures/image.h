// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A picture: linear RGB floats, row by row from the top left; PNG files of it are sRGB, 8 bits a channel.

#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "weir/base/colour.h"
#include "weir/base/vec.h"

namespace weir::render {

struct Image {
  int width = 0, height = 0;
  std::vector<Vec3f> pixels;  // 0 black to 1 white; what is above is cut off when the picture is written

  Image() = default;
  Image(int wide, int high, const Vec3f& colour = {})
      : width(wide), height(high), pixels(static_cast<size_t>(wide) * static_cast<size_t>(high), colour) {}
  Vec3f& at(int x, int y) {
    return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  }
  const Vec3f& at(int x, int y) const {
    return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  }
};

// Three bytes a pixel, row by row. In a larger size the last column and row are repeated.
std::vector<unsigned char> srgb_bytes(const Image& image, int width, int height);

// Keywords with their text, stored in a PNG file besides the pixels: which program made it, at which commit, from what.
using PngText = std::vector<std::pair<std::string, std::string>>;

// The bytes of a PNG file; `name` is for messages. Keywords have 1 to 79 characters.
std::string png_bytes(const Image& image, const std::string& name, const PngText& text = {});
// Written under a temporary name and renamed.
void write_png(const std::filesystem::path& file, const Image& image, const PngText& text = {});
// What is stored with that keyword; empty when there is nothing of the kind, or no PNG picture.
std::string png_text(const std::filesystem::path& file, const std::string& keyword);
// InputError when it is no PNG picture.
Image read_png(const std::filesystem::path& file);

}  // namespace weir::render
