package io.lull.coordinator.core.job.history;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.ChangeOutcome.Reason;
import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.ChangeRecord.Measured;
import io.lull.coordinator.core.job.ChangeRecord.Nodes;
import io.lull.coordinator.core.job.Forecast;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Resumed;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import java.util.List;
import java.util.TreeSet;

/** Adds the lines of a job's history. */
public final class ChangeRecords {
  private static final double NANOS_PER_MILLI = 1e6;

  /** The clock is read once for all that comes at a time. */
  private static final double CLOCK_MILLIS = 20;

  private ChangeRecords() {}

  /** A configuration was formed out of nothing or out of a generation. */
  public static void formed(
      WorkingCopy job,
      Phase.Forming forming,
      Attempt attempt,
      ChangeOutcome outcome,
      long lostIterations) {
    final Phase.Purpose purpose = forming.purpose();
    final Prepared summary = attempt.summary();
    final EventKind kind =
        switch (purpose.what()) {
          case START -> EventKind.START;
          case RESUME -> EventKind.RESUME;
          case RECOVER -> EventKind.RECOVER;
        };
    final double downtimeMillis =
        kind == EventKind.RECOVER ? (double) (job.now() - purpose.sinceMillis()) : 0;
    job.record(
        between(
                job,
                kind,
                purpose.cause(),
                Nodes.between(purpose.nodesBefore(), WorkingCopy.nodesOf(summary.getLayout())),
                outcome)
            .by(kind == EventKind.START ? ChangeMethod.NONE : ChangeMethod.RECOVER)
            .at(job.progress().epoch(), summary.getSafePoint())
            .with(measured(summary).withLost(lostIterations).withDowntime(downtimeMillis)));
  }

  /** The configuration was changed while the job ran. */
  public static void changed(
      WorkingCopy job, Layout before, Prepared summary, Phase.Changing changing) {
    final List<String> from = WorkingCopy.nodesOf(before);
    final List<String> to = WorkingCopy.nodesOf(summary.getLayout());
    final EventKind kind =
        to.size() > from.size()
            ? EventKind.GROW
            : to.size() < from.size()
                ? EventKind.SHRINK
                : new TreeSet<>(to).equals(new TreeSet<>(from))
                    ? EventKind.REBALANCE
                    : EventKind.MIGRATE;
    final boolean ownerBack =
        from.stream()
            .anyMatch(n -> !to.contains(n) && job.targets().placed().reclaimed().containsKey(n));
    final boolean back =
        changing.attempt() != null
            && changing.attempt().goesBack()
            && summary.getSafePoint() < changing.halt().safePoint();
    final ChangeMethod method =
        switch (kind) {
          case GROW -> ChangeMethod.ADD;
          case SHRINK -> ChangeMethod.REMOVE;
          case MIGRATE -> ChangeMethod.MIGRATE;
          default -> ChangeMethod.LOAD_BALANCE;
        };
    final double sinceMillis = Math.max(0, job.now() - changing.halt().sinceMillis());
    final Measured measured = measured(summary).atMost(sinceMillis);
    job.record(
        between(
                job,
                kind,
                cause(job, kind, ownerBack),
                Nodes.between(from, to),
                back ? new ChangeOutcome.FromSafePointBefore() : ChangeOutcome.done())
            .by(
                areWoken(job, from)
                    ? ChangeMethod.GHOST
                    : method == ChangeMethod.MIGRATE ? migration(summary) : method)
            .at(job.progress().epoch(), summary.getSafePoint())
            .with(measured.waitMillis() == 0 ? measured.withWait(sinceMillis) : measured)
            .with(
                DecisionRecords.open(job, method)
                    .flatMap(Decision::choice)
                    .map(Forecast::of)
                    .orElseGet(() -> forecast(job, before, summary.getLayout(), kind, ownerBack))));
    DecisionRecords.carriedOut(job, method);
  }

  private static ChangeMethod migration(Prepared summary) {
    return summary.getFollowingBytes() > 0
        ? ChangeMethod.STREAMING
        : summary.getCopiedBytes() > 0 ? ChangeMethod.NON_BLOCKING : ChangeMethod.MIGRATE;
  }

  /** Whether all that joined were ghosts. */
  private static boolean areWoken(WorkingCopy job, List<String> from) {
    final List<Worker> joined =
        job.members().stream().filter(worker -> !from.contains(worker.node())).toList();
    return !joined.isEmpty() && joined.stream().allMatch(Worker::woken);
  }

  private static EventCause cause(WorkingCopy job, EventKind kind, boolean ownerBack) {
    if (kind == EventKind.REBALANCE) {
      return job.targets().goal().cause();
    }
    return ownerBack ? EventCause.OWNER : job.targets().placed().cause();
  }

  private static Forecast forecast(
      WorkingCopy job, Layout from, Layout to, EventKind kind, boolean ownerBack) {
    final boolean rebalanced = kind == EventKind.REBALANCE;
    final Forecast forecast =
        Forecast.ofChange(
            job.history().events(),
            from,
            to,
            job.progress().gauge(),
            ownerBack || kind == EventKind.SHRINK || rebalanced);
    return rebalanced
        ? new Forecast(forecast.costMillis(), job.targets().goal().benefitMillis())
        : forecast;
  }

  /**
   * A bag has one worker more.
   *
   * @param assignments with it
   */
  public static void handWon(WorkingCopy job, String node, int assignments, boolean first) {
    job.record(
        between(
            job,
            first ? EventKind.START : EventKind.GROW,
            job.targets().placed().cause(),
            new Nodes(assignments - 1, assignments, List.of(), List.of(node)),
            ChangeOutcome.done()));
  }

  /**
   * A bag has one worker less.
   *
   * @param assignments with it
   * @param tasks that it had
   */
  public static void handLost(
      WorkingCopy job, String node, EventCause cause, int assignments, int tasks) {
    job.record(
        between(
            job,
            EventKind.SHRINK,
            cause,
            new Nodes(assignments, assignments - 1, List.of(node), List.of()),
            tasks == 0 ? ChangeOutcome.done() : new ChangeOutcome.TasksReturned(tasks)));
  }

  /** A generation was committed. */
  public static void checkpoint(
      WorkingCopy job, Generations.Pending pending, double captureMillis) {
    final List<String> nodes = WorkingCopy.nodesOf(pending.layout());
    final ChangeOutcome outcome =
        pending.kept().values().stream()
            .map(Generations.Kept::why)
            .filter(why -> !why.isEmpty())
            .findFirst()
            .<ChangeOutcome>map(ChangeOutcome.OneCopyOnly::new)
            .orElseGet(ChangeOutcome::done);
    job.record(
        between(
                job,
                EventKind.CHECKPOINT,
                pending.hold() ? job.targets().placed().cause() : EventCause.SCHEDULER,
                Nodes.between(nodes, nodes),
                outcome)
            .at(pending.layout().getEpoch(), pending.safePoint())
            .with(
                Measured.NOTHING
                    .withWait(
                        (double)
                            (pending.times().orderedMillis() - pending.times().proposedMillis()))
                    .withDowntime(captureMillis))
            .with(Forecast.ofCheckpoint(job.history().events())));
  }

  /** A generation was given up. */
  public static void noCheckpoint(WorkingCopy job, long safePoint, Reason reason, String why) {
    final List<String> nodes = WorkingCopy.nodesOf(job.progress().layout());
    job.record(
        between(
                job,
                EventKind.CHECKPOINT,
                EventCause.SCHEDULER,
                Nodes.between(nodes, nodes),
                new ChangeOutcome.NotDone(reason, why))
            .at(job.progress().epoch(), safePoint));
  }

  public static void suspended(
      WorkingCopy job, EventCause cause, List<String> nodesBefore, ChangeOutcome outcome) {
    final List<Generations.Committed> committed = job.generations().committed();
    job.record(
        between(job, EventKind.SUSPEND, cause, Nodes.between(nodesBefore, List.of()), outcome)
            .at(job.progress().epoch(), committed.isEmpty() ? 0 : committed.getLast().safePoint()));
  }

  public static void end(
      WorkingCopy job, JobState state, List<String> nodes, ChangeOutcome outcome) {
    final EventCause cause =
        switch (state) {
          case CANCELLED -> EventCause.OPERATOR;
          case FAILED -> EventCause.FAILURE;
          default -> EventCause.SCHEDULER;
        };
    job.record(between(job, EventKind.END, cause, Nodes.between(nodes, List.of()), outcome));
  }

  /**
   * A worker computes again: the longest pause of all is the job's, as far as there was time for
   * one.
   */
  public static void resumed(WorkingCopy job, Resumed said) {
    final List<ChangeRecord> events = job.history().events();
    for (int i = events.size() - 1; i >= 0; i--) {
      final ChangeRecord event = events.get(i);
      if (event.epoch() == said.getEpoch()
          && event.kind() != EventKind.CHECKPOINT
          && event.kind() != EventKind.END) {
        final double downtimeMillis =
            Math.min(said.getDowntimeNanos() / NANOS_PER_MILLI, longestDowntimeMillis(job, event));
        DecisionRecords.resumed(job, said.getEpoch(), downtimeMillis);
        final Measured before = event.measured();
        job.put(
            job.history()
                .replacing(
                    i,
                    event.with(
                        before
                            .withDowntime(Math.max(before.downtimeMillis(), downtimeMillis))
                            .withLost(
                                Math.max(before.lostIterations(), said.getLostIterations())))));
        return;
      }
    }
  }

  /**
   * By this coordinator's clock. The grid learns from changes what they cost everybody, and workers
   * run their user's program.
   */
  private static double longestDowntimeMillis(WorkingCopy job, ChangeRecord event) {
    final Measured measured = event.measured();
    return event.isReconfiguration()
        ? CLOCK_MILLIS
            + Math.max(0, job.now() - event.atMillis())
            + measured.waitMillis()
            + measured.prepareMillis()
            + measured.moveMillis()
        : Double.MAX_VALUE;
  }

  private static ChangeRecord between(
      WorkingCopy job, EventKind kind, EventCause cause, Nodes nodes, ChangeOutcome outcome) {
    return new ChangeRecord(
        job.now(),
        kind,
        cause,
        ChangeMethod.NONE,
        nodes,
        job.progress().epoch(),
        0,
        Measured.NOTHING,
        outcome,
        Forecast.NONE);
  }

  private static Measured measured(Prepared summary) {
    return new Measured(
        summary.getWaitNanos() / NANOS_PER_MILLI,
        summary.getPrepareNanos() / NANOS_PER_MILLI,
        summary.getMoveNanos() / NANOS_PER_MILLI,
        0,
        summary.getSentBytes() + summary.getCopiedBytes() + summary.getFollowingBytes(),
        summary.getCopiedBytes() + summary.getFollowingBytes(),
        summary.getBytesLeast(),
        0);
  }
}
