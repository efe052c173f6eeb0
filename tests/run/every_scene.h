// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small scenes, one for every solver and every director: what must hold for all of them is tried on these. Parameters
// of directors that are times or rates of the artist's are given: their defaults are in seconds.

#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace weir::run {

struct Scenes {
  const char* name;
  std::map<std::string, std::string> files;  // the scene, and others that it names
};
inline void PrintTo(const Scenes& scenes, std::ostream* out) { *out << scenes.name; }

// What a solver has besides liquid: a paddle, a body, an inflow, a sink, wind.
enum class Flat { sph, grid, ballistic };
inline std::string flat_scene(const std::string& solver, Flat kind) {
  return R"({"dimensions": 2, "frames": {"last": 7, "rate": 24}, "output": {"precision": "exact"},
    "solver": )" +
         solver + R"(, "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]},
    "phases": [{"name": "water", "viscosity": 0.5)" +
         (kind == Flat::sph ? R"(, "surface_tension": 0.5)" : "") + R"(}, {"name": "oil", "density": 800}],
    "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [0.5, 0.4, 1]}},
                {"shape": {"kind": "sphere", "centre": [0.42, 0.6, 0], "radius": 0.12}, "velocity": [0, -1, 0], "phase": "oil"}],
    "emitters": [{"shape": {"kind": "box", "lower": [0.05, 0.75, -1], "upper": [0.2, 0.9, 1]}, "velocity": [0.5, -1, 0]}],
    "sinks": [{"shape": {"kind": "box", "lower": [0.9, 0, -1], "upper": [1, 0.1, 1]}}],
    "solids": [{"shape": {"kind": "box", "lower": [-0.04, -0.12, -1], "upper": [0.04, 0.12, 1],
                "transform": {"translate": [0.3, 0.24, 0], "spin_axis": [0, 0, 1],
                              "spin": {"keys": [[1, 0], [25, 360]], "between": "linear"}}}})" +
         (kind != Flat::ballistic ? R"(, {"shape": {"kind": "box", "lower": [0.6, 0.2, -1], "upper": [0.8, 0.35, 1]},
                         "rigid": {"density": 400, "velocity": [-1, 0, 0], "angular_velocity": [0, 0, 0.2]}})"
                                  : "") +
         R"(], "forces": [{"kind": "wind", "velocity": [1, 0, 0], "drag": 1},
                          {"kind": "vortex", "centre": [0.5, 0.5, 0], "axis": [0, 0, 1], "turns": 1, "drag": 2}]})";
}

// A pool in a box, 2D or 3D.
inline std::string pool(const std::string& solver, int dimensions, int last, const std::string& more) {
  return R"({"dimensions": )" + std::to_string(dimensions) + R"(, "output": {"precision": "exact"},
    "frames": {"last": )" +
         std::to_string(last) + R"(, "rate": 24}, "solver": )" + solver +
         R"(, "domain": {"lower": [0, 0, -0.3], "upper": [1, 1, 0.3]},
    "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -0.3], "upper": [0.4, 0.4, 0.3]}}])" +
         more + "}";
}

inline const char* const kSph = R"({"kind": "sph", "spacing": 0.02})";
inline const char* const kFlip = R"({"kind": "flip", "spacing": 0.02})";
inline const char* const kWeightless =
    R"(, "gravity": [0, 0, 0], "forces": [{"kind": "wind", "velocity": [0.5, 1, 0], "drag": 2}])";

// Liquid that falls onto a slope which holds it, beside a floor that moves.
inline std::string grips(const std::string& adhesion) {
  return R"(, "phases": [{"name": "water"}, {"name": "honey", "viscosity": 5}],
    "emitters": [{"shape": {"kind": "box", "lower": [0.7, 0.7, -1], "upper": [0.85, 0.8, 1]}, "velocity": [0, -1, 0], "phase": "honey"}],
    "solids": [{"friction": 0.3, "stickiness": 0.4)" +
         adhesion + R"(, "shape": {"kind": "box", "lower": [-0.3, -0.05, -1], "upper": [0.3, 0.05, 1],
                           "transform": {"rotate": [0, 0, 20], "translate": [0.6, 0.3, 0]}}},
               {"friction": 0.5, "stickiness": 0.9, "shape": {"kind": "box", "lower": [0, -0.3, -1], "upper": [0.4, 0.04, 1],
                "transform": {"translate": {"keys": [[1, [0, 0, 0]], [25, [0.5, 0, 0]]]}}}}])";
}

// What goes along paths, and what is attached to that and to a body that the liquid moves.
inline std::string carried() {
  return R"(, "solids": [
      {"name": "float", "rigid": {"density": 400, "velocity": [0, -1, 0]}, "shape": {"kind": "box", "lower": [0.1, 0.45, -0.2], "upper": [0.3, 0.55, 0.2]}},
      {"name": "fish", "shape": {"kind": "sphere", "radius": 0.06, "transform": {
         "path": {"points": [[0.1, 0.15, 0], [0.3, 0.25, 0], [0.7, 0.15, 0]], "align": true}}}}],
    "emitters": [
      {"velocity": [1, 0.5, 0], "shape": {"kind": "box", "lower": [0.15, 0.65, -0.1], "upper": [0.25, 0.75, 0.1], "transform": {"attach": "float"}}},
      {"velocity": [1, 0, 0], "shape": {"kind": "box", "lower": [-0.05, -0.04, -0.1], "upper": [0.05, 0.04, 0.1], "transform": {
         "path": {"points": [[0.5, 0.9, 0], [0.7, 0.8, 0], [0.8, 0.6, 0]], "align": true}}}}],
    "sinks": [{"shape": {"kind": "sphere", "radius": 0.05, "centre": [0.22, 0.15, 0], "transform": {"attach": "fish"}}}],
    "forces": [{"kind": "push", "acceleration": [3, 0, 0], "region": {"kind": "sphere", "centre": [0.2, 0.4, 0], "radius": 0.1, "transform": {"attach": "float"}}}])";
}

inline Scenes solver(const char* name, const std::string& text) { return {name, {{"scene.json", text}}}; }

inline std::vector<Scenes> solvers() {
  const std::string drop = R"({"dimensions": 3, "frames": {"last": 5, "rate": 24}, "output": {"precision": "exact"},
    "domain": {"lower": [0, 0, 0], "upper": [0.6, 0.6, 0.6]}, "solver": {"kind": "flip", "spacing": 0.025, )";
  const std::string fall = R"(}, "phases": [{"name": "water", "viscosity": 0.1}],
    "liquids": [{"shape": {"kind": "box", "lower": [0, 0, 0], "upper": [0.6, 0.25, 0.6]}},
                {"shape": {"kind": "sphere", "centre": [0.3, 0.4, 0.3], "radius": 0.1}, "velocity": [0, -2, 0]}]})";
  const std::string smoke = R"({"dimensions": 2, "frames": {"last": 8, "rate": 24}, "output": {"precision": "exact"},
    "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]},
    "solver": {"kind": "smoke", "spacing": 0.01, "confinement": 3, "cooling": 0.5, "dissipation": 0.1},
    "liquids": [{"shape": {"kind": "sphere", "centre": [0.5, 0.3, 0], "radius": 0.15}}],
    "emitters": [{"shape": {"kind": "sphere", "centre": [0.3, 0.2, 0], "radius": 0.08}, "velocity": [0, 1, 0]}],
    "solids": [{"shape": {"kind": "sphere", "centre": [0.55, 0.6, 0], "radius": 0.1}}]})";
  return {
      solver("dfsph", flat_scene(kSph, Flat::sph)),
      solver("iisph", flat_scene(R"({"kind": "sph", "spacing": 0.025, "method": "iisph"})", Flat::sph)),
      solver("wcsph", flat_scene(R"({"kind": "sph", "spacing": 0.04, "method": "wcsph"})", Flat::sph)),
      solver(
          "sph_at_rest",
          pool(kSph, 2, 4, R"(, "solids": [{"shape": {"kind": "box", "lower": [0.4, 0, -1], "upper": [1, 1, 1]}}])")),
      solver("sph_weightless", pool(kSph, 2, 4, kWeightless)),
      solver("sph_grips", pool(kSph, 2, 6, grips(R"(, "adhesion": 12)"))),
      solver("sph_3d", pool(R"({"kind": "sph", "spacing": 0.05})", 3, 5, "")),
      solver("sph_carried", pool(kSph, 2, 6, carried())),
      solver("flip", flat_scene(kFlip, Flat::grid)),
      solver("flip_carried", pool(kFlip, 2, 6, carried())),
      solver("flip_grips", pool(kFlip, 2, 6, grips(""))),
      solver("flip_weightless", pool(kFlip, 2, 4, kWeightless)),
      solver("flip_band", drop + R"("band": 3)" + fall),
      solver("flip_tracked", drop + R"("tracked_surface": true, "thin_sheets": true)" + fall),
      solver("smoke", smoke),
      solver("ballistic", flat_scene(R"({"kind": "ballistic", "spacing": 0.02})", Flat::ballistic)),
  };
}

inline std::vector<Scenes> directors() {
  const std::string ball = R"({"name": "ball", "frame": 4, "forward": 0.1, "backward": 0.1, "middle": 0.05,
    "shape": {"kind": "sphere", "centre": [0.6, 0.6, 0], "radius": 0.15}})";
  const std::string rig = R"(, "directors": [{"kind": "rig", "viscous": 100, "turbulent": 2, "hold": 0.5,
    "shape": {"kind": "box", "lower": [0.05, 0.05, -0.3], "upper": [0.35, 0.35, 0.3]},
    "motion": {"pivot": [0.2, 0.2, 0], "translate": {"keys": [[1, [0, 0, 0]], [9, [0.3, 0.2, 0]]]}},
    "deformations": [{"kind": "bend", "centre": [0.2, 0.2, 0], "degrees": {"keys": [[1, 0], [9, 40]]}, "from": -0.1, "to": 0.1},
                     {"kind": "curl_noise", "size": 0.2, "speed": 0.3, "change": 1}],
    "skin": {"lambda1": 0.01, "turbulence": 0.5, "turbulence_size": 0.1, "features": "turbulence"}}])";
  const std::string head = R"(, "directors": [{"kind": "meshes", "meshes": [{"looseness": 0.75,
    "shape": {"kind": "sphere", "radius": 0.15, "transform": {"scale": [1, 1.3, 1],
              "translate": {"keys": [[1, [0.3, 0.35, 0]], [9, [0.5, 0.6, 0]]]}}},
    "paint": [{"region": {"kind": "box", "lower": [0.3, 0, -1], "upper": [1, 1, 1]}, "looseness": 0.2, "falloff": 0.1}])";
  const std::string sea = R"(, "directors": [{"kind": "sea", "level": 0.4, "width": 0.3,
    "waves": [{"height": 0.03, "length": 0.8}], "jonswap": {"height": 0.02, "period": 0.8, "components": 3}}])";
  const std::string falling =
      pool(kSph, 2, 6, R"(, "solids": [{"shape": {"kind": "box", "lower": [0.7, 0, -1], "upper": [0.8, 0.2, 1]}}])");
  return {
      solver("rig_on_sph", pool(R"({"kind": "sph", "spacing": 0.025})", 2, 6, rig)),
      solver("rig_on_wcsph", pool(R"({"kind": "sph", "spacing": 0.04, "method": "wcsph"})", 2, 6, rig)),
      solver("rig_on_flip", pool(kFlip, 2, 6, rig)),
      solver("rig_on_smoke",
             pool(R"({"kind": "smoke", "spacing": 0.02, "confinement": 1, "cooling": 0.3, "dissipation": 0.1})", 2, 6,
                  rig)),
      solver("meshes", pool(kFlip, 2, 7, head + "}]}]")),
      solver("meshes_3d", pool(R"({"kind": "flip", "spacing": 0.025, "tracked_surface": true})", 3, 4,
                               head + R"(, "detail": {"waves": true}}]}])")),
      solver("guide", pool(R"({"kind": "flip", "spacing": 0.01})", 2, 6,
                           R"(, "directors": [{"kind": "guide", "refine": 2, "depth": 0.1, "strength": 2}])")),
      solver("sea_on_sph", pool(R"({"kind": "sph", "spacing": 0.03})", 2, 6, sea)),
      solver("sea_on_flip", pool(kFlip, 2, 6, sea)),
      solver("reversal",
             pool(R"({"kind": "ballistic", "spacing": 0.02})", 2, 8, R"(, "reversal": {"targets": [)" + ball + "]}")),
      solver("interact",
             pool(R"({"kind": "sph", "spacing": 0.025})", 2, 8,
                  R"(, "reversal": {"mode": "interact", "drag": 10, "settle": 1, "targets": [)" + ball + "]}")),
      {"templates",
       {{"scene.json",
         pool(kSph, 2, 6, R"(, "recordings": [{"name": "fall", "scene": "falling.json", "first": 2, "last": 6}],
           "directors": [{"kind": "templates", "return_time": 2, "instances": [{"template": "fall", "start": 2, "falloff": 0.1,
             "transform": {"translate": [0.6, 0.4, 0]}}]}])")},
        {"falling.json", falling}}},
  };
}

}  // namespace weir::run
