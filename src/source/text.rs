//! What the source says at a place where the module does not say enough.
//!
//! Constants that clang computes itself: clang remarks undefined behaviour in them by line and column; the
//! code that it emits for an initialiser that is constant as a whole stands at the name of the variable, or at a brace or
//! parenthesis around the constant. The source says which places these are.

use crate::source::clang::Remark;
use crate::source::lines::{base_name, Lines, Position};
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

/// Whether a source tells clang not to remark shifts and overflow in constants, by `#pragma` or `_Pragma`.
pub fn silences_remarks(source: &[u8]) -> bool {
    let text = String::from_utf8_lossy(source);
    let names = ["-Wshift", "-Winteger-overflow", "-Weverything"];
    let ignores = |line: &str| line.contains("ignored") && names.iter().any(|name| line.contains(name));
    text.lines().any(|line| line.contains("system_header") || line.contains("diagnostic") && ignores(line))
}

/// A source without comments and contents of literals, and what clang calls each of its lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceText {
    bytes: Vec<u8>,
    /// Where each row begins.
    starts: Vec<usize>,
    lines: Lines,
}

impl SourceText {
    /// The text of a file, which may be preprocessed.
    pub fn new(source: &[u8], file: &Path) -> SourceText {
        let mut starts = vec![0];
        starts.extend((0..source.len()).filter(|&at| source[at] == b'\n').map(|at| at + 1));
        let lines = Lines::of(&String::from_utf8_lossy(source), &file.to_string_lossy());
        SourceText { bytes: blanked(source), starts, lines }
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

    /// Where the operators of quotients stand that may be by -1 and that clang may compute itself, which it neither checks nor
    /// remarks: those by a written -1, and in initialisers in braces those by anything but a number or a `sizeof`.
    pub fn open_quotients(&self) -> Vec<Position> {
        let divisor = |at: usize| {
            let rest = self.bytes[at + 1..].iter().copied();
            rest.filter(|byte| !byte.is_ascii_whitespace() && *byte != b'(').take(6).collect::<Vec<u8>>()
        };
        let is_open = |&at: &usize| {
            let divisor = divisor(at);
            let is_minus_one = divisor.starts_with(b"-1") && !divisor.get(2).is_some_and(|byte| byte.is_ascii_digit());
            let is_positive =
                divisor.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'\'') || divisor == b"sizeof";
            is_minus_one || !is_positive && !self.around_at(at).unwrap_or_default().initialisers.is_empty()
        };
        let operators = (0..self.bytes.len()).filter(|&at| b"/%".contains(&self.bytes[at]));
        operators.filter(is_open).map(|at| self.position(at)).collect()
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
        let mut depth = 0;
        for at in (0..end.min(self.bytes.len())).rev() {
            match self.bytes[at] {
                b')' | b']' | b'}' => depth += 1,
                b'(' | b'[' | b'{' if depth == 0 => return Some(at),
                b'(' | b'[' | b'{' => depth -= 1,
                b';' => return None,
                _ => {}
            }
        }
        None
    }

    fn last_before(&self, end: usize) -> Option<usize> {
        self.bytes[..end].iter().rposition(|byte| !byte.is_ascii_whitespace())
    }

    fn name_start(&self, end: usize) -> usize {
        self.bytes[..end].iter().rposition(|&byte| !is_name(byte)).map_or(0, |before| before + 1)
    }
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
