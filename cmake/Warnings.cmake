# Warnings every room is built with, as one interface target.
add_library(joust_warnings INTERFACE)
target_compile_options(joust_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2 -Wimplicit-fallthrough)
option(JOUST_WERROR "Treat warnings as errors" ON)
if(JOUST_WERROR)
  target_compile_options(joust_warnings INTERFACE -Werror)
endif()
