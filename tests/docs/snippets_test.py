# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# The snippets of README.md and of the manual, docs/*.md, work; every page of the manual has a picture and a snippet that
# is tested; every link leads somewhere, also those of docs/notes/.
#   snippets_test.py WEIR SOURCES [PAGE...]
#
# The first line of a fenced block says how it is tested:
#   ```json scene NAME.json   a whole scene; it is saved under that name and must pass `weir check`
#   ```json example PATH      is that scene of examples/, word for word; tests/app checks it
#   ```json part [SOLVER]     keys of a scene without the outer braces; laid over a small scene with that solver (sph),
#                             they must pass `weir check`
#   ```sh                     lines that start with `weir ` are run, in order, and must succeed
#   ```sh check               lines that start with `weir ` are too slow to be run, or need files that are not here:
#                             the verb and the options must exist, and scenes of examples/ must pass `weir check`
#   ```cpp program           is a part of a program in examples/library, which a test of its own builds and runs
# The blocks of a page share a temporary folder, in which examples/ and bench/ are those of the repository. Blocks of
# other languages are not looked at.

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

weir, sources = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")

BASE = {
    "frames": {"last": 2},
    "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
    "liquids": [{"shape": {"kind": "box", "lower": [-1, 0, -1], "upper": [1, 0.5, 1]}}],
}
problems = []


def problem(page, block, text):
    problems.append(f"{page.relative_to(sources)}: {text}\n    {block.strip().splitlines()[0] if block.strip() else ''}")


def run(folder, *arguments):
    # Threads are few, since tests run beside each other; the library is one of the page's own.
    return subprocess.run([weir, *arguments], cwd=folder, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "WEIR_LIBRARY": str(folder / "library")})


def complaint(done):
    return (done.stderr or done.stdout).strip()


def without_comments(text):
    return re.sub(r"//[^\n\"]*$", "", text, flags=re.M)


def check_part(page, folder, block, solver):
    try:
        part = json.loads("{" + without_comments(block) + "}")
    except ValueError as error:
        return problem(page, block, f"is no JSON: {error}")
    scene = {**BASE, "solver": {"kind": solver, "spacing": 0.05}, **part}
    (folder / "part.json").write_text(json.dumps(scene))
    done = run(folder, "check", "part.json")
    if done.returncode: problem(page, block, complaint(done))


def check_scene(page, folder, block, name):
    (folder / name).write_text(block)
    done = run(folder, "check", name)
    if done.returncode: problem(page, block, complaint(done))


def check_example(page, block, name):
    if not (sources / name).is_file() or (sources / name).read_text() != block: problem(page, block, f"is not {name}")


def words_of(line):
    return shlex.split(re.sub(r"\s#\s.*", "", line))[1:]  # "points/####.bgeo" has no comment


def check_line(page, folder, line):
    words = words_of(line)
    verb = words[:2] if words[0] == "library" else words[:1]
    help_text = run(folder, *verb, "--help")
    if help_text.returncode: return problem(page, line, f"there is no verb {' '.join(verb)}")
    known = set(re.findall(r"(?<![\w-])--?[a-z]+", help_text.stdout))
    for word in words:
        option = word.split("=")[0]
        if re.match(r"--?[a-z]", option) and option not in known: problem(page, line, f"there is no option {option}")
        if word.startswith("examples/") and word.endswith(".json"):
            done = run(folder, "check", word)
            if done.returncode: problem(page, line, complaint(done))


def run_line(page, folder, line):
    done = run(folder, *words_of(line))
    if done.returncode: problem(page, line, complaint(done))


def test_block(page, folder, info, block):
    words = info.split()
    if words[:1] == ["json"]:
        if words[1:2] == ["scene"] and len(words) == 3: check_scene(page, folder, block, words[2])
        elif words[1:2] == ["example"] and len(words) == 3: check_example(page, block, words[2])
        elif words[1:2] == ["part"]: check_part(page, folder, block, words[2] if len(words) > 2 else "sph")
        else: problem(page, block, 'says neither "json scene NAME.json" nor "json example" nor "json part"')
        return 1
    if words == ["cpp", "program"]:
        programs = [re.sub(r"\s+", "", file.read_text()) for file in (sources / "examples/library").glob("*.cpp")]
        if not any(re.sub(r"\s+", "", block) in program for program in programs):
            problem(page, block, "is in no program of examples/library")
        return 1
    if words[:1] == ["sh"]:
        lines = [line for line in block.splitlines() if line.startswith("weir ")]
        for line in lines: (check_line if words[1:] == ["check"] else run_line)(page, folder, line)
        return len(lines)
    return 0


def anchors_of(page):
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text()), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_link(page, link):
    if link.startswith("http"): return
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    if not target.exists(): problem(page, "", f"links to {link}, which does not exist")
    elif anchor and anchor not in anchors_of(target): problem(page, "", f"links to {link}, which has no such heading")


def test_page(page):
    text = page.read_text()
    tested = 0
    with tempfile.TemporaryDirectory(prefix="weir-docs-") as name:
        folder = pathlib.Path(name)
        for shared in ("examples", "bench"): (folder / shared).symlink_to(sources / shared)
        for info, block in FENCE.findall(text): tested += test_block(page, folder, info, block)
    pictures = [a or b for a, b in PICTURE.findall(text)]
    for link in pictures + LINK.findall(FENCE.sub("", text)): check_link(page, link)
    if page.parent.name != "docs": return tested
    if not pictures: problem(page, "", "has no picture")
    if not tested: problem(page, "", "has no snippet that is tested")
    return tested


pages = [pathlib.Path(p).resolve() for p in sys.argv[3:]]
pages = pages or [sources / "README.md", sources / "CONTRIBUTING.md", sources / "examples/README.md",
                  *sorted((sources / "docs").rglob("*.md"))]
snippets = sum(test_page(page) for page in pages)
for line in problems: print(line)
if problems: sys.exit(1)
print(f"{snippets} snippets of {len(pages)} pages work")
