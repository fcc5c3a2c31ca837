//! A function by itself as a program: a `main` that calls it with any arguments, after all global variables have got any value. What comes
//! out is C, put behind the text of the file, so that everything after that is as for any other program, static functions included.
//!
//! | module | what |
//! |---|---|
//! | [`declarations`] | what a file declares, by clang's syntax tree |
//! | [`types`] | what a value of a type is made of |
//! | [`text`] | the text that makes values and calls the function |
//!
//! What is not every value that a caller could pass is told: [`Called::assumptions`].

pub mod declarations;
pub mod text;
pub mod types;

use crate::source::clang::{self, ClangError, Unit};
use crate::source::property::ERROR_FUNCTIONS;
use crate::source::property::{DataModel, Property};
use crate::source::temporary::{with_place, Folder};
use crate::source::tree;
use crate::source_text::expression::Expression;
use bitreach_limits::StopFlag;
use declarations::{Collector, Declarations, Function};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use text::{Uncallable, Writer, MAIN};

/// What looks like a function in assumptions.
const ELEMENTS: &str = "elements";

/// Why a function cannot be checked by itself.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HarnessError {
    /// There is none of this name.
    #[error("there is no function `{name}` with a body in {files}{nearest}")]
    NoFunction {
        /// The name.
        name: String,
        /// Where it was looked for.
        files: String,
        /// Functions of similar names, as the end of the sentence.
        nearest: String,
    },
    /// Several files have a function of this name.
    #[error("`{name}` is a function of {files}; give only one of these files")]
    Ambiguous {
        /// The name.
        name: String,
        /// The files.
        files: String,
    },
    /// No arguments can be made for it.
    #[error("`{name}` cannot be called with any arguments: {reason}")]
    Uncallable {
        /// The function.
        name: String,
        /// Why.
        reason: Uncallable,
    },
    /// The text that calls it does not compile.
    #[error("`{name}` cannot be called with any arguments: clang refuses the text that does so: {message}")]
    Refused {
        /// The function.
        name: String,
        /// What clang says.
        message: String,
    },
    /// An assumption is none.
    #[error("--assume '{expression}': {reason}")]
    Assumption {
        /// The assumption.
        expression: String,
        /// What is wrong.
        reason: String,
    },
    /// A file is no C.
    #[error("{0}: a function by itself can be checked of C files alone (.c, .i)")]
    NotC(String),
    /// A file cannot be read.
    #[error("{file}: cannot be read: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// The syntax tree of a file cannot be read.
    #[error("{0}: the syntax tree that clang gives of it cannot be read")]
    Tree(String),
    /// Clang failed.
    #[error(transparent)]
    Clang(#[from] ClangError),
}

/// A function as a program.
#[derive(Clone, Debug)]
pub struct Called {
    /// The function.
    pub name: String,
    /// The files of the program that calls it.
    pub units: Vec<Unit>,
    /// What its arguments and the globals are not.
    pub assumptions: Vec<String>,
    /// Whether something is assumed of them that was asked for.
    pub is_restricted: bool,
    /// The files stand there.
    _folder: Arc<Folder>,
}

/// A file, its text and what it declares.
struct Source {
    unit: Unit,
    text: Vec<u8>,
    declarations: Declarations,
}

/// The files whose functions can be called.
pub struct Sources(Vec<Source>);

impl Sources {
    /// Reads what files declare.
    ///
    /// # Errors
    /// If a file cannot be read, is no C, or does not compile; or if `stop` is raised.
    pub fn read(units: &[Unit], data_model: DataModel, stop: &StopFlag) -> Result<Sources, HarnessError> {
        let read = |unit: &Unit| {
            let name = || unit.file.display().to_string();
            let is_c = unit.is_c || unit.file.extension().is_some_and(|end| end == "c" || end == "i");
            if !is_c {
                return Err(HarnessError::NotC(name()));
            }
            let text = fs::read(unit.path()).map_err(|error| HarnessError::Unreadable { file: name(), error })?;
            let declarations = clang::syntax_tree(unit, Property::Assert, data_model, stop, |json, _| {
                let mut collector = Collector::default();
                tree::walk(json, &mut collector).map(|()| collector.found)
            })?;
            let Some(declarations) = declarations else {
                // Clang says why.
                clang::compile_unit(unit, Property::Assert, data_model, stop)?;
                return Err(HarnessError::Tree(name()));
            };
            Ok(Source { unit: unit.clone(), text, declarations })
        };
        units.iter().map(read).collect::<Result<_, _>>().map(Sources)
    }

    /// The functions with bodies that stand in the files themselves and not in what they include, in their order; without the error
    /// functions, whose calls are the error.
    pub fn functions(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let all = self.0.iter().flat_map(|source| &source.declarations.functions);
        for function in all.filter(|one| !one.is_included && !ERROR_FUNCTIONS.contains(&one.name.as_str())) {
            if !names.contains(&function.name.as_str()) {
                names.push(&function.name);
            }
        }
        names
    }

    /// A function as a program, for arguments and globals of which these expressions of C hold. Arrays of any number of elements
    /// have at most `capacity` bytes.
    ///
    /// # Errors
    /// If there is none, no arguments can be made for it, or an assumption is no expression without effects.
    pub fn call(
        &self,
        name: &str,
        assumed: &[String],
        capacity: u64,
        data_model: DataModel,
        stop: &StopFlag,
    ) -> Result<Called, HarnessError> {
        let (place, function) = self.find(name)?;
        let defines =
            |own: &&&str| self.0.iter().any(|source| source.declarations.functions.iter().any(|one| one.name == **own));
        if let Some(own) = ["malloc", "fopen"].iter().find(defines) {
            return Err(HarnessError::Uncallable { name: name.to_owned(), reason: Uncallable::Allocator(own) });
        }
        let read: Vec<Assumption> =
            assumed.iter().map(|text| Assumption::read(text, function)).collect::<Result<_, _>>()?;
        let names = read.iter().flat_map(|one| one.names.iter().cloned());
        let used = self.used(names.chain([name.to_owned()]).collect());
        let compiled: Vec<String> = read.into_iter().map(|one| one.compiled).collect();
        let mut assumptions = BTreeSet::new();
        let mut texts = Vec::new();
        for (index, source) in self.0.iter().enumerate() {
            let name = format!("bitreach_globals_{index}");
            let (text, left_out) = Writer::new(&source.declarations, capacity, 'g').globals(&name, &used);
            assumptions.extend(left_out);
            texts.push((name, text));
        }
        let names: Vec<String> = texts.iter().map(|(name, _)| name.clone()).collect();
        let declarations = &self.0[place].declarations;
        let main = |assumed: &[String]| {
            let written = Writer::new(declarations, capacity, 'a').main(function, &names, assumed);
            written.map_err(|reason| HarnessError::Uncallable { name: name.to_owned(), reason })
        };
        let folder = Arc::new(Folder::new().map_err(ClangError::from)?);
        let looks = compiled.iter().map(|one| format!("(0 ? __builtin_assume({one}) : (void)0, {one})"));
        let (text, _) = main(&looks.collect::<Vec<_>>())?;
        let text = format!("{}#pragma clang diagnostic error \"-Wassume\"\n{text}", texts[place].1);
        let unit = self.0[place].with(&folder, place, &text)?;
        try_text(&unit, name, assumed, data_model, stop)?;
        let (text, left_out) = main(&compiled)?;
        assumptions.extend(left_out);
        texts[place].1 += &text;
        let units = self.0.iter().zip(&texts).enumerate();
        let units = units.map(|(index, (source, (_, text)))| source.with(&folder, index, text));
        let mut assumptions: Vec<String> = assumptions.into_iter().collect();
        assumptions.extend(assumed.iter().map(|one| format!("of the arguments and globals: {one} (--assume)")));
        let units = units.collect::<Result<_, _>>()?;
        Ok(Called { name: name.to_owned(), units, assumptions, is_restricted: !assumed.is_empty(), _folder: folder })
    }

    fn find(&self, name: &str) -> Result<(usize, &Function), HarnessError> {
        let has = |(index, source): (usize, &'_ Source)| {
            source.declarations.functions.iter().position(|function| function.name == name).map(|at| (index, at))
        };
        let found: Vec<(usize, usize)> = self.0.iter().enumerate().filter_map(has).collect();
        let file = |index: usize| self.0[index].unit.file.display().to_string();
        match found[..] {
            [(index, at)] => Ok((index, &self.0[index].declarations.functions[at])),
            [] => {
                let files = (0..self.0.len()).map(file).collect::<Vec<_>>().join(", ");
                Err(HarnessError::NoFunction { name: name.to_owned(), files, nearest: self.nearest(name) })
            }
            _ => {
                let files = found.iter().map(|(index, _)| file(*index)).collect::<Vec<_>>().join(" and of ");
                Err(HarnessError::Ambiguous { name: name.to_owned(), files })
            }
        }
    }

    /// The functions whose names are most like one, as the end of a sentence.
    fn nearest(&self, name: &str) -> String {
        const SHOWN: usize = 5;
        let mut names: Vec<(f64, &str)> =
            self.functions().into_iter().map(|other| (strsim::jaro_winkler(name, other), other)).collect();
        names.sort_by(|one, other| other.0.total_cmp(&one.0));
        let shown: Vec<String> = names.iter().take(SHOWN).map(|(_, name)| format!("`{name}`")).collect();
        match &shown[..] {
            [] => String::new(),
            [one] => format!("; there is only {one}"),
            _ => format!("; the nearest are {}", shown.join(", ")),
        }
    }

    /// These functions and variables, what they name, what that names, and so on.
    fn used(&self, mut used: BTreeSet<String>) -> BTreeSet<String> {
        if self.0.iter().any(|source| source.declarations.has_hidden_uses) {
            used.extend(self.0.iter().flat_map(|source| source.declarations.uses.keys().cloned()));
            used.extend(self.0.iter().flat_map(|source| &source.declarations.variables).map(|one| one.name.clone()));
        }
        let mut open: Vec<String> = used.iter().cloned().collect();
        while let Some(name) = open.pop() {
            let named = self.0.iter().filter_map(|source| source.declarations.uses.get(&name)).flatten();
            for other in named {
                if used.insert(other.clone()) {
                    open.push(other.clone());
                }
            }
        }
        used
    }
}

impl Source {
    /// The file with a text behind it.
    fn with(&self, folder: &Folder, index: usize, behind: &str) -> Result<Unit, ClangError> {
        let shown = self.unit.file.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
        let defines_main = self.declarations.functions.iter().any(|function| function.name == "main");
        let (mut text, end) = match defines_main {
            true => (format!("#define main {MAIN}\n"), "#undef main\n"),
            false => (String::new(), ""),
        };
        text += &format!("#line 1 \"{shown}\"\n");
        let mut text = text.into_bytes();
        text.extend(&self.text);
        text.extend(format!("\n{end}{}#line 1 \"{}\"\n{behind}", text::without_macros(behind), text::TEXT).bytes());
        let name = format!("{index}-{}", self.unit.file.file_name().unwrap_or_default().to_string_lossy());
        let file = folder.file(&Path::new(&name).with_extension("c").to_string_lossy(), text);
        let file: PathBuf = file.map_err(|error| with_place(&error))?;
        let mut arguments = self.unit.arguments.clone();
        // What it includes stands beside it.
        let beside = self.unit.file.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
        arguments.extend(["-iquote".to_owned(), beside.display().to_string()]);
        Ok(Unit {
            file,
            arguments,
            folder: self.unit.folder.clone(),
            is_c: true,
            wraps: self.unit.wraps,
            refused: None,
        })
    }
}

/// An assumption of the user's.
struct Assumption {
    /// As it is compiled: `elements(p)` is the number of elements that the argument `p` points to.
    compiled: String,
    /// The names in it, of whatever.
    names: Vec<String>,
}

impl Assumption {
    fn read(text: &str, function: &Function) -> Result<Assumption, HarnessError> {
        let refused =
            |reason: &str| Err(HarnessError::Assumption { expression: text.to_owned(), reason: reason.to_owned() });
        // It stands in one line; only what is no C could have one that ends within a literal.
        let line = text.replace(['\n', '\r'], " ");
        let Some(written) = Expression::new(&line) else { return refused("is no expression of C") };
        let is_parameter = |name: &str| function.parameters.iter().any(|parameter| parameter.name == name);
        let compiled =
            written.with_calls(ELEMENTS, |argument| is_parameter(argument).then(|| text::elements(argument)));
        match Expression::new(&compiled) {
            None => refused("is no expression of C"),
            Some(parsed) if parsed.does_something() || parsed.has_comma() => {
                refused("calls a function, assigns, or is no single expression; it may only look")
            }
            Some(parsed) => {
                let names = parsed.names().into_iter().map(str::to_owned).collect();
                Ok(Assumption { compiled, names })
            }
        }
    }
}

/// Compiles a text in which assumptions are such of the compiler's, too, which must have no effects.
fn try_text(
    unit: &Unit,
    name: &str,
    assumed: &[String],
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<(), HarnessError> {
    let messages = match clang::compile_unit(unit, Property::Assert, data_model, stop) {
        Err(ClangError::Compile { messages, .. }) => messages,
        Err(error) => return Err(error.into()),
        Ok(_) => return Ok(()),
    };
    let errors = || messages.lines().filter_map(|line| line.split_once(": error: "));
    // The line is the number of the assumption.
    let of_assumption = |place: &str| {
        let line: usize = place.strip_prefix("--assume:")?.split(':').next()?.parse().ok()?;
        assumed.get(line.checked_sub(1)?)
    };
    match errors().find_map(|(place, reason)| Some((of_assumption(place)?, reason))) {
        Some((expression, reason)) => {
            Err(HarnessError::Assumption { expression: expression.clone(), reason: reason.to_owned() })
        }
        None => {
            let message = errors().next().map_or_else(|| messages.clone(), |(_, reason)| reason.to_owned());
            Err(HarnessError::Refused { name: name.to_owned(), message })
        }
    }
}
