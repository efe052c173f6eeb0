// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Templates on disk: what is written comes back within the promised error, and nothing else is ever read.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <thread>

#include "base/files.h"
#include "control/templates/director/repulsion.h"
#include "control/templates/library/bytes.h"
#include "control/templates/library/frame_coding.h"
#include "control/templates/library/template.h"
#include "control/templates/library/template_rewrite.h"
#include "template_testing.h"
#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

// Every particle of `expected` is in `read`, at most 1 % of the spacing away.
void expect_same_liquid(const Particles& read, const Particles& expected, double spacing, double rate) {
  ASSERT_EQ(read.size(), expected.size());
  const std::map<uint64_t, size_t> where = index_by_id(read);
  double speed = 0;
  for (const Vec3f& v : expected.velocity) speed += length_squared(Vec3d(v));
  speed = std::sqrt(speed / std::max<double>(1, static_cast<double>(expected.size())));
  const double velocity_error = std::sqrt(3.0) * std::max(speed / 384, spacing / 73 * rate / 16) * 1.001;
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto found = where.find(expected.id[i]);
    ASSERT_NE(found, where.end()) << expected.id[i];
    const size_t k = found->second;
    EXPECT_LE(length(Vec3d(read.position[k]) - Vec3d(expected.position[i])), 0.01 * spacing);
    EXPECT_LE(length(Vec3d(read.velocity[k]) - Vec3d(expected.velocity[i])), velocity_error);
    EXPECT_EQ(read.mass[k], expected.mass[i]);
    EXPECT_EQ(read.phase[k], expected.phase[i]);
  }
}

}  // namespace

class TemplateFile : public ::testing::Test {
 protected:
  std::string bytes_of_a_small_file() {
    TemplateMetadata metadata = test_metadata();
    metadata.region.size = {0.1, 0.1, 0.1};
    write_swirl(file_, metadata, 3);
    return read_file(file_);
  }

  TempFolder folder_;
  const std::filesystem::path file_ = folder_ / "swirl.weirt";
};

TEST_F(TemplateFile, HoldsTheParticlesOfTheRegion) {
  for (const int dimensions : {2, 3}) {
    const TemplateMetadata metadata = test_metadata("swirl", dimensions);
    write_swirl(file_, metadata, 20);
    const Template read(file_);
    EXPECT_EQ(read.metadata(), metadata);
    EXPECT_EQ(read.frames(), 20u);
    EXPECT_NEAR(read.duration(), 19 / 24.0, 1e-12);
    EXPECT_EQ(read.thumbnail(), "a picture");
    EXPECT_LT(read.particles_in(19), read.particles_in(0));  // it drifts out
    for (size_t i = 0; i < read.frames(); ++i) {
      // By another way: distances along the edges of the turned box.
      const Particles world = swirl(static_cast<int>(i) + 1, dimensions);
      const double c = std::cos(kPi / 6), s = std::sin(kPi / 6);
      Particles inside;
      for (size_t n = 0; n < world.size(); ++n) {
        const Vec3d d = Vec3d(world.position[n]) - metadata.region.translate, v(world.velocity[n]);
        const Vec3d at{c * d.x + s * d.y, -s * d.x + c * d.y, d.z};
        if (max_component(abs(at)) > 0.2) continue;
        inside.position.push_back(Vec3f(at));
        inside.velocity.push_back(Vec3f(Vec3d{c * v.x + s * v.y, -s * v.x + c * v.y, v.z}));
        inside.id.push_back(world.id[n]);
        inside.mass.push_back(world.mass[n]);
        inside.phase.push_back(world.phase[n]);
      }
      EXPECT_EQ(read.particles_in(i), inside.size());
      const auto frame = read.frame(i);
      EXPECT_EQ(frame->validate(), "");
      expect_same_liquid(*frame, inside, metadata.spacing, metadata.rate);
      expect_same_liquid(placed_back(*frame, metadata.region), placed_back(inside, metadata.region), metadata.spacing,
                         metadata.rate);
    }
  }
}

// Liquids that nobody would expect: random positions, speeds from nothing to very fast, particles that come and go.
TEST_F(TemplateFile, ErrorsStaySmallForAnyLiquid) {
  EXPECT_TRUE(rc::check("any liquid", [&](uint32_t seed) {
    const Random random(seed);
    TemplateMetadata metadata = test_metadata("any", random.below(2, 0) == 0 ? 2 : 3);
    metadata.region = {};
    metadata.spacing = std::pow(10, -4 + 3 * random.unit(1));
    metadata.rate = 1 + 200 * random.unit(2);
    const float speed = std::pow(10.0f, -5 + 11 * random.unit(3));
    TemplateWriter writer(file_, metadata);
    std::vector<Particles> frames;
    for (uint64_t f = 0; f < 10; ++f) {
      Particles p;
      for (uint64_t n = 0; n < 60; ++n) {
        const uint64_t key = 1000 * f + n;
        if (random.below(5, key, 9) == 0) continue;
        const bool flat = metadata.dimensions == 2;
        const Vec3f at = random.unit_vec3(key, 1) - Vec3f{0.5f, 0.5f, 0.5f},
                    v = (random.unit_vec3(key, 2) - Vec3f{0.5f, 0.5f, 0.5f}) * speed;
        p.position.push_back({at.x, at.y, flat ? 0 : at.z});
        p.velocity.push_back({v.x, v.y, flat ? 0 : v.z});
        p.id.push_back(random.below(2, n, 3) == 0 ? n : ~uint64_t{0} - n);
        p.mass.push_back(random.unit(n, 4));
        p.phase.push_back(static_cast<uint8_t>(n % 2));
        p.temporary.push_back(0);
      }
      RC_ASSERT(writer.add_frame(p) == p.size());
      frames.push_back(std::move(p));
    }
    writer.finish();
    const Template read(file_);
    for (size_t i = 0; i < frames.size(); ++i)
      expect_same_liquid(*read.frame(i), frames[i], metadata.spacing, metadata.rate);
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST_F(TemplateFile, TakesAQuarterOfThePapersStorage) {
  // Table 1 names neither frames nor bytes; position, velocity and mass as floats are 28 bytes.
  for (const int dimensions : {2, 3}) {
    write_swirl(file_, test_metadata("swirl", dimensions), 48);
    const Template read(file_);
    const double bytes = static_cast<double>(read.bytes()) / static_cast<double>(read.particle_frames());
    EXPECT_LT(bytes, dimensions == 2 ? 5 : 7);  // in 2D two coordinates would do: 20 bytes
  }
}

TEST_F(TemplateFile, BytesDoNotDependOnThreadsOrOrder) {
  write_swirl(file_, test_metadata(), 12);
  const std::string bytes = read_file(file_);
  const ThreadLimit one(1);
  TemplateWriter writer(file_, test_metadata());
  for (int frame = 1; frame <= 12; ++frame) {
    Particles p = swirl(frame);
    for_each_array([](const char*, auto& array) { std::reverse(array.begin(), array.end()); }, p);
    writer.add_frame(p);
  }
  writer.finish("a picture");
  EXPECT_TRUE(read_file(file_) == bytes);
}

TEST_F(TemplateFile, FramesComeInAnyOrderAndStayWithinTheLimit) {
  write_swirl(file_, test_metadata(), 40);
  const Template all(file_), little(file_, 1);
  std::vector<std::shared_ptr<const Particles>> held;
  for (const size_t i : {39, 0, 17, 16, 15, 8, 39, 3}) {
    const auto a = all.frame(i), b = little.frame(i);
    EXPECT_EQ(a->position, b->position);
    EXPECT_EQ(a->id, b->id);
    held.push_back(b);
  }
  EXPECT_EQ(all.frame(17).get(), all.frame(17).get());
  EXPECT_EQ(little.frame(39).get(), held[0].get());  // forgotten long ago, but still in use: not unpacked twice
  EXPECT_NE(refusal([&] { all.frame(40); }).find("has 40 frames"), std::string::npos);
}

TEST_F(TemplateFile, ManyThreadsReadAtOnce) {
  write_swirl(file_, test_metadata(), 24);
  const Template whole(file_), shared(file_, 1);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (size_t n = 0; n < 48; ++n) {
        const size_t i = (n * (t + 1) + 5 * t) % 24;
        if (shared.frame(i)->position != whole.frame(i)->position) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(TemplateFile, IsInMemoryOnce) {
  write_swirl(file_, test_metadata(), 3);
  const auto first = open_template(file_);
  EXPECT_EQ(open_template(folder_.path() / "." / "swirl.weirt"), first);
  const std::shared_ptr<const Particles> before = first->frame(0);
  write_swirl(file_, test_metadata("other"), 2);
  const auto second = open_template(file_);
  EXPECT_NE(second, first);
  EXPECT_EQ(second->metadata().name, "other");
  EXPECT_EQ(first->frame(2)->size(),
            particles_in_region(swirl(3), first->metadata().region, 3).size());  // the old file
}

// In every byte: a flipped bit is noticed when the file is opened, or when the block it is in is read. No more than
// the twelve bytes in front and at the end could mean anything else, and these are compared.
TEST_F(TemplateFile, EveryFlippedByteIsNoticed) {
  const std::string bytes = bytes_of_a_small_file();
  const std::filesystem::path bad = folder_ / "bad.weirt";
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    dump(bad, damaged);
    const std::string said = refusal([&] {
      const Template read(bad);
      for (size_t i = 0; i < read.frames(); ++i) read.frame(i), repulsion_of(read, i);
      read.thumbnail();
    });
    ASSERT_NE(said.find(bad.string() + ": is "), std::string::npos) << at << said;
  }
}

TEST_F(TemplateFile, CutShortAnywhereIsNoticed) {
  const std::string bytes = bytes_of_a_small_file();
  const std::filesystem::path bad = folder_ / "bad.weirt";
  for (size_t length = 0; length < bytes.size(); ++length) {
    dump(bad, bytes.substr(0, length));
    const std::string said = refusal([&] { Template{bad}; });
    ASSERT_NE(said.find(length < 8 ? "is not a template of Weir" : "is damaged: it is cut short"), std::string::npos)
        << length << said;
  }
}

TEST_F(TemplateFile, ForeignFilesAreRefusedByName) {
  dump(file_, "ply\nformat ascii 1.0\nelement vertex 0\nend_header\n");
  EXPECT_EQ(refusal([&] { Template{file_}; }), file_.string() + ": is not a template of Weir");
  EXPECT_NE(refusal([&] { Template{folder_ / "none.weirt"}; }).find("there is no such file"), std::string::npos);
  EXPECT_NE(refusal([&] { Template{folder_.path()}; }).find("is not a regular file"), std::string::npos);
  EXPECT_NE(refusal([&] { open_template(folder_ / "none.weirt"); }).find("there is no such file"), std::string::npos);
}

// Past the checksum: bytes that lie on purpose must not do harm either.
TEST_F(TemplateFile, FramesThatLieDoNoHarm) {
  const TemplateMetadata metadata = test_metadata();
  const FrameLattice lattice(3, metadata.region.box(), metadata.spacing, metadata.rate);
  const Particles one = particles_in_region(swirl(1), metadata.region, 3),
                  two = particles_in_region(swirl(9), metadata.region, 3);
  const LatticeFrame first = to_lattice(lattice, one, nullptr), second = to_lattice(lattice, two, &first);
  const std::string key = encode_frame(lattice, first, nullptr), change = encode_frame(lattice, second, &first);
  const Random random(4);
  for (uint64_t n = 0; n < 1500; ++n) {
    std::string a = n % 2 ? key : change;
    for (uint32_t k = 0; k <= n % 3; ++k) {
      // Most of what matters stands in front.
      const size_t within = random.below(4, n, 9) == 0 ? a.size() : 60;
      a[random.below(within, n, 2 * k)] = static_cast<char>(random.below(256, n, 2 * k + 1));
    }
    try {
      const LatticeFrame read = decode_frame(lattice, a, n % 2 ? one.size() : two.size(), n % 2 ? nullptr : &first);
      EXPECT_EQ(from_lattice(lattice, read).what_is_not_finite(), "");
    } catch (const Damaged&) {
    }
  }
}

TEST_F(TemplateFile, AnInterruptedRecordingLeavesNothing) {
  write_swirl(file_, test_metadata(), 2);
  const std::string before = read_file(file_);
  {
    TemplateWriter writer(file_, test_metadata("other"));
    writer.add_frame(swirl(1));
  }
  EXPECT_TRUE(read_file(file_) == before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1);
}

TEST_F(TemplateFile, BadHeadersAreRefused) {
  const auto said = [&](const std::function<void(TemplateMetadata&)>& change) {
    TemplateMetadata metadata = test_metadata();
    change(metadata);
    return refusal([&] { TemplateWriter(file_, metadata); });
  };
  EXPECT_EQ(said([](TemplateMetadata&) {}), "");
  EXPECT_NE(said([](TemplateMetadata& a) { a.name = "a/b"; }).find("cannot be its name"), std::string::npos);
  EXPECT_NE(said([](TemplateMetadata& a) { a.name = ".hidden"; }).find("cannot be its name"), std::string::npos);
  EXPECT_NE(said([](TemplateMetadata& a) { a.tags = {"two words"}; }).find("cannot be a tag"), std::string::npos);
  EXPECT_NE(said([](TemplateMetadata& a) { a.spacing = 0; }).find("spacing"), std::string::npos);
  EXPECT_NE(said([](TemplateMetadata& a) { a.rate = NAN; }).find("rate"), std::string::npos);
  EXPECT_NE(said([](TemplateMetadata& a) { a.region.size.x = -1; }).find("region"), std::string::npos);
  EXPECT_NE(said([](TemplateMetadata& a) { a.region.size.x = 1e9; }).find("does not go with particles"),
            std::string::npos);
  EXPECT_NE(said([](TemplateMetadata& a) {
              a.dimensions = 2, a.region.rotate = {{10, 0, 0}};
            }).find("about z only"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(TemplateFile, EmptyFramesAreFramesButNotAllMayBe) {
  Particles nothing;
  {
    TemplateWriter writer(file_, test_metadata());
    writer.add_frame(nothing);
    EXPECT_NE(refusal([&] { writer.finish(); }).find("would be empty"), std::string::npos);
  }
  TemplateWriter writer(file_, test_metadata());
  writer.add_frame(nothing);
  writer.add_frame(swirl(1));
  writer.add_frame(nothing);
  writer.finish();
  const Template read(file_);
  EXPECT_EQ(read.frame(0)->size(), 0u);
  EXPECT_EQ(read.frame(1)->size(), read.most_particles());
  EXPECT_EQ(read.frame(2)->size(), 0u);
  EXPECT_EQ(read.fewest_particles(), 0u);
}

TEST_F(TemplateFile, BlocksAreStoredWithTheParticles) {
  write_swirl(file_, test_metadata(), 3);
  TemplateMetadata renamed = test_metadata("renamed");
  rewrite_template(*open_template(file_), file_, renamed,
                   {{"repulsion", 2, 1, "of frame 1"}, {"notes", 1, kWholeTemplate, "of all"}});
  const Template read(file_);
  EXPECT_EQ(read.metadata(), renamed);
  EXPECT_EQ(read.block("repulsion", 2, 1), "of frame 1");
  EXPECT_EQ(read.block("repulsion", 1, 1), std::nullopt);  // another version
  EXPECT_EQ(read.block("repulsion", 2, 0), std::nullopt);
  EXPECT_EQ(read.block("notes", 1, kWholeTemplate), "of all");
  EXPECT_EQ(read.thumbnail(), "a picture");
  EXPECT_EQ(read.frame(2)->size(), read.particles_in(2));
  rewrite_template(read, file_, renamed, {{"repulsion", 3, 1, "anew"}});
  EXPECT_EQ(Template(file_).block("repulsion", 3, 1), "anew");
}

}  // namespace weir::templates
