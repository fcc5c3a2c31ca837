//! What stands in the source at a place where the module does not say enough.

use crate::source::lines::{base_name, Lines, Position};
use std::path::Path;

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

    /// Where a place is, in a file that is given without its folder, as in remarks.
    fn at(&self, file: &str, place: Position) -> Option<usize> {
        let row = self.lines.rows(place.line, |index| base_name(&self.lines.files()[index]) == file).next()?;
        Some(self.starts.get(row)? + (place.column as usize).checked_sub(1)?).filter(|&at| at < self.bytes.len())
    }

    /// The name at a place; nothing where there is none.
    pub fn word(&self, file: &str, place: Position) -> &[u8] {
        let Some(at) = self.at(file, place) else { return &[] };
        let rest = &self.bytes[at..];
        &rest[..rest.iter().position(|&byte| !is_name(byte)).unwrap_or(rest.len())]
    }

    /// Whether the array whose name stands at a place is declared with a variable itself as a length: `[n]`, without a cast.
    pub fn is_length(&self, file: &str, place: Position, variable: &str) -> bool {
        let Some(at) = self.at(file, place) else { return false };
        let behind = self.bytes[at..].iter().skip_while(|&&byte| is_name(byte));
        let mut depth = 0;
        let lengths = behind.take_while(|&&byte| {
            depth += i32::from(byte == b'[') - i32::from(byte == b']');
            depth > 0 || byte == b']' || byte.is_ascii_whitespace()
        });
        let lengths: Vec<u8> = lengths.copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let wanted = format!("[{variable}]");
        lengths.windows(wanted.len()).any(|window| window == wanted.as_bytes())
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

    fn last_before(&self, end: usize) -> Option<usize> {
        self.bytes[..end].iter().rposition(|byte| !byte.is_ascii_whitespace())
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
        let text = SourceText::new(b"# 7 \"dir/b.c\" 1\nint a[1] = {\n *c};\n", Path::new("a.i"));
        let place = Position { line: 8, column: 3 };
        assert_eq!((text.word("b.c", place), text.is_dereferenced("b.c", place)), (&b"c"[..], true));
        assert_eq!(text.word("a.i", Position { line: 3, column: 3 }), b"");
    }
}
