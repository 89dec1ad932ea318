import java.util.stream.IntStream;
import org.pcj.PCJ;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;

/**
 * Jacobi's sweeps and the three-dimensional Fourier transform of {@code forkjoin.c} by PCJ, on one
 * or two Java machines of this computer with one thread each: {@code PcjLoops 1|2 jacobi|fft SIZE
 * TIMES}. Prints what {@code forkjoin} prints.
 */
@RegisterStorage(PcjLoops.Shared.class)
public class PcjLoops implements StartPoint {
  @Storage(PcjLoops.class)
  enum Shared {
    fromAbove,
    fromBelow,
    blocks,
    sums
  }

  /** Each is written by a neighbour, which is at most one step ahead: of two in turn. */
  double[][] fromAbove = new double[2][];

  double[][] fromBelow = new double[2][];

  /** By turn and sender. */
  double[][][] blocks = new double[2][PCJ.threadCount()][];

  double[] sums = new double[PCJ.threadCount()];

  private static final int FIRST_PORT = 8191;
  private static final int LINES = 8;

  private final int me = PCJ.myId();
  private final int all = PCJ.threadCount();

  public static void main(String[] words) {
    PCJ.executionBuilder(PcjLoops.class)
        .addNodes(
            IntStream.range(0, Integer.parseInt(words[0]))
                .mapToObj(i -> "localhost:" + (FIRST_PORT + i))
                .toArray(String[]::new))
        .addProperty("program", words[1])
        .addProperty("size", words[2])
        .addProperty("times", words[3])
        .deploy();
  }

  @Override
  public void main() {
    final int size = Integer.parseInt(PCJ.getProperty("size"));
    final int times = Integer.parseInt(PCJ.getProperty("times"));
    PCJ.barrier();
    final long began = System.nanoTime();
    final double check =
        PCJ.getProperty("program").equals("jacobi") ? jacobi(size, times) : fft(size, times);
    final double sum = sum(check);
    if (me == 0) {
      System.out.println(
          "{\"seconds\": " + (System.nanoTime() - began) / 1e9 + ", \"check\": " + sum + "}");
    }
    PCJ.barrier();
  }

  private int first(int thread, int n) {
    return (int) ((long) n * thread / all);
  }

  private double sum(double mine) {
    PCJ.put(mine, 0, Shared.sums, me);
    PCJ.barrier();
    double sum = 0;
    if (me == 0) {
      for (final double each : sums) {
        sum += each;
      }
    }
    return sum;
  }

  private double jacobi(int n, int iterations) {
    final int low = first(me, n);
    final int rows = first(me + 1, n) - low;
    double[][] before = new double[rows + 2][n];
    double[][] after = new double[rows + 2][n];
    if (me == 0) {
      java.util.Arrays.fill(before[1], 1);
      java.util.Arrays.fill(after[1], 1);
    }
    for (int k = 0; k < iterations; k++) {
      if (me > 0) {
        PCJ.asyncPut(before[1], me - 1, Shared.fromBelow, k % 2);
      }
      if (me + 1 < all) {
        PCJ.asyncPut(before[rows], me + 1, Shared.fromAbove, k % 2);
      }
      if (me > 0) {
        PCJ.waitFor(Shared.fromAbove);
        before[0] = fromAbove[k % 2];
      }
      if (me + 1 < all) {
        PCJ.waitFor(Shared.fromBelow);
        before[rows + 1] = fromBelow[k % 2];
      }
      for (int r = 1; r <= rows; r++) {
        if (low + r - 1 > 0 && low + r < n) {
          relax(before[r - 1], before[r], before[r + 1], after[r]);
        }
      }
      final double[][] swap = before;
      before = after;
      after = swap;
    }
    double sum = 0;
    for (int r = 1; r <= rows; r++) {
      for (final double cell : before[r]) {
        sum += cell;
      }
    }
    return sum;
  }

  private static void relax(double[] north, double[] here, double[] south, double[] next) {
    for (int c = 1; c < here.length - 1; c++) {
      next[c] = 0.25 * ((north[c] + south[c]) + (here[c - 1] + here[c + 1]));
    }
  }

  /** Lines of eight side by side, by Stockham's algorithm. */
  private static final class Lines {
    final int n;
    final double[] cosines;
    final double[] sines;
    double[] re;
    double[] im;
    double[] toRe;
    double[] toIm;

    Lines(int n) {
      this.n = n;
      cosines = new double[n / 2];
      sines = new double[n / 2];
      for (int j = 0; j < n / 2; j++) {
        cosines[j] = Math.cos(2 * Math.PI * j / n);
        sines[j] = Math.sin(2 * Math.PI * j / n);
      }
      re = new double[n * LINES];
      im = new double[n * LINES];
      toRe = new double[n * LINES];
      toIm = new double[n * LINES];
    }

    void transform() {
      for (int half = n / 2, width = LINES; half >= 1; half /= 2, width *= 2) {
        final int step = n / 2 / half;
        for (int j = 0; j < half; j++) {
          butterflies(
              re,
              im,
              toRe,
              toIm,
              j * width,
              half * width,
              width,
              cosines[j * step],
              -sines[j * step]);
        }
        double[] swap = re;
        re = toRe;
        toRe = swap;
        swap = im;
        im = toIm;
        toIm = swap;
      }
    }

    private static void butterflies(
        double[] fr,
        double[] fi,
        double[] tr,
        double[] ti,
        int a,
        int half,
        int width,
        double c,
        double s) {
      final int b = a + half;
      final int p = 2 * a;
      final int m = p + width;
      for (int t = 0; t < width; t++) {
        final double dr = fr[a + t] - fr[b + t];
        final double di = fi[a + t] - fi[b + t];
        tr[p + t] = fr[a + t] + fr[b + t];
        ti[p + t] = fi[a + t] + fi[b + t];
        tr[m + t] = c * dr - s * di;
        ti[m + t] = c * di + s * dr;
      }
    }

    /** Of a plane whose rows have real parts first, then imaginary ones. */
    void columns(double[] from, double[] to) {
      for (int first = 0; first < n; first += LINES) {
        for (int k = 0; k < n; k++) {
          System.arraycopy(from, k * 2 * n + first, re, k * LINES, LINES);
          System.arraycopy(from, k * 2 * n + n + first, im, k * LINES, LINES);
        }
        transform();
        for (int k = 0; k < n; k++) {
          System.arraycopy(re, k * LINES, to, k * 2 * n + first, LINES);
          System.arraycopy(im, k * LINES, to, k * 2 * n + n + first, LINES);
        }
      }
    }

    void rows(double[] plane) {
      for (int first = 0; first < n; first += LINES) {
        for (int b = 0; b < LINES; b++) {
          for (int k = 0; k < n; k++) {
            re[k * LINES + b] = plane[(first + b) * 2 * n + k];
            im[k * LINES + b] = plane[(first + b) * 2 * n + n + k];
          }
        }
        transform();
        for (int b = 0; b < LINES; b++) {
          for (int k = 0; k < n; k++) {
            plane[(first + b) * 2 * n + k] = re[k * LINES + b];
            plane[(first + b) * 2 * n + n + k] = im[k * LINES + b];
          }
        }
      }
    }
  }

  private static long mixed(long state) {
    long z = state + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static double centred(long place) {
    return (mixed(place + mixed(1)) >>> 11) * 0x1p-53 - 0.5;
  }

  private double fft(int n, int iterations) {
    final int low = first(me, n);
    final int own = first(me + 1, n) - low;
    final int row = 2 * n;
    final double[][] waves = new double[own][n * row];
    final double[][] field = new double[own][n * row];
    final double[] decayed = new double[n * row];
    final double[] decay = new double[3 * n * n / 4 + 1];
    final Lines lines = new Lines(n);
    for (int k = 0; k < decay.length; k++) {
      decay[k] = Math.exp(-4e-6 * Math.PI * Math.PI * k);
    }
    for (int y = 0; y < own; y++) {
      for (int i = 0; i < n * row; i++) {
        waves[y][i] = centred((long) (low + y) * n * row + i);
      }
    }
    double sum = 0;
    for (int k = 0; k < iterations; k++) {
      final double[][] out = new double[all][];
      for (int to = 0; to < all; to++) {
        out[to] = new double[own * (first(to + 1, n) - first(to, n)) * row];
      }
      for (int y = 0; y < own; y++) {
        decay(waves[y], decay, n, low + y);
        lines.columns(waves[y], decayed);
        for (int to = 0; to < all; to++) {
          final int others = first(to + 1, n) - first(to, n);
          System.arraycopy(decayed, first(to, n) * row, out[to], y * others * row, others * row);
        }
      }
      for (int to = 0; to < all; to++) {
        if (to == me) {
          blocks[k % 2][me] = out[to];
        } else {
          PCJ.asyncPut(out[to], to, Shared.blocks, k % 2, me);
        }
      }
      if (all > 1) {
        PCJ.waitFor(Shared.blocks, all - 1);
      }
      for (int z = 0; z < own; z++) {
        for (int from = 0; from < all; from++) {
          for (int y = first(from, n); y < first(from + 1, n); y++) {
            System.arraycopy(
                blocks[k % 2][from],
                ((y - first(from, n)) * own + z) * row,
                field[z],
                y * row,
                row);
          }
        }
        lines.columns(field[z], field[z]);
        lines.rows(field[z]);
      }
      for (int j = 1; j <= 1024; j++) {
        final int z = 5 * j % n - low;
        if (z >= 0 && z < own) {
          sum += field[z][3 * j % n * row + j % n];
        }
      }
    }
    return sum;
  }

  private static void decay(double[] plane, double[] decay, int n, int y) {
    final int fy = (y + n / 2) % n - n / 2;
    for (int z = 0; z < n; z++) {
      final int fz = (z + n / 2) % n - n / 2;
      for (int x = 0; x < n; x++) {
        final int fx = (x + n / 2) % n - n / 2;
        final double factor = decay[fx * fx + fy * fy + fz * fz];
        plane[z * 2 * n + x] *= factor;
        plane[z * 2 * n + n + x] *= factor;
      }
    }
  }
}
