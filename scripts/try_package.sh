#!/usr/bin/env bash
# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the Debian package, installs it in a bare Debian 12, runs and renders an example there, and then builds programs
# with its library. Needs root and a network:  scripts/try_package.sh [FOLDER for the bare Debian, default build/bookworm; used again when it is there]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

[ "$(id -u)" = 0 ] || stop "a bare Debian can only be set up by root: sudo scripts/try_package.sh"
command -v debootstrap >/dev/null || stop "debootstrap is missing; it is in the Debian package of that name"
root="$(realpath -m "${1:-build/bookworm}")"

configure package
build package
rm -f build/package/weir_*.deb
(cd build/package && cpack -G DEB >/dev/null) || stop "the package could not be made"
package="$(ls build/package/weir_*.deb)"
dpkg-deb --info "$package"

if [ ! -x "$root/usr/bin/apt-get" ]; then
  debootstrap --variant=minbase bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" ||
    stop "the bare Debian could not be set up in $root"
fi
# How this machine reaches the network.
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
for file in /etc/apt/apt.conf.d/*proxy*; do
  [ -f "$file" ] && cp "$file" "$root/etc/apt/apt.conf.d/"
done
cp "$package" "$root/tmp/weir.deb"

inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
inside apt-get update -qq
inside apt-get remove -y -qq weir 2>/dev/null || true
inside apt-get install -y -qq --no-install-recommends /tmp/weir.deb >/dev/null
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside weir --version
inside weir bench | head -3
inside weir run /usr/share/doc/weir/examples/sph/dam-break-2d.json -o /tmp/run --overwrite --frames 1-5 --progress none
inside weir render /tmp/run --style particles --size 160x90 --film --progress none
inside weir info /tmp/run
inside test -s /tmp/run/preview.mp4 || stop "no film was made"

# The library, with the packages that Weir suggests to those who link it.
programs=/usr/share/doc/weir/examples/library
inside apt-get install -y -qq --no-install-recommends g++ cmake ninja-build \
  $(inside dpkg-query -W -f '${Suggests}' weir | tr -d ,) >/dev/null
inside rm -rf /tmp/programs
inside cmake -G Ninja -S "$programs" -B /tmp/programs >/dev/null
inside cmake --build /tmp/programs
inside /tmp/programs/own_director "$programs/whirl.json" | tail -1
echo "The package works: $package"
