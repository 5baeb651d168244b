#!/bin/bash
# Server CPU per request of joust-null against h2o's: 52 bytes, one thread, server on CPU 0, client on
# CPU 1, c = 32 and 100, rounds interleaved, median of the rounds' ratios. The bar is 0.72.
# joust-load keeps the anchor busy; with CLIENT=wrk, which needs longer for a request than the anchor,
# the figure includes the anchor's falling asleep between requests.
# Usage: [CLIENT=wrk] anchor_cpu.sh [ROUNDS] [SECONDS] [BIN_DIR]
# Exit code: 0 below the bar, 1 above, 2 cannot run.
set -euo pipefail

rounds=${1:-8}
seconds=${2:-1}
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
bin=${3:-$source_dir/build/release/bin}
client=${CLIENT:-joust-load}
bar=0.72

for program in h2o "$([[ $client = wrk ]] && echo wrk || echo "$bin/joust-load")" taskset curl awk; do
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

# Prints how many requests were answered.
load() { # port connections
  local url=http://127.0.0.1:$1/52.bin
  if [[ $client = wrk ]]; then
    taskset -c 1 wrk -t1 -c "$2" -d "${seconds}s" "$url" | awk '/requests in/ {print $1}'
  else
    local requests=$((120000 * seconds))
    taskset -c 1 "$bin/joust-load" -q -c "$2" -n "$requests" "$url" >"$work/load.txt" || exit 2
    echo "$requests"
  fi
}

# Prints nanoseconds of server CPU per request, and the share of the time that it was on its CPU.
visit() { # pid port connections
  local before after requests start end
  start=$(date +%s%N)
  before=$(cpu_ns "$1")
  requests=$(load "$2" "$3")
  after=$(cpu_ns "$1")
  end=$(date +%s%N)
  awk -v a="$before" -v b="$after" -v n="$requests" -v t="$((end - start))" \
    'BEGIN {printf "%.0f %.2f", (b - a) / n, (b - a) / t}'
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
    awk -v a="$null_ns" -v b="$h2o_ns" \
      'BEGIN {split(a, x, " "); split(b, y, " "); print x[1] / y[1], x[1], x[2], y[1], y[2]}' >>"$work/ratios"
  done
  median=$(sort -n "$work/ratios" | awk '{v[NR] = $0} END {print v[int((NR + 1) / 2)]}')
  read -r ratio null_ns null_busy h2o_ns h2o_busy <<<"$median"
  echo "c=$connections, $client: $ratio (bar $bar); median round: joust-null $null_ns ns, busy $null_busy," \
    "h2o $h2o_ns ns, busy $h2o_busy"
  awk -v m="$ratio" -v b="$bar" 'BEGIN {exit !(m <= b)}' || verdict=1
done
exit "$verdict"
