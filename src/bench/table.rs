//! One run as text for people and as CSV (RFC 4180, by the crate `csv`).

use super::compare::{self, pairs};
use super::merge::Run;
use super::questions::shown;
use super::record::Record;
use super::score::{best, verdict, Class};
use crate::report::Answer;
use bitreach_formula::{counted, printable};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A row of the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// What is counted.
    pub name: String,
    /// How many.
    pub number: usize,
    /// Their points.
    pub score: i64,
    /// Their time by the clock.
    pub seconds: f64,
    /// Their processor time, as far as it is known.
    pub processor: f64,
    /// Whether this is a part of the row above.
    pub is_part: bool,
}

impl Row {
    fn of<'a>(name: &str, records: impl Iterator<Item = &'a Record>) -> Row {
        records.fold(Row { name: name.to_owned(), ..Row::default() }, |row, record| Row {
            number: row.number + 1,
            score: row.score + Class::of(record).score(),
            seconds: row.seconds + record.seconds,
            processor: row.processor + record.processor.unwrap_or(0.0),
            ..row
        })
    }
}

/// The rows: one for each class, reasons below those that have some, then one for all.
pub fn rows(run: &Run) -> Vec<Row> {
    let mut rows = Vec::new();
    for class in Class::ALL {
        let of_class = || run.records.iter().filter(|record| Class::of(record) == class);
        rows.push(Row::of(class.name(), of_class()));
        let mut reasons: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
        for record in of_class() {
            if let Some(reason) = reason(record) {
                reasons.entry(reason).or_default().push(record);
            }
        }
        let mut parts: Vec<Row> = reasons
            .into_iter()
            .map(|(reason, records)| Row { is_part: true, ..Row::of(&reason, records.into_iter()) })
            .collect();
        parts.sort_by_key(|row| std::cmp::Reverse(row.number));
        rows.extend(parts);
    }
    rows.push(Row::of("all", run.records.iter()));
    rows
}

/// Why there is no answer: of an unknown one its reason, else how the process ended.
fn reason(record: &Record) -> Option<String> {
    match (&record.verdict, &record.detail) {
        (Some(Answer::Unknown(reason)), _) => Some(printable(reason)),
        (None, Some(detail)) => Some(printable(detail.split(": ").next().unwrap_or(detail))),
        _ => None,
    }
}

/// One line about an answer.
pub fn line(record: &Record) -> String {
    let question = &record.question;
    let name = Class::of(record).name();
    // What is wrong has to meet the eye.
    let name = if Class::of(record).is_wrong() { name.to_uppercase() } else { name.to_owned() };
    let (property, task) = (&question.property, shown(&question.task));
    let mut line = format!("{name:<11} {:<26} {:>8.2} s  {property} {task}", verdict(record), record.seconds);
    if let (None, Some(detail)) = (&record.verdict, &record.detail) {
        let _ = write!(line, "\n            {}", printable(detail));
    }
    line
}

/// How the run asked, in one line.
pub fn setup(run: &Run) -> String {
    let setup = &run.setup;
    let cores = if setup.cores == 1 { "1 core".to_owned() } else { format!("{} cores", setup.cores) };
    let memory = setup.memory as f64 / f64::from(1 << 30);
    let options = if setup.options.is_empty() { "no options".to_owned() } else { setup.options.join(" ") };
    format!("{} ({}), {options}; {} s, {memory:.1} GiB and {cores} each", setup.tool, setup.executable, setup.timeout)
}

/// The table, with what has to be said about the run above it.
pub fn text(run: &Run) -> String {
    let hosts: Vec<&str> = run.hosts.iter().map(String::as_str).collect();
    // Writing to a string does not fail.
    let mut text = format!("run        {}\nmachines   {}\n\n", setup(run), hosts.join(", "));
    let _ = writeln!(text, "{:<30} {:>7} {:>7} {:>10} {:>10}", "", "number", "score", "time s", "cpu s");
    for Row { name, number, score, seconds, processor, is_part } in rows(run) {
        let name = if is_part { format!("  {name}") } else { name };
        let _ = writeln!(text, "{name:<30} {number:>7} {score:>7} {seconds:>10.1} {processor:>10.1}");
    }
    let score: i64 = run.records.iter().map(|record| Class::of(record).score()).sum();
    let _ = writeln!(text, "\nscore {score} of {}", best(run.records.iter().map(|record| &record.question)));
    text
}

/// A run with the name that readers know it by.
pub type Named<'a> = (&'a str, &'a Run);

/// The questions whose verdicts differ between two runs, a line each.
pub fn differences((name, run): Named, (other_name, other): Named) -> String {
    let pairs = pairs(run, other);
    let differences = compare::differences(&pairs);
    let (asked, many) = (counted(pairs.len(), "question"), differences.len());
    let have = if many == 1 { "has" } else { "have" };
    let mut text =
        format!("{many} of {asked} that {name} and {other_name} asked {have} verdicts of different classes\n");
    for (one, other) in differences {
        let (task, property) = (shown(&one.question.task), &one.question.property);
        let _ = writeln!(text, "  {:<26} {:<26} {property} {task}", verdict(one), verdict(other));
    }
    text
}

/// The columns of the CSV file.
const COLUMNS: [&str; 14] = [
    "task",
    "property",
    "expected",
    "subproperty",
    "verdict",
    "class",
    "score",
    "seconds",
    "cpu_seconds",
    "memory_bytes",
    "host",
    "finished",
    "text",
    "detail",
];

/// A row for each answer.
///
/// # Errors
/// If writing fails, which it does not in memory.
pub fn csv(run: &Run) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for record in &run.records {
        let question = &record.question;
        let class = Class::of(record);
        let known = |value: Option<String>| value.unwrap_or_default();
        writer.write_record([
            question.task.display().to_string(),
            question.property.clone(),
            known(question.expected.map(|expected| expected.to_string())),
            known(question.subproperty.clone()),
            verdict(record),
            class.name().to_owned(),
            class.score().to_string(),
            format!("{:.3}", record.seconds),
            known(record.processor.map(|seconds| format!("{seconds:.2}"))),
            known(record.memory.map(|memory| memory.to_string())),
            record.host.clone(),
            record.finished.to_string(),
            record.text.clone(),
            known(record.detail.clone()),
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use super::super::merge::merge;
    use super::super::record::testing::{header, record};
    use super::super::record::Part;
    use super::*;

    fn run() -> Run {
        let unknown = |reason: &str| Some(Answer::Unknown(reason.into()));
        let failed = Record { detail: Some("exit code 2: a, \"b\"".into()), ..record("f", None, 0.5) };
        let records = vec![
            record("a", Some(Answer::Safe), 1.0),
            record("b", Some(Answer::Safe), 2.0),
            record("c", Some(Answer::Unsafe("no-overflow".into())), 4.0),
            record("d", unknown("timeout"), 8.0),
            record("e", unknown("timeout"), 16.0),
            record("e,2", unknown("memory"), 32.0),
            failed,
        ];
        merge(&[Part { file: "x".into(), header: header(9), records }]).unwrap()
    }

    #[test]
    fn the_table_counts() {
        let rows = rows(&run());
        let shown: Vec<(&str, usize, i64, f64)> =
            rows.iter().map(|row| (&row.name[..], row.number, row.score, row.seconds)).collect();
        let expected = [
            ("right true", 2, 4, 3.0),
            ("right false", 0, 0, 0.0),
            ("wrong true", 0, 0, 0.0),
            ("wrong false", 1, -16, 4.0),
            ("unknown", 3, 0, 56.0),
            ("timeout", 2, 0, 24.0),
            ("memory", 1, 0, 32.0),
            ("failed", 1, 0, 0.5),
            ("exit code 2", 1, 0, 0.5),
            ("not judged", 0, 0, 0.0),
            ("all", 7, -12, 63.5),
        ];
        assert_eq!(shown, expected);
        let text = text(&run());
        assert!(text.ends_with("\nscore -12 of 14\n") && text.contains("5 s, 1.0 GiB and 1 core each"), "{text}");
        assert!(line(&run().records[2]).starts_with("WRONG FALSE UNSAFE(no-overflow)"));
        let odd = Record { detail: Some("exit code 2: \u{1b}[2J".into()), ..record("a\nb\u{1b}c", None, 1.0) };
        let shown = line(&odd);
        assert!(shown.contains("no-overflow a\\nb\\u{1b}c\n") && shown.ends_with("\\u{1b}[2J"), "{shown}");
    }

    #[test]
    fn csv_is_read_as_it_was_written() {
        let text = csv(&run()).unwrap();
        let mut reader = csv::Reader::from_reader(&text[..]);
        assert_eq!(reader.headers().unwrap(), &COLUMNS[..]);
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!((rows.len(), &rows[5][0], &rows[6][13]), (7, "e,2", "exit code 2: a, \"b\""));
    }
}
