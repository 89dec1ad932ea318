package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whose turn it is when the blocks of one dimension are dealt out: a list of processes that is gone
 * through over and over. Each process in turn is the usual one; others come about when workers have
 * left and others have joined and nobody else's blocks were to move. Immutable.
 */
public final class Turns {
  /** The time to plan a change grows with the product of old and new ones. */
  static final int MOST = 512;

  /** Each process in turn. */
  public static final Turns IN_ORDER = new Turns(0, 1, new int[0]);

  private final long length;
  private final long block;

  /** By turn, whose it is. */
  private final int[] process;

  /** By turn, how many of its process there are before. */
  private final int[] before;

  /** By process, its turns. */
  private final int[][] turnsOf;

  /** By process, where what it owns begins when all lies side by side; and the end. */
  private final long[] starts;

  private Turns(long length, long block, int[] process) {
    this.length = length;
    this.block = block;
    this.process = process;
    before = new int[process.length];
    final int processes = Arrays.stream(process).max().orElse(-1) + 1;
    final int[] counts = new int[processes];
    for (int turn = 0; turn < process.length; turn++) {
      before[turn] = counts[process[turn]]++;
    }
    turnsOf = new int[processes][];
    for (int p = 0; p < processes; p++) {
      turnsOf[p] = new int[counts[p]];
    }
    for (int turn = 0; turn < process.length; turn++) {
      turnsOf[process[turn]][before[turn]] = turn;
    }
    starts = new long[processes + 1];
    for (int p = 0; p < processes; p++) {
      starts[p + 1] = starts[p] + runs(p).size();
    }
  }

  /**
   * @param length of the dimension
   * @param block the length of its blocks
   * @param processes by turn, {@value #MOST} at most; each from 0 to the greatest has at least one
   * @throws IllegalArgumentException when that is not so
   */
  public static Turns of(long length, long block, List<Integer> processes) {
    final int most = processes.stream().mapToInt(Integer::intValue).max().orElse(-1);
    if (processes.size() > MOST) {
      throw new IllegalArgumentException(
          "lines are dealt out by " + MOST + " turns at most, not " + processes.size());
    }
    if (most < 0
        || processes.stream().anyMatch(process -> process < 0)
        || processes.stream().distinct().count() != most + 1L) {
      throw new IllegalArgumentException("nobody can be dealt to by turns of " + processes);
    }
    return new Turns(length, block, processes.stream().mapToInt(Integer::intValue).toArray());
  }

  boolean isInOrder() {
    return process.length == 0;
  }

  /** By turn, the process whose it is; none: each in turn. */
  public List<Integer> processes() {
    return Arrays.stream(process).boxed().toList();
  }

  /** How many of them a process has. */
  int of(int owner) {
    return turnsOf[owner].length;
  }

  int owner(long index) {
    return process[(int) (index / block % process.length)];
  }

  /** The indices of a process. */
  Runs runs(int owner) {
    final long whole = length / block;
    final long round = process.length * block;
    final List<Run> runs = new ArrayList<>(turnsOf[owner].length + 1);
    for (final int turn : turnsOf[owner]) {
      if (whole > turn) {
        runs.add(new Run(turn * block, block, round, Math.ceilDiv(whole - turn, process.length)));
      }
      if (whole * block < length && whole % process.length == turn) {
        runs.add(Run.between(whole * block, length));
      }
    }
    return new Runs(runs);
  }

  long start(int owner) {
    return starts[owner];
  }

  long place(long index) {
    final long number = index / block;
    final int turn = (int) (number % process.length);
    final int owner = process[turn];
    return starts[owner]
        + (number / process.length * turnsOf[owner].length + before[turn]) * block
        + index % block;
  }

  long index(long place) {
    final int owner = ownerOfPlace(place);
    final long own = place - starts[owner];
    final int[] turns = turnsOf[owner];
    final long number = own / block;
    final long at = number / turns.length * process.length + turns[(int) (number % turns.length)];
    return at * block + own % block;
  }

  long stretch(long place) {
    return block - (place - starts[ownerOfPlace(place)]) % block;
  }

  private int ownerOfPlace(long place) {
    int low = 0;
    int high = starts.length - 2;
    while (low < high) {
      final int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Turns turns
        && turns.length == length
        && turns.block == block
        && Arrays.equals(turns.process, process);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(process);
  }

  @Override
  public String toString() {
    return isInOrder() ? "in order" : processes().toString();
  }
}
