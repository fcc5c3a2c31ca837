//! Elements of an array that are set one after the other, as one value: `a = {0, 0, 0, 0}`, `a[1..3] = {4, 5, 6}`. Many values of one
//! name, as the first ones of an array of which only the array's name is known: `uninitialised a = {200 times 7}`.

use super::bytes::string_of;
use super::NamedValue;

/// So many elements in a row are told as one.
const FEWEST: usize = 4;

/// So many elements are named; of more, how many more there are.
const MOST: usize = 16;

/// So many equal elements in a row are counted.
const FEWEST_EQUAL: usize = 8;

/// The values, in order; rows of elements together.
pub(super) fn rows(values: &[NamedValue]) -> Vec<NamedValue> {
    let follows = |one: &NamedValue, next: &NamedValue| match (element(one), element(next)) {
        (Some((array, index)), Some((other, next_index))) => {
            array == other && index + 1 == next_index && one.width == next.width && owner(one) == owner(next)
        }
        _ => false,
    };
    let told_row = |row: &[NamedValue]| if row.len() < FEWEST { row.to_vec() } else { vec![told(row)] };
    let same_name = |one: &NamedValue, next: &NamedValue| one.name == next.name && owner(one) == owner(next);
    let alike = values.chunk_by(same_name).flat_map(|row| match row.len() {
        count if count > MOST => vec![shown_as(braces(row), &row[0])],
        _ => row.to_vec(),
    });
    alike.collect::<Vec<_>>().chunk_by(follows).flat_map(told_row).collect()
}

fn owner(value: &NamedValue) -> (&Option<String>, Option<u32>, bool) {
    (&value.function, value.line, value.shown.is_some())
}

/// The array that a value is an element of, and its index.
fn element(value: &NamedValue) -> Option<(&str, u64)> {
    let (array, index) = value.name.strip_suffix(']')?.rsplit_once('[')?;
    Some((array, index.parse().ok()?))
}

/// A row of elements as one value.
fn told(row: &[NamedValue]) -> NamedValue {
    let (first, last) = (&row[0], &row[row.len() - 1]);
    let (array, from) = element(first).unwrap_or_default();
    let to = element(last).map_or(0, |(_, index)| index);
    let is_whole = from == 0 && first.elements == to + 1;
    let name = if is_whole { array.to_owned() } else { format!("{array}[{from}..{to}]") };
    let bytes: Option<Vec<u8>> = row.iter().map(character).collect();
    NamedValue { name, ..shown_as(bytes.map_or_else(|| braces(row), |bytes| string_of(&bytes)), first) }
}

/// A row of values that begins with this one.
fn shown_as(row: String, first: &NamedValue) -> NamedValue {
    NamedValue { shown: Some(row), width: 0, decimal: String::new(), hexadecimal: String::new(), ..first.clone() }
}

/// The byte of a character.
fn character(value: &NamedValue) -> Option<u8> {
    let is_character = value.width == 8 && value.shown.is_none() && value.type_name.ends_with("char");
    let digits = value.hexadecimal.strip_prefix("0x").filter(|_| is_character)?;
    u8::from_str_radix(digits, 16).ok()
}

fn braces(row: &[NamedValue]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut told = 0;
    for equal in row.chunk_by(|one, next| one.value() == next.value()) {
        if parts.len() >= MOST {
            break;
        }
        let (part, count) = match equal.len() {
            count if count >= FEWEST_EQUAL => (vec![format!("{count} times {}", equal[0].value())], count),
            count => {
                let shown = count.min(MOST - parts.len());
                (equal[..shown].iter().map(|value| value.value().to_owned()).collect(), shown)
            }
        };
        parts.extend(part);
        told += count;
    }
    if told < row.len() {
        parts.push(format!("… {} more", row.len() - told));
    }
    format!("{{{}}}", parts.join(", "))
}

/// What inputs say and assignments say again is told once. The first value of a local is an input, and then what its parts hold:
/// where the two go together, the inputs are named after the parts.
pub(super) fn told_once(inputs: &[NamedValue], assignments: &[NamedValue]) -> (Vec<NamedValue>, Vec<NamedValue>) {
    let (mut read, mut changed) = (Vec::new(), assignments.to_vec());
    for row in inputs.chunk_by(|one, next| one.name == next.name) {
        let Some(variable) = row[0].name.strip_prefix(UNINITIALISED) else {
            read.extend_from_slice(row);
            continue;
        };
        let is_part = |value: &NamedValue| {
            let rest = value.name.strip_prefix(variable);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
        };
        let parts: Vec<NamedValue> = changed.iter().filter(|value| is_part(value)).cloned().collect();
        let same = |(input, part): (&NamedValue, &NamedValue)| {
            input.width == part.width && input.hexadecimal == part.hexadecimal && !input.hexadecimal.is_empty()
        };
        // It may be open where the function begins, and again where it is declared.
        let last = row.get(row.len().wrapping_sub(parts.len())..).unwrap_or_default();
        if !parts.is_empty() && last.len() == parts.len() && last.iter().zip(&parts).all(same) {
            let named = |part: NamedValue| NamedValue { name: format!("{UNINITIALISED}{}", part.name), ..part };
            read.extend(parts.into_iter().map(named));
            changed.retain(|value| !is_part(value));
        } else {
            read.extend_from_slice(row);
        }
    }
    (read, changed)
}

/// What the name of an input begins with that is the first value of a local.
const UNINITIALISED: &str = "uninitialised ";

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, number: i64) -> NamedValue {
        let (decimal, hexadecimal) = (number.to_string(), format!("0x{number:08x}"));
        NamedValue {
            name: name.into(),
            decimal,
            hexadecimal,
            width: 32,
            type_name: "int".into(),
            ..NamedValue::default()
        }
    }

    fn letter(name: &str, letter: u8) -> NamedValue {
        let hexadecimal = format!("0x{letter:02x}");
        NamedValue { hexadecimal, width: 8, type_name: "char".into(), ..number(name, letter.into()) }
    }

    fn words(values: &[NamedValue]) -> Vec<String> {
        values.iter().map(|value| format!("{} = {}", value.name, value.value())).collect()
    }

    fn row(array: &str, range: std::ops::Range<i64>, value: impl Fn(i64) -> i64) -> Vec<NamedValue> {
        range.map(|index| number(&format!("{array}[{index}]"), value(index))).collect()
    }

    #[test]
    fn elements_in_a_row_are_one_line() {
        assert_eq!(words(&rows(&row("a", 0..4, |i| i))), ["a[0..3] = {0, 1, 2, 3}"]);
        assert_eq!(words(&rows(&row("m[1]", 2..6, |i| -i))), ["m[1][2..5] = {-2, -3, -4, -5}"]);
        assert_eq!(rows(&row("a", 0..3, |i| i)).len(), 3);
        assert_eq!(words(&rows(&row("a", 0..64, |_| 0))), ["a[0..63] = {64 times 0}"]);
        let long = words(&rows(&row("a", 0..20, |i| i)));
        assert_eq!(long, ["a[0..19] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, … 4 more}"]);
        let apart = [row("a", 0..4, |i| i), row("b", 4..8, |i| i), row("b", 9..11, |i| i)].concat();
        assert_eq!(
            words(&rows(&apart)),
            ["a[0..3] = {0, 1, 2, 3}", "b[4..7] = {4, 5, 6, 7}", "b[9] = 9", "b[10] = 10"]
        );
        let whole = row("a", 0..4, |i| i).into_iter().map(|value| NamedValue { elements: 4, ..value });
        assert_eq!(words(&rows(&whole.collect::<Vec<_>>())), ["a = {0, 1, 2, 3}"]);
        assert_eq!(words(&rows(&vec![number("f()", 7); 20])), ["f() = {20 times 7}"]);
        assert_eq!(rows(&vec![number("f()", 7); 16]).len(), 16);
        let text: Vec<NamedValue> = (1..5).map(|index| letter(&format!("s[{index}]"), b'a' + index)).collect();
        assert_eq!(words(&rows(&text)), ["s[1..4] = \"bcde\""]);
    }

    #[test]
    fn first_values_are_told_once() {
        let inputs = vec![number("uninitialised p", 5), number("uninitialised p", 6), number("f()", 5)];
        let parts = [number("p.x", 5), number("p.y", 6)];
        let (read, changed) = told_once(&inputs, &[&parts[..], &[number("q", 5)]].concat());
        assert_eq!(words(&read), ["uninitialised p.x = 5", "uninitialised p.y = 6", "f() = 5"]);
        assert_eq!(words(&changed), ["q = 5"]);
        // What differs is told twice.
        let (read, changed) = told_once(&inputs, &[number("p.x", 5), number("p.y", 7)]);
        assert_eq!((words(&read).len(), words(&changed).len()), (3, 2));
    }
}
