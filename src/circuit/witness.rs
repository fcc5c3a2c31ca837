//! Runs of circuits in the witness formats of AIGER (*AIGER 1.9 and beyond*, read by `aigsim -c -w`) and of BTOR2 (read by `btorsim`).

use super::{Circuit, Format};
use bitreach_engine::Trace;
use bitreach_formula::Var;
use std::fmt::Write;
use std::ops::Range;

impl Circuit {
    /// The run as a witness in the format that the circuit is from; `None` if no bad-state property holds at its end.
    pub fn witness(&self, trace: &Trace) -> Option<String> {
        let bad = self.violated(trace)?;
        Some(match self.format {
            Format::Aiger => self.aiger_witness(trace, bad),
            Format::Btor2 => self.btor2_witness(trace, bad),
        })
    }

    /// The variables of each state, then of each input.
    fn variables(&self) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let mut next = 0;
        let mut of = |width: usize| {
            next += width;
            next - width..next
        };
        let states = self.states.iter().map(|state| of(state.bits.len())).collect();
        (states, self.inputs.iter().map(|input| of(input.bits.len())).collect())
    }

    fn aiger_witness(&self, trace: &Trace, bad: usize) -> String {
        let (states, inputs) = self.variables();
        let mut text = format!("1\nb{bad}\n");
        let line = |step: usize, words: &[Range<usize>]| -> String {
            let vars = words.iter().cloned().flatten();
            vars.map(|var| if trace.steps[step].value(Var::new(var)) { '1' } else { '0' }).collect()
        };
        let _ = writeln!(text, "{}", line(0, &states));
        (0..trace.steps.len()).for_each(|step| text.extend([&*line(step, &inputs), "\n"]));
        text + ".\n"
    }

    fn btor2_witness(&self, trace: &Trace, bad: usize) -> String {
        let (states, inputs) = self.variables();
        let mut text = format!("sat\nb{bad}\n");
        for step in 0..trace.steps.len() {
            let value = |vars: &Range<usize>| -> String {
                let bits = vars.clone().rev().map(|var| trace.steps[step].value(Var::new(var)));
                bits.map(|bit| if bit { '1' } else { '0' }).collect()
            };
            // A state is told where nothing else says what it is.
            let told = |state: &super::State| if step == 0 { state.initial.is_none() } else { state.next.is_none() };
            let mut told = self.states.iter().zip(&states).enumerate().filter(|(_, (state, _))| told(state)).peekable();
            if step == 0 || told.peek().is_some() {
                let _ = writeln!(text, "#{step}");
            }
            told.for_each(|(number, (_, vars))| text.push_str(&format!("{number} {}\n", value(vars))));
            let _ = writeln!(text, "@{step}");
            for (number, vars) in inputs.iter().enumerate() {
                text.push_str(&format!("{number} {}\n", value(vars)));
            }
        }
        text + ".\n"
    }
}
