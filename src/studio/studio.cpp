// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/studio.h"

#include "studio/documents.h"
#include "studio/draw/drawing_pages.h"
#include "studio/folder.h"
#include "studio/folder_lock.h"
#include "studio/net/server.h"
#include "studio/project.h"
#include "studio/service.h"
#include "studio/shelf/shelf.h"
#include "studio/takes.h"
#include "studio/work/work.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

// Examples are not changed and no takes are put beside them: they are opened from where the artist is.
Folder folder_for(const StudioOptions& options) {
  if (!fs::exists(options.opened)) throw InputError(options.opened.string(), "there is no such folder or scene");
  const bool is_example = is_below(fs::weakly_canonical(options.opened), fs::weakly_canonical(options.examples));
  if (is_example) return {fs::current_path(), options.examples};
  if (fs::is_directory(options.opened)) return {options.opened, options.examples};
  return {fs::absolute(options.opened).parent_path(), options.examples};
}

Folder opened_folder(const StudioOptions& options) {
  Folder folder = folder_for(options);
  use_library_of(folder);
  return folder;
}

std::string scene_named(const StudioOptions& options, const Folder& folder) {
  return fs::is_directory(options.opened) ? std::string() : folder.name_of(options.opened);
}

}  // namespace

// The server is made last, when all that it can be asked for is there, and ends first. Then nothing changes documents
// any more.
struct Studio::Inside {
  Inside(const StudioOptions& options, Assets page)
      : folder(opened_folder(options)),
        lock(folder.path()),
        documents(folder, service),
        takes(folder, service, documents, options.program),
        drawing(folder, service, documents, takes),
        work(folder, service, takes, options.program),
        shelf(folder, service, documents, takes, work),
        project(folder, service, documents, {.scene = scene_named(options, folder), .starters = options.starters},
                [this](const std::string& scene) { return takes.count(scene); }),
        server(std::make_unique<Server>(service, std::move(page), ServerOptions{.port = options.port})) {
    lock.tell_address(server->address());
  }

  ~Inside() {
    server.reset();
    documents.forget_listeners();
  }

  Folder folder;
  FolderLock lock;
  Service service;
  Documents documents;
  Takes takes;
  Drawing drawing;
  Work work;
  Shelf shelf;
  Project project;
  std::unique_ptr<Server> server;
};

Studio::Studio(const StudioOptions& options, Assets page)
    : inside_(std::make_unique<Inside>(options, std::move(page))) {}

Studio::~Studio() = default;

std::string Studio::address() const { return inside_->server->address(); }

}  // namespace weir::studio
