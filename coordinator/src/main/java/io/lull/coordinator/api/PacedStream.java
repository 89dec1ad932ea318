package io.lull.coordinator.api;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Messages on their way out, no faster than the receiver reads. */
final class PacedStream<T> {
  /** A receiver that reads nothing for so long is given up. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ServerCallStreamObserver<T> reply;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();

  /** To be made in the call's own thread, before the call returns. */
  PacedStream(ServerCallStreamObserver<T> reply) {
    this.reply = reply;
    reply.setOnReadyHandler(this::wake);
    reply.setOnCancelHandler(this::wake);
  }

  /** Sends one when there is room for it. */
  void send(T message) {
    awaitReady();
    reply.onNext(message);
  }

  void end() {
    reply.onCompleted();
  }

  private void awaitReady() {
    lock.lock();
    try {
      long left = PATIENCE.toNanos();
      while (!reply.isReady() && !reply.isCancelled() && left > 0) {
        left = ready.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Status.UNAVAILABLE
          .withDescription("the coordinator is stopping")
          .withCause(e)
          .asRuntimeException();
    } finally {
      lock.unlock();
    }
    if (reply.isCancelled() || !reply.isReady()) {
      throw Status.CANCELLED.withDescription("the receiver reads no more").asRuntimeException();
    }
  }

  private void wake() {
    lock.lock();
    try {
      ready.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
