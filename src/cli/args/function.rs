//! Which functions are checked by themselves.

use clap::Args as Group;

/// A function by itself, and what is assumed of its arguments.
#[derive(Group, Clone, Debug, Default)]
pub struct OneFunctionArgs {
    /// Ask about this function by itself, called with any arguments and any values of the globals that it uses.
    ///
    /// A pointer is null or points to a new object; the report lists under `assumptions` what objects there are. Without --property the
    /// question is as for programs, but for leaks: those are questions about whole programs.
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,

    /// Only arguments and globals of which this expression of C holds, such as `p != NULL && n <= elements(p)`, where `elements(p)` is
    /// how many elements the argument `p` points to (0 for null). May be given several times.
    #[arg(long, value_name = "EXPRESSION", requires = "function", allow_hyphen_values = true)]
    pub assume: Vec<String>,
}

/// Functions by themselves.
#[derive(Group, Clone, Debug, Default)]
pub struct FunctionArgs {
    /// One of them.
    #[command(flatten)]
    pub one: OneFunctionArgs,

    /// Check each function of the files by itself, one after the other. They share the time.
    #[arg(long, conflicts_with = "function")]
    pub all_functions: bool,
}
