package io.lull.coordinator.priority;

import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.store.PerUserStore;
import io.lull.protocol.records.PriorityRecord;
import io.lull.protocol.time.Clock;
import java.util.Map;

/**
 * Limits the priority of jobs per user. Everyone may lower the priority; the maximum is the one
 * that an administrator set for the user, otherwise the one set for all. Any thread.
 */
public final class PriorityLimits {
  /** Of any job, by whomever it is submitted. */
  public static final int GREATEST = 100;

  /**
   * What everybody may ask for until an administrator says otherwise: enough to order jobs among
   * friends, with room above it for who administers the grid.
   */
  public static final int USUAL = 50;

  /** A name for which something else is said, each; more than a grid has users. */
  private static final int MAX_EXCEPTIONS = 10_000;

  private final PerUserStore<PriorityRecord> store;
  private final Clock clock;

  public PriorityLimits(PerUserStore<PriorityRecord> store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The greatest that the caller may ask for. */
  public int greatest(Caller caller) {
    return caller.administers()
        ? GREATEST
        : store.user(caller.name()).map(PriorityRecord::getGreatest).orElseGet(this::everybody);
  }

  public int everybody() {
    return store.everybody().map(PriorityRecord::getGreatest).orElse(USUAL);
  }

  /** Of whom something else is said, by name. */
  public Map<String, PriorityRecord> exceptions() {
    return store.users();
  }

  /**
   * @throws IllegalArgumentException with one line when it is more than the caller may ask for
   */
  public void check(Caller caller, int wanted) {
    final int greatest = greatest(caller);
    if (wanted > greatest) {
      throw new IllegalArgumentException(refusal(caller.name(), wanted, greatest));
    }
  }

  private static String refusal(String user, int wanted, int greatest) {
    return user
        + " may use a priority of at most "
        + greatest
        + ", not "
        + wanted
        + ": give --priority "
        + greatest
        + " or less, or ask an administrator to raise the limit (lull priority "
        + user
        + " "
        + wanted
        + ")";
  }

  /**
   * @param user empty: everybody of whom nothing else is said
   * @throws IllegalArgumentException with one line when it is out of range
   */
  public synchronized void set(String user, int greatest, String by) {
    if (Math.abs((long) greatest) > GREATEST) {
      throw new IllegalArgumentException(
          "a priority must be between -" + GREATEST + " and " + GREATEST + ", not " + greatest);
    }
    final PriorityRecord record =
        PriorityRecord.newBuilder()
            .setGreatest(greatest)
            .setAt(clock.epochMillis())
            .setBy(by)
            .build();
    if (user.isEmpty()) {
      store.putEverybody(record);
      return;
    }
    if (store.user(user).isEmpty() && store.users().size() >= MAX_EXCEPTIONS) {
      throw new IllegalArgumentException(
          "priorities are already set for "
              + MAX_EXCEPTIONS
              + " users: set the maximum for everybody instead (lull priority"
              + " --everybody)");
    }
    store.putUser(user, record);
  }

  /**
   * Forgets what was said.
   *
   * @param user empty: of everybody, who may then ask for what is usual
   */
  public synchronized void reset(String user) {
    if (user.isEmpty()) {
      store.removeEverybody();
    } else {
      store.removeUser(user);
    }
  }
}
