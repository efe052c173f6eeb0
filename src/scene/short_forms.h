// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks that scenes may also write in short: "closed" for walls that are all closed, [1, 0, 0] for a velocity that is
// the same everywhere, "honey" for a phase that is as its preset, three numbers for a colour.

#pragma once

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

template <>
struct Codec<Colour> : PlainCodec {
  static constexpr Info limited(Info info) {
    info.min = 0;
    info.max = 1;
    return info;
  }
  static std::string type() { return "colour: 3 numbers from 0 to 1"; }
  static void read(const Node& node, Colour& value, const Info& info, Reader& reader) {
    codec::read_three(node, value.rgb, limited(info), reader);
  }
  static Json write(const Colour& value) { return Codec<Vec3d>::write(value.rgb); }
  static Json schema(const Info& info) {
    Json schema = Codec<Vec3d>::schema(limited(info));
    schema["colour"] = true;
    return schema;
  }
};

// walls.cpp
template <>
struct Codec<Wall> {
  static std::string type() { return "closed, open, or a wall"; }
  static void read(const Node& node, Wall& value, const Info& info, Reader& reader);
  static Json write(const Wall& value);
  static Json schema(const Info& info);
  static void blocks(std::vector<const Block*>& blocks) { codec::collect(block_of<Wall>(), blocks); }
  static void files(const Wall&, std::vector<std::filesystem::path>&) {}
  static void move(Wall& value, const Info&, const PlaceMove& move) { block_of<Wall>().move(&value, move); }
  static void visit(Wall& value, const BlockVisit& visit) { block_of<Wall>().visit(&value, visit); }
};

template <>
struct Codec<Walls> {
  static std::string type() { return "closed, open, or walls"; }
  static void read(const Node& node, Walls& value, const Info& info, Reader& reader);
  static Json write(const Walls& value);
  static Json schema(const Info& info);
  static void blocks(std::vector<const Block*>& blocks) { codec::collect(block_of<Walls>(), blocks); }
  static void files(const Walls&, std::vector<std::filesystem::path>&) {}
  static void move(Walls& value, const Info&, const PlaceMove& move) { block_of<Walls>().move(&value, move); }
  static void visit(Walls& value, const BlockVisit& visit) { block_of<Walls>().visit(&value, visit); }
};

// velocity_field.cpp
template <>
struct Codec<VelocityField> {
  static std::string type() { return "3 numbers, or a velocity"; }
  static void read(const Node& node, VelocityField& value, const Info& info, Reader& reader);
  static Json write(const VelocityField& value);
  static Json schema(const Info& info);
  static void blocks(std::vector<const Block*>& blocks) { codec::collect(block_of<VelocityField>(), blocks); }
  static void files(const VelocityField& value, std::vector<std::filesystem::path>& files) {
    block_of<VelocityField>().files(&value, files);
  }
  static void move(VelocityField& value, const Info&, const PlaceMove& move) {
    block_of<VelocityField>().move(&value, move);
  }
  static void visit(VelocityField& value, const BlockVisit& visit) { block_of<VelocityField>().visit(&value, visit); }
};

// phase_presets.cpp
template <>
struct Codec<Phase> {
  static std::string type() { return "name of a preset, or a phase"; }
  static void read(const Node& node, Phase& value, const Info& info, Reader& reader);
  static Json write(const Phase& value) { return block_of<Phase>().write(&value); }
  static Json schema(const Info& info);
  static void blocks(std::vector<const Block*>& blocks) { codec::collect(block_of<Phase>(), blocks); }
  static void files(const Phase&, std::vector<std::filesystem::path>&) {}
  static void move(Phase&, const Info&, const PlaceMove&) {}
  static void visit(Phase& value, const BlockVisit& visit) { block_of<Phase>().visit(&value, visit); }
};

}  // namespace weir
