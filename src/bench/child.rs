//! One question is asked of one process of bitreach, so that what it does to itself it does to no other.

use super::group::{Cause, Limits, Watcher};
use super::questions::{plain, Question};
use crate::report::Answer;
use crate::source::temporary::Folder;
use serde::Deserialize;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// How questions are asked.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The executable.
    pub program: PathBuf,
    /// Options of `check` as they were typed.
    pub options: Vec<String>,
    /// The time for a question.
    pub timeout: Duration,
    /// The memory for a question, in bytes.
    pub memory: u64,
    /// The cores for a question.
    pub cores: u16,
}

/// What came of a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The verdict, if there is one.
    pub verdict: Option<Answer>,
    /// Why it is unknown, in one sentence, or why there is no verdict.
    pub detail: Option<String>,
    /// Time by the clock.
    pub seconds: f64,
    /// Processor time.
    pub processor: Option<f64>,
    /// The most memory that was seen, in bytes.
    pub memory: Option<u64>,
}

/// What is read of the JSON report. The verdict is the last line's.
#[derive(Deserialize, Default)]
struct Said {
    #[serde(default)]
    unmodelled: Vec<Reason>,
}

#[derive(Deserialize)]
struct Reason {
    reason: String,
}

impl Asker {
    /// The command line for a question, the executable left out.
    pub fn arguments(&self, question: &Question) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec!["check".into()];
        let mut option = |name: &str, value: String| arguments.extend([name.into(), value.into()]);
        option("--property", question.property.clone());
        option("--timeout", self.timeout.as_secs_f64().to_string());
        option("--memory", self.memory.to_string());
        option("--jobs", self.cores.to_string());
        option("--json", "-".to_owned());
        option("--progress", "never".to_owned());
        arguments.extend(self.options.iter().map(OsString::from));
        arguments.push(plain(&question.task).into());
        arguments
    }

    /// The limits of the whole group: a second and a tenth of the time above what the process keeps itself, and an eighth of the
    /// memory and 256 MiB for what it starts.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.timeout.saturating_add(self.timeout / 10).saturating_add(Duration::from_secs(1)),
            memory: self.memory.saturating_add(self.memory / 8).saturating_add(256 << 20),
        }
    }

    /// Asks a question. `None` if it was interrupted, by us or by others: then it has not been answered.
    ///
    /// # Errors
    /// If the process cannot be started, or its output cannot be kept: that is no answer either.
    pub fn ask(&self, question: &Question, watcher: &Watcher) -> io::Result<Option<Outcome>> {
        // What a killed process leaves in its temporary folder goes with ours.
        let folder = Folder::new()?;
        let (mut said, complaints) = (new_file(&folder, "stdout")?, new_file(&folder, "stderr")?);
        let mut command = Command::new(&self.program);
        command.args(self.arguments(question)).env("TMPDIR", folder.path());
        command.stdin(Stdio::null()).stdout(said.try_clone()?).stderr(complaints);
        let ended = watcher.run(&mut command, self.limits())?;
        let verdict = last_line(&mut said)?.as_deref().and_then(Answer::of_line);
        if ended.cause == Some(Cause::Interrupt) || verdict == Some(Answer::Unknown("interrupted".into())) {
            return Ok(None);
        }
        let (verdict, detail) = match (ended.cause, verdict) {
            (Some(Cause::Time), _) => {
                (Some(Answer::Unknown("timeout".into())), Some("it did not end by itself".into()))
            }
            (Some(Cause::Memory), _) => {
                let detail = "all its processes together had too much memory";
                (Some(Answer::Unknown("memory".into())), Some(detail.into()))
            }
            (_, Some(verdict)) if ended.status.code() == Some(verdict.exit_code().into()) => {
                let detail = matches!(&verdict, Answer::Unknown(_)).then(|| detail(&mut said)).flatten();
                (Some(verdict), detail)
            }
            _ => (None, Some(failure(ended.status, &folder.path().join("stderr")))),
        };
        Ok(Some(Outcome { verdict, detail, seconds: ended.seconds, processor: ended.processor, memory: ended.memory }))
    }
}

fn new_file(folder: &Folder, name: &str) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).open(folder.path().join(name))
}

/// The last line of a file, which may be long and is read from its end.
fn last_line(file: &mut File) -> io::Result<Option<String>> {
    const ENOUGH: u64 = 4096;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(ENOUGH)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    Ok(String::from_utf8_lossy(&end).lines().last().map(str::to_owned))
}

/// What is not modelled, by the JSON report, if that says it.
fn detail(file: &mut File) -> Option<String> {
    file.rewind().ok()?;
    let said = serde_json::Deserializer::from_reader(BufReader::new(file)).into_iter::<Said>().next()?.ok()?;
    said.unmodelled.into_iter().next().map(|construct| construct.reason)
}

/// Why there is no verdict, in one line: the exit code or the signal, and what was said first.
fn failure(status: ExitStatus, complaints: &Path) -> String {
    let how = match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "no exit code".to_owned(),
    };
    let text = fs::read(complaints).unwrap_or_default();
    match said_first(&String::from_utf8_lossy(&text)) {
        Some(said) => format!("{how}: {}", said.chars().take(500).collect::<String>()),
        None => how,
    }
}

/// The first line of a complaint. Where the line ends in a colon, clang's first error follows it, or else the next line does.
fn said_first(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?.trim_start_matches("bitreach: ");
    let rest: Vec<&str> = if first.ends_with(':') { lines.collect() } else { Vec::new() };
    let error = rest.iter().find(|line| line.contains("error: ")).or(rest.first());
    Some(error.map_or(first.to_owned(), |error| format!("{first} {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks a script in place of bitreach.
    fn ask(script: &str, timeout: f64) -> Outcome {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("tool");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&program, mode).unwrap();
        let asker = Asker {
            program,
            options: Vec::new(),
            timeout: Duration::from_secs_f64(timeout),
            memory: 1 << 30,
            cores: 1,
        };
        let question = Question { task: "-x.yml".into(), property: "assert".into(), expected: None, subproperty: None };
        assert_eq!(asker.arguments(&question).last().unwrap(), "./-x.yml");
        asker.ask(&question, &Watcher::start().unwrap()).unwrap().expect("nobody interrupts it")
    }

    #[test]
    fn outcomes() {
        let of = |script: &str| {
            let Outcome { verdict, detail, .. } = ask(script, 60.0);
            (verdict.map(|verdict| verdict.to_string()), detail)
        };
        let verdict = |line: &str| Some(format!("VERDICT: {line}"));
        assert_eq!(of("echo '{}'; echo 'VERDICT: SAFE'"), (verdict("SAFE"), None));
        assert_eq!(of("echo 'VERDICT: UNSAFE(assert)'; exit 10"), (verdict("UNSAFE(assert)"), None));
        let json = "{\"other\": [1], \"unmodelled\": [{\"reason\": \"asm\", \"place\": null}, {\"reason\": \"2\"}]}";
        let unknown = format!("echo '{json}'; echo 'VERDICT: UNKNOWN(unmodelled)'; exit 20");
        assert_eq!(of(&unknown), (verdict("UNKNOWN(unmodelled)"), Some("asm".into())));
        // A verdict that the exit code does not confirm is none.
        assert_eq!(
            of("echo 'VERDICT: SAFE'; echo 'bitreach: bad' >&2; exit 3"),
            (None, Some("exit code 3: bad".into()))
        );
        assert_eq!(of("echo 'VERDICT: SAFE'; kill -SEGV $$"), (None, Some("signal 11".into())));
        // Of several lines, those that say why.
        let lines = "bitreach: a.c does not compile:\\na.c:1:1: warning: odd\\na.c:2:1: error: bad\\n  1 | x\\n";
        let said = "exit code 2: a.c does not compile: a.c:2:1: error: bad";
        assert_eq!(of(&format!("printf '{lines}' >&2; exit 2")), (None, Some(said.into())));
        assert_eq!(said_first("\na:\n\nb\nc\n").as_deref(), Some("a: b"));
        assert_eq!((said_first("a\nb\n").as_deref(), said_first("a:").as_deref()), (Some("a"), Some("a:")));
        assert_eq!(of("exit 0"), (None, Some("exit code 0".into())));
    }

    #[test]
    fn what_does_not_end_is_ended() {
        let outcome = ask("echo 'VERDICT: SAFE'; sleep 1000", 0.1);
        assert_eq!(outcome.verdict, Some(Answer::Unknown("timeout".into())));
        assert!(outcome.seconds >= 1.1);
    }
}
