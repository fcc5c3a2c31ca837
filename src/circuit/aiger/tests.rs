use super::*;
use bitreach_engine::check::check_trace;
use bitreach_engine::Trace;
use bitreach_formula::{Assignment, Var};

fn refused(bytes: &[u8]) -> String {
    read(bytes).expect_err("it is no circuit that can be decided").to_string()
}

/// A toggle with a reset, an enable and a constraint, as text.
const TOGGLE: &str =
    "aag 5 2 1 0 2 1 1\n2\n4\n6 10 1\n6\n5\n8 7 2\n10 8 3\ni0 enable\ni1 reset\nl0 q\nb0 high\nc\nhello\n";

#[test]
fn text_is_read_with_names_and_first_values() {
    let circuit = read(TOGGLE.as_bytes()).expect("it is a circuit");
    let names: Vec<&str> = circuit.inputs.iter().map(|input| &*input.name).collect();
    assert_eq!((names, &*circuit.states[0].name), (vec!["enable", "reset"], "q"));
    assert_eq!(circuit.states[0].initial, Some(vec![AigLit::TRUE]));
    assert_eq!((circuit.bad.len(), circuit.constraints.len()), (1, 1));
    let problem = circuit.problem().expect("it is small");
    assert!(!problem.symbols.functional, "a constraint restricts what may be chosen");
    // q is 1 at first, which is bad; the constraint says that the input `reset` is 0.
    let assignment = |reset| {
        let mut values = vec![false; problem.variables];
        (values[0], values[2]) = (true, reset);
        Trace { steps: vec![Assignment::new(values)] }
    };
    assert!(check_trace(&problem, &assignment(false)).is_ok());
    assert!(check_trace(&problem, &assignment(true)).is_err());
    assert_eq!(circuit.witness(&assignment(false)).as_deref(), Some("1\nb0\n1\n00\n.\n"));
}

#[test]
fn bits_that_are_named_so_are_words() {
    let names = |names: [&str; 5]| {
        let symbols: String = names.iter().enumerate().map(|(index, name)| format!("i{index} {name}\n")).collect();
        let circuit = read(format!("aag 5 5 0 1 0\n2\n4\n6\n8\n10\n2\n{symbols}").as_bytes()).expect("it is a circuit");
        let table = circuit.problem().expect("it is small").symbols.table;
        table.into_iter().map(|symbol| format!("{}.{}", symbol.name, symbol.bit)).collect::<Vec<_>>()
    };
    assert_eq!(names(["x[0]", "x[1]", "y[0]", "x[0]", "z"]), ["x.0", "x.1", "y.0", "x.0", "z.0"]);
    assert_eq!(names(["x", "x[0]", "x[1]", "y[0]", "y[1]"]), ["x.0", "x[0].0", "x[1].0", "y.0", "y.1"]);
    assert_eq!(names(["a[1][0]", "a[1][1]", "x[2]", "[0]", "x[]"]), ["a[1].0", "a[1].1", "x[2].0", "[0].0", "x[].0"]);
}

#[test]
fn latches_without_a_first_value_have_any() {
    for (reset, expected) in [("", Some(false)), (" 0", Some(false)), (" 1", Some(true)), (" 2", None)] {
        let circuit = read(format!("aag 1 0 1 1 0\n2 2{reset}\n2\n").as_bytes()).expect("it is a circuit");
        let first = circuit.states[0].initial.as_ref().map(|bits| bits[0] == AigLit::TRUE);
        assert_eq!(first, expected);
        assert_eq!(circuit.bad.len(), 1, "outputs are bad states where there are none");
        let problem = circuit.problem().expect("it is small");
        assert_eq!(problem.initial.len(), usize::from(expected.is_some()));
    }
}

#[test]
fn gates_of_text_come_in_any_order() {
    let circuit = read(b"aag 4 2 0 1 2\n2\n4\n8\n8 6 4\n6 2 5\n").expect("it is a circuit");
    assert_eq!(circuit.bad, [AigLit::FALSE], "x and y and not y");
    assert!(refused(b"aag 4 1 0 1 3\n2\n8\n8 6 2\n6 4 2\n4 8 2\n").contains("depends on itself"));
}

/// Cut within a number, a file would be another circuit: its last line has to have an end. Behind that, names and
/// comments decide nothing.
#[test]
fn files_that_are_cut_anywhere_are_refused() {
    let whole = TOGGLE.len();
    let (symbols, comments) = (TOGGLE.find("i0").expect("a symbol"), TOGGLE.find("c\n").expect("comments"));
    for end in 0..symbols {
        assert!(read(&TOGGLE.as_bytes()[..end]).is_err(), "{end} of {whole} bytes are taken");
    }
    for end in symbols..=whole {
        let is_within_symbol = end < comments && !TOGGLE[..end].ends_with('\n');
        assert_eq!(read(&TOGGLE.as_bytes()[..end]).is_err(), is_within_symbol, "{end} of {whole} bytes");
    }
    // One gate with operands of two digits: 12 is not 1.
    let gate = "aag 7 6 0 1 1\n2\n4\n6\n8\n10\n12\n14\n14 10 12";
    assert!(read(format!("{gate}\n").as_bytes()).is_ok());
    assert!(refused(gate.as_bytes()).contains("ends within a line; is it cut off?"));
    assert!(refused(b"aag 1 1 0 1 0\n2\n2\ni0 na").contains("ends within a line"));
}

#[test]
fn files_are_refused_for_what_is_wrong() {
    let cases: [(&[u8], &str); 18] = [
        (b"", "the header is"),
        (b"aag\n", "the header is"),
        (b"aag 1 1 0 0\n", "the header is"),
        (b"aag x 1 0 0 0\n", "the header is"),
        (b"aag +1 1 0 1 0\n2\n2\n", "the header is"),
        (b"aag 1 1 0 1 0\n2\n+2\n", "`+2` is no literal"),
        (b"aag 1 2 0 0 0\n", "do not fit"),
        (b"aig 5 2 1 0 1\n", "do not fit"),
        (b"aag 99999999999 1 0 0 0\n", "at most"),
        (b"aig 20000000 20000000 0 0 0\n", "inputs are read"),
        (b"aag 1 0 1 0 0 0 0 1\n2 2\n", "1 justice properties"),
        (b"aag 1 0 1 0 0 1 0 0 2\n2 2\n2\n", "2 fairness constraints"),
        (b"aag 1 1 0 0 0\n2\n", "neither bad states nor outputs"),
        (b"aag 1 1 0 1 0\n2\n", "cut off"),
        (b"aag 1 1 0 1 0\n2\n9\n", "greater than the header allows"),
        (b"aag 2 1 0 1 0\n2\n4\n", "nothing defines it"),
        (b"aag 2 2 0 1 0\n2\n2\n2\n", "defined twice"),
        (b"aag 1 0 1 1 0\n2 2 3\n2\n", "first value"),
    ];
    for (bytes, words) in cases {
        let message = refused(bytes);
        assert!(message.contains(words), "{message}");
    }
    assert!(refused(b"aig 2 1 0 1 1\n4\n").contains("cut off"));
    // A gate, or an input, that the header does not have; text behind a whole file.
    for junk in ["4 2 2", "i+0 x", "junk", "i1 x", "l0", "l0 x", "z0 x", "i0x", "c0 x", "\u{0}"] {
        for head in ["aag 1 1 0 1 0\n2\n2\n", "aig 1 1 0 1 0\n2\n"] {
            let message = refused(format!("{head}i0 x\n{junk}\nc\nanything\n").as_bytes());
            assert!(message.contains("is no symbol of this file"), "{junk}: {message}");
        }
    }
    assert!(read(b"aag 1 1 0 1 0\n2\n2\ni0 a name\no0 \n\nc\njunk\n").is_ok());
    assert!(refused(b"aig 2 1 0 1 1\n4\n\x05\x00").contains("not before it"));
    assert!(refused(b"aig 2 1 0 1 1\n4\n\xff\xff\xff\xff\xff\xff\xff").contains("too long"));
}

#[test]
fn both_forms_say_the_same() {
    // x and not y, in binary: literal 6, operands 5 and 2.
    let text = read(b"aag 3 2 0 1 1\n2\n4\n6\n6 5 2\n").expect("it is a circuit");
    let binary = read(b"aig 3 2 0 1 1\n6\n\x01\x03i0 x\n").expect("it is a circuit");
    assert_eq!(text.bad, binary.bad);
    assert_eq!(binary.inputs[0].name, "x");
    assert_eq!(Var::new(0).positive().dimacs(), 1);
}
