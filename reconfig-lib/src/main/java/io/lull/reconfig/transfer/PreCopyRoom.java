package io.lull.reconfig.transfer;

import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferTarget;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The room of a worker that is to join, and what has come to it. Any thread, but where noted. */
final class PreCopyRoom {
  private final StatePlan plan;

  /** By the transfers' numbers. */
  private final BitSet expected;

  private final BitSet come = new BitSet();

  /** Workers whose frames of the change itself have come. */
  private final Set<String> closed = new HashSet<>();

  private @Nullable TransferTarget target;

  /**
   * @param expected the numbers of the transfers to this worker
   */
  PreCopyRoom(StatePlan plan, BitSet expected) {
    this.plan = plan;
    this.expected = expected;
  }

  /** Whether anything is to come. */
  boolean isNeeded() {
    return !expected.isEmpty();
  }

  /** The workers that have what is to come. */
  Set<String> holders() {
    return expected.stream()
        .mapToObj(number -> plan.transfers().get(number).from())
        .collect(Collectors.toSet());
  }

  /**
   * The program's thread.
   *
   * @param prepare takes the memory
   * @param abandon gives back what of it was taken
   * @return whether there was memory for it
   */
  boolean make(Supplier<TransferTarget> prepare, Runnable abandon) {
    try {
      final TransferTarget made = prepare.get();
      synchronized (this) {
        target = made;
      }
      return true;
    } catch (OutOfMemoryError e) {
      abandon.run();
      return false;
    }
  }

  /** Null: none was made. */
  synchronized @Nullable TransferTarget target() {
    return target;
  }

  /** Whether all of a transfer has come. */
  synchronized boolean hasCome(int number) {
    return come.get(number);
  }

  /** What comes of a worker's copies from now on is older than what the change brings. */
  synchronized void close(String from) {
    closed.add(from);
  }

  private synchronized boolean isClosed(String from) {
    return closed.contains(from);
  }

  /** A part of a transfer, or its end. The link's thread. */
  void came(String from, Frame frame) throws IOException {
    if (isClosed(from)) {
      return;
    }
    final @Nullable TransferTarget room = target();
    final long number = frame.tag();
    if (room == null || number < 0 || number >= plan.transfers().size()) {
      throw new IOException("worker " + from + " copied transfer " + number + " unasked");
    }
    final StateTransfer transfer = plan.transfers().get((int) number);
    if (!expected.get(transfer.number()) || !transfer.from().equals(from)) {
      throw new IOException("worker " + from + " copied transfer " + number + ", not its own");
    }
    if (frame.payload().hasRemaining()) {
      try {
        room.write(transfer, frame.payload());
      } catch (IllegalStateException e) {
        // The room has been given back: the change brings it.
      }
    } else {
      synchronized (this) {
        come.set(transfer.number());
      }
    }
  }
}
