//! Time that an engine spends on one of its parts.

use bitreach_engine::Context;
use std::time::Duration;

/// Time spent on something: by the clock, for figures, and as counted ([`Context::effort`]), for decisions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    pub real: Duration,
    pub counted: Duration,
}

impl Spent {
    /// How much of both has passed so far.
    pub fn now(context: &Context) -> Spent {
        Spent { real: context.elapsed(), counted: context.effort() }
    }

    /// Adds what has passed since `started`.
    pub fn add(&mut self, started: Spent, context: &Context) {
        let now = Spent::now(context);
        self.real += now.real.saturating_sub(started.real);
        self.counted += now.counted.saturating_sub(started.counted);
    }
}
