#!/usr/bin/env python3
"""Plays the wire cases (tests/client/wire_cases.json) to load clients and prints what each of them
makes of them, as the page docs/wire-behaviour.md. Only the standard library; loopback only.

    tests/bars/wire_behaviour.py BUILD_DIR [CASE ...] > docs/wire-behaviour.md

A client that is not installed is left out. Takes some minutes: a client that hangs is waited for.
"""

import concurrent.futures
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional

ROOT = Path(__file__).resolve().parents[2]
LONGEST_RUN_S = 12  # a client that runs longer hangs
ROUNDS = 3  # what a client makes of a case may depend on which bytes come together
WRK_SECONDS = 3  # longer than any time limit of a case


# --- the peer: see tests/support/scripted_peer.hpp for what a script means


def part_bytes(part):
    data = part.get("text", "").encode("latin-1")
    for text, times in part.get("pieces", []):
        data += text.encode("latin-1") * times
    return data * part.get("repeat", 1)


class Peer:
    def __init__(self, case):
        self.case = case
        self.parts = [(part, part_bytes(part)) for part in case["parts"]]
        self.requests = 0
        self.connections = 0
        self.lock = threading.Lock()
        self.open = set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept_all, daemon=True).start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with self.lock:
            for connection in self.open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def accept_all(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.connections += 1
                self.open.add(connection)
            threading.Thread(target=self.play, args=(connection,), daemon=True).start()

    def play(self, connection):
        state = {"bytes": b""}
        try:
            first = True
            while self.play_once(connection, state, first):
                first = False
        except OSError:
            pass  # the client has gone
        with self.lock:
            self.open.discard(connection)
        connection.close()

    def read_request(self, connection, state):
        while b"\r\n\r\n" not in state["bytes"]:
            more = connection.recv(65536)
            if not more:
                return False
            state["bytes"] += more
        head, _, rest = state["bytes"].partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length:[ \t]*(\d+)", head)
        body = int(length[1]) if length and self.case.get("start") != "head" else 0
        while len(rest) < body:
            more = connection.recv(65536)
            if not more:
                return False
            rest += more
        state["bytes"] = rest[body:]
        with self.lock:
            self.requests += 1
        return True

    def drain(self, connection):
        while connection.recv(65536):
            pass

    def play_once(self, connection, state, first):
        end = self.case["end"]
        if not first and self.case.get("then") == "silent":
            self.drain(connection)
            return False
        if not self.read_request(connection, state):
            return False
        for i, (part, data) in enumerate(self.parts):
            if part.get("wait_request") and not self.read_request(connection, state):
                return False
            time.sleep(part.get("delay_ms", 0) / 1000)
            with_fin = end in ("close", "half") and i + 1 == len(self.parts)
            connection.sendall(data, socket.MSG_MORE if with_fin else 0)
        if end == "reset":
            linger = (1).to_bytes(4, "little") + (0).to_bytes(4, "little")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        elif end == "half":
            connection.shutdown(socket.SHUT_WR)
            self.drain(connection)
        return end == "keep"


# --- the clients: a command line for a case, and what their report says


@dataclass
class Report:
    ok: int
    failed: int
    statuses: Optional[dict] = None  # {"2xx": n}, where the client counts them


@dataclass
class Client:
    name: str
    version: list  # command
    command: Callable  # (case, url, body_file, work) -> arguments, or None: cannot be expressed
    report: Callable  # (stdout and stderr) -> Report or None
    shown: str  # how it was called, for readers
    counted: bool = True
    program: str = ""


def number(pattern, text, default=None):
    found = re.search(pattern, text)
    return int(found[1].replace(",", "")) if found else default


def seconds(case):
    return max(1, -(-case["timeout_ms"] // 1000))


def pace_ms(case):
    return case.get("pace_ms", 0)


def is_plain(case):
    return case.get("pipeline", 1) == 1 and pace_ms(case) == 0


def joust_load(build):
    def command(case, url, body_file, _work):
        arguments = [f"{build}/bin/joust-load", "-c", "1", "-n", str(case["requests"]), "-q"]
        arguments += ["--format", "json", "-X", case["method"]]
        arguments += ["--pipeline", str(case.get("pipeline", 1))]
        if pace_ms(case):
            arguments += ["--rate", str(1000 / pace_ms(case))]
        arguments += ["--timeout", f"{case['timeout_ms']}ms"]
        if body_file:
            arguments += ["--body-file", body_file]
        return arguments + [url]

    def report(text):
        requests = json.loads(text)["requests"]
        codes = {}
        for code, count in json.loads(text)["status"].items():
            codes[code[0] + "xx"] = codes.get(code[0] + "xx", 0) + count
        return Report(requests["ok"], requests["failed"], codes)

    return Client("joust-load", [f"{build}/bin/joust-load", "--version"], command, report,
                  "`joust-load -c 1 -n N --timeout T URL`; `-X`, `--pipeline`, `--body-file`, "
                  "`--rate` for a pace",
                  program=f"{build}/bin/joust-load")


def wrk():
    def command(case, url, body_file, work):
        script = Path(work) / "wrk.lua"
        lines = [f'wrk.method = "{case["method"]}"']
        if body_file:
            lines.append(f'wrk.body = io.open("{body_file}", "rb"):read("*a")')
        if pace_ms(case):
            lines.append(f"function delay() return {pace_ms(case)} end")
        depth = case.get("pipeline", 1)
        if depth > 1:
            lines.append("local all")
            lines.append(f"function init() all = string.rep(wrk.format(), {depth}) end")
            lines.append("function request() return all end")
        script.write_text("\n".join(lines) + "\n")
        return ["wrk", "-t", "1", "-c", "1", "-d", f"{WRK_SECONDS}s",
                "--timeout", f"{seconds(case)}s", "-s", str(script), url]

    def report(text):
        done = number(r"(\d+) requests in", text)
        if done is None:
            return None
        wrong = number(r"Non-2xx or 3xx responses: (\d+)", text, 0)
        errors = re.search(r"connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
        return Report(done - wrong, wrong + sum(map(int, errors.groups())) if errors else wrong)

    return Client("wrk", ["wrk", "-v"], command, report,
                  f"`wrk -t 1 -c 1 -d {WRK_SECONDS}s --timeout T -s SCRIPT URL`, the script for "
                  "method, body, pace and pipeline", counted=False)


def ab():
    def command(case, url, body_file, _work):
        if not is_plain(case):
            return None
        arguments = ["ab", "-q", "-k", "-r", "-c", "1", "-n", str(case["requests"]),
                     "-s", str(seconds(case))]
        if case["method"] == "HEAD":
            arguments.append("-i")
        if body_file:
            arguments += ["-p", body_file, "-T", "application/octet-stream"]
        return arguments + [url]

    def report(text):
        complete = number(r"Complete requests:\s+(\d+)", text)
        if complete is None:
            return None
        failed = number(r"Failed requests:\s+(\d+)", text, 0)
        wrong = number(r"Non-2xx responses:\s+(\d+)", text, 0)
        return Report(max(0, complete - failed - wrong), failed + wrong)

    return Client("ab", ["ab", "-V"], command, report,
                  "`ab -q -k -r -c 1 -n N -s T URL`; `-i` for HEAD, `-p` for a body; it asks in "
                  "HTTP/1.0 with `Connection: Keep-Alive`")


def h2load():
    def command(case, url, body_file, _work):
        arguments = ["h2load", "--h1", "-c", "1", "-t", "1", "-n", str(case["requests"]),
                     "-m", str(case.get("pipeline", 1)), "-N", f"{seconds(case)}s"]
        if pace_ms(case):
            arguments.append(f"--rps={1000 // pace_ms(case)}")
        if case["method"] == "HEAD":
            arguments += ["-H", ":method: HEAD"]
        if body_file:
            arguments += ["-d", body_file]
        return arguments + [url]

    def report(text):
        counts = re.search(r"requests: (\d+) total, (\d+) started, (\d+) done, (\d+) succeeded, "
                           r"(\d+) failed", text)
        codes = re.search(r"status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", text)
        if not counts:
            return None
        names = ("2xx", "3xx", "4xx", "5xx")
        statuses = {n: int(c) for n, c in zip(names, codes.groups()) if int(c)} if codes else None
        return Report(int(counts[4]), int(counts[5]), statuses)

    return Client("h2load", ["h2load", "--version"], command, report,
                  "`h2load --h1 -c 1 -t 1 -n N -m DEPTH -N T URL`; `-H ':method: HEAD'`, `-d` for "
                  "a body, `--rps` for a pace")


def hey():
    def command(case, url, body_file, _work):
        if case.get("pipeline", 1) > 1:
            return None
        arguments = ["hey", "-c", "1", "-n", str(case["requests"]), "-t", str(seconds(case)),
                     "-m", case["method"], "-disable-redirects"]
        if pace_ms(case):
            arguments += ["-q", str(1000 / pace_ms(case))]
        if body_file:
            arguments += ["-D", body_file]
        return arguments + [url]

    def report(text):
        if "Summary:" not in text:
            return None
        codes = {}
        for code, count in re.findall(r"\[(\d{3})\]\s+(\d+) responses", text):
            codes[code[0] + "xx"] = codes.get(code[0] + "xx", 0) + int(count)
        errors = text.partition("Error distribution:")[2]
        broken = sum(int(count) for count in re.findall(r"\[(\d+)\]\s", errors))
        wrong = codes.get("4xx", 0) + codes.get("5xx", 0)
        return Report(sum(codes.values()) - wrong, broken + wrong, codes)

    return Client("hey", [], command, report,
                  "`hey -c 1 -n N -t T -m METHOD -disable-redirects URL`; `-D` for a body, `-q` "
                  "for a pace")


def siege():
    def command(case, url, body_file, work):
        if not is_plain(case) or case["method"] == "HEAD":
            return None
        settings = Path(work) / "siegerc"
        settings.write_text("verbose = false\nquiet = false\nlogging = false\nparser = false\n"
                            "follow-location = false\nconnection = keep-alive\n"
                            "protocol = HTTP/1.1\nbenchmark = true\njson_output = false\n"
                            f"timeout = {seconds(case)}\n")
        arguments = ["siege", "-R", str(settings), "-b", "-c", "1", "-r", str(case["requests"])]
        if body_file:
            return arguments + [f"{url} POST <{body_file}"]
        return arguments + [url]

    def report(text):
        done = number(r"Transactions:\s+(\d+)", text)
        if done is None:
            return None
        ok = number(r"Successful transactions:\s+(\d+)", text, 0)
        return Report(min(done, ok), number(r"Failed transactions:\s+(\d+)", text, 0))

    return Client("siege", ["siege", "--version"], command, report,
                  "`siege -b -c 1 -r N URL` with a settings file: keep-alive, no parser, no "
                  "redirects, timeout T")


def httperf():
    def command(case, url, body_file, _work):
        if body_file or pace_ms(case):
            return None
        one_each = case["end"] != "keep" or case.get("then") == "silent"
        connections, calls = (case["requests"], 1) if one_each else (1, case["requests"])
        arguments = ["httperf", "--hog", "--server", "127.0.0.1", "--port", url.split(":")[2][:-1],
                     "--uri", "/", "--method", case["method"], "--timeout", str(seconds(case)),
                     "--num-conns", str(connections), "--num-calls", str(calls)]
        depth = case.get("pipeline", 1)
        return arguments + (["--burst-length", str(depth)] if depth > 1 else [])

    def report(text):
        codes = re.search(r"Reply status: 1xx=(\d+) 2xx=(\d+) 3xx=(\d+) 4xx=(\d+) 5xx=(\d+)", text)
        errors = number(r"Errors: total (\d+)", text)
        if not codes or errors is None:
            return None
        names = ("1xx", "2xx", "3xx", "4xx", "5xx")
        statuses = {n: int(c) for n, c in zip(names, codes.groups()) if int(c)}
        wrong = statuses.get("4xx", 0) + statuses.get("5xx", 0)
        return Report(sum(statuses.values()) - wrong, errors + wrong, statuses)

    return Client("httperf", ["httperf", "--version"], command, report,
                  "`httperf --hog --num-conns C --num-calls N --timeout T --method METHOD`; where "
                  "a connection carries one answer: N connections of one call, as it opens none "
                  "again; `--burst-length` for the pipeline")


# --- playing and judging


@dataclass
class Play:
    report: Optional[Report]
    exit_code: Optional[int]  # None: it hung and was killed
    requests: int
    connections: int


def play(client, case, work):
    body_file = None
    if case.get("request_body_bytes"):
        body_file = str(Path(work) / "body")
        Path(body_file).write_bytes(b"u" * case["request_body_bytes"])
    peer = Peer(case)
    try:
        command = client.command(case, f"http://127.0.0.1:{peer.port}/", body_file, work)
        if command is None:
            return None
        environment = os.environ | {"HOME": work}  # siege leaves a settings folder there
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, cwd=work, env=environment)
        try:
            text = process.communicate(timeout=LONGEST_RUN_S)[0]
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            text = process.communicate()[0]
            code = None
        if os.environ.get("WIRE_SHOW"):
            print(" ".join(command), text.decode("utf-8", "replace"), sep="\n", file=sys.stderr)
        report = client.report(text.decode("utf-8", "replace")) if code is not None else None
        return Play(report, code, peer.requests, peer.connections)
    finally:
        peer.close()


def classes(status_counts):
    sums = {}
    for code, count in status_counts.items():
        sums[code[0] + "xx"] = sums.get(code[0] + "xx", 0) + count
    return sums


def matches(client, played, outcome):
    """Whether the report says what this accepted outcome says, as far as it can."""
    report = played.report
    failed = sum(outcome["errors_by_class"].values())
    if not client.counted:
        if outcome["ok"] and failed:
            return False
        if outcome["ok"]:
            return report.ok > 0 and report.failed == 0
        return report.ok == 0 and report.failed > 0
    if (report.ok, report.failed) != (outcome["ok"], failed):
        return False
    # Some count the heads of answers that were cut short, too.
    whole_answers = outcome["errors_by_class"].keys() <= {"status"}
    return (report.statuses is None or not whole_answers
            or report.statuses == classes(outcome["status_counts"]))


def verdict(client, case, played):
    if played is None:
        return "-"
    if played.exit_code is None:
        return f"wrong: hangs, {played.requests} sent"
    if played.exit_code < 0:
        return f"wrong: dies of signal {-played.exit_code}"
    if played.report is None:
        return f"wrong: no report, exit {played.exit_code}"
    report = played.report
    right = any(matches(client, played, outcome) for outcome in case["accepted"])
    text = f"{report.ok} + {report.failed}"
    more = []
    if client.counted and report.ok > played.requests:
        right = False
        more.append(f"{played.requests} sent")
    elif client.counted and not right and report.ok + report.failed != played.requests:
        more.append(f"{played.requests} sent")
    sums = [(o["ok"], sum(o["errors_by_class"].values())) for o in case["accepted"]]
    if not right and report.statuses and (report.ok, report.failed) in sums:
        more.append("status " + " ".join(f"{n} x {c}" for c, n in sorted(report.statuses.items())))
    if played.exit_code:
        more.append(f"exit {played.exit_code}")
    wanted = case["accepted"][0].get("connections")
    if right and wanted and client.counted and client.name != "httperf":
        if not wanted["min"] <= played.connections <= wanted["max"]:
            more.append(f"{played.connections} connection" + "s" * (played.connections != 1))
    return ("right: " if right else "wrong: ") + ", ".join([text] + more)


def verdict_of_rounds(client, case, work):
    verdicts = [verdict(client, case, play(client, case, work)) for _ in range(ROUNDS)]
    wrong = [one for one in verdicts if one.startswith("wrong")]
    if wrong and len(wrong) < ROUNDS:
        return f"wrong in {len(wrong)} of {ROUNDS}: {wrong[-1].removeprefix('wrong: ')}"
    return verdicts[-1]


def version_of(client):
    if client.name == "hey":  # says no version itself
        shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "hey"],
                               capture_output=True, text=True, check=False).stdout
        return shown.split("-")[0] or "?"
    text = subprocess.run(client.version, capture_output=True, text=True, check=False)
    found = re.search(r"\d+\.\d+(\.\d+)?", text.stdout + text.stderr)
    return found[0] if found else "?"


INTRODUCTION = """\
# What load clients make of the same bytes

Every client was given the wire cases of [`wire_cases.json`](../tests/client/wire_cases.json) by a server that plays
them from a script: one connection, N requests, the case's time limit rounded up to whole seconds where a
client knows no others. This page is what `tests/bars/wire_behaviour.py BUILD_DIR` printed; run it again to check it.

A cell says `ok + failed` as the client reported them. `right`: one of the outcomes that the case accepts by the
standard, as far as the client's report tells outcomes apart: numbers of right and of failed requests, and the classes
of status codes where it counts them. Which class a failure is in, body lengths and the number of connections are not
judged for the others (joust-load is held to all of them by the project's tests); a number of connections that is not
the one that the case expects is noted. `sent`: requests that the server read, where that does not fit the report.
`exit`: an exit code other than 0. `hangs`: killed after {limit} seconds, which is longer than all time limits of the
case one after the other. `-`: the client cannot be asked for it.
wrk cannot be given a count and ran for {wrk} seconds: for it, all or no requests must be right.
Answers of 4xx and 5xx are failures here, also where a client counts them as successes beside a status table.
Every case was played {rounds} times; where not all plays were wrong, the cell says how many.

ab asks in HTTP/1.0 with `Connection: Keep-Alive`. Where the answer does not say keep-alive too, it waits for the end
of the connection, also behind a body whose length was given; the script's peer does not end it in the cases that keep
connections, so that ab's own time limit ends the run, without a report.
"""


def column(client, cases):
    with tempfile.TemporaryDirectory() as work:
        cells = []
        for case in cases:
            cells.append(verdict_of_rounds(client, case, work))
            print(f"{client.name} {case['id']} {cells[-1]}", file=sys.stderr)
        return cells


def accepted_by(case):
    return " or ".join(dict.fromkeys(
        f"{outcome['ok']} + {sum(outcome['errors_by_class'].values())}"
        for outcome in case["accepted"]))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build, wanted = str(Path(sys.argv[1]).resolve()), sys.argv[2:]
    clients = [client for client in (joust_load(build), wrk(), ab(), h2load(), hey(), siege(),
                                     httperf())
               if shutil.which(client.program or client.name)]
    cases = json.loads((ROOT / "tests/client/wire_cases.json").read_text())
    if wanted:
        cases = [case for case in cases if case["id"] in wanted]
    cases = [case for case in cases if not case.get("heavy")]
    # One client after the other would mostly be waiting for time limits.
    with concurrent.futures.ThreadPoolExecutor(len(clients)) as pool:
        columns = list(pool.map(lambda client: column(client, cases), clients))

    print(INTRODUCTION.format(limit=LONGEST_RUN_S, wrk=WRK_SECONDS, rounds=ROUNDS))
    print("| client | version | called as | right | wrong |\n|---|---|---|---:|---:|")
    for client, cells in zip(clients, columns):
        right = sum(cell.startswith("right") for cell in cells)
        wrong = sum(cell.startswith("wrong") for cell in cells)
        print(f"| {client.name} | {version_of(client)} | {client.shown} | {right} | {wrong} |")
    print("\nThe heavy case (W57, one answer of 2 GiB and 7 bytes) is not played here.\n")
    print("| case | what the server does | accepted | "
          + " | ".join(client.name for client in clients) + " |")
    print("|---|---|---|" + "---|" * len(clients))
    for case, cells in zip(cases, zip(*columns)):
        what = case["what"].replace("|", "\\|")
        print(f"| {case['id']} | {what} | {accepted_by(case)} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
