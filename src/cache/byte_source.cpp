// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/byte_source.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "base/files.h"
#include "weir/base/error.h"

namespace weir::cache {

namespace {

// zlib counts in 32 bits: larger inputs go to it in pieces.
constexpr size_t kPiece = size_t{1} << 30;

// Window bits for the largest window, plus 16: with the header and checksum of gzip.
constexpr int kGzipWindow = 15 + 16;

}  // namespace

struct ByteSource::Gzip {
  z_stream stream{};
  size_t fed = 0;  // bytes of the file handed to zlib
  bool ended = false;
  std::array<char, 1 << 16> window;
  ~Gzip() { inflateEnd(&stream); }
};

ByteSource::ByteSource(const std::filesystem::path& file) : name_(file.string()), bytes_(read_file(file)) {
  at_ = bytes_.data();
  end_ = at_ + bytes_.size();
  if (bytes_.size() < 2 || bytes_[0] != '\x1f' || bytes_[1] != '\x8b') return;
  gzip_ = std::make_unique<Gzip>();
  if (inflateInit2(&gzip_->stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
  at_ = end_ = gzip_->window.data();
}

ByteSource::~ByteSource() = default;

bool ByteSource::refill() {
  if (!gzip_ || gzip_->ended) return false;
  z_stream& stream = gzip_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(gzip_->window.data());
  stream.avail_out = static_cast<uInt>(gzip_->window.size());
  while (stream.avail_out == gzip_->window.size() && !gzip_->ended) {
    if (stream.avail_in == 0) {
      const size_t piece = std::min(kPiece, bytes_.size() - gzip_->fed);
      if (piece == 0) damaged("it is cut short");
      stream.next_in = reinterpret_cast<Bytef*>(&bytes_[gzip_->fed]);
      stream.avail_in = static_cast<uInt>(piece);
      gzip_->fed += piece;
    }
    const int result = inflate(&stream, Z_NO_FLUSH);
    gzip_->ended = result == Z_STREAM_END;
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result != Z_OK && !gzip_->ended) damaged("it cannot be unpacked");
  }
  at_ = gzip_->window.data();
  end_ = at_ + (gzip_->window.size() - stream.avail_out);
  return at_ != end_;
}

void ByteSource::take(void* to, size_t count) {
  char* next = static_cast<char*>(to);
  while (count > 0) {
    if (at_ == end_ && !refill()) damaged("it is cut short");
    const size_t some = std::min(count, static_cast<size_t>(end_ - at_));
    std::memcpy(next, at_, some);
    at_ += some;
    next += some;
    count -= some;
  }
}

void ByteSource::skip(uint64_t count) {
  while (count > 0) {
    if (at_ == end_ && !refill()) damaged("it is cut short");
    const size_t some = static_cast<size_t>(std::min<uint64_t>(count, static_cast<uint64_t>(end_ - at_)));
    at_ += some;
    count -= some;
  }
}

void ByteSource::finish() {
  do {
    at_ = end_;
  } while (refill());
}

void ByteSource::damaged(const std::string& how) const { throw InputError(name_, "is damaged: " + how); }

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string packed;
  std::array<char, 1 << 16> window;
  size_t fed = 0;
  for (int result = Z_OK; result != Z_STREAM_END;) {
    if (stream.avail_in == 0) {
      const size_t piece = std::min(kPiece, bytes.size() - fed);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + fed));
      stream.avail_in = static_cast<uInt>(piece);
      fed += piece;
    }
    stream.next_out = reinterpret_cast<Bytef*>(window.data());
    stream.avail_out = static_cast<uInt>(window.size());
    result = deflate(&stream, fed == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
    packed.append(window.data(), window.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return packed;
}

}  // namespace weir::cache
