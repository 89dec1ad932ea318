package io.lull.coordinator.core.store;

import java.util.List;

/**
 * The port for audit entries: who did what from where, in the order of writing; entries never
 * change, and the oldest are removed.
 *
 * <p>Every method may throw {@link StoreException}; nothing was written then.
 */
public interface AuditTrail {
  /**
   * One thing that somebody did, or was refused.
   *
   * @param who their name
   * @param host where they asked from; empty when that is not known
   * @param subject whom or what it was done to; may be empty
   * @param done false: it was refused
   * @param detail a sentence, without a secret; may be empty
   */
  record Entry(
      long atMillis,
      String who,
      String role,
      String host,
      String action,
      String subject,
      boolean done,
      String detail) {}

  /** All or none. */
  void append(List<Entry> entries);

  /** The newest since this moment, oldest first, and not more than so many. */
  List<Entry> since(long fromMillis, int most);

  /** Forgets what is older than this moment, and all but the newest so many. */
  void drop(long beforeMillis, long newest);
}
