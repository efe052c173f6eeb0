// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a page asks over its socket, {"id": 7, "do": "undo", ...}, and what it is answered: {"id": 7, "ok": ...} or
// {"id": 7, "error": "a sentence"}.

#pragma once

#include <string>

#include "studio/service.h"

namespace weir::studio {

// Also to what is no request at all.
std::string answer_request(const Service& service, const std::string& message);

}  // namespace weir::studio
