//! Operations on floating-point numbers as LLVM IR. Results that are no number get the bits that they have in programs.

use super::Emitter;
use crate::bv::{FloatOp, Format, Rounding};

impl Emitter<'_> {
    /// The right side of an operation; operands behind the last one are not looked at.
    pub(super) fn float(&mut self, op: FloatOp, [a, b, c]: [String; 3]) -> String {
        use FloatOp as F;
        match op {
            F::Add(format) => self.plain_float("fadd", format, &[a, b]),
            F::Sub(format) => self.plain_float("fsub", format, &[a, b]),
            F::Mul(format) => self.plain_float("fmul", format, &[a, b]),
            F::Div(format) => self.plain_float("fdiv", format, &[a, b]),
            F::Sqrt(format) => self.float_intrinsic("sqrt", format, &[a]),
            F::MulAdd(format) => self.float_intrinsic("fma", format, &[a, b, c]),
            F::Integral(format, rounding) => {
                let name = match rounding {
                    Rounding::NearestEven => "roundeven",
                    Rounding::NearestAway => "round",
                    Rounding::Up => "ceil",
                    Rounding::Down => "floor",
                    Rounding::Zero => "trunc",
                };
                self.float_intrinsic(name, format, &[a])
            }
            F::Equal(format) | F::Less(format) | F::LessOrEqual(format) => {
                let name = match op {
                    F::Equal(_) => "oeq",
                    F::Less(_) => "olt",
                    _ => "ole",
                };
                let (a, b) = (self.number(format, &a), self.number(format, &b));
                format!("fcmp {name} {} {a}, {b}", type_of(format))
            }
            F::FromInteger { width, signed, to } => {
                let name = if signed { "sitofp" } else { "uitofp" };
                let number = self.temporary(&format!("{name} i{width} {a} to {}", type_of(to)));
                self.bits(to, &number)
            }
            F::ToInteger { from, width, signed } => {
                let name = if signed { "fptosi" } else { "fptoui" };
                let (number, ty) = (self.number(from, &a), type_of(from));
                format!("call i{width} @llvm.{name}.sat.i{width}.{}({ty} {number})", suffix(from))
            }
            F::Convert { from, to } => {
                let mut number = self.number(from, &a);
                let mut from = from;
                // Two formats of one width have no instruction: both fit into `float`.
                let by_way = (from.width() == to.width()).then_some(Format::Single);
                for to in by_way.into_iter().chain([to]) {
                    let name = if from.width() < to.width() { "fpext" } else { "fptrunc" };
                    number = self.temporary(&format!("{name} {} {number} to {}", type_of(from), type_of(to)));
                    from = to;
                }
                self.bits(to, &number)
            }
        }
    }

    /// An instruction on numbers.
    fn plain_float(&mut self, name: &str, format: Format, operands: &[String]) -> String {
        let numbers: Vec<String> = operands.iter().map(|operand| self.number(format, operand)).collect();
        let result = self.temporary(&format!("{name} {} {}", type_of(format), numbers.join(", ")));
        self.bits(format, &result)
    }

    /// An intrinsic on numbers.
    fn float_intrinsic(&mut self, name: &str, format: Format, operands: &[String]) -> String {
        let ty = type_of(format);
        let numbers: Vec<String> =
            operands.iter().map(|operand| format!("{ty} {}", self.number(format, operand))).collect();
        let call = format!("call {ty} @llvm.{name}.{}({})", suffix(format), numbers.join(", "));
        let result = self.temporary(&call);
        self.bits(format, &result)
    }

    /// Bits as a number.
    fn number(&mut self, format: Format, bits: &str) -> String {
        self.temporary(&format!("bitcast i{} {bits} to {}", format.width(), type_of(format)))
    }

    /// A number's bits: the right side of their definition.
    fn bits(&mut self, format: Format, number: &str) -> String {
        let (width, ty) = (format.width(), type_of(format));
        let is_nan = self.temporary(&format!("fcmp uno {ty} {number}, {number}"));
        let bits = self.temporary(&format!("bitcast {ty} {number} to i{width}"));
        format!("select i1 {is_nan}, i{width} {}, i{width} {bits}", format.nan().unsigned())
    }
}

fn type_of(format: Format) -> &'static str {
    match format {
        Format::Half => "half",
        Format::Brain => "bfloat",
        Format::Single => "float",
        Format::Double => "double",
        Format::Extended => "x86_fp80",
        Format::Quad => "fp128",
        #[cfg(test)]
        Format::Tiny => unreachable!("no program has numbers of 8 bits"),
    }
}

fn suffix(format: Format) -> &'static str {
    match format {
        Format::Half => "f16",
        Format::Brain => "bf16",
        Format::Single => "f32",
        Format::Double => "f64",
        Format::Extended => "f80",
        Format::Quad => "f128",
        #[cfg(test)]
        Format::Tiny => unreachable!("no program has numbers of 8 bits"),
    }
}
