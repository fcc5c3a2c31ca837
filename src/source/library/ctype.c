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
