package io.lull.reconfig.message;

/**
 * The first half of the tasks computes, the other half hardly does; all wait for each other. They
 * end when they have computed for as long again as it took until the first one moved.
 */
public final class UnevenTasks implements MessageProgram {
  private static final int STEPS = 2_000_000;
  private static final long FACTOR = 6364136223846793005L;
  private static final long SUMMAND = 1442695040888963407L;

  @Override
  public void declare(TaskSpace space) {
    final int tasks = (int) space.parameters().integer("tasks", 8, 2, 64);
    space.tasks(tasks, id -> new Uneven(id < tasks / 2 ? STEPS : 0));
  }

  /** What a task has computed in the end. */
  static long expected(int tasks, long rounds) {
    long sum = 0;
    for (int task = 0; task < tasks; task++) {
      sum += task < tasks / 2 ? ahead(rounds * STEPS) : 0;
    }
    return sum;
  }

  private static long computed(long steps, long from) {
    long value = from;
    for (long i = 0; i < steps; i++) {
      value = value * FACTOR + SUMMAND;
    }
    return value;
  }

  /** The same from 0, by doubling: twice a step is a step, too. */
  private static long ahead(long steps) {
    long factor = FACTOR;
    long summand = SUMMAND;
    long value = 0;
    for (long left = steps; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        value = value * factor + summand;
      }
      summand = summand * factor + summand;
      factor *= factor;
    }
    return value;
  }

  /** One of the tasks. */
  static final class Uneven implements MessageTask {
    private final int steps;
    private long round;
    private long rounds = Long.MAX_VALUE;
    private long value;

    /** How often it has come to a worker, the first one included. */
    private long placements;

    private long sum;
    private long allPlacements;

    Uneven(int steps) {
      this.steps = steps;
    }

    @Override
    public void placed() {
      placements++;
    }

    @Override
    public boolean iterate(Peers peers) {
      value = computed(steps, value);
      final boolean moved = peers.all().max(placements) > 1;
      round++;
      if (moved && rounds == Long.MAX_VALUE) {
        rounds = 2 * round;
      }
      if (round < rounds) {
        return true;
      }
      final long[] own = {value, placements};
      if (peers.id() > 0) {
        peers.send(0, 1, own);
        return false;
      }
      sum = own[0];
      allPlacements = own[1];
      for (int i = 1; i < peers.count(); i++) {
        final long[] other = peers.receive(Peers.ANY, 1).longs();
        sum += other[0];
        allPlacements += other[1];
      }
      return false;
    }

    @Override
    public void finish(MessageResults results) {
      results.value("rounds", rounds);
      results.value("sum", sum);
      results.value("placements", allPlacements);
    }
  }
}
