// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/net/gate.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cerrno>

#include "weir/base/error.h"

namespace weir::studio {

Gate::Gate(std::string token, int port)
    : token_(std::move(token)),
      by_number_(fmt::format("127.0.0.1:{}", port)),
      by_name_(fmt::format("localhost:{}", port)),
      port_(port) {}

// How long it takes tells nothing of where they differ.
bool Gate::knows_token(std::string_view given) const {
  unsigned char differs = given.size() != token_.size();
  for (size_t i = 0; i < token_.size(); ++i) {
    const char c = i < given.size() ? given[i] : '\0';
    differs = static_cast<unsigned char>(differs | (c ^ token_[i]));
  }
  return differs == 0;
}

bool Gate::is_own_origin(std::string_view origin) const {
  constexpr std::string_view kScheme = "http://";
  if (!origin.starts_with(kScheme)) return false;
  origin.remove_prefix(kScheme.size());
  return origin == by_number_ || origin == by_name_;
}

bool Gate::comes_from_here(const Head& head) const {
  if (head.host != by_number_ && head.host != by_name_) return false;
  return head.origin.empty() || is_own_origin(head.origin);
}

bool Gate::may_open_socket(const Head& head, std::string_view token) const {
  return comes_from_here(head) && !head.origin.empty() && knows_token(token);
}

std::string make_token() {
  std::array<unsigned char, 32> bytes{};
  size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = getrandom(bytes.data() + have, bytes.size() - have, 0);
    if (got < 0 && errno != EINTR) throw RunError("the system gives no random numbers for the address of Studio");
    if (got > 0) have += static_cast<size_t>(got);
  }
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

}  // namespace weir::studio
