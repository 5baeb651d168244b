# JOUST_SANITIZE="address,undefined" or "thread": for the whole build, chosen by the presets.
set(JOUST_SANITIZE "" CACHE STRING "Sanitizers to build with, as given to -fsanitize")
if(JOUST_SANITIZE)
  add_compile_options(-fsanitize=${JOUST_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${JOUST_SANITIZE})
  # To check a vptr, UBSan tries the object's memory with a pipe of its own. Where no descriptor is left
  # pipe2() fails, and it calls the vptr of any sound object invalid: programs that run out of
  # descriptors are what some tests look at.
  if(JOUST_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize=vptr)
  endif()
endif()
