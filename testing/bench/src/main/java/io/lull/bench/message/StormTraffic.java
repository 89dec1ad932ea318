package io.lull.bench.message;

import java.util.SplittableRandom;

/**
 * Who sends what to whom in each round, as a function of the seed: in each turn of a round each
 * task sends one message and one is sent to it.
 *
 * @param seed of all that is random
 * @param tasks that send
 * @param rounds of each task
 */
record StormTraffic(long seed, int tasks, long rounds) {
  /** Messages of a task in a round. */
  static final int TURNS = 3;

  /** In the last turn of each round the receiver asks for that sender and tag; else for any. */
  static final int KNOWN_TURN = TURNS - 1;

  private static final int TAGS = 16;
  private static final int MOST_SHORT = 256;

  /**
   * Once in so many messages that are asked for one is long, and waits for its arrival. Of any
   * others a receiver may leave several for later: long ones would take all the room there is.
   */
  private static final int LONG_EVERY = 20;

  private static final int LONG = 20_000;

  private SplittableRandom random(long round, int turn, long more) {
    return new SplittableRandom(seed ^ (round * TURNS + turn) * 0x9E3779B97F4A7C15L ^ more << 40);
  }

  /** So much further than itself each task sends. */
  private int shift(long round, int turn) {
    return random(round, turn, 0).nextInt(tasks);
  }

  /** To whom a task sends. */
  int receiver(long task, long round, int turn) {
    return Math.floorMod(task + shift(round, turn), tasks);
  }

  /** Who sends to a task. */
  int sender(long task, long round, int turn) {
    return Math.floorMod(task - shift(round, turn), tasks);
  }

  /** From 1; the same for all messages of a turn. */
  int tag(long round, int turn) {
    return turn == KNOWN_TURN ? 1 + random(round, turn, 1).nextInt(TAGS) : 0;
  }

  /** What a task sends: a number of its own first. */
  long[] content(long task, long round, int turn, long number) {
    final SplittableRandom random = random(round, turn, task + 2);
    final boolean isLong = turn == KNOWN_TURN && random.nextInt(LONG_EVERY) == 0;
    final long[] content = new long[isLong ? LONG : 1 + random.nextInt(MOST_SHORT)];
    content[0] = number;
    for (int i = 1; i < content.length; i++) {
      content[i] = random.nextLong();
    }
    return content;
  }

  /** Whether two tasks send each other something in a round of the first of them. */
  boolean talk(long task, long round, long other) {
    for (int turn = 0; turn < TURNS; turn++) {
      if (receiver(task, round, turn) == other || sender(task, round, turn) == other) {
        return true;
      }
    }
    return false;
  }
}
