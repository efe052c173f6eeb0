// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes that are edited: nothing is lost, everybody sees the same, and what is wrong is told at once.

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "base/files.h"
#include "refusal.h"
#include "studio/documents.h"
#include "studio/edit_check.h"
#include "studio/edit_document.h"
#include "studio/heard.h"
#include "temp_folder.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

constexpr const char* kScene =
    "// A drop.\n{\n  \"dimensions\": 2,\n  \"solver\": {\"kind\": \"ballistic\", \"spacing\": 0.1},\n"
    "  \"liquids\": [{\"shape\": {\"kind\": \"sphere\", \"radius\": 0.5}}]\n}\n";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

class EditDocuments : public ::testing::Test {
 protected:
  EditDocuments() {
    fs::create_directory(root_ / "open"), fs::create_directory(root_ / "examples");
    dump(file_, kScene);
    dump(root_ / "examples/drop.json", kScene);
    start();
  }
  // As by `weir studio`; what there was ends before.
  void start() {
    stop();
    service_.emplace();
    heard_.emplace(*service_);
    folder_.emplace(root_ / "open", root_ / "examples");
    documents_.emplace(*folder_, *service_);
  }
  void stop() {
    documents_.reset();
    folder_.reset();
    heard_.reset();
    service_.reset();
  }
  Json ask(const std::string& verb, Json given = Json::object()) {
    if (!given.contains("scene")) given["scene"] = "drop.json";
    return (*service_->verb(verb))(given);
  }
  int edit(const Json& document, const std::string& text, const std::string& merge = "") {
    return ask("edit", {{"scene", document["scene"]},
                        {"base", document["version"]},
                        {"text", text},
                        {"label", "an edit"},
                        {"merge", merge}})["version"];
  }
  std::string edit_refusal(const Json& document, const std::string& text) {
    return refusal([&] { edit(document, text); });
  }
  bool comes_true(const std::function<bool()>& is) const {
    for (int i = 0; i < 500 && !is(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return is();
  }

  TempFolder root_;
  const fs::path file_ = root_ / "open/drop.json", autosave_ = autosave_of(file_);
  std::optional<Service> service_;
  std::optional<Heard> heard_;
  std::optional<Folder> folder_;
  std::optional<Documents> documents_;
};

TEST_F(EditDocuments, AreEditedAndSaved) {
  const Json opened = ask("open");
  EXPECT_EQ(opened["text"], kScene);
  EXPECT_EQ(opened["saved"], true);
  const std::string text = replaced(kScene, "0.5", "0.25");
  const int version = edit(opened, text);
  EXPECT_GT(version, opened["version"]);
  EXPECT_EQ(heard_->last("document")["text"], text);
  EXPECT_EQ(heard_->last("document")["saved"], false);
  EXPECT_EQ(heard_->last("document")["undo"], "an edit");
  EXPECT_EQ(read_file(file_), kScene);
  ask("save");
  EXPECT_EQ(read_file(file_), text);
  EXPECT_EQ(heard_->last("document")["saved"], true);
  ask("undo");
  EXPECT_EQ(heard_->last("document")["text"], kScene);
  EXPECT_EQ(heard_->last("document")["redo"], "an edit");
  ask("redo");
  EXPECT_EQ(heard_->last("document")["text"], text);
  ask("revert");
  EXPECT_EQ(documents_->read("drop.json")->text, text);
}

TEST_F(EditDocuments, EditsOfAnOlderTextAreRefused) {
  const Json opened = ask("open");
  edit(opened, replaced(kScene, "0.5", "0.25"));
  EXPECT_NE(edit_refusal(opened, replaced(kScene, "0.5", "0.75")).find("changed elsewhere"), std::string::npos);
  EXPECT_EQ(documents_->read("drop.json")->text, replaced(kScene, "0.5", "0.25"));
}

TEST_F(EditDocuments, AreCheckedAtOnceAndThenAsAWhole) {
  const Json opened = ask("open");
  const int bad = edit(opened, replaced(kScene, "0.5", "-1"));
  const Json quick = heard_->last("checked");
  EXPECT_EQ(quick["version"], bad);
  ASSERT_EQ(quick["findings"].size(), 1u);
  EXPECT_EQ(quick["findings"][0]["path"], "liquids[0].shape.radius");
  EXPECT_EQ(quick["findings"][0]["line"], 5);
  EXPECT_EQ(quick["findings"][0]["file"], "drop.json");
  EXPECT_FALSE(documents_->read("drop.json")->good());

  const int good = edit(heard_->last("document"), replaced(kScene, "0.5", "0.25"));
  EXPECT_TRUE(documents_->read("drop.json")->good());
  EXPECT_EQ(documents_->read("drop.json")->scene.file, folder_->path() / "drop.json");
  const Json whole = heard_->whole_check(good);
  ASSERT_TRUE(whole.is_object());
  EXPECT_EQ(whole["findings"].size(), 0u);
  EXPECT_GT(whole["particles"], 10);
  EXPECT_EQ(whole["full"]["liquids"][0]["shape"]["radius"], 0.25);
}

TEST_F(EditDocuments, WarningsHaveTheLinesOfTheTextThatIsNotSaved) {
  const Json opened = ask("open");
  const int version =
      edit(opened,
           replaced(kScene, "{\n", "{\n\n\n  \"emitters\": [{\"first\": 90, \"shape\": {\"kind\": \"sphere\"}}],\n"));
  const Json whole = heard_->whole_check(version);
  ASSERT_TRUE(whole.is_object());
  ASSERT_GE(whole["findings"].size(), 1u);
  EXPECT_EQ(whole["findings"][0]["path"], "emitters[0]");
  EXPECT_EQ(whole["findings"][0]["line"], 5);
}

TEST_F(EditDocuments, ATextThatIsNoJsonKeepsTheSceneThatWas) {
  const Json opened = ask("open");
  edit(opened, replaced(kScene, "\"dimensions\"", "dimensions"));
  const auto read = documents_->read("drop.json");
  EXPECT_FALSE(read->readable);
  EXPECT_EQ(read->scene.dimensions, 2);
  const Json checked = heard_->last("checked");
  EXPECT_TRUE(checked["full"].is_null());
  EXPECT_EQ(checked["solver"], "ballistic");
  EXPECT_EQ(checked["findings"][0]["line"], 3);
}

TEST_F(EditDocuments, AreRecoveredAfterACrash) {
  const std::string text = replaced(kScene, "0.5", "0.25");
  edit(ask("open"), text);
  ASSERT_TRUE(comes_true([&] { return fs::exists(autosave_); }));
  EXPECT_EQ(read_file(autosave_), text);
  fs::copy_file(autosave_, root_ / "kept");  // what is there when the machine stops now
  stop();
  fs::remove(autosave_), fs::copy_file(root_ / "kept", autosave_);
  start();
  const Json opened = ask("open");
  EXPECT_EQ(opened["text"], text);
  EXPECT_EQ(opened["recovered"], true);
  EXPECT_EQ(opened["saved"], false);
  ask("undo");
  EXPECT_EQ(heard_->last("document")["text"], kScene);
  EXPECT_TRUE(comes_true([&] { return !fs::exists(autosave_); })) << "there is nothing to be kept any more";
  ask("redo");
  ask("save");
  EXPECT_EQ(read_file(file_), text);
  EXPECT_FALSE(fs::exists(autosave_));
}

TEST_F(EditDocuments, WhatWasNotSavedIsThereNextTime) {
  const std::string text = replaced(kScene, "0.5", "0.25");
  edit(ask("open"), text);
  start();  // at once
  EXPECT_EQ(ask("open")["text"], text);
}

TEST_F(EditDocuments, AnAutosaveCanBeDiscarded) {
  dump(autosave_, replaced(kScene, "0.5", "0.25"));
  EXPECT_EQ(ask("open", {{"discard_autosave", true}})["text"], kScene);
  EXPECT_FALSE(fs::exists(autosave_));
  start();
  dump(autosave_, replaced(kScene, "0.5", "0.75"));
  EXPECT_EQ(ask("open")["recovered"], true);
  const Json discarded = ask("open", {{"discard_autosave", true}});
  EXPECT_EQ(discarded["text"], kScene);
  EXPECT_EQ(discarded["recovered"], false);
  EXPECT_FALSE(fs::exists(autosave_));
}

TEST_F(EditDocuments, AnAutosaveThatSaysTheSameIsNoNews) {
  dump(autosave_, kScene);
  EXPECT_EQ(ask("open")["recovered"], false);
}

TEST_F(EditDocuments, ExamplesAreNotChanged) {
  const Json opened = ask("open", {{"scene", "examples:drop.json"}});
  EXPECT_EQ(opened["readonly"], true);
  EXPECT_NE(edit_refusal(opened, "{}").find("make a copy"), std::string::npos);
  for (const char* verb : {"undo", "redo", "save", "revert"}) {
    EXPECT_THROW(ask(verb, {{"scene", "examples:drop.json"}}), InputError) << verb;
  }
  stop();
  EXPECT_EQ(std::distance(fs::directory_iterator(root_ / "examples"), {}), 1) << "nothing was written there";
}

TEST_F(EditDocuments, WhatOtherProgramsWriteIsTakenOver) {
  ask("open");
  const std::string text = replaced(kScene, "0.5", "0.25");
  dump(file_, text);
  const Json told =
      heard_->wait([&](const Json& event) { return event["event"] == "document" && event["text"] == text; });
  ASSERT_TRUE(told.is_object());
  EXPECT_EQ(told["saved"], true);
  ask("undo");
  EXPECT_EQ(documents_->read("drop.json")->text, kScene);
}

TEST_F(EditDocuments, WhatOtherProgramsWriteIsNotReplacedUnseen) {
  const std::string mine = replaced(kScene, "0.5", "0.25"), theirs = replaced(kScene, "0.5", "0.75");
  edit(ask("open"), mine);
  dump(file_, theirs);
  EXPECT_NE(refusal([&] { ask("save"); }).find("another program has changed the file"), std::string::npos);
  EXPECT_EQ(read_file(file_), theirs);
  EXPECT_EQ(heard_->last("document")["differs"], true);
  EXPECT_EQ(heard_->last("document")["text"], mine);
  ask("save");
  EXPECT_EQ(read_file(file_), mine);
}

TEST_F(EditDocuments, AFileThatIsGoneIsWrittenAnew) {
  ask("open");
  fs::remove(file_);
  const auto is_told = [](const Json& event) { return event["event"] == "document" && event["saved"] == false; };
  EXPECT_TRUE(heard_->wait(is_told).is_object());
  ask("save");
  EXPECT_EQ(read_file(file_), kScene);
}

TEST_F(EditDocuments, AFileThatComesBackIsNoOther) {
  const Json opened = ask("open");
  const fs::path away = root_ / "away.json";
  fs::rename(file_, away);
  const auto is_told = [](const Json& event) { return event["event"] == "document" && event["saved"] == false; };
  EXPECT_TRUE(heard_->wait(is_told).is_object());
  const std::string mine = replaced(kScene, "0.5", "0.25");
  edit(opened, mine);
  fs::rename(away, file_);
  ask("save");
  EXPECT_EQ(read_file(file_), mine);
}

TEST_F(EditDocuments, WhatIsIncludedIsWatched) {
  dump(root_ / "open/base.json", kScene);
  dump(root_ / "open/on_top.json", R"({"include": "base.json"})");
  ask("open", {{"scene", "on_top.json"}});
  dump(root_ / "open/base.json", replaced(kScene, "\"dimensions\": 2", "\"dimensions\": 3"));
  EXPECT_TRUE(heard_->wait([](const Json& e) { return e["event"] == "checked" && e["dimensions"] == 3; }).is_object());
}

TEST_F(EditDocuments, ListenersHearOfTheLastChange) {
  const Json opened = ask("open");
  std::atomic<int> heard = 0;
  documents_->on_change([&](const auto& read) { heard = read->version; });
  const int version = edit(opened, replaced(kScene, "0.5", "0.25"));
  EXPECT_TRUE(comes_true([&] { return heard == version; }));
  const int changed = documents_->change("drop.json", kScene, "put back");
  EXPECT_TRUE(comes_true([&] { return heard == changed; }));
  EXPECT_EQ(heard_->last("document")["undo"], "put back");
  documents_->forget_listeners();
}

TEST_F(EditDocuments, WhatIsNoSceneIsRefused) {
  dump(root_ / "open/notes.txt", "x");
  dump(root_ / "open/latin.json", "{\"title\": \"\xe4\"}");
  for (const char* name : {"none.json", "notes.txt", "latin.json", "../drop.json"}) {
    EXPECT_THROW(ask("open", {{"scene", name}}), InputError) << name;
  }
  EXPECT_THROW(edit(ask("open"), "\xff"), InputError);
}

// Half-typed texts are what an editor sees most.
TEST_F(EditDocuments, AnyTextCanBeRead) {
  std::mt19937 random(2026);
  const std::string pieces = "{}[]\",:0-1.e\n /tfn\\\xc3";
  for (const char* name :
       {"sph/two-phases-2d", "rig/letters-2d", "reversal/stars", "templates/drop-2d", "meshes/head"}) {
    const fs::path file = fs::path(WEIR_SOURCE_DIR) / "examples" / (std::string(name) + ".json");
    const std::string good = read_file(file);
    std::shared_ptr<const ReadScene> before;
    for (int i = 0; i < 200; ++i) {
      std::string text = good;
      for (int k = 0; k <= i % 4; ++k) {
        const size_t at = random() % text.size(), length = random() % 12;
        i % 2 == 0 ? text.erase(at, length) : text.insert(at, 1, pieces[random() % pieces.size()]);
      }
      const auto read = read_text(name, file, i, text, before.get());
      const Json checked = quick_check(*folder_, *read);
      EXPECT_EQ(checked["findings"].empty(), read->good()) << text;
      before = read;
    }
  }
}

TEST_F(EditDocuments, VeryLargeScenesAreNotBuilt) {
  const int version = edit(ask("open"), replaced(kScene, "\"spacing\": 0.1", "\"spacing\": 0.0004"));
  const Json whole = heard_->whole_check(version);
  ASSERT_TRUE(whole.is_object());
  ASSERT_GE(whole["findings"].size(), 1u);
  const Json hint = whole["findings"].back();
  EXPECT_EQ(hint["severity"], "hint");
  EXPECT_NE(hint["sentence"].get<std::string>().find("too many to be built"), std::string::npos) << hint;
  EXPECT_NEAR(whole["particles"].get<double>(), 4.9e6, 2e5);
}

// Two documents of one file would replace each other's autosave.
TEST_F(EditDocuments, AFileHasOneName) {
  fs::create_symlink(file_, file_.parent_path() / "link.json");
  EXPECT_NE(refusal([&] { documents_->read("link.json"); }).find("another name of \"drop.json\""), std::string::npos);
  EXPECT_EQ(documents_->read("drop.json")->text, kScene);
}

// Whoever runs the tests may be allowed everything; a folder of the name is in everybody's way.
TEST_F(EditDocuments, WhatCannotBeKeptIsToldOnce) {
  fs::create_directories(autosave_ / "in the way");
  edit(ask("open", {{"scene", "drop.json"}}), replaced(kScene, "0.5", "0.25"));
  const Json told = heard_->wait("trouble");
  ASSERT_TRUE(told.is_object());
  EXPECT_NE(told["sentence"].get<std::string>().find("cannot be kept safe"), std::string::npos);
  EXPECT_EQ(documents_->read("drop.json")->text, replaced(kScene, "0.5", "0.25"));
}

TEST_F(EditDocuments, WhatCannotBeSavedIsToldAndKept) {
  const std::string text = replaced(kScene, "0.5", "0.25");
  edit(ask("open"), text);
  fs::remove(file_), fs::create_directories(file_ / "in the way");
  EXPECT_ANY_THROW(ask("save"));
  EXPECT_EQ(documents_->read("drop.json")->text, text);
  fs::remove_all(file_);
  ask("save");
  EXPECT_EQ(read_file(file_), text);
}

}  // namespace
}  // namespace weir::studio
