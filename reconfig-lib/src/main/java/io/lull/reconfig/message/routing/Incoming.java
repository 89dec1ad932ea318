package io.lull.reconfig.message.routing;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a task has got from one other: in the order in which it was sent, each message once, however
 * it came.
 */
final class Incoming {
  /** So many checksums of taken messages are remembered. */
  private static final int CHECKSUMS = 64;

  /** Of longer messages none is: it would cost more than the message. */
  private static final int CHECKED_BYTES = 4 << 10;

  /** All up to this number have been taken in. */
  private long taken;

  /** So far the sender was told. */
  private long told;

  private long untoldBytes;
  private long waitingBytes;
  private final ArrayDeque<WaitingMessage> waiting = new ArrayDeque<>();

  /** Those that came before one that was sent earlier. */
  private final TreeMap<Long, Envelope> ahead = new TreeMap<>();

  private final int[] checksums = new int[CHECKSUMS];
  private long firstChecksum = 1;

  long taken() {
    return taken;
  }

  long told() {
    return told;
  }

  long untoldBytes() {
    return untoldBytes;
  }

  long waitingBytes() {
    return waitingBytes;
  }

  /**
   * So far the sender may be told: up to the last message before which no more waits than it may
   * have under way. A sender that repeats what it did is so told the same as the first time, though
   * more has come since.
   */
  long tellable(long window) {
    if (waitingBytes <= window) {
      return taken;
    }
    long before = 0;
    for (final WaitingMessage each : waiting) {
      if (before > window) {
        return each.envelope().sequence() - 1;
      }
      before += each.envelope().payload().weight();
    }
    return taken;
  }

  /** Whether this is a repetition, and its content is known not to be that of the first time. */
  boolean contradicts(Envelope envelope) {
    return envelope.sequence() <= taken
        && envelope.sequence() >= firstChecksum
        && envelope.sequence() > taken - CHECKSUMS
        && checksums[index(envelope)] != envelope.payload().checksum();
  }

  private static int index(Envelope envelope) {
    return (int) (envelope.sequence() % CHECKSUMS);
  }

  /**
   * Takes in a message that has not been, and those that came ahead of it.
   *
   * @param arrival the number of the next message to arrive, of all senders
   * @return how many arrived
   */
  int take(Envelope envelope, long arrival) {
    if (envelope.sequence() > taken + 1) {
      ahead.putIfAbsent(envelope.sequence(), envelope);
      return 0;
    }
    int count = 0;
    @Nullable Envelope next = envelope;
    while (next != null) {
      waiting.add(new WaitingMessage(next, arrival + count));
      waitingBytes += next.payload().weight();
      untoldBytes += next.payload().weight();
      taken = next.sequence();
      remember(next);
      count++;
      next = ahead.remove(taken + 1);
    }
    return count;
  }

  private void remember(Envelope envelope) {
    if (envelope.payload().bytes() <= CHECKED_BYTES) {
      checksums[index(envelope)] = envelope.payload().checksum();
    } else {
      firstChecksum = envelope.sequence() + 1;
    }
  }

  /** The first that waits and has the tag; null: there is none. */
  @Nullable WaitingMessage first(int tag, int any) {
    for (final WaitingMessage each : waiting) {
      if (tag == any ? each.envelope().tag() >= 0 : each.envelope().tag() == tag) {
        return each;
      }
    }
    return null;
  }

  void remove(WaitingMessage received) {
    for (final Iterator<WaitingMessage> each = waiting.iterator(); each.hasNext(); ) {
      if (each.next().arrival() == received.arrival()) {
        each.remove();
        waitingBytes -= received.envelope().payload().weight();
        return;
      }
    }
  }

  /** The sender is told of all up to a number. */
  void tell(long upTo) {
    told = upTo;
    untoldBytes =
        upTo == taken
            ? 0
            : waiting.stream()
                .filter(each -> each.envelope().sequence() > upTo)
                .mapToLong(each -> each.envelope().payload().weight())
                .sum();
  }

  /** The sender is to be told anew of all that was taken in: it may not have heard. */
  void forgetTold() {
    told = 0;
  }

  /** Those that came ahead of others are given back: they are to come again. */
  List<Envelope> releaseAhead() {
    final List<Envelope> released = List.copyOf(ahead.values());
    ahead.clear();
    return released;
  }

  List<WaitingMessage> waiting() {
    return List.copyOf(waiting);
  }

  /** As it was written. */
  void restore(long last, List<WaitingMessage> messages) {
    taken = last;
    forgetTold();
    untoldBytes = 0;
    firstChecksum = last + 1;
    ahead.clear();
    waiting.clear();
    waitingBytes = 0;
    for (final WaitingMessage message : messages) {
      waiting.add(message);
      waitingBytes += message.envelope().payload().weight();
    }
  }
}
