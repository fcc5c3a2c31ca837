//! The reader: sections in any order, comments anywhere, gzip recognised by its first bytes, `t` declared with `n` or `2n`
//! variables. It reads bytes as they come and believes no header: memory grows with what is there, not with what is
//! announced.

use crate::{DimSpec, Section, Symbol, SymbolKind};
use bitreach_formula::{Lit, Var};
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Why a text is not a DimSpec problem, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: ReadErrorKind,
}

/// What can be wrong with a text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The input cannot be read; a compressed file may be cut off.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Nothing that looks like DimSpec.
    #[error("`{0}` is no header; a DimSpec file has the sections `i cnf`, `u cnf`, `g cnf` and `t cnf`")]
    NotDimSpec(String),
    /// A header that cannot be understood.
    #[error("the header should be `{section} cnf VARIABLES CLAUSES`, with at most {limit} variables", limit = MOST_VARIABLES)]
    Header {
        /// The section.
        section: Section,
    },
    /// A section that comes again.
    #[error("section {0} comes a second time")]
    Twice(Section),
    /// A section that does not come.
    #[error("the file ends without section {0}; an empty one is `{0} cnf VARIABLES 0`")]
    Missing(Section),
    /// Sections about different numbers of variables.
    #[error("section {section} declares {found} variables, the others say {expected}")]
    Variables {
        /// The section.
        section: Section,
        /// What it says.
        found: usize,
        /// What it should say.
        expected: usize,
    },
    /// A literal that is none.
    #[error("`{0}` is not a literal")]
    Literal(String),
    /// A literal of a variable that the section does not have.
    #[error("literal {literal} in section {section} is out of range: the section has {limit} variables")]
    Range {
        /// The section.
        section: Section,
        /// The literal.
        literal: i64,
        /// How many variables the section has.
        limit: usize,
    },
    /// A clause without its final 0.
    #[error("the last clause of section {0} does not end in 0")]
    Open(Section),
    /// Another number of clauses than announced.
    #[error("section {section} announces {announced} clauses and has {found}; is the file cut off?")]
    Clauses {
        /// The section.
        section: Section,
        /// What the header says.
        announced: usize,
        /// How many there are.
        found: usize,
    },
}

/// The greatest number of variables of a step: twice as many must have DIMACS numbers.
const MOST_VARIABLES: usize = (i32::MAX / 2) as usize;

/// Reads a problem from a file.
///
/// # Errors
/// If the file cannot be read or is no DimSpec problem.
pub fn read_file(path: &Path) -> Result<DimSpec, ReadError> {
    let file = File::open(path).map_err(|error| ReadError { line: 1, kind: error.into() })?;
    read(file)
}

/// Reads a problem, plain or gzip.
///
/// # Errors
/// If the input cannot be read or is no DimSpec problem.
pub fn read(input: impl Read) -> Result<DimSpec, ReadError> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let start = input.fill_buf().map_err(|error| ReadError { line: 1, kind: error.into() })?;
    if start.starts_with(&[0x1f, 0x8b]) {
        Reader::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(input))).run()
    } else {
        Reader::new(input).run()
    }
}

/// A section that is being read.
struct Open {
    section: Section,
    variables: usize,
    announced: usize,
    clause: Vec<Lit>,
}

struct Reader<R> {
    input: R,
    line: usize,
    problem: DimSpec,
    /// The number of variables that each section declares.
    declared: [Option<usize>; 4],
    open: Option<Open>,
}

/// The longest word that is kept for a message.
const LONGEST_WORD: usize = 40;

impl<R: BufRead> Reader<R> {
    fn new(input: R) -> Reader<R> {
        Reader { input, line: 1, problem: DimSpec::default(), declared: [None; 4], open: None }
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
        self.check_sections()?;
        Ok(self.problem)
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

    /// The rest of the line, without its end.
    fn rest_of_line(&mut self) -> Result<String, ReadError> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        read.map_err(|error| self.fault(error.into()))?;
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        self.line += bytes.ends_with(b"\n") as usize;
        Ok(text)
    }

    fn comment(&mut self) -> Result<(), ReadError> {
        let text = self.rest_of_line()?;
        let text = text.strip_prefix("c ").unwrap_or(text.get(1..).unwrap_or(""));
        if text == "functional" {
            self.problem.symbols.functional = true;
        } else if let Some(symbol) = parse_symbol(text) {
            self.problem.symbols.table.push(symbol);
        } else if !text.starts_with("action-vars ") {
            // Action variables repeat what the symbols say.
            self.problem.symbols.comments.push(text.to_owned());
        }
        Ok(())
    }

    /// A header opens a section and closes the one before. A word that cannot be one is reported without reading on.
    fn header(&mut self) -> Result<(), ReadError> {
        let letter = self.peek()?.unwrap_or(0);
        let section = Section::ALL.into_iter().find(|section| section.letter() as u8 == letter);
        let Some(section) = section else {
            let word = self.word()?;
            return Err(self.fault(ReadErrorKind::NotDimSpec(word)));
        };
        self.close()?;
        let line = self.line;
        let fault = |kind| ReadError { line, kind };
        let text = self.limited_line()?;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (variables, announced) = match words[..] {
            [_, "cnf", variables, clauses] if words[0].len() == 1 => (variables.parse().ok(), clauses.parse().ok()),
            _ if words.get(1) == Some(&"cnf") => (None, None),
            _ => return Err(fault(ReadErrorKind::NotDimSpec(text.chars().take(LONGEST_WORD).collect()))),
        };
        let (Some(variables), Some(announced)) =
            (variables.filter(|&variables| variables <= 2 * MOST_VARIABLES), announced)
        else {
            return Err(fault(ReadErrorKind::Header { section }));
        };
        if self.declared[section as usize].replace(variables).is_some() {
            return Err(fault(ReadErrorKind::Twice(section)));
        }
        self.open = Some(Open { section, variables, announced, clause: Vec::new() });
        Ok(())
    }

    /// A line that is to be a header: what is longer than any header is cut off.
    fn limited_line(&mut self) -> Result<String, ReadError> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n' && bytes.len() < 200) {
            bytes.push(byte);
            self.input.consume(1);
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The next word, cut off where it is too long for a message.
    fn word(&mut self) -> Result<String, ReadError> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace() && bytes.len() < LONGEST_WORD) {
            bytes.push(byte);
            self.input.consume(1);
        }
        Ok(String::from_utf8_lossy(&bytes).escape_debug().to_string())
    }

    fn literal(&mut self) -> Result<(), ReadError> {
        let word = self.word()?;
        let number: Option<i64> = word.parse().ok();
        let Some(open) = &mut self.open else {
            return Err(self.fault(ReadErrorKind::NotDimSpec(word)));
        };
        let Some(number) = number else {
            return Err(self.fault(ReadErrorKind::Literal(word)));
        };
        if number == 0 {
            let clause = std::mem::take(&mut open.clause);
            let section = open.section;
            self.problem.section_mut(section).add(&clause);
            return Ok(());
        }
        // `t` may be declared with n variables; its range is checked when n is known.
        let limit = if open.section == Section::Transition { 2 * MOST_VARIABLES } else { open.variables };
        let lit = i32::try_from(number).ok().and_then(Lit::from_dimacs).filter(|lit| lit.var().index() < limit);
        match lit {
            Some(lit) => open.clause.push(lit),
            None => {
                let kind = ReadErrorKind::Range { section: open.section, literal: number, limit };
                return Err(self.fault(kind));
            }
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

    /// All sections are there and are about one number of variables.
    fn check_sections(&mut self) -> Result<(), ReadError> {
        let mut declared = [0; 4];
        for section in Section::ALL {
            let variables = self.declared[section as usize];
            declared[section as usize] = variables.ok_or_else(|| self.fault(ReadErrorKind::Missing(section)))?;
        }
        let expected = declared[Section::Initial as usize];
        for section in Section::ALL {
            let found = declared[section as usize];
            let fits = found == expected || section == Section::Transition && found == 2 * expected;
            if !fits || expected > MOST_VARIABLES {
                return Err(self.fault(ReadErrorKind::Variables { section, found, expected }));
            }
        }
        self.problem.variables = expected;
        if let Some((section, lit)) = self.problem.out_of_range() {
            let (literal, limit) = (lit.dimacs() as i64, 2 * expected);
            return Err(self.fault(ReadErrorKind::Range { section, literal, limit }));
        }
        let symbols = &mut self.problem.symbols;
        symbols.table.retain(|symbol| symbol.var.index() < expected);
        symbols.table.sort_by_key(|symbol| symbol.var);
        symbols.table.dedup_by_key(|symbol| symbol.var);
        Ok(())
    }
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
