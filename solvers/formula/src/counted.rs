//! Numbers of things, in words.

/// A number and what is counted, by the word for one of it: `1 step`, `2 queries`.
pub fn counted(count: usize, one: &str) -> String {
    match (count, one.strip_suffix('y')) {
        (1, _) => format!("1 {one}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_no_plural() {
        let said = [(0, "step"), (1, "step"), (2, "step"), (1, "query"), (3, "query")].map(|(n, one)| counted(n, one));
        assert_eq!(said, ["0 steps", "1 step", "2 steps", "1 query", "3 queries"]);
    }
}
