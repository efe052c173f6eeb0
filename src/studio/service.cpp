// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/service.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "weir/base/error.h"

namespace weir::studio {

namespace {

const Json& given_part(const Json& given, const char* name) {
  const auto found = given.find(name);
  if (found == given.end()) throw InputError("", fmt::format("the request lacks \"{}\"", name));
  return *found;
}

[[noreturn]] void of_another_type(const char* name, const char* type) {
  throw InputError("", fmt::format("\"{}\" of the request must be {}", name, type));
}

}  // namespace

const std::string& Query::text(const std::string& name) const {
  const auto found = values.find(name);
  if (found == values.end()) throw InputError("", fmt::format("the address lacks {}=", name));
  return found->second;
}

std::string Query::text(const std::string& name, const std::string& otherwise) const {
  const auto found = values.find(name);
  return found == values.end() ? otherwise : found->second;
}

double Query::number(const std::string& name) const {
  const std::string& text = this->text(name);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    throw InputError("", fmt::format("{}= of the address must be a number", name));
  }
  return value;
}

double Query::number(const std::string& name, double otherwise) const {
  return values.contains(name) ? number(name) : otherwise;
}

std::string text_of(const Json& given, const char* name) {
  const Json& part = given_part(given, name);
  if (!part.is_string()) of_another_type(name, "a text");
  return part.get<std::string>();
}

std::string text_of(const Json& given, const char* name, const std::string& otherwise) {
  return given.contains(name) ? text_of(given, name) : otherwise;
}

double number_of(const Json& given, const char* name) {
  const Json& part = given_part(given, name);
  if (!part.is_number()) of_another_type(name, "a number");
  return part.get<double>();
}

int whole_of(const Json& given, const char* name, int least, int most) {
  const double number = number_of(given, name);
  if (number == std::floor(number) && number >= least && number <= most) return static_cast<int>(number);
  throw InputError("", fmt::format("{} must be a whole number from {} to {}, but is {:g}", name, least, most, number));
}

int frame_of(const Json& given, const char* name) { return whole_of(given, name, -kLastFrame, kLastFrame); }

bool flag_of(const Json& given, const char* name, bool otherwise) {
  if (!given.contains(name)) return otherwise;
  const Json& part = given.at(name);
  if (!part.is_boolean()) of_another_type(name, "true or false");
  return part.get<bool>();
}

void Service::tell(const std::string& event, Json news) {
  Json message{{"event", event}};
  message.update(news);
  const std::lock_guard lock(mutex_);
  if (listener_) listener_(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

const Service::Verb* Service::verb(const std::string& name) const {
  const auto found = verbs_.find(name);
  return found == verbs_.end() ? nullptr : &found->second;
}

const Service::Page* Service::page(const std::string& path) const {
  const auto found = pages_.find(path);
  return found == pages_.end() ? nullptr : &found->second;
}

const Service::Place* Service::place(const std::string& path) const {
  const auto found = places_.find(path);
  return found == places_.end() ? nullptr : &found->second;
}

void Service::listen(Listener listener) {
  const std::lock_guard lock(mutex_);
  listener_ = std::move(listener);
}

}  // namespace weir::studio
