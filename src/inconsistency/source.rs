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
    /// generated code, which may also give the lines of this very file other numbers.
    pub fn is_missing(&mut self, place: &Origin) -> bool {
        !self.macros.is_empty() && (self.line(&place.file, place.line).is_none() || self.is_renumbered(&place.file))
    }

    /// Whether a `#line` in a file says of the lines behind it that they are others of the same file.
    fn is_renumbered(&mut self, file: &str) -> bool {
        let own = file.rsplit('/').next().unwrap_or_default().to_owned();
        let renumbers = |(index, line): (usize, &String)| {
            let rest = line.trim_start().strip_prefix('#')?.trim_start();
            let mut words = rest.strip_prefix("line").unwrap_or(rest).split_whitespace();
            let number: usize = words.next()?.parse().ok()?;
            let name = words.next()?.trim_matches('"').rsplit('/').next()?;
            // The directive is about the line behind it, and lines count from 1.
            Some(name == own && number != index + 2)
        };
        self.lines(file).iter().enumerate().any(|line| renumbers(line) == Some(true))
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

    /// Whether what stands at a place comes from a macro: clang gives the place where the macro is used, or of the `||` or `&&`
    /// behind it.
    pub fn is_macro(&mut self, place: &Origin) -> bool {
        let word = self.from(place).map(|text| identifier(&text).to_owned());
        word.is_some_and(|word| self.macros.contains(&word)) || self.is_behind_macro(place)
    }

    /// Whether the word at a place is called, as a function or as a macro that takes arguments.
    pub fn is_called(&mut self, place: &Origin) -> bool {
        self.from(place).is_some_and(|text| text[identifier(&text).len()..].trim_start().starts_with('('))
    }

    /// Whether at a place there is an operator whose left side is the use of a macro, and nothing else.
    fn is_behind_macro(&mut self, place: &Origin) -> bool {
        let at = (place.column as usize).saturating_sub(1);
        let line = self.line(&place.file, place.line).unwrap_or_default();
        let Some((before, behind)) = line.split_at_checked(at) else { return false };
        if !behind.starts_with("||") && !behind.starts_with("&&") {
            return false;
        }
        let operand = before[operation_start(before)..].trim();
        let (word, rest) = operand.split_at(identifier(operand).len());
        let arguments = rest.trim_start().strip_prefix('(');
        let is_whole = arguments.is_none_or(|rest| balanced(rest).is_some_and(|inner| inner.len() + 1 == rest.len()));
        self.macros.contains(word) && is_whole && (rest.is_empty() || arguments.is_some())
    }

    /// The condition at a place: that of an `if`, `while`, `for` or `switch` that stands there, or else what begins there, up to
    /// the bracket that closes.
    pub fn condition(&mut self, place: &Origin) -> Option<Excerpt> {
        let whole = Excerpt { text: self.from(place)?, line: place.line, column: place.column };
        // The end of `do { … } while (…)`.
        let whole = if whole.text.starts_with('}') { whole.behind(1) } else { whole };
        let text = whole.text.as_str();
        let word = identifier(text).to_owned();
        let open = || text[word.len()..].find('(').filter(|&at| text[word.len()..][..at].trim().is_empty());
        let (begin, condition) = match word.as_str() {
            "if" | "while" | "switch" | "for" => {
                let begin = word.len() + open()? + 1;
                let inner = balanced(&text[begin..])?;
                if word == "for" {
                    let first = inner.find(';')? + 1;
                    (begin + first, inner[first..].split(';').next()?)
                } else {
                    (begin, inner)
                }
            }
            "do" => return None,
            _ => {
                let text = balanced(text).unwrap_or(text);
                (0, code(text).find(|(_, c)| matches!(c, ';' | '?')).map_or(text, |(end, _)| &text[..end]))
            }
        };
        let end = begin + condition.len();
        Some(whole.part(begin, end)).filter(|excerpt| !excerpt.text.is_empty())
    }

    /// The keyword or name at a place; at the end of a `do`, its `while`.
    pub fn word(&mut self, place: &Origin) -> Option<String> {
        let text = self.from(place)?;
        Some(identifier(text.strip_prefix('}').map_or(text.as_str(), str::trim_start)).to_owned())
    }

    /// Whether a comment silences reports about a place.
    pub fn is_silenced(&mut self, place: &Origin) -> bool {
        let lines = [place.line, place.line.saturating_sub(1)];
        lines.into_iter().any(|line| self.line(&place.file, line).is_some_and(|text| text.contains(SILENCE)))
    }

    /// The part of a condition around an operator or operand, as `p != NULL`: from `column` back and forth to the nearest `&&`, `||` or
    /// unbalanced bracket, on the same line.
    pub fn operation(&mut self, place: &Origin) -> Option<Excerpt> {
        let text = self.line(&place.file, place.line)?;
        let at = (place.column as usize).checked_sub(1).filter(|&at| text.is_char_boundary(at) && at < text.len())?;
        let (start, end) = (operation_start(&text[..at]), at + operation_end(&text[at..]));
        let start = end - behind_return(text[start..end].trim_start()).len();
        let part = Excerpt { text, line: place.line, column: 1 }.part(start, end);
        Some(part).filter(|excerpt| !excerpt.text.is_empty())
    }
}

/// A part of the source, without white space around it, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// As it is written, over several lines perhaps.
    pub text: String,
    line: u32,
    column: u32,
}

impl Excerpt {
    /// The part between two offsets.
    pub fn part(&self, begin: usize, end: usize) -> Excerpt {
        let inner = &self.text[begin..end];
        let begin = begin + inner.len() - inner.trim_start().len();
        let before = &self.text[..begin];
        let (lines, column) = match before.rfind('\n') {
            Some(last) => (before.matches('\n').count() as u32, (begin - last) as u32),
            None => (0, self.column + begin as u32),
        };
        Excerpt { text: inner.trim().to_owned(), line: self.line + lines, column }
    }

    /// What stands behind so many bytes.
    pub fn behind(&self, bytes: usize) -> Excerpt {
        self.part(bytes, self.text.len())
    }

    /// Whether it begins at a place, of the same file.
    pub fn begins_at(&self, place: &Origin) -> bool {
        (self.line, self.column) == (place.line, place.column)
    }

    /// On one line.
    pub fn words(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The identifier that a text begins with; empty if there is none.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The characters of a text that do not stand between quotation marks.
fn code(text: &str) -> impl DoubleEndedIterator<Item = (usize, char)> {
    let (mut open, mut escaped) = (None, false);
    let mut kept = Vec::new();
    for (at, c) in text.char_indices() {
        match open {
            None if c == '\'' || c == '"' => open = Some(c),
            None => kept.push((at, c)),
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(mark) if c == mark => open = None,
            Some(_) => {}
        }
    }
    kept.into_iter()
}

/// The text up to the bracket that closes.
fn balanced(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, c) in code(text) {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(&text[..at]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What is returned, where a text has a `return` in it: also behind an `if (…)` on the same line.
fn behind_return(text: &str) -> &str {
    const RETURN: &str = "return";
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let begins = |&(at, _): &(usize, char)| {
        let is_there = text[at..].strip_prefix(RETURN).is_some_and(|rest| !rest.starts_with(is_word));
        is_there && !text[..at].ends_with(is_word)
    };
    code(text).rfind(begins).map_or(text, |(at, _)| text[at + RETURN.len()..].trim_start())
}

/// Where the operand before an operator begins.
fn operation_start(before: &str) -> usize {
    let bytes = before.as_bytes();
    let mut depth = 0usize;
    for (at, _) in code(before).rev() {
        match bytes[at] {
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth == 0 => return at + 1,
            b'(' | b'[' => depth -= 1,
            b'&' | b'|' if depth == 0 && at > 0 && bytes[at - 1] == bytes[at] => return at + 1,
            b';' | b'{' | b'?' | b':' | b',' if depth == 0 => return at + 1,
            // An assignment; no comparison, which an operand can be, too.
            b'=' if depth == 0
                && !b"=<>!".contains(&bytes[at.saturating_sub(1)])
                && bytes.get(at + 1) != Some(&b'=') =>
            {
                return at + 1
            }
            _ => {}
        }
    }
    0
}

/// Where the operand behind an operator ends.
fn operation_end(from: &str) -> usize {
    let bytes = from.as_bytes();
    let mut depth = 0usize;
    for (at, _) in code(from) {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => return at,
            b')' | b']' => depth -= 1,
            b'&' | b'|' if depth == 0 && at > 0 && bytes.get(at + 1) == Some(&bytes[at]) => return at,
            b';' | b'{' | b'?' | b':' | b',' if depth == 0 => return at,
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
        assert_eq!(sources.condition(&at(1, 3)).map(|part| part.words()).as_deref(), Some("a && f(b) > 1"));
        assert_eq!(sources.condition(&at(3, 2)).map(|part| part.words()).as_deref(), Some("i < n"));
        assert_eq!(sources.condition(&at(4, 1)).map(|part| part.words()).as_deref(), Some("x"));
        assert_eq!(sources.condition(&at(1, 7)).map(|part| part.words()).as_deref(), Some("a && f(b) > 1"));
        assert_eq!(sources.condition(&at(5, 1)).map(|part| part.words()).as_deref(), Some("x = 1"));
        assert_eq!(sources.condition(&at(9, 1)), None);
        assert_eq!(sources.operation(&at(2, 12)).map(|part| part.words()).as_deref(), Some("f(b) > 1"));
    }

    #[test]
    fn parts_of_conditions_are_found() {
        let (mut sources, at) = sources("if (a == 1 && (b[i] < 2 || c))");
        assert_eq!(sources.operation(&at(1, 7)).map(|part| part.words()).as_deref(), Some("a == 1"));
        assert_eq!(sources.operation(&at(1, 21)).map(|part| part.words()).as_deref(), Some("b[i] < 2"));
    }

    #[test]
    fn what_is_returned_begins_behind_the_word() {
        let text = "if (a) return x < 1;\nreturn(b) != 2;\nnoreturn x > 3;\nf(\"return \", y) > 4;\nreturned > 5";
        let (mut sources, at) = sources(text);
        let columns = [(1, 17, "x < 1"), (2, 11, "(b) != 2"), (3, 12, "noreturn x > 3")];
        for (line, column, told) in
            columns.into_iter().chain([(4, 17, "f(\"return \", y) > 4"), (5, 10, "returned > 5")])
        {
            assert_eq!(sources.operation(&at(line, column)).map(|part| part.words()).as_deref(), Some(told));
        }
    }

    #[test]
    fn what_stands_in_quotes_is_no_code() {
        let (mut sources, at) = sources("if (*p != '?' && f(\")\", '\\'') < 2)\n  } while (x > 1);");
        assert_eq!(sources.operation(&at(1, 8)).map(|part| part.words()).as_deref(), Some("*p != '?'"));
        assert_eq!(
            sources.condition(&at(1, 1)).map(|part| part.words()).as_deref(),
            Some("*p != '?' && f(\")\", '\\'') < 2")
        );
        assert_eq!(
            sources.condition(&at(1, 5)).map(|part| part.words()).as_deref(),
            Some("*p != '?' && f(\")\", '\\'') < 2")
        );
        assert_eq!(sources.condition(&at(2, 3)).map(|part| part.words()).as_deref(), Some("x > 1"));
    }

    #[test]
    fn files_whose_lines_have_other_numbers_are_known() {
        let (mut sources, at) = sources("int x;\n#line 3 \"a.c\"\nint y;\n# 1 \"b.h\"\nint z;");
        sources.macros.insert("CHECK".to_owned());
        assert!(!sources.is_missing(&at(3, 1)), "that is what it would be without the directive");
        let (mut sources, at) = self::sources("int x;\n#line 7 \"lib/a.c\"\nint y;");
        sources.macros.insert("CHECK".to_owned());
        assert!(sources.is_missing(&at(1, 1)));
    }

    #[test]
    fn macros_and_silence_are_seen() {
        let (mut sources, at) = sources("/* bitreach: inconsistent-ok */\nCHECK(x);\n\n y = 2;");
        sources.macros.insert("CHECK".to_owned());
        assert!(sources.is_macro(&at(2, 1)) && !sources.is_macro(&at(4, 2)));
        let (mut others, at) =
            self::sources("if (CHECK(f(x), 1) || y)\n  a = CHECK && b && CHECK(x) == 2 || CHECK (c)(d) || e;");
        others.macros.insert("CHECK".to_owned());
        assert!(others.is_macro(&at(1, 20)) && others.is_macro(&at(2, 13)));
        for column in [18, 35, 51] {
            assert!(!others.is_macro(&at(2, column)), "{column}");
        }
        assert!(sources.is_silenced(&at(2, 1)) && !sources.is_silenced(&at(4, 2)));
    }
}
