// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/sqlite.h"

#include <sqlite3.h>

namespace weir::templates {

namespace {

constexpr int kPatience = 10'000;  // ms to wait for another program that uses the database

int bind(sqlite3_stmt* statement, int parameter, const Database::Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return sqlite3_bind_int64(statement, parameter, *integer);
  if (const auto* number = std::get_if<double>(&value)) return sqlite3_bind_double(statement, parameter, *number);
  const std::string& text = std::get<std::string>(value);
  // The value outlives the statement: no copy is made.
  return sqlite3_bind_text64(statement, parameter, text.data(), text.size(), nullptr, SQLITE_UTF8);
}

}  // namespace

int64_t Database::Row::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Database::Row::number(int column) const { return sqlite3_column_double(statement_, column); }
std::string Database::Row::text(int column) const {
  const unsigned char* bytes = sqlite3_column_text(statement_, column);
  const auto length = static_cast<size_t>(sqlite3_column_bytes(statement_, column));
  return bytes != nullptr ? std::string(reinterpret_cast<const char*>(bytes), length) : std::string();
}

Database::Database(const std::filesystem::path& file) {
  const std::string name = file.empty() ? ":memory:" : file.string();
  if (sqlite3_open(name.c_str(), &database_) != SQLITE_OK) {
    const DatabaseError error(database_ != nullptr ? sqlite3_errmsg(database_) : "out of memory");
    sqlite3_close(database_);
    throw error;
  }
  sqlite3_busy_timeout(database_, kPatience);
}

Database::~Database() { sqlite3_close(database_); }

void Database::fail() const { throw DatabaseError(sqlite3_errmsg(database_)); }

void Database::run(const std::string& sql, const std::vector<Value>& values,
                   const std::function<void(const Row&)>& use) const {
  sqlite3_stmt* made = nullptr;
  if (sqlite3_prepare_v2(database_, sql.c_str(), -1, &made, nullptr) != SQLITE_OK) fail();
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(made, sqlite3_finalize);
  for (size_t i = 0; i < values.size(); ++i) {
    if (bind(made, static_cast<int>(i) + 1, values[i]) != SQLITE_OK) fail();
  }
  for (int result = sqlite3_step(made); result != SQLITE_DONE; result = sqlite3_step(made)) {
    if (result != SQLITE_ROW) fail();
    if (use) use(Row(made));
  }
}

}  // namespace weir::templates
