package io.lull.reconfig.message.task;

import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Payload;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Sends and receives for a task, on its thread, which waits here. */
final class TaskCalls {
  /** A sender is told when so much of its messages has come; else within the next tick. */
  static final long TOLD_BYTES = Peers.WINDOW_BYTES / 4;

  private final TaskMailbox mailbox;
  private final TaskServices services;

  TaskCalls(TaskMailbox mailbox, TaskServices services) {
    this.mailbox = mailbox;
    this.services = services;
  }

  /** With the task's lock: waits until something holds. */
  private void await(BooleanSupplier until, Wait what) {
    mailbox.requireOwn();
    if (until.getAsBoolean()) {
      return;
    }
    mailbox.activity().waitsFor(what);
    try {
      mailbox.look();
      mailbox.awaitOwn(until);
    } catch (InterruptedException e) {
      throw new TaskStopped();
    } finally {
      if (mailbox.isOwn()) {
        mailbox.activity().computes();
      }
    }
  }

  /** Sends a message; waits for room, and a long one for its arrival. */
  void send(long to, int tag, Payload payload) {
    final Envelope envelope =
        mailbox.locked(() -> {
          await(() -> mailbox.port().hasRoom(to, payload.weight()), new Wait(true, to, tag));
          return mailbox.port().send(to, tag, payload);
        });
    services.deliver(envelope, mailbox.life());
    if (payload.bytes() >= Peers.LARGE_BYTES) {
      awaitArrival(envelope);
    }
  }

  /** Sends a message without waiting for room. */
  Envelope sendAtOnce(long to, int tag, Payload payload) {
    final Envelope envelope =
        mailbox.locked(() -> {
          mailbox.requireOwn();
          return mailbox.port().send(to, tag, payload);
        });
    services.deliver(envelope, mailbox.life());
    return envelope;
  }

  void awaitArrival(Envelope envelope) {
    mailbox.change(() ->
        await(
            () -> mailbox.port().hasArrived(envelope.to(), envelope.sequence()),
            new Wait(true, envelope.to(), envelope.tag())));
  }

  boolean hasArrived(Envelope envelope) {
    return mailbox.locked(() -> mailbox.port().hasArrived(envelope.to(), envelope.sequence()));
  }

  Envelope receive(long from, int tag) {
    return mailbox.locked(() -> {
      await(() -> mailbox.port().has(from, tag), new Wait(false, from, tag));
      final Envelope found = mailbox.port().receive(from, tag).orElseThrow();
      mailbox
          .port()
          .tell(found.from(), TOLD_BYTES)
          .ifPresent(receipt -> services.deliver(receipt, mailbox.life()));
      return found;
    });
  }

  /** Whether {@link #receive} would return at once. */
  boolean probe(long from, int tag) {
    return mailbox.locked(() -> {
      mailbox.requireOwn();
      return mailbox.port().probe(from, tag);
    });
  }

  /**
   * Waits for any message at a safe point.
   *
   * @param asked whether something is asked of the task there
   * @return empty when something is
   */
  Optional<Envelope> receiveUnless(BooleanSupplier asked) {
    return mailbox.locked(() -> {
      await(
          () -> mailbox.port().has(Peers.ANY, Peers.ANY) || asked.getAsBoolean(),
          new Wait(false, Peers.ANY, Peers.ANY));
      return mailbox.port().has(Peers.ANY, Peers.ANY)
          ? Optional.of(receive(Peers.ANY, Peers.ANY))
          : Optional.<Envelope>empty();
    });
  }
}
