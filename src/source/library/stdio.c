// Files. Any of them can fail or end at any time, and gives any characters. Who uses one that is closed is not modelled.
// As large as that of GNU's library, of which only this is known.
typedef struct {
  char unknown[sizeof(void *) == 8 ? 208 : 140];
  _Bool is_open, is_read, is_written, is_process, at_end, has_failed, has_given_back;
  unsigned char given_back;
  _Bool is_wide;
} FILE;

typedef __SIZE_TYPE__ room_of_file;

static FILE input = {.is_open = 1, .is_read = 1}, output = {.is_open = 1, .is_written = 1}, errors = {.is_open = 1, .is_written = 1};
FILE *stdin = &input, *stdout = &output, *stderr = &errors;

// A file has a new place each time that it is opened, so that an old pointer to it is known. Really it may be the place of one that has been
// closed: the reader knows the object by its name, and what the number of such an address is, is not modelled.
static FILE files[8] __asm__("bitreach.files");
static unsigned opened;
// LLVM's passes do not see which of the files it is: they know how the places of an array lie.
__attribute__((const)) FILE *at_any_place(FILE *file) __asm__("__bitreach_value_ptr");

// What functions do that only write.
void use_file(FILE *file) __asm__("bitreach.file");
void read_string(const char *s) __asm__("bitreach.string");

void use_file(FILE *file) {
  if (!file->is_open) {
    // Those that are open from the start are no memory that is given back.
    if (file == &input || file == &output || file == &errors) {
      __bitreach_left_open("the use of a standard file that is closed");
    }
    __bitreach_closed();
  }
}

void read_string(const char *s) {
  while (*s != 0) {
    s++;
  }
}

// Whether somebody can write to a file at all.
_Bool can_write(FILE *file) __asm__("bitreach.can_write");

_Bool can_write(FILE *file) { return file->is_open && file->is_written; }

// The same of what may be null.
void use_file_or_null(FILE *file) __asm__("bitreach.file_or_null");
void read_string_or_null(const char *s) __asm__("bitreach.string_or_null");

void use_file_or_null(FILE *file) {
  if (file != 0) {
    use_file(file);
  }
}

void read_string_or_null(const char *s) {
  if (s != 0) {
    read_string(s);
  }
}

// What is written may fail.
void write_file(FILE *file) __asm__("bitreach.written");

void write_file(FILE *file) {
  if (nondet_bool()) {
    file->has_failed = 1;
  }
}

FILE *fopen(const char *path, const char *mode) {
  read_string(path);
  if (fails()) {
    return 0;
  }
  if (opened == sizeof(files) / sizeof(files[0])) {
    __bitreach_left_open("more files than are followed");
  }
  closed_descriptors = 0;
  FILE *file = at_any_place(&files[opened++]);
  file->is_open = 1;
  for (; *mode != 0; mode++) {
    file->is_read |= *mode == 'r' || *mode == '+';
    file->is_written |= *mode == 'w' || *mode == 'a' || *mode == '+';
  }
  return file;
}

// The same where offsets of 64 bits are asked for (_FILE_OFFSET_BITS).
FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

// What `scanf` and its like do: how many of so many conversions they make, and what each one writes.
int converted(FILE *file, int most, unsigned sure, _Bool reads) __asm__("bitreach.converted");
int converted_behind(FILE *file, int most, unsigned sure, _Bool reads, int kind, _Bool skips, _Bool is_kept, set_half low,
                     set_half high, _Bool others) __asm__("bitreach.converted_behind");
void scan_1(char *to, long long low, long long high, _Bool is_made) __asm__("bitreach.scan_1");
void scan_2(short *to, long long low, long long high, _Bool is_made) __asm__("bitreach.scan_2");
void scan_4(int *to, long long low, long long high, _Bool is_made) __asm__("bitreach.scan_4");
void scan_8(long long *to, long long low, long long high, _Bool is_made) __asm__("bitreach.scan_8");
void scan_float(float *to, _Bool is_made) __asm__("bitreach.scan_float");
void scan_double(double *to, _Bool is_made) __asm__("bitreach.scan_double");
void scan_long_double(long double *to, _Bool is_made) __asm__("bitreach.scan_longdouble");
void scan_char(char *to, int comes, _Bool is_made) __asm__("bitreach.scan_char");
void scan_string(char *to, unsigned most, _Bool is_made) __asm__("bitreach.scan_string");
void scan_set(char *to, int comes, unsigned most, set_half low, set_half high, _Bool others, _Bool is_made)
    __asm__("bitreach.scan_set");
float any_float(void) __asm__("bitreach.nondet_float");
double any_double(void) __asm__("bitreach.nondet_double");
long double any_long_double(void) __asm__("bitreach.nondet_longdouble");
FILE *standard_input(void) __asm__("bitreach.input");
FILE *standard_output(void) __asm__("bitreach.output");
FILE *standard_errors(void) __asm__("bitreach.errors");

FILE *standard_input(void) { return stdin; }
FILE *standard_output(void) { return stdout; }
FILE *standard_errors(void) { return stderr; }

// Whether any file has been read as one of wide characters.
static _Bool reads_wide;

static _Bool is_white(char c) { return c == ' ' || c >= '\t' && c <= '\r'; }

// Whether a character can come where a number, a word or blanks have ended. The numbers are those that formats are shown with.
enum { ANY, NO_DIGIT, BLANK, NO_BLANK };

static _Bool can_come(char c, int next) {
  return next == NO_DIGIT ? !(c >= '0' && c <= '9') : next == BLANK ? is_white(c) : next == NO_BLANK ? !is_white(c) : 1;
}

// Whether a file ends here (1), or fails (2).
static int ends_in(FILE *file, _Bool is_wide) {
  use_file(file);
  if (!file->is_read) {
    __bitreach_left_open("reading of a file that is written");
  }
  if (reads_wide && file->is_wide && !is_wide) {
    __bitreach_left_open("reading of bytes from a file of wide characters");
  }
  if (file->has_given_back) {
    return 0;
  }
  may_set_errno();
  if (file->at_end || !nondet_bool()) {
    return file->at_end;
  }
  if (nondet_bool()) {
    must_set_errno();
    file->has_failed = 1;
    return 2;
  }
  file->at_end = 1;
  return 1;
}

static int ends(FILE *file) { return ends_in(file, 0); }

// The next character, where there is one.
static char letter(FILE *file) {
  if (file->has_given_back) {
    file->has_given_back = 0;
    return (char)file->given_back;
  }
  return nondet_char();
}

// The character that a conversion begins with, because it was given back; -1 where that is any.
static int begins = -1;

// How many of so many conversions are made, by number; those that are `sure` find what they want unless the file ends or fails. `reads`
// says whether the format wants anything, and `least` is the least number.
static int some_made(FILE *file, int least, int most, unsigned sure, _Bool reads) {
  _Bool was_at_end = file->at_end, is_at_end = ends(file) != 0;
  int count = nondet_int();
  assume(count >= least && count <= most);
  _Bool is_sure = count < most && (sure >> count & 1);
  assume(is_at_end || !is_sure);
  if (was_at_end) {
    return reads ? -1 : 0;
  }
  if (count == 0 && is_at_end && reads && (is_sure || nondet_bool())) {
    return -1;
  }
  return count;
}

int converted(FILE *file, int most, unsigned sure, _Bool reads) { return some_made(file, 0, most, sure, reads); }

// Whether a character begins a number in base 10: a digit does, and a sign may.
static _Bool begins_number(int c) { return c >= '0' && c <= '9' || c == '-' || c == '+'; }

// The same where a character may have been given back. What wants no blank ends in front of one that it does not take, and that waits on.
int converted_behind(FILE *file, int most, unsigned sure, _Bool reads, int kind, _Bool skips, _Bool is_kept, set_half low,
                     set_half high, _Bool others) {
  begins = -1;
  use_file(file);
  if (!file->has_given_back) {
    return converted(file, most, sure, reads);
  }
  int c = file->given_back;
  if (skips && is_white((char)c)) {
    file->has_given_back = 0;
    return converted(file, most, sure, reads);
  }
  if (kind == '?') {
    __bitreach_left_open("a conversion of `scanf` but for %d, %c, %s and %[, behind a character that was given back");
  }
  may_set_errno();
  if (kind == '-' || kind == 'd' && !begins_number(c) || kind != 'd' && !is_member((char)c, low, high, others)) {
    return 0;
  }
  file->has_given_back = 0;
  // A character is all that these want, and a digit is a number.
  _Bool is_made = is_kept && (kind == 'c' || kind == '[' || kind == 'd' && c >= '0' && c <= '9');
  begins = is_kept && kind != 'd' ? c : -1;
  return some_made(file, is_made, most, sure, reads);
}

// Whatever a number begins with, it may have more digits than fit, and be any then.
#define SCANNED(name, type, any)                                                                                       \
  void name(type *to, long long low, long long high, _Bool is_made) {                                                  \
    if (is_made) {                                                                                                     \
      type number = any();                                                                                             \
      assume(number >= low && number <= high);                                                                         \
      *to = number;                                                                                                    \
    }                                                                                                                  \
  }
SCANNED(scan_1, char, nondet_char)
SCANNED(scan_2, short, nondet_short)
SCANNED(scan_4, int, nondet_int)
SCANNED(scan_8, long long, nondet_long_long)

// Of what is no number the bits are those that the library makes of it, which say no more.
#define SCANNED_FRACTION(name, type, any)                                                                              \
  void name(type *to, _Bool is_made) {                                                                                 \
    if (is_made) {                                                                                                     \
      type number = any();                                                                                             \
      *to = number == number ? number : (type)__builtin_nan("");                                                       \
    }                                                                                                                  \
  }
SCANNED_FRACTION(scan_float, float, any_float)
SCANNED_FRACTION(scan_double, double, any_double)
SCANNED_FRACTION(scan_long_double, long double, any_long_double)

// The first character: what was given back, or one that can come there.
static char first_letter(int comes) {
  char c = begins >= 0 ? (char)begins : nondet_char();
  assume(begins >= 0 || can_come(c, comes));
  begins = -1;
  return c;
}

void scan_char(char *to, int comes, _Bool is_made) {
  if (is_made) {
    *to = first_letter(comes);
  }
}

// Up to so many characters, or any number of them if `most` is 0.
void scan_string(char *to, unsigned most, _Bool is_made) {
  if (is_made) {
    unsigned count = 0;
    do {
      char c = count == 0 ? first_letter(ANY) : nondet_char();
      assume(!is_white(c));
      to[count++] = c;
    } while (count != most && nondet_bool());
    to[count] = 0;
  }
}

void scan_set(char *to, int comes, unsigned most, set_half low, set_half high, _Bool others, _Bool is_made) {
  if (is_made) {
    unsigned count = 0;
    do {
      char c = count == 0 ? first_letter(comes) : nondet_char();
      assume(is_member(c, low, high, others));
      to[count++] = c;
    } while (count != most && nondet_bool());
    to[count] = 0;
  }
}

// Which descriptor is closed is not known.
int fclose(FILE *file) {
  use_file(file);
  file->is_open = file->has_given_back = 0;
  forget_descriptors(-1);
  return fails() ? -1 : 0;
}

int fgetc(FILE *file) {
  if (ends(file)) {
    return -1;
  }
  return (unsigned char)letter(file);
}

// Nothing is given back where a character waits already: the standard has one, of which more may fail.
int ungetc(int c, FILE *file) {
  use_file(file);
  if (!file->is_read) {
    __bitreach_left_open("reading of a file that is written");
  }
  if (c == -1) {
    return -1;
  }
  if (file->has_given_back) {
    __bitreach_left_open("more than one character that is given back");
  }
  may_set_errno();
  file->has_given_back = 1;
  file->given_back = (unsigned char)c;
  file->at_end = 0;
  return (unsigned char)c;
}

// What is given back is thrown away where the file can be read from another place (POSIX), and kept where it cannot.
void flushed(FILE *file) __asm__("bitreach.flushed");

void flushed(FILE *file) {
  _Bool waits = file != 0 && file->has_given_back;
  for (unsigned i = 0; file == 0 && i < sizeof(files) / sizeof(files[0]); i++) {
    waits |= files[i].has_given_back;
  }
  if (waits || file == 0 && input.has_given_back) {
    __bitreach_left_open("`fflush` behind a character that was given back");
  }
}

int getc(FILE *file) { return fgetc(file); }

int getchar(void) { return fgetc(stdin); }
int getc_unlocked(FILE *file) { return fgetc(file); }
int fgetc_unlocked(FILE *file) { return fgetc(file); }
int getchar_unlocked(void) { return fgetc(stdin); }

char *fgets(char *s, int size, FILE *file) {
  use_file(file);
  if (size <= 0) {
    return 0;
  }
  int count = 0;
  while (count < size - 1) {
    int end = ends(file);
    if (end) {
      // What comes before a failure may be there, or not.
      if (count == 0 || end == 2 && nondet_bool()) {
        return 0;
      }
      break;
    }
    char c = letter(file);
    s[count++] = c;
    if (c == '\n') {
      break;
    }
  }
  s[count] = 0;
  return s;
}

int fileno(FILE *file) {
  use_file(file);
  if (file != &input && file != &output && file != &errors) {
    __bitreach_left_open("the descriptor of a file that `fopen` opened");
  }
  return file == &input ? 0 : file == &output ? 1 : 2;
}

int feof(FILE *file) {
  use_file(file);
  return truth(file->at_end);
}

int ferror(FILE *file) {
  use_file(file);
  return truth(file->has_failed);
}

void clearerr(FILE *file) {
  use_file(file);
  file->at_end = file->has_failed = 0;
}

void rewind(FILE *file) {
  may_set_errno();
  clearerr(file);
  file->has_given_back = 0;
}

int fseek(FILE *file, long offset, int whence) {
  use_file(file);
  write_file(file);
  // SEEK_SET, SEEK_CUR, SEEK_END, and two more of Linux. What is no place of a file, EINVAL, may be said of a pipe before, ESPIPE.
  if (whence < 0 || whence > 4 || (whence == 0 && offset < 0)) {
    error = nondet_bool() ? 22 : 29;
    return -1;
  }
  if (fails()) {
    return -1;
  }
  file->at_end = 0;
  file->has_given_back = 0;
  return 0;
}

int fseeko(FILE *file, long offset, int whence) { return fseek(file, offset, whence); }

// Where a file is, only the system knows: any place of it.
long ftell(FILE *file) {
  use_file(file);
  if (fails()) {
    return -1;
  }
  long at = nondet_long();
  assume(at >= 0);
  return at;
}

long ftello(FILE *file) { return ftell(file); }

// A place of a file, of which the program sees no more than that it is there.
typedef struct {
  char unknown[sizeof(void *) == 8 ? 16 : 12];
} place_in_file;

int fgetpos(FILE *file, place_in_file *at) {
  use_file(file);
  if (fails()) {
    return -1;
  }
  place_in_file any;
  *at = any;
  return 0;
}

int fsetpos(FILE *file, const place_in_file *at) {
  all_there(at, 1, sizeof(*at));
  return fseek(file, 0, 0);
}

// The same file for another name. What it was before is closed in any case.
FILE *freopen(const char *path, const char *mode, FILE *file) {
  use_file(file);
  if (path == 0) {
    __bitreach_left_open("`freopen` without a name");
  }
  if (file->is_process) {
    __bitreach_left_open("`freopen` of a file that `popen` opened");
  }
  read_string(path);
  read_string(mode);
  forget_descriptors(-1);
  closed_descriptors = 0;
  file->is_open = file->is_read = file->is_written = file->at_end = file->has_failed = file->has_given_back = 0;
  if (fails()) {
    return 0;
  }
  file->is_open = 1;
  for (; *mode != 0; mode++) {
    file->is_read |= *mode == 'r' || *mode == '+';
    file->is_written |= *mode == 'w' || *mode == 'a' || *mode == '+';
  }
  return file;
}

FILE *freopen64(const char *path, const char *mode, FILE *file) { return freopen(path, mode, file); }

// How a file is buffered, makes no difference; memory of the program for it would be written at any time.
int setvbuf(FILE *file, char *buffer, int mode, room_of_file room) {
  use_file(file);
  if (buffer != 0) {
    __bitreach_left_open("a buffer for a file that is the program's own");
  }
  return fails() ? nondet_int() : 0;
}

void setbuf(FILE *file, char *buffer) { setvbuf(file, buffer, 0, 0); }
void setlinebuf(FILE *file) { setvbuf(file, 0, 1, 0); }

FILE *tmpfile(void) { return fopen("", "w+"); }

// What another program writes or reads.
FILE *popen(const char *command, const char *mode) {
  read_string(command);
  FILE *file = fopen("", mode);
  if (file != 0) {
    file->is_process = 1;
  }
  return file;
}

int pclose(FILE *file) {
  use_file(file);
  if (!file->is_process) {
    __bitreach_left_open("`pclose` of a file that `popen` did not open");
  }
  return fclose(file) ? -1 : any_end(0);
}

// A file that is known by its descriptor.
FILE *fdopen(int of, const char *mode) {
  if (of < 0) {
    error = 9; // EBADF
    return 0;
  }
  return fopen("", mode);
}

int remove(const char *path) {
  read_string(path);
  return fails() ? -1 : 0;
}

int rename(const char *from, const char *to) {
  read_string(from);
  read_string(to);
  return fails() ? -1 : 0;
}

// As many elements as are there, in the width that they have where that is one of C's.
room_of_file fread(void *to, room_of_file width, room_of_file count, FILE *file) {
  use_file(file);
  room_of_file bytes;
  if (__builtin_mul_overflow(width, count, &bytes)) {
    __bitreach_left_open("more bytes are read than there are");
  }
  if (bytes == 0) {
    return 0;
  }
  if (file->at_end) {
    ends(file);
    return 0;
  }
  _Bool is_behind = file->has_given_back;
  file->has_given_back = 0;
  room_of_file got = count;
  if (ends(file)) {
    got = (room_of_file)nondet_long();
    assume(got < count);
  }
  if (width == 4) {
    for (room_of_file i = 0; i < got; i++) {
      ((int *)to)[i] = nondet_int();
    }
  } else if (width == 8) {
    for (room_of_file i = 0; i < got; i++) {
      ((long long *)to)[i] = nondet_long_long();
    }
  } else {
    for (room_of_file i = 0; i < got * width; i++) {
      ((char *)to)[i] = nondet_char();
    }
  }
  // What is there of an element that is not there as a whole, nobody knows.
  if (got < count && nondet_bool()) {
    for (room_of_file i = 0; i < width - 1; i++) {
      ((char *)to)[got * width + i] = nondet_char();
    }
  }
  // One byte is there in any case.
  if (is_behind) {
    assume(got > 0 || width > 1);
    *(char *)to = (char)file->given_back;
  }
  return got;
}

room_of_file fwrite(const void *from, room_of_file width, room_of_file count, FILE *file) {
  use_file(file);
  if (!file->is_written) {
    __bitreach_left_open("writing to a file that is read");
  }
  all_there(from, count, width);
  if (count == 0 || width == 0) {
    may_set_errno();
    return 0;
  }
  if (fails()) {
    file->has_failed = 1;
    room_of_file written = (room_of_file)nondet_long();
    assume(written < count);
    return written;
  }
  return count;
}

// The same where nobody else uses the file meanwhile.
room_of_file fread_unlocked(void *to, room_of_file width, room_of_file count, FILE *file) { return fread(to, width, count, file); }

room_of_file fwrite_unlocked(const void *from, room_of_file width, room_of_file count, FILE *file) {
  return fwrite(from, width, count, file);
}

int feof_unlocked(FILE *file) { return feof(file); }
int ferror_unlocked(FILE *file) { return ferror(file); }
void clearerr_unlocked(FILE *file) { clearerr(file); }
int fileno_unlocked(FILE *file) { return fileno(file); }

char *fgets_unlocked(char *s, int size, FILE *file) { return fgets(s, size, file); }

// A number as it lies in memory; -1 may be one, or say that the file ends or fails.
int getw(FILE *file) {
  use_file(file);
  if (file->has_given_back) {
    __bitreach_left_open("`getw` behind a character that was given back");
  }
  return ends(file) ? -1 : nondet_int();
}

// A line with its end, in memory that is made larger where it is too small. How large it is then, POSIX leaves open: the size is chosen
// before the line is read, and fits.
typedef __PTRDIFF_TYPE__ count_of_file;
void *malloc(room_of_file n);
void free(void *object);

count_of_file getdelim(char **line, room_of_file *room, int delimiter, FILE *file) {
  if (line == 0 || room == 0) {
    error = 22; // EINVAL
    return -1;
  }
  use_file(file);
  may_set_errno();
  char *to = *line;
  room_of_file had = to == 0 ? 0 : *room, has = had;
  _Bool is_new = had == 0 || !file->at_end && nondet_bool();
  if (is_new) {
    has = (room_of_file)nondet_long();
    // More cannot be allocated: machines of 64 bits have addresses of 47 bits.
    assume(has > had && has <= __PTRDIFF_MAX__ >> (sizeof(void *) == 8 ? 16 : 0));
    to = malloc(has);
    if (to == 0) {
      // The line may stand there as far as it fits.
      for (room_of_file i = 0; i < had && nondet_bool(); i++) {
        (*line)[i] = nondet_char();
      }
      must_set_errno();
      return -1;
    }
  }
  room_of_file count = 0;
  int end = 0;
  char c = 0;
  do {
    end = ends(file);
    if (!end) {
      assume(count + 1 < has);
      c = letter(file);
      to[count++] = c;
    }
  } while (!end && c != (char)delimiter);
  // It is made larger only where it has to be.
  assume(!is_new || had == 0 || count + 1 > had);
  if (is_new) {
    free(*line);
    *line = to;
    *room = has;
  }
  // What comes before a failure may be there, or not.
  if (end && (count == 0 || end == 2 && nondet_bool())) {
    return -1;
  }
  to[count] = 0;
  return (count_of_file)count;
}

count_of_file getline(char **line, room_of_file *room, FILE *file) { return getdelim(line, room, '\n', file); }

// Wide characters. Each is any that there may be; at any place there may be none, which is another failure.
typedef __WCHAR_TYPE__ wide_of_file;
#define WIDE_END (-1u)

// The wide character that was given back last, and to which file.
static FILE *given_to;
static unsigned given_wide;

// The next one, or that the file ends (1) or fails (2).
static int next_wide(FILE *file, unsigned *to) {
  reads_wide = 1;
  file->is_wide = 1;
  int end = ends_in(file, 1);
  if (end) {
    return end;
  }
  if (file->has_given_back) {
    if (given_to != file) {
      __bitreach_left_open("reading of wide characters behind a byte that was given back");
    }
    file->has_given_back = 0;
    *to = given_wide;
    return 0;
  }
  if (nondet_bool()) {
    error = 84; // EILSEQ
    write_file(file);
    return 2;
  }
  *to = (unsigned)nondet_int();
  assume(*to <= 0x7fffffff);
  return 0;
}

unsigned fgetwc(FILE *file) {
  unsigned c;
  return next_wide(file, &c) ? WIDE_END : c;
}

unsigned getwc(FILE *file) { return fgetwc(file); }
unsigned getwchar(void) { return fgetwc(stdin); }
unsigned fgetwc_unlocked(FILE *file) { return fgetwc(file); }
unsigned getwc_unlocked(FILE *file) { return fgetwc(file); }
unsigned getwchar_unlocked(void) { return fgetwc(stdin); }

unsigned ungetwc(unsigned c, FILE *file) {
  use_file(file);
  if (!file->is_read) {
    __bitreach_left_open("reading of a file that is written");
  }
  if (c == WIDE_END) {
    return WIDE_END;
  }
  if (file->has_given_back || given_to != 0 && given_to != file && given_to->has_given_back) {
    __bitreach_left_open("more than one character that is given back");
  }
  may_set_errno();
  reads_wide = 1;
  file->is_wide = 1;
  // One that there is no byte for is not taken by every library.
  if (c >= 128 && nondet_bool()) {
    return WIDE_END;
  }
  file->has_given_back = 1;
  file->at_end = 0;
  given_to = file;
  given_wide = c;
  return c;
}

wide_of_file *fgetws(wide_of_file *s, int size, FILE *file) {
  use_file(file);
  if (size <= 0) {
    return 0;
  }
  int count = 0;
  while (count < size - 1) {
    unsigned c;
    int end = next_wide(file, &c);
    if (end) {
      // What comes before a failure may be there, or not.
      if (count == 0 || end == 2 && nondet_bool()) {
        return 0;
      }
      break;
    }
    s[count++] = (wide_of_file)c;
    if (c == '\n') {
      break;
    }
  }
  s[count] = 0;
  return s;
}

// What is written may be no character, or fail.
static _Bool fails_to_write(FILE *file) {
  use_file(file);
  if (!file->is_written) {
    __bitreach_left_open("writing to a file that is read");
  }
  if (fails()) {
    file->has_failed = 1;
    return 1;
  }
  return 0;
}

unsigned fputwc(wide_of_file c, FILE *file) { return fails_to_write(file) ? WIDE_END : (unsigned)c; }
unsigned putwc(wide_of_file c, FILE *file) { return fputwc(c, file); }
unsigned putwchar(wide_of_file c) { return fputwc(c, stdout); }
unsigned fputwc_unlocked(wide_of_file c, FILE *file) { return fputwc(c, file); }
unsigned putwc_unlocked(wide_of_file c, FILE *file) { return fputwc(c, file); }
unsigned putwchar_unlocked(wide_of_file c) { return fputwc(c, stdout); }

static room_of_file wide_length(const wide_of_file *s, _Bool has_most, room_of_file most) {
  room_of_file length = 0;
  while ((!has_most || length < most) && s[length] != 0) {
    length++;
  }
  return length;
}

int fputws(const wide_of_file *s, FILE *file) {
  wide_length(s, 0, 0);
  int number = nondet_int();
  assume(number >= 0);
  return fails_to_write(file) ? -1 : number;
}

// Whether a file is one of wide characters (above zero) or of bytes (below): it becomes what is asked for where it is none yet. Of what it
// was before, only that wide characters were read is followed.
int fwide(FILE *file, int mode) {
  use_file(file);
  __bitreach_left_open("whether a file is one of wide characters (`fwide`)");
  return 0;
}

// What formats of wide characters say. Where they write into memory, texts and letters are what stands there; numbers are left open there. Elsewhere
// only counts: whole numbers have the digits that they have, others as many as they may.
typedef struct {
  wide_of_file *to;
  room_of_file room, at;
  _Bool has_failed;
} wide_text;

static void put_wide(wide_text *text, wide_of_file letter) {
  if (text->at + 1 < text->room) {
    text->to[text->at] = letter;
  }
  text->at++;
}

static void put_wide_blanks(wide_text *text, room_of_file from, room_of_file to) {
  for (; from < to; from++) {
    put_wide(text, ' ');
  }
}

static wide_of_file wide_of_byte(wide_text *text, char c) {
  if ((unsigned char)c < 128) {
    return c;
  }
  text->has_failed |= nondet_bool();
  return nondet_int();
}

static void put_any_number(wide_text *text, room_of_file least, room_of_file most) {
  if (text->to != 0) {
    __bitreach_left_open("a number in a text of wide characters");
  }
  room_of_file count = (room_of_file)nondet_long();
  assume(count >= least && count <= most);
  text->at += count;
}

// A whole number to the base 10, of which only the letters are counted.
static void put_whole_number(wide_text *text, unsigned long number, _Bool has_minus, room_of_file wide) {
  if (text->to != 0) {
    __bitreach_left_open("a number in a text of wide characters");
  }
  room_of_file count = has_minus ? 2 : 1;
  for (; number > 9; number /= 10) {
    count++;
  }
  text->at += count > wide ? count : wide;
}

static const wide_of_file *read_amount(const wide_of_file *format, int *amount, __builtin_va_list *arguments) {
  *amount = 0;
  if (*format == '*') {
    *amount = __builtin_va_arg(*arguments, int);
    return format + 1;
  }
  for (; *format >= '0' && *format <= '9'; format++) {
    if (*amount > 100000) {
      __bitreach_left_open("a width or precision above a million in a format of wide characters");
    }
    *amount = *amount * 10 + (*format - '0');
  }
  return format;
}

static void put_wide_format(wide_text *text, const wide_of_file *format, __builtin_va_list *arguments) {
  while (*format != 0) {
    if (*format != '%') {
      put_wide(text, *format++);
      continue;
    }
    format++;
    _Bool is_left = 0, has_precision = 0, has_more = 0;
    for (; *format == '-' || *format == '+' || *format == ' ' || *format == '#' || *format == '0'; format++) {
      is_left |= *format == '-';
      has_more |= *format == '+' || *format == ' ' || *format == '#';
    }
    int width, precision = -1, longs = 0, shorts = 0, other = 0;
    format = read_amount(format, &width, arguments);
    if (width < 0) {
      is_left = 1;
      width = width == -0x7fffffff - 1 ? 0x7fffffff : -width;
    }
    if (*format == '.') {
      format = read_amount(format + 1, &precision, arguments);
      has_precision = precision >= 0;
    }
    for (;; format++) {
      if (*format == 'l') {
        longs++;
      } else if (*format == 'h') {
        shorts++;
      } else if (*format == 'z' || *format == 'j' || *format == 't') {
        other = (int)*format;
      } else {
        break;
      }
    }
    wide_of_file letter = *format;
    room_of_file wide = (room_of_file)width;
    if (letter == '%') {
      put_wide(text, '%');
    } else if ((letter == 'd' || letter == 'i') && !has_more && !has_precision && longs < 2 && shorts == 0 && other == 0) {
      long number = longs == 1 ? __builtin_va_arg(*arguments, long) : __builtin_va_arg(*arguments, int);
      put_whole_number(text, number < 0 ? 0ul - (unsigned long)number : (unsigned long)number, number < 0, wide);
    } else if (letter == 'u' && !has_more && !has_precision && longs < 2 && shorts == 0 && other == 0) {
      put_whole_number(text, longs == 1 ? __builtin_va_arg(*arguments, unsigned long) : __builtin_va_arg(*arguments, unsigned), 0, wide);
    } else if (letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o') {
      if (other == 'z') {
        __builtin_va_arg(*arguments, room_of_file);
      } else if (other == 't') {
        __builtin_va_arg(*arguments, __PTRDIFF_TYPE__);
      } else if (other == 'j' || longs > 1) {
        __builtin_va_arg(*arguments, long long);
      } else if (longs == 1) {
        __builtin_va_arg(*arguments, long);
      } else {
        __builtin_va_arg(*arguments, int);
      }
      // A sign or what stands in front, and as many digits of base 8 as these bits have.
      _Bool is_int = longs == 0 && other == 0;
      room_of_file digits = is_int ? 11 : 22, least = has_precision ? (room_of_file)precision : 1;
      digits = least > digits ? least : digits;
      put_any_number(text, least > wide ? least : wide, digits + 2 > wide ? digits + 2 : wide);
    } else if ((letter == 'f' || letter == 'F' || letter == 'e' || letter == 'E' || letter == 'g' || letter == 'G') && longs < 2 &&
               shorts == 0 && other == 0) {
      __builtin_va_arg(*arguments, double);
      // A sign, 309 digits, a point and those behind it.
      room_of_file most = 316 + (has_precision ? (room_of_file)precision : 6);
      put_any_number(text, wide > 1 ? wide : 1, most > wide ? most : wide);
    } else if (letter == 'p' && longs == 0) {
      __builtin_va_arg(*arguments, void *);
      put_any_number(text, wide > 1 ? wide : 1, wide > 20 ? wide : 20);
    } else if (letter == 'c' && longs < 2 && shorts == 0 && other == 0) {
      wide_of_file c = __builtin_va_arg(*arguments, int);
      put_wide_blanks(text, 1, is_left ? 0 : wide);
      put_wide(text, longs != 0 ? c : wide_of_byte(text, (char)c));
      put_wide_blanks(text, 1, is_left ? wide : 0);
    } else if (letter == 's' && longs == 0 && shorts == 0 && other == 0) {
      const char *s = __builtin_va_arg(*arguments, const char *);
      room_of_file length = 0;
      while ((!has_precision || length < (room_of_file)precision) && s[length] != 0) {
        length++;
      }
      put_wide_blanks(text, length, is_left ? 0 : wide);
      for (room_of_file i = 0; i < length; i++) {
        put_wide(text, wide_of_byte(text, s[i]));
      }
      put_wide_blanks(text, length, is_left ? wide : 0);
    } else if (letter == 's' && longs == 1 && shorts == 0 && other == 0) {
      const wide_of_file *s = __builtin_va_arg(*arguments, const wide_of_file *);
      room_of_file length = wide_length(s, has_precision, (room_of_file)precision);
      put_wide_blanks(text, length, is_left ? 0 : wide);
      for (room_of_file i = 0; i < length; i++) {
        put_wide(text, s[i]);
      }
      put_wide_blanks(text, length, is_left ? wide : 0);
    } else {
      __bitreach_left_open("a conversion of a format of wide characters that is not known");
    }
    format++;
  }
}

// What does not fit is a failure. Then nothing is known of what stands there.
static int print_wide_into(wide_of_file *to, room_of_file room, const wide_of_file *format, __builtin_va_list *arguments) {
  wide_text text = {to, room, 0, 0};
  may_set_errno();
  put_wide_format(&text, format, arguments);
  _Bool has_failed = text.has_failed || text.at >= room || text.at > 0x7fffffff;
  if (!has_failed) {
    to[text.at] = 0;
  }
  for (room_of_file i = 0; has_failed && i < room && i <= text.at; i++) {
    to[i] = nondet_int();
  }
  return has_failed ? -1 : (int)text.at;
}

static int print_wide(FILE *file, const wide_of_file *format, __builtin_va_list *arguments) {
  wide_text text = {0, 0, 0, 0};
  put_wide_format(&text, format, arguments);
  int number = (int)text.at;
  if (fails_to_write(file) || text.has_failed || text.at > 0x7fffffff) {
    number = nondet_int();
    assume(number < 0);
  }
  return number;
}

int swprintf(wide_of_file *to, room_of_file room, const wide_of_file *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  int count = print_wide_into(to, room, format, &own);
  __builtin_va_end(own);
  return count;
}

int vswprintf(wide_of_file *to, room_of_file room, const wide_of_file *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  int count = print_wide_into(to, room, format, &own);
  __builtin_va_end(own);
  return count;
}

int wprintf(const wide_of_file *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  int count = print_wide(stdout, format, &own);
  __builtin_va_end(own);
  return count;
}

int fwprintf(FILE *file, const wide_of_file *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  int count = print_wide(file, format, &own);
  __builtin_va_end(own);
  return count;
}

int vwprintf(const wide_of_file *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  int count = print_wide(stdout, format, &own);
  __builtin_va_end(own);
  return count;
}

int vfwprintf(FILE *file, const wide_of_file *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  int count = print_wide(file, format, &own);
  __builtin_va_end(own);
  return count;
}

// Nobody else uses a file meanwhile.
void flockfile(FILE *file) { use_file(file); }
void funlockfile(FILE *file) { use_file(file); }

int ftrylockfile(FILE *file) {
  use_file(file);
  return 0;
}
