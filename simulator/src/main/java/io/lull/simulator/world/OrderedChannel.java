package io.lull.simulator.world;

import io.lull.simulator.time.Agenda;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One direction of a connection, as TCP has it: messages arrive in their order, each after a delay,
 * and wait while the other end cannot be reached.
 */
final class OrderedChannel {
  private final Agenda agenda;
  private final LongSupplier delayNanos;
  private final BooleanSupplier open;

  /** What each message does when it arrives. */
  private final Deque<Runnable> sent = new ArrayDeque<>();

  private long lastNanos;
  private int arrived;
  private boolean closed;

  OrderedChannel(Agenda agenda, LongSupplier delayNanos, BooleanSupplier open) {
    this.agenda = agenda;
    this.delayNanos = delayNanos;
    this.open = open;
  }

  void send(Runnable message) {
    if (closed) {
      return;
    }
    sent.add(message);
    lastNanos = Math.max(lastNanos, agenda.nanos() + delayNanos.getAsLong());
    agenda.at(
        lastNanos,
        () -> {
          arrived++;
          pump();
        });
  }

  /** Delivers what has arrived, if the other end can be reached now. */
  void pump() {
    while (arrived > 0 && !closed && open.getAsBoolean()) {
      arrived--;
      sent.remove().run();
    }
  }

  /** How many messages are on their way. */
  int waiting() {
    return sent.size();
  }

  /** Nothing arrives any more. */
  void close() {
    closed = true;
    sent.clear();
  }
}
