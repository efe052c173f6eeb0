// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The life of a take, from the button to its removal.

#include <signal.h>

#include "studio/take_world.h"
#include "studio/work/run_queue.h"
#include "studio/work/take_record.h"

namespace weir::studio {

using TakeLife = TakeWorld;

TEST_F(TakeLife, IsRunAndHasAllFrames) {
  put("drop.json", drop_scene(10, 0.03));
  const std::string name = run("drop.json");
  EXPECT_EQ(name, "takes/drop/001");
  const Json take = wait_for(name, "done");
  EXPECT_EQ(take.at("have"), Json::parse("[[1,10]]"));
  EXPECT_EQ(take.at("name"), "take 1");
  EXPECT_EQ(take.at("frames").at("last"), 10);
  EXPECT_EQ(take.at("dimensions"), 2);
  EXPECT_EQ(take.at("upper"), Json::parse("[0.5,1.0,1.0]"));
  EXPECT_EQ(take.at("phases")[0].at("name"), "water");
  EXPECT_TRUE(take.at("particles"));
  EXPECT_TRUE(take.at("progress").is_null());
  EXPECT_GT(take.at("bytes"), 10000);
  EXPECT_EQ(read_file(folder(name) / "written.json"), drop_scene(10, 0.03));
  EXPECT_EQ(takes_->count("drop.json"), 1u);
  EXPECT_EQ(takes_->folder_of(name), folder(name));
}

TEST_F(TakeLife, IsToldToPagesWhileItRuns) {
  put("slow.json", drop_scene(60, 0.012));
  const std::string name = run("slow.json");
  wait_until_it_has(name, 3);
  ask("stop", {{"take", name}});
  wait_for(name, "stopped");
  const auto told = events("take");
  const auto with_progress =
      std::find_if(told.begin(), told.end(), [](const Json& event) { return !event.at("progress").is_null(); });
  ASSERT_NE(with_progress, told.end());
  const Json& progress = with_progress->at("progress");
  EXPECT_EQ(progress.at("task"), "simulating");
  EXPECT_EQ(progress.at("item"), "frame");
  EXPECT_EQ(progress.at("last"), 60);
  EXPECT_GT(progress.at("numbers").at("particles"), 100);
  EXPECT_GT(progress.at("numbers").at("memory"), 1e6);
  EXPECT_EQ(told.back().at("state"), "stopped");
}

TEST_F(TakeLife, StoppedAndResumedItIsAsIfUnbroken) {
  put("slow.json", drop_scene(24, 0.014));
  const std::string broken = run("slow.json");
  wait_until_it_has(broken, 4);
  ask("stop", {{"take", broken}});
  const Json stopped = wait_for(broken, "stopped");
  ASSERT_LT(last_frame(stopped), 24);
  ask("resume", {{"take", broken}});
  wait_for(broken, "done");
  const std::string whole = run("slow.json");
  wait_for(whole, "done");
  for (const int frame : {1, 5, 24}) EXPECT_EQ(frame_bytes(broken, frame), frame_bytes(whole, frame)) << frame;
}

TEST_F(TakeLife, KilledItSaysSoAndCanBeResumed) {
  put("slow.json", drop_scene(400, 0.012));
  const std::string name = run("slow.json");
  wait_until_it_has(name, 2);
  const Json record = Json::parse(read_file(folder(name) / "take.json"));
  kill(record.at("process").at("number").get<int>(), SIGKILL);
  const Json failed = wait_for(name, "failed");
  EXPECT_NE(failed.at("error").get<std::string>().find("signal 9"), std::string::npos) << failed.at("error");
  ask("resume", {{"take", name}});
  const int had = last_frame(failed);
  wait_until_it_has(name, had + 2);
  EXPECT_EQ(state(name), "running");
  EXPECT_EQ(take(name).at("error"), "");
}

TEST_F(TakeLife, TellsWhatChangedSinceTheOneBefore) {
  put("drop.json", drop_scene(2, 0.03));
  wait_for(run("drop.json"), "done");
  documents_->change("drop.json", drop_scene(2, 0.03, R"(, "gravity": [0, -5, 0])"), "Weaker gravity");
  const std::string second = run("drop.json", {{"name", "moon"}});
  const Json take = wait_for(second, "done");
  EXPECT_EQ(take.at("name"), "moon");
  ASSERT_EQ(take.at("changes").size(), 1u);
  EXPECT_EQ(take.at("changes")[0], "gravity: [0.0,-9.81,0.0] → [0.0,-5.0,0.0]");
}

TEST_F(TakeLife, ItsTextIsPutBack) {
  put("drop.json", drop_scene(2, 0.03));
  const std::string name = run("drop.json");
  documents_->change("drop.json", drop_scene(5, 0.03), "Longer");
  ask("restore_take", {{"take", name}});
  EXPECT_EQ(documents_->read("drop.json")->text, drop_scene(2, 0.03));
}

TEST_F(TakeLife, IsRenamedAndRemovedAlsoWhileItRuns) {
  put("slow.json", drop_scene(400, 0.012));
  const std::string name = run("slow.json");
  wait_until_it_has(name, 1);
  ask("rename_take", {{"take", name}, {"name", "the best"}});
  EXPECT_EQ(take(name).at("name"), "the best");
  ask("remove_take", {{"take", name}});
  EXPECT_EQ(state(name), "gone");
  EXPECT_FALSE(std::filesystem::exists(folder(name)));
  EXPECT_EQ(events("take_removed").size(), 1u);
  EXPECT_NE(refusal("stop", {{"take", name}}).find("there is no take"), std::string::npos);
}

TEST_F(TakeLife, RefusesASceneWithMistakes) {
  put("drop.json", drop_scene(10, -1));
  EXPECT_NE(refusal("run", {{"scene", "drop.json"}, {"kind", "full"}}).find("solver.spacing"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(temp_ / "takes/drop/001"));
}

TEST_F(TakeLife, SaysWhyARunFails) {
  put("drop.json", drop_scene(10, 0.03, R"(, "solids": [{"shape": {"kind": "mesh", "file": "gone.obj"}}])"));
  const Json take = wait_for(run("drop.json"), "failed");
  const std::string error = take.at("error");
  EXPECT_NE(error.find("gone.obj"), std::string::npos) << error;
  EXPECT_EQ(error.find("scene.json"), std::string::npos) << error;
}

TEST_F(TakeLife, FullRunsWaitForEachOtherAndPreviewsDoNot) {
  put("slow.json", drop_scene(400, 0.012));
  const std::string first = run("slow.json"), second = run("slow.json");
  const std::string preview = run("slow.json", {{"kind", "half"}});
  wait_until_it_has(first, 1);
  wait_until_it_has(preview, 1);
  EXPECT_EQ(state(second), "waiting");
  ask("stop", {{"take", second}});
  EXPECT_EQ(state(second), "stopped");
  ask("resume", {{"take", second}});
  EXPECT_EQ(state(second), "waiting");
  ask("stop", {{"take", first}});
  wait_for(first, "stopped");
  wait_until_it_has(second, 1);
}

TEST_F(TakeLife, ARestartedStudioFindsAllTakes) {
  put("slow.json", drop_scene(400, 0.012));
  put("small.json", drop_scene(3, 0.03));
  const std::string done = run("small.json");
  wait_for(done, "done");
  const std::string slow = run("slow.json");
  wait_until_it_has(slow, 2);
  const std::string record = read_file(folder(slow) / "take.json");
  close();  // stops it
  EXPECT_EQ(Json::parse(read_file(folder(slow) / "take.json")).at("state"), "stopped");
  // As if Studio had died without a word.
  put(slow + "/take.json", record);
  open();
  EXPECT_EQ(ask("offers", {{"take", done}}).at("no_formats"), nullptr) << "before anybody has asked for the takes";
  EXPECT_EQ(state(done), "done");
  EXPECT_EQ(last_frame(take(done)), 3);
  EXPECT_GT(take(done).at("bytes").get<double>(), 1000);
  EXPECT_EQ(state(slow), "stopped");
  ask("resume", {{"take", slow}});
  wait_until_it_has(slow, 5);
}

TEST_F(TakeLife, ARestartedStudioFollowsWhatStillRuns) {
  put("slow.json", drop_scene(400, 0.012));
  const std::string slow = run("slow.json");
  wait_until_it_has(slow, 1);
  const Process process = *Process::found({Json::parse(read_file(folder(slow) / "take.json"))["process"]["number"],
                                           Json::parse(read_file(folder(slow) / "take.json"))["process"]["began"]});
  // A second Studio, as the first would find itself after its death.
  Service service;
  Documents documents(folder_, service);
  {
    Takes takes(folder_, service, documents, WEIR_PROGRAM);
    const Json found = (*service.verb("takes"))({{"scene", "slow.json"}}).at("takes")[0];
    EXPECT_EQ(found.at("state"), "running");
    takes.stop(slow);
  }
  EXPECT_FALSE(Process::found(process.mark()));
  EXPECT_EQ(read_take_record(folder(slow))->state, "stopped");
}

TEST_F(TakeLife, ADamagedRecordIsMendedFromTheRun) {
  put("drop.json", drop_scene(3, 0.03));
  const std::string name = run("drop.json");
  const Json whole = wait_for(name, "done");
  Json older = Json::parse(read_file(folder(name) / "take.json"));
  for (const char* part : {"changes", "volumes", "process", "error", "from", "made"}) older.erase(part);
  older["facts"].erase("phases");
  for (const std::string& record : {older.dump(), std::string("{\"state\": \"r"), std::string("[7]"), std::string()}) {
    SCOPED_TRACE(record);
    close();
    put(name + "/take.json", record);
    if (record.empty()) std::filesystem::remove(folder(name) / "take.json");
    open();
    const Json found = take(name);
    ASSERT_FALSE(found.is_null());
    for (const char* part : {"scene", "name", "kind", "state", "have", "particles", "phases", "lower", "spacing"}) {
      EXPECT_EQ(found.at(part), whole.at(part)) << part;
    }
  }
}

TEST_F(TakeLife, ATakeCanBeRepeatedThatRecordsItself) {
  put("drop.json", drop_scene(3, 0.03, R"(, "recordings": [{"name": "own"}])"));
  for (int i = 0; i < 2; ++i) {
    const Json take = wait_for(run("drop.json"), "done");
    EXPECT_EQ(take.at("error"), "");
  }
  EXPECT_TRUE(std::filesystem::exists(temp_ / "library/own.weirt"));
  // But not in place of what came from elsewhere.
  put("small.json", drop_scene(3, 0.03, R"(, "recordings": [{"name": "own"}])"));
  EXPECT_NE(wait_for(run("small.json"), "failed").at("error").get<std::string>().find("a template \"own\""),
            std::string::npos);
}

// A program that does not heed the wish to stop for a while, as in the middle of a long step.
TEST_F(TakeLife, StudioEndsWithoutRunsThatTakeLongToStop) {
  put("busy.sh", "#!/bin/sh\ntrap '' INT\necho trapped\nexec sleep 100\n");
  std::filesystem::permissions(temp_ / "busy.sh", std::filesystem::perms::owner_all);
  std::filesystem::create_directories(folder("takes/slow/001"));
  TakeStore store(folder_, *service_);
  store.add({.take = "takes/slow/001", .scene = "slow.json"});
  Process::Mark mark;
  {
    RunQueue queue(store, temp_ / "busy.sh", temp_.path(), std::chrono::milliseconds(50));
    queue.add("takes/slow/001");
    const auto said = folder("takes/slow/001") / "progress.jsonl";
    ASSERT_TRUE(wait([&] { return std::filesystem::exists(said) && read_file(said) == "trapped\n"; }));
    ASSERT_TRUE(wait([&] {
      mark = read_take_record(folder("takes/slow/001"))->process;
      return mark.number > 0;
    }));
  }
  std::optional<Process> left = Process::found(mark);
  ASSERT_TRUE(left) << "it was killed";
  left->kill();
  EXPECT_EQ(read_take_record(folder("takes/slow/001"))->state, "running");  // for the next Studio to find out
}

TEST_F(TakeLife, RunsOutsideOfStudioAreShownAndLeftAlone) {
  put("drop.json", drop_scene(4, 0.03));
  const std::string name = run("drop.json");
  wait_for(name, "done");
  // As `weir run drop.json` makes it.
  std::filesystem::create_directories(temp_ / "out");
  std::filesystem::rename(folder(name), temp_ / "out/drop");
  for (const char* file : {"take.json", "scene.json", "written.json"})
    std::filesystem::remove(temp_ / "out/drop" / file);
  std::string record = read_file(temp_ / "out/drop/run.json");
  const std::string scene = (temp_ / name / "scene.json").string();
  record.replace(record.find(scene), scene.size(), (temp_ / "drop.json").string());
  put("out/drop/run.json", record);
  const Json shown = take("out/drop");
  EXPECT_EQ(shown.at("state"), "done") << shown.dump();
  EXPECT_EQ(shown.at("have"), Json::parse("[[1,4]]"));
  EXPECT_EQ(state(name), "gone");
  EXPECT_NE(refusal("remove_take", {{"take", "out/drop"}}).find("not made by Studio"), std::string::npos);
  const std::string branch = run("drop.json", {{"from", {{"take", "out/drop"}, {"frame", 3}}}});
  EXPECT_EQ(wait_for(branch, "done").at("have"), Json::parse("[[1,4]]"));
}

}  // namespace weir::studio
