// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a request over HTTP is answered by, and the rules for all of them: who may ask, what a browser may do with it.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "studio/net/asset.h"
#include "studio/net/file_range.h"
#include "studio/net/gate.h"
#include "studio/service.h"

namespace weir::studio {

struct Answer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::vector<std::pair<std::string, std::string>> headers = {};
  // What is sent: bytes of its own, bytes of the program, or a part of a file.
  std::string bytes = {};
  std::string_view kept = {};
  std::shared_ptr<const OpenFile> file = {};
  ByteRange range = {};

  uint64_t size() const { return file ? range.count : !bytes.empty() ? bytes.size() : kept.size(); }
  std::string_view body() const { return !bytes.empty() ? std::string_view(bytes) : kept; }
};

// A sentence as an answer.
Answer refusal(int status, const std::string& sentence);

class Answers {
 public:
  Answers(const Gate& gate, const Service& service, Assets assets);

  // To GET and HEAD, and to all that is no request for anything. Calls a part of Studio, so it may take its time.
  Answer to(const Head& head) const;
  // Where the body of a PUT goes, or why nowhere.
  struct Upload {
    std::filesystem::path file = {};
    std::optional<Answer> refused = {};
  };
  Upload place_for(const Head& head) const;
  // The first lines of what is sent, to the empty one.
  std::string head_of(const Answer& answer, bool keep_alive) const;

 private:
  Answer page(const Head& head, const std::string& token) const;
  Answer of_asset(const Asset& asset, const Head& head) const;
  Answer of_service(const std::string& path, const Query& query, const Head& head) const;
  Answer of_file(const Reply& reply, const Head& head) const;

  const Gate& gate_;
  const Service& service_;
  const Assets assets_;
  std::vector<std::string> tags_;  // of the assets
  std::string policy_;
};

// What was thrown, in words for the artist; `status`: what HTTP calls it.
struct Trouble {
  int status;
  std::string sentence;
};
Trouble trouble_of_exception();  // of the one that is being caught

}  // namespace weir::studio
