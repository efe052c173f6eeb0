// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files over HTTP: parts of them, and uploads that never replace one.

#include <gtest/gtest.h>

#include "base/files.h"
#include "refusal.h"
#include "server_client.h"
#include "studio/net/file_range.h"
#include "studio/net/server.h"
#include "temp_folder.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;

class ServerFiles : public ::testing::Test {
 protected:
  ServerFiles() {
    service_.get("/api/file", [this](const Query& query) { return Reply{.file = folder_ / query.text("path")}; });
    service_.put("/api/file", [this](const Query& query) {
      if (query.text("path") == "refused.obj") throw InputError("", "not this one");
      return folder_ / query.text("path");
    });
    server_ = std::make_unique<Server>(service_, Assets(), ServerOptions{.limits = {.upload = 1 << 20, .stalled = 1}});
    port_ = server_->port();
  }
  std::string target(const std::string& path) const { return "/api/file?path=" + path + "&token=" + server_->token(); }
  TestReply put(const std::string& path, const std::string& bytes) const {
    TestSocket socket(port_);
    socket.send(request_text(port_, target(path), "Content-Length: " + std::to_string(bytes.size()) + "\r\n", "PUT"));
    socket.send(bytes);
    return next_reply(socket);
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(folder_.path())) all.push_back(entry.path().filename());
    return all;
  }

  TempFolder folder_;
  Service service_;
  std::unique_ptr<Server> server_;
  int port_ = 0;
};

TEST_F(ServerFiles, AreSentWholeAndInParts) {
  std::string bytes;
  for (int i = 0; i < 700'000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  dump(folder_ / "film.mp4", bytes);
  const TestReply whole = ask(port_, target("film.mp4"));
  EXPECT_EQ(whole.status, 200);
  EXPECT_TRUE(whole.body == bytes);
  EXPECT_TRUE(whole.has("Content-Type: video/mp4"));
  EXPECT_TRUE(whole.has("Accept-Ranges: bytes"));
  const TestReply part = ask(port_, target("film.mp4"), "Range: bytes=100-599999\r\n");
  EXPECT_EQ(part.status, 206);
  EXPECT_TRUE(part.body == bytes.substr(100, 599900));
  EXPECT_TRUE(part.has("Content-Range: bytes 100-599999/700000"));
  EXPECT_EQ(ask(port_, target("film.mp4"), "Range: bytes=-3\r\n").body, bytes.substr(699997));
  EXPECT_EQ(ask(port_, target("film.mp4"), "Range: bytes=700000-\r\n").status, 416);
  const TestReply head = ask(port_, target("film.mp4"), "", "HEAD");
  EXPECT_TRUE(head.has("Content-Length: 700000"));
}

TEST_F(ServerFiles, ThatAreEmptyOrNoneAreAnswered) {
  dump(folder_ / "empty.txt", "");
  EXPECT_EQ(ask(port_, target("empty.txt")).status, 200);
  EXPECT_EQ(ask(port_, target("none.txt")).status, 400);
  fs::create_directory(folder_ / "folder");
  EXPECT_EQ(ask(port_, target("folder")).status, 400);
}

TEST_F(ServerFiles, AreUploadedOnce) {
  const std::string bytes(300'000, 'm');
  EXPECT_EQ(put("mesh.obj", bytes).status, 201);
  EXPECT_TRUE(read_file(folder_ / "mesh.obj") == bytes);
  EXPECT_EQ(put("mesh.obj", "other").status, 409);
  EXPECT_TRUE(read_file(folder_ / "mesh.obj") == bytes);
  EXPECT_EQ(put("below/mesh.obj", "1").status, 201) << "with the folder that it lies in";
  EXPECT_EQ(files().size(), 2u) << "no temporaries are left";
}

TEST_F(ServerFiles, AreUploadedInPiecesToo) {
  TestSocket socket(port_);
  socket.send(request_text(port_, target("a.obj"), "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n", "PUT"));
  EXPECT_EQ(socket.read_to("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  socket.send("3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n");
  EXPECT_EQ(next_reply(socket).status, 201);
  EXPECT_EQ(read_file(folder_ / "a.obj"), "abcdefg");
}

TEST_F(ServerFiles, TooLargeUploadsAreRefused) {
  EXPECT_EQ(put("large.obj", std::string(2 << 20, 'x')).status, 413);
  TestSocket socket(port_);
  socket.send(request_text(port_, target("large.obj"), "Transfer-Encoding: chunked\r\n", "PUT"));
  for (int i = 0; i < 33; ++i) socket.send("10000\r\n" + std::string(65536, 'x') + "\r\n");
  EXPECT_EQ(next_reply(socket).status, 413);
  EXPECT_TRUE(files().empty());
}

TEST_F(ServerFiles, UploadsNeedTheTokenAndAPlace) {
  EXPECT_EQ(ask(port_, "/api/file?path=a.obj", "Content-Length: 0\r\n", "PUT").status, 403);
  EXPECT_EQ(ask(port_, target("a.obj"), "Content-Length: 0\r\nOrigin: http://example.com\r\n", "PUT").status, 403);
  EXPECT_EQ(ask(port_, "/api/none?token=" + server_->token(), "Content-Length: 0\r\n", "PUT").status, 404);
  EXPECT_EQ(put("refused.obj", "x").body, "not this one\n");
  EXPECT_TRUE(files().empty());
}

TEST_F(ServerFiles, UploadsThatBreakOffLeaveNothing) {
  {
    TestSocket socket(port_);
    socket.send(request_text(port_, target("a.obj"), "Content-Length: 100000\r\n", "PUT") + "some");
  }
  TestSocket stalled(port_);
  stalled.send(request_text(port_, target("b.obj"), "Content-Length: 100000\r\n", "PUT") + "some");
  stalled.read_all();  // the server has had enough after a second
  for (int i = 0; i < 50 && !files().empty(); ++i) usleep(20'000);
  EXPECT_TRUE(files().empty());
}

TEST(FileRange, IsReadAsTheStandardHasIt) {
  const auto range = [](const char* header) {
    const AskedRange asked = parse_range(header, 100);
    if (!asked.possible) return std::string("impossible");
    return asked.range ? std::to_string(asked.range->from) + "+" + std::to_string(asked.range->count) : "whole";
  };
  EXPECT_EQ(range("bytes=0-0"), "0+1");
  EXPECT_EQ(range("bytes=90-"), "90+10");
  EXPECT_EQ(range("bytes=90-200"), "90+10");
  EXPECT_EQ(range("bytes=-10"), "90+10");
  EXPECT_EQ(range("bytes=-200"), "0+100");
  EXPECT_EQ(range("bytes=-0"), "impossible");
  EXPECT_EQ(range("bytes=100-"), "impossible");
  for (const char* whole : {"", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=1-2,5-6", "bytes=a-b", "lines=1-2",
                            "bytes=99999999999999999999-", "bytes=1--2"}) {
    EXPECT_EQ(range(whole), "whole") << whole;
  }
  EXPECT_FALSE(parse_range("bytes=0-", 0).possible);
}

}  // namespace
}  // namespace weir::studio
