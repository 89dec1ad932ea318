package io.lull.reconfig.worker;

import io.lull.protocol.wire.Completed;

/** The state of a worker's protocol with the coordinator. The program's thread. */
public sealed interface ProtocolState {

  /**
   * A stretch of computation in one configuration.
   *
   * @param epoch of the configuration
   * @param restarts how often the program has been put where it had not come to by itself: each
   *     time it leaves the iteration that it is in
   */
  record Run(long epoch, long restarts) {
    /** In a worker that has not been in any configuration. */
    public static final Run NONE = new Run(0, 0);

    Run restarted() {
      return new Run(epoch, restarts + 1);
    }
  }

  /** The latest stretch of computation. */
  Run run();

  /** The program stands still, and its state is that of a safe point, or lost. */
  sealed interface AtRest extends ProtocolState {
    /** The same, after the program was put back to an earlier safe point. */
    AtRest restarted();
  }

  /** The program may compute: the present configuration is in force. */
  sealed interface Active extends ProtocolState {}

  /** This worker has not been in any configuration yet. */
  record Unplaced() implements AtRest {
    @Override
    public Run run() {
      return Run.NONE;
    }

    @Override
    public AtRest restarted() {
      return this;
    }
  }

  /** The program stands at a safe point and waits for the coordinator's word. */
  record Holding(Run run) implements AtRest {
    @Override
    public AtRest restarted() {
      return new Holding(run.restarted());
    }
  }

  /** The program was interrupted between two safe points: this epoch cannot go on. */
  record Broken(Run run) implements AtRest {
    @Override
    public AtRest restarted() {
      return new Broken(run.restarted());
    }
  }

  /**
   * The program has come to its end.
   *
   * @param report what the coordinator is told, as often as it asks
   */
  record Finished(Run run, Completed report) implements AtRest {
    @Override
    public AtRest restarted() {
      return new Finished(run.restarted(), report);
    }
  }

  /** The program computes. */
  record Computing(Run run) implements Active {}

  /** The program computes up to the safe point of an order. */
  record Approaching(Run run, DueOrder due) implements Active {}

  /**
   * A change is prepared that can still be given up.
   *
   * @param before what it is then
   */
  record ChangePrepared(AtRest before, PreparedChange change) implements ProtocolState {
    @Override
    public Run run() {
      return before.run();
    }
  }

  /** This worker has handed its state over and ends. */
  record Departed(Run run) implements ProtocolState {}

  /** The program cannot go on: the coordinator will end this worker. */
  record Failing(Run run) implements ProtocolState {}

  /**
   * What the protocol needs to know of a change that is prepared.
   *
   * @param epoch the new one
   * @param member whether this worker is in the new configuration
   * @param live whether the program goes on from where it stands, and not from a checkpoint or its
   *     beginning
   */
  record PreparedChange(long epoch, boolean member, boolean live) {}
}
