package io.lull.reconfig.comm;

import io.lull.protocol.transport.Throttle;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The connection to one peer. Any thread may send; one thread of the link's own reads. */
public final class Link {
  private static final int READ_BUFFER_BYTES = 64 << 10;

  /**
   * Where there is a limit, frames are sent in parts of so many bytes, so that a link that is
   * closed is left soon.
   */
  private static final int LIMITED_PART_BYTES = 16 << 10;

  private final String peer;
  private final long madeInEpoch;
  private final Socket raw;
  private final DataInputStream in;
  private final OutputStream out;
  private final Throttle throttle;
  private final Mailbox mailbox = new Mailbox();

  Link(String peer, long madeInEpoch, Socket raw, Socket socket, Throttle throttle)
      throws IOException {
    this.peer = peer;
    this.madeInEpoch = madeInEpoch;
    this.raw = raw;
    this.in =
        new DataInputStream(
            new BufferedInputStream(
                new Throttled(socket.getInputStream(), throttle), READ_BUFFER_BYTES));
    this.out = socket.getOutputStream();
    this.throttle = throttle;
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
      int from = 0;
      while (throttle.limits() && from < buffer.position()) {
        final int part = Math.min(buffer.position() - from, LIMITED_PART_BYTES);
        pass(throttle, part);
        out.write(buffer.array(), buffer.arrayOffset() + from, part);
        from += part;
      }
      out.write(buffer.array(), buffer.arrayOffset() + from, buffer.position() - from);
      out.flush();
    }
  }

  private static void pass(Throttle throttle, int bytes) throws InterruptedIOException {
    try {
      throttle.pass(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
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

  /** What was read counts; who reads too fast waits, and so, in the end, does the sender. */
  private static final class Throttled extends FilterInputStream {
    private final Throttle throttle;

    Throttled(InputStream in, Throttle throttle) {
      super(in);
      this.throttle = throttle;
    }

    @Override
    public int read() throws IOException {
      final int read = super.read();
      pass(throttle, read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      final int read = super.read(bytes, offset, length);
      pass(throttle, Math.max(read, 0));
      return read;
    }
  }
}
