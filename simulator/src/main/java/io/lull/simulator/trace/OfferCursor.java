package io.lull.simulator.trace;

import java.util.ArrayDeque;
import java.util.BitSet;

/**
 * What is offered, as time passes. Where an owner comes back in the moment in which another leaves,
 * the machine that goes comes first; else those of lower numbers do.
 */
public abstract class OfferCursor {
  /** So far back arrivals are counted. */
  public static final long ARRIVALS_MILLIS = 2 * 3600 * 1000;

  private final BitSet offered = new BitSet();
  private final long[] idleMillis;
  private final ArrayDeque<Long> arrivals = new ArrayDeque<>();
  private int count;

  /** Is told each change of what is offered. */
  public interface Listener {
    void changed(int machine, boolean offered);
  }

  protected OfferCursor(int machines) {
    this.idleMillis = new long[machines];
  }

  /** When something happens next; {@link Long#MAX_VALUE}: never. */
  public abstract long nextMillis();

  /** Takes the next event: calls {@link #take}. */
  protected abstract void next();

  /** A machine is offered from now on, or no longer. */
  protected final void take(long millis, int machine, boolean isOffered, long idleSinceMillis) {
    offered.set(machine, isOffered);
    idleMillis[machine] = idleSinceMillis;
    count += isOffered ? 1 : -1;
    if (isOffered) {
      arrivals.addLast(millis);
    }
  }

  /** The machine of the event that was taken last. */
  protected abstract int lastMachine();

  /** Takes all that happens until then, inclusive. */
  public final void advance(long millis, Listener listener) {
    while (nextMillis() <= millis && nextMillis() != Long.MAX_VALUE) {
      next();
      listener.changed(lastMachine(), offered.get(lastMachine()));
    }
    while (!arrivals.isEmpty() && arrivals.getFirst() <= millis - ARRIVALS_MILLIS) {
      arrivals.removeFirst();
    }
  }

  /** The same, told to nobody. */
  public final void advance(long millis) {
    advance(millis, (_, _) -> {});
  }

  public final boolean isOffered(int machine) {
    return offered.get(machine);
  }

  /** Since when a machine that is offered is idle. */
  public final long idleMillis(int machine) {
    return idleMillis[machine];
  }

  /** How many machines are offered. */
  public final int offered() {
    return count;
  }

  /** How many machines were offered within the last {@link #ARRIVALS_MILLIS}. */
  public final int arrivals() {
    return arrivals.size();
  }
}
