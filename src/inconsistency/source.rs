//! The text of the source around a place: conditions as they are written, macros, comments that silence a report.

use crate::program::Origin;
use rustc_hash::{FxHashMap, FxHashSet};

/// A comment with this word, on the line of a report or the one above, silences it.
pub const SILENCE: &str = "bitreach: inconsistent-ok";

/// How many lines a condition may run over.
const MOST_LINES: usize = 12;

/// The files that have been read.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: FxHashMap<String, Vec<String>>,
    /// The macros that are defined at the end of the file that is compiled.
    macros: FxHashSet<String>,
}

impl Sources {
    /// No files yet, and the names of the macros.
    pub fn new(macros: impl IntoIterator<Item = String>) -> Sources {
        Sources { files: FxHashMap::default(), macros: macros.into_iter().collect() }
    }

    /// The lines of a file; none if it cannot be read.
    fn lines(&mut self, file: &str) -> &[String] {
        self.files.entry(file.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
        })
    }

    /// A line, without its end; `None` where there is none.
    pub fn line(&mut self, file: &str, line: u32) -> Option<String> {
        self.lines(file).get((line as usize).checked_sub(1)?).cloned()
    }

    /// Whether the source of a place should be there, as that of a file that was just compiled, and is not: as with `#line` in
    /// generated code.
    pub fn is_missing(&mut self, place: &Origin) -> bool {
        !self.macros.is_empty() && self.line(&place.file, place.line).is_none()
    }

    /// The text from a place on, over some lines.
    fn from(&mut self, place: &Origin) -> Option<String> {
        let line = (place.line as usize).checked_sub(1)?;
        let column = (place.column as usize).checked_sub(1)?;
        let lines = self.lines(&place.file);
        let first = lines.get(line)?.get(column..)?.to_owned();
        let rest = lines.iter().skip(line + 1).take(MOST_LINES);
        Some(rest.fold(first, |text, line| text + "\n" + line))
    }

    /// Whether what stands at a place comes from a macro: clang gives the place where the macro is used.
    pub fn is_macro(&mut self, place: &Origin) -> bool {
        let word = self.from(place).map(|text| identifier(&text).to_owned());
        word.is_some_and(|word| self.macros.contains(&word))
    }

    /// The condition at a place, on one line: that of an `if`, `while`, `for` or `switch` that stands there, or else what
    /// begins there, up to the bracket that closes.
    pub fn condition(&mut self, place: &Origin) -> Option<String> {
        let text = self.from(place)?;
        let word = identifier(&text).to_owned();
        let open = text[word.len()..].trim_start().strip_prefix('(');
        let condition = match word.as_str() {
            "if" | "while" | "switch" => balanced(open?)?,
            "for" => balanced(open?)?.split(';').nth(1)?,
            "do" => return None,
            _ => balanced(&text)?.split([';', '?']).next()?,
        };
        let words: Vec<&str> = condition.split_whitespace().collect();
        Some(words.join(" ")).filter(|text| !text.is_empty())
    }

    /// The keyword or name at a place.
    pub fn word(&mut self, place: &Origin) -> Option<String> {
        self.from(place).map(|text| identifier(&text).to_owned())
    }

    /// Whether a comment silences reports about a place.
    pub fn is_silenced(&mut self, place: &Origin) -> bool {
        let lines = [place.line, place.line.saturating_sub(1)];
        lines.into_iter().any(|line| self.line(&place.file, line).is_some_and(|text| text.contains(SILENCE)))
    }

    /// The name that begins the part of a condition around an operator, as in `p != NULL`: from `column` back and forth to
    /// the nearest `&&`, `||` or unbalanced bracket, on the same line.
    pub fn operation(&mut self, place: &Origin) -> Option<String> {
        let line = self.line(&place.file, place.line)?;
        let at = (place.column as usize).checked_sub(1).filter(|&at| line.is_char_boundary(at) && at < line.len())?;
        let start = operation_start(&line[..at]);
        let end = at + operation_end(&line[at..]);
        let text = line[start..end].trim();
        let text = text.strip_prefix("return ").unwrap_or(text);
        Some(text.to_owned()).filter(|text| !text.is_empty())
    }
}

/// The identifier that a text begins with; empty if there is none.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The text up to the bracket that closes.
fn balanced(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(&text[..at]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Where the operand before an operator begins.
fn operation_start(before: &str) -> usize {
    let bytes = before.as_bytes();
    let mut depth = 0usize;
    for at in (0..bytes.len()).rev() {
        match bytes[at] {
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth == 0 => return at + 1,
            b'(' | b'[' => depth -= 1,
            b'&' | b'|' if depth == 0 && at > 0 && bytes[at - 1] == bytes[at] => return at + 1,
            b';' | b'{' | b'?' | b',' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

/// Where the operand behind an operator ends.
fn operation_end(from: &str) -> usize {
    let bytes = from.as_bytes();
    let mut depth = 0usize;
    for at in 0..bytes.len() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => return at,
            b')' | b']' => depth -= 1,
            b'&' | b'|' if depth == 0 && at > 0 && bytes.get(at + 1) == Some(&bytes[at]) => return at,
            b';' | b'{' | b'?' | b',' if depth == 0 => return at,
            _ => {}
        }
    }
    from.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> (Sources, impl Fn(u32, u32) -> Origin) {
        let mut sources = Sources::default();
        sources.files.insert("a.c".to_owned(), text.lines().map(str::to_owned).collect());
        let origin = |line, column| Origin { file: "a.c".into(), line, column, function: "f".into(), inlined_at: None };
        (sources, origin)
    }

    #[test]
    fn conditions_are_found() {
        let (mut sources, at) = sources("  if (a &&\n      f(b) > 1) x;\n for (i = 0; i < n; i++)\nwhile(x)y;\nx = 1;");
        assert_eq!(sources.condition(&at(1, 3)).as_deref(), Some("a && f(b) > 1"));
        assert_eq!(sources.condition(&at(3, 2)).as_deref(), Some("i < n"));
        assert_eq!(sources.condition(&at(4, 1)).as_deref(), Some("x"));
        assert_eq!(sources.condition(&at(1, 7)).as_deref(), Some("a && f(b) > 1"));
        assert_eq!(sources.condition(&at(5, 1)), None);
        assert_eq!(sources.condition(&at(9, 1)), None);
        assert_eq!(sources.operation(&at(2, 12)).as_deref(), Some("f(b) > 1"));
    }

    #[test]
    fn parts_of_conditions_are_found() {
        let (mut sources, at) = sources("if (a == 1 && (b[i] < 2 || c))");
        assert_eq!(sources.operation(&at(1, 7)).as_deref(), Some("a == 1"));
        assert_eq!(sources.operation(&at(1, 21)).as_deref(), Some("b[i] < 2"));
    }

    #[test]
    fn macros_and_silence_are_seen() {
        let (mut sources, at) = sources("/* bitreach: inconsistent-ok */\nCHECK(x);\n\n y = 2;");
        sources.macros.insert("CHECK".to_owned());
        assert!(sources.is_macro(&at(2, 1)) && !sources.is_macro(&at(4, 2)));
        assert!(sources.is_silenced(&at(2, 1)) && !sources.is_silenced(&at(4, 2)));
    }
}
