package io.lull.reconfig.comm;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * A connection under TLS. The engine allows one thread to encrypt while another decrypts, as {@link
 * Wire} promises.
 */
final class TlsWire implements Wire {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Several records are read, and several sent, at a time. */
  private static final int RECORDS = 8;

  private final ByteChannel channel;
  private final SSLEngine engine;

  /** To be read: what came and is still encrypted. */
  private final ByteBuffer incoming;

  /** To be read: what was decrypted and not asked for yet. */
  private final ByteBuffer plain;

  /** To be read: what is encrypted and not sent yet. */
  private final ByteBuffer outgoing;

  private boolean begun;

  TlsWire(ByteChannel channel, SSLEngine engine) {
    this.channel = channel;
    this.engine = engine;
    final int recordBytes = engine.getSession().getPacketBufferSize();
    this.incoming = ByteBuffer.allocate(RECORDS * recordBytes).limit(0);
    this.outgoing = ByteBuffer.allocate(RECORDS * recordBytes).limit(0);
    this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).limit(0);
  }

  @Override
  public boolean open() throws IOException {
    if (!begun) {
      begun = true;
      engine.beginHandshake();
    }
    try {
      while (true) {
        if (!flush()) {
          return false;
        }
        switch (engine.getHandshakeStatus()) {
          case NOT_HANDSHAKING, FINISHED -> {
            return true;
          }
          case NEED_TASK -> runTasks();
          case NEED_WRAP -> encrypt(NOTHING);
          case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
            if (!shake()) {
              return false;
            }
          }
        }
      }
    } catch (SSLException e) {
      tellWhy();
      throw e;
    }
  }

  /** False when more must come first. */
  private boolean shake() throws IOException {
    final SSLEngineResult result = engine.unwrap(incoming, plain.clear());
    plain.flip();
    if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
      final int came = fill();
      if (came < 0) {
        throw new EOFException("the peer hung up");
      }
      return came > 0;
    }
    if (result.getStatus() == Status.CLOSED) {
      throw new EOFException("the peer refused");
    }
    return true;
  }

  /** The alert that says what is wrong, if it can be sent; the peer may be gone. */
  private void tellWhy() {
    try {
      while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone()) {
        encrypt(NOTHING);
      }
      flush();
    } catch (IOException e) {
      // The first failure is the one that is told.
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    while (!plain.hasRemaining()) {
      final boolean direct = into.remaining() >= plain.capacity();
      final SSLEngineResult result = engine.unwrap(incoming, direct ? into : plain.clear());
      if (!direct) {
        plain.flip();
      }
      if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        runTasks();
      }
      switch (result.getStatus()) {
        case OK -> {
          if (direct && result.bytesProduced() > 0) {
            return result.bytesProduced();
          }
        }
        case BUFFER_UNDERFLOW -> {
          final int came = fill();
          if (came <= 0) {
            return came;
          }
        }
        case CLOSED -> {
          return -1;
        }
        case BUFFER_OVERFLOW -> throw new SSLException("a record is longer than TLS allows");
      }
    }
    final int count = Math.min(plain.remaining(), into.remaining());
    into.put(into.position(), plain, plain.position(), count);
    into.position(into.position() + count);
    plain.position(plain.position() + count);
    return count;
  }

  private int fill() throws IOException {
    incoming.compact();
    try {
      return channel.read(incoming);
    } finally {
      incoming.flip();
    }
  }

  /** The ciphers work on arrays. */
  @Override
  public ByteBuffer place(int bytes) {
    return ByteBuffer.allocate(bytes);
  }

  @Override
  public boolean write(ByteBuffer from) throws IOException {
    while (flush()) {
      if (!from.hasRemaining()) {
        return true;
      }
      encrypt(from);
    }
    return false;
  }

  /** As many records as there is room for, at least one; all before are sent. */
  private void encrypt(ByteBuffer from) throws IOException {
    outgoing.clear();
    try {
      final int recordBytes = engine.getSession().getPacketBufferSize();
      do {
        final SSLEngineResult result = engine.wrap(from, outgoing);
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
          runTasks();
        }
        if (result.getStatus() == Status.CLOSED && result.bytesProduced() == 0) {
          throw new EOFException("the connection is closed");
        }
      } while (from.hasRemaining() && outgoing.remaining() >= recordBytes);
    } finally {
      outgoing.flip();
    }
  }

  private boolean flush() throws IOException {
    if (outgoing.hasRemaining()) {
      channel.write(outgoing);
    }
    return !outgoing.hasRemaining();
  }
}
