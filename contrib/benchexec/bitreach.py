# SPDX-License-Identifier: MIT OR Apache-2.0
"""BenchExec's tool-info module of bitreach: how it is run, and what its output means.

In a benchmark definition it is tool="contrib.benchexec.bitreach", with the root of the project on PYTHONPATH; or, copied to
BenchExec's own modules, tool="bitreach".
"""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import ToolNotFoundException, UnsupportedFeatureException

# The last line of standard output. It is a contract: see the README.
VERDICT = re.compile(r"^VERDICT: (SAFE|UNSAFE|UNKNOWN)(?:\((.*)\))?$")

# What ends the command without a verdict.
EXIT_CODES = {1: "usage", 2: "input", 3: "internal"}

# bitreach ends by itself so many seconds before BenchExec would end it, and says how far it came.
SPARE_SECONDS = 5


class Tool(benchexec.tools.template.BaseTool2):
    """bitreach: verification bit for bit, with no bound on loops."""

    def executable(self, tool_locator):
        try:
            return tool_locator.find_executable("bitreach", subdir="bin")
        except ToolNotFoundException:
            # Where cargo has built it.
            return tool_locator.find_executable("bitreach")

    def name(self):
        return "bitreach"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="bitreach ")

    def cmdline(self, executable, options, task, rlimits):
        command = options[0] if options and options[0] in ("check", "validate") else "check"
        options = options[1:] if options and options[0] == command else options
        files = list(task.input_files_or_identifier)
        arguments = [executable, command]
        if task.property_file and "--property" not in options:
            arguments += ["--property", task.property_file]
        if isinstance(task.options, dict):
            if task.options.get("language", "C") != "C":
                raise UnsupportedFeatureException(f"bitreach checks C, not {task.options['language']}")
            data_model = task.options.get("data_model")
            if data_model and "--data-model" not in options:
                if data_model not in ("ILP32", "LP64"):
                    raise UnsupportedFeatureException(f"bitreach knows no data model {data_model}")
                arguments += ["--data-model", data_model]
            witness = task.options.get("witness_input_file")
            if witness:
                named = [file for file in files if file.split("/")[-1] == witness]
                if len(named) != 1:
                    raise UnsupportedFeatureException(f"the witness {witness} is not one of the input files")
                files.remove(named[0])
                arguments += ["--witness", named[0]]
        # bitreach limits time by the clock alone; on one core it takes no more processor time than that.
        limits = [seconds for seconds in (rlimits.walltime, rlimits.cputime) if seconds]
        if limits and "--timeout" not in options:
            arguments += ["--timeout", str(max(1, min(limits) - SPARE_SECONDS))]
        if rlimits.memory and "--memory" not in options:
            arguments += ["--memory", str(rlimits.memory * 9 // 10)]
        if rlimits.cpu_cores and "--jobs" not in options:
            arguments += ["--jobs", str(rlimits.cpu_cores)]
        return arguments + list(options) + files

    def determine_result(self, run):
        for line in reversed(run.output):
            match = VERDICT.match(line.strip())
            if match:
                word, detail = match.groups()
                if word == "SAFE":
                    return result.RESULT_TRUE_PROP
                if word == "UNSAFE":
                    # Of a validator that is asked about several there may be several.
                    return f"{result.RESULT_FALSE_PROP}({detail.split(',')[0]})" if detail else result.RESULT_FALSE_PROP
                if detail == "timeout":
                    return "TIMEOUT"
                if detail == "memory":
                    return "OUT OF MEMORY"
                return result.RESULT_UNKNOWN
        if run.exit_code.value in EXIT_CODES:
            return f"{result.RESULT_ERROR} ({EXIT_CODES[run.exit_code.value]})"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """The figure of a column: `sizes` and `seconds` of the report name theirs, as in `solve` or `state bits`."""
        pattern = re.compile(r"(?:^(?:sizes|seconds)\s+|· )" + re.escape(identifier) + r" ([0-9.]+)")
        for line in output:
            match = pattern.search(line.strip())
            if match:
                return match.group(1)
        return None
