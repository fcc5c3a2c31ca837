//! Which program is searched: the program itself or, where it has large objects, partial programs that follow more and more of them,
//! until one is safe, or has a path that is one of the program.

use super::error::PipelineError;
use crate::program::{Object, Program};
use crate::refinement::{Feasibility, LargeObjects, Partial, Precision};
use crate::ts::Run;
use bitreach_limits::Limits;
use std::sync::Arc;

/// The program, and how much of its large objects is followed.
pub struct Refinement<'p> {
    /// The program itself.
    pub program: &'p Arc<Program>,
    /// What there is to refine; `None` for a program without large objects.
    abstraction: Option<Abstraction<'p>>,
}

/// A program with large objects, and a partial program.
struct Abstraction<'p> {
    large: LargeObjects<'p>,
    /// How much is followed, once somebody searches: what to begin with takes executions to find out.
    precision: Option<Precision>,
    /// The program that follows this much, once it is made.
    partial: Option<Partial>,
}

/// What was followed of large objects.
pub struct Followed {
    /// The objects, each with its number of cells; `None` where they repeat without an end.
    pub objects: Vec<(String, Option<usize>)>,
    /// What was followed of them at last.
    pub precision: Precision,
}

impl<'p> Refinement<'p> {
    /// Begins with what is followed first. Objects of more than `whole_cells` cells that are accessed at computed offsets are large.
    pub fn new(program: &'p Arc<Program>, whole_cells: usize) -> Refinement<'p> {
        let abstraction =
            LargeObjects::new(program, whole_cells).map(|large| Abstraction { large, precision: None, partial: None });
        Refinement { program, abstraction }
    }

    /// Whether both begin with the same: then their searches are the same.
    pub fn is_like(&self, other: &Refinement) -> bool {
        let large = |refinement: &Refinement| {
            refinement.abstraction.as_ref().map(|abstraction| abstraction.large.objects().collect::<Vec<_>>())
        };
        large(self) == large(other)
    }

    /// The same, but beginning with what is said.
    #[cfg(test)]
    pub fn from(mut self, precision: Precision) -> Refinement<'p> {
        self.abstraction.iter_mut().for_each(|abstraction| abstraction.precision = Some(precision.clone()));
        self
    }

    /// The program to search: the whole program, or the partial one that follows this much.
    ///
    /// # Errors
    /// If the limits stop it, or on internal faults.
    pub fn searched(&mut self, limits: &Limits) -> Result<Arc<Program>, PipelineError> {
        let Some(Abstraction { large, precision, partial }) = &mut self.abstraction else {
            return Ok(self.program.clone());
        };
        // The last one makes room for it.
        *partial = None;
        let precision = precision.get_or_insert_with(|| large.first_precision());
        let made = large.partial(precision, &limits.stop).ok_or(PipelineError::Stopped)?;
        let malformed = |fault| PipelineError::Internal(format!("the partial program is malformed: {fault}"));
        made.program.validate().map_err(malformed)?;
        Ok(partial.insert(made).program.clone())
    }

    /// What a run of the searched program is of the program itself. If it is none of it, the next program to search follows more.
    ///
    /// # Errors
    /// On internal faults.
    pub fn feasible(&mut self, run: Run) -> Result<Feasibility, PipelineError> {
        let Some(Abstraction { large, precision: Some(precision), partial: Some(partial) }) = &mut self.abstraction
        else {
            return Ok(Feasibility::Feasible(run));
        };
        match partial.feasibility(large, precision, &run) {
            Ok(judged) => {
                if let Feasibility::Spurious(more) = &judged {
                    precision.clone_from(more);
                }
                Ok(judged)
            }
            Err(fault) => Err(PipelineError::Internal(format!("a trace cannot be judged: {fault}"))),
        }
    }

    /// What was followed of large objects at last, if there are any.
    pub fn followed(self) -> Option<Followed> {
        let Abstraction { large, precision, .. } = self.abstraction?;
        let objects = large.objects().map(|id| &self.program.objects[id.0]);
        let count = |object: &Object| object.tail.is_none().then_some(object.cells.len());
        let objects = objects.map(|object| (object.name.clone(), count(object))).collect();
        Some(Followed { objects, precision: precision.unwrap_or_default() })
    }
}
