//! Control flow: each block is read behind its dominators, so definitions come before their uses, except for those of φs, which are
//! filled in last. A block of LLVM may become several, see [`Draft::add_part`].

use llvm_ir::terminator::Switch;
use llvm_ir::{BasicBlock, Function, Module, Name, Terminator as LlvmTerminator};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};

use super::draft::Draft;
use super::operators::cases;
use super::phis::OpenPhi;
use super::policy::Policy;
use super::values::{readable, Shape, Value};
use crate::bv::BitVec;
use crate::prepare::choices::Taken;
use crate::program::{BlockId, Exit, InputKind, InputSite, Operand, Operation, Program, Reading, Terminator};

/// A `switch` that is not read.
pub(super) const WIDE_SWITCH: &str = "`switch` on an integer of more than 64 bits";

/// Something that cannot be represented.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) reason: String,
}

impl Cut {
    pub(super) fn new(reason: impl Into<String>) -> Cut {
        Cut { reason: reason.into() }
    }
}

/// Whether the block goes on after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continues,
    /// Its terminator has been set.
    Ended,
}

/// The state of reading one function.
pub(super) struct Reader<'m, P> {
    pub(super) module: &'m Module,
    pub(super) function: &'m Function,
    pub(super) draft: Draft<'m>,
    /// What is done with what is not known, and what is known of memory.
    pub(super) policy: P,
    /// The values that are defined so far.
    pub(super) values: FxHashMap<&'m Name, Value>,
    blocks: FxHashMap<&'m Name, &'m BasicBlock>,
    /// LLVM blocks to be read; the last comes first.
    pub(super) waiting: Vec<&'m BasicBlock>,
    /// φs whose operands are still to be filled in.
    pub(super) phis: Vec<OpenPhi<'m>>,
}

// What a reader adds goes to its draft.
impl<'m, P> Deref for Reader<'m, P> {
    type Target = Draft<'m>;

    fn deref(&self) -> &Draft<'m> {
        &self.draft
    }
}

impl<'m, P> DerefMut for Reader<'m, P> {
    fn deref_mut(&mut self) -> &mut Draft<'m> {
        &mut self.draft
    }
}

impl<'m, P: Policy<'m>> Reader<'m, P> {
    /// A reader of `function` of `module` that adds to `program`.
    pub(super) fn new(module: &'m Module, function: &'m Function, program: Program, policy: P) -> Reader<'m, P> {
        Reader {
            module,
            function,
            draft: Draft::new(program),
            policy,
            values: FxHashMap::default(),
            blocks: function.basic_blocks.iter().map(|block| (&block.name, block)).collect(),
            waiting: Vec::new(),
            phis: Vec::new(),
        }
    }

    /// Reads the function.
    pub(super) fn read(&mut self) {
        P::begin(self);
        while let Some(block) = self.waiting.pop() {
            P::block(self, block);
        }
        self.fill_phis();
    }

    /// The parameters of the function are inputs, of which numbers are shown as `reading` says.
    pub(super) fn parameters(&mut self, reading: Reading) {
        for parameter in &self.function.parameters {
            let value = match self.shape(&parameter.ty) {
                Shape::Bits(width) => {
                    let name = readable(&parameter.name);
                    let kind = InputKind::Parameter(name.as_str().into());
                    let input = self.add_input(InputSite { kind, width, reading, origin: None });
                    Value::Bits(self.define(width, name, Operation::Input(input)))
                }
                _ => Value::Opaque,
            };
            self.bind(&parameter.name, value);
        }
    }

    /// Reads the end of the current block.
    ///
    /// # Errors
    /// If it cannot be represented.
    pub(super) fn terminator(&mut self, terminator: &'m LlvmTerminator) -> Result<(), Cut> {
        use LlvmTerminator as T;
        match terminator {
            T::Ret(_) => P::leave(self, true),
            T::Unreachable(_) => P::leave(self, false),
            T::Br(branch) => {
                let target = self.head(&branch.dest);
                self.end(Terminator::Jump(target));
            }
            T::CondBr(branch) => {
                let condition = self.decisive(&branch.condition, "br", 1)?;
                let taken = match condition {
                    Operand::Constant(constant) => Some(usize::from(!constant.is_nonzero())),
                    Operand::Value(_) => None,
                };
                let ways = [(Taken::True, &branch.true_dest), (Taken::False, &branch.false_dest)];
                let blocks = P::ways(self, terminator, &ways, taken);
                let [then, otherwise] = [0, 1].map(|way: usize| blocks[way]);
                self.end(match taken {
                    None if then != otherwise => Terminator::Branch { condition, then, otherwise },
                    taken => Terminator::Jump(blocks[taken.unwrap_or(0)]),
                });
            }
            T::Switch(switch) => self.switch(terminator, switch)?,
            T::IndirectBr(jump) => {
                let value = P::unknown(self, 32, Cut::new("computed `goto`"))?;
                let targets: Vec<BlockId> = jump.possible_dests.iter().map(|name| self.head(name)).collect();
                let Some((&default, rest)) = targets.split_first() else { return Err(Cut::new("computed `goto`")) };
                let numbers = (0u128..).map(|number| BitVec::new(32, number));
                let cases = numbers.zip(rest.iter().copied()).collect();
                self.end(Terminator::Switch { value, cases, default });
            }
            T::CallBr(_) => return Err(Cut::new("inline assembly that jumps")),
            T::Invoke(_) | T::Resume(_) | T::CleanupRet(_) | T::CatchRet(_) | T::CatchSwitch(_) => {
                return Err(Cut::new("exception handling"))
            }
        }
        Ok(())
    }

    fn switch(&mut self, terminator: &'m LlvmTerminator, switch: &'m Switch) -> Result<(), Cut> {
        let (constants, targets): (Vec<BitVec>, Vec<&Name>) =
            cases(switch).ok_or_else(|| Cut::new(WIDE_SWITCH))?.into_iter().unzip();
        let width = constants.first().map_or(32, |case| case.width());
        let value = self.decisive(&switch.operand, "switch", width)?;
        let taken = match value {
            Operand::Constant(value) => Some(constants.iter().position(|case| *case == value).unwrap_or(targets.len())),
            Operand::Value(_) => None,
        };
        let cases = constants.iter().map(|case| Taken::Case(*case)).zip(targets);
        let ways: Vec<(Taken, &Name)> = cases.chain([(Taken::Default, &switch.default_dest)]).collect();
        let mut blocks = P::ways(self, terminator, &ways, taken);
        let end = match (taken, blocks.pop()) {
            (None, Some(default)) => {
                Terminator::Switch { value, cases: constants.into_iter().zip(blocks).collect(), default }
            }
            (Some(taken), Some(default)) => Terminator::Jump(blocks.get(taken).copied().unwrap_or(default)),
            (_, None) => return Err(Cut::new("`switch` without a way out")),
        };
        self.end(end);
        Ok(())
    }

    /// The block that an LLVM block begins with. From now on something leads to it, so it will be read.
    pub(super) fn head(&mut self, name: &'m Name) -> BlockId {
        if let Some(&head) = self.heads.get(name) {
            return head;
        }
        let head = self.add_head(name);
        self.waiting.extend(self.blocks.get(name));
        head
    }

    /// Adds an instruction that defines a new value, as [`Draft::define`] does; here its arguments may look at the reader.
    pub(super) fn define(&mut self, width: u32, name: impl Into<String>, operation: Operation) -> Operand {
        self.draft.define(width, name, operation)
    }

    /// Ends the current block by an exit.
    pub(super) fn exit(&mut self, exit: Exit) -> Flow {
        self.end(Terminator::Exit(exit));
        Flow::Ended
    }

    /// Ends the current block because of something that cannot be represented.
    pub(super) fn cut(&mut self, cut: Cut) {
        let row = self.add_unmodelled(cut.reason);
        self.exit(Exit::Unmodelled(row));
    }
}
