//! What is asked of the search for inconsistent code.

use crate::inconsistency::{Method, Rules};
use crate::report::inconsistent::SCHEMA_VERSION;
use crate::source::clang::Unit;
use crate::source::property::DataModel;
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

impl Request {
    /// What a function's result depends on, besides its code, as a line of JSON.
    pub fn options(&self) -> String {
        serde_json::json!({
            "bitreach": env!("CARGO_PKG_VERSION"),
            "schema_version": SCHEMA_VERSION,
            "data_model": self.data_model.to_string(),
            "overflow": self.overflow,
            "whole_program": self.whole_program,
            "boundary": self.boundary,
            "rules_off": self.rules.off().collect::<Vec<_>>(),
            "coverage": format!("{:?}", self.coverage).to_lowercase(),
            "thorough": self.thorough,
            "function_timeout": self.budget.as_secs_f64(),
        })
        .to_string()
    }
}
