// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Who may come in: requests that know the token, that ask for this host by its own name (a foreign name that is made to
// lead here is none), and that no foreign page has sent.

#pragma once

#include <string>
#include <string_view>

namespace weir::studio {

// Of a request, what the gate and the answers look at. Empty: not given.
struct Head {
  std::string method, target;
  std::string host, origin, token;
  std::string range, known;  // Range, If-None-Match
  bool gzip = false;         // may be answered so
};

class Gate {
 public:
  Gate(std::string token, int port);

  bool knows_token(std::string_view given) const;
  // By host and origin.
  bool comes_from_here(const Head& head) const;
  // A browser always tells the origin of the page that opens a socket.
  bool may_open_socket(const Head& head, std::string_view token) const;

  const std::string& token() const { return token_; }
  int port() const { return port_; }

 private:
  bool is_own_origin(std::string_view origin) const;

  std::string token_, by_number_, by_name_;  // 127.0.0.1:PORT, localhost:PORT
  int port_;
};

// 256 bits from the system, in letters that need no escape in an address.
std::string make_token();

}  // namespace weir::studio
