# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# The page of Studio: built from studio/ by node, and carried by the program, which needs no node then.
#   weir_carry_studio_page(weir)

set(STUDIO_SOURCE ${PROJECT_SOURCE_DIR}/studio)
set(STUDIO_BUILT ${PROJECT_BINARY_DIR}/studio)
# Address, file, type.
set(STUDIO_PAGE "/|index.html|text/html" "/icon.svg|icon.svg|image/svg+xml" "/app.js|app.js|text/javascript"
    "/app.css|app.css|text/css" "/worker.js|worker.js|text/javascript" "/licences.txt|licences.txt|text/plain")

# Makes STUDIO_BUILT/FILE and FILE.gz of all files of the page.
function(weir_build_studio_page NODE NPM FILES)
  set(PACKAGES ${STUDIO_SOURCE}/node_modules/.package-lock.json)
  add_custom_command(OUTPUT ${PACKAGES} DEPENDS ${STUDIO_SOURCE}/package-lock.json
                     COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
                     WORKING_DIRECTORY ${STUDIO_SOURCE} COMMENT "Fetching the packages of Studio's page" VERBATIM)
  file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${STUDIO_SOURCE}/src/*)
  list(TRANSFORM FILES PREPEND ${STUDIO_BUILT}/ OUTPUT_VARIABLE PLAIN)
  list(TRANSFORM PLAIN APPEND .gz OUTPUT_VARIABLE PACKED)
  add_custom_command(OUTPUT ${PLAIN} ${PACKED} DEPENDS ${SOURCES} ${STUDIO_SOURCE}/build.mjs ${PACKAGES}
                     COMMAND ${NODE} build.mjs ${STUDIO_BUILT}
                     COMMAND gzip -9nkf ${PLAIN}
                     WORKING_DIRECTORY ${STUDIO_SOURCE} COMMENT "Building Studio's page" VERBATIM)
endfunction()

# A source with the function of app/studio_page.h, which names the bytes that the assembler takes from the files.
function(weir_carry_studio_page TARGET)
  find_program(WEIR_NODE node)
  find_program(WEIR_NPM npm)
  set(SOURCE ${PROJECT_BINARY_DIR}/studio_page.cpp)
  set(FILES "")
  set(BYTES "")
  set(NAMES "")
  set(ENTRIES "")
  if(WEIR_NODE AND WEIR_NPM)
    foreach(PART ${STUDIO_PAGE})
      string(REPLACE "|" ";" PART ${PART})
      list(GET PART 0 ADDRESS)
      list(GET PART 1 FILE)
      list(GET PART 2 TYPE)
      list(LENGTH FILES NUMBER)
      list(APPEND FILES ${FILE})
      foreach(KIND plain gzip)
        set(SUFFIX "")
        if(KIND STREQUAL gzip)
          set(SUFFIX .gz)
        endif()
        set(NAME studio_${KIND}_${NUMBER})
        string(APPEND BYTES ".hidden ${NAME}, ${NAME}_end\n.global ${NAME}, ${NAME}_end\n${NAME}: .incbin "
                            "\"${STUDIO_BUILT}/${FILE}${SUFFIX}\"\n${NAME}_end:\n")
        string(APPEND NAMES "extern const char ${NAME}[], ${NAME}_end[];\n")
      endforeach()
      string(APPEND ENTRIES "      {\"${ADDRESS}\", \"${TYPE}; charset=utf-8\", between(studio_plain_${NUMBER}, "
                            "studio_plain_${NUMBER}_end), between(studio_gzip_${NUMBER}, studio_gzip_${NUMBER}_end)},\n")
    endforeach()
    weir_build_studio_page(${WEIR_NODE} ${WEIR_NPM} "${FILES}")
    list(TRANSFORM FILES PREPEND ${STUDIO_BUILT}/)
    list(TRANSFORM FILES APPEND .gz OUTPUT_VARIABLE PACKED)
    set_source_files_properties(${SOURCE} PROPERTIES OBJECT_DEPENDS "${FILES};${PACKED}")
  else()
    message(STATUS "node or npm is missing: weir will have no page for weir studio")
  endif()
  file(CONFIGURE OUTPUT ${SOURCE} @ONLY CONTENT [==[
// Written by cmake/studio_page.cmake.
#include "app/studio_page.h"

asm(R"(.pushsection .rodata
@BYTES@.popsection)");

extern "C" {
@NAMES@}

namespace weir::app {

[[maybe_unused]] static std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<size_t>(end - begin)};
}

studio::Assets studio_page() {
  return {
@ENTRIES@  };
}

}  // namespace weir::app
]==])
  target_sources(${TARGET} PRIVATE ${SOURCE})
endfunction()
