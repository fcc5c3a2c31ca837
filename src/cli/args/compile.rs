//! How C files are compiled: the options of compilers under their usual names.

use clap::Args as Group;
use std::ffi::OsString;
use std::path::PathBuf;

/// What the preprocessor and the compiler are told.
#[derive(Group, Clone, Debug, Default)]
pub struct CompileArgs {
    /// A folder in which C files find their headers; may be given several times.
    #[arg(short = 'I', long, value_name = "FOLDER")]
    pub include: Vec<PathBuf>,

    /// Define a macro for C files; may be given several times.
    #[arg(short = 'D', long, value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,

    /// Undefine a macro for C files; may be given several times.
    #[arg(short = 'U', long, value_name = "NAME")]
    pub undefine: Vec<String>,

    /// The version of C, such as c11 or gnu17; also as compilers have it, -std=c11.
    #[arg(long, value_name = "VERSION")]
    pub std: Option<String>,

    /// Another argument for clang that changes what a source means, such as -funsigned-char; may be given several times.
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub clang: Vec<String>,
}

/// Options that compilers have under names that are not ours: `-std=c11`, `-m32`, `-m64`.
pub fn with_our_names(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut are_options = true;
    let renamed = |argument: OsString| {
        are_options &= argument != "--";
        match argument.to_str() {
            Some(option) if are_options && option.starts_with("-std=") => format!("-{option}").into(),
            Some("-m32") if are_options => "--data-model=ILP32".into(),
            Some("-m64") if are_options => "--data-model=LP64".into(),
            _ => argument,
        }
    };
    arguments.map(renamed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_compilers_are_understood() {
        let renamed = |arguments: &[&str]| {
            let renamed = with_our_names(arguments.iter().map(OsString::from));
            renamed.into_iter().map(|argument| argument.into_string().expect("text")).collect::<Vec<_>>()
        };
        assert_eq!(renamed(&["-std=c11", "-m32", "-m1G"]), ["--std=c11", "--data-model=ILP32", "-m1G"]);
        assert_eq!(renamed(&["--", "-m64", "-std=x.c"]), ["--", "-m64", "-std=x.c"]);
    }
}
