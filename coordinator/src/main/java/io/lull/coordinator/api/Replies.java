package io.lull.coordinator.api;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.file.FileRefusedException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers, and refusals as statuses that carry one line for people. */
final class Replies {
  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);

  private Replies() {}

  /** Work whose answer goes to one caller. */
  interface Work<T> {
    T answer() throws IOException, FileRefusedException;
  }

  static <T> void answer(StreamObserver<T> reply, Work<T> work) {
    final T value;
    try {
      value = work.answer();
    } catch (RuntimeException | IOException | FileRefusedException e) {
      reply.onError(status(e).asRuntimeException());
      return;
    }
    reply.onNext(value);
    reply.onCompleted();
  }

  /** Work that sends many messages and completes the call itself. */
  interface LongWork {
    void run() throws IOException, FileRefusedException;
  }

  /**
   * Runs the work in a thread of its own: while a call's own thread is busy, gRPC cannot tell it
   * that the receiver is ready or gone.
   */
  static void stream(ServerCallStreamObserver<?> reply, LongWork work) {
    Thread.ofVirtual()
        .name("lull-stream")
        .start(() -> {
          try {
            work.run();
          } catch (RuntimeException | IOException | FileRefusedException e) {
            if (!reply.isCancelled()) {
              reply.onError(status(e).asRuntimeException());
            }
          }
        });
  }

  static Status status(Exception failure) {
    final String line = String.valueOf(failure.getMessage());
    return switch (failure) {
      case StatusRuntimeException known -> known.getStatus();
      case RefusedException refused -> code(refused.kind()).withDescription(line);
      case FileRefusedException refused -> code(refused.kind()).withDescription(line);
      case IllegalArgumentException wrong -> Status.INVALID_ARGUMENT.withDescription(line);
      case StoreException store -> {
        LOG.error("Cannot store state", store);
        yield Status.UNAVAILABLE.withDescription("the coordinator cannot store its state: " + line);
      }
      default -> {
        LOG.error("A call failed", failure);
        yield Status.INTERNAL.withDescription(
            "the coordinator failed (" + failure.getClass().getSimpleName() + "): see its log");
      }
    };
  }

  private static Status code(RefusedException.Kind kind) {
    return switch (kind) {
      case WRONG -> Status.INVALID_ARGUMENT;
      case MISSING -> Status.NOT_FOUND;
      case UNTIMELY -> Status.FAILED_PRECONDITION;
      case NOT_ALLOWED -> Status.PERMISSION_DENIED;
      case BUSY -> Status.UNAVAILABLE;
      case TOO_MUCH -> Status.RESOURCE_EXHAUSTED;
    };
  }

  private static Status code(FileRefusedException.Kind kind) {
    return switch (kind) {
      case WRONG -> Status.INVALID_ARGUMENT;
      case MISSING -> Status.NOT_FOUND;
      case NO_ROOM -> Status.FAILED_PRECONDITION;
    };
  }
}
