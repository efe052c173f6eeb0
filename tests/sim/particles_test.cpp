// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/particles.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weir {

namespace {

Particles three() {
  Particles p;
  p.resize(3);
  p.id = {10, 11, 12};
  p.position = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  return p;
}

}  // namespace

TEST(Particles, RemoveKeepsOrderInEveryArray) {
  Particles p = three();
  const std::vector<uint8_t> flag{0, 1, 0};
  p.remove(flag);
  EXPECT_EQ(p.id, (std::vector<uint64_t>{10, 12}));
  EXPECT_EQ(p.position[1], (Vec3f{3, 0, 0}));
  EXPECT_EQ(p.validate(), "");
}

TEST(Particles, AppendAddsToEveryArray) {
  Particles p = three(), more;
  const auto all = std::make_shared<const CarriedKinds>(CarriedKinds{.heat = true, .thickness = true, .colour = true});
  p.carry(all);
  more.carries = all;
  more.resize(2);
  more.heat = {30, 40};
  more.thickness = {2, 3};
  more.colour = {{1, 0, 0}, {0, 1, 0}};
  more.position = {{4, 5, 6}, {7, 8, 9}};
  more.velocity = {{1, 0, 0}, {0, 1, 0}};
  more.id = {20, 21};
  more.mass = {0.5f, 0.25f};
  more.phase = {1, 2};
  more.temporary = {1, 0};
  p.append(more);
  EXPECT_EQ(p.validate(), "");
  p.remove(std::vector<uint8_t>{1, 1, 1, 0, 0});
  int arrays = 0;
  const auto compare = [&](const char* name, const auto& a, const auto& b) {
    EXPECT_EQ(a, b) << name;
    ++arrays;
  };
  for_each_array(compare, p, more);
  EXPECT_EQ(arrays * sizeof(p.id) + sizeof(p.carries), sizeof(p));  // no array is missing from the list
}

TEST(Particles, PushBackAddsToEveryArray) {
  Particles p = three();
  p.push_back({.position = {4, 5, 6}, .velocity = {1, 0, 0}, .id = 20, .mass = 0.5f, .phase = 1, .temporary = 1});
  ASSERT_EQ(p.validate(), "");
  ASSERT_EQ(p.size(), 4u);
  EXPECT_EQ(p.position[3], (Vec3f{4, 5, 6}));
  EXPECT_EQ(p.velocity[3], (Vec3f{1, 0, 0}));
  EXPECT_EQ(p.id[3], 20u);
  EXPECT_EQ(p.mass[3], 0.5f);
  EXPECT_EQ(p.phase[3], 1);
  EXPECT_EQ(p.temporary[3], 1);
}

TEST(Particles, TheFirstThatIsNotFiniteIsFoundInManyBlocks) {
  Particles p;
  p.resize(10000);
  for (size_t i = 0; i < p.size(); ++i) p.id[i] = 2 * i;
  EXPECT_EQ(p.what_is_not_finite(), "");
  p.position[9999].x = std::nanf("");
  EXPECT_EQ(p.what_is_not_finite(), "the position of particle 19998 is not a finite number");
  p.mass[5000] = -INFINITY;
  EXPECT_EQ(p.what_is_not_finite(), "the mass of particle 10000 is not a finite number");
}

TEST(Particles, ValidateSeesWhatIsWrong) {
  Particles p = three();
  EXPECT_EQ(p.validate(), "");
  p.id[2] = 10;
  EXPECT_NE(p.validate().find("twice"), std::string::npos);
  p = three();
  p.mass[2] = INFINITY;
  EXPECT_EQ(p.validate(), "the mass of particle 12 is not a finite number");
  p.velocity[1].y = std::nanf("");
  EXPECT_EQ(p.validate(), "the velocity of particle 11 is not a finite number");
  p = three();
  p.mass.pop_back();
  EXPECT_NE(p.validate().find("mass"), std::string::npos);
}

}  // namespace weir
