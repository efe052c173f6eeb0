// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/net/answer.h"

#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "base/hash.h"
#include "studio/net/target.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace {

constexpr const char* kPage = "text/html; charset=utf-8";
constexpr const char* kForeign = "Studio answers only at the address that weir studio has printed.";

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 206:
      return "Partial Content";
    case 304:
      return "Not Modified";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 416:
      return "Range Not Satisfiable";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    default:
      return "Bad Request";
  }
}

std::string in_html(const std::string& sentence) {
  return fmt::format(
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Weir Studio</title><p>{}</p></html>\n",
      sentence);
}

Answer page_refusal(int status, const std::string& sentence) {
  Answer answer = refusal(status, "");
  answer.type = kPage;
  answer.bytes = in_html(sentence);
  return answer;
}

// What browsers ask for by themselves, and pages of the same program may look at.
std::string policy_for(int port) {
  return fmt::format(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
      "connect-src 'self' ws://127.0.0.1:{0} ws://localhost:{0}; worker-src 'self'; font-src 'self'; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'none'",
      port);
}

}  // namespace

Answer refusal(int status, const std::string& sentence) {
  Answer answer{.status = status};
  answer.bytes = sentence.empty() ? "" : sentence + "\n";
  answer.headers.emplace_back("Cache-Control", "no-store");
  return answer;
}

Trouble trouble_of_exception() {
  try {
    throw;
  } catch (const InputError& error) {
    return {400, error.what()};
  } catch (const Interrupted& error) {
    return {500, error.what()};
  } catch (const RunError& error) {
    return {500, error.what()};
  } catch (const std::filesystem::filesystem_error& error) {
    return {500, fmt::format("{}: cannot be used: {}", error.path1().string(), error.code().message())};
  } catch (const std::bad_alloc&) {
    return {500, "there is not enough memory for this"};
  } catch (const std::exception& error) {
    std::fputs(fmt::format("weir studio: {}\n", error.what()).c_str(), stderr);
  } catch (...) {
    std::fputs("weir studio: something unknown was thrown\n", stderr);
  }
  return {500, "something went wrong in Studio that is no fault of yours; it was told where Studio was started"};
}

Answers::Answers(const Gate& gate, const Service& service, Assets assets)
    : gate_(gate), service_(service), assets_(std::move(assets)), policy_(policy_for(gate.port())) {
  for (const Asset& asset : assets_) tags_.push_back(fmt::format("\"{:016x}\"", hash_bytes(asset.bytes)));
}

Answer Answers::to(const Head& head) const {
  if (!gate_.comes_from_here(head)) return refusal(403, kForeign);
  if (head.method != "GET" && head.method != "HEAD") {
    Answer answer = refusal(405, "Studio knows GET, HEAD and PUT only.");
    answer.headers.emplace_back("Allow", "GET, HEAD, PUT");
    return answer;
  }
  const std::optional<Target> target = parse_target(head.target);
  if (!target) return refusal(400, "this is no address of Studio");
  const std::string token = target->query.text("token", head.token);
  if (target->path == "/") return page(head, token);
  for (const Asset& asset : assets_) {
    if (asset.path == target->path) return of_asset(asset, head);
  }
  if (!gate_.knows_token(token)) return refusal(403, kForeign);
  return of_service(target->path, target->query, head);
}

Answer Answers::page(const Head& head, const std::string& token) const {
  if (!gate_.knows_token(token)) return page_refusal(403, kForeign);
  for (const Asset& asset : assets_) {
    if (asset.path == "/") return of_asset(asset, head);
  }
  return page_refusal(500,
                      "This weir was built without the page of Studio; install nodejs and npm and build it again.");
}

Answer Answers::of_asset(const Asset& asset, const Head& head) const {
  const std::string& tag = tags_[static_cast<size_t>(&asset - assets_.data())];
  Answer answer{.type = asset.type};
  answer.headers = {{"Cache-Control", "no-cache"}, {"ETag", tag}, {"Vary", "Accept-Encoding"}};
  if (head.known == tag) {
    answer.status = 304;
  } else if (head.gzip && !asset.gzip.empty()) {
    answer.headers.emplace_back("Content-Encoding", "gzip");
    answer.kept = asset.gzip;
  } else {
    answer.kept = asset.bytes;
  }
  return answer;
}

Answer Answers::of_service(const std::string& path, const Query& query, const Head& head) const {
  const Service::Page* page = service_.page(path);
  if (!page) return refusal(404, "Studio has nothing at this address.");
  try {
    Reply reply = (*page)(query);
    if (reply.file) return of_file(reply, head);
    Answer answer{.type = reply.type};
    answer.bytes = std::move(reply.bytes);
    answer.headers.emplace_back("Cache-Control", "no-store");
    return answer;
  } catch (...) {
    const Trouble trouble = trouble_of_exception();
    return refusal(trouble.status, trouble.sentence);
  }
}

// Files may be kept by the browser, but it asks each time whether they have changed.
Answer Answers::of_file(const Reply& reply, const Head& head) const {
  const auto file = std::make_shared<const OpenFile>(*reply.file);
  Answer answer{.type = reply.type == Reply().type ? type_of_file(*reply.file) : reply.type};
  answer.headers = {{"Cache-Control", "private, no-cache"}, {"ETag", file->tag()}, {"Accept-Ranges", "bytes"}};
  if (head.known == file->tag()) {
    answer.status = 304;
    return answer;
  }
  const AskedRange asked = parse_range(head.range, file->size());
  if (!asked.possible) {
    answer = refusal(416, "the file is shorter than that");
    answer.headers.emplace_back("Content-Range", fmt::format("bytes */{}", file->size()));
    return answer;
  }
  answer.file = file;
  answer.range = asked.range.value_or(ByteRange{0, file->size()});
  if (asked.range) {
    answer.status = 206;
    answer.headers.emplace_back("Content-Range", fmt::format("bytes {}-{}/{}", answer.range.from,
                                                             answer.range.from + answer.range.count - 1, file->size()));
  }
  return answer;
}

Answers::Upload Answers::place_for(const Head& head) const {
  if (!gate_.comes_from_here(head)) return {.refused = refusal(403, kForeign)};
  const std::optional<Target> target = parse_target(head.target);
  if (!target) return {.refused = refusal(400, "this is no address of Studio")};
  if (!gate_.knows_token(target->query.text("token", head.token))) return {.refused = refusal(403, kForeign)};
  const Service::Place* place = service_.place(target->path);
  if (!place) return {.refused = refusal(404, "nothing can be put at this address")};
  try {
    const std::filesystem::path file = (*place)(target->query);
    if (std::filesystem::exists(std::filesystem::symlink_status(file))) {
      return {.refused = refusal(409, fmt::format("there is a file {} already", file.filename().string()))};
    }
    return {.file = file};
  } catch (...) {
    const Trouble trouble = trouble_of_exception();
    return {.refused = refusal(trouble.status, trouble.sentence)};
  }
}

std::string Answers::head_of(const Answer& answer, bool keep_alive) const {
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", answer.status, reason_of(answer.status));
  const auto add = [&](std::string_view name, std::string_view value) {
    text += fmt::format("{}: {}\r\n", name, value);
  };
  if (answer.status != 304) {
    add("Content-Type", answer.type);
    add("Content-Length", std::to_string(answer.size()));
  }
  for (const auto& [name, value] : answer.headers) add(name, value);
  add("Content-Security-Policy", policy_);
  add("X-Content-Type-Options", "nosniff");
  add("Referrer-Policy", "no-referrer");
  add("Cross-Origin-Opener-Policy", "same-origin");
  add("Cross-Origin-Resource-Policy", "same-origin");
  add("Connection", keep_alive ? "keep-alive" : "close");
  return text + "\r\n";
}

}  // namespace weir::studio
