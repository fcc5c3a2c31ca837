//! Arithmetic of constants in C: numbers between two bounds, and what is undefined about it.

/// A type of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// Its bits, 1 to 128.
    pub width: u32,
    /// Whether it has negative numbers.
    pub is_signed: bool,
}

impl Integer {
    /// A type as clang names it below all names that are defined for it, on a machine with `long`s of so many bits.
    pub fn named(ty: &str, long: u32) -> Option<Integer> {
        let words = ty.split_whitespace().filter(|word| !["const", "volatile"].contains(word));
        let name = words.collect::<Vec<_>>().join(" ");
        let (is_signed, plain) = name.strip_prefix("unsigned ").map_or((true, &*name), |rest| (false, rest));
        let width = match plain {
            "_Bool" | "bool" => return Some(Integer { width: 1, is_signed: false }),
            "char" | "signed char" => 8,
            "short" => 16,
            "int" => 32,
            "long" => long,
            "long long" => 64,
            "__int128" => 128,
            _ => plain
                .strip_prefix("_BitInt(")?
                .strip_suffix(')')?
                .parse()
                .ok()
                .filter(|width| (2..=128).contains(width))?,
        };
        Some(Integer { width, is_signed })
    }

    /// All of its numbers that are told from each other; of unsigned ones of 128 bits the smaller half.
    pub fn range(self) -> Range {
        let ones = |bits: u32| (u128::MAX >> (128 - bits)) as i128;
        match self.is_signed {
            true => Range { low: -ones(self.width - 1) - 1, high: ones(self.width - 1) },
            false => Range { low: 0, high: ones(self.width.min(127)) },
        }
    }

    /// Whether it has numbers that [`Range`] has not.
    fn is_wider_than_bounds(self) -> bool {
        !self.is_signed && self.width == 128
    }

    /// What becomes of numbers that are converted to it.
    pub fn converted(self, range: Range) -> Range {
        let all = self.range();
        if self.is_wider_than_bounds() {
            return ANY;
        }
        match (self.width, range.only()) {
            _ if all.low <= range.low && range.high <= all.high => range,
            (1, only) => only.map_or(all, |number| Range::of(i128::from(number != 0))),
            (width, Some(number)) => {
                let above = 128 - width;
                let kept = number << above;
                Range::of(if self.is_signed { kept >> above } else { (kept as u128 >> above) as i128 })
            }
            _ => all,
        }
    }
}

/// Numbers between two bounds, which belong to them. One number is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The smallest.
    pub low: i128,
    /// The largest.
    pub high: i128,
}

/// Any number, and anything that is none.
pub const ANY: Range = Range { low: i128::MIN, high: i128::MAX };

impl Range {
    /// One number.
    pub fn of(number: i128) -> Range {
        Range { low: number, high: number }
    }

    /// The number, if there is only one.
    pub fn only(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// What is in one or the other.
    pub fn or(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether it is zero or not, if that is known.
    pub fn truth(self) -> Option<bool> {
        match self.only() {
            Some(number) => Some(number != 0),
            None => (self.low > 0 || self.high < 0).then_some(true),
        }
    }
}

/// What comparisons give.
pub const TRUTH: Range = Range { low: 0, high: 1 };

/// What is undefined about an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// A sum that does not fit.
    Add,
    /// A difference.
    Subtract,
    /// A product.
    Multiply,
    /// A negation.
    Negate,
    /// A quotient or rest of the smallest number by -1.
    Divide,
    /// What is shifted to the left does not fit, or is negative.
    ShiftLeft,
    /// A shift by less than nothing, or by the width of the type or more.
    ShiftCount,
    /// A floating-point number that becomes an integer that it does not fit in.
    Convert,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Fault::Add => "a sum that overflows",
            Fault::Subtract => "a difference that overflows",
            Fault::Multiply => "a product that overflows",
            Fault::Negate => "a negation that overflows",
            Fault::Divide => "a quotient that overflows",
            Fault::ShiftLeft => "a shift to the left that overflows",
            Fault::Convert => "a conversion to an integer that does not fit",
            Fault::ShiftCount => "a shift by less than nothing, or by the width of the type or more",
        })
    }
}

/// An operation that is or may be undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undefined {
    /// What is.
    pub fault: Fault,
    /// Whether it surely is.
    pub is_certain: bool,
}

/// What an operation gives, and what is undefined about it. Then the number is the one that wraps, if it is known.
pub type Outcome = (Range, Option<Undefined>);

/// What an operator gives for operands of a type; none where that is no type of integers. Of shifts the type is that of the left operand.
pub fn binary(operator: &str, ty: Option<Integer>, left: Range, right: Range) -> Outcome {
    let known = left.only().zip(right.only());
    let defined = match operator {
        "==" => known.map_or(TRUTH, |(a, b)| Range::of(i128::from(a == b))),
        "!=" => known.map_or(TRUTH, |(a, b)| Range::of(i128::from(a != b))),
        "<" => less(left, right, false),
        ">" => less(right, left, false),
        "<=" => less(left, right, true),
        ">=" => less(right, left, true),
        _ => match (operator, ty) {
            (_, None) => ANY,
            ("+", Some(ty)) => return exact(ty, Fault::Add, left, right, i128::checked_add, i128::wrapping_add),
            ("-", Some(ty)) => return exact(ty, Fault::Subtract, left, right, i128::checked_sub, i128::wrapping_sub),
            ("*", Some(ty)) => return exact(ty, Fault::Multiply, left, right, i128::checked_mul, i128::wrapping_mul),
            ("/" | "%", Some(ty)) => return quotient(operator == "/", ty, left, right),
            ("<<" | ">>", Some(ty)) => return shift(operator == "<<", ty, left, right),
            (_, Some(ty)) if ty.is_wider_than_bounds() => ANY,
            ("&", Some(ty)) => known.map(|(a, b)| Range::of(a & b)).unwrap_or_else(|| masked(ty, left, right)),
            ("|", Some(ty)) => known.map_or(ty.range(), |(a, b)| Range::of(a | b)),
            ("^", Some(ty)) => known.map_or(ty.range(), |(a, b)| Range::of(a ^ b)),
            (_, Some(ty)) => ty.range(),
        },
    };
    (defined, None)
}

/// What a unary operator gives.
pub fn unary(operator: &str, ty: Option<Integer>, operand: Range) -> Outcome {
    let defined = match (operator, ty) {
        ("+" | "__extension__", _) => operand,
        ("!", _) => operand.truth().map_or(TRUTH, |truth| Range::of(i128::from(!truth))),
        ("-", Some(ty)) => {
            return exact(ty, Fault::Negate, Range::of(0), operand, i128::checked_sub, i128::wrapping_sub);
        }
        ("~", Some(ty)) => operand.only().map_or(ty.range(), |number| ty.converted(Range::of(!number))),
        (_, ty) => ty.map_or(ANY, Integer::range),
    };
    (defined, None)
}

fn less(left: Range, right: Range, or_equal: bool) -> Range {
    if left == ANY || right == ANY {
        return TRUTH;
    }
    let is_surely = if or_equal { left.high <= right.low } else { left.high < right.low };
    let is_never = if or_equal { left.low > right.high } else { left.low >= right.high };
    match (is_surely, is_never) {
        (true, _) => Range::of(1),
        (_, true) => Range::of(0),
        _ => TRUTH,
    }
}

/// Sums, differences and products, whose bounds are those of the bounds.
fn exact(
    ty: Integer,
    fault: Fault,
    left: Range,
    right: Range,
    checked: impl Fn(i128, i128) -> Option<i128>,
    wrapping: impl Fn(i128, i128) -> i128,
) -> Outcome {
    if ty.is_wider_than_bounds() {
        return (ANY, None);
    }
    let pairs = [(left.low, right.low), (left.low, right.high), (left.high, right.low), (left.high, right.high)];
    let bounds: Option<Vec<i128>> = pairs.iter().map(|&(a, b)| checked(a, b)).collect();
    let result = bounds
        .and_then(|bounds| Some(Range { low: bounds.iter().copied().min()?, high: bounds.iter().copied().max()? }));
    let all = ty.range();
    let known = left.only().zip(right.only());
    let wrapped = known.map_or(all, |(a, b)| ty.converted(Range::of(wrapping(a, b))));
    match result {
        Some(range) if all.low <= range.low && range.high <= all.high => (range, None),
        _ => (wrapped, ty.is_signed.then_some(Undefined { fault, is_certain: known.is_some() })),
    }
}

/// A quotient or rest. One by zero is no constant.
fn quotient(is_quotient: bool, ty: Integer, left: Range, right: Range) -> Outcome {
    let all = ty.range();
    let known = left.only().zip(right.only());
    let has = |range: Range, number: i128| range.low <= number && number <= range.high;
    let overflows = ty.is_signed && has(left, all.low) && has(right, -1);
    let undefined = overflows.then_some(Undefined { fault: Fault::Divide, is_certain: known.is_some() });
    let range = match known {
        _ if ty.is_wider_than_bounds() => ANY,
        Some((_, 0)) | None => all,
        Some((a, b)) => Range::of(if is_quotient { a.wrapping_div(b) } else { a.wrapping_rem(b) }),
    };
    (ty.converted(range), undefined)
}

fn shift(to_left: bool, ty: Integer, left: Range, count: Range) -> Outcome {
    let widest = i128::from(ty.width) - 1;
    let all = ty.range();
    if count.low < 0 || count.high > widest {
        let is_certain = count.low > widest || count.high < 0;
        return (all, Some(Undefined { fault: Fault::ShiftCount, is_certain }));
    }
    let known = left.only().zip(count.only());
    let overflows = to_left && ty.is_signed && (left.low < 0 || left.high > all.high >> count.high);
    let undefined = overflows.then_some(Undefined { fault: Fault::ShiftLeft, is_certain: known.is_some() });
    let range = match known {
        _ if ty.is_wider_than_bounds() => ANY,
        None => all,
        Some((number, count)) if to_left => ty.converted(Range::of(number.wrapping_shl(count as u32))),
        Some((number, count)) => Range::of(number >> count),
    };
    (range, undefined)
}

/// Bits of which others are masked out.
fn masked(ty: Integer, left: Range, right: Range) -> Range {
    let mask = [left, right].into_iter().filter(|range| range.low >= 0).map(|range| range.high).min();
    mask.map_or(ty.range(), |high| Range { low: 0, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: [Integer; 2] = [Integer { width: 4, is_signed: true }, Integer { width: 4, is_signed: false }];

    /// What C says of two known numbers of a small type; nothing where that is undefined or no constant.
    fn meaning(operator: &str, ty: Integer, a: i128, b: i128) -> Option<i128> {
        let exact = match operator {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" => a.checked_div(b)?,
            "%" => {
                // The quotient has to fit, too.
                meaning("/", ty, a, b)?;
                a % b
            }
            "<<" | ">>" if !(0..i128::from(ty.width)).contains(&b) => return None,
            "<<" if ty.is_signed && a < 0 => return None,
            "<<" => a << b,
            ">>" => a >> b,
            "&" => a & b,
            "|" => a | b,
            "^" => a ^ b,
            "<" => i128::from(a < b),
            "<=" => i128::from(a <= b),
            "==" => i128::from(a == b),
            _ => unreachable!(),
        };
        match ty.is_signed {
            true => (-8..8).contains(&exact).then_some(exact),
            false => Some(exact.rem_euclid(16)),
        }
    }

    const OPERATORS: [&str; 13] = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", "=="];

    #[test]
    fn all_small_numbers() {
        for ty in SMALL {
            let numbers = || ty.range().low..=ty.range().high;
            for (operator, a, b) in
                OPERATORS.iter().flat_map(|o| numbers().flat_map(move |a| numbers().map(move |b| (o, a, b))))
            {
                let found = binary(operator, Some(ty), Range::of(a), Range::of(b));
                let by_zero = ["/", "%"].contains(operator) && b == 0;
                match meaning(operator, ty, a, b) {
                    Some(number) => assert_eq!(found, (Range::of(number), None), "{a} {operator} {b}"),
                    None if by_zero => assert_eq!(found.1, None),
                    None => assert!(found.1.is_some_and(|fault| fault.is_certain), "{a} {operator} {b}"),
                }
            }
        }
    }

    #[test]
    fn all_small_ranges() {
        for ty in SMALL {
            let ranges = || {
                let Range { low: first, high: last } = ty.range();
                (first..=last).step_by(3).flat_map(move |low| (low..=last).map(move |high| Range { low, high }))
            };
            for (operator, left, right) in
                OPERATORS.iter().flat_map(|o| ranges().flat_map(move |a| ranges().map(move |b| (o, a, b))))
            {
                let found = binary(operator, Some(ty), left, right);
                for (a, b) in (left.low..=left.high).flat_map(|a| (right.low..=right.high).map(move |b| (a, b))) {
                    let by_zero = ["/", "%"].contains(operator) && b == 0;
                    match (meaning(operator, ty, a, b), found) {
                        (Some(number), (range, fault)) => {
                            assert!(range.low <= number && number <= range.high, "{left:?} {operator} {right:?}");
                            assert!(fault.is_none_or(|fault| !fault.is_certain));
                        }
                        (None, (_, fault)) => {
                            assert!(by_zero || fault.is_some(), "{left:?} {operator} {right:?}: {a} {b}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn conversions_and_names() {
        let int = Integer::named("const int", 64).unwrap();
        assert_eq!(int, Integer { width: 32, is_signed: true });
        assert_eq!(Integer::named("unsigned long", 32), Some(Integer { width: 32, is_signed: false }));
        assert_eq!(Integer::named("unsigned _BitInt(7)", 64), Some(Integer { width: 7, is_signed: false }));
        assert_eq!(Integer::named("int *", 64), None);
        assert_eq!(int.converted(Range::of(1 << 31)), Range::of(-(1 << 31)));
        assert_eq!(Integer::named("_Bool", 64).unwrap().converted(Range::of(256)), Range::of(1));
        let wide = Integer::named("__int128", 64).unwrap();
        assert!(binary("+", Some(wide), Range::of(i128::MAX), Range::of(1)).1.is_some());
        assert!(unary("-", Some(wide), Range::of(i128::MIN)).1.is_some());
        let unsigned = Integer::named("unsigned __int128", 64).unwrap();
        assert_eq!(binary("-", Some(unsigned), Range::of(0), Range::of(1)), (ANY, None));
    }
}
