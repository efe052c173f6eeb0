// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "base/files.h"
#include "studio/edit_check.h"
#include "studio/edit_document.h"
#include "studio/edit_keeper.h"
#include "studio/edit_queue.h"
#include "studio/edit_watch.h"
#include "weir/base/interrupt.h"

namespace weir::studio {

using Read = std::shared_ptr<const ReadScene>;
using Listener = std::function<void(Read)>;

class Documents::Open {
 public:
  Open(const std::string& name, const Folder& folder)
      : readonly(folder.is_readonly(name)), document(name, folder.resolve(name), readonly) {}

  const bool readonly;
  EditDocument document;
  // Of its text, unless it was let go of for others.
  Read read;
  Json quick, whole;  // the events of its last checks
  uint64_t used = 0;  // the higher, the later
};

// A scene that is read takes fifty times the memory of its text. Of all that were ever opened only those that were used
// last stay read; texts and what was done to them stay.
constexpr size_t kMostRead = 16;

struct Documents::Inside {
  Inside(const Folder& f, Service& s)
      : folder(f),
        service(s),
        wholes({.pause = std::chrono::milliseconds(150), .stops = true, .gives_way = true},
               [this](const Read& read) { check_whole(read); }),
        news({}, [this](const Read& read) { tell_listeners(read); }),
        keeper({.texts = [this] { return texts_to_keep(); },
                .complain =
                    [this](const auto& sentence) {
                      service.tell("trouble", {{"sentence", sentence}});
                    },
                .every_second = [this] { look_at_files(); }}) {}

  // A change keeps the autosave away while it writes or removes files.
  enum class Touches { text, files };
  int change(const std::string& name, Touches what, const std::function<void(EditDocument&)>& make);
  Json open(const std::string& name, bool discard);

  Open& opened(const std::string& name);
  void use(Open& open);
  Open* find(const std::string& name);
  void refuse_other_names(const std::string& name) const;
  void read_again(Open& open);
  void tell(Open& open, int version_before);
  void check_whole(const Read& read);
  void tell_listeners(const Read& read);
  std::vector<KeptText> texts_to_keep();
  void look_at_files();
  void look_at_file(Open& open);

  const Folder& folder;
  Service& service;
  std::mutex changing;  // one change after the other, with the news of it; before `keeper` and `state`
  std::mutex state;     // for the following and all in them, shortly
  std::map<std::string, std::unique_ptr<Open>> documents;
  uint64_t uses = 0;
  std::mutex telling;  // for the listeners, which take their time
  std::vector<Listener> listeners;
  EditWatch watch;
  EditQueue wholes, news;
  EditKeeper keeper;
};

Documents::Open* Documents::Inside::find(const std::string& name) {
  const std::lock_guard lock(state);
  const auto found = documents.find(name);
  return found == documents.end() ? nullptr : found->second.get();
}

// By a link, a file would be two documents with one autosave.
void Documents::Inside::refuse_other_names(const std::string& name) const {
  const std::string own = folder.name_of(folder.resolve(name));
  if (own != name) throw InputError(name, fmt::format("is another name of \"{}\"; open that", own));
}

// The document of that name, opened where it is not. With `changing` held, as what follows.
Documents::Open& Documents::Inside::opened(const std::string& name) {
  Open* open = find(name);
  if (!open) {
    refuse_other_names(name);
    auto added = std::make_unique<Open>(name, folder);
    const std::lock_guard lock(state);
    open = documents.emplace(name, std::move(added)).first->second.get();
  }
  use(*open);
  return *open;
}

// It is read then, and what has not been used for long is not any more.
void Documents::Inside::use(Open& open) {
  if (!open.read) {
    const EditDocument& document = open.document;
    const Read read = read_text(document.name(), document.file(), document.version(), document.text(), nullptr);
    Json quick = quick_check(folder, *read);
    {
      const std::lock_guard lock(state);
      open.read = read;
      open.quick = std::move(quick);
    }
    wholes.add(read);
  }
  const std::lock_guard lock(state);
  open.used = ++uses;
  std::vector<Open*> all;
  for (const auto& [name, one] : documents) {
    if (one->read) all.push_back(one.get());
  }
  if (all.size() <= kMostRead) return;
  Open& oldest = **std::min_element(all.begin(), all.end(), [](Open* a, Open* b) { return a->used < b->used; });
  oldest.read.reset();
  oldest.quick = oldest.whole = {};
}

void Documents::Inside::read_again(Open& open) {
  const EditDocument& document = open.document;
  const Read read = read_text(document.name(), document.file(), document.version(), document.text(), open.read.get());
  const Json quick = quick_check(folder, *read);
  {
    const std::lock_guard lock(state);
    open.read = read;
    open.quick = quick;
    open.whole = {};
  }
  service.tell("checked", quick);  // whoever hears of it is given this version
  wholes.add(read);
  news.add(read);
}

void Documents::Inside::tell(Open& open, int version_before) {
  service.tell("document", open.document.json());
  if (open.document.version() != version_before) read_again(open);
  keeper.wake();
}

int Documents::Inside::change(const std::string& name, Touches what, const std::function<void(EditDocument&)>& make) {
  const std::lock_guard lock(changing);
  Open& open = opened(name);
  const int before = open.document.version();
  try {
    const auto held = what == Touches::files ? keeper.hold() : std::unique_lock<std::mutex>();
    const std::lock_guard locked(state);
    make(open.document);
  } catch (...) {
    tell(open, before);  // what the page believed was not so
    throw;
  }
  tell(open, before);
  return open.document.version();
}

Json Documents::Inside::open(const std::string& name, bool discard) {
  if (discard && find(name)) {
    change(name, Touches::files, [](EditDocument& document) {
      document.revert();
      document.remove_autosave();
    });
  } else if (discard) {
    const auto held = keeper.hold();
    remove_file(autosave_of(folder.writable(name)));
  }
  const std::lock_guard lock(changing);
  const Open& open = opened(name);
  service.tell("checked", open.quick);
  const std::lock_guard locked(state);
  if (open.whole.is_object()) service.tell("checked", open.whole);
  return open.document.json();
}

void Documents::Inside::check_whole(const Read& read) {
  Json event;
  try {
    event = whole_check(folder, *read);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    event = quick_check(folder, *read);
    event["whole"] = true;
    event["findings"].push_back(
        {{"severity", "error"}, {"path", ""}, {"line", 0}, {"file", read->name}, {"sentence", error.what()}});
  }
  const std::lock_guard lock(state);
  Open& open = *documents.at(read->name);
  if (open.read != read) return;  // there is a newer text
  service.tell("checked", event);
  open.whole = std::move(event);
}

void Documents::Inside::tell_listeners(const Read& read) {
  const std::lock_guard lock(telling);
  for (const Listener& listener : listeners) listener(read);
}

std::vector<KeptText> Documents::Inside::texts_to_keep() {
  const std::lock_guard lock(state);
  std::vector<KeptText> texts;
  for (const auto& [name, open] : documents) {
    const EditDocument& document = open->document;
    if (open->readonly) continue;
    texts.push_back({document.file(), document.version(), document.saved(), document.saved() ? "" : document.text()});
  }
  return texts;
}

// What other programs have written.
void Documents::Inside::look_at_files() {
  std::vector<Open*> all;
  {
    const std::lock_guard lock(state);
    for (const auto& [name, open] : documents) all.push_back(open.get());
  }
  for (Open* open : all) {
    try {
      look_at_file(*open);
    } catch (const std::exception&) {
      // The file cannot be read now; saving will tell.
    }
  }
}

void Documents::Inside::look_at_file(Open& open) {
  const std::lock_guard lock(changing);
  const int before = open.document.version();
  bool is_news = false;
  {
    const std::lock_guard locked(state);
    is_news = open.document.see_file();
  }
  if (is_news) tell(open, before);
  if (open.read && watch.has_changed(open.read)) read_again(open);
}

Documents::Documents(const Folder& folder, Service& service) : inside_(std::make_unique<Inside>(folder, service)) {
  using Touches = Inside::Touches;
  Inside& inside = *inside_;
  service.on("open", [&inside](const Json& given) {
    return inside.open(text_of(given, "scene"), flag_of(given, "discard_autosave", false));
  });
  service.on("edit", [&inside](const Json& given) -> Json {
    const auto base = static_cast<int>(std::clamp(number_of(given, "base"), -1.0, 2e9));
    const std::string text = text_of(given, "text"), label = text_of(given, "label");
    const std::string merge = text_of(given, "merge", "");
    return {{"version", inside.change(text_of(given, "scene"), Touches::text,
                                      [&](EditDocument& document) { document.edit(base, text, label, merge); })}};
  });
  const auto on = [&](const char* verb, Touches what, void (EditDocument::*act)()) {
    service.on(verb, [&inside, what, act](const Json& given) -> Json {
      return {{"version", inside.change(text_of(given, "scene"), what, [&](EditDocument& d) { (d.*act)(); })}};
    });
  };
  on("undo", Touches::text, &EditDocument::undo);
  on("redo", Touches::text, &EditDocument::redo);
  on("save", Touches::files, &EditDocument::save);
  on("revert", Touches::files, &EditDocument::revert);
}

Documents::~Documents() = default;

Read Documents::read(const std::string& scene) {
  if (Open* known = inside_->find(scene)) {
    const std::lock_guard lock(inside_->state);
    known->used = ++inside_->uses;
    if (known->read) return known->read;
  }
  const std::lock_guard lock(inside_->changing);
  return inside_->opened(scene).read;
}

int Documents::change(const std::string& scene, const std::string& text, const std::string& label) {
  return inside_->change(scene, Inside::Touches::text,
                         [&](EditDocument& document) { document.edit(document.version(), text, label, ""); });
}

void Documents::on_change(Listener told) {
  const std::lock_guard lock(inside_->telling);
  inside_->listeners.push_back(std::move(told));
}

void Documents::forget_listeners() {
  const std::lock_guard lock(inside_->telling);
  inside_->listeners.clear();
}

}  // namespace weir::studio
