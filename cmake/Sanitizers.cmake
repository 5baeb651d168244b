# JOUST_SANITIZE="address,undefined" or "thread": for the whole build, chosen by the presets.
set(JOUST_SANITIZE "" CACHE STRING "Sanitizers to build with, as given to -fsanitize")
if(JOUST_SANITIZE)
  add_compile_options(-fsanitize=${JOUST_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${JOUST_SANITIZE})
endif()
