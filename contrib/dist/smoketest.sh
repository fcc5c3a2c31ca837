#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Decides a safe and an unsafe program and validates the witness of each, from whatever folder it is called. Needs clang-19
# and LLVM's shared library (Debian and Ubuntu: packages clang-19 and libllvm19).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
bitreach=$here/bin/bitreach
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "smoketest: $1" >&2
    exit 1
}

expect() { # EXIT-CODE LAST-LINE ARGUMENT...
    code=0
    wanted=$1 line=$2
    shift 2
    "$bitreach" "$@" >"$work/output" 2>"$work/messages" || code=$?
    last=$(tail -n 1 "$work/output")
    if [ "$code" != "$wanted" ] || [ "$last" != "$line" ]; then
        cat "$work/output" "$work/messages" >&2
        fail "bitreach $1 ended with exit code $code and \`$last\`, where $wanted and \`$line\` were expected"
    fi
    echo "bitreach $1: $last"
}

"$bitreach" --version || fail "bitreach does not start; are clang-19 and libllvm19 there?"
cat >"$work/safe.c" <<'END'
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned int x = 1;
  while (__VERIFIER_nondet_uint()) {
    x += 4;
    if ((x & 3) != 1)
      reach_error();
  }
  return 0;
}
END
sed 's/x += 4/x += 6/' "$work/safe.c" >"$work/unsafe.c"
for case in "safe 0 VERDICT:_SAFE" "unsafe 10 VERDICT:_UNSAFE(unreach-call)"; do
    # shellcheck disable=SC2086  # three words
    set -- $case
    verdict=$(echo "$3" | tr _ ' ')
    expect "$2" "$verdict" check --property unreach-call --timeout 60 --witness "$work/witness.yml" "$work/$1.c"
    expect "$2" "$verdict" validate --timeout 60 --witness "$work/witness.yml" "$work/$1.c"
done
echo "smoketest: all is well"
