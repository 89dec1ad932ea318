package io.lull.simulator.study;

import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.CostAwareSharing;
import io.lull.simulator.sharing.EndedJob;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.PlannedSharing;
import io.lull.simulator.sharing.SharedCluster;
import io.lull.simulator.sharing.SharingPolicy;
import io.lull.simulator.sharing.Speedup;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.OfferCalendar;
import io.lull.simulator.trace.OfferTimes;
import io.lull.simulator.trace.TimeSpan;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Runs the study on a trace. */
public final class SharingStudy {
  /** What a machine has to be idle before it is used. */
  public static final Duration RECRUITMENT = Duration.ofMinutes(6);

  /** Of figure 3. */
  private static final Duration RESIZE = Duration.ofSeconds(36);

  /** What the longest change of a grid of 3072 × 3072 takes ({@code docs/measurements.md}). */
  public static final ChangeCost OWN_COST = ChangeCost.ofResize(300);

  private static final List<Integer> DEMANDS = List.of(16, 24, 32);
  private static final List<Integer> JOBS = List.of(1, 2, 4);

  /** Of figure 4. */
  private static final int DEMAND_BY_COST = 24;

  private static final int LONGEST_RESIZE_SECONDS = 120;
  private static final int STEP_SECONDS = 12;

  /** How many cells the study has. */
  public static final int CELLS =
      JOBS.size() * (2 * DEMANDS.size() + 1 + LONGEST_RESIZE_SECONDS / STEP_SECONDS);

  private final OfferCalendar calendar;
  private final List<TimeSpan> days;
  private final ChangeCost ownCost;
  private final Map<Load, Ratios> atOwnCost = new HashMap<>();

  private SharingStudy(OfferCalendar calendar, List<TimeSpan> days, ChangeCost ownCost) {
    this.calendar = calendar;
    this.days = days;
    this.ownCost = ownCost;
  }

  /** What is submitted on each day. */
  private record Load(Experiment experiment, int demand, int jobs) {}

  /**
   * All that the study found.
   *
   * @param days how many days were simulated
   * @param ownCost of a change, beside those of the study
   */
  public record Findings(
      OfficeSample sample,
      int days,
      AvailabilityOverDay availability,
      ChangeCost ownCost,
      List<Cell> cells) {
    public Findings {
      cells = List.copyOf(cells);
    }
  }

  /**
   * @param begin when the trace begins, by the clocks of its place
   * @param machines how many it uses
   * @param ownCost of a change, for a curve beside those at the study's costs
   * @param progress gets how many cells are done
   * @throws IllegalArgumentException with one line when the trace does not do
   */
  public static Findings run(
      AvailabilityTrace trace,
      ZonedDateTime begin,
      int machines,
      ChangeCost ownCost,
      IntConsumer progress) {
    final OfferTimes all = OfferTimes.of(trace, RECRUITMENT);
    final List<TimeSpan> days = WorkingDays.of(trace.endMillis(), begin);
    if (days.isEmpty()) {
      throw new IllegalArgumentException(
          "the trace has no whole weekday from 08:00 to 20:00: give a longer one");
    }
    final OfficeSample sample = OfficeSample.of(all, days, machines);
    final OfferTimes offers = all.only(sample.machines());
    final OfferCalendar calendar = new OfferCalendar(offers);
    return new Findings(
        sample,
        days.size(),
        AvailabilityOverDay.of(offers, calendar, days),
        ownCost,
        new SharingStudy(calendar, days, ownCost).cells(progress));
  }

  private List<Cell> cells(IntConsumer progress) {
    final List<Cell> cells = new ArrayList<>();
    for (final Experiment experiment : Experiment.values()) {
      for (final int demand : DEMANDS) {
        for (final int jobs : JOBS) {
          cells.add(cell(3, experiment, demand, jobs, RESIZE.toMillis()));
          progress.accept(cells.size());
        }
      }
    }
    for (int seconds = 0; seconds <= LONGEST_RESIZE_SECONDS; seconds += STEP_SECONDS) {
      for (final int jobs : JOBS) {
        final long resize = Duration.ofSeconds(seconds).toMillis();
        cells.add(cell(4, Experiment.B, DEMAND_BY_COST, jobs, resize));
        progress.accept(cells.size());
      }
    }
    return cells;
  }

  private Cell cell(int figure, Experiment experiment, int demand, int jobs, long resizeMillis) {
    final ChangeCost cost = ChangeCost.ofResize(resizeMillis);
    final Ratios fixed = ratios(experiment, demand, jobs, cost, PlannedSharing::fixed);
    final Ratios dynamic = ratios(experiment, demand, jobs, cost, PlannedSharing::dynamic);
    final Ratios costAware =
        ratios(experiment, demand, jobs, cost, () -> new CostAwareSharing(cost));
    final Ratios own =
        atOwnCost.computeIfAbsent(
            new Load(experiment, demand, jobs),
            _ -> ratios(experiment, demand, jobs, ownCost, PlannedSharing::dynamic));
    return new Cell(
        figure,
        experiment,
        demand,
        demand / jobs,
        resizeMillis,
        Estimate.of(fixed.byDay()),
        Estimate.of(dynamic.byDay()),
        Estimate.of(costAware.byDay()),
        Estimate.of(own.byDay()),
        fixed.censored() + dynamic.censored() + costAware.censored() + own.censored());
  }

  /** Means of each day's jobs: response time by time on a dedicated cluster. */
  private record Ratios(List<Double> byDay, int censored) {}

  private Ratios ratios(
      Experiment experiment,
      int demand,
      int jobs,
      ChangeCost cost,
      Supplier<SharingPolicy> policy) {
    final List<Double> byDay = new ArrayList<>();
    int censored = 0;
    for (final TimeSpan day : days) {
      final long submitted =
          day.fromMillis() - WorkingDays.BEGIN.toMillis() + experiment.submitted().toMillis();
      final int processors = demand / jobs;
      final List<ParallelJob> workload = new ArrayList<>();
      for (int number = 1; number <= jobs; number++) {
        workload.add(
            ParallelJob.taking(
                number,
                submitted,
                processors,
                experiment.runTime().toMillis(),
                new Speedup.Perfect()));
      }
      final SharedCluster.Outcome outcome =
          SharedCluster.run(calendar, workload, new SharedCluster.Rules(policy.get(), cost));
      double sum = 0;
      for (final EndedJob job : outcome.jobs()) {
        censored += job.endMillis().isEmpty() ? 1 : 0;
        sum +=
            (job.endMillis().orElse(outcome.untilMillis()) - submitted)
                / job.job().dedicatedMillis();
      }
      byDay.add(sum / jobs);
    }
    return new Ratios(byDay, censored);
  }
}
