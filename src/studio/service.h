// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the parts of Studio offer to its page, and how they tell it news. The names and what goes with them are in
// studio/src/link/protocol.ts. A part registers itself when it is made:
//
//   service.on("stop", [this](const Json& given) { return stop(text_of(given, "take")); });
//   service.get("/api/stats", [this](const Query& query) { return stats(query.text("take")); });
//   service.tell("take", json_of(take));
//
// All is called on threads of the server's pool, several at a time; what one page asks for is done in its order. What
// is thrown becomes a sentence for the artist: InputError and RunError as they are, anything else is logged.

#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace weir::studio {

using Json = nlohmann::ordered_json;

// Frames of scenes are numbered from minus this one to it.
constexpr int kLastFrame = 1'000'000;

// What stands behind the ? of an address, decoded.
struct Query {
  std::map<std::string, std::string> values;

  // InputError naming it when it is missing.
  const std::string& text(const std::string& name) const;
  std::string text(const std::string& name, const std::string& otherwise) const;
  double number(const std::string& name) const;
  double number(const std::string& name, double otherwise) const;
};

// The same of a request: InputError naming what is missing or of another type.
std::string text_of(const Json& given, const char* name);
std::string text_of(const Json& given, const char* name, const std::string& otherwise);
double number_of(const Json& given, const char* name);
int whole_of(const Json& given, const char* name, int least, int most);
int frame_of(const Json& given, const char* name);
bool flag_of(const Json& given, const char* name, bool otherwise);

// The answer to a GET: bytes, or a file that is sent in ranges.
struct Reply {
  std::string type = "application/octet-stream";
  std::string bytes = {};
  std::optional<std::filesystem::path> file = {};
};

class Service {
 public:
  using Verb = std::function<Json(const Json&)>;
  using Page = std::function<Reply(const Query&)>;
  using Place = std::function<std::filesystem::path(const Query&)>;
  using Listener = std::function<void(const std::string& message)>;

  void on(const std::string& name, Verb verb) { verbs_[name] = std::move(verb); }
  void get(const std::string& path, Page page) { pages_[path] = std::move(page); }
  // Of a PUT: the file that it makes, or InputError. A file that is there is never replaced.
  void put(const std::string& path, Place place) { places_[path] = std::move(place); }

  // To all open pages, as {"event": event, ...news}. Does not wait for them. From any thread.
  void tell(const std::string& event, Json news);

  // Of the server. Verbs and pages are all registered before it listens.
  const Verb* verb(const std::string& name) const;
  const Page* page(const std::string& path) const;
  const Place* place(const std::string& path) const;
  void listen(Listener listener);

 private:
  std::map<std::string, Verb> verbs_;
  std::map<std::string, Page> pages_;
  std::map<std::string, Place> places_;
  std::mutex mutex_;
  Listener listener_;
};

}  // namespace weir::studio
