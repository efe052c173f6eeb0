// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/cache/run_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "cache/stats_lines.h"
#include "weir/base/error.h"

namespace weir::cache {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

class Collector {
 public:
  explicit Collector(RunStats& stats) : stats_(stats) {}

  void add_line(const Json& line) {
    stats_.frames.push_back(line["frame"].get<double>());
    for (const auto& [key, value] : line.items()) {
      if (key == "frame" || key == "time") continue;
      if (key == "directors") {
        add_directors(value);
      } else {
        add(key, value);
      }
    }
    for (Measure& measure : stats_.measures) measure.values.resize(stats_.frames.size(), kMissing);
  }

 private:
  static constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

  void add(const std::string& key, const Json& value) {
    if (value.is_number()) {
      const auto [slot, is_new] = slots_.emplace(key, stats_.measures.size());
      if (is_new) stats_.measures.push_back({key, {}});
      Measure& measure = stats_.measures[slot->second];
      measure.values.resize(stats_.frames.size(), kMissing);
      measure.values.back() = value.get<double>();
    } else if (value.is_object()) {
      for (const auto& [inner, number] : value.items()) add(key + "." + inner, number);
    }
  }

  void add_directors(const Json& directors) {
    if (!directors.is_array()) return;
    std::map<std::string, int> seen;
    for (const Json& director : directors) {
      if (!director.is_object()) continue;
      const auto word = [&](const char* key) {
        const auto found = director.find(key);
        return found != director.end() && found->is_string() ? found->get<std::string>() : std::string();
      };
      std::string name = word("name").empty() ? word("kind") : word("name");
      std::replace(name.begin(), name.end(), '.', ' ');  // a dot parts the key
      const int count = ++seen[name];
      if (count > 1) name += fmt::format(" {}", count);
      for (const auto& [key, value] : director.items()) add("directors." + name + "." + key, value);
    }
  }

  RunStats& stats_;
  std::map<std::string, size_t> slots_;
};

// "gauge.height" and so on; a dot in the name of a probe would part the key.
void add_probe_values(const Json& values, size_t steps, RunProbes& probes) {
  const auto add = [&](const std::string& key, const Json& value) {
    if (!value.is_number()) return;
    auto found =
        std::find_if(probes.measures.begin(), probes.measures.end(), [&](const Measure& m) { return m.key == key; });
    if (found == probes.measures.end()) found = probes.measures.insert(found, {key, {}});
    found->values.resize(steps, std::numeric_limits<double>::quiet_NaN());
    found->values.push_back(value.get<double>());
  };
  for (const auto& [name, probe] : values.items()) {
    std::string word = name;
    std::replace(word.begin(), word.end(), '.', ' ');
    if (!probe.is_object()) continue;
    for (const auto& [measure, value] : probe.items()) {
      add(word + "." + measure, value);
      for (size_t axis = 0; value.is_array() && axis < value.size() && axis < 3; ++axis) {
        add(fmt::format("{}.{}.{}", word, measure, "xyz"[axis]), value[axis]);
      }
    }
  }
}

std::string title_of(const cache::RunFolder& folder) {
  if (!folder.holds_a_run()) return {};
  return cache::read_run_record(folder.run_json()).scene->at("title").get<std::string>();
}

}  // namespace

void add_stats(const std::vector<std::string>& lines, const fs::path& from, RunStats& stats) {
  Collector collector(stats);
  for (size_t i = 0; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i], nullptr, false);
    if (!line.is_object() || !line.contains("frame") || !line["frame"].is_number()) {
      throw InputError(from.string(), fmt::format("line {} is damaged; take it out to plot the others", i + 1));
    }
    collector.add_line(line);
  }
}

RunProbes probes_of(const std::vector<std::string>& lines, const fs::path& from) {
  RunProbes probes;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i], nullptr, false);
    const auto is_number = [&](const char* key) { return line.contains(key) && line[key].is_number(); };
    if (!line.is_object() || !is_number("frame") || !is_number("time") || !line.contains("values")) {
      throw InputError(from.string(), fmt::format("line {} is damaged; take it out to plot the others", i + 1));
    }
    add_probe_values(line["values"], probes.frames.size(), probes);
    probes.frames.push_back(line["frame"].get<double>());
    probes.times.push_back(line["time"].get<double>());
  }
  for (Measure& measure : probes.measures) {
    measure.values.resize(probes.frames.size(), std::numeric_limits<double>::quiet_NaN());
  }
  return probes;
}

bool Measure::all_zero() const {
  return std::all_of(values.begin(), values.end(), [](double value) { return !(value > 0 || value < 0); });
}

const Measure* RunStats::find(const std::string& key) const {
  const auto found = std::find_if(measures.begin(), measures.end(), [&](const Measure& m) { return m.key == key; });
  return found == measures.end() ? nullptr : &*found;
}

RunStats read_run_stats(const fs::path& path) {
  if (!fs::exists(path)) throw InputError(path.string(), "there is no such folder");
  const cache::RunFolder folder(path);
  if (!fs::is_regular_file(folder.stats()) && !folder.branched_from()) {
    throw InputError(path.string(), "has no stats.jsonl, so it is not the folder of a run");
  }
  const fs::path named = fs::absolute(path).lexically_normal();
  RunStats stats{
      title_of(folder), (named.has_filename() ? named : named.parent_path()).filename().string(), {}, {}, {}};
  add_stats(folder.read_stats(), folder.stats(), stats);
  stats.probes = probes_of(folder.read_probes(), folder.probes());
  if (stats.frames.empty()) throw InputError(folder.stats().string(), "has no line yet, so there is nothing to plot");
  return stats;
}

}  // namespace weir::cache
