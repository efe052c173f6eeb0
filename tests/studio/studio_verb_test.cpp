// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir studio as a process.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "app/weir_program.h"
#include "refusal.h"
#include "server_client.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScene =
    "{\"dimensions\": 2, \"solver\": {\"kind\": \"ballistic\", \"spacing\": 0.1},\n"
    " \"liquids\": [{\"shape\": {\"kind\": \"sphere\", \"radius\": 0.5}}]}\n";

class StudioProcess {
 public:
  explicit StudioProcess(std::vector<std::string> words)
      : out_(said_ / "out.txt"), process_(with_browser_off(std::move(words)), {.out = out_.string(), .err = ""}) {
    for (int i = 0; i < 1000 && address().empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  // The first line, once it is whole.
  std::string address() const {
    const std::string said = fs::exists(out_) ? read_file(out_) : std::string();
    const std::string begin = "Studio: http://127.0.0.1:";
    return said.starts_with(begin) && said.ends_with("\n") ? said.substr(begin.size(), said.size() - begin.size() - 1)
                                                           : "";
  }
  int port() const { return std::stoi(address()); }
  std::string token() const { return address().substr(address().find('=') + 1); }
  app::Said end(int signal) {
    ended_ = true;
    process_.send(signal);
    return process_.wait();
  }
  ~StudioProcess() {
    if (!ended_) end(SIGKILL);
  }
  StudioProcess(const StudioProcess&) = delete;
  StudioProcess& operator=(const StudioProcess&) = delete;

 private:
  static std::vector<std::string> with_browser_off(std::vector<std::string> words) {
    words.insert(words.begin(), {"studio", "--no-browser"});
    return words;
  }
  TempFolder said_;
  fs::path out_;
  app::WeirProcess process_;
  bool ended_ = false;
};

class StudioVerb : public ::testing::Test {
 protected:
  StudioVerb() { dump(folder_ / "drop.json", kScene); }
  TempFolder folder_;
};

TEST_F(StudioVerb, PrintsTheAddressAndEndsWellWhenAskedTo) {
  for (const int signal : {SIGINT, SIGTERM}) {
    StudioProcess studio({(folder_ / "drop.json").string()});
    ASSERT_FALSE(studio.address().empty());
    TestPage page(studio.port(), studio.token());
    ASSERT_EQ(page.status(), 101);
    const Json hello = page.ask("hello");
    EXPECT_EQ(hello["ok"]["scene"], "drop.json");
    EXPECT_EQ(hello["ok"]["folder"], fs::canonical(folder_.path()).string());
    const app::Said said = studio.end(signal);
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.err, "");
  }
}

TEST_F(StudioVerb, TwoPagesSeeEachOthersEdits) {
  StudioProcess studio({folder_.path().string()});
  TestPage one(studio.port(), studio.token()), two(studio.port(), studio.token());
  const Json opened = one.ask("open", {{"scene", "drop.json"}})["ok"];
  two.ask("open", {{"scene", "drop.json"}});
  const Json edit{{"scene", "drop.json"}, {"base", opened["version"]}, {"text", "{}"}, {"label", "clear"}};
  EXPECT_TRUE(one.ask("edit", edit).contains("ok"));
  EXPECT_EQ(two.next_event("document")["text"], "{}");
  EXPECT_NE(two.ask("edit", edit)["error"].get<std::string>().find("changed elsewhere"), std::string::npos);
  EXPECT_TRUE(two.ask("undo", {{"scene", "drop.json"}}).contains("ok"));
  Json heard = one.next_event("document");
  while (heard.is_object() && heard["text"] != kScene) heard = one.next_event("document");
  EXPECT_EQ(heard["redo"], "clear");
}

TEST_F(StudioVerb, IsThereAgainAfterItWasKilled) {
  const std::string text = "// Not saved.\n" + std::string(kScene);
  {
    StudioProcess studio({folder_.path().string()});
    TestPage page(studio.port(), studio.token());
    const Json opened = page.ask("open", {{"scene", "drop.json"}})["ok"];
    page.ask("edit", {{"scene", "drop.json"}, {"base", opened["version"]}, {"text", text}, {"label", "say more"}});
    const fs::path kept = folder_ / ".drop.json.autosave";
    for (int i = 0; i < 2000 && !fs::exists(kept); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    studio.end(SIGKILL);
  }
  StudioProcess studio({folder_.path().string()});
  TestPage page(studio.port(), studio.token());
  const Json opened = page.ask("open", {{"scene", "drop.json"}})["ok"];
  EXPECT_EQ(opened["recovered"], true);
  EXPECT_EQ(opened["text"], text);
  EXPECT_EQ(studio.end(SIGTERM).code, 0);
}

TEST_F(StudioVerb, FoldersInEachOtherAreOpenInOneAtATime) {
  fs::create_directory(folder_ / "shots");
  const std::string outer = folder_.path().string(), inner = (folder_ / "shots").string();
  for (const auto& [first, second] : {std::pair(outer, inner), std::pair(inner, outer)}) {
    {
      StudioProcess studio({first});
      ASSERT_FALSE(studio.address().empty());
      const app::Said said = app::weir({"studio", second, "--no-browser"});
      EXPECT_EQ(said.code, 2);
      EXPECT_NE(said.err.find(fmt::format("another Studio has {}, which", fs::canonical(first).string())),
                std::string::npos)
          << said.err;
      EXPECT_NE(said.err.find("127.0.0.1:" + studio.address()), std::string::npos) << said.err;
      studio.end(SIGKILL);
    }
    StudioProcess after({second});
    EXPECT_FALSE(after.address().empty());
    EXPECT_EQ(after.end(SIGTERM).code, 0);
  }
}

TEST_F(StudioVerb, ExamplesAreOpenedFromWhereTheArtistIs) {
  const fs::path examples = fs::path(WEIR_SOURCE_DIR) / "examples";
  const fs::path here = fs::current_path();
  fs::current_path(folder_.path());
  StudioProcess studio({(examples / "sph/drop-2d.json").string()});
  fs::current_path(here);
  TestPage page(studio.port(), studio.token());
  const Json hello = page.ask("hello")["ok"];
  EXPECT_EQ(hello["scene"], "examples:sph/drop-2d.json");
  EXPECT_EQ(hello["folder"], fs::canonical(folder_.path()).string());
  EXPECT_EQ(page.ask("open", {{"scene", "examples:sph/drop-2d.json"}})["ok"]["readonly"], true);
  EXPECT_EQ(studio.end(SIGTERM).code, 0);
}

TEST_F(StudioVerb, WhatIsWrongIsOneSentence) {
  StudioProcess first({folder_.path().string()});
  const app::Said open = app::weir({"studio", (folder_ / "drop.json").string(), "--no-browser"});
  EXPECT_EQ(open.code, 2);
  EXPECT_NE(open.err.find("another Studio has this folder open (process"), std::string::npos) << open.err;
  EXPECT_NE(open.err.find("127.0.0.1:" + first.address()), std::string::npos) << open.err;
  const TempFolder other;
  const app::Said busy =
      app::weir({"studio", other.path().string(), "--no-browser", "--port", std::to_string(first.port())});
  EXPECT_EQ(busy.code, 2);
  EXPECT_NE(busy.err.find("choose another one with --port"), std::string::npos) << busy.err;
  EXPECT_EQ(busy.out, "");
  const app::Said none = app::weir({"studio", (folder_ / "none").string(), "--no-browser"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("there is no such folder or scene"), std::string::npos) << none.err;
  EXPECT_EQ(app::weir({"studio", "--port", "99999"}).code, 2);
  EXPECT_EQ(first.end(SIGTERM).code, 0);
}

}  // namespace
}  // namespace weir::studio
