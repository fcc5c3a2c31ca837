//! SV-COMP task definitions (`.yml`) and property files (`.prp`).
//!
//! The task format is BenchExec's version 2.0 (or 1.0), read by `serde_norway`, the kept-up successor of `serde_yaml`. A
//! property file is SV-COMP's: each line is a `CHECK(…)`, and all lines together are one property.

use crate::source::property::{of_function, DataModel, FunctionName, Property};
use crate::source::read_text;
use serde::Deserialize;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What the names of SV-COMP's input functions begin with: they give any value, and do nothing else.
pub const INPUT: &str = "__VERIFIER_nondet_";

/// Why a task or a property file is not taken. The message names the file and says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {kind}")]
pub struct TaskError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub kind: TaskErrorKind,
}

/// What can be wrong with a task or a property file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TaskErrorKind {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// It is no task definition.
    #[error("is no SV-COMP task definition: {0}")]
    Yaml(String),
    /// Another version.
    #[error("has format version {0}; 1.0 and 2.0 are read")]
    Version(String),
    /// No program.
    #[error("names no input file")]
    NoInputFile,
    /// A file that it names is not there.
    #[error("names `{0}`, which is not there; names are relative to the folder of the task")]
    Missing(String),
    /// Not C.
    #[error("is about {0} programs; bitreach checks C")]
    Language(String),
    /// Neither ILP32 nor LP64.
    #[error("has the data model `{0}`; ILP32 and LP64 are known")]
    DataModel(String),
    /// A property that is not supported.
    #[error("line {line}: `{text}` is not a property that bitreach checks; it checks {}", known())]
    Property {
        /// Counted from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// No line asks for anything.
    #[error("is not a property: it is empty")]
    NoProperty,
    /// Lines that are supported, each for itself; together they are another property.
    #[error("asks for {0} things at once; bitreach checks one property at a time, each from its own file")]
    SeveralProperties(usize),
}

/// A task.
#[derive(Clone, Debug)]
pub struct Task {
    /// The files of the program.
    pub input_files: Vec<PathBuf>,
    /// The properties that are supported.
    pub properties: Vec<TaskProperty>,
    /// The property files whose properties are not.
    pub unsupported: Vec<Unsupported>,
    /// The widths of C's types; ILP32 where the task does not say, as in SV-COMP.
    pub data_model: DataModel,
}

/// A property of a task.
#[derive(Clone, Debug)]
pub struct TaskProperty {
    /// The property.
    pub property: Property,
    /// Its file.
    pub file: PathBuf,
    /// Whether the program is expected to have it.
    pub expected: Option<bool>,
    /// Where it is expected not to, and the property has several parts: which part is violated.
    pub subproperty: Option<String>,
}

/// A property of a task that is not supported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// Its file, as the task names it.
    pub file: String,
    /// What that asks for, if it is there.
    pub text: Option<String>,
    /// Whether it asks for test cases, as Test-Comp does: that is no question of verification.
    pub is_coverage: bool,
}

impl Unsupported {
    fn of(file: String, path: &Path) -> Unsupported {
        let text = read_text(path).ok();
        let lines =
            |text: &String| text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let text = text.as_ref().map(lines).filter(|text| !text.is_empty());
        let by_name = || stem(path).starts_with("coverage-");
        let is_coverage = text.as_ref().map_or_else(by_name, |text| text.starts_with("COVER("));
        Unsupported { file, text, is_coverage }
    }

    /// The name of its file, without the folder.
    pub fn name(&self) -> &str {
        Path::new(&self.file).file_name().and_then(|name| name.to_str()).unwrap_or(&self.file)
    }
}

/// The file as it is written. Keys that are not named here are left alone.
#[derive(Deserialize)]
struct Definition {
    format_version: Scalar,
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
struct PropertyEntry {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Deserialize, Default)]
struct Options {
    language: Option<String>,
    data_model: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// A version is to be quoted, but some write a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Number(f64),
}

/// Reads a task definition.
///
/// # Errors
/// If the file is no task, names files that are not there, or is about something that bitreach does not check.
pub fn read_task(path: &Path) -> Result<Task, TaskError> {
    let fault = |kind| TaskError { file: path.display().to_string(), kind };
    let text = read_text(path).map_err(|error| fault(error.into()))?;
    let definition: Definition =
        serde_norway::from_str(&text).map_err(|error| fault(TaskErrorKind::Yaml(error.to_string())))?;
    let version = match &definition.format_version {
        Scalar::Text(text) => text.clone(),
        Scalar::Number(number) => format!("{number:.1}"),
    };
    if !matches!(version.as_str(), "1.0" | "2.0") {
        return Err(fault(TaskErrorKind::Version(version)));
    }
    if let Some(language) = definition.options.language.filter(|language| language != "C") {
        return Err(fault(TaskErrorKind::Language(language)));
    }
    let data_model = match definition.options.data_model.as_deref() {
        None | Some("ILP32") => DataModel::Ilp32,
        Some("LP64") => DataModel::Lp64,
        Some(other) => return Err(fault(TaskErrorKind::DataModel(other.to_owned()))),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let files = match definition.input_files {
        OneOrMany::One(file) => vec![file],
        OneOrMany::Many(files) => files,
    };
    if files.is_empty() {
        return Err(fault(TaskErrorKind::NoInputFile));
    }
    if let Some(missing) = files.iter().find(|file| !folder.join(file).is_file()) {
        return Err(fault(TaskErrorKind::Missing(missing.clone())));
    }
    let input_files = files.iter().map(|file| folder.join(file)).collect();
    let (mut properties, mut unsupported) = (Vec::new(), Vec::new());
    for entry in definition.properties {
        let file = folder.join(&entry.property_file);
        match read_property_file(&file) {
            Ok(property) => {
                let PropertyEntry { expected_verdict: expected, subproperty, .. } = entry;
                properties.push(TaskProperty { property, file, expected, subproperty });
            }
            Err(TaskError { kind: TaskErrorKind::Property { .. } | TaskErrorKind::SeveralProperties(_), .. }) => {
                unsupported.push(Unsupported::of(entry.property_file, &file));
            }
            // A file that is not there only matters if its property could have been checked.
            Err(_) if is_known_unsupported(&file) => unsupported.push(Unsupported::of(entry.property_file, &file)),
            Err(TaskError { kind: TaskErrorKind::Io(error), .. }) if error.kind() == ErrorKind::NotFound => {
                return Err(fault(TaskErrorKind::Missing(entry.property_file)));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Task { input_files, properties, unsupported, data_model })
}

/// Whether the name of a property file is SV-COMP's or Test-Comp's for a property that bitreach does not check.
fn is_known_unsupported(file: &Path) -> bool {
    let name = stem(file);
    matches!(name, "termination" | "no-data-race" | "def-behavior") || name.starts_with("coverage-")
}

/// A file's name without its folder and its ending.
fn stem(file: &Path) -> &str {
    file.file_stem().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Reads a property file.
///
/// # Errors
/// If the file cannot be read or its property is not supported.
pub fn read_property_file(path: &Path) -> Result<Property, TaskError> {
    let fault = |kind| TaskError { file: path.display().to_string(), kind };
    let text = read_text(path).map_err(|error| fault(error.into()))?;
    property_of_text(&text).map_err(fault)
}

/// The property that the text of a property file says.
///
/// # Errors
/// If it is not supported.
pub fn property_of_text(text: &str) -> Result<Property, TaskErrorKind> {
    let mut properties = Vec::new();
    // Of what `valid-memsafety` says, this cannot be asked for alone.
    let (mut tracks, lines) = (false, || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()));
    for (index, line) in lines() {
        let unsupported = || TaskErrorKind::Property { line: index + 1, text: line.trim().to_owned() };
        let is_tracking = compact(line) == "CHECK(init(main()),LTL(Gvalid-memtrack))" && lines().count() == 3;
        tracks |= is_tracking;
        if !is_tracking {
            properties.push(property_of_line(line).ok_or_else(unsupported)?);
        }
    }
    match properties[..] {
        [] => Err(TaskErrorKind::NoProperty),
        [Property::ValidDeref, Property::ValidFree] | [Property::ValidFree, Property::ValidDeref] if tracks => {
            Ok(Property::ValidMemsafety)
        }
        [property] => Ok(property),
        _ => Err(TaskErrorKind::SeveralProperties(properties.len())),
    }
}

/// A property as SV-COMP writes it; `None` where it has none such.
pub fn text_of_property(property: Property) -> Option<String> {
    let call;
    let formulas: &[&str] = match property {
        Property::UnreachCall => &["! call(reach_error())"],
        Property::UnreachFunction(own) => {
            call = format!("! call({}())", own.text());
            &[&call]
        }
        Property::NoOverflow => &["! overflow"],
        Property::ValidDeref => &["valid-deref"],
        Property::ValidFree => &["valid-free"],
        Property::ValidMemtrack => &["valid-memtrack"],
        Property::ValidMemcleanup => &["valid-memcleanup"],
        Property::ValidMemsafety => &["valid-free", "valid-deref", "valid-memtrack"],
        _ => return None,
    };
    let line = |formula: &&str| format!("CHECK( init(main()), LTL(G {formula}) )");
    Some(formulas.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// The property that a witness says it is about: the text of a property file, or only what must always hold, as some tools have it.
///
/// # Errors
/// If it is not supported.
pub fn property_of_specification(text: &str) -> Result<Property, TaskErrorKind> {
    let line = |line: &str| match compact(line).strip_prefix('G') {
        Some(formula) => format!("CHECK( init(main()), LTL(G {formula}) )"),
        None => line.to_owned(),
    };
    property_of_text(&text.replace("&&", "\n").lines().map(line).collect::<Vec<_>>().join("\n"))
}

/// A line without its blanks.
fn compact(line: &str) -> String {
    line.split_whitespace().collect()
}

/// The property that a line of a property file asks for, wherever it has blanks.
fn property_of_line(line: &str) -> Option<Property> {
    match compact(line).as_str() {
        "CHECK(init(main()),LTL(G!overflow))" => Some(Property::NoOverflow),
        "CHECK(init(main()),LTL(Gvalid-deref))" => Some(Property::ValidDeref),
        "CHECK(init(main()),LTL(Gvalid-free))" => Some(Property::ValidFree),
        "CHECK(init(main()),LTL(Gvalid-memtrack))" => Some(Property::ValidMemtrack),
        "CHECK(init(main()),LTL(Gvalid-memcleanup))" => Some(Property::ValidMemcleanup),
        line => {
            let formula = line.strip_prefix("CHECK(init(main()),LTL(G")?.strip_suffix("))")?;
            let function = formula.strip_prefix("!call(").and_then(|call| call.strip_suffix("())"));
            function.map_or_else(|| own_name(formula), |name| FunctionName::new(name).map(of_function))
        }
    }
}

/// Properties that SV-COMP has no name for.
const OWN: [Property; 3] = [Property::NoDivisionByZero, Property::NoBadShift, Property::NoIndexOutOfBounds];

/// A property that SV-COMP has no name for.
fn own_name(name: &str) -> Option<Property> {
    OWN.into_iter().find(|property| property.to_string() == name)
}

/// All that can stand behind `G`, in a line.
fn known() -> String {
    let own = OWN.map(|property| property.to_string()).join(", ");
    format!("! call(FUNCTION()), ! overflow, valid-deref, valid-free, valid-memtrack, valid-memcleanup, {own}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const UNREACH: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

    /// A folder with a task, a program and property files.
    fn folder(task: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("a.c", "int main(void) { return 0; }\n");
        write("unreach-call.prp", UNREACH);
        write("no-overflow.prp", "\n CHECK( init(main()), LTL(G ! overflow) )\n\n");
        write("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
        write("task.yml", task);
        let path = folder.path().join("task.yml");
        (folder, path)
    }

    fn fault(task: &str) -> String {
        let (_folder, path) = folder(task);
        read_task(&path).expect_err(task).to_string()
    }

    #[test]
    fn tasks_are_read() {
        let (_folder, path) = folder(
            "format_version: '2.0'\ninput_files: ['a.c']\nproperties:\n  - property_file: unreach-call.prp\n    \
             expected_verdict: false\n  - property_file: no-overflow.prp\n  - property_file: termination.prp\n  - \
             property_file: coverage-branches.prp\noptions:\n  language: C\n  data_model: LP64\n  other: 1\n",
        );
        let task = read_task(&path).unwrap();
        assert!(task.input_files.len() == 1 && task.input_files[0].ends_with("a.c"));
        assert_eq!(task.data_model, DataModel::Lp64);
        let properties: Vec<_> = task.properties.iter().map(|row| (row.property, row.expected)).collect();
        assert_eq!(properties, [(Property::UnreachCall, Some(false)), (Property::NoOverflow, None)]);
        let unsupported: Vec<_> =
            task.unsupported.iter().map(|one| (one.name(), one.text.as_deref(), one.is_coverage)).collect();
        let end = Some("CHECK( init(main()), LTL(F end) )");
        assert_eq!(unsupported, [("termination.prp", end, false), ("coverage-branches.prp", None, true)]);
    }

    #[test]
    fn a_property_of_two_lines_is_unsupported_and_an_empty_one_a_fault() {
        let task = "format_version: 2.0\ninput_files: a.c\nproperties:\n  - property_file: no-overflow.prp\n";
        let (folder, path) = folder(task);
        let overflow = folder.path().join("no-overflow.prp");
        fs::write(&overflow, format!("{UNREACH}CHECK( init(main()), LTL(G ! overflow) )\n")).unwrap();
        let read = read_task(&path).unwrap();
        assert!(read.properties.is_empty());
        assert!(read.unsupported.len() == 1 && read.unsupported[0].file == "no-overflow.prp");
        fs::write(&overflow, "").unwrap();
        assert!(read_task(&path).unwrap_err().to_string().contains("no-overflow.prp: is not a property"));
    }

    #[test]
    fn faults_are_named() {
        let rest = "properties:\n  - property_file: unreach-call.prp\n";
        assert!(fault("").contains("is no SV-COMP task definition"));
        assert!(fault("- [").contains("is no SV-COMP task definition"));
        assert!(fault(&format!("format_version: 7.0\ninput_files: a.c\n{rest}")).contains("version 7.0"));
        assert!(fault(&format!("format_version: '2.0'\ninput_files: [a.c, b.c]\n{rest}")).contains("`b.c`"));
        assert!(fault(&format!("format_version: '2.0'\ninput_files: []\n{rest}")).contains("no input file"));
        assert!(fault(&format!("format_version: '2.0'\ninput_files: b.c\n{rest}")).contains("`b.c`"));
        let options = |options: &str| format!("format_version: '2.0'\ninput_files: a.c\n{rest}options:\n  {options}\n");
        assert!(fault(&options("language: Java")).contains("Java"));
        assert!(fault(&options("data_model: LLP64")).contains("LLP64"));
        for name in ["p/no-overflow.prp", "gone.prp"] {
            let properties = format!("properties:\n  - property_file: {name}\n");
            let missing = format!("format_version: '2.0'\ninput_files: a.c\n{properties}");
            assert!(fault(&missing).contains(&format!("`{name}`, which is not there")), "{name}");
        }
        assert!(read_task(Path::new("/")).is_err());
    }

    #[test]
    fn properties_are_written_as_they_are_read() {
        let written = |property: &Property| Some((*property, text_of_property(*property)?));
        let own = FunctionName::new("my_error").map(of_function);
        let all: Vec<_> = Property::ALL.iter().chain(&own).filter_map(written).collect();
        assert_eq!(all.len(), 8);
        assert_eq!(property_of_specification("G ! overflow").unwrap(), Property::NoOverflow);
        let memory = property_of_specification("G valid-free && G valid-deref && G valid-memtrack");
        assert_eq!(memory.unwrap(), Property::ValidMemsafety);
        assert!(property_of_specification("F end").is_err());
        for (property, text) in all {
            assert_eq!(property_of_text(&text).unwrap(), property, "{text}");
            assert_eq!(property_of_specification(&text).unwrap(), property, "{text}");
        }
    }

    #[test]
    fn properties_are_read() {
        let (folder, _) = folder("");
        let read = |text: &str| {
            let path = folder.path().join("x.prp");
            fs::write(&path, text).unwrap();
            read_property_file(&path).map_err(|error| error.to_string())
        };
        assert_eq!(read(UNREACH), Ok(Property::UnreachCall));
        assert_eq!(read("CHECK(init(main()),  LTL(G ! call(__VERIFIER_error())))"), Ok(Property::UnreachCall));
        let two = read(&format!("{UNREACH}CHECK( init(main()), LTL(G ! overflow) )"));
        assert!(two.unwrap_err().contains("2 things at once"));
        assert!(read("").unwrap_err().contains("is not a property"));
        assert!(read(" \n\t\n").unwrap_err().contains("is not a property"));
        let end = read(&format!("\n{UNREACH}  CHECK( init(main()), LTL(F end) )\n")).unwrap_err();
        assert!(end.contains("x.prp: line 3: `CHECK( init(main()), LTL(F end) )`"), "{end}");
        assert!(end.contains("it checks ! call(FUNCTION()), ! overflow, valid-deref"), "{end}");
        let own = FunctionName::new("my_error").map(of_function);
        assert_eq!(read("CHECK( init(main()), LTL(G ! call(my_error())) )").ok(), own);
        for call in ["my_error(int)", "my_error", "()", "1()"] {
            assert!(read(&format!("CHECK( init(main()), LTL(G ! call({call})) )")).is_err(), "{call}");
        }
        assert!(read_property_file(folder.path()).unwrap_err().to_string().contains("cannot be read"));
        fs::write(folder.path().join("x.prp"), [0xff, 0xfe, 0x00]).unwrap();
        assert!(read_property_file(&folder.path().join("x.prp")).unwrap_err().to_string().contains("cannot be read"));
    }
}
