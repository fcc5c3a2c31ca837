//! Transitions that are no functions: choices, dead ends, variables that tie clauses together; and two protocols.

use super::model::{Answer, Example, Model};
use bitreach_dimspec::Section::{Goal, Initial, Transition, Universal};

pub fn examples() -> Vec<Example> {
    vec![
        peterson(true).example(
            "peterson",
            Answer::Safe,
            "Peterson's algorithm keeps two processes out of one another's way",
        ),
        peterson(false).example(
            "peterson-broken",
            Answer::Unsafe { depth: 6 },
            "Peterson's algorithm with turn written before the flag: both get in",
        ),
        growing(),
        dead_end(),
        detour(),
        tied(),
        first_input(),
        goal_over_input(),
        many_starts(),
    ]
}

/// Each process is idle (0), has made its first write (1), its second (2), or is in the critical section (3). An input
/// says which of them moves. `flag_first` is the correct order of the writes.
fn peterson(flag_first: bool) -> Model {
    let mut model = Model::new();
    let places = [model.state("place0", 2), model.state("place1", 2)];
    let turn = model.state("turn", 1);
    let moves = model.input("moves", 1);
    for place in &places {
        model.fix(Initial, place, 0);
        model.fix(Goal, place, 3);
    }
    model.fix(Initial, &turn, 0);
    let (flag_from, turn_from) = if flag_first { (1, 1) } else { (2, 0) };
    for me in 0..2 {
        let next = model.nexts(&places[me]);
        let words = [&places[me][..], &places[1 - me], &turn, &moves, &next];
        model.require(Transition, words, |[mine, others, turn, moves, next]| {
            let waits = mine == 2 && others >= flag_from && turn != me;
            next == if moves != me || waits { mine } else { (mine + 1) % 4 }
        });
    }
    let next = model.nexts(&turn);
    model.require(Transition, [&places[0], &places[1], &turn, &moves, &next], |[first, second, turn, moves, next]| {
        let writes = [first, second][moves] == turn_from;
        next == if writes { 1 - moves } else { turn }
    });
    model.functional()
}

/// `T` only says that the number grows, by at most 3: a choice without an input.
fn growing() -> Example {
    let mut model = Model::new();
    let number = model.state("number", 4);
    model.fix(Initial, &number, 0);
    model.fix(Goal, &number, 13);
    let next = model.nexts(&number);
    model.require(Transition, [&number, &next], |[old, new]| new > old && new <= old + 3);
    model.example(
        "growing",
        Answer::Unsafe { depth: 5 },
        "a number grows by 1 to 3, as it likes; at 15 there is no way on",
    )
}

fn dead_end() -> Example {
    let mut model = Model::new();
    let number = model.state("number", 3);
    model.fix(Initial, &number, 0);
    model.fix(Goal, &number, 6);
    let next = model.nexts(&number);
    model.require(Transition, [&number, &next], |[old, new]| old != 5 && new == (old + 1) % 8);
    model.example("dead-end", Answer::Safe, "a counter to 6 for which 5 has no successor")
}

fn detour() -> Example {
    let mut model = Model::new();
    let number = model.state("number", 3);
    model.fix(Initial, &number, 0);
    model.fix(Goal, &number, 6);
    let next = model.nexts(&number);
    // 0 → 1 → 5 is the short way, but ends there; 0 → 2 → 3 → 4 → 7 → 6 gets around.
    let edges = [(0, 1), (1, 5), (0, 2), (2, 3), (3, 4), (4, 7), (7, 6)];
    model.require(Transition, [&number, &next], |[old, new]| edges.contains(&(old, new)));
    model.example("detour", Answer::Unsafe { depth: 5 }, "two ways from 0, of which the shorter is a dead end")
}

/// `x' = e` and `y' = ¬e` for the same `e`: who takes the clauses one by one finds both free.
fn tied() -> Example {
    let mut model = Model::new();
    let (x, y) = (model.bit("x"), model.bit("y"));
    let e = model.input("e", 1);
    model.fix(Initial, &[x, y], 0);
    model.fix(Goal, &[x, y], 0b11);
    let (x_next, y_next) = (model.next(x), model.next(y));
    model.require(Transition, [&[x_next], &e], |[x, e]| x == e);
    model.require(Transition, [&[y_next], &e], |[y, e]| y != e);
    model.example(
        "tied-choice",
        Answer::Safe,
        "two clauses of T share an existential variable, so x and y never both hold",
    )
}

/// `I` restricts the input of the first step, and of no other.
fn first_input() -> Example {
    let mut model = Model::new();
    let x = model.bit("x");
    let e = model.input("e", 1);
    model.fix(Initial, &[x], 0);
    model.fix(Initial, &e, 0);
    model.fix(Goal, &[x], 1);
    let next = model.next(x);
    model.require(Transition, [&[next], &e], |[x, e]| x == e);
    model.example(
        "first-input",
        Answer::Unsafe { depth: 2 },
        "I forbids an input in step 0, which delays the goal from step 1 to 2",
    )
}

/// The goal speaks of an input that `U` forbids where the goal's state bits hold.
fn goal_over_input() -> Example {
    let mut model = Model::new();
    let count = model.state("count", 2);
    let e = model.input("e", 1);
    model.fix(Initial, &count, 0);
    model.fix(Goal, &count, 3);
    model.fix(Goal, &e, 1);
    model.require(Universal, [&count, &e], |[count, e]| count != 3 || e == 0);
    let next = model.nexts(&count);
    model.require(Transition, [&count, &next], |[old, new]| new == (old + 1) % 4);
    model.example("goal-over-input", Answer::Safe, "the goal wants an input that U forbids in the goal's states")
}

/// Several starts, given by clauses of several literals; the number is doubled modulo 61.
fn many_starts() -> Example {
    let mut model = Model::new();
    let number = model.state("number", 6);
    model.clause(Initial, &[number[5], number[4]]);
    model.clause(Initial, &[!number[5], !number[4]]);
    model.clause(Initial, &[number[3], number[2], number[1]]);
    model.clause(Initial, &[!number[0]]);
    model.require(Universal, [&number], |[number]| number < 61);
    model.fix(Goal, &number, 1);
    let next = model.nexts(&number);
    model.require(Transition, [&number, &next], |[old, new]| old < 61 && new == 2 * old % 61);
    model.example(
        "many-starts",
        Answer::Unsafe { depth: 2 },
        "several starts, given by clauses of two and three literals; a number is doubled modulo 61",
    )
}
