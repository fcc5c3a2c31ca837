//! Dead states: those from which there is no way to the goal, such as the end of a program. A run that gets to the goal does
//! not pass them, so that they can be left out of all steps; then the location of a program that may end at any time is
//! known again.

use crate::{Start, Unrolling};
use bitreach_dimspec::{DimSpec, SymbolKind};
use bitreach_engine::{Context, TimeStep};
use bitreach_formula::{Clause, Lit, Polarity, Var};
use bitreach_sat::{Answer, SolverError};
use std::collections::BTreeMap;
use std::time::Duration;

/// How many states are tried, and how many values of a variable: encodings give the least numbers to the sinks.
const TRIED: usize = 64;
const VALUES: usize = 8;

/// How long that may take, for locations and for what else there is. Locations are worth more: it is there that programs end.
const LIMITS: [Duration; 2] = [Duration::from_secs(1), Duration::from_millis(250)];

/// Clauses each of which excludes dead states.
///
/// What the problem's symbols call a word of the state says what is tried. That the states are dead is then shown:
///
/// ```text
///   c ∧ U ∧ G               is unsatisfiable
///   c ∧ U ∧ T ∧ U' ∧ ¬c'    is unsatisfiable
/// ```
///
/// So a run that comes to such a state stays among such states, none of which is a goal.
///
/// # Errors
/// If the solver fails.
pub(crate) fn excluded(problem: &DimSpec, context: &Context) -> Result<Vec<Clause>, SolverError> {
    let mut dead = Vec::new();
    for (limit, locations) in LIMITS.into_iter().zip([true, false]) {
        let candidates = candidates(problem, locations);
        if !candidates.is_empty() {
            dead.extend(dead_among(candidates, limit, problem, context)?);
        }
    }
    Ok(dead)
}

/// For each candidate whose states are dead, the clause that excludes them.
fn dead_among(
    candidates: Vec<Vec<Lit>>,
    limit: Duration,
    problem: &DimSpec,
    context: &Context,
) -> Result<Vec<Clause>, SolverError> {
    let mut unrolling = Unrolling::new(problem, Start::Anywhere, context.new_solver());
    unrolling.set_stop(context.stop.clone().until(context.budget.deadline).within(limit));
    let now = unrolling.add_step();
    let goal = unrolling.goal(now);
    let mut dead = Vec::new();
    for candidate in candidates {
        if impossible(&mut unrolling, &candidate, goal)? {
            dead.push(candidate);
        }
    }
    // One step more for each question: with further ones, it would be about runs that go on.
    let next = unrolling.add_step();
    let mut closed = Vec::new();
    for candidate in dead {
        let left = candidate.iter().map(|&lit| unrolling.at(next, !lit)).collect();
        let left = unrolling.any(left);
        if impossible(&mut unrolling, &candidate, left)? {
            closed.push(Clause::new(candidate.iter().map(|&lit| !lit)));
        }
    }
    Ok(closed)
}

/// Whether no run from the candidate's states, as long as the unrolling is, is as the literal says.
fn impossible(unrolling: &mut Unrolling, candidate: &[Lit], what: Lit) -> Result<bool, SolverError> {
    let mut assumed: Vec<Lit> = candidate.iter().map(|&lit| unrolling.at(TimeStep(0), lit)).collect();
    assumed.push(what);
    Ok(unrolling.solve(&assumed)? == Answer::Unsat)
}

/// The least values of the words of the state that say the location, or of the others, as cubes; the shortest words first.
fn candidates(problem: &DimSpec, locations: bool) -> Vec<Vec<Lit>> {
    let mut words: BTreeMap<&str, Vec<(usize, Var)>> = BTreeMap::new();
    let wanted = |kind: SymbolKind| kind.is_state() && (kind == SymbolKind::Location) == locations;
    for symbol in problem.symbols.table.iter().filter(|symbol| wanted(symbol.kind)) {
        words.entry(&symbol.name).or_default().push((symbol.bit, symbol.var));
    }
    let mut words: Vec<Vec<(usize, Var)>> = words.into_values().filter(|word| word.len() < 32).collect();
    words.iter_mut().for_each(|word| word.sort_unstable());
    words.sort_by_key(|word| word.len());
    // The place among the bits, and not the bit itself: some bits of a word may have been left out as constants.
    let values = |word: Vec<(usize, Var)>| {
        (0..VALUES.min(1 << word.len())).map(move |value| {
            let bits = word.iter().enumerate();
            bits.map(|(place, &(_, var))| var.lit(Polarity::of_value(value >> place & 1 == 1))).collect()
        })
    };
    words.into_iter().flat_map(values).take(TRIED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_dimspec::Symbol;
    use std::collections::BTreeSet;

    /// A simplified problem may lack bits of a word: all values of the bits that are left are tried.
    #[test]
    fn words_with_gaps_are_tried_in_all_their_values() {
        let mut problem = DimSpec { variables: 2, ..DimSpec::default() };
        let symbol = |var, bit| Symbol { var: Var::new(var), kind: SymbolKind::Location, bit, name: "at".to_owned() };
        problem.symbols.table = vec![symbol(0, 1), symbol(1, 40)];
        let tried: BTreeSet<Vec<Lit>> = candidates(&problem, true).into_iter().collect();
        assert_eq!(tried.len(), 4);
        assert!(candidates(&problem, false).is_empty());
    }
}
