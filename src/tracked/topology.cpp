// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/topology.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/cell_set.h"
#include "geometry/mesh/triangle_tree.h"
#include "tracked/crossings.h"
#include "tracked/loops.h"
#include "tracked/patch.h"

namespace weir::tracked {

namespace {

constexpr int kGrowing = 7;         // times that cells are added beside loops that do not pair up
constexpr float kOpposite = -0.2f;  // cosine of the angle between two sheets from which on they face each other
constexpr size_t kShortLoop = 12;   // edges of a loop that is closed on its own where it has no partner

size_t at(int32_t i) { return static_cast<size_t>(i); }
bool is_any(const std::vector<uint8_t>& flags) { return std::find(flags.begin(), flags.end(), 1) != flags.end(); }

// Edges of the lattice on which two sheets of the surface are closer together than the lattice can tell, or where it
// passes through itself.
class CloseSheets {
 public:
  CloseSheets(const TriangleSurface& surface, const Crossings& crossings, bool keep_sheets)
      : surface_(surface), crossings_(crossings), keep_sheets_(keep_sheets) {}

  // visit(axis, lower corner) for every such edge.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (int axis = 0; axis < 3; ++axis) {
      const std::span<const Crossing> all = crossings_.along(axis);
      int winding = 0;
      for (size_t i = 0; i < all.size(); ++i) {
        const bool same_line = i > 0 && all[i].line == all[i - 1].line;
        const int before = same_line ? winding : 0;
        winding = before + all[i].change;
        const bool odd = winding < 0 || winding > 1;
        const bool close = same_line && std::floor(all[i].along) == std::floor(all[i - 1].along) &&
                           !(keep_sheets_ && before == 1 && winding == 0) && are_opposite(all[i], all[i - 1]);
        if (odd || close) visit(axis, Crossings::corner_of(axis, all[i]));
      }
    }
  }

 private:
  // A line that only grazes a curved surface passes it twice too, but there both sides look the same way.
  bool are_opposite(const Crossing& a, const Crossing& b) const {
    const Vec3f n = surface_.normal_of_triangle(3 * a.triangle), m = surface_.normal_of_triangle(3 * b.triangle);
    return dot(n, m) < kOpposite * length(n) * length(m);
  }

  const TriangleSurface& surface_;
  const Crossings& crossings_;
  bool keep_sheets_;
};

class Surgery {
 public:
  Surgery(TriangleSurface& surface, const TopologySettings& settings)
      : surface_(surface), net_(surface.net), settings_(settings), crossings_(surface, settings.lattice) {
    if (settings.guide) disagreement_.emplace(*settings.guide, crossings_, settings.lattice);
  }

  TopologyReport run() {
    CellSet cells = dilated(seeds());
    if (cells.size() == 0) return {};
    plan(cells);
    std::vector<uint8_t> bad = bad_cells(cells);
    for (int attempt = 0; attempt < kGrowing && is_any(bad); ++attempt) {
      cells = grown(cells, bad);
      plan(cells);
      bad = bad_cells(cells);
    }
    keep_best_partners();
    commit();
    return {cells.size(), static_cast<size_t>(std::count(bad.begin(), bad.end(), 1))};
  }

 private:
  std::vector<Vec3i> seeds() const {
    std::vector<Vec3i> cells;
    CloseSheets(surface_, crossings_, settings_.keep_sheets).for_each([&](int axis, const Vec3i& corner) {
      for (int n = 0; n < 4; ++n) {
        Vec3i cell = corner;
        cell[(axis + 1) % 3] -= n & 1;
        cell[(axis + 2) % 3] -= n >> 1;
        cells.push_back(cell);
      }
    });
    if (disagreement_ && disagreement_->any()) {
      const std::vector<Vec3i> changed = disagreement_->changed_cells();
      cells.insert(cells.end(), changed.begin(), changed.end());
    }
    return cells;
  }

  static CellSet dilated(const std::vector<Vec3i>& cells) {
    CellSet result;
    for (const Vec3i& cell : cells) {
      for (int n = 0; n < 27; ++n) result.add(cell + Vec3i{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1});
    }
    return result;
  }
  static CellSet grown(const CellSet& cells, const std::vector<uint8_t>& bad) {
    CellSet result = cells;
    for (size_t i = 0; i < cells.size(); ++i) {
      for (int n = 0; n < 27 && bad[i]; ++n) result.add(cells[i] + Vec3i{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1});
    }
    return result;
  }

  // Which cell takes each triangle out: the first that the box around it touches; -1 for those that stay.
  void find_removed(const CellSet& cells) {
    Vec3i low = cells[0], high = cells[0];
    for (size_t i = 0; i < cells.size(); ++i) low = min(low, cells[i]), high = max(high, cells[i]);
    std::vector<Vec3i> cell_of(surface_.position.size());
    parallel_for(cell_of.size(), [&](size_t v) { cell_of[v] = settings_.lattice.cell_of(surface_.position[v]); });
    removed_by_.assign(net_.triangles(), -1);
    parallel_for(net_.triangles(), [&](size_t t) {
      if (!net_.alive(t)) return;
      const Vec3i v = net_.triangle(t);
      const Vec3i &a = cell_of[at(v.x)], &b = cell_of[at(v.y)], &c = cell_of[at(v.z)];
      const Vec3i from = max(low, min(a, min(b, c))), to = min(high, max(a, max(b, c)));
      for (int32_t z = from.z; z <= to.z; ++z) {
        for (int32_t y = from.y; y <= to.y; ++y) {
          for (int32_t x = from.x; x <= to.x; ++x) {
            const int32_t cell = cells.find({x, y, z});
            if (cell < 0) continue;
            removed_by_[t] = cell;
            return;
          }
        }
      }
    });
  }

  bool is_removed(int32_t h) const { return removed_by_[at(h) / 3] >= 0; }

  // The loops around what is taken out and around the patch, and which belong together.
  void plan(const CellSet& cells) {
    find_removed(cells);
    const auto is_open = [&](int32_t h) { return is_removed(net_.twin(h)); };
    hole_ = find_loops(
        net_, where(net_.half_edges(), [&](int32_t h) { return net_.from(h) >= 0 && !is_removed(h) && is_open(h); }),
        is_open);
    patch_ = make_patch(cells, crossings_, settings_.lattice, disagreement_ ? &*disagreement_ : nullptr);
    const auto ends = [&](int32_t h) { return patch_.net.twin(h) < 0; };
    rim_ = find_loops(patch_.net, where(patch_.net.half_edges(), ends), ends);
    find_partners();
  }

  // From every hole, over the triangles that are taken out: which hole each is closest to.
  std::vector<int32_t> nearest_holes() const {
    std::vector<int32_t> nearest(net_.triangles(), -1), now, then;
    for (size_t i = 0; i < hole_.size(); ++i) {
      for (const int32_t h : hole_[i]) {
        const size_t t = at(net_.twin(h)) / 3;
        if (nearest[t] < 0) now.push_back(static_cast<int32_t>(t));
        if (nearest[t] < 0) nearest[t] = static_cast<int32_t>(i);
      }
    }
    while (!now.empty()) {
      for (const int32_t t : now) {
        for (int32_t h = 3 * t; h < 3 * t + 3; ++h) {
          const size_t other = at(net_.twin(h)) / 3;
          if (removed_by_[other] < 0 || nearest[other] >= 0) continue;
          nearest[other] = nearest[at(t)];
          then.push_back(static_cast<int32_t>(other));
        }
      }
      now.swap(then);
      then.clear();
    }
    return nearest;
  }

  // A rim lies on old triangles: it belongs to the hole that most of them are closest to.
  void find_partners() {
    const std::vector<int32_t> nearest = nearest_holes();
    partner_.assign(rim_.size(), -1);
    std::vector<int32_t> holes;
    for (size_t i = 0; i < rim_.size(); ++i) {
      holes.clear();
      for (const int32_t h : rim_[i]) {
        const int32_t triangle = patch_.old_triangle[at(patch_.net.from(h))];
        if (triangle >= 0 && nearest[at(triangle)] >= 0) holes.push_back(nearest[at(triangle)]);
      }
      std::sort(holes.begin(), holes.end());
      size_t most = 0;
      for (size_t begin = 0, end = 0; begin < holes.size(); begin = end) {
        while (end < holes.size() && holes[end] == holes[begin]) ++end;
        if (end - begin > most) most = end - begin, partner_[i] = holes[begin];
      }
      if (3 * most < 2 * rim_[i].size()) partner_[i] = -1;
    }
  }

  // Of several rims of a hole, the longest is sewn to it; the others are closed on their own.
  void keep_best_partners() {
    std::vector<int32_t> best(hole_.size(), -1);
    for (size_t i = 0; i < rim_.size(); ++i) {
      if (partner_[i] < 0) continue;
      int32_t& other = best[at(partner_[i])];
      if (other < 0 || rim_[i].size() > rim_[at(other)].size()) other = static_cast<int32_t>(i);
    }
    for (size_t i = 0; i < rim_.size(); ++i) {
      if (partner_[i] >= 0 && best[at(partner_[i])] != static_cast<int32_t>(i)) partner_[i] = -1;
    }
  }

  // Cells beside loops that do not pair up.
  std::vector<uint8_t> bad_cells(const CellSet& cells) const {
    std::vector<uint8_t> bad(cells.size(), 0);
    std::vector<int32_t> rims(hole_.size(), 0);
    for (const int32_t hole : partner_) {
      if (hole >= 0) ++rims[at(hole)];
    }
    for (size_t i = 0; i < rim_.size(); ++i) {
      const bool alone = partner_[i] < 0;
      if (alone ? rim_[i].size() <= kShortLoop : rims[at(partner_[i])] == 1) continue;
      for (const int32_t h : rim_[i]) bad[at(patch_.cell[at(h) / 3])] = 1;
    }
    for (size_t i = 0; i < hole_.size(); ++i) {
      if (rims[i] == 1 || (rims[i] == 0 && hole_[i].size() <= kShortLoop)) continue;
      for (const int32_t h : hole_[i]) bad[at(removed_by_[at(net_.twin(h)) / 3])] = 1;
    }
    return bad;
  }

  void commit() {
    surface_.pieces_known = false;
    take_out();
    part_fans(surface_, hole_);
    add_patch();
    part_fans(surface_, rim_);
    std::vector<uint8_t> closed(hole_.size(), 0);
    for (size_t i = 0; i < rim_.size(); ++i) {
      if (partner_[i] < 0) {
        cap(surface_, rim_[i]);
        continue;
      }
      closed[at(partner_[i])] = 1;
      sew(surface_, hole_[at(partner_[i])], rim_[i]);
    }
    for (size_t i = 0; i < hole_.size(); ++i) {
      if (!closed[i]) cap(surface_, hole_[i]);
    }
    surface_.compact();
  }

  void take_out() {
    keep_old_data();
    std::vector<int32_t> taken = where(net_.triangles(), [&](int32_t t) { return removed_by_[at(t)] >= 0; });
    for (const Loop& loop : hole_) {
      for (const int32_t h : loop) net_.set_twin(h, -1);
    }
    for (const int32_t t : taken) {
      const Vec3i v = net_.triangle(at(t));
      for (int k = 0; k < 3; ++k) net_.remove_vertex(v[k]);
      net_.remove_triangle(at(t));
    }
    for (const Loop& loop : hole_) {  // vertices of the border stay
      for (const int32_t h : loop) net_.set_leaving(net_.from(h), h);
    }
  }

  // What vertices of the patch will hold, from the triangles that they lie on.
  void keep_old_data() {
    const size_t count = patch_.position.size();
    old_piece_.assign(count, -1);
    old_channels_.assign(surface_.channels.size(), std::vector<float>(count, 0));
    for (size_t i = 0; i < count; ++i) {
      if (patch_.old_triangle[i] < 0) continue;
      const Vec3i v = net_.triangle(at(patch_.old_triangle[i]));
      const Vec3f w = weights_of_closest(patch_.position[i], surface_.at(v.x), surface_.at(v.y), surface_.at(v.z));
      old_piece_[i] = surface_.piece[at(v.x)];
      for (size_t c = 0; c < surface_.channels.size(); ++c) {
        const std::vector<float>& values = surface_.channels[c];
        old_channels_[c][i] = w.x * values[at(v.x)] + w.y * values[at(v.y)] + w.z * values[at(v.z)];
      }
    }
  }

  void add_patch() {
    const auto first = static_cast<int32_t>(net_.vertices());
    for (size_t i = 0; i < patch_.position.size(); ++i) {
      net_.add_vertex();
      surface_.position.push_back(patch_.position[i]);
      surface_.piece.push_back(old_piece_[i]);
      for (size_t c = 0; c < surface_.channels.size(); ++c) surface_.channels[c].push_back(old_channels_[c][i]);
    }
    const auto first_edge = static_cast<int32_t>(net_.half_edges());
    for (size_t t = 0; t < patch_.net.triangles(); ++t) {
      const Vec3i v = patch_.net.triangle(t);
      net_.add_triangle(v.x + first, v.y + first, v.z + first);
    }
    for (size_t h = 0; h < patch_.net.half_edges(); ++h) {
      const int32_t twin = patch_.net.twin(static_cast<int32_t>(h));
      net_.set_twin(static_cast<int32_t>(h) + first_edge, twin < 0 ? -1 : twin + first_edge);
    }
    for (Loop& loop : rim_) {
      for (int32_t& h : loop) h += first_edge;
    }
  }

  TriangleSurface& surface_;
  HalfEdges& net_;
  const TopologySettings& settings_;
  Crossings crossings_;
  std::optional<Disagreement> disagreement_;
  std::vector<int32_t> removed_by_, partner_;
  std::vector<Loop> hole_, rim_;
  Patch patch_;
  std::vector<int32_t> old_piece_;
  std::vector<std::vector<float>> old_channels_;
};

}  // namespace

TopologyReport change_topology(TriangleSurface& surface, const TopologySettings& settings) {
  return Surgery(surface, settings).run();
}

}  // namespace weir::tracked
