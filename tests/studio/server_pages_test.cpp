// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pages come and go, and one does not wait for another.

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "server_client.h"
#include "studio/net/server.h"

namespace weir::studio {
namespace {

class ServerPages : public ::testing::Test {
 protected:
  ServerPages() {
    service_.on("count", [this](const Json&) { return Json{{"count", ++count_}}; });
    service_.on("wait", [this](const Json&) {
      opened_.wait();
      return Json();
    });
    server_ = std::make_unique<Server>(service_, Assets(), ServerOptions{.limits = {.waiting = 1 << 20}});
  }
  TestPage page() const { return {server_->port(), server_->token()}; }

  std::promise<void> door_;  // whoever waits goes on when it is opened
  std::shared_future<void> opened_ = door_.get_future().share();
  Service service_;
  std::atomic<int> count_ = 0;
  std::unique_ptr<Server> server_;
};

TEST_F(ServerPages, AllHearTheNews) {
  TestPage one = page(), two = page();
  one.ask("count"), two.ask("count");  // both are known by now
  service_.tell("take", {{"take", "takes/drop/001"}});
  EXPECT_EQ(one.next_event("take")["take"], "takes/drop/001");
  EXPECT_EQ(two.next_event("take")["take"], "takes/drop/001");
}

TEST_F(ServerPages, WhatOneAsksIsDoneInItsOrder) {
  TestPage one = page();
  for (int i = 1; i <= 50; ++i) one.send(Json{{"id", i}, {"do", i == 1 ? "wait" : "count"}}.dump());
  door_.set_value();
  for (int i = 1; i <= 50; ++i) {
    const std::optional<Json> answer = one.next();
    ASSERT_TRUE(answer);
    EXPECT_EQ((*answer)["id"], i);
    if (i == 1) continue;
    EXPECT_EQ((*answer)["ok"]["count"], i - 1);
  }
}

TEST_F(ServerPages, AnotherDoesNotWait) {
  TestPage slow = page(), quick = page();
  slow.send(R"({"id": 1, "do": "wait"})");
  EXPECT_EQ(quick.ask("count")["ok"]["count"], 1);
  door_.set_value();
  EXPECT_EQ((*slow.next())["id"], 1);
}

TEST_F(ServerPages, OneThatDoesNotReadIsDropped) {
  TestPage sleeping = page(), awake = page();
  sleeping.ask("count"), awake.ask("count");
  const std::string much(200'000, 'x');
  for (int i = 0; i < 100; ++i) {
    service_.tell("take", {{"number", i}, {"much", much}});
    EXPECT_EQ(awake.next_event("take")["number"], i);
  }
  // What had reached it before it was dropped, and then the end.
  int heard = 0;
  while (sleeping.next()) ++heard;
  EXPECT_LT(heard, 100);
  EXPECT_TRUE(awake.ask("count").contains("ok"));
}

TEST_F(ServerPages, ManyComeAndGo) {
  for (int i = 0; i < 100; ++i) {
    TestPage one = page();
    ASSERT_EQ(one.status(), 101);
    if (i % 2 == 0) one.send(R"({"id": 1, "do": "count"})");  // and leaves before it is answered
    service_.tell("project", Json::object());
  }
  EXPECT_TRUE(page().ask("count").contains("ok"));
}

TEST_F(ServerPages, EndsWhilePagesAreOpenAndAsk) {
  TestPage one = page(), two = page();
  one.send(R"({"id": 1, "do": "wait"})");
  const int port = server_->port();
  door_.set_value();
  server_.reset();
  EXPECT_FALSE(two.next());
  EXPECT_THROW(TestSocket{port}, std::runtime_error);
  service_.tell("project", Json::object());  // nobody is there any more
}

}  // namespace
}  // namespace weir::studio
