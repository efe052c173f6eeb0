// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What there is in the folder, and new scenes.

#include "studio/project.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "refusal.h"
#include "studio/project_cards.h"
#include "studio/project_copy.h"
#include "temp_folder.h"
#include "weir/scene/scene.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScene = R"(// A drop falls,
// and splashes.
{"title": "Splash", "dimensions": 2, "solver": {"kind": "sph"}, "directors": [{"kind": "templates"}]})";

class ProjectTest : public ::testing::Test {
 protected:
  ProjectTest() {
    for (const char* name : {"open/shots/deep", "open/exports", "open/takes/drop/001", "open/out/drop", "open/.git",
                             "shipped/sph", "shipped/starters", "images"}) {
      fs::create_directories(root_ / name);
    }
    dump(root_ / "open/shots/drop.json", kScene);
    dump(root_ / "open/broken.json", "// Half.\n{\"solver\": ");
    dump(root_ / "open/other.json", "{\"name\": \"no scene\"}");
    for (const char* hidden :
         {"open/.git/a.json", "open/takes/drop/001/scene.json", "open/out/drop/scene.json", "open/exports/a.json"}) {
      dump(root_ / hidden, kScene);
    }
    dump(root_ / "open/out/drop/run.json", "{}");
    dump(root_ / "shipped/sph/drop.json", kScene);
    dump(root_ / "shipped/starters/sph.json", kScene);
    dump(root_ / "images/sph-drop.png", "a picture");
  }
  Json ask(const std::string& verb, const Json& given = Json::object()) { return (*service_.verb(verb))(given); }
  Reply file(const std::string& path) { return (*service_.page("/api/file"))({{{"path", path}}}); }
  fs::path place(const std::string& path) { return (*service_.place("/api/file"))({{{"path", path}}}); }
  static std::vector<std::string> names(const Json& cards) {
    std::vector<std::string> all;
    for (const Json& card : cards) all.push_back(card["scene"]);
    return all;
  }

  const TempFolder root_;
  const bool made_ = fs::create_directories(root_ / "open") && fs::create_directories(root_ / "shipped");
  const Folder folder_{root_ / "open", root_ / "shipped"};
  Service service_;
  Documents documents_{folder_, service_};
  Project project_{folder_,
                   service_,
                   documents_,
                   {.scene = "shots/drop.json", .starters = folder_.examples() / "starters"},
                   [](const std::string& scene) { return scene == "shots/drop.json" ? 3u : 0u; }};
};

TEST_F(ProjectTest, SaysWhatItIs) {
  const Json hello = ask("hello");
  EXPECT_EQ(hello["folder"], folder_.path().string());
  EXPECT_EQ(hello["scene"], "shots/drop.json");
  EXPECT_EQ(hello["examples"], true);
}

TEST_F(ProjectTest, ShowsScenesAndNothingElse) {
  fs::create_symlink("drop.json", root_ / "open/shots/link.json");
  fs::create_symlink(root_ / "shipped/sph/drop.json", root_ / "open/outside.json");
  const Json project = ask("project");
  EXPECT_EQ(names(project["scenes"]), (std::vector<std::string>{"broken.json", "shots/drop.json"}));
  EXPECT_EQ(names(project["examples"]), (std::vector<std::string>{"examples:sph/drop.json"}));
  const Json card = project["scenes"][1], example = project["examples"][0];
  EXPECT_EQ(card["title"], "Splash");
  EXPECT_EQ(card["about"], "A drop falls, and splashes.");
  EXPECT_EQ(card["ways"], (Json{"sph", "templates"}));
  EXPECT_EQ(card["flat"], true);
  EXPECT_EQ(card["takes"], 3);
  EXPECT_EQ(card["unsaved"], false);
  EXPECT_TRUE(card["picture"].is_null());
  EXPECT_EQ(example["picture"], "pictures:sph-drop.png");
  EXPECT_EQ(project["starters"][0]["name"], "starter:sph");
}

TEST_F(ProjectTest, CardsFollowTheFiles) {
  ask("project");
  dump(root_ / "open/shots/drop.json", "{\"title\": \"New\", \"solver\": {\"kind\": \"flip\"}}");
  fs::last_write_time(root_ / "open/shots/drop.json", fs::file_time_type::clock::now() + std::chrono::seconds(2));
  fs::create_directories(root_ / "open/exports/shots/drop/001/picture/images");
  dump(root_ / "open/exports/shots/drop/001/picture/images/0012.png", "a picture");
  EXPECT_EQ(ask("project")["scenes"][1]["picture"], "exports/shots/drop/001/picture/images/0012.png");
  dump(root_ / "open/shots/drop.png", "a picture");
  dump(root_ / "open/shots/.drop.json.autosave", "{}");
  const Json card = ask("project")["scenes"][1];
  EXPECT_EQ(card["title"], "New");
  EXPECT_EQ(card["picture"], "shots/drop.png");
  EXPECT_EQ(card["unsaved"], true);
}

TEST_F(ProjectTest, SendsFilesOfTheFolderAlone) {
  EXPECT_EQ(file("shots/drop.json").file, folder_.path() / "shots/drop.json");
  EXPECT_EQ(read_file(*file("pictures:sph-drop.png").file), "a picture");
  for (const char* bad :
       {"../images/sph-drop.png", "pictures:../open/broken.json", "pictures:.hidden", "/etc/passwd"}) {
    EXPECT_THROW(file(bad), InputError) << bad;
  }
  EXPECT_EQ(place("meshes/ball.obj"), folder_.path() / "meshes/ball.obj");
  for (const char* bad : {"examples:ball.obj", "run.sh", "../ball.obj", ".ball.obj", "ball"}) {
    EXPECT_THROW(place(bad), InputError) << bad;
  }
}

TEST_F(ProjectTest, MakesScenes) {
  EXPECT_EQ(ask("create", {{"scene", "new"}, {"from", "starter:sph"}})["scene"], "new.json");
  EXPECT_EQ(read_file(root_ / "open/new.json"), kScene);
  EXPECT_EQ(ask("create", {{"scene", "mine/drop.json"}, {"from", "examples:sph/drop.json"}})["scene"],
            "mine/drop.json");
  EXPECT_NE(refusal([&] {
              ask("create", {{"scene", "new.json"}, {"from", "starter:sph"}});
            }).find("such a scene already"),
            std::string::npos);
  EXPECT_THROW(ask("create", {{"scene", "a.json"}, {"from", "starter:none"}}), InputError);
  EXPECT_THROW(ask("create", {{"scene", "a.json"}, {"from", "starter:../sph/drop"}}), InputError);
  EXPECT_THROW(ask("create", {{"scene", "examples:a.json"}, {"from", "starter:sph"}}), InputError);
  EXPECT_THROW(ask("create", {{"scene", "../a.json"}, {"from", "starter:sph"}}), InputError);
}

TEST_F(ProjectTest, WhatCannotBeWrittenIsNamedAsTheArtistDoes) {
  const std::string name = std::string(250, 'a') + ".json";  // as long as a name can be, with nothing left for others
  try {
    ask("create", {{"scene", name}, {"from", "starter:sph"}});
    FAIL() << "it was written";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find(name + ": cannot be written"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find(".tmp"), std::string::npos) << error.what();
  }
}

TEST_F(ProjectTest, ACopyHasWhatIsNotSavedYet) {
  const Json opened = ask("open", {{"scene", "shots/drop.json"}});
  const std::string text = "{\"solver\": {\"kind\": \"sph\"}}";
  ask("edit", {{"scene", "shots/drop.json"}, {"base", opened["version"]}, {"text", text}, {"label", "x"}});
  ask("create", {{"scene", "copy.json"}, {"from", "shots/drop.json"}});
  EXPECT_EQ(read_file(root_ / "open/copy.json"), text);
}

TEST_F(ProjectTest, CopiesNameTheSameFiles) {
  dump(root_ / "open/shots/ball.obj", "");
  dump(root_ / "open/shots/walk.0001.obj", "");
  const std::string text = R"({ // "ball.obj" stays
  "include": ["drop.json"], "title": "drop.json?", "name": "shots",
  "ball.obj": 1, /* "ball.obj" too */ "mesh": "ball.obj", "s": "walk.####.obj", "t": "none.obj", "u": "say \"ball.obj\""})";
  const fs::path from = folder_.path() / "shots/a.json";
  const auto copied = [&](const fs::path& to, const fs::path& folder) {
    const std::vector<CopiedFile> files = SceneCopy(folder, {root_ / "shipped"}).of(text, from, to);
    EXPECT_EQ(files.size(), 1u);
    EXPECT_EQ(files[0].file, to);
    return files[0].bytes;
  };
  const std::string below = copied(folder_.path() / "copies/a.json", folder_.path());
  EXPECT_NE(below.find(R"("include": ["../shots/drop.json"], "title": "drop.json?", "name": "shots",)"),
            std::string::npos)
      << below;
  EXPECT_NE(below.find(R"({ // "ball.obj" stays)"), std::string::npos);
  EXPECT_NE(below.find(R"("ball.obj": 1, /* "ball.obj" too */ "mesh": "../shots/ball.obj")"), std::string::npos);
  EXPECT_NE(below.find(R"("t": "none.obj", "u": "say \"ball.obj\"")"), std::string::npos);
  EXPECT_NE(below.find(R"("s": "../shots/walk.####.obj")"), std::string::npos);
  const std::string whole = copied(folder_.path() / "a.json", root_ / "elsewhere");
  EXPECT_NE(whole.find("\"mesh\": \"" + (folder_.path() / "shots/ball.obj").string() + "\""), std::string::npos);
  EXPECT_EQ(copied(folder_.path() / "shots/b.json", folder_.path()), text);
}

TEST_F(ProjectTest, WhatAShippedSceneNamesIsCopiedWithIt) {
  fs::create_directory(root_ / "shipped/meshes");
  dump(root_ / "shipped/meshes/a.obj", "a mesh");
  dump(root_ / "shipped/a.obj", "another mesh");
  dump(root_ / "shipped/sph/base.json", R"({"mesh": "../meshes/a.obj", "solver": {}, "itself": "base.json"})");
  dump(root_ / "shipped/sph/all.json", R"({"include": "base.json", "own": "../meshes/a.obj", "other": "../a.obj"})");
  fs::create_directories(root_ / "open/shots/mine");
  dump(root_ / "open/shots/mine/base.json", "of the artist");
  ask("create", {{"scene", "shots/mine.json"}, {"from", "examples:sph/all.json"}});
  EXPECT_EQ(read_file(root_ / "open/shots/mine.json"),
            R"({"include": "mine/base-2.json", "own": "mine/a.obj", "other": "mine/a-2.obj"})");
  EXPECT_EQ(read_file(root_ / "open/shots/mine/base-2.json"),
            R"({"mesh": "a.obj", "solver": {}, "itself": "base-2.json"})");
  EXPECT_EQ(read_file(root_ / "open/shots/mine/a.obj"), "a mesh");
  EXPECT_EQ(read_file(root_ / "open/shots/mine/a-2.obj"), "another mesh");
  EXPECT_EQ(read_file(root_ / "open/shots/mine/base.json"), "of the artist");
  fs::create_directory_symlink(root_ / "images", root_ / "open/away");
  EXPECT_THROW(ask("create", {{"scene", "away.json"}, {"from", "examples:sph/all.json"}}), InputError);
  EXPECT_FALSE(fs::exists(root_ / "images/base.json"));
}

// The scenes of a folder, and what is wrong with them.
void expect_good_scenes(const fs::path& folder, const std::string& name) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::vector<Problem> problems;
    const Scene scene = load_scene(entry.path(), problems);
    EXPECT_TRUE(problems.empty()) << name << ": " << (problems.empty() ? "" : problems[0].sentence());
    std::vector<fs::path> files = input_files(scene);
    for (const RecordingSettings& recording : scene.recordings) files.push_back(recording.scene->path);
    for (const fs::path& file : files) {
      EXPECT_TRUE(fs::exists(file)) << name << ": " << file;
      EXPECT_TRUE(is_below(fs::weakly_canonical(file), folder)) << name << ": " << file;
    }
  }
}

// Every example and every starter can be copied, and the folder moved: all that it needs is in it.
TEST(ProjectExamples, AreCopiedWithWhatTheyNeed) {
  const TempFolder root;
  const fs::path examples = fs::path(WEIR_SOURCE_DIR) / "examples", opened = fs::canonical(root.path()) / "open";
  fs::create_directory(opened);
  const Folder folder(opened, examples);
  Service service;
  Documents documents(folder, service);
  const Project project(folder, service, documents, {.starters = examples / "starters"},
                        [](const std::string&) { return size_t{0}; });
  const Json all = (*service.verb("project"))({});
  std::vector<std::string> names;
  for (const Json& card : all["examples"]) names.push_back(card["scene"]);
  for (const Json& starter : all["starters"]) names.push_back(starter["name"]);
  EXPECT_GT(names.size(), 90u);
  for (const std::string& name : names) {
    (*service.verb("create"))({{"scene", "shots/new.json"}, {"from", name}});
    fs::rename(opened / "shots", root / "moved");
    expect_good_scenes(fs::canonical(root / "moved"), name);
    fs::remove_all(root / "moved");
  }
}

TEST(ProjectExamples, HaveAStarterOfEachWay) {
  const TempFolder root;
  const Folder folder(root.path(), {});
  ProjectCards cards(folder, fs::path(WEIR_SOURCE_DIR) / "examples/starters");
  const Json starters = cards.starters();
  EXPECT_EQ(starters.size(), 8u);
  for (const Json& starter : starters) EXPECT_FALSE(starter["about"].get<std::string>().empty()) << starter;
  for (const char* way : {"templates", "reversal", "meshes", "rig", "guide"}) {
    const fs::path file = cards.starter(std::string("starter:") + way);
    const std::vector<std::string> ways = summary_of(file, read_file(file)).ways;
    EXPECT_NE(std::find(ways.begin(), ways.end(), way), ways.end()) << way;
  }
  EXPECT_EQ(ProjectCards(folder, {}).starters().size(), 0u);
}

}  // namespace
}  // namespace weir::studio
