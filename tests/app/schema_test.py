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

# What programs that make panels need besides.
parts = schema["$defs"]


def parameter(block, name):
    return parts[block]["properties"][name]


for block, name, word, value in [
    ("shape.sphere", "radius", "unit", "m"),
    ("shape.sphere", "centre", "place", True),
    ("force.vortex", "axis", "direction", True),
    ("force.vortex", "turns", "keyframes", True),
    ("emitter", "heat", "keyframes", True),
    ("transform", "translate", "unit", "m"),
    ("transform", "attach", "names", "solids"),
    ("liquid", "phase", "names", "phases"),
    ("instance", "template", "names", "templates"),
    ("shape.mesh", "file", "file", True),
    ("solid", "colour", "colour", True),
]:
    assert parameter(block, name).get(word) == value, (block, name, word, parameter(block, name))
assert "place" not in parameter("transform", "translate"), "translate is a way, not a place"
assert "keyframes" not in parameter("shape.sphere", "radius")


# A unit stands beside its description and nowhere inside.
def inner(of):
    return of.values() if isinstance(of, dict) else of if isinstance(of, list) else []


def units_inside(of):
    return any(isinstance(part, dict) and "unit" in part or units_inside(part) for part in inner(of))


for name, part in parts.items():
    for key, value in part.get("properties", {}).items():
        assert not units_inside(value), (name, key, value)
    # The kinds that there are, by their names, are those of oneOf.
    if "oneOf" in part:
        assert ["#/$defs/" + kind for kind in part["kinds"].values()] == [one["$ref"] for one in part["oneOf"]], name
        for kind, definition in part["kinds"].items():
            assert parts[definition]["properties"]["kind"]["const"] == kind, definition
print(f"{len(scenes)} examples fit the schema")
