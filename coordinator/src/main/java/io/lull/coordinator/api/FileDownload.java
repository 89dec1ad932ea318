package io.lull.coordinator.api;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A file on its way out, no faster than the receiver reads. */
final class FileDownload {
  static final int PART_BYTES = 256 << 10;

  /** A receiver that reads nothing for so long is given up. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ServerCallStreamObserver<FilePart> reply;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();

  /** To be made in the call's own thread, before the call returns. */
  FileDownload(ServerCallStreamObserver<FilePart> reply) {
    this.reply = reply;
    reply.setOnReadyHandler(this::wake);
    reply.setOnCancelHandler(this::wake);
  }

  /** Sends all of it and completes the call. */
  void send(FileHead head, InputStream content) throws IOException {
    FilePart.Builder part = FilePart.newBuilder().setHead(head);
    do {
      final byte[] bytes = content.readNBytes(PART_BYTES);
      if (bytes.length == 0 && !part.hasHead()) {
        break;
      }
      awaitReady();
      final ByteString wrapped = UnsafeByteOperations.unsafeWrap(bytes);
      reply.onNext(part.setContent(wrapped).build());
      part = FilePart.newBuilder();
    } while (true);
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
