//! Recordings of what a search asks its solvers: a leaf, which knows no solver. [`tape`](crate::tape) plays them.

use crate::core::Dependencies;
use bitreach_formula::Lit;
use std::cell::RefCell;
use std::rc::Rc;

/// How much of a model a query asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ModelKind {
    /// Values of all variables.
    Full,
    /// Values of those that the query depends on are enough; however others are chosen, if they satisfy the clauses over the
    /// current state, the rest can be extended to a model.
    Partial,
}

/// What a solver is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Relative induction.
    Induction,
    /// Initial and goal states.
    Step,
    /// Lifting by core.
    Lifting,
}

/// One call of a solver.
pub(crate) enum Call {
    /// A clause for good.
    Add(Vec<Lit>),
    /// On what the variables so far depend, those from the number on being guards.
    Restrict(Rc<Dependencies>, usize),
    /// A query and its answer.
    Solve { temporary: Option<Vec<Lit>>, assumptions: Vec<Lit>, model: ModelKind, satisfiable: bool },
}

/// The calls of one solver.
pub struct Tape {
    pub(crate) role: Role,
    pub(crate) calls: Vec<Call>,
    pub(crate) queries: usize,
    most: usize,
}

pub(crate) type Reel = Rc<RefCell<Tape>>;

thread_local! {
    /// The recording that this thread is making: how many queries a tape holds at most, and the tapes.
    static RECORDING: RefCell<Option<(usize, Vec<Reel>)>> = const { RefCell::new(None) };
}

/// Runs something that searches in this thread, and records what its solvers are asked: a tape a solver, each up to a
/// number of queries.
pub fn record<T>(most: usize, run: impl FnOnce() -> T) -> (T, Vec<Tape>) {
    RECORDING.with(|recording| *recording.borrow_mut() = Some((most, Vec::new())));
    let result = run();
    let reels = RECORDING.with(|recording| recording.borrow_mut().take()).map_or(Vec::new(), |(_, reels)| reels);
    // Whoever still holds a reel is a solver that outlived its search: there is none.
    let tapes = reels.into_iter().filter_map(|reel| Rc::try_unwrap(reel).ok()).map(RefCell::into_inner);
    (result, tapes.filter(|tape| tape.queries > 0).collect())
}

/// A tape for a new solver, if this thread is recording.
pub(crate) fn open(role: Role) -> Option<Reel> {
    RECORDING.with(|recording| {
        recording.borrow_mut().as_mut().map(|(most, reels)| {
            let reel = Rc::new(RefCell::new(Tape { role, calls: Vec::new(), queries: 0, most: *most }));
            reels.push(reel.clone());
            reel
        })
    })
}

impl Tape {
    fn push(&mut self, call: impl FnOnce() -> Call) {
        if self.queries < self.most {
            self.calls.push(call());
        }
    }

    pub(crate) fn add(&mut self, clause: &[Lit]) {
        self.push(|| Call::Add(clause.to_vec()));
    }

    pub(crate) fn restrict(&mut self, dependencies: &Rc<Dependencies>, guards: usize) {
        self.push(|| Call::Restrict(dependencies.clone(), guards));
    }

    pub(crate) fn solve(
        &mut self,
        temporary: Option<&[Lit]>,
        assumptions: &[Lit],
        model: ModelKind,
        satisfiable: bool,
    ) {
        self.push(|| Call::Solve {
            temporary: temporary.map(<[Lit]>::to_vec),
            assumptions: assumptions.to_vec(),
            model,
            satisfiable,
        });
        self.queries += 1;
    }

    /// What the recorded solver was for.
    pub fn role(&self) -> Role {
        self.role
    }
}
