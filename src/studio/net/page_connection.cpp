// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The socket of a page. What it asks for is done in its order: the next message is read when the last one is answered.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "studio/net/connection.h"
#include "studio/net/requests.h"

namespace weir::studio {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

class PageConnection : public OpenPage, public std::enable_shared_from_this<PageConnection> {
 public:
  PageConnection(Host& host, int descriptor, const std::string& received)
      : host_(host), socket_(host.io), received_(received) {
    beast::get_lowest_layer(socket_).socket().assign(asio::ip::tcp::v4(), descriptor);
    ++host_.connections;
  }
  ~PageConnection() override { --host_.connections; }

  void open() {
    // Asks a silent page whether it is still there.
    socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    socket_.read_message_max(host_.limits.message);
    socket_.text(true);
    socket_.auto_fragment(false);
    socket_.async_accept(asio::buffer(received_), [self = shared_from_this()](Error error) {
      if (error) return;
      self->host_.pages.add(self);
      self->read();
    });
  }

  void send(std::shared_ptr<const std::string> message) override {
    asio::post(host_.io, [self = shared_from_this(), message = std::move(message)] { self->enqueue(message); });
  }

 private:
  using Error = boost::system::error_code;

  void read() {
    socket_.async_read(buffer_, [self = shared_from_this()](Error error, size_t) {
      if (!error) self->carry_out();
    });
  }

  void carry_out() {
    std::string message = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    asio::post(host_.askers, [self = shared_from_this(), message = std::move(message)] {
      try {
        self->send(std::make_shared<const std::string>(answer_request(self->host_.service, message)));
        asio::post(self->host_.io, [self] { self->read(); });
      } catch (const std::exception&) {
        // There is no memory for an answer. Nothing waits for the page any more, so its socket is closed.
      }
    });
  }

  // A page that does not read is dropped before it costs much memory; it connects again when it wakes up.
  void enqueue(const std::shared_ptr<const std::string>& message) {
    if (dropped_) return;
    waiting_bytes_ += message->size();
    waiting_.push_back(message);
    if (waiting_.size() > 1 && waiting_bytes_ > host_.limits.waiting) return drop();
    if (waiting_.size() == 1) write();
  }

  void write() {
    socket_.async_write(asio::buffer(*waiting_.front()), [self = shared_from_this()](Error error, size_t) {
      if (error || self->dropped_) return self->drop();
      self->waiting_bytes_ -= self->waiting_.front()->size();
      self->waiting_.pop_front();
      if (!self->waiting_.empty()) self->write();
    });
  }

  // The message that is being sent stays until its write has ended.
  void drop() {
    dropped_ = true;
    if (waiting_.size() > 1) waiting_.erase(waiting_.begin() + 1, waiting_.end());
    beast::get_lowest_layer(socket_).close();
  }

  Host& host_;
  websocket::stream<beast::tcp_stream> socket_;
  const std::string received_;
  beast::flat_buffer buffer_;
  std::deque<std::shared_ptr<const std::string>> waiting_;
  size_t waiting_bytes_ = 0;
  bool dropped_ = false;
};

}  // namespace

void serve_page(Host& host, int descriptor, const std::string& received) {
  std::make_shared<PageConnection>(host, descriptor, received)->open();
}

}  // namespace weir::studio
