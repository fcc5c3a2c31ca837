//! Mutations of good files.

use super::corpus::Reader;
use bitreach_formula::testing::Random;

/// Numbers at which readers go wrong.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "2",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551616",
    "999999999999999999999999",
    "-9223372036854775808",
];

/// One of the good files with one to eight mutations.
pub fn mutated(reader: &Reader, random: &mut Random) -> Vec<u8> {
    let mut bytes = random.pick(&reader.good).clone();
    let most = if random.once_in(3) { 8 } else { 2 };
    for _ in 0..=random.below(most) {
        if bytes.is_empty() {
            bytes.push(b'\n');
        }
        let (at, other) = (random.below(bytes.len()), random.below(bytes.len()));
        let (from, to) = (at.min(other), at.max(other).min(at.min(other) + 200));
        // Bitcode is not made of lines and words.
        match random.below(if reader.is_binary { 5 } else { 11 }) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = random.number() as u8,
            3 => bytes.truncate(at.max(1)),
            4 => bytes.extend_from_within(from..to),
            5 => drop(bytes.drain(from..to)),
            6 => {
                let part = bytes[from..to].to_vec();
                bytes.splice(at..at, part);
            }
            7 => {
                let donor = random.pick(&reader.good).clone();
                let from = random.below(donor.len());
                let to = (from + random.below(80)).min(donor.len());
                bytes.splice(at..at, donor[from..to].iter().copied());
            }
            8 => lines(&mut bytes, random),
            _ => numbers(&mut bytes, random),
        }
    }
    bytes
}

/// Swaps two lines, doubles one or drops one.
fn lines(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(3) {
        0 => lines.swap(a, b),
        1 => lines.insert(a, lines[b].clone()),
        _ => drop(lines.remove(a)),
    }
    *bytes = lines.concat();
}

/// Replaces a number by another one.
fn numbers(bytes: &mut Vec<u8>, random: &mut Random) {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let starts: Vec<usize> = (0..bytes.len()).filter(|&at| is_digit(at) && !(at > 0 && is_digit(at - 1))).collect();
    if starts.is_empty() {
        return;
    }
    let start = *random.pick(&starts);
    let end = (start..).find(|&at| !is_digit(at)).unwrap_or(start);
    let new = match random.below(3) {
        0 => random.below(40).to_string(),
        _ => (*random.pick(&NUMBERS)).to_owned(),
    };
    bytes.splice(start..end, new.into_bytes());
}
