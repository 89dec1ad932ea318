package io.lull.protocol.transport;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Messages on a stream, each preceded by its length as a varint. Not safe for several threads. */
public final class Frames {
  /** No message on a pipe or local socket is longer. */
  public static final int MAX_FRAME_BYTES = 4 << 20;

  private Frames() {}

  public static void write(OutputStream out, MessageLite message) throws IOException {
    if (message.getSerializedSize() > MAX_FRAME_BYTES) {
      throw new IOException(
          "a message of "
              + message.getSerializedSize()
              + " bytes exceeds the limit of "
              + MAX_FRAME_BYTES);
    }
    message.writeDelimitedTo(out);
    out.flush();
  }

  /**
   * The next message, or null at the stream's end between two messages.
   *
   * @throws EOFException when the stream ends within a message
   */
  public static <M extends MessageLite> @Nullable M read(InputStream in, Parser<M> parser)
      throws IOException {
    final int first = in.read();
    if (first < 0) {
      return null;
    }
    final int length = CodedInputStream.readRawVarint32(first, in);
    if (length < 0 || length > MAX_FRAME_BYTES) {
      throw new IOException(
          "a message of " + length + " bytes exceeds the limit of " + MAX_FRAME_BYTES);
    }
    final byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the stream ended within a message");
    }
    return parser.parseFrom(bytes);
  }
}
