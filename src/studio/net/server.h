// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The server of the page: HTTP and WebSocket on 127.0.0.1, nowhere else.
//
//   Server server(service, page, {.port = 0});   // any that is free
//   open(server.address());
//   wait_until_somebody_wants_to_stop();         // its destructor closes everything

#pragma once

#include <memory>
#include <string>

#include "studio/net/asset.h"
#include "studio/net/connection.h"
#include "studio/service.h"

namespace weir::studio {

struct ServerOptions {
  int port = 0;  // 0: any that is free
  Limits limits = {};
};

class Server {
 public:
  // All verbs and pages of the service must be registered. InputError when the port is taken.
  Server(Service& service, Assets page, const ServerOptions& options);
  // Closes all connections and waits for what is being done for them.
  ~Server();

  int port() const;
  const std::string& token() const;
  // "http://127.0.0.1:PORT/?token=..."
  std::string address() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
