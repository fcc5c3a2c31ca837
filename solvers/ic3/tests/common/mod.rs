//! Transition systems such as small programs give: words, ripple-carry adders, multiplexers, a location; functional and
//! total, with Tseitin gates as existentials.

use bitreach_dimspec::{DimSpec, Symbol, SymbolKind};
use bitreach_formula::{Lit, Var};

/// A row of bits, least significant first.
pub type Word = Vec<Lit>;

/// Builds a system word by word.
pub struct Builder {
    problem: DimSpec,
    /// Clauses over the current step, and pairs of a state bit and its next value.
    clauses: Vec<Vec<Lit>>,
    next: Vec<(Lit, Lit)>,
    truth: Lit,
}

#[allow(dead_code)] // Not every test binary that shares this module reads it.
impl Builder {
    pub fn new() -> Builder {
        let mut builder = Builder {
            problem: DimSpec::default(),
            clauses: Vec::new(),
            next: Vec::new(),
            truth: Var::new(0).positive(),
        };
        builder.truth = builder.bit(SymbolKind::Gate, 0, "true");
        let truth = builder.truth;
        builder.clauses.push(vec![truth]);
        builder
    }

    fn bit(&mut self, kind: SymbolKind, bit: usize, name: &str) -> Lit {
        let var = Var::new(self.problem.variables);
        self.problem.variables += 1;
        self.problem.symbols.table.push(Symbol { var, kind, bit, name: name.to_owned() });
        var.positive()
    }

    fn gate(&mut self) -> Lit {
        self.bit(SymbolKind::Gate, 0, "gate")
    }

    /// A state word with its initial value.
    pub fn state(&mut self, name: &str, width: usize, initial: Option<u64>) -> Word {
        self.remembered(SymbolKind::State, name, width, initial)
    }

    /// A word that says where control is, with its initial value.
    pub fn location(&mut self, width: usize, initial: u64) -> Word {
        self.remembered(SymbolKind::Location, "location", width, Some(initial))
    }

    fn remembered(&mut self, kind: SymbolKind, name: &str, width: usize, initial: Option<u64>) -> Word {
        let word: Word = (0..width).map(|bit| self.bit(kind, bit, name)).collect();
        if let Some(value) = initial {
            for lit in
                self.constant(value, width).iter().zip(&word).map(|(&c, &lit)| if c == self.truth { lit } else { !lit })
            {
                self.problem.initial.add(&[lit]);
            }
        }
        word
    }

    pub fn input(&mut self, name: &str, width: usize) -> Word {
        (0..width).map(|bit| self.bit(SymbolKind::Input, bit, name)).collect()
    }

    pub fn constant(&self, value: u64, width: usize) -> Word {
        (0..width).map(|bit| if value >> bit & 1 == 1 { self.truth } else { !self.truth }).collect()
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let gate = self.gate();
        self.clauses.extend([vec![!gate, a], vec![!gate, b], vec![gate, !a, !b]]);
        gate
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let gate = self.gate();
        self.clauses.extend([vec![!gate, a, b], vec![!gate, !a, !b], vec![gate, !a, b], vec![gate, a, !b]]);
        gate
    }

    pub fn mux_bit(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        let gate = self.gate();
        let (c, g) = (condition, gate);
        self.clauses.extend([vec![!c, !g, yes], vec![!c, g, !yes], vec![c, !g, no], vec![c, g, !no]]);
        gate
    }

    pub fn mux(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Word {
        yes.iter().zip(no).map(|(&yes, &no)| self.mux_bit(condition, yes, no)).collect()
    }

    fn add_carry(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        let mut sum = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            let (both, passed) = (self.and(a, b), self.and(half, carry));
            let none = self.and(!both, !passed);
            carry = !none;
        }
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let zero = !self.truth;
        self.add_carry(a, b, zero).0
    }

    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let not_b: Word = b.iter().map(|&lit| !lit).collect();
        let one = self.truth;
        self.add_carry(a, &not_b, one).0
    }

    /// Unsigned `a < b`.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let not_b: Word = b.iter().map(|&lit| !lit).collect();
        let one = self.truth;
        !self.add_carry(a, &not_b, one).1
    }

    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut all = self.truth;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            all = self.and(all, !differ);
        }
        all
    }

    /// Makes the literal, a gate, a predicate: what has been built since `from` defines it and moves from `T` to `U`.
    pub fn predicate(&mut self, lit: Lit, from: usize) {
        let truth = self.truth;
        self.problem.universal.add(&[truth]);
        self.clauses.split_off(from).iter().for_each(|clause| self.problem.universal.add(clause));
        self.problem.symbols.table[lit.var().index()].kind = SymbolKind::Predicate;
    }

    pub fn next(&mut self, word: &[Lit], value: &[Lit]) {
        self.next.extend(word.iter().copied().zip(value.iter().copied()));
    }

    /// The problem whose goal is that the literal, a state bit, is true.
    pub fn finish(mut self, goal: Lit) -> DimSpec {
        for clause in &self.clauses {
            self.problem.transition.add(clause);
        }
        for &(state, value) in &self.next {
            let next = self.problem.primed(state);
            self.problem.transition.add(&[!next, value]);
            self.problem.transition.add(&[next, !value]);
        }
        self.problem.goal.add(&[goal]);
        self.problem.symbols.functional = true;
        self.problem
    }
}

/// `x = 0; loop { if (x odd) error; x += step; }`
pub fn parity(width: usize, step: u64) -> DimSpec {
    let mut b = Builder::new();
    let x = b.state("x", width, Some(0));
    let error = b.state("error", 1, Some(0));
    let step = b.constant(step, width);
    let sum = b.add(&x, &step);
    b.next(&x, &sum);
    let bad = b.mux_bit(error[0], error[0], x[0]);
    b.next(&error, &[bad]);
    b.finish(error[0])
}

/// `x = y = 0; while (*) { x++; y++; } if (x != y) error;` with locations loop, after, error; `x == y` may be a predicate.
pub fn lockstep(width: usize, predicate: bool) -> DimSpec {
    let mut b = Builder::new();
    let location = b.location(2, 0);
    let x = b.state("x", width, Some(0));
    let y = b.state("y", width, Some(0));
    let go_on = b.input("nondet", 1);
    let one = b.constant(1, width);
    let in_loop = b.and(!location[0], !location[1]);
    let step = b.and(in_loop, go_on[0]);
    for word in [&x, &y] {
        let sum = b.add(word, &one);
        let value = b.mux(step, &sum, word);
        b.next(word, &value);
    }
    let before = b.clauses.len();
    let equal = b.equal(&x, &y);
    if predicate {
        b.predicate(equal, before);
    }
    let leave = b.and(in_loop, !go_on[0]);
    let after = b.and(location[0], !location[1]);
    let fail = b.and(after, !equal);
    // 0 loop, 1 after, 2 error, 3 done.
    let (one, two, three) = (b.constant(1, 2), b.constant(2, 2), b.constant(3, 2));
    let mut value = b.mux(leave, &one, &location);
    value = b.mux(after, &three, &value);
    value = b.mux(fail, &two, &value);
    b.next(&location, &value);
    let error = b.state("error", 1, Some(0));
    let bad = b.mux_bit(error[0], error[0], fail);
    b.next(&error, &[bad]);
    b.finish(error[0])
}

/// `x = 0; while (x < limit) x += *; if (x > bound) error;` where `*` is 1 or 2: safe if `bound > limit`.
pub fn bounded(width: usize, limit: u64, bound: u64) -> DimSpec {
    let mut b = Builder::new();
    let x = b.state("x", width, Some(0));
    let error = b.state("error", 1, Some(0));
    let nondet = b.input("nondet", 1);
    let (limit, bound) = (b.constant(limit, width), b.constant(bound, width));
    let (one, two) = (b.constant(1, width), b.constant(2, width));
    let running = b.less(&x, &limit);
    let by = b.mux(nondet[0], &two, &one);
    let sum = b.add(&x, &by);
    let value = b.mux(running, &sum, &x);
    b.next(&x, &value);
    let above = b.less(&bound, &x);
    let bad = b.mux_bit(error[0], error[0], above);
    b.next(&error, &[bad]);
    b.finish(error[0])
}

/// Euclid by subtraction on two nondeterministic words that are not 0: `while (a != b) if (a > b) a -= b; else b -= a;`, the
/// error being that one of them gets 0.
pub fn gcd(width: usize) -> DimSpec {
    let mut b = Builder::new();
    let started = b.state("started", 1, Some(0));
    let x = b.state("a", width, None);
    let y = b.state("b", width, None);
    let error = b.state("error", 1, Some(0));
    let (p, q) = (b.input("p", width), b.input("q", width));
    let zero = b.constant(0, width);
    let (p_zero, q_zero) = (b.equal(&p, &zero), b.equal(&q, &zero));
    let valid = b.and(!p_zero, !q_zero);
    let (x_less, y_less) = (b.less(&x, &y), b.less(&y, &x));
    let (x_sub, y_sub) = (b.sub(&x, &y), b.sub(&y, &x));
    let (x_run, y_run) = (b.mux(y_less, &x_sub, &x), b.mux(x_less, &y_sub, &y));
    let (x_next, y_next) = (b.mux(started[0], &x_run, &p), b.mux(started[0], &y_run, &q));
    b.next(&x, &x_next);
    b.next(&y, &y_next);
    let started_next = b.mux_bit(started[0], started[0], valid);
    b.next(&started, &[started_next]);
    let (x_zero, y_zero) = (b.equal(&x, &zero), b.equal(&y, &zero));
    let none = b.and(!x_zero, !y_zero);
    let fail = b.and(started[0], !none);
    let bad = b.mux_bit(error[0], error[0], fail);
    b.next(&error, &[bad]);
    b.finish(error[0])
}

/// `x = 0; y = turn; while (x < 2 * turn) { if (x >= turn) y++; x++; } if (y != 2 * turn) error;`
pub fn two_phases(width: usize, turn: u64) -> DimSpec {
    let mut b = Builder::new();
    let x = b.state("x", width, Some(0));
    let y = b.state("y", width, Some(turn));
    let error = b.state("error", 1, Some(0));
    let (one, half, end) = (b.constant(1, width), b.constant(turn, width), b.constant(2 * turn, width));
    let (running, first) = (b.less(&x, &end), b.less(&x, &half));
    let (x_more, y_more) = (b.add(&x, &one), b.add(&y, &one));
    let second = b.and(running, !first);
    let (x_next, y_next) = (b.mux(running, &x_more, &x), b.mux(second, &y_more, &y));
    b.next(&x, &x_next);
    b.next(&y, &y_next);
    let right = b.equal(&y, &end);
    let fail = b.and(!running, !right);
    let bad = b.mux_bit(error[0], error[0], fail);
    b.next(&error, &[bad]);
    b.finish(error[0])
}

/// `x = *; y = total - x; while (*) { x--; y++; } if (x + y != total) error;`, an invariant that is a sum.
pub fn constant_sum(width: usize, total: u64) -> DimSpec {
    let mut b = Builder::new();
    let x = b.state("x", width, Some(total));
    let y = b.state("y", width, Some(0));
    let error = b.state("error", 1, Some(0));
    let go_on = b.input("nondet", 1);
    let (one, total) = (b.constant(1, width), b.constant(total, width));
    let (less, more) = (b.sub(&x, &one), b.add(&y, &one));
    let (x_next, y_next) = (b.mux(go_on[0], &less, &x), b.mux(go_on[0], &more, &y));
    b.next(&x, &x_next);
    b.next(&y, &y_next);
    let sum = b.add(&x, &y);
    let right = b.equal(&sum, &total);
    let bad = b.mux_bit(error[0], error[0], !right);
    b.next(&error, &[bad]);
    b.finish(error[0])
}

/// A machine of `locations` locations over `words` words, made from a seed: each location assigns a sum, a constant or an
/// input, or branches on a comparison; the last one is the error.
pub fn machine(seed: u64, locations: u64, words: usize, width: usize) -> DimSpec {
    let mut random = bitreach_formula::testing::Random::new(seed);
    let mut b = Builder::new();
    let bits = (u64::BITS - locations.leading_zeros()) as usize;
    let location = b.location(bits, 0);
    let vars: Vec<Word> = (0..words).map(|index| b.state(&format!("w{index}"), width, Some(0))).collect();
    let nondet = b.input("nondet", width);
    let mut next: Vec<Word> = vars.clone();
    let mut next_location = location.clone();
    for here in 0..locations - 1 {
        let code = b.constant(here, bits);
        let at = b.equal(&location, &code);
        let (x, y) = (random.below(words), random.below(words));
        let number = b.constant(random.below(20) as u64, width);
        let follow =
            b.constant(if random.chance(70) { here + 1 } else { random.below(here as usize + 1) as u64 }, bits);
        let jump = b.constant(random.below(locations as usize) as u64, bits);
        let mut target = follow.clone();
        match random.below(6) {
            0 => next[x] = b.mux(at, &nondet, &next[x].clone()),
            1 => next[x] = b.mux(at, &number, &next[x].clone()),
            2 => {
                let sum = b.add(&vars[y], &number);
                next[x] = b.mux(at, &sum, &next[x].clone());
            }
            3 => {
                let sum = b.sub(&vars[x], &vars[y]);
                next[x] = b.mux(at, &sum, &next[x].clone());
            }
            4 => {
                let less = b.less(&vars[x], &number);
                target = b.mux(less, &jump, &follow);
            }
            _ => {
                let equal = b.equal(&vars[x], &vars[y]);
                target = b.mux(equal, &jump, &follow);
            }
        }
        next_location = b.mux(at, &target, &next_location);
    }
    b.next(&location, &next_location);
    vars.iter().zip(&next).for_each(|(word, value)| b.next(word, value));
    let last = b.constant(locations - 1, bits);
    let error = b.state("error", 1, Some(0));
    let fail = b.equal(&location, &last);
    let bad = b.mux_bit(error[0], error[0], fail);
    b.next(&error, &[bad]);
    b.finish(error[0])
}
