package io.lull.simulator.sharing;

/**
 * A parallel job.
 *
 * @param number in the order of submission; ties are broken by it
 * @param machines the most that it can use
 * @param machineMillis its work: how long it takes on one machine
 * @param requestedMillis how long its user says that it takes on all its machines, at the most
 */
public record ParallelJob(
    int number,
    long submitMillis,
    int machines,
    double machineMillis,
    Speedup speedup,
    long requestedMillis) {
  public ParallelJob {
    if (machines < 1 || !(machineMillis > 0) || submitMillis < 0) {
      throw new IllegalArgumentException(
          "not a job: "
              + machineMillis
              + " ms of work on "
              + machines
              + " machines, submitted at "
              + submitMillis);
    }
  }

  /** One that takes so long on all its machines, undisturbed. */
  public static ParallelJob taking(
      int number, long submitMillis, int machines, long millis, Speedup speedup) {
    return new ParallelJob(
        number, submitMillis, machines, millis * speedup.on(machines), speedup, millis);
  }

  /** How long it takes where nobody disturbs it. */
  public double dedicatedMillis() {
    return machineMillis / speedup.on(machines);
  }
}
