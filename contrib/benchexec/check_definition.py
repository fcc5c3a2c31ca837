# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads a benchmark definition as BenchExec does, and says how many runs it has: each task must have a program and a property.

Usage: check_definition.py FILE.xml
"""

import datetime
import os
import sys
import tempfile

import benchexec.benchexec
import benchexec.model

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)


def main(path):
    binary = os.environ.get("BITREACH", os.path.join(ROOT, "target", "release", "bitreach"))
    parser = benchexec.benchexec.BenchExec().create_argument_parser()
    with tempfile.TemporaryDirectory() as results:
        arguments = [path, "--tool-directory", os.path.dirname(binary), "--no-container", "--outputpath", results + "/"]
        config = parser.parse_args(arguments)
        config.name = None
        benchmark = benchexec.model.Benchmark(path, config, datetime.datetime.now().astimezone())
        benchmark.executable = binary
        runs = [run for run_set in benchmark.run_sets for run in run_set.runs]
        for run in runs:
            command = run.cmdline()
            if not run.properties or command[1] != "check" or "--witness" not in command:
                raise SystemExit(f"{run.identifier}: {command}")
    print(f"{path}: {len(runs)} runs in {len(benchmark.run_sets)} sets")
    if len(runs) < 100:
        raise SystemExit("there should be more")


if __name__ == "__main__":
    main(sys.argv[1])
