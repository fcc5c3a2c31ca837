//! SV-COMP's older witness format, GraphML 1.0: an automaton that runs beside the program. The path to the error is a path in it; what
//! always holds is said of its states.
//!
//! After Beyer, Dangl, Dietsch, Heizmann, Lemberger, Tautschnig: *Verification Witnesses* (TOSEM 2022) and the format's description,
//! `README-GraphML.md` of sosy-lab/sv-witnesses. Reader and writer of XML are those of the crate `quick-xml`.
//!
//! | module | what |
//! |---|---|
//! | [`mod@read`] | files become automata |
//! | [`follow`] | automata become waypoints or invariants, as the newer format has them |
//! | `steps` | what an edge is in the program's text |
//! | [`mod@write`] | waypoints and invariants become automata |

pub mod follow;
pub mod read;
mod steps;
pub mod write;

use std::collections::BTreeMap;

/// The version that is written and read.
pub const VERSION: &str = "1.0";

/// The names of what is said of graphs, nodes and edges.
mod key {
    pub const WITNESS_TYPE: &str = "witness-type";
    pub const FORMAT_VERSION: &str = "witness-format-version";
    pub const LANGUAGE: &str = "sourcecodelang";
    pub const PRODUCER: &str = "producer";
    pub const SPECIFICATION: &str = "specification";
    pub const PROGRAM: &str = "programfile";
    pub const HASH: &str = "programhash";
    pub const ARCHITECTURE: &str = "architecture";
    pub const TIME: &str = "creationtime";
    pub const ENTRY: &str = "entry";
    pub const SINK: &str = "sink";
    pub const VIOLATION: &str = "violation";
    pub const INVARIANT: &str = "invariant";
    pub const INVARIANT_SCOPE: &str = "invariant.scope";
    pub const ASSUMPTION: &str = "assumption";
    pub const ASSUMPTION_SCOPE: &str = "assumption.scope";
    pub const RESULT_OF: &str = "assumption.resultfunction";
    pub const CONTROL: &str = "control";
    pub const LINE: &str = "startline";
    pub const LAST_LINE: &str = "endline";
    pub const OFFSET: &str = "startoffset";
    pub const LAST_OFFSET: &str = "endoffset";
    pub const LOOP_HEAD: &str = "enterLoopHead";
    pub const ENTERS: &str = "enterFunction";
    pub const RETURNS: &str = "returnFromFunction";
    pub const THREAD: &str = "createThread";

    /// Of graphs.
    pub const OF_GRAPHS: [&str; 9] =
        [WITNESS_TYPE, FORMAT_VERSION, LANGUAGE, PRODUCER, SPECIFICATION, PROGRAM, HASH, ARCHITECTURE, TIME];
    /// Of nodes.
    pub const OF_NODES: [&str; 5] = [ENTRY, SINK, VIOLATION, INVARIANT, INVARIANT_SCOPE];
    /// Of edges.
    pub const OF_EDGES: [&str; 12] = [
        ASSUMPTION,
        ASSUMPTION_SCOPE,
        RESULT_OF,
        CONTROL,
        LINE,
        LAST_LINE,
        OFFSET,
        LAST_OFFSET,
        LOOP_HEAD,
        ENTERS,
        RETURNS,
        THREAD,
    ];
}

/// What is said of something: texts under their names.
type Data = BTreeMap<&'static str, String>;

/// A state of the automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    name: String,
    data: Data,
}

/// A way from a state to another one, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Edge {
    from: usize,
    to: usize,
    data: Data,
}

/// The kinds of witnesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// How the property is violated.
    Violation,
    /// What always holds.
    Correctness,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Violation => "violation_witness",
            Kind::Correctness => "correctness_witness",
        }
    }
}

/// What a witness in GraphML says, without the task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// What it is a witness of.
    pub kind: Kind,
    states: Vec<State>,
    edges: Vec<Edge>,
    entry: usize,
}

impl Edge {
    fn text(&self, key: &str) -> Option<&str> {
        self.data.get(key).map(String::as_str)
    }
}

impl State {
    fn is(&self, key: &str) -> bool {
        self.data.get(key).is_some_and(|value| value == "true")
    }
}
