package io.lull.reconfig.transfer;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.ChannelHandler;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of a change of configuration: cells go from the links' threads straight into
 * the place prepared for them. What comes for a change that this worker has not begun waits in its
 * link; what comes for one given up is dropped.
 */
public final class TransferReceiver implements ChannelHandler {
  /**
   * So long a link waits for this worker to begin a change that its peer has begun; then its cells
   * are dropped.
   */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(120);

  /** What is heard of a transfer: so many bytes of state, or its end. */
  private record Heard(int transfer, long bytes, boolean isEnd) {}

  /** What the present change brings. */
  private record Coming(StatePlan plan, String self, TransferTarget target, PreCopied copied) {

    /** By number, what others send. */
    BitSet fromOthers(List<StateTransfer> transfers) {
      final BitSet numbers = new BitSet();
      for (final StateTransfer transfer : transfers) {
        if (transfer.to().equals(self) && !transfer.isLocal()) {
          numbers.set(transfer.number());
        }
      }
      return numbers;
    }

    /** Puts a chunk in its place. A frame without content is the end of a transfer. */
    Heard take(String from, Frame frame) throws IOException {
      final StateTransfer transfer = transfer(from, frame);
      if (frame.channel() == Channel.COPIED) {
        return new Heard(transfer.number(), transfer.bytes(), true);
      }
      final ByteBuffer chunk = frame.payload();
      return chunk.hasRemaining()
          ? new Heard(transfer.number(), target.write(transfer, chunk), false)
          : new Heard(transfer.number(), 0, true);
    }

    /** Whether a frame speaks of a copy that is not here. */
    boolean lacks(Frame frame) {
      return frame.channel() == Channel.COPIED
          && (frame.payload().remaining() != Long.BYTES
              || frame.payload().getLong(frame.payload().position()) != copied.meeting()
              || !copied.come().test((int) frame.tag()));
    }

    private StateTransfer transfer(String from, Frame frame) throws IOException {
      final List<StateTransfer> transfers = plan.transfers();
      final long number = frame.tag();
      if (number >= 0 && number < transfers.size()) {
        final StateTransfer transfer = transfers.get((int) number);
        if (transfer.from().equals(from) && transfer.to().equals(self)) {
          return transfer;
        }
      }
      throw new IOException("worker " + from + " sent transfer " + number + ", which is not its");
    }
  }

  private final Clock clock;
  private final UnitInventory inventory;
  private final PreCopy preCopy;
  private final PostCopy postCopy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long epoch;
  private @Nullable Coming coming;

  /** Transfers that have not ended: their bytes are what the plan says at best. */
  private BitSet awaited = new BitSet();

  private long bytesInAll;
  private long bytesCome;
  private boolean stateAwaited;
  private @Nullable ReplicatedState state;
  private @Nullable String givenUp = "no change is under way";

  /** Changes up to this epoch are over, those that this worker has not begun too. */
  private long overUpTo;

  private String overBecause = "";

  /** The loss of a link made in an earlier epoch than this ends no change. */
  private long linksSince;

  public TransferReceiver(Clock clock) {
    this.clock = clock;
    this.inventory = new UnitInventory(clock);
    this.preCopy = new PreCopy(clock);
    this.postCopy = new PostCopy(clock);
  }

  /** Takes what comes on the channels of changes. */
  public ChannelHandlers register(ChannelHandlers handlers) {
    return handlers
        .handle(Channel.TRANSFER, this)
        .handle(Channel.REPLICATED, this)
        .handle(Channel.INVENTORY, inventory)
        .handle(Channel.PRE_COPY, preCopy)
        .handle(Channel.COPIED, this)
        .handle(Channel.POST_COPY, postCopy);
  }

  /** What is copied before a change. */
  public PreCopy preCopy() {
    return preCopy;
  }

  /** What follows a change. */
  public PostCopy postCopy() {
    return postCopy;
  }

  UnitInventory inventory() {
    return inventory;
  }

  /**
   * How much of a worker's data for an epoch has come.
   *
   * @param epoch 0: none comes
   */
  public record Arrived(long epoch, long bytes, long ofBytes) {
    public static final Arrived NOTHING = new Arrived(0, 0, 0);
  }

  /**
   * What a change brings to this worker.
   *
   * @param transfers of all workers, but those that follow the change
   * @param bytes of state that other workers send
   * @param bytesHere that this one reads from pieces of its own
   * @param replicated whether what all hold alike comes, too
   * @param copied before
   */
  record Expected(
      List<StateTransfer> transfers,
      long bytes,
      long bytesHere,
      boolean replicated,
      PreCopied copied) {}

  /** Begins a change: from now on its cells are taken. */
  void begin(long newEpoch, StatePlan plan, String self, TransferTarget target, Expected expected) {
    lock.lock();
    try {
      epoch = newEpoch;
      coming = new Coming(plan, self, target, expected.copied());
      awaited = coming.fromOthers(expected.transfers());
      bytesInAll = expected.bytes() + expected.bytesHere();
      bytesCome = 0;
      stateAwaited = expected.replicated();
      state = null;
      givenUp = newEpoch <= overUpTo ? overBecause : null;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the present change, if one is under way; waiting threads continue. Any thread. */
  public void giveUp(String why) {
    inventory.giveUp();
    lock.lock();
    try {
      if (givenUp == null) {
        givenUp = why;
        coming = null;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Links made before this epoch are closed, here and by each peer that has heard of it, for a
   * change that uses none of them: from now on their loss ends no change. Any thread.
   */
  public void ignoreLinksBefore(long firstEpoch) {
    lock.lock();
    try {
      linksSince = Math.max(linksSince, firstEpoch);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A link has ended: so does the present change, unless it does without that link. Any thread.
   *
   * @param linkEpoch in which the link was made
   */
  public void lose(String peer, long linkEpoch) {
    preCopy.lost(peer);
    lock.lock();
    try {
      if (linkEpoch >= linksSince && !postCopy.lost(peer)) {
        giveUp("worker " + peer + " is lost");
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes up to this epoch are over, whether they have begun or not; whoever waits for one goes
   * on. Any thread.
   */
  public void giveUpTo(long lastEpoch, String why) {
    inventory.giveUpTo(lastEpoch);
    postCopy.giveUpTo(lastEpoch);
    lock.lock();
    try {
      if (lastEpoch > overUpTo) {
        overUpTo = lastEpoch;
        overBecause = why;
      }
      if (epoch <= lastEpoch) {
        giveUp(why);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until everything is there.
   *
   * @return null when it is, else why it will not be
   */
  @Nullable String await(long deadlineNanos) throws InterruptedException {
    lock.lock();
    try {
      while (givenUp == null && (!awaited.isEmpty() || (stateAwaited && state == null))) {
        final long left = deadlineNanos - clock.nanos();
        if (left <= 0) {
          return awaited.cardinality() + " transfers did not come in time";
        }
        changed.awaitNanos(left);
      }
      return givenUp;
    } finally {
      lock.unlock();
    }
  }

  /** So much of what this worker reads from pieces of its own is there. */
  void read(long bytes) {
    lock.lock();
    try {
      bytesCome += bytes;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Of the change under way; any thread.
   *
   * @param inForce an epoch whose change is not under way any more
   */
  public Arrived arrived(long inForce) {
    lock.lock();
    try {
      return givenUp == null && bytesInAll > 0 && epoch > inForce
          ? new Arrived(epoch, bytesCome, bytesInAll)
          : Arrived.NOTHING;
    } finally {
      lock.unlock();
    }
  }

  @Nullable String givenUp() {
    lock.lock();
    try {
      return givenUp;
    } finally {
      lock.unlock();
    }
  }

  @Nullable ReplicatedState state() {
    lock.lock();
    try {
      return state;
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(long ofEpoch) {
    lock.lock();
    try {
      return epoch != ofEpoch || givenUp != null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void accept(String from, Frame frame) throws IOException, InterruptedException {
    final Coming present;
    lock.lock();
    try {
      long left = MAX_WAIT_NANOS;
      while (frame.epoch() > Math.max(epoch, overUpTo) && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (frame.epoch() != epoch || givenUp != null || coming == null) {
        return;
      }
      if (frame.channel() == Channel.REPLICATED) {
        state = ReplicatedState.parseFrom(frame.payload());
        changed.signalAll();
        return;
      }
      present = coming;
    } finally {
      lock.unlock();
    }
    present.copied().close().accept(from);
    final Heard heard;
    try {
      if (present.lacks(frame)) {
        giveUp("worker " + from + " has copied transfer " + frame.tag() + ", which is not here");
        return;
      }
      heard = present.take(from, frame);
    } catch (IllegalStateException e) {
      // The place prepared for them is given back as soon as the change is given up.
      if (isOver(frame.epoch())) {
        return;
      }
      throw e;
    }
    lock.lock();
    try {
      if (frame.epoch() == epoch && givenUp == null) {
        bytesCome += heard.bytes();
        if (heard.isEnd()) {
          awaited.clear(heard.transfer());
          changed.signalAll();
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
