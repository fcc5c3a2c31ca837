//! What the processor can do that a command compiles for, as far as floating-point numbers and macros tell.

use super::options;

/// How far a processor has SSE, whose registers are as wide as the types of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sse {
    /// Not even MMX.
    None,
    /// MMX.
    Mmx,
    /// The first SSE.
    One,
    /// SSE2.
    Two,
}

/// Processors without SSE2, which is what there is where nothing else is said for 32 bits.
const OLD: [(Sse, &str); 3] = [
    (Sse::None, "i386 i486 i586 i686 pentium pentiumpro lakemont"),
    (Sse::Mmx, "pentium-mmx pentium2 winchip-c6 winchip2 k6 k6-2 k6-3 athlon athlon-tbird c3 geode"),
    (Sse::One, "pentium3 pentium3m c3-2 athlon-4 athlon-xp athlon-mp"),
];

/// Processors with SSE2 that have no operation for a product and a sum at once. Those of [`OLD`] have none either.
const WITHOUT_FMA: &str = "\
    pentium-m pentium4 pentium4m prescott nocona yonah core2 penryn bonnell atom silvermont slm goldmont goldmont-plus \
    tremont nehalem corei7 westmere sandybridge corei7-avx ivybridge core-avx-i k8 k8-sse3 athlon64 athlon64-sse3 \
    athlon-fx opteron opteron-sse3 amdfam10 barcelona btver1 btver2 x86-64 x86-64-v2";

/// Instructions that have such an operation, or that come with one.
const FMA: [&str; 4] = ["-mfma", "-mxop", "-mavx512", "-mavx10"];

/// Instructions that come with SSE2.
const WITH_SSE2: [&str; 18] = [
    "-msse2",
    "-msse3",
    "-msse4",
    "-mssse3",
    "-mavx",
    "-maes",
    "-mvaes",
    "-mf16c",
    "-mfma",
    "-mgfni",
    "-mkl",
    "-mwidekl",
    "-mpclmul",
    "-mvpclmul",
    "-msha",
    "-msm3",
    "-msm4",
    "-mxop",
];

/// How far the processor of these arguments has SSE, where they are for 32 bits.
pub fn sse(arguments: &[String]) -> Sse {
    let level = processor(arguments).map_or(Sse::None, |processor| {
        let old = OLD.iter().find(|(_, names)| is_among(processor, names));
        old.map_or(Sse::Two, |(level, _)| *level)
    });
    // What is said about instructions is stronger than the processor.
    options(arguments).fold(level, |level, typed| match typed.option.as_str() {
        "-mgeneral-regs-only" => Sse::None,
        "-mno-sse" => level.min(Sse::Mmx),
        "-mno-sse2" => level.min(Sse::One),
        "-mmmx" | "-m3dnow" | "-m3dnowa" => level.max(Sse::Mmx),
        "-msse" => level.max(Sse::One),
        option if begins(option, &WITH_SSE2) => Sse::Two,
        _ => level,
    })
}

/// Whether these arguments take SSE2 away from a processor that has it.
pub fn takes_sse_away(arguments: &[String]) -> bool {
    options(arguments).fold(false, |is_away, typed| match typed.option.as_str() {
        "-mgeneral-regs-only" | "-mno-sse" | "-mno-sse2" => true,
        option => is_away && !begins(option, &WITH_SSE2),
    })
}

/// Whether compilers may make one operation of a product and a sum, which is then rounded once and not twice: where the
/// processor has such an operation, GCC and clang do that unless they are told not to.
pub fn may_fuse(arguments: &[String]) -> bool {
    let last = options(arguments).filter(|typed| typed.row.name == "-ffp-contract=").last();
    let may = last.is_none_or(|typed| typed.value() != "off");
    may && multiplies_and_adds(arguments)
}

/// Whether the processor of these arguments may have one operation for a product and a sum.
pub fn multiplies_and_adds(arguments: &[String]) -> bool {
    let is_new = |processor: &str| {
        let old = OLD.iter().map(|(_, names)| *names).chain([WITHOUT_FMA]);
        !old.into_iter().any(|names| is_among(processor, names))
    };
    let is_told = options(arguments).any(|typed| begins(typed.option, &FMA));
    is_told || processor(arguments).is_some_and(is_new)
}

/// The name of the processor.
fn processor(arguments: &[String]) -> Option<&str> {
    options(arguments).filter(|typed| typed.row.name == "-march=").last().map(|typed| typed.value())
}

fn begins(option: &str, words: &[&str]) -> bool {
    words.iter().any(|word| option.starts_with(word))
}

fn is_among(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}
