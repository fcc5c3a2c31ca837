//! The first two stages: a source file is prepared as modules of LLVM, and the modules are read as programs.

use super::clock::Clock;
use super::error::PipelineError;
use super::failing::Failing;
use super::question::{Only, Question};
use crate::abandonable;
use crate::frontend::{self, FrontendError};
use crate::prepare::program::{Prepared, PreparedModule, Unoptimised};
use crate::program::{Exit, OriginId, Program, SiteId, SourceMap, Terminator};
use crate::read;
use crate::read::bounds::Bounds;
use crate::source::clang::ClangError;
use crate::source::lines::base_name;
use crate::verdict::ErrorPath;
use bitreach_limits::Limits;
use std::sync::Arc;

/// The program in its forms.
#[derive(Debug)]
pub struct Programs {
    /// As clang compiled it: this one is run natively.
    pub unoptimised: Unoptimised,
    /// Optimised: this one is encoded.
    pub optimised: Arc<Program>,
    /// With all source lines and variables still there: error paths are told on this one.
    pub plain: Arc<Program>,
}

impl Programs {
    /// The same with another optimised program of the same executions.
    pub fn with_optimised(&self, optimised: Program) -> Programs {
        Programs { unoptimised: self.unoptimised.clone(), optimised: Arc::new(optimised), plain: self.plain.clone() }
    }

    /// The source map that a path refers to.
    pub fn map_of(&self, path: &ErrorPath) -> &SourceMap {
        if path.on_plain {
            &self.plain.map
        } else {
            &self.optimised.map
        }
    }

    /// Errors elsewhere than on these lines are none: executions end there. What is in a function of another file is where that is
    /// called; where nothing says that, it may be anywhere.
    pub fn keep_errors_at(&mut self, only: &Only) {
        let is_there = |map: &SourceMap, id: OriginId| {
            let place = map.chain(id).find(|origin| base_name(&origin.file) == only.file)?;
            Some((only.lines.0..=only.lines.1).contains(&place.line))
        };
        let is_elsewhere = |map: &SourceMap, site: SiteId, block: Option<OriginId>| {
            let own = map.sites.get(site.0).and_then(|site| site.origin).and_then(|id| is_there(map, id));
            own.or_else(|| block.and_then(|id| is_there(map, id))) == Some(false)
        };
        end_errors(Arc::make_mut(&mut self.optimised), is_elsewhere);
        end_errors(Arc::make_mut(&mut self.plain), is_elsewhere);
    }

    /// Checks that are known to fail are none: executions end there. The plain program has the same executions up to its first
    /// error, so the one that is searched says which count.
    pub fn end_at(&mut self, known: &[Failing]) {
        end_errors(Arc::make_mut(&mut self.optimised), |map, site, block| {
            known.iter().any(|failing| failing.is_at(map, site, block))
        });
    }
}

/// Executions end where such an error is, given by its check and by where its block comes from.
fn end_errors(program: &mut Program, is_end: impl Fn(&SourceMap, SiteId, Option<OriginId>) -> bool) {
    let Program { blocks, map, .. } = program;
    for block in blocks {
        let Terminator::Exit(Exit::Error(site)) = block.terminator else { continue };
        if is_end(map, site, block.origin) {
            block.terminator = Terminator::Exit(Exit::Ok);
        }
    }
}

/// Compiles the source file and prepares the module.
///
/// # Errors
/// If the file cannot be compiled, or the limits end the stage.
pub fn prepare(question: &Question, limits: &Limits, clock: &Clock) -> Result<Arc<Prepared>, PipelineError> {
    let Question { files: units, property, data_model, assumed, .. } = question;
    let (recursion, stop) = (question.followed_recursion(), &limits.stop);
    let files = clock.part("clang", || frontend::compiled(units, *property, *data_model, stop));
    let passes = |files| frontend::prepare_files(units, files, *property, recursion, *assumed, stop);
    match files.and_then(|files| clock.part("LLVM's passes", || passes(files))) {
        Err(FrontendError::Clang(ClangError::Stopped)) => Err(PipelineError::Stopped),
        prepared => prepared.map(Arc::new).map_err(|error| PipelineError::Input(error.to_string())),
    }
}

/// Reads the optimised module and the plain one, following this much of memory. A program that fills large objects has millions of
/// instructions.
///
/// # Errors
/// If a module cannot be read, or the limits end the stage.
pub fn read_programs(prepared: &Arc<Prepared>, bounds: Bounds, limits: &Limits) -> Result<Programs, PipelineError> {
    let prepared = prepared.clone();
    abandonable::run(&limits.stop, move || programs(&prepared, bounds)).ok_or(PipelineError::Stopped)?
}

fn programs(prepared: &Prepared, bounds: Bounds) -> Result<Programs, PipelineError> {
    let read = |module: &PreparedModule| {
        let program = read::read(&module.bitcode, module.map.clone(), &module.objects, bounds);
        program.map_err(|error| PipelineError::Input(error.to_string()))
    };
    let (mut optimised, plain) = (read(&prepared.optimised)?, read(&prepared.plain)?);
    optimised.simplify();
    optimised.name_inputs();
    for program in [&optimised, &plain] {
        program.validate().map_err(|fault| PipelineError::Internal(format!("the program is malformed: {fault}")))?;
    }
    Ok(Programs { unoptimised: prepared.unoptimised.clone(), optimised: Arc::new(optimised), plain: Arc::new(plain) })
}
