use super::*;
use crate::bv::testing::RandomBits;
use crate::bv::BitVec;
use bitreach_formula::testing::{for_all, with_seed, Random};

fn refused(text: &str) -> String {
    read(text.as_bytes()).expect_err(text).to_string()
}

/// What SMT-LIB and BTOR2 say that operators are, on numbers of 128 bits: nothing here is made of circuits.
fn meant(name: &str, width: u32, a: BitVec, b: BitVec) -> u128 {
    let (x, y) = (a.unsigned(), b.unsigned());
    let (s, t) = (a.signed(), b.signed());
    let mask = BitVec::ones(width).unsigned();
    let fits = |value: i128| (BitVec::signed_min(width).signed()..=BitVec::signed_max(width).signed()).contains(&value);
    let rotation = if width == 1 { 0 } else { (y % u128::from(width)) as u32 };
    let left = |by: u32| if by == 0 { x } else { (x << by | x >> (width - by)) & mask };
    let flag = u128::from;
    match name {
        "iff" | "eq" => flag(x == y),
        "neq" => flag(x != y),
        "implies" => flag(x == 0 || y == 1),
        "ugt" => flag(x > y),
        "sgt" => flag(s > t),
        "ugte" => flag(x >= y),
        "sgte" => flag(s >= t),
        "ult" => flag(x < y),
        "slt" => flag(s < t),
        "ulte" => flag(x <= y),
        "slte" => flag(s <= t),
        "and" => x & y,
        "nand" => !(x & y) & mask,
        "nor" => !(x | y) & mask,
        "or" => x | y,
        "xnor" => !(x ^ y) & mask,
        "xor" => x ^ y,
        "rol" => left(rotation),
        "ror" => left((width - rotation) % width),
        "sll" => {
            if y >= u128::from(width) {
                0
            } else {
                x << y & mask
            }
        }
        "srl" => {
            if y >= u128::from(width) {
                0
            } else {
                x >> y
            }
        }
        "sra" => (s >> y.min(127)) as u128 & mask,
        "add" => x.wrapping_add(y) & mask,
        "mul" => x.wrapping_mul(y) & mask,
        "sub" => x.wrapping_sub(y) & mask,
        "udiv" => x.checked_div(y).unwrap_or(mask),
        "urem" => x.checked_rem(y).unwrap_or(x),
        "sdiv" => s.checked_div(t).unwrap_or(if s < 0 { 1 } else { -1 }) as u128 & mask,
        "srem" => s.checked_rem(t).unwrap_or(s) as u128 & mask,
        "smod" => {
            let rest = s.checked_rem(t).unwrap_or(s);
            let moved = if rest != 0 && t != 0 && (rest < 0) != (t < 0) { rest + t } else { rest };
            moved as u128 & mask
        }
        "uaddo" => flag(x + y > mask),
        "saddo" => flag(!fits(s + t)),
        "sdivo" => flag(t == -1 && a == BitVec::signed_min(width)),
        "umulo" => flag(x * y > mask),
        "smulo" => flag(!fits(s * t)),
        "usubo" => flag(x < y),
        "ssubo" => flag(!fits(s - t)),
        "concat" => x << width | y,
        "not" => !x & mask,
        "inc" => x.wrapping_add(1) & mask,
        "dec" => x.wrapping_sub(1) & mask,
        "neg" => x.wrapping_neg() & mask,
        "redand" => flag(x == mask),
        "redor" => flag(x != 0),
        "redxor" => flag(x.count_ones() % 2 == 1),
        _ => panic!("{name}"),
    }
}

const BINARY: [&str; 37] = [
    "eq", "neq", "ugt", "sgt", "ugte", "sgte", "ult", "slt", "ulte", "slte", "and", "nand", "nor", "or", "xnor", "xor",
    "rol", "ror", "sll", "sra", "srl", "add", "mul", "udiv", "sdiv", "smod", "urem", "srem", "sub", "uaddo", "saddo",
    "sdivo", "umulo", "smulo", "usubo", "ssubo", "concat",
];

/// The value of the one word that a circuit with two inputs computes: it is bad where that is not what is meant.
fn computed(circuit: &Circuit, width: u32, a: BitVec, b: BitVec) -> Vec<bool> {
    let leaves: Vec<bool> = [a, b].iter().flat_map(|word| (0..width).map(|bit| word.get(bit))).collect();
    let values = circuit.aig.simulate(&leaves);
    circuit.bad.iter().map(|bad| values[bad.node()] != bad.is_complemented()).collect()
}

/// A file in which `bad` lines are the bits of an operator's result.
fn bits_of(name: &str, operands: usize, width: u32, result: usize) -> Circuit {
    let mut text = format!("1 sort bitvec {width}\n2 sort bitvec {result}\n3 input 1 a\n4 input 1 b\n");
    text += &format!("5 {name} 2 3{}\n6 sort bitvec 1\n", if operands == 2 { " 4" } else { "" });
    for bit in 0..result {
        text += &format!("{} slice 6 5 {bit} {bit}\n{} bad {}\n", 7 + 2 * bit, 8 + 2 * bit, 7 + 2 * bit);
    }
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"))
}

fn agrees(name: &str, operands: usize, width: u32, pairs: impl Iterator<Item = (u128, u128)>) {
    let result = match words::shape(name) {
        Some(Shape::Predicate | Shape::Boolean) => 1,
        Some(Shape::Concat) => 2 * width as usize,
        None if name.starts_with("red") => 1,
        _ => width as usize,
    };
    let circuit = bits_of(name, operands, width, result);
    for (a, b) in pairs {
        let (a, b) = (BitVec::new(width, a), BitVec::new(width, b));
        let found = computed(&circuit, width, a, b).into_iter().rev().fold(0, |bits, bit| bits << 1 | u128::from(bit));
        assert_eq!(found, meant(name, width, a, b), "{name} of {a:?} and {b:?}");
    }
}

/// Each operator on all values of small widths.
#[test]
fn operators_do_what_they_mean() {
    for width in 1..=4 {
        let pairs = || (0..1u128 << width).flat_map(|a| (0..1u128 << width).map(move |b| (a, b)));
        BINARY.iter().for_each(|name| agrees(name, 2, width, pairs()));
        ["not", "inc", "dec", "neg", "redand", "redor", "redxor"]
            .iter()
            .for_each(|name| agrees(name, 1, width, pairs()));
    }
    ["iff", "implies"].iter().for_each(|name| agrees(name, 2, 1, [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter()));
}

/// And on random values of greater ones, those among them that are no powers of two.
#[test]
fn operators_do_what_they_mean_at_greater_widths() {
    for_all(40, with_seed(|_| ()), |((), seed)| {
        let mut random = Random::new(seed);
        let width = [5, 7, 12, 32, 33][random.below(5)];
        let pairs: Vec<(u128, u128)> =
            (0..6).map(|_| (random.bits(width).unsigned(), random.bits(width).unsigned())).collect();
        let name = BINARY[random.below(BINARY.len())];
        agrees(name, 2, width, pairs.into_iter());
    });
}

#[test]
fn constants_are_read_in_all_bases() {
    let word = |text, base, width| -> u128 {
        let word = constant(text, base, width).expect(text);
        word.iter().rev().fold(0, |bits, bit| bits << 1 | u128::from(*bit == AigLit::TRUE))
    };
    assert_eq!(word("0101", 2, 4), 5);
    assert_eq!(word("255", 10, 8), 255);
    assert_eq!(word("-1", 10, 8), 255);
    assert_eq!(word("-128", 10, 8), 128);
    assert_eq!(word("fF", 16, 9), 255);
    assert_eq!(word("340282366920938463463374607431768211455", 10, 128), u128::MAX);
    for (text, base, width) in [
        ("", 10, 4),
        ("16", 10, 4),
        ("101", 2, 4),
        ("2", 2, 1),
        ("g", 16, 8),
        ("-", 10, 4),
        ("-1", 16, 8),
        ("é", 10, 4),
    ] {
        assert!(constant(text, base, width).is_err(), "{text}");
    }
}

/// A counter that starts at the word `start`, which is any.
const COUNTER: &str =
    "; a comment\n1 sort bitvec 8\n2 state 1 start\n3 state 1 count ; more\n4 init 1 3 2\n5 inc 1 3\n\
                       6 next 1 3 5\n7 next 1 2 2\n8 eq 9 3 2\n";

#[test]
fn states_have_first_and_next_values() {
    let text = COUNTER.replace("8 eq 9 3 2\n", "8 sort bitvec 1\n9 eq 8 3 2\n10 bad -9\n11 constraint 9 ok\n");
    let circuit = read(text.as_bytes()).expect("it is a circuit");
    assert_eq!(circuit.states[1].initial.as_deref(), Some(&circuit.states[0].bits[..]));
    assert_eq!(circuit.states[0].next.as_deref(), Some(&circuit.states[0].bits[..]));
    assert_eq!(circuit.bad[0], !circuit.constraints[0]);
    assert!(circuit.problem().is_ok());
}

#[test]
fn files_are_refused_for_what_is_wrong() {
    let head = "1 sort bitvec 4\n2 sort bitvec 1\n3 state 1\n4 input 2\n";
    let cases = [
        ("5 sort array 1 2\n", "arrays are not supported"),
        ("5 read 2 3 3\n", "about arrays"),
        ("5 sort bitvec 0\n", "1 to"),
        ("5 sort bitvec 99999999999\n", "1 to"),
        ("5 add 1 3 4\n", "4 and 1 bits"),
        ("5 add 2 3 3\n", "gives 4 bits here, its sort has 1"),
        ("5 add 1 3\n", "lacks an operand"),
        ("5 add 1 3 9\n", "`9` is no value"),
        ("5 add 7 3 3\n", "`7` is no sort"),
        ("5 frob 1 3 3\n", "is no operator"),
        ("5 bad 3\n", "has 4 bits"),
        ("3 bad 4\n", "does not come behind 4"),
        ("x bad 4\n", "`x` is no number"),
        ("5\n", "a line is a number"),
        ("5 slice 1 3 9 6\n", "no bits 6 to 9"),
        ("5 slice 1 3 0 3\n", "no bits 3 to 0"),
        ("5 next 1 4 3\n", "`4` is no state"),
        ("5 next 2 3 4\n", "the state has 4 bits"),
        ("5 next 1 3 3\n6 next 1 3 3\n", "second `next`"),
        ("5 fair 4\n", "infinite runs"),
        ("5 justice 1 4\n", "infinite runs"),
        ("5 output 4\n", "no `bad` line"),
        ("5 uext 1 3 99999999\n", "no number of bits"),
        // What else a line says may not be dropped: perhaps it was two lines.
        ("7 bad 4 8 bad -4\n", "`bad` stands behind the operands of `bad` and a name"),
        ("7 bad 4\r8 bad -4\n", "a carriage return"),
        ("; for others a comment ends here\r7 bad 4\n", "a carriage return"),
        ("7 bad 4;8\n", "`4;8` is no value"),
        ("+5 bad 4\n", "`+5` is no number"),
        ("5 bad +4\n", "`+4` is no value"),
        ("5 bad -+4\n", "`-+4` is no value"),
        ("5 uext 1 3 +0\n", "no number of bits"),
        ("5 sort bitvec +3\n", "1 to"),
        ("5 input 1 a b\n", "`b` stands behind"),
        ("5 not 1 3 a b\n", "`b` stands behind"),
        ("5 ite 1 4 3 3 a b\n", "`b` stands behind"),
        ("5 slice 2 3 0 0 a b\n", "`b` stands behind"),
        ("5 const 1 0000 a b\n", "`b` stands behind"),
        ("5 init 1 3 3 a b\n", "`b` stands behind"),
    ];
    for (line, words) in cases {
        let message = refused(&format!("{head}{line}"));
        assert!(message.contains(words), "{line}: {message}");
    }
    assert!(refused("").contains("no `bad` line"));
}

/// Each kind of line takes a name, and a comment behind that; in a name, a semicolon begins none.
#[test]
fn lines_have_names() {
    let lines = "1 sort bitvec 4 a\n2 sort bitvec 1 b;c ; d\n3 state 1 e\r\n4 input 2 f\n5 zero 1 g\n6 const 2 1 h\n7 not 1 3 i\n\
                 8 add 1 3 7 j\n9 ite 1 4 3 7 k\n10 slice 2 3 0 0 l\n11 uext 1 3 0 m\n12 init 1 3 5 n\n13 next 1 3 7 o\n\
                 14 constraint 4 p\n15 output 3 q\n16 bad 10 r\n";
    assert_eq!(read(lines.as_bytes()).expect("it is a circuit").bad.len(), 1);
}

/// Cut within its last line, a file would be another one: its last line has to have an end, where that is no comment's.
#[test]
fn files_that_are_cut_within_a_line_are_refused() {
    let whole =
        "1 sort bitvec 1\n2 state 1\n3 state 1\n4 state 1\n5 state 1\n6 state 1\n7 state 1\n8 state 1\n9 state 1\n\
                 10 state 1\n11 bad 10 ; why\n";
    assert!(read(whole.as_bytes()).is_ok());
    let numbers = whole.find(" ;").expect("a comment");
    for end in 0..=numbers {
        assert!(read(&whole.as_bytes()[..end]).is_err(), "{end} bytes are taken");
    }
    assert!(refused(&whole[..numbers - 1]).contains("the file ends within a line; is it cut off?"));
    assert!(read(&whole.as_bytes()[..numbers + 3]).is_ok());
}

#[test]
fn files_are_known_by_how_they_begin() {
    for start in ["; hello", "1 sort bitvec 1", "  12  sort"] {
        assert!(is_btor2(start.as_bytes()), "{start}");
    }
    for start in ["", "c 1 sort", "i cnf 1 1", "1 0", "-1 2 0", "aag 1", "12"] {
        assert!(!is_btor2(start.as_bytes()), "{start}");
    }
}

/// All decimal constants around the ends of small widths: a number fits in two's complement, or without a sign.
#[test]
fn decimal_constants_fit_or_are_refused() {
    for width in 1..=5usize {
        for number in -40i64..=40 {
            let fits = (-(1i64 << (width - 1))..1 << width).contains(&number);
            let read = constant(&number.to_string(), 10, width);
            assert_eq!(read.is_ok(), fits, "{number} in {width} bits");
            let bits = read.unwrap_or_default();
            assert!(bits.iter().enumerate().all(|(bit, &value)| (value == AigLit::TRUE) == (number >> bit & 1 == 1)));
        }
    }
}
