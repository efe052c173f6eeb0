# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# Every folder of src/ is a library made of all its .cpp files:
#   weir_folder(geometry INCLUDES base LINKS assimp::assimp)
# INCLUDES: folders declared before it whose headers it may include (tests/layout checks that it includes no others).
# LINKS: outside libraries that are used only in its .cpp files.
# The calls, in their order, are the one list of folders: tests and the installed library are made from it.

# What most files include, compiled once; files still include what they use. Folders from ballistic/ on have a second set,
# with the scene in it. nlohmann/json.hpp is in neither: its literals make every file that includes it compile a parser.
set(WEIR_PRECOMPILED <algorithm> <array> <cmath> <cstdint> <cstring> <filesystem> <functional> <map> <memory> <numeric>
    <optional> <span> <string> <string_view> <variant> <vector> <fmt/format.h>)
set(WEIR_PRECOMPILED_SCENE ${PROJECT_SOURCE_DIR}/include/weir/base/error.h
                           ${PROJECT_SOURCE_DIR}/include/weir/base/parallel.h
                           ${PROJECT_SOURCE_DIR}/include/weir/scene/scene.h
                           ${PROJECT_SOURCE_DIR}/include/weir/sim/director_kind.h
                           ${PROJECT_SOURCE_DIR}/include/weir/sim/solver_kind.h)

# The libraries of those headers; a target without them could not use the precompiled header.
set(WEIR_EVERYWHERE fmt::fmt nlohmann_json::nlohmann_json)

# Every target of one kind shares the precompiled header of the first.
function(weir_precompile NAME FIRST)
  if(NAME STREQUAL FIRST)
    target_precompile_headers(${NAME} PRIVATE ${WEIR_PRECOMPILED} ${ARGN})
  else()
    target_precompile_headers(${NAME} REUSE_FROM ${FIRST})
  endif()
endfunction()

function(weir_folder NAME)
  cmake_parse_arguments(FOLDER "" "" "INCLUDES;LINKS" ${ARGN})
  file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  add_library(weir_${NAME} STATIC ${SOURCES})
  target_include_directories(weir_${NAME} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  foreach(INCLUDED ${FOLDER_INCLUDES})
    if(NOT TARGET weir_${INCLUDED})
      message(FATAL_ERROR "src/${NAME} includes src/${INCLUDED}, which is not declared before it")
    endif()
    target_link_libraries(weir_${NAME} PUBLIC weir_${INCLUDED})
  endforeach()
  target_link_libraries(weir_${NAME} PRIVATE ${WEIR_EVERYWHERE} ${FOLDER_LINKS})
  if(TARGET weir_ballistic)  # the first that knows the scene and needs no definitions of libraries
    weir_precompile(weir_${NAME} weir_ballistic ${WEIR_PRECOMPILED_SCENE})
  else()
    weir_precompile(weir_${NAME} weir_base)
  endif()
  list(JOIN FOLDER_INCLUDES " " INCLUDES)
  set_property(GLOBAL APPEND PROPERTY WEIR_FOLDERS ${NAME})
  set_property(GLOBAL APPEND PROPERTY WEIR_FOLDER_INCLUDES "${NAME}: ${INCLUDES}")
  set_property(GLOBAL APPEND PROPERTY WEIR_FOLDER_LINKS ${FOLDER_LINKS})
endfunction()

# The tests of a folder: tests/NAME/*.cpp in one program, every test known to ctest by its name.
function(weir_folder_tests NAME)
  file(GLOB SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  add_executable(test_${NAME} ${SOURCES})
  target_include_directories(test_${NAME} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(test_${NAME} PRIVATE ${ARGN} ${WEIR_EVERYWHERE} ZLIB::ZLIB rapidcheck GTest::gtest_main)
  weir_precompile(test_${NAME} test_layout <gtest/gtest.h>)
  target_compile_definitions(test_${NAME} PRIVATE WEIR_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(test_${NAME} TEST_PREFIX "${NAME}/" DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 300 ENVIRONMENT "RC_PARAMS=seed=2026")
endfunction()
