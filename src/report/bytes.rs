//! Inputs as people read them: bytes of one name that come one after the other are one row, a string.

use super::NamedValue;
use std::fmt::Write;

/// So many bytes in a row are told as one.
const FEWEST: usize = 4;

/// So many equal bytes in a row are counted.
const FEWEST_EQUAL: usize = 8;

/// The inputs, in order; rows of bytes together.
pub(super) fn grouped(inputs: &[NamedValue]) -> Vec<NamedValue> {
    let is_row = |one: &NamedValue, next: &NamedValue| {
        let is_byte = |value: &NamedValue| value.width == 8 && value.shown.is_none() && byte(value).is_some();
        is_byte(one) && is_byte(next) && one.name == next.name
    };
    let rows = inputs.chunk_by(is_row);
    let told = rows.flat_map(|row| match row {
        [first, ..] if row.len() >= FEWEST => {
            let bytes: Vec<u8> = row.iter().filter_map(byte).collect();
            let name = format!("{}, {} bytes", first.name, row.len());
            vec![NamedValue { name, shown: Some(string_of(&bytes)), ..NamedValue::default() }]
        }
        _ => row.to_vec(),
    });
    told.collect()
}

fn byte(value: &NamedValue) -> Option<u8> {
    u8::from_str_radix(value.hexadecimal.strip_prefix("0x")?, 16).ok()
}

/// Bytes as strings of C, and how often one comes that comes many times.
pub(super) fn string_of(bytes: &[u8]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut open = false;
    for row in bytes.chunk_by(|one, next| one == next) {
        let text: String = row.iter().map(|byte| character(*byte)).collect();
        match parts.last_mut() {
            _ if row.len() >= FEWEST_EQUAL => parts.push(format!("{} times \"{}\"", row.len(), character(row[0]))),
            Some(last) if open => last.push_str(&text),
            _ => parts.push(text),
        }
        open = row.len() < FEWEST_EQUAL;
    }
    let quoted = |part: String| if part.contains(" times \"") { part } else { format!("\"{part}\"") };
    parts.into_iter().map(quoted).collect::<Vec<_>>().join(", ")
}

/// A byte within a string of C. Octal numbers end by themselves.
fn character(byte: u8) -> String {
    match byte {
        b'"' | b'\\' => format!("\\{}", byte as char),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b' '..=b'~' => (byte as char).to_string(),
        _ => {
            let mut text = String::from("\\");
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:03o}");
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, byte: u8) -> NamedValue {
        let (decimal, hexadecimal) = (byte.to_string(), format!("0x{byte:02x}"));
        NamedValue { name: name.into(), decimal, hexadecimal, width: 8, ..NamedValue::default() }
    }

    fn told(inputs: &[NamedValue]) -> Vec<String> {
        grouped(inputs).iter().map(|value| format!("{} = {}", value.name, value.value())).collect()
    }

    #[test]
    fn bytes_of_one_name_are_a_string() {
        let of = |name: &'static str, bytes: &[u8]| bytes.iter().map(|byte| input(name, *byte)).collect::<Vec<_>>();
        assert_eq!(told(&of("a", b"xyz")), ["a = 120", "a = 121", "a = 122"]);
        assert_eq!(told(&of("a", b"a\"\\\n\t\x01\xff7")), [r#"a, 8 bytes = "a\"\\\n\t\001\3777""#]);
        assert_eq!(told(&of("a", b"ab\0\0\0\0\0\0\0\0c")), [r#"a, 11 bytes = "ab", 8 times "\000", "c""#]);
        assert_eq!(told(&of("a", &[b'!'; 64])), [r#"a, 64 bytes = 64 times "!""#]);
        let both = [of("a", b"1234"), of("b", b"5")].concat();
        assert_eq!(told(&both), [r#"a, 4 bytes = "1234""#, "b = 53"]);
    }

    #[test]
    fn other_inputs_stay() {
        let mut wide = input("a", 1);
        wide.width = 32;
        let all = vec![wide; 9];
        assert_eq!(grouped(&all), all);
    }
}
