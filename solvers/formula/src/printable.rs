//! Text of others, shown so that it does nothing to a terminal.

/// The text with its control characters escaped, as in `\u{1b}` and `\n`.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_control() {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}
