// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// PNG files, by libpng's simplified interface: it reports errors by return values, with no jump out of our frames. That
// interface has no text, so text chunks are put into its bytes here.

#include "weir/render/pictures/image.h"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string_view>

#include "base/files.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::render {

namespace {

uint8_t to_byte(float linear) {
  // What is not a number is shown as black, never as undefined behaviour.
  if (!(linear > 0)) return 0;
  return static_cast<uint8_t>(std::lround(to_srgb(std::min(linear, 1.0f)) * 255));
}

png_image rgb_picture(int width, int height) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(width);
  png.height = static_cast<png_uint_32>(height);
  png.format = PNG_FORMAT_RGB;
  return png;
}

void append_big_endian(std::string& bytes, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((value >> shift) & 0xff);
}

// A chunk is its length, its type, its data and the checksum of type and data. Text is Latin-1 by the standard; names
// of files beyond it are stored as they are.
std::string text_chunk(const std::string& keyword, const std::string& text) {
  const std::string body = "tEXt" + keyword + '\0' + text;
  std::string chunk;
  append_big_endian(chunk, static_cast<uint32_t>(body.size() - 4));
  chunk += body;
  append_big_endian(chunk, static_cast<uint32_t>(
                               crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
  return chunk;
}

constexpr size_t kAfterHeader = 8 + 25;  // the signature and the first chunk, IHDR, always have these lengths

uint32_t big_endian_at(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::array<float, 256> linear_of_bytes() {
  std::array<float, 256> table{};
  for (size_t i = 0; i < table.size(); ++i) table[i] = from_srgb(static_cast<float>(i) / 255);
  return table;
}

}  // namespace

std::vector<unsigned char> srgb_bytes(const Image& image, int width, int height) {
  std::vector<unsigned char> bytes(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  parallel_for(
      static_cast<size_t>(height),
      [&](size_t row) {
        size_t at = row * static_cast<size_t>(width) * 3;
        for (int x = 0; x < width; ++x) {
          const Vec3f& pixel =
              image.at(std::min(x, image.width - 1), std::min(static_cast<int>(row), image.height - 1));
          for (int c = 0; c < 3; ++c) bytes[at++] = to_byte(pixel[c]);
        }
      },
      8);
  return bytes;
}

std::string png_bytes(const Image& image, const std::string& name, const PngText& text) {
  if (image.width <= 0 || image.height <= 0) throw RunError(name + ": a picture without pixels cannot be written");
  const std::vector<unsigned char> bytes = srgb_bytes(image, image.width, image.height);
  png_image png = rgb_picture(image.width, image.height);
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string packed(size, '\0');
  if (!png_image_write_to_memory(&png, packed.data(), &size, 0, bytes.data(), 0, nullptr)) {
    throw RunError(name + ": cannot be made a PNG picture: " + png.message);
  }
  packed.resize(size);
  std::string chunks;
  for (const auto& [keyword, value] : text) chunks += text_chunk(keyword, value);
  packed.insert(kAfterHeader, chunks);
  return packed;
}

void write_png(const std::filesystem::path& file, const Image& image, const PngText& text) {
  write_file(file, png_bytes(image, file.string(), text));
}

// Text stands before the pixels.
std::string png_text(const std::filesystem::path& file, const std::string& keyword) {
  constexpr size_t kLongestLook = 1 << 16;
  std::string bytes(kLongestLook, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<size_t>(std::max<std::streamsize>(0, stream.gcount())));
  const std::string begin = "tEXt" + keyword + '\0';
  for (size_t at = kAfterHeader; at + 12 <= bytes.size();) {
    const size_t length = big_endian_at(bytes, at);
    const std::string_view chunk = std::string_view(bytes).substr(at + 4, 4 + length);
    if (chunk.starts_with(begin)) return std::string(chunk.substr(begin.size()));
    if (!chunk.starts_with("tEXt")) return "";
    at += 12 + length;
  }
  return "";
}

Image read_png(const std::filesystem::path& file) {
  const std::string packed = read_file(file);
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&png, packed.data(), packed.size())) {
    throw InputError(file.string(), std::string("is not a PNG picture: ") + png.message);
  }
  constexpr png_uint_32 kMostPixels = 1u << 28;  // a damaged header must not ask for all memory
  if (png.width == 0 || png.height == 0 || png.height > kMostPixels / png.width) {
    png_image_free(&png);
    throw InputError(file.string(), "is too large a picture");
  }
  png.format = PNG_FORMAT_RGB;
  std::vector<uint8_t> bytes(PNG_IMAGE_SIZE(png));
  const png_color on_white{255, 255, 255};
  if (!png_image_finish_read(&png, &on_white, bytes.data(), 0, nullptr)) {
    throw InputError(file.string(), std::string("is not a whole PNG picture: ") + png.message);
  }
  static const std::array<float, 256> kLinear = linear_of_bytes();
  Image image(static_cast<int>(png.width), static_cast<int>(png.height));
  for (size_t i = 0; i < image.pixels.size(); ++i) {
    image.pixels[i] = {kLinear[bytes[3 * i]], kLinear[bytes[3 * i + 1]], kLinear[bytes[3 * i + 2]]};
  }
  return image;
}

}  // namespace weir::render
