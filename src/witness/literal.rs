//! Values as constants of C, and comparisons with them that are exact.

use crate::bv::BitVec;
use crate::program::{Reading, Variable};

/// An integer constant whose value is exactly that of the bits; `None` where C has none, as for more than 64 bits.
pub fn integer(bits: BitVec, is_signed: bool) -> Option<String> {
    if bits.width() > 64 {
        return None;
    }
    let long = if bits.width() > 32 { "LL" } else { "" };
    if !is_signed {
        return Some(match bits.width() {
            // Narrower types are computed with as `int`.
            ..=16 => bits.unsigned().to_string(),
            _ => format!("{}U{long}", bits.unsigned()),
        });
    }
    let value = bits.signed();
    Some(match value {
        // There is no constant for the smallest number: what stands behind the sign has to be one, too.
        _ if value == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        _ if value == i128::from(i32::MIN) => format!("(-2147483647{long} - 1)"),
        ..0 => format!("({value}{long})"),
        _ => format!("{value}{long}"),
    })
}

/// That an expression of such a type has this value; `None` where C cannot say so.
pub fn equals(expression: &str, bits: BitVec, reading: Reading) -> Option<String> {
    match reading {
        Reading::Float(_) => {
            let value = match bits.width() {
                32 => f64::from(f32::from_bits(bits.unsigned() as u32)),
                64 => f64::from_bits(bits.unsigned() as u64),
                _ => return None,
            };
            let suffix = if bits.width() == 32 { "f" } else { "" };
            // The shortest decimal that is read as the same number.
            let digits = match bits.width() {
                32 => format!("{:e}", f32::from_bits(bits.unsigned() as u32)),
                _ => format!("{value:e}"),
            };
            if value.is_nan() {
                return Some(format!("{expression} != {expression}"));
            }
            value.is_finite().then(|| format!("{expression} == ({digits}{suffix})"))
        }
        reading => Some(format!("{expression} == {}", integer(bits, reading.is_signed())?)),
    }
}

/// Whether a variable is an integer that constants of C can be compared with.
pub fn is_integer(variable: &Variable) -> bool {
    !variable.is_pointer && (1..=64).contains(&variable.width) && !matches!(variable.reading, Reading::Float(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_the_values_of_the_bits() {
        let signed = |width, value: i64| integer(BitVec::new(width, value as u128), true).unwrap();
        assert_eq!(signed(32, -5), "(-5)");
        assert_eq!(signed(32, i64::from(i32::MIN)), "(-2147483647 - 1)");
        assert_eq!(signed(64, i64::from(i32::MIN)), "(-2147483647LL - 1)");
        assert_eq!(signed(64, i64::MIN), "(-9223372036854775807LL - 1)");
        assert_eq!(signed(8, -128), "(-128)");
        assert_eq!(integer(BitVec::new(32, u128::MAX), false).unwrap(), "4294967295U");
        assert_eq!(integer(BitVec::new(64, 7), false).unwrap(), "7ULL");
        assert_eq!(integer(BitVec::new(8, 200), false).unwrap(), "200");
        assert_eq!(integer(BitVec::new(128, 7), false), None);
        assert_eq!(integer(BitVec::new(1, 1), false).unwrap(), "1");
    }

    #[test]
    fn numbers_with_a_point_are_read_as_the_same() {
        let float = |value: f32| {
            let bits = BitVec::new(32, value.to_bits().into());
            equals("x", bits, Reading::Float(crate::bv::Format::Single))
        };
        assert_eq!(float(0.1).unwrap(), "x == (1e-1f)");
        assert_eq!(float(-16777216.0).unwrap(), "x == (-1.6777216e7f)");
        assert_eq!(float(f32::NAN).unwrap(), "x != x");
        assert_eq!(float(f32::INFINITY), None);
    }
}
