// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of the velocity that liquid starts with.

#include "weir/scene/velocity_field.h"

#include <fmt/format.h>

#include <cmath>

#include "scene/short_forms.h"

namespace weir {

template <>
const Block& block_of<velocities::Uniform>() {
  static const Block block = BlockOf<velocities::Uniform>("uniform", "The same everywhere: its drift.");
  return block;
}

template <>
const Block& block_of<velocities::Spin>() {
  static const Block block =
      BlockOf<velocities::Spin>("spin", "Turns about an axis as a solid would.")
          .add("axis", &velocities::Spin::axis,
               {.help = "Direction of the axis; turns by the right-hand rule.", .direction = true})
          .add("centre", &velocities::Spin::centre, {.help = "A point of the axis.", .unit = "m", .place = true})
          .add("turns", &velocities::Spin::turns, {.help = "Turns a second.", .unit = "1/s"})
          .check([](const Node& node, const velocities::Spin& spin, Reader& reader) {
            if (length(spin.axis) == 0) reader.complain(node, "axis must have a length");
          });
  return block;
}

template <>
const Block& block_of<velocities::Shear>() {
  static const Block block =
      BlockOf<velocities::Shear>("shear", "Layers that slide over each other.")
          .add("direction", &velocities::Shear::direction, {.help = "In which layers move.", .direction = true})
          .add("across", &velocities::Shear::across, {.help = "In which their speed grows.", .direction = true})
          .add("centre", &velocities::Shear::centre,
               {.help = "A point of the layer at rest.", .unit = "m", .place = true})
          .add("rate", &velocities::Shear::rate, {.help = "Growth of the speed a metre.", .unit = "1/s"})
          .check([](const Node& node, const velocities::Shear& shear, Reader& reader) {
            if (length(shear.direction) == 0 || length(shear.across) == 0) {
              reader.complain(node, "direction and across must have a length");
            } else if (std::abs(dot(normalized(shear.direction), normalized(shear.across))) > 1e-6) {
              reader.complain(node, "direction and across must be at right angles, or the liquid would be compressed");
            }
          });
  return block;
}

template <>
const Block& block_of<velocities::Strain>() {
  static const Block block =
      BlockOf<velocities::Strain>("strain", "Stretches along some axes while it shrinks along others.")
          .add("rates", &velocities::Strain::rates,
               {.help = "Growth of a length, a second, along x, y and z; negative shrinks. They add up to 0.",
                .unit = "1/s"})
          .add("centre", &velocities::Strain::centre, {.help = "The point at rest.", .unit = "m", .place = true})
          .check([](const Node& node, const velocities::Strain& strain, Reader& reader) {
            const Vec3d& r = strain.rates;
            const double sum = r.x + r.y + r.z, most = std::abs(r.x) + std::abs(r.y) + std::abs(r.z);
            if (std::abs(sum) <= 1e-6 * most) return;
            const Node* at = node.find("rates");
            reader.complain(
                at ? *at : node,
                fmt::format("rates must add up to 0, or the liquid would be compressed, but add up to {}", sum));
          });
  return block;
}

template <>
const Block& block_of<velocities::Vortices>() {
  static const Block block =
      BlockOf<velocities::Vortices>("vortices",
                                    "Rows of vortices about z, each turning against its neighbours (Taylor "
                                    "and Green).")
          .add("size", &velocities::Vortices::size, {.help = "Width of one.", .unit = "m", .above = 0})
          .add("centre", &velocities::Vortices::centre,
               {.help = "Middle of one that turns anticlockwise, seen from +z.", .unit = "m", .place = true})
          .add("speed", &velocities::Vortices::speed, {.help = "The greatest.", .unit = "m/s"});
  return block;
}

template <>
const Block& block_of<velocities::File>() {
  static const Block block =
      BlockOf<velocities::File>("file", "From a grid of velocities; 0 where it has no values.")
          .add("file", &velocities::File::file, {.help = "A .vdb file.", .required = true})
          .add("grid", &velocities::File::grid, {.help = "Its name in the file; the first of vectors by default."})
          .add("speed", &velocities::File::speed, {.help = "Velocities times this.", .unit = "factor"});
  return block;
}

template <>
const Block& block_of<VelocityField>() {
  static const Block block =
      BlockOf<VelocityField>("velocity", "What liquid moves like at the start.")
          .kinds(&VelocityField::kind)
          .add("drift", &VelocityField::drift, {.help = "Added everywhere.", .unit = "m/s", .direction = true});
  return block;
}

void Codec<VelocityField>::read(const Node& node, VelocityField& value, const Info& info, Reader& reader) {
  value = {};
  if (node.type == Node::Type::object) return block_of<VelocityField>().read(node, &value, reader);
  codec::read_three(node, value.drift, info, reader);
}

Json Codec<VelocityField>::write(const VelocityField& value) {
  if (value.get<velocities::Uniform>()) return Codec<Vec3d>::write(value.drift);
  return block_of<VelocityField>().write(&value);
}

Json Codec<VelocityField>::schema(const Info& info) {
  const Json plain = codec::undescribed(Codec<Vec3d>::schema(info));
  return codec::described({{"anyOf", {plain, codec::block_reference(block_of<VelocityField>())}}}, info);
}

}  // namespace weir
