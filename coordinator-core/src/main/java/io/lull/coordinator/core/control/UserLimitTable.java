package io.lull.coordinator.core.control;

import io.lull.coordinator.core.store.PerUserStore;
import io.lull.protocol.records.UserLimitRecord;
import io.lull.protocol.time.Clock;
import io.lull.scheduling.UserLimit;
import io.lull.scheduling.UserLimits;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What users may have at a time, as administrators set it. Any thread; one changes it at a time.
 */
public final class UserLimitTable {
  /** Users with a limit of their own; more than a grid has users. */
  private static final int MAX_USERS = 10_000;

  private static final int GREATEST = 1_000_000;

  private final PerUserStore<UserLimitRecord> store;
  private final Clock clock;

  public UserLimitTable(PerUserStore<UserLimitRecord> store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** What the next plan goes by. */
  public UserLimits now() {
    final UserLimit everybody = limit(everybody(), UserLimit.NONE);
    final Map<String, UserLimit> own = new TreeMap<>();
    store.users().forEach((user, record) -> own.put(user, limit(record, everybody)));
    return new UserLimits(everybody, own);
  }

  private static UserLimit limit(UserLimitRecord record, UserLimit otherwise) {
    return new UserLimit(
        record.hasNodes() ? record.getNodes() : otherwise.nodes(),
        record.hasJobs() ? record.getJobs() : otherwise.jobs());
  }

  public UserLimitRecord everybody() {
    return store.everybody().orElseGet(UserLimitRecord::getDefaultInstance);
  }

  /** By user. */
  public Map<String, UserLimitRecord> own() {
    return store.users();
  }

  /**
   * Sets what is given; the rest stays.
   *
   * @param user empty: everybody without a limit of their own
   * @param nodes 0 for any number; so are jobs
   * @throws IllegalArgumentException with one line when a number is out of range
   */
  public void set(String user, OptionalInt nodes, OptionalInt jobs, String by) {
    final UserLimitRecord.Builder record =
        (user.isEmpty()
                ? everybody()
                : store.user(user).orElseGet(UserLimitRecord::getDefaultInstance))
            .toBuilder().setAt(clock.epochMillis()).setBy(by);
    nodes.ifPresent(number -> record.setNodes(inRange("--nodes", number)));
    jobs.ifPresent(number -> record.setJobs(inRange("--jobs", number)));
    if (user.isEmpty()) {
      store.putEverybody(record.build());
      return;
    }
    if (store.user(user).isEmpty() && store.users().size() >= MAX_USERS) {
      throw new IllegalArgumentException(
          MAX_USERS
              + " users have a limit of their own already: set one for everybody instead (lull"
              + " limit --everybody)");
    }
    store.putUser(user, record.build());
  }

  private static int inRange(String option, int number) {
    if (number < 0 || number > GREATEST) {
      throw new IllegalArgumentException(
          option + ": a limit must be between 1 and " + GREATEST + ", or none");
    }
    return number;
  }

  /**
   * Forgets a limit.
   *
   * @param user empty: that of everybody
   */
  public void reset(String user) {
    if (user.isEmpty()) {
      store.removeEverybody();
    } else {
      store.removeUser(user);
    }
  }
}
