// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// All directors of a scene, as a solver calls them.

#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "weir/sim/director.h"

namespace weir {

// In the order of the scene, with the time each takes.
class Directors {
 public:
  void add(std::unique_ptr<Director> director);
  size_t size() const { return entries_.size(); }
  const Director& operator[](size_t i) const { return *entries_[i].director; }

  void begin(const Clock& clock, Population& population);
  double longest_step(const Clock& clock) const;  // that all of them allow
  void frame_start(const Clock& clock, const Particles& particles);
  void population(const Clock& clock, Population& population);
  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration);
  void after_projection(const Clock& clock, const Particles& particles, std::span<Vec3f> velocity);

  struct Report {
    std::string name, kind;
    double milliseconds;  // in this frame
    Measures measures;
  };
  // Reports on the frame and starts counting anew.
  std::vector<Report> frame_end(const Clock& clock, const Particles& particles);

  void state(Archive& archive);

  // Calls those that have this hook and implement an interface of more hooks, such as those of grid solvers; its time
  // is that of the director.
  template <class Interface, class Call>
  void call(unsigned hook, Call&& call) {
    at(hook, [&](Director& director) {
      if (auto* part = dynamic_cast<Interface*>(&director)) call(*part);
    });
  }
  // The same for all that implement it, without counting the time.
  template <class Interface, class Visit>
  void visit(Visit&& visit) const {
    for (const Entry& entry : entries_) {
      if (const auto* part = dynamic_cast<const Interface*>(entry.director.get())) visit(*part);
    }
  }

 private:
  struct Entry {
    std::unique_ptr<Director> director;
    double milliseconds = 0;
  };
  void at(unsigned hook, const std::function<void(Director&)>& call);

  std::vector<Entry> entries_;
};

}  // namespace weir
