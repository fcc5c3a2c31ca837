//! Certificates of safe circuits (`bitreach solve --certificate`): each is a witness circuit that simulates the model and whose property is
//! inductive. What is checked is what Certifaiger checks, on both files as they are read back, with a SAT solver.

use crate::common::{bitreach, stderr, stdout, text};
use bitreach::blast::{Aig, AigLit, CnfBuilder};
use bitreach::circuit::write::Form;
use bitreach::circuit::{aiger, btor2, Circuit};
use bitreach_engine::{Certificate, KInduction};
use bitreach_formula::{Clause, Var};
use bitreach_sat::{Answer, CadicalFactory, SolverFactory};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A circuit at a point in time, in a graph that several share. Words are rows of bits.
struct Copy {
    inputs: Vec<AigLit>,
    latches: Vec<AigLit>,
    resets: Vec<Option<AigLit>>,
    next: Vec<Option<AigLit>>,
    /// Its constraints.
    constraint: AigLit,
    /// That no state is bad.
    property: AigLit,
}

fn all(aig: &mut Aig, edges: impl IntoIterator<Item = AigLit>) -> AigLit {
    edges.into_iter().fold(AigLit::TRUE, |all, edge| aig.and(all, edge))
}

fn same(aig: &mut Aig, (a, b): (AigLit, AigLit)) -> AigLit {
    !aig.xor(a, b)
}

/// Copies a circuit whose inputs, then latches, are the given edges.
fn copied(circuit: &Circuit, leaves: &[AigLit], aig: &mut Aig) -> Copy {
    use bitreach::blast::aig::Node;
    let own = leaves_of(circuit);
    assert_eq!(own.len(), leaves.len());
    let mut of = vec![AigLit::FALSE; circuit.aig.len()];
    own.iter().zip(leaves).for_each(|(own, leaf)| of[own.node()] = *leaf);
    for index in 0..circuit.aig.len() {
        if let Node::And(a, b) = circuit.aig.node(index) {
            let now = |edge: AigLit| of[edge.node()].complemented(edge.is_complemented());
            of[index] = aig.and(now(a), now(b));
        }
    }
    let now = |edge: &AigLit| of[edge.node()].complemented(edge.is_complemented());
    let (inputs, latches) = leaves.split_at(width_of_inputs(circuit));
    let bits = |word: &Option<Vec<AigLit>>, width: usize| -> Vec<Option<AigLit>> {
        word.as_ref().map_or_else(|| vec![None; width], |word| word.iter().map(|bit| Some(now(bit))).collect())
    };
    Copy {
        inputs: inputs.to_vec(),
        latches: latches.to_vec(),
        resets: circuit.states.iter().flat_map(|state| bits(&state.initial, state.bits.len())).collect(),
        next: circuit.states.iter().flat_map(|state| bits(&state.next, state.bits.len())).collect(),
        constraint: all(aig, circuit.constraints.iter().map(now)),
        property: all(aig, circuit.bad.iter().map(|bad| !now(bad))),
    }
}

/// The bits of the inputs, then of the states.
fn leaves_of(circuit: &Circuit) -> Vec<AigLit> {
    let inputs = circuit.inputs.iter().flat_map(|input| &input.bits);
    inputs.chain(circuit.states.iter().flat_map(|state| &state.bits)).copied().collect()
}

fn width_of_inputs(circuit: &Circuit) -> usize {
    circuit.inputs.iter().map(|input| input.bits.len()).sum()
}

/// Which bits of inputs and states of the model those of a witness circuit are, by the symbols `= NUMBER`: indices behind each other.
fn shared(model: &Circuit, witness: &Circuit) -> Vec<Option<usize>> {
    let words = |circuit: &Circuit| -> Vec<(u64, String, usize)> {
        let inputs = circuit.inputs.iter().map(|input| (input.number, input.name.clone(), input.bits.len()));
        let states = circuit.states.iter().map(|state| (state.number, state.name.clone(), state.bits.len()));
        inputs.chain(states).collect()
    };
    let mut first = 0;
    let mut places = std::collections::HashMap::new();
    for (number, _, width) in words(model) {
        places.insert(number, (first, width));
        first += width;
    }
    let of = |(_, name, width): (u64, String, usize)| -> Vec<Option<usize>> {
        let Some(number) = name.strip_prefix('=') else { return vec![None; width] };
        let (first, its) = places[&number.trim_start().parse().expect("a number")];
        assert_eq!(its, width, "{name}");
        (first..first + width).map(Some).collect()
    };
    words(witness).into_iter().flat_map(of).collect()
}

/// The names of the conditions that do not hold: none if the witness circuit certifies the model.
fn failing(model: &Circuit, witness: &Circuit) -> Vec<&'static str> {
    let mut aig = Aig::new();
    let shared = shared(model, witness);
    let mut at_a_time = || {
        let leaves: Vec<AigLit> = leaves_of(model).iter().map(|_| aig.input()).collect();
        let its: Vec<AigLit> = shared.iter().map(|own| own.map_or_else(|| aig.input(), |own| leaves[own])).collect();
        (copied(model, &leaves, &mut aig), copied(witness, &its, &mut aig))
    };
    let ((m, w), (m_next, w_next)) = (at_a_time(), at_a_time());
    let is_shared = |at: &usize| shared[w.inputs.len() + at].is_some();
    let its_latches: Vec<usize> = (0..w.latches.len()).filter(is_shared).collect();
    let latch = |at: usize| shared[w.inputs.len() + at].and_then(|own| own.checked_sub(m.inputs.len()));
    let latches: Vec<usize> = its_latches.iter().map(|&at| latch(at).expect("latches are latches")).collect();
    assert!(w.inputs.iter().all(|input| m.inputs.contains(input)), "inputs are inputs");
    let mut reset = |copy: &Copy, which: &[usize]| {
        let equal: Vec<(AigLit, AigLit)> =
            which.iter().filter_map(|&at| Some((copy.latches[at], copy.resets[at]?))).collect();
        equal.into_iter().fold(AigLit::TRUE, |so_far, pair| {
            let pair = same(&mut aig, pair);
            aig.and(so_far, pair)
        })
    };
    let every: Vec<usize> = (0..w.latches.len()).collect();
    let (r_m, r_w, r_all) = (reset(&m, &latches), reset(&w, &its_latches), reset(&w, &every));
    let mut step = |now: &Copy, next: &Copy, which: &[usize]| {
        which.iter().fold(AigLit::TRUE, |so_far, &at| {
            let Some(value) = now.next[at] else { return so_far };
            let pair = same(&mut aig, (next.latches[at], value));
            aig.and(so_far, pair)
        })
    };
    let (f_m, f_w, f_all) = (step(&m, &m_next, &latches), step(&w, &w_next, &its_latches), step(&w, &w_next, &every));
    let conditions = [
        ("reset", vec![r_m, m.constraint], vec![r_w, w.constraint]),
        ("transition", vec![f_m, m.constraint, m_next.constraint, w.constraint], vec![f_w, w_next.constraint]),
        ("safety", vec![m.constraint, w.constraint, w.property], vec![m.property]),
        ("base", vec![r_all, w.constraint], vec![w.property]),
        ("inductive", vec![f_all, w.constraint, w_next.constraint, w.property], vec![w_next.property]),
    ];
    let mut failing = Vec::new();
    for (name, premises, conclusions) in conditions {
        let (premise, conclusion) = (all(&mut aig, premises), all(&mut aig, conclusions));
        if is_possible(&mut aig, (premise, !conclusion)) {
            failing.push(name);
        }
    }
    failing
}

fn is_possible(aig: &mut Aig, (a, b): (AigLit, AigLit)) -> bool {
    use bitreach::blast::aig::Node;
    let both = aig.and(a, b);
    let inputs: Vec<usize> = (0..aig.len()).filter(|&index| aig.node(index) == Node::Input).collect();
    let mut builder = CnfBuilder::new(aig, &[both], inputs.len());
    inputs.iter().enumerate().for_each(|(var, &index)| builder.set_input(aig.edge(index), Var::new(var)));
    let Some(lit) = builder.lit(both) else { return both == AigLit::TRUE };
    let mut solver = CadicalFactory.create();
    builder.cnf.iter().for_each(|clause| solver.add_clause(clause));
    matches!(solver.solve(&[lit]).expect("nothing stops it"), Answer::Sat)
}

fn circuit(path: &Path) -> Circuit {
    let bytes = fs::read(path).expect("it was written");
    let read = if btor2::is_btor2(&bytes) { btor2::read } else { aiger::read };
    read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Solves a model and gives the certificate.
fn certified(model: &Path, engine: &str) -> PathBuf {
    let is_btor2 = model.extension().is_some_and(|extension| extension == "btor2");
    let certificate = model.with_extension(if is_btor2 { "certificate.btor2" } else { "certificate.aag" });
    let _ = fs::remove_file(&certificate);
    let output =
        bitreach(&["solve", text(model), "--certificate", text(&certificate), "--engine", engine, "--timeout", "300"]);
    assert_eq!(output.status.code(), Some(0), "{}: {}{}", model.display(), stdout(&output), stderr(&output));
    assert_eq!(stderr(&output), "", "{}", model.display());
    certificate
}

fn file(folder: &TempDir, name: &str, content: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).expect("a temporary file");
    path
}

/// Circuits with what programs do not have: constraints, also ones that no step satisfies, bad states that depend on inputs, latches with
/// any first value, numbers with gaps, several bad states, outputs in place of them, and names that look like a mapping.
const BY_HAND: [&str; 6] = [
    // A latch that keeps what it has, and a constraint that this is 0.
    "aag 2 1 1 0 0 1 1\n2\n4 4 4\n4\n5\n",
    // It may only go up while the input is 0, which the constraint forbids.
    "aag 4 1 2 0 1 1 1\n2\n4 6\n6 6\n4\n3\n8 4 2\n",
    // The bad state depends on the input: x and not x, over a latch.
    "aag 4 1 1 0 2 1\n2\n4 4 1\n8\n6 4 2\n8 6 3\n",
    // Two latches that are equal, and a third with any first value.
    "aag 9 1 3 0 5 2\n2\n4 2\n6 2\n8 9 8\n15\n18\n10 4 7\n12 5 6\n14 11 13\n16 4 7\n18 16 8\ni0 = 8\nl0 = 2\n",
    // With gaps between the numbers, and outputs as bad states.
    "aag 20 1 2 1 1\n6\n10 10\n20 10\n40\n40 20 10\n",
    // No step satisfies the constraint.
    "aag 1 0 1 0 0 1 1\n2 3\n2\n0\n",
];

#[test]
fn certificates_of_circuits_hold() {
    let folder = TempDir::new().expect("a temporary folder");
    for (number, content) in BY_HAND.iter().enumerate() {
        let model = file(&folder, &format!("{number}.aag"), content);
        for engine in ["ic3", "portfolio"] {
            let certificate = certified(&model, engine);
            let found = failing(&circuit(&model), &circuit(&certificate));
            assert!(found.is_empty(), "{number}, {engine}: {found:?}");
        }
    }
}

/// Circuits in BTOR2 with what AIGER does not have: words, first values that other states and inputs say, states that are chosen in each
/// step, complements as operands, symbols that look like a mapping, several bad states.
const IN_BTOR2: [&str; 5] = [
    // Two words: one steps by two while the other one keeps the first one's lowest bit.
    "1 sort bitvec 8\n2 sort bitvec 1\n3 constd 1 4\n4 state 1 =9 ; a comment\n5 init 1 4 3\n6 constd 1 2\n7 add 1 4 6\n8 next 1 4 7\n\
     9 slice 2 4 0 0\n10 output 9\n11 bad 9 odd\n",
    // The second state is the first one's complement at first, as an input says, and stays it.
    "1 sort bitvec 4\n2 sort bitvec 1\n3 input 1\n4 state 1 a\n5 state 1 b\n6 init 1 4 3\n7 not 1 3\n8 init 1 5 7\n9 next 1 4 5\n\
     10 next 1 5 4\n11 neq 2 4 -5\n12 bad 11\n",
    // A word that is chosen in each step, held below 3 by a constraint; the sum of two steps is less than 5.
    "1 sort bitvec 4\n2 sort bitvec 1\n3 state 1 free\n4 state 1 last\n5 zero 1\n6 init 1 4 5\n7 next 1 4 3\n8 constd 1 3\n9 ult 2 3 8\n\
     10 constraint 9\n11 add 1 3 4\n12 constd 1 4\n13 ulte 2 11 12\n14 bad -13\n",
    // Two bad states, the first of which is a complement; the sort of bits comes late.
    "1 sort bitvec 3\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 inc 1 3\n6 inc 1 5\n7 next 1 3 6\n8 sort bitvec 1\n9 slice 8 3 0 0\n\
     10 bad 9\n11 not 8 9\n12 bad -11\n",
    // A chain of words behind a constant: of several steps.
    "1 sort bitvec 2\n2 sort bitvec 1\n3 zero 1\n4 state 1\n5 state 1\n6 state 1\n7 init 1 4 3\n8 init 1 5 3\n9 init 1 6 3\n\
     10 next 1 4 3\n11 next 1 5 4\n12 next 1 6 5\n13 redor 2 6\n14 bad 13\n",
];

#[test]
fn certificates_of_words_hold_and_others_do_not() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut refuted = 0;
    for (number, content) in IN_BTOR2.iter().enumerate() {
        let path = file(&folder, &format!("{number}.btor2"), content);
        for engine in ["ic3", "kinduction", "portfolio"] {
            let certificate = certified(&path, engine);
            let (model, witness) = (circuit(&path), circuit(&certificate));
            let found = failing(&model, &witness);
            let written = fs::read_to_string(&certificate).expect("it is text");
            assert!(found.is_empty(), "{number}, {engine}: {found:?}\n{written}");
            assert_eq!(witness.bad.len(), 1, "{written}");
            // That only what was bad is not is found out.
            let bad = written.lines().find(|line| line.contains(" bad ")).expect("there is a bad state").to_owned();
            let operand = bad.rsplit(' ').next().expect("it has an operand");
            let harmless = written.replace(&bad, &bad.replace(&format!(" bad {operand}"), &format!(" bad -{operand}")));
            let path = file(&folder, "changed.btor2", &harmless);
            assert!(failing(&model, &circuit(&path)).contains(&"safety"), "{number}, {engine}: {harmless}");
            // The property alone, without an invariant.
            let mut weak = model.clone();
            weak.inputs.iter_mut().for_each(|input| input.name = format!("={}", input.number));
            weak.states.iter_mut().for_each(|state| state.name = format!("={}", state.number));
            refuted += usize::from(failing(&model, &weak).contains(&"inductive"));
        }
    }
    assert!(refuted > 2, "only {refuted} of these properties are not inductive by themselves");
}

#[test]
fn certificates_of_programs_hold_and_others_do_not() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut refuted = 0;
    for task in ["loops/parity-even", "loops/two-phases", "loops/residue-four", "loops/odd-never-zero"] {
        for format in ["aiger", "aiger1"] {
            let name = format!("{}-{format}.aig", task.replace('/', "-"));
            let model = folder.path().join(&name);
            let source = format!("sv-benchmarks/{task}.c");
            let goal = ["--goal", "error-or-unmodelled", "-p", "unreach-call"];
            let encode = [&["encode", &source, "--format", format, "-o", text(&model)][..], &goal].concat();
            assert_eq!(bitreach(&encode).status.code(), Some(0), "{task}");
            let certificate = certified(&model, "ic3");
            let (model, witness) = (circuit(&model), circuit(&certificate));
            let found = failing(&model, &witness);
            assert!(found.is_empty(), "{name}: {found:?}");
            // What is changed is found out.
            let written = fs::read_to_string(&certificate).expect("it is text");
            for change in ["safety", "base", "transition", "reset"] {
                let path = file(&folder, "changed.aag", &changed(&written, change, &witness));
                let found = failing(&model, &circuit(&path));
                assert!(found.contains(&change), "{name}, {change}: {found:?}");
            }
            // The property alone, without an invariant.
            let mut weak = model.clone();
            weak.inputs.iter_mut().for_each(|input| input.name = format!("= {}", input.number));
            weak.states.iter_mut().for_each(|state| state.name = format!("= {}", state.number));
            refuted += usize::from(failing(&model, &weak).contains(&"inductive"));
        }
    }
    assert!(refuted > 4, "only {refuted} of these properties are not inductive by themselves");
}

/// A certificate in text that fails a condition.
fn changed(written: &str, condition: &str, witness: &Circuit) -> String {
    let mut lines: Vec<String> = written.lines().map(str::to_owned).collect();
    let first = 1 + witness.inputs.len();
    match condition {
        // Nothing is bad, and everything.
        "safety" => lines[first + witness.states.len()] = "0".to_owned(),
        "base" => lines[first + witness.states.len()] = "1".to_owned(),
        _ => {
            let fixed = witness.states.iter().position(|state| state.initial.is_some()).expect("a latch has a reset");
            let line = &mut lines[first + fixed];
            let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().expect("a number")).collect();
            let (next, reset) = (numbers[1], numbers.get(2).copied().unwrap_or(0));
            *line = match condition {
                "transition" => format!("{} {} {reset}", numbers[0], next ^ 1),
                _ => format!("{} {next} {}", numbers[0], reset ^ 1),
            };
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn what_has_no_certificate_is_told() {
    let folder = TempDir::new().expect("a temporary folder");
    let certificate = folder.path().join("x.cert.aig");
    let solve = |model: &Path, more: &[&str]| {
        let output = bitreach(&[&["solve", text(model), "--certificate", text(&certificate)], more].concat());
        assert!(!certificate.exists(), "{}", model.display());
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
        (output.status.code(), stderr(&output))
    };
    let unsafe_one = file(&folder, "unsafe.aag", "aag 1 0 1 1 0\n2 3\n2\n");
    let (code, told) = solve(&unsafe_one, &[]);
    assert_eq!((code, told.contains("there is no proof that no bad state can be reached")), (Some(10), true), "{told}");
    let (code, told) = solve(Path::new("dimspec-examples/dead-end.dimspec"), &[]);
    assert_eq!((code, told.contains("--evidence writes the proof about a DimSpec problem")), (Some(0), true), "{told}");
}

/// Circuits whose proofs are about several steps: a chain of latches behind a constant, the same with an enabling input and a constraint,
/// a counter that saturates, and one that does so when it may.
const OF_SEVERAL_STEPS: [&str; 4] = [
    "aag 3 0 3 1 0\n2 0\n4 2\n6 4\n6\n",
    "aag 5 1 3 0 1 1 1\n2\n4 0\n6 10\n8 6\n8\n3\n10 4 3\n",
    "aag 4 0 2 1 2\n2 6\n4 7\n8\n6 5 3\n8 4 2\n",
    "aag 10 1 2 1 7\n2\n4 15\n6 21\n16\n8 5 7\n10 8 2\n12 4 3\n14 13 11\n16 6 4\n18 4 2\n20 19 7\n",
];

#[test]
fn proofs_about_several_steps_have_certificates() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut kinds = std::collections::BTreeMap::new();
    for (number, content) in OF_SEVERAL_STEPS.iter().chain(&BY_HAND).enumerate() {
        let model = file(&folder, &format!("{number}.aag"), content);
        for engine in ["kinduction", "unroll"] {
            let (certificate, evidence) = (folder.path().join("certificate.aig"), folder.path().join("evidence"));
            let _ = fs::remove_file(&certificate);
            let solve = ["solve", text(&model), "--certificate", text(&certificate), "--evidence", text(&evidence)];
            let output = bitreach(&[&solve[..], &["--engine", engine, "--timeout", "20", "--steps", "40"]].concat());
            if output.status.code() == Some(20) {
                continue;
            }
            assert_eq!(output.status.code(), Some(0), "{number}: {}{}", stdout(&output), stderr(&output));
            if !certificate.exists() {
                assert!(stderr(&output).contains("over steps that all differ"), "{number}: {}", stderr(&output));
                continue;
            }
            let found = failing(&circuit(&model), &circuit(&certificate));
            let evidence = fs::read_to_string(&evidence).expect("it was written");
            assert!(found.is_empty(), "{number}, {engine}: {found:?}\n{evidence}");
            let header = evidence.lines().next().unwrap_or_default();
            // The last number is how many steps.
            let steps: usize = header.split(' ').next_back().and_then(|word| word.parse().ok()).expect("a number");
            *kinds.entry((header.split(' ').next().unwrap_or_default().to_owned(), steps > 1)).or_insert(0) += 1;
        }
    }
    for kind in ["kinduction", "exhausted"] {
        assert!(kinds.contains_key(&(kind.to_owned(), true)), "there is none of several steps: {kinds:?}");
    }
}

/// A k-induction over one step is an invariant, and no latch remembers anything; also where there are constraints.
#[test]
fn proofs_about_one_step_need_no_memory() {
    let certificate = |content: &str, lemmas: &[Clause]| {
        let model = aiger::read(content.as_bytes()).expect("it is a circuit");
        let proof = KInduction { k: 1, lemmas: lemmas.to_vec(), ..KInduction::default() };
        let graph = model.certificate(&Certificate::KInduction(proof)).expect("there is one");
        let mut bytes = Vec::new();
        graph.write(Form::Binary, &mut bytes).expect("memory can be written");
        let witness = aiger::read(&bytes).expect("it is a circuit");
        assert_eq!(witness.states.len(), model.states.len(), "{content}");
        failing(&model, &witness)
    };
    let [kept, rising, ..] = BY_HAND;
    assert!(certificate(kept, &[]).is_empty());
    // The second latch stays 0, and so the first one does.
    let second = Clause::new([Var::new(1).negative()]);
    assert!(certificate(rising, &[second]).is_empty());
    assert_eq!(certificate(rising, &[]), ["inductive"]);
}
