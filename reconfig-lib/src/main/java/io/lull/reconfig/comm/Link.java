package io.lull.reconfig.comm;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Throttle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one peer. Any thread may send.
 *
 * <p>Two threads may read, one at a time. The program's thread, while it waits for a frame, reads
 * itself: a frame that came by another thread would cost it that one's waking and its own. For all
 * other times the link has a watcher, which takes what comes while the program computes, so that no
 * peer is held up and a lost one is noticed; and which passes on what belongs to a handled channel.
 * While the program takes frame after frame the watcher keeps out of its way.
 */
public final class Link {
  /**
   * So long after the program took a frame the watcher leaves the next one to it. The watchers of a
   * program that takes frames all the time look around this often.
   */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** So long after a poll that found something the watcher leaves what comes to the next one. */
  private static final long POLLED_QUIET_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** So often the program's thread looks, some ten microseconds, before it stands still. */
  private static final int LOOKS = 20;

  /** The interval at which a thread that waits for a silent peer checks whether to go on. */
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final String peer;
  private final long madeInEpoch;
  private final SocketChannel channel;
  private final Wire wire;
  private final Clock clock;
  private final Readiness taker;
  private final Readiness watcher;
  private final FrameWriter writing;
  private final FrameReader reader;
  private final Mailbox mailbox = new Mailbox();
  private final ReentrantLock reading = new ReentrantLock();

  private volatile boolean closed;
  private volatile boolean taking;

  /** Until then the watcher keeps out of the way. */
  private volatile long quietUntil;

  /** Of the watcher, once it watches. */
  private volatile @Nullable ChannelHandler handler;

  /** The watcher, while it stands still until the program has what it waits for. */
  private volatile @Nullable Thread standing;

  /** The watcher waits for the socket. What was read of it already will not wake it. */
  private volatile boolean listening;

  /** All that came has been looked at: nothing is left of what was read with a frame before it. */
  private volatile boolean drained;

  /** What the program's thread has come upon and the watcher is to see to. */
  private volatile boolean leftToWatcher;

  /** Where large payloads go out from; the program's thread's. */
  private @Nullable ByteBuffer outgoing;

  /** Where the frame lies that the program took last; its thread's. */
  private @Nullable ByteBuffer lent;

  private @Nullable Frame found;
  private @Nullable IOException failure;

  /**
   * @param channel that does not block
   */
  Link(
      String peer,
      long madeInEpoch,
      SocketChannel channel,
      Wire wire,
      Throttle throttle,
      Clock clock)
      throws IOException {
    this.peer = peer;
    this.madeInEpoch = madeInEpoch;
    this.channel = channel;
    this.wire = wire;
    this.clock = clock;
    this.quietUntil = clock.nanos();
    this.taker = new Readiness(channel);
    this.watcher = new Readiness(channel);
    this.writing = new FrameWriter(channel, wire, throttle);
    this.reader = new FrameReader(peer, wire, throttle);
  }

  public String peer() {
    return peer;
  }

  public long madeInEpoch() {
    return madeInEpoch;
  }

  /**
   * For one frame of the program's own; by its thread only. What it holds is gone when the next one
   * is asked for.
   */
  public ByteBuffer buffer(int payloadBytes) {
    if (payloadBytes < Frame.LARGE_BYTES) {
      return Frame.buffer(payloadBytes);
    }
    final int bytes = Frame.HEADER_BYTES + payloadBytes;
    @Nullable ByteBuffer place = outgoing;
    if (place == null || place.capacity() < bytes) {
      place = wire.place(bytes);
      outgoing = place;
    }
    return Frame.buffer(place);
  }

  /**
   * Sends a frame.
   *
   * @param buffer from {@link Frame#buffer}, its position after the payload; it may be used again
   *     afterwards
   */
  public void send(int channel, long tag, long epoch, ByteBuffer buffer) throws IOException {
    writing.send(channel, tag, epoch, buffer);
  }

  /** Sends a frame, a long one part by part. */
  public void send(int channel, long tag, long epoch, FrameContent content) throws IOException {
    writing.send(channel, tag, epoch, content);
  }

  /**
   * The next frame of {@link Channel#CALLS}; by the program's thread only. Its payload is good
   * until the next call.
   *
   * @return null when the waiter is to look at its reason to go on, or the link has ended
   */
  public @Nullable Frame take(WakeReason reason) throws InterruptedException {
    taking = true;
    try {
      while (true) {
        if (leftToWatcher || !reading.tryLock()) {
          mailbox.await(() -> reason.awake() || (!leftToWatcher && !reading.isLocked()));
        } else {
          try {
            takeBack();
            final @Nullable Frame waiting = mailbox.poll();
            final @Nullable Frame frame = waiting == null ? read(reason) : waiting;
            if (frame != null) {
              return frame;
            }
          } finally {
            reading.unlock();
          }
          if (leftToWatcher) {
            watcher.wake();
            wakeWatcher();
          }
        }
        final @Nullable Frame frame = mailbox.poll();
        if (frame != null || mailbox.isClosed() || reason.awake()) {
          return frame;
        }
      }
    } finally {
      quietUntil = clock.nanos() + QUIET_NANOS;
      taking = false;
      wakeWatcher();
      if (listening && !drained) {
        watcher.wake();
      }
    }
  }

  /** What was taken before is not needed any more. */
  private void takeBack() {
    if (lent != null) {
      reader.takeBack(lent);
      lent = null;
    }
  }

  private void wakeWatcher() {
    final @Nullable Thread waiting = standing;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }

  private @Nullable Frame next() throws IOException, InterruptedException {
    drained = false;
    final @Nullable Frame frame = reader.next();
    drained = frame == null;
    return frame;
  }

  /** Null: the reason, a closed link, or something that the watcher is to see to. */
  private @Nullable Frame read(WakeReason reason) throws InterruptedException {
    try {
      for (int look = 0; !closed && !reason.awake(); look++) {
        final @Nullable Frame frame = next();
        if (frame != null && Channel.isHandled(frame.channel())) {
          found = frame;
          leftToWatcher = true;
          return null;
        } else if (frame != null) {
          lent = reader.handOut();
          return frame;
        } else if (look < LOOKS) {
          Thread.onSpinWait();
        } else {
          taker.await(SelectionKey.OP_READ, LONGEST_WAIT_NANOS);
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      leaveToWatcher(e);
    }
    return null;
  }

  private void leaveToWatcher(Exception e) {
    failure = e instanceof IOException io ? io : new IOException(e.getMessage(), e);
    leftToWatcher = true;
  }

  /**
   * Does the watcher's work once, on any thread, for what has come already. Whoever polls again and
   * again hears of a frame without the watcher's waking, and its own.
   *
   * @return whether something had come
   */
  public boolean poll() throws InterruptedException {
    final @Nullable ChannelHandler taker = handler;
    if (taker == null || taking || leftToWatcher || closed || !reading.tryLock()) {
      return false;
    }
    boolean came = false;
    try {
      @Nullable Frame frame = leftToWatcher ? null : next();
      while (frame != null) {
        came = true;
        pass(frame, taker);
        frame = next();
      }
    } catch (IOException | RuntimeException e) {
      leaveToWatcher(e);
      watcher.wake();
      wakeWatcher();
    } finally {
      reading.unlock();
    }
    if (came) {
      quietUntil = clock.nanos() + POLLED_QUIET_NANOS;
      mailbox.wake();
    }
    return came;
  }

  private void pass(Frame frame, ChannelHandler taker) throws IOException, InterruptedException {
    if (Channel.isHandled(frame.channel())) {
      taker.accept(peer, frame);
    } else {
      mailbox.put(reader.kept(frame));
    }
  }

  /**
   * The watcher's work, until the connection ends: frames of handled channels go to the handler,
   * all others to the mailbox.
   *
   * @throws IOException when the connection has ended, with why
   */
  void watch(ChannelHandler taker) throws IOException, InterruptedException {
    handler = taker;
    while (!closed) {
      if (awaitTurn()) {
        reading.lock();
        try {
          drain(taker);
        } finally {
          reading.unlock();
          mailbox.wake();
        }
      }
    }
    throw new ClosedChannelException();
  }

  /** Whether there may be something to read, and it is for the watcher. */
  private boolean awaitTurn() throws IOException {
    if (leftToWatcher) {
      return true;
    }
    if (taking) {
      standing = Thread.currentThread();
      if (taking && !leftToWatcher && !closed) {
        LockSupport.parkNanos(this, LONGEST_WAIT_NANOS);
      }
      standing = null;
      return leftToWatcher;
    }
    final long quiet = quietUntil - clock.nanos();
    if (quiet > 0) {
      LockSupport.parkNanos(this, quiet);
      return false;
    }
    listening = true;
    if (drained) {
      watcher.await(SelectionKey.OP_READ, LONGEST_WAIT_NANOS);
    }
    listening = false;
    return !taking;
  }

  private void drain(ChannelHandler taker) throws IOException, InterruptedException {
    if (failure != null) {
      throw failure;
    }
    @Nullable Frame frame = found == null ? next() : found;
    found = null;
    leftToWatcher = false;
    while (frame != null) {
      pass(frame, taker);
      frame = next();
    }
  }

  /** Frames that the program will not take any more are not in the way of what comes after them. */
  void dropOlderThan(long epoch) {
    mailbox.dropOlderThan(epoch);
  }

  /** Wakes the program's thread if it waits for a frame, so that it looks at its reason. */
  public void wake() {
    mailbox.wake();
    taker.wake();
  }

  void close() {
    closed = true;
    writing.stop();
    mailbox.close();
    try {
      this.channel.close();
    } catch (IOException e) {
      // closed as far as this end is concerned
    }
    taker.close();
    watcher.close();
    writing.close();
    wakeWatcher();
  }
}
