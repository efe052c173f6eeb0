// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests over HTTP/1.1, one after the other.

#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <optional>
#include <sstream>

#include "studio/net/connection.h"
#include "studio/net/target.h"
#include "studio/new_file.h"

namespace weir::studio {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

constexpr size_t kPiece = 256 << 10;  // bytes of a body that are sent at once

std::string text_of_field(const http::fields& fields, http::field name) { return std::string(fields[name]); }

Head head_in(const http::request_header<>& request) {
  return {.method = std::string(request.method_string()),
          .target = std::string(request.target()),
          .host = text_of_field(request, http::field::host),
          .origin = text_of_field(request, http::field::origin),
          .token = std::string(request["X-Weir-Token"]),
          .range = text_of_field(request, http::field::range),
          .known = text_of_field(request, http::field::if_none_match),
          .gzip = text_of_field(request, http::field::accept_encoding).find("gzip") != std::string::npos};
}

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
  using Error = boost::system::error_code;

  // `next`, which keeps the connection alive until then.
  auto then(void (HttpConnection::*next)(Error)) {
    return [self = shared_from_this(), next](Error error, size_t) { (self.get()->*next)(error); };
  }

 public:
  HttpConnection(Host& host, int descriptor) : host_(host), stream_(host.io) {
    stream_.socket().assign(asio::ip::tcp::v4(), descriptor);
    ++host_.connections;
  }
  ~HttpConnection() { --host_.connections; }

  void read() {
    head_.emplace();
    head_->header_limit(static_cast<uint32_t>(host_.limits.head));
    head_->body_limit(host_.limits.upload);
    give_time(host_.limits.idle);
    http::async_read_header(stream_, buffer_, *head_, then(&HttpConnection::on_head));
  }

 private:
  void give_time(int seconds) { stream_.expires_after(std::chrono::seconds(seconds)); }

  // On a thread for work; `next` with what it gave, back on that of the connection. Nothing is made for a browser that
  // has left meanwhile, as it does while somebody scrubs through surfaces.
  template <class Work, class Next>
  void work(Work work, Next next) {
    stream_.expires_never();
    asio::post(host_.workers, [self = shared_from_this(), work = std::move(work), next = std::move(next)]() mutable {
      if (self->has_left()) return;
      try {
        auto done = std::make_shared<decltype(work())>(work());
        asio::post(self->host_.io, [self, done, next = std::move(next)]() mutable { next(std::move(*done)); });
      } catch (const std::exception&) {
        // There is no memory for an answer. Nothing holds the connection any more, so it is closed.
      }
    });
  }

  bool has_left() {
    char next = 0;
    return recv(stream_.socket().native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  }

  void on_head(Error error) {
    if (error == http::error::header_limit) return refuse(refusal(431, "the first lines of this request are too long"));
    if (error == http::error::body_limit) return refuse(too_large());
    if (error == http::error::end_of_stream ||
        (error && error.category() != http::make_error_code(http::error::bad_field).category())) {
      return close();
    }
    if (error) return refuse(refusal(400, "this is no request of HTTP"));
    const http::request_header<>& request = head_->get();
    asked_ = head_in(request);
    keep_alive_ = head_->keep_alive();
    if (beast::websocket::is_upgrade(head_->get())) return open_page();
    if (request.method() == http::verb::put) return begin_upload();
    if (!head_->is_done()) return refuse(refusal(400, "only PUT may have a body"));
    work([self = shared_from_this()] { return self->host_.answers.to(self->asked_); },
         [self = shared_from_this()](Answer answer) { self->send(std::move(answer)); });
  }

  // The same request, to the part that speaks with pages.
  void open_page() {
    const std::optional<Target> target = parse_target(asked_.target);
    if (!target || target->path != "/socket") return refuse(refusal(404, "Studio has no socket at this address."));
    if (!host_.gate.may_open_socket(asked_, target->query.text("token", asked_.token))) {
      return refuse(refusal(403, "Studio answers only at the address that weir studio has printed."));
    }
    std::ostringstream received;
    received << head_->get().base();
    Error error;
    const int descriptor = stream_.release_socket().release(error);
    if (!error) serve_page(host_, descriptor, received.str());
  }

  void begin_upload() {
    work([self = shared_from_this()] { return self->host_.answers.place_for(self->asked_); },
         [self = shared_from_this()](Answers::Upload upload) { self->receive(std::move(upload)); });
  }

  void receive(Answers::Upload upload) {
    if (upload.refused) return refuse(std::move(*upload.refused));
    try {
      upload_.emplace(upload.file);
    } catch (...) {
      return refuse_exception();
    }
    body_.emplace(std::move(*head_));
    Error error;
    body_->get().body().open(upload_->temporary().c_str(), beast::file_mode::write, error);
    if (error) return refuse(refusal(500, upload_->name() + ": cannot be written: " + error.message()));
    if (!beast::iequals(body_->get()[http::field::expect], "100-continue")) return read_body({});
    asio::async_write(stream_, asio::buffer(kGoOn), then(&HttpConnection::read_body));
  }
  void read_body(Error error) {
    if (error) return close();
    give_time(host_.limits.stalled);
    if (body_->is_done()) return end_upload();
    http::async_read_some(stream_, buffer_, *body_, then(&HttpConnection::on_body));
  }
  void on_body(Error error) {
    if (error == http::error::body_limit) return refuse(too_large());
    // Of the connection or of the disk: the first cannot be told of it.
    if (error) return refuse(refusal(500, upload_->name() + ": did not arrive: " + error.message()));
    read_body({});
  }
  void end_upload() {
    body_->get().body().close();
    work(
        [self = shared_from_this()] {
          try {
            if (!self->upload_->keep()) return refusal(409, "there is a file " + self->upload_->name() + " already");
            self->host_.service.tell("project", Json::object());
            return Answer{.status = 201};
          } catch (...) {
            const Trouble trouble = trouble_of_exception();
            return refusal(trouble.status, trouble.sentence);
          }
        },
        [self = shared_from_this()](Answer answer) { self->send(std::move(answer)); });
  }

  static Answer too_large() { return refusal(413, "Studio takes files of up to 256 MB."); }
  void refuse_exception() {
    const Trouble trouble = trouble_of_exception();
    refuse(refusal(trouble.status, trouble.sentence));
  }
  // What else the request may have is not read.
  void refuse(Answer answer) {
    keep_alive_ = false;
    send(std::move(answer));
  }

  void send(Answer answer) {
    answer_ = std::move(answer);
    upload_.reset();
    sent_ = 0;
    piece_ = host_.answers.head_of(answer_, keep_alive_);
    give_time(host_.limits.stalled);
    asio::async_write(stream_, asio::buffer(piece_), then(&HttpConnection::send_more));
  }
  void send_more(Error error) {
    if (error) return close();
    const bool wanted = asked_.method != "HEAD" && answer_.status != 304;
    if (!wanted || sent_ >= answer_.size()) return keep_alive_ ? read() : close();
    const auto count = static_cast<size_t>(std::min<uint64_t>(kPiece, answer_.size() - sent_));
    if (answer_.file) return send_of_file(count);
    give_time(host_.limits.stalled);
    const auto piece = answer_.body().substr(static_cast<size_t>(sent_), count);
    sent_ += count;
    asio::async_write(stream_, asio::buffer(piece.data(), piece.size()), then(&HttpConnection::send_more));
  }
  void send_of_file(size_t count) {
    const auto read = [self = shared_from_this(), count] {
      try {
        return self->answer_.file->read(self->answer_.range.from + self->sent_, count);
      } catch (const std::exception&) {
        return std::string();  // the browser sees that the end is missing
      }
    };
    work(read, [self = shared_from_this(), count](std::string piece) {
      if (piece.size() < count) return self->close();
      self->piece_ = std::move(piece);
      self->sent_ += count;
      self->give_time(self->host_.limits.stalled);
      asio::async_write(self->stream_, asio::buffer(self->piece_), self->then(&HttpConnection::send_more));
    });
  }

  // Reads on for a moment: a browser that still sends would lose the answer otherwise.
  void close() {
    Error ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    give_time(2);
    drain({}, 0);
  }
  void drain(Error error, size_t) {
    if (error) return;
    rest_.resize(kPiece);
    stream_.async_read_some(asio::buffer(rest_),
                            [self = shared_from_this()](Error e, size_t count) { self->drain(e, count); });
  }

  static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
  Host& host_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> head_;
  std::optional<http::request_parser<http::file_body>> body_;
  std::optional<NewFile> upload_;
  Head asked_;
  Answer answer_;
  bool keep_alive_ = false;
  uint64_t sent_ = 0;
  std::string piece_, rest_;
};

}  // namespace

void serve_http(Host& host, int descriptor) { std::make_shared<HttpConnection>(host, descriptor)->read(); }

}  // namespace weir::studio
