//! The files of all machines become one run. Elements that ran twice, were killed, or arrive late change nothing about it: of
//! several answers to a question the same one is taken in whatever order the files are read.

use super::questions::{digest_of_all, shown, Question};
use super::record::{Part, Record, Setup};
use super::score::{verdict, Class};
use super::shard::Shard;
use crate::report::Answer;
use bitreach_formula::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// How it asked, and what.
    pub setup: Setup,
    /// One answer for each question that has one, in the order of the questions.
    pub records: Vec<Record>,
    /// The machines.
    pub hosts: BTreeSet<String>,
    /// The parts that were begun.
    pub shards: BTreeSet<Shard>,
    /// How many answers were left out for another one to the same question.
    pub repeated: usize,
    /// Questions with answers that exclude each other, in words.
    pub contradictions: Vec<String>,
    /// What was left out when the newest part was begun, with the reason.
    pub left_out: BTreeSet<String>,
    /// Questions without an answer that a part was begun for, in order. Those of parts that were not begun are not known.
    pub unanswered: Vec<Question>,
}

/// How many questions without an answer are named at most.
const SHOWN: usize = 10;

/// Why files are no one run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There is none.
    #[error("there are no results in it")]
    Empty,
    /// They come from runs that differ.
    #[error("{0} and {1} are of different runs, which cannot be put together: {2}")]
    Mixed(PathBuf, PathBuf, String),
    /// They have answers that the run did not ask for.
    #[error("there are {0} answers, but not to the {1} questions of the run: some are to others; move the files with these away")]
    Outside(usize, usize),
    /// A task was changed between two answers.
    #[error("{0} was changed between two answers ({1}); keep the results of one text alone")]
    Changed(PathBuf, String),
}

/// Puts the files of one run together.
///
/// # Errors
/// If they are of several.
pub fn merge(parts: &[Part]) -> Result<Run, MergeError> {
    let first = parts.first().ok_or(MergeError::Empty)?;
    let setup = &first.header.setup;
    for part in parts {
        if let Some(difference) = setup.difference(&part.header.setup) {
            return Err(MergeError::Mixed(first.file.clone(), part.file.clone(), difference));
        }
    }
    let newest = parts.iter().map(|part| part.header.begun).max();
    let newest = parts.iter().filter(|part| Some(part.header.begun) == newest);
    let asked: BTreeSet<&Question> = parts.iter().flat_map(|part| &part.header.setup.asks).collect();
    let mut answers: BTreeMap<&Question, Vec<&Record>> = BTreeMap::new();
    for record in parts.iter().flat_map(|part| &part.records) {
        answers.entry(&record.question).or_default().push(record);
    }
    let mut run = Run {
        setup: setup.clone(),
        records: Vec::new(),
        hosts: parts.iter().map(|part| part.header.host.clone()).collect(),
        shards: parts.iter().map(|part| part.header.shard).collect(),
        repeated: 0,
        contradictions: Vec::new(),
        left_out: newest.flat_map(|part| part.header.setup.left_out.clone()).collect(),
        unanswered: asked.into_iter().filter(|question| !answers.contains_key(question)).cloned().collect(),
    };
    for (question, mut records) in answers {
        if let Some(other) = records.iter().find(|record| record.text != records[0].text) {
            return Err(MergeError::Changed(question.task.clone(), format!("{} and {}", records[0].text, other.text)));
        }
        records.sort_by(|one, other| rank(one).cmp(&rank(other)).then(one.seconds.total_cmp(&other.seconds)));
        run.repeated += records.len() - 1;
        run.contradictions.extend(contradiction(question, &records));
        run.records.extend(records.first().map(|&record| record.clone()));
    }
    Ok(run)
}

/// Which of several answers is taken: the lowest. A wrong one is never hidden by a right one; then a verdict counts more than none.
fn rank(record: &Record) -> (u8, u64, &str, String) {
    let class = Class::of(record);
    let first = match class {
        _ if class.is_wrong() => 0,
        Class::RightTrue | Class::RightFalse | Class::Unjudged => 1,
        Class::Unknown => 2,
        _ => 3,
    };
    (first, record.finished, &record.host, verdict(record))
}

/// Safe by one, unsafe by another.
fn contradiction(question: &Question, records: &[&Record]) -> Option<String> {
    let find = |wanted: fn(&Answer) -> bool| records.iter().find(|record| record.verdict.as_ref().is_some_and(wanted));
    let safe = find(|answer| matches!(answer, Answer::Safe))?;
    let broken = find(|answer| matches!(answer, Answer::Unsafe(_)))?;
    let says = |record: &Record| format!("{} on {}", verdict(record), record.host);
    Some(format!("{} {}: {}, {}", question.property, shown(&question.task), says(safe), says(broken)))
}

impl Run {
    /// The answers that have a verdict: these are not asked again.
    pub fn answered(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| record.verdict.is_some())
    }

    /// Refuses answers to questions that are none of the run's. That shows where there are as many answers as questions: before, some
    /// are missing anyway.
    ///
    /// # Errors
    /// If there are such.
    pub fn check_questions(&self) -> Result<(), MergeError> {
        let (answers, number) = (self.records.len(), self.setup.number);
        let is_whole = answers >= number;
        let digest = || digest_of_all(self.records.iter().map(|record| &record.question));
        match is_whole && (answers > number || digest() != self.setup.questions) {
            true => Err(MergeError::Outside(answers, number)),
            false => Ok(()),
        }
    }

    /// How many questions have no answer.
    pub fn missing(&self) -> usize {
        self.setup.number.saturating_sub(self.records.len())
    }

    /// What has no answer, in words: the first questions by name, and which parts were begun. `None` if all have one.
    pub fn lacks(&self) -> Option<String> {
        let missing = self.missing();
        if missing == 0 {
            return None;
        }
        let have = if missing == 1 { "has" } else { "have" };
        let names = self.unanswered.iter().take(SHOWN);
        let names: Vec<String> = names.map(|one| format!("{} {}", one.property, shown(&one.task))).collect();
        let more = missing.saturating_sub(names.len());
        let names = match (names.is_empty(), more) {
            (true, _) => String::new(),
            (false, 0) => format!(": {}", names.join(", ")),
            (false, more) => format!(": {} and {more} more", names.join(", ")),
        };
        let (questions, begun) = (counted(self.setup.number, "question"), Shard::begun(&self.shards));
        Some(format!("{missing} of {questions} {have} no answer yet{names}; {begun}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::testing::{header, record};
    use super::*;
    use bitreach_formula::testing::{for_all, Random};

    fn part(number: usize, records: Vec<Record>) -> Part {
        Part { file: format!("{number}.jsonl").into(), header: header(4), records }
    }

    /// However answers are spread over files and in whatever order these are read, the run is the same; nothing is lost.
    #[test]
    fn order_and_repetition_do_not_matter() {
        let answers = [Some(Answer::Safe), Some(Answer::Unsafe("p".into())), Some(Answer::Unknown("t".into())), None];
        let inputs = |random: &mut Random| {
            let one = |random: &mut Random| {
                let task = ["a", "b", "c", "d"][random.below(4)];
                (task, random.pick(&answers).clone(), random.below(3), random.below(4), random.below(4))
            };
            (0..random.below(12)).map(|_| one(random)).collect::<Vec<_>>()
        };
        for_all(300, inputs, |rows| {
            let (mut here, mut there) = (vec![Vec::new(); 4], vec![Vec::new(); 4]);
            for (task, verdict, seconds, one, other) in &rows {
                let record = Record { finished: 5, ..record(task, verdict.clone(), *seconds as f64) };
                here[*one].push(record.clone());
                // Another order, and each answer twice.
                there[*other].insert(0, record.clone());
                there[*one].push(record);
            }
            let merged = |files: Vec<Vec<Record>>| {
                let parts = files.into_iter().enumerate().map(|(number, records)| part(number, records));
                merge(&parts.collect::<Vec<_>>()).unwrap()
            };
            let (here, there) = (merged(here), merged(there));
            assert_eq!((&here.records, &here.contradictions), (&there.records, &there.contradictions));
            let tasks: BTreeSet<_> = rows.iter().map(|row| row.0).collect();
            assert_eq!((here.records.len(), here.missing()), (tasks.len(), 4 - tasks.len()));
            assert_eq!(here.repeated, rows.len() - tasks.len());
            for record in &here.records {
                let said = |wanted: &Option<Answer>| {
                    rows.iter()
                        .any(|(task, verdict, ..)| record.question.task.as_os_str() == *task && verdict == wanted)
                };
                // All are expected to be safe.
                let expected = [1, 0, 2, 3].into_iter().find(|&place| said(&answers[place]));
                assert_eq!(record.verdict, answers[expected.unwrap()]);
                let name = format!("no-overflow {}: ", record.question.task.display());
                let named = here.contradictions.iter().any(|line| line.starts_with(&name));
                assert_eq!(named, said(&answers[0]) && said(&answers[1]));
            }
        });
    }

    #[test]
    fn answers_to_other_questions_do_not_count() {
        let of = |tasks: &[&str]| {
            let records: Vec<Record> = tasks.iter().map(|task| record(task, None, 1.0)).collect();
            let questions =
                digest_of_all(["a", "b"].map(|task| record(task, None, 1.0)).iter().map(|one| &one.question));
            let mut part = Part { header: header(2), ..part(1, records) };
            part.header.setup.questions = questions;
            let run = merge(&[part]).unwrap();
            run.check_questions().map(|()| run.missing()).map_err(|error| error.to_string())
        };
        assert_eq!((of(&[]), of(&["b"]), of(&["a", "b"])), (Ok(2), Ok(1), Ok(0)));
        for other in [&["a", "c"][..], &["a", "b", "c"]] {
            assert!(of(other).is_err_and(|error| error.contains("not to the 2 questions of the run")), "{other:?}");
        }
    }

    /// Those of parts that were begun by name, the others by number; what is left out, as the newest part has it.
    #[test]
    fn what_lacks_is_named() {
        let question = |number: usize| record(&format!("{number:02}"), None, 1.0).question;
        let mut old = Part { header: header(14), ..part(1, vec![record("00", None, 1.0)]) };
        old.header.setup.asks = (0..3).map(question).collect();
        old.header.setup.left_out = vec!["mended".into()];
        let mut new = Part { file: "2.jsonl".into(), records: Vec::new(), ..old.clone() };
        new.header.begun = 8;
        new.header.setup.left_out = vec!["gone".into()];
        let run = merge(&[old.clone(), new.clone()]).unwrap();
        assert_eq!(run.left_out.iter().collect::<Vec<_>>(), ["gone"]);
        let lacks = run.lacks().unwrap();
        let said = "13 of 14 questions have no answer yet: no-overflow 01, no-overflow 02 and 11 more; begun so far";
        assert!(lacks.starts_with(said), "{lacks}");
        new.header.setup.asks = (2..14).map(question).collect();
        let lacks = merge(&[old.clone(), new.clone()]).unwrap().lacks().unwrap();
        assert!(lacks.contains(", no-overflow 10 and 3 more; begun"), "{lacks}");
        new.records = (1..14).map(|number| record(&format!("{number:02}"), None, 1.0)).collect();
        assert_eq!(merge(&[old, new]).unwrap().lacks(), None);
    }

    #[test]
    fn different_runs_are_not_put_together() {
        assert!(matches!(merge(&[]), Err(MergeError::Empty)));
        let mut other = part(2, Vec::new());
        other.header.setup.memory = 5;
        let mixed = merge(&[part(1, Vec::new()), other]).unwrap_err().to_string();
        assert!(mixed.contains("1.jsonl and 2.jsonl") && mixed.contains("memory: `1073741824 bytes` and `5 bytes`"));
        let changed = Record { text: "u".into(), ..record("a", None, 1.0) };
        let error = merge(&[part(1, vec![record("a", None, 1.0), changed])]).unwrap_err().to_string();
        assert!(error.starts_with("a was changed"), "{error}");
    }
}
