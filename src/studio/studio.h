// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Studio: a folder with scenes, opened in the browser. It lives from its constructor, which begins to listen, to its
// destructor, which stops the takes that run.

#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "studio/net/asset.h"

namespace weir::studio {

struct StudioOptions {
  std::filesystem::path opened;    // a folder, or a scene file
  std::filesystem::path examples;  // that come with the program; empty: they are not here
  std::filesystem::path starters;  // the same of scenes to begin with
  std::filesystem::path program;   // this one, to be run again
  int port = 0;                    // 0: any that is free
};

class Studio {
 public:
  // InputError when there is no such folder or scene, or the port is taken.
  Studio(const StudioOptions& options, Assets page);
  ~Studio();

  // For the browser.
  std::string address() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
