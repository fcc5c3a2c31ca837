//! The report for programs: JSON by serde, with [`SCHEMA_VERSION`](super::SCHEMA_VERSION) in front.

use serde::{Serialize, Serializer};
use std::io;

/// Writes the report as one JSON document with a final line break.
///
/// # Errors
/// If writing fails.
pub fn write(report: &impl Serialize, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}

/// A number that is written without a point if it is whole, so that counts are integers.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Other(f64),
}

impl Number {
    fn of(value: f64) -> Number {
        /// Up to here each whole number has a `f64` of its own.
        const EXACT: f64 = (1_u64 << 53) as f64;
        match value.fract() == 0.0 && value.abs() <= EXACT {
            true => Number::Whole(value as i64),
            false => Number::Other(value),
        }
    }
}

/// How names of figures are written: in snake case. Text has *s in all* where JSON has `in_all_seconds`.
pub(super) fn name<S: Serializer>(name: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let snake = |words: &str| words.trim_start_matches("the ").replace([' ', '-'], "_");
    match name.strip_prefix("s ") {
        Some(time) => serializer.serialize_str(&format!("{}_seconds", snake(time))),
        None => serializer.serialize_str(&snake(name)),
    }
}

/// How figures are written.
pub(super) fn number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Number::of(*value).serialize(serializer)
}

/// How rows of figures are written.
pub(super) fn numbers<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().copied().map(Number::of))
}

#[cfg(test)]
mod tests {
    use crate::report::{Measure, Series};

    #[test]
    fn counts_are_integers_and_times_need_not_be() {
        let values = vec![0.0, -0.0, 3.0, 0.5, 9_007_199_254_740_992.0, 1e300];
        let series = serde_json::to_string(&Series { name: "s".into(), values }).expect("it can be written");
        assert_eq!(series, r#"{"name":"s","values":[0,0,3,0.5,9007199254740992,1e+300]}"#);
        let measure = serde_json::to_string(&Measure::new("clauses", 136.0)).expect("it can be written");
        assert_eq!(measure, r#"{"name":"clauses","value":136}"#);
    }

    #[test]
    fn names_are_in_snake_case() {
        let written =
            |name: &str| serde_json::to_value(Measure::new(name, 1.0)).expect("it can be written")["name"].clone();
        let names = ["state bits", "must-fail", "solve", "s in all", "s the slowest function"].map(written);
        assert_eq!(names, ["state_bits", "must_fail", "solve", "in_all_seconds", "slowest_function_seconds"]);
    }
}
