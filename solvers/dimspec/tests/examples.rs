//! Every problem of `dimspec-examples/` has its answer beside it, is written as it was read, and has the answer that a
//! search straight from the definition of a run finds.
//!
//! The search goes breadth first over the values of the state variables. What follows from a state is the projection of
//! `U(s) ∧ T(s, s') ∧ U(s')` to the primed state variables, whose models a small procedure of its own enumerates
//! (Davis, Logemann and Loveland, 1962). The first step is apart: there `I` holds too, which may restrict variables that
//! later steps do not remember.
//!
//! Problems that were emitted from C (their `.toml` names the `source`) are too large for such a search.

use bitreach_dimspec::{read, write, DimSpec};
use bitreach_formula::{Cnf, Lit, Polarity, Var};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dimspec-examples")
}

/// The files of the folder with this extension, by name.
fn files(extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// The value of a key in the answer file: `key = value`, strings in quotes.
fn value(path: &Path, key: &str) -> Option<String> {
    let text = fs::read_to_string(path.with_extension("toml")).unwrap();
    let values = text.lines().filter_map(|line| line.split_once(" = "));
    values.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value.trim_matches('"').to_owned())
}

/// The clauses that are not yet true, without their false literals; `None` if one has no literals left.
fn simplified(clauses: &[Vec<Lit>], values: &[Option<bool>]) -> Option<Vec<Vec<Lit>>> {
    let value = |lit: &Lit| values[lit.var().index()].map(|value| value == lit.is_positive());
    let open = clauses.iter().filter(|clause| !clause.iter().any(|lit| value(lit) == Some(true)));
    open.map(|clause| {
        let rest: Vec<Lit> = clause.iter().copied().filter(|lit| value(lit).is_none()).collect();
        (!rest.is_empty()).then_some(rest)
    })
    .collect()
}

/// Adds the projection to `onto` of every model of the clauses that extends `values`.
fn project(clauses: &[Vec<Lit>], mut values: Vec<Option<bool>>, onto: &[Var], models: &mut BTreeSet<u64>) {
    let Some(mut clauses) = simplified(clauses, &values) else { return };
    while clauses.iter().any(|clause| clause.len() == 1) {
        for unit in clauses.iter().filter(|clause| clause.len() == 1) {
            let value = &mut values[unit[0].var().index()];
            if *value.get_or_insert(unit[0].is_positive()) != unit[0].is_positive() {
                return;
            }
        }
        match simplified(&clauses, &values) {
            Some(rest) => clauses = rest,
            None => return,
        }
    }
    let open = onto.iter().find(|var| values[var.index()].is_none()).copied();
    let Some(var) = open.or_else(|| clauses.first().map(|clause| clause[0].var())) else {
        models.insert(projection(onto, &values));
        return;
    };
    for value in [false, true] {
        // One model of the variables that do not count is enough.
        if open.is_none() && models.contains(&projection(onto, &values)) {
            return;
        }
        let mut values = values.clone();
        values[var.index()] = Some(value);
        project(&clauses, values, onto, models);
    }
}

/// The values of the variables in `onto`, the first of them lowest.
fn projection(onto: &[Var], values: &[Option<bool>]) -> u64 {
    let bits = onto.iter().enumerate();
    bits.fold(0, |model, (bit, var)| model | u64::from(values[var.index()] == Some(true)) << bit)
}

struct Search<'a> {
    problem: &'a DimSpec,
    state: Vec<Var>,
}

impl Search<'_> {
    fn clauses(&self, cnfs: &[&Cnf]) -> Vec<Vec<Lit>> {
        cnfs.iter().flat_map(|cnf| cnf.iter().map(<[Lit]>::to_vec)).collect()
    }

    /// What may follow a step in which `first` holds.
    fn step(&self, first: Vec<Vec<Lit>>) -> BTreeSet<u64> {
        let n = self.problem.variables;
        let mut clauses = first;
        clauses.extend(self.clauses(&[&self.problem.universal, &self.problem.transition]));
        let primed = |clause: &[Lit]| clause.iter().map(|lit| lit.shifted(n)).collect();
        clauses.extend(self.problem.universal.iter().map(primed));
        let onto: Vec<Var> = self.state.iter().map(|var| Var::new(var.index() + n)).collect();
        let mut models = BTreeSet::new();
        project(&clauses, vec![None; 2 * n], &onto, &mut models);
        models
    }

    /// Whether a step in which `first` holds may be a goal.
    fn is_goal(&self, first: Vec<Vec<Lit>>) -> bool {
        let mut clauses = first;
        clauses.extend(self.clauses(&[&self.problem.universal, &self.problem.goal]));
        let mut models = BTreeSet::new();
        project(&clauses, vec![None; self.problem.variables], &[], &mut models);
        !models.is_empty()
    }

    fn units(&self, state: u64) -> Vec<Vec<Lit>> {
        let bits = self.state.iter().enumerate();
        bits.map(|(bit, var)| vec![var.lit(Polarity::of_value(state >> bit & 1 == 1))]).collect()
    }

    /// The length of the shortest run to the goal.
    fn depth(&self) -> Option<usize> {
        let initial = self.clauses(&[&self.problem.initial]);
        if self.is_goal(initial.clone()) {
            return Some(0);
        }
        let mut layer = self.step(initial);
        let mut seen = layer.clone();
        let mut depth = 1;
        while !layer.is_empty() {
            if layer.iter().any(|&state| self.is_goal(self.units(state))) {
                return Some(depth);
            }
            let next: BTreeSet<u64> = layer.iter().flat_map(|&state| self.step(self.units(state))).collect();
            layer = next.into_iter().filter(|&state| seen.insert(state)).collect();
            depth += 1;
        }
        None
    }
}

#[test]
fn every_problem_has_its_answer_and_every_answer_its_problem() {
    let problems = files("dimspec");
    assert!(problems.len() >= 30, "{} problems", problems.len());
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    for path in &problems {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let depth: Option<usize> = value(path, "depth").map(|depth| depth.parse().unwrap());
        let answer = value(path, "answer").expect(name);
        assert!(answer == "safe" && depth.is_none() || answer == "unsafe" && depth.is_some(), "{name}: {answer}");
        assert!(value(path, "about").is_some_and(|about| !about.is_empty()), "{name}");
        assert!(readme.contains(&format!("| {name} |")), "{name} is not in the README's table");
    }
    for path in files("toml") {
        assert!(problems.contains(&path.with_extension("dimspec")), "{} has no problem", path.display());
    }
}

#[test]
fn every_problem_is_written_as_it_was_read() {
    for path in files("dimspec") {
        let problem = read::read_file(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(problem.out_of_range(), None);
        let mut text = Vec::new();
        write::write(&problem, &mut text).unwrap();
        assert_eq!(text, fs::read(&path).unwrap(), "{}", path.display());
        assert_eq!(read::read(&text[..]).unwrap(), problem, "{}", path.display());
    }
}

#[test]
fn every_answer_is_what_a_search_finds() {
    let mut wrong = Vec::new();
    for path in files("dimspec").into_iter().filter(|path| value(path, "source").is_none()) {
        let problem = read::read_file(&path).unwrap();
        let found = Search { problem: &problem, state: problem.state_variables() }.depth();
        let expected: Option<usize> = value(&path, "depth").map(|depth| depth.parse().unwrap());
        if found != expected {
            wrong.push(format!("{}: {found:?} instead of {expected:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_example_in_the_documentation_is_what_it_says() {
    let text = fs::read_to_string(folder().join("../docs/dimspec.md")).unwrap();
    let (_, text) = text.split_once("```dimspec\n").unwrap();
    let (text, _) = text.split_once("```").unwrap();
    let problem = read::read(text.as_bytes()).unwrap();
    assert_eq!(Search { problem: &problem, state: problem.state_variables() }.depth(), Some(3));
    let mut written = Vec::new();
    write::write(&problem, &mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), text);
}
