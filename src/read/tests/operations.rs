//! Each instruction and intrinsic is read from text, run, and compared with arithmetic on `u128` and `i128` that shares
//! nothing with the bit-vector library.

use super::{map, program, run};
use crate::program::{Exit, Outcome, Program};

const WIDTHS: [u32; 11] = [1, 3, 8, 16, 31, 32, 33, 64, 65, 127, 128];

/// Interesting values of a width.
fn samples(width: u32) -> Vec<u128> {
    let mask = u128::MAX >> (128 - width);
    let sign = 1u128 << (width - 1);
    let mut state = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834u128;
    let mut random = || {
        state = state.wrapping_mul(0xda94_2042_e4dd_58b5_2545_f491_4f6c_dd1d).wrapping_add(0x1234_5677);
        state.rotate_right(59)
    };
    let mut values = vec![0, 1, 2, 3, u128::from(width) - 1, u128::from(width), sign, sign - 1, mask, mask - 1];
    values.extend([random(), random(), random() >> (127 - width / 2)]);
    let mut values: Vec<u128> = values.into_iter().map(|value| value & mask).collect();
    values.sort();
    values.dedup();
    values
}

fn signed(width: u32, value: u128) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

fn unsigned(width: u32, value: u128) -> u128 {
    value & (u128::MAX >> (128 - width))
}

/// What an operation should give.
#[derive(Debug, PartialEq)]
enum Expected {
    Value(u128),
    /// Any value: that of the input that stands for it.
    Open,
    /// Undefined behaviour, which is not modelled.
    Undefined,
}

/// The module that computes `%r` of `result` bits by `body` from `%a` and `%b` of `width` bits.
fn binary_module(width: u32, result: u32, body: &str, declarations: &str) -> String {
    format!(
        "define i32 @main() {{
            %a = call i{width} @__bitreach_nondet_i{width}(i32 0)
            %b = call i{width} @__bitreach_nondet_i{width}(i32 1)
            {body}
            call void @__bitreach_assign_i{result}(i{result} %r, i32 0)
            ret i32 0
        }}
        declare i{width} @__bitreach_nondet_i{width}(i32)
        declare void @__bitreach_assign_i{result}(i{result}, i32)
        {declarations}"
    )
}

fn check(width: u32, result: u32, text: &str, operands: (u128, u128), expected: &Expected, program: &Program) {
    let open = 0x5a5a_5a5a_5a5a_5a5a_5a5a_5a5a_5a5a_5a5a;
    let (outcome, assigned) = run(program, &[operands.0, operands.1], open);
    let context = format!("{operands:?} of {width} bits in {text}\n{program}");
    match expected {
        Expected::Value(value) => assert_eq!((outcome, assigned), (Outcome::Exit(Exit::Ok), vec![*value]), "{context}"),
        Expected::Open => {
            assert_eq!((outcome, assigned), (Outcome::Exit(Exit::Ok), vec![unsigned(result, open)]), "{context}")
        }
        Expected::Undefined => {
            assert!(matches!(outcome, Outcome::Exit(Exit::Unmodelled(_))), "{context}");
        }
    }
}

/// Checks one operation at all widths and all pairs of samples.
fn check_all(
    widths: &[u32],
    result: impl Fn(u32) -> u32,
    body: impl Fn(u32) -> (String, String),
    expect: impl Fn(u32, u128, u128) -> Expected,
) {
    for &width in widths {
        let (body, declarations) = body(width);
        let text = binary_module(width, result(width), &body, &declarations);
        let program = program(&text, map(&[width]));
        for a in samples(width) {
            for b in samples(width) {
                check(width, result(width), &text, (a, b), &expect(width, a, b), &program);
            }
        }
    }
}

/// The exact result of an operation on signed numbers, where it may not fit in 128 bits.
fn fits_signed(width: u32, value: Option<i128>) -> Option<i128> {
    let (low, high) = (i128::MIN >> (128 - width), i128::MAX >> (128 - width));
    value.filter(|value| (low..=high).contains(value))
}

fn fits_unsigned(width: u32, value: Option<u128>) -> Option<u128> {
    value.filter(|&value| unsigned(width, value) == value)
}

#[test]
fn instructions_of_two_operands() {
    use Expected::{Open, Undefined, Value};
    type Oracle = fn(u32, u128, u128) -> Expected;
    let table: [(&str, Oracle); 13] = [
        ("add", |w, a, b| Value(unsigned(w, a.wrapping_add(b)))),
        ("sub", |w, a, b| Value(unsigned(w, a.wrapping_sub(b)))),
        ("mul", |w, a, b| Value(unsigned(w, a.wrapping_mul(b)))),
        ("and", |_, a, b| Value(a & b)),
        ("or", |_, a, b| Value(a | b)),
        ("xor", |_, a, b| Value(a ^ b)),
        ("udiv", |_, a, b| a.checked_div(b).map_or(Undefined, Value)),
        ("urem", |_, a, b| a.checked_rem(b).map_or(Undefined, Value)),
        ("sdiv", |w, a, b| {
            let exact = signed(w, a).checked_div(signed(w, b));
            fits_signed(w, exact).map_or(Undefined, |value| Value(unsigned(w, value as u128)))
        }),
        ("srem", |w, a, b| {
            let (a, b) = (signed(w, a), signed(w, b));
            match fits_signed(w, a.checked_div(b)) {
                Some(_) => Value(unsigned(w, (a % b) as u128)),
                None => Undefined,
            }
        }),
        ("shl", |w, a, b| if b < u128::from(w) { Value(unsigned(w, a << b)) } else { Open }),
        ("lshr", |w, a, b| if b < u128::from(w) { Value(a >> b) } else { Open }),
        ("ashr", |w, a, b| if b < u128::from(w) { Value(unsigned(w, (signed(w, a) >> b) as u128)) } else { Open }),
    ];
    for (name, expect) in table {
        check_all(&WIDTHS, |w| w, |w| (format!("%r = {name} i{w} %a, %b"), String::new()), expect);
    }
}

#[test]
fn comparisons_and_select() {
    type Oracle = fn(u128, u128, i128, i128) -> bool;
    let table: [(&str, Oracle); 10] = [
        ("eq", |a, b, _, _| a == b),
        ("ne", |a, b, _, _| a != b),
        ("ult", |a, b, _, _| a < b),
        ("ule", |a, b, _, _| a <= b),
        ("ugt", |a, b, _, _| a > b),
        ("uge", |a, b, _, _| a >= b),
        ("slt", |_, _, a, b| a < b),
        ("sle", |_, _, a, b| a <= b),
        ("sgt", |_, _, a, b| a > b),
        ("sge", |_, _, a, b| a >= b),
    ];
    for (name, holds) in table {
        let expect = |w, a, b| holds(a, b, signed(w, a), signed(w, b));
        let body = |w| (format!("%r = icmp {name} i{w} %a, %b"), String::new());
        check_all(&WIDTHS, |_| 1, body, |w, a, b| Expected::Value(expect(w, a, b) as u128));
        let body = |w| (format!("%c = icmp {name} i{w} %a, %b\n%r = select i1 %c, i{w} %a, i{w} %b"), String::new());
        check_all(&WIDTHS, |w| w, body, |w, a, b| Expected::Value(if expect(w, a, b) { a } else { b }));
    }
}

#[test]
fn conversions() {
    let identity = |_: u32, a: u128, _: u128| Expected::Value(a);
    for from in WIDTHS {
        for to in WIDTHS {
            let body = |name: &str| (format!("%r = {name} i{from} %a to i{to}"), String::new());
            if to > from {
                check_all(&[from], |_| to, |_| body("zext"), identity);
                let sext = |w, a, _| Expected::Value(unsigned(to, signed(w, a) as u128));
                check_all(&[from], |_| to, |_| body("sext"), sext);
            } else if to < from {
                check_all(&[from], |_| to, |_| body("trunc"), |_, a, _| Expected::Value(unsigned(to, a)));
            } else {
                check_all(&[from], |_| to, |_| body("bitcast"), identity);
            }
        }
    }
    check_all(&WIDTHS, |w| w, |w| (format!("%r = freeze i{w} %b"), String::new()), |_, _, b| Expected::Value(b));
}

/// The text that calls an intrinsic on two operands, and its declaration.
fn call_of_two(name: &str, w: u32) -> (String, String) {
    let call = format!("%r = call i{w} @llvm.{name}.i{w}(i{w} %a, i{w} %b)");
    (call, format!("declare i{w} @llvm.{name}.i{w}(i{w}, i{w})"))
}

#[test]
fn intrinsics_of_two_operands() {
    use Expected::{Open, Value};
    type Oracle = fn(u32, u128, u128) -> Expected;
    fn clamp(w: u32, exact: Option<i128>, negative: bool) -> Expected {
        let limit = if negative { i128::MIN >> (128 - w) } else { i128::MAX >> (128 - w) };
        Value(unsigned(w, fits_signed(w, exact).unwrap_or(limit) as u128))
    }
    let table: [(&str, Oracle); 10] = [
        ("smin", |w, a, b| Value(if signed(w, a) < signed(w, b) { a } else { b })),
        ("smax", |w, a, b| Value(if signed(w, a) > signed(w, b) { a } else { b })),
        ("umin", |_, a, b| Value(a.min(b))),
        ("umax", |_, a, b| Value(a.max(b))),
        ("uadd.sat", |w, a, b| Value(fits_unsigned(w, a.checked_add(b)).unwrap_or(unsigned(w, u128::MAX)))),
        ("usub.sat", |_, a, b| Value(a.saturating_sub(b))),
        ("sadd.sat", |w, a, b| clamp(w, signed(w, a).checked_add(signed(w, b)), signed(w, a) < 0)),
        ("ssub.sat", |w, a, b| clamp(w, signed(w, a).checked_sub(signed(w, b)), signed(w, a) < 0)),
        ("ushl.sat", |w, a, b| {
            if b >= u128::from(w) {
                return Open;
            }
            Value(if unsigned(w, a << b) >> b == a { unsigned(w, a << b) } else { unsigned(w, u128::MAX) })
        }),
        ("sshl.sat", |w, a, b| {
            if b >= u128::from(w) {
                return Open;
            }
            let a = signed(w, a);
            let shifted = signed(w, unsigned(w, (a as u128) << b));
            clamp(w, (shifted >> b == a).then_some(shifted), a < 0)
        }),
    ];
    for (name, expect) in table {
        check_all(&WIDTHS, |w| w, |w| call_of_two(name, w), expect);
    }
    let three_way = |name: &'static str| {
        move |w: u32| {
            let call = format!("%r = call i8 @llvm.{name}.i8.i{w}(i{w} %a, i{w} %b)");
            (call, format!("declare i8 @llvm.{name}.i8.i{w}(i{w}, i{w})"))
        }
    };
    let number = |order: std::cmp::Ordering| Value(u128::from(order as i8 as u8));
    check_all(&WIDTHS, |_| 8, three_way("ucmp"), |_, a, b| number(a.cmp(&b)));
    check_all(&WIDTHS, |_| 8, three_way("scmp"), |w, a, b| number(signed(w, a).cmp(&signed(w, b))));
}

#[test]
fn arithmetic_with_overflow() {
    type Oracle = fn(u32, u128, u128) -> (u128, bool);
    let table: [(&str, Oracle); 6] = [
        ("uadd", |w, a, b| (a.wrapping_add(b), fits_unsigned(w, a.checked_add(b)).is_none())),
        ("usub", |w, a, b| (a.wrapping_sub(b), fits_unsigned(w, a.checked_sub(b)).is_none())),
        ("umul", |w, a, b| (a.wrapping_mul(b), fits_unsigned(w, a.checked_mul(b)).is_none())),
        ("sadd", |w, a, b| (a.wrapping_add(b), fits_signed(w, signed(w, a).checked_add(signed(w, b))).is_none())),
        ("ssub", |w, a, b| (a.wrapping_sub(b), fits_signed(w, signed(w, a).checked_sub(signed(w, b))).is_none())),
        ("smul", |w, a, b| (a.wrapping_mul(b), fits_signed(w, signed(w, a).checked_mul(signed(w, b))).is_none())),
    ];
    for (name, expect) in table {
        let body = |part: u32| {
            move |w: u32| {
                let intrinsic = format!("{{ i{w}, i1 }} @llvm.{name}.with.overflow.i{w}");
                let call = format!(
                    "%p = call {intrinsic}(i{w} %a, i{w} %b)
                     %r = extractvalue {{ i{w}, i1 }} %p, {part}"
                );
                (call, format!("declare {intrinsic}(i{w}, i{w})"))
            }
        };
        check_all(&WIDTHS, |w| w, body(0), |w, a, b| Expected::Value(unsigned(w, expect(w, a, b).0)));
        check_all(&WIDTHS, |_| 1, body(1), |w, a, b| Expected::Value(expect(w, a, b).1 as u128));
    }
}

#[test]
fn intrinsics_of_one_operand() {
    use Expected::{Open, Value};
    let plain = |name: &'static str| {
        move |w: u32| {
            let call = format!("%r = call i{w} @llvm.{name}.i{w}(i{w} %a)");
            (call, format!("declare i{w} @llvm.{name}.i{w}(i{w})"))
        }
    };
    let flagged = |name: &'static str, flag: bool| {
        move |w: u32| {
            let call = format!("%r = call i{w} @llvm.{name}.i{w}(i{w} %a, i1 {flag})");
            (call, format!("declare i{w} @llvm.{name}.i{w}(i{w}, i1)"))
        }
    };
    let count = |value: u32, w: u32| Value(unsigned(w, u128::from(value)));
    check_all(&WIDTHS, |w| w, plain("ctpop"), |w, a, _| count(a.count_ones(), w));
    check_all(&WIDTHS, |w| w, plain("bitreverse"), |w, a, _| Value(a.reverse_bits() >> (128 - w)));
    check_all(&[16, 32, 48, 64, 128], |w| w, plain("bswap"), |w, a, _| Value(a.swap_bytes() >> (128 - w)));
    for flag in [false, true] {
        let unless = |open: bool, value| if flag && open { Open } else { value };
        let leading = |w: u32, a: u128| count(a.leading_zeros() - (128 - w), w);
        check_all(&WIDTHS, |w| w, flagged("ctlz", flag), |w, a, _| unless(a == 0, leading(w, a)));
        let trailing = |w: u32, a: u128| count(a.trailing_zeros().min(w), w);
        check_all(&WIDTHS, |w| w, flagged("cttz", flag), |w, a, _| unless(a == 0, trailing(w, a)));
        let absolute = |w, a| Value(unsigned(w, signed(w, a).wrapping_abs() as u128));
        check_all(&WIDTHS, |w| w, flagged("abs", flag), |w, a, _| unless(a == 1 << (w - 1), absolute(w, a)));
    }
    let expect = |w: u32| call_of_two("expect", w);
    check_all(&[8, 32, 64], |w| w, expect, |_, a, _| Value(a));
}

#[test]
fn funnel_shifts() {
    for (name, left) in [("fshl", true), ("fshr", false)] {
        for third in [0u128, 1, 5, 31, 32, 33, 63, 64, 200] {
            let body = |w: u32| {
                let third = unsigned(w, third);
                let call = format!("%r = call i{w} @llvm.{name}.i{w}(i{w} %a, i{w} %b, i{w} {third})");
                (call, format!("declare i{w} @llvm.{name}.i{w}(i{w}, i{w}, i{w})"))
            };
            let expect = |w: u32, a: u128, b: u128| {
                let amount = (unsigned(w, third) % u128::from(w)) as u32;
                let amount = if left { amount } else { w - amount };
                // The upper half of a:b shifted left by 0 to w.
                let high = if amount == w { 0 } else { a << amount };
                let low = if amount == 0 { 0 } else { b >> (w - amount) };
                Expected::Value(unsigned(w, high | low))
            };
            check_all(&[1, 3, 8, 32, 33, 64], |w| w, body, expect);
        }
    }
}
