//! Simulation: a transition system stepped by evaluating its terms.

use crate::bv::eval::Evaluator;
use crate::bv::{BitVec, SymbolId};
use crate::ts::{Encoding, Run, RunStep, TransitionSystem};
use rustc_hash::FxHashMap;

/// A valuation of symbols.
pub type Valuation = FxHashMap<SymbolId, BitVec>;

/// The valuation of the states after one step from `states` under `inputs`.
///
/// # Panics
/// If a state or input has no value.
pub fn step(system: &TransitionSystem, states: &Valuation, inputs: &Valuation) -> Valuation {
    let value = |symbol: SymbolId| states.get(&symbol).or_else(|| inputs.get(&symbol)).copied();
    let mut evaluator =
        Evaluator::new(&system.pool, |symbol| value(symbol).expect("every state and input has a value"));
    system.states.iter().map(|state| (state.symbol, evaluator.value(state.next))).collect()
}

/// Runs an encoding until it comes to a sink or `limit` steps are done. `choose` gives the values of inputs and of states
/// without an initial value.
pub fn run(encoding: &Encoding, limit: usize, mut choose: impl FnMut(u32) -> BitVec) -> Run {
    let system = &encoding.system;
    let initial = system.states.iter();
    let mut states: Valuation =
        initial.map(|state| (state.symbol, state.initial.unwrap_or_else(|| choose(state.width)))).collect();
    let mut run = encoding.empty_run();
    for _ in 0..=limit {
        let inputs: Valuation = system.inputs.iter().map(|input| (input.symbol, choose(input.width))).collect();
        let Some(place) = encoding.codes.place(states[&encoding.location].unsigned()) else { break };
        let values = encoding.inputs.iter().map(|(value, symbol)| (*value, inputs[symbol])).collect();
        run.steps.push(RunStep { place, inputs: values });
        if place.is_sink() {
            break;
        }
        states = step(system, &states, &inputs);
    }
    run
}
