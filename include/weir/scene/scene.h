// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A scene: everything the artist wrote, checked, inert.
//
//   const Scene scene = load_scene("dam.json");     // InputError with everything that is wrong with it
//
// `weir describe` and weir/scene/describe.h tell the names of the parameters in the file, their ranges and help. Scenes
// that are changed or made in code are not checked again; scene_text() writes them, and load_scene() checks.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "weir/geometry/sampling/sampling.h"
#include "weir/geometry/shapes/shape.h"
#include "weir/scene/force_settings.h"
#include "weir/scene/linked_path.h"
#include "weir/scene/look.h"
#include "weir/scene/output.h"
#include "weir/scene/probe_settings.h"
#include "weir/scene/recording_settings.h"
#include "weir/scene/solver_settings.h"
#include "weir/scene/velocity_field.h"
#include "weir/scene/walls.h"

namespace weir {

// Frame `first` is the start, at time 0.
struct Frames {
  int first = 1, last = 48;
  double rate = 24;  // frames a second
  double time(double frame) const { return (frame - first) / rate; }
};

// Where the liquid may be.
struct Domain {
  Vec3d lower{-1, 0, -1}, upper{1, 2, 1};
  Walls walls;
  // Of those walls that are solid, as Solid has them.
  double friction = 0;
  std::optional<double> stickiness = {};
  double adhesion = 0;
};

// A point of the curve of a viscosity over heat.
struct HeatViscosity {
  double heat = 20;      // degrees Celsius
  double viscosity = 1;  // Pa s
};

// Liquids that are known by their names (scene/phase_presets.cpp).
enum class PhasePreset { water, milk, oil, honey, syrup, chocolate, paint, lava, mercury, blood, ink };

// How the surface of a liquid deals with light, in pictures.
enum class Finish {
  automatic,  // clear; cloudy where it is thick, or has to be told from other phases
  clear,
  cloudy,  // a quarter of the light comes back in the liquid's colour
  opaque,  // paint
  metal,   // a mirror in the liquid's colour
  glowing  // opaque, and gives light by itself
};

// A liquid of its own: water, honey, oil.
struct Phase {
  std::string name = "water";
  // Where all that follows comes from if a scene does not say it itself, once load_scene has read it.
  std::optional<PhasePreset> preset = {};
  std::optional<double> size = {};  // m, of the scene that the preset is for; none: the longest side of the domain
  double density = 1000;            // kg/m3
  Animated<double> viscosity{0.0};  // Pa s; 0 leaves the little that keeps water smooth
  double surface_tension = 0;       // N/m, or a strength: as the solver has it
  Colour colour{{0.1, 0.35, 0.6}};
  Finish finish = Finish::automatic;
  double heat = 20;                                   // degrees Celsius, at the start
  std::vector<HeatViscosity> viscosity_by_heat = {};  // in place of viscosity; by rising heat
};

// How fast what particles carry (sim/particles.h) evens out, m2/s.
struct Mixing {
  double heat = 0, paint = 0;
};

// Particles that a liquid starts with, as run/ read them from its file.
struct LiquidPoints {
  std::vector<Vec3f> position, velocity;  // m, m/s
  std::vector<float> mass;                // kg; 0 where it is not known
  std::vector<uint8_t> phase;
  std::vector<float> heat = {}, thickness = {};  // empty where the file has none, as what follows
  std::vector<Vec3f> colour = {};
};

// Liquid that is there from the start.
struct Liquid {
  std::string name;
  Shape shape;
  std::optional<std::filesystem::path> particles;  // given: the shape is not used
  double speed = 1;                                // velocities of the particles file times this
  VelocityField velocity;
  std::string phase;  // empty: the first, or that in the particles file
  Lattice lattice = Lattice::regular;
  std::shared_ptr<const LiquidPoints> points;  // of `particles`, when a Stage has read them
  // What its particles carry; not given: what the file says, or the phase.
  std::optional<double> heat = {}, thickness = {};
  std::optional<Colour> colour = {};
};

struct Emitter {
  std::string name;
  Shape shape;
  Animated<Vec3d> velocity{Vec3d{0, -1, 0}};
  std::string phase;
  double first = -1e9, last = 1e9;  // frames between which it runs
  std::optional<Animated<double>> heat = {}, thickness = {};
  std::optional<Animated<Colour>> colour = {};
};

struct Sink {
  std::string name;
  Shape shape;
};

// A solid that the liquid moves.
struct Rigid {
  double density = 500;  // kg/m3
  Vec3d velocity{}, angular_velocity{};
};

struct Solid {
  std::string name;
  Shape shape;
  std::optional<Rigid> rigid;
  Colour colour{{0.6, 0.6, 0.6}};
  bool visible = true;                        // in pictures
  std::optional<Animated<double>> heat = {};  // degrees Celsius; not given: it neither warms nor cools
  // How it holds liquid that touches it.
  double friction = 0;                    // Coulomb's coefficient
  std::optional<double> stickiness = {};  // 0 slips, 1 moves with it; none: as the solver does by itself
  double adhesion = 0;                    // m/s2
};

// A director: what bends the liquid. Which kinds there are, and what each can be told, its registration says.
struct DirectorSettings {
  std::string name;
  Settings settings = {};  // of its kind
  std::string key = {};    // of the scene, where it stands by itself in place of an entry of `directors`

  const std::string& kind() const { return settings.kind(); }
  // nullptr when it is of another kind.
  template <class T>
  const T* get() const {
    return settings.get<T>();
  }
  template <class T>
  T* get() {
    return settings.get<T>();
  }
};

struct Scene {
  // In scene.cpp, since they are large and many files would have a copy of each.
  Scene();
  Scene(const Scene&);
  Scene(Scene&&) noexcept;
  Scene& operator=(const Scene&);
  Scene& operator=(Scene&&) noexcept;
  ~Scene();

  std::filesystem::path file;  // where it was read from
  std::string title;
  uint64_t seed = 1;
  int dimensions = 3;
  Frames frames;
  Animated<Vec3d> gravity{Vec3d{0, -9.81, 0}};
  // m, in the world: what all places of the scene, and positions of its particles, are counted from. Not zero where the
  // scene is far from zero (load_scene chooses it), since floats are coarse there.
  Vec3d origin{};
  std::optional<Domain> domain;
  SolverSettings solver;
  std::vector<Phase> phases{Phase{}};
  Mixing mixing;
  std::vector<Liquid> liquids;
  std::vector<Emitter> emitters;
  std::vector<Sink> sinks;
  std::vector<Solid> solids;
  std::vector<Force> forces;
  std::vector<Probe> probes;
  std::vector<RecordingSettings> recordings;
  std::vector<DirectorSettings> directors;
  std::vector<LinkedPath> companions;  // scene files that are run after this one and shown in its pictures
  Output output;
  SurfaceSettings surface;
  PictureSettings picture;

  // The domain, without limits along z in 2D; an unlimited box when there is none.
  Box3d domain_box() const;
  // The same where sides of the domain are solid, without limits where they are not.
  Box3d solid_box() const;
  // Where a director stands in the scene file: "directors[1]".
  std::string director_path(size_t index) const;
  // Index of a phase by its name; the empty name is the first.
  size_t phase_index(const std::string& name) const;
};

// Empty when what a recording asks for is in the scene that it records, else what is wrong, in words.
std::string recording_problem(const RecordingSettings& recording, const Scene& recorded);

// Reads and checks a scene file; InputError with everything that is wrong with it.
Scene load_scene(const std::filesystem::path& file);
// The same as far as it can be read: what is wrong is added to `problems`, and stays as it is by default. Good for
// showing, not for simulating. InputError only when the file itself, or one that it includes, cannot be read.
Scene load_scene(const std::filesystem::path& file, std::vector<Problem>& problems);

// The files a scene names (meshes), with #### where it names a sequence.
std::vector<std::filesystem::path> input_files(const Scene& scene);

// The scene with includes worked in and every parameter spelled out; reading it gives the same scene.
std::string scene_text(const Scene& scene);

}  // namespace weir
