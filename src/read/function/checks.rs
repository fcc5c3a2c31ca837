//! How paths end that do not come to the function's return: checks that fail, calls that do not come back. Values that can be anything.

use super::havoc::Havoc;
use crate::program::{BlockId, CheckKind, Exit, InputKind, InputSite, Operand, Operation, Reading, Site, SiteId};
use crate::read::blocks::{Flow, Reader};

impl<'m> Reader<'m, Havoc<'m>> {
    /// The block that leaves the function.
    pub(super) fn return_block(&mut self) -> BlockId {
        let exit = self.policy.return_block.unwrap_or_else(|| self.add_part("return"));
        self.policy.return_block = Some(exit);
        exit
    }

    /// The path ends here without coming to the function's return.
    pub(super) fn stop(&mut self, reason: &str) -> Flow {
        let row = self.add_unmodelled(reason.to_owned());
        self.exit(Exit::Unmodelled(row))
    }

    /// The path ends here because a check fails.
    pub(super) fn fail(&mut self, kind: CheckKind, detail: String) -> Flow {
        let site = self.add_site(kind, detail);
        self.exit(Exit::Error(site))
    }

    pub(super) fn add_site(&mut self, kind: CheckKind, detail: String) -> SiteId {
        let origin = self.origin;
        self.program.map.sites.push(Site { kind, detail, origin });
        SiteId(self.program.map.sites.len() - 1)
    }

    /// Where `bad` is 1 a check fails; elsewhere the block goes on. Gives the check, if there is one.
    pub(super) fn check(&mut self, bad: Operand, kind: CheckKind) -> Option<SiteId> {
        if matches!(bad, Operand::Constant(constant) if !constant.is_nonzero()) {
            return None;
        }
        let site = self.add_site(kind, String::new());
        self.leave(bad, Exit::Error(site));
        Some(site)
    }

    /// The same where `bad` may be always 1: that must not look like the end of the program, which nothing is said about.
    pub(super) fn check_always(&mut self, bad: Operand, kind: CheckKind) -> Option<SiteId> {
        let bad = match bad {
            Operand::Constant(always) if always.is_nonzero() => self.define(1, "fails", Operation::Copy(bad)),
            bad => bad,
        };
        self.check(bad, kind)
    }

    /// The function that is called may not come back.
    pub(super) fn may_stop(&mut self, callee: &str) {
        let reason = format!("call of `{callee}`, which may not come back");
        let row = self.add_unmodelled(reason);
        self.policy.may_stop.push(row);
        let stops = self.anything(1);
        self.leave(stops, Exit::Unmodelled(row));
    }

    /// A value that can be anything.
    pub(super) fn anything(&mut self, width: u32) -> Operand {
        self.input(width, "any", InputKind::Undefined)
    }

    pub(super) fn input(&mut self, width: u32, name: &str, kind: InputKind) -> Operand {
        let origin = self.origin;
        let input = self.add_input(InputSite { kind, width, reading: Reading::Unsigned, origin });
        self.define(width, name, Operation::Input(input))
    }
}
