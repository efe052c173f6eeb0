// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Connections of browsers. All that is sent and received happens on the one thread of `io`; what a part of Studio is
// asked for is done on threads of two pools. A connection lives as long as something of it is under way.

#pragma once

#include <atomic>
#include <string>

#include "studio/net/answer.h"
#include "studio/net/gate.h"
#include "studio/net/pages.h"
#include "studio/service.h"

namespace boost::asio {
class io_context;
class thread_pool;
}  // namespace boost::asio

namespace weir::studio {

// No more than this of an upload, a message, what waits for a slow page, and the first lines of a request.
struct Limits {
  uint64_t upload = 256 << 20;
  size_t message = 16 << 20, waiting = 32 << 20, head = 16 << 10;
  int idle = 75, stalled = 30;  // s: without a request, in the middle of one
  int connections = 200;
};

// What all connections have in common.
struct Host {
  Service& service;
  const Gate& gate;
  const Answers& answers;
  const Limits& limits;
  OpenPages& pages;
  boost::asio::io_context& io;
  boost::asio::thread_pool& workers;  // for what is asked over HTTP
  boost::asio::thread_pool& askers;   // for what pages ask over their sockets
  std::atomic<int>& connections;
};

// Of a socket of the system, which they close.
void serve_http(Host& host, int descriptor);
// `received`: the request to open it, as it came.
void serve_page(Host& host, int descriptor, const std::string& received);

}  // namespace weir::studio
