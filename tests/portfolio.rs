//! The portfolio as a user meets it: tables of members, jobs, seeds, limits.

use crate::common::{bitreach, stderr, stdout, text, verdict};
use std::fs;
use std::path::Path;

/// The report of a run as JSON.
fn report(args: &[&str]) -> serde_json::Value {
    let output = bitreach(&[args, &["--json", "-"]].concat());
    let whole = stdout(&output);
    let json = whole.trim_end().rsplit_once('\n').unwrap_or_else(|| panic!("{args:?}: {}", stderr(&output))).0;
    serde_json::from_str(json).unwrap()
}

/// The names of the engines that ran.
fn engines(report: &serde_json::Value) -> Vec<String> {
    let engines = report["engines"].as_array().unwrap();
    engines.iter().map(|engine| engine["engine"].as_str().unwrap().to_owned()).collect()
}

fn table(folder: &Path, text: &str) -> String {
    let path = folder.join("members.txt");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_table_of_members_replaces_the_built_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = table(folder.path(), "# mine\nplain ic3 ctg=0 mic=0\nsecond ic3 core=1\nbounded unroll turn=100\n");
    for jobs in ["1", "2", "3"] {
        let report = report(&["solve", "dimspec-examples/counter3.dimspec", "--members", &path, "--jobs", jobs]);
        assert_eq!(report["verdict"]["answer"], "unsafe");
        assert!(engines(&report).iter().all(|name| ["plain", "second", "bounded"].contains(&&**name)), "{report}");
    }
}

#[test]
fn a_table_that_is_wrong_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let rows = [
        ("ok unroll\nx nothing\n", "line 2: there is no engine `nothing`; the engines are ic3, "),
        ("x ic3 foo=1\n", "line 1: ic3 has no option `foo`; its options are "),
        ("\n\nx ic3 ctg=7\n", "line 3: ic3 option `ctg` is from 0 to 1, not 7"),
        ("x ic3 ctg=yes\n", "line 1: `yes` is no value for `ctg`"),
        ("x ic3\nx unroll\n", "line 2: there is a member `x` already"),
        ("# nothing\n", "the table names no member"),
    ];
    for (text, message) in rows {
        let path = table(folder.path(), text);
        let output = bitreach(&["solve", "dimspec-examples/counter3.dimspec", "--members", &path]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(message), "{text}: {}", stderr(&output));
    }
    let missing = folder.path().join("missing");
    let output = bitreach(&["solve", "dimspec-examples/counter3.dimspec", "--members", text(&missing)]);
    assert_eq!(output.status.code(), Some(2));
    let path = table(folder.path(), "x ic3\n");
    for usage in [&["--members", &path, "--engine", "ic3"][..], &["--jobs", "0"], &["--jobs", "x"]] {
        let output = bitreach(&[&["solve", "dimspec-examples/counter3.dimspec"], usage].concat());
        assert_eq!(output.status.code(), Some(1), "{usage:?}");
    }
}

/// The report of a run without what differs from run to run: seconds.
fn without_seconds(args: &[&str]) -> serde_json::Value {
    let mut report = report(args);
    report.as_object_mut().unwrap().remove("stages");
    for engine in report["engines"].as_array_mut().unwrap() {
        let figures = engine["figures"].as_array_mut().unwrap();
        figures.retain(|figure| !figure["name"].as_str().unwrap().ends_with("_seconds"));
    }
    report
}

/// One job does the same in every run: all counters, and the path.
#[test]
fn one_job_is_deterministic() {
    let args = [
        "check",
        "sv-benchmarks/loops/counter-500.yml",
        "-p",
        "unreach-call",
        "--jobs",
        "1",
        "--seed",
        "7",
        "--loops",
        "kept",
    ];
    let run = || without_seconds(&args);
    let first = run();
    assert!(engines(&first).len() >= 2, "{first}");
    (0..3).for_each(|_| assert_eq!(run(), first));
}

/// An error a million turns deep is found by running the program, in turn with the engines that do not find it; and at the same place of
/// the search every time.
#[test]
fn one_job_finds_deep_errors_by_running_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep.c");
    let program = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
        int main(void) {\n unsigned x = 1;\n\
        for (int i = 0; i < 1000000; i++) x = x * 1664525u + 1013904223u;\n\
        if (x == 366300225u && __VERIFIER_nondet_int() < 10) reach_error();\n return 0;\n}\n";
    fs::write(&file, program).unwrap();
    let run = || without_seconds(&["check", text(&file), "--jobs", "1", "--timeout", "300"]);
    let first = run();
    assert_eq!(first["verdict"]["answer"], "unsafe", "{first}");
    assert!(engines(&first).contains(&"concrete".to_owned()), "{first}");
    assert_eq!(run(), first);
}

#[test]
fn no_time_at_all_is_a_timeout() {
    for jobs in ["1", "2"] {
        for command in
            [&["solve", "dimspec-examples/counter3.dimspec"][..], &["check", "sv-benchmarks/loops/counter-500.c"]]
        {
            let output = bitreach(&[command, &["--timeout", "0", "--jobs", jobs]].concat());
            assert_eq!((output.status.code(), &*verdict(&output)), (Some(20), "VERDICT: UNKNOWN(timeout)"));
        }
    }
}

/// The figures of each engine are in the JSON, and what the check of the proof took.
#[test]
fn figures_of_engines_and_of_the_check() {
    let task = ["check", "sv-benchmarks/loops/residue-four.yml", "-p", "unreach-call"];
    let report = report(&[&task[..], &["--engine", "ic3"]].concat());
    assert_eq!(report["verdict"]["answer"], "safe");
    let named = |list: &serde_json::Value, name: &str| {
        let found = list.as_array().unwrap().iter().find(|row| row["name"] == name).cloned();
        found.unwrap_or_else(|| panic!("no {name} in {list}"))
    };
    let engine = &report["engines"][0];
    assert_eq!(engine["engine"], "ic3");
    assert!(engine["failure"].is_null());
    let figure = |name: &str| named(&engine["figures"], name)["value"].as_f64().unwrap();
    assert!(figure("consecution_queries") > 0.0 && figure("blocking_seconds") > 0.0);
    assert_eq!(figure("check_seconds"), named(&report["stages"], "check")["value"].as_f64().unwrap());
    // One count for each frame, and one for the infinity frame.
    let lemmas = named(&engine["series"], "lemmas_by_frame")["values"].as_array().unwrap().len();
    assert_eq!(lemmas as f64, figure("frames") + 1.0);
    let shown = stdout(&bitreach(&[&task[..], &["--verbose"]].concat()));
    assert!(shown.contains("lemmas_by_frame: ") && shown.contains("consecution_queries"), "{shown}");
}
