//! `bitreach inconsistent` in parts: together they say what one run says, whatever happened to them.

use crate::common::{bitreach, stderr, stdout, text};
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Files with and without reports, one that does not compile, and functions enough for three parts.
const FILES: [&str; 4] = ["missing-key.c", "null-cases.c", "callees.c", "quiet/values.c"];

/// A folder for what is kept, and the files.
struct Project(tempfile::TempDir, Vec<PathBuf>);

impl Project {
    fn new(files: &[&str]) -> Project {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let copy = |name: &&str| {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inconsistent").join(name);
            let to = folder.path().join(name.replace('/', "-"));
            fs::copy(from, &to).expect("it can be copied");
            to
        };
        let copied = files.iter().map(copy).collect();
        Project(folder, copied)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `inconsistent` on the files.
    fn run(&self, options: &[&str]) -> Output {
        let files = self.1.iter().map(|file| text(file));
        bitreach(&["inconsistent"].into_iter().chain(options.iter().copied()).chain(files).collect::<Vec<_>>())
    }

    /// One part, kept in this folder.
    fn part(&self, shard: &str, output: &str) -> Output {
        self.run(&["--shard", shard, "--output", text(&self.path(output))])
    }

    /// Puts these folders together.
    fn collect(&self, folders: &[&str], options: &[&str]) -> Output {
        let folders: Vec<PathBuf> = folders.iter().map(|name| self.path(name)).collect();
        let folders = folders.iter().map(|folder| text(folder));
        let words = ["inconsistent", "--collect"].into_iter().chain(folders);
        bitreach(&words.chain(options.iter().copied()).collect::<Vec<_>>())
    }

    /// The only file in a folder of one part.
    fn kept(&self, folder: &str) -> PathBuf {
        let mut entries = fs::read_dir(self.path(folder)).expect("the folder is there");
        entries.next().expect("there is a file").expect("it can be read").path()
    }

    /// The functions that a part has looked at; a torn line does not count.
    fn functions(&self, folder: &str) -> BTreeSet<String> {
        let kept = fs::read_to_string(self.kept(folder)).expect("it can be read");
        let lines = kept.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let done = lines.filter(|line| line["record"] == "function");
        done.map(|line| format!("{} {}", line["done"]["file"], line["done"]["function"])).collect()
    }
}

/// What does not depend on how fast the machine is.
fn timeless(json: &[u8]) -> Value {
    let mut report: Value = serde_json::from_slice(json).expect("a report");
    let summary = report["summary"].as_array_mut().expect("a summary");
    summary.retain(|row| {
        !["under_a_second", "in_all_seconds", "slowest_function_seconds"].map(Value::from).contains(&row["name"])
    });
    report
}

/// All but the last line, which holds seconds.
fn told(output: &Output) -> String {
    let text = stdout(output);
    text.trim_end().rsplit_once('\n').map(|(told, _)| told.to_owned()).unwrap_or_default()
}

#[test]
fn parts_say_together_what_one_run_says() {
    let mut project = Project::new(&FILES);
    project.1.push(project.path("broken.c"));
    fs::write(project.path("broken.c"), "int main(void) { return }\n").expect("it can be written");
    let sarif = |name: &str| fs::read(project.path(name)).expect("it was written");
    let whole = project.run(&["--withheld", "--json", "-", "--sarif", text(&project.path("whole.sarif"))]);
    for (shard, output) in [("1/3", "all/1"), ("3/3", "all/3"), ("2/3", "all/2"), ("2/3", "all/2b")] {
        assert_eq!(project.part(shard, output).status.code(), Some(2), "{shard}");
    }
    let parts = ["all/1", "all/2", "all/3"].map(|part| project.functions(part));
    assert!(parts.iter().all(|part| part.len() > 1), "{parts:?}");
    let union: BTreeSet<_> = parts.iter().flatten().collect();
    assert_eq!(union.len(), parts.iter().map(BTreeSet::len).sum::<usize>(), "no function is in two parts");
    let report = timeless(&whole.stdout);
    let functions = report["summary"].as_array().into_iter().flatten().find(|row| row["name"] == "functions");
    assert_eq!(functions.map(|row| &row["value"]), Some(&json!(union.len())));
    let written = project.path("parts.sarif");
    for folders in [&["all"][..], &["all/3", "all/1", "all/2"], &["all/2b", "all", "all/3"]] {
        let options = ["--withheld", "--json", "-", "--sarif", text(&written)];
        let collected = project.collect(folders, &options);
        assert_eq!((collected.status.code(), stderr(&collected).as_str()), (Some(2), ""), "{folders:?}");
        assert_eq!(timeless(&collected.stdout), report, "{folders:?}");
        assert_eq!(sarif("parts.sarif"), sarif("whole.sarif"), "{folders:?}");
    }
    assert_eq!(whole.status.code(), Some(2));
    project.1.pop();
    let words = told(&project.run(&[]));
    assert!(words.contains("must-fail") && words.contains("contradiction"), "{words}");
    let collected = told(&project.collect(&["all"], &[]));
    assert!(collected.starts_with(&words) && collected.contains("broken.c"), "{collected}");
}

#[test]
fn what_is_missing_is_named_and_made_up_for() {
    let project = Project::new(&FILES);
    let whole = project.run(&["--json", "-"]);
    assert_eq!(whole.status.code(), Some(10));
    let first = project.part("1/2", "shared/one");
    assert!(first.status.code().is_some());
    let half = project.collect(&["shared"], &[]);
    assert!(stderr(&half).contains("begun so far: shard 1/2; nothing from shard 2/2"), "{}", stderr(&half));
    project.part("2/2", "shared/two");
    assert_eq!(stderr(&project.collect(&["shared"], &[])), "");
    // Killed while it wrote about its last function.
    let (file, functions) = (project.kept("shared/two"), project.functions("shared/two"));
    let written = fs::read(&file).expect("it can be read");
    fs::write(&file, &written[..written.len() - 9]).expect("it can be written");
    let left = project.functions("shared/two");
    let lost: Vec<_> = functions.difference(&left).collect();
    assert_eq!(lost.len(), 1);
    let torn = project.collect(&["shared"], &[]);
    let name = lost[0].split('"').nth(3).expect("the function's name");
    assert!(stderr(&torn).starts_with(&format!("not known yet: `{name}` of ")), "{} {name}", stderr(&torn));
    assert!(!stderr(&torn).contains("nothing from"), "{}", stderr(&torn));
    // The same part again looks at that function alone.
    project.part("2/2", "shared/two");
    let files: Vec<_> = fs::read_dir(project.path("shared/two")).expect("it is there").flatten().collect();
    let new = files.iter().map(fs::DirEntry::path).find(|path| *path != file).expect("another file");
    let new = fs::read_to_string(new).expect("it can be read");
    assert_eq!(new.lines().filter(|line| line.contains("\"record\":\"function\"")).count(), 1, "{new}");
    let mended = project.collect(&["shared"], &["--json", "-"]);
    assert_eq!((mended.status.code(), stderr(&mended).as_str()), (Some(10), ""));
    assert_eq!(timeless(&mended.stdout), timeless(&whole.stdout));
}

/// Where nothing is found, what is missing decides the exit code: no report is taken for a clean one.
#[test]
fn a_missing_part_is_never_clean() {
    let project = Project::new(&["quiet/values.c", "quiet/loops.c"]);
    assert_eq!(project.run(&[]).status.code(), Some(0));
    assert_eq!(project.part("2/2", "out").status.code(), Some(0));
    let half = project.collect(&["out"], &[]);
    assert!(half.status.code() == Some(20) && stderr(&half).contains("nothing from shard 1/2"), "{}", stderr(&half));
    // A part that was killed after its first file: the second one is not known at all.
    let written = fs::read_to_string(project.kept("out")).expect("it can be read");
    let lines: Vec<&str> = written.lines().take(2).collect();
    fs::write(project.kept("out"), lines.join("\n") + "\n").expect("it can be written");
    let killed = project.collect(&["out"], &[]);
    let named = format!("not known yet: {}, ", text(&project.1[1]));
    assert!(killed.status.code() == Some(20) && stderr(&killed).starts_with(&named), "{}", stderr(&killed));
    project.part("1/2", "out");
    project.part("2/2", "out");
    let all = project.collect(&["out"], &[]);
    assert_eq!((all.status.code(), stderr(&all).as_str()), (Some(0), ""), "{}", stdout(&all));
}

#[test]
fn other_runs_are_refused_by_name() {
    let project = Project::new(&["missing-key.c", "quiet/values.c"]);
    project.part("1/2", "out");
    let out = project.path("out");
    let says = |output: &Output, wanted: &str| {
        assert!(output.status.code() == Some(1) && stderr(output).contains(wanted), "{}", stderr(output));
        assert_eq!(stdout(output), "");
    };
    let other = project.run(&["--boundary", "--shard", "2/2", "--output", text(&out)]);
    says(&other, "(boundary: `true` and `false`); name another folder");
    project.run(&["--overflow", "--shard", "2/2", "--output", text(&project.path("other"))]);
    let mixed = project.collect(&["out", "other"], &[]);
    says(&mixed, "are of different runs, which cannot be put together: overflow: `false` and `true`");
    let fewer = bitreach(&["inconsistent", "--shard", "2/2", "--output", text(&out), text(&project.1[0])]);
    says(&fewer, "(files: `1 file` and `2 files`)");
    let define = project.run(&["--clang=-DX", "--shard", "2/2", "--output", text(&out)]);
    says(&define, "number of folders and arguments for clang");
    says(&project.run(&["--output", text(&out), "--times", text(&out)]), "--times is for an earlier run");
    says(&bitreach(&["collect", text(&out)]), "was not written by `bitreach bench`; name a folder");
    fs::create_dir(project.path("empty")).expect("it can be made");
    says(&project.collect(&["empty"], &[]), "`bitreach inconsistent --output` writes some");
    // A source that was changed between two parts.
    let source = fs::read_to_string(&project.1[0]).expect("it can be read");
    fs::write(&project.1[0], format!("int added;\n{source}")).expect("it can be written");
    says(&project.part("2/2", "out"), "has changed since a part of the run looked at it");
    project.part("2/2", "late");
    says(&project.collect(&["out", "late"], &[]), "was changed between two answers");
}

#[test]
fn parts_are_balanced_by_earlier_times() {
    let project = Project::new(&["quiet/values.c", "null-cases.c"]);
    project.run(&["--output", text(&project.path("earlier"))]);
    let functions = project.functions("earlier");
    // As if one function had taken longer than all others together.
    let kept = project.kept("earlier");
    let lines = fs::read_to_string(&kept).expect("it can be read");
    let mut slow = None;
    let slower = lines.lines().map(|line| {
        let mut row: Value = serde_json::from_str(line).expect("a line of JSON");
        if row["record"] == "function" {
            row["done"]["seconds"] = json!(if slow.is_none() { 1000.0 } else { 1.0 });
            slow.get_or_insert_with(|| format!("{} {}", row["done"]["file"], row["done"]["function"]));
        }
        row.to_string() + "\n"
    });
    let slower: String = slower.collect();
    fs::write(&kept, slower).expect("it can be written");
    let times = project.path("earlier");
    for (shard, output) in [("1/2", "one"), ("2/2", "two")] {
        project.run(&["--shard", shard, "--output", text(&project.path(output)), "--times", text(&times)]);
    }
    let (one, two) = (project.functions("one"), project.functions("two"));
    assert_eq!(one, slow.into_iter().collect(), "the slow function alone");
    assert_eq!(two, functions.difference(&one).cloned().collect());
}
