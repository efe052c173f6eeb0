// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What can be made of a take: the styles of its pictures and films, and the formats in which its frames are exported.
// The one list of both: pages offer what is in it, and nothing else is accepted.

#pragma once

#include "studio/work/take_record.h"

namespace weir::studio {

// {styles: [{style, name}], formats: [{format, name, about, of}], no_formats: why there are none, or null}. Of a take
// that has no frames yet both are empty.
Json offers_of(const TakeRecord& record, const std::filesystem::path& run_folder);

// InputError when this is none of the styles, or formats, of the offers.
void refuse_other_style(const Json& offers, const std::string& style);
void refuse_other_format(const Json& offers, const std::string& format);
bool is_format_of_points(const std::string& format);

}  // namespace weir::studio
