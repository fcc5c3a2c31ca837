//! What other solvers of DimSpec problems print, read as claims: nothing here is believed.
//!
//! * A run is a line `solution <variables> <assignments>` (IncPlan, minireachIC3) and a line of literals for each assignment,
//!   with or without a 0 at its end; or lines `v <literals>` as SAT solvers print models, an assignment for each 0, or one model of
//!   the whole unrolled formula, in which `v + j·n` is variable `v` of step `j`. Variables that are left out may have any value.
//! * Evidence as [`mod@file`] has it is an answer, too.
//! * Words alone are claims without evidence: `s SATISFIABLE`, `// SAT: …`, `UNSAT`, `unsolvable`, `VERDICT: SAFE` and their like.
//!
//! All other lines are talk.

use crate::file::{self, Evidence, EvidenceError, Kind};
use bitreach_formula::{counted, printable, Lit};
use std::borrow::Cow;
use std::io::{self, BufRead, Read};

/// What a solver says.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Literals of each assignment of a run, in order.
    Run(Vec<Vec<Lit>>),
    /// Evidence in our own format.
    Evidence(Evidence),
    /// There is a run, but none is given.
    Reachable,
    /// There is no run, without a proof.
    Unreachable,
    /// Nothing that is an answer; the last line that was printed.
    Nothing(String),
}

/// Why an answer cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
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
    /// The answer is about another problem.
    #[error("is about {} a step, the problem has {expected}", counted(*.found, "variable"))]
    Variables {
        /// What the answer says.
        found: usize,
        /// What the problem has.
        expected: usize,
    },
    /// A run without all its assignments.
    #[error("announces {announced} assignments, {found} follow: it is cut off")]
    CutOff {
        /// How many there should be.
        announced: usize,
        /// How many there are.
        found: usize,
    },
    /// It begins as evidence, and is none.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
}

impl AnswerError {
    /// Whether what cannot be read is the file itself, or its format: then nothing is known about the answer in it.
    pub fn is_about_the_file(&self) -> bool {
        match self {
            AnswerError::Io(_) | AnswerError::Evidence(EvidenceError::Retired) => true,
            AnswerError::Evidence(EvidenceError::Io(error)) => error.kind() != io::ErrorKind::InvalidData,
            _ => false,
        }
    }
}

/// The longest line that is read, in bytes: a model of millions of variables and hundreds of steps fits.
const LONGEST_LINE: u64 = 1 << 28;

/// The byte order mark that some editors put before UTF-8.
const MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// How much of a line of talk is kept.
const SHOWN: usize = 200;

/// Reads what a solver printed about a problem with so many variables a step.
///
/// # Errors
/// If the input cannot be read, or what looks like a run is none.
pub fn read(input: impl BufRead, variables: usize) -> Result<Answer, AnswerError> {
    let mut reader = Lines { input, line: 0, buffer: Vec::new() };
    let mut rows = Rows { variables, done: Vec::new(), open: Vec::new(), greatest: 0 };
    let mut last_row = 0;
    let (mut claim, mut last) = (None, String::new());
    while let Some((line, text)) = reader.next()? {
        // Talk can be long: a look at its first word is enough.
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_said = first == "v" || first == "solution" || Kind::is_word(first);
        let words: Vec<&str> = text.split_whitespace().take(if is_said { 5 } else { 0 }).collect();
        match words[..] {
            ["solution", steps_of, count] if steps_of.parse::<usize>().is_ok() => {
                let (found, count) = (steps_of.parse().unwrap_or(0), count.to_owned());
                return solution(&mut reader, variables, found, &count);
            }
            ["v", ..] => {
                rows.add(&text.trim_start()[1..]).map_err(|message| AnswerError::Line { line, message })?;
                last_row = line;
            }
            [kind, ref numbers @ ..] if Kind::is_word(kind) && is_header(numbers) => {
                let head = io::Cursor::new([text.trim(), "\n"].concat());
                let (evidence, found) = file::read(head.chain(reader.input))?;
                let expected = variables;
                return match found == expected {
                    true => Ok(Answer::Evidence(evidence)),
                    false => Err(AnswerError::Variables { found, expected }),
                };
            }
            _ if first.is_empty() => {}
            _ => {
                claim = claimed(text.trim()).or(claim);
                last = printable(&text.trim().chars().take(SHOWN).collect::<String>());
            }
        }
    }
    match (rows.finish().map_err(|message| AnswerError::Line { line: last_row, message })?, claim) {
        (Some(rows), _) => Ok(Answer::Run(rows)),
        (None, Some(claim)) => Ok(claim),
        (None, None) => Ok(Answer::Nothing(last)),
    }
}

/// The assignments behind `solution <variables> <assignments>`.
fn solution<R: BufRead>(
    reader: &mut Lines<R>,
    expected: usize,
    found: usize,
    count: &str,
) -> Result<Answer, AnswerError> {
    let line = reader.line;
    let announced: usize = count.parse().map_err(|_| {
        let message = format!("`{}` is no number of assignments", shortened(count));
        AnswerError::Line { line, message }
    })?;
    if found != expected {
        return Err(AnswerError::Variables { found, expected });
    }
    let mut rows = Vec::new();
    while rows.len() < announced {
        let Some((line, text)) = reader.next()? else {
            return Err(AnswerError::CutOff { announced, found: rows.len() });
        };
        let text = text.trim();
        if text.is_empty() && expected > 0 || is_comment(text) {
            continue;
        }
        let mut row = Vec::new();
        let mut words = text.split_whitespace();
        for word in words.by_ref() {
            let lit = match word.parse() {
                Ok(0) => break,
                Ok(number) => Lit::from_dimacs(number).filter(|lit| lit.var().index() < expected),
                Err(_) => None,
            };
            let message = || format!("`{}` is no literal of the {}", shortened(word), counted(expected, "variable"));
            row.push(lit.ok_or_else(|| AnswerError::Line { line, message: message() })?);
        }
        if let Some(word) = words.next() {
            let message = format!("`{}` stands behind the 0 of an assignment", shortened(word));
            return Err(AnswerError::Line { line, message });
        }
        rows.push(row);
    }
    Ok(Answer::Run(rows))
}

/// Whether the rest of a line is that of a header of evidence, and not talk of it.
fn is_header(numbers: &[&str]) -> bool {
    (2..=3).contains(&numbers.len()) && numbers.iter().all(|number| number.parse::<usize>().is_ok())
}

fn is_comment(text: &str) -> bool {
    text.starts_with("//") || text.split_whitespace().next() == Some("c")
}

fn shortened(word: &str) -> String {
    printable(&word.chars().take(40).collect::<String>())
}

/// What a line claims without evidence, if it does.
fn claimed(line: &str) -> Option<Answer> {
    let line = line.strip_prefix("//").unwrap_or(line).trim_start();
    let line = line.strip_prefix("s ").unwrap_or(line).trim_start();
    let line = line.strip_prefix("VERDICT: ").unwrap_or(line);
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    // A word within a sentence claims nothing.
    if !(rest.is_empty() || rest.starts_with(':') || rest.starts_with('(') || rest.starts_with('.')) {
        return None;
    }
    match word.to_ascii_lowercase().as_str() {
        "sat" | "satisfiable" | "unsafe" | "reachable" | "solvable" => Some(Answer::Reachable),
        "unsat" | "unsatisfiable" | "safe" | "unreachable" | "unsolvable" => Some(Answer::Unreachable),
        _ => None,
    }
}

/// Lines, not all in memory at once.
struct Lines<R> {
    input: R,
    line: usize,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// The next line and its number, with what is not UTF-8 replaced.
    fn next(&mut self) -> Result<Option<(usize, Cow<'_, str>)>, AnswerError> {
        self.buffer.clear();
        self.line += 1;
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.buffer)?;
        if read as u64 == LONGEST_LINE {
            let message = format!("the line is longer than {LONGEST_LINE} bytes");
            return Err(AnswerError::Line { line: self.line, message });
        }
        let mut text = &self.buffer[..];
        if self.line == 1 {
            text = text.strip_prefix(MARK).unwrap_or(text);
        }
        Ok((read > 0).then(|| (self.line, String::from_utf8_lossy(text))))
    }
}

/// Assignments of `v` lines.
struct Rows {
    variables: usize,
    /// Those that have their 0.
    done: Vec<Vec<i32>>,
    open: Vec<i32>,
    greatest: usize,
}

impl Rows {
    fn add(&mut self, text: &str) -> Result<(), String> {
        for word in text.split_whitespace() {
            let number = word.parse::<i32>().ok().filter(|number| *number != i32::MIN);
            match number.ok_or_else(|| format!("`{}` is no literal", shortened(word)))? {
                0 => self.done.push(std::mem::take(&mut self.open)),
                number => {
                    self.greatest = self.greatest.max(number.unsigned_abs() as usize);
                    self.open.push(number);
                }
            }
        }
        Ok(())
    }

    /// The literals of each step; `None` where there was no `v` line.
    ///
    /// # Errors
    /// If there are more steps than literals: memory grows with the answer, not with the numbers in it.
    fn finish(mut self) -> Result<Option<Vec<Vec<Lit>>>, String> {
        if !self.open.is_empty() {
            self.done.push(std::mem::take(&mut self.open));
        }
        if self.done.is_empty() {
            return Ok(None);
        }
        if self.greatest <= self.variables {
            let row = |row: Vec<i32>| row.into_iter().filter_map(Lit::from_dimacs).collect();
            return Ok(Some(self.done.into_iter().map(row).collect()));
        }
        // One model of the unrolled formula. A step for which it has no variable cannot be told from one that is not there.
        let variables = self.variables.max(1);
        let (last, literals) = ((self.greatest - 1) / variables, self.done.iter().map(Vec::len).sum::<usize>());
        if last >= literals {
            let (variable, given) = (self.greatest, counted(literals, "literal"));
            return Err(format!(
                "variable {variable} is one of step {last}, and {given} cannot say something of each step"
            ));
        }
        let mut steps: Vec<Vec<Lit>> = Vec::new();
        for number in self.done.into_iter().flatten() {
            let index = number.unsigned_abs() as usize - 1;
            let (step, var) = (index / variables, (index % variables + 1) as i32);
            if steps.len() <= step {
                steps.resize(step + 1, Vec::new());
            }
            steps[step].extend(Lit::from_dimacs(if number < 0 { -var } else { var }));
        }
        Ok(Some(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Certificate;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()
    }

    fn answer(text: &str) -> Answer {
        read(text.as_bytes(), 2).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn runs_are_read_in_the_forms_that_solvers_print() {
        let run = Answer::Run(vec![lits(&[-1, 2]), lits(&[1, 2])]);
        assert_eq!(answer("talk\nsolution 2 2\n-1 2 \n1 2\ntalk behind\n"), run);
        assert_eq!(answer("// SAT: model of length 2 found:\nsolution 2 2\n-1 2 0\n1 2 0\n"), run);
        assert_eq!(answer("s SATISFIABLE\nv -1 2 0\nv 1 2 0\n"), run);
        assert_eq!(answer("v -1 2 3\nv 4 0\n"), run);
        assert_eq!(answer("v -1 2 3 4\n"), run);
        assert_eq!(answer("\u{feff}solution 2 2\r\n-1 2\r\n\r\n1 2\r\n"), run);
        assert_eq!(answer("  v -1 2 0\n\tv 1 2 0\n"), run);
        assert_eq!(answer("v -1\nv 0 2 0\n"), Answer::Run(vec![lits(&[-1]), lits(&[2])]));
        assert_eq!(answer("solution 2 0\n"), Answer::Run(Vec::new()));
    }

    #[test]
    fn our_own_evidence_is_an_answer() {
        assert!(matches!(answer("trace 2 1\n1 -2 0\n"), Answer::Evidence(Evidence::Trace(_))));
        let invariant = answer("c ours\ninvariant 2 1\n-1 0\n");
        assert!(matches!(invariant, Answer::Evidence(Evidence::Certificate(Certificate::Invariant(_)))));
    }

    #[test]
    fn words_alone_are_claims() {
        for text in ["s SATISFIABLE\n", "// SAT: model\n", "sat\n", "VERDICT: UNSAFE(goal)\n", "Unsafe."] {
            assert_eq!(answer(text), Answer::Reachable, "{text}");
        }
        for text in ["s UNSATISFIABLE\n", "// UNSAT: repetition detected!\n", "unsolvable", "VERDICT: SAFE\n"] {
            assert_eq!(answer(text), Answer::Unreachable, "{text}");
        }
        for text in ["", "hello\n", "safe places are searched\n", "// UNRESOLVED: phase limit reached!\n", "\u{0}\u{1}"]
        {
            assert!(matches!(answer(text), Answer::Nothing(_)), "{text}");
        }
    }

    /// What is shown of talk does nothing to a terminal.
    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            answer("\u{1b}[2Jgr\u{fc}n\t\u{9b}1m\n"),
            Answer::Nothing("\\u{1b}[2Jgr\u{fc}n\\t\\u{9b}1m".to_owned())
        );
    }

    #[test]
    fn an_answer_is_not_longer_than_what_it_says() {
        let fault = read(&b"v 2000000000 0\n"[..], 3).unwrap_err().to_string();
        assert!(
            fault.starts_with("line 1: variable 2000000000 is one of step 666666666, and 1 literal cannot"),
            "{fault}"
        );
    }

    #[test]
    fn what_looks_like_a_run_and_is_none_is_refused() {
        let refused = |text: &str| read(text.as_bytes(), 2).expect_err(text).to_string();
        assert!(refused("solution 3 1\n1 2 3\n").contains("3 variables a step"));
        assert!(refused("solution 2 2\n1 2\n").contains("announces 2 assignments, 1 follow"));
        assert!(refused("solution 2 1\n1 3\n").contains("line 2: `3`"));
        assert!(refused("solution 2 1\n1 x\n").contains("`x`"));
        assert!(refused("solution 2 1\n1 0 2\n").contains("behind the 0"));
        assert!(refused("solution 2 -1\n").contains("`-1`"));
        assert!(refused("v 1 x 0\n").contains("`x`"));
        assert!(refused("v -2147483648 0\n").contains("literal"));
        assert!(refused("trace 3 1\n1 2 3 0\n").contains("3 variables a step"));
        assert!(refused("trace 2 1\n1\n").contains("end with 0"));
        assert!(refused("solution 2 1\n99999999999 1\n").contains("99999999999"));
        assert!(refused("solution 2 1\n\u{1b}]0;title\u{7} 1\n").contains("`\\u{1b}]0;title\\u{7}`"));
    }
}
