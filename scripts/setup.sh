# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# Shared by ./demo, ./test and the other scripts: installs what is missing, configures, builds. Source it from the checkout's root.

stop() {
  echo "weir: $*" >&2
  exit 1
}

# Whether a package's work is done by one of another origin, as that of node, npm and Chromium often is.
is_there_otherwise() {
  case "$1" in
    nodejs) command -v node >/dev/null ;;
    npm | chromium) command -v "$1" >/dev/null ;;
    *) false ;;
  esac
}

# Installs the Debian packages of scripts/packages.txt that are not there yet.
install_packages() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    stop "this machine has no Debian packages. Install the libraries named in scripts/packages.txt by hand, then: cmake --preset release && cmake --build --preset release"
  local missing="" package
  for package in $(grep -v '^#' scripts/packages.txt); do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" || is_there_otherwise "$package" ||
      missing="$missing $package"
  done
  [ -z "$missing" ] && return
  echo "Installing:$missing"
  local as_root=""
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || stop "these packages are missing and need root to install:$missing"
    as_root="sudo"
  fi
  $as_root apt-get update -qq || stop "apt-get update failed: is there a network?"
  # Another origin's nodejs brings an npm of its own and does not go with Debian's.
  install_as "$as_root" "${missing/ npm/}"
  if [ "${missing/ npm/}" != "$missing" ] && ! is_there_otherwise npm; then install_as "$as_root" npm; fi
}

# install_as SUDO PACKAGES
install_as() {
  [ -z "$2" ] && return
  $1 env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $2 >/dev/null ||
    stop "these packages could not be installed: $2"
}

# configure PRESET
configure() {
  local log
  log="$(mktemp)"
  cmake --preset "$1" >"$log" 2>&1 || { cat "$log" >&2; stop "the build could not be set up"; }
  rm -f "$log"
}

# build PRESET [TARGET]: of a preset that has been configured.
build() {
  cmake --build --preset "$1" ${2:+--target "$2"} || stop "the build failed"
}
