// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks that scenes may also write in short: "closed" for walls that are all closed.

#pragma once

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

// walls.cpp
template <>
struct Codec<Wall> {
  static std::string type() { return "closed, open, or a wall"; }
  static void read(const Node& node, Wall& value, const Info& info, Reader& reader);
  static Json write(const Wall& value);
  static Json schema(const Info& info);
  static void blocks(std::vector<const Block*>& blocks) { codec::collect(block_of<Wall>(), blocks); }
  static void files(const Wall&, std::vector<std::filesystem::path>&) {}
};

template <>
struct Codec<Walls> {
  static std::string type() { return "closed, open, or walls"; }
  static void read(const Node& node, Walls& value, const Info& info, Reader& reader);
  static Json write(const Walls& value);
  static Json schema(const Info& info);
  static void blocks(std::vector<const Block*>& blocks) { codec::collect(block_of<Walls>(), blocks); }
  static void files(const Walls&, std::vector<std::filesystem::path>&) {}
};

}  // namespace weir
