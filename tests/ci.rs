//! What the templates of `contrib/ci` and the examples of `docs/clusters.md` run, run on a small project: no option in them is made up.

use crate::common::{self, text};
use serde_norway::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A folder in which shells run, with `bitreach` on their path.
struct Place(tempfile::TempDir);

/// A finding in `bad.c`, none in `good.c`.
const BAD: &str = "int bad(unsigned x) {\n  if (x < 0)\n    return 2;\n  return 0;\n}\n";
const GOOD: &str = "int good(int x) {\n  return x > 0;\n}\nint main(void) {\n  return good(1) - 1;\n}\n";

impl Place {
    /// With a project of these files in `build`.
    fn with_project(files: &[(&str, &str)]) -> Place {
        let place = Place(tempfile::tempdir().expect("there is a temporary folder"));
        let commands = files.iter().map(|(name, source)| {
            place.write(name, source);
            format!(
                "{{\"directory\": \"{}\", \"command\": \"cc -c {name}\", \"file\": \"{name}\"}}",
                text(place.path())
            )
        });
        let commands = format!("[{}]", commands.collect::<Vec<_>>().join(","));
        place.write("build/compile_commands.json", &commands);
        place
    }

    /// With a set of tasks in `sv-benchmarks` and `c`.
    fn with_tasks() -> Place {
        let place = Place(tempfile::tempdir().expect("there is a temporary folder"));
        for folder in ["sv-benchmarks", "c"] {
            place.write(&format!("{folder}/unreach-call.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
            place.write(&format!("{folder}/set.set"), "one.yml\ntwo.yml\n");
            for name in ["one", "two"] {
                place.write(&format!("{folder}/{name}.c"), "int main(void) {\n  return 0;\n}\n");
                let yml = format!(
                    "format_version: '2.0'\ninput_files: {name}.c\nproperties:\n  - property_file: unreach-call.prp\n    \
                     expected_verdict: true\noptions:\n  data_model: LP64\n"
                );
                place.write(&format!("{folder}/{name}.yml"), &yml);
            }
        }
        place
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, content: &str) {
        let file = self.path().join(name);
        fs::create_dir_all(file.parent().expect("it has a folder")).expect("it can be made");
        fs::write(file, content).expect("it can be written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_default()
    }

    /// Runs a command here.
    fn run(&self, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        let bitreach = Path::new(env!("CARGO_BIN_EXE_bitreach")).parent().expect("it is in a folder");
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths([bitreach.to_owned()].into_iter().chain(env::split_paths(&path)));
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.path()).env("PATH", path.expect("it can be joined"));
        command.envs(variables.iter().copied()).output().expect("it starts")
    }

    /// Runs lines of a shell as runners do, which end at the first one that fails.
    fn shell(&self, lines: &str, variables: &[(&str, &str)]) -> Output {
        self.run("bash", &["-e", "-o", "pipefail", "-c", lines], variables)
    }
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn said(output: &Output) -> String {
    common::stdout(output) + &common::stderr(output)
}

fn repository(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn yaml(text: &str) -> Value {
    serde_norway::from_str(text).expect("it is YAML")
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value:?}"))
}

/// The YAML examples in a page of the documentation.
fn examples(page: &str) -> Vec<Value> {
    let text = repository(page);
    text.split("```yaml\n").skip(1).filter_map(|rest| rest.split_once("```")).map(|(block, _)| yaml(block)).collect()
}

/// Runs the steps of the action with these inputs: the exit code of the last that ran.
fn act(place: &Place, inputs: &[(&str, &str)]) -> (Option<i32>, String) {
    let action = yaml(&repository("contrib/ci/action.yml"));
    let input = |name: &str| {
        let default = || string(&action["inputs"][name]["default"]).to_owned();
        inputs.iter().find(|(given, _)| *given == name).map_or_else(default, |(_, value)| (*value).to_owned())
    };
    place.write("github-output", "");
    let output_file = place.path().join("github-output");
    let steps = action["runs"]["steps"].as_sequence().expect("there are steps");
    let mut all = String::new();
    let mut ran = 0;
    // `uses` is GitHub's, and nothing is installed.
    for step in steps.iter().filter(|step| step["run"] != Value::Null && step["name"] != "Install bitreach") {
        let filled = |value: &Value| {
            let text = string(value);
            match text.strip_prefix("${{ ").and_then(|text| text.strip_suffix(" }}")) {
                None => text.to_owned(),
                Some("steps.run.outputs.exit-code") => {
                    place.read("github-output").trim().strip_prefix("exit-code=").expect("it was said").to_owned()
                }
                Some(name) => input(name.strip_prefix("inputs.").expect("an input")),
            }
        };
        let mut variables = vec![("GITHUB_OUTPUT".to_owned(), text(&output_file).to_owned())];
        let given = step["env"].as_mapping().expect("there are variables");
        variables.extend(given.iter().map(|(name, value)| (string(name).to_owned(), filled(value))));
        let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (&**name, &**value)).collect();
        let output = place.shell(string(&step["run"]), &variables);
        all += &said(&output);
        ran += 1;
        if code(&output) != Some(0) {
            return (code(&output), all);
        }
    }
    assert_eq!(ran, 2, "one step runs bitreach, one says how it ends");
    (Some(0), all)
}

#[test]
fn the_action_runs_what_it_says_and_fails_where_it_says() {
    let good = Place::with_project(&[("good.c", GOOD)]);
    assert_eq!(act(&good, &[]).0, Some(0), "{}", act(&good, &[]).1);
    assert!(good.read("bitreach.sarif").contains("\"2.1.0\""));
    let (code, said) =
        act(&good, &[("command", "check"), ("sarif", "c.sarif"), ("options", "--timeout 30 --property all")]);
    assert!(code == Some(0) && said.contains("VERDICT: SAFE") && good.read("c.sarif").contains("\"2.1.0\""), "{said}");
    let bad = Place::with_project(&[("good.c", GOOD), ("bad.c", BAD)]);
    let (code, said) = act(&bad, &[("options", "--jobs 2")]);
    assert!(code == Some(10) && said.contains("bad.c:2:9: contradiction"), "{said}");
    assert_eq!(act(&bad, &[("fail-on", "1 2 3")]).0, Some(0));
    let (code, said) = act(&bad, &[("options", "--no-such-option")]);
    assert!(code == Some(1), "{said}");
    // What was not looked at to the end is a warning.
    let (code, said) = act(&good, &[("options", "--timeout 0.001")]);
    assert!(code == Some(0) && said.contains("::warning::"), "{code:?} {said}");
}

#[test]
fn the_jobs_of_gitlab_run_whole_and_in_parts() {
    let jobs = yaml(&repository("contrib/ci/bitreach.gitlab-ci.yml"));
    let script = |job: &str| {
        let lines = jobs[job]["script"].as_sequence().expect("there is a script");
        lines.iter().map(|line| string(line).to_owned()).collect::<Vec<_>>().join("\n")
    };
    let variables: Vec<(String, String)> = jobs[".bitreach"]["variables"]
        .as_mapping()
        .expect("there are variables")
        .iter()
        .map(|(name, value)| (string(name).to_owned(), string(value).to_owned()))
        .collect();
    let with = |more: &[(&str, &str)], place: &Place, job: &str| {
        let mut all: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (&**name, &**value)).collect();
        all.extend(more);
        place.shell(&script(job), &all)
    };
    let before = string(&jobs[".bitreach"]["before_script"][0]);
    let place = Place::with_project(&[("good.c", GOOD), ("bad.c", BAD)]);
    assert_eq!(code(&place.shell(before, &[("BITREACH_PACKAGE", "")])), Some(0), "nothing is installed");
    let whole = with(&[], &place, ".bitreach");
    assert!(code(&whole) == Some(10) && place.read("bitreach.html").contains("<html"), "{}", said(&whole));
    for part in ["2", "1", "3"] {
        let output = with(&[("CI_NODE_INDEX", part), ("CI_NODE_TOTAL", "3")], &place, ".bitreach-part");
        assert_eq!(code(&output), Some(0), "{}", said(&output));
    }
    let report = with(&[], &place, ".bitreach-report");
    assert!(code(&report) == Some(10) && said(&report).contains("bad.c:2:9: contradiction"), "{}", said(&report));
    assert!(place.read("bitreach.sarif").contains("bad.c"));
    let wrong = [("CI_NODE_INDEX", "4"), ("CI_NODE_TOTAL", "3")];
    assert_eq!(code(&with(&wrong, &place, ".bitreach-part")), Some(1));
}

/// The entry of the hook, called as pre-commit does it: words of a shell, the arguments, the files.
#[test]
fn the_hook_takes_arguments_and_files() {
    let hooks = yaml(&repository(".pre-commit-hooks.yaml"));
    let words = shlex::split(string(&hooks[0]["entry"])).expect("it is words");
    let place = Place::with_project(&[("good.c", GOOD), ("bad.c", BAD)]);
    let call = |more: &[&str]| {
        let words: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
        place.run(words[0], &words[1..], &[])
    };
    let given =
        &examples("docs/ci.md").into_iter().find(|example| example["repos"] != Value::Null).expect("an example");
    let hook = &given["repos"][0]["hooks"][0];
    assert_eq!(hook["id"], hooks[0]["id"]);
    let mut arguments: Vec<&str> = hook["args"].as_sequence().expect("there are some").iter().map(string).collect();
    arguments.push("good.c");
    assert_eq!(code(&call(&arguments)), Some(0), "{}", said(&call(&arguments)));
    assert_ne!(code(&call(&["good.c", "bad.c"])), Some(0));
    assert_eq!(code(&call(&["--timeout=0.001", "good.c"])), Some(0), "20 keeps nobody from a commit");
    assert_ne!(code(&call(&["--no-such-option", "good.c"])), Some(0));
}

#[test]
fn examples_of_the_page_name_what_there_is() {
    let action = yaml(&repository("contrib/ci/action.yml"));
    let jobs = yaml(&repository("contrib/ci/bitreach.gitlab-ci.yml"));
    let (mut inputs, mut extended) = (0, 0);
    for example in examples("docs/ci.md") {
        for step in example["jobs"]["bitreach"]["steps"].as_sequence().into_iter().flatten() {
            for name in step["with"].as_mapping().into_iter().flatten().map(|(name, _)| name) {
                assert_ne!(action["inputs"][name], Value::Null, "{name:?}");
                inputs += 1;
            }
        }
        for (_, job) in example.as_mapping().into_iter().flatten().filter(|(_, job)| job["extends"] != Value::Null) {
            let base = &jobs[&job["extends"]];
            assert_ne!(*base, Value::Null, "{job:?}");
            for name in job["variables"].as_mapping().into_iter().flatten().map(|(name, _)| name) {
                assert_ne!(jobs[".bitreach"]["variables"][name], Value::Null, "{name:?}");
            }
            extended += 1;
        }
    }
    assert_eq!((inputs, extended), (2, 3));
}

#[test]
fn examples_for_clusters_run() {
    let examples = examples("docs/clusters.md");
    let jobs = &examples.iter().find(|example| example["jobs"] != Value::Null).expect("GitHub's matrix")["jobs"];
    let place = Place::with_tasks();
    let step = |job: &str| {
        let steps = jobs[job]["steps"].as_sequence().expect("there are steps");
        let mut lines = steps.iter().filter_map(|step| step["run"].as_str()).collect::<Vec<_>>().into_iter();
        assert!(lines.any(|line| line.contains("apt-get install") && line.ends_with("/bitreach.deb")), "{job}");
        lines.find(|line| line.starts_with("bitreach ")).expect("one runs bitreach").to_owned()
    };
    for shard in jobs["bench"]["strategy"]["matrix"]["shard"].as_sequence().expect("there are parts") {
        let shard = shard.as_u64().expect("a number").to_string();
        let output = place.shell(&step("bench").replace("${{ matrix.shard }}", &shard), &[]);
        assert_eq!(code(&output), Some(0), "{}", said(&output));
    }
    let collected = place.shell(&step("collect"), &[]);
    assert!(code(&collected) == Some(0) && said(&collected).contains("score 4 of 4"), "{}", said(&collected));
    assert!(!place.read("results.csv").is_empty() && !place.read("results.html").is_empty());

    let place = Place::with_tasks();
    let job = examples.iter().find(|example| example["kind"] == "Job").expect("the job of Kubernetes");
    let command = job["spec"]["template"]["spec"]["containers"][0]["command"].as_sequence().expect("a command");
    let command: Vec<&str> = command.iter().map(string).collect();
    let completions = job["spec"]["completions"].as_u64().expect("so many pods");
    for index in 0..completions {
        let output = place.run(command[0], &command[1..], &[("JOB_COMPLETION_INDEX", &index.to_string())]);
        assert_eq!(code(&output), Some(0), "{}", said(&output));
    }
    let collected = place.shell("bitreach collect results", &[]);
    assert!(code(&collected) == Some(0) && said(&collected).contains("score 4 of 4"), "{}", said(&collected));

    // A part counts as done after the exit codes that say so, and the signal that ends a pod comes to `bench`.
    let begun = |script: &str| {
        place.write("bin/bitreach", &format!("#!/bin/sh\n{script}\n"));
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(place.path().join("bin/bitreach"), mode).expect("it is ours");
        let path = format!("{}:/usr/bin:/bin", text(&place.path().join("bin")));
        let mut pod = Command::new(command[0]);
        pod.args(&command[1..]).current_dir(place.path()).env("PATH", path).env("JOB_COMPLETION_INDEX", "0");
        pod.spawn().expect("it starts")
    };
    for (script, expected) in [
        ("exit 0", 0),
        ("exit 2", 0),
        ("exit 3", 0),
        ("exit 5", 0),
        ("exit 1", 1),
        ("exit 20", 20),
        ("exit 127", 127),
        ("kill -KILL $$", 137),
    ] {
        assert_eq!(begun(script).wait().expect("it ends").code(), Some(expected), "{script}");
    }
    let mut pod = begun("trap 'echo kept > kept; exit 20' TERM\necho > begun\nwhile :; do sleep 0.01; done");
    let since = Instant::now();
    while place.read("begun").is_empty() && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&pod), rustix::process::Signal::TERM)
        .expect("it runs");
    assert_eq!((pod.wait().expect("it ends").code(), &*place.read("kept")), (Some(20), "kept\n"));
}

/// `make test-ci`: needs GNU parallel.
#[test]
#[ignore = "needs GNU parallel: make test-ci"]
fn the_example_for_gnu_parallel_runs() {
    let page = repository("docs/clusters.md");
    let line = page.lines().find(|line| line.trim_start().starts_with("parallel ")).expect("the example");
    let place = Place::with_tasks();
    // This machine, without ssh.
    place.write("nodes.txt", ":\n");
    let output = place.shell(&format!("{line}\nbitreach collect results"), &[]);
    assert!(code(&output) == Some(0) && said(&output).contains("score 4 of 4"), "{}", said(&output));
}

/// `make test-ci`: pre-commit itself runs the hook, out of this repository's file.
#[test]
#[ignore = "needs pre-commit: make test-ci"]
fn pre_commit_runs_the_hook() {
    let hooks = Place::with_project(&[]);
    hooks.write(".pre-commit-hooks.yaml", &repository(".pre-commit-hooks.yaml"));
    let git = "git -c user.name=n -c user.email=e@localhost";
    let commit = format!("git init -q . && git add . && {git} commit -q -m hooks && git rev-parse HEAD");
    let revision = common::stdout(&hooks.shell(&commit, &[])).trim().to_owned();
    assert_eq!(revision.len(), 40);
    let place = Place::with_project(&[("good.c", GOOD)]);
    let home: PathBuf = place.path().join("home");
    let config = format!(
        "repos:\n  - repo: {}\n    rev: {revision}\n    hooks:\n      - id: bitreach-inconsistent\n        \
         args: [--function-timeout=5s]\n",
        text(hooks.path())
    );
    place.write(".pre-commit-config.yaml", &config);
    let run = "git init -q . && git add . && pre-commit run --verbose";
    let run = |place: &Place| place.shell(run, &[("PRE_COMMIT_HOME", text(&home))]);
    let good = run(&place);
    assert!(
        code(&good) == Some(0) && said(&good).contains("Passed") && said(&good).contains("2 functions"),
        "{}",
        said(&good)
    );
    place.write("bad.c", BAD);
    let bad = run(&place);
    assert!(code(&bad) == Some(1) && said(&bad).contains("bad.c:2:9: contradiction"), "{}", said(&bad));
}
