// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A little of SQLite: a database and its statements that clean up after themselves. Trouble of any kind is a
// DatabaseError. SQLite's own header stays behind sqlite.cpp.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace weir::templates {

class DatabaseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Database {
 public:
  using Value = std::variant<int64_t, double, std::string>;

  // A row of an answer.
  class Row {
   public:
    explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
    int64_t integer(int column) const;
    double number(int column) const;
    std::string text(int column) const;

   private:
    sqlite3_stmt* statement_;
  };

  // Made when it is not there; an empty name is a database in memory.
  explicit Database(const std::filesystem::path& file);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Runs one statement with values for its question marks, and calls use(row) for every row of the answer.
  void run(const std::string& sql, const std::vector<Value>& values = {},
           const std::function<void(const Row&)>& use = {}) const;

 private:
  [[noreturn]] void fail() const;
  sqlite3* database_ = nullptr;
};

}  // namespace weir::templates
