//! Where each local of a function lives in the source: in which block, or in which part of one.
//!
//! Debug information tells it of the variables that it declares. Clang declares none where control cannot come to the
//! declaration, as behind a `goto` or in front of the first `case`, and neither compound literals nor objects that an
//! expression leaves: of these the text of the source tells it, at the places that use them.

use super::lexical::{self, Region, Scope};
use crate::llvm::ir::{LLVMOpcode, Metadata, Value};
use crate::prepare::debug_info::{VARIABLE_NAME, VARIABLE_SCOPE};
use crate::source::lines::Position;
use crate::source::syntax::{Home, InnerBlock, Sources};
use rustc_hash::FxHashMap;

/// Where a local lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// From the function's beginning to its end.
    Function,
    /// In a region.
    Region(Region),
    /// In a part of a block that neither debug information nor text tells: a macro hides it.
    Unknown,
}

/// What a local is that debug information does not declare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Variable,
    Literal,
    /// What an expression leaves, or holds meanwhile.
    Temporary,
    /// What a call of `alloca` gives, which is no variable and has no name.
    Allocated,
    /// A temporary, or a variable with the name that clang gives those.
    Either,
}

/// The places of locals of one function.
pub struct Homes<'a> {
    declared: FxHashMap<Value, Scope>,
    /// Where those stand that are no parameters, by name.
    named: FxHashMap<Value, (String, Metadata)>,
    sources: &'a Sources,
}

impl<'a> Homes<'a> {
    /// Those of a function that was compiled from sources.
    pub fn of(function: Value, sources: &'a Sources) -> Homes<'a> {
        let declarations = declarations(function);
        let declared = declarations.iter().map(|found| (found.local, found.scope)).collect();
        let variables = declarations.into_iter().filter(|found| found.variable.parameter_number().is_none());
        let named = variables
            .filter_map(|found| Some((found.local, (found.variable.text_operand(VARIABLE_NAME)?, found.location?))));
        Homes { declared, named: named.collect(), sources }
    }

    /// The scopes of the variables that debug information declares.
    pub fn declared(&self) -> &FxHashMap<Value, Scope> {
        &self.declared
    }

    /// Whether a local is a variable of the source.
    pub fn is_variable(&self, local: Value) -> bool {
        self.declared.contains_key(&local) || [Kind::Variable, Kind::Either].contains(&self.kind(local))
    }

    /// Where a local lives.
    pub fn place(&self, local: Value) -> Place {
        if let Some(&scope) = self.declared.get(&local) {
            return self.block_without_scope(local, scope).unwrap_or_else(|| whole(scope));
        }
        let uses = uses(local);
        match self.kind(local) {
            Kind::Variable => self.find(&uses, |user, file, place| self.variable_home(local, user, file, place)),
            Kind::Literal => self.find(&uses, |_, file, place| self.sources.block_of_literal(file, place)),
            Kind::Temporary => self.temporary(&uses),
            Kind::Allocated => Place::Function,
            Kind::Either => Place::Unknown,
        }
    }

    /// The block of a variable of which debug information knows nothing: where clang knows which case of a `switch` is taken, the blocks
    /// in that case may have no scopes of their own.
    fn block_without_scope(&self, local: Value, scope: Scope) -> Option<Place> {
        let (name, location) = self.named.get(&local)?;
        let begin = if scope.is_subprogram() { None } else { scope.begins_at() };
        let (file, place) = located(*location)?;
        match self.sources.inner_block(&file, place, name, begin) {
            InnerBlock::None => None,
            InnerBlock::Span(span) => Some(Place::Region(Region { scope, part: Some((span, *location)) })),
            InnerBlock::Hidden => Some(Place::Unknown),
        }
    }

    fn kind(&self, local: Value) -> Kind {
        let name = local.name();
        let home = |&(user, at): &(Value, Metadata)| {
            let (file, place) = located(at)?;
            self.variable_home(local, user, &file, place)
        };
        let is_variable = || uses(local).iter().any(|use_| home(use_).is_some());
        match name.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
            ".compoundliteral" => Kind::Literal,
            "" => Kind::Allocated,
            // Clang's own names, which variables may have too; those with other signs are never a variable's.
            "retval" | "saved_stack" | "tmp" | "coerce" | "temp" | "result" => match is_variable() {
                true => Kind::Either,
                false => Kind::Temporary,
            },
            name if name.contains(|letter: char| !letter.is_alphanumeric() && letter != '_') => Kind::Temporary,
            _ => Kind::Variable,
        }
    }

    fn variable_home(&self, local: Value, user: Value, file: &str, place: Position) -> Option<Home> {
        let name = local.name();
        // Of two with one name LLVM gives a number to the second.
        let is_name =
            |text: &str| name.strip_prefix(text).is_some_and(|rest| rest.bytes().all(|letter| letter.is_ascii_digit()));
        self.sources.declaring_block(file, place, &user.callee_name(), is_name)
    }

    /// The place that the text tells at one of the uses.
    fn find(&self, uses: &[(Value, Metadata)], home: impl Fn(Value, &str, Position) -> Option<Home>) -> Place {
        let around = lexical::common(uses.iter().filter_map(|(_, location)| lexical::scope_of(*location)));
        let found = uses.iter().find_map(|&(user, location)| {
            let (file, place) = located(location)?;
            Some((home(user, &file, place)?, location))
        });
        let (Some(around), Some((home, location))) = (around, found) else { return Place::Unknown };
        match home {
            Home::Function => Place::Function,
            Home::Block(begin) => {
                let block = lexical::around(around).find(|scope| scope.begins_at() == Some(begin));
                block.map_or(Place::Unknown, whole)
            }
            Home::Statement(span) => {
                // Clang has scopes of its own inside of a `for`, one for each round.
                let is_inside = |scope: &Scope| {
                    !scope.is_subprogram() && scope.begins_at().is_some_and(|begin| span.contains(begin))
                };
                let outer = lexical::around(around).find(|scope| !is_inside(scope));
                outer.map_or(Place::Unknown, |scope| Place::Region(Region { scope, part: Some((span, location)) }))
            }
        }
    }

    /// What an expression leaves lives until the whole expression ends that it stands in.
    fn temporary(&self, uses: &[(Value, Metadata)]) -> Place {
        let region = uses.iter().find_map(|&(user, _)| {
            let call = creation(user)?;
            let location = call.location()?;
            let (file, place) = located(location)?;
            let span = self.sources.full_expression(&file, place, &call.callee_name())?;
            Some(Region { scope: lexical::scope_of(location)?, part: Some((span, location)) })
        });
        region.map_or(Place::Unknown, Place::Region)
    }
}

/// The call whose result an instruction lets an object hold: one that writes it there itself, or whose value is stored there.
fn creation(user: Value) -> Option<Value> {
    let is_call = |value: &Value| value.is(LLVMOpcode::LLVMCall) && value.callee().is_some();
    match user.opcode() {
        Some(LLVMOpcode::LLVMStore) => {
            let value = user.operands()[0];
            let parts = if value.is(LLVMOpcode::LLVMExtractValue) { value.operands()[0] } else { value };
            Some(parts).filter(is_call)
        }
        Some(LLVMOpcode::LLVMGetElementPtr) => user.users().into_iter().find_map(creation),
        _ => Some(user).filter(is_call).filter(|call| !call.callee_name().starts_with("llvm.")),
    }
}

/// All of a scope.
fn whole(scope: Scope) -> Place {
    match scope.is_subprogram() {
        true => Place::Function,
        false => Place::Region(Region { scope, part: None }),
    }
}

/// The file and the place of a location.
fn located(location: Metadata) -> Option<(String, Position)> {
    Some((location.scope()?.file(), lexical::place_of(location)?))
}

/// The instructions that use a local or an address in it, and have a place, in the order in which they stand.
fn uses(local: Value) -> Vec<(Value, Metadata)> {
    let mut users = local.users();
    // LLVM lists the last use first.
    users.reverse();
    users.into_iter().filter_map(|user| Some((user, user.location()?))).collect()
}

/// A variable that a function declares.
struct Declaration {
    local: Value,
    variable: Metadata,
    scope: Scope,
    location: Option<Metadata>,
}

/// The variables that a function declares.
fn declarations(function: Value) -> Vec<Declaration> {
    let declaration = |call: Value| {
        let arguments = call.arguments();
        let local = arguments.first()?.described()?;
        let variable = arguments.get(1)?.wrapped()?;
        let scope = lexical::around(variable.operand(VARIABLE_SCOPE)?).find(|scope| !scope.is_change_of_file())?;
        Some(Declaration { local, variable, scope, location: call.location() })
    };
    let calls = function.instructions().into_iter().filter(|call| call.callee_name() == "llvm.dbg.declare");
    calls.filter_map(declaration).collect()
}
