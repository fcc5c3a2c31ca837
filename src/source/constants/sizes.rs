//! Shifts, and sums of complex numbers, in what says how large a type is, or which element is meant: sizes of arrays, `_BitInt`, vectors,
//! designators. The syntax tree does not have these expressions, clang computes them without a word, and a shift of a negative number or by
//! too much is undefined there as elsewhere. Those that are made of numbers alone are computed here; the others are open.
//!
//! What stands in brackets can be an index, too, which clang checks: where that ends, the tree says.

use super::number::{binary, unary, Integer, Outcome, Range};
use std::ops::Range as Bytes;

/// Words in front of parentheses around such an expression.
const WORDS: [&str; 5] = ["_BitInt", "vector_size", "__vector_size__", "ext_vector_type", "__ext_vector_type__"];

/// Where in a preprocessed text such a shift stands that may be undefined: what is between the brackets.
pub fn open_sizes(text: &[u8]) -> Vec<Bytes<usize>> {
    let tokens = tokens(text);
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (index, token) in tokens.iter().enumerate() {
        match token.of(text) {
            "[" | "<:" => open.push((index, true, false)),
            "(" => {
                let is_size = index > 0 && WORDS.contains(&tokens[index - 1].of(text));
                open.push((index, is_size, is_size));
            }
            "]" | ":>" | ")" => {
                let Some((first, is_size, is_unseen)) = open.pop() else { continue };
                let inner = &tokens[first + 1..index];
                let words: Vec<&str> = inner.iter().map(|token| token.of(text)).collect();
                // Of arrays clang tells where sums overflow, of vectors it does not.
                let is_asked = is_unseen && !counts_elements(&words) || words.iter().any(|word| is_silent(word));
                if is_size && is_asked && !is_defined(&words) {
                    found.push(tokens[first].end..token.start);
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a word or operator is one that clang computes without telling what is undefined: a shift, or a complex number.
fn is_silent(word: &str) -> bool {
    let is_imaginary = word.starts_with(|letter: char| letter.is_ascii_digit()) && word.contains(['i', 'j', 'I', 'J']);
    is_imaginary || ["<<", ">>", "__real", "__real__", "__imag", "__imag__", "_Complex", "__complex__"].contains(&word)
}

/// Whether a size is one word, or a number of elements times their size, as in `4 * sizeof(int)`: a product without a sign.
fn counts_elements(words: &[&str]) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words {
        [_] => true,
        [number, "*", "sizeof", "(", ty @ .., ")"] => {
            is_number(number)
                && ty.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_'))
        }
        _ => false,
    }
}

#[derive(Clone, Copy)]
struct Token {
    start: usize,
    end: usize,
}

impl Token {
    fn of(self, text: &[u8]) -> &str {
        std::str::from_utf8(&text[self.start..self.end]).unwrap_or("")
    }
}

/// Words, numbers, literals and operators; lines of the preprocessor and comments are left out.
fn tokens(text: &[u8]) -> Vec<Token> {
    let (mut tokens, mut at, mut begins_line) = (Vec::new(), 0, true);
    while at < text.len() {
        let rest = &text[at..];
        let end_of = |ends: &dyn Fn(&[u8]) -> bool, length: usize| {
            (0..rest.len()).find(|&index| ends(&rest[index..])).map_or(rest.len(), |index| index + length)
        };
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
        let length = match rest[0] {
            b'\n' => {
                begins_line = true;
                at += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() || byte == b'\\' => {
                at += 1;
                continue;
            }
            b'#' if begins_line => {
                at += end_of(&|rest| rest[0] == b'\n', 0);
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += end_of(&|rest| rest[0] == b'\n', 0);
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                at += 2 + end_of(&|rest| rest.starts_with(b"*/"), 2).min(rest.len() - 2);
                continue;
            }
            quote @ (b'"' | b'\'') => {
                let mut end = 1;
                while end < rest.len() && rest[end] != quote && rest[end] != b'\n' {
                    end += 1 + usize::from(rest[end] == b'\\');
                }
                (end + 1).min(rest.len())
            }
            byte if is_word(&byte) => rest.iter().take_while(|byte| is_word(byte) || **byte == b'.').count(),
            _ if ["<<", ">>", "<:", ":>"].iter().any(|two| rest.starts_with(two.as_bytes())) => 2,
            _ => 1,
        };
        begins_line = false;
        tokens.push(Token { start: at, end: at + length });
        at += length;
    }
    tokens
}

/// Whether an expression is made of numbers and operators that are known here, and defined.
fn is_defined(words: &[&str]) -> bool {
    let mut parser = Parser { words, at: 0 };
    let value = parser.sum(0);
    value.is_some() && parser.at == words.len()
}

/// A number and its type.
type Typed = (i128, Integer);

struct Parser<'a> {
    words: &'a [&'a str],
    at: usize,
}

/// Operators from those that bind least.
const LEVELS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Parser<'_> {
    /// An expression of operators that bind as a level does or more; nothing if something is not known, or not defined.
    fn sum(&mut self, level: usize) -> Option<Typed> {
        let Some(operators) = LEVELS.get(level) else { return self.term() };
        let mut left = self.sum(level + 1)?;
        while let Some(operator) = self.words.get(self.at).filter(|word| operators.contains(word)) {
            self.at += 1;
            let right = self.sum(level + 1)?;
            let is_shift = ["<<", ">>"].contains(operator);
            let ty = if is_shift || left.1 == right.1 { left.1 } else { return None };
            left = (defined(binary(operator, Some(ty), Range::of(left.0), Range::of(right.0)))?, ty);
        }
        Some(left)
    }

    fn term(&mut self) -> Option<Typed> {
        let word = *self.words.get(self.at)?;
        self.at += 1;
        match word {
            "(" => {
                let inner = self.sum(0)?;
                self.at += 1;
                (self.words.get(self.at - 1) == Some(&")")).then_some(inner)
            }
            "-" | "+" | "~" => {
                let (number, ty) = self.term()?;
                Some((defined(unary(word, Some(ty), Range::of(number)))?, ty))
            }
            _ => number(word),
        }
    }
}

fn defined((range, undefined): Outcome) -> Option<i128> {
    range.only().filter(|_| undefined.is_none())
}

/// A number that is an `int` or `unsigned`, by how it is written.
fn number(word: &str) -> Option<Typed> {
    let lower = word.to_ascii_lowercase();
    let digits = lower.trim_end_matches('u');
    let (base, digits) = match digits.strip_prefix("0x") {
        Some(rest) => (16, rest),
        None if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        None => (10, digits),
    };
    let number = i128::from_str_radix(digits, base).ok().filter(|number| *number >= 0)?;
    let ty = Integer { width: 32, is_signed: !lower.ends_with('u') };
    let fits = ty.range().high >= number;
    fits.then_some((number, ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> Vec<&str> {
        open_sizes(text.as_bytes()).into_iter().map(|bytes| &text[bytes]).collect()
    }

    #[test]
    fn shifts_of_numbers_are_computed() {
        for fine in [
            "char a[1 << 4], b[(1 << 8) + 1], c[1u << 31], d[0x100 >> 010], e[~0 & 7];",
            "char a[3 + 4 * 2 << 1]; // [1 >> 32]",
            "char a[2] = \"[1 >> 32]\"; /* [1 >> 32] */ int b['<' + 2];",
            "typedef int V __attribute__((vector_size(4 * sizeof(unsigned int)))), W __attribute__((vector_size(8 + 8)));",
            "# 1 \"a[1 >> 32]\"\nint x = 1 >> 32;",
        ] {
            assert_eq!(open(fine), [""; 0], "{fine}");
        }
        for (source, expected) in [
            ("char a[1 + (1 >> 32)];", "1 + (1 >> 32)"),
            ("char a<:2 + (-1 << 1) * 0:>;", "2 + (-1 << 1) * 0"),
            ("char a[1 << 31];", "1 << 31"),
            ("char a[N >> 3];", "N >> 3"),
            ("char a[1ul << 3];", "1ul << 3"),
            ("char a[sizeof(int) << 1];", "sizeof(int) << 1"),
            ("unsigned _BitInt(2 + (1 >> 32)) g;", "2 + (1 >> 32)"),
            ("int a[2 + 0 * (int)__real__(2147483647 + 0i + 1)];", "2 + 0 * (int)__real__(2147483647 + 0i + 1)"),
            ("typedef int V __attribute__((vector_size(65536 * 65536 * sizeof(int))));", "65536 * 65536 * sizeof(int)"),
            ("typedef int V __attribute__((vector_size(8 + 0 * (0x7fffffff + 1))));", "8 + 0 * (0x7fffffff + 1)"),
            ("typedef int V __attribute__((vector_size(16 + (1 >> 32))));", "16 + (1 >> 32)"),
            ("int a[3] = {[2 + ('\\xff' << 1)] = 1};", "2 + ('\\xff' << 1)"),
        ] {
            assert_eq!(open(source), [expected], "{source}");
        }
    }
}
