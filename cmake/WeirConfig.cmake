# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# find_package(Weir) gives the target Weir::weir.

include(${CMAKE_CURRENT_LIST_DIR}/WeirDependencies.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/WeirTargets.cmake)
