package io.lull.reconfig.transfer;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.ChannelHandler;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.state.PostCopySource;
import io.lull.reconfig.state.PostCopyTarget;
import io.lull.reconfig.state.StateTransfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Moves state to workers that join after the change that lets them, while they and all others
 * compute: only who needs what is not there yet waits (M. Hines and K. Gopalan, <i>Post-Copy Based
 * Live Virtual Machine Migration</i>, VEE 2009). The sender is out of the configuration and stays
 * until all has come; if it is lost before, the job returns to its last generation.
 *
 * <pre>
 *   sender    chunk ... chunk
 *   receiver                   ALL_CAME
 * </pre>
 *
 * <p>Of one change at a time. Any thread, but where noted.
 */
public final class PostCopy implements ChannelHandler {
  private static final long CHUNK = 0;
  private static final long ALL_CAME = 1;

  /** So long a link waits for this worker to begin a change that its peer has begun. */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Of the change. */
  private long epoch;

  /** Changes up to this one are not begun here any more. */
  private long overUpTo;

  private @Nullable PostCopyTarget target;

  /** Workers of which not all has come. */
  private final Set<String> awaited = new HashSet<>();

  /** Those of which all has come, and who have not heard. */
  private final Set<String> unthanked = new HashSet<>();

  /** Those of which all has come, and who are about to end. Their names are not used again. */
  private final Set<String> finished = new HashSet<>();

  /** Workers to whom something goes and who have not said that all came. */
  private final Set<String> unconfirmed = new HashSet<>();

  private Map<String, Link> links = Map.of();
  private @Nullable String lost;

  PostCopy(Clock clock) {
    this.clock = clock;
  }

  /** A change begins: what follows to this worker is taken from now on. The program's thread. */
  void receive(ChangeTransfers change, String self) {
    final Set<String> senders = new HashSet<>();
    final List<StateTransfer> mine = change.followingTo(self);
    mine.forEach(transfer -> senders.add(transfer.from()));
    final @Nullable PostCopyTarget room =
        mine.isEmpty() ? null : change.state().following().orElseThrow().await(change.plan(), mine);
    lock.lock();
    try {
      epoch = change.epoch();
      target = room;
      awaited.addAll(senders);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What follows from this worker to others goes from now on. The program's thread, at the change's
   * safe point.
   *
   * @param peers links to all with whom this worker exchanges any
   */
  void send(ChangeTransfers change, String self, Map<String, Link> peers) {
    final Map<String, PostCopySource> sources = new HashMap<>();
    for (final StateTransfer transfer : change.following()) {
      if (transfer.from().equals(self) && !sources.containsKey(transfer.to())) {
        sources.put(
            transfer.to(),
            change
                .state()
                .following()
                .orElseThrow()
                .holdBack(change.plan(), change.followingTo(transfer.to()), self));
      }
    }
    final Set<String> done;
    lock.lock();
    try {
      links = Map.copyOf(peers);
      unconfirmed.addAll(sources.keySet());
      done = Set.copyOf(unthanked);
      unthanked.clear();
    } finally {
      lock.unlock();
    }
    done.forEach(sender -> thank(sender, change.epoch()));
    sources.forEach((joiner, source) -> {
      final @Nullable Link link = peers.get(joiner);
      if (link == null) {
        throw new IllegalStateException("worker " + joiner + " is not linked");
      }
      Thread.ofPlatform()
          .daemon()
          .name("post-copy to " + joiner)
          .start(() -> send(change.epoch(), source, link));
    });
  }

  private void send(long ofEpoch, PostCopySource source, Link link) {
    try {
      final ByteBuffer buffer = Frame.buffer(source.mostChunkBytes());
      final int start = buffer.position();
      while (isUnconfirmed(ofEpoch, link.peer()) && source.next(buffer.position(start)) >= 0) {
        link.send(Channel.POST_COPY, CHUNK, ofEpoch, buffer);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // The receiver learns that no more comes when this worker ends, which it does now.
      confirmed(link.peer(), ofEpoch);
    } finally {
      source.release();
    }
  }

  private boolean isUnconfirmed(long ofEpoch, String joiner) {
    lock.lock();
    try {
      return epoch == ofEpoch && unconfirmed.contains(joiner);
    } finally {
      lock.unlock();
    }
  }

  private void confirmed(String joiner, long ofEpoch) {
    lock.lock();
    try {
      if (epoch == ofEpoch) {
        unconfirmed.remove(joiner);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Workers that are out of the configuration and of which not all has come. */
  public Set<String> senders() {
    lock.lock();
    try {
      return Set.copyOf(awaited);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until all that follows the present change has come.
   *
   * @return null when it has, else why it has not
   */
  public @Nullable String awaitCome(long atMostMillis) throws InterruptedException {
    final long deadlineNanos = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(atMostMillis);
    lock.lock();
    try {
      while (!awaited.isEmpty() && lost == null) {
        final long left = deadlineNanos - clock.nanos();
        if (left <= 0) {
          return "the data of the change before did not come in time";
        }
        changed.awaitNanos(left);
      }
      return lost;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all that goes from this worker has come to where it goes, or cannot any more. */
  public void awaitGone(long atMostMillis) throws InterruptedException {
    final long deadlineNanos = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(atMostMillis);
    lock.lock();
    try {
      while (!unconfirmed.isEmpty()) {
        final long left = deadlineNanos - clock.nanos();
        if (left <= 0) {
          return;
        }
        changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * A peer is lost.
   *
   * @return whether it was one that all has come from, and that ends as it should: no change does
   *     with it
   */
  boolean lost(String peer) {
    final @Nullable PostCopyTarget missing;
    final boolean ended;
    final String why = "worker " + peer + " is lost, from which data was to come";
    lock.lock();
    try {
      ended = finished.remove(peer);
      unconfirmed.remove(peer);
      missing = awaited.contains(peer) ? target : null;
      if (missing != null) {
        lost = why;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (missing != null) {
      missing.lose(why);
    }
    return ended;
  }

  /** Changes up to this epoch are not begun here any more; what comes for them is dropped. */
  void giveUpTo(long lastEpoch) {
    lock.lock();
    try {
      overUpTo = Math.max(overUpTo, lastEpoch);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** That change is given up; what follows another one goes on. */
  public void abandon(long ofEpoch) {
    lock.lock();
    try {
      if (epoch != ofEpoch) {
        return;
      }
    } finally {
      lock.unlock();
    }
    end();
  }

  /** Nothing goes or comes any more. */
  void end() {
    final @Nullable PostCopyTarget before;
    lock.lock();
    try {
      before = target;
      target = null;
      lost = null;
      awaited.clear();
      unthanked.clear();
      unconfirmed.clear();
      links = Map.of();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (before != null) {
      before.close();
    }
  }

  @Override
  public void accept(String from, Frame frame) throws IOException, InterruptedException {
    if (frame.tag() == ALL_CAME) {
      confirmed(from, frame.epoch());
      return;
    }
    final PostCopyTarget present;
    lock.lock();
    try {
      long left = MAX_WAIT_NANOS;
      while (frame.epoch() > Math.max(epoch, overUpTo) && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (frame.epoch() != epoch || target == null) {
        return;
      }
      present = target;
    } finally {
      lock.unlock();
    }
    if (present.write(from, frame.payload())) {
      come(from, frame.epoch());
    }
  }

  private void come(String from, long ofEpoch) {
    lock.lock();
    try {
      if (epoch != ofEpoch || !awaited.remove(from)) {
        return;
      }
      finished.add(from);
      changed.signalAll();
      if (!links.containsKey(from)) {
        unthanked.add(from);
        return;
      }
    } finally {
      lock.unlock();
    }
    thank(from, ofEpoch);
  }

  private void thank(String sender, long ofEpoch) {
    final @Nullable Link link;
    lock.lock();
    try {
      link = links.get(sender);
    } finally {
      lock.unlock();
    }
    if (link != null) {
      try {
        link.send(Channel.POST_COPY, ALL_CAME, ofEpoch, Frame.buffer(0));
      } catch (IOException e) {
        // It ends by itself when it finds the link lost.
      }
    }
  }
}
