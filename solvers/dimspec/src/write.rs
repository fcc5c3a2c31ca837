//! The writer: sections i, u, g, t in that order, exact counts, `t` with `2n` variables, and all comments above the first
//! header, where IncPlan accepts them.

use crate::{DimSpec, Section, SymbolKind, Symbols};
use bitreach_formula::Lit;
use flate2::{write::GzEncoder, Compression};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a problem.
///
/// # Errors
/// If writing fails.
pub fn write(problem: &DimSpec, out: &mut impl Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    symbols(problem, &mut out)?;
    let mut text = String::new();
    for section in Section::ALL {
        let cnf = problem.section(section);
        let variables = if section == Section::Transition { 2 * problem.variables } else { problem.variables };
        writeln!(out, "{section} cnf {variables} {}", cnf.len())?;
        for clause in cnf.iter() {
            text.clear();
            clause.iter().for_each(|lit| push(*lit, &mut text));
            writeln!(out, "{text}0")?;
        }
    }
    out.flush()
}

fn push(lit: Lit, text: &mut String) {
    use std::fmt::Write;
    // Writing to a string cannot fail.
    let _ = write!(text, "{lit} ");
}

/// Comments: those of the problem, what each variable is, and the inputs once more in the form that IncPlan reads.
fn symbols(problem: &DimSpec, out: &mut impl Write) -> io::Result<()> {
    let symbols = &problem.symbols;
    for comment in &symbols.comments {
        writeln!(out, "c {}", comment.replace(['\n', '\r'], " "))?;
    }
    if symbols.functional {
        writeln!(out, "c functional")?;
    }
    for symbol in &symbols.table {
        let name = symbol.name.replace(['\n', '\r'], " ");
        writeln!(out, "c var {} {} {} {name}", symbol.var, symbol.kind, symbol.bit)?;
    }
    for clause in symbols.candidates.iter().filter(|clause| !clause.is_empty()) {
        let mut text = String::new();
        clause.iter().for_each(|&lit| push(lit, &mut text));
        writeln!(out, "c candidate {text}0")?;
    }
    if let Some(inputs) = action_variables(symbols) {
        // One line of this kind is enough: a foreign problem keeps its own.
        if !symbols.comments.iter().any(|comment| comment.starts_with(ACTION_VARIABLES)) {
            writeln!(out, "c {inputs}")?;
        }
    }
    Ok(())
}

const ACTION_VARIABLES: &str = "action-vars ";

/// The comment that tells IncPlan which variables are inputs, if there are any.
pub(crate) fn action_variables(symbols: &Symbols) -> Option<String> {
    let inputs: Vec<String> = symbols.of_kind(SymbolKind::Input).map(|var| var.to_string()).collect();
    (!inputs.is_empty()).then(|| format!("{ACTION_VARIABLES}[{}]", inputs.join(",")))
}

/// Writes a problem to a file, compressed if its name ends in `.gz`: whole or not at all.
///
/// # Errors
/// If writing fails; then no file of that name is made, and one that was there stays as it was.
pub fn write_file(problem: &DimSpec, path: &Path) -> io::Result<()> {
    write_whole(path, |mut out| write(problem, &mut out))
}

/// Writes a file with `content`, compressed if its name ends in `.gz`: whole or not at all. A link stays one: what it leads to is
/// written.
///
/// # Errors
/// If writing fails; then no file of that name is made, and one that was there stays as it was.
pub fn write_whole(path: &Path, content: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // Devices and pipes are written as they are: there is nothing to rename over.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return write_to(&content, path, path);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&target);
    let written = write_to(&content, &temporary, path).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_to(content: impl Fn(&mut dyn Write) -> io::Result<()>, target: &Path, name: &Path) -> io::Result<()> {
    let mut file = fs::File::create(target)?;
    if name.extension().is_some_and(|extension| extension == "gz") {
        let mut encoder = GzEncoder::new(file, Compression::default());
        content(&mut encoder)?;
        encoder.finish()?.flush()
    } else {
        content(&mut file)
    }
}

/// A name in the same folder that no other run uses.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{read, read_file, ReadErrorKind};
    use crate::Symbol;
    use bitreach_formula::{Clause, Var};
    use proptest::prelude::*;

    fn problem() -> impl Strategy<Value = DimSpec> {
        let cnf = |variables: usize| {
            let lit = (0..2 * variables).prop_map(Lit::from_code);
            prop::collection::vec(prop::collection::vec(lit, 0..5), 0..8)
        };
        (1usize..9).prop_flat_map(move |n| (Just(n), cnf(n), cnf(n), cnf(n), cnf(2 * n), any::<bool>())).prop_map(
            |(variables, initial, universal, goal, transition, functional)| {
                let collect = |clauses: Vec<Vec<Lit>>| clauses.iter().map(|clause| &clause[..]).collect();
                let mut problem = DimSpec {
                    variables,
                    initial: collect(initial),
                    universal: collect(universal),
                    goal: collect(goal),
                    transition: collect(transition),
                    ..DimSpec::default()
                };
                problem.symbols.functional = functional;
                problem.symbols.comments.push("a comment".to_owned());
                let symbol = |(index, kind)| Symbol { var: Var::new(index), kind, bit: index, name: "a b".to_owned() };
                let kinds = [SymbolKind::State, SymbolKind::Location, SymbolKind::Input, SymbolKind::Gate];
                problem.symbols.table = (0..variables).zip(kinds).map(symbol).collect();
                let candidates = problem.goal.iter().filter(|clause| !clause.is_empty());
                problem.symbols.candidates = candidates.map(|clause| Clause::new(clause.iter().copied())).collect();
                problem
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(problem in problem()) {
            let mut text = Vec::new();
            write(&problem, &mut text).unwrap();
            prop_assert_eq!(read(&text[..]).unwrap(), problem);
        }

        #[test]
        fn nothing_makes_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes[..]);
        }

        #[test]
        fn no_mutation_makes_the_reader_panic(problem in problem(), at in any::<prop::sample::Index>(), with in "[iugtcnf0-9 \n-]{0,6}") {
            let mut text = Vec::new();
            write(&problem, &mut text).unwrap();
            let at = at.index(text.len());
            text.splice(at..(at + with.len()).min(text.len()), with.bytes());
            let _ = read(&text[..]);
        }
    }

    #[test]
    fn files_are_whole_or_not_there() {
        let folder = std::env::temp_dir().join(format!("dimspec-test-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let text = "c name\ni cnf 1 1\n1 0\nu cnf 1 0\ng cnf 1 1\n-1 0\nt cnf 1 1\n1 2 0\n";
        let problem = read(text.as_bytes()).unwrap();
        for name in ["x.dimspec", "x.dimspec.gz"] {
            write_file(&problem, &folder.join(name)).unwrap();
            assert_eq!(read_file(&folder.join(name)).unwrap(), problem);
        }
        let whole = fs::read(folder.join("x.dimspec.gz")).unwrap();
        assert_eq!(whole[..2], [0x1f, 0x8b]);
        let cut = read(&whole[..whole.len() - 12]).unwrap_err();
        assert!(matches!(cut.kind, ReadErrorKind::Io(_)), "{cut}");
        assert!(write_file(&problem, &folder.join("no/folder/x")).is_err());
        let directory = read_file(&folder).unwrap_err().to_string();
        assert!(directory.starts_with("cannot be read"), "{directory}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn sections_in_any_order_and_comments_anywhere() {
        let text = "t cnf 2 1\nc in between\n1 2\n0\ng cnf 1 1\n-1 0 u cnf 1 0\nc\ni cnf 1 1\n1 0\nc at the end";
        let problem = read(text.as_bytes()).unwrap();
        assert_eq!((problem.variables, problem.transition.len(), problem.goal.len()), (1, 1, 1));
    }

    #[test]
    fn foreign_comments_survive() {
        let header = "i cnf 2 0\nu cnf 2 0\ng cnf 2 0\nt cnf 4 0\n";
        let rewritten = |comments: &str| {
            let mut text = Vec::new();
            write(&read(format!("{comments}{header}").as_bytes()).unwrap(), &mut text).unwrap();
            String::from_utf8(text).unwrap().replace(header, "")
        };
        for comments in [
            "c action-vars [1,2]\n",
            "c number of states: 7\nc   indented \n",
            "c var 1 input 0 x\nc action-vars [1]\n",
            "c var 9 input 0 out of range\n",
        ] {
            let once = rewritten(comments);
            assert_eq!(once, if comments.contains("out of range") { "" } else { comments });
            assert_eq!(rewritten(&once), once);
        }
        // Its own list of actions stays, ours does not join it.
        assert_eq!(rewritten("c var 1 input 0 x\nc action-vars [2]\n"), "c action-vars [2]\nc var 1 input 0 x\n");
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let good = "i cnf 1 1\n1 0\nu cnf 1 0\ng cnf 1 1\n-1 0\nt cnf 2 1\n1 2 0\n";
        let fault = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert!(fault("").contains("there is nothing but comments"));
        assert!(fault("c only a comment\n").contains("line 2: there is nothing but comments"));
        assert!(fault("p cnf 3 1\n1 2 3 0\n").contains("line 1: this is one formula"));
        assert!(fault(&good[..good.len() - 3]).contains("line 7: the last clause of section t"));
        assert!(fault(&good.replace("u cnf 1 0\n", "")).contains("without section u"));
        assert!(fault(&format!("{good}u cnf 1 0\n")).contains("line 8: section u comes a second time"));
        assert!(fault(&good.replace("-1 0", "-2 0")).contains("line 5: literal -2 in section g"));
        assert!(fault(&good.replace("1 2 0", "1 3 0")).contains("line 7: literal 3 in section t"));
        assert!(fault(&good.replace("1 2 0", "1 -9223372036854775809 0")).contains("out of range"));
        assert!(fault(&good.replace("-1 0", "-1x 0")).contains("line 5: `-1x` is not a literal"));
        assert!(fault(&good.replace("-1 0", "- 0")).contains("line 5: `-` is not a literal"));
        assert!(fault(&good.replace("u cnf 1 0", "u cnf 1")).contains("line 3: the header should be `u cnf"));
        assert!(fault(&good.replace("u cnf 1 0", "u cnf 1 -1")).contains("line 3: the header should be `u cnf"));
        assert!(fault(&good.replace("u cnf", "unsat")).contains("line 3: `unsat` is no header"));
        assert!(fault(&good.replace("t cnf 2", "t cnf 3")).contains("line 6: section t declares 3 variables"));
        assert!(fault("g cnf 3 0\ni cnf 1 0\n").contains("line 2: section g declares 3 variables, the others say 1"));
        let transition_first = "t cnf 2 1\n1\n3 0\ni cnf 1 0\nu cnf 1 0\ng cnf 1 0\n";
        assert!(fault(transition_first).contains("line 3: literal 3 in section t is out of range: the section has 2"));
        assert!(fault(&good.replace("-1 0", "-x 0")).contains("line 5: `-x`"));
        assert!(fault(&good.replace("g cnf 1 1", "g cnf 1 2")).contains("announces 2 clauses and has 1"));
        assert!(fault(&good.replace("g cnf 1 1", "g cnf 1 0")).contains("announces 0 clauses and has 1"));
        assert!(fault(&good.replace("g cnf 1 1", "g cnf 3 1")).contains("declares 3 variables"));
        assert!(fault(&good.replace("i cnf 1", "i cnf 99999999999")).contains("line 1: the header"));
        assert!(fault("int main(void) { return 0; }").contains("is no header"));
        assert!(fault("1 2 0").contains("is no header"));
        assert!(fault("\u{7f}ELF\u{2}\u{1b}[31m").contains("`\\u{7f}ELF\\u{2}\\u{1b}[31m` is no header"));
        assert!(fault(&format!("i cnf 1 1\n{}", "z".repeat(10_000_000))).len() < 200);
        let zeros = format!("i cnf 1 1\n1 {} u cnf 1 0 g cnf 1 0 t cnf 1 0", "0".repeat(100));
        assert_eq!(read(zeros.as_bytes()).unwrap().initial.len(), 1);
        assert!(fault(&format!("i cnf 1 1\n{}", "1 ".repeat(100_000))).contains("does not end in 0"));
    }
}
