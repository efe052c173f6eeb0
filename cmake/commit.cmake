# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes OUTPUT, a .cpp with the commit that SOURCE has checked out; leaves it alone when it says so already.

set(COMMIT unknown)
# A tree without its own .git may lie inside another project's.
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} --no-optional-locks -C ${SOURCE} describe --always --abbrev=10 --exclude=* --dirty=\ \(modified\)
                  OUTPUT_VARIABLE ANSWER RESULT_VARIABLE FAILED ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT FAILED)
    set(COMMIT "${ANSWER}")
  endif()
endif()
set(TEXT "// Written by cmake/commit.cmake.\n#include \"weir/base/version.h\"\n\nnamespace weir {\n
const char* const kCommit = \"${COMMIT}\";\n\n}  // namespace weir\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} KNOWN)
endif()
if(NOT "${KNOWN}" STREQUAL "${TEXT}")
  file(WRITE ${OUTPUT} "${TEXT}")
endif()
