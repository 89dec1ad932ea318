package io.lull.simulator.sharing;

/**
 * How often a job's machines changed.
 *
 * @param grown to more of them
 * @param shrunk to fewer, but not to none
 * @param migrated to others, as many
 * @param suspended to none, after it had begun
 * @param evictions machines that owners took from it
 */
public record JobChanges(int grown, int shrunk, int migrated, int suspended, int evictions) {
  static final JobChanges NONE = new JobChanges(0, 0, 0, 0, 0);

  /** Changes of the number. */
  public int resized() {
    return grown + shrunk;
  }
}
