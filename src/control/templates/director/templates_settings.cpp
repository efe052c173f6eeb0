// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of templates.

#include "control/templates/director/templates_settings.h"

#include <fmt/format.h>

#include "scene/blocks.h"
#include "scene/move_scene.h"
#include "weir/scene/codec.h"

namespace weir {

using namespace templates;

std::string UsualWeight::help(const char* meaning) const {
  return fmt::format("{} {:g} in 2D, {:g} in 3D.", meaning, flat, solid);
}

template <>
struct EnumNames<TemplateEffect> {
  static constexpr const char* names[] = {"form", "subtract"};
};

template <>
const Block& block_of<TemplateInstance>() {
  using I = TemplateInstance;
  static const std::string attraction =
      kUsualAttraction.help("w_a: how hard liquid is drawn to where the template has some.");
  static const std::string velocity = kUsualVelocity.help("w_v: how soon liquid takes on the template's velocity.");
  static const std::string repulsion =
      kUsualRepulsion.help("w_r: how hard liquid is pushed back at the template's surface.");
  static const Block block =
      BlockOf<I>("instance", "A template, placed in space and time.")
          .add("name", &I::name, {.help = "For messages and overrides."})
          .add("template", &I::source,
               {.help = "Name of a recording of this scene or of a template in the library.",
                .required = true,
                .names = "templates"})
          .add("transform", &I::transform,
               {.help = "Places the middle of its region; without one it is where it was recorded."})
          .add("anchor", &I::anchor,
               {.help =
                    "Point of the template that translate, or a path, puts in its place, and about which it is turned "
                    "and scaled: centre, bottom, waterline (where its water lies when still), or one that "
                    "`weir library anchor` gave it. Without it: the middle of its region."})
          .add("attach", &I::attach, {.help = "Name of a solid that it moves with.", .names = "solids"})
          .add("start", &I::start, {.help = "When it begins.", .unit = "frame"})
          .add("first", &I::first, {.help = "First of its own frames (from 1) that is played.", .unit = "frame"})
          .add("last", &I::last, {.help = "Last of its own frames that is played.", .unit = "frame"})
          .add("speed", &I::speed, {.help = "How fast it is played; 0.5 is slow motion.", .min = 0.01, .max = 100})
          .add("reverse", &I::reverse, {.help = "Played from its end to its beginning."})
          .add("effect", &I::effect, {.help = "form: the liquid takes its form; subtract: leaves it."})
          .add("phase", &I::phase,
               {.help = "Name of the phase that it controls; the first without one.", .names = "phases"})
          .add("strength", &I::strength, {.help = "Factor of all its forces.", .min = 0})
          .add("attraction", &I::attraction, {.help = attraction.c_str(), .min = 0})
          .add("velocity", &I::velocity, {.help = velocity.c_str(), .min = 0})
          .add("repulsion", &I::repulsion, {.help = repulsion.c_str(), .min = 0})
          .add("falloff", &I::falloff,
               {.help = "Around its region, forces fade over this width.", .unit = "m", .min = 0})
          .add("decay", &I::decay, {.help = "gamma: forces fade with this power.", .min = 0.01, .max = 100})
          .add("temporary", &I::temporary, {.help = "Whether it may lend particles where liquid is scarce."})
          .moved_by([](I& instance, const PlaceMove& move) {
            // Its pivot is in the space of the template.
            if (instance.transform) move_placed(*instance.transform, move);
          })
          .check([](const Node& node, const I& instance, Reader& reader) {
            if (!instance.attach.empty()) {
              const Reader::Inside inside(reader, "attach");
              reader.refer_to_solid(*node.find("attach"), instance.attach);
            }
            if (instance.transform && !instance.transform->attach.empty()) {
              reader.complain(node, "attach stands beside the transform of an instance, not in it");
            }
            if (instance.anchor.empty()) return;
            if (!instance.transform) reader.complain(node, "an anchor needs a transform that says where it goes");
            if (instance.transform && instance.transform->pivot) {
              reader.complain(node, "has both an anchor and a pivot; give one of them");
            }
          });
  return block;
}

template <>
const Block& block_of<TemplatesSettings>() {
  using T = TemplatesSettings;
  static const Block block =
      BlockOf<T>("templates", "Recorded liquid that the liquid of the scene repeats (Schoentgen et al. 2020).")
          .add("library", &T::library, {.help = "Folder of templates; that of `weir library` without one."})
          .add("instances", &T::instances, {.help = "Which, where and when.", .required = true})
          .add("seed_below", &T::seed_below,
               {.help = "eta: lends a particle where this share of the rest density is missing.", .min = 0, .max = 1})
          .add(
              "remove_above", &T::remove_above,
              {.help = "tau: takes it back where other liquid has this share of the rest density.", .min = 0, .max = 1})
          .add("seed_distance", &T::seed_distance,
               {.help = "l: how far from a particle another is lent, of twice the spacing.", .min = 0.3, .max = 1})
          .add("return_time", &T::return_time,
               {.help = "All that was lent is back this long after the last template.", .unit = "s", .min = 0});
  return block;
}

}  // namespace weir
