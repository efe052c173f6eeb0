// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scene sets up, before anything is simulated: what stands where at a frame, the ways it goes, its name and its
// size. weir/run/set_up.h makes it of a scene, a preview draws it (weir/render/preview/preview.h). Directors add what
// is theirs by DirectorKind::preview:
//
//   void preview(const DirectorPart& part, SetupMaker& maker) {
//     maker.add_shape({.path = "directors[0].shape", .name = "boat", .what = "guide", .colour = blue}, *shape);
//   }
//
// Nothing is seeded and no solver is built. Lengths in metres, colours linear.

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "weir/base/error.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"
#include "weir/scene/scene.h"
#include "weir/sim/overlay.h"
#include "weir/sim/setup_shapes.h"

namespace weir {

// `path` always is that of the thing in the scene that something belongs to: "solids[0]", "directors[1].instances[0]".
struct Setup {
  enum class Look {
    solid,   // opaque
    liquid,  // clear
    wanted,  // a form that the liquid is to take
    ghost,   // an outline with a breath of colour: something that is there at another frame
  };
  struct Body {
    Mesh mesh;       // 3D
    FieldPtr field;  // 2D: its section at z = 0
    Vec3f colour;
    Look look = Look::solid;
    std::string path;
    std::vector<uint32_t> edges;  // of the mesh, two vertices each, where SetupShapes gives them
  };
  struct Arrow {
    Vec3f from, to;
    Vec3f colour;
    std::string path;
  };
  struct Label {
    Vec3f at;  // what it names
    std::string text;
    Vec3f colour;
    std::string path;
    bool minor = false;  // left out where there is no room
  };
  // Where in each list of `drawn` that ends which belongs to one thing; it begins where that of the one before ends.
  struct Owner {
    std::string path;
    size_t points = 0, boxes = 0, lines = 0;
  };
  // What has a place though the scene does not write it, or one that is not that of its transform alone.
  struct Placed {
    std::string path, edits;  // "directors[0].instances[0]", "directors[0].instances[0].transform"
    Transform transform;
  };

  int dimensions = 3;
  double frame = 1;
  std::optional<Box3d> domain;
  Box3f stage;   // the domain, or around what there is
  Box3f reach;   // a little more: bodies are not shown beyond it, and liquid not beyond the domain
  Box3f bounds;  // around all that is shown
  std::vector<Body> bodies;
  Overlay drawn;  // points, boxes, lines
  std::vector<Owner> owners;
  std::vector<Placed> placed;
  std::vector<Arrow> arrows;
  std::vector<Label> labels;
  std::vector<std::pair<std::string, Vec3f>> legend;  // what each colour means
  std::vector<Problem> problems;                      // what is wrong with it, and what could not be shown
  bool unfinished = false;  // some of it is still being made in the background (SetupDetail::later)
};

// What everything that is added has in common.
struct SetupThing {
  std::string path;  // in the scene: "solids[0]"
  std::string name;  // empty: what it is
  std::string what;  // "solid": in the legend, and where there is no name
  Vec3f colour;
};

class SetupMaker {
 public:
  // `folder`: of the scene's run, where there may be recordings and the like. `known`: what is wrong with the scene as
  // it was read; shapes that it concerns as a whole are left out. `shapes`: where shapes are built, and kept; null:
  // anew and for this alone. The scene must outlive it.
  SetupMaker(const Scene& scene, double frame, std::filesystem::path folder, std::vector<Problem> known = {},
             SetupShapes* shapes = nullptr);
  ~SetupMaker();

  const Scene& scene() const { return scene_; }
  double frame() const { return setup_.frame; }
  const std::filesystem::path& folder() const { return folder_; }
  bool flat() const { return scene_.dimensions == 2; }
  // Of the longest side of the stage: what sizes without a meaning of their own are measured by.
  double size() const;
  const Box3f& stage() const { return setup_.stage; }

  // A shape as it is at a frame of the scene, the way its middle goes from `first` to `last` where it moves, and where
  // it is at some frames in between. Its label says name and size, and then `more`.
  struct Shown {
    Setup::Look look = Setup::Look::solid;
    std::string more = {};
    double first = -1e9, last = 1e9;  // frames between which it is there
    bool way = true;
  };
  // Returns the box around it, empty where it is not to be seen.
  Box3f add_shape(const SetupThing& thing, const Shape& shape, const Shown& shown);
  // Just the shape.
  Box3f add_body(const Shape& shape, double frame, const Vec3f& colour, Setup::Look look);

  // A body that is none of the scene's shapes; in 3D alone.
  Box3f add_mesh(const Mesh& mesh, const Vec3f& colour, Setup::Look look);
  // Where what takes long can be made for the next time; empty: nowhere.
  const SetupDetail::Later& later() const { return shapes_.detail().later; }
  void set_unfinished() { setup_.unfinished = true; }

  // Around a shape, without showing it; what reaches without limit ends with the stage.
  Box3f box_of(const Shape& shape, double frame) const;

  void add_label(const SetupThing& thing, const Vec3f& at, const std::string& more = "", bool minor = false);
  void add_line(std::vector<Vec3f> points, const Vec3f& colour);
  void add_points(std::vector<Vec3f> positions, const Vec3f& colour, double radius);
  void add_box(const Box3d& box, const Affine& placed, const Vec3f& colour);
  void add_dot(const Vec3f& at, const Vec3f& colour);
  // An arrow for a velocity or an acceleration; longer where it is stronger.
  void add_arrow(const Vec3f& from, const Vec3d& strength, const Vec3f& colour);
  void explain(const std::string& what, const Vec3f& colour);
  // That the thing is moved by this transform.
  void add_placed(const SetupThing& thing, const std::string& edits, const Transform& transform);
  // Calls `add` and keeps what it complains of, with the path in the scene, so that the rest is shown all the same.
  // What it adds belongs to the thing there.
  template <class Add>
  void try_to_add(const std::string& path, Add&& add);
  // While it lives, all that is added belongs to the thing at this path, or in which it is.
  class Of {
   public:
    Of(SetupMaker& maker, const std::string& path);
    ~Of() { maker_.path_ = std::move(outer_); }
    Of(const Of&) = delete;
    Of& operator=(const Of&) = delete;

   private:
    SetupMaker& maker_;
    std::string outer_;
  };

  Setup finish() &&;

 private:
  void find_stage();
  void add_way(const SetupThing& thing, const Shape& shape, const Shown& shown, const Box3f& here);
  void note(const std::string& path, const InputError& error);
  SetupShapes::Form form_within_reach(const Shape& shape, double frame, Setup::Look look) const;
  const Box3f& seen_within(Setup::Look look) const;
  Setup::Owner& owner();

  bool is_missing(const std::string& path) const;

  const Scene& scene_;
  std::filesystem::path folder_;
  Setup setup_;
  std::string path_;  // of the thing that is being added
  SetupShapes own_shapes_;
  SetupShapes& shapes_;
};

// Whether a problem is about this part of the scene ("solids[0]"), or about something inside it.
bool concerns(const Problem& problem, const std::string& path);
// "liquids[1]" of "liquids[1].shape", "directors[0].meshes[1]" of "directors[0].meshes[1].keys", "picture.camera" of
// "picture.camera.target": the thing as a whole.
std::string entry_of(const std::string& path);

// "1.2 x 0.4 x 0.3 m", "30 x 5 cm"; in 2D without z.
std::string size_in_words(const Vec3f& size, int dimensions);
// "frames 12 to 40", "from frame 12"; empty for all frames.
std::string frames_in_words(double first, double last);
// "2 m", "5 cm", "0.4 mm", "3 km"
std::string length_in_words(double metres);

template <class Add>
void SetupMaker::try_to_add(const std::string& path, Add&& add) {
  const Of of(*this, path);
  try {
    add();
  } catch (const InputError& error) {
    note(path, error);
  }
}

}  // namespace weir
