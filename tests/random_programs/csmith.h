// What programs of Csmith include, in few words: arithmetic that is defined for all operands, and a checksum that costs a
// search less than a CRC does. `NATIVE` prints the checksum; else the error is that it compares with `VALUE` as `COMPARED` says.

typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;

extern void abort(void);
extern int printf(const char *, ...);
void reach_error(void) { abort(); }

#define WIDTH(type) (8 * (int)sizeof(type))

// Where there is no result, the first operand is it.
#define BUILT_IN(type, signs, name) \
    static type safe_##name##_func_##type##_##signs(type a, type b) { \
        type result; \
        return __builtin_##name##_overflow(a, b, &result) ? a : result; \
    }
#define MODULAR(type, name, operator) \
    static type safe_##name##_func_##type##_u_u(type a, type b) { return (type)((uint64_t)a operator (uint64_t)b); }
#define DIVIDED(type, signs, name, operator, no) \
    static type safe_##name##_func_##type##_##signs(type a, type b) { return b == 0 || (no) ? a : (type)(a operator b); }
#define SHIFTED(type, signs, distance, name, operator, no) \
    static type safe_##name##_func_##type##_##signs(type a, distance b) { \
        return b < 0 || b >= WIDTH(type) || (no) ? a : (type)(a operator b); \
    }

#define SIGNED(type, least, most) \
    static type safe_unary_minus_func_##type##_s(type a) { return a == least ? a : (type)-a; } \
    BUILT_IN(type, s_s, add) \
    BUILT_IN(type, s_s, sub) \
    BUILT_IN(type, s_s, mul) \
    DIVIDED(type, s_s, div, /, a == least && b == -1) \
    DIVIDED(type, s_s, mod, %, a == least && b == -1) \
    SHIFTED(type, s_s, int, lshift, <<, a < 0 || a > most >> b) \
    SHIFTED(type, s_u, unsigned int, lshift, <<, a < 0 || a > most >> b) \
    SHIFTED(type, s_s, int, rshift, >>, a < 0) \
    SHIFTED(type, s_u, unsigned int, rshift, >>, a < 0)
#define UNSIGNED(type) \
    static type safe_unary_minus_func_##type##_u(type a) { return (type)(0 - (uint64_t)a); } \
    MODULAR(type, add, +) \
    MODULAR(type, sub, -) \
    MODULAR(type, mul, *) \
    DIVIDED(type, u_u, div, /, 0) \
    DIVIDED(type, u_u, mod, %, 0) \
    SHIFTED(type, u_s, int, lshift, <<, 0) \
    SHIFTED(type, u_u, unsigned int, lshift, <<, 0) \
    SHIFTED(type, u_s, int, rshift, >>, 0) \
    SHIFTED(type, u_u, unsigned int, rshift, >>, 0)

SIGNED(int8_t, -__INT8_MAX__ - 1, __INT8_MAX__)
SIGNED(int16_t, -__INT16_MAX__ - 1, __INT16_MAX__)
SIGNED(int32_t, -__INT32_MAX__ - 1, __INT32_MAX__)
SIGNED(int64_t, -__INT64_MAX__ - 1, __INT64_MAX__)
UNSIGNED(uint8_t)
UNSIGNED(uint16_t)
UNSIGNED(uint32_t)
UNSIGNED(uint64_t)

static uint32_t crc32_context = 17;

// Nothing, but compilers do not see that.
static uint32_t nothing;

static void platform_main_begin(void) {
    unsigned int key[3] = {5, 5, 5};
    for (int i = 0; i < 3; i++) {
        key[i] ^= 5;
    }
    nothing = key[1];
}

static void crc32_gentab(void) {}

static void transparent_crc(uint64_t value, const char *name, int flag) {
    crc32_context = (crc32_context << 1 ^ crc32_context >> 31) + (uint32_t)value + 3 * (uint32_t)(value >> 32);
}

static void platform_main_end(uint32_t checksum, int flag) {
#ifdef NATIVE
    printf("%u\n", checksum);
#else
    if (checksum COMPARED VALUE) {
        reach_error();
    }
#endif
}
