# libFuzzer targets: clang++ only, chosen by the preset `fuzz`.
option(JOUST_FUZZ "Build the fuzzers (clang++)" OFF)
set(JOUST_FUZZ_SECONDS 60 CACHE STRING "How long the target `fuzz` runs each fuzzer")

if(JOUST_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "The fuzzers need clang++: cmake --preset fuzz")
  endif()
  add_custom_target(fuzz COMMENT "Every fuzzer has run")
endif()

# joust_fuzzer(NAME SOURCES files... LINKS targets... [SEEDS folder] [SEEDS_BY target]
#              [MAX_LENGTH bytes])
# A program with LLVMFuzzerTestOneInput, and the target run_NAME, part of `fuzz`: it goes on with the
# corpus below corpus/NAME of the build, beginning with the seeds. SEEDS_BY is a program that writes
# them into the folder that it is given.
function(joust_fuzzer name)
  cmake_parse_arguments(fuzzer "" "SEEDS;SEEDS_BY;MAX_LENGTH" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${fuzzer_SOURCES})
  joust_compile(${name})
  target_link_libraries(${name} PRIVATE ${fuzzer_LINKS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)

  set(max_length)
  if(fuzzer_MAX_LENGTH)
    set(max_length -max_len=${fuzzer_MAX_LENGTH})
  endif()
  set(corpus "${PROJECT_BINARY_DIR}/corpus/${name}")
  set(seeds ${fuzzer_SEEDS})
  set(write_seeds)
  if(fuzzer_SEEDS_BY)
    set(seeds "${PROJECT_BINARY_DIR}/seeds/${name}")
    set(write_seeds COMMAND ${fuzzer_SEEDS_BY} "${seeds}")
  endif()
  add_custom_target(run_${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory "${corpus}" ${seeds}
    ${write_seeds}
    COMMAND ${name} -max_total_time=${JOUST_FUZZ_SECONDS} -print_final_stats=1 ${max_length}
            "${corpus}" ${seeds}
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
    USES_TERMINAL VERBATIM)
  add_dependencies(fuzz run_${name})
endfunction()
