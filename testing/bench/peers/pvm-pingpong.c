/* Half the round trip of a message between two tasks of PVM 3.4 on this machine, over the tasks' own
   TCP connection (PvmRouteDirect). For `lull bench halo --peer pvm=...`; see pvm-pingpong beside it. */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGE = 1, BATCH_BYTES = 64 << 20, LEAST = 5, MOST = 5000, ROUNDS = 7, WARM = 2 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static void require(int result, const char *what) {
  if (result < 0) {
    pvm_perror((char *)what);
    pvm_exit();
    exit(1);
  }
}

/* In place: the library copies no byte before it writes. */
static void give(int to, char *bytes, int count) {
  require(pvm_initsend(PvmDataInPlace), "pvm_initsend");
  require(pvm_pkbyte(bytes, count, 1), "pvm_pkbyte");
  require(pvm_send(to, MESSAGE), "pvm_send");
}

static void take(int from, char *bytes, int count) {
  require(pvm_recv(from, MESSAGE), "pvm_recv");
  require(pvm_upkbyte(bytes, count, 1), "pvm_upkbyte");
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  const int sizes[] = {8, 64, 1024, 8192, 65536, 1 << 20, 16 << 20};
  const int kinds = sizeof sizes / sizeof *sizes;
  char *bytes = calloc(1, sizes[kinds - 1]);
  require(pvm_mytid(), "pvm_mytid");
  pvm_setopt(PvmRoute, PvmRouteDirect);
  const int parent = pvm_parent();
  int other = parent;
  if (parent == PvmNoParent) {
    char *arguments[] = {NULL};
    if (pvm_spawn(argv[0], arguments, PvmTaskDefault, "", 1, &other) != 1) {
      fprintf(stderr, "pvm-pingpong: the other task was not started (%d)\n", other);
      pvm_exit();
      return 1;
    }
  }
  for (int kind = 0; kind < kinds; kind++) {
    const int size = sizes[kind];
    int count = BATCH_BYTES / size;
    count = count < LEAST ? LEAST : count > MOST ? MOST : count;
    double taken[ROUNDS];
    for (int round = -WARM; round < ROUNDS; round++) {
      const double begin = seconds();
      for (int i = 0; i < count; i++) {
        if (parent == PvmNoParent) {
          give(other, bytes, size);
          take(other, bytes, size);
        } else {
          take(other, bytes, size);
          give(other, bytes, size);
        }
      }
      if (round >= 0) {
        taken[round] = (seconds() - begin) / count / 2;
      }
    }
    if (parent == PvmNoParent) {
      qsort(taken, ROUNDS, sizeof *taken, compare);
      printf("{\"size\":%d,\"half_rtt_s\":%.9g}\n", size, taken[ROUNDS / 2]);
      fflush(stdout);
    }
  }
  (void)argc;
  pvm_exit();
  return 0;
}
