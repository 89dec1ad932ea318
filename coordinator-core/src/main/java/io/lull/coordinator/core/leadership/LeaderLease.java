package io.lull.coordinator.core.leadership;

/** The lease under which a coordinator leads. */
public interface LeaderLease {
  /** Greater than that of every leader before. */
  long fence();

  /**
   * Whether nobody else can lead now. To be asked before anything is let out that another leader
   * would have to know of; may wait for the store. Once false it stays so.
   */
  boolean holds();

  /** Whether others may wait to take it over. */
  boolean contested();
}
