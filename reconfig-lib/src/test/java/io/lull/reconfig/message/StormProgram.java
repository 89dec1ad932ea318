package io.lull.reconfig.message;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Tasks that send each other messages of random lengths, in an order that none of them can foresee,
 * and add up what they get. What comes out is known: {@link #expected}.
 */
public final class StormProgram implements MessageProgram {
  static final int MOST_ELEMENTS = 3000;

  /** Once in so many messages one is long. */
  static final int LONG_EVERY = 97;

  static final int LONG_ELEMENTS = 60_000;

  private static final int DATA = 1;
  private static final int TOTAL = 2;

  @Override
  public void declare(TaskSpace space) {
    final int tasks = (int) space.parameters().integer("tasks", 8, 1, 1024);
    final long rounds = space.parameters().integer("rounds", 50, 1, 1_000_000);
    final long seed = space.parameters().integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
    final long micros = space.parameters().integer("micros", 0, 0, 1_000_000);
    space.iterations(rounds + 1);
    space.tasks(tasks, id -> new Storm(rounds, seed, micros));
  }

  /** To whom a task sends in a round: each receives from one. */
  static int shift(long seed, long round, int turn, int tasks) {
    return new SplittableRandom(seed ^ (round * 31 + turn)).nextInt(tasks);
  }

  /** None that is long goes to its own sender: who waits to send to itself waits for ever. */
  static long[] content(long seed, long round, int turn, long from, long to) {
    final SplittableRandom random =
        new SplittableRandom(seed ^ (round * 1_000_003 + turn) ^ (from << 40));
    final boolean isLong = random.nextInt(LONG_EVERY) == 0 && from != to;
    final int length = isLong ? LONG_ELEMENTS : random.nextInt(MOST_ELEMENTS);
    final long[] content = new long[length];
    for (int i = 0; i < length; i++) {
      content[i] = random.nextLong();
    }
    return content;
  }

  static long digest(long[] content, long from, long to) {
    long digest = from * 31 + to;
    for (final long element : content) {
      digest = digest * 31 + element;
    }
    return digest;
  }

  /** What the tasks have added up in the end. */
  static long expected(int tasks, long rounds, long seed) {
    long sum = 0;
    for (long round = 0; round < rounds; round++) {
      for (int turn = 0; turn < Storm.TURNS; turn++) {
        final int shift = shift(seed, round, turn, tasks);
        for (int from = 0; from < tasks; from++) {
          final int to = (from + shift) % tasks;
          sum += digest(content(seed, round, turn, from, to), from, to);
        }
      }
    }
    return sum;
  }

  /** One of the tasks. */
  public static final class Storm implements MessageTask {
    static final int TURNS = 3;

    private final long rounds;
    private final long seed;
    private final long micros;
    private long round;
    private long sum;
    private long total;
    private long received;

    Storm(long rounds, long seed, long micros) {
      this.rounds = rounds;
      this.seed = seed;
      this.micros = micros;
    }

    @Override
    public boolean iterate(Peers peers) {
      if (round == rounds) {
        addUp(peers);
        return false;
      }
      for (int turn = 0; turn < TURNS; turn++) {
        final int to =
            (int) ((peers.id() + shift(seed, round, turn, peers.count())) % peers.count());
        peers.send(to, DATA, content(seed, round, turn, peers.id(), to));
      }
      for (int turn = 0; turn < TURNS; turn++) {
        final Message message = peers.receive(Peers.ANY, DATA);
        sum += digest(message.longs(), message.from(), peers.id());
        received++;
      }
      if (micros > 0) {
        LockSupport.parkNanos(micros * 1000);
      }
      round++;
      return true;
    }

    private void addUp(Peers peers) {
      if (peers.id() > 0) {
        peers.send(0, TOTAL, new long[] {sum, received});
        return;
      }
      total = sum;
      for (int i = 1; i < peers.count(); i++) {
        final long[] other = peers.receive(Peers.ANY, TOTAL).longs();
        total += other[0];
        received += other[1];
      }
    }

    @Override
    public void finish(MessageResults results) {
      results.value("sum", total);
      results.value("received", received);
    }
  }
}
