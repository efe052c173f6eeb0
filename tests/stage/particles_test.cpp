// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "stage/particles.h"

#include <gtest/gtest.h>

namespace weir {

static Particles three() {
  Particles p;
  p.resize(3);
  p.id = {10, 11, 12};
  p.position = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  return p;
}

TEST(Particles, RemoveKeepsOrderInEveryArray) {
  Particles p = three();
  const std::vector<uint8_t> flag{0, 1, 0};
  p.remove(flag);
  EXPECT_EQ(p.id, (std::vector<uint64_t>{10, 12}));
  EXPECT_EQ(p.position[1], (Vec3f{3, 0, 0}));
  EXPECT_EQ(p.validate(), "");
}

TEST(Particles, ValidateSeesWhatIsWrong) {
  Particles p = three();
  EXPECT_EQ(p.validate(), "");
  p.id[2] = 10;
  EXPECT_NE(p.validate().find("twice"), std::string::npos);
  p = three();
  p.velocity[1].y = std::nanf("");
  EXPECT_NE(p.validate().find("not a number"), std::string::npos);
  p = three();
  p.mass.pop_back();
  EXPECT_NE(p.validate().find("mass"), std::string::npos);
}

}  // namespace weir
