package io.lull.simulator.job;

import java.time.Duration;

/** How long a job waits for what is not its program's work. */
public record WorkerDelays(Starts starts, Changes changes, Ends ends) {
  /** Whatever is ordered is done at once. */
  public static final WorkerDelays NONE = of(Changes.NONE);

  /**
   * From the order until a worker's process is ready.
   *
   * @param first of a job's worker that starts alone
   * @param further longer for each other worker of the job that is starting then, as where hosts
   *     share processors
   * @param joiner of a worker of a job that computes already
   * @param ghost of a worker that waits without data
   */
  public record Starts(Duration first, Duration further, Duration joiner, Duration ghost) {
    static final Starts NONE = of(Duration.ZERO);

    /** Whoever starts takes as long. */
    public static Starts of(Duration each) {
      return new Starts(each, Duration.ZERO, each, each);
    }
  }

  /**
   * In which a job stands still.
   *
   * @param grow when it gets more workers
   * @param shrink when it keeps fewer
   * @param migration when it gets as many workers as it had
   */
  public record Changes(Duration grow, Duration shrink, Duration migration) {
    static final Changes NONE = new Changes(Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  /**
   * When work is over.
   *
   * @param outputs from the last iteration until the outputs are stored
   * @param exit from the order until a worker's process is gone
   */
  public record Ends(Duration outputs, Duration exit) {
    static final Ends NONE = new Ends(Duration.ZERO, Duration.ZERO);
  }

  /** Only changes take time. */
  public static WorkerDelays of(Changes changes) {
    return new WorkerDelays(Starts.NONE, changes, Ends.NONE);
  }

  /**
   * @param ghost whether it waits without data
   * @param joins whether its job computes already
   * @param others workers of the job that are starting
   */
  Duration start(boolean ghost, boolean joins, int others) {
    if (ghost) {
      return starts.ghost();
    }
    return joins ? starts.joiner() : starts.first().plus(starts.further().multipliedBy(others));
  }

  /**
   * @param before workers of the last configuration; 0: there is none yet
   */
  Duration change(int before, int after) {
    if (before == 0) {
      return Duration.ZERO;
    }
    return before == after
        ? changes.migration()
        : before < after ? changes.grow() : changes.shrink();
  }
}
