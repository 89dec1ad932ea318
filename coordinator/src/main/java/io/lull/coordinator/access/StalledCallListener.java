package io.lull.coordinator.access;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ends a call whose caller stalls: an upload that stops, a request that never comes, an agent that
 * does not greet.
 */
final class StalledCallListener<Q> extends SimpleForwardingServerCallListener<Q> {
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ServerCall<Q, ?> call;
  private final ScheduledExecutorService timer;
  private final Clock clock;

  /** Held while the service is told something, and while it is not: it hears one at a time. */
  private final ReentrantLock turn = new ReentrantLock();

  private long heardNanos;
  private boolean satisfied;
  private boolean over;

  private StalledCallListener(
      ServerCall.Listener<Q> listener,
      ServerCall<Q, ?> call,
      ScheduledExecutorService timer,
      Clock clock) {
    super(listener);
    this.call = call;
    this.timer = timer;
    this.clock = clock;
    this.heardNanos = clock.nanos();
  }

  static <Q> StalledCallListener<Q> of(
      ServerCall.Listener<Q> listener,
      ServerCall<Q, ?> call,
      ScheduledExecutorService timer,
      Clock clock) {
    final StalledCallListener<Q> patient = new StalledCallListener<>(listener, call, timer, clock);
    patient.lookAgain(PATIENCE.toNanos());
    return patient;
  }

  @Override
  public void onMessage(Q message) {
    turn.lock();
    try {
      if (over) {
        return;
      }
      satisfied |= call.getMethodDescriptor().getType() == MethodType.BIDI_STREAMING;
      super.onMessage(message);
      heardNanos = clock.nanos();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void onHalfClose() {
    turn.lock();
    try {
      satisfied = true;
      if (!over) {
        super.onHalfClose();
      }
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void onCancel() {
    turn.lock();
    try {
      if (!over) {
        over = true;
        super.onCancel();
      }
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void onComplete() {
    turn.lock();
    try {
      if (!over) {
        over = true;
        super.onComplete();
      }
    } finally {
      turn.unlock();
    }
  }

  private void look() {
    if (!turn.tryLock()) {
      lookAgain(PATIENCE.toNanos());
      return;
    }
    try {
      if (satisfied || over) {
        return;
      }
      final long left = PATIENCE.toNanos() - (clock.nanos() - heardNanos);
      if (left > 0) {
        lookAgain(left);
        return;
      }
      over = true;
      call.close(
          Status.DEADLINE_EXCEEDED.withDescription(
              "received nothing for "
                  + PATIENCE.toSeconds()
                  + " s in the middle of the call: try again"),
          new Metadata());
      super.onCancel();
    } finally {
      turn.unlock();
    }
  }

  private void lookAgain(long nanos) {
    if (!timer.isShutdown()) {
      final var _ = timer.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    }
  }
}
