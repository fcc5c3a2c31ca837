//! The reader: sections in any order, comments anywhere, gzip recognised by its first bytes, `t` declared with `n` or `2n`
//! variables. It reads bytes as they come and believes no header: memory grows with what is there, not with what is
//! announced.

use crate::write::action_variables;
use crate::{DimSpec, Section, Symbol, SymbolKind};
use bitreach_formula::{counted, Clause, Lit, Var};
use flate2::bufread::MultiGzDecoder;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Why a text is not a DimSpec problem, and where.
#[derive(Debug, thiserror::Error)]
pub struct ReadError {
    /// The line in which the fault was noticed, from 1; 0 where the input could not be opened.
    pub line: usize,
    /// What is wrong.
    #[source]
    pub kind: ReadErrorKind,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.kind),
            line => write!(f, "line {line}: {}", self.kind),
        }
    }
}

/// What can be wrong with a text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The input cannot be read; a compressed file may be cut off.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Nothing but blanks and comments.
    #[error("there is nothing but comments and blanks; a DimSpec file has the sections `i cnf`, `u cnf`, `g cnf` and `t cnf`")]
    Empty,
    /// Nothing that looks like DimSpec.
    #[error("`{0}` is no header; a DimSpec file has the sections `i cnf`, `u cnf`, `g cnf` and `t cnf`")]
    NotDimSpec(String),
    /// One formula instead of four.
    #[error("this is one formula (`p cnf`), not a DimSpec problem, which has `i cnf`, `u cnf`, `g cnf` and `t cnf`")]
    Dimacs,
    /// A header that cannot be understood.
    #[error("the header should be `{section} cnf VARIABLES CLAUSES`, with at most {limit} variables")]
    Header {
        /// The section.
        section: Section,
        /// The greatest number of variables that it can have.
        limit: usize,
    },
    /// A section that comes again.
    #[error("section {0} comes a second time; each may come once")]
    Twice(Section),
    /// A section that does not come.
    #[error("the file ends without section {0}; an empty one is `{0} cnf VARIABLES 0`")]
    Missing(Section),
    /// Sections about different numbers of variables.
    #[error(
        "section {section} declares {}, the others say {expected}; only t may say twice as many",
        counted(*.found, "variable")
    )]
    Variables {
        /// The section.
        section: Section,
        /// What it says.
        found: usize,
        /// What it should say.
        expected: usize,
    },
    /// A literal that is none.
    #[error("`{0}` is not a literal; clauses are whole numbers and end in 0")]
    Literal(String),
    /// A literal of a variable that the section does not have.
    #[error("literal {literal} in section {section} is out of range: the section has {}", counted(*.limit, "variable"))]
    Range {
        /// The section.
        section: Section,
        /// The literal.
        literal: i64,
        /// How many variables the section has.
        limit: usize,
    },
    /// A clause without its final 0.
    #[error("the last clause of section {0} does not end in 0; is the file cut off?")]
    Open(Section),
    /// Another number of clauses than announced.
    #[error("section {section} announces {announced} clauses and has {found}{}", hint(*announced, *found))]
    Clauses {
        /// The section.
        section: Section,
        /// What the header says.
        announced: usize,
        /// How many there are.
        found: usize,
    },
}

fn hint(announced: usize, found: usize) -> &'static str {
    if found < announced {
        "; is the file cut off?"
    } else {
        "; the header has to say how many there are"
    }
}

/// The greatest number of variables of a step: twice as many must have DIMACS numbers.
const MOST_VARIABLES: usize = (i32::MAX / 2) as usize;

/// Reads a problem from a file.
///
/// # Errors
/// If the file cannot be read or is no DimSpec problem.
pub fn read_file(path: &Path) -> Result<DimSpec, ReadError> {
    let file = File::open(path).map_err(|error| ReadError { line: 0, kind: error.into() })?;
    read(file)
}

/// Reads a problem, plain or gzip.
///
/// # Errors
/// If the input cannot be read or is no DimSpec problem.
pub fn read(input: impl Read) -> Result<DimSpec, ReadError> {
    let input = decompressed(input).map_err(|error| ReadError { line: 0, kind: error.into() })?;
    Reader::new(input).run()
}

/// The byte order mark that some editors put before UTF-8.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// How many bytes are looked at together to tell formats apart.
const START: u64 = 64;

/// The text of an input that may be compressed, and may begin with a byte order mark, which is left out. The first call of `fill_buf`
/// gives enough bytes to tell what it is.
///
/// # Errors
/// If its first bytes cannot be read.
pub fn decompressed<'r>(input: impl Read + 'r) -> io::Result<BufReader<Box<dyn Read + 'r>>> {
    let (start, input) = started(input, 2)?;
    let is_gzip = start == [0x1f, 0x8b];
    let input = io::Cursor::new(start).chain(input);
    let input: Box<dyn Read + 'r> = match is_gzip {
        true => Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, input))),
        false => Box::new(input),
    };
    let (mut start, input) = started(input, START)?;
    if start.starts_with(&MARK) {
        start.drain(..MARK.len());
    }
    Ok(BufReader::with_capacity(1 << 16, Box::new(io::Cursor::new(start).chain(input))))
}

/// The first bytes of an input, which may come one by one, and the rest.
fn started<R: Read>(mut input: R, count: u64) -> io::Result<(Vec<u8>, R)> {
    let mut start = Vec::new();
    input.by_ref().take(count).read_to_end(&mut start)?;
    Ok((start, input))
}

/// A section that is being read.
struct Open {
    section: Section,
    announced: usize,
    /// A greater variable cannot be meant, whatever the sections to come say.
    limit: usize,
    clause: Vec<Lit>,
}

struct Reader<R> {
    input: R,
    line: usize,
    problem: DimSpec,
    /// The number of variables that each section declares.
    declared: [Option<usize>; 4],
    open: Option<Open>,
    /// The literal of the greatest variable in `T`, and its line: `T` may come before `n` is known.
    greatest: Option<(Lit, usize)>,
}

/// The longest word that is kept: longer ones are neither literals nor headers.
const LONGEST_WORD: usize = 40;

impl<R: BufRead> Reader<R> {
    fn new(input: R) -> Reader<R> {
        let (problem, declared) = (DimSpec::default(), [None; 4]);
        Reader { input, line: 1, problem, declared, open: None, greatest: None }
    }

    fn fault(&self, kind: ReadErrorKind) -> ReadError {
        ReadError { line: self.line, kind }
    }

    fn run(mut self) -> Result<DimSpec, ReadError> {
        while let Some(byte) = self.peek()? {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.skip(byte),
                b'c' => self.comment()?,
                b'0'..=b'9' | b'-' | b'+' => self.literal()?,
                _ => self.header()?,
            }
        }
        self.close()?;
        self.finish()
    }

    fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        let line = self.line;
        let buffer = self.input.fill_buf().map_err(|error| ReadError { line, kind: error.into() })?;
        Ok(buffer.first().copied())
    }

    fn skip(&mut self, byte: u8) {
        self.input.consume(1);
        self.line += (byte == b'\n') as usize;
    }

    /// A comment goes to the end of its line. What is not UTF-8 in it is replaced: names do not decide anything.
    fn comment(&mut self) -> Result<(), ReadError> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        read.map_err(|error| self.fault(error.into()))?;
        self.line += bytes.ends_with(b"\n") as usize;
        let text = String::from_utf8_lossy(&bytes[1..]);
        let text = text.trim_end_matches(['\n', '\r']);
        let text = text.strip_prefix(' ').unwrap_or(text);
        let symbols = &mut self.problem.symbols;
        if text == "functional" {
            symbols.functional = true;
        } else if let Some(symbol) = parse_symbol(text) {
            symbols.table.push(symbol);
        } else if let Some(clause) = parse_candidate(text) {
            symbols.candidates.push(clause);
        } else {
            symbols.comments.push(text.to_owned());
        }
        Ok(())
    }

    /// A header opens a section and closes the one before.
    fn header(&mut self) -> Result<(), ReadError> {
        let word = self.word()?;
        let section = Section::ALL.into_iter().find(|section| word == section.letter().to_string());
        let Some(section) = section else {
            let is_dimacs = word == "p" && self.declared == [None; 4];
            return Err(self.fault(if is_dimacs { ReadErrorKind::Dimacs } else { ReadErrorKind::NotDimSpec(word) }));
        };
        self.close()?;
        if self.next_word()? != "cnf" {
            return Err(self.fault(ReadErrorKind::NotDimSpec(word)));
        }
        let most = if section == Section::Transition { 2 * MOST_VARIABLES } else { MOST_VARIABLES };
        let variables = self.next_word()?.parse().ok().filter(|&variables| variables <= most);
        let announced = self.next_word()?.parse().ok();
        let (Some(variables), Some(announced)) = (variables, announced) else {
            return Err(self.fault(ReadErrorKind::Header { section, limit: most }));
        };
        if self.declared[section as usize].replace(variables).is_some() {
            return Err(self.fault(ReadErrorKind::Twice(section)));
        }
        self.check_variables()?;
        let limit = match (section, self.known_variables()) {
            (Section::Transition, Some(known)) => 2 * known,
            (Section::Transition, None) => (2 * variables).min(most),
            _ => variables,
        };
        self.open = Some(Open { section, announced, limit, clause: Vec::new() });
        Ok(())
    }

    /// `n`, from any section but `T`, which may count the variables of one step or of two.
    fn known_variables(&self) -> Option<usize> {
        self.declared[..Section::Transition as usize].iter().find_map(|&declared| declared)
    }

    /// The sections declared so far are about one number of variables.
    fn check_variables(&self) -> Result<(), ReadError> {
        let Some(expected) = self.known_variables() else { return Ok(()) };
        for other in Section::ALL {
            let Some(found) = self.declared[other as usize] else { continue };
            if found != expected && !(other == Section::Transition && found == 2 * expected) {
                return Err(self.fault(ReadErrorKind::Variables { section: other, found, expected }));
            }
        }
        Ok(())
    }

    /// The next word of the line; empty at its end.
    fn next_word(&mut self) -> Result<String, ReadError> {
        while self.peek()?.is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            self.input.consume(1);
        }
        self.word()
    }

    /// The word that starts here, cut off where it is too long to be anything, and fit to be printed.
    fn word(&mut self) -> Result<String, ReadError> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            if bytes.len() == LONGEST_WORD {
                return Ok(format!("{}…", String::from_utf8_lossy(&bytes).escape_debug()));
            }
            bytes.push(byte);
            self.input.consume(1);
        }
        Ok(String::from_utf8_lossy(&bytes).escape_debug().to_string())
    }

    fn literal(&mut self) -> Result<(), ReadError> {
        // Digit by digit and without a string: most of a large file is read here.
        let negative = self.peek()? == Some(b'-');
        let mut number: i64 = 0;
        let mut digits = 0;
        if negative {
            self.input.consume(1);
        }
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_digit) {
            number = number.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
            digits += 1;
            self.input.consume(1);
        }
        if digits == 0 || self.peek()?.is_some_and(|byte| !byte.is_ascii_whitespace()) {
            let start = if negative { "-" } else { "" };
            let start = if digits == 0 { start.to_owned() } else { format!("{start}{number}") };
            let word = start + &self.word()?;
            return Err(self.fault(ReadErrorKind::Literal(word)));
        }
        self.add(if negative { -number } else { number })
    }

    /// Adds a literal to the clause that is being read, or ends it.
    fn add(&mut self, literal: i64) -> Result<(), ReadError> {
        let Some(open) = &mut self.open else {
            return Err(self.fault(ReadErrorKind::NotDimSpec(literal.to_string())));
        };
        if literal == 0 {
            self.problem.section_mut(open.section).add(&open.clause);
            open.clause.clear();
            return Ok(());
        }
        let lit = i32::try_from(literal).ok().and_then(Lit::from_dimacs);
        let Some(lit) = lit.filter(|lit| lit.var().index() < open.limit) else {
            let (section, limit) = (open.section, open.limit);
            return Err(self.fault(ReadErrorKind::Range { section, literal, limit }));
        };
        open.clause.push(lit);
        let is_greater = self.greatest.is_none_or(|(greatest, _)| greatest.var() < lit.var());
        if open.section == Section::Transition && is_greater {
            self.greatest = Some((lit, self.line));
        }
        Ok(())
    }

    /// Ends the section that is open.
    fn close(&mut self) -> Result<(), ReadError> {
        let Some(open) = self.open.take() else { return Ok(()) };
        if !open.clause.is_empty() {
            return Err(self.fault(ReadErrorKind::Open(open.section)));
        }
        let found = self.problem.section(open.section).len();
        if found != open.announced {
            let (section, announced) = (open.section, open.announced);
            return Err(self.fault(ReadErrorKind::Clauses { section, announced, found }));
        }
        Ok(())
    }

    /// All sections are there, and `T` keeps to the number of variables, which may have come after it.
    fn finish(mut self) -> Result<DimSpec, ReadError> {
        if self.declared == [None; 4] {
            return Err(self.fault(ReadErrorKind::Empty));
        }
        for section in Section::ALL {
            self.declared[section as usize].ok_or_else(|| self.fault(ReadErrorKind::Missing(section)))?;
        }
        let variables = self.known_variables().unwrap_or(0);
        if let Some((lit, line)) = self.greatest.filter(|(lit, _)| lit.var().index() >= 2 * variables) {
            let (section, literal) = (Section::Transition, i64::from(lit.dimacs()));
            return Err(ReadError { line, kind: ReadErrorKind::Range { section, literal, limit: 2 * variables } });
        }
        self.problem.variables = variables;
        let symbols = &mut self.problem.symbols;
        symbols.table.retain(|symbol| symbol.var.index() < variables);
        symbols.table.sort_by_key(|symbol| symbol.var);
        symbols.table.dedup_by_key(|symbol| symbol.var);
        symbols.candidates.retain(|clause| clause.iter().all(|lit| lit.var().index() < variables));
        // What only repeats the symbols is written again from them.
        let derived = action_variables(symbols);
        symbols.comments.retain(|comment| Some(comment) != derived.as_ref());
        Ok(self.problem)
    }
}

/// `candidate LITERAL … 0`.
fn parse_candidate(text: &str) -> Option<Clause> {
    let lits = text.strip_prefix("candidate ")?.strip_suffix(" 0")?;
    let lit = |word: &str| word.parse().ok().and_then(Lit::from_dimacs);
    lits.split(' ').map(lit).collect::<Option<Vec<Lit>>>().map(Clause::new)
}

/// `var NUMBER KIND BIT NAME`.
fn parse_symbol(text: &str) -> Option<Symbol> {
    let mut words = text.strip_prefix("var ")?.splitn(4, ' ');
    let number: usize = words.next()?.parse().ok()?;
    let var = number.checked_sub(1).filter(|&index| index < MOST_VARIABLES).map(Var::new)?;
    let kind: SymbolKind = words.next()?.parse().ok()?;
    let bit = words.next()?.parse().ok()?;
    Some(Symbol { var, kind, bit, name: words.next().unwrap_or("").to_owned() })
}
