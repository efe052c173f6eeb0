// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of rigs.

#include "control/rig/rig_settings.h"

#include <fmt/format.h>

#include "base/formula.h"
#include "scene/blocks.h"
#include "weir/base/error.h"
#include "weir/scene/codec.h"

namespace weir {

using namespace rig;

template <>
struct EnumNames<RigSampling> {
  static constexpr const char* names[] = {"lattice", "poisson"};
};
template <>
struct EnumNames<RigFeatures> {
  static constexpr const char* names[] = {"flow", "original", "turbulence"};
};

namespace {

void check_order(const Node& node, double lower, double upper, const char* words, Reader& reader) {
  if (!(lower < upper)) reader.complain(node, words);
}

void check_axis(const Node& node, const Vec3d& axis, const char* name, Reader& reader) {
  if (axis == Vec3d{}) reader.complain(node, std::string(name) + " must not be zero");
}

void check_formulas(const Node& node, const std::vector<std::string>& texts, const char* name, Reader& reader) {
  if (texts.size() != 3) return reader.complain(node, std::string(name) + " must be three formulas, for x, y and z");
  for (const std::string& text : texts) {
    try {
      const Formula formula(text);
    } catch (const InputError& error) {
      reader.complain(node, fmt::format("{}: {}", name, error.what()));
    }
  }
}

}  // namespace

template <>
const Block& block_of<rig::Move>() {
  using M = rig::Move;
  static const Block block =
      BlockOf<M>("move", "Takes the inside of a ball along, and what is around it less and less.")
          .add("by", &M::by, {.help = "How far; keyframes make it move.", .unit = "m"})
          .add("centre", &M::centre, {.help = "Of the ball, before it moves.", .unit = "m", .place = true})
          .add("end", &M::end,
               {.help = "Given: the region is around the segment from centre to here.", .unit = "m", .place = true})
          .add("inner", &M::inner, {.help = "What is this near moves whole.", .unit = "m", .above = 0})
          .add("outer", &M::outer, {.help = "What is this far stays.", .unit = "m", .above = 0})
          .check([](const Node& node, const M& m, Reader& reader) {
            check_order(node, m.inner, m.outer, "inner must be less than outer", reader);
          });
  return block;
}

template <>
const Block& block_of<rig::Stamp>() {
  using S = rig::Stamp;
  static const Block block =
      BlockOf<S>("stamp", "Takes the inside of a box with round edges along, and what is around it less and less.")
          .add("by", &S::by, {.help = "How far; keyframes make it move.", .unit = "m"})
          .add("centre", &S::centre, {.help = "Of the box, before it moves.", .unit = "m", .place = true})
          .add("size", &S::size, {.help = "Of what moves whole.", .unit = "m", .above = 0, .uniform = true})
          .add("falloff", &S::falloff, {.help = "Beyond it, until nothing moves, in half sizes.", .above = 0});
  return block;
}

template <>
const Block& block_of<rig::Bend>() {
  using B = rig::Bend;
  static const Block block =
      BlockOf<B>("bend", "Turns what is beyond a plane about an axis.")
          .add("degrees", &B::degrees, {.help = "How far; keyframes make it move.", .unit = "degrees"})
          .add("axis", &B::axis, {.help = "Direction of the axis; turns by the right-hand rule.", .direction = true})
          .add("centre", &B::centre, {.help = "A point of the axis.", .unit = "m", .place = true})
          .add("normal", &B::normal, {.help = "Of the plane; points to what is turned.", .direction = true})
          .add("from", &B::from, {.help = "Along the normal, from the centre: what is before stays.", .unit = "m"})
          .add("to", &B::to, {.help = "Along the normal: what is beyond turns whole.", .unit = "m"})
          .check([](const Node& node, const B& b, Reader& reader) {
            check_order(node, b.from, b.to, "from must be less than to", reader);
            check_axis(node, b.axis, "axis", reader);
            check_axis(node, b.normal, "normal", reader);
          });
  return block;
}

template <>
const Block& block_of<rig::Twist>() {
  using T = rig::Twist;
  static const Block block =
      BlockOf<T>("twist", "Turns about an axis, farther the farther along it.")
          .add("degrees", &T::degrees, {.help = "How far; keyframes make it move.", .unit = "degrees"})
          .add("axis", &T::axis, {.help = "Direction of the axis; turns by the right-hand rule.", .direction = true})
          .add("centre", &T::centre, {.help = "A point of the axis.", .unit = "m", .place = true})
          .add("from", &T::from, {.help = "Along the axis, from the centre: what is before stays.", .unit = "m"})
          .add("to", &T::to, {.help = "Along the axis: what is beyond turns whole.", .unit = "m"})
          .add("inner", &T::inner, {.help = "What is this near to the axis turns whole.", .unit = "m", .min = 0})
          .add("outer", &T::outer, {.help = "What is this far from the axis stays.", .unit = "m", .above = 0})
          .check([](const Node& node, const T& t, Reader& reader) {
            check_order(node, t.from, t.to, "from must be less than to", reader);
            check_axis(node, t.axis, "axis", reader);
            if (t.inner.has_value() != t.outer.has_value())
              reader.complain(node, "needs both inner and outer, or none");
            if (t.inner && t.outer) check_order(node, *t.inner, *t.outer, "inner must be less than outer", reader);
          });
  return block;
}

template <>
const Block& block_of<rig::Tornado>() {
  using T = rig::Tornado;
  static const Block block =
      BlockOf<T>("tornado", "Turns and rises; drawn in at its foot, spread at its head.")
          .add("axis", &T::axis,
               {.help = "Direction in which it rises; turns by the right-hand rule.", .direction = true})
          .add("centre", &T::centre, {.help = "Its foot.", .unit = "m", .place = true})
          .add("radius", &T::radius, {.help = "Of its core.", .unit = "m", .above = 0})
          .add("height", &T::height, {.help = "From foot to head.", .unit = "m", .above = 0})
          .add("turns", &T::turns, {.help = "A second, in the core.", .unit = "1/s"})
          .add("lift", &T::lift, {.help = "Upward, in the core.", .unit = "m/s"})
          .check([](const Node& node, const T& t, Reader& reader) { check_axis(node, t.axis, "axis", reader); });
  return block;
}

template <>
const Block& block_of<rig::CurlNoise>() {
  using C = rig::CurlNoise;
  static const Block block =
      BlockOf<C>("curl_noise", "Turbulence without sources.")
          .add("size", &C::size, {.help = "Of an eddy.", .unit = "m", .above = 0})
          .add("speed", &C::speed, {.help = "Root mean square.", .unit = "m/s"})
          .add("change", &C::change, {.help = "Patterns a second; 0 keeps one.", .unit = "1/s", .min = 0})
          .add("pattern", &C::pattern, {.help = "Another number gives another pattern.", .min = 0});
  return block;
}

template <>
const Block& block_of<RigDeformation>() {
  static const Block block =
      BlockOf<RigDeformation>("deformation", "Deforms a rig without change of volume.").kinds(&RigDeformation::kind);
  return block;
}

template <>
const Block& block_of<RigFormula>() {
  using F = RigFormula;
  static const Block block =
      BlockOf<F>("formula", "Motion by formulas of t (s since the first frame) and frame, like \"0.3*sin(2*pi*t)\".")
          .add("translate", &F::translate, {.help = "Along x, y and z.", .unit = "m"})
          .add("rotate", &F::rotate,
               {.help = "About x, y and z in this order, around the motion's pivot.", .unit = "degrees"})
          .check([](const Node& node, const F& formula, Reader& reader) {
            check_formulas(node, formula.translate, "translate", reader);
            check_formulas(node, formula.rotate, "rotate", reader);
          });
  return block;
}

template <>
const Block& block_of<RigSkin>() {
  using S = RigSkin;
  static const Block block =
      BlockOf<S>("skin", "Changes the features of the flow around a rig, in every step (linear flow skinning).")
          .add("lambda1", &S::lambda1, {.help = "lambda_1: how much the gradient counts.", .unit = "m2", .min = 0})
          .add("lambda0", &S::lambda0, {.help = "lambda_0: how much the velocity as it is counts.", .above = 0})
          .add("features", &S::features,
               {.help = "Whose gradient is wanted. flow: that of the flow as it is; original: of the flow without what "
                        "the rig does to it; turbulence: of curl noise."})
          .add("vorticity", &S::vorticity,
               {.help = "alpha_R: 1 leaves the turning of these features as it is.", .min = 0, .max = 1})
          .add("expansion", &S::expansion,
               {.help = "alpha_V: 1 leaves their change of volume as it is.", .min = 0, .max = 1})
          .add("shear", &S::shear,
               {.help = "alpha_S: 1 leaves their change of form as it is; less looks viscous.", .min = 0, .max = 1})
          .add("turbulence", &S::turbulence, {.help = "Speed of the curl noise.", .unit = "m/s", .min = 0})
          .add("turbulence_size", &S::turbulence_size, {.help = "Of its eddies.", .unit = "m", .above = 0})
          .add("incompressible", &S::incompressible,
               {.help = "Whether the change of velocity is kept free of divergence."});
  return block;
}

template <>
const Block& block_of<RigSettings>() {
  using R = RigSettings;
  static const Block block =
      BlockOf<R>("rig", "A cloud of points that the liquid follows (Lu et al. 2019).")
          .add("shape", &R::shape,
               {.help = "Filled with rig points; it moves by `motion`, not by keyframes of its own."})
          .add("points", &R::points, {.help = "File with a rig point \"x y z\" a line, instead of a shape."})
          .add("sampling", &R::sampling, {.help = "lattice: even; poisson: random."})
          .add("spacing", &R::spacing,
               {.help =
                    "Of rig points, in spacings of the solver; 4 to 8 is usual. By the shape's thickness without it.",
                .min = 0.5,
                .max = 100})
          .add("first", &R::first, {.help = "When it begins.", .unit = "frame"})
          .add("last", &R::last, {.help = "When it lets go.", .unit = "frame"})
          .add("motion", &R::motion,
               {.help = "Moves it as a body. On a path, without a pivot, the middle of the rig goes along it."})
          .add("formula", &R::formula, {.help = "Moves it as a body by formulas of time, after motion."})
          .add("deformations", &R::deformations, {.help = "Deform it before motion; all at the same time."})
          .add("stays", &R::stays,
               {.help = "Whether its points stay where they are and the deformations only say how fast liquid goes "
                        "there: a current, like a tornado that does not end."})
          .add("keyframes", &R::keyframes,
               {.help = "Frames at which it is what the deformations make it; between them its points go straight, as "
                        "plain keyframes do, which does not keep its volume. For comparison only.",
                .unit = "frame"})
          .add("phase", &R::phase, {.help = "Name of the phase that follows it; all without one.", .names = "phases"})
          .add("strength", &R::strength, {.help = "Factor of all its forces.", .min = 0})
          .add("radius", &R::radius,
               {.help = "R: how far a rig point acts, in spacings of the solver (cells of smoke).",
                .min = 1,
                .max = 100})
          .add("viscous", &R::viscous, {.help = "D_V: drag by the difference of velocities.", .unit = "1/s", .min = 0})
          .add("turbulent", &R::turbulent, {.help = "D_T: drag by its square.", .unit = "1/m", .min = 0})
          .add("inertial", &R::inertial, {.help = "D_I: drag by the difference of accelerations.", .min = 0})
          .add("hold", &R::hold,
               {.help =
                    "How much of the viscous drag also acts against what the liquid does between rig points; 0 leaves "
                    "it free, as in the paper, 1 moves it like a solid.",
                .min = 0,
                .max = 1})
          .add("skin", &R::skin, {.help = "Given: changes the features of the flow around it."})
          .check([](const Node& node, const R& rig, Reader& reader) {
            if (rig.shape.has_value() == rig.points.has_value()) reader.complain(node, "needs either shape or points");
            check_order(node, rig.first, rig.last, "first must be before last", reader);
            if (rig.keyframes.size() == 1) reader.complain(node, "keyframes must be none, or at least two");
            for (size_t i = 1; i < rig.keyframes.size(); ++i) {
              check_order(node, rig.keyframes[i - 1], rig.keyframes[i], "keyframes must increase", reader);
            }
          });
  return block;
}

}  // namespace weir
