//! Counters, shift registers and linear-feedback shift registers.

use super::model::{Answer, Example, Model};
use bitreach_dimspec::Section::{Goal, Initial, Transition, Universal};
use bitreach_formula::Lit;

pub fn examples() -> Vec<Example> {
    vec![
        counter(3, 1, 7).example("counter3", Answer::Unsafe { depth: 7 }, "3 bits count from 0 to 7"),
        counter(8, 1, 255).example("counter8", Answer::Unsafe { depth: 255 }, "8 bits count from 0 to 255"),
        counter(12, 1, 300).example("counter12", Answer::Unsafe { depth: 300 }, "12 bits count from 0 to 300"),
        counter(8, 2, 255).example("counter8-odd-goal", Answer::Safe, "8 bits count by twos and wrap, never to 255"),
        counter(12, 4, 1022).example(
            "counter12-odd-goal",
            Answer::Safe,
            "12 bits count by fours and wrap, never to 1022",
        ),
        enabled_counter(),
        shift_register(),
        sparse_shift_register(),
        lfsr(1 << 7).example(
            "lfsr8",
            Answer::Unsafe { depth: 254 },
            "a feedback register's last state before it repeats",
        ),
        lfsr(0).example("lfsr8-zero", Answer::Safe, "a feedback register never becomes 0"),
        gated_gray_code(),
    ]
}

/// `word' = word + 1` where `when` holds.
fn increment(model: &mut Model, word: &[Lit], when: Option<Lit>) {
    for (index, &bit) in word.iter().enumerate() {
        let next = model.next(bit);
        for &hold in word[..index].iter().chain(&when) {
            model.clause(Transition, &[hold, !bit, next]);
            model.clause(Transition, &[hold, bit, !next]);
        }
        let carry: Vec<Lit> = word[..index].iter().chain(&when).map(|&lit| !lit).collect();
        model.clause(Transition, &[&carry[..], &[bit, next]].concat());
        model.clause(Transition, &[&carry[..], &[!bit, !next]].concat());
    }
}

/// Counts from 0 by `by`, a power of two, to `goal`.
fn counter(bits: usize, by: usize, goal: usize) -> Model {
    let mut model = Model::new();
    let count = model.state("count", bits);
    model.fix(Initial, &count, 0);
    model.fix(Goal, &count, goal);
    let (low, high) = count.split_at(by.ilog2() as usize);
    for &bit in low {
        let next = model.next(bit);
        model.require(Transition, [&[bit], &[next]], |[old, new]| old == new);
    }
    increment(&mut model, high, None);
    model.functional()
}

fn enabled_counter() -> Example {
    let mut model = Model::new();
    let count = model.state("count", 5);
    let enable = model.input("enable", 1)[0];
    model.fix(Initial, &count, 0);
    model.fix(Goal, &count, 20);
    increment(&mut model, &count, Some(enable));
    model.functional().example(
        "counter5-enable",
        Answer::Unsafe { depth: 20 },
        "5 bits count to 20 in the steps in which an input says so",
    )
}

/// A register that shifts towards its highest bit, with an input at the lowest.
fn shift(model: &mut Model, register: &[Lit], input: Lit) {
    let mut source = input;
    for &bit in register {
        let next = model.next(bit);
        model.require(Transition, [&[source], &[next]], |[old, new]| old == new);
        source = bit;
    }
}

fn shift_register() -> Example {
    let mut model = Model::new();
    let register = model.state("register", 8);
    let input = model.input("in", 1)[0];
    model.fix(Initial, &register, 0);
    model.fix(Goal, &register, 0xff);
    shift(&mut model, &register, input);
    model.functional().example("shift8", Answer::Unsafe { depth: 8 }, "a shift register filled with ones")
}

fn sparse_shift_register() -> Example {
    let mut model = Model::new();
    let register = model.state("register", 8);
    let input = model.input("in", 1)[0];
    model.fix(Initial, &register, 0);
    for pair in register.windows(2) {
        model.clause(Universal, &[!pair[0], !pair[1]]);
        model.clause(Goal, &[pair[0], pair[1]]);
    }
    shift(&mut model, &register, input);
    model.functional().example(
        "shift8-sparse",
        Answer::Unsafe { depth: 7 },
        "no neighbours may both be 1 (in U), in the goal one of each two is (clauses of two literals)",
    )
}

/// The maximal register of `x^8 + x^6 + x^5 + x^4 + 1`, from state 1: it goes through all 255 states but 0.
fn lfsr(goal: usize) -> Model {
    let mut model = Model::new();
    let register = model.state("register", 8);
    model.fix(Initial, &register, 1);
    model.fix(Goal, &register, goal);
    let taps = [register[7], register[5], register[4], register[3]];
    let first = model.next(register[0]);
    model.require(Transition, [&taps, &[first]], |[taps, new]| taps.count_ones() as usize % 2 == new);
    for index in 1..8 {
        let next = model.next(register[index]);
        model.require(Transition, [&register[index - 1..index], &[next]], |[old, new]| old == new);
    }
    model.functional()
}

/// Counts in Gray code by way of gates, which `U` defines.
fn gated_gray_code() -> Example {
    let mut model = Model::new();
    let code = model.state("code", 4);
    let binary: Vec<Lit> = (0..4).map(|bit| model.gate(&format!("binary{bit}"))).collect();
    model.fix(Initial, &code, 0);
    model.fix(Goal, &code, 0b1000);
    model.require(Universal, [&code, &binary], |[code, binary]| code == binary ^ binary >> 1);
    let next = model.nexts(&code);
    model.require(Transition, [&binary, &next], |[binary, next]| {
        let successor = (binary + 1) % 16;
        next == successor ^ successor >> 1
    });
    model.functional().example(
        "gray4-gates",
        Answer::Unsafe { depth: 15 },
        "a Gray code counter whose binary value is in gates that U defines",
    )
}
