package io.lull.reconfig.transfer;

import io.lull.reconfig.comm.ChannelHandler;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.state.UnitOffer;
import io.lull.reconfig.state.UnitReceiver;
import io.lull.reconfig.state.UnitTransfers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Moves single units between two members at a time, in two phases:
 *
 * <pre>
 *   sender     OFFER           CHUNK ... END          COMMIT
 *   receiver          ACCEPT                  STORED          DONE
 *                  or REFUSE
 * </pre>
 *
 * <p>The sender owns the unit until it sends COMMIT. A link that is lost before that leaves it
 * there; after it, the loss of a member ends the epoch, and the job returns to its last generation.
 *
 * <p>Any thread. Links' threads only note what they hear; a few others send.
 */
public final class PairTransfers implements UnitTransfers, ChannelHandler, AutoCloseable {
  /** So many offers may wait until this worker enters the configuration that they belong to. */
  private static final int MOST_EARLY = 4096;

  /** Between whom units move. */
  private record Members(long epoch, Map<String, Link> links) {
    static final Members NONE = new Members(0, Map.of());

    UnitPost.@Nullable Address address(String member, long number) {
      final @Nullable Link link = links.get(member);
      return link == null ? null : new UnitPost.Address(link, epoch, number);
    }
  }

  /** An offer from a member of a configuration that this worker has still to enter. */
  private record Early(String from, long number, long epoch, UnitOffer unit) {}

  /**
   * Read: units move, and models are told of it. Written: the configuration changes, and nobody is
   * told anything.
   */
  private final ReadWriteLock configuration = new ReentrantReadWriteLock();

  private final UnitPost post = new UnitPost(this::lost);
  private final UnitSender sender = new UnitSender(post, configuration.readLock());
  private final UnitTaker taker;
  private final List<Early> early = new ArrayList<>();
  private volatile Members members = Members.NONE;

  /**
   * @param self this worker's name
   */
  public PairTransfers(String self) {
    this.taker = new UnitTaker(self, post);
  }

  @Override
  public void receiver(UnitReceiver receiver) {
    taker.receiver(receiver);
  }

  @Override
  public boolean send(Unit unit, String to) {
    configuration.readLock().lock();
    try {
      final UnitPost.@Nullable Address member = members.address(to, 0);
      return member != null && sender.send(unit, member);
    } finally {
      configuration.readLock().unlock();
    }
  }

  /**
   * A configuration is in force: units may move between its members.
   *
   * @param links to the others
   */
  public void enter(long epoch, Map<String, Link> links) {
    final List<Early> waiting;
    configuration.writeLock().lock();
    try {
      members = new Members(epoch, Map.copyOf(links));
      resume();
      synchronized (early) {
        waiting = early.stream().filter(offer -> offer.epoch() == epoch).toList();
        early.removeIf(offer -> offer.epoch() <= epoch);
      }
    } finally {
      configuration.writeLock().unlock();
    }
    configuration.readLock().lock();
    try {
      for (final Early offer : waiting) {
        final UnitPost.@Nullable Address back = members.address(offer.from(), offer.number());
        if (back != null) {
          taker.offered(back, offer.unit());
        }
      }
    } finally {
      configuration.readLock().unlock();
    }
  }

  /**
   * The present configuration is over: what is under way stays where it is. When this returns,
   * nobody is told anything of units any more.
   */
  public void leave() {
    configuration.writeLock().lock();
    try {
      members = Members.NONE;
      sender.end();
      taker.end();
    } finally {
      configuration.writeLock().unlock();
    }
  }

  /**
   * No unit leaves or comes from now on, so that at the safe point to come each is with exactly one
   * worker.
   *
   * @return complete when those that this worker sends have arrived, or stay
   */
  public CompletionStage<Void> pause() {
    taker.pause();
    return sender.pause();
  }

  /** Units may move again. */
  public void resume() {
    taker.resume();
    sender.resume();
  }

  /**
   * A link has ended: what was under way on it stays where it is. An older link to the same worker
   * may have ended long before that is heard of: by then units may be under way on a new one.
   *
   * @param linkEpoch in which the link was made
   */
  public void lost(String peer, long linkEpoch) {
    configuration.readLock().lock();
    try {
      final @Nullable Link present = members.links().get(peer);
      if (present == null || present.madeInEpoch() != linkEpoch) {
        return;
      }
      sender.lost(peer);
      taker.lost(peer);
    } finally {
      configuration.readLock().unlock();
    }
  }

  @Override
  public void accept(String from, Frame frame) throws IOException {
    final ByteBuffer payload = frame.payload();
    final UnitStep step = UnitStep.read(from, payload);
    configuration.readLock().lock();
    try {
      final Members present = members;
      if (frame.epoch() > present.epoch() && step == UnitStep.OFFER) {
        keep(new Early(from, frame.tag(), frame.epoch(), UnitTaker.offer(payload)));
      }
      final UnitPost.@Nullable Address back = present.address(from, frame.tag());
      if (frame.epoch() != present.epoch() || back == null) {
        return;
      }
      if (step.isOfSender()) {
        taker.heard(step, back, payload);
      } else {
        sender.heard(step, from, frame.tag());
      }
    } finally {
      configuration.readLock().unlock();
    }
  }

  private void keep(Early offer) throws IOException {
    synchronized (early) {
      if (early.size() >= MOST_EARLY) {
        throw new IOException("worker " + offer.from() + " offers too many units at once");
      }
      early.add(offer);
    }
  }

  @Override
  public void close() {
    post.close();
    sender.close();
  }
}
