# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# cpack -G DEB, in the build folder of the preset "package". scripts/try_package.sh tries the package in a bare Debian.

set(CPACK_PACKAGE_NAME weir)
set(CPACK_PACKAGE_CONTACT "The Weir Authors <weir@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulates liquids that do what they are told")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Films are made by ffmpeg, and pictures are lettered in DejaVu.
set(CPACK_DEBIAN_PACKAGE_DEPENDS ffmpeg fonts-dejavu-core)
list(JOIN CPACK_DEBIAN_PACKAGE_DEPENDS ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
# Whoever links the library needs these.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS libopenvdb-dev libboost-dev libtbb-dev libassimp-dev libfreetype-dev libbullet-dev
    libembree-dev libpng-dev libsqlite3-dev nlohmann-json3-dev libfmt-dev zlib1g-dev)
list(JOIN CPACK_DEBIAN_PACKAGE_SUGGESTS ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)

# A package runs on other machines than the one it was made on.
if(WEIR_NATIVE)
  file(WRITE ${PROJECT_BINARY_DIR}/cpack_check.cmake
       "message(FATAL_ERROR \"This build is for one machine's processor; a package needs WEIR_NATIVE=OFF (cmake --preset package)\")\n")
  set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/cpack_check.cmake)
endif()

include(CPack)
