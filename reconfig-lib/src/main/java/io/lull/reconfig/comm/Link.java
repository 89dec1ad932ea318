package io.lull.reconfig.comm;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The connection to one peer. Any thread may send; one thread of the link's own reads. */
public final class Link {
  private static final int READ_BUFFER_BYTES = 64 << 10;

  private final String peer;
  private final long madeInEpoch;
  private final Socket raw;
  private final DataInputStream in;
  private final OutputStream out;
  private final Mailbox mailbox = new Mailbox();

  Link(String peer, long madeInEpoch, Socket raw, Socket socket) throws IOException {
    this.peer = peer;
    this.madeInEpoch = madeInEpoch;
    this.raw = raw;
    this.in =
        new DataInputStream(new BufferedInputStream(socket.getInputStream(), READ_BUFFER_BYTES));
    this.out = socket.getOutputStream();
  }

  public String peer() {
    return peer;
  }

  long madeInEpoch() {
    return madeInEpoch;
  }

  Mailbox mailbox() {
    return mailbox;
  }

  /**
   * Sends a frame.
   *
   * @param buffer from {@link Frame#buffer}, its position after the payload; it may be used again
   *     afterwards
   */
  public void send(Frame.Kind kind, int tag, long epoch, ByteBuffer buffer) throws IOException {
    final int payload = buffer.position() - Frame.HEADER_BYTES;
    buffer.putInt(0, payload).put(4, kind.code()).putInt(5, tag).putLong(9, epoch);
    synchronized (out) {
      out.write(buffer.array(), buffer.arrayOffset(), buffer.position());
      out.flush();
    }
  }

  /** Reads until the peer ends; frames of a change go to the sink, all others to the mailbox. */
  void read(ChangeSink sink) throws IOException, InterruptedException {
    final byte[] header = new byte[Frame.HEADER_BYTES];
    final ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    while (true) {
      in.readFully(header);
      final int length = fields.getInt(0);
      if (length < 0 || length > Frame.MAX_PAYLOAD_BYTES) {
        throw new IOException("worker " + peer + " sent a frame of " + length + " bytes");
      }
      final Frame.Kind kind = Frame.Kind.of(fields.get(4));
      final byte[] payload = in.readNBytes(length);
      if (payload.length < length) {
        throw new EOFException();
      }
      final Frame frame =
          new Frame(
              kind,
              fields.getInt(5),
              fields.getLong(9),
              ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
      if (kind.ofChange()) {
        sink.accept(peer, frame);
      } else {
        mailbox.put(frame);
      }
    }
  }

  void close() {
    mailbox.close();
    try {
      raw.close();
    } catch (IOException e) {
      // closed as far as this end is concerned
    }
  }
}
