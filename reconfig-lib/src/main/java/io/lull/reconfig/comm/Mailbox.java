package io.lull.reconfig.comm;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Frames from one peer that wait for the program's thread; bounded, so that a fast sender is held
 * back.
 */
final class Mailbox {
  /**
   * So many frames wait at most; the sender's side of the link then fills, and the sender stands
   * still.
   */
  static final int MAX_FRAMES = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Frame> frames = new ArrayDeque<>();
  private boolean closed;

  /** Frames of epochs before it are of no use to anybody. */
  private long sinceEpoch = Long.MIN_VALUE;

  /** Waits while the box is full; drops the frame once it is closed, or the frame's epoch over. */
  void put(Frame frame) throws InterruptedException {
    lock.lock();
    try {
      while (frames.size() >= MAX_FRAMES && !closed && frame.epoch() >= sinceEpoch) {
        changed.await();
      }
      if (!closed && frame.epoch() >= sinceEpoch) {
        frames.add(frame);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Drops what waits of earlier epochs, and what is yet to come of them. */
  void dropOlderThan(long epoch) {
    lock.lock();
    try {
      sinceEpoch = Math.max(sinceEpoch, epoch);
      frames.removeIf(frame -> frame.epoch() < sinceEpoch);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next frame, if one waits. */
  @Nullable Frame poll() {
    lock.lock();
    try {
      final @Nullable Frame frame = frames.poll();
      if (frame != null) {
        changed.signalAll();
      }
      return frame;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a frame, for the end, or for another reason; that one is asked after each wake. */
  void await(WakeReason reason) throws InterruptedException {
    lock.lock();
    try {
      while (frames.isEmpty() && !closed && !reason.awake()) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Closed and empty: nothing comes any more. */
  boolean isClosed() {
    lock.lock();
    try {
      return closed && frames.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
