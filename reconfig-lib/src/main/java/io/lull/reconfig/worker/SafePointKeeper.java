package io.lull.reconfig.worker;

import io.lull.protocol.wire.Capture;
import io.lull.reconfig.model.SafePointCounter;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.state.RetainedState;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Retains the state of the last safe point. Where safe points are kept, all workers wait for each
 * other at each of them, and each retains its state there until the next, so that all can return to
 * the same one, in the middle of any computation. The program's thread.
 */
final class SafePointKeeper implements SafePoints {
  /** What a worker does for the coordinator at its safe points. */
  interface Attendance {
    /** The program has come to a safe point. */
    void atSafePoint();

    /** The program stands still until an order comes, or until it is woken. */
    void atRest() throws InterruptedException;

    /** It is to stand still no longer, though no order came. Any thread. */
    void wake();

    /** Memory is short. */
    void spareMemory();
  }

  private final WorkerProgram program;
  private final SafePointCounter counter;
  private final CurrentConfiguration configuration;
  private final Attendance attendance;
  private volatile boolean keeping;
  private @Nullable KeptSafePoint kept;

  /** From which safe points on they are kept, or not any more, as captures say; also their lock. */
  private final NavigableMap<Long, Boolean> turns = new TreeMap<>();

  /** The last one that said so; under the lock of {@link #turns}. */
  private long lastGeneration;

  /** Whether there is any of them to come: read at each safe point, and the lock is not taken. */
  private volatile boolean turning;

  /** There is not memory enough to keep them, or no such state can be kept. */
  private volatile boolean scarce;

  /** What counts the safe point that this worker has come to and others not yet. */
  private @Nullable Runnable arriving;

  /** Whether that safe point is the program's last. */
  private boolean arrivingAtLast;

  /** Whether the program has computed on since the last safe point. */
  private boolean departed;

  /**
   * @param configuration whose members wait for each other at safe points that are kept
   * @param attendance carries out what is ordered
   */
  SafePointKeeper(
      WorkerProgram program, CurrentConfiguration configuration, Attendance attendance) {
    this.program = program;
    this.counter = program.safePoints();
    this.configuration = configuration;
    this.attendance = attendance;
  }

  @Override
  public void reached(boolean last, Runnable advance) {
    arrive(last, advance);
    program.time().reachSafePoint();
    attendance.atSafePoint();
    program.time().compute();
    if (!last) {
      depart();
    }
  }

  @Override
  public void pause() throws InterruptedException {
    departed = false;
    program.time().stand();
    attendance.atRest();
    program.time().compute();
    depart();
  }

  @Override
  public void wake() {
    attendance.wake();
  }

  /** The program computes on from where it stands. */
  void begin() {
    program.time().compute();
    if (!departed) {
      depart();
    }
  }

  private void arrive(boolean last, Runnable advance) {
    program.state().awaitWhole();
    if (keeping) {
      arriving = advance;
      arrivingAtLast = last;
      configuration.present().assemble();
      arriving = null;
    }
    advance.run();
    counter.count(last);
    departed = false;
  }

  private void depart() {
    if (turning) {
      turn();
    }
    if (keeping) {
      final Optional<RetainedState> present = scarce ? Optional.empty() : program.state().retain();
      drop();
      scarce = present.isEmpty();
      present.ifPresent(own -> kept = new KeptSafePoint(program.replicated(), own));
    }
    departed = true;
  }

  /** Any thread. */
  boolean kept() {
    return keeping && !scarce;
  }

  /** In a new configuration: whether safe points are kept in it. */
  void keep(boolean keep) {
    synchronized (turns) {
      turns.clear();
      turning = false;
    }
    keeping = keep;
  }

  /**
   * A capture is ordered, on the thread that reads orders and before this worker comes to its safe
   * point. Whether the capture comes about or not, all workers begin or end keeping there.
   */
  void keepFrom(Capture order) {
    synchronized (turns) {
      if (order.getGeneration() > lastGeneration) {
        lastGeneration = order.getGeneration();
        turns.put(order.getSafePoint(), order.getKeepSafePoints());
        turning = true;
      }
    }
  }

  private void turn() {
    synchronized (turns) {
      while (!turns.isEmpty() && turns.firstKey() <= counter.passed()) {
        keeping = turns.pollFirstEntry().getValue();
      }
      turning = !turns.isEmpty();
    }
    if (!keeping) {
      drop();
    }
  }

  /** The program's beginning: until its end there is nothing to go back to. */
  void initialise(Runnable beginning) {
    departed = true;
    beginning.run();
    departed = false;
  }

  /** Whether the program is at this safe point and has not computed on. */
  boolean standsAt(long safePoint) {
    return !departed && counter.passed() == safePoint;
  }

  /** At a safe point where the data is to move: the memory is needed. */
  void forget() {
    drop();
  }

  /** The cells are elsewhere: what was kept of those before is of no use. */
  void moved() {
    drop();
    counter.enter();
    arriving = null;
    departed = false;
    scarce = false;
  }

  /**
   * {@inheritDoc}
   *
   * <p>In the middle of an iteration, whose updates need the memory: until the cells are elsewhere
   * this worker waits for the others at its safe points, but keeps none.
   */
  @Override
  public void giveUpKept() {
    attendance.spareMemory();
    if (kept != null) {
      scarce = true;
      drop();
    }
  }

  private void drop() {
    if (kept != null) {
      kept.own().recycle();
      kept = null;
    }
  }

  /**
   * Gives up what was computed since a safe point, after the program was interrupted.
   *
   * @return whether this worker still has what it had there
   */
  boolean goBackTo(long safePoint) {
    final @Nullable Runnable arrival = arriving;
    arriving = null;
    final @Nullable KeptSafePoint last = kept;
    if (arrival != null && counter.passed() + 1 == safePoint) {
      arrival.run();
      counter.count(arrivingAtLast);
    } else if (departed || counter.passed() != safePoint) {
      if (last == null || last.safePoint() != safePoint) {
        return false;
      }
      kept = null;
      last.own().restore();
      program.load(last.replicated());
    }
    departed = false;
    return true;
  }
}
