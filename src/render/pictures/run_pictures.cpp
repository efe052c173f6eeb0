// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/pictures/run_pictures.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "render/flat/colours.h"
#include "render/flat/draw_overlay.h"
#include "render/flat/particle_picture.h"
#include "render/pictures/run_smoke.h"
#include "surface/surface_files.h"
#include "weir/base/error.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::render {

namespace {

namespace fs = std::filesystem;

// Where particles that are a spacing apart just close the picture of the liquid.
constexpr float kBall = 0.6f, kDisc = 0.5f;  // spacings of radius

constexpr float kSheet = 2.5f;  // how thick flat smoke looks where its density is 1

// The colours of smoke are those of its phases, whatever particles would show.
Legend smoke_legend(const Scene& scene) {
  Legend legend;
  for (size_t i = 0; i < scene.phases.size() && scene.phases.size() > 1; ++i) {
    legend.entries.emplace_back(scene.phases[i].name, Vec3f(scene.phases[i].colour.rgb));
  }
  return legend;
}

bool shows_particles(const Scene& scene) {
  if (scene.picture.style == PictureStyle::automatic) return scene.dimensions == 2;
  return scene.picture.style == PictureStyle::particles;
}

std::optional<std::vector<surface::SurfaceMesh>> stored_surfaces(const ShownRun& run, int frame) {
  const std::vector<fs::path> files = stored_surface_files(run, frame);
  if (files.empty()) return {};
  std::vector<surface::SurfaceMesh> surfaces;
  for (const fs::path& file : files) {
    surfaces.push_back({static_cast<int>(surfaces.size()), surface::read_surface(file, run.scene.origin)});
    if (run.scene.picture.colour_by != ColourBy::paint) surfaces.back().mesh.colours.clear();
  }
  return surfaces;
}

// Surfaces show paint and heat, and are plain liquid whatever else particles would show.
void set_colours(const ShownRun& run, const HeatRange& heat, Particles& particles) {
  const ColourBy by = run.scene.picture.colour_by;
  if (by == ColourBy::heat && !particles.heat.empty()) {
    particles.colour = particle_colours(particles, by, run.scene.phases, 1, heat);
  } else if (by != ColourBy::paint) {
    particles.colour.clear();
  }
}

std::vector<surface::SurfaceMesh> made_surfaces(const ShownRun& run, int frame, const HeatRange& heat) {
  Particles particles = run.particles.read(frame);
  set_colours(run, heat, particles);
  const std::optional<Volume> level_set = surface::read_level_set(run.home, frame, run.scene.origin);
  if (particles.size() == 0 && !level_set) return {};
  try {
    return surface::surface_of_particles(particles, surface::surface_options(run.scene),
                                         level_set ? &*level_set : nullptr);
  } catch (const InputError& error) {
    throw InputError(run.particles.file(frame).string(), error.problems().front().what);
  }
}

// Of phases to which nothing brings a colour: they are as clear as they would be without paint beside them.
void leave_clear(const Scene& scene, std::vector<surface::SurfaceMesh>& surfaces) {
  if (scene.picture.colour_by != ColourBy::paint || scene.phases.size() < 2) return;
  for (surface::SurfaceMesh& surface : surfaces) {
    const auto paints = [&](const auto& part) {
      return part.colour && scene.phase_index(part.phase) == static_cast<size_t>(surface.phase);
    };
    const auto from_file = [](const Liquid& liquid) { return liquid.particles.has_value(); };
    if (std::any_of(scene.liquids.begin(), scene.liquids.end(), paints) ||
        std::any_of(scene.emitters.begin(), scene.emitters.end(), paints) ||
        std::any_of(scene.liquids.begin(), scene.liquids.end(), from_file)) {
      continue;
    }
    surface.mesh.colours.clear();
  }
}

bool has_frame(const ShownRun& run, int frame) {
  const std::vector<int> frames = run.particles.frames();
  return std::binary_search(frames.begin(), frames.end(), frame);
}

std::vector<Smoke> smoke_together(const ShownRun& run, int frame, float extinction) {
  std::vector<Smoke> all;
  for (const ShownRun& other : run.companions) {
    for (Volume& volume : read_smoke(other, frame)) {
      all.push_back(*smoke_of(other.scene, std::move(volume), extinction));
    }
  }
  return all;
}

}  // namespace

std::vector<fs::path> stored_surface_files(const ShownRun& run, int frame) {
  if (run.surfaces.empty() || run.scene.picture.colour_by == ColourBy::heat) return {};
  const std::vector<Phase>& phases = run.scene.phases;
  const fs::path folder = surfaces_of_frame(run, frame);
  std::vector<fs::path> files;
  for (int phase = 0; phase < static_cast<int>(phases.size()); ++phase) {
    files.push_back(surface::surface_file(folder, frame, phases, phase, "ply"));
    std::error_code missing, gone;
    const auto written = fs::last_write_time(files.back(), missing),
               needed = fs::last_write_time(run.particles.file(frame), gone);
    if (missing || gone || written < needed) return {};
  }
  return files;
}

RunPictures::RunPictures(const ShownRun& run, const Survey& survey, bool overlay)
    : run_(run), scene_(run.scene), survey_(survey), solids_(run) {
  for (const ShownRun& other : run.companions) {
    if (is_smoke(other.scene)) continue;
    scene_.phases.insert(scene_.phases.end(), other.scene.phases.begin(), other.scene.phases.end());
  }
  if (overlay) add_overlays();
  if (shows_particles(run.scene)) {
    legend_ = is_smoke(run.scene) ? smoke_legend(run.scene) : legend_of(run.scene, survey.top_speed, survey.heat);
    explain_overlays();
  } else {
    world_.emplace(scene_);
  }
  if (run.earlier) earlier_ = std::make_unique<RunPictures>(*run.earlier, survey, overlay);
}

void RunPictures::add_overlays() {
  for (size_t i = 0; i < run_.scene.directors.size(); ++i) {
    const DirectorKind& kind = kind_of(run_.scene.directors[i]);
    if (kind.overlay) overlays_.push_back({kind.name(), kind.overlay({run_.scene, i, run_.simulated_in()})});
  }
}

// Of every kind once, however many directors of it there are.
void RunPictures::explain_overlays() {
  std::set<std::string> told;
  for (const auto& [kind, overlay] : overlays_) {
    if (!told.insert(kind).second) continue;
    const auto entries = overlay->legend();
    legend_.entries.insert(legend_.entries.end(), entries.begin(), entries.end());
  }
}

Overlay RunPictures::overlay_at(int frame, const Particles& particles) const {
  std::vector<RigidPose> bodies;
  if (const auto found = run_.bodies.find(frame); found != run_.bodies.end()) {
    for (const cache::BodyPose& body : found->second) bodies.push_back({body.solid, body.pose, body.pose});
  }
  // Directors know whole frames.
  const int scene_frame = static_cast<int>(std::lround(run_.scene_frame(frame)));
  Overlay overlay;
  for (const auto& [kind, source] : overlays_) source->add(scene_frame, particles, bodies, overlay);
  return overlay;
}

Image RunPictures::at(int frame, const Camera& camera) {
  if (earlier_ && run_.scene_frame(frame) <= run_.last_earlier) return earlier_->at(frame, camera);
  return world_ ? surface_style(frame, camera) : particle_style(frame, camera);
}

// Of liquids that go together, each with phases of its own.
std::vector<surface::SurfaceMesh> RunPictures::surfaces_at(int frame) const {
  const auto of_one = [&](const ShownRun& run) {
    std::optional<std::vector<surface::SurfaceMesh>> stored = stored_surfaces(run, frame);
    std::vector<surface::SurfaceMesh> surfaces = stored ? std::move(*stored) : made_surfaces(run, frame, survey_.heat);
    leave_clear(run.scene, surfaces);
    return surfaces;
  };
  std::vector<surface::SurfaceMesh> all = of_one(run_);
  auto phases = static_cast<int>(run_.scene.phases.size());
  for (const ShownRun& other : run_.companions) {
    if (is_smoke(other.scene) || !has_frame(other, frame)) continue;
    for (surface::SurfaceMesh& surface : of_one(other))
      all.push_back({surface.phase + phases, std::move(surface.mesh)});
    phases += static_cast<int>(other.scene.phases.size());
  }
  return all;
}

Image RunPictures::surface_style(int frame, const Camera& camera) {
  Image image = world_->picture({.frame = frame,
                                 .liquid = surfaces_at(frame),
                                 .bodies = &run_.bodies,
                                 .volumes = read_smoke(run_, frame),
                                 .smoke = smoke_together(run_, frame, 1),
                                 .retimed = run_.retimed ? &run_.retimed->clock : nullptr},
                                camera);
  if (!overlays_.empty()) draw_overlay(image, overlay_at(frame, {}), camera);
  return image;
}

Image RunPictures::particle_style(int frame, const Camera& camera) {
  const Scene& scene = run_.scene;
  const Particles particles = run_.particles.read(frame);
  const auto colours_of = [&](const Particles& some, const Scene& of) {
    return particle_colours(some, scene.picture.colour_by, of.phases, survey_.top_speed, survey_.heat);
  };
  std::vector<Vec3f> positions = particles.position, colours = colours_of(particles, scene);
  for (const ShownRun& other : run_.companions) {
    if (!has_frame(other, frame)) continue;
    const Particles more = other.particles.read(frame);
    const std::vector<Vec3f> their_colours = colours_of(more, other.scene);
    positions.insert(positions.end(), more.position.begin(), more.position.end());
    colours.insert(colours.end(), their_colours.begin(), their_colours.end());
  }
  std::optional<Box3f> domain;
  if (scene.domain) domain = Box3f{Vec3f(scene.domain->lower), Vec3f(scene.domain->upper)};
  const Box3f around = survey_.action.padded(0.5f * max_component(survey_.action.size()));
  const std::vector<ShownSolid> solids = solids_.at(frame, domain.value_or(around));
  std::vector<Smoke> smoke;
  if (scene.dimensions == 2) {
    smoke = smoke_together(run_, frame, kSheet);
    for (Volume& volume : read_smoke(run_, frame)) smoke.push_back(*smoke_of(scene, std::move(volume), kSheet));
  }
  const Overlay overlay = overlay_at(frame, particles);
  const float radius = (scene.dimensions == 2 ? kDisc : kBall) * static_cast<float>(scene.solver.spacing);
  return particle_picture({.dimensions = scene.dimensions,
                           .positions = positions,
                           .colours = colours,
                           .radius = radius,
                           .smoke = smoke,
                           .solids = solids,
                           .domain = domain,
                           .overlay = &overlay},
                          camera, scene.picture.width, scene.picture.height);
}

void put_legend(Image& picture, const Legend& legend, int head) {
  constexpr int kLetters = 11, kMargin = 8;
  if (legend.empty()) return;
  const Lettering letters(kLetters);
  const int width = legend_width(legend, letters), height = legend_height(letters);
  // On small pictures it would hide what it explains.
  if (2 * width > picture.width || 8 * height > picture.height) return;
  draw_legend(picture, picture.width - width - kMargin, head + kMargin, legend, letters);
}

}  // namespace weir::render
