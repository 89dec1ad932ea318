package io.lull.reconfig.transfer;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.state.PreCopyRule;
import io.lull.reconfig.state.PreCopySource;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The copying of one meeting, on one worker. */
final class PreCopyRun {
  /** A chunk that is being sent when the change begins is waited for no longer. */
  private static final long LAST_CHUNK_SECONDS = 5;

  private final long meeting;
  private final StatePlan plan;
  private final String self;
  private final Map<String, Link> links;
  private final Clock clock;

  /** What goes from here to those who join, by joiner. */
  private final Map<String, List<StateTransfer>> outgoing = new LinkedHashMap<>();

  /** For what comes here, if this worker is to join. */
  private final PreCopyRoom room;

  /** Read: a frame is sent. Written: none is sent from now on. */
  private final ReadWriteLock posting = new ReentrantReadWriteLock();

  private volatile boolean stopped;
  private final LongAdder sentBytes = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Joiners that have room and to whom nothing is being sent yet. */
  private final Set<String> ready = new HashSet<>();

  /** Joiners to whom it was, or is: whoever says again that it has room gets no second copy. */
  private final Set<String> begun = new HashSet<>();

  /** Peers from whom, or to whom, something is still to come or to go. */
  private final Set<String> awaited = new HashSet<>();

  private final BitSet sent = new BitSet();
  private boolean started;
  private @Nullable PreCopySource source;

  PreCopyRun(
      long meeting,
      StatePlan plan,
      String self,
      Set<String> holders,
      Map<String, Link> links,
      Clock clock) {
    this.meeting = meeting;
    this.plan = plan;
    this.self = self;
    this.links = Map.copyOf(links);
    this.clock = clock;
    final BitSet incoming = new BitSet();
    for (final StateTransfer transfer : plan.transfers()) {
      if (holders.contains(transfer.to())) {
        continue;
      }
      if (transfer.from().equals(self) && links.containsKey(transfer.to())) {
        outgoing.computeIfAbsent(transfer.to(), _ -> new ArrayList<>()).add(transfer);
      } else if (transfer.to().equals(self) && links.containsKey(transfer.from())) {
        incoming.set(transfer.number());
        awaited.add(transfer.from());
      }
    }
    awaited.addAll(outgoing.keySet());
    room = new PreCopyRoom(plan, incoming);
  }

  long meeting() {
    return meeting;
  }

  StatePlan plan() {
    return plan;
  }

  boolean isConcerned() {
    return !awaited.isEmpty();
  }

  boolean isWorthIt(DistributedState state, PreCopyRule rule) {
    return room.isNeeded() || state.isWorthHolding(plan, wanted(), rule);
  }

  private List<StateTransfer> wanted() {
    return outgoing.values().stream().flatMap(List::stream).toList();
  }

  /** The program's thread. */
  void start(DistributedState state, PreCopyRule rule) {
    if (stopped) {
      return;
    }
    if (room.isNeeded()) {
      makeRoom(state);
    }
    if (!outgoing.isEmpty()) {
      hold(state, rule);
    }
  }

  private void makeRoom(DistributedState state) {
    final boolean made = room.make(() -> state.prepare(plan, self), state::abandon);
    lock.lock();
    try {
      started = true;
      if (!made) {
        awaited.clear();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    room.holders().forEach(holder -> say(holder, made ? PreCopy.ROOM : PreCopy.NO_ROOM));
  }

  private void hold(DistributedState state, PreCopyRule rule) {
    final @Nullable PreCopySource held = state.hold(plan, wanted(), rule).orElse(null);
    final Set<String> begin;
    lock.lock();
    try {
      source = held;
      started = true;
      begin = Set.copyOf(ready);
      begun.addAll(ready);
      ready.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (stopped && held != null) {
      held.release();
    }
    begin.forEach(this::begin);
  }

  /**
   * What a peer says beside what it copies. Any thread.
   *
   * @param tag of the frame
   */
  void heard(String peer, long tag) {
    if (tag == PreCopy.ALL_SENT) {
      over(peer);
    } else {
      answered(peer, tag == PreCopy.ROOM);
    }
  }

  private void answered(String peer, boolean hasRoom) {
    lock.lock();
    try {
      if (!outgoing.containsKey(peer) || !awaited.contains(peer)) {
        return;
      }
      if (!hasRoom) {
        awaited.remove(peer);
        changed.signalAll();
        return;
      }
      if (!started) {
        ready.add(peer);
        return;
      }
      if (!begun.add(peer)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    begin(peer);
  }

  private void begin(String peer) {
    Thread.ofPlatform().daemon().name("pre-copy to " + peer).start(() -> copyAll(peer));
  }

  private void copyAll(String peer) {
    final @Nullable PreCopySource from;
    lock.lock();
    try {
      from = source;
    } finally {
      lock.unlock();
    }
    try {
      for (final StateTransfer transfer : outgoing.getOrDefault(peer, List.of())) {
        if (from != null && from.holds(plan, transfer) && !copy(transfer, from)) {
          return;
        }
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // Lost, or told to give its memory back: the change brings what is lacking.
    } finally {
      say(peer, PreCopy.ALL_SENT);
      over(peer);
    }
  }

  /**
   * @return whether to its end
   */
  private boolean copy(StateTransfer transfer, PreCopySource from) throws IOException {
    try (TransferReader reader = from.read(plan, transfer)) {
      final ByteBuffer buffer = Frame.buffer(reader.mostChunkBytes());
      final int start = buffer.position();
      while (reader.next(buffer.position(start)) >= 0) {
        if (!post(transfer, buffer)) {
          return false;
        }
      }
    }
    final boolean whole = post(transfer, Frame.buffer(0));
    lock.lock();
    try {
      sent.set(transfer.number(), whole);
    } finally {
      lock.unlock();
    }
    return whole;
  }

  /**
   * @return whether it was sent; false: nothing is, any more
   */
  private boolean post(StateTransfer transfer, ByteBuffer frame) throws IOException {
    final @Nullable Link link = links.get(transfer.to());
    posting.readLock().lock();
    try {
      if (stopped || link == null) {
        return false;
      }
      link.send(Channel.PRE_COPY, transfer.number(), meeting, frame);
      sentBytes.add(frame.position());
      return true;
    } finally {
      posting.readLock().unlock();
    }
  }

  private void say(String peer, long what) {
    final @Nullable Link link = links.get(peer);
    if (link == null) {
      return;
    }
    try {
      link.send(Channel.PRE_COPY, what, meeting, Frame.buffer(0));
    } catch (IOException e) {
      // Its loss is noticed where the link is read.
    }
  }

  /** Nothing more comes from a peer, or goes to it. Any thread. */
  void over(String peer) {
    final @Nullable PreCopySource unneeded;
    lock.lock();
    try {
      awaited.remove(peer);
      unneeded = awaited.isEmpty() ? source : null;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (unneeded != null) {
      unneeded.release();
    }
  }

  /** A part of a transfer, or its end. The link's thread. */
  void came(String from, Frame frame) throws IOException {
    room.came(from, frame);
  }

  /** Until all is copied, or one of the deadlines has passed; nothing is sent afterwards. */
  void await(long startNanos, long endNanos) throws InterruptedException {
    lock.lock();
    try {
      while (!awaited.isEmpty() && !stopped) {
        final long left = (started ? endNanos : startNanos) - clock.nanos();
        if (left <= 0) {
          break;
        }
        changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
    if (isUnfinished()) {
      stop();
      outgoing.keySet().forEach(joiner -> say(joiner, PreCopy.ALL_SENT));
    }
  }

  private boolean isUnfinished() {
    return locked(() -> !awaited.isEmpty() && !room.isNeeded());
  }

  private boolean locked(BooleanSupplier action) {
    lock.lock();
    try {
      return action.getAsBoolean();
    } finally {
      lock.unlock();
    }
  }

  /** Nothing more is sent, and what is held is given back. */
  void stop() {
    stopped = true;
    final @Nullable PreCopySource held;
    lock.lock();
    try {
      held = source;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (held != null) {
      held.release();
    }
  }

  /**
   * Once this returns nothing is sent any more, so that on every link all of it comes before the
   * change's own frames. Where the last chunk is stuck for longer, the joiner drops it if it comes
   * behind them.
   */
  PreCopied take() throws InterruptedException {
    stopped = true;
    if (posting.writeLock().tryLock(LAST_CHUNK_SECONDS, TimeUnit.SECONDS)) {
      posting.writeLock().unlock();
    }
    final @Nullable PreCopySource held;
    final BitSet current;
    lock.lock();
    try {
      held = source;
      current = (BitSet) sent.clone();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (held != null) {
      for (final StateTransfer transfer : plan.transfers()) {
        if (current.get(transfer.number()) && !held.isCurrent(plan, transfer)) {
          current.clear(transfer.number());
        }
      }
      held.release();
    }
    return new PreCopied(
        meeting, room.target(), current, room::hasCome, room::close, sentBytes.sum());
  }
}
