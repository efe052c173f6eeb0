// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/net/server.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <thread>

#include "weir/base/error.h"

namespace weir::studio {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

// Of each kind. What pages ask over their sockets, such as to stop, does not wait for surfaces that are being made.
constexpr int kWorkers = 4;

// A socket of the system that listens at the port; 0: any that is free.
int listening_at(int port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;  // also a port that another Studio has left just now
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  place.sin_port = htons(static_cast<uint16_t>(port));
  if (bind(descriptor, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 &&
      listen(descriptor, SOMAXCONN) == 0) {
    return descriptor;
  }
  const std::string why = std::generic_category().message(errno);
  close(descriptor);
  throw InputError("", fmt::format("Studio cannot listen at port {}: {}; choose another one with --port, or leave it "
                                   "out for any that is free",
                                   port, why));
}

int port_of(int descriptor) {
  sockaddr_in place{};
  socklen_t size = sizeof place;
  getsockname(descriptor, reinterpret_cast<sockaddr*>(&place), &size);
  return ntohs(place.sin_port);
}

}  // namespace

struct Server::Inside {
  Inside(Service& s, Assets page, const ServerOptions& options)
      : service(s),
        limits(options.limits),
        listening(listening_at(options.port)),
        gate(make_token(), port_of(listening)),
        answers(gate, service, std::move(page)) {
    service.listen([this](const std::string& message) { pages.send(message); });
    accept();
    thread = std::thread([this] { serve(); });
  }

  ~Inside() {
    service.listen({});
    io.stop();
    thread.join();
    for (asio::thread_pool* pool : {&workers, &askers}) pool->stop();  // what has not begun
    for (asio::thread_pool* pool : {&workers, &askers}) pool->join();
  }

  // A connection that cannot go on, for want of memory, ends; the others do not.
  void serve() {
    while (true) {
      try {
        io.run();
        return;
      } catch (const std::exception& error) {
        std::fputs(fmt::format("weir studio: a connection has failed: {}\n", error.what()).c_str(), stderr);
      }
    }
  }

  void accept() {
    acceptor.async_accept([this](boost::system::error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later();
      boost::system::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      if (host.connections < limits.connections) serve_http(host, socket.release());
      accept();
    });
  }
  // There are no more descriptors: they come back when somebody leaves.
  void accept_later() {
    pause.expires_after(std::chrono::milliseconds(100));
    pause.async_wait([this](boost::system::error_code error) {
      if (!error) accept();
    });
  }

  Service& service;
  const Limits limits;
  const int listening;
  const Gate gate;
  const Answers answers;
  OpenPages pages;
  std::atomic<int> connections = 0;
  Host host{service, gate, answers, limits, pages, io, workers, askers, connections};
  // Connections that are left when all stops go with these, and look at what stands before.
  asio::io_context io{1};
  asio::thread_pool workers{kWorkers}, askers{kWorkers};
  tcp::acceptor acceptor{io, tcp::v4(), listening};
  asio::steady_timer pause{io};
  std::thread thread;
};

Server::Server(Service& service, Assets page, const ServerOptions& options)
    : inside_(std::make_unique<Inside>(service, std::move(page), options)) {}

Server::~Server() = default;

int Server::port() const { return inside_->gate.port(); }

const std::string& Server::token() const { return inside_->gate.token(); }

std::string Server::address() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", port(), inside_->gate.token());
}

}  // namespace weir::studio
