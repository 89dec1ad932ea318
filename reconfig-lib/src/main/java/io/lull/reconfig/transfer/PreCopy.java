package io.lull.reconfig.transfer;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.comm.ChannelHandler;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.state.PreCopyRule;
import io.lull.reconfig.state.StatePlan;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Copies state to workers that are to join, before the change that lets them, while all others
 * compute: at the change only what was written since has to go again (C. Clark and others, <i>Live
 * Migration of Virtual Machines</i>, NSDI 2005, with one round). It is no part of the change's
 * agreement: whatever does not come about, the change itself brings.
 *
 * <pre>
 *   joiner  ROOM                               (or NO_ROOM)
 *   holder         chunks ... end  chunks ... end  ALL_SENT
 * </pre>
 *
 * <p>Of one meeting at a time; another one takes its place.
 */
public final class PreCopy implements ChannelHandler {
  /** Frames that belong to no transfer have these tags. */
  static final long ROOM = -1;

  static final long NO_ROOM = -2;
  static final long ALL_SENT = -3;

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * What a peer said last.
   *
   * @param tag of the frame
   */
  private record Said(long meeting, long tag) {}

  /** By peer; one may speak before this worker meets. */
  private final Map<String, Said> said = new HashMap<>();

  private @Nullable PreCopyRun run;

  PreCopy(Clock clock) {
    this.clock = clock;
  }

  /**
   * A meeting begins. Any thread.
   *
   * @param holders workers that have state now
   * @param links to all with whom this worker exchanges any
   * @return whether this worker has something to give or to get: then {@link #start} and {@link
   *     #await} are to follow
   */
  public boolean meet(
      long meeting, StatePlan plan, String self, Set<String> holders, Map<String, Link> links) {
    final PreCopyRun next = new PreCopyRun(meeting, plan, self, holders, links, clock);
    final @Nullable PreCopyRun before;
    lock.lock();
    try {
      before = run;
      run = next;
      said.forEach((peer, last) -> {
        if (last.meeting() == meeting) {
          next.heard(peer, last.tag());
        }
      });
      said.values().removeIf(last -> last.meeting() <= meeting);
    } finally {
      lock.unlock();
    }
    if (before != null) {
      before.stop();
    }
    return next.isConcerned();
  }

  /**
   * Whether there is anything to do for the program's thread: a worker that has nothing worth it
   * does not wait for a safe point. Any thread; a guess.
   */
  public boolean isWorthIt(long meeting, DistributedState state, PreCopyRule rule) {
    final @Nullable PreCopyRun present = present(meeting);
    return present != null && present.isWorthIt(state, rule);
  }

  /** The program's thread: at a safe point, or before it has anything. */
  public void start(long meeting, DistributedState state, PreCopyRule rule) {
    final @Nullable PreCopyRun present = present(meeting);
    if (present != null) {
      present.start(state, rule);
    }
  }

  /**
   * Waits until everything is copied, or is not going to be.
   *
   * @param startNanos until then the copying has to have started
   * @param endNanos until then it has to be over
   */
  public void await(long meeting, long startNanos, long endNanos) throws InterruptedException {
    final @Nullable PreCopyRun present = present(meeting);
    if (present != null) {
      present.await(startNanos, endNanos);
    }
  }

  private @Nullable PreCopyRun present(long meeting) {
    lock.lock();
    try {
      return run != null && run.meeting() == meeting ? run : null;
    } finally {
      lock.unlock();
    }
  }

  /** A peer is lost: nothing is waited for that it would have sent or taken. Any thread. */
  void lost(String peer) {
    final @Nullable PreCopyRun present;
    lock.lock();
    try {
      said.remove(peer);
      present = run;
    } finally {
      lock.unlock();
    }
    if (present != null) {
      present.over(peer);
    }
  }

  /**
   * The copying is over: this is its change. What is under way to this worker still comes, until
   * the {@link #end}. The program's thread, at the change's safe point.
   *
   * @param plan of the change; for any other than the meeting's nothing was copied
   */
  public PreCopied take(StatePlan plan) throws InterruptedException {
    final @Nullable PreCopyRun present;
    lock.lock();
    try {
      present = run;
    } finally {
      lock.unlock();
    }
    if (present == null || !present.plan().equals(plan)) {
      end();
      return PreCopied.NOTHING;
    }
    return present.take();
  }

  /** Nothing is copied any more, and what came is of no use. Any thread. */
  public void end() {
    final @Nullable PreCopyRun present;
    lock.lock();
    try {
      present = run;
      run = null;
    } finally {
      lock.unlock();
    }
    if (present != null) {
      present.stop();
    }
  }

  /** Memory is short: nothing more is copied. Any thread. */
  public void giveUp() {
    final @Nullable PreCopyRun present;
    lock.lock();
    try {
      present = run;
    } finally {
      lock.unlock();
    }
    if (present != null) {
      present.stop();
    }
  }

  @Override
  public void accept(String from, Frame frame) throws IOException {
    final @Nullable PreCopyRun present;
    lock.lock();
    try {
      if (frame.tag() < 0) {
        said.put(from, new Said(frame.epoch(), frame.tag()));
      }
      present = run != null && run.meeting() == frame.epoch() ? run : null;
    } finally {
      lock.unlock();
    }
    if (present == null) {
      return;
    }
    if (frame.tag() < 0) {
      present.heard(from, frame.tag());
    } else {
      present.came(from, frame);
    }
  }
}
