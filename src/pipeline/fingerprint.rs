//! Numbers that stay: by them a service knows a report again.

/// The parts as one number.
pub fn fingerprint(parts: &[&str]) -> String {
    let mut hash = Fingerprint::default();
    parts.iter().for_each(|part| hash.add(part.as_bytes()));
    hash.text()
}

/// FNV-1a over parts: the same on every machine and in every version.
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds a part.
    pub fn add(&mut self, part: &[u8]) {
        let bytes = part.iter().copied().chain([0]);
        self.0 = bytes.fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    }

    /// The number.
    pub fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}
