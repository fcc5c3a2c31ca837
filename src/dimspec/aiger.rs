//! Transition systems as AIGER files, for hardware model checkers.
//!
//! Bits of input words are inputs, bits of state words latches, both under their names; the goal is the one bad-state property. What
//! becomes of the four formulas:
//!
//! * `I`: a state has one initial value, or any. These are exactly AIGER's resets: a constant, or the latch itself.
//! * `T`: functional and total, so it is the latches' next-state functions, all read from one graph.
//! * `G`: the bad state.
//! * `U`: left out. It says that location words are in range, and the first location is, and so is each next one: a
//!   constraint would only repeat what `I` and `T` imply. Predicates are left out too: they are names, not restrictions.

use crate::blast::Blaster;
use crate::circuit::write::{Aiger, LatchOf};
use crate::ts::{Goal, TransitionSystem};

/// A system with one of its goals.
pub fn graph(system: &TransitionSystem, goal: Goal) -> Aiger {
    let mut blaster = Blaster::new();
    let mut inputs = Vec::new();
    for input in &system.inputs {
        let bits = blaster.symbol_bits(&system.pool, input.symbol).into_iter().enumerate();
        inputs.extend(bits.map(|(bit, edge)| (bit_name(&input.name, bit), edge)));
    }
    let states: Vec<_> = system.states.iter().map(|state| blaster.symbol_bits(&system.pool, state.symbol)).collect();
    if inputs.is_empty() {
        // ABC's `scorr` aborts on a graph without inputs. Nothing reads this one.
        inputs.push(("unused".to_owned(), blaster.aig.input()));
    }
    let mut latches = Vec::new();
    for (state, bits) in system.states.iter().zip(states) {
        let next = blaster.blast(&system.pool, state.next);
        for (bit, (now, next)) in bits.into_iter().zip(next).enumerate() {
            let reset = state.initial.map(|value| value.get(bit as u32));
            latches.push(LatchOf { name: bit_name(&state.name, bit), now, next, reset });
        }
    }
    let bad = blaster.blast(&system.pool, system.goal(goal))[0];
    let bad_name = match goal {
        Goal::Error => "error",
        Goal::ErrorOrUnmodelled => "error or unmodelled",
    };
    Aiger::new(&blaster.aig, inputs, latches, (bad, bad_name), &[])
}

/// The name of one bit of a word.
fn bit_name(word: &str, bit: usize) -> String {
    format!("{word}[{bit}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::eval::evaluate;
    use crate::bv::testing::RandomBits;
    use crate::bv::{BitVec, SymbolId};
    use crate::circuit::write::Form;
    use crate::dimspec::testing::programs_agree;
    use crate::ts::simulate::{step, Valuation};
    use crate::ts::{Encoding, State};
    use bitreach_formula::testing::Random;

    /// What a file says, read by what the format's description says and not by the writer's data.
    #[derive(PartialEq, Eq, Debug)]
    struct Parsed {
        inputs: usize,
        /// Next state and reset.
        latches: Vec<(u32, u32)>,
        bad: u32,
        gates: Vec<(u32, u32, u32)>,
        tail: String,
    }

    fn line<'a>(bytes: &mut &'a [u8]) -> Vec<&'a str> {
        let end = bytes.iter().position(|&byte| byte == b'\n').expect("a whole line");
        let (line, rest) = bytes.split_at(end);
        *bytes = &rest[1..];
        std::str::from_utf8(line).expect("text").split(' ').collect()
    }

    fn numbers(bytes: &mut &[u8]) -> Vec<u32> {
        line(bytes).iter().map(|word| word.parse().expect("a number")).collect()
    }

    fn delta(bytes: &mut &[u8]) -> u32 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = bytes[0];
            *bytes = &bytes[1..];
            value |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return value;
            }
        }
    }

    fn parse(mut bytes: &[u8]) -> Parsed {
        let header = line(&mut bytes);
        let ascii = header[0] == "aag";
        assert!(ascii || header[0] == "aig");
        let sizes: Vec<usize> = header[1..].iter().map(|word| word.parse().expect("a size")).collect();
        let &[max, inputs, latches, outputs, gates, bads] = &sizes[..] else { panic!("{header:?}") };
        assert_eq!((max, outputs, bads), (inputs + latches + gates, 0, 1));
        for var in 1..=if ascii { inputs } else { 0 } {
            assert_eq!(numbers(&mut bytes), [2 * var as u32]);
        }
        let latch = |index: usize| {
            let lit = 2 * (inputs + 1 + index) as u32;
            let mut numbers = numbers(&mut bytes);
            if ascii {
                assert_eq!(numbers.remove(0), lit);
            }
            let reset = numbers.get(1).copied().unwrap_or(0);
            assert!(reset < 2 || reset == lit, "a reset is a constant or the latch");
            (numbers[0], reset)
        };
        let latches: Vec<_> = (0..latches).map(latch).collect();
        let bad = numbers(&mut bytes)[0];
        let gate = |index: usize| {
            let lit = 2 * (inputs + latches.len() + 1 + index) as u32;
            let (left, right) = if ascii {
                let numbers = numbers(&mut bytes);
                assert_eq!(numbers[0], lit);
                (numbers[1], numbers[2])
            } else {
                let left = lit - delta(&mut bytes);
                (left, left - delta(&mut bytes))
            };
            assert!(lit > left && left >= right, "gates come after what they read");
            (lit, left, right)
        };
        let gates = (0..gates).map(gate).collect();
        let tail = String::from_utf8(bytes.to_vec()).expect("symbols are text");
        Parsed { inputs, latches, bad, gates, tail }
    }

    impl Parsed {
        /// The values of all variables under those of inputs and latches.
        fn values(&self, leaves: impl Iterator<Item = bool>) -> Vec<bool> {
            let mut values: Vec<bool> = std::iter::once(false).chain(leaves).collect();
            for &(_, left, right) in &self.gates {
                let value = literal(&values, left) && literal(&values, right);
                values.push(value);
            }
            values
        }
    }

    fn literal(values: &[bool], lit: u32) -> bool {
        values[(lit >> 1) as usize] != (lit & 1 == 1)
    }

    fn written(aiger: &Aiger, form: Form) -> Vec<u8> {
        let mut bytes = Vec::new();
        aiger.write(form, &mut bytes).expect("memory can be written");
        bytes
    }

    fn bits(value: BitVec) -> impl Iterator<Item = bool> {
        (0..value.width()).map(move |bit| value.get(bit))
    }

    /// Runs the file and the system side by side; gives how many steps were bad.
    fn agrees(encoding: &Encoding, goal: Goal, random: &mut Random) -> usize {
        let system = &encoding.system;
        let aiger = graph(system, goal);
        let file = parse(&written(&aiger, Form::Ascii));
        assert_eq!(file, parse(&written(&aiger, Form::Binary)), "both forms say the same");
        let mut states: Valuation = Valuation::default();
        let mut resets = file.latches.iter().enumerate();
        for state in &system.states {
            let value = state.initial.unwrap_or_else(|| random.bits(state.width));
            for (bit, (index, &(_, reset))) in resets.by_ref().take(state.width as usize).enumerate() {
                let own = 2 * (file.inputs + 1 + index) as u32;
                assert_eq!(reset, state.initial.map_or(own, |value| u32::from(value.get(bit as u32))));
            }
            states.insert(state.symbol, value);
        }
        let mut latches: Vec<bool> = words(&system.states, &states);
        let mut bad = 0;
        for _ in 0..20 {
            let inputs: Valuation = system.inputs.iter().map(|word| (word.symbol, random.bits(word.width))).collect();
            let input_bits = system.inputs.iter().flat_map(|word| bits(inputs[&word.symbol]));
            let input_bits = input_bits.chain(std::iter::once(random.bits(1).get(0))).take(file.inputs);
            let values = file.values(input_bits.chain(latches.iter().copied()));
            let holds = |term| evaluate(&system.pool, term, |symbol: SymbolId| states[&symbol]).unsigned() == 1;
            assert!(system.universal.iter().all(|&term| holds(term)), "U is implied, or leaving it out is wrong");
            assert_eq!(literal(&values, file.bad), holds(system.goal(goal)));
            bad += usize::from(literal(&values, file.bad));
            latches = file.latches.iter().map(|&(next, _)| literal(&values, next)).collect();
            states = step(system, &states, &inputs);
            assert_eq!(latches, words(&system.states, &states));
        }
        bad
    }

    fn words(order: &[State], states: &Valuation) -> Vec<bool> {
        order.iter().flat_map(|state| bits(states[&state.symbol])).collect()
    }

    #[test]
    fn files_do_what_the_system_does() {
        programs_agree(|encoding, goal, random| agrees(encoding, goal, random) > 0);
    }
}
