//! Right, wrong, unknown; and SV-COMP's score of it (<https://sv-comp.sosy-lab.org/2025/rules.php>, without the part that witnesses
//! have in it).

use super::questions::Question;
use super::record::Record;
use crate::report::Answer;

/// What a verdict is worth, by the verdict that the task expects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Safe, and expected to be.
    RightTrue,
    /// Unsafe, and expected to be, by the part of the property that is expected.
    RightFalse,
    /// Safe, and expected not to be.
    WrongTrue,
    /// Unsafe, and expected not to be; or by another part of the property.
    WrongFalse,
    /// Unknown.
    Unknown,
    /// No verdict.
    Failed,
    /// A verdict that the task says nothing about.
    Unjudged,
}

impl Class {
    /// All of them, in the order of tables.
    pub const ALL: [Class; 7] = [
        Class::RightTrue,
        Class::RightFalse,
        Class::WrongTrue,
        Class::WrongFalse,
        Class::Unknown,
        Class::Failed,
        Class::Unjudged,
    ];

    /// The class of an answer.
    pub fn of(record: &Record) -> Class {
        let Question { expected, subproperty, .. } = &record.question;
        match (&record.verdict, expected) {
            (None, _) => Class::Failed,
            (Some(Answer::Unknown(_)), _) => Class::Unknown,
            (Some(_), None) => Class::Unjudged,
            (Some(Answer::Safe), Some(true)) => Class::RightTrue,
            (Some(Answer::Safe), Some(false)) => Class::WrongTrue,
            (Some(Answer::Unsafe(_)), Some(true)) => Class::WrongFalse,
            (Some(Answer::Unsafe(part)), Some(false)) => match subproperty {
                Some(expected) if expected != part => Class::WrongFalse,
                _ => Class::RightFalse,
            },
        }
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Class::RightTrue => "right true",
            Class::RightFalse => "right false",
            Class::WrongTrue => "wrong true",
            Class::WrongFalse => "wrong false",
            Class::Unknown => "unknown",
            Class::Failed => "failed",
            Class::Unjudged => "not judged",
        }
    }

    /// SV-COMP's points.
    pub fn score(self) -> i64 {
        match self {
            Class::RightTrue => 2,
            Class::RightFalse => 1,
            Class::WrongTrue => -32,
            Class::WrongFalse => -16,
            Class::Unknown | Class::Failed | Class::Unjudged => 0,
        }
    }

    /// Whether the verdict is as expected.
    pub fn is_right(self) -> bool {
        matches!(self, Class::RightTrue | Class::RightFalse)
    }

    /// Whether the verdict is not as expected.
    pub fn is_wrong(self) -> bool {
        matches!(self, Class::WrongTrue | Class::WrongFalse)
    }
}

/// The most that right verdicts on these questions are worth.
pub fn best<'a>(questions: impl IntoIterator<Item = &'a Question>) -> i64 {
    let worth = |question: &Question| match question.expected {
        Some(true) => Class::RightTrue.score(),
        Some(false) => Class::RightFalse.score(),
        None => 0,
    };
    questions.into_iter().map(worth).sum()
}

/// The verdict in a column of a table, as in `UNKNOWN(timeout)`; `none` where there is none.
pub fn verdict(record: &Record) -> String {
    let verdict = record.verdict.as_ref().map(Answer::to_string);
    verdict.map_or("none".to_owned(), |line| line.trim_start_matches("VERDICT: ").to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::record::testing::record;
    use super::*;

    #[test]
    fn classes_and_points() {
        let class = |verdict: Option<Answer>, expected: Option<bool>, part: Option<&str>| {
            let mut record = record("a", verdict, 1.0);
            (record.question.expected, record.question.subproperty) = (expected, part.map(str::to_owned));
            let class = Class::of(&record);
            (class.name(), class.score())
        };
        let safe = || Some(Answer::Safe);
        let broken = |part: &str| Some(Answer::Unsafe(part.to_owned()));
        assert_eq!(class(safe(), Some(true), None), ("right true", 2));
        assert_eq!(class(safe(), Some(false), Some("p")), ("wrong true", -32));
        assert_eq!(class(broken("p"), Some(false), None), ("right false", 1));
        assert_eq!(class(broken("p"), Some(false), Some("p")), ("right false", 1));
        assert_eq!(class(broken("q"), Some(false), Some("p")), ("wrong false", -16));
        assert_eq!(class(broken("p"), Some(true), None), ("wrong false", -16));
        assert_eq!(class(Some(Answer::Unknown("x".into())), Some(true), None), ("unknown", 0));
        assert_eq!(class(None, Some(true), None), ("failed", 0));
        assert_eq!(class(safe(), None, None), ("not judged", 0));
    }

    #[test]
    fn verdicts_in_tables() {
        assert_eq!(verdict(&record("a", Some(Answer::Unknown("timeout".into())), 1.0)), "UNKNOWN(timeout)");
        assert_eq!(verdict(&record("a", None, 1.0)), "none");
    }
}
