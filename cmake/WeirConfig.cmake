# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# find_package(Weir) gives the target Weir::weir.

include(${CMAKE_CURRENT_LIST_DIR}/WeirDependencies.cmake)
if(WEIR_MISSING)
  list(JOIN WEIR_MISSING ", " WEIR_MISSING)
  set(Weir_FOUND FALSE)
  set(Weir_NOT_FOUND_MESSAGE "Weir links libraries that are not installed here: ${WEIR_MISSING}")
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/WeirTargets.cmake)
