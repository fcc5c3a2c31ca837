//! The guide does what it says: each command of its chapters is run in a fresh folder with the chapter's programs, and prints what
//! stands below it. So do the examples of other pages, in the repository's folder.
//!
//! A program is a code block whose line above ends in its name: ``as `sum.c`:``. A command stands in a block of the language
//! `console`, behind `$ `; a `\` at its end goes on in the next line. What it prints stands below. `…` (or `...`) on a line of its own stands
//! for any lines, `…` (or `[..]`) within a line for anything. The crate `snapbox` compares, and shows differences.

use snapbox::{Assert, IntoData};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The chapters' folder.
fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide/src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A command and what it prints.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    command: String,
    output: String,
}

/// What a chapter has to be tried out.
#[derive(Debug, Default)]
struct Chapter {
    /// Names and contents.
    files: Vec<(String, String)>,
    steps: Vec<Step>,
    /// What is wrong with its form.
    faults: Vec<String>,
}

impl Chapter {
    fn read(text: &str) -> Chapter {
        let mut chapter = Chapter::default();
        let mut lines = text.lines();
        let mut above = "";
        while let Some(line) = lines.next() {
            match line.strip_prefix("```") {
                Some(language) => {
                    let block: String = lines
                        .by_ref()
                        .take_while(|line| *line != "```")
                        .fold(String::new(), |text, line| text + line + "\n");
                    chapter.add(language, above, block);
                }
                None if !line.trim().is_empty() => above = line,
                None => {}
            }
        }
        chapter
    }

    fn add(&mut self, language: &str, above: &str, block: String) {
        let name = above.strip_suffix("`:").and_then(|above| Some(above.rsplit_once('`')?.1));
        match (language, name) {
            ("console", _) => self.add_steps(&block),
            (_, Some(name)) => self.files.push((name.to_owned(), block)),
            _ => self.faults.push(format!("a block of `{language}` has no name in the line above it: {above}")),
        }
    }

    fn add_steps(&mut self, block: &str) {
        let mut goes_on = false;
        for line in block.lines() {
            match (line.strip_prefix("$ "), self.steps.last_mut()) {
                (None, Some(step)) if goes_on => step.command += &format!("\n{line}"),
                (Some(command), _) => self.steps.push(Step { command: command.to_owned(), output: String::new() }),
                (None, Some(step)) => step.output += &format!("{line}\n"),
                (None, None) => self.faults.push(format!("no command prints this: {line}")),
            }
            goes_on = (goes_on || line.starts_with("$ ")) && line.ends_with('\\');
        }
    }

    /// The files that nothing names: no command, also by their folder, and no other file. Those of hidden folders are for services.
    fn unused(&self) -> impl Iterator<Item = &str> {
        let is_named = |name: &str| {
            let (folder, file) = name.rsplit_once('/').unwrap_or((name, name));
            self.steps.iter().any(|step| step.command.contains(name) || step.command.contains(folder))
                || self.files.iter().any(|(own, text)| own != name && text.contains(file))
        };
        self.files.iter().map(|(name, _)| name.as_str()).filter(move |name| !name.starts_with('.') && !is_named(name))
    }

    /// Runs all commands, one after the other; what is not as it stands there.
    fn differences(&self) -> Vec<String> {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        for (name, text) in &self.files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        self.differences_in(folder.path())
    }

    /// The same in a folder where the files are.
    fn differences_in(&self, folder: &Path) -> Vec<String> {
        self.steps.iter().filter_map(|step| step.difference(folder)).collect()
    }
}

impl Step {
    /// How what the command prints in this folder differs from what it should.
    fn difference(&self, folder: &Path) -> Option<String> {
        let binary = Path::new(env!("CARGO_BIN_EXE_bitreach")).parent().expect("it has a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {}\n}} 2>&1", self.command)])
            .current_dir(folder)
            .env("PATH", format!("{}:{path}", binary.display()))
            .stdin(Stdio::null())
            .output()
            .expect("there is a shell");
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        let compared = Assert::new().try_eq(None, found.into_data(), pattern(&self.output).into_data());
        compared.err().map(|error| format!("$ {}\n{error}", self.command))
    }
}

/// What `snapbox` compares with.
fn pattern(output: &str) -> String {
    let lines =
        output.lines().map(|line| if line == "…" { "...\n".to_owned() } else { line.replace('…', "[..]") + "\n" });
    lines.collect()
}

/// The files that the table of contents names, in its order.
fn contents() -> Vec<String> {
    let summary = read(&source().join("SUMMARY.md"));
    let links = summary.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
    links.collect()
}

/// Pages whose examples are about files of the repository.
const PAGES: &[&str] = &["docs/inconsistent.md"];

/// What is wrong with each of these. One is tried on each core, and no more: some answers are limited by time.
fn tried<T: Sync>(all: &[T], fault: impl Fn(&T) -> String + Sync) -> String {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut faults = String::new();
        while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            faults += &fault(one);
        }
        faults
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|worker| worker.join().expect("it ends")).collect()
    })
}

#[test]
fn each_command_prints_what_stands_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapters = contents().into_iter().map(|name| (source().join(name), None));
    let pages = PAGES.iter().map(|page| (root.join(page), Some(root)));
    let all: Vec<_> = chapters.chain(pages).map(|(path, folder)| (Chapter::read(&read(&path)), path, folder)).collect();
    let faults = tried(&all, |(chapter, path, folder)| {
        let faults = match folder {
            None => {
                let unused = chapter.unused().map(|file| format!("nothing names {file}"));
                chapter.faults.iter().cloned().chain(unused).chain(chapter.differences()).collect()
            }
            Some(folder) => chapter.differences_in(folder),
        };
        faults.iter().map(|fault| format!("{}: {fault}\n", path.display())).collect()
    });
    assert!(faults.is_empty(), "{faults}");
    let steps: usize = all.iter().map(|(chapter, ..)| chapter.steps.len()).sum();
    assert!(all.len() > 10 && steps > 50, "{} files, {steps} commands", all.len());
    assert!(all.iter().all(|(chapter, ..)| !chapter.steps.is_empty()));
}

#[test]
fn the_table_of_contents_names_each_chapter() {
    let files = fs::read_dir(source()).expect("it is there").map(|entry| entry.expect("it can be read").file_name());
    let mut chapters: BTreeSet<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
    chapters.remove("SUMMARY.md");
    assert_eq!(contents().into_iter().collect::<BTreeSet<_>>(), chapters);
}

#[test]
fn links_lead_to_files() {
    for chapter in contents() {
        let text = read(&source().join(&chapter));
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (link, _) in links.filter(|(link, _)| !link.starts_with("http")) {
            let file = link.split('#').next().expect("there is a first part");
            assert!(source().join(file).is_file(), "{chapter}: {link}");
        }
    }
}

#[test]
fn what_is_not_as_it_stands_there_is_found() {
    let text = "Save this\nas `a/b.txt`:\n\n```text\none\ntwo\n```\n\n```console\n$ cat a/b.txt\none\ntwo\n$ cat \\\n  a/b.txt; false\n…\nt…\n```\n";
    let chapter = Chapter::read(text);
    assert_eq!(chapter.files, [("a/b.txt".to_owned(), "one\ntwo\n".to_owned())]);
    assert_eq!(chapter.steps[1], Step { command: "cat \\\n  a/b.txt; false".to_owned(), output: "…\nt…\n".to_owned() });
    assert_eq!((chapter.faults.len(), chapter.unused().count()), (0, 0));
    assert_eq!(chapter.differences(), [""; 0]);
    for wrong in [
        "cat a/b.txt\none\n",
        "cat a/b.txt\none\ntoo\n",
        "cat a/b.txt\none\ntwo\nthree\n",
        "cat a/c.txt\n",
        "true\n…\none\n",
    ] {
        let chapter = Chapter::read(&format!("As `a/b.txt`:\n```text\none\ntwo\n```\n```console\n$ {wrong}```\n"));
        assert_eq!(chapter.differences().len(), 1, "{wrong}");
    }
    assert_eq!(Chapter::read("So:\n```c\nint x;\n```\n").faults.len(), 1);
    assert_eq!(Chapter::read("```console\nout\n```\n").faults.len(), 1);
    assert_eq!(
        Chapter::read("As `a.c`:\n```c\nint x;\n```\n```console\n$ true\n```\n").unused().collect::<Vec<_>>(),
        ["a.c"]
    );
}
