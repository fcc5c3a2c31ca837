//! The corners of the format: empty sections, contradictions, goals that hold at once.

use super::model::{Answer, Example, Model};
use bitreach_dimspec::Section::{self, Goal, Initial, Transition, Universal};

pub fn examples() -> Vec<Example> {
    let unsafe_at = |depth| Answer::Unsafe { depth };
    vec![
        counting(&[Initial]).example(
            "empty-initial",
            unsafe_at(0),
            "an empty I: every state is a start, the goal among them",
        ),
        counting(&[Universal]).example("empty-universal", unsafe_at(5), "an empty U"),
        counting(&[Goal]).example("empty-goal", unsafe_at(0), "an empty G: every state is a goal"),
        counting(&[Transition]).example("empty-transition", unsafe_at(1), "an empty T: any state follows any"),
        counting(&Section::ALL).example("all-empty", unsafe_at(0), "four empty sections"),
        contradiction(Initial, "initial-contradicts-universal", "no state is allowed to be a start"),
        contradiction(Goal, "goal-contradicts-universal", "the only goal is a state that U forbids"),
        empty_clause(Transition, "no-transitions", "T is the empty clause: no step has a successor"),
        empty_clause(Goal, "no-goal", "G is the empty clause: no state is a goal"),
        goal_at_start(),
    ]
}

/// Counts to 5 with 3 bits, a fourth being free but where `U` ties it; some sections are left empty.
fn counting(empty: &[Section]) -> Model {
    let mut model = Model::new();
    let count = model.state("count", 3);
    let tie = model.bit("tie");
    let states = |section| !empty.contains(&section);
    if states(Initial) {
        model.fix(Initial, &count, 0);
    }
    if states(Universal) {
        model.require(Universal, [&count, &[tie]], |[count, tie]| tie == count % 2);
    }
    if states(Goal) {
        model.fix(Goal, &count, 5);
    }
    if states(Transition) {
        let next = model.nexts(&count);
        model.require(Transition, [&count, &next], |[old, new]| new == (old + 1) % 8);
    }
    model
}

/// `U` forbids the only state of `section`.
fn contradiction(section: Section, name: &'static str, about: &'static str) -> Example {
    let mut model = Model::new();
    let count = model.state("count", 3);
    model.fix(Initial, &count, 0);
    model.fix(Goal, &count, 5);
    let forbidden = if section == Initial { 0 } else { 5 };
    model.require(Universal, [&count], |[count]| count != forbidden);
    let next = model.nexts(&count);
    model.require(Transition, [&count, &next], |[old, new]| new == (old + 1) % 8);
    model.example(name, Answer::Safe, about)
}

fn empty_clause(section: Section, name: &'static str, about: &'static str) -> Example {
    let mut model = counting(&[Universal]);
    model.clause(section, &[]);
    model.example(name, Answer::Safe, about)
}

fn goal_at_start() -> Example {
    let mut model = Model::new();
    let count = model.state("count", 3);
    model.require(Initial, [&count], |[count]| count < 4);
    model.require(Goal, [&count], |[count]| count > 2);
    let next = model.nexts(&count);
    model.require(Transition, [&count, &next], |[old, new]| new == (old + 1) % 8);
    model.example("goal-at-start", Answer::Unsafe { depth: 0 }, "one of four starts is a goal")
}
