// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/template_region.h"

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

template <>
const Block& block_of<TemplateRegion>() {
  static const Block block =
      BlockOf<TemplateRegion>("region", "A box of space, turned about its middle and moved.")
          .add("size", &TemplateRegion::size,
               {.help = "Lengths of its edges; in 2D the third does not matter.", .unit = "m", .above = 0})
          .add("translate", &TemplateRegion::translate, {.help = "Where its middle is.", .unit = "m", .place = true})
          .add("rotate", &TemplateRegion::rotate,
               {.help = "Turn about the x, then y, then z axis.", .unit = "degrees"});
  return block;
}

TemplateRegion parse_template_region(std::string_view text, const std::string& origin) {
  const Node node = parse_node(text, origin);
  TemplateRegion region;
  Reader reader;
  Codec<TemplateRegion>::read(node, region, {}, reader);
  if (reader.problems() == 0 && node.find("size") == nullptr) reader.complain(node, "size is missing");
  reader.finish();
  return region;
}

std::string region_problem(const TemplateRegion& region, int dimensions) {
  if (!is_finite(region.size) || !is_finite(region.translate) || !is_finite(region.rotate.degrees)) {
    return "its numbers must be finite";
  }
  if (!(min_component(region.size) > 0)) return "its size must be above 0 along every edge";
  const Vec3d& turn = region.rotate.degrees;
  if (dimensions == 2 && (turn.x != 0 || turn.y != 0)) return "in 2D it can be turned about z only";
  return {};
}

}  // namespace weir
