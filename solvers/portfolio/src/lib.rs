//! Engines side by side: the first checked answer wins.
