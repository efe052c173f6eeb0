// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/net/pages.h"

namespace weir::studio {

void OpenPages::add(const std::shared_ptr<OpenPage>& page) {
  const std::lock_guard lock(mutex_);
  std::erase_if(pages_, [](const auto& known) { return known.expired(); });
  pages_.push_back(page);
}

void OpenPages::send(const std::string& message) {
  const auto shared = std::make_shared<const std::string>(message);
  const std::lock_guard lock(mutex_);
  for (const std::weak_ptr<OpenPage>& known : pages_) {
    if (const std::shared_ptr<OpenPage> page = known.lock()) page->send(shared);
  }
}

}  // namespace weir::studio
