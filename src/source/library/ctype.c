// Classes of characters in the locale "C", which every program begins with. A number that is no character is undefined (7.4 in C17).

// The classes as GNU's library has them: macros of its header read this table, from -128 on.
static const unsigned short classes[384] = {
    [128] =
    2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
    55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156,
    49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
    50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156,
    49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
    50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2,
};

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *const start = classes + 128;
  return (const unsigned short **)&start;
}

// The letters of the other case: macros of its header read these tables where a program is optimised. A number below zero is the
// character of 256 more, but the one for the end of a file.
#define ROW(c) c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7, c + 8, c + 9, c + 10, c + 11, c + 12, c + 13, c + 14, c + 15
#define HALF(c) ROW(c), ROW(c + 16), ROW(c + 32), ROW(c + 48), ROW(c + 64), ROW(c + 80), ROW(c + 96), ROW(c + 112)
#define LETTERS(a) ROW(a), a + 16, a + 17, a + 18, a + 19, a + 20, a + 21, a + 22, a + 23, a + 24, a + 25
static const int lower_letters[384] = {HALF(128), HALF(0), HALF(128), [127] = -1, [128 + 'A'] = LETTERS('a')};
static const int upper_letters[384] = {HALF(128), HALF(0), HALF(128), [127] = -1, [128 + 'a'] = LETTERS('A')};

const int **__ctype_tolower_loc(void) {
  static const int *const start = lower_letters + 128;
  return (const int **)&start;
}

const int **__ctype_toupper_loc(void) {
  static const int *const start = upper_letters + 128;
  return (const int **)&start;
}

static void check(int c) {
  if (c < -1 || c > 255) {
    __bitreach_left_open("the class of a number that is no character");
  }
}

static int in_class(int c, int class) {
  check(c);
  return truth(classes[128 + c] & class);
}

int isupper(int c) { return in_class(c, 0x100); }
int islower(int c) { return in_class(c, 0x200); }
int isalpha(int c) { return in_class(c, 0x400); }
int isdigit(int c) { return in_class(c, 0x800); }
int isxdigit(int c) { return in_class(c, 0x1000); }
int isspace(int c) { return in_class(c, 0x2000); }
int isprint(int c) { return in_class(c, 0x4000); }
int isgraph(int c) { return in_class(c, 0x8000); }
int isblank(int c) { return in_class(c, 0x1); }
int iscntrl(int c) { return in_class(c, 0x2); }
int ispunct(int c) { return in_class(c, 0x4); }
int isalnum(int c) { return in_class(c, 0x8); }

int toupper(int c) {
  check(c);
  return 'a' <= c && c <= 'z' ? c - 'a' + 'A' : c;
}

int tolower(int c) {
  check(c);
  return 'A' <= c && c <= 'Z' ? c - 'A' + 'a' : c;
}

int isascii(int c) { return truth(c >= 0 && c < 128); }
int toascii(int c) { return c & 127; }
