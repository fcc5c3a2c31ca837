//! Limits: each stage, on input that is too large for it, ends within 1 s and 10 % of `--timeout` and `--memory`, and within 1 s of
//! an interrupt, with a verdict, and leaves nothing in the folder for temporary files.
//!
//! Time is the processor's, which a busy machine does not stretch. By the clock a run may take [`BUSY`] longer; without limits
//! each of these inputs takes minutes.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How much longer a run may take by the clock than it should, on a machine that has other things to do.
const BUSY: f64 = 6.0;

/// The C programs declare this.
const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

/// A loop whose body has so many lines: clang, LLVM's passes and the reader have most of the work.
fn lines(count: u32) -> String {
    let mut text = format!("{HEAD}int main(void) {{\n unsigned x = __VERIFIER_nondet_int(), y = 1, z = 1;\n");
    text += " for (int k = 0; k < 1000; k++) {\n";
    for i in 0..count {
        let (m, r, f, s, a) = (i % 97 + 3, i % 3, i * 7 + 1, i % 31, i.wrapping_mul(13) + 5);
        let _ = writeln!(text, "  if (x % {m} == {r}) {{ y = y * {f} + z; z ^= y >> {s}; }} else x += z * {a}u;");
    }
    text + " }\n if (x == 12345 && y == 777) reach_error();\n return 0;\n}\n"
}

/// A loop with so many divisions by what is not known: there are millions of gates.
fn divisions(count: u32) -> String {
    let mut text = format!("{HEAD}int main(void) {{\n unsigned x = __VERIFIER_nondet_int(), y = 1, z = 1;\n");
    text += " for (int k = 0; k < 1000; k++) {\n";
    for i in 0..count {
        let (m, r, f, s) = (i % 97 + 3, i % 3, i * 7 + 1, i % 31 + 1);
        let _ = writeln!(text, "  if (x % {m} == {r}) {{ y = y * {f} + z; z ^= y / (x | {s}); }} else x += z;");
    }
    text + " }\n if (x == 12345 && y == 777) reach_error();\n return 0;\n}\n"
}

/// Three arrays, each written and read in loops: the search has most of the work.
fn arrays() -> String {
    format!(
        "{HEAD}enum {{ N = 100000 }};\nint a[N] = {{1}}, b[N] = {{1}}, c[N] = {{1}};\nint main(void) {{\n\
         for (int i = 0; i < N; i++) {{ a[i] = __VERIFIER_nondet_int(); b[i] = i; }}\n\
         for (int i = 0; i < N; i++) {{ if (a[i] > b[i]) c[i] = (a[i] * a[i]) * b[i]; else c[i] = b[i]; }}\n\
         for (int i = 0; i < N; i++) if (a[i] > b[i] && c[i] != a[i] * (a[i] * b[i])) reach_error();\nreturn 0;\n}}\n"
    )
}

/// A run under way, with a folder for temporary files of its own.
struct Run {
    child: Child,
    begun: Instant,
    temporary: TempDir,
    input: TempDir,
    what: String,
}

/// How a run ended.
struct Ended {
    output: Output,
    /// Seconds by the clock, and the processor's.
    wall: f64,
    processor: f64,
    /// The most memory that the process held, in bytes.
    memory: u64,
    what: String,
}

fn input(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("it can be written");
    (folder, file)
}

/// Starts a command on a file.
fn start(command: &str, file: (&str, &str), args: &[&str]) -> Run {
    start_as(Command::new(env!("CARGO_BIN_EXE_bitreach")), command, file, args)
}

/// The same in a process that the system gives so many kibibytes of address space, and no more.
fn start_within(kibibytes: u64, command: &str, file: (&str, &str), args: &[&str]) -> Run {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -v {kibibytes}; exec \"$@\"")).arg("sh").arg(env!("CARGO_BIN_EXE_bitreach"));
    start_as(shell, command, file, args)
}

fn start_as(mut started: Command, command: &str, (name, text): (&str, &str), args: &[&str]) -> Run {
    let (input, file) = input(name, text);
    let temporary = tempfile::tempdir().expect("there is a temporary folder");
    started.arg(command).arg(&file).args(args).env("TMPDIR", temporary.path());
    started.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = started.spawn().expect("the binary starts");
    let what = format!("{command} {name} {}", args.join(" "));
    Run { child, begun: Instant::now(), temporary, input, what }
}

impl Run {
    /// Waits for its end. Nothing may be left of it.
    fn end(mut self) -> Ended {
        let (mut processor, mut memory) = (0.0, 0);
        let id = self.child.id();
        while self.child.try_wait().expect("it is ours").is_none() {
            processor = f64::max(processor, processor_seconds(id));
            memory = memory.max(most_memory(id));
            assert!(self.begun.elapsed() < Duration::from_secs(120), "{}: does not end", self.what);
            thread::sleep(Duration::from_millis(5));
        }
        let wall = self.begun.elapsed().as_secs_f64();
        let left: Vec<PathBuf> = entries(self.temporary.path());
        assert!(left.is_empty(), "{}: {left:?} is left", self.what);
        drop(self.input);
        let output = self.child.wait_with_output().expect("it has ended");
        Ended { output, wall, processor, memory, what: self.what }
    }

    /// Sends a signal after so many seconds, twice, as coreutils' `timeout` does, and waits.
    fn signalled(self, signal: &str, seconds: f64) -> Ended {
        thread::sleep(Duration::from_secs_f64(seconds));
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id, &id]).status();
        assert!(sent.expect("there is a command `kill`").success(), "{}: ended before the signal", self.what);
        self.end()
    }
}

impl Ended {
    /// It has given no answer, for this reason.
    fn unknown(self, reason: &str) -> Ended {
        self.unknown_for_one_of(&[reason])
    }

    /// It has given no answer, for one of these reasons.
    fn unknown_for_one_of(self, reasons: &[&str]) -> Ended {
        let text = String::from_utf8_lossy(&self.output.stdout).into_owned();
        let said = (self.output.status.code(), text.lines().last().unwrap_or("").to_owned());
        let errors = String::from_utf8_lossy(&self.output.stderr).into_owned();
        let allowed = reasons.iter().map(|reason| (Some(20), format!("VERDICT: UNKNOWN({reason})")));
        assert!(allowed.into_iter().any(|allowed| allowed == said), "{}: {said:?}: {errors}", self.what);
        self
    }

    /// It took no longer than 1 s and 10 % more than these.
    fn within(self, seconds: f64) -> Ended {
        let most = seconds * 1.1 + 1.0;
        let Ended { wall, processor, what, .. } = &self;
        assert!(
            *processor <= most && *wall <= most + BUSY,
            "{what}: {wall} s by the clock, {processor} s of processor"
        );
        self
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path()).collect()
}

/// What the system tells of a process; 0 once it has ended.
fn processor_seconds(id: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn most_memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// One job, so that no second thread takes processor time.
#[test]
fn each_stage_ends_in_time() {
    let inputs = [("lines.c", lines(8000)), ("divisions.c", divisions(600)), ("arrays.c", arrays())];
    for ((name, text), seconds) in inputs.iter().zip(["2", "3", "3"]) {
        let run = start("check", (name, text), &["--jobs", "1", "--timeout", seconds]);
        run.end().unknown("timeout").within(seconds.parse().expect("a number"));
    }
}

#[test]
fn each_stage_hears_interrupts() {
    let inputs = [("lines.c", lines(8000)), ("divisions.c", divisions(600)), ("arrays.c", arrays())];
    for ((name, text), signal) in inputs.iter().zip(["-INT", "-TERM", "-TERM"]) {
        start("check", (name, text), &["--jobs", "1"]).signalled(signal, 2.0).unknown("interrupted").within(2.0);
    }
}

#[test]
fn each_stage_keeps_the_memory() {
    let inputs = [("lines.c", lines(8000)), ("divisions.c", divisions(600)), ("arrays.c", arrays())];
    for ((name, text), megabytes) in inputs.iter().zip([130, 250, 250]) {
        let limit = format!("{megabytes}M");
        let ended = start("check", (name, text), &["--jobs", "1", "--memory", &limit]).end();
        let Ended { memory, what, .. } = ended.unknown("memory");
        assert!(memory <= (megabytes << 20) * 11 / 10, "{what}: {memory} bytes");
    }
}

/// Whether the limit of `--memory` is out of reach, or the default. Where some members have given up, the last one may go on for ever
/// with the memory that is left: IC3 begins again, and needs no more.
#[test]
fn each_stage_ends_where_the_system_has_no_more_memory() {
    for (name, text) in [("divisions.c", divisions(600)), ("arrays.c", arrays())] {
        for limit in [&["--memory", "100G"][..], &[]] {
            let args = [&["--jobs", "1", "--timeout", "40"], limit].concat();
            start_within(600_000, "check", (name, &text), &args).end().unknown_for_one_of(&["memory", "timeout"]);
        }
    }
}

/// Nobody asks these for a verdict.
#[test]
fn other_commands_end_too() {
    let program = lines(8000);
    let encode =
        start("encode", ("divisions.c", &divisions(6000)), &["-o", "/dev/null"]).signalled("-TERM", 2.0).within(2.0);
    assert_eq!(encode.output.status.code(), Some(20), "{}", encode.what);
    let inconsistent = start("inconsistent", ("lines.c", &program), &["--timeout", "2"]).end().within(2.0);
    assert_eq!(inconsistent.output.status.code(), Some(20), "{}", inconsistent.what);
    let inconsistent = start("inconsistent", ("lines.c", &program), &[]).signalled("-INT", 2.0).within(2.0);
    assert_eq!(inconsistent.output.status.code(), Some(20), "{}", inconsistent.what);
}

/// A counter of 40 bits, whose goal is 2^40 steps away, beside a million clauses about other variables, of which reading alone takes longer
/// than the limit. How fast the machine is cannot change the answer.
#[test]
fn reading_a_problem_ends_in_time() {
    let (bits, variables, clauses) = (40_u64, 200_000, 1_000_000);
    let next = |bit: u64| variables + bit;
    let mut lines = Vec::new();
    for bit in 1..=bits {
        let lower: String = (1..bit).map(|lower| format!("-{lower} ")).collect();
        lines.push(format!("{lower}{bit} {} 0", next(bit)));
        lines.push(format!("{lower}-{bit} -{} 0", next(bit)));
        for lower in 1..bit {
            lines.push(format!("{lower} {bit} -{} 0", next(bit)));
            lines.push(format!("{lower} -{bit} {} 0", next(bit)));
        }
    }
    // Each of these has a variable of the next step, which makes it true.
    for i in 0..clauses {
        let var = |factor: u64, plus: u64| (i * factor + plus) % (variables - bits) + bits + 1;
        lines.push(format!("{} -{} -{} 0", var(7919, 3), var(104_729, 5), next(var(1_299_709, 11))));
    }
    let units = |sign: &str| (1..=bits).map(|bit| format!("{sign}{bit} 0\n")).collect::<String>();
    let (zero, ones, length) = (units("-"), units(""), lines.len());
    let head = format!("i cnf {variables} {bits}\n{zero}u cnf {variables} 0\ng cnf {variables} {bits}\n{ones}");
    let text = format!("{head}t cnf {} {length}\n{}\n", 2 * variables, lines.join("\n"));
    let run = start("solve", ("large.dimspec", &text), &["--jobs", "1", "--timeout", "0.1"]);
    run.end().unknown("timeout").within(0.1);
}

#[test]
fn a_missing_folder_for_temporary_files_is_named() {
    let (_folder, file) = input("arrays.c", &arrays());
    let missing = file.with_file_name("missing");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitreach"));
    let output = command.arg("check").arg(&file).env("TMPDIR", &missing).output().expect("the binary starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    let folder = missing.to_str().expect("test paths are UTF-8");
    assert!(errors.contains("cannot use temporary files") && errors.contains(folder), "{errors}");
}
