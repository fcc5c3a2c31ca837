// Sockets, addresses and names of hosts. Each call can fail, and what comes from others is any. An address is as long as Linux has
// them: at most 128 bytes, of which only those are written that there is room for.
typedef __SIZE_TYPE__ size_of_message;
typedef __PTRDIFF_TYPE__ count_of_message;

enum { ADDRESS_MOST = 128, INTERNET = 2, INTERNET_6 = 10 };

// Linux looks at the length first.
static _Bool is_address(const void *address, unsigned length) {
  if (length > ADDRESS_MOST) {
    must_set_errno();
    return 0;
  }
  all_there(address, length, 1);
  return 1;
}

// Somebody's address. Where it is shorter than the room, the rest stays as it is, which may be anything, too.
static void tell_address(void *to, unsigned *length) {
  char any[ADDRESS_MOST];
  unsigned room = *length, long_as = (unsigned)nondet_int();
  assume(long_as <= ADDRESS_MOST);
  __builtin_memcpy(to, any, room < ADDRESS_MOST ? room : ADDRESS_MOST);
  *length = long_as;
}

// Who wants no address need not say how much room there is for one.
static _Bool is_room(const void *to, const unsigned *length) {
  if (to != 0 && (int)*length < 0) {
    error = 22; // EINVAL
    return 0;
  }
  return 1;
}

static int used(int of) { return is_used(of, 0) ? 0 : -1; }

int socket(int family, int kind, int protocol) { return fails() ? -1 : descriptor(); }

// Linux writes the numbers first, also where it fails then.
int socketpair(int family, int kind, int protocol, int ends[2]) {
  if (fails()) {
    if (nondet_bool()) {
      ends[0] = nondet_int();
      if (nondet_bool()) {
        ends[1] = nondet_int();
      }
    }
    return -1;
  }
  ends[0] = descriptor();
  ends[1] = descriptor();
  return 0;
}

int bind(int of, const void *address, unsigned length) { return is_address(address, length) ? used(of) : -1; }
int connect(int of, const void *address, unsigned length) { return is_address(address, length) ? used(of) : -1; }
int listen(int of, int waiting) { return used(of); }
int shutdown(int of, int how) { return used(of); }

int accept(int of, void *address, unsigned *length) {
  if (!is_room(address, length) || !is_used(of, 0)) {
    return -1;
  }
  if (address != 0) {
    tell_address(address, length);
  }
  return descriptor();
}

int accept4(int of, void *address, unsigned *length, int flags) { return accept(of, address, length); }

int getsockname(int of, void *address, unsigned *length) {
  if (!is_room(address, length) || !is_used(of, 0)) {
    return -1;
  }
  tell_address(address, length);
  return 0;
}

int getpeername(int of, void *address, unsigned *length) { return getsockname(of, address, length); }

count_of_message send(int to, const void *from, size_of_message n, int flags) {
  all_there(from, n, 1);
  return is_used(to, 0) ? some_of(n) : -1;
}

count_of_message sendto(int to, const void *from, size_of_message n, int flags, const void *address, unsigned length) {
  if (address != 0 && !is_address(address, length)) {
    return -1;
  }
  return send(to, from, n, flags);
}

count_of_message recv(int from, void *to, size_of_message n, int flags) {
  if ((flags & 0x20) != 0) {
    __bitreach_left_open("messages that are received with MSG_TRUNC");
  }
  if (!is_used(from, 0)) {
    return -1;
  }
  count_of_message count = some_of(n);
  for (count_of_message i = 0; i < count; i++) {
    ((char *)to)[i] = nondet_char();
  }
  return count;
}

count_of_message recvfrom(int from, void *to, size_of_message n, int flags, void *address, unsigned *length) {
  if (!is_room(address, length)) {
    return -1;
  }
  count_of_message count = recv(from, to, n, flags);
  if (count >= 0 && address != 0) {
    tell_address(address, length);
  }
  return count;
}

// How many bytes an option has: of the socket (SOL_SOCKET), and of TCP; 0 where that is not known.
static unsigned bytes_of_option(int level, int name) {
  if (level == 1 && (name == 20 || name == 21)) { // SO_RCVTIMEO, SO_SNDTIMEO
    return 2 * sizeof(long);
  }
  if (level == 1 && name == 13) { // SO_LINGER
    return 2 * sizeof(int);
  }
  _Bool is_number = level == 1 && (name > 0 && name <= 12 && name != 11 || name == 15 || name == 18 || name == 30 || name == 38 || name == 39);
  return is_number || level == 6 && name > 0 && name <= 9 ? sizeof(int) : 0;
}

int setsockopt(int of, int level, int name, const void *value, unsigned length) {
  unsigned most = bytes_of_option(level, name);
  if ((int)length < 0) {
    must_set_errno();
    return -1;
  }
  all_there(value, most != 0 && most < length ? most : length, 1);
  return used(of);
}

int getsockopt(int of, int level, int name, void *value, unsigned *length) {
  unsigned most = bytes_of_option(level, name);
  if (most == 0) {
    __bitreach_left_open("`getsockopt` of an option that is not one of the usual");
  }
  if ((int)*length < 0) {
    must_set_errno();
    return -1;
  }
  if (!is_used(of, 0)) {
    return -1;
  }
  unsigned count = *length < most ? *length : most;
  for (unsigned i = 0; i < count; i++) {
    ((char *)value)[i] = nondet_char();
  }
  *length = count;
  return 0;
}

// What is ready: of the events that are asked for, and errors, ends and closed descriptors (POLLERR, POLLHUP, POLLNVAL). Where it
// fails, they may stand there all the same.
typedef struct {
  int of;
  short events, ready;
} polled;

int poll(polled *all, unsigned long count, int milliseconds) {
  _Bool has_failed = fails();
  int ready = 0;
  for (unsigned long i = 0; i < count; i++) {
    short events = nondet_short();
    assume((events & ~(all[i].events | 8 | 16 | 32)) == 0 && (all[i].of >= 0 || events == 0));
    if (!has_failed || nondet_bool()) {
      all[i].ready = events;
    }
    ready += events != 0;
  }
  if (has_failed) {
    return -1;
  }
  // Without a limit it waits.
  assume(ready > 0 || milliseconds >= 0);
  return ready;
}

// Sets of descriptors: bits in words.
enum { WORD = 8 * sizeof(long) };

typedef struct {
  unsigned long words[1024 / WORD];
} descriptor_set;

typedef struct {
  long seconds, parts;
} waiting_time;

static unsigned long bits_below(int count, int word) {
  int rest = count - word * WORD;
  return rest >= WORD ? -1ul : (1ul << rest) - 1;
}

// Whether one of them is surely closed.
static _Bool has_closed(const descriptor_set *set, int count) {
  descriptors all = 0;
  for (int word = 0; set != 0 && word * WORD < count; word++) {
    unsigned long bits = set->words[word] & bits_below(count, word);
    if (word * WORD < 64) {
      all |= (descriptors)bits << (word * WORD);
    }
  }
  return (all & closed_descriptors) != 0;
}

static int keep_ready(descriptor_set *set, int count) {
  int ready = 0;
  for (int word = 0; set != 0 && word * WORD < count; word++) {
    set->words[word] &= bits_below(count, word) & (unsigned long)nondet_long();
    ready += __builtin_popcountl(set->words[word]);
  }
  return ready;
}

// The sets stay where it fails; of the time the rest may stand there in any case.
int select(int count, descriptor_set *to_read, descriptor_set *to_write, descriptor_set *special, waiting_time *most) {
  if (count > 1024) {
    __bitreach_left_open("`select` of more than 1024 descriptors");
  }
  if (count < 0) {
    error = 22; // EINVAL
    return -1;
  }
  if (to_read != 0 && (to_read == to_write || to_read == special) || to_write != 0 && to_write == special) {
    __bitreach_left_open("`select` of one set twice");
  }
  _Bool is_refused = has_closed(to_read, count) | has_closed(to_write, count) | has_closed(special, count);
  waiting_time asked = {0, 0};
  if (most != 0) {
    asked = *most;
    is_refused |= asked.seconds < 0 || asked.parts < 0;
  }
  if (most != 0 && nondet_bool()) {
    most->seconds = nondet_long();
    most->parts = nondet_long();
    assume(most->seconds >= 0 && most->parts >= 0 && most->parts < 1000000);
  }
  if (is_refused) {
    must_set_errno();
    return -1;
  }
  if (fails()) {
    return -1;
  }
  int ready = keep_ready(to_read, count);
  ready += keep_ready(to_write, count);
  ready += keep_ready(special, count);
  assume(ready > 0 || most != 0);
  return ready;
}

// What FD_SET and its like ask where lengths are checked (_FORTIFY_SOURCE): the word of a descriptor.
long __fdelt_chk(long of) {
  if (of < 0 || of >= 1024) {
    __builtin_trap();
  }
  return of / WORD;
}

// Addresses as text. Those of IPv4 are exact, as in GNU's library.
typedef struct {
  unsigned bytes;
} address_4;

static unsigned digit_of_address(char c, unsigned base) {
  unsigned digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
  return digit < base ? digit : 16;
}

// Up to four numbers as C writes them; the last one fills the bytes that are left. Behind a blank there may be anything.
int inet_aton(const char *s, address_4 *to) {
  unsigned address = 0, bytes_left = 4;
  for (;;) {
    if (*s < '0' || *s > '9') {
      return 0;
    }
    unsigned base = 10;
    if (*s == '0') {
      _Bool is_hex = (s[1] == 'x' || s[1] == 'X') && digit_of_address(s[2], 16) < 16;
      base = is_hex ? 16 : 8;
      s += is_hex ? 2 : 0;
    }
    unsigned long long number = 0;
    for (; digit_of_address(*s, base) < 16; s++) {
      number = number * base + digit_of_address(*s, base);
      number = number > 0xffffffff ? 0x100000000 : number;
    }
    if (*s != '.') {
      if (*s != 0 && *s != ' ' && !(*s >= '\t' && *s <= '\r') || number > 0xffffffff >> (32 - 8 * bytes_left)) {
        return 0;
      }
      if (to != 0) {
        to->bytes = __builtin_bswap32(address | (unsigned)number);
      }
      return 1;
    }
    if (bytes_left == 1 || number > 255) {
      return 0;
    }
    bytes_left--;
    address |= (unsigned)number << (8 * bytes_left);
    s++;
  }
}

unsigned inet_addr(const char *s) {
  address_4 address;
  return inet_aton(s, &address) ? address.bytes : 0xffffffff;
}

// Four numbers of at most 255, without zeros in front.
static _Bool is_of_4(const char *s, unsigned char *to) {
  unsigned numbers = 0, number = 0;
  _Bool has_digit = 0;
  for (; *s != 0; s++) {
    if (*s >= '0' && *s <= '9') {
      if (has_digit && number == 0) {
        return 0;
      }
      number = number * 10 + (unsigned)(*s - '0');
      numbers += !has_digit;
      has_digit = 1;
      if (number > 255 || numbers > 4) {
        return 0;
      }
      to[numbers - 1] = (unsigned char)number;
    } else if (*s == '.' && has_digit && numbers < 4) {
      number = 0;
      has_digit = 0;
    } else {
      return 0;
    }
  }
  return numbers == 4 && has_digit;
}

// Groups of four digits, the last two of which may be an address of IPv4; once any number of zeros may be left out.
static _Bool is_of_6(const char *s, unsigned char *to) {
  unsigned at = 0, digits = 0, number = 0, left_out = 17;
  if (*s == ':' && *++s != ':') {
    return 0;
  }
  const char *group = s;
  for (; *s != 0; s++) {
    unsigned digit = digit_of_address(*s, 16);
    if (digit < 16) {
      if (digits == 4) {
        return 0;
      }
      number = number << 4 | digit;
      digits++;
    } else if (*s == ':' && digits == 0) {
      if (left_out < 17) {
        return 0;
      }
      left_out = at;
      group = s + 1;
    } else if (*s == ':') {
      if (s[1] == 0 || at == 16) {
        return 0;
      }
      to[at] = (unsigned char)(number >> 8);
      to[at + 1] = (unsigned char)number;
      at += 2;
      digits = number = 0;
      group = s + 1;
    } else if (*s == '.' && at <= 12 && is_of_4(group, to + at)) {
      at += 4;
      digits = 0;
      break;
    } else {
      return 0;
    }
  }
  if (digits > 0) {
    if (at == 16) {
      return 0;
    }
    to[at] = (unsigned char)(number >> 8);
    to[at + 1] = (unsigned char)number;
    at += 2;
  }
  if (left_out <= at && at < 16) {
    for (unsigned i = 1; i <= at - left_out; i++) {
      to[16 - i] = to[at - i];
    }
    for (unsigned i = left_out; i < 16 - (at - left_out); i++) {
      to[i] = 0;
    }
    return 1;
  }
  return at == 16 && left_out == 17;
}

int inet_pton(int family, const char *s, void *to) {
  unsigned char bytes[16] = {0};
  if (family != INTERNET && family != INTERNET_6) {
    error = 97; // EAFNOSUPPORT
    return -1;
  }
  const char *end = s;
  while (*end != 0) {
    end++;
  }
  if (!(family == INTERNET ? is_of_4(s, bytes) : is_of_6(s, bytes))) {
    return 0;
  }
  __builtin_memcpy(to, bytes, family == INTERNET ? 4 : 16);
  return 1;
}

// The number that stands at a place.
static int put_byte(char *to, __SIZE_TYPE__ room, int at, unsigned byte) {
  if (byte >= 100) {
    at = put(to, room, at, (char)('0' + byte / 100));
  }
  if (byte >= 10) {
    at = put(to, room, at, (char)('0' + byte / 10 % 10));
  }
  return put(to, room, at, (char)('0' + byte % 10));
}

static int put_address(char *to, __SIZE_TYPE__ room, int at, const unsigned char *bytes) {
  for (int i = 0; i < 4; i++) {
    at = i > 0 ? put(to, room, at, '.') : at;
    at = put_byte(to, room, at, bytes[i]);
  }
  if ((__SIZE_TYPE__)at < room) {
    to[at] = 0;
  }
  return at;
}

static int put_group(char *to, __SIZE_TYPE__ room, int at, unsigned group) {
  for (int shift = 12; shift >= 0; shift -= 4) {
    if (shift == 0 || group >> shift != 0) {
      at = put(to, room, at, "0123456789abcdef"[group >> shift & 15]);
    }
  }
  return at;
}

// Eight groups, of which the first longest run of zeros is left out, if it is one of two or more. Behind six groups of zeros, or five
// and ffff, stands an address of IPv4.
static int put_address_6(char *to, const unsigned char *bytes) {
  unsigned groups[8];
  int first = 8, zeros = 1;
  for (int i = 0; i < 8; i++) {
    groups[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
  }
  for (int i = 0; i < 8; i++) {
    int end = i;
    while (end < 8 && groups[end] == 0) {
      end++;
    }
    if (end - i > zeros) {
      first = i;
      zeros = end - i;
    }
  }
  _Bool has_4 = first == 0 && (zeros == 6 || zeros == 5 && groups[5] == 0xffff);
  int at = 0;
  for (int i = 0; i < (has_4 ? 6 : 8); i++) {
    if (i >= first && i < first + zeros) {
      at = i == first ? put(to, 46, at, ':') : at;
    } else {
      at = i > 0 ? put(to, 46, at, ':') : at;
      at = put_group(to, 46, at, groups[i]);
    }
  }
  if (has_4) {
    at = put(to, 46, at, ':');
    return put_address(to, 46, at, bytes + 12);
  }
  if (first + zeros == 8) {
    at = put(to, 46, at, ':');
  }
  if (at < 46) {
    to[at] = 0;
  }
  return at;
}

// The text may lie where the address does.
const char *inet_ntop(int family, const void *address, char *to, unsigned room) {
  unsigned char bytes[16];
  if (family == INTERNET) {
    __builtin_memcpy(bytes, address, 4);
    unsigned length = 7;
    for (int i = 0; i < 4; i++) {
      length += (bytes[i] >= 10) + (bytes[i] >= 100);
    }
    if (length >= room) {
      error = 28; // ENOSPC
      return 0;
    }
    put_address(to, 16, 0, bytes);
    return to;
  }
  if (family != INTERNET_6) {
    error = 97; // EAFNOSUPPORT
    return 0;
  }
  __builtin_memcpy(bytes, address, 16);
  // None is longer than 45 letters.
  if (room >= 46) {
    put_address_6(to, bytes);
    return to;
  }
  char text[46];
  unsigned length = (unsigned)put_address_6(text, bytes);
  if (length >= room) {
    error = 28; // ENOSPC
    return 0;
  }
  for (unsigned i = 0; i <= length; i++) {
    to[i] = text[i];
  }
  return to;
}

// The next call writes the same place again.
char *inet_ntoa(address_4 address) {
  static char text[18];
  put_address(text, 18, 0, (const unsigned char *)&address);
  return text;
}

// What the system tells of hosts: reports list what is assumed of it.
void addresses(void) __asm__("bitreach.addresses");

void addresses(void) {}

typedef struct entry_of_address {
  int flags, family, kind, protocol;
  unsigned length;
  void *address;
  char *name;
  struct entry_of_address *next;
} entry_of_address;

// An entry and its address are one object.
typedef struct {
  entry_of_address entry;
  char address[16];
} address_of_4;

typedef struct {
  entry_of_address entry;
  char address[28];
} address_of_6;

void *malloc(size_of_message n);
void free(void *object);

static void read_name(const char *s) {
  while (s != 0 && *s != 0) {
    s++;
  }
}

// Only the first entry has a name, if one was asked for.
void freeaddrinfo(entry_of_address *list) {
  while (list != 0) {
    entry_of_address *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
}

static entry_of_address *new_entry(int family) {
  char any[28];
  if (family == INTERNET) {
    address_of_4 *new = malloc(sizeof(*new));
    if (new != 0) {
      __builtin_memcpy(new->address, any, 16);
      *(unsigned short *)new->address = INTERNET;
      new->entry.address = new->address;
      new->entry.length = 16;
    }
    return (entry_of_address *)new;
  }
  address_of_6 *new = malloc(sizeof(*new));
  if (new != 0) {
    __builtin_memcpy(new->address, any, 28);
    *(unsigned short *)new->address = INTERNET_6;
    new->entry.address = new->address;
    new->entry.length = 28;
  }
  return (entry_of_address *)new;
}

// The number of a service, where its name is one.
static int number_of_service(const char *name) {
  int number = -1;
  for (; name != 0 && *name != 0; name++) {
    if (*name < '0' || *name > '9' || number > 9999) {
      return -1;
    }
    number = (number < 0 ? 0 : number * 10) + (*name - '0');
  }
  return number;
}

static char *new_name(void) {
  char any[64];
  any[63] = 0;
  unsigned from = (unsigned)nondet_int();
  assume(from < 64);
  char *name = malloc(64 - from);
  if (name != 0) {
    __builtin_memcpy(name, any + from, 64 - from);
  }
  return name;
}

// Any number but zero says why there are none.
static int no_addresses(void) {
  may_set_errno();
  int why = nondet_int();
  assume(why != 0);
  return why;
}

int getaddrinfo(const char *host, const char *service, const entry_of_address *wanted, entry_of_address **to) {
  addresses();
  closed_descriptors = 0;
  read_name(host);
  read_name(service);
  int flags = 0, family = 0, kind = 0, protocol = 0;
  if (wanted != 0) {
    flags = wanted->flags;
    family = wanted->family;
    kind = wanted->kind;
    protocol = wanted->protocol;
  }
  _Bool is_refused = host == 0 && service == 0 || family != 0 && family != INTERNET && family != INTERNET_6;
  if (is_refused || nondet_bool()) {
    return no_addresses();
  }
  may_set_errno();
  entry_of_address *first = 0, *last = 0;
  int port = number_of_service(service);
  for (int count = 0; count < 2 && (count == 0 || nondet_bool()); count++) {
    int its = family != 0 ? family : nondet_bool() ? INTERNET : INTERNET_6;
    entry_of_address *new = new_entry(its);
    if (new == 0) {
      freeaddrinfo(first);
      return no_addresses();
    }
    if (port >= 0) {
      ((unsigned char *)new->address)[2] = (unsigned char)(port >> 8);
      ((unsigned char *)new->address)[3] = (unsigned char)port;
    }
    new->flags = nondet_int();
    new->family = its;
    new->kind = kind != 0 ? kind : nondet_int();
    new->protocol = protocol != 0 ? protocol : nondet_int();
    assume(new->kind > 0 && new->protocol >= 0);
    new->name = 0;
    new->next = 0;
    if (first == 0) {
      first = new;
    } else {
      last->next = new;
    }
    last = new;
  }
  // AI_CANONNAME
  if ((flags & 2) != 0 && host != 0) {
    first->name = new_name();
    if (first->name == 0) {
      freeaddrinfo(first);
      return no_addresses();
    }
  }
  *to = first;
  return 0;
}

char *any_message(void) __asm__("bitreach.message");

const char *gai_strerror(int why) { return any_message(); }
const char *hstrerror(int why) { return any_message(); }

static int error_of_host;

int *__h_errno_location(void) { return &error_of_host; }

// What is told of a host is there until the next call.
typedef struct {
  char *name, **others;
  int family, length;
  char **all;
} host;

host *gethostbyname(const char *name) {
  static host told KEPT_FROM_WRITES;
  static char text[64] KEPT_FROM_WRITES, first[4] KEPT_FROM_WRITES, second[4] KEPT_FROM_WRITES;
  static char *all[3] KEPT_FROM_WRITES, *others[2] KEPT_FROM_WRITES;
  addresses();
  closed_descriptors = 0;
  while (*name != 0) {
    name++;
  }
  may_set_errno();
  if (nondet_bool()) {
    error_of_host = nondet_int();
    assume(error_of_host != 0);
    return 0;
  }
  char any[64];
  __builtin_memcpy(text, any, 64);
  text[63] = 0;
  __builtin_memcpy(first, any, 4);
  __builtin_memcpy(second, any + 4, 4);
  all[0] = first;
  all[1] = nondet_bool() ? second : 0;
  all[2] = 0;
  unsigned from = (unsigned)nondet_int();
  assume(from < 64);
  others[0] = nondet_bool() ? text + from : 0;
  others[1] = 0;
  from = (unsigned)nondet_int();
  assume(from < 64);
  told.name = text + from;
  told.others = others;
  told.family = INTERNET;
  told.length = 4;
  told.all = all;
  return &told;
}
