#!/bin/bash
# Server CPU per request of joust-null against h2o's: 52 bytes, one thread, server on CPU 0, wrk on
# CPU 1, c = 32 and 100, rounds interleaved, median of the rounds' ratios. The bar is 0.72.
# Usage: anchor_cpu.sh [ROUNDS] [SECONDS] [BIN_DIR]   exit code: 0 below the bar, 1 above, 2 cannot run
set -euo pipefail

rounds=${1:-8}
seconds=${2:-1}
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
bin=${3:-$source_dir/build/release/bin}
bar=0.72

for program in h2o wrk taskset curl awk; do
  command -v "$program" >/dev/null || { echo "anchor_cpu: $program is missing" >&2; exit 2; }
done
[[ -x $bin/joust-null ]] || { echo "anchor_cpu: no $bin/joust-null; make build" >&2; exit 2; }

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait 2>/dev/null; rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work/root"
head -c 52 /dev/urandom >"$work/root/52.bin"

taskset -c 0 "$bin/joust-null" --root "$work/root" >"$work/null.out" &
null_pid=$!
pids+=("$null_pid")

h2o_port=$((20000 + RANDOM % 10000))
cat >"$work/h2o.conf" <<CONF
num-threads: 1
listen: { host: 127.0.0.1, port: $h2o_port }
http1-request-timeout: 3600
hosts: { default: { paths: { "/": { file.dir: "$work/root" } } } }
$([[ $(id -u) = 0 ]] && echo "user: root")
CONF
taskset -c 0 h2o -c "$work/h2o.conf" >"$work/h2o.log" 2>&1 &
h2o_pid=$!
pids+=("$h2o_pid")
sleep 0.5
null_port=$(sed -n 's/READY port=//p' "$work/null.out")
for port in "$null_port" "$h2o_port"; do
  curl -sf "http://127.0.0.1:$port/52.bin" | cmp -s - "$work/root/52.bin" ||
    { echo "anchor_cpu: port $port does not answer" >&2; exit 2; }
done

cpu_ns() { cat /proc/"$1"/task/*/schedstat | awk '{sum += $1} END {printf "%.0f", sum}'; }

# Prints nanoseconds of server CPU per request.
visit() { # pid port connections
  local before after requests
  before=$(cpu_ns "$1")
  requests=$(taskset -c 1 wrk -t1 -c "$3" -d "${seconds}s" "http://127.0.0.1:$2/52.bin" |
    awk '/requests in/ {print $1}')
  after=$(cpu_ns "$1")
  awk -v a="$before" -v b="$after" -v n="$requests" 'BEGIN {printf "%.0f", (b - a) / n}'
}

verdict=0
for connections in 32 100; do
  : >"$work/ratios"
  for ((round = 0; round < rounds; ++round)); do
    if ((round % 2)); then
      h2o_ns=$(visit "$h2o_pid" "$h2o_port" "$connections")
      null_ns=$(visit "$null_pid" "$null_port" "$connections")
    else
      null_ns=$(visit "$null_pid" "$null_port" "$connections")
      h2o_ns=$(visit "$h2o_pid" "$h2o_port" "$connections")
    fi
    awk -v a="$null_ns" -v b="$h2o_ns" 'BEGIN {print a / b, a, b}' >>"$work/ratios"
  done
  median=$(sort -n "$work/ratios" | awk '{v[NR] = $0} END {print v[int((NR + 1) / 2)]}')
  echo "c=$connections: joust-null/h2o, joust-null ns, h2o ns of the median round: $median (bar $bar)"
  awk -v m="${median%% *}" -v b="$bar" 'BEGIN {exit !(m <= b)}' || verdict=1
done
exit "$verdict"
