// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir library fit SCENE: the places where a template agrees best with the liquid that it is to direct.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/library_verbs.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "control/templates/director/find_template.h"
#include "control/templates/director/instance.h"
#include "control/templates/library/fit.h"
#include "render/flat/template_picture.h"
#include "scene/blocks.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/cache/sequence.h"
#include "weir/run/run.h"
#include "weir/run/stage.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string scene, instance, run, folder, frames = "on", progress = "auto";
  double within = 0;
  int threads = 0;
};

// One use of a template in the scene.
struct Use {
  size_t director, index;
  std::string path() const { return fmt::format("directors[{}].instances[{}]", director, index); }
};

templates::TemplatesSettings& director_of(Scene& scene, const Use& use) {
  return *scene.directors[use.director].get<templates::TemplatesSettings>();
}
const templates::TemplateInstance& instance_of(Scene& scene, const Use& use) {
  return director_of(scene, use).instances[use.index];
}

std::vector<Use> uses_in(Scene& scene) {
  std::vector<Use> uses;
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const auto* director = scene.directors[i].get<templates::TemplatesSettings>();
    for (size_t n = 0; director && n < director->instances.size(); ++n) uses.push_back({i, n});
  }
  if (uses.empty()) throw InputError(scene.file.string(), "uses no template; fit needs an instance to place");
  return uses;
}

// By its name, by that of its template, or by its number from 0.
Use chosen_use(Scene& scene, const std::string& wanted) {
  const std::vector<Use> uses = uses_in(scene);
  if (wanted.empty() && uses.size() == 1) return uses.front();
  std::vector<Use> found;
  std::vector<std::string> names;
  for (const Use& use : uses) {
    const templates::TemplateInstance& instance = instance_of(scene, use);
    names.push_back(instance.name.empty() ? instance.source : instance.name);
    if (!wanted.empty() && names.back() == wanted) found.push_back(use);
  }
  if (found.size() == 1) return found.front();
  size_t number = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  const bool is_number = error == std::errc() && end == wanted.data() + wanted.size() && !wanted.empty();
  if (found.empty() && is_number && number < uses.size()) return uses[number];
  std::string known;
  for (size_t i = 0; i < names.size(); ++i) known += fmt::format("{}{} \"{}\"", i > 0 ? ", " : "", i, names[i]);
  throw InputError("INSTANCE", fmt::format("must be the name or number of one instance, but is \"{}\"; there are {}",
                                           wanted, known));
}

// The frame at which it begins to act.
int start_of(Scene& scene, const Use& use) {
  const templates::TemplateInstance& instance = instance_of(scene, use);
  if (!instance.attach.empty()) {
    throw InputError(location_in(scene, use.path()), "it moves with a solid; fit can only place what stands by itself");
  }
  const auto start = static_cast<int>(std::lround(instance.start));
  if (start >= scene.frames.first && start <= scene.frames.last) return start;
  throw InputError(location_in(scene, use.path() + ".start"),
                   fmt::format("must be one of the scene's frames, {} to {}, but is {}", scene.frames.first,
                               scene.frames.last, start));
}

// What is there when the template begins: read from a run, or simulated without it.
Particles liquid_at(const Scene& scene, const Use& use, int frame, const Options& given, const fs::path& folder) {
  if (!given.run.empty()) return cache::ParticleSequence(fs::path(given.run), scene.origin).read(frame);
  Scene without = scene;
  auto& instances = director_of(without, use).instances;
  instances.erase(instances.begin() + static_cast<std::ptrdiff_t>(use.index));
  run::Stage stage(without, folder);
  const CatchInterrupts catching;
  Progress progress("simulating", "frame", stage.frame(), frame, progress_style(given.progress));
  while (stage.frame() < frame) {
    stage.advance();
    progress.done(stage.frame(), {{"particles", static_cast<double>(stage.solver().particles().size())}});
  }
  return stage.solver().particles();
}

Particles of_phase(Particles particles, size_t phase) {
  std::vector<uint8_t> other(particles.size());
  for (size_t i = 0; i < other.size(); ++i) other[i] = particles.phase[i] != phase;
  particles.remove(other);
  return particles;
}

// Only what is not as it would be anyway.
std::string transform_text(const Transform& transform) {
  Json json = block_of<Transform>().write(&transform);
  const Transform plain;
  const Json usual = block_of<Transform>().write(&plain);
  for (const auto& [key, value] : usual.items()) {
    if (json[key] == value) json.erase(key);
  }
  return json.dump();
}

std::string agreement(const templates::FitScore& score) {
  return fmt::format("agrees by {:.3f} (density {:.3f}, velocity {:.3f})", score.total(), score.density,
                     score.velocity);
}

// To a tenth of the spacing or less: digits that mean something.
Vec3d rounded(const Vec3d& v, double spacing) {
  const double units = std::pow(10.0, std::ceil(-std::log10(spacing / 10)));  // a metre
  const auto one = [&](double x) { return std::round(x * units) / units + 0.0; };
  return {one(v.x), one(v.y), one(v.z)};
}

// Where it is in the world when it was moved.
Transform moved(Transform transform, const Vec3d& offset, const Scene& scene) {
  for (Key<Vec3d>& key : transform.translate.keys) {
    key.value = rounded(key.value + offset + scene.origin, scene.solver.spacing);
  }
  return transform;
}

Json json_of(const templates::FitScore& score) {
  return {{"score", score.total()}, {"density", score.density}, {"velocity", score.velocity}};
}

// How it is to be changed in the scene.
struct Proposal {
  Vec3d offset;
  std::string transform;  // as JSON
  Box3d box;              // where its region is then, in the world
};

Proposal proposal_of(const Scene& scene, const Transform& transform, const templates::FitQuestion& asked,
                     const templates::FitPlace& place) {
  const Vec3d offset = rounded(place.offset, scene.solver.spacing);
  const Vec3d way = offset + scene.origin;
  const Box3d box = asked.placed.box(asked.source->metadata().region.box());
  return {offset, transform_text(moved(transform, offset, scene)), {box.lower + way, box.upper + way}};
}

const char* begins_with(const templates::TemplateInstance& instance) { return instance.reverse ? "last" : "first"; }

Json json_of(const Vec3d& v) { return {v.x, v.y, v.z}; }

// For other programs: what is to be written into the scene, and how well it agrees then.
void say_answer_as_json(const Scene& scene, const Use& use, const templates::TemplateInstance& instance,
                        const Transform& transform, const templates::FitQuestion& asked,
                        const templates::FitAnswer& answer) {
  Json fits = Json::array();
  for (const templates::FitPlace& place : answer.places) {
    const Proposal proposal = proposal_of(scene, transform, asked, place);
    fits.push_back({{"instance", use.path()},
                    {"start", instance.start},
                    {"offset", json_of(proposal.offset)},
                    {"transform", Json::parse(proposal.transform)},
                    {begins_with(instance), place.frame + 1},
                    {"lower", json_of(proposal.box.lower)},
                    {"upper", json_of(proposal.box.upper)},
                    {"before", json_of(answer.before)},
                    {"after", json_of(place.score)}});
  }
  say("{}\n", Json{{"fits", fits}}.dump());
}

void say_answer(const Scene& scene, const Use& use, const templates::TemplateInstance& instance,
                const Transform& transform, const templates::FitQuestion& asked, const templates::FitAnswer& answer) {
  const std::string name = instance.name.empty() ? instance.source : instance.name;
  say("\"{}\" at frame {:g}, {} in {}\n", name, instance.start, use.path(), scene.file.string());
  say("  now  from its frame {}: {}\n", asked.frame + 1, agreement(answer.before));
  for (size_t n = 0; n < answer.places.size(); ++n) {
    const templates::FitPlace& place = answer.places[n];
    if (place.offset == Vec3d{} && place.frame == asked.frame) {
      say("  {}    as it is now\n", n + 1);
      continue;
    }
    const Proposal proposal = proposal_of(scene, transform, asked, place);
    const Vec3d& offset = proposal.offset;
    say("  {}    moved by [{:g}, {:g}, {:g}] m, from its frame {}: {}\n", n + 1, offset.x, offset.y, offset.z,
        place.frame + 1, agreement(place.score));
    say("       \"transform\": {}{}\n", proposal.transform, place.frame == asked.frame ? "" : ",");
    if (place.frame != asked.frame) say("       \"{}\": {}\n", begins_with(instance), place.frame + 1);
  }
}

// With which of its frames it begins, and may begin: something must be left to play.
void ask_for_frames(const templates::TemplateInstance& instance, size_t count, bool others,
                    templates::FitQuestion& asked) {
  const auto end = static_cast<long>(count) - 1;
  const long first = instance.first ? std::clamp(std::lround(*instance.first) - 1, 0l, end) : 0;
  const long last = instance.last ? std::clamp(std::lround(*instance.last) - 1, 0l, end) : end;
  const long now = instance.reverse ? last : first;
  const long earliest = instance.reverse ? std::min(now, first + 1) : 0;
  const long latest = instance.reverse ? end : std::max(now, last - 1);
  asked.frame = static_cast<size_t>(now);
  asked.first = others ? static_cast<size_t>(earliest) : asked.frame;
  asked.last = others ? static_cast<size_t>(latest) : asked.frame;
}

void fit(const Options& given) {
  Scene scene = load_scene(given.scene);
  const Use use = chosen_use(scene, given.instance);
  const templates::TemplateInstance instance = instance_of(scene, use);
  const int start = start_of(scene, use);
  const ThreadLimit limit(given.threads);
  const fs::path folder =
      given.folder.empty() ? fs::path("out") / fs::path(given.scene).stem() : fs::path(given.folder);
  run::make_needs(scene, {.folder = folder,
                          .thumbnail = render::template_thumbnail,
                          .progress = progress_style(given.progress),
                          .catch_interrupts = true});
  std::shared_ptr<const templates::Template> source;
  std::vector<Problem> problems;
  in_scene(scene, use.path(), problems, [&] {
    source = templates::find_template({scene, use.director, folder}, instance.source);
  });
  if (!problems.empty()) throw InputError(problems);
  const Particles liquid = of_phase(liquid_at(scene, use, start, given, folder), scene.phase_index(instance.phase));

  const Transform placed = templates::transform_of(instance, *source, scene.origin);
  templates::FitQuestion asked{.source = source.get(),
                               .placed = affine_at(placed, instance.start),
                               .play = instance.reverse ? -instance.speed : instance.speed,
                               .liquid = {liquid.position, liquid.velocity, scene.solver.spacing,
                                          scene.solver.spacing * scene.frames.rate, scene.dimensions}};
  constexpr double kAnywhere = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < scene.dimensions; ++axis) asked.within[axis] = given.within > 0 ? given.within : kAnywhere;
  ask_for_frames(instance, source->frames(), given.frames == "on", asked);
  const Transform transform = instance.transform.value_or(placed);
  const templates::FitAnswer answer = templates::fit_template(asked);
  if (given.progress == "json") return say_answer_as_json(scene, use, instance, transform, asked, answer);
  say_answer(scene, use, instance, transform, asked, answer);
}

}  // namespace

void add_library_fit(Verb& library) {
  Verb verb = library.verb("fit", "Find the places where a template of a scene agrees best with its liquid");
  auto options = std::make_shared<Options>();
  verb.option("SCENE", options->scene, "A scene that is directed by templates").required();
  verb.option("INSTANCE", options->instance, "Name or number (from 0) of the instance to place");
  verb.option("--run", options->run, "A run of the scene, or its particles (default: it is simulated that far)");
  verb.option("-o,--output", options->folder,
              "The folder that the scene is run in, for its recordings (default: out/NAME-OF-SCENE)");
  verb.option("--within", options->within,
              "How far it may be moved, in m (default: anywhere in the liquid; near it where that is too much)")
      .positive();
  verb.option("--frames", options->frames, "on: also look for the frame it is to begin with; off (default: on)")
      .one_of({"on", "off"});
  verb.option("--threads", options->threads, "How many threads (default: all cores); the result is the same")
      .between(0, 4096);
  add_progress_option(verb, options->progress);
  verb.action([options] { fit(*options); });
}

}  // namespace weir::app
