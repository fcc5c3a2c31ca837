//! The arguments as they are typed. Nothing is resolved here.

mod bench;
mod compile;
mod function;
mod inconsistent;
mod lift;
mod memory;
mod validate;
mod values;

use crate::frontend::{Assumed, MOST_ARGUMENTS};
use crate::report::text::Look;
use anstream::{AutoStream, ColorChoice};
pub use bench::{BenchArgs, CollectArgs, WrittenArgs};
use clap::{Args as Group, Parser, Subcommand, ValueEnum};
pub use compile::{with_our_names, CompileArgs};
pub use function::{FunctionArgs, OneFunctionArgs};
pub use inconsistent::{CoverageArg, InconsistentArgs};
pub use lift::LiftArgs;
pub use memory::MemoryArgs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;
pub use validate::ValidateArgs;
use values::{parse_sat, parse_size, parse_time};

/// Decides, bit for bit and with no bound on loops, whether a C program can reach an error.
///
/// The last line on standard output is the verdict, in one of three forms:
///   VERDICT: SAFE
///   VERDICT: UNSAFE(property)
///   VERDICT: UNKNOWN(reason)
/// Where several properties are asked about, a line for each comes before, as in
/// PROPERTY no-overflow: SAFE, and the last line has all that is violated, or all reasons, with
/// commas between.
///
/// Exit codes: 0 safe, 10 unsafe, 20 unknown, 1 usage, 2 input that cannot be read or compiled,
/// 3 internal error, 4 evidence or a witness that is wrong, 5 a wrong verdict among those that
/// bench counts.
#[derive(Parser, Debug)]
#[command(name = "bitreach", version, max_term_width = 100, verbatim_doc_comment)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Decide whether a C program or LLVM module can reach an error.
    Check(CheckArgs),
    /// Write the question as a DimSpec problem, for any solver; or as AIGER, BTOR2 or Horn clauses.
    Encode(EncodeArgs),
    /// Decide a DimSpec problem, ours or foreign; or a circuit in AIGER or BTOR2.
    Solve(SolveArgs),
    /// Check evidence that `check` or `solve` wrote, or what another solver printed, against a DimSpec problem.
    Certify(CertifyArgs),
    /// Turn another solver's answer about a DimSpec problem that `encode` wrote into the report that `check` gives.
    Lift(LiftArgs),
    /// Check an SV-COMP witness that `check --witness` or another tool wrote, against its program.
    Validate(ValidateArgs),
    /// Find code that takes part in no execution that comes to its function's return.
    Inconsistent(InconsistentArgs),
    /// Check sets of SV-COMP tasks, and count right, wrong and unknown verdicts.
    Bench(BenchArgs),
    /// Put together what `bench` wrote on several machines.
    Collect(CollectArgs),
    /// List the functions of the C library that `check` knows. Calls of other functions without a body are not modelled.
    Library,
    /// Print a completion script for a shell.
    #[command(after_help = "Example: bitreach completions bash > ~/.local/share/bash-completion/completions/bitreach")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of all commands, or write a page for each.
    #[command(after_help = "Example: bitreach man | man -l -")]
    Man {
        /// Write a page for each command into this folder, as packages have them: bitreach.1, bitreach-check.1, …
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

/// What program, and what is asked about it.
#[derive(Group, Clone, Debug)]
pub struct ProgramArgs {
    /// The files of the program: C (.c), preprocessed C (.i), LLVM 19 (.ll, .bc); or an SV-COMP task (.yml). `-` is C on
    /// standard input.
    #[arg(required_unless_present = "project")]
    pub files: Vec<PathBuf>,

    /// Take the program of this compile_commands.json, or of the folder that it is in, or whose build/ it is in; with files, only these of it,
    /// by their paths or the ends of these.
    #[arg(long, value_name = "PATH")]
    pub project: Option<PathBuf>,

    /// What the files are in, whatever their names are.
    #[arg(long, value_name = "LANGUAGE", value_enum)]
    pub language: Option<LanguageArg>,

    /// What must not happen: unreach-call, no-overflow, assert, valid-deref, valid-free, valid-memtrack, valid-memcleanup,
    /// valid-memsafety, no-division-by-zero, no-bad-shift, no-index-out-of-bounds, or the path of a .prp file. With commas between
    /// them, or with the option given several times, several; `all` for all.
    ///
    /// unreach-call: no call of reach_error or __VERIFIER_error. no-overflow: no signed arithmetic leaves its type.
    /// assert: no assert() fails. Without this option the task's properties are taken; for other input it is unreach-call
    /// if the program calls an error function, assert if it has an assert(), else valid-memsafety, no-overflow,
    /// no-division-by-zero and no-bad-shift. Several properties are asked about one after the other, and share the time.
    #[arg(short, long, value_name = "PROPERTY")]
    pub property: Vec<String>,

    /// How C files are compiled.
    #[command(flatten)]
    pub compile: CompileArgs,

    /// Widths of long and pointers: ILP32 (32 bits each) or LP64 (64 bits each). Default: what the task says, else LP64.
    #[arg(short, long, value_name = "MODEL", ignore_case = true)]
    pub data_model: Option<DataModelArg>,

    /// Inline recursive functions so many levels below their first call, three times as many where a level adds little.
    /// Where recursion goes deeper, `check` reads the program once more with recursion of any depth; elsewhere that is not modelled.
    /// Tail recursion becomes a loop and has no bound.
    #[arg(long, value_name = "LEVELS", default_value_t = RECURSION)]
    pub recursion: usize,

    /// What a call does of a function that has no body here and that bitreach does not know. The report names each such function,
    /// and what was assumed of it.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = UnknownCallsArg::Unmodelled)]
    pub unknown_calls: UnknownCallsArg,

    /// Whether errors count that only executions reach in which signed arithmetic has overflowed. What is safe is safe either way.
    /// Default: undefined for unreach-call, as the expected verdicts of SV-COMP have it, else wraps. Files that a project compiles with
    /// -fwrapv or -fno-strict-overflow wrap in any case. `encode` and `lift` speak of arithmetic that wraps.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub signed_overflow: Option<SignedOverflowArg>,

    /// How many arguments `main` gets at most behind the program's name, where it reads them: strings of at most 63 characters.
    #[arg(long, value_name = "N", default_value_t = Assumed::default().arguments as u8, value_parser = clap::value_parser!(u8).range(..=MOST_ARGUMENTS as i64))]
    pub arguments: u8,

    /// How much memory is followed.
    #[command(flatten)]
    pub memory: MemoryArgs,
}

impl ProgramArgs {
    /// These files, and nothing else said.
    pub fn of(files: Vec<PathBuf>) -> ProgramArgs {
        ProgramArgs {
            files,
            project: None,
            language: None,
            property: Vec::new(),
            compile: CompileArgs::default(),
            data_model: None,
            recursion: RECURSION,
            unknown_calls: UnknownCallsArg::Unmodelled,
            signed_overflow: None,
            arguments: Assumed::default().arguments as u8,
            memory: MemoryArgs::default(),
        }
    }
}

/// What files are in.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LanguageArg {
    /// C.
    C,
}

/// What calls of unknown functions do.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownCallsArg {
    /// What follows is not modelled: if an execution comes there, and no error can be reached otherwise, the verdict is unknown.
    Unmodelled,
    /// It gives any value of its type, and changes nothing that the program sees.
    Any,
    /// It ends the execution, without an error.
    Stop,
}

/// What signed arithmetic does that overflows.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignedOverflowArg {
    /// It wraps: such an error counts.
    Wraps,
    /// C leaves open what follows, which is not modelled: such an error does not count.
    Undefined,
}

/// How many levels of recursion are inlined unless told otherwise.
pub const RECURSION: usize = 12;

/// `ILP32` or `LP64`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModelArg {
    /// int, long and pointers have 32 bits.
    #[value(name = "ILP32")]
    Ilp32,
    /// int has 32 bits, long and pointers have 64.
    #[value(name = "LP64")]
    Lp64,
}

/// How to search, and for how long.
#[derive(Group, Debug)]
pub struct SearchArgs {
    /// Which engine decides.
    #[arg(short, long, value_enum, default_value_t = EngineArg::Portfolio)]
    pub engine: EngineArg,

    /// Which SAT solver the engines run on: cadical, varisat, or ipasir: and the path of a shared library that has the
    /// IPASIR interface, as in ipasir:/path/libsolver.so; ipasir alone is one that was linked in (feature ipasir-static).
    ///
    /// IC3 has a solver of its own and runs on another one only if that is a library. Safe verdicts are checked by
    /// varisat; those that varisat found, by cadical.
    #[arg(long, value_name = "SOLVER", default_value = "cadical", value_parser = parse_sat)]
    pub sat: SatArg,

    /// How many members of the portfolio run at the same time, by default one a core.
    ///
    /// With fewer jobs than members, those at the end of the table take turns on the last one. With one job all take turns, by
    /// counted work: the same verdict and the same figures in every run.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,

    /// A table of members to run instead of the built-in one: a name, an engine and its options a line, the most important
    /// first, as in `mine ic3 ctg=0`.
    #[arg(long, value_name = "FILE")]
    pub members: Option<PathBuf>,

    /// What random choices depend on.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Give up after this time: seconds, or with a unit as in 90s, 15m, 2h.
    #[arg(short, long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// Give up when the process holds this much memory: bytes, or with a unit as in 500M, 4G. Three quarters of what is free if nothing
    /// is said.
    #[arg(short, long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// The longest run that the unroller looks for, in steps of the transition system.
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,

    /// Show progress on standard error: one line, by default only on a terminal.
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto)]
    pub progress: ProgressArg,
}

/// The encodings by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingArg {
    /// One step is one basic block: the reference.
    Small,
    /// One step is one loop-free region: fewer and larger steps.
    Large,
    /// The same, with a bit for each location instead of its number.
    LargeOneHot,
}

/// The engines by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineArg {
    /// Both engines side by side; the first checked answer wins.
    Portfolio,
    /// The IC3 engine: proves and refutes.
    Ic3,
    /// The incremental-SAT unroller: finds shortest runs, proves nothing.
    Unroll,
    /// k-induction on the unroller: proves what is nearly inductive, and finds shortest runs.
    Kinduction,
    /// Compiles the program and runs it on made-up inputs: finds very long runs, proves nothing. Only for programs.
    Concrete,
}

/// The SAT solvers by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SatArg {
    /// CaDiCaL.
    Cadical,
    /// Varisat.
    Varisat,
    /// The library that is linked in.
    Linked,
    /// The library at this path.
    Ipasir(PathBuf),
}

/// When to show progress.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgressArg {
    /// If standard error is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where reports go.
#[derive(Group, Debug)]
pub struct ReportArgs {
    /// Also write the report as JSON to this file; `-` writes it to standard output instead of the text report.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write the evidence (the trace or the invariant, over the variables of the DimSpec problem; for what the concrete
    /// engine found, the program's inputs) to this file, for `bitreach certify`.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,

    /// Show whole paths and all figures.
    #[arg(short, long)]
    pub verbose: bool,

    /// When the text report has colours.
    #[command(flatten)]
    pub color: ColorArgs,
}

/// When a text report has colours.
#[derive(Group, Debug)]
pub struct ColorArgs {
    /// Whether the text report has colours: on a terminal, unless the variable NO_COLOR is set; always; or never. The verdict has none.
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    pub color: ColorArg,
}

/// When there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorArg {
    /// On a terminal that has them.
    Auto,
    /// Wherever the report goes.
    Always,
    /// Nowhere.
    Never,
}

impl ColorArgs {
    /// Whether what goes to standard output now has colours.
    pub fn is_wanted(&self) -> bool {
        match self.color {
            ColorArg::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            ColorArg::Always => true,
            ColorArg::Never => false,
        }
    }
}

impl ReportArgs {
    /// How the text report looks.
    pub fn look(&self) -> Look {
        Look { is_verbose: self.verbose, is_coloured: self.color.is_wanted() }
    }

    /// Whether standard output is the JSON report's, and no text but the verdict is printed.
    pub fn is_json_printed(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }
}

/// `bitreach check`.
#[derive(Group, Debug)]
#[command(after_help = "\
Examples:
  bitreach check program.c                             find a failing assert, or a call of reach_error
  bitreach check -I include -D N=8 main.c list.c       the same for a program of two files
  bitreach check -p valid-memsafety,no-overflow main.c two questions, and a verdict that sums them up
  bitreach check -p no-overflow -d ILP32 program.c     find signed overflow, with a 32-bit long
  bitreach check --function f --assume 'n <= 100' a.c  check one function with any such arguments
  bitreach check --timeout 60 --json out.json task.yml decide an SV-COMP task")]
pub struct CheckArgs {
    /// The program and the question.
    #[command(flatten)]
    pub program: ProgramArgs,

    /// Functions by themselves.
    #[command(flatten)]
    pub functions: FunctionArgs,

    /// Go on behind the first error: report each place in the source where the property can be violated, with its own path, and say
    /// whether there are more. Executions are taken to end at the places that were found before.
    #[arg(long)]
    pub all_findings: bool,

    /// What one step of the transition system is.
    #[arg(long, value_enum, default_value_t = EncodingArg::Large)]
    pub encoding: EncodingArg,

    /// Whether the problem defines predicates, such as `x <= y` for two words of the program, for engines to speak of.
    #[arg(long, value_enum, default_value_t = PredicatesArg::Mined)]
    pub predicates: PredicatesArg,

    /// Whether the transition system is made smaller before it is searched. Evidence is about the system as it was.
    #[arg(long, value_enum, default_value_t = SimplifyArg::On)]
    pub simplify: SimplifyArg,

    /// What becomes of loops that turn a known number of times at most: `unrolled` searches the program without loops first, in a quarter of the
    /// time. Unless told otherwise they are, but where an engine is named, or where the answer is to speak of loops: for --html, --invariants always
    /// and --problem.
    #[arg(long, value_enum)]
    pub loops: Option<LoopsArg>,

    /// How many cells, such as the elements of an array, an object has at most that is encoded as a whole although it is accessed at computed
    /// offsets. Larger objects are read lazily: only those cells are followed that matter, as far as is found out. Unless told otherwise it
    /// is 8 in the first half of the time, and 1000 where that comes to no answer.
    #[arg(long, value_name = "N")]
    pub whole_cells: Option<usize>,

    /// Write the DimSpec problem that the evidence is about to this file: what `bitreach encode` writes, where that takes all objects as a
    /// whole, and loops are kept. Where the evidence is the program's inputs, or there is none, no problem is written.
    #[arg(long, value_name = "FILE")]
    pub problem: Option<PathBuf>,

    /// Write an SV-COMP witness to this file, in format 2.0 (YAML), or 1.0 (GraphML) if the name ends in .graphml: of an unsafe program
    /// how the error is reached, of a safe one what always holds at its loops. For programs of one C file, and the properties that
    /// SV-COMP has. Can be given twice, for both formats.
    #[arg(long, value_name = "FILE")]
    pub witness: Vec<PathBuf>,

    /// Also write the report as SARIF 2.1.0 to this file, for code scanning services: properties as rules, the path as a code flow.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,

    /// Also write the report as a page to this file: the source with the path to step through, or what always holds at its loops. One
    /// file, which loads nothing.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// When the text report says, in C, what is proved at the loop heads of a safe program: on a terminal, always, or never. On a terminal, that
    /// takes two seconds more than the answer at most, or as long as that took; where it is asked for, ten, or twice as long, as for --html
    /// and --witness, which say it at all events.
    #[arg(long, value_enum, default_value_t = InvariantsArg::Auto)]
    pub invariants: InvariantsArg,

    /// How an execution that violates the property is replayed. `native` also compiles the program with what it read, without
    /// a C library, and runs it where it can do nothing but compute (seccomp).
    #[arg(long, value_enum, default_value_t = ReplayArg::Native)]
    pub replay: ReplayArg,

    /// The search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// The report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// When invariants are told in C.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvariantsArg {
    /// If the text report goes to a terminal.
    Auto,
    /// In each text report.
    Always,
    /// In none.
    Never,
}

impl CheckArgs {
    /// What becomes of loops.
    pub fn loops(&self) -> LoopsArg {
        let speaks_of_loops = self.html.is_some() || self.problem.is_some() || self.invariants == InvariantsArg::Always;
        let keeps = speaks_of_loops || self.search.engine != EngineArg::Portfolio;
        self.loops.unwrap_or(if keeps { LoopsArg::Kept } else { LoopsArg::Unrolled })
    }

    /// Whether the text report tells them: it costs time that nobody should pay who does not read it.
    pub fn tells_invariants(&self) -> bool {
        let is_wanted = match self.invariants {
            InvariantsArg::Auto => io::stdout().is_terminal(),
            InvariantsArg::Always => true,
            InvariantsArg::Never => false,
        };
        is_wanted && !self.report.is_json_printed()
    }
}

/// What becomes of loops.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopsArg {
    /// Where their turns are bounded, the program without loops is searched first.
    Unrolled,
    /// They stay loops.
    Kept,
}

/// Whether predicates are mined.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PredicatesArg {
    /// No: bits alone.
    Off,
    /// Yes: the program's comparisons, order of words, and equations that hold in simulated runs.
    Mined,
}

/// Whether transition systems are made smaller.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimplifyArg {
    /// No: they are searched as they are.
    Off,
    /// Yes: constant and equal bits, and all that the goal does not depend on, are left out.
    On,
}

/// What replays executions.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayArg {
    /// The interpreter, and the machine where that is possible.
    Native,
    /// The interpreter alone.
    Interpreter,
}

/// `bitreach encode`.
#[derive(Group, Debug)]
#[command(after_help = "\
Example:
  bitreach encode program.c -o program.dimspec && bitreach solve program.dimspec")]
pub struct EncodeArgs {
    /// The program and the question.
    #[command(flatten)]
    pub program: ProgramArgs,

    /// The file to write; compressed if its name ends in .gz. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// The format; by default that of the file's ending (.aig, .aag, .aiger, .btor2, .btor, .smt2, each also with .gz), else DimSpec. AIGER and BTOR2
    /// are for hardware model checkers: states keep their names, as bits or as words; the goal is the bad state. Horn clauses are for SMT
    /// solvers: `sat` means that the goal cannot be reached.
    #[arg(long, value_enum)]
    pub format: Option<FormatArg>,

    /// What one step of the transition system is.
    #[arg(long, value_enum, default_value_t = EncodingArg::Small)]
    pub encoding: EncodingArg,

    /// Whether the problem defines predicates, such as `x <= y` for two words of the program, for engines to speak of.
    #[arg(long, value_enum, default_value_t = PredicatesArg::Off)]
    pub predicates: PredicatesArg,

    /// Whether the transition system is made smaller. The answer stays the same; a run or a proof is about the smaller one.
    #[arg(long, value_enum, default_value_t = SimplifyArg::Off)]
    pub simplify: SimplifyArg,

    /// Which states are the goal.
    #[arg(long, value_enum, default_value_t = GoalArg::Error)]
    pub goal: GoalArg,

    /// Also print the program that is encoded, as blocks of operations.
    #[arg(long)]
    pub print_program: bool,

    /// Give up after this time: seconds, or with a unit as in 90s, 15m, 2h.
    #[arg(short, long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// Give up when the process holds this much memory: bytes, or with a unit as in 500M, 4G. Three quarters of what is free if nothing
    /// is said.
    #[arg(short, long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Show progress on standard error: one line, by default only on a terminal.
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto)]
    pub progress: ProgressArg,
}

/// The format of a written problem.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatArg {
    /// Four formulas in clauses.
    Dimspec,
    /// AIGER 1.9, binary; as text if the file's name ends in .aag or .aag.gz.
    Aiger,
    /// AIGER 1.9 as text, whatever the file's name.
    Aag,
    /// AIGER 1.0, for tools that know no later one: the bad state is the output, and all latches are 0 at first. Binary, or as text by
    /// the file's name.
    Aiger1,
    /// AIGER 1.0 as text, whatever the file's name.
    Aag1,
    /// BTOR2, without arrays.
    Btor2,
    /// Constrained Horn clauses (SMT-LIB 2), with a predicate for each location.
    Horn,
}

/// Which states are the goal of a written problem.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalArg {
    /// The error alone: a run to it is an execution that violates the property.
    Error,
    /// The error, or code that is not modelled exactly: if there is no run to it, the program is safe.
    ErrorOrUnmodelled,
}

/// `bitreach solve`.
#[derive(Group, Debug)]
#[command(after_help = "\
Example:
  bitreach solve --engine ic3 dimspec-examples/counter8.dimspec
  bitreach solve --external 'incplan {}' --timeout 1m dimspec-examples/counter8.dimspec")]
pub struct SolveArgs {
    /// The DimSpec problem; or a circuit in AIGER 1.9 (text or binary) or BTOR2 (without arrays), whose bad states are the goal.
    /// Plain or gzip; `-` is standard input.
    pub file: PathBuf,

    /// Write the run to a bad state of a circuit to this file, in the witness format of AIGER or BTOR2.
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,

    /// Write the proof that a circuit is safe to this file, as a witness circuit that Certifaiger (AIGER: binary, or text if the name ends in
    /// .aag) or Cerbtora (BTOR2) checks. If there is none of a proof, which some k-inductions are, that is said.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Let another solver decide: a command in which {} stands for the problem's file. What it prints is checked as our own answers
    /// are; an answer without a run or a proof is no verdict. No shell runs the command.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["engine", "jobs", "members", "seed", "steps"])]
    pub external: Option<String>,

    /// The search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// The report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `bitreach certify`.
#[derive(Group, Debug)]
#[command(after_help = "\
Example:
  bitreach solve x.dimspec --evidence x.evidence; bitreach certify x.dimspec x.evidence")]
pub struct CertifyArgs {
    /// The DimSpec problem; or the files of the program, for inputs that the concrete engine recorded.
    #[arg(required = true)]
    pub problem: Vec<PathBuf>,
    /// The evidence that `--evidence` wrote, or what another solver printed.
    #[arg(required = true)]
    pub evidence: PathBuf,
    /// The function that alone was asked about.
    #[command(flatten)]
    pub function: OneFunctionArgs,
    /// How C files are compiled.
    #[command(flatten)]
    pub compile: CompileArgs,
    /// Which SAT solver checks a proof: cadical, varisat, or ipasir: and the path of a shared library.
    #[arg(long, value_name = "SOLVER", default_value = "varisat", value_parser = parse_sat)]
    pub sat: SatArg,

    /// Give up after this time: seconds, or with a unit as in 90s, 15m, 2h.
    #[arg(short, long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// Give up when the process holds this much memory: bytes, or with a unit as in 500M, 4G. Three quarters of what is free if nothing
    /// is said.
    #[arg(short, long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Show progress on standard error: one line, by default only on a terminal.
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto)]
    pub progress: ProgressArg,
}

impl SearchArgs {
    /// Limits alone, all else as by default.
    pub fn of_limits(timeout: Option<Duration>, memory: Option<u64>, progress: ProgressArg) -> SearchArgs {
        SearchArgs {
            engine: EngineArg::Ic3,
            sat: SatArg::Cadical,
            jobs: None,
            members: None,
            seed: 0,
            timeout,
            memory,
            steps: None,
            progress,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
