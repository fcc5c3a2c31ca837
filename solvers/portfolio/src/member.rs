//! Members as data: what a table says, one line a member, the most important first.
//!
//! ```text
//! # name     engine  options
//! ic3        ic3
//! ic3-plain  ic3     ctg=0 core=1 turn=500
//! ```
//!
//! A name is what progress and reports call the member. Which engines there are and what their options are is not known here:
//! the caller's function makes them. One option is the portfolio's own: `turn`, how long a turn of the member is where
//! members share a core ([`TURN`] by default).

use bitreach_engine::Engine;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The table of the portfolio that is run where the user brings none.
pub const DEFAULT_TABLE: &str = include_str!("../members.txt");

/// How often a member asks its stop flag in a turn, unless its row says something else. On programs that is some
/// hundredths to tenths of a second.
pub const TURN: u64 = 1000;

/// Makes an engine. An engine never leaves the thread that it is made on.
pub type Make = Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>;

/// An engine of a portfolio.
#[derive(Clone)]
pub struct Member {
    /// Its name in messages.
    pub name: &'static str,
    /// How often it asks its stop flag in a turn.
    pub turn: u64,
    /// Makes it.
    pub make: Make,
}

impl Member {
    /// A member with turns of [`TURN`] questions.
    pub fn new(name: &str, make: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static) -> Member {
        Member { name: interned(name), turn: TURN, make: Arc::new(make) }
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("name", &self.name).field("turn", &self.turn).finish_non_exhaustive()
    }
}

/// An option of a row: a name and a number.
pub type Setting<'a> = (&'a str, usize);

/// Why a table cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A line is not as it should be.
    #[error("line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it, and what would be right.
        message: String,
    },
    /// The table has no row.
    #[error("the table names no member; a line is a name, an engine and its options, as in `mine ic3 ctg=0`")]
    Empty,
}

/// Reads a table. `engine` makes the maker of an engine by its name and options, or says why it cannot.
///
/// # Errors
/// The first line that is wrong.
pub fn read_table(
    text: &str,
    engine: impl Fn(&str, &[Setting]) -> Result<Make, String>,
) -> Result<Vec<Member>, TableError> {
    let mut members: Vec<Member> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fault = |message: String| TableError::Line { line: index + 1, message };
        let row = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = row.split_whitespace().collect();
        let [name, kind, settings @ ..] = &words[..] else {
            match words.first() {
                None => continue,
                Some(name) => return Err(fault(format!("`{name}` has no engine; write a name and an engine"))),
            }
        };
        if members.iter().any(|member| member.name == *name) {
            return Err(fault(format!("there is a member `{name}` already")));
        }
        let settings: Vec<Setting> =
            settings.iter().map(|word| setting(word)).collect::<Result<_, _>>().map_err(fault)?;
        let (own, settings): (Vec<Setting>, Vec<Setting>) = settings.into_iter().partition(|(name, _)| *name == "turn");
        let turn = own.last().map_or(TURN, |&(_, turn)| turn as u64);
        if turn == 0 {
            return Err(fault("a turn is at least 1 long".to_owned()));
        }
        let make = engine(kind, &settings).map_err(fault)?;
        members.push(Member { name: interned(name), turn, make });
    }
    if members.is_empty() {
        return Err(TableError::Empty);
    }
    Ok(members)
}

/// `name=number`.
fn setting(word: &str) -> Result<Setting<'_>, String> {
    let (name, value) = word.split_once('=').ok_or_else(|| format!("`{word}` is no option; write name=number"))?;
    let value =
        value.parse().map_err(|_| format!("`{value}` is no value for `{name}`: values are numbers from 0 on"))?;
    Ok((name, value))
}

/// The name for the rest of the process, stored once: events and figures carry names as engines give them, for good.
fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    names.get(name).copied().unwrap_or_else(|| {
        let name: &'static str = name.to_owned().leak();
        names.insert(name);
        name
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_unroll::Unroll;

    /// An engine that has one option, `depth`.
    fn engine(name: &str, settings: &[Setting]) -> Result<Make, String> {
        match (name, settings) {
            ("unroll", [] | [("depth", _)]) => Ok(Arc::new(|| Box::<Unroll>::default())),
            ("unroll", [(option, _), ..]) => Err(format!("unroll has no option `{option}`")),
            _ => Err(format!("there is no engine `{name}`")),
        }
    }

    #[test]
    fn rows_keep_their_order_and_comments_are_left_out() {
        let text = "# name engine\n\nb unroll turn=7 depth=3 # deep\n  a  unroll\n";
        let members = read_table(text, engine).unwrap();
        let rows: Vec<(&str, u64)> = members.iter().map(|member| (member.name, member.turn)).collect();
        assert_eq!(rows, [("b", 7), ("a", TURN)]);
        assert!(std::ptr::eq(interned("a"), members[1].name));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = |text: &str| read_table(text, engine).expect_err(text).to_string();
        assert!(error("").contains("names no member") && error("# nothing\n").contains("names no member"));
        assert!(error("\nx\n").contains("line 2: `x` has no engine"));
        assert!(error("x nothing\n").contains("line 1: there is no engine `nothing`"));
        assert!(error("x unroll\ny unroll width=1\n").contains("line 2: unroll has no option `width`"));
        assert!(error("x unroll depth\n").contains("`depth` is no option"));
        assert!(error("x unroll depth=-1\n").contains("`-1` is no value for `depth`"));
        assert!(error("x unroll turn=0\n").contains("at least 1"));
        assert!(error("x unroll\nx unroll\n").contains("line 2: there is a member `x` already"));
    }
}
