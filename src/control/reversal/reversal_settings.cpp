// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of time reversal and merging; symbols and defaults are those of Table 1 of the paper.

#include "control/reversal/reversal_settings.h"

#include <fmt/format.h>

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

using namespace reversal;

template <>
struct EnumNames<ReversalMode> {
  static constexpr const char* names[] = {"merge", "interact"};
};

template <>
const Block& block_of<ReversalSource>() {
  static const Block block =
      BlockOf<ReversalSource>("reversal_source", "The simulation that the targets are merged into; give one of these.")
          .add("scene", &ReversalSource::scene, {.help = "A scene file that is run first."})
          .add("run", &ReversalSource::run, {.help = "The folder of a finished run."})
          .add("sequence", &ReversalSource::sequence,
               {.help = "Particle files of any simulator, a folder or #### for the frame (drop_####.bgeo)."})
          .add("rate", &ReversalSource::rate,
               {.help = "Of the sequence; must be that of the scene.", .unit = "1/s", .min = 0.01, .max = 10000})
          .check([](const Node& node, const ReversalSource& s, Reader& reader) {
            const int given = (s.scene ? 1 : 0) + (s.run ? 1 : 0) + (s.sequence ? 1 : 0);
            if (given != 1) {
              reader.complain(node, fmt::format("must have one of \"scene\", \"run\" and \"sequence\", but has {}",
                                                given == 0 ? "none" : "several"));
            }
          });
  return block;
}

template <>
const Block& block_of<VelocityFilter>() {
  static const Block block =
      BlockOf<VelocityFilter>("velocity_filter", "Which particles of the source may give their velocity.")
          .add("along", &VelocityFilter::along,
               {.help = "The velocity is measured in this direction, [0, 1, 0] for upward; without one, the speed."})
          .add("least", &VelocityFilter::least, {.help = "Slower ones are left out.", .unit = "m/s"})
          .add("most", &VelocityFilter::most, {.help = "Faster ones are left out.", .unit = "m/s"})
          .check([](const Node& node, const VelocityFilter& f, Reader& reader) {
            if (f.most < f.least) {
              reader.complain(node, fmt::format("most ({}) must not be below least ({})", f.most, f.least));
            }
          });
  return block;
}

template <>
const Block& block_of<Distractors>() {
  static const Block block =
      BlockOf<Distractors>("distractors", "Droplets around the shape that make its forming look less perfect.")
          .add("share", &Distractors::share,
               {.help = "How many, as a share of the target's particles.", .max = 10, .above = 0})
          .add("distance", &Distractors::distance,
               {.help = "How far around the shape they may be; 0: ten spacings.", .unit = "m", .min = 0});
  return block;
}

template <>
const Block& block_of<ReversalTarget>() {
  using T = ReversalTarget;
  static const Block block =
      BlockOf<T>("reversal_target", "A shape that the liquid takes at a frame.")
          .add("name", &T::name, {.help = "Names its folder too: letters, digits, - and _.", .required = true})
          .add("shape", &T::shape, {.help = "Any shape, keyframed or a mesh sequence too.", .required = true})
          .add("frame", &T::frame,
               {.help = "When the liquid has the shape.", .unit = "frame", .min = 0, .max = 1e6, .required = true})
          .add("last", &T::last,
               {.help = "Given: the shape lasts, or moves with its keyframes, until this frame.",
                .unit = "frame",
                .min = 0,
                .max = 1e6})
          .add("every", &T::every,
               {.help = "Of a shape that lasts: frames between its target simulations.", .min = 1, .max = 1000})
          .add("fill", &T::fill, {.help = "Fill the shape; a hollow shell moves more lively."})
          .add("shell", &T::shell,
               {.help = "kappa_s, how thick the shell of liquid is; 0: 1.5 spacings.", .unit = "m", .min = 0})
          .add("spacing", &T::spacing,
               {.help = "h, between particles at the start; 0: that of the solver.", .unit = "m", .min = 0})
          .add("keep_distance", &T::keep_distance,
               {.help = "kappa_t: while the shape lasts, its older liquid farther away than this is hidden; 0: one "
                        "spacing.",
                .unit = "m",
                .min = 0})
          .add("phase", &T::phase, {.help = "Name of its phase; the first one by default.", .names = "phases"})
          .add("region", &T::region,
               {.help = "Where in the source, at the frame of the shape, velocities are taken from; everywhere without "
                        "one."})
          .add("filters", &T::filters, {.help = "What velocities must be like to be taken; all of these."})
          .add("fraction", &T::fraction,
               {.help = "f: this share of particles gets velocities of the source, the rest is interpolated.",
                .max = 1,
                .above = 0})
          .add("amplification", &T::amplification, {.help = "gamma: all velocities times this.", .min = 0, .max = 100})
          .add("factors", &T::factors, {.help = "Velocities along x, y and z times these.", .uniform = true})
          .add("mesh_velocity", &T::mesh_velocity,
               {.help = "Share of the shape's own velocity, 0 to 1; the rest is that of the source.",
                .min = 0,
                .max = 1})
          .add("distractors", &T::distractors, {.help = "Given: droplets around the shape."})
          .add("forward", &T::forward,
               {.help = "How long the liquid goes on after the shape.", .unit = "s", .min = 0, .max = 1000})
          .add("backward", &T::backward,
               {.help = "How long before the shape it comes together.", .unit = "s", .min = 0, .max = 1000})
          .add("middle", &T::middle,
               {.help = "The same of a shape that lasts, towards its own neighbouring frames.",
                .unit = "s",
                .min = 0,
                .max = 1000})
          .add("seed", &T::seed, {.help = "Another number gives this target other random choices."})
          .check([](const Node& node, const T& t, Reader& reader) {
            if (t.last_frame() < t.frame) {
              reader.complain(node, fmt::format("last ({}) must not be before frame ({})", t.last_frame(), t.frame));
            }
            constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
            if (t.name.empty() || t.name.find_first_not_of(kPlain) != std::string::npos) {
              reader.complain(node, fmt::format("name must be letters, digits, - and _, but is \"{}\"", t.name));
            }
          });
  return block;
}

template <>
const Block& block_of<ReversalSettings>() {
  static const Block block =
      BlockOf<ReversalSettings>("reversal",
                                "Shapes that the liquid takes, by simulating forward and backward from them.")
          .add("source", &ReversalSettings::source,
               {.help = "What they are merged into; without it the scene's own liquids."})
          .add("targets", &ReversalSettings::targets, {.help = "The shapes.", .required = true})
          .add(
              "mode", &ReversalSettings::mode,
              {.help = "merge: targets and source do not feel each other; interact: the source is simulated again with "
                       "the targets in it."})
          .add("merge_distance", &ReversalSettings::merge_distance,
               {.help = "Particles of two simulations closer than this collide, and one is hidden; 0: one spacing.",
                .unit = "m",
                .min = 0})
          .add("solver", &ReversalSettings::solver,
               {.help = "Of the targets, for example ballistic for a quick preview; without it the scene's."})
          .add("drag", &ReversalSettings::drag,
               {.help = "interact: how fast the source around a target takes on its motion.", .unit = "1/s", .min = 0})
          .add("settle", &ReversalSettings::settle,
               {.help = "interact: time in which liquid that targets bring in excess is taken back.",
                .unit = "s",
                .above = 0})
          .check([](const Node& node, const ReversalSettings& r, Reader& reader) {
            if (r.targets.empty()) reader.complain(node, "targets must have at least one entry");
          });
  return block;
}

template <>
const Block& block_of<MergedParticlesSettings>() {
  static const Block block =
      BlockOf<MergedParticlesSettings>("visitors",
                                       "Particles of other simulations that move through the liquid and mix with it.")
          .add("particles", &MergedParticlesSettings::particles,
               {.help = "Their files, a folder or #### for the frame; those marked temporary are taken in when they "
                        "end, and given "
                        "away when they begin.",
                .required = true})
          .add("drag", &MergedParticlesSettings::drag,
               {.help = "How fast the liquid around them takes on their motion.", .unit = "1/s", .min = 0})
          .add("reach", &MergedParticlesSettings::reach,
               {.help = "How far they are felt; 0: two spacings.", .unit = "m", .min = 0})
          .add("settle", &MergedParticlesSettings::settle,
               {.help = "Time in which liquid that came in excess is taken back.", .unit = "s", .above = 0});
  return block;
}

}  // namespace weir
