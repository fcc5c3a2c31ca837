// What `sprintf` and `snprintf` write, piece by piece. Each piece is told how much room there is in all, and how many characters stand
// before it; it says how many there are then. What does not fit, with the zero at the end, is counted and not written.
typedef __SIZE_TYPE__ room_size;

int put_text(char *to, room_size room, int at, const char *text, int count) __asm__("bitreach.put_text");
int put_string(char *to, room_size room, int at, const char *text, int width, _Bool left) __asm__("bitreach.put_string");
int put_char(char *to, room_size room, int at, int letter, int width, _Bool left) __asm__("bitreach.put_char");
int put_int(char *to, room_size room, int at, unsigned number, _Bool negative, unsigned base, char ten, int width, int fill)
    __asm__("bitreach.put_int");
int put_long(char *to, room_size room, int at, unsigned long long number, _Bool negative, unsigned base, char ten, int width, int fill)
    __asm__("bitreach.put_long");
void put_end(char *to, room_size room, int at) __asm__("bitreach.put_end");

static int put(char *to, room_size room, int at, char letter) {
  if ((room_size)at + 1 < room) {
    to[at] = letter;
  }
  return at + 1;
}

static int put_times(char *to, room_size room, int at, char letter, int count) {
  for (int i = 0; i < count; i++) {
    at = put(to, room, at, letter);
  }
  return at;
}

int put_text(char *to, room_size room, int at, const char *text, int count) {
  for (int i = 0; i < count; i++) {
    at = put(to, room, at, text[i]);
  }
  return at;
}

int put_string(char *to, room_size room, int at, const char *text, int width, _Bool left) {
  int count = 0;
  while (text[count] != 0) {
    count++;
  }
  if (!left) {
    at = put_times(to, room, at, ' ', width - count);
  }
  at = put_text(to, room, at, text, count);
  return left ? put_times(to, room, at, ' ', width - count) : at;
}

int put_char(char *to, room_size room, int at, int letter, int width, _Bool left) {
  if (!left) {
    at = put_times(to, room, at, ' ', width - 1);
  }
  at = put(to, room, at, (char)letter);
  return left ? put_times(to, room, at, ' ', width - 1) : at;
}

// `fill` is 0 for blanks in front, 1 for zeros, 2 for blanks behind. `ten` is the digit for ten.
#define NUMBER(name, type)                                                                                             \
  int name(char *to, room_size room, int at, type number, _Bool negative, unsigned base, char ten, int width,          \
           int fill) {                                                                                                 \
    char digits[3 * sizeof number];                                                                                    \
    int count = 0;                                                                                                     \
    do {                                                                                                               \
      unsigned digit = (unsigned)(number % base);                                                                      \
      digits[count++] = (char)(digit < 10 ? '0' + digit : ten + digit - 10);                                           \
      number /= base;                                                                                                  \
    } while (number != 0);                                                                                             \
    int rest = width - count - negative;                                                                               \
    if (fill == 0) {                                                                                                   \
      at = put_times(to, room, at, ' ', rest);                                                                         \
    }                                                                                                                  \
    if (negative) {                                                                                                    \
      at = put(to, room, at, '-');                                                                                     \
    }                                                                                                                  \
    if (fill == 1) {                                                                                                   \
      at = put_times(to, room, at, '0', rest);                                                                         \
    }                                                                                                                  \
    while (count > 0) {                                                                                                \
      at = put(to, room, at, digits[--count]);                                                                         \
    }                                                                                                                  \
    return fill == 2 ? put_times(to, room, at, ' ', rest) : at;                                                        \
  }
NUMBER(put_int, unsigned)
NUMBER(put_long, unsigned long long)

void put_end(char *to, room_size room, int at) {
  if (room > 0) {
    to[(room_size)at < room ? (room_size)at : room - 1] = 0;
  }
}
