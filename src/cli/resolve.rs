//! From names as typed to the things they name.

use super::args::{
    EncodingArg, EngineArg, GoalArg, LoopsArg, PredicatesArg, ReplayArg, SatArg, SearchArgs, SimplifyArg,
    UnknownCallsArg,
};
use super::Failure;
use crate::frontend::UnknownCalls;
use crate::pipeline::{Choice, Concrete, EncodingName, Loops, PipelineError, Predicates, Replay, Simplification};
use crate::solve::{EngineName, SatName, Team};
use crate::source::read_text;
use crate::ts::Goal;

impl SearchArgs {
    /// The search that was asked for. A SAT solver in a library is loaded, a table of members is read.
    pub fn choice(&self, encoding: EncodingArg) -> Result<Choice, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let jobs = self.jobs.map_or(cores, usize::from);
        let (engine, concrete) = match self.engine {
            EngineArg::Portfolio if jobs >= 2 => (EngineName::Portfolio, Concrete::Beside),
            EngineArg::Portfolio => (EngineName::Portfolio, Concrete::InTurn),
            EngineArg::Ic3 => (EngineName::Ic3, Concrete::Off),
            EngineArg::Unroll => (EngineName::Unroll, Concrete::Off),
            EngineArg::Kinduction => (EngineName::KInduction, Concrete::Off),
            EngineArg::Concrete => (EngineName::Portfolio, Concrete::Alone),
        };
        let mut choice = Choice { concrete, ..Choice::new(encoding.name(), engine, self.sat.solver()?) };
        (choice.team.jobs, choice.team.seed) = (jobs, self.seed);
        if let Some(path) = &self.members {
            if self.engine != EngineArg::Portfolio {
                return Err(Failure::Usage("--members names the engines; leave --engine out".to_owned()));
            }
            let table = read_text(path).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
            let members = Team::read(&table, choice.sat);
            choice.team.members = members.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        }
        Ok(choice)
    }
}

impl SatArg {
    /// The back end, loaded if it is a library.
    pub fn solver(&self) -> Result<SatName, Failure> {
        match self {
            SatArg::Cadical => Ok(SatName::Cadical),
            SatArg::Varisat => Ok(SatName::Varisat),
            SatArg::Linked => SatName::linked().ok_or_else(|| {
                let message = "no IPASIR solver is linked in; name a library, as in ipasir:./libsolver.so";
                Failure::Usage(message.to_owned())
            }),
            SatArg::Ipasir(library) => SatName::load(library).map_err(|error| Failure::Input(error.to_string())),
        }
    }
}

impl ReplayArg {
    /// The kind of replay.
    pub fn name(self) -> Replay {
        match self {
            ReplayArg::Native => Replay::Native,
            ReplayArg::Interpreter => Replay::Interpreter,
        }
    }
}

impl EncodingArg {
    /// The encoding.
    pub fn name(self) -> EncodingName {
        match self {
            EncodingArg::Small => EncodingName::SmallBlock,
            EncodingArg::Large => EncodingName::LargeBlock,
            EncodingArg::LargeOneHot => EncodingName::LargeBlockOneHot,
        }
    }
}

impl UnknownCallsArg {
    /// What is assumed.
    pub fn name(self) -> UnknownCalls {
        match self {
            UnknownCallsArg::Unmodelled => UnknownCalls::Unmodelled,
            UnknownCallsArg::Any => UnknownCalls::Any,
            UnknownCallsArg::Stop => UnknownCalls::Stop,
        }
    }
}

impl PredicatesArg {
    /// Whether predicates are mined.
    pub fn name(self) -> Predicates {
        match self {
            PredicatesArg::Off => Predicates::Off,
            PredicatesArg::Mined => Predicates::Mined,
        }
    }
}

impl LoopsArg {
    /// What becomes of loops.
    pub fn name(self) -> Loops {
        match self {
            LoopsArg::Unrolled => Loops::Unrolled,
            LoopsArg::Kept => Loops::Kept,
        }
    }
}

impl SimplifyArg {
    /// Whether transition systems are made smaller.
    pub fn name(self) -> Simplification {
        match self {
            SimplifyArg::Off => Simplification::Off,
            SimplifyArg::On => Simplification::On,
        }
    }
}

impl GoalArg {
    /// The goal.
    pub fn goal(self) -> Goal {
        match self {
            GoalArg::Error => Goal::Error,
            GoalArg::ErrorOrUnmodelled => Goal::ErrorOrUnmodelled,
        }
    }
}

impl From<PipelineError> for Failure {
    fn from(error: PipelineError) -> Failure {
        match error {
            PipelineError::Input(message) => Failure::Input(message),
            PipelineError::Stopped => Failure::Stopped(PipelineError::Stopped.to_string()),
            PipelineError::Internal(message) => Failure::Internal(message),
            PipelineError::State(error) => Failure::Usage(error.to_string()),
            PipelineError::External(error) => Failure::Usage(error.to_string()),
        }
    }
}
