# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of the tool-info module, against BenchExec itself: pip install benchexec, then

    python3 -m unittest discover -s contrib/benchexec

Where BITREACH names a binary, or target/release/bitreach is there, that is run as well.
"""

import os
import subprocess
import tempfile
import unittest

from benchexec import result
from benchexec.model import Run  # noqa: F401  (that BenchExec is whole)
from benchexec.tools.template import BaseTool2, ToolNotFoundException, UnsupportedFeatureException
from benchexec.util import ProcessExitCode

from bitreach import Tool

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BINARY = os.environ.get("BITREACH", os.path.join(ROOT, "target", "release", "bitreach"))


def task(files=("a.c",), property_file="p.prp", options=None):
    return BaseTool2.Task.with_files(list(files), property_file=property_file, options=options)


def limits(**given):
    return BaseTool2.ResourceLimits(**given)


def run(lines, code=0):
    output = BaseTool2.RunOutput([line + "\n" for line in lines])
    return BaseTool2.Run([], ProcessExitCode.create(value=code), output, None)


class Commands(unittest.TestCase):
    def command(self, arguments=(), limit=limits(), **parts):
        return Tool().cmdline("bitreach", list(arguments), task(**parts), limit)

    def test_a_task_is_checked(self):
        options = {"language": "C", "data_model": "ILP32"}
        expected = ["bitreach", "check", "--property", "p.prp", "--data-model", "ILP32"]
        limit = limits(cputime=900, walltime=960, memory=1000, cpu_cores=4)
        expected += ["--timeout", "895", "--memory", "900", "--jobs", "4", "--witness", "witness.yml", "a.c"]
        self.assertEqual(self.command(["--witness", "witness.yml"], limit, options=options), expected)

    def test_the_lowest_limit_of_time_counts(self):
        for limit in (limits(walltime=60), limits(cputime=60), limits(cputime=60, walltime=90), limits(cputime=90, walltime=60)):
            self.assertEqual(self.command([], limit), ["bitreach", "check", "--property", "p.prp", "--timeout", "55", "a.c"])

    def test_what_is_said_in_options_is_not_said_twice(self):
        command = self.command(["--timeout", "7", "--property", "no-overflow"], limits(walltime=60))
        self.assertEqual(command, ["bitreach", "check", "--timeout", "7", "--property", "no-overflow", "a.c"])

    def test_a_witness_is_validated(self):
        options = {"language": "C", "witness_input_file": "w.yml"}
        command = self.command(["validate"], files=["a.c", "x/w.yml"], options=options, property_file=None)
        self.assertEqual(command, ["bitreach", "validate", "--witness", "x/w.yml", "a.c"])

    def test_what_cannot_be_asked_is_told(self):
        for options in ({"language": "Java"}, {"data_model": "LLP64"}, {"witness_input_file": "w.yml"}):
            with self.assertRaises(UnsupportedFeatureException):
                self.command(options=options)


class Results(unittest.TestCase):
    def result(self, lines, code=0):
        return Tool().determine_result(run(lines, code))

    def test_verdicts(self):
        for line, code, expected in (
            ("VERDICT: SAFE", 0, result.RESULT_TRUE_PROP),
            ("VERDICT: UNSAFE(unreach-call)", 10, result.RESULT_FALSE_REACH),
            ("VERDICT: UNSAFE(no-overflow)", 10, result.RESULT_FALSE_OVERFLOW),
            ("VERDICT: UNSAFE(valid-deref)", 10, result.RESULT_FALSE_DEREF),
            ("VERDICT: UNSAFE(valid-memcleanup)", 10, result.RESULT_FALSE_MEMCLEANUP),
            ("VERDICT: UNKNOWN(unmodelled)", 20, result.RESULT_UNKNOWN),
            ("VERDICT: UNKNOWN(rejected)", 4, result.RESULT_UNKNOWN),
            ("VERDICT: UNKNOWN(timeout)", 20, "TIMEOUT"),
            ("VERDICT: UNKNOWN(memory)", 20, "OUT OF MEMORY"),
        ):
            self.assertEqual(self.result(["file  a.c", "", line], code), expected)

    def test_without_a_verdict_it_is_an_error(self):
        self.assertEqual(self.result([], 1), "ERROR (usage)")
        self.assertEqual(self.result(["a VERDICT: SAFE"], 2), "ERROR (input)")
        self.assertEqual(self.result([], 3), "ERROR (internal)")
        self.assertEqual(self.result([], 0), "ERROR")

    def test_columns(self):
        lines = ["sizes       locations 2 · state bits 35 · input bits 1", "seconds     front end 0.1 · solve 1.25 · check 0.0"]
        output = run(lines).output
        value = lambda name: Tool().get_value_from_output(output, name)  # noqa: E731
        self.assertEqual([value(name) for name in ("locations", "state bits", "solve", "nothing")], ["2", "35", "1.25", None])


@unittest.skipUnless(os.access(BINARY, os.X_OK), f"{BINARY} is not there; BITREACH names another one")
class Binary(unittest.TestCase):
    def test_it_is_found_and_says_its_version(self):
        folder = os.path.dirname(BINARY)
        locator = BaseTool2.ToolLocator(tool_directory=folder)
        executable = Tool().executable(locator)
        self.assertRegex(Tool().version(executable), r"^\d+\.\d+\.\d+$")
        with self.assertRaises(ToolNotFoundException):
            Tool().executable(BaseTool2.ToolLocator(tool_directory=HERE))

    def test_a_task_is_decided(self):
        for source, expected in (
            ("void reach_error(void);\nint main(void) { reach_error(); }\n", result.RESULT_FALSE_REACH),
            ("void reach_error(void);\nint main(void) { return 0; }\n", result.RESULT_TRUE_PROP),
            ("int main(void) {", "ERROR (input)"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "a.c")
                with open(file, "w") as out:
                    out.write(source)
                property_file = os.path.join(ROOT, "sv-benchmarks", "properties", "unreach-call.prp")
                command = Tool().cmdline(BINARY, [], task([file], property_file), limits(walltime=60))
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(Tool().determine_result(run(done.stdout.splitlines(), done.returncode)), expected)


if __name__ == "__main__":
    unittest.main()
