// Files by their descriptors, and other things that the system is asked for. Each call can fail, what is read is any, and
// which descriptors are open at the start nobody knows. Those below 64 are followed.
typedef __SIZE_TYPE__ size_of_block;
typedef __PTRDIFF_TYPE__ count_of_bytes;

static void read_path(const char *s) {
  while (*s != 0) {
    s++;
  }
}

static int done(void) { return fails() ? -1 : 0; }

int open(const char *path, int flags, ...) {
  read_path(path);
  if (fails()) {
    return -1;
  }
  int number = descriptor();
  if ((flags & 3) == 1) {
    unread |= one(number);
  }
  if ((flags & 3) == 0) {
    unwritten |= one(number);
  }
  return number;
}

int creat(const char *path, unsigned mode) { return open(path, 1, mode); }

// Where this fails, it may be closed or not.
int close(int of) {
  _Bool is_done = is_used(of, 0);
  if (of >= 0 && of < 64) {
    forget_descriptors(one(of));
    closed_descriptors |= is_done ? one(of) : 0;
  }
  return is_done ? 0 : -1;
}

count_of_bytes read(int from, void *to, size_of_block n) {
  if (!is_used(from, unread)) {
    return -1;
  }
  count_of_bytes count = some_of(n);
  for (count_of_bytes i = 0; i < count; i++) {
    ((char *)to)[i] = nondet_char();
  }
  return count;
}

// All of it is there, however much is written.
count_of_bytes write(int to, const void *from, size_of_block n) {
  all_there(from, n, 1);
  return is_used(to, unwritten) ? some_of(n) : -1;
}

// Of a device it may be any place, also where one is asked for.
long lseek(int of, long offset, int whence) {
  if (!is_used(of, 0)) {
    return -1;
  }
  long at = nondet_long();
  assume(at >= 0);
  return at;
}

// The same where offsets of 64 bits are asked for (_FILE_OFFSET_BITS).
int open64(const char *path, int flags, ...) { return open(path, flags); }
int creat64(const char *path, unsigned mode) { return creat(path, mode); }

long long lseek64(int of, long long offset, int whence) {
  if (!is_used(of, 0)) {
    return -1;
  }
  long long at = nondet_long_long();
  assume(at >= 0);
  return at;
}

// Another number for the same file.
int dup(int of) {
  if (!is_used(of, 0)) {
    return -1;
  }
  int number = descriptor();
  if (of < 64) {
    unread |= (unread & one(of)) != 0 ? one(number) : 0;
    unwritten |= (unwritten & one(of)) != 0 ? one(number) : 0;
  }
  return number;
}

int dup2(int of, int to) {
  if (to < 0) {
    error = 9; // EBADF
    return -1;
  }
  if (!is_used(of, 0)) {
    // What had the number may be closed all the same.
    if (to < 64 && to != of) {
      forget_descriptors(one(to));
    }
    return -1;
  }
  if (to < 64 && to != of) {
    forget_descriptors(one(to));
    open_descriptors |= one(to);
    closed_descriptors &= ~one(to);
    if (of < 64) {
      unread |= (unread & one(of)) != 0 ? one(to) : 0;
      unwritten |= (unwritten & one(of)) != 0 ? one(to) : 0;
    }
  }
  return to;
}

// One end to read from and one to write to.
int pipe(int ends[2]) {
  if (fails()) {
    return -1;
  }
  ends[0] = descriptor();
  ends[1] = descriptor();
  unwritten |= one(ends[0]);
  unread |= one(ends[1]);
  return 0;
}

// Flags of a descriptor (F_GETFD, F_SETFD) and of a file (F_GETFL, F_SETFL).
int fcntl(int of, int what, ...) {
  if (what < 1 || what > 4) {
    __bitreach_left_open("`fcntl` but for flags");
  }
  if (!is_used(of, 0)) {
    return -1;
  }
  int flags = nondet_int();
  assume(flags >= 0);
  return flags;
}

int fsync(int of) { return is_used(of, 0) ? 0 : -1; }
int ftruncate(int of, long length) { return is_used(of, 0) ? 0 : -1; }

char *getcwd(char *to, size_of_block room) {
  if (to == 0) {
    __bitreach_left_open("`getcwd` without room for the name");
  }
  if (fails()) {
    // What stands there then, POSIX leaves open.
    for (size_of_block i = 0; i < room && nondet_bool(); i++) {
      to[i] = nondet_char();
    }
    return 0;
  }
  size_of_block length = (size_of_block)nondet_long();
  assume(length > 0 && length < room);
  for (size_of_block i = 0; i < length; i++) {
    char letter = nondet_char();
    assume(letter != 0);
    to[i] = letter;
  }
  to[length] = 0;
  return to;
}

int isatty(int of) { return is_used(of, 0); }

int unlink(const char *path) {
  read_path(path);
  return done();
}

int rmdir(const char *path) {
  read_path(path);
  return done();
}

int chdir(const char *path) {
  read_path(path);
  return done();
}

int mkdir(const char *path, unsigned mode) {
  read_path(path);
  return done();
}

int access(const char *path, int mode) {
  read_path(path);
  return done();
}

// The rest, if a signal comes.
unsigned sleep(unsigned seconds) {
  unsigned rest = (unsigned)nondet_int();
  assume(rest <= seconds);
  return rest;
}

int usleep(unsigned microseconds) { return done(); }

int pipe2(int ends[2], int flags) { return pipe(ends); }

int dup3(int of, int to, int flags) {
  if (of == to) {
    error = 22; // EINVAL
    return -1;
  }
  return dup2(of, to);
}
