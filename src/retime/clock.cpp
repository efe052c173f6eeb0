// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files.h"
#include "cache/run_folder.h"
#include "weir/base/error.h"
#include "weir/retime/retime.h"
#include "weir/scene/codec.h"

namespace weir::retime {

namespace {

constexpr double kWhole = 1e-6;  // frames: what is so near to a whole one is that
constexpr size_t kMostFrames = 100'000;
constexpr double kFastest = 1000;

// Over a stretch without a key inside. Simpson's rule is exact for a cubic, and so for every kind of interpolation; at
// the end of a step stands already the next key's value, so its middle is taken.
double passed_between(const Animated<double>& speed, double begin, double end) {
  const double middle = value_at(speed, (begin + end) / 2);
  if (speed.between == Interpolation::step) return (end - begin) * middle;
  return (end - begin) / 6 * (value_at(speed, begin) + 4 * middle + value_at(speed, end));
}

double passed(const Animated<double>& speed, double begin, double end) {
  double sum = 0;
  for (const Key<double>& key : speed.keys) {
    if (key.frame <= begin) continue;
    if (key.frame >= end) break;
    sum += passed_between(speed, begin, key.frame);
    begin = key.frame;
  }
  return sum + passed_between(speed, begin, end);
}

}  // namespace

double ClipClock::moment(double frame) const {
  const double at = start + passed(speed, first, frame);
  return std::abs(at - std::round(at)) < kWhole ? std::round(at) : at;
}

Clip make_clip(const Animated<double>& speed, int lowest, int highest) {
  const auto moving =
      std::find_if(speed.keys.begin(), speed.keys.end(), [](const auto& key) { return key.value != 0; });
  if (moving == speed.keys.end()) throw InputError("speed", "is 0 all the time, so nothing would move");
  Clip clip{{speed, lowest, static_cast<double>(moving->value > 0 ? lowest : highest)}, {}};
  for (int frame = lowest;; ++frame) {
    const double at = clip.clock.moment(frame);
    if (at < lowest || at > highest) break;
    if (clip.frames.size() == kMostFrames) {
      throw InputError("speed", fmt::format("is so slow that there would be more than {} frames", kMostFrames));
    }
    clip.frames.push_back(frame);
    if (frame >= speed.keys.back().frame && speed.keys.back().value == 0) break;
  }
  return clip;
}

Animated<double> read_speed(const std::string& text) {
  const bool is_name = text.find('{') == std::string::npos && std::filesystem::exists(text);
  const size_t begin = text.find_first_not_of(" \t\n");
  const bool is_value = begin != std::string::npos && (text[begin] == '{' || text[begin] == '-' || text[begin] == '.' ||
                                                       (text[begin] >= '0' && text[begin] <= '9'));
  if (!is_name && !is_value) {
    throw InputError("speed", fmt::format("must be a number such as 0.5, keyframes such as {{\"keys\": [[1, 1], [24, "
                                          "0.25]]}}, or a file that holds them, but is \"{}\"",
                                          text));
  }
  const std::filesystem::path file = is_name ? text : "speed";
  Animated<double> speed;
  Reader reader;
  const Node node = parse_node(is_name ? read_file(file) : text, file);
  Codec<Animated<double>>::read(node, speed, {.min = -kFastest, .max = kFastest}, reader);
  reader.finish();
  return speed;
}

std::string ClipRecord::text() const {
  const Json json{{"from", from},
                  {"speed", Codec<Animated<double>>::write(clock.speed)},
                  {"first", clock.first},
                  {"start", clock.start},
                  {"rate", rate}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::filesystem::path clip_record(const std::filesystem::path& folder) {
  return cache::RunFolder::own(folder).retime_json();
}

std::optional<ClipRecord> read_clip_record(const std::filesystem::path& folder) {
  const std::filesystem::path file = clip_record(folder);
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    const std::string text = read_file(file);
    const Json json = Json::parse(text);
    json.at("speed");
    ClipRecord record{.from = json.at("from").get<std::string>(),
                      .clock = {.first = json.at("first").get<int>(), .start = json.at("start").get<double>()},
                      .rate = json.at("rate").get<double>()};
    const Node node = parse_node(text, file);
    Reader reader;
    Codec<Animated<double>>::read(*node.find("speed"), record.clock.speed, {.min = -kFastest, .max = kFastest}, reader);
    reader.finish();
    return record;
  } catch (const Json::exception&) {
    throw InputError(file.string(), "is damaged; retime the run again, with --overwrite");
  }
}

}  // namespace weir::retime
