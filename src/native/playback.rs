//! Plays recorded inputs back to the program as clang compiled it, before any pass of LLVM: a check of everything that comes
//! after, by the machine itself.
//!
//! The program runs without a C library: whatever it calls that bitreach does not model is not there, and the kernel forbids
//! it all system calls but to write its result and to end (`playback.c`). So no program can do harm by being played back.

use super::Executable;
use crate::bv::BitVec;
use crate::prepare::program::Unoptimised;
use crate::prepare::{compilable, Compilable};
use crate::program::{InputId, SiteId, UnmodelledId};
use crate::source::clang::ClangError;
use crate::source::property::DataModel;
use bitreach_limits::StopFlag;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

/// What stands behind the recorded values in the file that is compiled with the program.
const RUNTIME: &str = include_str!("playback.c");

/// More inputs than this are not compiled into a program.
const MOST_INPUTS: usize = 100_000;

/// An execution to be played back.
#[derive(Clone, Copy, Debug)]
pub struct Playback<'a> {
    /// The program.
    pub program: &'a Unoptimised,
    /// For which machine it is.
    pub data_model: DataModel,
    /// The inputs; those of each row in the order in which they are read.
    pub inputs: &'a [(InputId, BitVec)],
    /// What allocated memory holds at first, in the order of the allocations.
    pub fresh: &'a [Fresh],
    /// The check that is to fail; `None` if the program is to end without an error.
    pub site: Option<SiteId>,
    /// How long it may run.
    pub time: Duration,
    /// Whether clang is to optimise a little: for executions that would take too long otherwise.
    pub optimised: bool,
}

/// What a part of allocated memory holds at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fresh {
    /// The row of the call that allocates.
    pub call: UnmodelledId,
    /// Where in the memory.
    pub offset: u64,
    /// The value.
    pub bits: BitVec,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// The same check failed, or the program ended without an error as it was to.
    Reproduced,
    /// The program did something else; a sentence that says what.
    Differs(String),
    /// It could not be tried, or not to the end; why.
    Impossible(String),
}

impl Playback<'_> {
    /// Compiles and runs the program.
    pub fn run(&self, stop: &StopFlag) -> Played {
        match self.try_run(stop) {
            Ok(played) => played,
            Err(reason) => Played::Impossible(reason),
        }
    }

    fn try_run(&self, stop: &StopFlag) -> Result<Played, String> {
        if self.inputs.len().max(self.fresh.len()) > MOST_INPUTS {
            return Err(format!("it reads more than {MOST_INPUTS} inputs"));
        }
        let widest = self.program.input_widths.iter().max().copied().unwrap_or(1);
        if widest > 64 && self.data_model == DataModel::Ilp32 {
            return Err("it has inputs of more than 64 bits on a 32-bit machine".to_owned());
        }
        let until = Instant::now() + self.time;
        let stop = stop.child().until(Some(until));
        let Compilable { bitcode, missing, has_quads } =
            compilable(&self.program.bitcode).map_err(|error| error.to_string())?;
        let addresses = addresses(&missing)?;
        let (machine, level) = match (self.data_model, self.optimised) {
            (DataModel::Ilp32, false) => ("-m32", "-O0"),
            (DataModel::Ilp32, true) => ("-m32", "-O1"),
            (DataModel::Lp64, false) => ("-m64", "-O0"),
            (DataModel::Lp64, true) => ("-m64", "-O1"),
        };
        let mut flags = vec![
            machine,
            level,
            "-ffreestanding",
            "-fno-builtin",
            "-fno-pic",
            "-fno-stack-protector",
            "-nostdlib",
            "-static",
            "-Wl,--unresolved-symbols=ignore-all,--build-id=none,-z,noexecstack",
        ];
        match self.data_model {
            // What clang 19 passes to libgcc's functions on such machines, these take otherwise.
            DataModel::Ilp32 if has_quads => {
                return Err("it computes with numbers of 128 bits on a 32-bit machine".to_owned());
            }
            DataModel::Lp64 if has_quads => flags.push("-lgcc"),
            _ => {}
        }
        let runtime = self.runtime();
        let files =
            [("program.bc", &bitcode[..]), ("playback.c", runtime.as_bytes()), ("missing.s", addresses.as_bytes())];
        let executable = Executable::build(&files, &flags, &stop).map_err(|error| match error {
            ClangError::Stopped => "the time was up before it was compiled".to_owned(),
            error => format!("it cannot be compiled for this machine: {}", first_line(&error.to_string())),
        })?;
        let mut said = String::new();
        let status = executable.run(&[], &stop, |line| said = line.to_owned());
        let status = status.map_err(|error| format!("it cannot be run: {error}"))?;
        let Some(status) = status else {
            return Err(format!("it did not end within {:.1} seconds", self.time.as_secs_f64()));
        };
        Ok(self.understood(&said, status.signal()))
    }

    fn understood(&self, said: &str, signal: Option<i32>) -> Played {
        let words: Vec<&str> = said.split(' ').collect();
        let site = words.get(1).and_then(|site| site.parse::<usize>().ok());
        match words[0] {
            "error" if site == self.site.map(|site| site.0) => Played::Reproduced,
            "error" if self.site.is_none() => Played::Differs("a check fails".to_owned()),
            "error" => Played::Differs("another check fails".to_owned()),
            "stop" | "return" if self.site.is_none() => Played::Reproduced,
            "stop" => Played::Differs("the program stops without an error".to_owned()),
            "return" => Played::Differs("`main` returns without an error".to_owned()),
            "unmodelled" => Played::Differs("the program does something that is not modelled".to_owned()),
            "full" => Played::Impossible("it allocates more than is there for it".to_owned()),
            "unprotected" => {
                Played::Impossible("the kernel does not allow it to be run in safety (seccomp)".to_owned())
            }
            _ => match signal {
                // Also what a call of a function that is not there ends in.
                Some(signal) => Played::Impossible(format!("it is ended by signal {signal}")),
                None => Played::Impossible("it ends without a word".to_owned()),
            },
        }
    }

    /// The recorded values as C, the runtime, and a function for each width of inputs.
    fn runtime(&self) -> String {
        let rows = self.program.input_widths.len();
        let mut by_row: Vec<Vec<BitVec>> = vec![Vec::new(); rows];
        // Rows behind these are of values that later stages left open; the program as it is here does not ask for them.
        for (row, bits) in self.inputs.iter().filter(|(row, _)| row.0 < rows) {
            by_row[row.0].push(*bits);
        }
        let mut first = vec![0];
        for values in &by_row {
            first.push(first.last().copied().unwrap_or(0) + values.len());
        }
        let first: Vec<String> = first.iter().map(usize::to_string).collect();
        let value = |bits: &BitVec| format!("{{{}ull, {}ull}}", bits.unsigned() as u64, (bits.unsigned() >> 64) as u64);
        let values: Vec<String> = by_row.iter().flatten().map(value).chain(["{0, 0}".to_owned()]).collect();
        let mut text = String::new();
        let _ = writeln!(text, "#define ROWS {rows}\n#define SECONDS {}", self.time.as_secs() + 1);
        let _ = writeln!(text, "static const unsigned first[] = {{{}}};", first.join(", "));
        let _ = writeln!(text, "static const unsigned long long values[][2] = {{\n{}\n}};", values.join(",\n"));
        let _ = writeln!(text, "#define FRESH {}", self.fresh.len());
        text.push_str("struct fresh { unsigned call, bytes; unsigned long long offset, halves[2]; };\n");
        text.push_str("static const struct fresh fresh[] = {\n");
        for Fresh { call, offset, bits } in self.fresh {
            let _ = writeln!(text, "{{{}, {}, {offset}, {}}},", call.0, bits.width().div_ceil(8), value(bits));
        }
        text.push_str("{0, 0, 0, {0, 0}}};\n");
        text.push_str(RUNTIME);
        let widths: BTreeSet<u32> = self.program.input_widths.iter().copied().collect();
        for width in widths {
            let ty = if width == 1 { "_Bool".to_owned() } else { format!("unsigned _BitInt({width})") };
            let _ = writeln!(text, "{ty} __bitreach_nondet_i{width}(unsigned row) {{ return ({ty})next(row); }}");
        }
        text
    }
}

/// Where the addresses of what is not there begin, and how many there are: behind the program, and far below the stack.
const NOWHERE: u32 = 1 << 30;
const NOWHERE_BYTES: u32 = 1 << 29;

/// The smallest distance of two of them: no object of usual alignment is seen to have a lesser one.
const PAGE: u32 = 1 << 12;

/// Functions and objects that have no body, in assembler: each has an address of its own, which is not null, as in the program that was
/// encoded. Nothing is there: a call or an access ends the process. They are weak, for the runtime defines some of them.
fn addresses(missing: &[String]) -> Result<String, String> {
    let count = u32::try_from(missing.len()).ok().filter(|&count| count <= NOWHERE_BYTES / PAGE);
    let count = count.ok_or_else(|| format!("it declares {} functions and objects without a body", missing.len()))?;
    let distance = 1u32 << (NOWHERE_BYTES / count.max(1)).ilog2();
    let mut text = String::new();
    for (address, name) in (NOWHERE..).step_by(distance as usize).zip(missing) {
        let _ = writeln!(text, ".weak \"{name}\"\n.set \"{name}\", {address}");
    }
    Ok(text)
}

fn first_line(text: &str) -> &str {
    // The line that names the file comes first; what is wrong comes after it.
    text.lines().nth(1).or(text.lines().next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend;
    use crate::source::property::Property;

    /// Plays a program back that may use `TARGET`, the name of a file; the file's fate is given too.
    fn played(source: &str, data_model: DataModel, inputs: &[(InputId, BitVec)], time: Duration) -> (Played, bool) {
        let folder = tempfile::tempdir().unwrap();
        let (file, target) = (folder.path().join("program.c"), folder.path().join("target"));
        std::fs::write(&target, "here").unwrap();
        let head = format!("#define TARGET \"{}\"\nvoid reach_error(void) {{}}\n", target.display());
        std::fs::write(&file, head + "extern int __VERIFIER_nondet_int(void);\n" + source).unwrap();
        let prepared = frontend::prepare(
            &[file.as_path().into()],
            Property::UnreachCall,
            data_model,
            frontend::Recursion::Levels(12),
            frontend::Assumed::default(),
            &StopFlag::new(),
        )
        .unwrap();
        let program = &prepared.unoptimised;
        let playback =
            Playback { program, data_model, inputs, fresh: &[], site: Some(SiteId(0)), time, optimised: false };
        (playback.run(&StopFlag::new()), target.exists())
    }

    const MACHINES: [DataModel; 2] = [DataModel::Ilp32, DataModel::Lp64];
    const LONG: Duration = Duration::from_secs(60);

    fn value(bits: u128) -> (InputId, BitVec) {
        (InputId(0), BitVec::new(32, bits))
    }

    #[test]
    fn inputs_are_played_back_in_order() {
        let source = "int main(void) { int a = __VERIFIER_nondet_int();\n\
                      for (int i = 0; i < 3; i++) a = a * 10 + __VERIFIER_nondet_int();\n\
                      if (a == 1234) reach_error(); return 0; }";
        for machine in MACHINES {
            // Rows are numbered as the calls stand in the module.
            let inputs = [value(1), (InputId(1), value(2).1), (InputId(1), value(3).1), (InputId(1), value(4).1)];
            assert_eq!(played(source, machine, &inputs, LONG).0, Played::Reproduced);
            let differs = Played::Differs("`main` returns without an error".to_owned());
            assert_eq!(played(source, machine, &inputs[..3], LONG).0, differs);
        }
    }

    #[test]
    fn arithmetic_needs_no_library() {
        let source = "int main(void) { long long a = __VERIFIER_nondet_int(); a = a * 1000003 * 1000003;\n\
                      struct big { int cells[100]; } x = {{1, 2}}, y = x;\n\
                      if (a % 1000003 == 0 && a / 1000003 / 1000003 == -1)\n\
                      if (y.cells[1] == 2 && (unsigned long long)a / 3 > 1) reach_error(); return 0; }";
        for machine in MACHINES {
            assert_eq!(played(source, machine, &[value(u32::MAX as u128)], LONG).0, Played::Reproduced);
        }
    }

    #[test]
    fn the_kernel_lets_it_do_nothing() {
        let by = |call: &str| format!("int main(void) {{ {call}; reach_error(); return 0; }}");
        let assembler =
            by("long r; __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(87), \"D\"(TARGET) : \"rcx\", \"r11\")");
        // A function that the library has no model of.
        let library = by("extern int unlinkat(int, const char *, int); unlinkat(-100, TARGET, 0)");
        let (by_library, target) = played(&library, DataModel::Lp64, &[], LONG);
        assert!(matches!(&by_library, Played::Impossible(reason) if reason.contains("signal")), "{by_library:?}");
        assert!(target, "{library}");
        // Assembler that is not known is not run at all.
        let (by_assembler, target) = played(&assembler, DataModel::Lp64, &[], LONG);
        assert_eq!(by_assembler, Played::Differs("the program does something that is not modelled".to_owned()));
        assert!(target, "{assembler}");
    }

    #[test]
    fn it_ends_in_time() {
        let (played, _) = played("int main(void) { for (;;) ; }", DataModel::Lp64, &[], Duration::from_secs(1));
        assert!(matches!(&played, Played::Impossible(reason) if reason.contains("did not end")), "{played:?}");
    }
}
