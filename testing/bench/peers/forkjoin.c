// The loops of Lull's fork-join applications in C, for `lull bench forkjoin`: the same operations, in parallel with -fopenmp,
// or on ranks of MPI with mpicc and -DRANKS; each holds whole arrays then, and computes and sends what is in its part of them.
// Usage: forkjoin jacobi SIZE ITERATIONS | mgs ROWS 1 | fft SIDE ITERATIONS | nbf|nbf-fixed MOLECULES STEPS | water MOLECULES STEPS | barnes BODIES STEPS | empty ITERATIONS TIMES; prints {"seconds": S, "check": X, "bytes": B},
// where B is what all ranks have written to each other.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef RANKS
#include <mpi.h>
static int rank, ranks;
#else
enum { rank, ranks };
#endif

// The part of n things that a rank has.
static long first_of(int of, long n) { return n * of / ranks; }
#define LOW(n) first_of(rank, n)
#define HIGH(n) first_of(rank + 1, n)

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void *zeros(size_t bytes) {
  void *memory = calloc(1, bytes);
  if (!memory) {
    fprintf(stderr, "forkjoin: no memory for %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

#ifdef RANKS
static void halo(double *grid, long n) {
  double *low = grid + LOW(n) * n, *high = grid + HIGH(n) * n;
  int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(low, n, MPI_DOUBLE, above, 0, high, n, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(high - n, n, MPI_DOUBLE, below, 1, low - n, n, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void from_owner(float *row, long n, int owner) { MPI_Bcast(row, n, MPI_FLOAT, owner, MPI_COMM_WORLD); }

// Each rank's part of n things of so many doubles.
static void everywhere(double *all, long n, int each) {
  int counts[ranks], starts[ranks];
  for (int r = 0; r < ranks; r++) {
    starts[r] = first_of(r, n) * each;
    counts[r] = first_of(r + 1, n) * each - starts[r];
  }
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DOUBLE, all, counts, starts, MPI_DOUBLE, MPI_COMM_WORLD);
}

static double of_all(double own, MPI_Op operation) {
  double all;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  return all;
}
#define SUM(own) of_all(own, MPI_SUM)
#define MAX(own) of_all(own, MPI_MAX)

// Things that others have and this rank reads, and those that it has and others read; by rank.
typedef struct {
  int *wanted, *asked, *wants, *asks, *wants_from, *asks_from;
} lists_t;

static int *starts_of(const int *counts) {
  int *starts = zeros((ranks + 1) * sizeof(int));
  for (int r = 0; r < ranks; r++) starts[r + 1] = starts[r] + counts[r];
  return starts;
}

static lists_t lists(const char *reads, long n) {
  lists_t l = {.wants = zeros(ranks * sizeof(int)), .asks = zeros(ranks * sizeof(int)), .wanted = zeros(n * sizeof(int))};
  int found = 0;
  for (int r = 0; r < ranks; r++)
    for (long i = first_of(r, n); i < first_of(r + 1, n); i++)
      if (r != rank && reads[i]) {
        l.wanted[found++] = i;
        l.wants[r]++;
      }
  MPI_Alltoall(l.wants, 1, MPI_INT, l.asks, 1, MPI_INT, MPI_COMM_WORLD);
  l.wants_from = starts_of(l.wants);
  l.asks_from = starts_of(l.asks);
  l.asked = zeros((l.asks_from[ranks] + 1) * sizeof(int));
  MPI_Alltoallv(l.wanted, l.wants, l.wants_from, MPI_INT, l.asked, l.asks, l.asks_from, MPI_INT, MPI_COMM_WORLD);
  return l;
}

static void swap_listed(char *out, const int *outs, const int *outs_from, char *in, const int *ins, const int *ins_from, int each) {
  MPI_Datatype thing;
  MPI_Type_contiguous(each, MPI_BYTE, &thing);
  MPI_Type_commit(&thing);
  MPI_Alltoallv(out, outs, outs_from, thing, in, ins, ins_from, thing, MPI_COMM_WORLD);
  MPI_Type_free(&thing);
}

static void fetch(const lists_t *l, void *things, int each) {
  char *out = zeros((size_t)l->asks_from[ranks] * each + 1), *in = zeros((size_t)l->wants_from[ranks] * each + 1);
  for (int k = 0; k < l->asks_from[ranks]; k++) memcpy(out + (size_t)k * each, (char *)things + (size_t)l->asked[k] * each, each);
  swap_listed(out, l->asks, l->asks_from, in, l->wants, l->wants_from, each);
  for (int k = 0; k < l->wants_from[ranks]; k++) memcpy((char *)things + (size_t)l->wanted[k] * each, in + (size_t)k * each, each);
  free(out);
  free(in);
}

// Adds what this rank has found for others' things to these, and forgets it.
static void give_back(const lists_t *l, void *things, int numbers, int whole) {
  int each = numbers * 8;
  char *out = zeros((size_t)l->wants_from[ranks] * each + 1), *in = zeros((size_t)l->asks_from[ranks] * each + 1);
  for (int k = 0; k < l->wants_from[ranks]; k++) {
    memcpy(out + (size_t)k * each, (char *)things + (size_t)l->wanted[k] * each, each);
    memset((char *)things + (size_t)l->wanted[k] * each, 0, each);
  }
  swap_listed(out, l->wants, l->wants_from, in, l->asks, l->asks_from, each);
  for (int k = 0; k < l->asks_from[ranks]; k++)
    for (int a = 0; a < numbers; a++) {
      if (whole) ((int64_t *)things)[(long)l->asked[k] * numbers + a] += ((int64_t *)in)[(long)k * numbers + a];
      else ((double *)things)[(long)l->asked[k] * numbers + a] += ((double *)in)[(long)k * numbers + a];
    }
  free(out);
  free(in);
}

// Rows of so many doubles: those that are this rank's by their first index become its by their second one.
static void transpose(const double *from, double *to, long n, long row) {
  int outs[ranks], outs_from[ranks], ins[ranks], ins_from[ranks];
  long own = HIGH(n) - LOW(n), done = 0;
  double *out = zeros(own * n * row * 8), *in = zeros(own * n * row * 8);
  for (int r = 0; r < ranks; r++) {
    long others = first_of(r + 1, n) - first_of(r, n);
    outs[r] = ins[r] = own * others * row;
    outs_from[r] = ins_from[r] = done;
    for (long y = LOW(n); y < HIGH(n); y++) {
      memcpy(out + done, from + (y * n + first_of(r, n)) * row, others * row * 8);
      done += others * row;
    }
  }
  MPI_Alltoallv(out, outs, outs_from, MPI_DOUBLE, in, ins, ins_from, MPI_DOUBLE, MPI_COMM_WORLD);
  for (long y = 0, at = 0; y < n; y++)
    for (long z = LOW(n); z < HIGH(n); z++, at += row) memcpy(to + (z * n + y) * row, in + at, row * 8);
  free(out);
  free(in);
}

// By the kernel's count.
static double written(void) {
  char line[80];
  double bytes = 0;
  FILE *file = fopen("/proc/self/io", "r");
  while (file && fgets(line, sizeof(line), file)) sscanf(line, "wchar: %lf", &bytes);
  if (file) fclose(file);
  return bytes;
}
#else
typedef struct {
  char none;
} lists_t;
static lists_t lists(const char *reads, long n) { return (lists_t){reads[0] && n}; }
static void fetch(const lists_t *l, void *things, int each) { (void)l, (void)things, (void)each; }
static void give_back(const lists_t *l, void *things, int numbers, int whole) { (void)l, (void)things, (void)numbers, (void)whole; }
static void halo(double *grid, long n) { (void)grid, (void)n; }
static void from_owner(float *row, long n, int owner) { (void)row, (void)n, (void)owner; }
static void everywhere(double *all, long n, int each) { (void)all, (void)n, (void)each; }
static double written(void) { return 0; }
#define SUM(own) (own)
#define MAX(own) (own)
#endif

// Numbers by their place, as the applications draw them (SplitMix64).
static uint64_t mixed(uint64_t state) {
  uint64_t z = state + 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static double centred(uint64_t seed, uint64_t place) {
  return (mixed(place + mixed(seed)) >> 11) * 0x1p-53 - 0.5;
}

static double jacobi(long n, long iterations) {
  double *before = zeros(n * n * sizeof(double)), *after = zeros(n * n * sizeof(double));
  for (long c = 0; c < n; c++) before[c] = after[c] = 1;
  for (long k = 0; k < iterations; k++) {
    halo(before, n);
    long low = LOW(n) > 1 ? LOW(n) : 1, high = HIGH(n) < n - 1 ? HIGH(n) : n - 1;
#pragma omp parallel for schedule(static)
    for (long r = low; r < high; r++) {
      const double *north = before + (r - 1) * n, *here = before + r * n, *south = before + (r + 1) * n;
      double *next = after + r * n;
      for (long c = 1; c < n - 1; c++) next[c] = 0.25 * ((north[c] + south[c]) + (here[c - 1] + here[c + 1]));
    }
    double *swap = before;
    before = after;
    after = swap;
  }
  double sum = 0;
  for (long c = LOW(n) * n; c < HIGH(n) * n; c++) sum += before[c];
  return SUM(sum);
}

#define LANES 8
static float dot(const float *a, const float *b, long n) {
  float s[LANES] = {0};
  long k = 0;
  for (; k + LANES <= n; k += LANES)
    for (int l = 0; l < LANES; l++) s[l] += a[k + l] * b[k + l];
  for (; k < n; k++) s[0] += a[k] * b[k];
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

static void add_scaled(float *a, float factor, const float *b, long n) {
  for (long k = 0; k < n; k++) a[k] += factor * b[k];
}

// Rows are dealt out in turn.
static long next_own(long i) { return i + (rank - i % ranks + ranks) % ranks; }

// With the comparison of R Q with A, and of Q's rows with each other.
static double mgs(long n) {
  float *q = zeros(n * n * sizeof(float)), *rest = zeros(n * n * sizeof(float));
  double *r = zeros(n * n * sizeof(double)), apart = 0;
  for (long i = rank; i < n; i += ranks)
    for (long j = 0; j < n; j++) q[i * n + j] = rest[i * n + j] = centred(1, i * n + j) + (i == j ? n : 0);
  for (long i = 0; i < n; i++) {
    if (i % ranks == rank) {
      float length = sqrt(dot(q + i * n, q + i * n, n));
      r[i * n + i] = length;
      for (long k = 0; k < n; k++) q[i * n + k] /= length;
    }
    from_owner(q + i * n, n, i % ranks);
#pragma omp parallel for schedule(static, 1)
    for (long j = next_own(i + 1); j < n; j += ranks) {
      float part = dot(q + j * n, q + i * n, n);
      add_scaled(q + j * n, -part, q + i * n, n);
      r[j * n + i] = part;
    }
  }
  for (long i = 0; i < n; i++) {
    from_owner(q + i * n, n, i % ranks);
#pragma omp parallel for schedule(static, 1) reduction(max : apart)
    for (long j = next_own(i); j < n; j += ranks) {
      add_scaled(rest + j * n, -r[j * n + i], q + i * n, n);
      apart = fmax(apart, fabs(dot(q + j * n, q + i * n, n) - (j == i)));
    }
  }
  return MAX(apart);
}

// Lines of 8 side by side, by Stockham's algorithm.
#define LINES 8
typedef struct {
  double *re[2], *im[2];
  int present;
} lines_t;

static void transform(lines_t *l, long n, const double *cosines, const double *sines, double sign) {
  for (long half = n / 2, width = LINES; half >= 1; half /= 2, width *= 2) {
    long step = n / 2 / half;
    double *restrict fr = l->re[l->present], *restrict fi = l->im[l->present];
    double *restrict tr = l->re[1 - l->present], *restrict ti = l->im[1 - l->present];
    for (long j = 0; j < half; j++) {
      double c = cosines[j * step], s = sign * sines[j * step];
      long a = j * width, b = a + half * width, p = 2 * j * width, m = p + width;
      for (long t = 0; t < width; t++) {
        double dr = fr[a + t] - fr[b + t], di = fi[a + t] - fi[b + t];
        tr[p + t] = fr[a + t] + fr[b + t];
        ti[p + t] = fi[a + t] + fi[b + t];
        tr[m + t] = c * dr - s * di;
        ti[m + t] = c * di + s * dr;
      }
    }
    l->present = 1 - l->present;
  }
}

static lines_t new_lines(long n) {
  lines_t l = {{zeros(n * LINES * 8), zeros(n * LINES * 8)}, {zeros(n * LINES * 8), zeros(n * LINES * 8)}, 0};
  return l;
}

static void free_lines(lines_t *l) {
  for (int i = 0; i < 2; i++) {
    free(l->re[i]);
    free(l->im[i]);
  }
}

// Rows have real parts first, then imaginary ones.
static void columns(double *from, double *to, long n, lines_t *l, const double *c, const double *s, double sign) {
  for (long first = 0; first < n; first += LINES) {
    for (long k = 0; k < n; k++) {
      memcpy(l->re[l->present] + k * LINES, from + k * 2 * n + first, LINES * 8);
      memcpy(l->im[l->present] + k * LINES, from + k * 2 * n + n + first, LINES * 8);
    }
    transform(l, n, c, s, sign);
    for (long k = 0; k < n; k++) {
      memcpy(to + k * 2 * n + first, l->re[l->present] + k * LINES, LINES * 8);
      memcpy(to + k * 2 * n + n + first, l->im[l->present] + k * LINES, LINES * 8);
    }
  }
}

static void rows(double *plane, long n, lines_t *l, const double *c, const double *s, double sign) {
  for (long first = 0; first < n; first += LINES) {
    for (long b = 0; b < LINES; b++)
      for (long k = 0; k < n; k++) {
        l->re[l->present][k * LINES + b] = plane[(first + b) * 2 * n + k];
        l->im[l->present][k * LINES + b] = plane[(first + b) * 2 * n + n + k];
      }
    transform(l, n, c, s, sign);
    for (long b = 0; b < LINES; b++)
      for (long k = 0; k < n; k++) {
        plane[(first + b) * 2 * n + k] = l->re[l->present][k * LINES + b];
        plane[(first + b) * 2 * n + n + k] = l->im[l->present][k * LINES + b];
      }
  }
}

static double fft(long n, long iterations) {
  double *field = zeros(2 * n * n * n * 8), *waves = zeros(2 * n * n * n * 8), *decayed = zeros(2 * n * n * n * 8);
  double *c = zeros(n * 4), *s = zeros(n * 4), *decay = zeros((3 * n * n / 4 + 1) * 8), sum = 0;
  for (long j = 0; j < n / 2; j++) {
    c[j] = cos(2 * M_PI * j / n);
    s[j] = sin(2 * M_PI * j / n);
  }
  for (long k = 0; k <= 3 * n * n / 4; k++) decay[k] = exp(-4e-6 * M_PI * M_PI * k);
  for (long i = LOW(n) * 2 * n * n; i < HIGH(n) * 2 * n * n; i++) waves[i] = centred(1, i);
  for (long k = 0; k < iterations; k++) {
#pragma omp parallel for schedule(static)
    for (long y = LOW(n); y < HIGH(n); y++) {
      lines_t l = new_lines(n);
      for (long z = 0; z < n; z++)
        for (long x = 0; x < n; x++) {
          long fy = (y + n / 2) % n - n / 2, fz = (z + n / 2) % n - n / 2, fx = (x + n / 2) % n - n / 2;
          double factor = decay[fx * fx + fy * fy + fz * fz];
          waves[(y * n + z) * 2 * n + x] *= factor;
          waves[(y * n + z) * 2 * n + n + x] *= factor;
        }
      columns(waves + y * 2 * n * n, decayed + y * 2 * n * n, n, &l, c, s, -1);
      free_lines(&l);
    }
#ifdef RANKS
    transpose(decayed, field, n, 2 * n);
#endif
#pragma omp parallel for schedule(static)
    for (long z = LOW(n); z < HIGH(n); z++) {
      lines_t l = new_lines(n);
      for (long y = 0; ranks == 1 && y < n; y++) memcpy(field + (z * n + y) * 2 * n, decayed + (y * n + z) * 2 * n, 2 * n * 8);
      columns(field + z * 2 * n * n, field + z * 2 * n * n, n, &l, c, s, -1);
      rows(field + z * 2 * n * n, n, &l, c, s, -1);
      free_lines(&l);
    }
    double part = 0;
    for (long j = 1; j <= 1024; j++)
      if (5 * j % n >= LOW(n) && 5 * j % n < HIGH(n)) part += field[((5 * j % n) * n + 3 * j % n) * 2 * n + j % n];
    sum += SUM(part);
  }
  return sum;
}

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static uint64_t spread(uint64_t number) {
  uint64_t result = 0;
  for (int bit = 0; bit < 21; bit++) result |= (number >> bit & 1) << (3 * bit);
  return result;
}

static int gathered(uint64_t code, int axis) {
  int point = 0;
  for (int bit = 0; bit < 21; bit++) point |= (int)(code >> (3 * bit + 2 - axis) & 1) << bit;
  return point;
}

// Fixed: forces are summed up in whole numbers of a unit, as the application does, for the same bits in any order.
#define MOST 160
#define UNITS 0x1p47
#define GREATEST 16384
static inline __attribute__((always_inline)) void push(double *f, int64_t *whole, double term, int fixed) {
  if (!fixed) {
#ifdef _OPENMP
#pragma omp atomic
#endif
    *f += term;
    return;
  }
  int64_t more = term * UNITS;
  if (!(fabs(term) <= GREATEST)) exit(1);
#ifdef _OPENMP
#pragma omp atomic
  *whole += more;
#else
  if (__builtin_add_overflow(*whole, more, whole)) exit(1);
#endif
}

static inline __attribute__((always_inline)) double nbf(long n, long steps, int fixed) {
  long side = 1;
  while (side * side * side < n) side++;
  uint64_t *codes = zeros(side * side * side * 8);
  long next = 0;
  for (long a = 0; a < side; a++)
    for (long b = 0; b < side; b++)
      for (long c = 0; c < side; c++) codes[next++] = spread(a) << 2 | spread(b) << 1 | spread(c);
  qsort(codes, next, 8, compare);
  int *at = zeros(side * side * side * sizeof(int)), (*list)[MOST] = zeros(n * sizeof(*list));
  double(*x)[3] = zeros(n * sizeof(*x)), (*v)[3] = zeros(n * sizeof(*v)), (*f)[3] = zeros(n * sizeof(*f)), energy = 0;
  int64_t(*whole)[3] = zeros(n * sizeof(*whole));
  memset(at, -1, side * side * side * sizeof(int));
  for (long i = 0; i < n; i++) {
    int p[3];
    for (int a = 0; a < 3; a++) x[i][a] = (p[a] = gathered(codes[i], a)) + 0.2 * centred(1, 3 * i + a);
    at[(p[0] * side + p[1]) * side + p[2]] = i;
  }
  for (long i = 0; i < n; i++) {
    int count = 0;
    for (int a = -4; a <= 4; a++)
      for (int b = -4; b <= 4; b++)
        for (int c = -4; c <= 4; c++) {
          long p = gathered(codes[i], 0) + a, q = gathered(codes[i], 1) + b, r = gathered(codes[i], 2) + c;
          if (p < 0 || q < 0 || r < 0 || p >= side || q >= side || r >= side) continue;
          int j = at[(p * side + q) * side + r];
          if (j < 0 || j == i || (((i + j) & 1) == 0 ? i > j : i < j)) continue;
          double dx = x[i][0] - x[j][0], dy = x[i][1] - x[j][1], dz = x[i][2] - x[j][2];
          if (dx * dx + dy * dy + dz * dz <= 3.37 * 3.37) list[i][++count] = j;
        }
    list[i][0] = count;
  }
  char *reads = zeros(n);
  for (long i = LOW(n); i < HIGH(n); i++)
    for (int k = 1; k <= list[i][0]; k++) reads[list[i][k]] = 1;
  lists_t partners = lists(reads, n);
  for (long step = 0; step < steps; step++) {
    energy = 0;
    fetch(&partners, x, sizeof(*x));
#pragma omp parallel for schedule(static) reduction(+ : energy)
    for (long i = LOW(n); i < HIGH(n); i++) {
      double ox = 0, oy = 0, oz = 0;
      for (int k = 1; k <= list[i][0]; k++) {
        int j = list[i][k];
        double dx = x[i][0] - x[j][0], dy = x[i][1] - x[j][1], dz = x[i][2] - x[j][2];
        double inverse = 1 / (dx * dx + dy * dy + dz * dz), sixth = inverse * inverse * inverse;
        energy += 4 * sixth * (sixth - 1);
        double factor = 24 * sixth * (2 * sixth - 1) * inverse;
        ox += factor * dx;
        oy += factor * dy;
        oz += factor * dz;
        push(&f[j][0], &whole[j][0], -factor * dx, fixed);
        push(&f[j][1], &whole[j][1], -factor * dy, fixed);
        push(&f[j][2], &whole[j][2], -factor * dz, fixed);
      }
      push(&f[i][0], &whole[i][0], ox, fixed);
      push(&f[i][1], &whole[i][1], oy, fixed);
      push(&f[i][2], &whole[i][2], oz, fixed);
    }
    give_back(&partners, fixed ? (void *)whole : (void *)f, 3, fixed);
#pragma omp parallel for schedule(static)
    for (long i = LOW(n); i < HIGH(n); i++)
      for (int a = 0; a < 3; a++) {
        v[i][a] += (fixed ? whole[i][a] / UNITS : f[i][a]) * 1e-4;
        x[i][a] += v[i][a] * 1e-4;
        f[i][a] = whole[i][a] = 0;
      }
  }
  return SUM(energy);
}

// Water: constants and operations as in the application's classes WaterBox, Bonds, MoleculePair and Predictor.
#define BOND 0.9572
#define CHARGE 0.07152158
static const int from_site[14] = {3, 3, 3, 0, 2, 0, 0, 2, 2, 1, 1, 1, 0, 2};
static const int to_site[14] = {3, 0, 2, 3, 3, 0, 2, 0, 2, 1, 0, 2, 1, 1};
static const double charges[9] = {4, -2, -2, -2, -2, 1, 1, 1, 1};

typedef struct {
  double box, cut2, field, x[14][3], r2[14];
  int within;
} pair_t;

static int take(pair_t *p, double (*a)[3], double (*b)[3]) {
  p->within = 0;
  int most = 9;
  for (int k = 0; k < most; k++) {
    for (int d = 0; d < 3; d++) {
      double way = a[from_site[k]][d] - b[to_site[k]][d];
      p->x[k][d] = fabs(way) > p->box / 2 ? way - copysign(p->box, way) : way;
    }
    p->r2[k] = p->x[k][0] * p->x[k][0] + p->x[k][1] * p->x[k][1] + p->x[k][2] * p->x[k][2];
    if (k < 9 && p->r2[k] <= p->cut2 && ++p->within == 9) most = 14;
  }
  return p->within > 0;
}

static double pair_forces(pair_t *p, double (*on)[3], double (*other)[3]) {
  double first[4][3] = {{0}}, second[4][3] = {{0}}, virial = 0, share[3] = {0.45682590 / 2, 1 - 0.45682590, 0.45682590 / 2};
  for (int k = 0; k < (p->within == 9 ? 14 : 9); k++) {
    double force = k < 9 && p->r2[k] <= p->cut2 ? charges[k] * (CHARGE / (p->r2[k] * sqrt(p->r2[k])) - p->field) : 0;
    if (p->within == 9 && k >= 5) {
      double r = sqrt(p->r2[k]);
      force += (k < 9    ? 2.76084370 * 0.27879839 * exp(-2.76084370 * r)
                : k == 9 ? 5.15271070 * 455.313100 * exp(-5.15271070 * r)
                         : 2.96189550 * 0.60895706 * exp(-2.96189550 * r) - 2.23326410 * 0.11447336 * exp(-2.23326410 * r)) /
               r;
    }
    virial += force * p->r2[k];
    for (int d = 0; d < 3; d++) {
      first[from_site[k]][d] += force * p->x[k][d];
      second[to_site[k]][d] -= force * p->x[k][d];
    }
  }
  for (int a = 0; a < 3; a++)
    for (int d = 0; d < 3; d++) {
      on[a][d] += first[a][d] + share[a] * first[3][d];
      double term = second[a][d] + share[a] * second[3][d];
#ifdef _OPENMP
#pragma omp atomic
#endif
      other[a][d] += term;
    }
  return virial;
}

static double pair_potential(pair_t *p, double *reaction) {
  double potential = 0, sum = 0;
  for (int k = 0; k < 9; k++) {
    potential += charges[k] * CHARGE / sqrt(fmin(p->r2[k], p->cut2));
    sum += charges[k] * fmin(p->r2[k], p->cut2);
  }
  for (int k = 5; p->within == 9 && k < 14; k++) {
    double r = sqrt(p->r2[k]);
    potential += k < 9    ? 0.27879839 * exp(-2.76084370 * r)
                 : k == 9 ? 455.313100 * exp(-5.15271070 * r)
                          : 0.60895706 * exp(-2.96189550 * r) - 0.11447336 * exp(-2.23326410 * r);
  }
  *reaction += sum * p->field / 2;
  return potential;
}

static void sites(long n, double (*atoms)[3][3], double (*all)[4][3]) {
  for (long m = 0; m < n; m++)
    for (int d = 0; d < 3; d++) {
      for (int a = 0; a < 3; a++) all[m][a][d] = atoms[m][a][d];
      all[m][3][d] = (1 - 0.45682590) * atoms[m][1][d] + 0.45682590 / 2 * (atoms[m][0][d] + atoms[m][2][d]);
    }
}

static void bond_forces(double (*x)[3], double (*f)[3]) {
  double one[3], two[3], r1 = 0, r2 = 0, product = 0;
  for (int d = 0; d < 3; d++) {
    one[d] = x[1][d] - x[0][d];
    two[d] = x[1][d] - x[2][d];
    r1 += one[d] * one[d];
    r2 += two[d] * two[d];
    product += one[d] * two[d];
  }
  r1 = sqrt(r1);
  r2 = sqrt(r2);
  double cosine = product / (r1 * r2), t = (acos(cosine) - 1.824218) * BOND, e[2] = {r1 - BOND, r2 - BOND}, by[2];
  for (int i = 0; i < 2; i++) {
    double a = e[i], b = e[1 - i];
    by[i] = 0.512596 * a - 0.005823 * b + 0.016452 * t +
            (3 * -0.57191 * a * a - 0.001867 * (2 * a + b) * b - 2 * 0.002047 * a * t - 0.03083 * b * t - 0.0094245 * t * t) / BOND +
            (4 * 0.8431 * a * a * a - 0.0030 * (3 * a * a + b * b) * b + 2 * 0.0036 * a * b * b - 3 * 0.012 * a * a * t +
             0.0060 * (2 * a + b) * b * t + (-2 * 0.0048 * a + 0.0211 * b + 0.006263 * t) * t * t) /
                (BOND * BOND);
  }
  double a = e[0], b = e[1];
  double angle = 0.048098 * t + 0.016452 * (a + b) +
                 (-3 * 0.007636 * t * t - 0.002047 * (a * a + b * b) - 0.03083 * a * b - 2 * 0.0094245 * (a + b) * t) / BOND +
                 (-4 * 0.00193 * t * t * t - 0.012 * (a * a * a + b * b * b) + 0.0060 * (a + b) * a * b -
                  2 * 0.0048 * (a * a + b * b) * t + 2 * 0.0211 * a * b * t + 3 * 0.006263 * (a + b) * t * t) /
                     (BOND * BOND);
  angle *= BOND / sqrt(1 - cosine * cosine);
  for (int d = 0; d < 3; d++) {
    double u = one[d] / r1, w = two[d] / r2;
    f[0][d] = by[0] * u + angle * (u * cosine - w) / r1;
    f[2][d] = by[1] * w + angle * (w * cosine - u) / r2;
    f[1][d] = -(f[0][d] + f[2][d]);
  }
}

static double feel(long n, double box, double cutoff, double (*all)[4][3], double (*f)[3][3], double *potential, double *reaction) {
  double virial = 0, charged = 0, field = 0;
#pragma omp parallel for schedule(static) reduction(+ : virial, charged, field)
  for (long m = LOW(n); m < HIGH(n); m++) {
    pair_t p = {.box = box, .cut2 = cutoff * cutoff, .field = CHARGE / (cutoff * cutoff * cutoff)};
    double own[3][3] = {{0}};
    long partners = n % 2 == 1 || m < n / 2 ? n / 2 : n / 2 - 1;
    for (long k = 1; k <= partners; k++) {
      long other = (m + k) % n;
      if (!take(&p, all[m], all[other])) continue;
      if (f) virial += pair_forces(&p, own, f[other]);
      else charged += pair_potential(&p, &field);
    }
    for (int i = 0; f && i < 9; i++) {
#ifdef _OPENMP
#pragma omp atomic
#endif
      f[m][i / 3][i % 3] += own[i / 3][i % 3];
    }
  }
  *potential = SUM(charged);
  *reaction = SUM(field);
  return SUM(virial);
}

static double water(long n, long steps) {
  static const double corrections[7] = {863.0 / 6048, 665.0 / 1008, 1, 25.0 / 36, 35.0 / 144, 1.0 / 24, 1.0 / 360};
  double mass[3] = {1.007825, 15.99945, 1.007825}, unit = 1.6605655e-24, step = 0.15, binomial[7][7] = {{0}};
  double box = pow(n * (mass[1] + 2 * mass[0]) * unit / 0.9980, 1.0 / 3) / 1e-8, cutoff = fmin(box / 2, 11), check = 0;
  long side = lrint(cbrt(n));
  if (side * side * side != n) return NAN;
  double(*x)[3][3] = zeros(n * sizeof(*x)), (*f)[3][3] = zeros(n * sizeof(*f)), (*all)[4][3] = zeros(n * sizeof(*all));
  double(*d)[6][3][3] = zeros(n * sizeof(*d)), potential, reaction;
  for (int i = 0; i < 7; i++)
    for (int k = binomial[i][0] = 1; k <= i; k++) binomial[i][k] = binomial[i][k - 1] * (i - k + 1) / k;
  for (int axis = 0; axis < 3; axis++) {
    double mean = 0, squares = 0;
    for (long i = 0; i < 3 * n; i++) {
      double sum = 0;
      for (int k = 0; k < 12; k++) sum += centred(1, (3 * i + axis) * 12 + k);
      d[i / 3][0][i % 3][axis] = sum;
      mean += sum / (3 * n);
    }
    for (long i = 0; i < 3 * n; i++) squares += pow(d[i / 3][0][i % 3][axis] - mean, 2) / mass[i % 3];
    double scale = sqrt(1.380662e-16 * 298 * 3 * n / unit * pow(1e-15 * step / 1e-8, 2) / squares);
    for (long i = 0; i < 3 * n; i++) d[i / 3][0][i % 3][axis] = (d[i / 3][0][i % 3][axis] - mean) * scale / mass[i % 3];
  }
  for (long m = 0; m < n; m++) {
    long place[3] = {m / (side * side), m / side % side, m % side};
    for (int a = 0; a < 3; a++)
      for (int axis = 0; axis < 3; axis++) {
        double off = a == 1 || axis == 2 ? 0 : axis == 0 ? BOND * cos(1.824218 / 2) : (a ? -1 : 1) * BOND * sin(1.824218 / 2);
        x[m][a][axis] = box / (side - 0.00001) * (place[axis] + 0.5) + off;
      }
  }
  char *reads = zeros(n);
  for (long m = LOW(n); m < HIGH(n); m++)
    for (long k = 1; k <= n / 2; k++) reads[(m + k) % n] = 1;
  lists_t shell = lists(reads, n);
  sites(n, x, all);
  feel(n, box, cutoff, all, f, &potential, &reaction);
  give_back(&shell, f, 9, 0);
  for (long i = 9 * LOW(n); i < 9 * HIGH(n); i++) d[i / 9][1][i % 9 / 3][i % 3] = f[i / 9][i % 9 / 3][i % 3] * (step * step / 2) / mass[i % 9 / 3];
  for (long s = 0; s < steps; s++) {
#pragma omp parallel for schedule(static)
    for (long m = LOW(n); m < HIGH(n); m++) {
      for (int i = 0; i < 9; i++) {
        double o[7] = {x[m][i / 3][i % 3]};
        for (int k = 1; k < 7; k++) o[k] = d[m][k - 1][i / 3][i % 3];
        for (int k = 0; k < 6; k++)
          for (int h = k + 1; h < 7; h++) o[k] += binomial[h][k] * o[h];
        x[m][i / 3][i % 3] = o[0];
        for (int k = 1; k < 7; k++) d[m][k - 1][i / 3][i % 3] = o[k];
      }
      bond_forces(x[m], f[m]);
    }
    fetch(&shell, x, sizeof(*x));
    sites(n, x, all);
    feel(n, box, cutoff, all, f, &potential, &reaction);
    give_back(&shell, f, 9, 0);
#pragma omp parallel for schedule(static)
    for (long m = LOW(n); m < HIGH(n); m++) {
      for (int i = 0; i < 9; i++) {
        double error = f[m][i / 3][i % 3] * (step * step / 2) / mass[i / 3] - d[m][1][i / 3][i % 3];
        x[m][i / 3][i % 3] += corrections[0] * error;
        for (int k = 1; k < 7; k++) d[m][k - 1][i / 3][i % 3] += corrections[k] * error;
      }
      for (int axis = 0; axis < 3; axis++) {
        double back = x[m][1][axis] < 0 ? box : x[m][1][axis] > box ? -box : 0;
        for (int a = 0; a < 3; a++) x[m][a][axis] += back;
      }
    }
    fetch(&shell, x, sizeof(*x));
    sites(n, x, all);
    feel(n, box, cutoff, all, NULL, &potential, &reaction);
    check = potential + reaction;
  }
  return check;
}

// Barnes and Hut: the tree of the application's class Octree, its criterion and its order; theta 1, dt 0.025, eps 0.05.
#define THETA 1.0
#define DEEPEST 64
#define NOTHING -1
typedef struct {
  long bodies, cells, room;
  double (*at)[3], *weight, *reach, (*middle)[3];
  int (*children)[8], *twin;
} tree_t;

static long new_cell(tree_t *t, double length, const double *middle) {
  if (t->cells == t->room) {
    t->room *= 2;
    t->reach = realloc(t->reach, t->room * sizeof(double));
    t->middle = realloc(t->middle, t->room * sizeof(*t->middle));
    t->children = realloc(t->children, t->room * sizeof(*t->children));
    if (!t->reach || !t->middle || !t->children) exit(1);
  }
  t->reach[t->cells] = length;
  memcpy(t->middle[t->cells], middle, sizeof(*t->middle));
  memset(t->children[t->cells], 0xff, sizeof(*t->children));
  return t->cells++;
}

static int octant(const double *x, const double *middle) {
  return (x[0] < middle[0] ? 0 : 1) | (x[1] < middle[1] ? 0 : 2) | (x[2] < middle[2] ? 0 : 4);
}

static void insert(tree_t *t, double (*x)[3], long body, double length) {
  double middle[3], half = length / 2;
  memcpy(middle, t->middle[0], sizeof(middle));
  long cell = 0;
  for (int depth = 0;; depth++) {
    int in = octant(x[body], middle), child = t->children[cell][in];
    if (child == NOTHING) {
      t->children[cell][in] = body;
      return;
    }
    if (child < t->bodies && depth == DEEPEST) {
      t->twin[body] = t->twin[child];
      t->twin[child] = body;
      return;
    }
    half /= 2;
    for (int a = 0; a < 3; a++) middle[a] += in >> a & 1 ? half : -half;
    if (child < t->bodies) {
      long inner = new_cell(t, 2 * half, middle);
      t->children[inner][octant(x[child], middle)] = child;
      t->children[cell][in] = t->bodies + inner;
      cell = inner;
    } else cell = child - t->bodies;
  }
}

static tree_t new_tree(long n, double (*x)[3], const double *mass) {
  tree_t t = {.bodies = n, .room = 1024};
  t.reach = zeros(t.room * sizeof(double));
  t.middle = zeros(t.room * sizeof(*t.middle));
  t.children = zeros(t.room * sizeof(*t.children));
  t.twin = zeros(n * sizeof(int));
  memset(t.twin, 0xff, n * sizeof(int));
  double least[3] = {INFINITY, INFINITY, INFINITY}, greatest[3] = {-INFINITY, -INFINITY, -INFINITY}, length = 0, middle[3];
  for (long i = 0; i < n; i++)
    for (int a = 0; a < 3; a++) {
      least[a] = fmin(least[a], x[i][a]);
      greatest[a] = fmax(greatest[a], x[i][a]);
    }
  for (int a = 0; a < 3; a++) {
    length = fmax(length, greatest[a] - least[a]);
    middle[a] = (least[a] + greatest[a]) / 2;
  }
  length *= 1.00002;
  new_cell(&t, length, middle);
  for (long i = 0; i < n; i++) insert(&t, x, i, length);
  t.at = zeros((n + t.cells) * sizeof(*t.at));
  t.weight = zeros((n + t.cells) * sizeof(double));
  memcpy(t.at, x, n * sizeof(*x));
  memcpy(t.weight, mass, n * sizeof(double));
  for (long cell = t.cells - 1; cell >= 0; cell--) {
    double sum[3] = {0}, all = 0, off = 0;
    for (int in = 0; in < 8; in++)
      for (int node = t.children[cell][in]; node != NOTHING; node = node < n ? t.twin[node] : NOTHING) {
        all += t.weight[node];
        for (int a = 0; a < 3; a++) sum[a] += t.weight[node] * t.at[node][a];
      }
    t.weight[n + cell] = all;
    for (int a = 0; a < 3; a++) {
      t.at[n + cell][a] = sum[a] / all;
      off += pow(t.at[n + cell][a] - t.middle[cell][a], 2);
    }
    t.reach[cell] = pow(t.reach[cell] / THETA + sqrt(off), 2);
  }
  return t;
}

static void free_tree(tree_t *t) {
  free(t->at);
  free(t->weight);
  free(t->reach);
  free(t->middle);
  free(t->children);
  free(t->twin);
}

static double attract(const tree_t *t, long body, double *result) {
  int path[(DEEPEST + 2) * 8], top = 0;
  double ax = 0, ay = 0, az = 0, potential = 0;
  path[top++] = t->bodies;
  while (top > 0) {
    int node = path[--top];
    double dx = t->at[node][0] - t->at[body][0], dy = t->at[node][1] - t->at[body][1], dz = t->at[node][2] - t->at[body][2];
    double square = dx * dx + dy * dy + dz * dz;
    if (node >= t->bodies) {
      if (square <= t->reach[node - t->bodies]) {
        for (int in = 7; in >= 0; in--) {
          int child = t->children[node - t->bodies][in];
          if (child != NOTHING) path[top++] = child;
        }
        continue;
      }
    } else if (t->twin[node] != NOTHING) path[top++] = t->twin[node];
    if (node != body) {
      double softened = square + 0.05 * 0.05, each = t->weight[node] / sqrt(softened), factor = each / softened;
      potential -= each;
      ax += factor * dx;
      ay += factor * dy;
      az += factor * dz;
    }
  }
  result[0] = ax;
  result[1] = ay;
  result[2] = az;
  return potential;
}

static double drawn(long body, long number) { return centred(1, body * 4096 + number) + 0.5; }

static void direction(long body, long number, double scale, double *to) {
  double height = 2 * drawn(body, number) - 1, around = sqrt(1 - height * height), angle = 2 * M_PI * drawn(body, number + 1);
  to[0] = scale * (around * cos(angle));
  to[1] = scale * (around * sin(angle));
  to[2] = scale * height;
}

static double barnes(long n, long steps) {
  double *mass = zeros(n * sizeof(double)), (*x)[3] = zeros(n * sizeof(*x)), (*v)[3] = zeros(n * sizeof(*v));
  double(*f)[3] = zeros(n * sizeof(*f)), length = 3 * M_PI / 16, dt = 0.025, energy = 0;
  for (long i = 0; i < n; i++) {
    mass[i] = 1.0 / n;
    double radius = 1 / sqrt(pow(0.999 * fmax(drawn(i, 0), 1e-12), -2.0 / 3) - 1), share = drawn(i, 5);
    for (long k = 5; 0.1 * drawn(i, k + 1) > share * share * pow(1 - share * share, 3.5) && k < 4092;) share = drawn(i, k += 2);
    direction(i, 1, length * radius, x[i]);
    direction(i, 3, share * sqrt(2) / sqrt(sqrt(1 + radius * radius)) / sqrt(length), v[i]);
  }
  for (int a = 0; a < 3; a++) {
    double meanx = 0, meanv = 0;
    for (long i = 0; i < n; i++) {
      meanx += mass[i] * x[i][a];
      meanv += mass[i] * v[i][a];
    }
    for (long i = 0; i < n; i++) {
      x[i][a] -= meanx;
      v[i][a] -= meanv;
    }
  }
  for (long step = 0; step < steps; step++) {
    tree_t tree = new_tree(n, x, mass);
#pragma omp parallel for schedule(static)
    for (long i = LOW(n); i < HIGH(n); i++) {
      double now[3];
      attract(&tree, i, now);
      for (int a = 0; a < 3; a++) {
        if (step > 0) v[i][a] += (now[a] - f[i][a]) * (dt / 2);
        f[i][a] = now[a];
      }
    }
#pragma omp parallel for schedule(static)
    for (long i = LOW(n); i < HIGH(n); i++)
      for (int a = 0; a < 3; a++) {
        double half = f[i][a] * (dt / 2), middle = v[i][a] + half;
        x[i][a] += middle * dt;
        v[i][a] = middle + half;
      }
    everywhere(&x[0][0], n, 3);
    free_tree(&tree);
  }
  tree_t tree = new_tree(n, x, mass);
#pragma omp parallel for schedule(static) reduction(+ : energy)
  for (long i = LOW(n); i < HIGH(n); i++) {
    double now[3];
    energy += mass[i] * (v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]) / 2 + mass[i] * attract(&tree, i, now) / 2;
  }
  return SUM(energy);
}

static double empty(long n, long times) {
  double sum = 0;
  for (long k = 0; k < times; k++) {
    double part = 0;
    for (long i = LOW(n); i < HIGH(n); i++) part += 0.5;
    sum += SUM(part);
  }
  return sum;
}

int main(int count, char **words) {
#ifdef RANKS
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
#endif
  long size = count == 4 ? atol(words[2]) : 0, times = count == 4 ? atol(words[3]) : 0;
  if (size < 1 || times < 1) {
    fprintf(stderr, "usage: forkjoin jacobi|mgs|fft|nbf|nbf-fixed|water|barnes|empty SIZE TIMES\n");
    return 2;
  }
  double begin = now(), check = 0, before = written();
  if (!strcmp(words[1], "jacobi")) check = jacobi(size, times);
  else if (!strcmp(words[1], "mgs")) check = mgs(size);
  else if (!strcmp(words[1], "fft")) check = fft(size, times);
  else if (!strcmp(words[1], "nbf")) check = nbf(size, times, 0);
  else if (!strcmp(words[1], "nbf-fixed")) check = nbf(size, times, 1);
  else if (!strcmp(words[1], "water")) check = water(size, times);
  else if (!strcmp(words[1], "barnes")) check = barnes(size, times);
  else if (!strcmp(words[1], "empty")) check = empty(size, times);
  else return 2;
  double seconds = now() - begin, bytes = SUM(written() - before);
  if (rank == 0) printf("{\"seconds\": %.9f, \"check\": %.17g, \"bytes\": %.0f}\n", seconds, check, bytes);
#ifdef RANKS
  MPI_Finalize();
#endif
  return 0;
}
