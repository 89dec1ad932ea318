package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Tiling;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.GrowthRule;
import io.lull.scheduling.adapt.TimeEstimate;
import java.util.List;
import java.util.OptionalDouble;

/** What decisions about a job's configuration rest on. */
final class JobSituation {
  /** Of its newest changes. */
  private static final int MOST_CHANGES = 16;

  private static final double MILLIS_PER_SECOND = 1e3;
  private static final int BYTES_PER_CELL = Double.BYTES;

  /** What is moved beside what has to be. */
  private static final TimeEstimate NO_MORE_THAN_NEEDED = TimeEstimate.about(1, 1.5);

  private JobSituation() {}

  /**
   * @param weight of all its workers together
   */
  static GrowthRule.Situation of(Job job, double weight) {
    final JobProgress.Gauge gauge = job.progress().gauge();
    final boolean known = gauge.iterations() > 0 && gauge.secondsPerIteration() > 0;
    return new GrowthRule.Situation(
        weight,
        known
            ? OptionalDouble.of(
                MILLIS_PER_SECOND
                    * gauge.secondsPerIteration()
                    * Math.max(0, gauge.iterations() - gauge.iteration()))
            : OptionalDouble.empty(),
        gauge.recent().relativeSpread(),
        bytes(job) * (1 - copiedShare(job)));
  }

  /** How much of what workers got when they joined had come before the others stood still. */
  private static double copiedShare(Job job) {
    double moved = 0;
    double copied = 0;
    for (final ChangeRecord event : job.history().events()) {
      if (event.isReconfiguration()
          && event.method() != ChangeMethod.STREAMING
          && !event.nodes().joined().isEmpty()) {
        moved += event.measured().bytesMoved();
        copied += event.measured().bytesCopied();
      }
    }
    return moved == 0 ? 0 : Math.clamp(copied / moved, 0, 1);
  }

  /**
   * What changes cost, by what this job has seen of them.
   *
   * @param onGrid by what all jobs have seen
   */
  static ChangeCosts costs(Job job, ChangeCosts onGrid) {
    return onGrid.refined(List.copyOf(job.history().changes(MOST_CHANGES).values()));
  }

  /**
   * Of all its data: as its layout says; else of its last checkpoint, or as the first picture of it
   * shows.
   */
  static double bytes(Job job) {
    final double told =
        job.progress().layout().getTilingsList().stream().mapToDouble(JobSituation::bytes).sum();
    if (told > 0) {
      return told;
    }
    final List<Generations.Committed> committed = job.generations().committed();
    if (!committed.isEmpty()) {
      return committed.getLast().bytes();
    }
    final List<ChangeRecord> events = job.history().events();
    final double moved =
        events.stream().mapToDouble(event -> event.measured().bytesMoved()).max().orElse(0);
    final JobProgress.Picture picture = job.progress().picture();
    return Math.max(moved, (double) picture.rows() * picture.columns() * BYTES_PER_CELL);
  }

  /**
   * How many bytes change owner when so great a part of all should: cuts of boxes move more than
   * the least, and how much more shows in the job's own changes of the kind.
   */
  static double moving(Job job, EventKind kind, double share) {
    final double all = bytes(job);
    final List<Double> factors =
        job.history().events().stream()
            .filter(event -> event.kind() == kind && event.nodes().share() > 0)
            .map(event -> event.measured().bytesMoved() / (all * event.nodes().share()))
            .toList();
    return all <= 0
        ? 0
        : Math.min(all, all * share * NO_MORE_THAN_NEEDED.refined(factors).median());
  }

  /**
   * Whether the data of a job can follow a change: boxes of grids, as opposed to what is dealt out
   * in lines and to other state.
   */
  static boolean mayFollow(Job job) {
    final Layout layout = job.progress().layout();
    return !layout.hasOther()
        && layout.getTilingsCount() > 0
        && layout.getTilingsList().stream()
            .allMatch(tiling -> tiling.getDivision().getBlockLengthsCount() == 0);
  }

  private static double bytes(Tiling tiling) {
    return tiling.getExtentsList().stream()
            .mapToDouble(Long::doubleValue)
            .reduce(1, (a, b) -> a * b)
        * tiling.getCellBytes();
  }
}
