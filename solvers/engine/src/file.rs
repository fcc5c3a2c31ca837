//! Evidence as text, to be checked later or by others.
//!
//! A certificate is `invariant <variables> <clauses>` followed by the clauses as in DIMACS, or `kinduction <variables> <rows> <k>`
//! followed by a line for each lemma and a line `d <step> <step>` for each pair of steps that differ, which together are as many as
//! the rows, or `exhausted <variables> <rows> <depth>`, or `ended` with the same numbers if runs may not stay, followed by lemmas as
//! there and a line `a <clause>` for each clause that is false in dead states alone; a trace is `trace <variables> <assignments>`
//! followed by one line for each step with the literals that are true, all variables in order. Clauses and assignments end with 0;
//! lines that start with `c` are comments.
//!
//! Once there were clauses about gates in steps that have a successor, too: under the header `relative`, and in lines `m <clause>`.
//! These are not read any more, and [`EvidenceError::Retired`] says so.

use crate::{Certificate, Exhausted, KInduction, TimeStep, Trace};
use bitreach_formula::{counted, printable, Assignment, Clause, Lit};
use std::io::{self, BufRead, Write};

/// What can be checked: why a problem is safe or unsafe.
#[derive(Clone, PartialEq, Debug)]
pub enum Evidence {
    /// A proof of safety.
    Certificate(Certificate),
    /// A run to the goal.
    Trace(Trace),
}

/// The first word of a header that stood above invariants with clauses about gates.
const RETIRED: &str = "relative";

/// The kinds of evidence as they are written. Reader, writer and messages have them from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An inductive invariant.
    Invariant,
    /// All runs end, or stay where they are.
    Exhausted,
    /// All runs end.
    Ended,
    /// A k-induction.
    KInduction,
    /// A run to the goal.
    Trace,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [Kind::Invariant, Kind::Exhausted, Kind::Ended, Kind::KInduction, Kind::Trace];

    /// The first word of its header.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Invariant => "invariant",
            Kind::Exhausted => "exhausted",
            Kind::Ended => "ended",
            Kind::KInduction => "kinduction",
            Kind::Trace => "trace",
        }
    }

    /// The kind whose header begins so.
    fn of_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether a header begins so, also one that is not read any more.
    pub fn is_word(word: &str) -> bool {
        word == RETIRED || Kind::of_word(word).is_some()
    }

    /// How the headers begin, for messages.
    pub fn headers() -> String {
        Kind::ALL.map(|kind| format!("`{} …`", kind.word())).join(", ")
    }

    fn of(evidence: &Evidence) -> Kind {
        match evidence {
            Evidence::Trace(_) => Kind::Trace,
            Evidence::Certificate(Certificate::Invariant(_)) => Kind::Invariant,
            Evidence::Certificate(Certificate::Exhausted(Exhausted { may_stay: true, .. })) => Kind::Exhausted,
            Evidence::Certificate(Certificate::Exhausted(_)) => Kind::Ended,
            Evidence::Certificate(Certificate::KInduction(_)) => Kind::KInduction,
        }
    }
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
    #[error("the header announces {}, {found} follow", counted(*.announced, "line"))]
    Count {
        /// What the header says.
        announced: usize,
        /// What there is.
        found: usize,
    },
    /// There is no header.
    #[error("there is no header line such as {}; is this a file that `--evidence` wrote?", Kind::headers())]
    NoHeader,
    /// A proof of a kind that is not written any more.
    #[error(
        "the proof has clauses about gates in steps that have a successor, which earlier versions wrote and this one does not read: \
         call `bitreach check` or `bitreach solve` again, with `--evidence FILE`, for a proof without them"
    )]
    Retired,
}

/// Writes evidence about a problem with `variables` variables a step.
///
/// # Errors
/// If writing fails.
pub fn write(evidence: &Evidence, variables: usize, out: &mut dyn Write) -> io::Result<()> {
    let kind = Kind::of(evidence).word();
    match evidence {
        Evidence::Certificate(Certificate::Invariant(clauses)) => {
            writeln!(out, "{kind} {variables} {}", clauses.len())?;
            clauses.iter().try_for_each(|clause| line(clause.iter().copied(), out))
        }
        Evidence::Certificate(Certificate::Exhausted(Exhausted { depth, alive, lemmas, .. })) => {
            writeln!(out, "{kind} {variables} {} {depth}", lemmas.len() + alive.len())?;
            lemmas.iter().try_for_each(|lemma| line(lemma.iter().copied(), out))?;
            alive.iter().try_for_each(|clause| {
                write!(out, "a ")?;
                line(clause.iter().copied(), out)
            })
        }
        Evidence::Certificate(Certificate::KInduction(KInduction { k, lemmas, distinct })) => {
            writeln!(out, "{kind} {variables} {} {k}", lemmas.len() + distinct.len())?;
            lemmas.iter().try_for_each(|lemma| line(lemma.iter().copied(), out))?;
            distinct.iter().try_for_each(|(one, two)| writeln!(out, "d {} {}", one.0, two.0))
        }
        Evidence::Trace(trace) => {
            writeln!(out, "{kind} {variables} {}", trace.steps.len())?;
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
    let (mut alive, mut distinct) = (Vec::new(), Vec::new());
    for (index, text) in input.lines().enumerate() {
        let text = text?;
        let fault = |message: String| EvidenceError::Line { line: index + 1, message };
        if text.starts_with('c') || text.trim().is_empty() {
            continue;
        }
        match &header {
            None if text.split_whitespace().next() == Some(RETIRED) => return Err(EvidenceError::Retired),
            None => header = Some(parse_header(&text).ok_or(EvidenceError::NoHeader)?),
            Some(Header { kind, variables, .. }) => match (*kind, text.split_once(' ')) {
                (Kind::KInduction | Kind::Exhausted | Kind::Ended, Some(("m", _))) => {
                    return Err(EvidenceError::Retired)
                }
                (Kind::Exhausted | Kind::Ended, Some(("a", clause))) => {
                    alive.push(parse_row(clause, *variables).map_err(fault)?)
                }
                (Kind::KInduction, _) if text.starts_with('d') => distinct.push(parse_pair(&text).map_err(fault)?),
                _ => rows.push(parse_row(&text, *variables).map_err(fault)?),
            },
        }
    }
    let Header { kind, variables, rows: announced, last } = header.ok_or(EvidenceError::NoHeader)?;
    let found = rows.len() + alive.len() + distinct.len();
    if found != announced {
        return Err(EvidenceError::Count { announced, found });
    }
    let certificate = |certificate| Ok((Evidence::Certificate(certificate), variables));
    let clauses = |rows: Vec<Vec<Lit>>| rows.into_iter().map(Clause::new).collect::<Vec<_>>();
    match (kind, last) {
        (Kind::KInduction, Some(k)) => {
            return certificate(Certificate::KInduction(KInduction { k, lemmas: clauses(rows), distinct }));
        }
        (Kind::Exhausted | Kind::Ended, Some(depth)) => {
            let (lemmas, alive) = (clauses(rows), clauses(alive));
            let may_stay = kind == Kind::Exhausted;
            return certificate(Certificate::Exhausted(Exhausted { depth, alive, may_stay, lemmas }));
        }
        (Kind::Invariant, _) => return certificate(Certificate::Invariant(clauses(rows))),
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
    kind: Kind,
    variables: usize,
    /// How many lines follow.
    rows: usize,
    /// The `k` of an induction, or the depth of exhausted runs.
    last: Option<usize>,
}

fn parse_header(text: &str) -> Option<Header> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let kind = Kind::of_word(words.first()?)?;
    let (variables, rows, last) = match (kind, &words[1..]) {
        (Kind::Invariant | Kind::Trace, [variables, rows]) => (variables, rows.parse().ok()?, None),
        // Without a number of rows there are none.
        (Kind::Exhausted, [variables, depth]) => (variables, 0, Some(depth.parse().ok()?)),
        (Kind::KInduction | Kind::Exhausted | Kind::Ended, [variables, rows, last]) => {
            (variables, rows.parse().ok()?, Some(last.parse().ok()?))
        }
        _ => return None,
    };
    Some(Header { kind, variables: variables.parse().ok()?, rows, last })
}

fn parse_pair(text: &str) -> Result<(TimeStep, TimeStep), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let step = |word: &str| word.parse().map(TimeStep).map_err(|_| format!("`{}` is not a step", printable(word)));
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
            Some(Err(word)) => return Err(format!("`{}` is not a literal", printable(word))),
            Some(Ok(0)) if numbers.next().is_none() => return Ok(row),
            Some(Ok(number)) => {
                let lit = Lit::from_dimacs(number).filter(|lit| lit.var().index() < variables);
                row.push(
                    lit.ok_or_else(|| format!("{number} is not a literal of the {}", counted(variables, "variable")))?,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(numbers: &[i32]) -> Clause {
        Clause::new(numbers.iter().filter_map(|&number| Lit::from_dimacs(number)))
    }

    /// Small and large evidence of a kind, over 3 variables.
    fn samples(kind: Kind) -> Vec<Evidence> {
        let certificates = match kind {
            Kind::Invariant => vec![Certificate::Invariant(vec![clause(&[1, -3]), clause(&[])])],
            Kind::Exhausted | Kind::Ended => {
                let small = Exhausted { depth: 12, may_stay: kind == Kind::Exhausted, ..Exhausted::default() };
                let (alive, lemmas) = (vec![clause(&[-1, 2]), clause(&[3])], vec![clause(&[1])]);
                let large = Exhausted { alive, lemmas, ..small.clone() };
                vec![Certificate::Exhausted(small), Certificate::Exhausted(large)]
            }
            Kind::KInduction => {
                let pairs = [vec![], vec![(TimeStep(0), TimeStep(1)), (TimeStep(2), TimeStep(7))]];
                let lemmas = [vec![], vec![clause(&[-2])], vec![clause(&[3, -1]), clause(&[])]];
                let all = pairs.iter().flat_map(|distinct| lemmas.iter().map(move |lemmas| (distinct, lemmas)));
                let of = |(distinct, lemmas): (&Vec<_>, &Vec<Clause>)| {
                    let (lemmas, distinct) = (lemmas.clone(), distinct.clone());
                    Certificate::KInduction(KInduction { k: 7, lemmas, distinct })
                };
                all.map(of).collect()
            }
            Kind::Trace => {
                let steps = vec![Assignment::new(vec![true, false, true]), Assignment::new(vec![false; 3])];
                return vec![Evidence::Trace(Trace { steps })];
            }
        };
        certificates.into_iter().map(Evidence::Certificate).collect()
    }

    /// As a file, and as what a solver printed.
    #[test]
    fn evidence_of_each_kind_comes_back_as_it_was_written() {
        for kind in Kind::ALL {
            for evidence in samples(kind) {
                let mut text = Vec::new();
                write(&evidence, 3, &mut text).expect("writing to memory succeeds");
                assert!(text.starts_with(kind.word().as_bytes()), "{kind:?}");
                let answered = crate::answer::read(&text[..], 3).expect("what was written is an answer");
                assert_eq!(answered, crate::answer::Answer::Evidence(evidence.clone()));
                assert_eq!(read(&text[..]).expect("what was written can be read"), (evidence, 3));
            }
            assert!(EvidenceError::NoHeader.to_string().contains(&format!("`{} …`", kind.word())));
        }
        let short = Exhausted { depth: 12, may_stay: true, ..Exhausted::default() };
        let read_short = read(&b"exhausted 3 12\n"[..]).expect("rows need not be counted where there are none");
        assert_eq!(read_short, (Evidence::Certificate(Certificate::Exhausted(short)), 3));
    }

    /// As a file, and as what a solver printed.
    #[test]
    fn proofs_with_clauses_about_gates_are_told_from_others() {
        for text in [
            "relative 3 2 1\n1 -2 0\n3 0\n",
            "c ours\nrelative 3 0 0\n",
            "kinduction 3 2 7\n-2 0\nm 3 0\n",
            "ended 3 2 12\nm 2 0\na 3 0\n",
            "exhausted 3 1 12\nm 0\n",
        ] {
            let error = read(text.as_bytes()).expect_err(text);
            assert!(matches!(error, EvidenceError::Retired), "{text}: {error}");
            let answered = crate::answer::read(text.as_bytes(), 3).expect_err(text);
            assert!(answered.is_about_the_file(), "nothing is known about the answer: {answered}");
            assert!(answered.to_string().contains("`--evidence FILE`"), "{text}: {answered}");
        }
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
        assert!(refused("kinduction 2 1 1\n1 0\n2 0\n").contains("2 follow"));
        assert!(refused("kinduction 2 1 1\n3 0\n").contains("line 2: 3 is not a literal"));
        assert!(refused("ended 2 1 7\na 1\n").contains("end with 0"));
        assert!(refused("invariant 2 1\nm 1 0\n").contains("`m`"));
        assert!(refused("kinduction 2 1 1\nd 0\n").contains("line 2: a pair"));
        assert!(refused("kinduction 2 1 1\nd 0 -1\n").contains("`-1`"));
        assert!(refused("invariant 2 1\nd 0 1\n").contains("`d`"));
        assert!(refused("exhausted 2 3\n1 0\n").contains("announces 0"));
        assert!(refused("ended 2 3\n").contains("header"));
        assert!(refused("ended 2 1 7\na 3 0\n").contains("line 2: 3 is not a literal"));
        assert!(refused("kinduction 2 1 1\na 1 0\n").contains("`a`"));
        assert!(refused("trace 2 1\n\u{1b}[31m 0\n").contains("`\\u{1b}[31m`"));
    }
}
