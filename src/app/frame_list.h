// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The frames that the user names: "12", "1-48", "10-", "1-96:5", "1,10,20-30".

#pragma once

#include <string>
#include <vector>

namespace weir::app {

// In the order given, each once; all that there are when the text is empty. `there` is ascending and not empty.
// InputError when the text is no list of frames, or names one that is not there.
std::vector<int> listed_frames(const std::string& text, const std::vector<int>& there);

// "frame 12" or "frames 12-14, 20", of ascending frames.
std::string frames_in_words(const std::vector<int>& frames);

}  // namespace weir::app
