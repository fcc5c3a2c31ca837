//! The rules by which findings are withheld: one row each. `docs/inconsistent.md` has the same table.

use crate::inconsistency::finding::{Class, Configuration, Failure};
use crate::inconsistency::keep::facts::Facts;
use crate::read::function::Taken;
use std::collections::BTreeSet;

/// One reason not to report a finding.
#[derive(Debug)]
pub struct Rule {
    /// What users call it by.
    pub name: &'static str,
    /// Why it is there, in one sentence.
    pub reason: &'static str,
    /// Whether it withholds a finding of which these facts are known.
    pub applies: fn(&Facts) -> bool,
}

/// All rules. The first that applies to a finding is the one that is named.
pub const RULES: &[Rule] = &[
    Rule {
        name: "stop",
        reason: "Each execution that comes here ends in a call that does not come back or in `assert(0)`, as the code says.",
        applies: |facts| facts.failure() == Some(Failure::Stop),
    },
    Rule {
        name: "excluded-boundary",
        reason: "Only the case that both sides of an inequality are equal is excluded, by the code around it.",
        applies: |facts| facts.is_boundary && facts.finding.class != Class::MustFail,
    },
    Rule {
        name: "may-stop",
        reason: "The code may end here in a call of a function that perhaps does not come back.",
        applies: |facts| facts.failure() == Some(Failure::MayStop),
    },
    Rule {
        name: "no-place",
        reason: "The source of this place cannot be shown: it is unknown, not there, or `#line` gives its lines other numbers.",
        applies: |facts| facts.is_missing,
    },
    Rule {
        name: "macro",
        reason: "The code stands in the text of a macro, which other uses of the macro may need.",
        applies: |facts| facts.is_in_macro,
    },
    Rule {
        name: COMMENT,
        reason: "A comment `bitreach: inconsistent-ok` on a line of the report, or above the line that it is about, says that it is meant.",
        applies: |facts| facts.is_silenced,
    },
    Rule {
        name: "copy",
        reason: "The compiler made several copies of this code, and executions pass another one.",
        applies: |facts| facts.has_covered_copy,
    },
    Rule {
        name: "default-case",
        reason: "The default of a `switch` whose cases are all that there is guards against values to come.",
        applies: |facts| facts.finding.taken() == Some(Taken::Default) && facts.finding.contradicts(),
    },
    Rule {
        name: "unset-default",
        reason: "Only in the default of a `switch` a variable has no value: its cases are meant to be all that there is.",
        applies: |facts| facts.finding.taken() == Some(Taken::Default) && facts.is_of_unset,
    },
    Rule {
        name: "empty-case",
        reason: "A case in which nothing is done but `break` is there so that all cases are.",
        applies: |facts| {
            matches!(facts.finding.taken(), Some(Taken::Case(_))) && facts.finding.contradicts() && facts.only_breaks
        },
    },
    Rule {
        name: "own-assertion",
        reason: "The branch begins with the assertion that fails there: the code says that control never comes here.",
        applies: |facts| facts.begins_with_its_assertion,
    },
    Rule {
        name: "constants",
        reason: "Constants alone decide the branch, as the program was configured.",
        applies: |facts| facts.is_configured(Configuration::Constants),
    },
    Rule {
        name: "literal",
        reason: "The condition has no names in it, as in `do … while (1)`.",
        applies: |facts| facts.is_configured(Configuration::Literal),
    },
    Rule {
        name: "sizeof",
        reason: "The sizes of types decide the condition, which are others on other platforms.",
        applies: |facts| facts.is_configured(Configuration::Sizeof),
    },
    Rule {
        name: "cast",
        reason: "The condition asks whether a value survives a cast to another type, which it may not on other platforms.",
        applies: |facts| facts.is_configured(Configuration::Cast),
    },
    Rule {
        name: "width",
        reason: "The condition casts to a type of the platform, and could fail where `long` has 32 bits.",
        applies: |facts| facts.is_configured(Configuration::Width),
    },
    Rule {
        name: "consequence",
        reason: "It only follows from another finding of this function.",
        applies: |facts| facts.is_consequence,
    },
];

/// The rule about what the source says of reports: it may say so on a line that only the explanation brings into the report.
const COMMENT: &str = "comment";

/// The rule that is a question of proofs, and not of what is known already.
pub(super) const CONSEQUENCE: &str = "consequence";

/// The rules about configuration, which `--all` turns off.
const CONFIGURATION: [&str; 5] = ["constants", "literal", "sizeof", "cast", "width"];

/// Which rules are on: all but those that were turned off.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    off: BTreeSet<&'static str>,
}

/// A rule is turned on or off that there is not, or neither of the two is said.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuleError {
    /// There is no such rule.
    #[error("there is no rule `{0}`; the rules are {names}", names = names())]
    Unknown(String),
    /// The text has another form.
    #[error("`{0}` does not say which rule is on or off; write NAME=on or NAME=off")]
    Form(String),
}

impl Rules {
    /// Turns a rule on or off.
    ///
    /// # Errors
    /// If there is no rule of this name.
    pub fn set(&mut self, name: &str, is_on: bool) -> Result<(), RuleError> {
        let rule = RULES.iter().find(|rule| rule.name == name);
        let name = rule.ok_or_else(|| RuleError::Unknown(name.to_owned()))?.name;
        match is_on {
            true => self.off.remove(name),
            false => self.off.insert(name),
        };
        Ok(())
    }

    /// Does what `NAME=on` or `NAME=off` says.
    ///
    /// # Errors
    /// If the text has another form, or there is no rule of this name.
    pub fn follow(&mut self, text: &str) -> Result<(), RuleError> {
        match text.split_once('=') {
            Some((name, "on")) => self.set(name, true),
            Some((name, "off")) => self.set(name, false),
            _ => Err(RuleError::Form(text.to_owned())),
        }
    }

    /// Turns the rules about configuration off.
    pub fn show_configuration(&mut self) {
        self.off.extend(CONFIGURATION);
    }

    /// The rules that are off, in the order of their names.
    pub fn off(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.off.iter().copied()
    }

    /// Whether a rule is on.
    pub(super) fn is_on(&self, name: &str) -> bool {
        !self.off.contains(name)
    }

    /// The rule by which a comment withholds, unless it is off.
    pub(super) fn comment(&self) -> Option<&'static Rule> {
        RULES.iter().find(|rule| rule.name == COMMENT && self.is_on(COMMENT))
    }

    /// The rule by which a finding is withheld, if one is.
    pub fn withholding(&self, facts: &Facts) -> Option<&'static Rule> {
        RULES.iter().find(|rule| self.is_on(rule.name) && (rule.applies)(facts))
    }
}

/// The names of all rules, for a message.
fn names() -> String {
    RULES.iter().map(|rule| rule.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_the_same_table() {
        let docs = include_str!("../../../docs/inconsistent.md");
        let rows: Vec<String> = RULES.iter().map(|rule| format!("| `{}` | {} |", rule.name, rule.reason)).collect();
        let table = docs.lines().skip_while(|line| !line.starts_with("| rule | ")).skip(2);
        let written: Vec<&str> = table.take_while(|line| line.starts_with('|')).collect();
        assert_eq!(written, rows);
    }

    #[test]
    fn rules_have_names_of_their_own() {
        let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), RULES.len());
        assert!(CONFIGURATION.iter().chain([&CONSEQUENCE]).all(|name| names.contains(name)));
    }

    #[test]
    fn rules_are_turned_on_and_off() {
        let mut rules = Rules::default();
        rules.show_configuration();
        assert_eq!(rules.follow("macro=off"), Ok(()));
        assert_eq!(rules.follow("sizeof=on"), Ok(()));
        assert_eq!(rules.off().collect::<Vec<_>>(), ["cast", "constants", "literal", "macro", "width"]);
        assert_eq!(rules.follow("macro"), Err(RuleError::Form("macro".to_owned())));
        assert_eq!(rules.follow("macro=maybe"), Err(RuleError::Form("macro=maybe".to_owned())));
        let error = rules.follow("makro=off").expect_err("there is no such rule").to_string();
        assert!(RULES.iter().all(|rule| error.contains(rule.name)), "{error}");
    }
}
