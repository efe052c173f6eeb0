#!/usr/bin/env bash
# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the pictures of README.md and docs/ from the scenes in examples/.
#   scripts/gallery.sh                    every picture of the table below (more than an hour on two cores)
#   scripts/gallery.sh sph-drop ...       these pictures
#   scripts/gallery.sh --page docs/rig.md the pictures that this page shows
#   scripts/gallery.sh --check            lists pictures that are missing or out of date; makes nothing
# Runs are kept in out/gallery and used again while their scene is the same. WEIR names the program, RUNS the folder.
set -euo pipefail
cd "$(dirname "$0")/.."
weir="${WEIR:-build/release/weir}"
runs="${RUNS:-out/gallery}"

# One line a picture: its name in docs/images, the scene in examples/, the frames, and options of weir render besides
# "--size 480x270 --samples 64". One frame gives a picture, several give a contact sheet of these, "all" one of twelve.
# "beside SCENE" shows that scene on the right, "retime SPEED" the run at that speed, "from SCENE@N" a branch of that
# scene's run. "preview" instead of frames gives what weir preview draws.
pictures() {
  cat <<'TABLE'
drop-crown               sph/drop                 8            --size 800x450
ballistic-drop-2d        ballistic/drop-2d        48
ballistic-fountain       ballistic/fountain       48
ballistic-fountain-windy ballistic/fountain-windy 48
ballistic-walker         ballistic/walker         48
grid-boat                grid/boat                38
grid-channel             grid/channel             97
grid-dam-break           grid/dam-break           24
grid-dam-break-2d        grid/dam-break-2d        40
grid-drops               grid/drops               all          --size 235x132
grid-laps                grid/laps                14,26,44,62  --size 360x240
grid-oil-and-water-2d    grid/oil-and-water-2d    16,30,48,120 --size 360x300
grid-flotsam             grid/flotsam             65           --size 640x360
grid-paints              grid/paints              36,96        --size 400x280
grid-grip-2d             grid/grip-2d             24
grid-sailing             grid/sailing             52
grid-sea                 grid/sea                 50
grid-slide               grid/slide               90
grid-slosh               grid/slosh               72
grid-smoke               grid/smoke               48
grid-smoke-2d            grid/smoke-2d            48
grid-tracked-drop        grid/tracked-drop        9
guide-emerging-boat      guide/emerging-boat      38
guide-sailing            guide/sailing            52
guide-slide              guide/slide              30
guide-slosh              guide/slosh              72
looks-clay               sph/presets              32           --size 400x170 --look clay
looks-daylight           sph/presets              32           --size 400x170 --look daylight
looks-night              sph/presets              32           --size 400x170 --look night
looks-sunset             sph/presets              32           --size 400x170 --look sunset
meshes-bending           meshes/bending           all          --size 235x132
meshes-dancer-drippy     meshes/dancer-drippy     48           --size 480x400
meshes-dancer-waves      meshes/dancer-waves      22           --size 720x405
meshes-head              meshes/head              36
meshes-impact            meshes/impact            16
preview-dolphin          rig/dolphin              preview      --size 960x540 --frame 24
preview-dam-arc          reversal/dam-arc         preview      --size 640x400
preview-kleefsman        sph/kleefsman            preview      --size 960x540
recipes-ball             recipes/ball             8,16,30,50   --size 240x160
recipes-dolphin-mesh     recipes/dolphin-mesh     12,18,28,40  --size 240x160
recipes-dolphin-reversal recipes/dolphin-reversal 6,12,16,24   --size 210x150
recipes-finer-guide      recipes/finer-guide      8,16,24,36   --size 320x190
recipes-fish-rig         recipes/fish-rig         8,13,18,24   --size 240x160
recipes-gust-ball        recipes/gust-ball        20,40        --size 200x140 from recipes/ball@20 beside recipes/ball
recipes-honey            recipes/honey            10,24,40,60  --size 240x160
recipes-honey-sunset     recipes/honey            40           --size 400x260 --look sunset
recipes-splashes-templates recipes/splashes-templates 8,10,16,24 --size 360x140
recipes-two-colours      recipes/two-colours      8,16,30,60   --size 240x160
reversal-dam-arc         reversal/dam-arc         18
reversal-dam-one         reversal/dam-one         10
reversal-double-dam      reversal/double-dam      17
reversal-face            reversal/face            48
reversal-runner          reversal/runner          48
reversal-stars           reversal/stars           11
reversal-stars-preview   reversal/stars-preview   11
rig-dolphin              rig/dolphin              30           --size 560x350
rig-dolphin-coarse       rig/dolphin-coarse       30           --size 560x350
rig-letters-2d           rig/letters-2d           50           --size 560x350
rig-letters-2d-turbulent rig/letters-2d-turbulent 50           --size 560x350
rig-letters-2d-viscous   rig/letters-2d-viscous   50           --size 560x350
rig-twisted-smoke        rig/twisted-smoke        25,49        --size 300x360 beside rig/twisted-smoke-keyframes
rig-waterfall            rig/waterfall            14,26,34,72  --size 280x260 --style particles
rig-waterfall-original   rig/waterfall-original   26,70        --size 300x290
rig-waterfall-vorticity  rig/waterfall-vorticity  26,70        --size 300x290
rig-waterspout           rig/waterspout           52           --size 480x420
rig-waterspout-vapour    rig/waterspout-vapour    52           --size 560x350
sph-blade                sph/blade                44
sph-blade-2d             sph/blade-2d             44
sph-boat                 sph/boat                 48
sph-dam-break            sph/dam-break            11
sph-dam-break-2d         sph/dam-break-2d         30
sph-double-dam-break     sph/double-dam-break     22
sph-double-dam-break-2d  sph/double-dam-break-2d  30
sph-drop                 sph/drop                 24
retime-drop              sph/drop                 19,22,25,28,31,34 --size 320x240 retime 0.25
sph-drop-2d              sph/drop-2d              30
sph-freeze-2d            sph/freeze-2d            13,24,36,46  --size 320x180
sph-grip-2d              sph/grip-2d              16
sph-honey                sph/honey                48
sph-honey-2d             sph/honey-2d             30
sph-hose-2d              sph/hose-2d              12,32,52,72  --size 320x220
sph-jet                  sph/jet                  36
sph-jet-2d               sph/jet-2d               36
sph-kleefsman            sph/kleefsman            15
sph-sea-2d               sph/sea-2d               53
sph-presets              sph/presets              32           --size 800x340
sph-lava                 sph/lava                 36,120       --size 400x280
sph-spin                 sph/spin                 37
sph-two-phases           sph/two-phases           60
sph-two-phases-2d        sph/two-phases-2d        60
sph-wave-machine         sph/wave-machine         48
sph-wave-machine-2d      sph/wave-machine-2d      30
starters-flip            starters/flip            30           --size 320x180
starters-guide           starters/guide           24           --size 320x180
starters-meshes          starters/meshes          12           --size 320x180
starters-reversal        starters/reversal        10           --size 320x180
starters-rig             starters/rig             36           --size 320x180
starters-smoke           starters/smoke           48           --size 320x180
starters-sph             starters/sph             20           --size 320x180
starters-templates       starters/templates       20           --size 320x180
templates-blade          templates/blade          46
templates-blade-2d       templates/blade-2d       50
templates-boat           templates/boat           50
templates-composition    templates/composition    40
templates-double-dam-2d  templates/double-dam-2d  16
templates-drop-2d        templates/drop-2d        26
templates-overlay        templates/drop-2d        26           --size 640x360 --overlay
templates-jet-2d         templates/jet-2d         26
templates-letters        templates/letters        42
templates-multiphase     templates/multiphase     14
templates-viscous        templates/viscous        60
templates-wave-2d        templates/wave-2d        23
templates-zero-gravity-2d templates/zero-gravity-2d 44
TABLE
}

# Pictures in docs/images that README.md and the pages of docs/ show, or only the given pages.
shown_by() {
  grep -ohE '[("][^("]*images/[A-Za-z0-9_.-]+\.png[)"]' "$@" | sed 's|.*images/||; s|\.png.$||' | sort -u
}

# Goes on with the run of a scene, or makes it anew when the scene has changed since.
run_scene() {
  "$weir" run "examples/$1.json" -o "$runs/$1" --resume --progress none 2>/dev/null ||
    "$weir" run "examples/$1.json" -o "$runs/$1" --overwrite --progress none
}

make_picture() {
  local name="$1" scene="$2" frames="$3" options=() made="$runs/picture" shown="$runs/$2" speed="" from=""
  shift 3
  if [ "$frames" = preview ]; then
    "$weir" preview "examples/$scene.json" -o "docs/images/$name.png" --run "$runs/$scene" "$@"
    return
  fi
  while [ $# -gt 0 ]; do
    if [ "$1" = beside ]; then
      run_scene "$2"
      options+=(--beside "$runs/$2")
      shift 2
    elif [ "$1" = retime ]; then
      speed="$2"
      shift 2
    elif [ "$1" = from ]; then
      from="$2"
      shift 2
    else
      options+=("$1")
      shift
    fi
  done
  if [ -n "$from" ]; then
    run_scene "${from%@*}"
    "$weir" run "examples/$scene.json" -o "$runs/$scene" --from "$runs/$from" --overwrite --progress none
  else
    run_scene "$scene"
  fi
  if [ -n "$speed" ]; then
    shown="$runs/retimed"
    "$weir" retime "$runs/$scene" "$speed" -o "$shown" --overwrite --progress none
  fi
  case " ${options[*]:-} " in *" --size "*) ;; *) options+=(--size 480x270) ;; esac
  case "$frames" in
    all) options+=(--sheet 12) ;;
    *,*) options+=(--sheet --frames "$frames") ;;
    *) options+=(--frames "$frames") ;;
  esac
  rm -rf "$made"
  "$weir" render "$shown" "${options[@]}" --samples 64 -o "$made" --progress none
  if [ -f "$made/sheet.png" ]; then
    mv "$made/sheet.png" "docs/images/$name.png"
  else
    mv "$made"/images/*.png "docs/images/$name.png"
  fi
  rm -r "$made"
  echo "docs/images/$name.png"
}

# A picture is out of date when a file that its scene stands on was changed after the commit that made it.
check() {
  pictures | /usr/bin/python3 -c '
import pathlib, re, struct, subprocess, sys

shown = set(sys.argv[1:])
images = pathlib.Path("docs/images")

def png_text(file):
    data, text, at = file.read_bytes(), {}, 8
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"tEXt":
            keyword, value = data[at + 8:at + 8 + length].split(b"\0", 1)
            text[keyword.decode("latin-1")] = value.decode("latin-1")
        at += 12 + length
    return text

# The scene and every file that it names, and what those name.
def files_of(scene, found):
    if scene in found or not scene.is_file(): return found
    found.add(scene)
    if scene.suffix == ".json":
        for name in re.findall(r"\"([^\"\n]+\.(?:json|txt|obj|ply|stl))\"", scene.read_text()):
            files_of((scene.parent / name).resolve().relative_to(pathlib.Path.cwd()), found)
    return found

def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True)

# Comments and spaces do not count.
def differs(file, commit):
    before, now = git("show", commit + ":" + file).stdout, pathlib.Path(file).read_text()
    return len({re.sub(r"\s", "", re.sub(r"(?m)^\s*//.*$", "", text)) for text in (before, now)}) > 1

def trouble(name, scenes):
    file = images / (name + ".png")
    if not file.is_file(): return "there is no such picture"
    commit = png_text(file).get("Commit", "")
    if commit in ("", "unknown"): return "does not say at which commit it was made"
    if not re.fullmatch("[0-9a-f]{7,40}", commit): return "was made with changes that were not committed: " + commit
    if git("cat-file", "-e", commit + "^{commit}").returncode: return "was made at a commit that is not here: " + commit
    files = sorted(str(f) for scene in scenes for f in files_of(pathlib.Path("examples") / (scene + ".json"), set()))
    changed = [f for f in git("diff", "--name-only", commit, "--", *files).stdout.split() if differs(f, commit)]
    return "changed since it was made: " + ", ".join(changed) if changed else ""

rows = [line.split() for line in sys.stdin]
lines = []
for row in rows:
    scenes = [row[1]] + [row[i + 1] for i, word in enumerate(row) if word == "beside"]
    problem = trouble(row[0], scenes)
    if problem: lines.append(row[0] + ": " + problem)
    if row[0] not in shown: lines.append(row[0] + ": no page shows it")
for name in sorted(shown - {row[0] for row in rows}):
    lines.append(name + ": is shown, but is not in the table of scripts/gallery.sh")
print("\n".join(lines) or "all pictures are up to date")
sys.exit(1 if lines else 0)
' $(shown_by README.md docs/*.md docs/notes/*.md)
}

case "${1:-}" in
  --check)
    check
    exit
    ;;
  --page)
    wanted="$(shown_by "${2:?--page needs the name of a page, like docs/rig.md}")"
    ;;
  -*)
    echo "usage: scripts/gallery.sh [--check | --page FILE | PICTURE...]" >&2
    exit 2
    ;;
  *)
    wanted="$(printf '%s\n' "$@")"
    ;;
esac
for name in $wanted; do
  pictures | grep -q "^$name " || {
    echo "$name: is not in the table of scripts/gallery.sh" >&2
    exit 2
  }
done
mkdir -p docs/images
pictures | while read -r name scene frames options; do
  [ -z "$wanted" ] || grep -qx "$name" <<<"$wanted" || continue
  # shellcheck disable=SC2086  # options are several words
  make_picture "$name" "$scene" "$frames" $options </dev/null
done
