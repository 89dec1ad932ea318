package io.lull.reconfig.message.routing;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;

/**
 * What a task has sent to one other. It keeps each message until that task's state has it, in
 * memory and in whatever is captured: a message is sent again when it may have been lost on its
 * way.
 */
final class Outgoing {
  private long sent;

  /** In the order in which they were sent. */
  private final ArrayDeque<Envelope> kept = new ArrayDeque<>();

  /** Up to here they have arrived, though some may be kept for the next capture. */
  private long arrived;

  private long underWayBytes;
  private long sentBytes;

  /** The number of the last message. */
  long sent() {
    return sent;
  }

  long underWayBytes() {
    return underWayBytes;
  }

  /** Since the task came here. */
  long sentBytes() {
    return sentBytes;
  }

  long arrived() {
    return arrived;
  }

  /** Whether a message of this weight may be sent now. */
  boolean hasRoom(long weight, long window) {
    return underWayBytes == 0 || underWayBytes + weight <= window;
  }

  /** Numbers a message and keeps it. */
  Envelope add(long from, long to, long capture, int tag, Payload payload) {
    final Envelope envelope = new Envelope(from, to, ++sent, capture, tag, payload);
    kept.add(envelope);
    sentBytes += payload.bytes();
    // What is sent again, after a recovery or a return to a copy, may have arrived the first time.
    if (sent > arrived) {
      underWayBytes += payload.weight();
    }
    return envelope;
  }

  /**
   * All up to a number have arrived.
   *
   * @param captured whether the receiver has been captured more often than the sender: then its
   *     captured state does not have them, and the sender's is to have them
   * @return whether that is news
   */
  boolean arrived(long upTo, boolean captured) {
    if (upTo <= arrived) {
      return false;
    }
    for (final Iterator<Envelope> each = kept.iterator(); each.hasNext(); ) {
      final Envelope envelope = each.next();
      if (envelope.sequence() > upTo) {
        break;
      }
      if (envelope.sequence() > arrived) {
        underWayBytes -= envelope.payload().weight();
      }
      if (!captured) {
        each.remove();
      }
    }
    arrived = upTo;
    return true;
  }

  /** Those that are kept, also those that have arrived. */
  List<Envelope> kept() {
    return List.copyOf(kept);
  }

  /** Those that are not known to have arrived. */
  List<Envelope> underWay() {
    return kept.stream().filter(envelope -> envelope.sequence() > arrived).toList();
  }

  /** The sender has been captured: what has arrived need not be kept any longer. */
  void captured() {
    kept.removeIf(envelope -> envelope.sequence() <= arrived);
  }

  /**
   * As it was written.
   *
   * @param last the number of the last message
   * @param upTo so far they had arrived
   * @param envelopes those that were kept
   */
  void restore(long last, long upTo, List<Envelope> envelopes) {
    sent = last;
    kept.clear();
    kept.addAll(envelopes);
    arrived = upTo;
    underWayBytes = underWay().stream().mapToLong(each -> each.payload().weight()).sum();
  }

  /** After a recovery it is not known any more what has arrived. */
  void forgetArrived() {
    restore(sent, kept.isEmpty() ? sent : kept.getFirst().sequence() - 1, List.copyOf(kept));
  }
}
