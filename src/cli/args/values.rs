//! Values on the command line: times, sizes, solvers.

use super::SatArg;
use std::path::PathBuf;
use std::time::Duration;

/// `cadical`, `varisat`, `ipasir` for what is linked in, or `ipasir:` and a path.
pub(super) fn parse_sat(text: &str) -> Result<SatArg, String> {
    match text.split_once(':') {
        None if text.eq_ignore_ascii_case("cadical") => Ok(SatArg::Cadical),
        None if text.eq_ignore_ascii_case("varisat") => Ok(SatArg::Varisat),
        None if text == "ipasir" => Ok(SatArg::Linked),
        Some(("ipasir", path)) if !path.is_empty() => Ok(SatArg::Ipasir(PathBuf::from(path))),
        _ => Err("give cadical, varisat, or ipasir: and the path of a library, as in ipasir:./libsolver.so".to_owned()),
    }
}

/// A time such as `90`, `1.5`, `90s`, `15m`, `2h`.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, factor) = with_unit(text, &[("s", 1.0), ("m", 60.0), ("h", 3600.0)]);
    let seconds = number.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds * factor).ok())
        .ok_or_else(|| "give seconds, or a number with s, m or h, such as 90, 90s or 15m".to_owned())
}

/// A size in bytes such as `500000000`, `500M`, `4G`; units are powers of 1024.
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    let units = [("K", 1024.0), ("M", 1048576.0), ("G", 1073741824.0), ("T", 1099511627776.0)];
    let text = text.trim_end_matches("iB").trim_end_matches('B');
    let (number, factor) = with_unit(text, &units);
    let size = number.parse::<f64>().ok().filter(|size| size.is_finite() && *size > 0.0);
    size.map(|size| (size * factor) as u64)
        .ok_or_else(|| "give bytes, or a number with K, M, G or T, such as 500M or 4G".to_owned())
}

/// Splits a unit off; factor 1 where there is none.
fn with_unit<'a>(text: &'a str, units: &[(&str, f64)]) -> (&'a str, f64) {
    let unit = units.iter().find_map(|(unit, factor)| {
        let split = text.len().checked_sub(unit.len())?;
        let (number, end) = text.is_char_boundary(split).then(|| text.split_at(split))?;
        end.eq_ignore_ascii_case(unit).then_some((number, *factor))
    });
    unit.unwrap_or((text, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("2H"), Ok(Duration::from_secs(7200)));
        assert_eq!(parse_size("4G"), Ok(4 << 30));
        assert_eq!(parse_size("500MiB"), Ok(500 << 20));
        assert_eq!(parse_size("1024"), Ok(1024));
        for bad in ["", "x", "-1", "1y", "inf", "é", "1e999"] {
            assert!(parse_time(bad).is_err(), "{bad}");
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn solvers() {
        assert_eq!(parse_sat("cadical"), Ok(SatArg::Cadical));
        assert_eq!(parse_sat("Varisat"), Ok(SatArg::Varisat));
        assert_eq!(parse_sat("ipasir:a:b.so"), Ok(SatArg::Ipasir("a:b.so".into())));
        assert_eq!(parse_sat("ipasir"), Ok(SatArg::Linked));
        for bad in ["", "minisat", "ipasir:", "cadical:x", "/lib/x.so"] {
            assert!(parse_sat(bad).is_err(), "{bad}");
        }
    }
}
