//! A witness in a file: of format 2.0, which is YAML, or 1.0, which is GraphML.

use crate::witness::format::{Content, FormatError, Task, Witness};
use crate::witness::given::Given;
use crate::witness::graphml::follow::Followed;
use crate::witness::graphml::{self, read, Automaton};
use crate::witness::instrument::Misfit;
use std::path::Path;

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Version 2.0.
    Yaml,
    /// Version 1.0.
    GraphMl,
}

impl Format {
    /// The format that a file's name asks for: GraphML if it ends in `.graphml`.
    pub fn by_name(path: &Path) -> Format {
        let is_graphml = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("graphml"));
        if is_graphml {
            Format::GraphMl
        } else {
            Format::Yaml
        }
    }
}

/// A witness as a file has it.
#[derive(Clone, PartialEq, Debug)]
pub struct WitnessFile {
    /// The task that it is about.
    pub task: Task,
    /// What it says.
    pub says: Says,
}

/// What a file says: of GraphML, what that means is known with the program only.
#[derive(Clone, PartialEq, Debug)]
pub enum Says {
    /// Waypoints or invariants.
    Content(Content),
    /// An automaton.
    Automaton(Automaton),
}

impl WitnessFile {
    /// Reads a file, whatever its name.
    ///
    /// # Errors
    /// If it is no witness of either format.
    pub fn read(text: &str) -> Result<WitnessFile, FormatError> {
        if text.trim_start().starts_with('<') {
            let (task, automaton) = read::read(text)?;
            return Ok(WitnessFile { task, says: Says::Automaton(automaton) });
        }
        let Witness { task, content } = Witness::read(text)?;
        Ok(WitnessFile { task, says: Says::Content(content) })
    }

    /// Whether it says how the property is violated, and not why it is not.
    pub fn is_violation(&self) -> bool {
        match &self.says {
            Says::Content(content) => matches!(content, Content::Violation(_)),
            Says::Automaton(automaton) => automaton.kind == graphml::Kind::Violation,
        }
    }

    /// What it says of its program. `is_about_calls` is whether the violation is a call of an error function.
    ///
    /// # Errors
    /// The first thing that has no place in the program, or is not followed.
    pub fn followed(&self, given: &Given, is_about_calls: bool) -> Result<Followed, Misfit> {
        match &self.says {
            Says::Content(content) => Ok(Followed { content: content.clone(), is_narrower: false }),
            Says::Automaton(automaton) => automaton.followed(given, is_about_calls),
        }
    }
}
