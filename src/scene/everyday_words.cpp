// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/everyday_words.h"

#include <algorithm>
#include <utility>

#include "weir/scene/reader.h"

namespace weir {

namespace {

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::pair<const char*, const char*> kSameWords[] = {
    {"cube", "box"},        {"cuboid", "box"},          {"fish", "dolphin"},  {"ball", "sphere"},  {"pipe", "cylinder"},
    {"tube", "cylinder"},   {"pill", "capsule"},        {"ring", "torus"},    {"donut", "torus"},  {"floor", "plane"},
    {"ground", "plane"},    {"ship", "boat"},           {"person", "figure"}, {"man", "figure"},   {"human", "figure"},
    {"woman", "figure"},    {"model", "mesh"},          {"obj", "mesh"},      {"letters", "text"}, {"center", "centre"},
    {"position", "centre"}, {"position", "origin"},     {"size", "radius"},   {"color", "colour"}, {"add", "union"},
    {"cut", "difference"},  {"subtract", "difference"},
};

}  // namespace

std::string meant_word(const std::string& word, const std::vector<std::string>& known) {
  for (const auto& [said, meant] : kSameWords) {
    if (word == said && has(known, meant)) return meant;
  }
  return nearest_word(word, known);
}

std::string other_way(const std::string& key, const std::vector<std::string>& parameters) {
  const bool of_size = has({"size", "width", "height", "depth", "length"}, key);
  const bool of_place = has({"center", "centre", "position", "pos", "location", "translate"}, key);
  const bool has_corners = has(parameters, "lower") && has(parameters, "upper");
  const std::string moved = "\"transform\": {\"translate\": [x, y, z]}";
  if ((of_size || of_place) && has(parameters, "shape")) return "give it in the \"shape\"";
  if (of_size && has_corners) return "give its corners, \"lower\" and \"upper\"";
  if (!of_place || has(parameters, "centre")) return "";
  if (has_corners && has(parameters, "transform")) {
    return "give its corners, \"lower\" and \"upper\", or move it with " + moved;
  }
  return has(parameters, "transform") ? "place it with " + moved : "";
}

}  // namespace weir
