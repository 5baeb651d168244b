#!/usr/bin/env bash
# Client CPU per request: joust-load against wrk on the anchor (joust-null), interleaved.
#
#   tests/bars/client_cpu.sh BUILD_DIR [ROUNDS] [SECONDS] [CONNECTIONS] [BYTES]     (whole seconds)
#   defaults:                          6        5         100           52
#
# How it is measured. Both clients are measured from outside and in the same way: the shell's `time`
# reads the resource usage that the kernel hands over with the ended child (user + system of the
# whole process, all threads; start-up included: some milliseconds, hence runs of several seconds).
# On kernels that keep nanosecond run times (sum_exec_runtime) the sum is exact whatever the tick;
# it is printed to the millisecond, a thousandth of a run. It is divided by the requests that the
# client itself reports for its whole run (wrk leaves out the ones in flight at its end: at most one
# a connection). One thread each, client and server on a CPU of their own, nothing else on the
# machine if it can be had: waiting for a CPU is not part of the figure, but a disturbed cache is.
# Every round runs both clients; which goes first alternates. The ratio of a round is ours over
# wrk's; the median of the rounds counts.
#
# Needs bash, awk, taskset and wrk, and two CPUs.
set -euo pipefail

build=${1:?usage: $0 BUILD_DIR [ROUNDS] [SECONDS] [CONNECTIONS] [BYTES]}
rounds=${2:-6} seconds=${3:-5} connections=${4:-100} bytes=${5:-52}
bar=0.85

command -v wrk >/dev/null || { echo "wrk is not installed: apt-get install wrk" >&2; exit 2; }
for program in joust-load joust-null; do
  [[ -x $build/bin/$program ]] || { echo "no $build/bin/$program: build it first" >&2; exit 2; }
done
mapfile -t cpus < <(taskset -cp $$ | sed 's/.*: //' | tr , '\n' |
  awk -F- '{for (i = $1; i <= ($2 == "" ? $1 : $2); ++i) print i}')
((${#cpus[@]} >= 2)) || { echo "two CPUs are needed, ${#cpus[@]} may be used" >&2; exit 2; }

work=$(mktemp -d)
server=
# Invoked by the trap.
# shellcheck disable=SC2317
finish() {
  [[ -z $server ]] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
  rm -rf "$work"
}
trap finish EXIT

taskset -c "${cpus[0]}" "$build/bin/joust-null" >"$work/ready" 2>"$work/log" &
server=$!
for _ in {1..100}; do
  grep -qs '^READY port=' "$work/ready" && break
  sleep 0.05
done
port=$(sed -n 's/^READY port=\([0-9]*\).*/\1/p' "$work/ready")
[[ -n $port ]] || { echo "joust-null did not get ready" >&2; cat "$work/log" >&2; exit 6; }
url=http://127.0.0.1:$port/bytes/$bytes

TIMEFORMAT='%3U %3S'
# Prints microseconds of CPU per request. $1: client; $2: how it says its requests, an awk program.
measure() {
  local client=$1 count=$2
  shift 2
  { time taskset -c "${cpus[1]}" "$@" >"$work/out" 2>"$work/err"; } 2>"$work/time" ||
    { echo "$client failed:" >&2; cat "$work/out" "$work/err" >&2; exit 1; }
  local requests
  requests=$(awk "$count" "$work/out")
  awk -v requests="$requests" '{printf "%.3f\n", ($1 + $2) * 1e6 / requests}' "$work/time"
}
ours() {
  measure joust-load '/"started"/ {gsub(/[^0-9]/, ""); print; exit}' \
    "$build/bin/joust-load" -q --format json -t 1 -c "$connections" -d "${seconds}s" "$url"
}
theirs() {
  measure wrk '/requests in/ {print $1}' wrk -t1 -c"$connections" -d"${seconds}s" "$url"
}

printf 'CPU per request [us], c = %s, %s bytes, %s s a run\n' "$connections" "$bytes" "$seconds"
printf '%5s %11s %9s %7s\n' round joust-load wrk ratio
for ((round = 1; round <= rounds; ++round)); do
  if ((round % 2)); then
    a=$(ours) b=$(theirs)
  else
    b=$(theirs) a=$(ours)
  fi
  awk -v n="$round" -v a="$a" -v b="$b" 'BEGIN {printf "%5d %11.3f %9.3f %7.3f\n", n, a, b, a / b}'
done | tee "$work/rounds"
awk '{print $4}' "$work/rounds" | sort -n | awk -v bar="$bar" '
  {ratio[NR] = $1}
  END {
    median = NR % 2 ? ratio[(NR + 1) / 2] : (ratio[NR / 2] + ratio[NR / 2 + 1]) / 2
    printf "median ratio %.3f (%.3f to %.3f), bar %.2f: %s\n", median, ratio[1], ratio[NR], bar,
           median <= bar ? "reached" : "missed"
  }'
