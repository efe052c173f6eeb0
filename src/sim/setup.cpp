// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How shapes, ways, arrows and names get into a Setup. Shapes are built as coarsely as a picture of the whole stage
// needs, whatever the solver's spacing, and more finely where they are small.

#include "weir/sim/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/mesh/clip_convex.h"
#include "geometry/mesh/sharp_edges.h"
#include "geometry/shapes/tessellate.h"
#include "sim/in_scene.h"
#include "weir/geometry/shapes/build.h"

namespace weir {

namespace {

constexpr float kUnlimited = 0.5f * Field::kUnbounded;  // m; what is larger reaches without limit
constexpr int kGhosts = 4;                              // poses at other frames
constexpr double kGhostTriangles = 0.25;                // of those of a body that is there
constexpr double kParts = 120, kDrawnCoarser = 1.6;     // of composed shapes and letters, along their longest side
constexpr int kWayParts = 48, kPosed = 8;               // of a way; of that of a body that is costly to pose

bool is_composed(const Shape& shape) {
  return std::holds_alternative<shapes::Union>(shape.kind) ||
         std::holds_alternative<shapes::Intersection>(shape.kind) ||
         std::holds_alternative<shapes::Difference>(shape.kind);
}

bool is_convex(const Shape& shape) {
  return std::holds_alternative<shapes::Box>(shape.kind) || std::holds_alternative<shapes::Sphere>(shape.kind) ||
         std::holds_alternative<shapes::Cylinder>(shape.kind) || std::holds_alternative<shapes::Capsule>(shape.kind) ||
         std::holds_alternative<shapes::Plane>(shape.kind);
}

void put(SetupShapes::Form form, Setup::Body& body) {
  body.mesh = std::move(form.mesh);
  body.edges = std::move(form.edges);
}

float longest(const Box3f& box) { return max_component(box.size()); }
bool is_inside(const Box3f& box, const Box3f& other) { return other.contains(box.lower) && other.contains(box.upper); }
bool is_limited(const Box3f& box) { return !box.empty() && longest(box) < kUnlimited && is_finite(box.size()); }

// What is on the inner side of a plane, as far as anyone sees.
Mesh half_space(const shapes::Plane& plane, const Affine& placed, const Box3f& reach) {
  const Vec3d n = normalized(plane.normal);
  const Vec3d x = normalized(cross(n, std::abs(n.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}));
  const double far =
      4 * static_cast<double>(longest(reach)) + length(Vec3d(reach.centre()) - placed.point(plane.point));
  Mesh mesh = box_mesh({{-far, -far, -far}, {far, 0, far}});
  const Mat3d columns{{x, n, cross(x, n)}};
  transform(mesh, placed * Affine{columns.transposed(), plane.point});
  return mesh;
}

Vec3f nearest_on(const shapes::Plane& plane, const Affine& placed, const Vec3f& to) {
  const Vec3d n = normalized(placed.linear.inverse().transposed() * plane.normal), p = placed.point(plane.point);
  return Vec3f(Vec3d(to) - n * dot(Vec3d(to) - p, n));
}

// "solids[0].shape" of "dam.json:12: solids[0].shape".
std::string path_in(const Problem& problem) {
  const size_t colon = problem.location.rfind(": ");
  return colon == std::string::npos ? problem.location : problem.location.substr(colon + 2);
}

}  // namespace

SetupMaker::SetupMaker(const Scene& scene, double frame, std::filesystem::path folder, std::vector<Problem> known,
                       SetupShapes* shapes)
    : scene_(scene), folder_(std::move(folder)), shapes_(shapes ? *shapes : own_shapes_) {
  shapes_.set_rate(scene.frames.rate);
  setup_.dimensions = scene.dimensions;
  setup_.problems = std::move(known);
  setup_.frame = frame;
  if (scene.domain) {
    const Box3d box{scene.domain->lower, scene.domain->upper};
    if (min_component(box.size()) > 0) setup_.domain = box;  // not of a scene with that mistake
  }
  find_stage();
  if (flat()) setup_.stage.lower.z = setup_.stage.upper.z = 0;
  setup_.reach = setup_.stage.padded(static_cast<float>((setup_.domain ? 0.05 : 1) * size()));
  if (setup_.domain) setup_.reach.lower.y = setup_.stage.lower.y;  // nothing below the floor matters
  setup_.bounds = setup_.stage;
}

SetupMaker::~SetupMaker() = default;

double SetupMaker::size() const {
  const Vec3f size = setup_.stage.size();
  return static_cast<double>(flat() ? std::max(size.x, size.y) : max_component(size));
}

void SetupMaker::find_stage() {
  if (setup_.domain) {
    setup_.stage = Box3f(*setup_.domain);
    return;
  }
  const double detail = std::max(0.02, scene_.solver.spacing);
  const auto include = [&](const Shape& shape, double frame) {
    try {
      const Box3f box = is_composed(shape) ? shapes_.field(shape, frame, detail)->bounds()
                                           : weir::bounds(shapes_.form(shape, frame, detail).mesh);
      if (is_limited(box)) setup_.stage.include(box);
    } catch (const InputError&) {  // told where it is drawn
    }
  };
  for (const Liquid& liquid : scene_.liquids) {
    if (!liquid.particles) include(liquid.shape, scene_.frames.first);
  }
  for (const Emitter& emitter : scene_.emitters) include(emitter.shape, scene_.frames.first);
  for (const Solid& solid : scene_.solids) include(solid.shape, scene_.frames.first);
  if (setup_.stage.empty() || longest(setup_.stage) <= 0) setup_.stage = {{-1, -1, -1}, {1, 1, 1}};
  // Drops that are alone have somewhere to fall.
  setup_.stage = setup_.stage.padded(0.1f * longest(setup_.stage));
}

// What is shown of it: bodies as far as the reach, liquid no farther than the domain.
const Box3f& SetupMaker::seen_within(Setup::Look look) const {
  return look == Setup::Look::liquid && setup_.domain ? setup_.stage : setup_.reach;
}

// Parts of a composed shape may reach without limit, and a plane does.
SetupShapes::Form SetupMaker::form_within_reach(const Shape& shape, double frame, Setup::Look look) const {
  if (const auto* plane = std::get_if<shapes::Plane>(&shape.kind)) {
    return {half_space(*plane, affine_at(shape.transform, frame), setup_.reach), {}};
  }
  const double share = look == Setup::Look::ghost ? kGhostTriangles : 1;
  const double coarse = size() / 200;
  const bool composed = is_composed(shape);
  if (!composed && !std::holds_alternative<shapes::Text>(shape.kind)) return shapes_.form(shape, frame, coarse, share);
  const Box3f box = shapes_.field(shape, frame, coarse)->bounds();
  const double coarser = shapes_.for_drawing() ? kDrawnCoarser : 1;
  const double parts = kParts / coarser;
  const auto fine =
      std::clamp(static_cast<double>(longest(box.intersected(setup_.reach))) / parts, 1e-3 * size(), coarse * coarser);
  if (!composed || is_inside(box, setup_.reach.padded(longest(setup_.reach))))
    return shapes_.form(shape, frame, fine, share);
  Shape reach, cut;
  reach.kind = shapes::Box{Vec3d(setup_.reach.lower), Vec3d(setup_.reach.upper)};
  cut.kind = shapes::Intersection{{shape, reach}};
  return shapes_.form(cut, frame, fine, share);
}

Box3f SetupMaker::box_of(const Shape& shape, double frame) const {
  return shapes_.field(shape, frame, size() / 100)->bounds().intersected(setup_.stage);
}

Box3f SetupMaker::add_body(const Shape& shape, double frame, const Vec3f& colour, Setup::Look look) {
  Setup::Body body{.mesh = {}, .field = nullptr, .colour = colour, .look = look, .path = path_, .edges = {}};
  const Box3f& within = seen_within(look);
  Box3f box;
  if (flat()) {
    body.field = shapes_.field(shape, frame, size() / 200);
    box = body.field->bounds();
    if (box.lower.z > 0 || box.upper.z < 0) return {};  // not in the plane of the scene
    box.lower.z = box.upper.z = 0;
    const Box3f seen = box.intersected(within);
    const double cell = std::clamp(static_cast<double>(longest(seen)) / 160, 1e-3 * size(), 5e-3 * size());
    if (shapes_.for_drawing() && !seen.empty()) put(shapes_.section(shape, frame, seen, cell), body);
  } else {
    SetupShapes::Form form = form_within_reach(shape, frame, look);
    box = weir::bounds(form.mesh);
    if (shapes_.for_drawing() && is_convex(shape) &&
        !is_inside(box, within.padded(static_cast<float>(1e-4 * size())))) {
      form.mesh = clip_convex(form.mesh, within);
      form.edges = sharp_edges(form.mesh);
    }
    put(std::move(form), body);
  }
  // What reaches without limit is shown as far as the rest goes.
  const bool limited = is_limited(box) && !std::holds_alternative<shapes::Plane>(shape.kind);
  const Box3f seen = box.intersected(within);
  if (look != Setup::Look::ghost && limited && !seen.empty()) setup_.bounds.include(seen);
  setup_.bodies.push_back(std::move(body));
  return box;
}

Box3f SetupMaker::add_mesh(const Mesh& mesh, const Vec3f& colour, Setup::Look look) {
  Setup::Body body{.mesh = {}, .field = nullptr, .colour = colour, .look = look, .path = path_, .edges = {}};
  put(shapes_.form(mesh), body);
  const Box3f box = weir::bounds(body.mesh), seen = box.intersected(setup_.reach);
  if (!seen.empty()) setup_.bounds.include(seen);
  setup_.bodies.push_back(std::move(body));
  return box;
}

Box3f SetupMaker::add_shape(const SetupThing& thing, const Shape& shape, const Shown& shown) {
  Box3f box;
  if (is_missing(thing.path)) return box;
  try_to_add(thing.path, [&] {
    explain(thing.what, thing.colour);
    const auto first = std::max(shown.first, static_cast<double>(scene_.frames.first));
    const auto last = std::min(shown.last, static_cast<double>(scene_.frames.last));
    const bool there = frame() >= shown.first && frame() <= shown.last;
    const double at = there ? frame() : std::clamp(frame(), first, std::max(first, last));
    const bool wanted = shown.look == Setup::Look::wanted;
    box = add_body(shape, at, thing.colour, there || wanted ? shown.look : Setup::Look::ghost);
    if (box.empty()) return;
    const auto* plane = std::get_if<shapes::Plane>(&shape.kind);
    const bool limited = is_limited(box) && !plane;
    const Box3f seen = box.intersected(setup_.stage);
    // Liquid fills nothing outside of the domain.
    const bool cut = setup_.domain && shown.look == Setup::Look::liquid && !seen.empty();
    std::string more = limited || cut ? size_in_words((cut ? seen : box).size(), scene_.dimensions) : "";
    if (!shown.more.empty()) more += (more.empty() ? "" : ", ") + shown.more;
    const Vec3f middle = seen.empty() ? setup_.stage.centre() : seen.centre();
    add_label(thing, plane ? nearest_on(*plane, affine_at(shape.transform, at), setup_.stage.centre()) : middle, more);
    if (shown.way && moves(shape) && last > first) {
      Shown times = shown;
      times.first = first;
      times.last = last;
      add_way(thing, shape, times, box);
    }
  });
  return box;
}

void SetupMaker::add_way(const SetupThing& thing, const Shape& shape, const Shown& shown, const Box3f& here) {
  const bool posed = deforms(shape);
  const double span = shown.last - shown.first;
  const auto own = posed ? Vec3d{} : affine_at(shape.transform, frame()).inverse().point(Vec3d(here.centre()));
  const int parts = posed ? kPosed : kWayParts;
  std::vector<Vec3f> way;
  for (int i = 0; i <= parts; ++i) {
    const double at = shown.first + span * i / parts;
    way.push_back(posed ? weir::bounds(shapes_.form(shape, at, size() / 100, kGhostTriangles).mesh).centre()
                        : Vec3f(affine_at(shape.transform, at).point(own)));
  }
  float gone = 0;
  for (size_t i = 1; i < way.size(); ++i) gone += length(way[i] - way[i - 1]);
  const Vec3f colour = lerp(thing.colour, Vec3f{0, 0, 0}, 0.35f);
  for (int i = 0; i <= kGhosts; ++i) {
    const double at = std::round(shown.first + span * i / kGhosts);
    if (at != frame()) add_body(shape, at, thing.colour, Setup::Look::ghost);
  }
  if (gone < 0.02f * static_cast<float>(size())) return;
  const Vec3f end = way.back();
  const bool far = length(end - here.centre()) > 0.1f * static_cast<float>(size());
  add_line(std::move(way), colour);
  if (far) {
    setup_.labels.push_back({end, fmt::format("frame {:g}", shown.last), colour, thing.path, true});
  }
}

void SetupMaker::add_label(const SetupThing& thing, const Vec3f& at, const std::string& more, bool minor) {
  std::string text = thing.name.empty() ? thing.what : thing.name;
  if (!more.empty()) text += "  " + more;
  setup_.labels.push_back({at, std::move(text), thing.colour, thing.path, minor});
}

void SetupMaker::add_line(std::vector<Vec3f> points, const Vec3f& colour) {
  for (const Vec3f& p : points) {
    if (setup_.reach.contains(p)) setup_.bounds.include(p);
  }
  setup_.drawn.lines.push_back({.points = std::move(points), .colour = colour});
  owner().lines = setup_.drawn.lines.size();
}

void SetupMaker::add_points(std::vector<Vec3f> positions, const Vec3f& colour, double radius) {
  constexpr size_t kMost = 20000;  // more would only hide each other
  const size_t step = positions.size() / kMost + 1;
  for (size_t i = 0; i < positions.size(); i += step) {
    if (!is_finite(positions[i])) continue;
    setup_.drawn.points.push_back({positions[i], colour, static_cast<float>(radius)});
    if (setup_.reach.contains(positions[i])) setup_.bounds.include(positions[i]);
  }
  owner().points = setup_.drawn.points.size();
}

void SetupMaker::add_dot(const Vec3f& at, const Vec3f& colour) { add_points({at}, colour, 0.006 * size()); }

void SetupMaker::add_box(const Box3d& box, const Affine& placed, const Vec3f& colour) {
  Box3d shown = box;
  if (flat()) shown.lower.z = shown.upper.z = 0;
  setup_.drawn.boxes.push_back({shown, placed, colour});
  owner().boxes = setup_.drawn.boxes.size();
  Box3f around;
  for (int corner = 0; corner < 8; ++corner) {
    around.include(
        Vec3f(placed.point({corner & 1 ? shown.upper.x : shown.lower.x, corner & 2 ? shown.upper.y : shown.lower.y,
                            corner & 4 ? shown.upper.z : shown.lower.z})));
  }
  const Box3f seen = around.intersected(setup_.reach);
  if (!seen.empty()) setup_.bounds.include(seen);
}

void SetupMaker::add_arrow(const Vec3f& from, const Vec3d& strength, const Vec3f& colour) {
  const double much = length(strength);
  if (!(much > 0) || !std::isfinite(much)) return;
  // As far as something goes in a moment that is natural for the size of the stage; but to be seen, and in the picture.
  const double moment = 0.25 * std::sqrt(size() / 9.81);
  const double far = std::clamp(much * moment, 0.07 * size(), 0.3 * size());
  const Vec3f to = from + Vec3f(strength * (far / much));
  setup_.arrows.push_back({from, to, colour, path_});
  setup_.bounds.include(to);
}

void SetupMaker::explain(const std::string& what, const Vec3f& colour) {
  const auto known = [&](const auto& entry) { return entry.first == what; };
  if (std::none_of(setup_.legend.begin(), setup_.legend.end(), known)) setup_.legend.emplace_back(what, colour);
}

// Nothing of it could be read: what stands there instead is a default.
bool SetupMaker::is_missing(const std::string& path) const {
  return std::any_of(setup_.problems.begin(), setup_.problems.end(), [&](const Problem& problem) {
    const std::string at = path_in(problem);
    const bool lacking = at == entry_of(path) && problem.what.rfind("lacks \"shape\"", 0) == 0;
    return at == path || at == path + ".kind" || lacking;
  });
}

void SetupMaker::note(const std::string& path, const InputError& error) {
  const std::string location = location_in(scene_, path), entry = entry_of(path);
  // What was read wrong need not be complained of twice.
  const auto known = [&](const Problem& problem) { return concerns(problem, entry); };
  if (std::any_of(setup_.problems.begin(), setup_.problems.end(), known)) return;
  for (const Problem& p : error.problems()) {
    const bool located = p.location.rfind(scene_.file.string(), 0) == 0;
    setup_.problems.push_back(located ? p : Problem{location, p.sentence()});
  }
}

bool concerns(const Problem& problem, const std::string& path) {
  const std::string at = path_in(problem);
  return !path.empty() && at.rfind(path, 0) == 0 && (at.size() == path.size() || at[path.size()] == '.');
}

std::string entry_of(const std::string& path) {
  constexpr std::string_view kCamera = "picture.camera";
  if (path.starts_with(kCamera)) return std::string(kCamera);
  const size_t bracket = path.rfind(']');
  return bracket == std::string::npos ? path.substr(0, path.find('.')) : path.substr(0, bracket + 1);
}

SetupMaker::Of::Of(SetupMaker& maker, const std::string& path) : maker_(maker), outer_(maker.path_) {
  maker.path_ = entry_of(path);
}

Setup::Owner& SetupMaker::owner() {
  if (setup_.owners.empty()) setup_.owners.push_back({.path = path_});
  if (setup_.owners.back().path != path_) {
    setup_.owners.push_back(setup_.owners.back());
    setup_.owners.back().path = path_;
  }
  return setup_.owners.back();
}

void SetupMaker::add_placed(const SetupThing& thing, const std::string& edits, const Transform& transform) {
  setup_.placed.push_back({entry_of(thing.path), edits, transform});
}

std::string frames_in_words(double first, double last) {
  const bool begins = first > -1e8, ends = last < 1e8;
  if (begins && ends) return fmt::format("frames {:g} to {:g}", first, last);
  return begins ? fmt::format("from frame {:g}", first) : ends ? fmt::format("to frame {:g}", last) : "";
}

Setup SetupMaker::finish() && { return std::move(setup_); }

std::string length_in_words(double metres) {
  const double much = std::abs(metres);
  if (much == 0) return "0 m";
  if (much < 0.00995) return fmt::format("{:.3g} mm", metres * 1e3);
  if (much < 0.9995) return fmt::format("{:.3g} cm", metres * 1e2);
  return much < 9995 ? fmt::format("{:.4g} m", metres) : fmt::format("{:.4g} km", metres / 1e3);
}

std::string size_in_words(const Vec3f& size, int dimensions) {
  const double most = static_cast<double>(dimensions == 2 ? std::max(size.x, size.y) : max_component(size));
  const double unit = most < 0.00995 ? 1e3 : most < 0.9995 ? 1e2 : 1;
  std::string text;
  for (int axis = 0; axis < dimensions; ++axis) {
    text += fmt::format("{}{:.3g}", axis == 0 ? "" : " \u00d7 ", static_cast<double>(size[axis]) * unit);
  }
  return text + (unit == 1e3 ? " mm" : unit == 1e2 ? " cm" : " m");
}

}  // namespace weir
