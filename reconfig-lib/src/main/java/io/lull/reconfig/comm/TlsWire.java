package io.lull.reconfig.comm;

import static javax.net.ssl.SSLEngineResult.HandshakeStatus.NEED_WRAP;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.security.cert.CertificateException;
import java.util.function.IntFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection under TLS. The engine allows one thread to encrypt while another decrypts, as {@link
 * Wire} promises.
 */
final class TlsWire implements Wire {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** No record has more. */
  private static final int MOST_PLAIN_BYTES = 16 << 10;

  /** After a failure an engine has a word to say, or two. */
  private static final int MOST_ALERTS = 4;

  /** Several records are read, and several sent, at a time, once it is known who is there. */
  private static final int RECORDS = 8;

  /** Outside of the heap there is less: two hundred links are to have room there. */
  private static final int RECORDS_OFF_HEAP = 4;

  private final ByteChannel channel;
  private final SSLEngine engine;

  /**
   * Whether the engine works outside of the heap. What lies in it would be copied out, to memory
   * that is taken for that each time.
   */
  private final boolean offHeap;

  private final IntFunction<ByteBuffer> memory;

  /** To be read: what came and is still encrypted. */
  private ByteBuffer incoming;

  /** To be read: what was decrypted and not asked for yet. */
  private final ByteBuffer plain;

  /** To be read: what is encrypted and not sent yet. */
  private ByteBuffer outgoing;

  /** Where the next record's content lies, if it is in the heap and the engine is not. */
  private final ByteBuffer content;

  private boolean begun;

  private TlsWire(
      ByteChannel channel, SSLEngine engine, boolean offHeap, IntFunction<ByteBuffer> memory) {
    this.channel = channel;
    this.engine = engine;
    this.offHeap = offHeap;
    this.memory = memory;
    final int recordBytes = engine.getSession().getPacketBufferSize();
    // Strangers get no more than a record each way.
    this.incoming = memory.apply(recordBytes).limit(0);
    this.outgoing = memory.apply(recordBytes).limit(0);
    // BoringSSL's engine wants room for a record as it came, though its content is shorter.
    this.plain = memory.apply(recordBytes).limit(0);
    this.content = offHeap ? memory.apply(MOST_PLAIN_BYTES) : NOTHING;
  }

  /**
   * @param engine whose ciphers work on arrays
   */
  static TlsWire onHeap(ByteChannel channel, SSLEngine engine) {
    return new TlsWire(channel, engine, false, ByteBuffer::allocate);
  }

  /**
   * @param engine whose ciphers work on memory outside of the heap
   * @param memory gives it
   * @throws OutOfMemoryError when there is too little of it
   */
  static TlsWire offHeap(ByteChannel channel, SSLEngine engine, IntFunction<ByteBuffer> memory) {
    return new TlsWire(channel, engine, true, memory);
  }

  /** Both ends know each other: more goes at a time from now on, if there is room for it. */
  private void grow() {
    final int bytes =
        (offHeap ? RECORDS_OFF_HEAP : RECORDS) * engine.getSession().getPacketBufferSize();
    try {
      final ByteBuffer in = memory.apply(bytes);
      final ByteBuffer out = memory.apply(bytes);
      incoming = in.put(incoming).flip();
      outgoing = out.limit(0);
    } catch (OutOfMemoryError e) {
      // It goes on with little.
    }
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
            grow();
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
      throw explained(e);
    }
  }

  /** With why a certificate was refused, which an engine may have kept as the cause only. */
  private static SSLException explained(SSLException failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return new SSLException(cause.getMessage(), failure);
      }
    }
    return failure;
  }

  /** False when more must come first. */
  private boolean shake() throws IOException {
    final SSLEngineResult result = engine.unwrap(incoming, plain.clear());
    plain.flip();
    if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
      if (engine.getHandshakeStatus() != HandshakeStatus.NEED_UNWRAP) {
        // An engine may have had by itself what it needed.
        return true;
      }
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
      for (int i = 0; i < MOST_ALERTS && engine.getHandshakeStatus() == NEED_WRAP; i++) {
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
      final boolean straight =
          into.remaining() >= plain.capacity() && (!offHeap || into.isDirect());
      final SSLEngineResult result = engine.unwrap(incoming, straight ? into : plain.clear());
      if (!straight) {
        plain.flip();
      }
      if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        runTasks();
      }
      if (offHeap && result.bytesProduced() == 0 && result.getHandshakeStatus() == NEED_WRAP) {
        // It has an alert for the peer, and says why only after that has been sent.
        throw new SSLException("what came cannot be decrypted");
      }
      switch (result.getStatus()) {
        case OK -> {
          if (straight && result.bytesProduced() > 0) {
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

  /** Where the ciphers work. */
  @Override
  public ByteBuffer place(int bytes) {
    if (offHeap) {
      try {
        return memory.apply(bytes);
      } catch (OutOfMemoryError e) {
        // There is room for so much in the heap, if anywhere.
      }
    }
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
        final SSLEngineResult result = wrap(from);
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

  private SSLEngineResult wrap(ByteBuffer from) throws SSLException {
    if (!offHeap || from.isDirect()) {
      return engine.wrap(from, outgoing);
    }
    final int count = Math.min(from.remaining(), content.capacity());
    content.clear().put(0, from, from.position(), count).limit(count);
    final SSLEngineResult result = engine.wrap(content, outgoing);
    from.position(from.position() + result.bytesConsumed());
    return result;
  }

  private boolean flush() throws IOException {
    if (outgoing.hasRemaining()) {
      channel.write(outgoing);
    }
    return !outgoing.hasRemaining();
  }
}
