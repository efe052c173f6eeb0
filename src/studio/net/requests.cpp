// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/net/requests.h"

#include <fmt/format.h>

#include "studio/net/answer.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace {

// Copies of what is nested without end would exhaust the stack.
bool is_shallow(int depth, Json::parse_event_t, const Json&) {
  constexpr int kDeepest = 32;
  if (depth > kDeepest) throw InputError("", fmt::format("a request is nested more than {} deep", kDeepest));
  return true;
}

Json parsed(const std::string& message) {
  Json request = Json::parse(message, is_shallow, /*allow_exceptions=*/false);
  if (request.is_discarded() || !request.is_object()) throw InputError("", "a request must be a JSON object");
  return request;
}

Json carried_out(const Service& service, const Json& request) {
  const std::string name = text_of(request, "do");
  const Service::Verb* verb = service.verb(name);
  if (!verb) throw InputError("", fmt::format("Studio does not know how to do \"{}\"", name));
  Json done = (*verb)(request);
  return done.is_null() ? Json::object() : done;
}

}  // namespace

std::string answer_request(const Service& service, const std::string& message) {
  Json answer{{"id", nullptr}};
  try {
    const Json request = parsed(message);
    if (request.contains("id") && request["id"].is_number()) answer["id"] = request["id"];
    answer["ok"] = carried_out(service, request);
  } catch (...) {
    answer["error"] = trouble_of_exception().sentence;
  }
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace weir::studio
