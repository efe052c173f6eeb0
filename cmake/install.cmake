# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake --install: the program, the library with its headers and find_package(Weir), docs, examples, starters of Studio,
# bench scenes.

include(CMakePackageConfigHelpers)
set(WEIR_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Weir)

if(WEIR_PROGRAM)
  install(TARGETS weir RUNTIME)
endif()
install(TARGETS weir_library EXPORT WeirTargets ARCHIVE)
install(DIRECTORY include/weir DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(EXPORT WeirTargets NAMESPACE Weir:: DESTINATION ${WEIR_CMAKE_FOLDER})
write_basic_package_version_file(WeirConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/WeirConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/WeirConfigVersion.cmake DESTINATION ${WEIR_CMAKE_FOLDER})
install(FILES cmake/dependencies.cmake DESTINATION ${WEIR_CMAKE_FOLDER} RENAME WeirDependencies.cmake)

install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY bench examples/starters DESTINATION ${CMAKE_INSTALL_DATADIR}/weir)
