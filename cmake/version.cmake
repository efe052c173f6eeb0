# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# What weir --version tells. The version and the build's options are known now; the commit is asked of git at every
# build (cmake/commit.cmake), and only its one small file is compiled again when the answer has changed.

string(TOUPPER "${CMAKE_BUILD_TYPE}" TYPE)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${TYPE}}" FLAGS)
set(NATIVE "for any machine of its kind")
if(WEIR_NATIVE)
  set(NATIVE "for this machine's processor")
endif()
set_property(SOURCE base/version.cpp TARGET_DIRECTORY weir_base APPEND PROPERTY COMPILE_DEFINITIONS
  WEIR_VERSION="${PROJECT_VERSION}"
  WEIR_BUILD_OPTIONS="${CMAKE_BUILD_TYPE} \(${FLAGS}\), ${NATIVE}, ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")

set(COMMIT_FILE ${CMAKE_CURRENT_BINARY_DIR}/commit.cpp)
find_package(Git QUIET)
add_custom_target(weir_commit
  COMMAND ${CMAKE_COMMAND} -D GIT=${GIT_EXECUTABLE} -D SOURCE=${PROJECT_SOURCE_DIR} -D OUTPUT=${COMMIT_FILE}
          -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake
  BYPRODUCTS ${COMMIT_FILE}
  COMMENT "")
target_sources(weir_base PRIVATE ${COMMIT_FILE})
add_dependencies(weir_base weir_commit)
