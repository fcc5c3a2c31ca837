use super::*;
use crate::source::clang::{macro_definitions, Unit};
use bitreach_limits::StopFlag;
use std::fs;

fn of(command: &str) -> Taken {
    of_in(command, Path::new("/does/not/exist"))
}

fn of_in(command: &str, folder: &Path) -> Taken {
    taken(&shlex::split(command).expect("no open quote"), folder)
}

/// What is kept of a command that is followed.
fn kept(command: &str) -> String {
    let Taken { arguments, refused, .. } = of(command);
    assert_eq!(refused, None, "{command}");
    arguments.join(" ")
}

/// Why a command is not followed.
fn refused(command: &str) -> String {
    of(command).refused.expect(command).to_string()
}

#[test]
fn what_changes_the_meaning_is_kept_or_refused() {
    let taken = kept("cc -O2 -g -fno-signed-char -D fshort=1 -fgnu89-inline -fwrapv -fno-strict-aliasing -c a.c");
    let optimised = "-D__OPTIMIZE__=1 -U__OPTIMIZE_SIZE__ -U__NO_INLINE__";
    assert_eq!(taken, format!("{optimised} -fno-signed-char -D fshort=1 -fgnu89-inline"));
    for option in ["-fshort-wchar", "-fpack-struct=2", "-mx32", "-fopenmp", "-mfpmath=387", "-specs=nano.specs"] {
        assert!(
            refused(&format!("cc -DX {option} -c a.c")).ends_with(&format!("is not followed: {option}")),
            "{option}"
        );
    }
    // A value is no option, nor is a command line of another program.
    assert_eq!(kept("cc -include -Ofast -Xlinker -Ofast -MF -DX -Wl,-DX -o -DX -c a.c"), "-include -Ofast");
    assert_eq!(
        kept("cc -fopenmp-simd --sysroot=/s -nostdinc --include=b.h -ffreestanding -c a.c"),
        "--sysroot=/s -nostdinc --include=b.h -ffreestanding"
    );
}

#[test]
fn instructions_of_the_machine_are_kept() {
    let taken = kept("cc -march=haswell -mtune=native -mno-sse4.2 -mavx2 -mno-red-zone -mcmodel=kernel -c a.c");
    assert_eq!(
        taken,
        "-U__code_model_small__ -U__code_model_medium__ -U__code_model_large__ -D__code_model_kernel__=1 -march=haswell -mno-sse4.2 -mavx2"
    );
    assert_eq!(
        kept("cc -mapxf -mevex512 -mno-fancy-math-387 -mno-tls-direct-seg-refs -mcld -c a.c"),
        "-mapxf -mevex512"
    );
    for option in ["-mabi=ms", "-mbig-endian", "-mdouble=32", "-m96bit-long-double", "-mint8"] {
        assert!(refused(&format!("cc {option} -c a.c")).ends_with(option), "{option}");
    }
}

#[test]
fn the_last_width_counts() {
    let of = |text: &str| data_model(&of(text).arguments);
    assert_eq!(of("cc -m64 -O2 -m32 -c a.c"), Some(DataModel::Ilp32));
    assert_eq!(of("cc -m32 -m64 -c a.c"), Some(DataModel::Lp64));
    assert_eq!(of("cc -D m32 -c a.c"), None);
}

#[test]
fn machines_are_followed_or_refused() {
    let model = |text: &str| data_model(&shlex::split(&kept(text)).expect("no open quote"));
    let (narrow, wide) = (Some(DataModel::Ilp32), Some(DataModel::Lp64));
    assert_eq!(model("clang --target=i686-pc-linux-gnu -c a.c"), narrow);
    assert_eq!(model("clang -target x86_64-linux-gnu -c a.c"), wide);
    assert_eq!(model("ccache /usr/bin/i686-linux-gnu-gcc-12 -c a.c"), narrow);
    // What says a width is stronger, and an option than the name of the compiler.
    assert_eq!(model("x86_64-linux-gnu-gcc -m32 -c a.c"), narrow);
    assert_eq!(model("clang -m64 --target=i686-linux-gnu -c a.c"), wide);
    assert_eq!(model("aarch64-linux-gnu-clang --target=x86_64-linux-gnu -c a.c"), wide);
    let foreign = [
        "x86_64-alpine-linux-musl-gcc",
        "clang --target=x86_64-linux-musl",
        "clang --target=aarch64-linux-gnu",
        "clang -target armv7-none-eabi",
        "clang -arch arm64",
        "avr-gcc",
        "clang --target=x86_64-linux-gnux32",
        "clang --target=x86_64-pc-windows-msvc",
        "clang --target=x86_64-elf",
        "/opt/bin/arm-none-eabi-gcc-12.2",
        "gcc.exe",
        "x86_64-w64-mingw32-gcc.exe",
        "x86_64-linux-gnux32-gcc",
        "mipsel-gcc",
        "xc32-gcc",
        "riscv-gcc",
        "sh-gcc",
    ];
    for command in foreign {
        let said = command.strip_prefix("clang ").unwrap_or(command);
        assert_eq!(
            refused(&format!("{command} -mthumb -m64 -c a.c")),
            format!("for a machine that is not followed (x86-64 and 32-bit x86 are, under Linux): {said}")
        );
    }
}

/// Behind launchers and their options there has to be a compiler that is known.
#[test]
fn compilers_are_known_or_refused() {
    let known = [
        "cc",
        "gcc-12",
        "/usr/bin/gcc-12.2",
        "clang-19",
        "ccache gcc",
        "CCACHE_X=1 /usr/bin/ccache cc",
        "env -i gcc",
        "cmake -E env CCACHE_X=1 ccache gcc",
        "cmake -E __run_co_compile --source=a.c -- cc",
        "nice -n 5 gcc",
        "/bin/sh ../libtool --tag=CC --mode=compile gcc",
        "libtool --tag CC --mode compile gcc",
        "i686-linux-gnu-libtool --mode=compile cc",
        "env -u HOME distcc cc",
    ];
    known.iter().for_each(|command| assert_eq!(kept(&format!("{command} -DX -c a.c")), "-DX", "{command}"));
    assert_eq!(kept("c99 -c a.c"), "-std=c99");
    let unknown = [
        "iccarm",
        "armcl",
        "cl430",
        "icx",
        "icc",
        "emcc",
        "sdcc",
        "armclang",
        "tcc",
        "x86_64-w64-mingw32-gcc-posix",
        "i686-w64-mingw32-gcc-win32",
        "xgcc",
        "my-compiler",
    ];
    for name in unknown {
        let said = format!("with a compiler that is not known (cc, gcc and clang are): {name}");
        assert_eq!(refused(&format!("{name} -I /opt/gcc -c a.c")), said);
        assert_eq!(refused(&format!("env -i ccache {name} -I /opt/gcc -c a.c")), said);
    }
    for command in ["cmake -E env CCACHE_X=1 ccache", "env -i", "/bin/sh ../libtool --tag=CC --mode=compile"] {
        assert!(refused(&format!("{command} arm-none-eabi-gcc -c a.c")).ends_with("under Linux): arm-none-eabi-gcc"));
        assert!(refused(&format!("{command} g++ -c a.c")).starts_with("as something else than C"), "{command}");
    }
    for command in ["", "-c a.c", "ccache -c a.c", "sh -c 'gcc -c a.c'", "cd x && gcc -c a.c"] {
        assert!(refused(command).starts_with("with a compiler that is not known"), "{command}");
    }
    assert!(refused("env CPATH=inc gcc -c a.c").ends_with("is not followed: CPATH=inc"));
}

/// What asks a compiler for another language is told to ours; the last word counts.
#[test]
fn options_of_the_language_are_kept() {
    for options in [
        "--unsigned-char --signed-char",
        "-ftrigraphs -fno-trigraphs",
        "-fpascal-strings",
        "-fgnuc-version=5.1",
        "-fwritable-strings",
        "--embed-dir=d",
        "-fgnu89-inline -fno-gnu89-inline",
        "-fno-asm -fasm",
        "-fno-gnu-keywords -fgnu-keywords",
        "-fms-extensions -fno-ms-extensions",
        "-isystem-after d -DX",
        "-isystem-afterd",
        "-fexcess-precision=16",
        "-fmacro-prefix-map=a=b",
        "-ffp-contract=off",
    ] {
        assert_eq!(kept(&format!("cc {options} -c a.c")), options);
    }
    assert_eq!(kept("cc -ffile-prefix-map=/a=. -fdebug-prefix-map=/b=. -c a.c"), "-fmacro-prefix-map=/a=.");
}

#[test]
fn what_is_not_followed_or_not_known_is_refused() {
    for option in [
        "-ffp-eval-method=double",
        "-finstrument-functions",
        "-finstrument-functions-after-inlining",
        "-fno-math-errno",
        "-fplugin=x.so",
        "-fplugin-arg-x-y=1",
        "-fpass-plugin=x.so",
        "-ivfsoverlay x.yaml",
        "-fpreprocessed",
        "-fblocks",
        "-fmerge-all-constants",
        "-fsanitize-coverage=trace-pc",
        "-Xarch_x86_64",
        "-march=native",
        "-fsso-struct=big-endian",
        "-mavx256-split-unaligned-load",
        "-msseregparm",
        "-traditional-cpp",
        "-ffixed-point",
    ] {
        let said = format!("with an option that changes what it means and is not followed: {option}");
        assert_eq!(refused(&format!("cc {option} -c a.c")), said);
    }
    // For GCC the last of these counts, and for clang the first.
    for options in ["-ftrapv -fwrapv", "-fno-strict-overflow -ftrapv", "-ftrapv -fno-trapv"] {
        assert!(refused(&format!("cc {options} -c a.c")).ends_with("is not followed: -ftrapv"), "{options}");
    }
    for option in
        ["-fno-such", "-ftree", "-inew", "-mnew", "--new", "-new", "-Oabc", "-Xnew", "-fsplit-stack", "-mpc64"]
    {
        let said = format!("with an option that is not known, and may change what it means: {option}");
        assert_eq!(refused(&format!("cc {option} -c a.c")), said);
    }
}

/// With it, functions without models would be called. That the macro is there can still be seen.
#[test]
fn there_is_no_fortification() {
    let options = "-D_FORTIFY_SOURCE=2 -U_FORTIFY_SOURCE -D _FORTIFY_SOURCE=3 -D_FORTIFY_SOURCES=1 -D_FORTIFY_SOURCE";
    let kept_ones =
        "-D_FORTIFY_SOURCE=0 -U_FORTIFY_SOURCE -D _FORTIFY_SOURCE=0 -D_FORTIFY_SOURCES=1 -D_FORTIFY_SOURCE=0";
    assert_eq!(
        kept(&format!("cc {options} -Wp,-D_FORTIFY_SOURCE=2 -c a.c")),
        format!("{kept_ones} -D_FORTIFY_SOURCE=0")
    );
}

/// Of sanitizers GCC's macros tell, and clang's `__has_feature`.
#[test]
fn sanitizers_are_told() {
    assert_eq!(kept("gcc -fsanitize=address,undefined -c a.c"), "-D__SANITIZE_ADDRESS__=1");
    assert_eq!(kept("gcc -fsanitize=thread -fno-sanitize=thread -c a.c"), "");
    assert_eq!(kept("gcc -fsanitize=thread -fno-sanitize=all -fsanitize=leak -c a.c"), "");
    assert!(refused("clang -fsanitize=address -c a.c").ends_with("-fsanitize=address"));
    assert_eq!(kept("clang -fsanitize=undefined -fsanitize=fuzzer-no-link -fno-sanitize=all -c a.c"), "");
    assert_eq!(kept("clang-19 -fno-sanitize=address -fno-sanitize-recover=all -c a.c"), "");
}

/// Of GCC's own macros clang's name says that there are none.
#[test]
fn what_takes_options_back_is_heeded() {
    assert_eq!(kept("gcc -fno-inline -c a.c"), "-D__NO_INLINE__=1");
    assert_eq!(kept("gcc -fno-inline -finline -c a.c"), "");
    assert_eq!(kept("gcc -finline -fno-inline -c a.c"), "-D__NO_INLINE__=1");
    assert_eq!(kept("gcc -frounding-math -c a.c"), "-D__ROUNDING_MATH__=1");
    assert_eq!(kept("clang -frounding-math -c a.c"), "");
}

/// GCC looks for headers beside its tools, and everybody looks for files in the folder that the compiler runs in.
#[test]
fn other_places_of_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let of = |command: &str| of_in(command, folder.path()).refused.map(|refused| refused.to_string());
    for option in ["-B tools", "-Btools", "--prefix=tools"] {
        let command = format!("gcc {option} -c a.c");
        fs::create_dir_all(folder.path().join("tools")).expect("it can be made");
        assert_eq!(of(&command), None, "{option}");
        fs::create_dir_all(folder.path().join("tools/include")).expect("it can be made");
        assert!(of(&command).is_some_and(|refused| refused.ends_with(option)), "{option}");
        assert_eq!(of(&format!("clang {option} -c a.c")), None, "{option}");
        fs::remove_dir(folder.path().join("tools/include")).expect("it is empty");
        fs::create_dir_all(folder.path().join("tools/x86_64-linux-gnu/12/include")).expect("it can be made");
        assert!(of(&command).is_some(), "{option}");
        fs::remove_dir_all(folder.path().join("tools/x86_64-linux-gnu")).expect("it is there");
    }
    for launcher in ["env -C sub", "env --chdir=sub", "env -Csub"] {
        assert!(of(&format!("{launcher} gcc -c a.c")).is_some(), "{launcher}");
    }
    assert!(of("gcc @/dev/zero -c a.c").is_some_and(|refused| refused.contains("it is no ordinary file")));
}

/// What builds are often called with: Debian's packages, CMake, autotools, Linux, OpenSSL.
#[test]
fn ordinary_options_are_taken() {
    for options in [
        "-g -O2 -Werror=implicit-function-declaration -ffile-prefix-map=/build/x=. -fstack-protector-strong \
         -fstack-clash-protection -Wformat -Werror=format-security -fcf-protection -Wdate-time -D_FORTIFY_SOURCE=2",
        "-O2 -flto=auto -ffat-lto-objects -fexceptions -g -grecord-gcc-switches -pipe -Wall -Wno-complain-wrong-lang \
         -Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=3 -Wp,-D_GLIBCXX_ASSERTIONS -fasynchronous-unwind-tables \
         -fstack-clash-protection -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer",
        "-DNDEBUG -O3 -fPIC -fvisibility=hidden -fdiagnostics-color=always -std=gnu11 -MD -MT a.o -MF a.o.d -o a.o",
        "-DHAVE_CONFIG_H -I. -I.. -g -O2 -MT a.lo -MD -MP -MF .deps/a.Tpo -fPIC -DPIC -o .libs/a.o",
        "-Os -fno-strict-aliasing -fno-common -fshort-enums -ffunction-sections -fdata-sections -fno-builtin-memcpy",
        "-fPIC -pthread -m64 -Wa,--noexecstack -Wall -O3 -DOPENSSL_PIC -DL_ENDIAN -fomit-frame-pointer -fno-plt",
        "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fprofile-arcs -ftest-coverage --coverage -pg",
        "-Og -fmax-errors=5 -ferror-limit=0 -fmessage-length=0 -fuse-ld=lld -static -no-pie -Wl,-O1 -save-temps=obj",
    ] {
        assert_eq!(of(&format!("gcc {options} -c a.c")).refused, None, "{options}");
    }
    // Linux, but for `-fshort-wchar`.
    let linux = "-Wp,-MMD,a.o.d -nostdinc -I./include -include ./include/linux/kconfig.h -D__KERNEL__ -std=gnu11 \
                 -fmacro-prefix-map=./= -funsigned-char -fno-common -fno-PIE -fno-strict-aliasing -mno-sse -mno-mmx \
                 -mno-sse2 -mno-3dnow -mno-avx -fcf-protection=branch -fno-jump-tables -m64 -falign-jumps=1 \
                 -falign-loops=1 -mno-80387 -mno-fp-ret-in-387 -mpreferred-stack-boundary=3 -mskip-rax-setup \
                 -march=x86-64 -mtune=generic -mno-red-zone -mcmodel=kernel -Wno-sign-compare \
                 -fno-asynchronous-unwind-tables -mindirect-branch=thunk-extern -mindirect-branch-register \
                 -mindirect-branch-cs-prefix -mfunction-return=thunk-extern -fpatchable-function-entry=16,16 \
                 -fno-delete-null-pointer-checks -O2 --param=allow-store-data-races=0 -fstack-protector-strong \
                 -fno-omit-frame-pointer -fno-optimize-sibling-calls -ftrivial-auto-var-init=zero \
                 -fno-stack-clash-protection -fzero-call-used-regs=used-gpr -pg -mrecord-mcount -mfentry \
                 -DCC_USING_FENTRY \
                 -falign-functions=16 -fstrict-flex-arrays=3 -fno-strict-overflow -fno-stack-check \
                 -fconserve-stack \
                 -fno-allow-store-data-races -fno-ipa-sra -mstack-protector-guard=global \
                 -DKBUILD_MODNAME='\"a\"' -c -o a.o";
    assert_eq!(of(&format!("gcc {linux} a.c")).refused, None);
}

#[test]
fn sums_of_products_may_be_fused() {
    let may = |text: &str| may_fuse(&shlex::split(text).expect("no open quote"));
    for options in [
        "-march=haswell",
        "-mfma",
        "-mfma4",
        "-mavx512f",
        "-march=znver2 -ffp-contract=fast",
        "-march=new",
        "-ffp-contract=off -mfma -ffp-contract=on",
    ] {
        assert!(may(options), "{options}");
    }
    for options in [
        "",
        "-ffp-contract=fast",
        "-march=x86-64-v2",
        "-mavx2",
        "-march=i686",
        "-march=haswell -ffp-contract=off",
        "-march=haswell -march=core2",
        "-I -mfma",
    ] {
        assert!(!may(options), "{options}");
    }
}

#[test]
fn the_processor_says_how_far_there_is_sse() {
    let of = |text: &str| sse(&shlex::split(text).expect("no open quote"));
    for (options, expected) in [
        ("-DX", Sse::None),
        ("-march=i686", Sse::None),
        ("-march=pentium2", Sse::Mmx),
        ("-march=pentium3", Sse::One),
        ("-march=pentium4", Sse::Two),
        ("-mmmx", Sse::Mmx),
        ("-msse", Sse::One),
        ("-mavx", Sse::Two),
        ("-mno-sse -march=haswell", Sse::Mmx),
        ("-msse4.1 -mno-sse2", Sse::One),
        ("-mno-sse2 -mssse3", Sse::Two),
        ("-mfxsr", Sse::None),
    ] {
        assert_eq!(of(options), expected, "{options}");
    }
}

#[test]
fn other_languages_are_refused() {
    for command in ["g++-12", "ccache clang++", "cc -x c++", "cc -xobjective-c", "clang-cl", "cl.exe"] {
        assert!(refused(&format!("{command} -c a.c")).starts_with("as something else than C"), "{command}");
    }
    assert_eq!(kept("cc -x c -c a.c"), "");
}

#[test]
fn what_the_preprocessor_is_given_comes_last() {
    assert_eq!(kept("cc -Wp,-DX=2,-MD,x.d -UX -Xpreprocessor -D -DY -Xpreprocessor Z -c a.c"), "-UX -DY -DX=2 -D Z");
    assert_eq!(kept("cc -Xclang -DX -Xclang -disable-O0-optnone -I i -c a.c"), "-I i -DX");
    assert!(refused("clang -Xclang -fwchar-type=short -c a.c").ends_with(": -Xclang -fwchar-type=short"));
    assert!(refused("clang -Xclang -triple -Xclang arm -c a.c").ends_with(": -Xclang -triple arm"));
    assert!(refused("clang -Wp,-m32 -c a.c").ends_with(": -Wp,-m32"));
    // Headers that are compiled before, as CMake has it.
    let header = "-Xclang -include -Xclang p.h";
    assert_eq!(kept(&format!("clang -Xclang -include-pch -Xclang p.h.pch {header} -c a.c")), "-include p.h");
    assert!(refused(&format!("clang -include-pch q.h.pch {header} -c a.c")).ends_with(": -include-pch q.h.pch"));
}

#[test]
fn arguments_in_files_are_arguments() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    write("a.rsp", "-D'A=a b' # -DB=\\\"b\\\"\n\"-DC=\\\\c\" @b.rsp\n");
    write("b.rsp", "-m32 ''");
    let taken = of_in("cc -DX @a.rsp -DY -c a.c", folder.path());
    assert_eq!(taken.arguments, ["-DX", "-DA=a b", "-DB=\"b\"", "-DC=\\c", "-m32", "-DY"]);
    assert_eq!(taken.refused, None);
    let missing = of_in("cc @none.rsp -c a.c", folder.path()).refused.expect("it is not there").to_string();
    assert!(
        missing.starts_with("with arguments from a file that cannot be read: @none.rsp: No such file"),
        "{missing}"
    );
    write("c.rsp", "@c.rsp");
    let endless = of_in("cc @c.rsp -c a.c", folder.path()).refused.expect("it has no end").to_string();
    assert!(endless.contains("name each other"), "{endless}");
}

/// What clang itself defines with an option is what it is told in its place.
#[test]
fn macros_are_those_of_the_option() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("a.c");
    fs::write(&file, "").expect("it can be written");
    let defined = |arguments: Vec<String>| {
        let unit = Unit { file: file.clone(), arguments, ..Unit::default() };
        macro_definitions(&unit, DataModel::Lp64, &StopFlag::new()).expect("clang takes it")
    };
    let rows = table::OPTIONS.iter().filter(|(_, _, effect)| matches!(effect, Effect::Macros(_)));
    for option in rows.flat_map(|(names, ..)| *names) {
        // For the model of the kernel, clang wants code with fixed addresses.
        let fixed = if option.starts_with("-mcmodel=kernel") { "-fno-pie" } else { "-fPIE" };
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let told = macros(&words(&[fixed, option]), true);
        assert_eq!(defined(told), defined(words(&[fixed, option])), "{option}");
    }
    for (old, new) in
        [("-O2", "-O0"), ("-fno-inline", "-O2"), ("-fPIC", "-fno-pic"), ("-fstack-protector-all", "-fstack-protector")]
    {
        let both = [old.to_owned(), new.to_owned()];
        assert_eq!(defined(macros(&both, true)), defined(both.to_vec()), "{old} {new}");
    }
}
