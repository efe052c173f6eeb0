// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir describe [NAME] [--schema]

#include "weir/scene/describe.h"

#include <fmt/format.h>

#include "app/say.h"
#include "app/verbs.h"

namespace weir::app {

void add_describe(Verb& app) {
  Verb verb = app.verb("describe", "Tell what can be written in a scene, with units and defaults");
  auto name = std::make_shared<std::string>();
  auto schema = std::make_shared<bool>(false);
  verb.option("NAME", *name, "A part of a scene, like liquid, transform or sphere (default: list them)");
  verb.flag("--schema", *schema, "Print a JSON Schema for editors that check and complete scenes").excludes("NAME");
  verb.action([name, schema] {
    say("{}\n", *schema ? scene_schema() : name->empty() ? describe_all() : describe_block(*name));
  });
}

}  // namespace weir::app
