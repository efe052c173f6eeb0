// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of templates share: a liquid that turns about the z axis and falls, and templates of it.

#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>

#include "base/random.h"
#include "control/templates/library/template_writer.h"
#include "refusal.h"
#include "temp_folder.h"
#include "weir/sim/particles.h"

namespace weir::templates {

constexpr double kTestSpacing = 0.02;

inline TemplateMetadata test_metadata(const std::string& name = "swirl", int dimensions = 3) {
  TemplateMetadata metadata;
  metadata.name = name;
  metadata.dimensions = dimensions;
  metadata.rate = 24;
  metadata.spacing = kTestSpacing;
  metadata.region.size = {0.4, 0.4, 0.4};
  metadata.region.translate = {0.1, 0.3, 0};
  metadata.region.rotate = {{0, 0, 30}};
  metadata.tags = {"test", "Turning"};
  metadata.phases = {{"water", 1000}, {"oil", 900}};
  metadata.source = "tests";
  return metadata;
}

// At a frame, in the world: a block of 15 x 15 (x 15) particles about (0.1, 0.3, 0) that turns once in 4 s and drifts
// along x, out of the region, with a little noise. Velocities are those of the motion.
inline Particles swirl(int frame, int dimensions = 3) {
  const Random random(7);
  const double time = (frame - 1) / 24.0, turn = 2 * kPi / 4, angle = turn * time;
  Particles p;
  const int deep = dimensions == 3 ? 15 : 1;
  for (int k = 0; k < deep; ++k) {
    for (int j = 0; j < 15; ++j) {
      for (int i = 0; i < 15; ++i) {
        const auto n = static_cast<uint64_t>((k * 15 + j) * 15 + i);
        const Vec3f noise = random.unit_vec3(n, static_cast<uint32_t>(frame)) * static_cast<float>(0.1 * kTestSpacing);
        const double x = (i - 7) * kTestSpacing, y = (j - 7) * kTestSpacing,
                     z = dimensions == 3 ? (k - 7) * kTestSpacing : 0;
        const double c = std::cos(angle), s = std::sin(angle);
        Vec3f at{static_cast<float>(0.1 + 0.3 * time + c * x - s * y), static_cast<float>(0.3 + s * x + c * y),
                 static_cast<float>(z)};
        at += Vec3f{noise.x, noise.y, dimensions == 3 ? noise.z : 0.0f};
        p.position.push_back(at);
        p.velocity.push_back(
            {static_cast<float>(0.3 + turn * (-s * x - c * y)), static_cast<float>(turn * (c * x - s * y)), 0});
        p.id.push_back(5 * n + 1'000'000'000'000);
        p.mass.push_back(n % 7 == 0 ? 0.007f : 0.008f);
        p.phase.push_back(n % 3 == 0 ? 1 : 0);
        p.temporary.push_back(0);
      }
    }
  }
  return p;
}

inline void write_swirl(const std::filesystem::path& file, const TemplateMetadata& metadata, int frames) {
  TemplateWriter writer(file, metadata);
  for (int frame = 1; frame <= frames; ++frame) writer.add_frame(swirl(frame, metadata.dimensions));
  writer.finish("a picture");
}

inline std::map<uint64_t, size_t> index_by_id(const Particles& particles) {
  std::map<uint64_t, size_t> index;
  for (size_t i = 0; i < particles.size(); ++i) index[particles.id[i]] = i;
  return index;
}

}  // namespace weir::templates
