package io.lull.coordinator.api;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.ServerCallStreamObserver;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import java.io.IOException;
import java.io.InputStream;

/** A file on its way out, no faster than the receiver reads. */
final class FileDownload {
  static final int PART_BYTES = 256 << 10;

  private final PacedStream<FilePart> parts;

  /** To be made in the call's own thread, before the call returns. */
  FileDownload(ServerCallStreamObserver<FilePart> reply) {
    parts = new PacedStream<>(reply);
  }

  /** Sends all of it and completes the call. */
  void send(FileHead head, InputStream content) throws IOException {
    FilePart.Builder part = FilePart.newBuilder().setHead(head);
    do {
      final byte[] bytes = content.readNBytes(PART_BYTES);
      if (bytes.length == 0 && !part.hasHead()) {
        break;
      }
      final ByteString wrapped = UnsafeByteOperations.unsafeWrap(bytes);
      parts.send(part.setContent(wrapped).build());
      part = FilePart.newBuilder();
    } while (true);
    parts.end();
  }
}
