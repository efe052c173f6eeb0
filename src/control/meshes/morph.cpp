// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/morph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/stopwatch.h"
#include "control/meshes/morph_rows.h"
#include "control/meshes/rigid_fit.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::meshes {

namespace {

constexpr double kVolumeError = 1e-4;    // aimed at, as a share
constexpr double kVolumeAllowed = 1e-3;  // more is no success
constexpr float kSettled = 2e-4f;        // of the body's size, by which no vertex may move any more
constexpr int kMostIterations = 40;
constexpr float kClosing = 0.8f;  // an iteration must bring less change than this share of the one before
constexpr int kMostMends = 8;     // iterations for the volume alone
constexpr double kLeastPivot = 1e-9;
constexpr double kLeastMass = 0.05;  // of a vertex, of the mean

// Vertices whose holds are at the same frames.
struct Group {
  std::vector<uint32_t> vertices;
  std::vector<const MorphHold*> holds;  // of these, in the order of the pattern, vertex by vertex
  MorphTimeSolution time;
};

double volume_of(const MorphTask& task, const std::vector<Vec3f>& positions) {
  return volume(Mesh{positions, {task.triangles.begin(), task.triangles.end()}, {}});
}

void check(const MorphTask& task) {
  if (task.keys.size() < 2) throw InputError("", "a morph needs at least two keys");
  const size_t vertices = task.keys[0].positions.size();
  for (size_t k = 0; k < task.keys.size(); ++k) {
    const MorphKey& key = task.keys[k];
    if (k > 0 && key.frame <= task.keys[k - 1].frame) throw InputError("", "keys must be in the order of their frames");
    if (key.positions.size() != vertices) {
      throw InputError("", fmt::format("the key at frame {} has {} vertices, the first one {}", key.frame,
                                       key.positions.size(), vertices));
    }
    const Mesh mesh{key.positions, {task.triangles.begin(), task.triangles.end()}, {}};
    std::string problem = mesh.validate();
    if (problem.empty() && mesh.triangles.empty()) problem = "has no triangles";
    if (problem.empty() && open_edges(mesh) > 0)
      problem = fmt::format("is not closed: {} edges are open", open_edges(mesh));
    if (problem.empty() && !(volume(mesh) > 0)) problem = "has no volume, or its triangles face inward";
    if (!problem.empty()) throw InputError("", fmt::format("the key at frame {}: {}", key.frame, problem));
  }
  for (const MorphHold& hold : task.holds) {
    if (hold.vertex >= vertices || hold.frame < task.keys.front().frame || hold.frame >= task.keys.back().frame ||
        !is_finite(hold.value)) {
      throw InputError("",
                       fmt::format("the hold of vertex {} at frame {} is outside the morph", hold.vertex, hold.frame));
    }
  }
}

class Solve {
 public:
  explicit Solve(const MorphTask& task)
      : task_(task),
        first_(task.keys.front().frame),
        vertices_(task.keys[0].positions.size()),
        time_(key_frames(task)),
        rings_(task.triangles, vertices_),
        mass_(morph_masses(task)),
        x_(3 * vertices_, frames()),
        unbound_(x_),
        slope_(x_) {
    make_groups();
    find_unbound();
    guess();
    find_wanted_volumes();
  }

  MorphResult run() {
    MorphResult result;
    float moved = 0, before = 0;
    // Slopes and motion that chase each other (bodies turned by far more than a right angle, irregular meshes) would in
    // the end crumple the surface: then the motion so far is good enough.
    for (int i = 0; frames() > 0 && i < kMostIterations && (i < 2 || moved < kClosing * before); ++i) {
      result.volume_error = find_volumes();
      const bool settled = i > 0 && moved < kSettled * size_;
      if (result.volume_error < (settled ? kVolumeError : 1e-9)) break;
      before = moved;
      moved = iterate(unbound_, 1);
      result.iterations = i + 1;
    }
    // Its volume may not be quite right yet.
    for (int i = 0; frames() > 0 && i < kMostMends && (result.volume_error = find_volumes()) > kVolumeError; ++i) {
      iterate(x_, 1);
    }
    if (!(result.volume_error < kVolumeAllowed)) {
      throw InputError("", fmt::format("no smooth motion between the keys keeps the volume (it is {:.2g} % off at "
                                       "frame {}); another key near that frame would help",
                                       100 * result.volume_error, first_ + worst_frame_));
    }
    result.first_frame = first_;
    store(result);
    return result;
  }

 private:
  static std::vector<int> key_frames(const MorphTask& task) {
    std::vector<int> frames;
    for (const MorphKey& key : task.keys) frames.push_back(key.frame - task.keys.front().frame);
    return frames;
  }
  size_t frames() const { return time_.free_frames().size(); }

  void make_groups() {
    std::map<uint32_t, std::vector<const MorphHold*>> of_vertex;
    for (const MorphHold& hold : task_.holds) of_vertex[hold.vertex].push_back(&hold);
    std::map<std::vector<FrameHold>, Group> groups;
    for (uint32_t i = 0; i < vertices_; ++i) {
      std::vector<FrameHold> pattern;
      const auto found = of_vertex.find(i);
      if (found != of_vertex.end()) {
        auto& holds = found->second;
        const auto as_frame = [&](const MorphHold* h) {
          return FrameHold{h->frame - first_, h->kind == MorphHold::velocity};
        };
        std::stable_sort(holds.begin(), holds.end(), [&](auto* a, auto* b) { return as_frame(a) < as_frame(b); });
        for (const MorphHold* hold : holds) pattern.push_back(as_frame(hold));
      }
      Group& group = groups[pattern];
      group.vertices.push_back(i);
      if (!pattern.empty()) group.holds.insert(group.holds.end(), found->second.begin(), found->second.end());
    }
    for (auto& [pattern, group] : groups) {
      group.time = time_.solution(pattern);
      groups_.push_back(std::move(group));
    }
  }

  // The motion without regard to the volume: from keys and holds. Relative to the first key, so that what does not move
  // stays exactly.
  void find_unbound() {
    for (const Group& group : groups_) {
      const size_t holds = group.holds.size() / group.vertices.size();
      const auto of_vertex = [&](size_t v) {
        const size_t i = group.vertices[v];
        const Vec3d base = static_cast<Vec3d>(task_.keys[0].positions[i]);
        for (size_t t = 0; t < frames(); ++t) {
          Vec3d position = base;
          for (size_t k = 1; k < task_.keys.size(); ++k) {
            position += (static_cast<Vec3d>(task_.keys[k].positions[i]) - base) * group.time.from_keys(t, k);
          }
          for (size_t h = 0; h < holds; ++h) {
            const MorphHold& hold = *group.holds[v * holds + h];
            const Vec3d value = static_cast<Vec3d>(hold.value);
            position += (hold.kind == MorphHold::position ? value - base : value) * group.time.from_holds(t, h);
          }
          for (int c = 0; c < 3; ++c) unbound_.row(3 * i + static_cast<size_t>(c))[t] = static_cast<float>(position[c]);
        }
      };
      parallel_for(group.vertices.size(), of_vertex, 64);
    }
  }

  // Normals and areas of the straight way between two keys are bad where the body turns: of half a turn nothing is left
  // in the middle. So the first guess turns (section 4 interpolates normals on the sphere for the same reason).
  void guess() {
    size_t t = 0;
    for (size_t k = 0; k + 1 < task_.keys.size(); ++k) {
      const std::vector<Vec3f>&a = task_.keys[k].positions, &b = task_.keys[k + 1].positions;
      const Vec3d middle_a = middle_of(a), middle_b = middle_of(b), turn = rotation_between(a, b).log();
      const int begin = time_.keys()[k], end = time_.keys()[k + 1];
      for (; t < frames() && time_.free_frames()[t] < end; ++t) {
        const double s = static_cast<double>(time_.free_frames()[t] - begin) / (end - begin);
        const Mat3d ahead = Quatd::exp(turn * s).matrix(), back = Quatd::exp(turn * (s - 1)).matrix();
        const Vec3d middle = lerp(middle_a, middle_b, s);
        parallel_for(vertices_, [&](size_t i) {
          const Vec3d from = ahead * (static_cast<Vec3d>(a[i]) - middle_a),
                      to = back * (static_cast<Vec3d>(b[i]) - middle_b);
          const Vec3d position = middle + lerp(from, to, s);
          for (int c = 0; c < 3; ++c) x_.row(3 * i + static_cast<size_t>(c))[t] = static_cast<float>(position[c]);
        });
      }
    }
    size_ = max_component(bounds(Mesh{task_.keys[0].positions, {}, {}}).size());
  }

  // Keys of different volume: linearly from one to the next.
  void find_wanted_volumes() {
    std::vector<double> of_key;
    for (const MorphKey& key : task_.keys) of_key.push_back(volume_of(task_, key.positions));
    size_t k = 0;
    for (const int t : time_.free_frames()) {
      while (time_.keys()[k + 1] < t) ++k;
      const double s = static_cast<double>(t - time_.keys()[k]) / (time_.keys()[k + 1] - time_.keys()[k]);
      wanted_.push_back(lerp(of_key[k], of_key[k + 1], s));
    }
  }

  // The volume is of third degree in all coordinates, or of second in x and y of a flat body: x . dV/dx is so many
  // times it.
  double find_volumes() {
    find_slopes(rings_, x_, task_.flat, slope_);
    const std::vector<double> products = frame_products(slope_, x_);
    missing_.assign(frames(), 0.0);
    double worst = 0;
    for (size_t t = 0; t < frames(); ++t) {
      missing_[t] = wanted_[t] - products[t] / (task_.flat ? 2 : 3);
      const double share = std::abs(missing_[t]) / wanted_[t];
      if (share > worst || !std::isfinite(share)) {
        worst = share;
        worst_frame_ = time_.free_frames()[t];
      }
    }
    return worst;
  }

  // One solve with the present slopes: lambda by Eq. 7, x by Eq. 8. Of all motions with the volume it finds the one
  // closest to `from`, as F measures it. Returns how far a vertex went at most.
  float iterate(const MorphRows& from, float share) {
    const std::vector<double> now = frame_products(slope_, x_), before = frame_products(slope_, from);
    DenseMatrix schur(frames(), frames()), lambda(frames(), 1);
    for (const Group& group : groups_) {
      const DenseMatrix products = slope_products(slope_, mass_, group.vertices);
      for (size_t t = 0; t < frames(); ++t) {
        for (size_t s = 0; s < frames(); ++s) schur(t, s) += group.time.inverse(t, s) * products(t, s);
      }
    }
    for (size_t t = 0; t < frames(); ++t) lambda(t, 0) = before[t] - now[t] - missing_[t];
    solve_positive(schur, kLeastPivot, lambda);
    float moved = 0;
    for (const Group& group : groups_) {
      moved =
          std::max(moved, move_rows(from, group.time.inverse, lambda.value, slope_, mass_, group.vertices, share, x_));
    }
    return moved;
  }

  void store(MorphResult& result) const {
    const int last = time_.keys().back();
    result.frames.resize(static_cast<size_t>(last) + 1);
    for (size_t k = 0; k < task_.keys.size(); ++k) {
      result.frames[static_cast<size_t>(time_.keys()[k])] = task_.keys[k].positions;
    }
    for (const int t : time_.free_frames()) result.frames[static_cast<size_t>(t)].resize(vertices_);
    parallel_for(vertices_, [&](size_t i) {
      for (size_t t = 0; t < frames(); ++t) {
        result.frames[static_cast<size_t>(time_.free_frames()[t])][i] = {x_.row(3 * i)[t], x_.row(3 * i + 1)[t],
                                                                         x_.row(3 * i + 2)[t]};
      }
    });
    result.objective = morph_objective(result.frames);
  }

  const MorphTask& task_;
  int first_;
  size_t vertices_;
  MorphTime time_;
  MeshRings rings_;
  std::vector<float> mass_;
  MorphRows x_, unbound_, slope_;
  std::vector<Group> groups_;
  std::vector<double> wanted_, missing_;
  int worst_frame_ = 0;
  float size_ = 1;
};

}  // namespace

std::vector<float> morph_masses(const MorphTask& task) {
  std::vector<double> area(task.keys[0].positions.size(), 0.0);
  for (const MorphKey& key : task.keys) {
    for (const Vec3i& t : task.triangles) {
      const auto at = [&](int c) { return static_cast<Vec3d>(key.positions[static_cast<size_t>(t[c])]); };
      const double own = length(cross(at(1) - at(0), at(2) - at(0)));
      for (int c = 0; c < 3; ++c) area[static_cast<size_t>(t[c])] += own;
    }
  }
  double sum = 0;
  for (const double a : area) sum += a;
  const double mean = sum / static_cast<double>(area.size());
  std::vector<float> mass;
  for (const double a : area) mass.push_back(static_cast<float>(std::max(a / mean, kLeastMass)));
  return mass;
}

MorphResult morph(const MorphTask& task) {
  const Stopwatch watch;
  check(task);
  MorphResult result = Solve(task).run();
  result.milliseconds = watch.milliseconds();
  return result;
}

double morph_objective(std::span<const std::vector<Vec3f>> frames) {
  if (frames.size() < 3) return 0;
  return parallel_sum<double>(frames[0].size(), [&](size_t i) {
    double sum = 0;
    for (size_t t = 1; t + 1 < frames.size(); ++t) {
      const auto at = [&](size_t f) { return static_cast<Vec3d>(frames[f][i]); };
      sum += length_squared(at(t + 1) - at(t) * 2.0 + at(t - 1));
    }
    return sum;
  });
}

}  // namespace weir::meshes
