// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/edit_document.h"

#include <fmt/format.h>

#include <chrono>
#include <random>
#include <utility>

#include "base/file_stamp.h"
#include "base/files.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr size_t kLargest = 8 << 20;  // bytes of a text

// A page changes the text of the version that it knows. A Studio that is started again counts from another one, so that
// a page of the earlier is not taken for one that knows the text. By chance: clocks may be set back.
int first_version() {
  std::random_device chance;
  return std::uniform_int_distribution(1, 1'000'000'000)(chance);
}

std::optional<std::string> text_in(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  return read_file(file);
}

// Nothing while it may still be written: within the precision of its time it could then change unseen.
std::optional<std::string> settled_stamp_of(const fs::path& file) {
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  if (error || fs::file_time_type::clock::now() - written < std::chrono::seconds(2)) return {};
  return stamp_of(file);
}

// Nothing also where a folder has taken the place of the file, or nobody may read it any more.
std::optional<std::string> readable_text_in(const fs::path& file) {
  try {
    return text_in(file);
  } catch (const InputError&) {
    return {};
  }
}

// As JSON must be; other texts could not be given to the page and back without a change.
bool is_utf8(const std::string& text) {
  try {
    Json(text).dump();
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

// What an earlier Studio could not save; nothing where that cannot be read.
std::optional<std::string> text_kept(const fs::path& scene_file) {
  try {
    std::optional<std::string> kept = text_in(autosave_of(scene_file));
    return kept && is_utf8(*kept) ? kept : std::nullopt;
  } catch (const InputError&) {
    return {};
  }
}

// Programs may write a file in pieces.
bool is_being_written(const fs::path& file) {
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  const auto age = fs::file_time_type::clock::now() - written;
  return !error && age >= std::chrono::seconds(0) && age < std::chrono::milliseconds(300);
}

void check_text(const std::string& name, const std::string& text) {
  if (text.size() > kLargest)
    throw InputError(name, "is too large for a scene; large data belongs in files of its own");
  if (!is_utf8(text)) throw InputError(name, "is no text in UTF-8");
}

}  // namespace

fs::path autosave_of(const fs::path& scene_file) {
  return scene_file.parent_path() / ("." + scene_file.filename().string() + ".autosave");
}

EditDocument::EditDocument(std::string name, fs::path file, bool readonly)
    : name_(std::move(name)), file_(std::move(file)), readonly_(readonly), version_(first_version()) {
  if (file_.extension() != ".json") throw InputError(name_, "is no scene; scenes are files that end in .json");
  on_disk_ = text_in(file_);
  const std::optional<std::string> kept = readonly_ ? std::nullopt : text_kept(file_);
  if (!on_disk_ && !kept) throw InputError(name_, "there is no such scene");
  if (on_disk_) check_text(name_, *on_disk_);
  text_ = on_disk_.value_or("");
  if (!kept || kept == on_disk_) return;
  history_.add(text_, *kept, "what was not saved", "");
  text_ = *kept;
  recovered_ = true;
}

Json EditDocument::json() const {
  const auto text_or_null = [](bool is, const auto& label) { return is ? Json(label()) : Json(); };
  return {{"scene", name_},
          {"text", text_},
          {"version", version_},
          {"saved", saved()},
          {"undo", text_or_null(history_.can_undo(), [this] { return history_.undo_label(); })},
          {"redo", text_or_null(history_.can_redo(), [this] { return history_.redo_label(); })},
          {"readonly", readonly_},
          {"recovered", recovered_},
          {"differs", differs_}};
}

void EditDocument::refuse_readonly() const {
  if (!readonly_) return;
  throw InputError(name_, "is one of the examples that come with Weir, which are not changed; make a copy of it");
}

void EditDocument::take(const std::string& text) {
  text_ = text;
  ++version_;
}

void EditDocument::edit(int base, const std::string& text, const std::string& label, const std::string& merge) {
  refuse_readonly();
  if (base != version_) throw InputError(name_, "the scene has been changed elsewhere in the meantime; try again");
  if (text == text_) return;
  check_text(name_, text);
  history_.add(text_, text, label, merge);
  take(text);
}

void EditDocument::undo() {
  refuse_readonly();
  if (!history_.can_undo()) throw InputError("", "there is nothing to undo");
  take(history_.undo(text_));
}

void EditDocument::redo() {
  refuse_readonly();
  if (!history_.can_redo()) throw InputError("", "there is nothing to redo");
  take(history_.redo(text_));
}

void EditDocument::revert() {
  refuse_readonly();
  const std::optional<std::string> now = text_in(file_);
  if (!now) throw InputError(name_, "the file is gone; save the scene to have it again");
  edit(version_, *now, "revert to the file", "");
  on_disk_ = now;
  known_.reset();
  recovered_ = differs_ = false;
}

void EditDocument::save() {
  refuse_readonly();
  const std::optional<std::string> now = text_in(file_);
  if (now && now != on_disk_ && now != text_ && !differs_) {
    differs_ = true;
    throw InputError(name_,
                     "another program has changed the file; save again to replace what it wrote, or revert to "
                     "have that");
  }
  if (now != text_) write_file(file_, text_);
  on_disk_ = text_;
  known_.reset();
  gone_ = recovered_ = differs_ = false;
  remove_autosave();
}

void EditDocument::remove_autosave() {
  if (!readonly_) remove_file(autosave_of(file_));
}

bool EditDocument::see_file() {
  const std::optional<std::string> stamp = settled_stamp_of(file_);
  const bool is_known = stamp && stamp == known_;
  const std::optional<std::string> now = is_known ? on_disk_ : readable_text_in(file_);
  known_.reset();
  if (!now && on_disk_) return !is_being_written(file_) && !std::exchange(gone_, true);
  const bool is_back = std::exchange(gone_, false);
  if (now == on_disk_) {
    known_ = stamp;
    return std::exchange(differs_, false) || is_back;
  }
  if (is_being_written(file_)) return is_back;
  const bool was_saved = saved();
  if (now == text_) {
    on_disk_ = now;
    differs_ = false;
    return true;
  }
  if (!was_saved || !is_utf8(*now) || now->size() > kLargest) {
    const bool is_news = !differs_;
    differs_ = true;
    return is_news;
  }
  history_.add(text_, *now, "changed by another program", "");
  on_disk_ = now;
  take(*now);
  return true;
}

}  // namespace weir::studio
