package io.lull.agent.parity;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.CodingGroup;
import io.lull.protocol.wire.CodingMember;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads from all machines of a group at once, as long as data comes. */
final class GroupReader implements AutoCloseable {
  /**
   * After this long without data, none will come. It is less than the coordinator waits for a sign
   * of life, so the coordinator learns the reason.
   */
  static final Duration STALLED = Duration.ofSeconds(50);

  /** How often to check a stalled read. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** An agent has little memory: in large groups it reads only one block ahead. */
  private static final int AHEAD_BYTES = 2 << 20;

  /** The serving side must answer all reads in time, even under its owner's network cap. */
  private static final int MOST_AHEAD = 2;

  private final CodingGroup group;
  private final PieceRanges ranges;
  private final Clock clock;
  private volatile long cameNanos;
  private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

  GroupReader(CodingGroup group, PieceRanges ranges, Clock clock) {
    this.group = group;
    this.ranges = ranges;
    this.clock = clock;
    this.cameNanos = clock.nanos();
  }

  CodingGroup group() {
    return group;
  }

  CodingMember member(int place) {
    return group.getMembers(place);
  }

  /** How many blocks of each machine are in flight beside the one that is waited for. */
  int ahead() {
    return Math.clamp(
        AHEAD_BYTES / Math.max(1L, (long) group.getNeeded() * ParityFormat.BLOCK_BYTES),
        1,
        MOST_AHEAD);
  }

  boolean reachable(int place) {
    return member(place).hasAddress();
  }

  /** Starts to read; {@link #await} returns the data. */
  Future<ByteBuffer> piece(int place, long offset, int length) {
    return begin(place, false, offset, length);
  }

  Future<ByteBuffer> parity(int place, long offset, int length) {
    return begin(place, true, offset, length);
  }

  private Future<ByteBuffer> begin(int place, boolean parity, long offset, int length) {
    final Callable<ByteBuffer> reading =
        length == 0
            ? () -> ByteBuffer.allocate(0)
            : () -> {
              final ByteBuffer came = ranges.read(member(place), parity, offset, length);
              cameNanos = clock.nanos();
              return came;
            };
    // Time in which the reader did something else does not count as waiting.
    cameNanos = clock.nanos();
    return readers.submit(reading);
  }

  ByteBuffer await(Future<ByteBuffer> reading) throws IOException, InterruptedException {
    while (true) {
      try {
        return reading.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (clock.nanos() - cameNanos > STALLED.toNanos()) {
          throw new IOException("received nothing for " + STALLED.toSeconds() + " s", e);
        }
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException refused) {
          throw refused;
        }
        throw new IOException("cannot read it: " + e.getCause(), e);
      }
    }
  }

  /** For error messages. */
  String name(int place) {
    final CodingMember member = member(place);
    return "rank "
        + member.getRank()
        + (member.hasAddress() ? " on " + member.getAddress().getNode() : "");
  }

  @Override
  public void close() {
    readers.shutdownNow();
  }
}
