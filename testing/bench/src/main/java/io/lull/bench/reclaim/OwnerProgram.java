package io.lull.bench.reclaim;

import io.lull.protocol.time.SystemClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program of the owner's: for each line of its standard input it does the same work again, and
 * says how many nanoseconds that took.
 */
public final class OwnerProgram {
  private static final int STREAM_LONGS = 8 << 20;
  private static final int STREAM_SWEEPS = 100;
  private static final long STEPS = 300_000_000;

  private final AtomicLong result = new AtomicLong();

  private OwnerProgram() {}

  /**
   * @param arguments {@code cpu} or {@code memory}, and how many threads
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    final OwnerProgram program = new OwnerProgram();
    final boolean memory = arguments[0].equals("memory");
    final int threads = Integer.parseInt(arguments[1]);
    final List<long[]> streams = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      streams.add(new long[memory ? STREAM_LONGS : 0]);
    }
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      while (orders.readLine() != null) {
        final long begin = SystemClock.INSTANCE.nanos();
        final List<Thread> working = new ArrayList<>();
        for (final long[] stream : streams) {
          working.add(
              Thread.ofPlatform()
                  .start(() ->
                      program.result.addAndGet(memory ? sweep(stream) : compute(stream.length))));
        }
        for (final Thread thread : working) {
          thread.join();
        }
        System.out.println("took " + (SystemClock.INSTANCE.nanos() - begin));
        System.out.flush();
      }
    }
    System.err.println("result " + program.result.get());
  }

  private static long compute(long seed) {
    long x = seed + 88172645463325252L;
    for (long i = 0; i < STEPS; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }

  private static long sweep(long[] stream) {
    long sum = 0;
    for (int k = 0; k < STREAM_SWEEPS; k++) {
      for (int i = 0; i < stream.length; i++) {
        stream[i] += i ^ k;
        sum += stream[i];
      }
    }
    return sum;
  }
}
