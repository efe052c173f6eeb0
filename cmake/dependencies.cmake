# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# The libraries that Weir links, as Debian 12 packages them (scripts/packages.txt has the package names). The installed
# library brings this file along, since whoever links it needs them too. WEIR_MISSING names those that are not found.

set(WEIR_MISSING "")

macro(weir_need PACKAGE)
  find_package(${PACKAGE} ${ARGN} QUIET)
  if(NOT ${PACKAGE}_FOUND)
    list(APPEND WEIR_MISSING ${PACKAGE})
  endif()
endmacro()

weir_need(Threads)
weir_need(TBB)
weir_need(fmt)
weir_need(nlohmann_json)
weir_need(assimp)
weir_need(Freetype)
weir_need(ZLIB)
weir_need(PNG)
weir_need(SQLite3)
weir_need(embree 3)
weir_need(Imath)

# Debian ships no CMake package for OpenVDB that works without extra modules.
if(NOT TARGET weir_openvdb)
  find_path(OPENVDB_INCLUDE openvdb/openvdb.h)
  find_library(OPENVDB_LIBRARY openvdb)
  if(NOT OPENVDB_INCLUDE OR NOT OPENVDB_LIBRARY)
    list(APPEND WEIR_MISSING OpenVDB)
  else()
    add_library(weir_openvdb INTERFACE IMPORTED GLOBAL)
    target_include_directories(weir_openvdb INTERFACE ${OPENVDB_INCLUDE})
    # Imath: the table of half floats, where the processor cannot convert them.
    target_link_libraries(weir_openvdb INTERFACE ${OPENVDB_LIBRARY} Imath::Imath TBB::tbb)
  endif()
endif()

# Bullet in double precision: find_package(Bullet) would give the libraries of single precision.
if(NOT TARGET weir_bullet)
  find_path(BULLET_INCLUDE btBulletDynamicsCommon.h PATH_SUFFIXES bullet)
  foreach(PART BulletDynamics BulletCollision LinearMath)
    find_library(BULLET_${PART} ${PART}-float64)
  endforeach()
  if(NOT BULLET_INCLUDE OR NOT BULLET_BulletDynamics OR NOT BULLET_BulletCollision OR NOT BULLET_LinearMath)
    list(APPEND WEIR_MISSING Bullet)
  else()
    add_library(weir_bullet INTERFACE IMPORTED GLOBAL)
    target_include_directories(weir_bullet INTERFACE ${BULLET_INCLUDE})
    target_compile_definitions(weir_bullet INTERFACE BT_USE_DOUBLE_PRECISION)
    target_link_libraries(weir_bullet INTERFACE ${BULLET_BulletDynamics} ${BULLET_BulletCollision} ${BULLET_LinearMath})
  endif()
endif()
