//! The portfolio: who runs, on which thread, in whose turn.

use crate::checked::{CheckedVerdict, Original, NAME};
use crate::listener::{Listener, Running};
use crate::member::Member;
use crate::turns::turns;
use crate::worker::{Channel, Worker};
use bitreach_dimspec::DimSpec;
use bitreach_engine::check::Checked;
use bitreach_engine::{Context, Engine, EngineError, Progress, Reason, Verdict};
use bitreach_sat::SolverFactory;
use std::sync::mpsc::channel;
use std::sync::Arc;

/// Runs members side by side.
pub struct Portfolio {
    members: Vec<Member>,
    /// What checks certificates; it should be another back end than the one that members run on.
    checker: Arc<dyn SolverFactory>,
    /// How many members run at the same time.
    jobs: usize,
    original: Option<Original>,
}

impl Portfolio {
    /// A portfolio of the given members, whose certificates `checker` checks. All members run at the same time.
    pub fn new(members: Vec<Member>, checker: Arc<dyn SolverFactory>) -> Portfolio {
        Portfolio { jobs: members.len(), members, checker, original: None }
    }

    /// At most so many members run at the same time: all but the last of the cores have a member for themselves, and the
    /// members that are left take turns on the last. With one job nothing depends on a clock or on how threads are scheduled.
    pub fn with_jobs(mut self, jobs: usize) -> Portfolio {
        self.jobs = jobs.max(1);
        self
    }

    /// What is decided was made from another problem, which answers are about.
    pub fn on_behalf_of(mut self, original: Option<Original>) -> Portfolio {
        self.original = original;
        self
    }

    /// Decides the problem; an answer comes with what the check of its evidence found.
    ///
    /// # Errors
    /// If no member answers and one is at fault, or gave evidence that does not hold.
    pub fn decide(&mut self, problem: &Arc<DimSpec>, context: &mut Context) -> Result<CheckedVerdict, EngineError> {
        let stop = context.stop.child();
        let (sender, receiver) = channel();
        let alone = if self.jobs < self.members.len() { self.jobs - 1 } else { self.members.len() };
        let lengths = self.members[alone..].iter().map(|member| member.turn);
        let turns = (0..alone).map(|_| None).chain(turns(lengths, &stop).into_iter().map(Some));
        let mut running = Vec::new();
        for (index, (member, turn)) in self.members.iter().zip(turns).enumerate() {
            let own_stop = stop.child();
            let worker = Worker {
                member: member.clone(),
                problem: problem.clone(),
                solvers: context.solvers.clone(),
                checker: self.checker.clone(),
                original: self.original.clone(),
                budget: context.budget,
                started: context.started,
                board: context.board.clone(),
                seed: context.seed,
                turn: turn.clone(),
                all: stop.clone(),
                stop: own_stop.clone(),
                sender: Channel { index, sender: sender.clone() },
            };
            let spawned = std::thread::Builder::new().name(member.name.to_owned()).spawn(move || worker.work());
            running.push(Running { name: member.name, stop: own_stop, ..Running::default() });
            if spawned.is_err() {
                // The system has no memory for its stack.
                turn.iter().for_each(|turn| turn.end());
                running[index].end =
                    Some(Ok((Verdict::Unknown(Reason::Memory, Progress::default()), Checked::Nothing)));
            }
        }
        drop(sender);
        Listener { running, stop, relieved: context.started, stopped: None }.verdict(receiver, context)
    }
}

impl Engine for Portfolio {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&mut self, problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        Ok(self.decide(&Arc::new(problem.clone()), context)?.0)
    }
}
