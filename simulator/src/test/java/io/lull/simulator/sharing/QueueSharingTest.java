package io.lull.simulator.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.simulator.trace.OfferCalendar;
import io.lull.simulator.trace.OfferTimes;
import io.lull.simulator.trace.TimeSpan;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class QueueSharingTest {
  private static final long MINUTE = 60_000;
  private static final long LONG = 1_000_000 * MINUTE;
  private static final ChangeCost FREE = ChangeCost.ofResize(0);
  private static final ChangeCost TWO_MINUTES = ChangeCost.ofResize(2 * MINUTE);

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  /** Machines that are idle for ever, except in these minutes, a pair for each of the first. */
  private static OfferCalendar machines(int count, long... away) {
    final TreeMap<String, List<TimeSpan>> idle = new TreeMap<>();
    for (int machine = 0; machine < count; machine++) {
      final List<TimeSpan> spans = new ArrayList<>();
      if (2 * machine < away.length) {
        spans.add(new TimeSpan(0, away[2 * machine] * MINUTE));
        spans.add(new TimeSpan(away[2 * machine + 1] * MINUTE, LONG));
      } else {
        spans.add(new TimeSpan(0, LONG));
      }
      idle.put(String.format(Locale.ROOT, "m%03d", machine), spans);
    }
    return new OfferCalendar(new OfferTimes(idle, 0, LONG));
  }

  private static ParallelJob job(
      int number, long atMinute, int machines, long minutes, long requestedMinutes) {
    return new ParallelJob(
        number,
        atMinute * MINUTE,
        machines,
        (double) machines * minutes * MINUTE,
        new Speedup.Perfect(),
        requestedMinutes * MINUTE);
  }

  private static List<Double> ends(
      OfferCalendar calendar, SharedCluster.Rules rules, ParallelJob... jobs) {
    return SharedCluster.run(calendar, List.of(jobs), rules).jobs().stream()
        .map(each -> each.endMillis().orElseThrow() / (double) MINUTE)
        .toList();
  }

  private static List<Long> begins(SharedCluster.Outcome outcome) {
    return outcome.jobs().stream().map(each -> each.beginMillis().orElseThrow()).toList();
  }

  @Test
  void aJobThatDoesNotFitHoldsUpThoseBehindItUnlessTheyCanBeBackfilled() {
    final ParallelJob[] jobs = {
      job(1, 0, 3, 60, 60), job(2, 1, 4, 10, 10), job(3, 2, 1, 50, 50), job(4, 3, 1, 70, 70)
    };
    assertThat(ends(machines(4), new SharedCluster.Rules(QueueSharing.fcfs(), FREE), jobs))
        .containsExactly(60.0, 70.0, 120.0, 140.0);
    // The third ends before the second can begin; the fourth would not.
    assertThat(ends(machines(4), new SharedCluster.Rules(QueueSharing.easy(), FREE), jobs))
        .containsExactly(60.0, 70.0, 52.0, 140.0);
  }

  @Test
  void aLostMachineIsReplacedOrTheJobWaits() {
    final SharedCluster.Rules rules = new SharedCluster.Rules(QueueSharing.fcfs(), TWO_MINUTES);
    assertThat(ends(machines(3, 10, 500), rules, job(1, 0, 2, 30, 30))).containsExactly(31.0);
    assertThat(ends(machines(2, 10, 50), rules, job(1, 0, 2, 30, 30))).containsExactly(70.0);
  }

  @Test
  void anEvictedJobBeginsAnewAndItsWorkIsLost() {
    final SharedCluster.Rules rules =
        new SharedCluster.Rules(QueueSharing.fcfs(), TWO_MINUTES, new WorkLoss.Everything());
    final SharedCluster.Outcome outcome =
        SharedCluster.run(machines(2, 10, 50), List.of(job(1, 0, 2, 30, 30)), rules);
    assertThat(outcome.jobs().getFirst().endMillis()).hasValue(80 * MINUTE);
    assertThat(outcome.time().lost()).isEqualTo(2.0 * 10 * MINUTE);
    assertThat(outcome.time().useful()).isEqualTo(2.0 * 30 * MINUTE);
    assertThat(outcome.jobs().getFirst().changes().evictions()).isEqualTo(1);
    // With a replacement it begins anew at once.
    assertThat(ends(machines(3, 10, 500), rules, job(1, 0, 2, 30, 30))).containsExactly(40.0);
  }

  @Test
  void aJobWithCheckpointsLosesWhatItDidSinceTheLast() {
    final SharedCluster.Rules rules =
        new SharedCluster.Rules(
            QueueSharing.fcfs(), TWO_MINUTES, new WorkLoss.SinceCheckpoint(4 * MINUTE));
    final SharedCluster.Outcome outcome =
        SharedCluster.run(machines(3, 10, 500), List.of(job(1, 0, 2, 30, 30)), rules);
    // Two of ten minutes are lost, and two are spent on going back.
    assertThat(outcome.jobs().getFirst().endMillis()).hasValue(34 * MINUTE);
    assertThat(outcome.time().lost()).isCloseTo(2.0 * 2 * MINUTE, within(1.0));
    assertThat(outcome.time().overhead()).isCloseTo(2.0 * 2 * MINUTE, within(1.0));
  }

  /** On machines without owners, a job at the head of the queue never begins later for others. */
  @Test
  void backfillingNeverDelaysTheHeadOfTheQueue() {
    final RandomGenerator chance = seed.random();
    for (int round = 0; round < 40; round++) {
      final List<ParallelJob> jobs = new ArrayList<>();
      for (int number = 1; number <= 25; number++) {
        final long minutes = chance.nextLong(1, 60);
        jobs.add(
            job(
                number,
                chance.nextLong(200),
                chance.nextInt(1, 9),
                minutes,
                minutes + chance.nextLong(30)));
      }
      jobs.sort(Comparator.comparingLong(ParallelJob::submitMillis));
      final List<ParallelJob> numbered = new ArrayList<>();
      for (final ParallelJob each : jobs) {
        numbered.add(
            new ParallelJob(
                numbered.size() + 1,
                each.submitMillis(),
                each.machines(),
                each.machineMillis(),
                each.speedup(),
                each.requestedMillis()));
      }
      // Who is first in the queue when the first cannot begin is promised a time: with exact
      // requests, the promise is the time at which it begins without backfilling.
      final List<ParallelJob> exact =
          numbered.stream()
              .map(each ->
                  new ParallelJob(
                      each.number(),
                      each.submitMillis(),
                      each.machines(),
                      each.machineMillis(),
                      each.speedup(),
                      Math.round(each.dedicatedMillis())))
              .toList();
      final List<Long> plain =
          begins(
              SharedCluster.run(
                  machines(8), exact, new SharedCluster.Rules(QueueSharing.fcfs(), FREE)));
      final List<Long> backfilled =
          begins(
              SharedCluster.run(
                  machines(8), exact, new SharedCluster.Rules(QueueSharing.easy(), FREE)));
      int head = 0;
      while (head < plain.size() && plain.get(head) == exact.get(head).submitMillis()) {
        head++;
      }
      if (head < plain.size()) {
        assertThat(backfilled.get(head)).isLessThanOrEqualTo(plain.get(head));
      }
    }
  }
}
