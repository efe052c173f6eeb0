// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scene sets up at a frame, as the page draws it (SetupHeader in studio/src/link/protocol.ts).

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "studio/draw/background.h"
#include "studio/packed.h"
#include "weir/scene/scene.h"
#include "weir/sim/setup.h"

namespace weir::studio {

// Without "scene" and "version", which name the text that it was read from. `has`: names of arrays that the page has.
Packed packed_setup(const Scene& scene, const Setup& setup, std::set<std::string> has = {});

// Setups of scenes that are being edited: what did not change from one to the next is not built again.
class Setups {
 public:
  // `name`: by which the scene is known from one time to the next. `folder`: of a run of it, for its recordings.
  Packed at(const std::string& name, const Scene& scene, double frame, const std::filesystem::path& folder,
            const std::vector<Problem>& known, std::set<std::string> has = {});

 private:
  struct OfScene {
    explicit OfScene(SetupDetail::Later later) : shapes({.for_drawing = true, .later = std::move(later)}) {}
    std::mutex mutex;
    SetupShapes shapes;
    std::string files;  // when those that the scene names were written
  };
  std::shared_ptr<OfScene> of(const std::string& name);

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<OfScene>> scenes_;
  Background background_;
};

}  // namespace weir::studio
