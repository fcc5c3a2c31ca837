// Arguments that a function does not name. A call puts them into objects of its own and says where these are; the function asks for
// that as it begins. On machines of 64 bits one object holds the numbers, each with what it is, and one the pointers, the argument
// with the same number in either. On those of 32 bits they lie one behind the other.
typedef struct {
  void *first, *pointers;
} given;

static given last_call;

void give(void *first, void *pointers) __asm__("bitreach.va_call");
void take(given *own) __asm__("bitreach.va_entered");
void list_other(void) __asm__("bitreach.va_other");
void list_static(void) __asm__("bitreach.va_static");

void give(void *first, void *pointers) {
  last_call.first = first;
  last_call.pointers = pointers;
}

void take(given *own) {
  own->first = last_call.first;
  own->pointers = last_call.pointers;
}

void list_other(void) { __bitreach_left_open("an argument that is not named, and neither a pointer nor a number of 64 bits or less"); }

void list_static(void) { __bitreach_left_open("a `va_list` with static storage in the program"); }

#if __SIZEOF_POINTER__ == 8
typedef struct {
  long long value;
  unsigned kind;
} argument;

// As large as the `va_list` of programs, whose members nobody else accesses.
typedef struct {
  unsigned at, unused;
  argument *numbers;
  void **pointers;
} list;

enum { POINTER = 1 };

static argument ended;

static void check_kind(list *from, unsigned kind) {
  if (from->numbers[from->at].kind != kind) {
    __bitreach_left_open("undefined behaviour: `va_arg` of a type that the next argument does not have, or behind the last one");
  }
}

void *list_number(list *from, unsigned kind) __asm__("bitreach.va_number");
void *list_pointer(list *from) __asm__("bitreach.va_pointer");
void list_start(list *to, given *from) __asm__("bitreach.va_start");
void list_copy(list *to, list *from) __asm__("bitreach.va_copy");
void list_end(list *of) __asm__("bitreach.va_end");

void *list_number(list *from, unsigned kind) {
  check_kind(from, kind);
  return &from->numbers[from->at++].value;
}

void *list_pointer(list *from) {
  check_kind(from, POINTER);
  return &from->pointers[from->at++];
}

void list_start(list *to, given *from) {
  to->at = 0;
  to->numbers = from->first;
  to->pointers = from->pointers;
}

void list_copy(list *to, list *from) {
  to->at = from->at;
  to->numbers = from->numbers;
  to->pointers = from->pointers;
}

// None of its arguments can be had any more.
void list_end(list *of) {
  of->at = 0;
  of->numbers = &ended;
}
#else
typedef char *list;

void list_start(list *to, given *from) __asm__("bitreach.va_start");
void list_copy(list *to, list *from) __asm__("bitreach.va_copy");
void list_end(list *of) __asm__("bitreach.va_end");

void list_start(list *to, given *from) { *to = from->first; }
void list_copy(list *to, list *from) { *to = *from; }
void list_end(list *of) { *of = 0; }
#endif
