//! Evidence as text, to be checked later or by others.
//!
//! A certificate is `invariant <variables> <clauses>` followed by the clauses as in DIMACS, or `relative <variables> <rows>
//! <clauses>` followed by so many rows, of which the first ones are the invariant's clauses and the others those that hold in all
//! steps but the last, or `exhausted <variables> <depth>` alone, or `kinduction <variables> <rows> <k>` followed by a line for each
//! lemma, a line `m <clause>` for each clause that holds in all steps but the last, and a line `d <step> <step>` for each
//! pair of steps that differ, which together are as many as the rows; a trace is `trace <variables> <assignments>` followed by one line for each step with the literals that are true, all variables in
//! order. Clauses and assignments end with 0; lines that start with `c` are comments.

use crate::{Certificate, KInduction, Relative, TimeStep, Trace};
use bitreach_formula::{Assignment, Clause, Lit};
use std::io::{self, BufRead, Write};

/// What can be checked: why a problem is safe or unsafe.
#[derive(Clone, PartialEq, Debug)]
pub enum Evidence {
    /// A proof of safety.
    Certificate(Certificate),
    /// A run to the goal.
    Trace(Trace),
}

/// Why a text is not evidence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvidenceError {
    /// Reading failed.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line is not as it should be.
    #[error("line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The text ends too early, or holds more than its header says.
    #[error("the header announces {announced} lines, {found} follow")]
    Count {
        /// What the header says.
        announced: usize,
        /// What there is.
        found: usize,
    },
    /// There is no header.
    #[error(
        "there is no header line `invariant …`, `relative …`, `exhausted …`, `kinduction …` or `trace …`; is this a file that `--evidence` wrote?"
    )]
    NoHeader,
}

/// Writes evidence about a problem with `variables` variables a step.
///
/// # Errors
/// If writing fails.
pub fn write(evidence: &Evidence, variables: usize, out: &mut dyn Write) -> io::Result<()> {
    match evidence {
        Evidence::Certificate(Certificate::Invariant(clauses)) => {
            writeln!(out, "invariant {variables} {}", clauses.len())?;
            clauses.iter().try_for_each(|clause| line(clause.iter().copied(), out))
        }
        Evidence::Certificate(Certificate::Relative(Relative { clauses, moves })) => {
            writeln!(out, "relative {variables} {} {}", clauses.len() + moves.len(), clauses.len())?;
            clauses.iter().chain(moves).try_for_each(|clause| line(clause.iter().copied(), out))
        }
        Evidence::Certificate(Certificate::Exhausted { depth }) => writeln!(out, "exhausted {variables} {depth}"),
        Evidence::Certificate(Certificate::KInduction(KInduction { k, lemmas, moves, distinct })) => {
            writeln!(out, "kinduction {variables} {} {k}", lemmas.len() + moves.len() + distinct.len())?;
            lemmas.iter().try_for_each(|lemma| line(lemma.iter().copied(), out))?;
            for clause in moves {
                write!(out, "m ")?;
                line(clause.iter().copied(), out)?;
            }
            distinct.iter().try_for_each(|(one, two)| writeln!(out, "d {} {}", one.0, two.0))
        }
        Evidence::Trace(trace) => {
            writeln!(out, "trace {variables} {}", trace.steps.len())?;
            let lits = |step: &Assignment| {
                let mut lits = step.cube((0..step.len()).map(bitreach_formula::Var::new)).to_vec();
                lits.sort_by_key(|lit| lit.var());
                lits
            };
            trace.steps.iter().try_for_each(|step| line(lits(step).into_iter(), out))
        }
    }
}

fn line(lits: impl Iterator<Item = Lit>, out: &mut dyn Write) -> io::Result<()> {
    for lit in lits {
        write!(out, "{lit} ")?;
    }
    writeln!(out, "0")
}

/// Reads evidence and the number of variables a step that it is about.
///
/// # Errors
/// If the text is not evidence; the error says where and why.
pub fn read(input: impl BufRead) -> Result<(Evidence, usize), EvidenceError> {
    let mut header: Option<Header> = None;
    let mut rows: Vec<Vec<Lit>> = Vec::new();
    let (mut marked, mut distinct) = (Vec::new(), Vec::new());
    for (index, text) in input.lines().enumerate() {
        let text = text?;
        let fault = |message: String| EvidenceError::Line { line: index + 1, message };
        if text.starts_with('c') || text.trim().is_empty() {
            continue;
        }
        match &header {
            None => header = Some(parse_header(&text).ok_or(EvidenceError::NoHeader)?),
            Some(Header { kind, variables, .. }) => match text.strip_prefix("m ") {
                Some(clause) if kind == "kinduction" => marked.push(parse_row(clause, *variables).map_err(fault)?),
                _ if kind == "kinduction" && text.starts_with('d') => distinct.push(parse_pair(&text).map_err(fault)?),
                _ => rows.push(parse_row(&text, *variables).map_err(fault)?),
            },
        }
    }
    let Header { kind, variables, rows: announced, last } = header.ok_or(EvidenceError::NoHeader)?;
    if kind == "exhausted" && rows.is_empty() {
        return Ok((Evidence::Certificate(Certificate::Exhausted { depth: announced }), variables));
    }
    let found = rows.len() + marked.len() + distinct.len();
    if found != announced {
        return Err(EvidenceError::Count { announced, found });
    }
    let certificate = |certificate| Ok((Evidence::Certificate(certificate), variables));
    let clauses = |rows: Vec<Vec<Lit>>| rows.into_iter().map(Clause::new).collect::<Vec<_>>();
    match (&*kind, last) {
        ("kinduction", Some(k)) => {
            let (lemmas, moves) = (clauses(rows), clauses(marked));
            return certificate(Certificate::KInduction(KInduction { k, lemmas, moves, distinct }));
        }
        ("relative", Some(count)) if count > found => return Err(EvidenceError::Count { announced: count, found }),
        ("relative", Some(count)) => {
            let moves = clauses(rows.split_off(count));
            return certificate(Certificate::Relative(Relative { clauses: clauses(rows), moves }));
        }
        ("invariant", _) => return certificate(Certificate::Invariant(clauses(rows))),
        _ => {}
    }
    let steps = rows.into_iter().enumerate().map(|(step, row)| {
        let complete = row.len() == variables && row.iter().enumerate().all(|(index, lit)| lit.var().index() == index);
        let message = format!("step {step} does not give each of the {variables} variables once, in order");
        complete
            .then(|| Assignment::new(row.iter().map(|lit| lit.is_positive()).collect()))
            .ok_or(EvidenceError::Line { line: step + 2, message })
    });
    Ok((Evidence::Trace(Trace { steps: steps.collect::<Result<_, _>>()? }), variables))
}

/// The first line that is no comment.
struct Header {
    kind: String,
    variables: usize,
    /// How many lines follow, or the depth of exhausted runs.
    rows: usize,
    /// The `k` of an induction, or how many rows are clauses of a relative invariant.
    last: Option<usize>,
}

fn parse_header(text: &str) -> Option<Header> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (kind, variables, rows, last) = match words[..] {
        [kind @ ("invariant" | "exhausted" | "trace"), variables, rows] => (kind, variables, rows, None),
        [kind @ ("kinduction" | "relative"), variables, rows, last] => {
            (kind, variables, rows, Some(last.parse().ok()?))
        }
        _ => return None,
    };
    Some(Header { kind: kind.to_owned(), variables: variables.parse().ok()?, rows: rows.parse().ok()?, last })
}

fn parse_pair(text: &str) -> Result<(TimeStep, TimeStep), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let step = |word: &str| word.parse().map(TimeStep).map_err(|_| format!("`{word}` is not a step"));
    match words[..] {
        ["d", one, two] => Ok((step(one)?, step(two)?)),
        _ => Err("a pair is `d` and two steps".to_owned()),
    }
}

fn parse_row(text: &str, variables: usize) -> Result<Vec<Lit>, String> {
    let mut numbers = text.split_whitespace().map(|word| word.parse::<i32>().map_err(|_| word));
    let mut row = Vec::new();
    loop {
        match numbers.next() {
            None => return Err("the line does not end with 0".to_owned()),
            Some(Err(word)) => return Err(format!("`{word}` is not a literal")),
            Some(Ok(0)) if numbers.next().is_none() => return Ok(row),
            Some(Ok(number)) => {
                let lit = Lit::from_dimacs(number).filter(|lit| lit.var().index() < variables);
                row.push(lit.ok_or_else(|| format!("{number} is not a literal of the {variables} variables"))?);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::Var;

    fn round_trip(evidence: Evidence, variables: usize) {
        let mut text = Vec::new();
        write(&evidence, variables, &mut text).expect("writing to memory succeeds");
        assert_eq!(read(&text[..]).expect("what was written can be read"), (evidence, variables));
    }

    #[test]
    fn evidence_comes_back_as_it_was_written() {
        let clauses = vec![Clause::new([Var::new(0).positive(), Var::new(2).negative()]), Clause::new([])];
        round_trip(Evidence::Certificate(Certificate::Invariant(clauses)), 3);
        round_trip(Evidence::Certificate(Certificate::Exhausted { depth: 12 }), 3);
        let clause = |numbers: &[i32]| Clause::new(numbers.iter().filter_map(|&number| Lit::from_dimacs(number)));
        let relative = Relative { clauses: vec![clause(&[1, -2])], moves: vec![clause(&[3]), clause(&[-3, 2])] };
        round_trip(Evidence::Certificate(Certificate::Relative(relative)), 3);
        round_trip(Evidence::Certificate(Certificate::Relative(Relative::default())), 3);
        let error = read(&b"relative 3 1 2\n1 0\n"[..]).expect_err("it has fewer rows than clauses");
        assert!(matches!(error, EvidenceError::Count { announced: 2, found: 1 }));
        for distinct in [vec![], vec![(TimeStep(0), TimeStep(1)), (TimeStep(2), TimeStep(7))]] {
            for moves in [vec![], vec![clause(&[3, -1]), clause(&[])]] {
                let (lemmas, distinct) = (vec![clause(&[-2])], distinct.clone());
                round_trip(
                    Evidence::Certificate(Certificate::KInduction(KInduction { k: 7, lemmas, moves, distinct })),
                    3,
                );
            }
        }
        let steps = vec![Assignment::new(vec![true, false, true]), Assignment::new(vec![false; 3])];
        round_trip(Evidence::Trace(Trace { steps }), 3);
    }

    #[test]
    fn what_is_not_evidence_is_refused() {
        let refused = |text: &str| read(text.as_bytes()).expect_err(text).to_string();
        assert!(refused("").contains("header"));
        assert!(refused("p cnf 1 1\n1 0\n").contains("header"));
        assert!(refused("invariant 2 2\n1 0\n").contains("announces 2"));
        assert!(refused("invariant 2 1\n3 0\n").contains("line 2: 3 is not a literal"));
        assert!(refused("invariant 2 1\n1\n").contains("end with 0"));
        assert!(refused("invariant 2 1\nx 0\n").contains("`x`"));
        assert!(refused("trace 2 1\n1 0\n").contains("step 0"));
        assert!(refused("kinduction 2 1\n").contains("header"));
        assert!(refused("kinduction 2 2 1\n1 0\n").contains("announces 2"));
        assert!(refused("kinduction 2 1 1\nm 1 0\n2 0\n").contains("2 follow"));
        assert!(refused("kinduction 2 1 1\nm 3 0\n").contains("line 2: 3 is not a literal"));
        assert!(refused("kinduction 2 1 1\nm 1\n").contains("end with 0"));
        assert!(refused("invariant 2 1\nm 1 0\n").contains("`m`"));
        assert!(refused("kinduction 2 1 1\nd 0\n").contains("line 2: a pair"));
        assert!(refused("kinduction 2 1 1\nd 0 -1\n").contains("`-1`"));
        assert!(refused("invariant 2 1\nd 0 1\n").contains("`d`"));
    }
}
