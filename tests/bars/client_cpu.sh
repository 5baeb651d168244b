#!/usr/bin/env bash
# Client CPU per request on the anchor (joust-null), interleaved: joust-load, the same with
# --check length, the bare loop joust-floor, and wrk.
#
#   tests/bars/client_cpu.sh BUILD_DIR [ROUNDS] [SECONDS] [CONNECTIONS] [BYTES]     (whole seconds)
#   defaults:                          6        3         100           52
#   ENGINE=epoll (or another that joust-load knows) picks its engine.
#
# How it is measured. All are measured from outside and in the same way: the shell's `time` reads the
# resource usage that the kernel hands over with the ended child (user + system of the whole process,
# all threads; start-up included: some milliseconds, hence runs of several seconds). On kernels that
# keep nanosecond run times (sum_exec_runtime) the sum is exact whatever the tick; it is printed to
# the millisecond, a thousandth of a run. It is divided by the requests that the client itself reports
# for its whole run (wrk and joust-floor leave out the ones in flight at their end: at most one a
# connection). One thread each, client and server on a CPU of their own, nothing else on the machine
# if it can be had: waiting for a CPU is not part of the figure, but a disturbed cache is.
# Every round runs all of them, each round beginning with another one; a ratio is taken within a
# round, and the median of the rounds counts.
#
# Needs bash, awk, taskset and wrk, and two CPUs.
set -euo pipefail

build=${1:?usage: $0 BUILD_DIR [ROUNDS] [SECONDS] [CONNECTIONS] [BYTES]}
rounds=${2:-6} seconds=${3:-3} connections=${4:-100} bytes=${5:-52}
engine=${ENGINE:-auto}

command -v wrk >/dev/null || { echo "wrk is not installed: apt-get install wrk" >&2; exit 2; }
for program in joust-load joust-floor joust-null; do
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
joust_load() {
  measure joust-load '/"started"/ {gsub(/[^0-9]/, ""); print; exit}' \
    "$build/bin/joust-load" -q --format json -t 1 -c "$connections" -d "${seconds}s" \
    --engine "$engine" --check "$1" "$url"
}
run_client() {
  case $1 in
    load) joust_load full ;;
    length) joust_load length ;;
    floor) measure joust-floor '/answers of/ {print $1}' \
      "$build/bin/joust-floor" -c "$connections" -d "${seconds}s" "$url" ;;
    wrk) measure wrk '/requests in/ {print $1}' wrk -t1 -c"$connections" -d"${seconds}s" "$url" ;;
  esac
}

clients=(load length floor wrk)
printf 'CPU per request [us], c = %s, %s bytes, %s s a run, engine %s\n' \
  "$connections" "$bytes" "$seconds" "$engine"
printf '%5s %9s %9s %9s %9s\n' round "${clients[@]}"
for ((round = 0; round < rounds; ++round)); do
  declare -A cost=()
  for ((i = 0; i < ${#clients[@]}; ++i)); do
    client=${clients[(i + round) % ${#clients[@]}]}
    cost[$client]=$(run_client "$client")
  done
  printf '%5s %9s %9s %9s %9s\n' $((round + 1)) \
    "${cost[load]}" "${cost[length]}" "${cost[floor]}" "${cost[wrk]}"
done | tee "$work/rounds"

# $1, $2: columns of the rounds; $3: what their ratio is; $4: the bar.
ratio() {
  awk -v a="$1" -v b="$2" '{print $a / $b}' "$work/rounds" | sort -n | awk -v what="$3" -v bar="$4" '
    {ratio[NR] = $1}
    END {
      median = NR % 2 ? ratio[(NR + 1) / 2] : (ratio[NR / 2] + ratio[NR / 2 + 1]) / 2
      printf "%-24s %.3f (%.3f to %.3f), bar %.2f: %s\n", what, median, ratio[1], ratio[NR], bar,
             median <= bar ? "reached" : "missed"
    }'
}
against_wrk=0.78
((bytes < 4096)) || against_wrk=0.65
ratio 2 5 "joust-load / wrk" "$against_wrk"
ratio 2 4 "joust-load / joust-floor" 1.06
ratio 2 3 "--check full / length" 1.03
ratio 4 5 "joust-floor / wrk" 0.77
