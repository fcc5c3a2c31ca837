//! Numbers as C writes them.

use super::Format;
use crate::bv::BitVec;
use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use rustc_apfloat::Float;

impl Format {
    /// A number in decimal: as few digits as tell it from all others of its format.
    pub fn decimal(self, bits: BitVec) -> String {
        let bits = bits.unsigned();
        let text = match self {
            Format::Extended => X87DoubleExtended::from_bits(bits).to_string(),
            Format::Quad => Quad::from_bits(bits).to_string(),
            Format::Double => format!("{:?}", f64::from_bits(bits as u64)),
            Format::Single => format!("{:?}", f32::from_bits(bits as u32)),
            Format::Brain => format!("{:?}", f32::from_bits((bits as u32) << 16)),
            _ => {
                let double = super::FloatOp::Convert { from: self, to: Format::Double };
                return Format::Double.decimal(double.apply([BitVec::new(self.width(), bits); 3]));
            }
        };
        text.replace("NaN", "nan").replace("Inf", "inf")
    }

    /// A number in hexadecimal, as `%a` prints it: each digit is exact.
    pub fn hexadecimal(self, bits: BitVec) -> String {
        let (precision, field) = (self.precision(), self.width() - 1 - self.exponent_bits());
        let sign = if bits.is_negative() { "-" } else { "" };
        let stored = bits.extract(self.width() - 2, field).unsigned();
        let fraction = bits.extract(precision - 2, 0).unsigned();
        if stored == BitVec::ones(self.exponent_bits()).unsigned() {
            return format!("{sign}{}", if fraction == 0 { "inf" } else { "nan" });
        }
        let exponent = match (stored, fraction) {
            (0, 0) => 0,
            (0, _) => 1 - self.bias(),
            _ => stored as i128 - self.bias(),
        };
        let digits = (precision - 1).div_ceil(4);
        let aligned = fraction << (4 * digits - (precision - 1));
        let text = format!("{aligned:0width$x}", width = digits as usize);
        let text = text.trim_end_matches('0');
        let point = if text.is_empty() { "" } else { "." };
        format!("{sign}0x{}{point}{text}p{exponent:+}", u8::from(stored != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_c_does() {
        let double = |number: f64| {
            let bits = BitVec::new(64, number.to_bits().into());
            (Format::Double.decimal(bits), Format::Double.hexadecimal(bits))
        };
        for (number, decimal, hexadecimal) in [
            (0.1, "0.1", "0x1.999999999999ap-4"),
            (-1.0, "-1.0", "-0x1p+0"),
            (0.0, "0.0", "0x0p+0"),
            (1e300, "1e300", "0x1.7e43c8800759cp+996"),
            (5e-324, "5e-324", "0x0.0000000000001p-1022"),
            (f64::NEG_INFINITY, "-inf", "-inf"),
        ] {
            assert_eq!(double(number), (decimal.to_owned(), hexadecimal.to_owned()));
        }
        let single = BitVec::new(32, 0.1f32.to_bits().into());
        assert_eq!(
            (Format::Single.decimal(single), Format::Single.hexadecimal(single)),
            ("0.1".into(), "0x1.99999ap-4".into())
        );
        let extended = BitVec::new(80, 0x3fff << 64 | 0xc << 60);
        assert_eq!(Format::Extended.decimal(extended), "1.5");
        assert_eq!(Format::Extended.hexadecimal(extended), "0x1.8p+0");
        let quad = BitVec::new(128, 0x3fff_8000 << 96);
        assert_eq!((Format::Quad.decimal(quad), Format::Quad.hexadecimal(quad)), ("1.5".into(), "0x1.8p+0".into()));
        let half = BitVec::new(16, 0x3e00);
        assert_eq!((Format::Half.decimal(half), Format::Half.hexadecimal(half)), ("1.5".into(), "0x1.8p+0".into()));
    }
}
