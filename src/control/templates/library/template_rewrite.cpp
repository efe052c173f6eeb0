// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/template_rewrite.h"

#include <algorithm>

#include "weir/base/error.h"

namespace weir::templates {

void rewrite_template(const Template& source, const std::filesystem::path& file, const TemplateMetadata& metadata,
                      const std::vector<NewBlock>& blocks) {
  const std::string problem = problem_of(metadata);
  if (!problem.empty()) throw InputError("the template", problem);
  const TemplateDirectory& old = source.file().directory();
  TemplateDirectory directory{metadata, old.frames, {}};
  TemplateFileWriter writer(file);
  for (const TemplateBlock& block : old.blocks) {
    const bool replaced = std::any_of(blocks.begin(), blocks.end(), [&](const NewBlock& b) {
      return b.name == block.name && b.frame == block.frame;
    });
    if (!replaced) writer.add(directory, block, source.file().read(block));
  }
  for (const NewBlock& block : blocks) {
    writer.add(directory, {.name = block.name, .version = block.version, .frame = block.frame}, block.bytes);
  }
  writer.finish(directory);
}

}  // namespace weir::templates
