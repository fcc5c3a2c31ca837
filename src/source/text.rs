//! What the source says at a place where the module does not say enough.
//!
//! Constants that clang computes itself: clang remarks undefined behaviour in them by line and column; the
//! code that it emits for an initialiser that is constant as a whole stands at the name of the variable, or at a brace or
//! parenthesis around the constant. The source says which places these are.

use crate::source::clang::Remark;
use crate::source::lines::{base_name, Lines, Position};
use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

/// What the source says of a remark's place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    /// Where code of the initialiser around it can stand, inside out.
    pub initialisers: Vec<Position>,
    /// The names in front of the parentheses around it: it may be an argument of a macro.
    pub names: Vec<Position>,
    /// What is computed, if it is computed whenever the initialiser is.
    pub operator: Option<char>,
    /// Whether that has one operand, if it can have one or two.
    pub is_unary: bool,
}

/// What makes that a part of an expression may not be computed.
const MAY_SKIP: [&str; 7] = ["?", "&&", "||", "_Generic", "sizeof", "lignof", "__"];

/// Looks up all remarks in the source.
pub fn look_up(text: &SourceText, remarks: &mut [Remark]) {
    let overrides = remarks.iter().any(|remark| remark.message.contains("-Winitializer-overrides"));
    for remark in remarks {
        remark.surroundings = text.around(&remark.file, remark.place()).unwrap_or_default();
        if overrides || remark.in_macro {
            remark.surroundings.operator = None;
        }
    }
}

/// Whether a source, preprocessed or not, tells clang not to remark shifts and overflow in constants, by `#pragma` or `_Pragma`.
pub fn silences_remarks(source: &[u8]) -> bool {
    let text = String::from_utf8_lossy(source).replace("\\\n", "");
    let names = ["-Wshift", "-Winteger-overflow", "-Weverything"];
    let ignores = |line: &str| line.contains("ignored") && names.iter().any(|name| line.contains(name));
    text.lines().any(|line| line.contains("diagnostic") && ignores(line))
}

/// What is open about a constant.
const CHOICE: &str = "a choice or a built-in function around sums, which clang computes in a constant";
const QUOTIENT: &str = "a quotient that clang computes, perhaps by -1";

/// A part of the source that clang may compute itself without a remark where that overflows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenConstant {
    /// The file, without its folder.
    pub file: String,
    /// Whether another row of the text has the same line of that file.
    pub is_ambiguous: bool,
    /// What it is.
    pub message: &'static str,
    /// Where it begins.
    pub first: Position,
    /// Where it ends.
    pub last: Position,
    /// The rows of what it belongs to, from 0: from the first to the last.
    rows: (usize, usize),
}

/// A source without comments and contents of literals, and what clang calls each of its lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceText {
    bytes: Vec<u8>,
    /// Where each row begins.
    starts: Vec<usize>,
    /// For each byte, and the end, the bracket that is open there and has no `;` in it before.
    openings: Vec<Option<usize>>,
    lines: Lines,
}

impl SourceText {
    /// The text of a file, which may be preprocessed.
    pub fn new(source: &[u8], file: &Path) -> SourceText {
        let mut starts = vec![0];
        starts.extend((0..source.len()).filter(|&at| source[at] == b'\n').map(|at| at + 1));
        let lines = Lines::of(&String::from_utf8_lossy(source), &file.to_string_lossy());
        let bytes = blanked(source);
        SourceText { openings: openings(&bytes), bytes, starts, lines }
    }

    fn position(&self, at: usize) -> Position {
        let row = self.starts.partition_point(|&start| start <= at) - 1;
        self.lines.position(row, at - self.starts[row])
    }

    /// Where a place is, in a file that is given without its folder, as in remarks.
    fn at(&self, file: &str, place: Position) -> Option<usize> {
        let row = self.lines.rows(place.line, |index| base_name(&self.lines.files()[index]) == file).next()?;
        Some(self.starts.get(row)? + (place.column as usize).checked_sub(1)?).filter(|&at| at < self.bytes.len())
    }

    /// The constants that clang may compute itself without a word where they overflow. It looks for overflow in sums and calls
    /// (`Sema::CheckForIntOverflow`), not in choices, nor in array sizes and labels, nor in quotients. So these are: what can overflow in an
    /// element of an initialiser in braces, in an array size, in an initialiser of what is static, and in a label, if a choice or a
    /// built-in function stands in it; quotients there by anything but a number or a `sizeof`, and everywhere those by a written -1.
    pub fn open_constants(&self) -> Vec<OpenConstant> {
        let (mut found, mut depth) = (Vec::<OpenConstant>::new(), 0);
        for at in 0..self.bytes.len() {
            let rest = &self.bytes[at..];
            let begins_name = !at.checked_sub(1).is_some_and(|before| is_name(self.bytes[before]));
            match rest[0] {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b'?' => found.extend(self.constant_around(at, depth == 0)),
                b'_' if begins_name
                    && ["__builtin_", "_Generic"].iter().any(|name| rest.starts_with(name.as_bytes())) =>
                {
                    found.extend(self.constant_around(at, depth == 0));
                }
                b'/' | b'%' if self.is_open_quotient(at, depth == 0) => found.push(self.open(at..at + 1, at, QUOTIENT)),
                _ => {}
            }
        }
        found.dedup();
        found
    }

    /// Whether a quotient may be by -1, and may be a constant.
    fn is_open_quotient(&self, operator: usize, is_outside: bool) -> bool {
        let rest = self.bytes[operator + 1..].iter().copied().filter(|byte| !byte.is_ascii_whitespace());
        let divisor: Vec<u8> = rest.take(24).collect();
        let parentheses = divisor.iter().take_while(|&&byte| byte == b'(').count();
        let inner = &divisor[parentheses..];
        let digits = inner.iter().take_while(|&&byte| is_name(byte) || byte == b'.' || byte == b'\'').count();
        let is_whole = inner.get(digits).is_none_or(|&byte| parentheses == 0 || byte == b')');
        let is_number = inner.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'\'') && is_whole;
        let is_minus_one = inner.starts_with(b"-1") && !inner.get(2).is_some_and(u8::is_ascii_digit);
        // A number without a sign is not the smallest one.
        let dividend = self.word_before(operator);
        let before = self.last_before(operator).and_then(|last| self.last_before(self.name_start(last + 1)));
        let is_signed = before.is_some_and(|before| self.bytes[before] == b'-');
        if dividend.first().is_some_and(u8::is_ascii_digit) && !is_signed {
            return false;
        }
        let is_constant = || self.constant_range(operator, is_outside).is_some();
        is_minus_one || !is_number && !inner.starts_with(b"sizeof") && is_constant()
    }

    fn open(&self, part: Range<usize>, begins: usize, message: &'static str) -> OpenConstant {
        let row = |at: usize| self.starts.partition_point(|&start| start <= at) - 1;
        let rows = (row(begins), row(part.end));
        let (file, is_ambiguous) = self.lines.file(row(part.start));
        let (first, last) = (self.position(part.start), self.position(part.end.max(part.start + 1) - 1));
        OpenConstant { file: file.to_owned(), first, last, is_ambiguous, message, rows }
    }

    /// Whether a member is taken of what a comma gives, `(0, s).a`: in C that is a temporary (C11 6.2.4, 6.5.17), for clang `s` itself.
    pub fn has_member_of_comma(&self) -> bool {
        let is_one = |dot: usize| {
            let close = self.last_before(dot).filter(|&close| self.bytes[close] == b')')?;
            let open = self.opening_before(close)?;
            let before = self.last_before(open).map(|before| self.bytes[before]);
            let is_call =
                before.is_some_and(|byte| is_name(byte) || b")]".contains(&byte)) && !self.is_after_keyword(open);
            let is_grouped = |comma: usize| {
                let mut around = self.opening_before(comma);
                while let Some(inner) = around.filter(|&inner| inner > open) {
                    let is_extension = self.word_before(inner) == b"__extension__";
                    let word = self.last_before(inner).filter(|_| is_extension);
                    let outer = word.map_or(inner, |last| self.name_start(last + 1));
                    around = self.last_before(outer).filter(|&outer| self.bytes[outer] == b'(');
                }
                around == Some(open)
            };
            (!is_call && (open..close).any(|at| self.bytes[at] == b',' && is_grouped(at))).then_some(())
        };
        (0..self.bytes.len()).any(|at| self.bytes[at] == b'.' && is_one(at).is_some())
    }

    /// Whether a parenthesis stands behind a word that calls nothing.
    fn is_after_keyword(&self, parenthesis: usize) -> bool {
        const WORDS: [&[u8]; 7] =
            [b"return", b"else", b"do", b"sizeof", b"_Generic", b"__builtin_choose_expr", b"__extension__"];
        WORDS.contains(&self.word_before(parenthesis))
    }

    /// The word before a place; nothing where none stands there.
    fn word_before(&self, at: usize) -> &[u8] {
        match self.last_before(at).filter(|&last| is_name(self.bytes[last])) {
            Some(last) => &self.bytes[self.name_start(last + 1)..=last],
            None => &[],
        }
    }

    /// The constant that a place is in, if something in it can overflow.
    fn constant_around(&self, at: usize, is_outside: bool) -> Option<OpenConstant> {
        let (begins, part) = self.constant_range(at, is_outside)?;
        let is_sum = |operator: usize| match self.bytes[operator] {
            b'+' | b'*' => true,
            b'<' => self.bytes.get(operator + 1) == Some(&b'<'),
            // That of a negative number does not overflow.
            b'-' => self.bytes.get(operator + 1) != Some(&b'>') && !self.negates_number(operator),
            _ => false,
        };
        let mut computed = self.chosen(at, part.end).unwrap_or(part.clone());
        computed.any(is_sum).then(|| self.open(part, begins, CHOICE))
    }

    /// Where the constant begins and ends that a place is in: an element of an initialiser in braces, an array size, an initialiser of what is
    /// static, or a label. Also where begins what it belongs to.
    fn constant_range(&self, at: usize, is_outside: bool) -> Option<(usize, Range<usize>)> {
        let (mut open, mut here) = (None, at);
        while let Some(bracket) = self.opening_before(here) {
            // The body of a statement or function is no initialiser.
            let before = self.last_before(bracket).map(|before| self.bytes[before]);
            match (self.bytes[bracket], before) {
                (b'{', Some(b')')) if !self.is_after_type(bracket) => break,
                (b'{', Some(b'=' | b'{' | b',' | b')')) | (b'[', _) => open = open.or(Some(bracket)),
                (b'{', _) => break,
                _ => {}
            }
            here = bracket;
        }
        if let Some(open) = open {
            let separates = |at: usize| self.opening_before(at) == Some(open);
            let comma = (open + 1..at).rev().find(|&comma| self.bytes[comma] == b',' && separates(comma));
            let first = comma.unwrap_or(open) + 1;
            let last = (at..self.bytes.len()).find(|&end| b",}];".contains(&self.bytes[end]) && separates(end))?;
            return Some((here, first..last));
        }
        // The statement that it is in.
        let first = self.bytes[..at].iter().rposition(|byte| b";{}".contains(byte)).map_or(0, |end| end + 1);
        let end = at + self.bytes[at..].iter().position(|byte| b";{}".contains(byte))?;
        let text = String::from_utf8_lossy(&self.bytes[first..end]).into_owned();
        let words = || text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let is_static = (is_outside || words().any(|word| word == "static")) && text.contains('=');
        if is_static {
            return Some((first, first..end));
        }
        // A label ends at the colon that no question belongs to.
        let label = first + text.find("case ")?;
        let mut choices = 0;
        let colon = (label..end).find(|&at| {
            choices += i32::from(self.bytes[at] == b'?') - i32::from(self.bytes[at] == b':');
            choices < 0
        })?;
        (label..colon).contains(&at).then_some((label, label..colon))
    }

    /// Whether a brace opens a compound literal: no name is before the parenthesis before it.
    fn is_after_type(&self, brace: usize) -> bool {
        let parenthesis = self.last_before(brace).and_then(|close| self.opening_before(close));
        let before = parenthesis.and_then(|parenthesis| self.last_before(parenthesis));
        before.is_none_or(|before| match self.bytes[before] {
            byte if is_name(byte) => self.bytes[self.name_start(before + 1)..=before] == *b"return",
            byte => byte != b')' && byte != b']',
        })
    }

    /// What is computed of a choice up to `end`, if nothing but 0 or 1 decides it, and there is no other one.
    fn chosen(&self, question: usize, end: usize) -> Option<Range<usize>> {
        let number = self.last_before(question).filter(|&number| b"01".contains(&self.bytes[number]))?;
        let before = self.last_before(number).map(|before| self.bytes[before]);
        let open = self.opening_before(question);
        let colon = (question..end).find(|&at| self.bytes[at] == b':' && self.opening_before(at) == open)?;
        let is_alone =
            before.is_some_and(|byte| b"{,(".contains(&byte)) && !self.bytes[question + 1..end].contains(&b'?');
        is_alone.then(|| if self.bytes[number] == b'0' { colon + 1..end } else { question + 1..colon })
    }

    /// Whether a minus is the sign of a number.
    fn negates_number(&self, minus: usize) -> bool {
        let before = self.last_before(minus).map(|before| self.bytes[before]);
        let is_sign = before.is_none_or(|byte| !is_name(byte) && !b")]'".contains(&byte));
        is_sign && self.bytes.get(minus + 1).is_some_and(u8::is_ascii_digit)
    }

    /// The open constants that do not stand in another text as they are here: macros make a part of them, or other files have them.
    pub fn open_constants_beyond(&self, other: &SourceText) -> usize {
        let known: HashSet<Vec<u8>> = (0..other.starts.len()).map(|row| other.row(row)).collect();
        let is_there =
            |constant: &OpenConstant| (constant.rows.0..=constant.rows.1).all(|row| known.contains(&self.row(row)));
        self.open_constants().iter().filter(|constant| !is_there(constant)).count()
    }

    /// What stands in a row, without blanks.
    fn row(&self, row: usize) -> Vec<u8> {
        let end = self.starts.get(row + 1).copied().unwrap_or(self.bytes.len());
        self.bytes[self.starts[row]..end].iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    }

    /// The name at a place; nothing where there is none.
    pub fn word(&self, file: &str, place: Position) -> &[u8] {
        let Some(at) = self.at(file, place) else { return &[] };
        let rest = &self.bytes[at..];
        &rest[..rest.iter().position(|&byte| !is_name(byte)).unwrap_or(rest.len())]
    }

    fn around(&self, file: &str, place: Position) -> Option<Surroundings> {
        self.around_at(self.at(file, place)?)
    }

    fn around_at(&self, at: usize) -> Option<Surroundings> {
        let mut found = Surroundings::default();
        let (mut here, mut outermost) = (at, None);
        while let Some(open) = self.opening_before(here) {
            let before = self.last_before(open);
            here = open;
            match (self.bytes[open], before.map(|before| self.bytes[before])) {
                (b'(', Some(byte)) if is_name(byte) => {
                    found.names.push(self.position(self.name_start(before? + 1)));
                }
                // Of a compound literal.
                (b'{', Some(b')')) => {
                    let parenthesis = self.opening_before(before?)?;
                    found.initialisers.extend([self.position(open), self.position(parenthesis)]);
                    outermost = Some(parenthesis);
                    here = parenthesis;
                    if let Some(name) = self.variable_before(parenthesis) {
                        found.initialisers.push(self.position(name));
                        outermost = Some(name);
                        break;
                    }
                }
                (b'{', Some(b'=')) => {
                    found.initialisers.push(self.position(open));
                    if let Some(name) = self.variable_before(open) {
                        found.initialisers.push(self.position(name));
                        outermost = Some(name);
                        break;
                    }
                }
                (b'{', Some(b'{' | b',')) => found.initialisers.push(self.position(open)),
                (b'{', _) => break,
                _ => {}
            }
        }
        let text = String::from_utf8_lossy(&self.bytes[outermost.unwrap_or(at)..at]).into_owned();
        if outermost.is_some() && !MAY_SKIP.iter().any(|word| text.contains(word)) {
            found.operator = self.bytes.get(at).map(|&byte| char::from(byte));
            let before = self.last_before(at).map(|before| self.bytes[before]);
            found.is_unary = before.is_some_and(|byte| !is_name(byte) && ![b')', b']', b'\''].contains(&byte));
        }
        Some(found)
    }

    /// The variable that what begins there initialises; designators name none.
    fn variable_before(&self, start: usize) -> Option<usize> {
        let equals = self.last_before(start).filter(|&equals| self.bytes[equals] == b'=')?;
        let mut end = self.last_before(equals)?;
        while self.bytes[end] == b']' {
            end = self.last_before(self.opening_before(end)?)?;
        }
        let name = is_name(self.bytes[end]).then(|| self.name_start(end + 1))?;
        self.last_before(name).is_none_or(|dot| self.bytes[dot] != b'.').then_some(name)
    }

    /// Whether a `*` stands before a name, or before the parenthesis around it, and no `&` before that.
    pub fn is_dereferenced(&self, file: &str, place: Position) -> bool {
        let Some(at) = self.at(file, place).filter(|&at| self.bytes.get(at).copied().is_some_and(is_name)) else {
            return false;
        };
        let before = |mut end: usize, skipped: &[u8]| loop {
            match self.last_before(end).map(|last| (last, self.bytes[last])) {
                Some((last, byte)) if skipped.contains(&byte) => end = last,
                other => break other,
            }
        };
        match before(at, b"(") {
            Some((star, b'*')) => before(star, b"(*").is_none_or(|(_, byte)| byte != b'&'),
            _ => false,
        }
    }

    /// The bracket that is open there, in the same statement.
    fn opening_before(&self, end: usize) -> Option<usize> {
        *self.openings.get(end)?
    }

    fn last_before(&self, end: usize) -> Option<usize> {
        self.bytes[..end].iter().rposition(|byte| !byte.is_ascii_whitespace())
    }

    fn name_start(&self, end: usize) -> usize {
        self.bytes[..end].iter().rposition(|&byte| !is_name(byte)).map_or(0, |before| before + 1)
    }
}

/// See [`SourceText::openings`]. One walk, since a table of a million entries has as many brackets and questions.
fn openings(bytes: &[u8]) -> Vec<Option<usize>> {
    let (mut openings, mut open) = (Vec::with_capacity(bytes.len() + 1), vec![None]);
    for (at, byte) in bytes.iter().enumerate() {
        openings.push(open.last().copied().flatten());
        match byte {
            b'(' | b'[' | b'{' => open.push(Some(at)),
            b')' | b']' | b'}' if open.len() > 1 => drop(open.pop()),
            b';' => open.last_mut().into_iter().for_each(|innermost| *innermost = None),
            _ => {}
        }
    }
    openings.push(open.last().copied().flatten());
    openings
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The source with blanks for comments and for what literals hold; all else stays where it is.
fn blanked(source: &[u8]) -> Vec<u8> {
    let mut text = source.to_vec();
    let mut at = 0;
    while at < source.len() {
        let end = match (source[at], source.get(at + 1)) {
            (b'/', Some(b'/')) => length_to(&source[at..], |rest| rest[0] == b'\n'),
            (b'/', Some(b'*')) => length_to(&source[at + 2..], |rest| rest.starts_with(b"*/")) + 4,
            (quote @ (b'"' | b'\''), _) => {
                let mut end = 1;
                while source.get(at + end).is_some_and(|&byte| byte != quote && byte != b'\n') {
                    end += 1 + usize::from(source[at + end] == b'\\');
                }
                end + 1
            }
            _ => 0,
        };
        if end == 0 {
            const DIGRAPHS: [(&[u8], u8); 5] =
                [(b"<:", b'['), (b":>", b']'), (b"<%", b'{'), (b"%>", b'}'), (b"%:", b'#')];
            if let Some((_, letter)) = DIGRAPHS.iter().find(|(digraph, _)| source[at..].starts_with(digraph)) {
                text[at..at + 2].copy_from_slice(&[*letter, b' ']);
                at += 2;
                continue;
            }
        }
        let end = (at + end).min(source.len());
        text[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        at = end.max(at + 1);
    }
    text
}

fn length_to(text: &[u8], ends: impl Fn(&[u8]) -> bool) -> usize {
    (0..text.len()).find(|&at| ends(&text[at..])).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is around the only `@`.
    fn around(source: &str) -> Surroundings {
        let text = SourceText::new(source.as_bytes(), Path::new("a.c"));
        text.around("a.c", text.position(source.find('@').unwrap())).unwrap()
    }

    fn at<const N: usize>(places: [(u32, u32); N]) -> [Position; N] {
        places.map(|(line, column)| Position { line, column })
    }

    #[test]
    fn the_name_and_all_braces_are_found() {
        let found = around("int f(void) {\n  struct s v[3][2] = {{1, {2, 3}}, {4, @");
        assert_eq!(found.initialisers, at([(2, 36), (2, 22), (2, 12)]));
        assert_eq!(found.operator, Some('@'));
        let found = around("int f(void) { struct s v = { .x = { [1] = @");
        assert_eq!(found.initialisers, at([(1, 35), (1, 28), (1, 24)]));
        let found = around("void f(void) { struct s v = (struct s){@");
        assert_eq!(found.initialisers, at([(1, 39), (1, 29), (1, 25)]));
        let found = around("void f(void) { g((int[]){1, /* ; */ ';', @");
        assert_eq!(found.initialisers[..2], at([(1, 25), (1, 18)]));
    }

    #[test]
    fn other_statements_are_no_initialisers() {
        assert_eq!(around("void f(void) { int a[1] = {1}; if (@").initialisers, []);
        assert_eq!(around("void f(int c) { x = c @").initialisers.len(), 2, "a parenthesis at which no code stands");
        assert_eq!(around("int a = ID(3, F(@").names, at([(1, 15), (1, 9)]));
    }

    #[test]
    fn what_may_be_skipped_is_not_certain() {
        for skips in ["c ? @", "0 && @", "_Generic(1, int: 2, default: @", "sizeof(@", "__builtin_choose_expr(0, @"] {
            assert_eq!(around(&format!("int a[2] = {{1, {skips}")).operator, None, "{skips}");
        }
        assert_eq!(around("int a[2] = {1, (@").operator, Some('@'));
    }

    #[test]
    fn choices_around_sums_are_found() {
        let count = |source: &str| SourceText::new(source.as_bytes(), Path::new("a.c")).open_constants().len();
        for (source, open) in [
            ("int z[2] = {1, 1 ? 65536 * 65536 : 0};", 1),
            ("int z[2] = {[0 ... 1] = (a + b) ? 1 : 2};", 1),
            ("struct s v = {1, {2, k - 1 ?: 3}};", 1),
            ("f((struct s){1, c ? 1 << 31 : 2});", 1),
            ("int z[(__builtin_popcount(k + 1) & 1) + 1];", 1),
            ("int z[2] = {_Generic(1, int: 2 + 3, default: 1), 4};", 1),
            ("int z[2] = {c ? -1 : p->a, a + b};", 0),
            ("int z[2] = {0 ? k + 1 : 2, 1 ? 3 : k + 1};", 0),
            ("int z[2] = {0 ? 2 : k + 1, 3};", 1),
            ("int x = 1 ? 65536 * 65536 : 0;", 1),
            ("void f(void) { static int x = c ? a + b : 0; }", 1),
            ("void f(int c) { switch (c) { case 1 ? 65536 * 65536 : 0: return; } }", 1),
            ("int z[2] = {sizeof(struct { int a; }), 1 ? k + 1 : 0};", 1),
            ("int z<:2:> = <% 1, c ? k + 1 : 0 %>;", 1),
            ("int z[2] = {1, k / (1 - 2)};", 1),
            ("static int x = k / (1 - 2);", 1),
            ("int z[2] = {1, k / (12), k / 3 + 1, k % sizeof(int)};", 0),
            ("typedef struct { long bits[1024 / (8 * (int) sizeof(long))]; } set;", 0),
            ("int z[2] = {1, -2147483648 / (1 - 2)};", 1),
            ("int f(int c) { int x = c ? a + b : 0; return x / y; }", 0),
            ("void f(int c) { g(c ? a + b : 0); }", 0),
            ("int z[2] = {\"?\"[0] + 1, '?' + 2};", 0),
        ] {
            assert_eq!(count(source), open, "{source}");
        }
        let text = |source: &str| SourceText::new(source.as_bytes(), Path::new("a.c"));
        let (raw, plain) =
            (text("int z[2] = {\n1, MAX(5, 3 + k)};"), text("int z[2] = {\n1, ((5)>(3 + k)?(5):(3 + k))};"));
        assert_eq!((plain.open_constants_beyond(&raw), plain.open_constants_beyond(&plain)), (1, 0));
    }

    #[test]
    fn members_of_commas_are_found() {
        let has = |source: &str| SourceText::new(source.as_bytes(), Path::new("a.c")).has_member_of_comma();
        for source in [
            "return (0, s).a;",
            "return ((0, s)).a;",
            "p = (__extension__ (0, s)).a;",
            "p = _Generic(0, int: (0, s)).a;",
            "p = __builtin_choose_expr(1, (0, s), 0).a;",
        ] {
            assert!(has(source), "{source}");
        }
        assert!(has("int *p = (0, s).a;") && has("x = ((f(), s)) .a;") == has("x = (f(), s).a;"));
        assert!(!has("int *p = f(0, s).a;") && !has("(s).a, (t).b;") && !has("struct s v = {.a = (1), .b = 2};"));
    }

    #[test]
    fn spliced_and_spread_pragmas_silence() {
        for source in [
            "#pragma clang dia\\\ngnostic ignored \"-Winteger-overflow\"\n",
            "_Pragma(\"clang diagnostic ignored \\\"-Wshift-count-overflow\\\"\")",
        ] {
            assert!(silences_remarks(source.as_bytes()), "{source}");
        }
        assert!(!silences_remarks(b"#pragma clang diagnostic ignored \"-Wunused\"\n"));
    }

    #[test]
    fn stars_before_names_are_found() {
        for (source, is_dereferenced) in [
            ("*@;", true),
            ("(void)*@;", true),
            ("* (( @))", true),
            ("**@", true),
            ("*/* & */ @", true),
            ("&*@", false),
            ("(void)&(*@)", false),
            ("(void)@", false),
            ("f(@)", false),
        ] {
            let text = SourceText::new(source.replace('@', "p").as_bytes(), Path::new("a.c"));
            let column = source.find('@').unwrap() as u32 + 1;
            assert_eq!(text.is_dereferenced("a.c", Position { line: 1, column }), is_dereferenced, "{source}");
        }
    }

    #[test]
    fn lines_are_counted_as_markers_say() {
        let text = SourceText::new(b"# 7 \"dir/b.c\" 1\nint a[1] = {\n 1 << 40};\n", Path::new("a.i"));
        assert_eq!(text.around("b.c", at([(8, 4)])[0]).unwrap().initialisers, at([(7, 12), (7, 5)]));
        assert_eq!(text.around("a.i", at([(3, 4)])[0]), None);
    }
}
