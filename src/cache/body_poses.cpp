// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/body_poses.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace weir::cache {

namespace {

using Json = nlohmann::ordered_json;

// The same motion, where places are counted from another origin than before.
Affine counted_from(const Vec3d& origin, Affine pose) {
  if (!(origin == Vec3d{})) pose.offset += pose.linear * origin - origin;
  return pose;
}

// By its name, where it has one: the first frames of a branch are of a scene whose solids may stand in another order.
std::optional<size_t> solid_of(const Json& entry, const Scene& scene) {
  const Json number = entry.value("solid", Json()), name = entry.value("name", Json());
  if (!number.is_number_unsigned()) return {};
  const auto index = number.get<size_t>();
  if (!name.is_string() || name.get<std::string>().empty()) {
    return index < scene.solids.size() ? std::optional(index) : std::nullopt;
  }
  const auto is_called = [&](size_t i) { return scene.solids[i].name == name.get<std::string>(); };
  if (index < scene.solids.size() && is_called(index)) return index;
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (is_called(i)) return i;
  }
  return {};
}

std::optional<BodyPose> body_in(const Json& entry, const Scene& scene) {
  const std::optional<size_t> solid = solid_of(entry, scene);
  const Json numbers = entry.value("pose", Json());
  if (!solid || !numbers.is_array() || numbers.size() != 12) return {};
  BodyPose body{.solid = *solid};
  for (size_t i = 0; i < 12; ++i) {
    if (!numbers[i].is_number()) return {};
    const int row = static_cast<int>(i / 4), column = static_cast<int>(i % 4);
    (column < 3 ? body.pose.linear.row[row][column] : body.pose.offset[row]) = numbers[i].get<double>();
  }
  body.pose = counted_from(scene.origin, body.pose);
  return body;
}

}  // namespace

Json json_of(std::span<const RigidPose> bodies, const Scene& scene) {
  Json list = Json::array();
  for (const RigidPose& body : bodies) {
    Json numbers = Json::array();
    const Affine pose = counted_from(-scene.origin, body.end);  // in the world
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) numbers.push_back(pose.linear.row[row][column]);
      numbers.push_back(pose.offset[row]);
    }
    list.push_back({{"solid", body.solid}, {"name", scene.solids[body.solid].name}, {"pose", numbers}});
  }
  return list;
}

std::map<int, std::vector<BodyPose>> read_body_poses(const RunFolder& folder, const Scene& scene) {
  std::map<int, std::vector<BodyPose>> poses;
  for (const std::string& line : folder.read_stats()) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || !json.value("frame", Json()).is_number_integer()) continue;
    const Json bodies = json.value("bodies", Json::array());
    if (!bodies.is_array()) continue;
    for (const Json& entry : bodies) {
      if (!entry.is_object()) continue;
      if (const auto body = body_in(entry, scene)) poses[json["frame"].get<int>()].push_back(*body);
    }
  }
  return poses;
}

}  // namespace weir::cache
