// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of the sides of the domain.

#include "weir/scene/walls.h"

#include "scene/short_forms.h"

namespace weir {

template <>
const Block& block_of<walls::Closed>() {
  static const Block block = BlockOf<walls::Closed>("closed", "The liquid stays in.");
  return block;
}

template <>
const Block& block_of<walls::Open>() {
  static const Block block = BlockOf<walls::Open>("open", "What leaves is gone.");
  return block;
}

template <>
const Block& block_of<walls::Inflow>() {
  static const Block block =
      BlockOf<walls::Inflow>("inflow", "Liquid of the first phase flows in, all over the side up to a level.")
          .add("speed", &walls::Inflow::speed, {.help = "Straight into the domain.", .unit = "m/s", .min = 0})
          .add("level", &walls::Inflow::level,
               {.help = "Height (y) of its surface; above it the side is closed.",
                .unit = "m",
                .required = true,
                .place = true});
  return block;
}

template <>
const Block& block_of<walls::Outflow>() {
  static const Block block =
      BlockOf<walls::Outflow>("outflow",
                              "Liquid flows out as fast as keeps its surface at a level; waves leave with it.")
          .add("level", &walls::Outflow::level,
               {.help = "Height (y) at which the surface is held.", .unit = "m", .required = true, .place = true});
  return block;
}

template <>
const Block& block_of<Wall>() {
  static const Block block = BlockOf<Wall>("wall", "One side of the domain.").kinds(&Wall::kind);
  return block;
}

template <>
const Block& block_of<Walls>() {
  static const Block block =
      BlockOf<Walls>("walls", "The sides of the domain, each by itself; those that are not named are closed.")
          .add("left", &Walls::left, {.help = "At the smallest x."})
          .add("right", &Walls::right, {.help = "At the largest x."})
          .add("bottom", &Walls::bottom, {.help = "At the smallest y; closed or open."})
          .add("top", &Walls::top, {.help = "At the largest y; closed or open."})
          .add("back", &Walls::back, {.help = "At the smallest z."})
          .add("front", &Walls::front, {.help = "At the largest z."})
          .check([](const Node& node, const Walls& walls, Reader& reader) {
            for (const bool upper : {false, true}) {
              if (!walls.side(1, upper).get<walls::Inflow>() && !walls.side(1, upper).get<walls::Outflow>()) continue;
              const Reader::Inside inside(reader, Walls::name(1, upper));
              reader.complain(*node.find(Walls::name(1, upper)),
                              "must be closed or open, since no level can be held there; use an emitter or a sink");
            }
          });
  return block;
}

const Walls Walls::closed{};
const Walls Walls::open{{walls::Open{}}, {walls::Open{}}, {walls::Open{}},
                        {walls::Open{}}, {walls::Open{}}, {walls::Open{}}};

const Wall& Walls::side(int axis, bool upper) const {
  const Wall* sides[] = {&left, &right, &bottom, &top, &back, &front};
  return *sides[2 * axis + upper];
}
Wall& Walls::side(int axis, bool upper) { return const_cast<Wall&>(std::as_const(*this).side(axis, upper)); }

const char* Walls::name(int axis, bool upper) {
  static constexpr const char* names[] = {"left", "right", "bottom", "top", "back", "front"};
  return names[2 * axis + upper];
}

bool Walls::any_solid() const {
  for (int side = 0; side < 6; ++side) {
    if (this->side(side / 2, side % 2).is_solid()) return true;
  }
  return false;
}

bool Walls::all_solid() const {
  for (int side = 0; side < 6; ++side) {
    if (!this->side(side / 2, side % 2).is_solid()) return false;
  }
  return true;
}

namespace {

const std::vector<std::string>& short_names() {
  static const std::vector<std::string> names{"closed", "open"};
  return names;
}

Json with_short_names(const Block& block, const Info& info) {
  return codec::described({{"anyOf", {{{"enum", short_names()}}, codec::block_reference(block)}}}, info);
}

}  // namespace

void Codec<Wall>::read(const Node& node, Wall& value, const Info&, Reader& reader) {
  value = {};
  if (node.type == Node::Type::object) return block_of<Wall>().read(node, &value, reader);
  if (codec::read_choice(node, short_names(), reader) == 1) value.kind = walls::Open{};
}

Json Codec<Wall>::write(const Wall& value) {
  if (value.get<walls::Closed>()) return "closed";
  return value.get<walls::Open>() ? Json("open") : block_of<Wall>().write(&value);
}

Json Codec<Wall>::schema(const Info& info) { return with_short_names(block_of<Wall>(), info); }

void Codec<Walls>::read(const Node& node, Walls& value, const Info&, Reader& reader) {
  value = {};
  if (node.type == Node::Type::object) return block_of<Walls>().read(node, &value, reader);
  if (codec::read_choice(node, short_names(), reader) == 1) value = Walls::open;
}

Json Codec<Walls>::write(const Walls& value) {
  if (value == Walls::closed) return "closed";
  return value == Walls::open ? Json("open") : block_of<Walls>().write(&value);
}

Json Codec<Walls>::schema(const Info& info) { return with_short_names(block_of<Walls>(), info); }

}  // namespace weir
