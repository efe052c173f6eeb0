# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# The printed JSON Schema is a valid one, takes every example and refuses mistakes.
#   schema_test.py WEIR EXAMPLES

import json
import pathlib
import re
import subprocess
import sys

import jsonschema

weir, examples = sys.argv[1], pathlib.Path(sys.argv[2])
schema = json.loads(subprocess.run([weir, "describe", "--schema"], capture_output=True, check=True).stdout)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def without_comments(text):
    return re.sub(r"^\s*//.*$", "", text, flags=re.M)


# The scenes of other programs may name directors that are theirs alone.
scenes = sorted(file for file in examples.rglob("*.json") if file.parent.name != "library")
assert scenes, "no examples found"
for scene in scenes:
    validator.validate(json.loads(without_comments(scene.read_text())))

good = {"solver": {"kind": "ballistic"}, "liquids": [{"shape": {"kind": "sphere", "radius": 1}}]}
validator.validate(good)
for wrong in [
    {**good, "gravitty": [0, 0, 0]},
    {**good, "gravity": [0, 0]},
    {**good, "gravity": {"keys": [[1, 2]]}},
    {**good, "liquids": [{"shape": {"kind": "sphere", "radius": -1}}]},
    {**good, "liquids": [{"shape": {"kind": "cube"}}]},
    {**good, "frames": {"last": 1.5}},
    {**good, "solver": {"kind": "ballistic", "bounce": 2}},
]:
    assert not validator.is_valid(wrong), wrong
print(f"{len(scenes)} examples fit the schema")
