// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One function both stores and loads a thing, so that checkpoint and restore cannot drift apart:
//
//   void Emitter::state(Archive& archive) {
//     archive("travel", travel_);
//     archive("next_id", next_id_);
//   }
//
// Fields are tagged; a loading archive checks tag, element size and length, and answers damage with an InputError
// that names the file. Where the thing that loads may have other parts than the one that was stored, parts have names:
//
//   archive.parts("emitters", names, [&](size_t i) { archive("travel", travel_[i]); });

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weir {

class Archive {
 public:
  // Writes what state(archive) hands over to a file, whole or not at all. State is called twice, the first time only to
  // count: a checkpoint can be as large as the rest of the memory, so it is never there as a whole.
  template <class State>
  static void save(const std::filesystem::path& file, State&& state) {
    saved(file, std::forward<State>(state)).put_in_place();
  }
  // The same in two steps: all is on the disk, but under another name until put_in_place().
  template <class State>
  static Archive saved(const std::filesystem::path& file, State&& state) {
    Archive archive;
    state(archive);
    archive.begin_saving(file);
    state(archive);
    archive.end_saving();
    return archive;
  }
  void put_in_place();
  // Checks the header and checksum of a file made by save().
  static Archive loading(const std::filesystem::path& file);
  Archive(Archive&&) noexcept;
  ~Archive();

  bool is_loading() const { return loading_; }

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void operator()(const char* tag, T& value) {
    if (loading_) {
      if (begin_loading(tag, sizeof(T)) != 1) damaged(std::string("'") + tag + "' is a list");
      take(reinterpret_cast<char*>(&value), sizeof(T));
    } else {
      begin_storing(tag, sizeof(T), 1);
      give(reinterpret_cast<const char*>(&value), sizeof(T));
    }
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void operator()(const char* tag, std::vector<T>& values) { list(tag, values); }
  void operator()(const char* tag, std::string& text) { list(tag, text); }

  // A list of parts, each under a name of its own. Loading calls part(i) for those that were stored, in the order of
  // `names`, and passes over those that are stored besides. Tells which parts are there: when storing, all.
  template <class Part>
  std::vector<uint8_t> parts(const char* tag, const std::vector<std::string>& names, Part&& part) {
    std::vector<uint8_t> there(names.size(), 1);
    begin_parts(tag, names);
    for (size_t i = 0; i < names.size(); ++i) {
      const Ends around = begin_part(names[i]);
      there[i] = around.there;
      if (around.there) part(i);
      end_part(around);
    }
    end_parts();
    return there;
  }

  // A loading archive that was not read to its end belongs to another scene or version.
  void expect_end() const;

 private:
  Archive();
  template <class List>
  void list(const char* tag, List& values) {
    constexpr size_t size = sizeof(values[0]);
    if (loading_) {
      values.resize(begin_loading(tag, size));
      take(reinterpret_cast<char*>(values.data()), values.size() * size);
    } else {
      begin_storing(tag, size, values.size());
      give(reinterpret_cast<const char*>(values.data()), values.size() * size);
    }
  }
  // Number of elements that follow; never more than the file holds.
  size_t begin_loading(const char* tag, size_t element_size);
  void begin_storing(const char* tag, size_t element_size, size_t count);
  void take(char* to, size_t bytes);
  void give(const char* from, size_t bytes);
  [[noreturn]] void damaged(const std::string& how) const;

  // Of a part: whether it is there, where it starts, which size in the list of all it is (not when loading), and where
  // what it lies in ends (only when loading).
  struct Ends {
    bool there = true;
    size_t begin = 0, number = 0, outer = 0;
  };
  void begin_parts(const char* tag, const std::vector<std::string>& names);
  Ends begin_part(const std::string& name);
  void end_part(const Ends& around);
  void end_parts();
  void read_parts(size_t count);

  void begin_saving(const std::filesystem::path& file);
  void end_saving();

  struct Saving;
  // A list of parts that is being loaded.
  struct Stored {
    struct Part {
      std::string name;
      size_t begin, end;
    };
    std::vector<Part> parts = {};
    size_t end = 0;
  };

  bool loading_ = false;
  std::string bytes_;                 // loading: the whole file
  size_t position_ = 0;               // where the next field is loaded from; while counting, the size so far
  size_t end_ = 0;                    // loading: of the part, or of all
  std::vector<uint64_t> part_sizes_;  // found by counting, in the order in which parts begin
  size_t next_part_ = 0;
  std::vector<Stored> lists_;  // the innermost last
  std::string file_name_;
  std::unique_ptr<Saving> saving_;  // not while counting
};

}  // namespace weir
