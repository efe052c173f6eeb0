// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The flow of one step between forces and pressure, as directors see it at the hook `pressure`: they say where there
// is liquid that has no particles, prescribe velocities of faces, and let cells give off or swallow liquid. The
// pressure then makes everything else fit.
//
//   GridFlow flow({...}, velocity, volume);
//   fill(directors, clock, flow);        // may add to how full cells are
//   flow.find_surface();
//   prescribe_held(directors, clock, flow);
//   prescribe_pressure(directors, clock, flow);    // may prescribe velocities and sources
//   flow.project();
//   flow.spreading();                   // what carries particles besides
//
// Particles crowd and thin out a little in every step. Putting that right by sources in the one pressure solve would
// leave the speed it takes in the liquid, as energy from nowhere: thin sheets would spurt. So it has a solve of its
// own, which moves particles and leaves their velocities alone (as Kugelstadt et al. 2019, implicit density
// projection).
//
// Relaxed control (Raveendran et al. 2012, Eq. 9) wants the velocity between the free one u and the controlled one v.
// The pressure is linear in what is prescribed, so a director that prescribes (1 - alpha) u + alpha v on its faces gets
// just that blend everywhere, and free of divergence also where alpha differs from point to point: free_velocity() is
// u.

#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "grid/pressure/projection.h"
#include "grid/pressure/solid_faces.h"
#include "grid/surface/liquid_shape.h"
#include "grid/tiles/cell_bits.h"
#include "grid/tiles/row.h"

namespace weir::grid {

class GridFlow {
 public:
  // Memory for what is held and prescribed; kept from step to step, it need not be got anew.
  struct Memory {
    MacField open, passing, carried;
    std::vector<float> share, room;
  };
  struct Given {
    const GridSpace& space;
    const Tiles& tiles;
    const SolidFaces& solids;
    float step;  // s
    ProjectionSettings pressure;
    Memory* memory = nullptr;
    const MacField* lightness = nullptr;  // of faces, as FaceConditions has it
    CoupledBodies* bodies = nullptr;      // that the pressure moves; null: none
  };
  // `velocity` of faces before pressure, later after it; `volume`: how full cells are, as scatter() finds it.
  GridFlow(const Given& given, MacField& velocity, std::vector<float>& volume)
      : given_(given), velocity_(velocity), volume_(volume) {}
  ~GridFlow();
  GridFlow(const GridFlow&) = delete;
  GridFlow& operator=(const GridFlow&) = delete;

  const GridSpace& space() const { return given_.space; }
  const Tiles& tiles() const { return given_.tiles; }
  const SolidFaces& solids() const { return given_.solids; }
  float step() const { return given_.step; }

  // Before the surface is known: liquid in a cell besides that of particles, as a share of the cell.
  void fill(size_t cell, float share) { volume_[cell] += share; }
  // Before the surface is known: cells of every tile that are full of liquid that has no particles and moves as is
  // known. For the liquid beside it, it is a solid with a flow through it: all its faces must be prescribed.
  void hold(std::span<const CellBits> held);
  void find_surface();

  // For files: as find_surface() finds it (holes are closed only where cells are held), and
  // kNoDistance (redistance.h) in held cells at the ends of the tiles.
  std::vector<float> plain_distance() const;

  std::span<const float> volume() const { return volume_; }
  // Share of what surrounds a cell that solids and held cells leave to particles.
  std::span<const float> room() const { return with_held_ ? with_held_->room : solids().room; }
  // To the surface, in cells, at the middles of cells, negative in the liquid.
  std::span<const float> distance() const { return distance_; }
  // Cells of liquid in the surface, and far from it.
  const LiquidVolume& liquid() const { return liquid_; }
  // m/s: flow that crowded cells give off.
  std::span<const float> crowding() const { return crowding_; }
  // Of faces, before pressure.
  const MacField& velocity() const { return velocity_; }
  // The flow as pressure makes it where nothing is prescribed; found once, for whoever asks first.
  void find_free_flow();
  // Its velocity on the lower face of a cell along an axis, with the cell below it (or any number beyond the field
  // where there is no tile).
  float free_velocity(size_t axis, size_t cell, size_t below) const;

  // m/s through the lower face of a cell along an axis, where no solid covers it. From one thread at a time.
  void prescribe(int axis, size_t cell, float velocity) {
    if (solids().open.face[static_cast<size_t>(axis)][cell] > 0) prescribe(axis, cell, velocity, velocity);
  }
  // Particles are carried through the face with `velocity`, although only `passing` flows for the cells beside it: what
  // an emitter seeds comes from nowhere, even out of a wall.
  void prescribe(int axis, size_t cell, float velocity, float passing);
  // All faces of the cells that are held: find(tile, axis, velocities) gives those (m/s) on the lower faces of the
  // cells of a tile.
  using HeldVelocity = std::function<void(size_t tile, int axis, std::span<float> velocity)>;
  void prescribe_held(const HeldVelocity& find);
  bool is_prescribed(int axis, size_t cell) const {
    return prescribed_ && prescribed_->carried.face[static_cast<size_t>(axis)][cell] != kFree;
  }
  // Liquid that a cell gives off: the share of its volume that grows in this step, negative for what vanishes.
  void add_source(size_t cell, float share) {
    sources_[cell] += share * static_cast<float>(given_.space.cell) / given_.step;
  }

  // Changes velocity() on faces that touch liquid, and on those that are prescribed. When the pressure has told how
  // bodies move, they are moved; true: contacts changed that, solids() has their velocities now, and the pressure has
  // to fit those.
  using MoveBodies = std::function<bool()>;
  PoissonSolver::Result project(const MoveBodies& move_bodies = {});
  // After it, when velocity() and the motion of bodies are again as before it, but for some more force.
  PoissonSolver::Result project_anew(const MoveBodies& move_bodies);
  // After either: in m/s as Projection has it, and 1 in cells that have one.
  std::span<const float> pressure() const { return pressure_; }
  std::span<const float> has_pressure() const { return projection_->liquid(); }
  // After velocity() was changed: bodies move as they do.
  PoissonSolver::Result project_again();
  // Sets those of a field that are prescribed (again, after it was continued into solids).
  void carry(MacField& velocity) const;
  // For files: the same, with a weight where there was none.
  void show_prescribed(MacField& velocity, MacField& weight) const;
  // After project(), 1 on faces whose velocity is right: those that pressure acted on or that are prescribed, and those
  // of particles that fly freely; `weight` as scatter() finds it. Between the surface and the middle of the cell it
  // passes there may be particles too, but they do not fly: they are carried by what is below.
  MacField known_faces(const MacField& weight) const;
  // m/s, of faces that touch liquid, after project(): what spreads crowded particles. Nothing when none are.
  std::optional<MacField> spreading();

 private:
  // What surrounds the liquid, with what is prescribed.
  struct Prescribed {
    MacField open, passing;
    MacField carried;            // kFree where nothing is prescribed
    std::vector<uint8_t> tiles;  // 1 for those in which something is
  };
  static constexpr float kFree = 1e30f;
  void close_held(size_t tile);
  bool touches_held(size_t tile) const;
  // The distance to the surface in held cells, -1, over what was found there.
  void deepen_held(std::vector<float>& distance) const;
  FaceConditions faces() const;
  PoissonSolver::Result solve(const MoveBodies& move_bodies);
  std::vector<float> body_velocities() const;
  void pass_bodies();
  void start_prescribing();
  // Calls visit(axis, index of its first cell, where it is prescribed) for rows in which something is.
  template <class Visit>
  void visit_prescribed(const Visit& visit) const;

  Given given_;
  MacField& velocity_;
  std::vector<float>& volume_;
  std::vector<float> distance_, crowding_, sources_;
  LiquidVolume liquid_;
  std::optional<Projection> projection_;
  std::optional<Projection> free_projection_;
  std::vector<float> free_pressure_;  // with it, the first guess of project()
  std::vector<float> pressure_;
  std::optional<Prescribed> prescribed_;
  std::optional<SolidFaces>
      with_held_;               // solids, and the cells that are held; what closes faces, until prescribed_ has that
  std::vector<CellBits> held_;  // cells of every tile; in the blank one none
  std::vector<std::array<CellBits, 3>> held_faces_;  // along every axis, the lower faces that touch a held cell
};

}  // namespace weir::grid
