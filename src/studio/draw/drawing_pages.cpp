// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/drawing_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <sstream>

#include "studio/draw/drawn_templates.h"
#include "studio/draw/measures.h"
#include "studio/draw/packed_actors.h"
#include "studio/draw/packed_setup.h"
#include "studio/draw/packed_surface.h"
#include "studio/draw/packed_volume.h"
#include "studio/draw/particle_frames.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace {

// Of the scene also between two frames.
double moment_of(const Query& query, double otherwise) {
  const double frame = query.number("frame", otherwise);
  if (std::abs(frame) <= kLastFrame) return frame;
  throw InputError("", fmt::format("frame= of the address must be from {} to {}", -kLastFrame, kLastFrame));
}

int frame_of(const Query& query) {
  query.text("frame");  // must be there
  return static_cast<int>(std::lround(moment_of(query, 0)));
}

std::set<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

Reply packed_reply(const Kept::Bytes& bytes) { return {"application/octet-stream", *bytes, {}}; }

}  // namespace

struct Drawing::Inside {
  Inside(const Folder& opened, Documents& scenes, Takes& all_takes)
      : folder(opened), documents(scenes), takes(all_takes), templates(opened, kept) {}

  Reply setup(const Query& query) {
    const std::shared_ptr<const ReadScene> read = documents.read(query.text("scene"));
    if (!read->readable) throw InputError(read->problems);
    const double frame = moment_of(query, read->scene.frames.first);
    const std::filesystem::path run = run_with_recordings(folder, read->name);
    Packed packed = setups.at(read->name, read->scene, frame, run, read->problems, words_of(query.text("has", "")));
    packed.header["scene"] = read->name;
    packed.header["version"] = read->version;
    return std::move(packed).reply();
  }

  Reply particle_frame(const Query& query) {
    const double limit = std::clamp(query.number("limit", 0), 0.0, 1e12);
    const std::string& take = query.text("take");
    ParticleQuestion question{
        .run = take, .frame = frame_of(query), .by = query.text("by", "speed"), .limit = static_cast<size_t>(limit)};
    if (Takes::is_live(take)) return packed_reply(particles.get(question, takes.live_frame(take, question.frame)));
    question.run = takes.folder_of(take);
    return packed_reply(particles.get(question));
  }

  Reply surface(const Query& query) {
    const std::string& take = query.text("take");
    if (Takes::is_live(take)) throw InputError("", "a live take shows its particles; run the scene to see a surface");
    return packed_reply(surfaces.get(takes.folder_of(take), frame_of(query), query.number("cell", 0)));
  }

  Reply volume(const Query& query) {
    const std::string &take = query.text("take"), name = query.text("name", "density");
    const int frame = frame_of(query);
    if (!Takes::is_live(take)) return packed_reply(packed_volume(kept, *facts.of(takes.folder_of(take)), frame, name));
    const LiveFrame live = takes.live_frame(take, frame);
    const std::vector<Volume> none;
    const auto pack = [&] {
      return pack_volume(live.volumes ? *live.volumes : none, live.scene->dimensions == 2, frame, name);
    };
    return packed_reply(kept.get(fmt::format("volume {} {} {} {}", take, frame, name, live.edition), pack));
  }

  Reply actors_of_frame(const Query& query) {
    const std::string& take = query.text("take");
    const int frame = frame_of(query);
    const bool overlay = query.text("overlay", "") == "1";
    if (!Takes::is_live(take)) return packed_reply(actors.get(takes.folder_of(take), frame, overlay));
    return packed_reply(actors.get(take, takes.live_frame(take, frame), frame, overlay));
  }

  Reply stats(const Query& query) {
    const std::string& take = query.text("take");
    const Json measures =
        Takes::is_live(take) ? measures_of(takes.live_lines(take)) : measures_of(takes.folder_of(take));
    return {"application/json", measures.dump(), {}};
  }

  const Folder& folder;
  Documents& documents;
  Takes& takes;
  Kept kept{ParticleFrames::kBudget};
  AllRunFacts facts;
  Setups setups;
  ParticleFrames particles{facts, kept};
  Surfaces surfaces{facts, kept};
  Actors actors{kept};
  DrawnTemplates templates;
};

Drawing::Drawing(const Folder& folder, Service& service, Documents& documents, Takes& takes)
    : inside_(std::make_unique<Inside>(folder, documents, takes)) {
  Inside& in = *inside_;
  service.get("/api/setup", [&in](const Query& query) { return in.setup(query); });
  service.get("/api/particles", [&in](const Query& query) { return in.particle_frame(query); });
  service.get("/api/surface", [&in](const Query& query) { return in.surface(query); });
  service.get("/api/volume", [&in](const Query& query) { return in.volume(query); });
  service.get("/api/actors", [&in](const Query& query) { return in.actors_of_frame(query); });
  service.get("/api/stats", [&in](const Query& query) { return in.stats(query); });
  service.get("/api/template", [&in](const Query& query) { return in.templates.frame(query); });
  service.get("/api/thumbnail", [&in](const Query& query) { return in.templates.thumbnail(query); });
}

Drawing::~Drawing() = default;

}  // namespace weir::studio
