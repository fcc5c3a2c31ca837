//! SV-COMP's witness format 2.0: a YAML file that says why a program is safe or unsafe, for other tools to check.
//!
//! After Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček: *Software Verification Witnesses 2.0* (SPIN 2024).

use serde::{Deserialize, Serialize};
use serde_norway::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The version that is written and read.
pub const VERSION: &str = "2.0";

/// The entry type of violation witnesses.
const VIOLATION: &str = "violation_sequence";

/// The entry type of correctness witnesses.
const CORRECTNESS: &str = "invariant_set";

/// The format of expressions that are plain C.
pub const C_EXPRESSION: &str = "c_expression";

/// The format of expressions that speak of `\result`.
pub const ACSL_EXPRESSION: &str = "acsl_expression";

/// A witness.
#[derive(Clone, PartialEq, Debug)]
pub struct Witness {
    /// The task that it is about.
    pub task: Task,
    /// What it says.
    pub content: Content,
}

/// What a witness says.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// How the property is violated.
    Violation(Vec<Segment>),
    /// What always holds at some places.
    Correctness(Vec<Invariant>),
}

/// The task that a witness is about.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Task {
    /// The files of the program.
    pub input_files: Vec<String>,
    /// The SHA-256 of each, in hexadecimal.
    pub input_file_hashes: BTreeMap<String, String>,
    /// The text of the property file.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// `C`.
    pub language: String,
}

/// A part of an execution: what it avoids, and what it comes to at its end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Segment {
    /// Any number of waypoints to avoid, then one to follow.
    pub waypoints: Vec<Waypoint>,
}

/// Something that an execution comes to.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Waypoint {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Whether it is passed or avoided.
    pub action: Action,
    /// Where it is.
    pub location: Location,
    /// What has to hold there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
}

/// The kinds of waypoints.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An expression holds before a statement.
    Assumption,
    /// A branch is taken one way.
    Branching,
    /// A function is called.
    FunctionEnter,
    /// A call gives a value.
    FunctionReturn,
    /// The property is violated.
    Target,
}

/// What an execution does with a waypoint.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Passes it.
    Follow,
    /// Does not pass it.
    Avoid,
}

/// A place in the file as it is given.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Location {
    /// The file.
    pub file_name: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; without one, the first place on the line that fits.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<u32>,
    /// The function.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub function: Option<String>,
}

/// What has to hold at a waypoint.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Constraint {
    /// The expression, or which way a branch goes.
    #[serde(deserialize_with = "text")]
    pub value: String,
    /// The language of the expression; branches have none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub format: Option<String>,
}

/// Something that holds whenever control is at a place.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Invariant {
    /// What the place is.
    #[serde(rename = "type")]
    pub kind: InvariantKind,
    /// Where.
    pub location: Location,
    /// The expression.
    #[serde(deserialize_with = "text")]
    pub value: String,
    /// Its language.
    pub format: String,
}

/// The kinds of places of invariants.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum InvariantKind {
    /// Before each evaluation of a loop's condition.
    LoopInvariant,
    /// Before a statement.
    LocationInvariant,
}

/// A text, which YAML may take for a number or a truth value.
fn text<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) => text,
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        _ => return Err(serde::de::Error::custom("expected an expression")),
    })
}

#[derive(Serialize, Deserialize)]
struct SegmentItem {
    segment: Vec<WaypointItem>,
}

#[derive(Serialize, Deserialize)]
struct WaypointItem {
    waypoint: Waypoint,
}

#[derive(Serialize, Deserialize)]
struct InvariantItem {
    invariant: Invariant,
}

#[derive(Serialize)]
struct Entry<'a, T> {
    entry_type: &'a str,
    metadata: Metadata<'a>,
    content: T,
}

#[derive(Serialize)]
struct Metadata<'a> {
    format_version: &'a str,
    uuid: String,
    creation_time: String,
    producer: Producer<'a>,
    task: &'a Task,
}

#[derive(Serialize)]
struct Producer<'a> {
    name: &'a str,
    version: &'a str,
}

/// Why a file is no witness that can be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// It is no YAML, or not of the form of a witness.
    #[error("is no witness of format {VERSION}: {0}")]
    Form(String),
    /// Another version.
    #[error("has format version {0}; {VERSION} is read, and 1.0 of GraphML")]
    Version(String),
    /// Something of the format that is not known.
    #[error("has an entry of the type `{0}`; violation_sequence and invariant_set are read")]
    Entry(String),
    /// A file in the older format, GraphML, that is none.
    #[error("is no GraphML witness: {0}")]
    GraphMl(String),
}

impl Witness {
    /// The file, made at a time of ISO 8601.
    ///
    /// # Errors
    /// If the YAML cannot be made.
    pub fn write(&self, time: &str) -> Result<String, serde_norway::Error> {
        // It is a text in the format; readers of YAML 1.1 take it for a time unless it is quoted.
        let (plain, quoted) = (format!("creation_time: {time}\n"), format!("creation_time: '{time}'\n"));
        Ok(self.plain(time)?.replacen(&plain, &quoted, 1))
    }

    fn plain(&self, time: &str) -> Result<String, serde_norway::Error> {
        let metadata = |content: String| Metadata {
            format_version: VERSION,
            uuid: uuid(&format!("{content}{time}{:?}", self.task)),
            creation_time: time.to_owned(),
            producer: Producer { name: "bitreach", version: env!("CARGO_PKG_VERSION") },
            task: &self.task,
        };
        match &self.content {
            Content::Violation(segments) => {
                let items = |segment: &Segment| SegmentItem {
                    segment: segment
                        .waypoints
                        .iter()
                        .map(|waypoint| WaypointItem { waypoint: waypoint.clone() })
                        .collect(),
                };
                let content: Vec<SegmentItem> = segments.iter().map(items).collect();
                let metadata = metadata(serde_norway::to_string(&content)?);
                serde_norway::to_string(&[Entry { entry_type: VIOLATION, metadata, content }])
            }
            Content::Correctness(invariants) => {
                let item = |invariant: &Invariant| InvariantItem { invariant: invariant.clone() };
                let content: Vec<InvariantItem> = invariants.iter().map(item).collect();
                let metadata = metadata(serde_norway::to_string(&content)?);
                serde_norway::to_string(&[Entry { entry_type: CORRECTNESS, metadata, content }])
            }
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is no witness of this format.
    pub fn read(text: &str) -> Result<Witness, FormatError> {
        let form = |error: serde_norway::Error| FormatError::Form(error.to_string());
        let expected = |what: &str| FormatError::Form(format!("expected {what}"));
        let Value::Sequence(entries) = serde_norway::from_str(text).map_err(form)? else {
            return Err(expected("a list of entries"));
        };
        let (mut task, mut segments, mut invariants) = (None::<Task>, None, None);
        for entry in entries {
            let metadata = entry.get("metadata").ok_or_else(|| expected("`metadata` in each entry"))?;
            match metadata.get("format_version") {
                Some(Value::String(version)) if version == VERSION => {}
                Some(Value::String(version)) => return Err(FormatError::Version(version.clone())),
                Some(Value::Number(version)) => return Err(FormatError::Version(format!("{version} (a number)"))),
                _ => return Err(expected("`format_version` in the metadata")),
            }
            let its_task = metadata.get("task").ok_or_else(|| expected("`task` in the metadata"))?;
            let its_task: Task = serde_norway::from_value(its_task.clone()).map_err(form)?;
            if task.get_or_insert_with(|| its_task.clone()) != &its_task {
                return Err(expected("one task in all entries"));
            }
            let kind = entry.get("entry_type").and_then(Value::as_str).ok_or_else(|| expected("`entry_type`"))?;
            let content = entry.get("content").ok_or_else(|| expected("`content` in each entry"))?.clone();
            match kind {
                VIOLATION if segments.is_none() => segments = Some(read_segments(content)?),
                VIOLATION => return Err(expected("one violation_sequence")),
                CORRECTNESS => {
                    let items: Vec<InvariantItem> = serde_norway::from_value(content).map_err(form)?;
                    invariants.get_or_insert_with(Vec::new).extend(items.into_iter().map(|item| item.invariant));
                }
                other => return Err(FormatError::Entry(other.to_owned())),
            }
        }
        let content = match (segments, invariants) {
            (Some(segments), None) => Content::Violation(segments),
            (None, Some(invariants)) => Content::Correctness(invariants),
            (None, None) => return Err(expected("an entry")),
            (Some(_), Some(_)) => return Err(expected("violation_sequence or invariant_set, not both")),
        };
        Ok(Witness { task: task.ok_or_else(|| expected("an entry"))?, content })
    }
}

/// The segments, which end with a waypoint to follow, the last one with the only target.
fn read_segments(content: Value) -> Result<Vec<Segment>, FormatError> {
    let items: Vec<SegmentItem> =
        serde_norway::from_value(content).map_err(|error| FormatError::Form(error.to_string()))?;
    let segment =
        |item: SegmentItem| Segment { waypoints: item.segment.into_iter().map(|item| item.waypoint).collect() };
    let segments: Vec<Segment> = items.into_iter().map(segment).collect();
    let fault = |text: &str| Err(FormatError::Form(text.to_owned()));
    for (number, segment) in segments.iter().enumerate() {
        let Some((last, avoided)) = segment.waypoints.split_last() else { return fault("a segment is empty") };
        if last.action != Action::Follow || avoided.iter().any(|waypoint| waypoint.action != Action::Avoid) {
            return fault("a segment is not waypoints to avoid, then one to follow");
        }
        if (last.kind == Kind::Target) != (number + 1 == segments.len())
            || avoided.iter().any(|waypoint| waypoint.kind == Kind::Target)
        {
            return fault("the target is not what the last segment follows, and nothing else");
        }
        for waypoint in &segment.waypoints {
            let needs = !matches!(waypoint.kind, Kind::Target | Kind::FunctionEnter);
            if needs != waypoint.constraint.is_some() {
                return fault(if needs { "a waypoint has no constraint" } else { "a waypoint has a constraint" });
            }
        }
    }
    if segments.is_empty() {
        return fault("there is no segment");
    }
    Ok(segments)
}

/// The SHA-256 of a file's bytes, in hexadecimal.
pub fn hash(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// An identifier that is made of a text: RFC 9562's version 8, whose bits are whoever's makes it.
fn uuid(text: &str) -> String {
    let mut bytes = Sha256::digest(text.as_bytes())[..16].to_vec();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let parts = [0..4, 4..6, 6..8, 8..10, 10..16].map(|part| hexadecimal(&bytes[part]));
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task() -> Task {
        Task {
            input_files: vec!["a.c".into()],
            input_file_hashes: [("a.c".to_owned(), hash(b"int main(void) {}"))].into(),
            specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )".into(),
            data_model: "LP64".into(),
            language: "C".into(),
        }
    }

    fn location(line: u32) -> Location {
        Location { file_name: "a.c".into(), line, column: Some(3), function: Some("main".into()) }
    }

    fn violation() -> Witness {
        let constraint = Constraint { value: "x == 1".into(), format: Some(C_EXPRESSION.into()) };
        let assumption = Waypoint {
            kind: Kind::Assumption,
            action: Action::Follow,
            location: location(2),
            constraint: Some(constraint),
        };
        let target = Waypoint { kind: Kind::Target, action: Action::Follow, location: location(3), constraint: None };
        let segments = [assumption, target].map(|waypoint| Segment { waypoints: vec![waypoint] });
        Witness { task: task(), content: Content::Violation(segments.into()) }
    }

    fn correctness() -> Witness {
        let kind = InvariantKind::LoopInvariant;
        let (value, format) = ("(x & 3U) == 1U".to_owned(), C_EXPRESSION.to_owned());
        let invariant = Invariant { kind, location: location(4), value, format };
        Witness { task: task(), content: Content::Correctness(vec![invariant]) }
    }

    const TIME: &str = "2026-11-23T05:00:00Z";

    #[test]
    fn all_entries_are_about_one_task() {
        let text = correctness().write(TIME).unwrap();
        assert!(Witness::read(&(text.clone() + &text)).is_ok());
        let error = Witness::read(&(text.clone() + &text.replace("LP64", "ILP32"))).unwrap_err();
        assert!(error.to_string().contains("expected one task in all entries"), "{error}");
    }

    #[test]
    fn what_is_written_is_read() {
        for witness in
            [violation(), correctness(), Witness { content: Content::Correctness(Vec::new()), ..violation() }]
        {
            let text = witness.write(TIME).unwrap();
            assert_eq!(Witness::read(&text).unwrap(), witness, "{text}");
        }
        let text = violation().write(TIME).unwrap();
        assert!(text.contains(&format!("creation_time: '{TIME}'\n")));
        assert!(text.contains("- segment:") && text.contains("waypoint:") && text.contains("format_version: '2.0'"));
        let value: Value = serde_norway::from_str(&text).unwrap();
        assert_eq!(value[0]["metadata"]["uuid"].as_str().map(str::len), Some(36));
        assert_eq!(hash(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    #[test]
    fn faults_are_named() {
        let good = violation().write(TIME).unwrap();
        let fault = |text: &str| Witness::read(text).expect_err(text).to_string();
        assert!(fault("").contains("expected a list"));
        assert!(fault("- [").contains("is no witness of format 2.0"));
        assert!(fault(&good[..good.len() / 2]).contains("is no witness of format 2.0"));
        assert!(fault(&good.replace("'2.0'", "'2.1'")).contains("version 2.1"));
        assert!(fault(&good.replace("'2.0'", "2.0")).contains("version 2.0 (a number)"));
        assert!(fault(&good.replace("violation_sequence", "ghost_instrumentation")).contains("ghost_instrumentation"));
        assert!(fault(&good.replace("type: target", "type: branching")).contains("the target is not"));
        assert!(fault(&good.replace("type: target", "type: nonsense")).contains("nonsense"));
        assert!(fault(&good.replace("action: follow", "action: avoid")).contains("then one to follow"));
    }

    #[test]
    fn values_that_yaml_takes_for_others_are_texts() {
        let text = violation().write(TIME).unwrap();
        let read = Witness::read(&text.replace("value: x == 1", "value: true")).unwrap();
        let Content::Violation(segments) = read.content else { panic!("it is one") };
        assert_eq!(
            segments[0].waypoints[0].constraint.as_ref().map(|constraint| constraint.value.as_str()),
            Some("true")
        );
    }
}
