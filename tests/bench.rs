//! `bitreach bench` and `bitreach collect` as their users meet them.

use crate::common::{bitreach, stderr, stdout, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder with tasks: `safe`, `broken`, `lie`, which is safe and expected not to be, and `bad`, which does not compile.
struct Tasks(tempfile::TempDir);

impl Tasks {
    fn new() -> Tasks {
        let tasks = Tasks(tempfile::tempdir().expect("there is a temporary folder"));
        tasks.write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
        let head = "void reach_error(void) {}\nunsigned __VERIFIER_nondet_uint(void);\n";
        let safe = format!("{head}int main(void) {{ unsigned x = 0; while (__VERIFIER_nondet_uint()) x += 2; if (x == 7) reach_error(); }}\n");
        tasks.task("safe", &safe, true);
        tasks.task("broken", &safe.replace("== 7", "== 8"), false);
        tasks.task("lie", &safe, false);
        tasks.task("bad", "int main(void) { return }\n", true);
        // The product of two primes that are not near a power of two: far too much for the time that there is.
        let hard = format!(
            "{head}int main(void) {{ unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); \
             if (a > 1 && b > 1 && a * b == 9633832748884915969ul) reach_error(); }}\n"
        );
        tasks.task("hard", &hard, false);
        tasks.write("good.set", "safe.yml\nbroken.yml\n");
        tasks
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("it can be written");
    }

    fn task(&self, name: &str, program: &str, expected: bool) {
        self.write(&format!("{name}.c"), program);
        let yml = format!(
            "format_version: '2.0'\ninput_files: {name}.c\nproperties:\n  - property_file: unreach-call.prp\n    \
             expected_verdict: {expected}\noptions:\n  data_model: LP64\n"
        );
        self.write(&format!("{name}.yml"), &yml);
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `bench` on these, with the results in `output`.
    fn bench(&self, sets: &[&str], output: &str, options: &[&str]) -> Output {
        let sets: Vec<PathBuf> = sets.iter().map(|name| self.path(name)).collect();
        let output = self.path(output);
        let mut arguments = vec!["bench", "--output", text(&output), "--memory", "1G"];
        arguments.extend(options);
        let at = arguments.len();
        sets.iter().for_each(|set| arguments.insert(at - options.len(), text(set)));
        bitreach(&arguments)
    }

    fn collect(&self, folders: &[&str]) -> Output {
        let folders: Vec<PathBuf> = folders.iter().map(|name| self.path(name)).collect();
        let mut arguments = vec!["collect"];
        arguments.extend(folders.iter().map(|folder| text(folder)));
        bitreach(&arguments)
    }
}

/// How many lines of answers there are before the table.
fn answers(output: &Output) -> usize {
    stdout(output).lines().take_while(|line| !line.is_empty()).filter(|line| line.contains(" s  ")).count()
}

/// The files of answers in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect()
}

#[test]
fn a_set_is_counted_and_not_asked_again() {
    let tasks = Tasks::new();
    let first = tasks.bench(&["good.set"], "out", &["--jobs", "2"]);
    assert_eq!((first.status.code(), answers(&first)), (Some(0), 2), "{}", stderr(&first));
    let said = stdout(&first);
    assert!(said.contains("right true  SAFE ") && said.contains("right false UNSAFE(unreach-call) "), "{said}");
    assert!(said.ends_with("\nscore 3 of 3\n"), "{said}");
    let again = tasks.bench(&["good.set"], "out", &[]);
    assert_eq!((again.status.code(), answers(&again)), (Some(0), 0));
    assert!(stdout(&again).ends_with("\nscore 3 of 3\n"));
    let refused = tasks.bench(&["good.set"], "out", &["--timeout", "9"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("(timeout: `9 s` and `60 s`); name another folder"), "{}", stderr(&refused));
    tasks.write("safe.c", "int main(void) { return 0; }\n");
    let changed = tasks.bench(&["good.set"], "out", &[]);
    assert!(changed.status.code() == Some(1) && stderr(&changed).contains("safe.yml has changed since"));
    // A header counts as well.
    tasks.write("h.h", "#define OTHER 7\n");
    let program = fs::read_to_string(tasks.path("broken.c")).expect("it is there");
    tasks.task("headed", &format!("#include \"h.h\"\n{}", program.replace("== 8", "== OTHER")), true);
    assert_eq!(tasks.bench(&["headed.yml"], "headed", &[]).status.code(), Some(0));
    tasks.write("h.h", "#define OTHER 8\n");
    let changed = tasks.bench(&["headed.yml"], "headed", &[]);
    assert!(stderr(&changed).contains("headed.yml has changed since"), "{}", stderr(&changed));
}

#[test]
fn what_is_wrong_has_its_own_exit_code() {
    let tasks = Tasks::new();
    let bad = tasks.bench(&["bad.yml", "safe.yml"], "bad", &[]);
    assert_eq!((bad.status.code(), answers(&bad)), (Some(2), 2));
    let said = stdout(&bad);
    assert!(said.lines().any(|line| line.contains("exit code 2: ") && line.contains("bad.c:1:25: error: ")), "{said}");
    let wrong = tasks.bench(&["bad.yml", "lie.yml"], "wrong", &[]);
    assert_eq!(wrong.status.code(), Some(5));
    assert!(stdout(&wrong).contains("WRONG TRUE  SAFE ") && stdout(&wrong).contains("\nscore -32 of 3\n"));
    assert_eq!(tasks.collect(&["wrong"]).status.code(), Some(5));
    let usage = tasks.bench(&["good.set"], "usage", &["--", "--timeout", "5"]);
    assert!(usage.status.code() == Some(1) && !tasks.path("usage").exists(), "{}", stderr(&usage));
}

/// What cannot be asked is named, however much else there is, and `collect` repeats it. A part does not fail by what no part has.
#[test]
fn what_is_left_out_is_named() {
    let tasks = Tasks::new();
    let head = "format_version: '2.0'\ninput_files: safe.c\n";
    tasks.write("none.yml", head);
    tasks.write("noprp.yml", &format!("{head}properties:\n  - property_file: gone.prp\n"));
    tasks.write(
        "noc.yml",
        &fs::read_to_string(tasks.path("safe.yml")).expect("it is there").replace("safe.c", "gone.c"),
    );
    tasks.write("part.set", "safe.yml\nnope/*.yml\n");
    let sets = ["part.set", "none.yml", "noprp.yml", "noc.yml"];
    let names = [
        "none.yml: names no property",
        "noprp.yml: names `gone.prp`, which is not there; names are relative to the folder of the task",
        "noc.yml: names `gone.c`, which is not there; names are relative to the folder of the task",
        "part.set, line 2: `nope/*.yml` matches nothing",
    ];
    let output = tasks.bench(&sets, "out", &[]);
    assert_eq!((output.status.code(), answers(&output)), (Some(2), 1), "{}", stderr(&output));
    let collected = tasks.collect(&["out"]);
    assert_eq!(collected.status.code(), Some(2), "{}", stdout(&collected));
    for name in names {
        let line = |begin: &str, text: &str| text.lines().any(|line| line.starts_with(begin) && line.ends_with(name));
        assert!(line("bitreach: left out: ", &stderr(&output)), "{name}: {}", stderr(&output));
        assert!(line("LEFT OUT ", &stdout(&output)) && line("LEFT OUT ", &stdout(&collected)), "{name}");
    }
    let page = tasks.path("page.html");
    bitreach(&["collect", text(&tasks.path("out")), "--html", text(&page)]);
    let page = fs::read_to_string(page).expect("it was written");
    assert!(page.contains("<h2>Left out: ") && page.contains("none.yml: names no property</li>"), "{page}");
    for (shard, number) in [("1/2", 1), ("2/2", 0)] {
        let part = tasks.bench(&sets, "parts", &["--shard", shard]);
        assert_eq!((part.status.code(), answers(&part)), (Some(0), number), "{}", stderr(&part));
    }
    let collected = tasks.collect(&["parts"]);
    assert_eq!((collected.status.code(), stderr(&collected)), (Some(2), String::new()));
    // What is mended is not left out any more.
    let mended = tasks.bench(&["safe.yml"], "out", &[]);
    assert!(mended.status.code() == Some(0) && !stdout(&mended).contains("LEFT OUT"), "{}", stdout(&mended));
    for (set, code, message) in [
        ("none.yml", 2, "no question is left"),
        ("noprp.yml", 2, "no question is left"),
        ("other.yml", 1, "left out: 1 question about properties that bitreach does not check"),
        ("other.yml", 1, "no task of the sets has a property that bitreach checks"),
    ] {
        tasks.write("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
        tasks.write("other.yml", &format!("{head}properties:\n  - property_file: termination.prp\n"));
        let output = tasks.bench(&[set], "alone", &[]);
        assert!(output.status.code() == Some(code) && stderr(&output).contains(message), "{}", stderr(&output));
    }
    let check = bitreach(&["check", text(&tasks.path("noprp.yml"))]);
    assert!(check.status.code() == Some(2) && stderr(&check).contains("names `gone.prp`, which"), "{}", stderr(&check));
}

/// Parts of a run, one of them with a torn line, one that ran twice, in any folders: nothing is lost.
#[test]
fn parts_become_one_run() {
    let tasks = Tasks::new();
    let sets = ["good.set", "lie.yml"];
    for (shard, output) in [("1/2", "all/one"), ("2/2", "all/two"), ("2/2", "all/again")] {
        tasks.bench(&sets, output, &["--shard", shard]);
    }
    let whole = tasks.collect(&["all"]);
    assert!(stdout(&whole).contains("right true                           1       2"), "{}", stdout(&whole));
    assert!(whole.status.code() == Some(5) && stdout(&whole).ends_with("\nscore -29 of 4\n"), "{}", stdout(&whole));
    let half = tasks.collect(&["all/one"]);
    assert!(
        stderr(&half).contains("1 of 3 questions has no answer yet; begun so far: shard 1/2; nothing from shard 2/2"),
        "{}",
        stderr(&half)
    );
    assert_eq!(half.status.code(), Some(20));
    // Killed while it wrote its second answer.
    let file = files(&tasks.path("all/one")).remove(0);
    let written = fs::read(&file).expect("it can be read");
    fs::write(&file, &written[..written.len() - 9]).expect("it can be written");
    let cut = stderr(&tasks.collect(&["all"]));
    assert!(
        cut.contains("safe.yml; begun so far: shard 1/2, 2/2; the same command goes on with one that did not end"),
        "{cut}"
    );
    assert!(cut.contains("1 of 3 questions has no answer yet: unreach-call "), "{cut}");
    assert_eq!(answers(&tasks.bench(&sets, "all/one", &["--shard", "1/2"])), 1);
    let mended = tasks.collect(&["all/one", "all/two", "all"]);
    assert_eq!((stdout(&mended), mended.status.code()), (stdout(&tasks.collect(&["all"])), Some(5)));
    assert!(stdout(&mended).ends_with("\nscore -29 of 4\n"));
    tasks.bench(&sets, "other", &["--shard", "1/2", "--timeout", "50"]);
    let mixed = tasks.collect(&["all", "other"]);
    assert!(mixed.status.code() == Some(1) && stderr(&mixed).contains("timeout: `60 s` and `50 s`"));
}

/// An interrupt keeps what is done and ends what runs.
#[test]
fn interrupts_keep_what_is_done() {
    let tasks = Tasks::new();
    let output = tasks.path("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bitreach"))
        .args(["bench", "--jobs", "2", "--timeout", "1000", "--output", text(&output)])
        .args([tasks.path("good.set"), tasks.path("hard.yml")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let lines = || files(&output).iter().map(|file| fs::read_to_string(file).unwrap_or_default().lines().count()).sum();
    let begun = Instant::now();
    while lines() < 3usize && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it can be interrupted");
    let status = child.wait().expect("it ends");
    assert_eq!((status.code(), lines()), (Some(20), 3));
    let run = tasks.collect(&["out"]);
    assert!(
        run.status.code() == Some(20) && stderr(&run).contains("1 of 3 questions has no answer"),
        "{}",
        stderr(&run)
    );
}

/// A link to a folder above does not multiply tasks, nobody waits for a pipe, and what cannot be named is counted.
#[test]
fn odd_files_in_a_folder() {
    let tasks = Tasks::new();
    fs::create_dir(tasks.path("set")).expect("it can be made");
    for name in ["unreach-call.prp", "safe.c", "safe.yml"] {
        fs::copy(tasks.path(name), tasks.path("set").join(name)).expect("it can be copied");
    }
    std::os::unix::fs::symlink(".", tasks.path("set/loop")).expect("it can be made");
    std::os::unix::fs::symlink("..", tasks.path("set/up")).expect("it can be made");
    let odd = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"\xff.yml");
    fs::copy(tasks.path("safe.yml"), tasks.path("set").join(odd)).expect("it can be copied");
    fs::remove_file(tasks.path("hard.yml")).expect("it is there");
    let made = Command::new("mkfifo").arg(tasks.path("set/pipe.yml")).status().expect("mkfifo is there");
    assert!(made.success());
    let output = tasks.bench(&["set"], "out", &[]);
    // With what is behind the link to the folder above: four tasks, one of which is here.
    assert_eq!((output.status.code(), answers(&output)), (Some(5), 5), "{}{}", stdout(&output), stderr(&output));
    for said in ["pipe.yml: is no regular file", "1 file or folder whose name is not UTF-8"] {
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    let made = Command::new("mkfifo").arg(tasks.path("out/pipe.jsonl")).status().expect("mkfifo is there");
    assert!(
        made.success() && stderr(&tasks.collect(&["out"])).contains("pipe.jsonl: cannot be read: is no regular file")
    );
}

/// Where no Slurm is installed, a job array is not submitted, and no folder is left behind.
#[test]
fn a_machine_without_slurm_leaves_nothing() {
    let tasks = Tasks::new();
    let (output, here) = (tasks.path("results"), tasks.path("here"));
    fs::create_dir(&here).expect("it can be made");
    for (folder, is_there) in [(&output, false), (&here, true)] {
        let command = [text(&tasks.path("good.set")), "--output", text(folder), "--slurm", "2"].map(str::to_owned);
        let mut bench = Command::new(env!("CARGO_BIN_EXE_bitreach"));
        let output = bench.arg("bench").args(command).env("PATH", &here).output().expect("it can be run");
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot start sbatch"), "{}", stderr(&output));
        assert_eq!(folder.exists(), is_there);
    }
}

#[test]
fn bad_sets_and_folders_are_refused() {
    let tasks = Tasks::new();
    let of = |arguments: &[&str], message: &str| {
        let output = bitreach(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    };
    let (folder, set) = (tasks.path(""), tasks.path("good.set"));
    of(&["bench", "none.set"], "none.set: cannot be read");
    of(&["bench", text(&set), "--property", "no-overflow"], "ask nothing about these properties");
    of(&["bench", text(&set), "--property", "x"], "unknown property `x`");
    of(&["bench", text(&set), "--shard", "1/2"], "--output");
    of(&["bench", text(&set), "--shard", "3/2", "--output", "x"], "as in 3/8");
    of(&["bench", text(&set), "--", "--engin", "ic3"], "behind `--` are not taken: unexpected argument");
    of(&["bench", text(&set), "--", "x.c"], "options of `bitreach check` alone");
    for options in [
        &["--property", "no-overflow"][..],
        &["-p", "all"],
        &["--function", "main"],
        &["--function=main", "--assume", "1"],
        &["--all-functions"],
        &["-d", "ILP32"],
        &["--project", "."],
        &["--language", "c"],
        &["--json", "-"],
        &["--html", "x"],
        &["--sarif", "x"],
        &["--witness", "x"],
        &["--evidence", "x"],
        &["--problem", "x"],
        &["--progress", "never"],
        &["--timeout", "1"],
        &["--memory", "1G"],
        &["--jobs", "1"],
    ] {
        of(&[&["bench", text(&set), "--"], options].concat(), "is not for behind `--`: the set says what is asked");
    }
    assert!(!tasks.path("x").exists());
    of(&["bench", text(&set), "--csv", "-"], "--csv -: standard output has the table; name a file");
    of(&["collect", text(&folder), "--html", "-"], "--html -: standard output has the table");
    of(&["collect", text(&folder)], "there are no results in it");
    tasks.bench(&["safe.yml"], "kept", &[]);
    let kept = tasks.path("kept");
    of(
        &["inconsistent", "--collect", text(&kept)],
        ".jsonl: was not written by `bitreach inconsistent --output`; name",
    );
    of(&["collect", "none"], "none: cannot be read");
}
