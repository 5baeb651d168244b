#!/usr/bin/env python3
"""What joust-load's open loop is held to, on the anchor (joust-null) and with each engine.

  tests/bars/open_loop.py BUILD_DIR [schedule] [delays] [stamps] [frozen] [poisson] [validity]
  (no word: all of them)

schedule  at half of what the server can do: lag p99 <= 50 us, achieved rate within 0.1 %
delays    p50 with an answer delayed by D minus p50 without, same rate, interleaved: within 20 us of
          the median of the delays that joust-null measured itself, for D = 1 ms and 10 ms
stamps    the table of both engines' p50 and p99 against joust-null's own, for several delays
frozen    the server stopped for a second at 5000 requests/s: response percentiles within 2 % of what
          arithmetic predicts from the pause and the measured capacity; service time: one slow answer
          a connection
poisson   gaps between actual sends against the exponential distribution: Anderson-Darling, 1 % level
validity  a quarter of a CPU, one CPU for both sides, a stopped client: each makes the result not valid

One thread, client and server on a CPU of their own, nothing else on the machine if it can be had.
Needs Python 3.9 or later and two CPUs; `validity` needs root for the quarter of a CPU.
"""
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ENGINES = ("epoll", "uring")
DELAYED_CONNECTIONS = 1000  # 100,000 requests/s at most with 10 ms each
missed = []


def verdict(what, value, bar, reached):
    print(f"  {what}: {value}, bar {bar}: {'reached' if reached else 'missed'}")
    if not reached:
        missed.append(what)


class Bench:
    def __init__(self, build):
        self.bin = Path(build) / "bin"
        cpus = sorted(os.sched_getaffinity(0))
        if len(cpus) < 2:
            sys.exit(f"two CPUs are needed, {len(cpus)} may be used")
        self.server_cpu, self.client_cpu = cpus[0], cpus[1]
        for program in ("joust-load", "joust-null"):
            if not (self.bin / program).exists():
                sys.exit(f"no {self.bin / program}: build it first")

    @contextmanager
    def server(self, *options, cpu=None):
        """Yields the process with .url; its own delays are in .stderr_text afterwards."""
        with tempfile.TemporaryFile("w+") as errors:
            process = subprocess.Popen(
                ["taskset", "-c", str(self.server_cpu if cpu is None else cpu),
                 self.bin / "joust-null", *options],
                stdout=subprocess.PIPE, stderr=errors, text=True)
            try:
                ready = process.stdout.readline()
                port = re.match(r"READY port=(\d+)", ready)
                if not port:
                    sys.exit(f"joust-null did not get ready: {ready!r}")
                process.url = f"http://127.0.0.1:{port[1]}/bytes/52"
                yield process
            finally:
                process.send_signal(signal.SIGCONT)
                process.terminate()
                rest = process.communicate()[0]
                errors.seek(0)
                process.own_words = rest + errors.read()

    def load_command(self, url, *options, cpu=None):
        return ["taskset", "-c", str(self.client_cpu if cpu is None else cpu),
                self.bin / "joust-load", "-q", "--format", "json", "-t", "1",
                *map(str, options), url]

    def load(self, url, *options, cpu=None):
        done = subprocess.run(self.load_command(url, *options, cpu=cpu), stdout=subprocess.PIPE,
                              text=True)
        return json.loads(done.stdout)


def percentile(histogram, percent):
    """Nearest rank over the histogram's buckets, as joust-load computes it [ns]."""
    buckets = histogram["histogram"]["buckets"]
    rank = max(1, math.ceil(percent / 100 * histogram["count"]))
    seen = 0
    for index, count in buckets:
        seen += count
        if seen >= rank:
            return min(max(highest(index), histogram["min"]), histogram["max"])
    return histogram["max"]


def highest(index):
    if index < 2048:
        return index
    shift = index // 1024 - 1
    return ((index - shift * 1024 + 1) << shift) - 1


def own_delay(words, percent):
    """joust-null's own percentile of its actual delays [ns]."""
    for line in words.splitlines():
        if line.startswith("{") and "joust.null-delays/1" in line:
            return json.loads(line)["percentiles_ns"][str(percent)]
    sys.exit(f"joust-null said nothing of its delays: {words!r}")


def half_of_saturation(bench, engine, connections=32, *server_options):
    with bench.server(*server_options) as server:
        full = bench.load(server.url, "-c", connections, "-d", "2s", "--engine", engine)
    return round(full["rate_rps"] / 2, -2)


def schedule(bench):
    for engine in ENGINES:
        rate = half_of_saturation(bench, engine)
        with bench.server() as server:
            run = bench.load(server.url, "-c", 32, "-r", rate, "--warmup", "500ms", "-d", "5s",
                             "--engine", engine)
        lag = percentile(run["schedule"]["lag_ns"], 99)
        error = abs(run["rate_rps"] / rate - 1)
        print(f"schedule, {engine}, {rate:.0f} requests/s, {run['validity']['state']}")
        verdict("lag p99", f"{lag / 1e3:.1f} us", "50 us", lag <= 50_000)
        verdict("achieved rate off by", f"{error:.4%}", "0.1 %", error <= 0.001)


def service(run, percent):
    return percentile(run["latency_ns"]["service"], percent)


def delayed(bench, engine, delay, rate, percents):
    """Client's and server's own percentiles, and the client's without delay, interleaved."""
    client, null, plain = ([] for _ in range(3))
    options = ("-c", DELAYED_CONNECTIONS, "-r", rate, "--warmup", "300ms", "-d", "2s",
               "--engine", engine)
    for _ in range(5):
        with bench.server("--delay", delay) as server:
            run = bench.load(server.url, *options)
        client.append([service(run, p) for p in percents])
        null.append([own_delay(server.own_words, p) for p in percents])
        with bench.server() as server:
            run = bench.load(server.url, *options)
        plain.append([service(run, p) for p in percents])
    median = lambda rows, i: sorted(row[i] for row in rows)[len(rows) // 2]
    return [(median(client, i), median(plain, i), median(null, i)) for i in range(len(percents))]


def delays(bench):
    for engine in ENGINES:
        for delay in ("1ms", "10ms"):
            # Half of what the server can do with that delay, on as many connections.
            rate = half_of_saturation(bench, engine, DELAYED_CONNECTIONS, "--delay", delay)
            (client, plain, null), = delayed(bench, engine, delay, rate, [50])
            off = (client - plain) - null
            print(f"delays, {engine}, {delay}, {rate:.0f} requests/s: p50 {client / 1e3:.1f} us, "
                  f"without {plain / 1e3:.1f} us, joust-null's own {null / 1e3:.1f} us")
            verdict("difference off by", f"{off / 1e3:+.1f} us", "20 us", abs(off) <= 20_000)


def stamps(bench, rate=40_000):
    print("stamps: client's service time minus joust-null's own delay [us], "
          f"{rate} requests/s")
    print(f"  {'engine':8} {'delay':>8} {'p50':>8} {'p90':>8} {'p99':>8}")
    for engine in ENGINES:
        for delay in ("100us", "1ms", "10ms"):
            rows = delayed(bench, engine, delay, rate, [50, 90, 99])
            cells = [f"{(client - null) / 1e3:8.1f}" for client, _, null in rows]
            print(f"  {engine:8} {delay:>8} {' '.join(cells)}")


def frozen(bench, rate=5000, connections=100, seconds=4, pause=1.0):
    for engine in ENGINES:
        with tempfile.TemporaryDirectory() as folder, bench.server() as server:
            samples = Path(folder) / "samples.csv"
            capacity = bench.load(server.url, "-c", connections, "-d", "1s")["rate_rps"]
            load = subprocess.Popen(
                bench.load_command(server.url, "-c", connections, "-r", rate, "-d",
                                   f"{seconds}s", "--warmup", "500ms", "--engine", engine,
                                   "--samples", samples),
                stdout=subprocess.PIPE, text=True)
            time.sleep(1.5)
            began = time.monotonic()
            server.send_signal(signal.SIGSTOP)
            time.sleep(pause)
            server.send_signal(signal.SIGCONT)
            paused = time.monotonic() - began
            run = json.loads(load.communicate()[0])
        # Requests due in the pause wait for its end, then for those before them; the queue is gone
        # when as many have been answered as were due until then.
        backlog_s = paused / (1 - rate / capacity)
        affected = rate * backlog_s / run["window"]["ok"]
        print(f"frozen, {engine}: pause {paused:.4f} s, capacity {capacity:.0f} requests/s")
        response = run["latency_ns"]["response"]
        for percent in (90, 95, 99):
            share_above = 1 - percent / 100
            if share_above >= affected:
                continue
            # Of those that wait, response time falls evenly from the whole pause to nothing.
            expected = paused * (1 - share_above / affected)
            seen = percentile(response, percent) / 1e9
            verdict(f"response p{percent} {seen:.4f} s, arithmetic {expected:.4f} s, off by",
                    f"{seen / expected - 1:+.2%}", "2 %", abs(seen / expected - 1) <= 0.02)
        slow = sum(count for index, count in
                   run["latency_ns"]["service"]["histogram"]["buckets"]
                   if highest(index) > paused * 0.5e9)
        verdict("slow answers by service time", slow, f"{connections} (one a connection)",
                0 < slow <= connections)


def anderson_darling(gaps):
    """Against the unit exponential with known parameter; above 3.857 at the 1 % level."""
    gaps = sorted(gaps)
    n = len(gaps)
    total = 0.0
    for i, gap in enumerate(gaps):
        total += (2 * i + 1) * (math.log(-math.expm1(-gap)) - gaps[n - 1 - i])
    return -n - total / n


def poisson(bench, rate=1000):
    for engine in ENGINES:
        with tempfile.TemporaryDirectory() as folder, bench.server() as server:
            samples = Path(folder) / "samples.csv"
            bench.load(server.url, "-c", 64, "-r", rate, "--arrivals", "poisson", "-d", "5s",
                       "--engine", engine, "--samples", samples)
            rows = [line.split(",") for line in samples.read_text().splitlines()[1:]]
        print(f"poisson, {engine}: {len(rows)} requests at {rate} requests/s")
        for what, column in (("due", 0), ("sent", 1)):
            stamps_ns = sorted(int(row[column] or 0) for row in rows)
            gaps = [max(b - a, 1) * rate / 1e9 for a, b in zip(stamps_ns, stamps_ns[1:])]
            value = anderson_darling(gaps)
            verdict(f"Anderson-Darling of the gaps between requests {what}", f"{value:.2f}",
                    "3.857", value < 3.857)


@contextmanager
def quarter_of_a_cpu():
    """A control group that may use a quarter of a CPU; yields a function that puts a process in."""
    mounts = Path("/sys/fs/cgroup")
    version_2 = (mounts / "cgroup.controllers").exists()
    group = (mounts if version_2 else mounts / "cpu") / f"joust-{os.getpid()}"
    group.mkdir()
    try:
        if version_2:
            (group / "cpu.max").write_text("5000 20000")
        else:
            (group / "cpu.cfs_period_us").write_text("20000")
            (group / "cpu.cfs_quota_us").write_text("5000")
        yield lambda: (group / "cgroup.procs").write_text(str(os.getpid()))
    finally:
        for _ in range(50):
            try:
                group.rmdir()
                break
            except OSError:
                time.sleep(0.1)


def validity(bench):
    def check(what, run):
        state = run["validity"]["state"]
        print(f"validity: {what}: {'; '.join(run['validity']['reasons'])}")
        verdict(what, state, "not valid", state != "valid")

    with bench.server() as server:
        pid = str(server.pid)
        try:
            with quarter_of_a_cpu() as enter:
                done = subprocess.run(
                    bench.load_command(server.url, "-c", 32, "-d", "2s", "--watch-pid", pid),
                    stdout=subprocess.PIPE, text=True, preexec_fn=enter)
                check("a quarter of a CPU", json.loads(done.stdout))
        except OSError as problem:
            print(f"validity: a quarter of a CPU: not tried, no cgroup to be had ({problem})")
            missed.append("a quarter of a CPU: not tried")
        check("one CPU for both sides",
              bench.load(server.url, "-c", 32, "-d", "2s", "--watch-pid", pid,
                         cpu=bench.server_cpu))
        load = subprocess.Popen(bench.load_command(server.url, "-c", 32, "-d", "2s"),
                                stdout=subprocess.PIPE, text=True)
        time.sleep(0.7)
        # taskset becomes the client: its process is the one to stop.
        load.send_signal(signal.SIGSTOP)
        time.sleep(0.3)
        load.send_signal(signal.SIGCONT)
        check("a stopped client", json.loads(load.communicate()[0]))


BARS = {bar.__name__: bar for bar in (schedule, delays, stamps, frozen, poisson, validity)}


def main():
    if len(sys.argv) < 2 or any(word not in BARS for word in sys.argv[2:]):
        sys.exit(__doc__)
    bench = Bench(sys.argv[1])
    for word in sys.argv[2:] or BARS:
        BARS[word](bench)
    print(f"missed: {', '.join(missed)}" if missed else "every bar reached")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
