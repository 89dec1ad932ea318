package io.lull.reconfig.transfer;

import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.UnitOffer;
import io.lull.reconfig.state.UnitTransfers.Outcome;
import io.lull.reconfig.state.UnitTransfers.Unit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The units on their way from this worker. It owns each until it has committed it. Any thread. */
final class UnitSender implements AutoCloseable {
  /** So many units' contents go out at the same time; the others wait for their turn. */
  private static final int THREADS = 4;

  /** So many units may be on their way; what comes beyond is refused. */
  private static final int MOST_UNDER_WAY = 4096;

  private enum Stage {
    OFFERED,
    STREAMING,
    COMMITTED
  }

  private static final class Sent {
    private final Unit unit;
    private final UnitPost.Address to;
    private final TransferReader content;
    private Stage stage = Stage.OFFERED;

    Sent(Unit unit, UnitPost.Address to, TransferReader content) {
      this.unit = unit;
      this.to = to;
      this.content = content;
    }
  }

  private final UnitPost post;
  private final Lock present;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Long, Sent> underWay = new HashMap<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().daemon().name("unit sender ", 0).factory());
  private long last;
  private int finishing;
  private boolean paused;
  private CompletableFuture<Void> quiet = CompletableFuture.completedFuture(null);

  /**
   * @param present held while somebody is told what has become of a unit: the configuration does
   *     not change meanwhile
   */
  UnitSender(UnitPost post, Lock present) {
    this.post = post;
    this.present = present;
  }

  /**
   * @return whether it is under way
   */
  boolean send(Unit unit, UnitPost.Address member) {
    final Sent sent;
    lock.lock();
    try {
      if (paused || underWay.size() >= MOST_UNDER_WAY) {
        return false;
      }
      final Optional<TransferReader> content = unit.freeze();
      if (content.isEmpty()) {
        return false;
      }
      last++;
      sent =
          new Sent(unit, new UnitPost.Address(member.link(), member.epoch(), last), content.get());
      underWay.put(last, sent);
    } finally {
      lock.unlock();
    }
    post.say(sent.to, UnitStep.OFFER, UnitTaker.payload(new UnitOffer(unit.name(), unit.bytes())));
    return true;
  }

  /** The receiver's step. */
  void heard(UnitStep step, String from, long number) {
    switch (step) {
      case ACCEPT -> {
        final @Nullable Sent sent = advance(from, number, Stage.OFFERED, Stage.STREAMING);
        if (sent != null) {
          threads.execute(() -> stream(sent));
        }
      }
      case STORED -> {
        final @Nullable Sent sent = advance(from, number, Stage.STREAMING, Stage.COMMITTED);
        if (sent != null) {
          post.say(sent.to, UnitStep.COMMIT);
        }
      }
      case REFUSE -> {
        if (advance(from, number, Stage.OFFERED, Stage.OFFERED) != null) {
          finish(number, Outcome.REFUSED);
        }
      }
      case DONE -> {
        if (advance(from, number, Stage.COMMITTED, Stage.COMMITTED) != null) {
          finish(number, Outcome.MOVED);
        }
      }
      case OFFER, CHUNK, END, COMMIT, ABORT ->
          throw new IllegalArgumentException(step + " is no step of a receiver");
    }
  }

  /** Null: it is not under way to that worker, or at another stage. */
  private @Nullable Sent advance(String to, long number, Stage at, Stage next) {
    lock.lock();
    try {
      final @Nullable Sent sent = underWay.get(number);
      if (sent == null || !sent.to.link().peer().equals(to) || sent.stage != at) {
        return null;
      }
      sent.stage = next;
      return sent;
    } finally {
      lock.unlock();
    }
  }

  private void stream(Sent sent) {
    try {
      final CRC32C crc = new CRC32C();
      final ByteBuffer buffer = Frame.buffer(1 + sent.content.mostChunkBytes());
      final int start = buffer.position();
      buffer.put(UnitStep.CHUNK.code());
      while (sent.content.next(buffer) >= 0) {
        crc.update(buffer.duplicate().flip().position(start + 1));
        sent.to.link().send(Channel.UNITS, sent.to.number(), sent.to.epoch(), buffer);
        buffer.position(start + 1);
      }
      post.say(
          sent.to,
          UnitStep.END,
          ByteBuffer.allocate(Integer.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt((int) crc.getValue())
              .array());
    } catch (IOException | RuntimeException e) {
      // A unit whose state cannot be written stays: one that was under way for ever would hold up
      // all that waits until nothing is.
      post.say(sent.to, UnitStep.ABORT);
      finish(sent.to.number(), Outcome.ABORTED);
    }
  }

  /** A peer is lost: what was under way to it is its if it was committed, and else still here. */
  void lost(String peer) {
    finishAll(sent -> sent.to.link().peer().equals(peer));
  }

  /** The configuration is over, and with it all that is under way. */
  void end() {
    finishAll(_ -> true);
  }

  private void finishAll(Predicate<Sent> which) {
    final List<Sent> over;
    lock.lock();
    try {
      over = underWay.values().stream().filter(which).toList();
    } finally {
      lock.unlock();
    }
    for (final Sent sent : over) {
      finish(sent.to.number(), null);
    }
  }

  /**
   * @param how null: the two lose each other; it is the receiver's if it was committed
   */
  private void finish(long number, @Nullable Outcome how) {
    present.lock();
    try {
      final @Nullable Sent sent;
      final boolean committed;
      lock.lock();
      try {
        sent = underWay.remove(number);
        committed = sent != null && sent.stage == Stage.COMMITTED;
        finishing++;
      } finally {
        lock.unlock();
      }
      if (sent != null) {
        close(sent.content);
        sent.unit.ended(how != null ? how : committed ? Outcome.MOVED : Outcome.ABORTED);
      }
    } finally {
      finished();
      present.unlock();
    }
  }

  private void finished() {
    final CompletableFuture<Void> waiting;
    final boolean idle;
    lock.lock();
    try {
      finishing--;
      idle = isIdle();
      waiting = quiet;
    } finally {
      lock.unlock();
    }
    if (idle) {
      waiting.complete(null);
    }
  }

  private boolean isIdle() {
    return underWay.isEmpty() && finishing == 0;
  }

  private static void close(TransferReader content) {
    try {
      content.close();
    } catch (IOException e) {
      // Nothing more is read from it.
    }
  }

  /**
   * No unit leaves from now on.
   *
   * @return complete when none is under way any more
   */
  CompletionStage<Void> pause() {
    final CompletableFuture<Void> waiting;
    final boolean idle;
    lock.lock();
    try {
      paused = true;
      if (quiet.isDone()) {
        quiet = new CompletableFuture<>();
      }
      waiting = quiet;
      idle = isIdle();
    } finally {
      lock.unlock();
    }
    if (idle) {
      waiting.complete(null);
    }
    return waiting;
  }

  void resume() {
    lock.lock();
    try {
      paused = false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
