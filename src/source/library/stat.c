// What is known of files, and folders. Each call can fail; what it tells is any that a file may have.
typedef __SIZE_TYPE__ size_of_name;

#if __SIZEOF_POINTER__ == 8
typedef struct {
  unsigned long device, number, links;
  unsigned mode, user, group, padding;
  unsigned long which;
  long size, block, blocks, times[6], reserved[3];
} status;
#else
typedef struct {
  unsigned long long device;
  unsigned short padding_1;
  unsigned number, mode, links, user, group;
  unsigned long long which;
  unsigned short padding_2;
  long size, block, blocks, times[6], reserved[2];
} status;
#endif

static void name_of_file(const char *s) {
  while (*s != 0) {
    s++;
  }
}

static int told(status *to) {
  if (fails()) {
    return -1;
  }
  // All of it is written, padding included.
  status any;
  *to = any;
  to->device = (unsigned long long)nondet_long_long();
  to->number = (unsigned long)nondet_long();
  to->links = (unsigned long)nondet_long();
  to->mode = (unsigned)nondet_int();
  to->user = (unsigned)nondet_int();
  to->group = (unsigned)nondet_int();
  to->which = (unsigned long long)nondet_long_long();
  to->size = nondet_long();
  to->block = nondet_long();
  to->blocks = nondet_long();
  assume(to->size >= 0 && to->block > 0 && to->blocks >= 0);
  for (int i = 0; i < 6; i += 2) {
    to->times[i] = nondet_long();
    to->times[i + 1] = nondet_long();
    assume(to->times[i + 1] >= 0 && to->times[i + 1] <= 999999999);
  }
  return 0;
}

int stat(const char *path, status *to) {
  name_of_file(path);
  return told(to);
}

int lstat(const char *path, status *to) { return stat(path, to); }

// As of other descriptors, it may be known that one is closed.
int fstat(int of, status *to) {
  if (of < 0 || of < 64 && (closed_descriptors & (descriptors)1 << of) != 0) {
    error = 9; // EBADF
    return -1;
  }
  return told(to);
}

// The same where offsets of 64 bits are asked for (_FILE_OFFSET_BITS); on machines of 32 bits that is another structure.
int fstat64(int of, status *to) {
  if (sizeof(void *) == 4) {
    __bitreach_left_open("`fstat64` on a machine of 32 bits");
  }
  return fstat(of, to);
}

int stat64(const char *path, status *to) {
  if (sizeof(void *) == 4) {
    __bitreach_left_open("`stat64` on a machine of 32 bits");
  }
  return stat(path, to);
}

int lstat64(const char *path, status *to) { return stat64(path, to); }

void entries(void) __asm__("bitreach.entries");

void entries(void) {}

// A folder that is open is an object of its own, as in GNU's library, and has a descriptor. An entry is there until the next one
// is read, which is in the same place, or the folder is closed; reports list that as an assumption.
typedef struct {
  unsigned long number;
  long offset;
  unsigned short length;
  unsigned char kind;
  char name[256];
} entry;

typedef struct {
  long position;
  entry current;
} folder;

// The pointer that the program has is not the one that was allocated: nobody but `closedir` can give it back, and that takes no other.
typedef struct {
  long before;
  folder shown;
} opened_folder;
#define OWNER(one) ((opened_folder *)((char *)(one) - __builtin_offsetof(opened_folder, shown)))

void *malloc(size_of_name n);
void free(void *object);

folder *opendir(const char *path) {
  name_of_file(path);
  if (fails()) {
    return 0;
  }
  opened_folder *one = malloc(sizeof(*one));
  if (one == 0) {
    must_set_errno();
    return 0;
  }
  closed_descriptors = 0;
  return &one->shown;
}

// Somebody has to have opened it.
static void use_folder(folder *one) { all_there(one, 1, sizeof(*one)); }

// A name is not empty; its zero may be anywhere behind the first letter.
entry *readdir(folder *one) {
  use_folder(one);
  if (nondet_bool()) {
    if (nondet_bool()) {
      must_set_errno();
    }
    return 0;
  }
  may_set_errno();
  char name[256];
  entries();
  entry *read = &one->current;
  __builtin_memcpy(read->name, name, 256);
  assume(read->name[0] != 0);
  read->name[255] = 0;
  read->number = (unsigned long)nondet_long();
  read->offset = nondet_long();
  read->length = (unsigned short)nondet_short();
  read->kind = (unsigned char)nondet_char();
  return read;
}

void rewinddir(folder *one) { use_folder(one); }

int closedir(folder *one) {
  use_folder(one);
  free(OWNER(one));
  forget_descriptors(-1);
  return fails() ? -1 : 0;
}
