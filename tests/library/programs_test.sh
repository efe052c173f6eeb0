#!/usr/bin/env bash
# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# The programs of examples/library, built against the installed library and run; then Weir as a part of another project,
# configured:  programs_test.sh CMAKE SOURCES BUILD
set -euo pipefail
cmake="$1" sources="$2" build="$3"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

fail() { echo "$*"; exit 1; }
flag() { sed -n "s/^$1:[^=]*=//p" "$build/CMakeCache.txt"; }  # of Weir's build: the library may be sanitized

type="$(flag CMAKE_BUILD_TYPE)"
flags="$(flag "CMAKE_CXX_FLAGS_${type^^}")"
case "$flags" in *-fsanitize=*) ;; *) flags=-O1 ;; esac
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
# What new scenes of Studio begin with is there without the documentation too.
diff -r "$sources/examples/starters" "$work/prefix/share/weir/starters" || fail "the starters of Studio are not installed"
"$cmake" -G Ninja -S "$sources/examples/library" -B "$work/programs" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_CXX_COMPILER="$(flag CMAKE_CXX_COMPILER)" \
  -DCMAKE_CXX_FLAGS="$flags -Wall -Wextra -Werror" >/dev/null
"$cmake" --build "$work/programs"

# A director of one's own turns the water, is checked, and is not known to the program weir.
"$work/programs/own_director" "$sources/examples/library/whirl.json" | tee "$work/whirl.txt"
awk '$2 == "24:" && $7 > 0.05 {turns = 1} END {exit !turns}' "$work/whirl.txt" || fail "the water does not turn"
sed 's/\[12, 1\]/[12, 100]/' "$sources/examples/library/whirl.json" >"$work/wrong.json"
if "$work/programs/own_director" "$work/wrong.json" 2>"$work/said.txt"; then fail "a wrong parameter is taken"; fi
grep -q 'directors\[0\].turns' "$work/said.txt" || fail "a wrong parameter is answered with: $(cat "$work/said.txt")"

# A scene is run and its measures are printed; called again, all is there.
scene="$sources/examples/ballistic/fountain.json"
"$work/programs/run_and_measure" "$scene" "$work/run" >"$work/first.txt"
grep -q '^simulating: frame' "$work/first.txt" || fail "no progress was told"
grep -q '^particles  *[1-9]' "$work/first.txt" || fail "no measures were printed"
"$work/programs/run_and_measure" "$scene" "$work/run" >"$work/again.txt"
if grep -q '^simulating' "$work/again.txt"; then fail "a finished run was made again"; fi
diff <(grep -v ':' "$work/first.txt") <(grep -v ':' "$work/again.txt")

# Weir inside another project is the library alone.
mkdir "$work/project"
cat >"$work/project/CMakeLists.txt" <<'PROJECT'
cmake_minimum_required(VERSION 3.25)
project(around_weir LANGUAGES CXX)
add_subdirectory(${WEIR} weir)
add_executable(own_director ${WEIR}/examples/library/own_director.cpp)
target_link_libraries(own_director PRIVATE Weir::weir)
if(TARGET weir OR TARGET test_base)
  message(FATAL_ERROR "the program or its tests are built too")
endif()
PROJECT
"$cmake" -G Ninja -S "$work/project" -B "$work/project/build" -DWEIR="$sources" >/dev/null
"$cmake" --build "$work/project/build" --target own_director -- -n >/dev/null || fail "the project cannot be built"
echo "The programs of examples/library work with the installed library"
