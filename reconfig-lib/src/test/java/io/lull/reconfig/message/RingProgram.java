package io.lull.reconfig.message;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Tasks in a ring: each waits for what the one before it sends, and the first one computes until a
 * file is there. Meanwhile no task comes to a safe point.
 */
public final class RingProgram implements MessageProgram {
  private static final int TOKEN = 1;
  private static final int NOTE = 2;
  private static final int TOTAL = 3;

  /** Of its worker, and not of the task's state, as the author of a wrong program has it. */
  private static long calls;

  @Override
  public void declare(TaskSpace space) {
    final int tasks = (int) space.parameters().integer("tasks", 8, 2, 64);
    final long rounds = space.parameters().integer("rounds", 40, 1, 1_000_000);
    final long gate = space.parameters().integer("gate", 20, 0, rounds);
    final boolean wrong = space.parameters().integer("wrong", 0, 0, 1) == 1;
    final String file = space.parameters().text("file", "");
    space.iterations(rounds);
    space.tasks(tasks, _ -> new Member(rounds, gate, file, wrong));
  }

  /** What the ring has in the end. */
  static long expected(int tasks, long rounds) {
    long sum = 0;
    for (long round = 0; round < rounds; round++) {
      for (long id = 1; id < tasks; id++) {
        sum += round * 31 + id;
      }
    }
    return sum;
  }

  /** One of the tasks. */
  static final class Member implements MessageTask {
    private final long rounds;
    private final long gate;
    private final String file;
    private final boolean wrong;
    private long round;
    private long sum;

    Member(long rounds, long gate, String file, boolean wrong) {
      this.rounds = rounds;
      this.gate = gate;
      this.file = file;
      this.wrong = wrong;
    }

    @Override
    public boolean iterate(Peers peers) {
      final long next = (peers.id() + 1) % peers.count();
      final long before = (peers.id() + peers.count() - 1) % peers.count();
      // Before it waits, each tells the one after it something, which that one takes.
      peers.send(next, NOTE, new long[] {wrong ? ++calls : round});
      final long note = peers.receive(before, NOTE).longs()[0];
      if (!wrong && note != round) {
        throw new IllegalStateException("round " + round + " got the note of " + note);
      }
      if (peers.id() == 0) {
        if (round == gate) {
          awaitFile();
        }
        peers.send(next, TOKEN, new long[] {round});
        peers.receive(before, TOKEN);
      } else {
        final long token = peers.receive(before, TOKEN).longs()[0];
        sum += token * 31 + peers.id();
        peers.send(next, TOKEN, new long[] {token});
      }
      if (++round < rounds) {
        return true;
      }
      if (peers.id() > 0) {
        peers.send(0, TOTAL, new long[] {sum});
      } else {
        for (long id = 1; id < peers.count(); id++) {
          sum += peers.receive(id, TOTAL).longs()[0];
        }
      }
      return false;
    }

    /** As if it computed. */
    private void awaitFile() {
      while (!Files.exists(Path.of(file)) && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(1_000_000);
      }
    }

    @Override
    public void finish(MessageResults results) {
      results.value("sum", sum);
    }
  }
}
