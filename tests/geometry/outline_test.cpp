// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/outline.h"

#include <gtest/gtest.h>

#include "geometry/field_checks.h"
#include "geometry/shapes/fields.h"
#include "geometry/shapes/fonts.h"
#include "weir/base/error.h"

namespace weir {
namespace {

constexpr const char* kFont = "DejaVu Sans Bold";

Loop square(double lower, double upper, bool clockwise = false) {
  Loop loop{{lower, lower}, {upper, lower}, {upper, upper}, {lower, upper}};
  if (clockwise) std::reverse(loop.begin(), loop.end());
  return loop;
}

Box3d box_of(const Outline& outline) {
  Box3d box;
  for (const Loop& loop : outline.loops) {
    for (const Vec2d& p : loop) box.include(Vec3d{p.x, p.y, 0});
  }
  return box;
}

std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Outline, ExtrudedSquareIsABox) {
  const FieldPtr square_field = extruded_field({{square(-0.5, 0.5)}}, 0.4);
  const FieldPtr box = box_field({{-0.5, -0.5, -0.2}, {0.5, 0.5, 0.2}});
  EXPECT_EQ(square_field->bounds(), box->bounds());
  for (const Vec3f& p : random_points({{-1, -1, -1}, {1, 1, 1}}, 500)) {
    EXPECT_NEAR(distance_at(*square_field, p), distance_at(*box, p), 1e-6);
  }
}

TEST(Outline, HolesAndOverlaps) {
  const FieldPtr ring = extruded_field({{square(-0.5, 0.5), square(-0.25, 0.25, true)}}, 1);
  EXPECT_NEAR(distance_at(*ring, {0, 0, 0}), 0.25, 1e-6);
  EXPECT_NEAR(counted_volume(*ring, 40), 0.75, 1e-5);
  // Two overlapping squares are one shape: the edges inside it are no surface.
  const FieldPtr join = extruded_field({{square(-0.5, 0.2), square(-0.2, 0.5)}}, 4);
  EXPECT_NEAR(distance_at(*join, {0, 0, 0}), -std::sqrt(0.08), 1e-5);
  EXPECT_NEAR(distance_at(*join, {0.2f, 0, 0}), -0.2, 1e-5);
  EXPECT_NEAR(counted_volume(*join, 40), 4 * (2 * 0.49 - 0.16), 1e-2);
  EXPECT_LT(slopes(*join).steepest, 1.003);
}

TEST(Outline, StarHasItsArea) {
  const Outline star = star_outline(5, 0.5, 0.2);
  const double truth = 5 * 0.5 * 0.2 * std::sin(kPi / 5);
  EXPECT_NEAR(signed_area(star), truth, 1e-12);
  EXPECT_NEAR(box_of(star).upper.y, 0.5, 1e-12);  // one point up
  const FieldPtr field = extruded_field(star, 0.3);
  EXPECT_NEAR(counted_volume(*field, 150), truth * 0.3, truth * 0.3 * 0.01);
  EXPECT_GT(slopes(*field).share_of_one, 0.95);
  EXPECT_NEAR(distance_at(*field, {0, 1, 0}), 0.5, 1e-6);
  // Nearest point by brute force along the edges.
  const Loop& loop = star.loops[0];
  for (const Vec3f& p : random_points({{-0.7f, -0.7f, 0}, {0.7f, 0.7f, 0}}, 200)) {
    double nearest = 1e9;
    for (size_t i = 0; i < loop.size(); ++i) {
      const Vec2d a = loop[i], b = loop[(i + 1) % loop.size()];
      for (int k = 0; k <= 500; ++k) {
        const double t = k / 500.0;
        nearest = std::min(nearest, std::hypot(lerp(a.x, b.x, t) - p.x, lerp(a.y, b.y, t) - p.y));
      }
    }
    const double d = distance_at(*field, p);
    EXPECT_NEAR(d < 0 ? -d : d, d < 0 ? std::min(nearest, 0.15) : nearest, 1e-3);
  }
}

TEST(Outline, CapitalHasTheHeightAskedFor) {
  const Box3d box = box_of(text_outline("H", kFont, 0.5, 1e-4));
  EXPECT_NEAR(box.size().y, 0.5, 1e-9);
  EXPECT_NEAR(box.centre().x, 0, 1e-9);
  EXPECT_NEAR(box.centre().y, 0, 1e-9);
}

TEST(Outline, TextVolumeIsItsAreaTimesThickness) {
  const Outline text = text_outline("w8", kFont, 0.5, 1e-4);
  const FieldPtr field = extruded_field(text, 0.2);
  const double truth = signed_area(text) * 0.2;
  EXPECT_GT(truth, 0);
  EXPECT_NEAR(counted_volume(*field, 110) / truth, 1, 0.015);
  EXPECT_LT(slopes(*field).steepest, 1.003);
}

TEST(Outline, FinerToleranceChangesTheAreaLess) {
  const double coarse = signed_area(text_outline("O", kFont, 1, 1e-2));
  const double fine = signed_area(text_outline("O", kFont, 1, 1e-4));
  const double finest = signed_area(text_outline("O", kFont, 1, 1e-6));
  EXPECT_NEAR(fine / finest, 1, 5e-4);
  EXPECT_GT(std::abs(coarse - finest), 2 * std::abs(fine - finest));
}

TEST(Outline, LinesStandBelowEachOtherAndCentred) {
  const Outline two = text_outline("HHH\nH", kFont, 1, 1e-3);
  const Box3d box = box_of(two);
  EXPECT_GT(box.size().y, 2);
  Box3d below;
  for (const Loop& loop : two.loops) {
    for (const Vec2d& p : loop) {
      if (p.y < 0) below.include(Vec3d{p.x, p.y, 0});
    }
  }
  EXPECT_NEAR(below.centre().x, 0, 1e-9);
  EXPECT_LT(below.size().x, 0.5 * box.size().x);
}

TEST(Outline, KerningDrawsPairsTogether) {
  const double pair = box_of(text_outline("AV", kFont, 1, 1e-3)).size().x;
  const double apart =
      box_of(text_outline("A", kFont, 1, 1e-3)).size().x + box_of(text_outline("V", kFont, 1, 1e-3)).size().x;
  EXPECT_LT(pair, apart);
}

TEST(Outline, ReadsUtf8) {
  EXPECT_GT(box_of(text_outline("Ä", kFont, 1, 1e-3)).size().y, box_of(text_outline("A", kFont, 1, 1e-3)).size().y);
  EXPECT_NE(complaint([] { text_outline("a\xff", kFont, 1, 1e-3); }).find("UTF-8"), std::string::npos);
  EXPECT_NE(complaint([] { text_outline("a\xe2\x82", kFont, 1, 1e-3); }).find("UTF-8"), std::string::npos);
}

TEST(Outline, SaysWhatIsMissing) {
  const std::string unknown = complaint([] { text_outline("a", "DejaVu Sans Bald", 1, 1e-3); });
  EXPECT_NE(unknown.find("'DejaVu Sans Bold'"), std::string::npos) << unknown;
  const std::string lacking = complaint([] { text_outline("a漢", kFont, 1, 1e-3); });
  EXPECT_NE(lacking.find("漢"), std::string::npos) << lacking;
  EXPECT_NE(complaint([] { text_outline(" \n ", kFont, 1, 1e-3); }), "");
  EXPECT_NE(complaint([] { text_outline("a", "/nowhere/some.ttf", 1, 1e-3); }).find("/nowhere/some.ttf"),
            std::string::npos);
  EXPECT_NE(complaint([] { text_outline("a", __FILE__, 1, 1e-3); }).find("not a font"), std::string::npos);
}

TEST(Outline, FindsFontsByNameInAnyCaseAndByFile) {
  const FontFile by_name = find_font("dejavu SANS bold");
  EXPECT_NE(by_name.path.string().find("DejaVuSans-Bold"), std::string::npos);
  EXPECT_EQ(find_font(by_name.path.string()).path, by_name.path);
  EXPECT_EQ(find_font("DejaVu Sans").path, find_font("DejaVu Sans Book").path);
}

}  // namespace
}  // namespace weir
