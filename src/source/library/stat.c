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
int fstat(int of, status *to) { return told(to); }

// The same where offsets of 64 bits are asked for (_FILE_OFFSET_BITS); on machines of 32 bits that is another structure.
int fstat64(int of, status *to) {
  if (sizeof(void *) == 4) {
    __bitreach_left_open("`fstat64` on a machine of 32 bits");
  }
  return told(to);
}

int stat64(const char *path, status *to) {
  name_of_file(path);
  return fstat64(0, to);
}

int lstat64(const char *path, status *to) { return stat64(path, to); }

// Folders that are open, one after the other. An entry is there until the next one of its folder is read.
typedef struct {
  unsigned long number;
  long offset;
  unsigned short length;
  unsigned char kind;
  char name[256];
} entry;

typedef struct {
  _Bool is_open;
  entry current;
} folder;

static folder folders[4];
static unsigned opened_folders;

folder *opendir(const char *path) {
  name_of_file(path);
  if (fails()) {
    return 0;
  }
  if (opened_folders == sizeof(folders) / sizeof(folders[0])) {
    __bitreach_left_open("more folders than are followed");
  }
  folder *one = &folders[opened_folders++];
  one->is_open = 1;
  return one;
}

static void use_folder(folder *one) {
  if (!one->is_open) {
    __bitreach_left_open("the use of a folder that is closed");
  }
}

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
  __builtin_memcpy(one->current.name, name, 256);
  assume(one->current.name[0] != 0);
  one->current.name[255] = 0;
  one->current.number = (unsigned long)nondet_long();
  one->current.offset = nondet_long();
  one->current.length = (unsigned short)nondet_short();
  one->current.kind = (unsigned char)nondet_char();
  return &one->current;
}

void rewinddir(folder *one) { use_folder(one); }

int closedir(folder *one) {
  use_folder(one);
  one->is_open = 0;
  return fails() ? -1 : 0;
}
