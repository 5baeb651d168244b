# Every package the project uses, found once. `make deps` installs them on Debian and Ubuntu.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
# Asio, Beast and Math are header-only; asking for COMPONENTS would break with newer Boost releases.
find_package(Boost 1.81 REQUIRED)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(libevent REQUIRED IMPORTED_TARGET libevent)
pkg_check_modules(liburing REQUIRED IMPORTED_TARGET liburing>=2.3)
