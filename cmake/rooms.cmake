# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# A room is a folder of src/: one library made of all its .cpp files.
#   weir_room(geometry KNOWS base USES assimp::assimp)
# KNOWS: rooms above it whose headers it may include. USES: outside libraries that stay behind its .cpp files.

# What most files include, compiled once: it takes half of the time to build. Files still include what they use.
set(WEIR_PRECOMPILED <algorithm> <array> <cmath> <cstdint> <cstring> <filesystem> <functional> <map> <memory> <numeric>
    <optional> <span> <string> <string_view> <variant> <vector> <fmt/format.h> <nlohmann/json.hpp>)

# Every target of one kind shares the precompiled header of the first.
function(weir_precompile NAME FIRST)
  if(NAME STREQUAL FIRST)
    target_precompile_headers(${NAME} PRIVATE ${WEIR_PRECOMPILED} ${ARGN})
  else()
    target_precompile_headers(${NAME} REUSE_FROM ${FIRST})
  endif()
endfunction()

function(weir_room NAME)
  cmake_parse_arguments(ROOM "" "" "KNOWS;USES" ${ARGN})
  file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  add_library(weir_${NAME} STATIC ${SOURCES})
  target_include_directories(weir_${NAME} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  list(TRANSFORM ROOM_KNOWS PREPEND weir_)
  target_link_libraries(weir_${NAME} PUBLIC ${ROOM_KNOWS} PRIVATE ${ROOM_USES})
  weir_precompile(weir_${NAME} weir_base)
endfunction()

# The tests of a room: tests/NAME/*.cpp in one program, every test known to ctest by its name.
function(weir_room_tests NAME)
  file(GLOB SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  add_executable(test_${NAME} ${SOURCES})
  if("weir_run" IN_LIST ARGN)
    target_sources(test_${NAME} PRIVATE ${CMAKE_SOURCE_DIR}/tests/built_in_kinds.cpp)
  endif()
  target_include_directories(test_${NAME} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_link_libraries(test_${NAME} PRIVATE ${ARGN} fmt::fmt rapidcheck GTest::gtest_main)
  weir_precompile(test_${NAME} test_house <gtest/gtest.h>)
  target_compile_definitions(test_${NAME} PRIVATE WEIR_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  gtest_discover_tests(test_${NAME} TEST_PREFIX "${NAME}/" DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 300 ENVIRONMENT "RC_PARAMS=seed=2026")
endfunction()
