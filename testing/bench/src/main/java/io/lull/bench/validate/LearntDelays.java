package io.lull.bench.validate;

import io.lull.bench.Sample;
import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.bench.validate.OfficeRecord.Stay;
import io.lull.coordinator.availability.NodeUse;
import io.lull.simulator.job.WorkerDelays;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Function;

/** What starts, changes and ends of jobs take on a live grid, from histories that it lived. */
final class LearntDelays {
  /** The coordinator learns of a worker's start and end somewhat before or after its agent. */
  private static final long MARGIN_MILLIS = 1_500;

  private final List<OfficePair> pairs;

  /**
   * @param pairs simulated as if nothing of that took time
   */
  LearntDelays(List<OfficePair> pairs) {
    this.pairs = warm(pairs);
  }

  /** All but the first, in which everything happens for the first time. */
  private static List<OfficePair> warm(List<OfficePair> pairs) {
    return pairs.size() > 1 ? pairs.subList(1, pairs.size()) : List.copyOf(pairs);
  }

  /** All but how long outputs take. */
  WorkerDelays ofStartsAndChanges() {
    final Line start = Line.through(jobs(job -> new double[] {job.beganWith() - 1.0, waited(job)}));
    return new WorkerDelays(
        new WorkerDelays.Starts(
            duration(start.atZero()),
            duration(start.slope()),
            duration(quartile(joiners())),
            duration(median(ghosts()))),
        new WorkerDelays.Changes(
            duration(median(each(JobTimes::growMillis))),
            duration(median(each(JobTimes::shrinkMillis))),
            duration(median(each(JobTimes::migrationMillis)))),
        new WorkerDelays.Ends(Duration.ZERO, duration(median(exits()))));
  }

  /**
   * What jobs that nobody disturbed take longer than simulated with those delays: the more the more
   * workers they have, as the first iteration of many takes longer, and in any case at their end.
   *
   * @param again the same histories, simulated with these delays
   */
  static WorkerDelays withEnds(WorkerDelays delays, List<OfficePair> again) {
    final List<double[]> rest = new ArrayList<>();
    for (final OfficePair pair : warm(again)) {
      for (int job = 0; job < pair.live().jobs().size(); job++) {
        final JobTimes real = pair.live().jobs().get(job);
        final JobTimes foretold = pair.other().jobs().get(job);
        if (real.changes() == 0
            && foretold.changes() == 0
            && real.beganWith() == foretold.beganWith()) {
          rest.add(new double[] {real.beganWith() - 1.0, computed(real) - computed(foretold)});
        }
      }
    }
    final Line line = Line.through(rest);
    return new WorkerDelays(
        new WorkerDelays.Starts(
            delays.starts().first(),
            delays.starts().further().plus(duration(line.slope())),
            delays.starts().joiner(),
            delays.starts().ghost()),
        delays.changes(),
        new WorkerDelays.Ends(duration(line.atZero()), delays.ends().exit()));
  }

  private static double computed(JobTimes job) {
    return job.endedMillis() - job.startedMillis();
  }

  private static double waited(JobTimes job) {
    return job.startedMillis() - job.submittedMillis();
  }

  private <T> List<T> jobs(Function<JobTimes, T> of) {
    return pairs.stream().flatMap(pair -> pair.live().jobs().stream()).map(of).toList();
  }

  private List<Double> each(Function<JobTimes, List<Double>> millis) {
    return jobs(millis).stream().flatMap(List::stream).toList();
  }

  /** For how long nodes had a worker that no job used. */
  private List<Double> ghosts() {
    final List<Double> ghosts = new ArrayList<>();
    for (final OfficePair pair : pairs) {
      pair.live()
          .uses()
          .forEach((node, uses) -> {
            for (final Map.Entry<Long, NodeUse> use : uses.tailMap(0L).entrySet()) {
              final Map.Entry<Long, NodeUse> next = uses.higherEntry(use.getKey());
              if (use.getValue() == NodeUse.RUNNING
                  && next != null
                  && next.getValue() == NodeUse.AVAILABLE
                  && !inJob(pair.live(), node, use.getKey(), next.getKey())) {
                ghosts.add((double) (next.getKey() - use.getKey()));
              }
            }
          });
    }
    return ghosts;
  }

  /** From when a node was given to a job that computed until it had a part of its data. */
  private List<Double> joiners() {
    final List<Double> joiners = new ArrayList<>();
    for (final OfficePair pair : pairs) {
      for (final JobTimes job : pair.live().jobs()) {
        job.stays().stream()
            .filter(stay -> stay.fromMillis() > job.startedMillis() + MARGIN_MILLIS)
            .forEach(stay -> {
              final Map.Entry<Long, NodeUse> last = uses(pair, stay).floorEntry(stay.fromMillis());
              if (last != null && last.getValue() == NodeUse.RUNNING) {
                joiners.add((double) (stay.fromMillis() - last.getKey()));
              }
            });
      }
    }
    return joiners;
  }

  private static NavigableMap<Long, NodeUse> uses(OfficePair pair, Stay stay) {
    return pair.live().uses().getOrDefault(stay.node(), Collections.emptyNavigableMap());
  }

  private static boolean inJob(OfficeRecord live, String node, long from, long until) {
    return live.jobs().stream()
        .flatMap(job -> job.stays().stream())
        .anyMatch(stay -> stay.meets(node, from - MARGIN_MILLIS, until + MARGIN_MILLIS));
  }

  /** From the end of jobs until their nodes are available again. */
  private List<Double> exits() {
    final List<Double> exits = new ArrayList<>();
    for (final OfficePair pair : pairs) {
      for (final JobTimes job : pair.live().jobs()) {
        job.stays().stream()
            .filter(stay -> stay.untilMillis() == job.endedMillis())
            .forEach(stay -> {
              final Map.Entry<Long, NodeUse> next =
                  uses(pair, stay).higherEntry(stay.untilMillis());
              if (next != null && next.getValue() == NodeUse.AVAILABLE) {
                exits.add((double) (next.getKey() - stay.untilMillis()));
              }
            });
      }
    }
    return exits;
  }

  /** Many wait for more than their process: for a safe point, or until it pays to grow. */
  private static double quartile(List<Double> millis) {
    return millis.isEmpty() ? 0 : new Sample(millis).percentile(0.25);
  }

  private static double median(List<Double> millis) {
    return millis.isEmpty() ? 0 : new Sample(millis).median();
  }

  private static Duration duration(double millis) {
    return Duration.ofMillis(Math.max(0, Math.round(millis)));
  }

  /** A straight line through points, whose outliers hardly count (Theil and Sen). */
  record Line(double atZero, double slope) {
    static Line through(List<double[]> points) {
      final List<Double> slopes = new ArrayList<>();
      for (int i = 0; i < points.size(); i++) {
        for (int j = i + 1; j < points.size(); j++) {
          final double across = points.get(j)[0] - points.get(i)[0];
          if (across != 0) {
            slopes.add((points.get(j)[1] - points.get(i)[1]) / across);
          }
        }
      }
      final double slope = median(slopes);
      return new Line(
          median(points.stream().map(point -> point[1] - slope * point[0]).toList()), slope);
    }
  }
}
