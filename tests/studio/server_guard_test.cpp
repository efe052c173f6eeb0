// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Who may come in, and that nobody brings the server down.

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <random>
#include <thread>

#include "server_client.h"
#include "studio/net/gate.h"
#include "studio/net/server.h"
#include "studio/net/target.h"
#include "weir/base/error.h"

namespace weir::studio {
namespace {

class ServerGuard : public ::testing::Test {
 protected:
  ServerGuard() {
    service_.get("/api/echo", [](const Query& query) { return Reply{"text/plain", query.text("what")}; });
    service_.get("/api/fails", [](const Query&) -> Reply { throw std::logic_error("secret"); });
    service_.on("echo", [](const Json& given) { return Json{{"what", text_of(given, "what")}}; });
    server_ = std::make_unique<Server>(
        service_, Assets{{"/", "text/html", "the page", ""}, {"/app.js", "text/javascript", "let it = 1", "packed"}},
        ServerOptions{.limits = {.message = 10000}});
    port_ = server_->port();
    with_token_ = "token=" + server_->token();
  }
  bool is_alive() const { return ask(port_, "/api/echo?what=ok&" + with_token_).body == "ok"; }

  Service service_;
  std::unique_ptr<Server> server_;
  int port_ = 0;
  std::string with_token_;
};

TEST_F(ServerGuard, AsksForTheToken) {
  EXPECT_EQ(ask(port_, "/?" + with_token_).body, "the page");
  EXPECT_EQ(ask(port_, "/").status, 403);
  EXPECT_EQ(ask(port_, "/?token=" + std::string(64, '0')).status, 403);
  EXPECT_EQ(ask(port_, "/api/echo?what=ok").status, 403);
  EXPECT_EQ(ask(port_, "/api/echo?what=ok&token=").status, 403);
  EXPECT_EQ(ask(port_, "/api/echo?what=ok", "X-Weir-Token: " + server_->token() + "\r\n").body, "ok");
  EXPECT_EQ(ask(port_, "/api/echo?what=ok&" + with_token_ + "0").status, 403);
  EXPECT_EQ(ask(port_, "/app.js").body, "let it = 1") << "what everybody may have";
}

TEST_F(ServerGuard, RefusesForeignHostsAndOrigins) {
  const std::string page = "/?" + with_token_, port = std::to_string(port_);
  EXPECT_EQ(ask(port_, page, "Host: localhost:" + port + "\r\n").status, 200);
  for (const std::string host : {"example.com", "127.0.0.1", "localhost.example.com:", "127.0.0.1:1"}) {
    EXPECT_EQ(ask(port_, page, "Host: " + host + (host.ends_with(':') ? port : "") + "\r\n").status, 403) << host;
  }
  EXPECT_EQ(ask(port_, page, TestPage::own_origin(port_)).status, 200);
  for (const std::string origin : {"http://example.com", "null", "https://127.0.0.1:", "http://127.0.0.1"}) {
    EXPECT_EQ(ask(port_, page, "Origin: " + origin + (origin.ends_with(':') ? port : "") + "\r\n").status, 403)
        << origin;
  }
}

TEST_F(ServerGuard, PagesNeedTheTokenAndAnOriginOfTheirOwn) {
  EXPECT_EQ(TestPage(port_, server_->token()).status(), 101);
  EXPECT_EQ(TestPage(port_, "no").status(), 403);
  EXPECT_EQ(TestPage(port_, server_->token(), "").status(), 403) << "without an origin";
  EXPECT_EQ(TestPage(port_, server_->token(), "Origin: http://example.com\r\n").status(), 403);
  EXPECT_EQ(TestPage(port_, server_->token(), "Host: example.com\r\n" + TestPage::own_origin(port_)).status(), 403);
}

TEST_F(ServerGuard, TellsBrowsersToBeStrict) {
  const TestReply page = ask(port_, "/?" + with_token_);
  EXPECT_NE(page.head.find("Content-Security-Policy: default-src 'none'; script-src 'self';"), std::string::npos);
  EXPECT_TRUE(page.has("X-Content-Type-Options: nosniff"));
  EXPECT_TRUE(page.has("Referrer-Policy: no-referrer"));
  EXPECT_TRUE(ask(port_, "/api/echo?what=ok&" + with_token_).has("Cache-Control: no-store"));
}

TEST_F(ServerGuard, KnowsWhatTheBrowserHasAlready) {
  const TestReply whole = ask(port_, "/app.js", "Accept-Encoding: gzip, br\r\n");
  EXPECT_EQ(whole.body, "packed");
  EXPECT_TRUE(whole.has("Content-Encoding: gzip"));
  const size_t tag = whole.head.find("ETag: ") + 6;
  const std::string known = whole.head.substr(tag, whole.head.find("\r\n", tag) - tag);
  EXPECT_EQ(ask(port_, "/app.js", "If-None-Match: " + known + "\r\n").status, 304);
}

TEST_F(ServerGuard, OnlyReadsAndPuts) {
  for (const char* method : {"POST", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"}) {
    EXPECT_EQ(ask(port_, "/?" + with_token_, "", method).status, 405) << method;
  }
  EXPECT_EQ(ask(port_, "/api/echo?what=ok&" + with_token_, "", "HEAD").status, 200);
  EXPECT_EQ(ask(port_, "/api/none?" + with_token_).status, 404);
  EXPECT_EQ(ask(port_, "/?" + with_token_, "Content-Length: 3\r\n").status, 400);
}

TEST_F(ServerGuard, MistakesOfOurOwnAreNotShown) {
  const TestReply reply = ask(port_, "/api/fails?" + with_token_);
  EXPECT_EQ(reply.status, 500);
  EXPECT_EQ(reply.body.find("secret"), std::string::npos);
}

TEST_F(ServerGuard, AnswersOneRequestAfterTheOther) {
  TestSocket socket(port_);
  std::string both;
  for (const char* what : {"1", "2"})
    both += request_text(port_, std::string("/api/echo?what=") + what + "&" + with_token_);
  socket.send(both);
  EXPECT_EQ(next_reply(socket).body, "1");
  EXPECT_EQ(next_reply(socket).body, "2");
}

TEST_F(ServerGuard, LongHeadsAreRefused) {
  EXPECT_EQ(ask(port_, "/?" + with_token_, "X-Long: " + std::string(20000, 'x') + "\r\n").status, 431);
  EXPECT_TRUE(is_alive());
}

TEST_F(ServerGuard, GarbageDoesNoHarm) {
  std::mt19937 random(2026);
  const std::string good = request_text(port_, "/api/echo?what=a%20b&" + with_token_, TestPage::own_origin(port_));
  for (int i = 0; i < 300; ++i) {
    std::string bytes = good;
    for (int k = 0; k <= i % 7; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (i % 5 == 0) bytes.resize(random() % bytes.size());
    if (i % 11 == 0) bytes = std::string(random() % 3000, static_cast<char>(random()));
    TestSocket socket(port_);
    socket.send(bytes);
    socket.end_sending();
    if (i % 3 == 0) socket.read_all();  // others leave without looking
  }
  EXPECT_TRUE(is_alive());
}

TEST_F(ServerGuard, GarbageOnASocketDoesNoHarm) {
  std::mt19937 random(2026);
  for (int i = 0; i < 100; ++i) {
    TestPage page(port_, server_->token());
    ASSERT_EQ(page.status(), 101);
    std::string bytes = TestPage::frame(R"({"id": 1, "do": "echo", "what": "x"})");
    for (int k = 0; k <= i % 4; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    page.socket().send(bytes);
    page.socket().end_sending();
    if (i % 3 == 0) page.socket().read_all();
  }
  EXPECT_TRUE(is_alive());
}

TEST_F(ServerGuard, WhatIsNoRequestIsAnswered) {
  TestPage page(port_, server_->token());
  for (const std::string bad : {"", "[]", "7", "{", "{\"id\": 1}", "{\"do\": 7}", "{\"do\": \"unheard of\"}"}) {
    page.send(bad);
    const std::optional<Json> answer = page.next();
    ASSERT_TRUE(answer) << bad;
    EXPECT_TRUE(answer->contains("error")) << bad;
  }
  page.send(std::string(9000, '['));
  EXPECT_TRUE(page.next()->contains("error"));
  EXPECT_EQ(page.ask("echo", {{"what", "ok"}})["ok"]["what"], "ok");
}

TEST_F(ServerGuard, NestedRequestsAreRefused) {
  TestPage page(port_, server_->token());
  const std::string deep = std::string(4000, '[') + std::string(4000, ']');
  page.send(R"({"id": 1, "do": "echo", "what": )" + deep + "}");
  EXPECT_NE((*page.next())["error"].get<std::string>().find("nested more than"), std::string::npos);
  EXPECT_EQ(page.ask("echo", {{"what", "ok"}})["ok"]["what"], "ok");
}

// More requests over HTTP than there are threads for them, which end when the test says so.
TEST_F(ServerGuard, PagesDoNotWaitForWhatIsSlow) {
  server_.reset();
  std::promise<void> end;
  const std::shared_future<void> ended = end.get_future().share();
  std::atomic<int> made = 0;
  service_.get("/api/slow", [&](const Query&) {
    ++made;
    ended.wait();
    return Reply{};
  });
  server_ = std::make_unique<Server>(service_, Assets{}, ServerOptions{});
  const int port = server_->port();
  const std::string slow = request_text(port, "/api/slow?token=" + server_->token());
  std::vector<std::unique_ptr<TestSocket>> waiting;
  for (int i = 0; i < 4; ++i) waiting.emplace_back(std::make_unique<TestSocket>(port))->send(slow);
  while (made < 4) std::this_thread::yield();
  TestSocket(port).send(slow);  // and leaves
  TestPage page(port, server_->token());
  EXPECT_EQ(page.ask("echo", {{"what", "ok"}})["ok"]["what"], "ok");
  end.set_value();
  for (const auto& socket : waiting) EXPECT_EQ(next_reply(*socket).status, 200);
  EXPECT_EQ(ask(port, "/api/echo?what=x&token=" + server_->token()).status, 200);
  server_.reset();
  EXPECT_EQ(made, 4) << "something was made for a browser that had left";
}

TEST_F(ServerGuard, TooLongMessagesEndTheConnection) {
  TestPage page(port_, server_->token());
  page.send(std::string(20000, 'x'));
  EXPECT_FALSE(page.next());
  EXPECT_TRUE(is_alive());
}

TEST(ServerNumbers, AreFiniteAndInRange) {
  for (const char* text : {"nan", "inf", "-inf", "1e999", "", "1x"}) {
    const Query query{.values = {{"frame", text}}};
    EXPECT_THROW(query.number("frame"), InputError) << text;
  }
  const auto frame = [](const Json& number) { return frame_of({{"frame", number}}, "frame"); };
  EXPECT_EQ(frame(-12), -12);
  for (const Json& number : {Json(1e300), Json(0.5), Json(1e7), Json("1"), Json()}) {
    EXPECT_THROW(frame(number), InputError) << number;
  }
}

TEST(ServerPort, TakenIsOneSentence) {
  Service service;
  const Server first(service, {}, {});
  Service other;
  try {
    const Server second(other, {}, {.port = first.port()});
    FAIL() << "two servers at one port";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("choose another one with --port"), std::string::npos) << error.what();
  }
}

TEST(ServerToken, DiffersEachTime) {
  EXPECT_EQ(make_token().size(), 64u);
  EXPECT_NE(make_token(), make_token());
}

TEST(ServerTarget, IsTakenApart) {
  const auto target = parse_target("/api/file?path=a%20b%2Fc+d&x=&y");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/file");
  EXPECT_EQ(target->query.text("path"), "a b/c d");
  EXPECT_EQ(target->query.text("x"), "");
  for (const char* bad :
       {"", "x", "http://a/", "/%", "/%1", "/%zz", "/a?b=%0", "/a%00", "/a?b=%00", "/a?b=1&b=2", "/%-1"}) {
    EXPECT_FALSE(parse_target(bad)) << bad;
  }
}

}  // namespace
}  // namespace weir::studio
