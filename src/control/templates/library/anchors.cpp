// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/anchors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "control/templates/library/template_rewrite.h"
#include "weir/base/error.h"
#include "weir/scene/reader.h"

namespace weir::templates {

namespace {

constexpr double kColumn = 4;    // spacings
constexpr double kLevel = 1e-6;  // of a region that is not tilted

}  // namespace

const std::vector<std::string>& anchors_of_all() {
  static const std::vector<std::string> names{"centre", "bottom", "waterline"};
  return names;
}

bool is_anchor_of_all(const std::string& name) {
  const std::vector<std::string>& names = anchors_of_all();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<double> still_level(const Template& source) {
  const TemplateMetadata& metadata = source.metadata();
  if (metadata.region.placed().linear.row[1].y < 1 - kLevel) return {};
  const Box3d box = metadata.region.box();
  const double width = kColumn * metadata.spacing;
  const auto count = [&](int axis) {
    if (axis == 2 && metadata.dimensions == 2) return size_t{1};
    return static_cast<size_t>(std::max(1.0, std::floor(box.size()[axis] / width)));
  };
  const size_t nx = count(0), nz = count(2);
  // How high the liquid of every column would stand at rest: spray above it hardly counts.
  std::vector<double> height(nx * nz, 0);
  const double area =
      box.size().x / static_cast<double>(nx) * (metadata.dimensions == 2 ? 1 : box.size().z / static_cast<double>(nz));
  const double one = std::pow(metadata.spacing, metadata.dimensions) / area;
  const auto frame = source.frame(0);
  for (const Vec3f& x : frame->position) {
    const Vec3d at = (Vec3d(x) - box.lower) / box.size();
    const auto column = [](double share, size_t n) {
      return static_cast<size_t>(
          std::clamp(std::floor(share * static_cast<double>(n)), 0.0, static_cast<double>(n - 1)));
    };
    height[column(at.x, nx) + nx * (nz == 1 ? 0 : column(at.z, nz))] += one;
  }
  // The mean of the middle half of them.
  std::sort(height.begin(), height.end());
  const size_t from = height.size() / 4, to = height.size() - from;
  if (height[height.size() / 2] == 0) return {};
  double sum = 0;
  for (size_t i = from; i < to; ++i) sum += height[i];
  return box.lower.y + sum / static_cast<double>(to - from);
}

Vec3d anchor_of(const Template& source, const std::string& name) {
  const TemplateMetadata& metadata = source.metadata();
  if (name == "centre") return {};
  if (name == "bottom") return {0, metadata.region.box().lower.y, 0};
  if (name == "waterline") {
    if (const auto level = still_level(source)) return {0, *level, 0};
    throw InputError("anchor", fmt::format("\"{}\" has no waterline, since in its first frame no water lies under most "
                                           "of its region; use another anchor",
                                           metadata.name));
  }
  std::vector<std::string> known = anchors_of_all();
  for (const TemplateAnchor& anchor : metadata.anchors) {
    if (anchor.name == name) return anchor.at;
    known.push_back(anchor.name);
  }
  throw InputError("anchor", fmt::format("must be {}, but is \"{}\"; `weir library anchor` gives \"{}\" more",
                                         either(known), name, metadata.name));
}

void set_anchor(const Template& source, const std::string& name, const Vec3d& place) {
  if (name.empty()) throw InputError("the anchor", "needs a name");
  if (!is_finite(place)) throw InputError("the anchor", "its place must be three numbers");
  if (is_anchor_of_all(name)) {
    throw InputError("the anchor", fmt::format("\"{}\" is one that every template has", name));
  }
  TemplateMetadata metadata = source.metadata();
  const Vec3d at = metadata.region.placed().inverse().point(place);
  std::erase_if(metadata.anchors, [&](const TemplateAnchor& anchor) { return anchor.name == name; });
  metadata.anchors.push_back({name, at});
  rewrite_template(source, source.path(), metadata);
}

}  // namespace weir::templates
