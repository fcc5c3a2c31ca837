//! Planning puzzles with known shortest plans.

use super::model::{Answer, Example, Model};
use bitreach_dimspec::Section::{Goal, Initial, Transition, Universal};
use bitreach_formula::Lit;

pub fn examples() -> Vec<Example> {
    vec![
        river_crossing(&[(0, 1), (1, 2)]).example(
            "river-crossing",
            Answer::Unsafe { depth: 7 },
            "wolf, goat and cabbage cross the river in 7 trips",
        ),
        river_crossing(&[(0, 1), (1, 2), (0, 2)]).example(
            "river-crossing-unsolvable",
            Answer::Safe,
            "a wolf that eats the cabbage too: no plan of any length",
        ),
        hanoi(),
        jugs(),
        lights_out(),
        knight(),
    ]
}

/// The farmer and three things, 0 on this side and 1 on the other; pairs that may not be left alone.
fn river_crossing(pairs: &[(usize, usize)]) -> Model {
    let mut model = Model::new();
    let farmer = model.bit("farmer");
    let things: Vec<Lit> = ["wolf", "goat", "cabbage"].iter().map(|name| model.bit(name)).collect();
    let all = [&[farmer], &things[..]].concat();
    model.fix(Initial, &all, 0);
    model.fix(Goal, &all, 0b1111);
    for &(a, b) in pairs {
        model.require(Universal, [&[farmer], &[things[a]], &[things[b]]], |[farmer, a, b]| a != b || a == farmer);
    }
    let rower = [farmer, model.next(farmer)];
    model.require(Transition, [&rower[..1], &rower[1..]], |[from, to]| from != to);
    let moves: Vec<[Lit; 2]> = things.iter().map(|&thing| [thing, model.next(thing)]).collect();
    for (index, thing) in moves.iter().enumerate() {
        let stays = |value: usize| value == 0b00 || value == 0b11;
        model.require(Transition, [&rower, thing], |[rower, thing]| stays(thing) || thing == rower);
        for other in &moves[..index] {
            model.require(Transition, [thing, other], |[thing, other]| stays(thing) || stays(other));
        }
    }
    model
}

/// Each disc's peg. A disc moves only where no smaller one lies on its old or its new peg.
fn hanoi() -> Example {
    let mut model = Model::new();
    let discs: Vec<Vec<Lit>> = (0..3).map(|disc| model.state(&format!("disc{disc}"), 2)).collect();
    for disc in &discs {
        model.fix(Initial, disc, 0);
        model.fix(Goal, disc, 2);
        model.require(Universal, [disc], |[peg]| peg < 3);
    }
    for large in 1..3 {
        for small in 0..large {
            let (large, small) = (&discs[large], &discs[small]);
            let (large_next, small_next) = (model.nexts(large), model.nexts(small));
            model.require(Transition, [large, &large_next, small, &small_next], |[from, to, small, small_next]| {
                from == to || small == small_next && small != from && small != to
            });
        }
    }
    model.example(
        "hanoi3",
        Answer::Unsafe { depth: 7 },
        "three discs move to the last peg; T is a relation without inputs",
    )
}

/// Jugs of 3 and 5 litres, in which 4 litres are to be measured.
fn jugs() -> Example {
    let mut model = Model::new();
    let small = model.state("small", 2);
    let large = model.state("large", 3);
    model.fix(Initial, &small, 0);
    model.fix(Initial, &large, 0);
    model.fix(Goal, &large, 4);
    model.require(Universal, [&large], |[litres]| litres <= 5);
    let (small_next, large_next) = (model.nexts(&small), model.nexts(&large));
    model.require(Transition, [&small, &large, &small_next, &large_next], |[small, large, small_next, large_next]| {
        let down = small.min(5usize.saturating_sub(large));
        let up = large.min(3 - small);
        let moves =
            [(3, large), (small, 5), (0, large), (small, 0), (small - down, large + down), (small + up, large - up)];
        moves.contains(&(small_next, large_next))
    });
    model.example("jugs", Answer::Unsafe { depth: 6 }, "jugs of 3 and 5 litres measure 4 litres")
}

/// Nine lights, of which each step presses one: it and its neighbours change.
fn lights_out() -> Example {
    let mut model = Model::new();
    let lights = model.state("light", 9);
    let presses = model.input("press", 9);
    model.fix(Initial, &lights, 0x1ff);
    model.fix(Goal, &lights, 0);
    for (index, &press) in presses.iter().enumerate() {
        for &other in &presses[..index] {
            model.clause(Universal, &[!press, !other]);
        }
    }
    for (index, &light) in lights.iter().enumerate() {
        let near = |other: &usize| (index / 3).abs_diff(other / 3) + (index % 3).abs_diff(other % 3) <= 1;
        let pressed: Vec<Lit> = (0..9).filter(near).map(|other| presses[other]).collect();
        let next = model.next(light);
        model.require(Transition, [&[light], &pressed, &[next]], |[old, pressed, new]| {
            new == (old + pressed.count_ones() as usize) % 2
        });
    }
    model.functional().example(
        "lights-out",
        Answer::Unsafe { depth: 5 },
        "nine lights go out in 5 presses; U allows one press a step",
    )
}

/// A knight on a board of three rows of four: a variable a square, of which at most one holds.
fn knight() -> Example {
    let mut model = Model::new();
    let squares = model.state("square", 12);
    model.fix(Initial, &squares, 1);
    model.clause(Goal, &[squares[3]]);
    for (index, &square) in squares.iter().enumerate() {
        for &other in &squares[..index] {
            model.clause(Universal, &[!square, !other]);
        }
    }
    for (from, &square) in squares.iter().enumerate() {
        let reached = |to: &usize| (from / 4).abs_diff(to / 4) * (from % 4).abs_diff(to % 4) == 2;
        let targets = (0..12).filter(reached).map(|to| model.next(squares[to]));
        let clause: Vec<Lit> = std::iter::once(!square).chain(targets).collect();
        model.clause(Transition, &clause);
    }
    model.example(
        "knight",
        Answer::Unsafe { depth: 5 },
        "a knight goes from one corner of 3 by 4 squares to the next; each clause of T offers several squares",
    )
}
