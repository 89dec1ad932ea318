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

/** Reads from all machines of a group at once, and for no longer than a checkpoint may take. */
final class GroupReader implements AutoCloseable {
  /** Within the time that the coordinator gives all of it. */
  static final Duration LONGEST = Duration.ofSeconds(55);

  private final CodingGroup group;
  private final Ranges ranges;
  private final Clock clock;
  private final long startedNanos;
  private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

  GroupReader(CodingGroup group, Ranges ranges, Clock clock) {
    this.group = group;
    this.ranges = ranges;
    this.clock = clock;
    this.startedNanos = clock.nanos();
  }

  CodingGroup group() {
    return group;
  }

  CodingMember member(int place) {
    return group.getMembers(place);
  }

  boolean reachable(int place) {
    return member(place).hasAddress();
  }

  /** Begins to read; {@link #await} has what came. */
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
            : () -> ranges.read(member(place), parity, offset, length);
    return readers.submit(reading);
  }

  ByteBuffer await(Future<ByteBuffer> reading) throws IOException, InterruptedException {
    if (clock.nanos() - startedNanos > LONGEST.toNanos()) {
      throw new IOException("it takes more than " + LONGEST.toSeconds() + " s");
    }
    try {
      return reading.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException refused) {
        throw refused;
      }
      throw new IOException("it could not be read: " + e.getCause(), e);
    }
  }

  /** For complaints. */
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
