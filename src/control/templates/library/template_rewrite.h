// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Changes to the file of a template that leave its particles as they are: another header, or blocks of what is derived
// from the particles (a repulsion layer, structures for sampling), so that it is computed once. The file is written
// anew beside the old one and takes its place; a template that is open keeps the old one.

#pragma once

#include <string>
#include <vector>

#include "control/templates/library/template.h"

namespace weir::templates {

struct NewBlock {
  std::string name;
  uint32_t version = 1;
  int32_t frame = kWholeTemplate;
  std::string bytes;
};

// Blocks with the same name and frame are replaced. To `file`, which may be the template's own.
void rewrite_template(const Template& source, const std::filesystem::path& file, const TemplateMetadata& metadata,
                      const std::vector<NewBlock>& blocks = {});

}  // namespace weir::templates
