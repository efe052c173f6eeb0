# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# The libraries that Weir links, as Debian 12 packages them (scripts/packages.txt has the package names). The installed
# library brings this file along, since whoever links it needs them too.

# Whoever links the library must see its libraries, from a folder above as well.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(assimp REQUIRED)
find_package(Freetype REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(embree 3 REQUIRED)
find_package(Imath REQUIRED)

# Debian ships no CMake package for OpenVDB that works without extra modules.
if(NOT TARGET weir_openvdb)
  find_path(OPENVDB_INCLUDE openvdb/openvdb.h REQUIRED)
  find_library(OPENVDB_LIBRARY openvdb REQUIRED)
  add_library(weir_openvdb INTERFACE IMPORTED GLOBAL)
  target_include_directories(weir_openvdb INTERFACE ${OPENVDB_INCLUDE})
  # Imath: the table of half floats, where the processor cannot convert them.
  target_link_libraries(weir_openvdb INTERFACE ${OPENVDB_LIBRARY} Imath::Imath TBB::tbb)
endif()

# Bullet in double precision: find_package(Bullet) would give the libraries of single precision.
if(NOT TARGET weir_bullet)
  find_path(BULLET_INCLUDE btBulletDynamicsCommon.h PATH_SUFFIXES bullet REQUIRED)
  add_library(weir_bullet INTERFACE IMPORTED GLOBAL)
  target_include_directories(weir_bullet INTERFACE ${BULLET_INCLUDE})
  target_compile_definitions(weir_bullet INTERFACE BT_USE_DOUBLE_PRECISION)
  foreach(PART BulletDynamics BulletCollision LinearMath)
    find_library(BULLET_${PART} ${PART}-float64 REQUIRED)
    target_link_libraries(weir_bullet INTERFACE ${BULLET_${PART}})
  endforeach()
endif()
unset(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL)
