// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Speaks to a server as a browser does, or as none would: over a plain socket, byte by byte.

#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "studio/service.h"

namespace weir::studio {

class TestSocket {
 public:
  explicit TestSocket(int port) : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience{10, 0};
    setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    place.sin_port = htons(static_cast<uint16_t>(port));
    if (connect(descriptor_, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0) {
      throw std::runtime_error("nobody listens");
    }
  }
  ~TestSocket() { close(descriptor_); }
  TestSocket(const TestSocket&) = delete;
  TestSocket& operator=(const TestSocket&) = delete;

  // False when the other side has had enough.
  bool send(const std::string& bytes) const {
    for (size_t sent = 0; sent < bytes.size();) {
      const ssize_t count = ::send(descriptor_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) return false;
      sent += static_cast<size_t>(count);
    }
    return true;
  }
  void end_sending() const { shutdown(descriptor_, SHUT_WR); }

  // Exactly so many bytes, fewer only where the connection ends.
  std::string read(size_t count) {
    while (waiting_.size() < count && read_some()) {
    }
    std::string bytes = waiting_.substr(0, count);
    waiting_.erase(0, bytes.size());
    return bytes;
  }
  // To this mark and with it; empty when the connection ends before.
  std::string read_to(const std::string& mark) {
    while (waiting_.find(mark) == std::string::npos) {
      if (!read_some()) return {};
    }
    return read(waiting_.find(mark) + mark.size());
  }
  std::string read_all() {
    while (read_some()) {
    }
    return std::exchange(waiting_, {});
  }

 private:
  bool read_some() {
    char piece[65536];
    const ssize_t count = recv(descriptor_, piece, sizeof piece, 0);
    if (count > 0) waiting_.append(piece, static_cast<size_t>(count));
    return count > 0;
  }

  int descriptor_;
  std::string waiting_;
};

struct TestReply {
  int status = 0;
  std::string head, body;

  bool has(const std::string& line) const { return head.find("\r\n" + line + "\r\n") != std::string::npos; }
};

// The next answer on a connection; status 0 when there is none.
inline TestReply next_reply(TestSocket& socket, bool with_body = true) {
  TestReply reply;
  reply.head = socket.read_to("\r\n\r\n");
  if (reply.head.size() < 12) return reply;
  reply.status = std::stoi(reply.head.substr(9, 3));
  const size_t length = reply.head.find("Content-Length: ");
  if (with_body && length != std::string::npos) reply.body = socket.read(std::stoul(reply.head.substr(length + 16)));
  return reply;
}

// `headers`: further lines, each with its end.
inline std::string request_text(int port, const std::string& target, const std::string& headers = "",
                                const std::string& method = "GET") {
  const std::string host =
      headers.find("Host: ") == std::string::npos ? "Host: 127.0.0.1:" + std::to_string(port) + "\r\n" : "";
  return method + " " + target + " HTTP/1.1\r\n" + host + headers + "\r\n";
}

inline TestReply ask(int port, const std::string& target, const std::string& headers = "",
                     const std::string& method = "GET") {
  TestSocket socket(port);
  socket.send(request_text(port, target, headers, method));
  return next_reply(socket, method != "HEAD");
}

// A page that is open.
class TestPage {
 public:
  TestPage(int port, const std::string& token) : TestPage(port, token, own_origin(port)) {}
  TestPage(int port, const std::string& token, const std::string& headers) : socket_(port) {
    socket_.send(request_text(port, "/socket?token=" + token,
                              headers + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                        "Sec-WebSocket-Key: d2VpciB3ZWlyIHdlaXIhIQ==\r\n"));
    status_ = next_reply(socket_).status;
  }
  static std::string own_origin(int port) { return "Origin: http://127.0.0.1:" + std::to_string(port) + "\r\n"; }

  int status() const { return status_; }  // 101: it is open
  TestSocket& socket() { return socket_; }

  // As one frame, masked by nothing.
  bool send(const std::string& text) const { return socket_.send(frame(text)); }
  static std::string frame(const std::string& text) {
    std::string bytes = "\x81";
    const size_t size = text.size();
    const auto add = [&](size_t value, int count) {
      for (int i = count - 1; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
    };
    size < 126 ? add(0x80 | size, 1) : size < 65536 ? (add(0xFE, 1), add(size, 2)) : (add(0xFF, 1), add(size, 8));
    return bytes + std::string(4, '\0') + text;
  }
  // Nothing when the connection has ended.
  std::optional<Json> next() {
    const std::string head = socket_.read(2);
    if (head.size() < 2 || (head[0] & 0x0F) != 1) return {};
    size_t size = static_cast<unsigned char>(head[1]) & 0x7F;
    if (size > 125) {
      const std::string more = socket_.read(size == 126 ? 2 : 8);
      size = 0;
      for (const char c : more) size = size << 8 | static_cast<unsigned char>(c);
    }
    const std::string text = socket_.read(size);
    return text.size() < size ? std::nullopt : std::optional(Json::parse(text));
  }
  // The answer to a request; what is told meanwhile is passed over.
  Json ask(const std::string& verb, Json given = Json::object()) {
    given["id"] = ++id_;
    given["do"] = verb;
    send(given.dump());
    while (const std::optional<Json> message = next()) {
      if (message->value("id", 0) == id_) return *message;
    }
    return {};
  }
  Json next_event(const std::string& event) {
    while (const std::optional<Json> message = next()) {
      if (message->value("event", "") == event) return *message;
    }
    return {};
  }

 private:
  TestSocket socket_;
  int status_ = 0, id_ = 0;
};

}  // namespace weir::studio
