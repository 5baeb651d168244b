#!/bin/sh
# Installs the Debian packages that a purpose needs and that are missing: packages.sh build|bench|peers|format|tidy|fuzz
# Prints the command first; INSTALL=no only prints it. Nothing is started: services of installed
# servers are kept from running, because a server that runs by itself is foreign load.
set -eu

build="g++ cmake pkg-config libevent-dev libboost1.81-dev libcli11-dev catch2 libfmt-dev
  nlohmann-json3-dev libvalijson-dev libtomlplusplus-dev libssl-dev liburing-dev"
case "${1:-}" in
  build) wanted=$build ;;
  bench) wanted="$build nginx-light gnuplot-nox" ;;
  peers) wanted="$build gnuplot-nox nginx-light h2o lighttpd wrk apache2-utils nghttp2-client" ;;
  format) wanted="clang-format" ;;
  tidy) wanted="$build clang clang-tidy" ;;
  fuzz) wanted="$build clang libclang-rt-dev" ;;
  *) echo "usage: $0 build|bench|peers|format|tidy|fuzz" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "This is not a Debian-like system; make sure that what these packages hold is installed:" $wanted
  exit 0
fi

missing=
for package in $wanted; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" = 0 ] || as_root="sudo"
echo "Missing packages; the command that installs them:"
echo "  $as_root apt-get install -y --no-install-recommends$missing"
[ "${INSTALL:-yes}" != no ] || exit 0

# invoke-rc.d asks this policy whether a freshly installed service may start: 101 forbids it.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
  $as_root chmod 755 "$policy"
  trap '$as_root rm -f "$policy"' EXIT
fi
$as_root apt-get update -q
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
