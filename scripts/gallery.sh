#!/usr/bin/env bash
# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the pictures of docs/examples.md: runs every example that has no finished run in out/gallery yet, and renders
# the frame named below, and a contact sheet to look at. Scenes in a folder recorded/ are run by those that record them.
#   scripts/gallery.sh [EXAMPLE...]        like sph/dam-break; all of them by default (an hour on two cores)
set -euo pipefail
cd "$(dirname "$0")/.."
weir="${WEIR:-build/release/weir}"
runs="${RUNS:-out/gallery}"

# The frame that shows best what an example is about.
frame_of() {
  case "$1" in
    sph/dam-break) echo 11 ;;
    sph/double-dam-break) echo 22 ;;
    sph/drop) echo 24 ;;
    sph/blade*) echo 44 ;;
    sph/jet*) echo 36 ;;
    sph/two-phases*) echo 60 ;;
    grid/dam-break-2d) echo 40 ;;
    grid/dam-break) echo 24 ;;
    grid/boat) echo 38 ;;
    grid/sailing) echo 52 ;;
    grid/slide) echo 90 ;;
    grid/slosh) echo 72 ;;
    grid/tracked-drop) echo 9 ;;
    templates/drop-2d) echo 26 ;;
    templates/wave-2d) echo 23 ;;
    templates/blade-2d) echo 50 ;;
    templates/jet-2d) echo 26 ;;
    templates/zero-gravity-2d) echo 44 ;;
    templates/double-dam-2d) echo 16 ;;
    templates/viscous) echo 60 ;;
    templates/blade) echo 46 ;;
    templates/letters) echo 42 ;;
    templates/multiphase) echo 14 ;;
    templates/boat) echo 50 ;;
    templates/composition) echo 40 ;;
    rig/letters-2d*) echo 50 ;;
    rig/twisted-smoke*) echo 33 ;;
    rig/waterspout*) echo 52 ;;
    rig/waterfall*) echo 26 ;;
    rig/dolphin*) echo 30 ;;
    sph/*-2d) echo 30 ;;
    *) echo 48 ;;
  esac
}

examples=("$@")
[ $# -gt 0 ] || examples=($(cd examples && ls */*.json | sed 's/\.json$//'))
mkdir -p docs/images
for example in "${examples[@]}"; do
  run="$runs/$example" name="$(echo "$example" | tr / -)"
  "$weir" run "examples/$example.json" -o "$run" --resume --progress none
  "$weir" render "$run" --sheet 12 --size 480x270 --samples 16 --progress none
  "$weir" render "$run" --frames "$(frame_of "$example")" --size 480x270 --samples 64 -o "$run/picture" --progress none
  mv "$run"/picture/images/*.png "docs/images/$name.png"
  rm -r "$run/picture"
done
