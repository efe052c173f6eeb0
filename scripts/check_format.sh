#!/usr/bin/env bash
# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails when a C++ file is not formatted as .clang-format says:  scripts/check_format.sh [--fix]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

# Other versions format a few things in another way.
command -v clang-format-14 >/dev/null || stop "clang-format-14 is missing; it is in the Debian package of that name"
mode=(--dry-run -Werror)
[ "${1:-}" = --fix ] && mode=(-i)
find include src tests examples \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 clang-format-14 "${mode[@]}" ||
  stop "files are not formatted; scripts/check_format.sh --fix mends them"
