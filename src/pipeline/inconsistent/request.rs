//! What is asked of the search for inconsistent code.

use crate::inconsistency::{Method, Rules};
use crate::report::inconsistent::SCHEMA_VERSION;
use crate::source::clang::Unit;
use crate::source::property::DataModel;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::time::Duration;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// The files.
    pub units: Vec<Unit>,
    /// The widths of `long` and pointers.
    pub data_model: DataModel,
    /// Whether signed overflow is an error.
    pub overflow: bool,
    /// How functions are covered.
    pub coverage: Method,
    /// Seconds for each function.
    pub budget: Duration,
    /// Whether nothing is given up before that time is over.
    pub thorough: bool,
    /// Whether inequalities are looked at where both sides are equal.
    pub boundary: bool,
    /// By which rules findings are withheld.
    pub rules: Rules,
    /// Whether those that are withheld are listed.
    pub withheld: bool,
    /// How many functions are analysed at the same time.
    pub jobs: usize,
    /// Whether the files are one program, which is analysed from its `main`.
    pub whole_program: bool,
}

/// What a function's result depends on, besides its code.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Options {
    bitreach: String,
    boundary: bool,
    coverage: String,
    data_model: String,
    function_timeout: f64,
    pub(super) overflow: bool,
    rules_off: Vec<String>,
    schema_version: u32,
    thorough: bool,
    pub(super) whole_program: bool,
}

impl Request {
    /// What a function's result depends on, besides its code.
    pub fn options(&self) -> Options {
        Options {
            bitreach: env!("CARGO_PKG_VERSION").to_owned(),
            boundary: self.boundary,
            coverage: format!("{:?}", self.coverage).to_lowercase(),
            data_model: self.data_model.to_string(),
            function_timeout: self.budget.as_secs_f64(),
            overflow: self.overflow,
            rules_off: self.rules.off().map(Into::into).collect(),
            schema_version: SCHEMA_VERSION,
            thorough: self.thorough,
            whole_program: self.whole_program,
        }
    }
}

impl Options {
    /// The first option that is another one there, in words.
    pub(super) fn difference(&self, other: &Options) -> Option<String> {
        let fields = |options: &Options| match serde_json::to_value(options) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        let (here, there) = (fields(self), fields(other));
        let different = here.into_iter().find(|(name, value)| there.get(name) != Some(value));
        different.map(|(name, value)| format!("{name}: `{value}` and `{}`", there.get(&name).unwrap_or(&Value::Null)))
    }
}

/// A line of JSON.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}
