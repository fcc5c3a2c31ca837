//! What is asked: from the arguments to questions, one for each property.

use super::args::{CompileArgs, DataModelArg, LanguageArg, OneFunctionArgs, ProgramArgs, SignedOverflowArg};
use super::{units, Failure};
use crate::frontend::{self, Assumed, Calls, FrontendError, Overflow};
use crate::harness::{HarnessError, Sources};
use crate::pipeline::{self, AskedFunction, Question};
use crate::report::{Answer, Report};
use crate::source::clang::{ClangError, Unit};
use crate::source::options;
use crate::source::property::{DataModel, Property};
use crate::source::task::{read_property_file, read_task, Task, Unsupported};
use bitreach_limits::StopFlag;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The word for all properties.
const ALL: &str = "all";

/// Why there is no answer about a property that is not supported.
const UNSUPPORTED: &str = "unsupported";

/// Why it is a property that this word stands for.
const ONE_OF_ALL: &str = "one of all";

/// What is asked about a file when nothing but perhaps the property is said.
///
/// # Errors
/// As [`question`].
pub fn question_of(file: &Path, property: Option<Property>) -> Result<Question, Failure> {
    let property = property.map(|property| property.to_string()).into_iter().collect();
    let args = ProgramArgs { property, ..ProgramArgs::of(vec![file.to_owned()]) };
    question(&args, &StopFlag::new())
}

/// The one question that is asked.
///
/// # Errors
/// If that is none or several, or as [`questions`].
pub fn question(args: &ProgramArgs, stop: &StopFlag) -> Result<Question, Failure> {
    let program = Program::named(args)?;
    let properties = match &program.task {
        None if args.property.is_empty() => vec![program.default_property(stop)],
        _ => program.properties(args, stop)?,
    };
    match &properties[..] {
        [one] => Ok(program.question(args, one)),
        _ => {
            let names: Vec<String> = properties.iter().map(|(property, _)| property.to_string()).collect();
            let message = format!("several properties are asked for; choose one with --property: {}", names.join(", "));
            Err(Failure::Usage(message))
        }
    }
}

/// The questions that are asked, one for each property, and those of a task that cannot be.
///
/// # Errors
/// If the arguments do not say what is asked, or a task or property file cannot be read.
pub fn questions(args: &ProgramArgs, stop: &StopFlag) -> Result<(Vec<Question>, Unasked), Failure> {
    let program = Program::named(args)?;
    let properties = program.properties(args, stop)?;
    let unasked = program.unasked(args);
    Ok((properties.iter().map(|asked| program.question(args, asked)).collect(), unasked))
}

/// Reports about the properties of a task that are not supported, each by the name of its file: of each nothing is known.
pub type Unasked = Vec<(String, Report)>;

/// What is asked about a function by itself.
pub struct OfFunction {
    /// The function.
    pub name: String,
    /// A question for each property; or why it cannot be called.
    pub questions: Result<Vec<Question>, String>,
}

/// The questions about functions by themselves, of all if none is named. Nothing if there was no time to read the files.
///
/// # Errors
/// As [`questions`]; if there is no such function, or it cannot be called, or an assumption is none.
pub fn questions_of_functions(
    args: &ProgramArgs,
    functions: &OneFunctionArgs,
    stop: &StopFlag,
) -> Result<Option<(Vec<OfFunction>, Unasked)>, Failure> {
    let program = Program::named(args)?;
    let properties = of_functions(program.properties(args, stop)?)?;
    let unasked = program.unasked(args);
    let capacity = args.memory.bounds().capacity;
    let model = program.data_model;
    let sources = match Sources::read(&program.files, model, stop) {
        Err(HarnessError::Clang(ClangError::Stopped)) => return Ok(None),
        sources => sources.map_err(harness_failure)?,
    };
    let names = match &functions.function {
        Some(name) => vec![name.as_str()],
        None => sources.functions(),
    };
    // What an error function does by itself says nothing of who calls it.
    let of_name = |name: &str| -> Vec<&Asked> {
        let is_itself = |property: Property| property.asks_for_error_functions() && property.is_error_function(name);
        let is_asked = |(property, _): &&Asked| functions.function.is_some() || !is_itself(*property);
        properties.iter().filter(is_asked).collect()
    };
    let names: Vec<&str> = names.into_iter().filter(|name| !of_name(name).is_empty()).collect();
    if names.is_empty() {
        let message = format!("{}: has no function with a body", frontend::names(&program.files));
        return Err(Failure::Usage(message));
    }
    let mut asked = Vec::new();
    for name in names {
        let properties = of_name(name);
        let questions = match sources.call(name, &functions.assume, capacity, model, stop) {
            Err(HarnessError::Clang(ClangError::Stopped)) => return Ok(None),
            // Of all functions, the others are asked about.
            Err(
                error @ (HarnessError::Uncallable { .. }
                | HarnessError::Ambiguous { .. }
                | HarnessError::Refused { .. }),
            ) if functions.function.is_none() => Err(error.to_string()),
            called => {
                let called = called.map_err(harness_failure)?;
                let question = |asked: &Asked| Question {
                    files: called.units.clone(),
                    function: Some(AskedFunction { called: called.clone(), files: program.files.clone() }),
                    ..program.question(args, asked)
                };
                Ok(properties.into_iter().map(question).collect())
            }
        };
        asked.push(OfFunction { name: name.to_owned(), questions });
    }
    Ok(Some((asked, unasked)))
}

/// What the failure of a harness is to the user.
fn harness_failure(error: HarnessError) -> Failure {
    use HarnessError as E;
    match error {
        E::NoFunction { .. }
        | E::Ambiguous { .. }
        | E::Uncallable { .. }
        | E::Refused { .. }
        | E::Assumption { .. }
        | E::NotC(_) => Failure::Usage(error.to_string()),
        _ => Failure::Input(error.to_string()),
    }
}

/// The properties that can be asked of functions by themselves. What a function has allocated may be its caller's to free.
fn of_functions(properties: Vec<Asked>) -> Result<Vec<Asked>, Failure> {
    let mut asked = Vec::new();
    for (property, why) in properties {
        match property {
            Property::ValidMemsafety => {
                [Property::ValidDeref, Property::ValidFree].into_iter().for_each(|part| add(&mut asked, part, why));
            }
            Property::ValidMemcleanup if why == ONE_OF_ALL => {}
            Property::ValidMemtrack | Property::ValidMemcleanup => {
                let message = format!(
                    "{property} is a question about whole programs; of functions ask for valid-deref or valid-free"
                );
                return Err(Failure::Usage(message));
            }
            _ => add(&mut asked, property, why),
        }
    }
    Ok(asked)
}

/// A property, and why it is that one.
type Asked = (Property, &'static str);

/// The program that the arguments name.
struct Program {
    files: Vec<Unit>,
    data_model: DataModel,
    task: Option<Task>,
    /// The file that was named first.
    named: PathBuf,
}

impl Program {
    fn named(args: &ProgramArgs) -> Result<Program, Failure> {
        let is_task = |file: &&PathBuf| file.extension().is_some_and(|end| end == "yml" || end == "yaml");
        let task = match (args.files.iter().find(is_task), &args.files[..]) {
            (Some(task), [_]) => Some(read_task(task).map_err(|error| Failure::Input(error.to_string()))?),
            (Some(task), _) => {
                let message = "is a task, which names its program itself; give no other files";
                return Err(Failure::Usage(format!("{}: {message}", task.display())));
            }
            (None, _) => None,
        };
        if task.is_some() && args.project.is_some() {
            return Err(Failure::Usage("a task names its program itself; leave --project out".to_owned()));
        }
        let files = task.as_ref().map_or(&args.files, |task| &task.input_files);
        if let Some(file) = files.iter().enumerate().find_map(|(at, file)| files[..at].contains(file).then_some(file)) {
            return Err(Failure::Usage(format!("{} is given twice", file.display())));
        }
        let arguments = args.compile.arguments()?;
        let units = match &args.project {
            Some(project) => {
                let mut units = units::of_program(project, files)?;
                units.iter_mut().for_each(|unit| unit.arguments.extend(arguments.iter().cloned()));
                units
            }
            None => {
                let is_c = args.language == Some(LanguageArg::C);
                files.iter().map(|file| units::of_file(file, &arguments, is_c)).collect::<Result<_, _>>()?
            }
        };
        let data_model = match (args.data_model, &task) {
            (Some(DataModelArg::Ilp32), _) => DataModel::Ilp32,
            (Some(DataModelArg::Lp64), _) => DataModel::Lp64,
            (None, Some(task)) => task.data_model,
            (None, None) => units::data_model(&units)?,
        };
        let named = args.files.first().or(args.project.as_ref()).cloned().unwrap_or_default();
        Ok(Program { files: units, data_model, task, named })
    }

    /// What signed arithmetic does that overflows.
    fn overflow(args: &ProgramArgs, property: Property) -> Overflow {
        let is_open = match args.signed_overflow {
            Some(asked) => asked == SignedOverflowArg::Undefined,
            None => property.asks_for_error_functions(),
        };
        if is_open {
            Overflow::Noticed
        } else {
            Overflow::Wraps
        }
    }

    fn question(&self, args: &ProgramArgs, &(property, why): &Asked) -> Question {
        Question {
            files: self.files.clone(),
            property,
            why: why.to_owned(),
            data_model: self.data_model,
            recursion: args.recursion,
            frames: false,
            bounds: args.memory.bounds(),
            assumed: Assumed {
                malloc_may_fail: args.memory.malloc_may_fail,
                unknown_calls: args.unknown_calls.name(),
                arguments: args.arguments.into(),
                ranges: false,
                overflow: Program::overflow(args, property),
            },
            only: None,
            known: Vec::new(),
            function: None,
        }
    }

    /// What is asked for by name, else by the task, else what the program suggests.
    fn properties(&self, args: &ProgramArgs, stop: &StopFlag) -> Result<Vec<Asked>, Failure> {
        if !args.property.is_empty() {
            let asked = asked_for(&args.property)?;
            // A file or the name of a function says which one is meant.
            let by_name = |text: &String| text.split(',').any(|word| ["unreach-call", ALL].contains(&word.trim()));
            return Ok(match args.property.iter().any(by_name) {
                true => self.with_its_error_function(asked),
                false => asked,
            });
        }
        match &self.task {
            Some(task) => self.of_task(task),
            None => Ok(self.suggested(stop)),
        }
    }

    /// Of a task whose `unreach-call` is about one function, that is meant by `unreach-call`.
    fn with_its_error_function(&self, mut asked: Vec<Asked>) -> Vec<Asked> {
        let own = self.task.iter().flat_map(|task| &task.properties).map(|row| row.property);
        let mut own: Vec<Property> = own.filter(|property| property.in_verdicts() == "unreach-call").collect();
        own.dedup();
        if let [own] = own[..] {
            let is_meant = |(property, _): &&mut Asked| *property == Property::UnreachCall;
            asked.iter_mut().filter(is_meant).for_each(|(property, _)| *property = own);
        }
        asked
    }

    /// The properties of a task that are supported.
    fn of_task(&self, task: &Task) -> Result<Vec<Asked>, Failure> {
        let why = if task.properties.len() == 1 { "the task's" } else { "one of the task's" };
        let mut asked: Vec<Asked> = Vec::new();
        task.properties.iter().for_each(|row| add(&mut asked, row.property, why));
        if asked.is_empty() {
            let its: Vec<&str> = task.unsupported.iter().map(Unsupported::name).collect();
            let its = if its.is_empty() { String::new() } else { format!(" (it has {})", its.join(", ")) };
            let message = format!("the task has no property that is supported{its}; choose with --property");
            return Err(Failure::Usage(format!("{}: {message}", self.named.display())));
        }
        Ok(asked)
    }

    /// Reports about those that are not, where the task says what is asked. That test cases are asked for, too, is said.
    fn unasked(&self, args: &ProgramArgs) -> Unasked {
        let Some(task) = self.task.as_ref().filter(|_| args.property.is_empty()) else { return Vec::new() };
        let (coverage, unasked): (Vec<_>, Vec<_>) = task.unsupported.iter().partition(|one| one.is_coverage);
        if !coverage.is_empty() {
            let names: Vec<&str> = coverage.into_iter().map(Unsupported::name).collect();
            let message = "left out, for they ask for test cases, which is no question of verification";
            let _ = writeln!(io::stderr(), "bitreach: {message}: {}", names.join(", "));
        }
        let report = |one: &Unsupported| {
            let what = one.text.as_ref().map_or_else(|| "what it asks for".to_owned(), |text| format!("`{text}`"));
            let question = self.question(args, &(Property::UnreachCall, ""));
            let report = Report {
                property: Some(format!("{} (one of the task's)", one.name())),
                ..pipeline::not_asked(
                    &question,
                    Answer::Unknown(UNSUPPORTED.to_owned()),
                    format!("Not decided: {what} ({}) is not a property that bitreach checks.", one.name()),
                )
            };
            (one.name().to_owned(), report)
        };
        unasked.into_iter().map(report).collect()
    }

    /// Without a word from the user: `unreach-call` for programs that call an error function, perhaps by a macro of a header,
    /// `assert` for others that have an assertion; for all others, what is undefined in C.
    fn suggested(&self, stop: &StopFlag) -> Vec<Asked> {
        const WHY: &str = "a default for a program that has neither an assert nor a call of an error function";
        const UNDEFINED: [Property; 4] =
            [Property::ValidMemsafety, Property::NoOverflow, Property::NoDivisionByZero, Property::NoBadShift];
        match self.calls(stop) {
            Ok(Some(Calls { error: false, assertion: false })) => UNDEFINED.map(|property| (property, WHY)).into(),
            calls => vec![by_calls(calls)],
        }
    }

    /// The same as one property.
    fn default_property(&self, stop: &StopFlag) -> Asked {
        by_calls(self.calls(stop))
    }

    /// What the program calls; `Ok(None)` where there was no time to look. Why it cannot be compiled is told later.
    fn calls(&self, stop: &StopFlag) -> Result<Option<Calls>, FrontendError> {
        match frontend::calls(&self.files, self.data_model, stop) {
            Err(FrontendError::Clang(ClangError::Stopped)) => Ok(None),
            calls => calls.map(Some),
        }
    }
}

/// The property that calls suggest.
fn by_calls(calls: Result<Option<Calls>, FrontendError>) -> Asked {
    match calls {
        Ok(Some(Calls { error: true, .. })) => {
            (Property::UnreachCall, "the default for a program that calls an error function")
        }
        Ok(None) => (Property::Assert, "the default; there was no time to look for calls of an error function"),
        Ok(Some(_)) | Err(_) => (Property::Assert, "the default for a program that calls no error function"),
    }
}

/// The properties that are named, each once, in the order in which they are named.
fn asked_for(texts: &[String]) -> Result<Vec<Asked>, Failure> {
    let mut asked = Vec::new();
    for text in texts {
        // The name of a property file may have commas.
        let words = if Path::new(text).exists() { vec![text.as_str()] } else { text.split(',').collect() };
        for word in words.into_iter().map(str::trim) {
            match word {
                ALL => Property::TOGETHER.into_iter().for_each(|each| add(&mut asked, each, ONE_OF_ALL)),
                _ => add(&mut asked, property(word)?, "as asked for"),
            }
        }
    }
    Ok(asked)
}

fn add(asked: &mut Vec<Asked>, property: Property, why: &'static str) {
    if !asked.iter().any(|(known, _)| *known == property) {
        asked.push((property, why));
    }
}

/// A property by name, or by the path of a property file.
fn property(text: &str) -> Result<Property, Failure> {
    if let Ok(property) = text.parse() {
        return Ok(property);
    }
    if text.ends_with(".prp") || Path::new(text).exists() {
        return read_property_file(Path::new(text)).map_err(|error| Failure::Input(error.to_string()));
    }
    let names: Vec<String> = Property::ALL.iter().map(Property::to_string).collect();
    let message = format!("unknown property `{text}`: give {}, {ALL}, or the path of a .prp file", names.join(", "));
    Err(Failure::Usage(message))
}

impl CompileArgs {
    /// The same as arguments of clang.
    fn arguments(&self) -> Result<Vec<String>, Failure> {
        let with = |flag: &'static str| move |value: &String| format!("{flag}{value}");
        let mut arguments: Vec<String> = self.include.iter().map(|folder| format!("-I{}", folder.display())).collect();
        arguments.extend(self.define.iter().map(with("-D")));
        arguments.extend(self.undefine.iter().map(with("-U")));
        arguments.extend(self.std.iter().map(with("-std=")));
        if let Some(option) = options::first_refused(&self.clang) {
            let message = "changes what a source means in a way that is not followed";
            return Err(Failure::Usage(format!("--clang={option}: {message}")));
        }
        if options::names_machine(&self.clang) {
            return Err(Failure::Usage(
                "--clang: the data model is --data-model's to say, not -m32's, -m64's or a target's".to_owned(),
            ));
        }
        if let Some(other) = options::first_other(&self.clang) {
            let message = "is none of the options that are taken here:";
            return Err(Failure::Usage(format!("--clang={other}: {message} {}", options::meaningful().join(", "))));
        }
        if let Some(option) = options::without_value(&self.clang) {
            let message = format!("--clang={option}: lacks its value; give that as one more --clang=…");
            return Err(Failure::Usage(message));
        }
        arguments.extend(self.clang.iter().cloned());
        Ok(arguments)
    }
}
